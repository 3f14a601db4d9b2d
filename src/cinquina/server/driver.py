"""What makes a table go on by itself: bots, hints, and clocks. No wait here is without an end.

Of several workers one drives a table; see `Hub.drives`.
"""

import asyncio
import random
import time
from functools import partial
from typing import TYPE_CHECKING, Any

from cinquina.core.errors import CinquinaError
from cinquina.server import messages
from cinquina.server.brain import Answer, Busy
from cinquina.server.messages import AskHint
from cinquina.server.observe import logger
from cinquina.server.refusals import Refusal
from cinquina.server.room import now

if TYPE_CHECKING:
    from cinquina.server.live import Live, Viewer

WARNING = 10_000  # milliseconds before the time to decide is over
LONGEST = 86_400  # seconds: no table waits for ever, without a limit not even for a decision
DESERTED = 600_000  # milliseconds that bots wait for anybody to come back
PATIENCE = 6  # times that a bot is asked
AGAIN = 0.2  # seconds before it is asked again
# Milliseconds that a bot takes, as a person might; the same however many choices it has, for
# others must not see how many those are.
PAUSE, SPREAD = 900, 0.35


class Driver:
    def __init__(self, live: "Live") -> None:
        self._live = live
        self._timer: asyncio.TimerHandle | None = None
        self._due = 0  # when it goes off
        self._thought: asyncio.Task[None] | None = None
        self._thinking_of: tuple[int, list[int]] = 0, []  # version of the cards, for which seats
        self._warned = 0  # the version of which somebody was warned
        self._hints: dict[tuple[Viewer, str], asyncio.Task[None]] = {}

    async def close(self) -> None:
        self._stop()
        tasks = [*self._hints.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _stop(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._thought:
            self._thought.cancel()
            self._thought = None
        self._thinking_of = 0, []

    # --- Clocks ---

    def deadline(self) -> int | None:
        """When the time to decide is over, for those who are no bots."""
        room, turn = self._live.room, self._live.room.opened.clock.turn or LONGEST
        if all(room.seats[seat].played_by_bot for seat in room.to_act):
            return None
        # A server that was away gives the time back, and so does a table where nobody was.
        return max(room.changed_at, room.go_at, self._live.resumed_at) + 1000 * turn

    def left(self) -> int | None:
        """Milliseconds left to decide."""
        deadline = self.deadline() if self._live.room.opened.clock.turn else None
        return None if deadline is None else max(0, deadline - now())

    def until_go(self) -> int | None:
        room = self._live.room
        if not room.game.real_time or room.status != "playing":
            return None
        return max(0, room.go_at - now())

    def _players(self) -> list[int]:
        """The seats of those who are no bots."""
        seats = self._live.room.seats
        return [n for n, seat in enumerate(seats) if seat.who in ("person", "program")]

    def _missing(self) -> list[int]:
        """The seats of players who are gone, and for whom no bot stands in yet."""
        seats, here = self._live.room.seats, self._live.presence.here
        return [n for n in self._players() if not seats[n].away and not here(n)]

    def _deserted_until(self) -> int:
        """Until when bots wait because all players are gone and may come back."""
        players = self._players()
        presence = self._live.presence
        if not players or any(map(presence.here, players)):
            return 0
        return max(map(presence.gone_since, players)) + DESERTED

    # --- Going on ---

    def moved(self) -> None:
        """The same after a move; most need nothing: a person decides next, and a timer is set that
        looks again before anything can be due."""
        room, turn = self._live.room, self._live.room.opened.clock.turn or LONGEST
        due = room.changed_at + 1000 * turn - WARNING
        bots = any(room.seats[seat].played_by_bot for seat in room.to_act)
        if bots or room.status != "playing" or self._timer is None or self._due > due:
            self.schedule()

    def schedule(self) -> None:
        """Set bots thinking, and the timer to what comes next."""
        live, room = self._live, self._live.room
        if room.status != "playing" or not live.hub.drives(live.id):
            self._stop()
            return
        at, until = now(), self._deserted_until()
        if until <= at:
            self._set_thinking()
        elif self._thought:
            self._stop()
        due = min([until] if until > at else self._times(), default=0)
        if due and (self._timer is None or due < max(self._due, at + 1)):
            # A timer that is set for earlier stays: it looks again. Most moves need no new one.
            if self._timer:
                self._timer.cancel()
            self._due = due
            self._timer = live.later(max(0, due - at) / 1000, self._tick)

    def _times(self) -> list[int]:
        """When something is due."""
        away, presence = 1000 * self._live.room.opened.clock.away, self._live.presence
        times = [presence.gone_since(seat) + away for seat in self._missing()]
        # Another worker that dies says nothing: look again when its word has run out.
        times += presence.ends()
        deadline = self.deadline()
        if deadline is not None:
            warned = self._warned == self._live.room.version
            times.append(deadline if warned else deadline - WARNING)
        return times

    async def _tick(self) -> None:
        live, self._timer = self._live, None
        if live.room.status == "playing" and self._deserted_until() <= now():
            away = 1000 * live.room.opened.clock.away
            for seat in self._missing():
                if live.presence.gone_since(seat) + away <= now():
                    await live.stand_in(seat, "connection")
            deadline, at = self.deadline(), now()
            deciding = [s for s in live.room.to_act if not live.room.seats[s].played_by_bot]
            if deadline is not None and deadline <= at:
                for seat in deciding:
                    await live.stand_in(seat, "clock")
            elif deadline is not None and deadline - WARNING <= at:
                self._warn(deciding, deadline - at)
        self.schedule()

    def _warn(self, seats: list[int], left: int) -> None:
        if self._warned != self._live.room.version:
            self._warned = self._live.room.version
            for seat in seats:
                for viewer in self._live.viewers:
                    self._live.send(viewer, messages.Warn(seat, left))

    # --- Bots ---

    def _set_thinking(self) -> None:
        room = self._live.room
        bots = [seat for seat in room.to_act if room.seats[seat].played_by_bot]
        if self._thinking_of == (room.changed, bots) or not bots:
            return
        if self._thought:
            self._thought.cancel()
        self._thinking_of = room.changed, bots
        self._thought = asyncio.create_task(self._think(room.changed, bots))

    def think_again(self) -> None:
        self._thinking_of = 0, []
        self.schedule()

    async def _think(self, version: int, bots: list[int]) -> None:
        """Ask what a bot does, wait as long as a person would, and do it."""
        live, begin, go = self._live, time.monotonic(), (self.until_go() or 0) / 1000
        for attempt in range(PATIENCE):
            try:
                answer, pause = await self._asked(bots)
                break
            except Busy:
                await asyncio.sleep(AGAIN)
            except Exception as problem:
                logger.error("bot failed", table=live.id, problem=repr(problem))
                await asyncio.sleep(AGAIN * 2**attempt)
        else:  # nobody can think: the table goes on all the same
            answer, pause = Answer(0, bots[0], random.choice(live.room.legal(bots[0]) or [""])), 0.0
        hold = live.race.hold() / 1000  # bots have no delay: who has one is waited for
        pause = go + hold + pause * live.hub.settings.bot_pace / 1000
        await asyncio.sleep(max(0.0, pause - (time.monotonic() - begin)))
        await live.inbox.put(partial(live.bot_moves, version, answer.seat, answer.action))

    async def _asked(self, bots: list[int]) -> tuple[Answer, float]:
        """What the first of these bots to act does, and its pause in milliseconds."""
        room, brains = self._live.room, self._live.hub.brains
        levels = {seat: room.seats[seat].level or room.opened.level for seat in bots}
        if room.game.real_time:
            assert room.table is not None
            last = room.table.history[-1][0] if room.table.history else -1
            answer = await brains.first(self._live.position(), levels, last)
            return answer, answer.ms
        seat = bots[0]
        answer = await brains.choose(self._live.position(), seat, levels[seat])
        return answer, random.lognormvariate(0, SPREAD) * PAUSE

    # --- Hints ---

    def ask_hint(self, viewer: "Viewer", command: AskHint) -> None:
        """Have a hint made; the table does not wait for it."""
        live, room, seat, key = self._live, self._live.room, viewer.seat, (viewer, command.id)
        if key in self._hints:  # asked again: it is being thought about
            return
        if seat is None or seat not in room.to_act or command.v < room.changed:
            why = Refusal("no hint", "There is nothing to advise: it is not your turn now.")
            live.send(viewer, live.refused(command.id, why))
        elif any(other.seat == seat for other, _ in self._hints):  # over however many connections
            why = Refusal("no hint", "One hint after the other.")
            live.send(viewer, live.refused(command.id, why))
        else:
            task = asyncio.create_task(self._hint(viewer, command, seat, live.position()))
            self._hints[key] = task
            task.add_done_callback(lambda _: self._hints.pop(key))

    async def _hint(
        self, viewer: "Viewer", command: AskHint, seat: int, position: dict[str, Any]
    ) -> None:
        live = self._live
        try:
            answer = await live.hub.brains.hint(position, seat)
        except CinquinaError as problem:
            why = Refusal("no hint", str(problem))
            live.send(viewer, live.refused(command.id, why))
            return
        choices = [messages.Choice(*choice) for choice in answer.choices]
        hint = messages.Hint(command.id, command.v, answer.action, answer.reason, choices)
        live.send(viewer, hint)
