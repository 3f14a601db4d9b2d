"""Without turns: who was first, who was late, and who was wrong.

The server alone orders plays. Where the players' connections differ, plays are held for as long as
they differ (the fair window) and put in the order in which they would have come had everybody sat
beside the server: arrival less the round trip that the server has measured, for who is far away
both sees the pile later and is heard later. A play that is no longer possible bounces back, and
says by how much it was late.
"""

import asyncio
import random
from typing import TYPE_CHECKING, Generic, TypeVar

from cinquina.server.messages import Play
from cinquina.server.refusals import Refusal
from cinquina.server.room import now

if TYPE_CHECKING:
    from cinquina.server.live import Live, Viewer

MOST_WINDOW = 120  # milliseconds


Item = TypeVar("Item")


class Order(Generic[Item]):
    """Plays in the order in which they count, each held until none that counts before can come."""

    def __init__(self) -> None:
        # When each is due, the time that counts, a coin for those of the same time.
        self._held: list[tuple[int, int, float, Item]] = []

    def enter(self, item: Item, arrived: int, trip: int, hold: int) -> None:
        """Hold a play. `hold` is the longest round trip that is made up for."""
        counts = arrived - trip
        due = max(arrived, counts + hold)
        self._held.append((due, counts, random.random(), item))

    def next_due(self) -> int | None:
        """When the next one is to be judged; None if nothing is held."""
        return min((play[0] for play in self._held), default=None)

    def due(self, at: int) -> list[Item]:
        """Take out what is to be judged now."""
        # With a play goes whatever counts before it, though a window that has changed says later.
        last = max((counts for due, counts, _, _ in self._held if due <= at), default=-1)
        ripe = [play for play in self._held if play[1] <= last]
        self._held = [play for play in self._held if play[1] > last]
        return [item for *_, item in sorted(ripe, key=lambda play: play[1:3])]


class Race:
    def __init__(self, live: "Live") -> None:
        self._live = live
        self._locked: dict[int, int] = {}  # seats that may not play until then
        self._order: Order[tuple[Viewer, Play, int]] = Order()  # who, what, when it arrived
        self._timer: asyncio.TimerHandle | None = None  # for the next that is due

    def window(self) -> int:
        """The fair window in milliseconds; 0 if there is none."""
        room = self._live.room
        if not room.game.real_time:
            return 0
        asked = room.opened.clock.window
        if asked >= 0:
            return min(asked, MOST_WINDOW)
        trips = self._trips()
        return min(MOST_WINDOW, max(trips) - min(trips))

    def _trips(self) -> list[int]:
        """The round trips of the players in milliseconds; [0] if none is known."""
        seats = range(len(self._live.room.seats))
        return [2 * delay for delay in map(self._live.presence.delay, seats) if delay >= 0] or [0]

    def _longest(self) -> int:
        """The longest round trip that is made up for."""
        automatic = self._live.room.opened.clock.window < 0
        return self.window() + (min(self._trips()) if automatic else 0)

    def hold(self) -> int:
        """How long a bot, which has no delay, waits for those that count before it."""
        return min(MOST_WINDOW, self._longest()) if self._live.room.game.real_time else 0

    def counts(self, viewer: "Viewer", arrived: int) -> int:
        """The time that counts of a play: as if its player sat beside the server."""
        return arrived - min(max(0, 2 * viewer.delay), self._longest())

    def enter(self, viewer: "Viewer", command: Play, arrived: int) -> None:
        """Hold a play until all that count before it have arrived."""
        longest = self._longest()
        trip = arrived - self.counts(viewer, arrived)
        self._order.enter((viewer, command, arrived), arrived, trip, longest)
        self._wait()

    def _wait(self) -> None:
        """Be woken for whatever is held. Timers may go off a little early, and clocks are put
        back: so this is looked at again after each judgement, and nothing is held for ever."""
        if self._timer:
            self._timer.cancel()
        due = self._order.next_due()
        wait = None if due is None else max(0, due - now()) / 1000
        self._timer = None if wait is None else self._live.later(wait, self._judge)

    async def _judge(self) -> None:
        for viewer, command, arrived in self._order.due(now()):
            await self._live.answer(viewer, command, arrived)
        self._wait()

    def lock(self, seat: int, ms: int) -> None:
        """Keep a seat from playing for a while."""
        self._locked[seat] = max(self._locked.get(seat, 0), now() + ms)

    def locked(self) -> dict[int, int]:
        """The seats that may not play, and for how many milliseconds."""
        at = now()
        return {seat: until - at for seat, until in self._locked.items() if until > at}

    def check(self, viewer: "Viewer", seat: int, command: Play, at: int, arrived: int) -> None:
        """May this be played now?"""
        room = self._live.room
        if arrived < room.go_at:
            raise Refusal("countdown", "Wait for “go”.")
        if self._locked.get(seat, 0) > at:
            raise Refusal("locked", "A wrong card: wait a moment before you play again.")
        if command.action in room.legal(seat):
            return
        since = room.late_since(command.v, seat, command.action)
        if since is None:
            self.lock(seat, room.opened.clock.lockout)
            self._live.presence.say()  # a second connection, to another worker, is no way round it
            why = room.why_not(seat, command.action)
            raise Refusal("wrong", f"{command.action[:40]!r} does not fit here.", why=why)
        late = max(1, self.counts(viewer, arrived) - since)
        raise Refusal("late", f"Too late by {late} ms.", late)
