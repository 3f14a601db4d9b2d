"""A naive reference implementation of seven-ate-nine, written from rules.md and notation.md only.

It shares no code with the engine. Cards are strings such as "5:3", the whole game is one dict
with the keys of notation.md. Slow and plain on purpose: read it next to rules.md, section 1.
"""

from collections import Counter
from copy import deepcopy

HAND = 4  # A9-R2: the opening hand


def _value(card: str) -> int:
    return int(card.split(":")[0])


def _allowed(card: str) -> list[int]:
    """The two values that may follow this top card."""
    # A9-R4: value + number and value - number; above 10 subtract 10, below 1 add 10
    value, number = (int(part) for part in card.split(":"))
    up = value + number
    if up > 10:
        up -= 10
    down = value - number
    if down < 1:
        down += 10
    return [up, down]


class Oracle:
    """One game of seven-ate-nine, followed action by action."""

    def __init__(self, players: int, options: dict, state: dict) -> None:
        self._players = players
        self._options = dict(options)
        self._s: dict = deepcopy(state)
        self._events: list[dict] = []

    # ---- the deal -------------------------------------------------------------------------

    def check_deal(self, cards: dict[str, int]) -> None:
        """Assert that the state given at the start is a correct set-up."""
        s = self._s
        assert 2 <= self._players <= 4, "two to four players"
        total = sum(cards.values())
        assert (total - 1) % self._players == 0, "the deck can't be dealt out evenly"
        each = (total - 1) // self._players  # A9-R1: 36, 24 or 18 of the 73 cards
        assert len(s["hands"]) == self._players, "a hand for each player"
        assert len(s["decks"]) == self._players, "a personal deck for each player"
        for hand, deck in zip(s["hands"], s["decks"], strict=True):
            assert len(hand) == HAND, f"A9-R2: opening hand of {len(hand)}"
            assert len(deck) == each - HAND, f"A9-R1: personal deck of {len(deck)}"
        assert len(s["pile"]) == 1, "A9-R2: the one left-over card starts the pile"
        assert s["last_card"] is None, "no last card yet"
        seen = Counter(self._all_cards())
        assert seen == Counter(cards), f"the deck is not dealt as it is: {seen}"
        for card in seen:
            value, number = (int(part) for part in card.split(":"))
            assert 1 <= value <= 10 and 1 <= number <= 3, f"no such card: {card}"
        assert s["phase"] == "race" and s["over"] is False, "the race is on"
        assert s["winners"] == [], "no winners yet"
        assert s["scores"] == [-each] * self._players, f"scores {s['scores']}"
        # A9-R3, A9-R7: everybody can at least draw
        assert list(s["to_act"]) == list(range(self._players)), f"to_act {s['to_act']}"

    def _all_cards(self) -> list[str]:
        s = self._s
        cards = list(s["pile"])
        for hand in s["hands"]:
            cards += hand
        for deck in s["decks"]:
            cards += deck
        if s["last_card"] is not None:
            cards.append(s["last_card"])
        return cards

    # ---- playing --------------------------------------------------------------------------

    def legal(self, player: int) -> list[str]:
        """All legal actions of that player now."""
        s = self._s
        if s["over"]:
            return []
        hand = s["hands"][player]
        deck = s["decks"][player]
        if deck == [] and len(hand) == 1:
            return ["finish"]  # A9-R9; notation: then it is the only action
        actions: list[str] = []
        if deck != []:
            actions.append("draw")  # A9-R7: at any time, no hand limit
        allowed = _allowed(s["pile"][-1])
        for card in hand:
            if _value(card) in allowed and f"play {card}" not in actions:
                actions.append(f"play {card}")  # A9-R5
        return actions

    def play(self, player: int, action: str, after: dict, events: list[dict]) -> None:
        """Carry out a legal action. There is no chance after the deal: `after` is not used."""
        assert action in self.legal(player), f"player {player} may not {action}"
        s = self._s
        self._events = []
        hand = s["hands"][player]
        if action == "draw":
            hand.append(s["decks"][player].pop(0))  # A9-R7: one card at a time
        elif action == "finish":
            # A9-R9, A9-G4: face down, never a new top
            s["last_card"] = hand.pop()
            self._finish([player])
        else:
            card = action.split(" ")[1]
            hand.remove(card)
            s["pile"].append(card)  # A9-R5
        if not s["over"]:
            self._rotate_while_stuck()
        self._refresh()

    def _stuck(self) -> bool:
        # A9-R8: no legal card, no card to draw, nobody who can finish
        return all(self.legal(player) == [] for player in range(self._players))

    def _rotate_while_stuck(self) -> None:
        s = self._s
        rotations = 0
        while self._stuck():
            if rotations == len(s["pile"]):
                # A9-G3: the pile lies as before: fewest cards left wins, ties shared
                left = [self._cards_left(player) for player in range(self._players)]
                self._finish([p for p in range(self._players) if left[p] == min(left)])
                return
            # A9-R8: the bottom card becomes the top card
            bottom = s["pile"].pop(0)
            s["pile"].append(bottom)
            rotations += 1
            self._events.append({"type": "stuck", "top": bottom})

    def _cards_left(self, player: int) -> int:
        return len(self._s["hands"][player]) + len(self._s["decks"][player])

    def _finish(self, winners: list[int]) -> None:
        self._s["over"] = True
        self._s["phase"] = "over"
        self._s["winners"] = winners

    def _refresh(self) -> None:
        """The keys that follow from the rest."""
        s = self._s
        # A9-R10: one negative point for each card left; the winner has none left
        s["scores"] = [-self._cards_left(player) for player in range(self._players)]
        # A9-R3: everybody with a legal action may act
        s["to_act"] = [p for p in range(self._players) if self.legal(p) != []]

    # ---- looking --------------------------------------------------------------------------

    def state(self) -> dict:
        """The full state."""
        keys = ["phase", "to_act", "scores", "winners", "over"]
        keys += ["pile", "hands", "decks", "last_card"]
        return {key: deepcopy(self._s[key]) for key in keys}

    def events(self) -> list[dict]:
        """The events of the last action: `stuck`, one for each rotation."""
        return deepcopy(self._events)

    def view(self, seat: int | None) -> dict:
        """What that seat (None: a spectator) may know."""
        view = self.state()
        if view["over"]:
            return view  # nothing is hidden any more
        for player in range(self._players):
            # A9-R2: the personal decks are face down, one's own too
            view["decks"][player] = len(view["decks"][player])
            if player != seat:
                view["hands"][player] = len(view["hands"][player])
        return view
