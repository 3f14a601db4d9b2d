"""Games and tables: strings in, strings and views out. The API of everything that is not a kernel.

game = cinquina.Game("push", players=3, risk=True)   a rule set with its options
table = game.deal(seed=7)                            one game being played
"""

from __future__ import annotations

import hashlib
import json
import operator
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from cinquina import games
from cinquina.bots import hints
from cinquina.core import observation
from cinquina.core.contract import over, place, score, wins
from cinquina.core.drivers import actors_at, apply_at, deal_at, imagine_at, legal_at
from cinquina.core.errors import BadReplay, CinquinaError, IllegalAction, shown
from cinquina.core.kernel import outline
from cinquina.core.options import Deck, check_deck, resolve
from cinquina.core.record import (
    ROOM,
    SEEN,
    WHO,
    Array,
    States,
    alloc,
    handed,
    layout_id,
    look,
    numbers,
)
from cinquina.core.rng import SEED_BITS, commitment, key, start
from cinquina.core.text import NO_ACTION, Shared, Sight, Why, apart

Event = dict[str, Any]
MAGIC = b"cinquina table 1\n"


@outline
def _standing(states: States, scores: Array, winners: Array) -> None:
    s = states[0]
    ended = over(s)
    for p in range(s.players):
        scores[p] = score(s, p)
        winners[p] = wins(s, p) if ended else 0


@outline
def _places(states: States, out: Array) -> None:
    for p in range(states[0].players):
        out[p] = place(states[0], p)


@outline
def _start(states: States, words: Array, number: int) -> None:
    start(states[0].rng, words, number)


class Game:
    """A rule set: a game, a number of players, its options and its deck."""

    def __init__(
        self, slug: str, players: int, cards: Mapping[str, int] | None = None, **options: Any
    ) -> None:
        self.slug = slug
        self.rules = games.load(slug)
        self.real_time = bool(getattr(self.rules, "REAL_TIME", False))  # has it no turns?
        low, high = self.rules.MIN_PLAYERS, self.rules.MAX_PLAYERS
        count = whole(players)
        if count is None or not low <= count <= high:
            raise CinquinaError(f"{slug} is for {low} to {high} players, not {shown(players)}.")
        self.players = count
        self.given = options  # as asked for; what was not is at its default in `options`
        self.options = resolve(slug, self.rules.OPTIONS, options)
        if cards is not None and "deck" in options:
            raise CinquinaError("Give either the option deck or a deck of your own, not both.")
        if cards is not None and not isinstance(cards, Mapping):
            raise CinquinaError(f"A deck is a mapping of cards to copies, not {shown(cards)}.")
        self.cards = None if cards is None else dict(cards)
        standard = self.rules.standard_deck(self.options)
        deck = standard if self.cards is None else self.cards
        deck = check_deck(slug, self.rules.CARDS, self.rules.MOST_CARDS, deck)
        try:
            self.deck: Deck = self.rules.fit_deck(deck, count, self.options)
        except ValueError as problem:
            raise CinquinaError(f"This deck can't be dealt: {problem}.") from None
        if self.cards is not None and "deck" in self.options:
            self.options["deck"] = sum(self.deck.values())

    @classmethod
    def of(
        cls, slug: str, players: int, options: Mapping[str, Any], cards: Mapping[str, int] | None
    ) -> Game:
        """The same from options by name, whatever those names are."""
        resolve(slug, games.load(slug).OPTIONS, options)
        return cls(slug, players, cards, **options)

    def __reduce__(self) -> tuple[Any, ...]:  # its rules are a module, which can't be copied
        return Game.of, (self.slug, self.players, self.given, self.cards)

    def __repr__(self) -> str:
        own = {} if self.cards is None else {"cards": self.cards}
        options = "".join(f", {k}={v!r}" for k, v in (own | self.given).items())
        return f"Game({self.slug!r}, players={self.players}{options})"

    @property
    def name(self) -> str:
        return str(self.rules.NAME)

    def blank(self) -> States:
        """An array of one record with the players and options set, nothing dealt."""
        states = alloc(1, self.rules.STATE)
        s = look(states, 0)
        s.players = self.players
        for option in self.rules.OPTIONS:
            if option.field:
                setattr(s, option.name, int(self.options[option.name]))
        return states

    def card_codes(self) -> Array:
        """The deck as an array of card numbers, for `deal`."""
        codes = [self.rules.CARDS.index(card) for card, n in self.deck.items() for _ in range(n)]
        return numbers(codes)

    def aids(self, view: Mapping[str, Any], player: int | None) -> dict[str, Any]:
        """What a good table tells besides the cards: from a view, so no more than that tells."""
        told = getattr(self.rules, "aids", None)
        return {} if told is None else dict(told(view, player, self.options, self.deck))

    def why_not(self, view: Mapping[str, Any], player: int, action: str) -> Why:
        """Why an action is not legal on a view: a key of the game's and facts to it."""
        told = getattr(self.rules, "why_not", None)
        found: Why = NO_ACTION if told is None else told(view, player, action, self.options)
        return found

    def deal(self, seed: int | None = None, number: int = 0) -> Table:
        """A new table. The same seed deals the same game; none takes a secret one.

        `number` counts the games of one seed, as simulations do."""
        if seed is None:
            seed = secrets.randbits(SEED_BITS)
        if (found := whole(seed)) is not None:
            seed = found
        if type(number) is not int or not 0 <= number < 1 << 63:
            raise CinquinaError(
                f"A game's number is a whole number below 2**63, not {shown(number)}."
            )
        states = self.blank()
        cards = self.card_codes()
        _start(states, numbers(key(seed)), number)
        deal_at(states, 0, cards, len(cards))
        return Table(self, states, seed, number)

    def position(self, state: Mapping[str, Any], seed: int = 0) -> Table:
        """A table set up as a full state in JSON says; chance goes on from the seed."""
        states = self.blank()
        s = look(states, 0)
        try:
            s.phase = self.rules.PHASES.index(state["phase"])
            cards = sum(count_cards(state[k], self.rules.CARDS) for k in state if k != "known")
            if cards > self.rules.MOST_CARDS:
                raise ValueError(f"there is room for {self.rules.MOST_CARDS} cards, not {cards}")
            self.rules.read(s, dict(state))
            _start(states, numbers(key(seed)), 0)
            table = Table(self, states, None, 0)
            check_position(table, state)
        except KeyError as missing:
            raise CinquinaError(f"The state lacks {missing}.") from None
        except (ValueError, IndexError, TypeError, AttributeError) as problem:
            raise CinquinaError(f"This is no state of {self.slug}: {problem}.") from None
        return table


class Table:
    """One game being played."""

    def __init__(self, game: Game, states: States, seed: int | None, number: int) -> None:
        self.game = game
        self.states = states  # one record; kernels take (states, 0)
        self._s = look(states, 0)
        self.seed, self.number = seed, number  # seed None: set up, not dealt
        self.history: list[tuple[int, str, int | None]] = []  # player, action, ms
        self.rooms = alloc(1, ROOM)
        self._actions = look(self.rooms, 0).actions
        self._scores, self._winners = alloc(game.players, "i8"), alloc(game.players, "i8")
        self._actors: tuple[int, ...] = ()  # after `_asked` moves
        self._choices: dict[int, list[int]] = {}  # of a player, then too
        self._asked = -1

    # --- What there is to know ---

    @property
    def to_act(self) -> tuple[int, ...]:
        """The players who may act now."""
        if self._asked != len(self.history):  # once for each position: it is asked for often
            seats = actors_at(self.states, 0)
            self._actors = tuple(p for p in range(self.game.players) if seats >> p & 1)
            self._choices = {}
            self._asked = len(self.history)
        return self._actors

    @property
    def over(self) -> bool:
        return bool(self._s.phase == 0)

    @property
    def scores(self) -> list[int]:
        return self._standing()[0]

    @property
    def winners(self) -> list[int]:
        """Who won; empty until the game is over."""
        return self._standing()[1]

    @property
    def places(self) -> list[int]:
        """Who is where, as it stands: 1 is ahead of all. What the rules rank equal shares one."""
        found = alloc(self.game.players, "i8")
        _places(self.states, found)
        return list(map(int, found))

    @property
    def commitment(self) -> str | None:
        """The hash that is published before play; `cinquina verify` checks it."""
        return None if self.seed is None else commitment(self.seed)

    def legal(self, player: int) -> list[str]:
        """The legal actions of a player now, in notation."""
        self._check_player(player)
        return [self.game.rules.ACTIONS[a] for a in self.legal_codes(player)]

    def legal_codes(self, player: int) -> list[int]:
        """The legal actions of a player now, by number."""
        return list(self._codes(player)) if player in self.to_act else []

    def _codes(self, player: int) -> list[int]:
        """Those of one who may act: asked for before a move is made, and to check it."""
        if player not in self._choices:
            n = legal_at(self.states, 0, player, self.rooms)
            self._choices[player] = list(self._actions[:n])
        return self._choices[player]

    def state(self) -> dict[str, Any]:
        """Everything."""
        return self._show(Sight(everything=True))

    def view(self, player: int | None = None) -> dict[str, Any]:
        """What a player may know; without a player, what a spectator may."""
        if player is not None:
            self._check_player(player)
        return self._show(Sight(player))

    def views(self, players: Iterable[int | None]) -> list[dict[str, Any]]:
        """The views of several players at once. They share what all may know: change nothing."""
        return apart(self._show(Shared()), players)

    def aids(self, player: int | None = None) -> dict[str, Any]:
        """What a good table tells a player besides the cards; nothing that is hidden."""
        return self.game.aids(self.view(player), player)

    def why_not(self, player: int, action: str) -> Why:
        """Why an action that is not legal now is not: a key, and the facts to it."""
        return self.game.why_not(self.view(player), player, action)

    def observation(self, player: int) -> Array:
        """What a player may know as a row of whole numbers: see `cinquina.core.observation`."""
        self._check_player(player)
        out = np.zeros((1, observation.size(self.game.rules.STATE)), "i8")
        observation.observe_at(self.states, player, handed(out))
        return out[0]

    def imagined(self, player: int, seed: int = 0, number: int = 0) -> Table:
        """A table as this player may imagine it: all that is hidden is a random guess."""
        self._check_player(player)
        other = self.copy()
        chance = alloc(4, "i8")
        start(chance, numbers(key(seed, "imagine")), number)
        imagine_at(other.states, 0, player, chance)
        other.seed = None
        return other

    def hint(self, player: int, sims: int = hints.SIMS, seed: int = 0) -> hints.Hint:
        """The best action for a player, the chances of all legal ones, and why.

        It knows what the player knows. More simulations, more certainty."""
        return hints.hint(self, self._check_player(player), sims, seed)

    # --- Play ---

    def play(self, player: int, action: str, ms: int | None = None) -> list[Event]:
        """Carry out an action; what it brought about. IllegalAction leaves the table unchanged.

        `ms` is the time on the table's clock, for the replay."""
        if self.over:
            raise IllegalAction("The game is over: nobody acts any more.")
        player, ms = self._check_player(player), self._check_clock(ms)
        if player not in self.to_act:
            others = " or ".join(str(p) for p in self.to_act)
            raise IllegalAction(f"Player {player} may not act now, but player {others}.")
        codes = self._codes(player)
        names = self.game.rules.ACTIONS
        code = next((a for a in codes if names[a] == action), None)
        if code is None:
            raise IllegalAction(self._refusal(action, [names[a] for a in codes]))
        apply_at(self.states, 0, player, code)
        self.history.append((player, action, ms))
        events: list[Event] = self.game.rules.events(list(self._s.news[: self._s.told]))
        return events

    def copy(self) -> Table:
        """The same game at the same point; playing on one leaves the other alone."""
        other = Table(self.game, alloc(1, self.game.rules.STATE), self.seed, self.number)
        other.states.view(np.ndarray)[:] = self.states.view(np.ndarray)
        other.history = list(self.history)
        return other

    # --- Keeping ---

    def record(self) -> str:
        """The replay: a text that a person can read and `cinquina.replay` rebuilds."""
        from cinquina.replays import write

        return write(self)

    def to_bytes(self) -> bytes:
        """The table with its history, sealed: `Table.from_bytes` takes nothing else."""
        head = {
            "layout": layout_id(self.game.rules.STATE),
            "game": self.game.slug,
            "rules": self.game.rules.VERSION,
            "players": self.game.players,
            "options": self.game.given,
            "cards": self.game.cards,
            "seed": self.seed,
            "number": self.number,
            "history": self.history,
        }
        body = json.dumps(head, separators=(",", ":")).encode() + b"\n" + self.state_bytes()
        return MAGIC + hashlib.sha256(body).digest() + body

    def state_bytes(self) -> bytes:
        """The bytes of the record alone, with its generator and the news of the last action."""
        return bytes(self.states.view(np.ndarray).tobytes())

    @classmethod
    def from_bytes(cls, data: bytes) -> Table:
        """The table that `to_bytes` wrote; BadReplay if it is damaged or from elsewhere.

        A game that was dealt is played again and compared. A position that was set up can't be:
        its bytes are to be kept where nobody else writes."""
        if not isinstance(data, bytes) or not data.startswith(MAGIC):
            raise BadReplay("These bytes are no saved table: only what to_bytes gave is read.")
        seal, body = data[len(MAGIC) : len(MAGIC) + 32], data[len(MAGIC) + 32 :]
        if hashlib.sha256(body).digest() != seal:
            raise BadReplay("The saved table is damaged: take another copy, or its replay.")
        line, _, raw = body.partition(b"\n")
        try:
            return cls._opened(json.loads(line), raw)
        except (KeyError, TypeError, ValueError) as problem:
            raise BadReplay(f"The saved table is not one: {problem}") from None

    @classmethod
    def _opened(cls, head: dict[str, Any], raw: bytes) -> Table:
        game = Game.of(head["game"], head["players"], head["options"], head["cards"])
        if head["layout"] != layout_id(game.rules.STATE) or head["rules"] != game.rules.VERSION:
            raise BadReplay(
                f"The table was saved by another version of {game.slug}: read its replay instead."
            )
        table = cls(game, alloc(1, game.rules.STATE), head["seed"], head["number"])
        table.states.view(np.ndarray)[:] = np.frombuffer(raw, game.rules.STATE)
        table.history = [(player, action, ms) for player, action, ms in head["history"]]
        if table.seed is not None and not table._is_what_was_played():
            raise ValueError("its moves do not lead to its position.")
        return table

    def _is_what_was_played(self) -> bool:
        again = self.game.deal(self.seed, self.number)
        for move in self.history:
            again.play(*move)
        return again.state_bytes() == self.state_bytes()

    # --- Inside ---

    def _check_clock(self, ms: int | None) -> int | None:
        if ms is None:
            return None
        last = next((ms for _, _, ms in reversed(self.history) if ms is not None), 0)
        time = whole(ms)
        if time is None or time < last:
            raise CinquinaError(f"A clock only goes on: {shown(ms)} is no time after {last}.")
        return time

    def _check_player(self, player: int) -> int:
        seat = whole(player)
        if seat is None or not 0 <= seat < self.game.players:
            most = self.game.players - 1
            raise IllegalAction(
                f"Players are numbered 0 to {most}; there is no player {shown(player)}."
            )
        return seat

    def _refusal(self, action: str, legal: list[str]) -> str:
        some = ", ".join(legal[:12]) + (f" and {len(legal) - 12} more" if len(legal) > 12 else "")
        if action not in self.game.rules.ACTIONS:
            return f"{shown(action)} is no action of {self.game.slug}. Legal now: {some}."
        return f"{action!r} is not legal now. Legal: {some}."

    def _standing(self) -> tuple[list[int], list[int]]:
        scores, winners = self._scores, self._winners
        _standing(self.states, scores, winners)
        return scores.tolist(), [p for p, won in enumerate(winners) if won] if self.over else []

    def _show(self, sight: Sight) -> dict[str, Any]:
        s = self._s
        if self.over:  # then nothing is hidden any more; a view keeps its own keys
            sight.open_all()
        scores, winners = self._standing()
        return {
            "phase": self.game.rules.PHASES[s.phase],
            "to_act": list(self.to_act),
            "scores": scores,
            "winners": winners,
            "over": self.over,
            **self.game.rules.show(s, sight),
        }


def check_position(table: Table, state: Mapping[str, Any]) -> None:
    """ValueError if a position is none: it must say what it was given, and somebody must act."""
    rules, s = table.game.rules, look(table.states, 0)
    for name, seen in SEEN[rules.STATE].items():
        if seen is WHO and not -1 <= getattr(s, name) < table.game.players:
            raise ValueError(f"{name} is no player")
    for name, value in rules.show(s, Sight(everything=True)).items():
        if name in state and any_order(state[name]) != any_order(value):
            raise ValueError(f"{name} can't be {shown(state[name])} here")
    if not table.over and not (table.to_act and all(table.legal(p) for p in table.to_act)):
        raise ValueError("nobody could act")


def any_order(value: Any) -> Any:
    """Lists of cards sorted, for comparison."""
    if isinstance(value, list):
        items = [any_order(item) for item in value]
        return sorted(items) if all(isinstance(item, str) for item in items) else items
    return value


def count_cards(place: Any, names: tuple[str, ...]) -> int:
    """The cards in a part of a state, wherever a list has them; a joker may show its value."""
    if isinstance(place, list):
        return sum(count_cards(item, names) for item in place)
    return int(isinstance(place, str) and place.partition("=")[0] in names)


def whole(value: Any) -> int | None:
    """A whole number of any kind, NumPy's too; None if it is none."""
    if type(value) is int:
        return value
    try:
        return None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return None
