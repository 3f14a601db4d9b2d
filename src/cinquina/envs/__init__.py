"""The games as environments of the libraries in which programs learn: extra `cinquina[envs]`.

pettingzoo   all seats are agents, one after the other
gymnasium    one agent against bots; `vector` does the same for thousands of games at once
openspiel    the games as OpenSpiel knows games

Nothing here knows a rule: `batch` steps games of any kind through the engine's own functions, and
`layout` tells what the numbers of an observation mean from the declaration of a game's record.
"""

MISSING = "The environments need {}: pip install 'cinquina[envs]'"
