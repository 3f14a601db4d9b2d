"""The games as games of OpenSpiel: importing this module registers them (extra `cinquina[envs]`).

    import pyspiel
    import cinquina.envs.openspiel

    game = pyspiel.load_game("cinquina_push(players=3)")

Parameters are `players`, the options of the game by their names, `cards` (a deck of one's own:
`R1*9 B2*9 dice*4`) and `digits`. Chance comes first: it rolls so many hexadecimal digits, and they
are the seed of the deal. From there on everything is what `cinquina.Game(…).deal(seed)` would do,
so a history says it all, and fewer digits make a game with fewer deals, for exact algorithms.

Players act one at a time. Where a game has no turns the simulation clock says who is next.
A game is worth 1 to who wins it alone and -1 / (players - 1) to each loser; winners share.
"""

from __future__ import annotations

import base64
import json
import pickle
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from cinquina import games
from cinquina.core.errors import CinquinaError, shown
from cinquina.core.observation import fields
from cinquina.core.record import OWNER, SEEN
from cinquina.envs import MISSING
from cinquina.envs.world import OVER, Variant, World
from cinquina.table import Table

try:
    import pyspiel
except ImportError:
    raise ImportError(MISSING.format("OpenSpiel")) from None

PREFIX = "cinquina_"
SIDES = 16  # of the die that rolls the seed, digit by digit
USUAL_DIGITS, MOST_DIGITS = 6, 8  # 16 million deals, 4 billion
OWN_PARAMETERS = ("players", "digits", "cards")

CHANCE, TERMINAL = pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.TERMINAL
ROLL = [(digit, 1 / SIDES) for digit in range(SIDES)]
DIGITS = list(range(SIDES))
NO_ATTRIBUTES = base64.b64encode(pickle.dumps({})).decode()


def name_of(slug: str, **parameters: Any) -> str:
    """What `pyspiel.load_game` is to load for a game of ours."""
    given = ",".join(f"{name}={value}" for name, value in parameters.items())
    return f"{PREFIX}{slug.replace('-', '_')}" + (f"({given})" if given else "")


def read_cards(text: str) -> dict[str, int] | None:
    """A deck of one's own, `R1*9 B2*9`; None if it is not given."""
    deck: dict[str, int] = {}
    for item in text.split():
        card, _, copies = item.partition("*")
        if not copies.isdecimal() or len(copies) > 3 or card in deck:
            raise CinquinaError(
                "The parameter cards is a deck, each card once, such as 5*4 for four fives; "
                f"{shown(item)} is not understood."
            )
        deck[card] = int(copies)
    return deck or None


def check_player(player: int, players: int) -> None:
    """An error if there is no such player."""
    if not 0 <= player < players:
        raise CinquinaError(f"Players are numbered 0 to {players - 1}, not {shown(player)}.")


def loaded(text: str) -> Any:
    """The game of that name and parameters; found here, it is known even to a new process."""
    return pyspiel.load_game(text)


class Game(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters."""

    def __init__(self, kind: Any, slug: str, params: Mapping[str, Any]) -> None:
        given = {**kind.parameter_specification, **params}
        self.digits = given["digits"]
        if not 1 <= self.digits <= MOST_DIGITS:
            raise CinquinaError(
                f"The parameter digits is a whole number from 1 to {MOST_DIGITS}, "
                f"not {shown(self.digits)}."
            )
        options = {name: given[name] for name in given if name not in OWN_PARAMETERS}
        cards = read_cards(given["cards"])
        if cards is not None:
            options.pop("deck", None)
        self.variant = Variant(slug, given["players"], options, cards)
        players = self.variant.game.players
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.variant.game.rules.ACTIONS),
            max_chance_outcomes=SIDES,
            num_players=players,
            min_utility=-1 / (players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.variant.game.rules.MOST_MOVES,
        )
        super().__init__(kind, info, dict(params))

    def __reduce__(self) -> tuple[Any, ...]:
        return loaded, (str(self),)

    def new_initial_state(self) -> State:
        return State(self)

    def max_chance_nodes_in_history(self) -> int:
        return int(self.digits)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if isinstance(iig_obs_type, Mapping):  # so C++ calls it when no type was asked for
            iig_obs_type, params = None, iig_obs_type
        if params:
            raise CinquinaError("An observer of these games takes no parameters.")
        present = pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.variant, iig_obs_type or present)


class State(pyspiel.State):  # type: ignore[misc]
    """A state: the digits rolled so far, then a world.

    OpenSpiel asks a Python state through C++. What a Python caller asks often is answered here,
    without the detour."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._digits = ""
        self._world: World | None = None

    # --- What there is to know ---

    @property
    def world(self) -> World:
        """The game being played; an error while chance still rolls its seed."""
        if self._world is None:
            raise CinquinaError("Nothing is dealt yet: chance has digits of the seed to roll.")
        return self._world

    def current_player(self) -> Any:
        world = self._world
        if world is None:
            return CHANCE
        return TERMINAL if world.player == OVER else world.player

    def is_terminal(self) -> bool:
        return self._world is not None and self._world.player == OVER

    def is_chance_node(self) -> bool:
        return self._world is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(ROLL)

    def legal_actions(self, player: int | None = None) -> list[int]:
        world = self._world
        if world is None:
            return list(DIGITS)
        if player is None or player == world.player:
            return world.legal
        found: list[int] = super().legal_actions(player)  # none, or the error that it is
        return found

    def _legal_actions(self, player: int) -> list[int]:
        return self.world.legal

    def returns(self) -> list[float]:
        players = self.num_players()
        if not self.is_terminal():
            return [0.0] * players
        return [(players * share - 1) / (players - 1) for share in self.world.shares()]

    def table(self) -> Table:
        """The position as a `cinquina.Table` of its own, for views, hints and bots."""
        return self.world.table()

    # --- Play ---

    def _apply_action(self, action: int) -> None:
        if self._world is not None:
            self._world.play(action)
            return
        if not 0 <= action < SIDES:
            raise CinquinaError(f"A digit is a number from 0 to {SIDES - 1}, not {shown(action)}.")
        self._digits += f"{action:x}"
        game = self.get_game()
        if len(self._digits) == game.digits:
            self._world = World.dealt(game.variant, int(self._digits, SIDES))

    def resample_from_infostate(self, player: int, sampler: Any) -> State:
        """Another state in which this player knows the same: all that is hidden is guessed anew.

        Its digits are random too and deal nothing: it can be played on, copied and saved, but not
        be found again by its history."""
        check_player(player, self.num_players())
        number = int(sampler() * (1 << 53))
        world = self.world.imagined(player, number)
        digits = f"{number:014x}"[-len(self._digits) :]
        past = [(int(CHANCE), int(digit, SIDES)) for digit in digits]
        past += [(item.player, item.action) for item in self.full_history()[len(digits) :]]
        history = ",".join(f"{player}:{action}" for player, action in past)
        saved = f"history={history}\nmove_number={len(past)}\n__dict__={NO_ATTRIBUTES}"
        other: State = self.get_game().deserialize_state(saved)
        other._digits, other._world = digits, world
        return other

    # --- Text ---

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"digit {action:x}"
        return str(self.world.variant.game.rules.ACTIONS[action])

    def __str__(self) -> str:
        if self._world is None:
            return f"seed: {self._digits}"
        return in_lines({"next": self._world.player, **self._world.table().state()})


class Observer:
    """What a player, or everybody, may know of a state: as numbers and as text.

    The numbers are those of `cinquina.core.observation`, a tensor for each field, and before them
    who is looking. With perfect recall the text is a digest of all that was ever seen; the
    numbers are the same without and with: the present."""

    def __init__(self, variant: Variant, kind: Any) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise CinquinaError("No observer sees the cards of all players: ask for one's or none.")
        self._players = variant.game.players
        self._public = kind.public_info
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recalls = kind.perfect_recall
        self._seen = np.zeros((1, sum(size for _, size in fields(variant.layout))), "i8")
        parts = list(self._parts(variant))
        self._columns = np.array([i for _, columns in parts for i in columns], int)
        first = self._players if self._private else 0
        self.tensor = np.zeros(first + len(self._columns), np.float32)
        self.dict = {"player": self.tensor[:first]} if first else {}
        for name, columns in parts:
            self.dict[name] = self.tensor[first : first + len(columns)]
            first += len(columns)

    def _parts(self, variant: Variant) -> Iterator[tuple[str, range]]:
        """The fields that are looked at, and where they stand in an observation."""
        at = 0
        for name, size in fields(variant.layout):
            own = SEEN[variant.layout][name] is OWNER
            if self._private if own else self._public:
                yield name, range(at, at + size)
            at += size

    def set_from(self, state: State, player: int) -> None:
        """Look: afterwards the numbers are in `tensor` and `dict`."""
        check_player(player, self._players)
        self.tensor.fill(0)
        if state.is_chance_node():
            return
        self._seen.fill(0)
        state.world.observe(player if self._private else 0, self._seen)  # what is public is alike
        self.tensor[len(self.tensor) - len(self._columns) :] = self._seen[0, self._columns]
        if self._private:
            self.tensor[player] = 1

    def string_from(self, state: State, player: int) -> str:
        """What is seen, or with perfect recall all that was ever seen, as text."""
        check_player(player, self._players)
        if state.is_chance_node():
            return ""
        return self._recalled(state, player) if self._recalls else self._viewed(state, player)

    def _recalled(self, state: State, player: int) -> str:
        world = state.world
        who = f"player {player}, " if self._private else ""
        own = f" {world.remembered(player)}" if self._private else ""
        all_saw = f" {world.remembered(self._players)}" if self._public else ""
        return f"{who}move {world.moves}, next {world.player}:{all_saw}{own}"

    def _viewed(self, state: State, player: int) -> str:
        seat = player if self._private else None
        who = {} if seat is None else {"player": seat}
        if self._public:
            return in_lines({**who, **state.table().view(seat)})
        self.set_from(state, player)
        own = {name: self.dict[name].astype(int).tolist() for name in self.dict if name != "player"}
        return in_lines({**who, **own})


def in_lines(facts: Mapping[str, Any]) -> str:
    """Facts as text, one in a line."""
    return "\n".join(f"{name}: {json.dumps(value)}" for name, value in facts.items())


def register(slug: str) -> None:
    """Make a game known to OpenSpiel."""
    rules = games.load(slug)
    kind = pyspiel.GameType(
        short_name=name_of(slug),
        long_name=rules.NAME,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.MAX_PLAYERS,
        min_num_players=rules.MIN_PLAYERS,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        default_loadable=True,
        parameter_specification={
            "players": rules.MIN_PLAYERS,
            "digits": USUAL_DIGITS,
            "cards": "",
            **{option.name: option.default for option in rules.OPTIONS},
        },
    )

    class Registered(Game):  # a class: OpenSpiel lets go of it after Python has ended
        def __init__(self, params: Mapping[str, Any]) -> None:
            super().__init__(kind, slug, params)

    pyspiel.register_game(kind, Registered)


for _slug in games.slugs():
    register(_slug)
