"""A table that is being played: one task, one inbox. Whatever touches a table stands in line.

A command is carried out on the room in memory, stored, and only then told. If another worker was
first, or the store failed, the room is made anew from the log, and the command looked at again.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, get_args

from cinquina.core.errors import CinquinaError, IllegalAction
from cinquina.replays import write
from cinquina.server import log, messages
from cinquina.server.driver import Driver
from cinquina.server.emotes import Emotes
from cinquina.server.inbox import Inbox, Job
from cinquina.server.log import AnyEntry, Away, Back, Ended, Moved, Started, Stood
from cinquina.server.messages import AskHint, ComeBack, Command, FromServer, Leave, Play, Rematch
from cinquina.server.observe import COMMANDS, MOVES, REFUSED, STORED, logger
from cinquina.server.presence import Presence
from cinquina.server.race import Race
from cinquina.server.refusals import AlreadyDone, Refusal
from cinquina.server.room import Room, now, rebuild

if TYPE_CHECKING:
    from cinquina.server.hub import Hub

TRIES = 12  # to store an entry: about 20 seconds
MOST_GAP = 100  # events that are sent again to who comes back; of more, only what came of them

MOVED = {by: MOVES.labels(by) for by in get_args(log.By)}
COUNTED = {kind: COMMANDS.labels(kind.__name__.lower()) for kind in get_args(Command)}

Asked = tuple["Viewer", str]  # by whom, and the id of the command
Result = TypeVar("Result")


class Viewer(Protocol):
    """Who is connected to a table."""

    seat: int | None
    token: str
    aids: bool  # were they asked for?
    delay: int  # one way, in milliseconds, as measured by the server; -1: not yet

    def send(self, *messages: bytes) -> None: ...


class Live:
    """One table in this process."""

    def __init__(self, hub: "Hub", room: Room) -> None:
        self.hub, self.room, self.id = hub, room, room.id
        self.viewers: set[Viewer] = set()
        self.emotes = Emotes(self)
        self.told = room.version  # the last version that viewers know
        self.used_at = now()
        self.resumed_at = self.used_at  # when somebody was there again: clocks begin anew
        self._returning: set[int] = set()  # seats to take back as soon as it is allowed
        self.inbox = Inbox(self._do)
        self.race = Race(self)
        self.presence = Presence(self)
        self.driver = Driver(self)
        self.forgotten = False
        self._unsure = False  # may the room hold what was not stored?
        self.driver.schedule()

    async def _do(self, job: Job) -> None:
        while self._unsure and not await self._make_sure():
            await asyncio.sleep(0.5)
        try:
            await job()
        except Exception:  # a table goes on, whatever happens: from what is stored
            logger.exception("job failed", table=self.id)
            self._unsure = True
            await self._make_sure()
            self.driver.think_again()

    async def ask(self, job: Callable[[], Awaitable[Result]]) -> Result:
        """Have something done when its turn comes, and wait for what comes of it."""
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()

        async def answered() -> None:
            try:
                result = await job()
            except Exception as problem:
                if not future.done():
                    future.set_exception(problem)
            else:
                if not future.done():
                    future.set_result(result)

        await self.inbox.put(answered)
        return await future

    def poke(self, job: Job) -> None:
        """Have something done soon; dropped if too much is waiting already."""
        if not self.inbox.full():
            self.inbox.put_nowait(job)

    def later(self, seconds: float, job: Job) -> asyncio.TimerHandle:
        """Have something done after a while, for certain: nobody else would go on with it."""
        return asyncio.get_running_loop().call_later(seconds, self._insist, job)

    def _insist(self, job: Job) -> None:
        if self.inbox.full() and not self.inbox.closed:
            self.later(0.1, job)
        else:
            self.poke(job)

    async def close(self) -> None:
        await self.driver.close()
        await self.inbox.close()

    # --- The log ---

    async def commit(self, make: Callable[[], AnyEntry], asked: Asked | None = None) -> int:
        """Carry out an entry, store it, then tell it; its version.

        `make` is asked again when something else happened first. It refuses by raising. Who asked
        for it is told that it is done."""
        for attempt in range(TRIES):
            if self.forgotten:
                raise Refusal("no table", "This table was deleted.")
            if self._unsure and not await self._make_sure():
                await asyncio.sleep(min(2.0, 0.05 * 2**attempt))
                continue
            entry = make()
            body = log.encode(entry)
            self._unsure = True
            try:
                self.room.fold(entry)
            except IllegalAction as problem:
                self._unsure = False  # it changes nothing
                why = self.room.why_not(entry.seat, entry.action) if type(entry) is Moved else None
                raise Refusal("illegal", str(problem), why=why or ("", {})) from None
            version, status = self.room.version, self.room.stored_status
            begin = time.perf_counter()
            try:
                if await self.hub.store.append(self.id, version, body, status, entry.at):
                    self._unsure = False
                    STORED.observe(time.perf_counter() - begin)
                    self.hub.bus.publish(self.id, b"%d %b" % (version, body))
                    if isinstance(entry, Moved):
                        MOVED[entry.by].inc()
                    self.tell(asked)
                    return version
            except CinquinaError as problem:
                logger.warning("store failed", table=self.id, problem=str(problem))
                await asyncio.sleep(min(2.0, 0.05 * 2**attempt))
        if await self._make_sure():
            make()  # the last try may have been stored, though it seemed to fail: then this says so
        raise Refusal("unavailable", "The table can't be written to now. Try again in a moment.")

    async def _make_sure(self) -> bool:
        """Make the room anew, as it may hold what was not stored; False if that fails now.

        Until then nothing is done: what is in memory alone is told to nobody."""
        try:
            await self.reload()
        except Exception as problem:
            logger.warning("reload failed", table=self.id, problem=repr(problem))
            return False
        return True

    async def reload(self) -> None:
        """Make the room anew from its log."""
        entries = await self.hub.store.read(self.id)
        if not entries:
            self._forgotten()
            return
        self.room = rebuild(self.id, [log.decode(body) for _, body in entries])
        self._unsure = False
        self.tell()
        self.driver.schedule()

    def _forgotten(self) -> None:
        """The table was deleted, as nobody had touched it for so long: it takes nothing more."""
        self.forgotten, self._unsure = True, False
        self.hub.let_go(self.id)
        for viewer in self.viewers:
            self.send(viewer, messages.Bye("no table", "This table was deleted.", False))

    async def catch_up(self) -> None:
        """Take in what other workers wrote."""
        for seq, body in await self.hub.store.read(self.id, self.room.version):
            if seq == self.room.version + 1:
                self.room.fold(log.decode(body))
        self.tell()

    async def hinted(self, seq: int, body: bytes) -> None:
        """Another worker says that it wrote an entry."""
        if seq == self.room.version + 1:
            self.room.fold(log.decode(body))
            self.tell()
        elif seq > self.room.version:
            await self.catch_up()

    # --- Telling ---

    def send(self, viewer: Viewer, message: FromServer) -> None:
        viewer.send(messages.encode(message))

    def tell(self, asked: Asked | None = None) -> None:
        """Tell every viewer what is new, and see to what comes next."""
        self.used_at = now()
        first, last = self.told + 1, self.room.version
        if first > last:
            return
        self.told = last
        kinds = {what.kind for what in self.room.history[first - 1 : last]}
        left = "stood" in kinds
        if left:
            self._unseat()
        told: dict[tuple[int | None, bool], list[bytes]] = {}
        times = self.driver.left(), self.driver.until_go()
        for viewer in self.viewers:
            eyes = viewer.seat, viewer.aids
            if eyes not in told:
                told[eyes] = self.events(first, *eyes, *times)
            if asked and viewer is asked[0]:  # in one go: sending is what costs most
                viewer.send(*told[eyes], messages.encode(messages.Done(asked[1], last)))
            else:
                viewer.send(*told[eyes])
        if left:
            self.presence.announce()
        while self._returning:
            self.later(0, partial(self.back, self._returning.pop()))
        if kinds == {"moved"}:
            self.driver.moved()
        else:
            self.driver.schedule()

    def _unseat(self) -> None:
        """Who has left a seat watches from now on, and sees nothing more of its cards."""
        for viewer in self.viewers:
            if viewer.seat is not None and self.room.seat_of(viewer.token) != viewer.seat:
                viewer.seat = None
                self._show(viewer)

    def events(
        self, first: int, seat: int | None, aids: bool, left: int | None, go: int | None
    ) -> list[bytes]:
        """The events from a version on, as a seat is told of them."""
        room = self.room
        several = first < room.version
        return [
            messages.encode(room.happened(version, seat, left, go, several, aids))
            for version in range(first, room.version + 1)
        ]

    def _show(self, viewer: Viewer) -> None:
        """All that a viewer may know, anew."""
        left, go = self.driver.left(), self.driver.until_go()
        self.send(viewer, self.room.snapshot(viewer.seat, left, go, viewer.aids))

    # --- Viewers ---

    async def join(self, viewer: Viewer, after: int, aids: bool = False) -> None:
        """Somebody is connected: the gap since version `after`, or everything; also where there is
        no gap, for the clocks may be others now."""
        viewer.seat = self.room.seat_of(viewer.token) if viewer.token else None
        viewer.aids = aids
        left = viewer.token != "" and viewer.seat is None
        if left and not self.room.was_here(viewer.token):
            raise Refusal("token", "This token opens no seat here. Join the table first.")
        if not self.presence.anybody():
            self.resumed_at = now()
        self.viewers.add(viewer)
        if 0 < self.room.version - after <= MOST_GAP and after > 0 and not left:
            times = self.driver.left(), self.driver.until_go()
            viewer.send(*self.events(after + 1, viewer.seat, aids, *times))
        else:
            self._show(viewer)
        if viewer.seat is not None and self.room.seats[viewer.seat].away:
            await self.back(viewer.seat)
        self.presence.announce()

    async def back(self, seat: int) -> None:
        """A player is there again, and takes the seat back as soon as it is allowed."""

        def make() -> AnyEntry:
            there = self.room.seats[seat]
            if not there.away or not self.presence.here(seat):
                raise AlreadyDone(self.room.version)
            # A decision that is overdue is the bot's, or one could put it off for ever.
            if there.overdue == self.room.changed:
                self._returning.add(seat)
                raise AlreadyDone(self.room.version)
            return Back(now(), seat)

        with suppress(AlreadyDone):
            await self.commit(make)

    async def gone(self, viewer: Viewer) -> None:
        if viewer not in self.viewers:
            return
        self.viewers.discard(viewer)
        self.presence.left(viewer.seat)
        self.presence.announce()

    # --- Commands ---

    async def command(self, viewer: Viewer, command: Command, arrived: int) -> None:
        """A command came in, at a time in milliseconds."""
        COUNTED[type(command)].inc()
        if isinstance(command, AskHint):
            self.driver.ask_hint(viewer, command)
        elif isinstance(command, messages.SendEmote):
            self.emotes.say(viewer, command)
        elif isinstance(command, Play) and self.race.window():
            self.race.enter(viewer, command, arrived)
        else:
            await self.answer(viewer, command, arrived)

    async def answer(self, viewer: Viewer, command: Command, arrived: int) -> None:
        """Carry out a command, and say what came of it."""
        reply: FromServer
        try:
            if viewer.seat is None:
                self._check_new(viewer, command.id)  # who left, and did not hear that it was done
                raise Refusal("watching", "You are watching: only players act. Take a seat first.")
            seat = viewer.seat
            if self.room.seats[seat].away:
                await self.back(seat)
            await self._carry_out(viewer, seat, command, arrived)  # and acknowledge it
            if self.room.seats[seat].away:  # who moved in spite of being overdue
                with suppress(Refusal):  # if not now, with the next command
                    await self.back(seat)
            return
        except AlreadyDone as done:
            reply = messages.Done(command.id, done.version)
        except Refusal as why:
            reply = self.refused(command.id, why)
            if why.code == "stale":
                self._show(viewer)
        except CinquinaError as problem:
            reply = self.refused(command.id, Refusal("unavailable", str(problem)))
        self.send(viewer, reply)

    def refused(self, id: str, why: Refusal) -> messages.Refused:
        REFUSED.labels(why.code).inc()
        return messages.Refused(id, why.code, str(why), self.told, why.late, *why.why)

    async def _carry_out(self, viewer: Viewer, seat: int, command: Command, arrived: int) -> None:
        asked = viewer, command.id
        if isinstance(command, Play):
            await self.commit(partial(self._move, viewer, seat, command, arrived), asked)
        elif isinstance(command, ComeBack):  # that is done by now, or as soon as it is allowed
            self.send(viewer, messages.Done(command.id, self.told))
        elif isinstance(command, Rematch):
            await self._rematch(viewer, seat, command)
        else:
            await self.commit(partial(self._begin_or_leave, viewer, seat, command), asked)

    def _check_new(self, viewer: Viewer, id: str) -> None:
        if (version := self.room.done(viewer.token, id)) is not None:
            raise AlreadyDone(version)

    def _move(self, viewer: Viewer, seat: int, command: Play, arrived: int) -> AnyEntry:
        room = self.room
        self._check_new(viewer, command.id)
        if room.status != "playing":
            raise Refusal("not playing", "Nobody plays at this table now.")
        at = now()
        if room.game.real_time:
            self.race.check(viewer, seat, command, at, arrived)
        elif command.v < room.changed:
            raise Refusal("stale", "The table has changed since: look again.")
        delay, window = max(0, viewer.delay), self.race.window()
        made = self.race.counts(viewer, arrived) if room.game.real_time else 0
        return Moved(
            at, seat, command.action, room.clock_ms(at), "player", command.id, command.v, delay,
            window, made,
        )  # fmt: skip

    def _begin_or_leave(self, viewer: Viewer, seat: int, command: Command) -> AnyEntry:
        self._check_new(viewer, command.id)
        if isinstance(command, Leave):
            if self.room.status not in ("waiting", "playing"):
                raise Refusal("over", "The game is over: there is nothing to leave.")
            return Stood(now(), seat, command.id)
        if self.room.status != "waiting":
            raise Refusal("started", "The game has begun already.")
        return Started(now(), command.id, seat)

    async def _rematch(self, viewer: Viewer, seat: int, command: Rematch) -> None:
        def check() -> None:
            self._check_new(viewer, command.id)
            if self.room.status not in ("over", "ended"):
                raise Refusal("playing", "The game is not over yet.")
            if self.room.rematch:
                raise AlreadyDone(self.room.version)

        check()
        other = await self.hub.open_again(self.room, viewer.token, seat)

        def make() -> AnyEntry:
            check()
            return log.Again(now(), other.id, other.room.opened.code, command.id, seat)

        await self.commit(make, (viewer, command.id))

    # --- What happens to players and games ---

    async def stand_in(self, seat: int, why: Literal["connection", "clock"]) -> None:
        """A bot takes the seat until its player is back."""

        def make() -> AnyEntry:
            if self.room.seats[seat].away or self.room.status != "playing":
                raise AlreadyDone(self.room.version)
            return Away(now(), seat, why)

        with suppress(AlreadyDone):
            await self.commit(make)

    async def bot_moves(self, version: int, seat: int, action: str) -> None:
        """A bot acts, unless the cards have changed since version `version`."""

        def make() -> AnyEntry:
            if self.room.changed != version or not self.room.seats[seat].played_by_bot:
                raise AlreadyDone(self.room.version)
            at = now()
            return Moved(at, seat, action, self.room.clock_ms(at), "bot")

        try:
            await self.commit(make)
        except AlreadyDone:
            pass
        except Refusal as problem:  # a bot's mistake must not stop the table
            logger.error("bot refused", table=self.id, code=problem.code)
            self.driver.think_again()

    async def end(self, why: Literal["rules"]) -> None:
        """Break the game off."""
        await self.commit(lambda: Ended(now(), why))

    # --- For those who are not connected: in line, so that they too hear of nothing unstored ---

    async def facts(self) -> messages.Room:
        return self.room.facts

    async def replay(self) -> str:
        if self.room.table is None or self.room.status != "over":
            raise Refusal("playing", "The replay is there when the game is over.")
        return write(self.room.table)

    async def finished(self) -> Room:
        """The room of a game that is over: it changes no more."""
        if self.room.table is None or self.room.status != "over":
            raise Refusal("playing", "This is there when the game is over.")
        return self.room

    def position(self) -> dict[str, Any]:
        """The table, for a process that thinks."""
        assert self.room.table is not None
        return self.room.position(self.room.table)
