"""A naive reference implementation of push, written from rules.md and notation.md only.

It knows nothing of the engine. The one outcome of chance in it, the face of the die, is
taken from the engine's roll event.
"""

from copy import deepcopy
from typing import Any

COLORS = {"R": "red", "B": "blue", "G": "green", "Y": "yellow", "P": "purple"}
FACES = ["red", "blue", "green", "yellow", "purple", "star"]


def _color(card: str) -> str:
    return COLORS[card[0]]


def _number(card: str) -> int:
    return int(card[1])


def _fits(card: str, column: list[str]) -> bool:
    """PU-R5: no number, no colour and no dice card twice in a column."""
    for other in column:
        if card == "dice" or other == "dice":
            if card == other:
                return False
        elif _color(card) == _color(other) or _number(card) == _number(other):
            return False
    return True


class Oracle:
    """One game of push, followed action by action."""

    def __init__(self, players: int, options: dict[str, Any], state: dict[str, Any]) -> None:
        self.dealt = deepcopy(state)
        given = deepcopy(state)
        self.players = players
        self.risk = bool(options["risk"])
        self.bank_again = bool(options["bank_again"])
        self.keep_direction_cards = bool(options["keep_direction_cards"])
        self.phase: str = given["phase"]
        self.winners: list[int] = given["winners"]
        self.current: int = given["current"]
        self.deck: list[str] = given["deck"]
        self.discard: list[str] = given["discard"]
        self.drawn: str | None = given["drawn"]
        self.columns: list[list[str]] = given["columns"]
        self.switches: int = given["switches"]
        self.open: list[list[str]] = given["open"]
        self.protected: list[list[str]] = given["protected"]
        self.protected_colors: list[list[str]] = given["protected_colors"]
        self.takers: list[int] = given["takers"]
        self.last_events: list[dict[str, Any]] = []

    def check_deal(self, cards: dict[str, int]) -> None:
        """The state given to the constructor is a correct set-up."""
        assert self.dealt == self.state(), "keys or derived values of the dealt state"
        expected = sorted(card for card in cards for _ in range(cards[card]))
        # PU-R2: with two players the direction cards are taken out
        if self.players == 2 and not self.keep_direction_cards:
            expected = [card for card in expected if card != "switch"]
        assert 2 <= self.players <= 6
        # PU-R1: everything else is in the deck; a random player starts
        assert sorted(self.deck) == expected
        assert self.current in range(self.players)
        assert self.phase == "turn" and self.winners == []
        nothing: list[list[str]] = [[] for _ in range(self.players)]
        assert self.open == nothing
        assert self.protected == nothing
        assert self.protected_colors == nothing
        assert self.columns == [[], [], []]
        assert self.discard == [] and self.drawn is None
        assert self.switches == 0 and self.takers == []

    def _to_act(self) -> list[int]:
        if self.phase == "over":
            return []
        if self.phase == "take":
            return [self.takers[0]]
        return [self.current]

    def _places(self, card: str) -> list[int]:
        """The columns (1-3) where the card may go; of the empty ones only the lowest."""
        places: list[int] = []
        empty_seen = False
        for number in (1, 2, 3):
            column = self.columns[number - 1]
            if not column:
                if not empty_seen:
                    places.append(number)  # PU-R4: a new column
                empty_seen = True
            elif _fits(card, column):
                places.append(number)
        return places

    def _lying(self) -> list[int]:
        """The columns (1-3) with cards."""
        return [number for number in (1, 2, 3) if self.columns[number - 1]]

    def legal(self, player: int) -> list[str]:
        """All legal actions of this player now."""
        if player not in self._to_act():
            return []
        if self.phase == "place":
            assert self.drawn is not None
            return [f"place {number}" for number in self._places(self.drawn)]
        # PU-R6, PU-G1: stopping needs a column; PU-G4: taking is compulsory
        takes = [f"take {number}" for number in self._lying()]
        if self.phase == "take":
            return takes
        actions: list[str] = []
        if self.deck:  # PU-G5: with an empty deck you must stop
            actions.append("flip")
        # PU-R3, PU-G1: protecting only as long as no card has been turned up in this turn
        if not takes and self.switches == 0:
            # PU-G3: only a colour of which you own an unprotected card
            for color in sorted({_color(card) for card in self.open[player]}):
                actions.append("protect " + color)
        return actions + takes

    def play(
        self, player: int, action: str, after: dict[str, Any], events: list[dict[str, Any]]
    ) -> None:
        """Carry out a legal action."""
        assert action in self.legal(player), f"illegal for {player}: {action}"
        self.last_events = []
        if action == "flip":
            self._flip(player, events)
            return
        verb, what = action.split(" ")
        if verb == "place":
            assert self.drawn is not None
            self.columns[int(what) - 1].append(self.drawn)
            self.drawn = None
            self.phase = "turn"
        elif verb == "protect":
            self._protect(player, what)
        else:
            self._take(player, int(what), events)

    def _flip(self, player: int, events: list[dict[str, Any]]) -> None:
        card = self.deck.pop(0)
        if card == "switch":
            # PU-R5, PU-R9: it never enters a column
            self.discard.append(card)
            self.switches += 1
            # PU-G5: the last card and no column: the turn and the game end
            if not self.deck and not self._lying():
                self._end_turn()
            return
        if self._places(card):
            # PU-G2: it must be placed
            self.drawn = card
            self.phase = "place"
            return
        # PU-R11: it fits nowhere
        self.discard.append(card)
        self.last_events.append({"type": "busted", "player": player, "card": card})
        self._roll(player, events)
        self._others_take()

    def _protect(self, player: int, color: str) -> None:
        # PU-R12
        mine = [card for card in self.open[player] if _color(card) == color]
        self.open[player] = [card for card in self.open[player] if _color(card) != color]
        self.protected[player].extend(mine)
        if color not in self.protected_colors[player]:
            self.protected_colors[player].append(color)
        self._end_turn()

    def _take(self, player: int, number: int, events: list[dict[str, Any]]) -> None:
        column = self.columns[number - 1]
        self.columns[number - 1] = []
        # PU-R6, PU-R7: the number cards first
        for card in column:
            if card == "dice":
                self.discard.append(card)
            elif _color(card) in self.protected_colors[player] and not self.bank_again:
                self.protected[player].append(card)  # PU-R12: before any roll
            else:
                self.open[player].append(card)
        if "dice" in column:
            self._roll(player, events)
        if self.phase == "take":
            self.takers.pop(0)
            self._go_on_taking()
        else:
            self._others_take()

    def _roll(self, player: int, events: list[dict[str, Any]]) -> None:
        """Roll for this player's unprotected cards; the face is the engine's."""
        faces = [event["face"] for event in events if event["type"] == "roll"]
        assert len(faces) == 1, "one roll of the die expected"
        assert faces[0] in FACES
        face = faces[0]
        if face == "star":
            # PU-R7: a star costs nothing; PU-R14: with `risk` it costs everything
            lost = list(self.open[player]) if self.risk else []
        else:
            lost = [card for card in self.open[player] if _color(card) == face]
        for card in lost:
            self.open[player].remove(card)
            self.discard.append(card)
        self.last_events.append({"type": "roll", "player": player, "face": face, "lost": lost})

    def _others_take(self) -> None:
        """PU-R8: the others from the left; PU-R9: from the right after an odd number."""
        step = -1 if self.switches % 2 == 1 else 1
        order = [(self.current + step * i) % self.players for i in range(1, self.players)]
        # one column each, while there are columns
        self.takers = order[: len(self._lying())]
        self._go_on_taking()

    def _go_on_taking(self) -> None:
        if self.takers:
            self.phase = "take"
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        # PU-R10, PU-G6: left-over columns are discarded, without a roll
        for column in self.columns:
            self.discard.extend(column)
        self.columns = [[], [], []]
        self.takers = []
        self.switches = 0
        if self.deck:
            self.phase = "turn"
            self.current = (self.current + 1) % self.players  # PU-R1: always clockwise
            return
        # PU-R13: the game ends
        self.phase = "over"
        results = [(score, self._owned(s)) for s, score in enumerate(self._scores())]
        self.winners = [s for s in range(self.players) if results[s] == max(results)]

    def _owned(self, player: int) -> int:
        return len(self.open[player]) + len(self.protected[player])

    def _scores(self) -> list[int]:
        """PU-R13: all your cards, open and protected."""
        totals: list[int] = []
        for seat in range(self.players):
            totals.append(sum(_number(card) for card in self.open[seat] + self.protected[seat]))
        return totals

    def state(self) -> dict[str, Any]:
        """The full state."""
        return deepcopy(
            {
                "phase": self.phase,
                "to_act": self._to_act(),
                "scores": self._scores(),
                "winners": self.winners,
                "over": self.phase == "over",
                "current": self.current,
                "deck": self.deck,
                "discard": self.discard,
                "drawn": self.drawn,
                "columns": self.columns,
                "switches": self.switches,
                "open": self.open,
                "protected": self.protected,
                "protected_colors": self.protected_colors,
                "takers": self.takers,
            }
        )

    def events(self) -> list[dict[str, Any]]:
        """The events of the last action."""
        return deepcopy(self.last_events)

    def view(self, seat: int | None) -> dict[str, Any]:
        """What this seat may know: all but the deck (PU-G7: protected piles are public)."""
        seen = self.state()
        if self.phase != "over":
            seen["deck"] = len(self.deck)
        return seen
