"""A table goes on by itself: clocks, players who are gone, bots, and what fails around it."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from cinquina.core.errors import CinquinaError
from cinquina.server import driver
from cinquina.server.brain import Busy
from cinquina.server.driver import DESERTED
from cinquina.server.inbox import MOST_WAITING
from cinquina.server.live import Live
from cinquina.server.log import AnyEntry, Away, Moved, Started
from cinquina.server.log import decode as entry_of
from cinquina.server.messages import (
    AskHint,
    ComeBack,
    Done,
    Happened,
    Hint,
    Leave,
    Play,
    Refused,
    Snapshot,
    Start,
    Warn,
)
from tests.catalogue import narrowed
from tests.server.serving import SLUGS
from tests.server.worlds import (
    BEGIN,
    TOKENS,
    Fake,
    Time,
    entries,
    live_of,
    passes,
    quiet,
)

TURN, AWAY = 90, 30


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    monkeypatch.setattr(driver, "AGAIN", 0.001)
    return Time(monkeypatch)


@asynccontextmanager
async def driven(found: list[AnyEntry]) -> AsyncIterator[Live]:
    live = live_of(found, drives=True)
    try:
        yield live
    finally:
        await live.close()


def started(game: str = "push", players: int = 2, people: int = -1, **clock: int) -> list[AnyEntry]:
    clock = {"turn": TURN, "away": AWAY, "window": 0} | clock
    return [*entries(game, players, people, **clock), Started(BEGIN)]


async def come(live: Live, seat: int) -> Fake:
    viewer = Fake(TOKENS[seat])
    await live.ask(lambda: live.join(viewer, 0))
    return viewer


def deciding(live: Live) -> int:
    return live.room.to_act[0]


def logged(live: Live) -> list[AnyEntry]:
    return [entry_of(body) for body in live.hub.store.bodies]  # type: ignore[attr-defined]


def moves(live: Live) -> list[Moved]:
    return [entry for entry in logged(live) if isinstance(entry, Moved)]


async def do(live: Live, viewer: Fake, command: object) -> None:
    at = live.room.go_at + 1
    await live.ask(lambda: live.command(viewer, command, at))  # type: ignore[arg-type]


# --- Clocks -----------------------------------------------------------------------------------


async def test_when_time_is_up_a_bot_decides(time: Time) -> None:
    async with driven(started()) as live:
        viewers = [await come(live, seat) for seat in (0, 1)]
        seat = deciding(live)
        await passes(time, live, 1000 * (TURN - 10))
        warnings = viewers[seat].take(Warn)
        assert [(w.seat, w.left) for w in warnings] == [(seat, 10_000)]
        assert not moves(live)
        await passes(time, live, 9_999)
        assert not moves(live) and not viewers[seat].take(Warn)
        await passes(time, live, 1)
        assert {move.seat for move in moves(live)} == {seat}
        assert {move.by for move in moves(live)} == {"bot"}
        assert live.room.seats[seat].away
        await do(live, viewers[seat], Play("x", live.room.version, "nonsense"))
        assert not live.room.seats[seat].away


async def test_after_a_move_the_next_decision_has_all_its_time(time: Time) -> None:
    async with driven(started("add-up")) as live:
        viewers = [await come(live, seat) for seat in (0, 1)]
        seat = deciding(live)
        await passes(time, live, 50_000)
        viewers[seat].take()
        await do(live, viewers[seat], Play("x", live.room.version, live.room.legal(seat)[0]))
        assert [type(m) for m in viewers[seat].take()] == [Happened, Done]
        other = deciding(live)
        assert other != seat
        await passes(time, live, 1000 * (TURN - 10) - 1)
        assert not viewers[other].take(Warn)
        await passes(time, live, 1)
        assert [(w.seat, w.left) for w in viewers[other].take(Warn)] == [(other, 10_000)]
        await passes(time, live, 10_000)
        assert [move.by for move in moves(live)][:2] == ["player", "bot"]


async def test_an_overdue_decision_can_not_be_put_off(time: Time) -> None:
    async with driven(started()) as live:
        viewers = [await come(live, seat) for seat in (0, 1)]
        seat = deciding(live)
        live.hub.brains.free.clear()  # the bot thinks and thinks
        await passes(time, live, 1000 * TURN)
        assert live.room.seats[seat].away
        before = live.room.version
        for n in range(5):
            await do(live, viewers[seat], Start(f"junk{n}"))
            await live.ask(lambda: live.join(viewers[seat], 0))
            await passes(time, live, 200)
        assert live.room.version == before  # nothing of this was written
        # but the player may still be faster than the bot, and has the seat back with that
        action = live.room.legal(seat)[0]
        await do(live, viewers[seat], Play("move", live.room.version, action))
        assert [move.by for move in moves(live)] == ["player"]
        assert not live.room.seats[seat].away


async def test_who_was_too_slow_comes_back_after_the_overdue_decision(time: Time) -> None:
    async with driven(started()) as live:
        viewers = [await come(live, seat) for seat in (0, 1)]
        seat = deciding(live)
        live.hub.brains.free.clear()  # the bot thinks for a while
        await passes(time, live, 1000 * TURN)
        assert live.room.seats[seat].away
        viewers[seat].take()
        await do(live, viewers[seat], ComeBack("b"))
        assert [m.id for m in viewers[seat].take(Done)] == ["b"]
        assert live.room.seats[seat].away  # not yet: the bot decides first
        live.hub.brains.free.set()
        await quiet(live)
        assert not live.room.seats[seat].away
        assert [move.by for move in moves(live)] == ["bot"]


async def test_who_asked_to_come_back_and_is_gone_does_not(time: Time) -> None:
    async with driven(started()) as live:
        viewers = [await come(live, seat) for seat in (0, 1)]
        seat = deciding(live)
        live.hub.brains.free.clear()
        await passes(time, live, 1000 * TURN)
        await do(live, viewers[seat], ComeBack("b"))
        await live.ask(lambda: live.gone(viewers[seat]))
        live.hub.brains.free.set()
        await quiet(live)
        assert live.room.seats[seat].away and moves(live)


async def test_to_come_back_is_no_move(time: Time) -> None:
    async with driven(started("add-up")) as live:
        viewers = [await come(live, seat) for seat in (0, 1)]
        seat = deciding(live)
        before = live.room.version
        await do(live, viewers[seat], ComeBack("at once"))  # who was never away
        assert [m.v for m in viewers[seat].take(Done)] == [before] == [live.room.version]
        await passes(time, live, 1000 * TURN)
        assert live.room.seats[seat].away and deciding(live) != seat
        await do(live, viewers[seat], ComeBack("now"))  # while somebody else decides
        assert not live.room.seats[seat].away
        watcher = Fake()
        await live.ask(lambda: live.join(watcher, 0))
        watcher.take()
        await do(live, watcher, ComeBack("who"))
        assert [m.code for m in watcher.take(Refused)] == ["watching"]


async def test_without_a_limit_a_table_waits_a_day(time: Time) -> None:
    async with driven(started(turn=0)) as live:
        viewers = [await come(live, seat) for seat in (0, 1)]
        seat = deciding(live)
        await passes(time, live, 1000 * 86_399)
        assert not live.room.seats[seat].away and live.driver.left() is None
        await passes(time, live, 1000)
        assert live.room.seats[seat].away and viewers


async def test_who_is_gone_is_replaced_and_comes_back(time: Time) -> None:
    async with driven(started()) as live:
        viewers = [await come(live, seat) for seat in (0, 1)]
        seat = deciding(live)
        await live.ask(lambda: live.gone(viewers[seat]))
        await passes(time, live, 1000 * AWAY - 1)
        assert not live.room.seats[seat].away
        await passes(time, live, 1)
        assert live.room.seats[seat].away and moves(live)
        again = await come(live, seat)
        assert not live.room.seats[seat].away
        assert again.seat == seat


async def test_one_tab_of_two_is_enough(time: Time) -> None:
    async with driven(started()) as live:
        for seat in (0, 1):
            await come(live, seat)
        seat = deciding(live)
        second = await come(live, seat)
        await live.ask(lambda: live.gone(second))
        await live.ask(lambda: live.gone(second))  # said twice, once by each side
        await passes(time, live, 1000 * AWAY)
        assert not live.room.seats[seat].away


async def test_bots_wait_for_people_and_then_finish(time: Time) -> None:
    async with driven(started(players=3, people=1)) as live:
        ada = await come(live, 0)
        await quiet(live)
        await live.ask(lambda: live.gone(ada))
        await quiet(live)
        version = live.room.version
        await passes(time, live, DESERTED - 1)
        assert live.room.version == version
        await passes(time, live, 1)
        assert live.room.status == "over"


async def test_a_table_where_nobody_was_gives_the_time_back(time: Time) -> None:
    async with driven(started()) as live:
        viewers = [await come(live, seat) for seat in (0, 1)]
        seat = deciding(live)
        for viewer in viewers:
            await live.ask(lambda viewer=viewer: live.gone(viewer))
        await passes(time, live, 1000 * (TURN + 60))
        await come(live, seat)
        await quiet(live)
        assert live.driver.left() == 1000 * TURN
        assert not live.room.seats[seat].away and not moves(live)


async def test_a_restart_gives_the_time_back(time: Time) -> None:
    time.at += 3_600_000
    async with driven(started()) as live:
        seat, version = deciding(live), live.room.version
        await come(live, seat)
        assert live.driver.left() == 1000 * TURN
        # Who missed nothing is told all the same: the page's own clock is wrong.
        viewer = Fake(TOKENS[seat])
        await live.ask(lambda: live.join(viewer, version))
        assert [told.left for told in viewer.take(Snapshot)] == [1000 * TURN]


async def test_the_last_word_of_a_dead_worker_runs_out(time: Time) -> None:
    """Nobody says that it is dead: with no turn clock only this makes a bot stand in."""
    async with driven(started(turn=0)) as live:
        other = await come(live, 1 - deciding(live))
        seat = deciding(live)
        word = b'["another worker",{"%d":30},{}]' % seat
        await live.ask(lambda: live.presence.heard(word))
        assert live.presence.here(seat)
        check_goes_on(live)
        for _ in range(10):
            await passes(time, live, 1000 * AWAY // 5)
        assert live.room.seats[seat].away and moves(live)
        assert other.seat != seat


# --- Bots -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SLUGS)
async def test_bots_go_on_after_a_restart(game: str, time: Time) -> None:
    time.at += 10_000
    async with driven(started(game, 3, people=0)) as live:
        await quiet(live)
        assert live.room.status == "over"
        half = logged(live)[: live.room.version // 2]
    async with driven(half) as live:
        await quiet(live)
        assert live.room.status == "over"


@pytest.mark.parametrize("problem", [Busy("no"), CinquinaError("no"), ValueError("no")])
@pytest.mark.parametrize("game", ["push", "seven-ate-nine"])
async def test_bots_that_can_not_think_play_all_the_same(
    game: str, problem: Exception, time: Time
) -> None:
    time.at += 10_000
    async with driven(started(game, 2, people=0)) as live:
        live.hub.brains.problem = problem  # type: ignore[attr-defined]
        for _ in range(50):
            await asyncio.sleep(0.02)
            if len(moves(live)) > 3:
                break
        assert len(moves(live)) > 3


async def test_hints_one_after_the_other(time: Time) -> None:
    async with driven(started()) as live:
        viewers = [await come(live, seat) for seat in (0, 1)]
        seat, brains = deciding(live), live.hub.brains
        again = await come(live, seat)  # the same player in another tab
        brains.free.clear()  # type: ignore[attr-defined]
        ask = AskHint("1", live.room.version)
        for command in (ask, ask, AskHint("2", live.room.version)):
            await do(live, viewers[seat], command)
        await do(live, again, AskHint("3", live.room.version))
        await asyncio.sleep(0.01)
        brains.free.set()  # type: ignore[attr-defined]
        await asyncio.sleep(0.01)
        got = [(type(m), m.id) for m in viewers[seat].take((Hint, Refused))]
        assert got == [(Refused, "2"), (Hint, "1")]
        assert [m.id for m in again.take(Refused)] == ["3"]
        assert brains.asked == 1  # type: ignore[attr-defined]


# --- What fails -------------------------------------------------------------------------------


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("failures", [1, 2, 3, 4])
async def test_nothing_is_acknowledged_before_it_is_stored(
    failures: int, kept: bool, time: Time
) -> None:
    """Writing fails, and reading what was written may fail too."""
    async with driven(started()) as live:
        viewers = [await come(live, seat) for seat in (0, 1)]
        seat, version = deciding(live), live.room.version
        viewer, action = viewers[seat], live.room.legal(seat)[0]
        store = live.hub.store
        store.failing, store.kept_though_failing = failures, kept  # type: ignore[attr-defined]
        await do(live, viewer, Play("a", version, action))
        assert [m.v for m in viewer.take(Done)] == [version + 1]
        assert [entry.cid for entry in moves(live)] == ["a"]
        assert live.room.version == len(logged(live)) == live.told


async def test_a_store_that_stays_away_is_waited_for(
    time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cinquina.server.live.TRIES", 2)
    async with driven(started()) as live:
        viewers = [await come(live, seat) for seat in (0, 1)]
        seat = deciding(live)
        viewer, action = viewers[seat], live.room.legal(seat)[0]
        live.hub.store.failing = 1_000_000  # type: ignore[attr-defined]
        version = live.room.version
        await do(live, viewer, Play("a", version, action))
        refused = viewer.take(Refused)
        assert [(r.code, r.v) for r in refused] == [("unavailable", version)]
        live.hub.store.failing = 0  # type: ignore[attr-defined]
        await do(live, viewer, Play("a", version, action))
        assert [m.v for m in viewer.take(Done)] == [version + 1]


async def test_a_last_try_that_was_kept_is_not_called_refused(
    time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cinquina.server.live.TRIES", 1)
    async with driven(started()) as live:
        viewers = [await come(live, seat) for seat in (0, 1)]
        seat, version, store = deciding(live), live.room.version, live.hub.store
        store.failing, store.kept_though_failing = 1, True  # type: ignore[attr-defined]
        await do(live, viewers[seat], Play("a", version, live.room.legal(seat)[0]))
        assert [(type(m), m.v) for m in viewers[seat].take((Done, Refused))] == [
            (Done, version + 1)
        ]


async def test_a_clock_goes_on_after_a_failure(time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cinquina.server.live.TRIES", 1)
    async with driven(started()) as live:
        for seat in (0, 1):
            await come(live, seat)
        live.hub.store.failing = 1  # type: ignore[attr-defined]
        await passes(time, live, 1000 * TURN)
        await asyncio.sleep(0.1)
        await quiet(live)
        assert moves(live)


async def test_a_bot_goes_on_after_a_mistake_of_the_server(
    time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    true, mistakes = Live.bot_moves, iter([True])

    async def once_wrong(self: Live, *values: object) -> None:
        if next(mistakes, False):
            raise RuntimeError("a mistake")
        await true(self, *values)  # type: ignore[arg-type]

    monkeypatch.setattr(Live, "bot_moves", once_wrong)
    async with driven(started(people=0)) as live:
        await quiet(live)
        assert live.room.status == "over"


async def test_a_full_inbox_loses_no_timer(time: Time) -> None:
    async with driven(started()) as live:
        for seat in (0, 1):
            await come(live, seat)
        held = asyncio.Event()

        async def wait() -> None:
            await held.wait()

        for _ in range(MOST_WAITING):
            live.poke(wait)
        await asyncio.sleep(0)
        while not live.inbox.full():
            live.poke(wait)
        time.at += 1000 * TURN
        live.driver.schedule()
        await asyncio.sleep(0.01)
        held.set()
        await asyncio.sleep(0.15)
        await quiet(live)
        assert moves(live)


# --- Nothing waits for ever -------------------------------------------------------------------


def check_goes_on(live: Live) -> None:
    """Somebody who is there decides, or a bot thinks, or a timer runs."""
    room, it = live.room, live.driver
    if room.status != "playing":
        return
    timer = it._timer is not None and not it._timer.cancelled()
    timer = timer and it._timer.when() > asyncio.get_running_loop().time()  # type: ignore[union-attr]
    thinking = it._thought is not None and not it._thought.done()
    connected = {viewer.seat for viewer in live.viewers}
    people = [s for s in room.to_act if s in connected and not room.seats[s].played_by_bot]
    assert timer or thinking or (people and room.opened.clock.turn == 0), room.facts


async def anything(time: Time, live: Live, viewers: list[Fake], chance: random.Random) -> None:
    """One of the things that may happen to a table."""
    what = chance.choice(["come", "go", "play", "play", "wrong", "time", "leave", "fail", "start"])
    if what == "come":
        seat = chance.randrange(len(live.room.seats))
        if live.room.seat_of(TOKENS[seat]) == seat:
            viewers.append(await come(live, seat))
    elif what == "time":
        await passes(time, live, chance.choice([500, 5_000, 31_000, 91_000, DESERTED]))
    elif what == "fail":
        live.hub.store.failing = chance.choice([1, 2])  # type: ignore[attr-defined]
    elif viewers:
        viewer = chance.choice(viewers)
        legal = live.room.legal(viewer.seat)
        id, v = str(chance.random()), live.room.version
        if what == "go":
            viewers.remove(viewer)
            await live.ask(lambda: live.gone(viewer))
        elif what == "leave" and chance.random() < 0.1:
            await do(live, viewer, Leave(id))
        elif what == "start":
            await do(live, viewer, Start(id))
        elif what == "play" and legal:
            action = chance.choice(narrowed(live.room.opened.game, legal, chance, greedy=True))
            await do(live, viewer, Play(id, v, action))
        else:
            await do(live, viewer, Play(id, v - chance.randrange(3), "nonsense"))


@pytest.mark.parametrize("game", SLUGS)
@pytest.mark.parametrize("turn", [0, TURN])
async def test_no_table_waits_for_ever(game: str, turn: int, time: Time) -> None:
    await check_random_life(game, turn, time, seed=1, steps=60)


@pytest.mark.nightly
@pytest.mark.parametrize("game", SLUGS)
@pytest.mark.parametrize("seed", range(40))
async def test_no_table_waits_for_ever_in_many_lives(game: str, seed: int, time: Time) -> None:
    await check_random_life(game, TURN * (seed % 2), time, seed, steps=300)


async def check_random_life(game: str, turn: int, time: Time, seed: int, steps: int) -> None:
    chance, viewers = random.Random(seed), [Fake()]
    async with driven(started(game, 3, 2, turn=turn)) as live:
        await live.ask(lambda: live.join(viewers[0], 0))
        for _ in range(steps):
            await anything(time, live, viewers, chance)
            await quiet(live)
            check_goes_on(live)
        for viewer in viewers:
            await live.ask(lambda viewer=viewer: live.gone(viewer))
        for _ in range(5):
            await passes(time, live, DESERTED)
        assert live.room.status == "over"
        assert live.room.version == len(logged(live)) == live.told
        assert not any(isinstance(entry, Away) and entry.seat == 2 for entry in logged(live))
