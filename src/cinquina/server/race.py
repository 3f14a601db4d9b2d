"""Without turns: who was first, who was late, and who was wrong.

The server alone orders plays. Where the players' connections differ, plays are held for as long as
they differ (the fair window) and put in the order in which they were made: arrival less the delay
that the server has measured. A play that is no longer possible bounces back, and says by how much
it was late.
"""

import asyncio
import random
from typing import TYPE_CHECKING

from cinquina.server.messages import Play
from cinquina.server.refusals import Refusal

if TYPE_CHECKING:
    from cinquina.server.live import Live, Viewer

MOST_WINDOW = 120  # milliseconds


class Race:
    def __init__(self, live: "Live") -> None:
        self._live = live
        self._locked: dict[int, int] = {}  # seats that may not play until then
        # When each play was made, a coin for those made together, who, what, when it arrived.
        self._held: list[tuple[int, float, Viewer, Play, int]] = []

    def window(self) -> int:
        """The fair window in milliseconds; 0 if there is none."""
        room = self._live.room
        if not room.game.real_time:
            return 0
        asked = room.opened.clock.window
        if asked >= 0:
            return min(asked, MOST_WINDOW)
        seats = range(len(room.seats))
        delays = [delay for delay in map(self._live.delay, seats) if delay >= 0]
        return min(MOST_WINDOW, max(delays) - min(delays)) if delays else 0

    def enter(self, viewer: "Viewer", command: Play, arrived: int) -> None:
        """Hold a play until all that may have been made before it have arrived."""
        window = self.window()
        if not self._held:
            loop = asyncio.get_running_loop()
            loop.call_later(window / 1000, self._live.poke, self._judge)
        made = arrived - min(max(0, viewer.delay), MOST_WINDOW)
        self._held.append((made, random.random(), viewer, command, arrived))

    async def _judge(self) -> None:
        held, self._held = sorted(self._held, key=lambda play: play[:2]), []
        for _, _, viewer, command, arrived in held:
            await self._live.answer(viewer, command, arrived)

    def check(self, seat: int, command: Play, at: int, arrived: int) -> None:
        """May this be played now?"""
        room = self._live.room
        if at < room.go_at:
            raise Refusal("countdown", "Wait for “go”.")
        if self._locked.get(seat, 0) > at:
            raise Refusal("locked", "A wrong card: wait a moment before you play again.")
        if command.action in room.legal(seat):
            return
        since = room.late_since(command.v, seat, command.action)
        if since is None:
            self._locked[seat] = at + room.opened.clock.lockout
            raise Refusal("wrong", f"{command.action[:40]!r} does not fit here.")
        late = max(1, arrived - since)
        raise Refusal("late", f"Too late by {late} ms.", late)
