"""seven-ate-nine: who is far away is not slower for it; late, wrong, locked and too early."""

import asyncio
import heapq
import itertools
import math
import random
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from cinquina.server import race, sockets
from cinquina.server.frames import PINGING
from cinquina.server.live import Live
from cinquina.server.log import AnyEntry, Clock, Started
from cinquina.server.messages import Done, Play, Presence, Refused
from cinquina.server.presence import GOOD_FOR
from cinquina.server.race import MOST_WINDOW, Order, Race
from cinquina.server.room import COUNTDOWN
from cinquina.server.sockets import REMEMBERED, Connection
from tests.server.worlds import (
    BEGIN,
    TOKENS,
    Fake,
    Time,
    Wire,
    at_two_workers,
    entries,
    live_of,
    quiet,
)

TRIPS = (0, 40, 80, 120)  # milliseconds: how long each player's messages take, there and back
JITTER = 12  # milliseconds at most, each way
ROUNDS = 6_000
SURE = 2.5  # standard errors: an interval of 95 % for all four shares together


# --- With equal skill -------------------------------------------------------------------------


class World:
    """A table in a time of its own, in which the real Race orders plays."""

    def __init__(self, window: int, trips: tuple[int, ...], seed: int) -> None:
        self.at, self.chance = 0, random.Random(seed)
        self._agenda: list[tuple[float, int, Any]] = []
        self._numbers = itertools.count()
        self.trips, self.won, self.order = trips, Counter[int](), list[int]()
        opened = SimpleNamespace(clock=Clock(window=window))
        room = SimpleNamespace(
            game=SimpleNamespace(real_time=True), opened=opened, seats=[None] * len(trips)
        )
        table: Any = SimpleNamespace(
            room=room,
            presence=SimpleNamespace(delay=lambda seat: trips[seat] // 2),
            answer=self._answer,
            later=self._later,
        )
        self._race = Race(table)
        self._viewers = [SimpleNamespace(seat=n, delay=trip // 2) for n, trip in enumerate(trips)]

    async def _answer(self, viewer: Any, command: Play, arrived: int) -> None:
        self.order.append(viewer.seat)

    def _later(self, seconds: float, job: Any) -> None:
        self._do(self.at + 1000 * seconds, job)

    def _do(self, at: float, job: Any) -> None:
        heapq.heappush(self._agenda, (at, next(self._numbers), job))

    def _react(self) -> float:
        """As long as a person takes: the same for all."""
        return self.chance.lognormvariate(math.log(450), 0.25)

    async def contest(self) -> None:
        """A pile that all can play on: they see it, react, and are heard."""
        self.order.clear()
        begin = self.at
        for viewer, trip in zip(self._viewers, self.trips, strict=True):
            there, back = (trip / 2 + self.chance.uniform(0, JITTER) for _ in range(2))
            self._do(begin + there + self._react() + back, viewer)
        while self._agenda:
            when, _, job = heapq.heappop(self._agenda)
            self.at = math.ceil(when)
            if not isinstance(job, SimpleNamespace):
                await job()
            elif self._race.window():  # as Live.command does
                self._race.enter(job, Play("x", 1, "x"), self.at)  # type: ignore[arg-type]
            else:
                self.order.append(job.seat)
        assert sorted(self.order) == list(range(len(self.trips)))
        self.won[self.order[0]] += 1
        self.at += 1000


async def shares(
    patch: pytest.MonkeyPatch, window: int, trips: tuple[int, ...] = TRIPS
) -> list[tuple[float, float]]:
    """The share of each player in who is first, each as an interval."""
    world = World(window, trips, seed=7)
    patch.setattr(race, "now", lambda: world.at)
    patch.setattr(race, "random", random.Random(8))
    for _ in range(ROUNDS):
        await world.contest()
    found = [world.won[seat] / ROUNDS for seat in range(len(trips))]
    errors = [SURE * math.sqrt(share * (1 - share) / ROUNDS) for share in found]
    return [(s - e, s + e) for s, e in zip(found, errors, strict=True)]


@pytest.mark.parametrize("window", [-1, MOST_WINDOW])
async def test_equal_skill_wins_equally_often(window: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for low, high in await shares(monkeypatch, window):
        assert low < 1 / len(TRIPS) < high


async def test_far_away_together_is_as_good_as_near(monkeypatch: pytest.MonkeyPatch) -> None:
    """The window makes up for what delays differ by, not for how long they are."""
    for low, high in await shares(monkeypatch, -1, (200, 240, 280, 320)):
        assert low < 1 / 4 < high


async def test_without_the_window_the_nearest_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    intervals = await shares(monkeypatch, 0)
    assert intervals[0][0] > 0.35 and intervals[-1][1] < 0.2


def test_plays_are_judged_as_they_count_whatever_opened_the_window() -> None:
    """A fast play at the end of another's window does not overtake a slow one made before."""
    order: Order[str] = Order()
    order.enter("first", arrived=1, trip=0, hold=120)
    assert order.next_due() == 121
    order.enter("fast", arrived=119, trip=0, hold=120)
    assert order.due(121) == ["first"]
    order.enter("slow", arrived=125, trip=120, hold=120)
    assert order.due(125) == ["slow"]
    assert order.due(239) == ["fast"]
    assert order.due(10_000) == [] and order.next_due() is None


@pytest.mark.parametrize("game", ["seven-ate-nine", "push"])
@pytest.mark.parametrize("offered", [True, False])
async def test_an_answer_that_a_page_puts_off_gains_nothing(
    game: str, offered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only where the server has no pings of the WebSocket's own the page's answer must do."""
    clock, asked = 100.0, []
    monkeypatch.setattr(sockets, "time", SimpleNamespace(monotonic=lambda: clock))
    live = live_of([*entries(game, 2), Started(BEGIN)])
    connection = Connection(None, {PINGING: asked.append} if offered else {}, "somewhere")
    connection.token, connection.live = TOKENS[0], live
    monkeypatch.setattr(Connection, "send", lambda *_: None)
    await live.ask(lambda: live.join(connection, 0))
    for _ in range(REMEMBERED):
        connection.ping(clock)
        clock += 0.01
        while asked:
            asked.pop()()  # the browser
        clock += 0.2
        connection.ponged(connection.pings)  # the script of the page
    real = offered and game == "seven-ate-nine"
    assert connection.delay == live.presence.delay(0) == (5 if real else 105)
    await live.close()


# --- Late, wrong, locked, too early -----------------------------------------------------------


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


def begun(**clock: int) -> list[AnyEntry]:
    return [*entries("seven-ate-nine", 2, **clock), Started(BEGIN)]


async def seated(live: Live, *delays: int) -> list[Fake]:
    viewers = [Fake(TOKENS[seat], delay) for seat, delay in enumerate(delays or (0, 0))]
    for viewer in viewers:
        await live.ask(lambda viewer=viewer: live.join(viewer, 0))
        viewer.got.clear()
    return viewers


async def do(live: Live, viewer: Fake, command: Play, arrived: int) -> Done | Refused:
    await live.ask(lambda: live.command(viewer, command, arrived))
    while True:
        await asyncio.sleep(0.001)
        if found := viewer.take((Done, Refused)):
            answer: Done | Refused = found[0]
            return answer


def illegal(live: Live, seat: int) -> str:
    """A card of this game that does not fit now."""
    actions = live.room.game.rules.ACTIONS
    return next(a for a in actions if a.startswith("play") and a not in live.room.legal(seat))


async def test_nobody_plays_before_go(time: Time) -> None:
    live = live_of(begun())
    viewers = await seated(live)
    seat = live.room.to_act[0]
    action, v, go = live.room.legal(seat)[0], live.room.version, BEGIN + COUNTDOWN
    time.at = go - 1
    early = await do(live, viewers[seat], Play("a", v, action), go - 1)
    assert isinstance(early, Refused) and early.code == "countdown"
    time.at = go + 50
    held = await do(live, viewers[seat], Play("b", v, action), go - 1)  # held over "go"
    assert isinstance(held, Refused) and held.code == "countdown"
    done = await do(live, viewers[seat], Play("c", v, action), go)
    assert isinstance(done, Done)
    await live.close()


async def test_a_wrong_card_locks_its_player_for_a_while(time: Time) -> None:
    live = live_of(begun(lockout=800))
    viewers = await seated(live)
    seat, v = live.room.to_act[0], live.room.version
    time.at = BEGIN + COUNTDOWN + 1000
    legal = live.room.legal(seat)[0]
    codes = []
    for n, (after, action) in enumerate([(0, illegal(live, seat)), (799, legal), (1, legal)]):
        time.at += after
        answer = await do(live, viewers[seat], Play(str(n), v, action), time.at)
        codes.append(answer.code if isinstance(answer, Refused) else "done")
    assert codes == ["wrong", "locked", "done"]
    await live.close()


async def test_too_old_a_version_is_no_excuse_for_a_wrong_card(time: Time) -> None:
    """Else who always says version 0 could try all cards, one after the other."""
    live = live_of(begun())
    viewers = await seated(live)
    seat = live.room.to_act[0]
    time.at = BEGIN + COUNTDOWN + 1000
    answer = await do(live, viewers[seat], Play("a", 0, illegal(live, seat)), time.at)
    assert isinstance(answer, Refused) and answer.code == "wrong"
    await live.close()


async def test_who_is_late_is_told_by_how_much(time: Time) -> None:
    """Looked for in games with random moves: a card that fitted until somebody was faster."""
    live, chance, late = live_of(begun(window=0)), random.Random(1), 0
    viewers = await seated(live)
    time.at = BEGIN + COUNTDOWN + 1000
    for n in range(60):
        seat = chance.choice(live.room.to_act)
        other, v = 1 - seat, live.room.version
        fitted = [a for a in live.room.legal(other) if a.startswith("play")]
        legal = live.room.legal(seat)
        action = next((a for a in legal if a.startswith("play")), legal[0])
        await do(live, viewers[seat], Play(f"a{n}", v, action), time.at)
        if live.room.status != "playing":
            break
        lost = [a for a in fitted if a not in live.room.legal(other)]
        time.at += 84
        if lost:
            answer = await do(live, viewers[other], Play(f"b{n}", v, lost[0]), time.at)
            assert isinstance(answer, Refused)
            assert (answer.code, answer.late) == ("late", 84) and "84 ms" in answer.text
            late += 1
    assert late > 0
    await live.close()


async def test_the_window_is_shown_and_logged(time: Time) -> None:
    live = live_of(begun())
    viewers = await seated(live, 10, 40)
    shown = live.presence.message()
    assert shown.window == 60 and shown.delays == [10, 40]
    time.at = BEGIN + COUNTDOWN + 1000
    seat = live.room.to_act[0]
    play = Play("a", live.room.version, live.room.legal(seat)[0])
    await live.ask(lambda: live.command(viewers[seat], play, time.at))
    assert not viewers[seat].take(Done)  # it is held
    await asyncio.sleep(0.1)  # its timer goes off, but by this clock too early: it goes off again
    assert not viewers[seat].take(Done)
    time.at += 60
    while not viewers[seat].take(Done):
        await asyncio.sleep(0.001)
    what = live.room.history[-1]
    assert (what.kind, what.window, what.delay) == ("moved", 60, viewers[seat].delay)
    await live.close()


# --- Players at several workers ---------------------------------------------------------------


async def apart(delays: tuple[int, int] = (10, 40)) -> tuple[tuple[Live, Live], list[Fake]]:
    """Two players of a table, each at a worker of its own."""
    lives = at_two_workers(begun(lockout=800))
    viewers = [Fake(TOKENS[seat], delay) for seat, delay in enumerate(delays)]
    for live, viewer in zip(lives, viewers, strict=True):
        await live.ask(lambda live=live, viewer=viewer: live.join(viewer, 0))
    for live in lives:
        await quiet(live)
    return lives, viewers


async def test_the_window_counts_players_at_other_workers(time: Time) -> None:
    lives, (near, far) = await apart()
    for live in lives:
        shown = live.presence.message()
        assert (shown.here, shown.delays, shown.window) == ([True, True], [10, 40], 60)
    time.at = at = BEGIN + COUNTDOWN + 1000
    plays = [
        Play(f"p{n}", live.room.version, live.room.legal(n)[0]) for n, live in enumerate(lives)
    ]
    await lives[0].ask(lambda: lives[0].command(near, plays[0], at))
    time.at = at + 20  # the other one made its play 60 ms before it is heard of
    await lives[1].ask(lambda: lives[1].command(far, plays[1], at + 20))
    for live in lives:
        await live.ask(live.race._judge)
    assert far.take(Done) and not near.take(Done)
    for live in lives:
        await live.close()


@pytest.mark.parametrize("loaded", [True, False])
async def test_a_second_connection_to_another_worker_is_no_way_round_a_lockout(
    loaded: bool, time: Time
) -> None:
    """Not even to one that has loaded the table since, and heard nothing of it."""
    lives = at_two_workers(begun(lockout=800))
    player, again, wire = Fake(TOKENS[0]), Fake(TOKENS[0]), lives[0].hub.bus
    assert isinstance(wire, Wire)
    wire.cut = not loaded
    await lives[0].ask(lambda: lives[0].join(player, 0))
    time.at = BEGIN + COUNTDOWN + 1000
    v, legal = lives[0].room.version, lives[0].room.legal(0)[0]
    wrong = await do(lives[0], player, Play("a", v, illegal(lives[0], 0)), time.at)
    wire.cut = False
    await lives[1].ask(lambda: lives[1].join(again, 0))
    for live in lives:
        await quiet(live)
    time.at += 799
    locked = await do(lives[1], again, Play("b", v, legal), time.at)
    time.at += 1
    done = await do(lives[1], again, Play("c", v, legal), time.at)
    assert isinstance(wrong, Refused) and isinstance(locked, Refused) and isinstance(done, Done)
    assert (wrong.code, locked.code) == ("wrong", "locked")
    for live in lives:
        await live.close()


async def test_presence_is_told_when_it_changes_and_only_then(time: Time) -> None:
    lives, (one, other) = await apart()
    other.got.clear()
    for _ in range(3):
        time.at += 1000
        for live in lives:
            live.presence.refresh()
            await quiet(live)
    assert not other.got
    await lives[0].ask(lambda: lives[0].gone(one))  # its worker says so at once
    await quiet(lives[1])
    assert [said.here for said in other.take(Presence)] == [[False, True]]
    assert lives[1].presence.gone_since(0) == time.at
    time.at += 1500
    lives[1].presence.refresh()
    assert not other.got  # that time passes is no news
    assert lives[1].presence.message().gone == [1500, 0]  # but who comes now is told
    await lives[0].ask(lambda: lives[0].join(one, 0))
    await quiet(lives[1])
    assert [said.here for said in other.take(Presence)] == [[True, True]]
    wire = lives[0].hub.bus
    assert isinstance(wire, Wire)
    wire.cut = True  # the worker is dead
    said = time.at
    time.at += GOOD_FOR
    lives[1].presence.refresh()
    assert [said.here for said in other.take(Presence)] == [[False, True]]
    assert lives[1].presence.gone_since(0) == said + GOOD_FOR
    for live in lives:
        await live.close()
