"""The games for Gymnasium: one agent against bots, `gymnasium.make("Cinquina/Push-v1")`.

    import gymnasium, cinquina.envs.gymnasium
    env = gymnasium.make("Cinquina/AddUp-v1", players=3, bots=["greedy", "search:sims=200"])

Importing this module registers an id for each game; its version is the version of the game's rules.
Observations and rewards are those of `cinquina.envs.pettingzoo`. Algorithms that know no masks may
try anything: what is not legal loses the game, and the info says why. `gymnasium.make_vec` of the
same ids plays thousands of games at once: see `cinquina.envs.vector`.
"""

from collections.abc import Sequence
from typing import Any

from cinquina import games
from cinquina.bots.minds import SEARCH
from cinquina.bots.names import parse
from cinquina.bots.thinker import Bot, make
from cinquina.core.errors import CinquinaError, IllegalAction, shown
from cinquina.core.record import look
from cinquina.envs import MISSING, picture
from cinquina.envs.batch import Batch
from cinquina.envs.layout import OBSERVATION
from cinquina.envs.spaces import (
    Copyable,
    Legal,
    checked_illegal,
    checked_mode,
    checked_seed,
    game_of,
    spaces_of,
)
from cinquina.envs.stepping import DEALS
from cinquina.table import Game, Table, whole

try:
    import gymnasium
except ImportError:
    raise ImportError(MISSING.format("Gymnasium")) from None

Observation = dict[str, Any]
Bots = str | Sequence[str]
MODES = ("human", "ansi", "rgb_array")


def names_of(game: Game, bots: Bots, seat: int) -> list[str | None]:
    """Who plays on each seat: None is the agent; one bot is for all other seats."""
    if whole(seat) is None or not 0 <= seat < game.players:
        raise CinquinaError(f"seat is a number from 0 to {game.players - 1}, not {shown(seat)}.")
    others = game.players - 1
    named = [bots] * others if isinstance(bots, str) else list(bots)
    if len(named) != others:
        raise CinquinaError(
            f"Name one bot for all seats or {others}, one for each; not {len(named)}."
        )
    return [*named[:seat], None, *named[seat:]]


class Seat(Copyable, gymnasium.Env[Observation, int]):
    """One seat of a game; bots play the others."""

    VIEWS = "_course", "_s"

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": [*MODES],
        "render_fps": 2,
        "observation": OBSERVATION,
    }

    def __init__(
        self,
        game: str,
        players: int = 2,
        bots: Bots = "greedy",
        seat: int = 0,
        render_mode: str | None = None,
        reward: str = "result",
        illegal: str = "lose",
        reactions: str = "greedy",
        **options: Any,
    ) -> None:
        """`illegal`: an action that is not legal loses the game, or is an "error".

        `reactions` is the bot whose reaction times the agent has where there are no turns."""
        self.illegal = checked_illegal(illegal)
        self.game, self.seat = game_of(Seat, game, players, options), seat
        self.render_mode = checked_mode(render_mode, MODES)
        names = names_of(self.game, bots, seat)
        self._batch = Batch(self.game, names, reward=reward, reactions=reactions)
        self.observation_space = spaces_of(self._batch.layout)[0]
        self.action_space: Any = Legal(self._batch.masks[0])
        self._look()
        self._dealt, self._over = False, False
        self._searching: dict[int, Bot] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a game: number 0 of a seed, or without one the next number of the last seed."""
        given = None if seed is None and self._dealt else checked_seed(seed)
        super().reset(seed=None if seed is None else given)
        self._dealt = False
        if given is None:
            self._batch.begin_next()
        else:
            self._given = given
            self._batch.begin([given])
        self._search_first()
        self._dealt, self._over = True, False
        return self._seen(), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Act, and let the others act until it is this seat's turn again."""
        self._check_dealt()
        if self._over:
            raise CinquinaError("The game is over: reset deals the next one.")
        try:
            self._batch.act(action)
        except IllegalAction as problem:
            if self.illegal == "error" or whole(action) is None:
                raise
            self._batch.lose([0], self._batch.nothing)
            info = {"illegal": str(problem)}
        else:
            self._search()
            info = {}
        self._over = bool(self._batch.ended[0])
        if self.render_mode == "human":
            self.render()
        reward = float(self._batch.rewards[0, self.seat])
        return self._seen(), reward, self._over, False, info

    def action_masks(self) -> Any:
        """What is legal now, under the name by which masked algorithms ask for it."""
        return self._batch.masks[0].astype(bool)

    def render(self) -> Any:
        """What the agent sees: as a text, as a picture, or (human) printed."""
        self._check_dealt()
        text = picture.text(self.table(), self.seat)
        if self.render_mode == "human":
            print(text, end="\n\n")
            return None
        return picture.picture(text) if self.render_mode == "rgb_array" else text

    def describe(self, observation: Any) -> str:
        """An observation in words."""
        return self._batch.layout.describe(observation)

    def table(self) -> Table:
        """A copy of the game with all that is hidden: to look into, not to play by."""
        return self._batch.table()

    def _look(self) -> None:
        self._course = look(self._batch.courses, 0)
        self._s = look(self._batch.states, 0)
        self.action_space.now = self._batch.masks[0]

    def _check_dealt(self) -> None:
        if not self._dealt:
            raise CinquinaError("Nothing is dealt yet: call reset first.")

    def _search_first(self) -> None:
        """Let bots that search begin, until the agent has something to decide: as `deal_on`."""
        for _ in range(DEALS):
            self._searching = self._searchers()
            self._search()
            if self._s.phase:
                return
            self._batch.begin_next()
        raise self._batch.endless(0)

    def _searchers(self) -> dict[int, Bot]:
        """Bots that search, each with chance of its own for this deal."""
        slug, number = self.game.slug, int(self._course.number)
        return {
            p: make(name, self._given, p, slug, number)
            for p, name in enumerate(self._batch.names)
            if name and parse(name, slug).kind == SEARCH
        }

    def _search(self) -> None:
        """Bots that search are asked one by one, each with what it may know."""
        actions, course = self.game.rules.ACTIONS, self._course
        while self._s.phase and course.seat != self.seat:
            player = int(course.seat)
            number = int(course.number) * self.game.rules.MOST_MOVES + int(course.moves)
            imagined = self.table().imagined(player, self._given, number)
            self._batch.act(actions.index(self._searching[player].choose(imagined, player)))

    def _seen(self) -> Observation:
        batch = self._batch
        return {"observation": batch.observations[0].copy(), "action_mask": batch.masks[0].copy()}


def register() -> None:
    """An id for each game, such as Cinquina/SevenAteNine-v1."""
    for slug in games.slugs():
        name = "".join(word.capitalize() for word in slug.split("-"))
        gymnasium.register(
            f"Cinquina/{name}-v{games.load(slug).VERSION}",
            entry_point="cinquina.envs.gymnasium:Seat",
            vector_entry_point="cinquina.envs.vector:Tables",
            kwargs={"game": slug},
        )


register()
