"""A naive reference implementation of add-up, written from rules.md and notation.md only.

It knows nothing of the engine. The one outcome of chance in it, the place to which a joker
turned up as an opening card goes back, is inferred from the engine's state and checked.
"""

from copy import deepcopy
from typing import Any

JOKERS = ["W", "Y"]


def _value(card: str) -> int:
    """The value of a card on the table: "7" is 7, "W=3" is 3."""
    return int(card.split("=")[-1])


def _plain(card: str) -> str:
    """The card off the table: "W=3" is "W"."""
    return card.split("=")[0]


def _sum(row: list[str]) -> int:
    return sum(_value(card) for card in row)


def _is_subsequence(part: list[str], whole: list[str]) -> bool:
    """Whether the cards of `part` lie in `whole` in the same order, perhaps with gaps."""
    found = 0
    for card in whole:
        if found < len(part) and part[found] == card:
            found += 1
    return found == len(part)


class Oracle:
    """One game of add-up, followed action by action."""

    def __init__(self, players: int, options: dict[str, Any], state: dict[str, Any]) -> None:
        self.dealt = deepcopy(state)
        given = deepcopy(state)
        self.players = players
        self.yellow_max = int(options["yellow_max"])
        self.capturer_leads = bool(options["capturer_leads"])
        self.last_capturer_takes = bool(options["last_capturer_takes"])
        self.phase: str = given["phase"]
        self.to_act: list[int] = given["to_act"]
        self.winners: list[int] = given["winners"]
        self.deck: list[str] = given["deck"]
        self.top: list[str] = given["top"]
        self.bottom: list[str] = given["bottom"]
        self.hands: list[list[str]] = given["hands"]
        self.captured: list[list[str]] = given["captured"]
        self.last_capturer: int | None = given["last_capturer"]
        self.unclaimed: list[str] = given["unclaimed"]
        self.last_events: list[dict[str, Any]] = []

    def check_deal(self, cards: dict[str, int]) -> None:
        """The state given to the constructor is a correct set-up."""
        assert self.dealt == self.state(), "keys or derived values of the dealt state"
        expected = sorted(card for card in cards for _ in range(cards[card]))
        assert 2 <= self.players <= 6
        # AU-R1: three each, one card in each row
        assert len(self.hands) == self.players
        assert all(len(hand) == 3 for hand in self.hands)
        assert len(self.top) == 1 and len(self.bottom) == 1
        # AU-G3: no jokers as openings (there are always enough other cards at the deal)
        assert self.top[0] in "123456789" and self.bottom[0] in "123456789"
        everything = self.deck + self.top + self.bottom
        for hand in self.hands:
            everything = everything + hand
        assert sorted(everything) == expected
        assert self.captured == [[] for _ in range(self.players)]
        assert self.last_capturer is None and self.unclaimed == []
        # AU-R2: the starter is chosen by chance
        assert len(self.to_act) == 1 and self.to_act[0] in range(self.players)
        assert self.phase == "turn" and self.winners == []

    def legal(self, player: int) -> list[str]:
        """All legal actions of this player now."""
        if player not in self.to_act:
            return []
        shown: list[str] = []
        for card in sorted(set(self.hands[player])):
            if card == "W":
                # AU-R6
                shown.extend(f"W={value}" for value in range(0, 6))
            elif card == "Y":
                # AU-R6, AU-G6
                shown.extend(f"Y={value}" for value in range(10, self.yellow_max + 1))
            else:
                shown.append(card)
        # AU-R3
        return [f"play {card} {row}" for card in shown for row in ("top", "bottom")]

    def play(
        self, player: int, action: str, after: dict[str, Any], events: list[dict[str, Any]]
    ) -> None:
        """Carry out a legal action."""
        assert action in self.legal(player), f"illegal for {player}: {action}"
        self.last_events = []
        _, card, row = action.split(" ")
        self.hands[player].remove(_plain(card))
        if row == "top":
            self.top.append(card)
        else:
            self.bottom.append(card)
        # AU-R3: draw one, while there are cards; AU-G2: before the openings are placed
        if self.deck:
            self.hands[player].append(self.deck.pop(0))
        # AU-R4: equal sums; AU-G5: only with a card in each row
        capture = bool(self.top) and bool(self.bottom) and _sum(self.top) == _sum(self.bottom)
        if capture:
            self.last_capturer = player
            self._win_table(player)
            self._openings(after)
        self._next(player, capture)

    def _win_table(self, player: int) -> None:
        """All cards on the table go to this player."""
        cards = [_plain(card) for card in self.top + self.bottom]
        self.captured[player].extend(cards)
        self.top = []
        self.bottom = []
        self.last_events.append({"type": "captured", "player": player, "cards": len(cards)})

    def _openings(self, after: dict[str, Any]) -> None:
        """Two new opening cards; the top row is filled first."""
        before = list(self.deck)
        numbers = [place for place in range(len(before)) if before[place] not in JOKERS]
        if len(numbers) == 0:
            # AU-G3: only jokers are left: they stay; AU-G4: fewer than two cards
            self.top = [self._opening(card) for card in before[0:1]]
            self.bottom = [self._opening(card) for card in before[1:2]]
            self.deck = before[2:]
            return
        # AU-G3: jokers that lie before the number card are turned up and go back somewhere;
        # number cards never go back, so they come out in their order.
        self.top = [before[numbers[0]]]
        if len(numbers) >= 2:
            last = numbers[1]
            self.bottom = [before[last]]
            turned = [card for card in before[:last] if card in JOKERS]
            self.deck = self._put_back(before[last + 1 :], turned, list(after["deck"]))
            return
        # One number card: the bottom row gets the first of the jokers that are left, if any.
        last = numbers[0]
        turned = before[:last]
        now = list(after["deck"])
        if len(before) > 1:
            assert len(after["bottom"]) == 1, "a joker must open the bottom row"
            now = [_plain(after["bottom"][0])] + now
        left = self._put_back(before[last + 1 :], turned, now)
        self.bottom = [self._opening(card) for card in left[0:1]]
        self.deck = left[1:]

    def _opening(self, card: str) -> str:
        """An opening card as it lies. AU-G3: a white joker counts 0, a yellow one 10."""
        return {"W": "W=0", "Y": "Y=10"}.get(card, card)

    def _put_back(self, rest: list[str], turned: list[str], now: list[str]) -> list[str]:
        """The deck `rest` after the jokers in `turned` went to random places of it.

        `now` is that deck according to the engine. It must have the right cards, and those
        that were never turned up must lie in it in their old order.
        """
        assert sorted(now) == sorted(rest + turned), "wrong cards after the openings"
        assert _is_subsequence(rest, now), "the deck's order changed with the openings"
        return now

    def _next(self, player: int, capture: bool) -> None:
        # AU-R5: the game ends when all cards are played
        if all(len(hand) == 0 for hand in self.hands):
            self._finish()
            return
        # AU-R2, AU-G1: the next player, or the capturer
        following = (player + 1) % self.players
        if capture and self.capturer_leads:
            following = player
        # AU-G8: a player without cards is skipped
        while not self.hands[following]:
            following = (following + 1) % self.players
        self.to_act = [following]

    def _finish(self) -> None:
        # AU-G7: what is left on the table
        if self.top or self.bottom:
            if self.last_capturer_takes and self.last_capturer is not None:
                self._win_table(self.last_capturer)
            else:
                self.unclaimed = [_plain(card) for card in self.top + self.bottom]
                self.top = []
                self.bottom = []
        self.phase = "over"
        self.to_act = []
        # AU-R5: most cards won; AU-G8: ties are shared
        best = max(len(cards) for cards in self.captured)
        self.winners = [s for s in range(self.players) if len(self.captured[s]) == best]

    def state(self) -> dict[str, Any]:
        """The full state."""
        return deepcopy(
            {
                "phase": self.phase,
                "to_act": self.to_act,
                "scores": [len(cards) for cards in self.captured],
                "winners": self.winners,
                "over": self.phase == "over",
                "deck": self.deck,
                "top": self.top,
                "bottom": self.bottom,
                "hands": self.hands,
                "captured": self.captured,
                "last_capturer": self.last_capturer,
                "unclaimed": self.unclaimed,
            }
        )

    def events(self) -> list[dict[str, Any]]:
        """The events of the last action."""
        return deepcopy(self.last_events)

    def view(self, seat: int | None) -> dict[str, Any]:
        """What this seat may know (None: a spectator)."""
        seen = self.state()
        if self.phase != "over":
            seen["deck"] = len(self.deck)
            for other in range(self.players):
                if other != seat:
                    seen["hands"][other] = len(self.hands[other])
        return seen
