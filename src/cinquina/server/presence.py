"""Who is connected to a table: to this worker, and to the others, of which each gives its word."""

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from cinquina.server import messages
from cinquina.server.room import now

if TYPE_CHECKING:
    from cinquina.server.live import Live

GOOD_FOR = 6_000  # milliseconds that a word is good for: a worker that dies takes nothing back


class Said(NamedTuple):
    """What a worker tells the others."""

    worker: str
    delays: dict[int, int]  # of the seats that are connected to it
    locked: dict[int, int]  # seats that may not play, and for how many milliseconds


class Word(NamedTuple):
    until: int
    delays: dict[int, int]


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Said).decode


class Presence:
    def __init__(self, live: "Live") -> None:
        self._live = live
        self._words: dict[str, Word] = {}  # the last of each other worker
        self._gone_at = dict.fromkeys(range(len(live.room.seats)), now())
        self._told = b""

    # --- Who is there ---

    def here(self, seat: int) -> bool:
        """Is the player of a seat connected, to whichever worker?"""
        for viewer in self._live.viewers:
            if viewer.seat == seat:
                return True
        return any(seat in word.delays for word in self._good())

    def anybody(self) -> bool:
        return any(map(self.here, self._gone_at))

    def gone_since(self, seat: int) -> int:
        """Since when the player of a seat is not connected to any worker."""
        ends = [word.until for word in self._words.values() if seat in word.delays]
        return max(self._gone_at[seat], *ends, 0)

    def left(self, seat: int | None) -> None:
        """A connection is gone; of a player it may have been the last."""
        if seat is not None and not self.here(seat):
            self._gone_at[seat] = now()

    def delay(self, seat: int) -> int:
        """The delay measured for a seat's player: of several connections the shortest."""
        found = [word.delays[seat] for word in self._good() if seat in word.delays]
        return min([d for d in (*found, self._delay_here(seat)) if d >= 0], default=-1)

    def ends(self) -> list[int]:
        """When words of others run out."""
        return [word.until for word in self._good()]

    def _good(self) -> list[Word]:
        if not self._words:
            return []
        at = now()
        return [word for word in self._words.values() if word.until > at]

    def _delay_here(self, seat: int) -> int:
        found = [v.delay for v in self._live.viewers if v.seat == seat and v.delay >= 0]
        return min(found, default=-1)

    # --- Telling ---

    def message(self) -> messages.Presence:
        live, at = self._live, now()
        seats = range(len(live.room.seats))
        return messages.Presence(
            here=[self.here(seat) for seat in seats],
            delays=[self.delay(seat) for seat in seats],
            watching=sum(viewer.seat is None for viewer in live.viewers),
            window=live.race.window(),
            gone=[0 if self.here(n) else max(0, at - self.gone_since(n)) for n in seats],
        )

    def tell(self, only_news: bool = False) -> None:
        """Tell viewers who is connected, and the delays."""
        found = self.message()
        news = messages.encode(msgspec.structs.replace(found, gone=[]))  # that time passes is none
        if only_news and news == self._told:
            return
        self._told, text = news, messages.encode(found)
        for viewer in self._live.viewers:
            viewer.send(text)

    def announce(self) -> None:
        """Tell viewers and other workers who is connected."""
        self.tell()
        self.say()
        self._live.driver.schedule()

    def say(self) -> None:
        """Tell other workers who is connected here, and who is locked out."""
        bus, live = self._live.hub.bus, self._live
        if bus.shared:
            seats = {viewer.seat for viewer in live.viewers if viewer.seat is not None}
            delays = {seat: self._delay_here(seat) for seat in sorted(seats)}
            bus.publish(live.id, b"here " + _encode(Said(bus.worker, delays, live.race.locked())))

    def refresh(self) -> None:
        """Now and then: give one's word anew, and look whether that of others has run out."""
        if any(viewer.seat is not None for viewer in self._live.viewers):
            self.say()
        if self._live.viewers:
            self.tell(only_news=True)

    async def heard(self, body: bytes) -> None:
        """Another worker gives its word."""
        said, at = _decode(body), now()
        before = [seat for seat in self._gone_at if self.here(seat)]
        for worker, word in list(self._words.items()):
            if word.until <= at:
                del self._words[worker]
                for seat in word.delays:
                    self._gone_at[seat] = max(self._gone_at[seat], word.until)
        if said.worker not in self._words:
            self.say()  # it may just have loaded the table, and know nothing yet
        self._words[said.worker] = Word(at + GOOD_FOR, said.delays)
        for seat in before:
            self.left(seat)
        for seat, ms in said.locked.items():
            self._live.race.lock(seat, ms)
        if before != [seat for seat in self._gone_at if self.here(seat)]:
            self._live.driver.schedule()
        self.tell(only_news=True)
