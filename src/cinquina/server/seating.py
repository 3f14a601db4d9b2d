"""Taking seats before a game, and taking a name out of the log afterwards.

Each of these is to be done in the table's turn: `await live.ask(partial(sit, live, …))`.
"""

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from cinquina.server import log
from cinquina.server.log import AnyEntry, Forgot, Sat, Stood, hashed
from cinquina.server.refusals import AlreadyDone, Refusal
from cinquina.server.room import Room, now

if TYPE_CHECKING:
    from cinquina.server.live import Live


def check_seat(room: Room, seat: int) -> None:
    if room.status != "waiting":
        raise Refusal("started", "The game has begun: you can watch it.")
    if not 0 <= seat < len(room.seats):
        raise Refusal("seat", f"Seats are numbered 0 to {len(room.seats) - 1}.")


def check_token(room: Room, token: str) -> None:
    if room.seat_of(token) is None:
        raise Refusal("token", "This token opens no seat here.")


async def sit(live: "Live", name: str, who: log.Kind, token: str, seat: int | None) -> int:
    """Take a seat, or come back to one's own; which one it is."""

    def make() -> AnyEntry:
        room = live.room
        if room.seat_of(token) is not None:
            raise AlreadyDone(room.version)
        place = room.free_seat() if seat is None else seat
        if place is None:
            raise Refusal("full", "All seats are taken: you can watch.")
        check_seat(room, place)
        if room.seats[place].who is not None:
            raise Refusal("taken", "This seat is taken: choose another one.")
        return Sat(now(), place, name, who, hashed(live.id, token))

    with suppress(AlreadyDone):
        await live.commit(make)
    found = live.room.seat_of(token)
    assert found is not None
    return found


async def seat_bot(live: "Live", token: str, seat: int, level: str | None) -> None:
    """Put a bot on a free seat, or take one away (level None)."""

    def make() -> AnyEntry:
        check_token(live.room, token)
        check_seat(live.room, seat)
        who = live.room.seats[seat].who
        if who not in (None, "bot"):
            raise Refusal("taken", "Somebody sits there.")
        if level is not None:
            return Sat(now(), seat, "", "bot", level=level)
        if who is None:
            raise Refusal("seat", "There is no bot on this seat.")
        return Stood(now(), seat)

    await live.commit(make)


async def forget(live: "Live", token: str) -> None:
    """Take a player's name out of the log, for good."""
    if not live.room.was_here(token):
        check_token(live.room, token)
    store, kept = live.hub.store, hashed(live.id, token)
    for seq, body in await store.read(live.id):
        entry = log.decode(body)
        if isinstance(entry, Sat) and entry.token == kept:
            nameless = msgspec.structs.replace(entry, name="")
            await store.rewrite(live.id, seq, log.encode(nameless))
    await live.reload()
    seat = live.room.seat_of(token)
    # An entry of its own, so that everybody hears of it, also who is away just now.
    await live.commit(lambda: Forgot(now(), -1 if seat is None else seat))
