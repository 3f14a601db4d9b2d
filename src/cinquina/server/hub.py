"""All tables of a worker: opened, found, loaded when needed, dropped when nobody is left."""

import asyncio
import hashlib
import secrets
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from cinquina.bots.levels import LEVELS
from cinquina.core.errors import CinquinaError
from cinquina.core.rng import SEED_BITS
from cinquina.server import log, seating
from cinquina.server.brain import Brains
from cinquina.server.bus import Bus
from cinquina.server.live import Live
from cinquina.server.log import Clock, Opened
from cinquina.server.observe import TABLES, logger
from cinquina.server.refusals import Refusal
from cinquina.server.reviews import Reviews
from cinquina.server.room import Room, now, rebuild
from cinquina.server.settings import Settings
from cinquina.server.store import WAITING, Row, Store
from cinquina.table import Game

# No vowels, no look-alikes: codes are easy to say and spell no words.
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
CODE_LENGTH = 5
IDLE = 120_000  # milliseconds without anybody before a table is dropped from memory
SWEEP = 2.0  # seconds between two looks at all tables
LOADED_AT_ONCE = 8  # tables of a dead worker, or of the server before this one
ASKED_AT_ONCE = 1000  # tables, for their versions
LOOKED_AT = 100  # tables, in one go
RECENT = 86_400_000  # milliseconds: tables in play that were touched since then are gone on with


class Hub:
    def __init__(self, settings: Settings, store: Store, bus: Bus) -> None:
        self.settings, self.store, self.bus = settings, store, bus
        self.brains = Brains(settings.compiled_bots)
        self.reviews = Reviews(self.brains)
        self.tables: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._workers_changed = asyncio.Event()

    async def open(self) -> None:
        await self.store.open()
        await self.bus.open(self._on_hint, self._on_gap, self._workers_changed.set)
        jobs = (self._go_on(), self._sweep(), self._tidy())
        self._tasks = [asyncio.create_task(job) for job in jobs]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(live.close() for live in self.tables.values()))
        await self.reviews.close()
        await self.brains.close()
        await self.bus.close()
        await self.store.close()

    # --- Tables ---

    async def create(
        self,
        game: str,
        players: int,
        options: Mapping[str, Any],
        cards: Mapping[str, int] | None,
        level: str,
        public: bool,
        clock: Clock,
        seed: int | None = None,
        played: Sequence[tuple[int, str, int]] = (),
    ) -> Live:
        """A new table. CinquinaError if there can be none like that.

        With a seed and moves it begins where those lead: nothing else need be stored for that,
        so a server that dies meanwhile leaves a table that waits, as any other."""
        found = Game.of(game, players, options, cards)
        if level not in LEVELS:
            raise CinquinaError(f"Bots play as {', '.join(LEVELS)}; there is no {level[:20]!r}.")
        if len(self.tables) >= self.settings.most_tables:
            raise Refusal("busy", "This server has no room for another table now.")
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
            opened = Opened(
                at=now(),
                game=game,
                players=players,
                options=dict(options),
                cards=None if cards is None else dict(cards),
                rules=found.rules.VERSION,
                seed=f"{secrets.randbits(SEED_BITS) if seed is None else seed:x}",
                level=level,
                public=public,
                clock=clock,
                code=code,
                played=list(played),
            )
            row = Row(secrets.token_urlsafe(12), code, game, public, WAITING, opened.at)
            if await self.store.create(row, log.encode(opened)):
                # In the lobby it can be found, and so loaded, before we hear that it is stored.
                return self.tables.get(row.id) or self._keep(Live(self, Room(row.id, opened)))

    async def open_again(self, room: Room, token: str, seat: int) -> Live:
        """A table like another one, with one of its players on the same seat."""
        old, name = room.opened, room.seats[seat].name
        live = await self.create(
            old.game, old.players, old.options, old.cards, old.level, old.public, old.clock
        )
        who = room.seats[seat].who or "person"
        await live.ask(partial(seating.sit, live, name, who, token, seat))
        for number, other in enumerate(room.seats):
            if other.who == "bot":
                await live.ask(partial(seating.seat_bot, live, token, number, other.level))
        return live

    async def branch(
        self, room: Room, move: int, seat: int, name: str, token: str, level: str
    ) -> Live:
        """A private table that goes on from a position of a finished game, against bots."""
        old, table = room.opened, room.table
        assert table is not None
        if not 0 <= move < len(table.history):
            raise CinquinaError(f"One can go on after move 0 to {len(table.history) - 1}.")
        if not 0 <= seat < old.players:
            raise Refusal("seat", f"Seats are numbered 0 to {old.players - 1}.")
        played = [(player, action, ms or 0) for player, action, ms in table.history[:move]]
        clock = msgspec.structs.replace(old.clock, turn=0)  # nobody else waits
        live = await self.create(
            old.game, old.players, old.options, old.cards, level, False, clock, room.seed, played
        )
        await live.ask(partial(seating.sit, live, name, "person", token, seat))
        await live.ask(partial(live.commit, lambda: log.Started(now(), seat=seat)))
        return live

    def _keep(self, live: Live) -> Live:
        self.tables[live.id] = live
        TABLES.set(len(self.tables))
        self.bus.watch(live.id)
        return live

    async def find(self, name: str) -> Live | None:
        """The table with this id or code, loaded if need be."""
        if not (name.isascii() and name.isprintable()):  # no database need cope with the rest
            return None
        if name in self.tables:
            return await self.load(name)
        row = await self.store.find(name.upper() if len(name) == CODE_LENGTH else name)
        return None if row is None else await self.load(row.id)

    async def load(self, id: str) -> Live:
        """A table from its log; several who ask at once get the same one."""
        if id in self.tables:
            self.tables[id].used_at = now()  # not to be dropped while somebody comes
            return self.tables[id]
        if id not in self._loading:
            task = self._loading[id] = asyncio.create_task(self._load(id))
            task.add_done_callback(lambda _: self._loading.pop(id))
        return await asyncio.shield(self._loading[id])  # one who goes must not stop the others

    async def _load(self, id: str) -> Live:
        self.bus.watch(id)  # first, then read: so nothing falls between
        await self.bus.watching(id)
        entries = await self.store.read(id)
        if id in self.tables:  # it was opened, and this read was before its opener was told
            return self.tables[id]
        try:
            room = rebuild(id, [log.decode(body) for _, body in entries])
        except Exception as problem:  # whatever is wrong with one log, other tables go on
            raise CinquinaError(f"The log can't be read: {problem!r}.") from problem
        live = self._keep(Live(self, room))
        if live.room.outdated and live.room.status not in ("over", "ended"):
            await live.ask(partial(live.end, "rules"))  # it can't go on: who sat there is told so
        return live

    def drives(self, id: str) -> bool:
        """Is it this worker that sees to the bots and clocks of a table?

        The worker whose name, hashed with the table's, is the highest: all agree without a word,
        and tables of a dead worker fall to the others. If for a moment two think so, the log
        takes the word of one."""
        workers = self.bus.workers
        if len(workers) <= 1:
            return True
        best = max(workers, key=lambda name: hashlib.sha256(f"{name} {id}".encode()).digest())
        return best == self.bus.worker

    # --- What goes on by itself ---

    def _on_hint(self, id: str, payload: bytes) -> None:
        live = self.tables.get(id)
        if live is None:
            return
        head, _, body = payload.partition(b" ")
        if head == b"here":
            live.poke(partial(live.presence.heard, body))
        elif head == b"emote":
            live.poke(partial(live.emotes.heard, body))
        else:
            live.poke(partial(live.hinted, int(head), body))

    def _on_gap(self) -> None:
        for live in self.tables.values():
            live.poke(live.catch_up)

    async def _each(self) -> AsyncIterator[Live]:
        """All tables, some at a time: who is served must not wait for it."""
        for number, live in enumerate(list(self.tables.values())):
            if number % LOOKED_AT == 0:
                await asyncio.sleep(0)
            if self.tables.get(live.id) is live:  # not dropped meanwhile
                yield live

    async def _go_on(self) -> None:
        """See to the tables that are this worker's: those that are loaded, then those that nobody
        has loaded. At the start, at once when a worker has come or gone, and now and then."""
        while True:
            self._workers_changed.clear()
            wait: float | None = SWEEP
            try:
                async for live in self._each():
                    live.driver.schedule()
                await self._adopt()
                if not self.bus.shared:
                    wait = None  # there was only what the server before this one left
            except Exception as problem:  # whatever it is: the next try may go well
                logger.warning("going on failed", problem=repr(problem))
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._workers_changed.wait()

    async def _adopt(self) -> None:
        ids = await self.store.playing(now() - RECENT)
        ours = [id for id in ids if id not in self.tables and self.drives(id)]
        for first in range(0, len(ours), LOADED_AT_ONCE):
            await asyncio.gather(*map(self._adopt_one, ours[first : first + LOADED_AT_ONCE]))

    async def _adopt_one(self, id: str) -> None:
        try:
            await self.load(id)
        except CinquinaError as problem:
            logger.error("table can't be loaded", table=id, problem=str(problem))

    async def _sweep(self) -> None:
        """Drop tables that nobody needs. With other workers: give one's word on who is there, and
        look for what was written by them and not heard of."""
        while True:
            try:
                await self._drop_idle()
                if self.bus.shared:
                    async for live in self._each():
                        live.presence.refresh()
                    await self._look_for_news()
            except Exception as problem:  # whatever it is: the next look may go well
                logger.warning("sweep failed", problem=repr(problem))
            await asyncio.sleep(SWEEP)

    async def _look_for_news(self) -> None:
        ids = list(self.tables)
        for first in range(0, len(ids), ASKED_AT_ONCE):
            some = ids[first : first + ASKED_AT_ONCE]
            versions = await self.store.versions(some)
            for id in some:
                live = self.tables.get(id)
                if live and id not in versions:
                    live.poke(live.reload)  # another worker has deleted it
                elif live and versions[id] > live.room.version:
                    live.poke(live.catch_up)

    async def _drop_idle(self) -> None:
        before = now() - IDLE
        for id, live in list(self.tables.items()):
            idle = not live.viewers and live.used_at < before and live.inbox.empty()
            if idle and not (live.room.status == "playing" and self.drives(id)):
                self.let_go(id)
                await live.close()

    def let_go(self, id: str) -> None:
        """Have a table in memory no more."""
        if self.tables.pop(id, None):
            self.bus.unwatch(id)
            TABLES.set(len(self.tables))

    async def _tidy(self) -> None:
        """Once an hour: delete what is older than it is to be kept."""
        while True:
            days = self.settings.keep_days
            try:
                gone = await self.store.forget(int(time.time() * 1000) - days * 86_400_000)
                if gone:
                    logger.info("forgot old tables", tables=gone)
            except CinquinaError as problem:
                logger.warning("tidying failed", problem=str(problem))
            await asyncio.sleep(3600)
