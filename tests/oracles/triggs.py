"""A naive reference implementation of triggs, written from rules.md and notation.md only.

It shares no code with the engine. Cards are strings "1" to "12", the whole game is one dict with
the keys of notation.md. Slow and plain on purpose: read it next to rules.md, section 3.

The only chance after the deal is the order of a shuffled pile (TR-R9). Cards reach the discard
pile only before the refills of an action, and a refill takes all of it, so that an action has at
most one refill; `_learn_order` finds out how the engine shuffled.
"""

from collections import Counter
from copy import deepcopy

BOXES = [2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5]  # rows 1 to 12, 41 boxes
PILES = ["middle", "left", "right"]  # TR-G5: in the order in which they are filled
OPEN = ["left", "right"]
KEYS = ["phase", "to_act", "scores", "winners", "over", "left", "middle", "right", "discard"]
KEYS += ["box", "hands", "crossed", "value", "made", "void", "starter", "turns"]


class Oracle:
    """One game of triggs, followed action by action."""

    def __init__(self, players: int, options: dict, state: dict) -> None:
        self._players = players
        self._discard_any = bool(options["discard_any"])
        self._finish_round = bool(options["finish_round"])
        self._s: dict = deepcopy(state)
        self._events: list[dict] = []
        self._known: list[list[str]] = [[] for _ in range(players)]
        self._after: dict = {}
        self._after_events: list[dict] = []

    # ---- the deal -------------------------------------------------------------------------

    def check_deal(self, cards: dict[str, int]) -> None:
        """Assert that the state given at the start is a correct set-up."""
        s = self._s
        assert 2 <= self._players <= 4, "two to four players"
        assert Counter(cards) == Counter({str(v): 9 for v in range(1, 13)}), "nine each of 1-12"
        seen = Counter(s["left"] + s["middle"] + s["right"] + s["discard"] + s["box"])
        for hand in s["hands"]:
            seen.update(hand)
        assert seen == Counter(cards), f"the deck is not dealt as it is: {seen}"
        assert len(s["hands"]) == self._players, "a hand for each player"
        assert all(len(hand) == 5 for hand in s["hands"]), "TR-R1: five each"
        rest = 108 - 5 * self._players
        # TR-G6: a quarter, rounded down, for left and for right
        assert len(s["left"]) == rest // 4, f"TR-G6: left {len(s['left'])}"
        assert len(s["right"]) == rest // 4, f"TR-G6: right {len(s['right'])}"
        assert len(s["middle"]) == rest - 2 * (rest // 4), f"TR-G6: middle {len(s['middle'])}"
        assert s["discard"] == [] and s["box"] == [], "nothing discarded yet"
        assert s["crossed"] == [[0] * 12 for _ in range(self._players)], "empty sheets"
        assert s["scores"] == [0] * self._players, "nothing crossed yet"
        assert s["starter"] in range(self._players), "TR-R2: one of the players starts"
        assert list(s["to_act"]) == [s["starter"]], "TR-R2: the starter is to act"
        assert s["phase"] == "turn" and s["over"] is False and s["winners"] == [], "not over"
        assert s["value"] is None and s["made"] == 0, "nothing announced"
        assert s["void"] == [] and s["turns"] == 0, "nothing void, no turns yet"

    # ---- what is legal --------------------------------------------------------------------

    def legal(self, player: int) -> list[str]:
        """All legal actions of that player now."""
        s = self._s
        if s["over"] or player not in s["to_act"]:
            return []
        hand = s["hands"][player]
        if s["phase"] == "draw":
            return self._draws()  # TR-G1: the second card of action A
        if s["phase"] == "make":
            actions = self._uses(player, s["value"])
            if s["made"] >= 1:
                actions.append("done")
            return actions
        if s["phase"] == "bonus":
            # TR-R7 any row with an empty box (the one just filled has none); TR-G2 or decline
            return [f"bonus {row}" for row in range(1, 13) if self._empty(player, row)] + ["skip"]
        actions = []
        if len(hand) < 10:
            actions += self._draws()  # TR-R3: with ten cards A is not allowed
        for value in range(1, 13):
            count = hand.count(str(value))
            if self._discard_any:
                # TR-G4: any number of them, always with the count
                actions += [f"discard {value} x{n}" for n in range(1, count + 1)]
            elif count:
                actions.append(f"discard {value}")  # TR-R4
        for value in range(1, 13):
            if self._uses(player, value):
                actions.append(f"cross {value}")  # TR-G3: only what can be made
        return actions

    def _draws(self) -> list[str]:
        # TR-G5: an empty pile can't be drawn from
        return [f"draw {name}" for name in PILES if self._s[name]]

    def _empty(self, player: int, row: int) -> int:
        """The number of empty boxes in a row 1-12."""
        return BOXES[row - 1] - self._s["crossed"][player][row - 1]

    def _uses(self, player: int, value: int) -> list[str]:
        if self._empty(player, value) == 0:
            return []  # TR-R6, TR-G3
        hand = self._s["hands"][player]
        uses = []
        if str(value) in hand:
            uses.append(f"use {value}")  # TR-R5: one card
        for low in range(1, 13):
            high = value - low
            if low < high and str(low) in hand and str(high) in hand:
                uses.append(f"use {low}+{high}")  # TR-R5: the sum of two
            if low == high and hand.count(str(low)) >= 2:
                uses.append(f"use {low}+{low}")  # TR-G3: 4+4 makes 8
        return uses

    # ---- playing --------------------------------------------------------------------------

    def play(self, player: int, action: str, after: dict, events: list[dict]) -> None:
        """Carry out a legal action; `after` and `events` only tell how a pile was shuffled."""
        assert action in self.legal(player), f"player {player} may not {action}"
        s = self._s
        self._events = []
        self._after = after
        self._after_events = events
        words = action.split(" ")
        if words[0] == "draw":
            self._play_draw(player, words[1])
        elif words[0] == "discard":
            count = s["hands"][player].count(words[1])  # TR-R4: all of them
            if self._discard_any:
                count = int(words[2][1:])  # TR-G4
            self._play_discard(player, words[1], count)
        elif words[0] == "cross":
            s["phase"] = "make"  # TR-R5
            s["value"] = int(words[1])
            s["made"] = 0
        elif words[0] == "use":
            self._play_use(player, words[1].split("+"))
        elif words[0] == "bonus":
            self._cross_one(player, int(words[1]))  # TR-R7
            self._bonus_or_end(player, int(words[1]))
        else:  # "done" ends the making, "skip" declines the extra cross (TR-G2)
            self._end_turn(player)

    def _play_draw(self, player: int, pile: str) -> None:
        s = self._s
        hand = s["hands"][player]
        second = s["phase"] == "draw"
        card = s[pile].pop(0)
        hand.append(card)
        if pile in OPEN:
            self._known[player].append(card)  # everybody saw it
        self._events.append({"type": "drew", "player": player, "from": pile, "cards": 1})
        self._box_and_refill()  # TR-G5: after every card drawn
        # TR-R3: two cards, but one only with nine in hand (now ten)
        if second or len(hand) == 10 or self._draws() == []:
            self._end_turn(player)
        else:
            s["phase"] = "draw"

    def _play_discard(self, player: int, card: str, count: int) -> None:
        s = self._s
        for _ in range(count):
            self._leave_hand(player, card)
        if int(card) in s["void"]:
            s["box"] += [card] * count  # TR-R10: into the box
            self._events.append({"type": "boxed", "cards": [card] * count})
        else:
            s["discard"] += [card] * count  # TR-R4
        self._end_turn(player)

    def _play_use(self, player: int, cards: list[str]) -> None:
        s = self._s
        for card in cards:
            self._leave_hand(player, card)
            s["discard"].append(card)  # TR-R5
        s["made"] += 1
        self._cross_one(player, s["value"])
        if self._empty(player, s["value"]) == 0:
            self._bonus_or_end(player, s["value"])
        elif self._uses(player, s["value"]) == []:
            self._end_turn(player)  # notation: the making ends by itself

    def _leave_hand(self, player: int, card: str) -> None:
        """Take a card out of a hand. It may always have been one that was seen being taken."""
        self._s["hands"][player].remove(card)
        if card in self._known[player]:
            self._known[player].remove(card)

    def _cross_one(self, player: int, row: int) -> None:
        s = self._s
        s["crossed"][player][row - 1] += 1
        s["scores"][player] += 1  # notation: scores are boxes crossed
        # TR-R10, then TR-R11; notation: at once, before anything else
        for value in [12, 11]:
            filled = all(self._empty(p, value) == 0 for p in range(self._players))
            if value in s["void"]:
                continue
            if not filled:
                break  # 11s only after 12s
            s["void"].append(value)
            self._events.append({"type": "void", "value": value})
            self._box_tops()

    def _bonus_or_end(self, player: int, row: int) -> None:
        """After a cross: an extra one if it filled its row and another row has an empty box."""
        filled = self._empty(player, row) == 0
        if filled and any(self._empty(player, other) for other in range(1, 13)):
            self._s["phase"] = "bonus"  # TR-R7: without limit
        else:
            self._end_turn(player)

    # ---- the piles ------------------------------------------------------------------------

    def _box_tops(self) -> None:
        # TR-R10, TR-R11, TR-G7: repeated while a void card lies on top of an open pile
        s = self._s
        boxed = []
        for name in OPEN:
            while s[name] and int(s[name][0]) in s["void"]:
                boxed.append(s[name].pop(0))
        if boxed:
            s["box"] += boxed
            self._events.append({"type": "boxed", "cards": boxed})

    def _box_and_refill(self) -> None:
        s = self._s
        self._box_tops()
        for name in PILES:  # TR-G5: middle, left, right
            if s[name] == [] and s["discard"] != []:
                # TR-R9: the shuffled discard pile becomes that pile
                s[name] = self._learn_order(name, s["discard"])
                s["discard"] = []
                self._events.append({"type": "refilled", "pile": name, "cards": len(s[name])})
        self._box_tops()  # a void card may lie on top of the new pile

    def _learn_order(self, name: str, cards: list[str]) -> list[str]:
        """The order of the new pile: what has left it by the end of the action, then the rest."""
        rest = list(self._after[name])
        gone = Counter(cards)
        gone.subtract(rest)
        assert min(gone.values()) >= 0, f"TR-R9: {name} is not made of the discards: {rest}"
        front = sorted(gone.elements(), key=int)
        # Of the middle pile the front was drawn by draw five, in whatever order. Of an open pile
        # it was boxed: the engine's events after the refill tell the order, if they tell it well.
        boxed: list[str] = []
        refilled = False
        for event in self._after_events:
            if event["type"] == "refilled":
                refilled = True
            if event["type"] == "boxed" and refilled:
                boxed += event["cards"]
        if sorted(boxed, key=int) == front:
            front = boxed
        return front + rest

    # ---- the end of a turn ----------------------------------------------------------------

    def _end_turn(self, player: int) -> None:
        # notation: extra crosses (done before), win, refill, draw five, next player
        s = self._s
        full = [p for p in range(self._players) if s["scores"][p] == sum(BOXES)]
        s["value"] = None
        s["made"] = 0
        s["turns"] += 1
        round_over = s["turns"] % self._players == 0
        if full and (round_over or not self._finish_round):
            self._finish(full)  # TR-R12 at once; TR-G9 when all have had as many turns
            return
        self._box_and_refill()  # TR-G5: at the end of the turn
        if s["hands"][player] == []:  # never so after action A
            self._draw_five(player)
        if s["turns"] == 1000:
            # TR-G10: most boxes crossed wins, ties shared
            most = max(s["scores"])
            self._finish([p for p in range(self._players) if s["scores"][p] == most])
            return
        s["phase"] = "turn"
        s["to_act"] = [(player + 1) % self._players]  # TR-R2: clockwise

    def _draw_five(self, player: int) -> None:
        # TR-R8: hand empty after B or C: five from the middle pile
        s = self._s
        drawn = 0
        while drawn < 5 and s["middle"]:  # TR-G8: take what there is
            s["hands"][player].append(s["middle"].pop(0))
            drawn += 1
            if drawn == 5 or (s["middle"] == [] and s["discard"] == []):  # that was the last one
                event = {"type": "drew", "player": player, "from": "middle", "cards": drawn}
                self._events.append(event)
            self._box_and_refill()  # TR-G5: after every card drawn

    def _finish(self, winners: list[int]) -> None:
        self._s["phase"] = "over"
        self._s["over"] = True
        self._s["to_act"] = []
        self._s["winners"] = winners

    # ---- looking --------------------------------------------------------------------------

    def state(self) -> dict:
        """The full state."""
        return {key: deepcopy(self._s[key]) for key in KEYS}

    def events(self) -> list[dict]:
        """The events of the last action: refilled, void, boxed, drew."""
        return deepcopy(self._events)

    def view(self, seat: int | None) -> dict:
        """What that seat (None: a spectator) may know."""
        view = self.state()
        view["known"] = deepcopy(self._known)
        if view["over"]:
            return view  # nothing is hidden any more
        for player in range(self._players):
            if player != seat:
                view["hands"][player] = len(view["hands"][player])
        view["middle"] = len(view["middle"])
        for name in OPEN:  # TR-R1: only the top card is visible
            pile = view[name]
            if pile:
                view[name] = {"top": pile[0], "under": len(pile) - 1}
            else:
                view[name] = {"top": None, "under": 0}
        return view
