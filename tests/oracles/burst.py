"""A naive reference implementation of burst, written from rules.md and notation.md only.

It knows nothing of the engine. The one outcome of chance in it, the order of a freshly
shuffled deck, is taken from the engine's state and checked to be the right set of cards.
"""

from copy import deepcopy
from typing import Any

LIMIT = 21
GOAL = 100
MAX_HAND = 3
MAX_TURNS = 300
MAX_ROUNDS = 200


def _value(card: str) -> int:
    """The number on a card: "4r" is 4, "-2" is -2."""
    return int(card.rstrip("rdts"))


def _sum(cards: list[str]) -> int:
    return sum(_value(card) for card in cards)


class Oracle:
    """One game of burst, followed action by action."""

    def __init__(self, players: int, options: dict[str, Any], state: dict[str, Any]) -> None:
        self.dealt = deepcopy(state)
        given = deepcopy(state)
        self.players = players
        self.options = dict(options)
        self.phase: str = given["phase"]
        self.to_act: list[int] = given["to_act"]
        self.scores: list[int] = given["scores"]
        self.winners: list[int] = given["winners"]
        self.round: int = given["round"]
        self.turns: int = given["turns"]
        self.starter: int = given["starter"]
        self.direction: int = given["direction"]
        self.deck: list[str] = given["deck"]
        self.row: list[str] = given["row"]
        self.discard: list[str] = given["discard"]
        self.hands: list[list[str]] = given["hands"]
        self.pending: str | None = given["pending"]
        self.known: list[list[str]] = [[] for _ in range(players)]
        self.last_events: list[dict[str, Any]] = []

    def _every_card(self) -> list[str]:
        """All cards of the game, wherever they are, sorted."""
        cards = self.deck + self.row + self.discard
        for hand in self.hands:
            cards = cards + hand
        return sorted(cards)

    def check_deal(self, cards: dict[str, int]) -> None:
        """The state given to the constructor is a correct set-up."""
        assert self.dealt == self.state(), "keys or derived values of the dealt state"
        expected = sorted(card for card in cards for _ in range(cards[card]))
        assert 2 <= self.players <= 6
        # BU-R1: everything is shuffled into the deck; chance chooses the starter
        assert sorted(self.deck) == expected
        assert self.starter in range(self.players)
        assert self.to_act == [self.starter]
        # BU-G1: no opening hand
        assert self.hands == [[] for _ in range(self.players)]
        assert self.row == [] and self.discard == [] and self.pending is None
        assert self.direction == 1  # BU-G3
        assert self.round == 1 and self.turns == 0 and self.phase == "turn"
        assert self.scores == [0] * self.players and self.winners == []

    def legal(self, player: int) -> list[str]:
        """All legal actions of this player now."""
        if player not in self.to_act:
            return []
        actions: list[str] = []
        if self.phase == "turn":
            # BU-R2, BU-R3: draw with fewer than three cards; BU-G5: not from an empty deck
            if len(self.hands[player]) < MAX_HAND and self.deck:
                actions.append("draw")
            for card in self.hands[player]:
                if "play " + card not in actions:
                    actions.append("play " + card)
        elif self.phase == "pick":
            # BU-R6, BU-R7: any card of the row but the one just played, which is the last
            for card in self.row[:-1]:
                if "pick " + card not in actions:
                    actions.append("pick " + card)
        return actions

    def play(
        self, player: int, action: str, after: dict[str, Any], events: list[dict[str, Any]]
    ) -> None:
        """Carry out a legal action."""
        assert action in self.legal(player), f"illegal for {player}: {action}"
        self.last_events = []
        if action == "draw":
            self.hands[player].append(self.deck.pop(0))
            self._end_turn(player, after)
            return
        verb, card = action.split(" ")
        if verb == "play":
            self._play_card(player, card, after)
        else:
            self._pick(player, card, after)

    def _play_card(self, player: int, card: str, after: dict[str, Any]) -> None:
        self.hands[player].remove(card)
        if card in self.known[player]:
            # it may have been the card that everybody knows: it need not be held any more
            self.known[player].remove(card)
        self.row.append(card)
        # BU-R6: the action is compulsory
        if card.endswith("r"):
            self.direction = -self.direction
        elif card.endswith("s"):
            others = self.row[:-1]
            same = [other for other in others if _value(other) == _value(card)]
            rest = [other for other in others if _value(other) != _value(card)]
            self.discard.extend(same)  # BU-R9
            self.row = rest + [card]
        elif card.endswith("d") or card.endswith("t"):
            # BU-R7: ignored when the row has no other card
            if len(self.row) > 1:
                self.pending = "discard" if card.endswith("d") else "take"
                self.phase = "pick"
                return
        self._end_turn(player, after)

    def _pick(self, player: int, card: str, after: dict[str, Any]) -> None:
        # of equal cards the earliest goes; BU-G4: its own action does not fire
        self.row.remove(card)
        if self.pending == "take":
            self.hands[player].append(card)
            self.known[player].append(card)
        else:
            self.discard.append(card)  # BU-R9
        self.pending = None
        self.phase = "turn"
        self._end_turn(player, after)

    def _end_turn(self, player: int, after: dict[str, Any]) -> None:
        # BU-G6: a play with its pick is one turn
        self.turns += 1
        # BU-R8, BU-R10: the total counts now
        if _sum(self.row) > LIMIT:
            points = [_sum(hand) for hand in self.hands]
            points[player] = 0
            self._end_round(player, points, after)
            return
        # BU-G6: 300 turns without a burst
        if self.turns >= MAX_TURNS:
            self._end_round(None, [_sum(hand) for hand in self.hands], after)
            return
        # BU-G5: deck empty and nobody holds a card
        if not self.deck and all(len(hand) == 0 for hand in self.hands):
            self._end_round(None, [0] * self.players, after)
            return
        # BU-R1 and reverse; BU-G5: with an empty deck an empty hand is skipped
        following = (player + self.direction) % self.players
        while not self.deck and not self.hands[following]:
            following = (following + self.direction) % self.players
        self.to_act = [following]

    def _end_round(self, player: int | None, points: list[int], after: dict[str, Any]) -> None:
        self.last_events.append(
            {
                "type": "burst",
                "player": player,
                "total": _sum(self.row),
                "points": list(points),
                "row": list(self.row),
                "hands": deepcopy(self.hands),
            }
        )
        # BU-R11: points are added up
        for seat in range(self.players):
            self.scores[seat] += points[seat]
        # BU-R12, BU-G9
        if max(self.scores) >= GOAL or self.round >= MAX_ROUNDS:
            self.phase = "over"
            self.to_act = []
            best = max(self.scores)
            # BU-G7: a tie is shared
            self.winners = [s for s in range(self.players) if self.scores[s] == best]
            return
        # BU-R11: all cards are shuffled again (chance), whoever burst starts
        everything = self._every_card()
        self.deck = list(after["deck"])
        assert sorted(self.deck) == everything, "the new round's deck is not all the cards"
        self.row = []
        self.discard = []
        self.hands = [[] for _ in range(self.players)]
        self.known = [[] for _ in range(self.players)]
        self.direction = 1  # BU-G3
        self.round += 1
        self.turns = 0
        if player is not None:
            self.starter = player
        self.to_act = [self.starter]

    def state(self) -> dict[str, Any]:
        """The full state."""
        return deepcopy(
            {
                "phase": self.phase,
                "to_act": self.to_act,
                "scores": self.scores,
                "winners": self.winners,
                "over": self.phase == "over",
                "round": self.round,
                "turns": self.turns,
                "starter": self.starter,
                "direction": self.direction,
                "deck": self.deck,
                "row": self.row,
                "total": _sum(self.row),  # BU-R5
                "discard": self.discard,
                "hands": self.hands,
                "pending": self.pending,
            }
        )

    def events(self) -> list[dict[str, Any]]:
        """The events of the last action."""
        return deepcopy(self.last_events)

    def view(self, seat: int | None) -> dict[str, Any]:
        """What this seat may know (None: a spectator)."""
        seen = self.state()
        seen["known"] = deepcopy(self.known)
        if self.phase != "over":
            seen["deck"] = len(self.deck)
            # BU-R4: faces are secret, the number of cards is open
            for other in range(self.players):
                if other != seat:
                    seen["hands"][other] = len(self.hands[other])
        return seen
