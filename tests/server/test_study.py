"""Games position by position, going on from one, and what was good in it."""

import asyncio
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect

from cinquina import Game, games, rulebook
from cinquina.server import emotes, log, reviews
from cinquina.server.brain import Answer, Busy
from cinquina.server.log import Opened
from cinquina.server.messages import (
    Done,
    Emote,
    Happened,
    Play,
    SendEmote,
    Snapshot,
    Start,
    decode,
)
from cinquina.server.refusals import Refusal
from cinquina.server.reviews import Judging, Reviews, as_answer
from cinquina.server.room import Room, rebuild
from tests.catalogue import random_move
from tests.server.serving import SLUGS, Guest, Server, open_table, play, running
from tests.server.worlds import TOKENS, Fake, Time, entries, live_of, played


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("study") / "tables.sqlite") as server:
        yield server


def post(server: Server, path: str, body: Any) -> httpx.Response:
    return httpx.post(f"{server.url}{path}", json=body, timeout=60)


def get(server: Server, path: str) -> httpx.Response:
    return httpx.get(f"{server.url}{path}", timeout=60)


async def finished(server: Server, game: str = "add-up") -> Guest:
    short = {"deck": {"1": 4, "2": 4, "3": 4}} if game == "add-up" else {}
    one = open_table(server.url, game, 2, **short)
    async with one.client() as ada:
        await ada.start()
        await play(ada, random.Random(1))
    return one


# --- Refusals and aids over the wire ----------------------------------------------------------


async def test_a_refusal_says_why() -> None:
    live = live_of(played("burst", 2, 0, seed=1))
    seat = live.room.to_act[0]
    viewer, other = Fake(TOKENS[seat]), Fake(TOKENS[1 - seat])
    for one in (viewer, other):
        await live.join(one, 0)
    for one, action, why in (
        (viewer, "play 3", "must_draw"),
        (viewer, "nonsense", "no_action"),
        (other, "draw", "not_your_turn"),
    ):
        await live.answer(one, Play("p" + why, live.room.version, action), live.room.go_at)
        refused = one.take()[-1]
        assert (refused.code, refused.why, refused.facts) == ("illegal", why, {})
    await live.close()


async def test_a_wrong_card_says_what_fits() -> None:
    live = live_of(played("seven-ate-nine", 2, 0, seed=1, lockout=0))
    table = live.room.table
    assert table
    viewer, hand = Fake(TOKENS[0]), table.view(0)["hands"][0]
    await live.join(viewer, 0)
    card = next(card for card in hand if f"play {card}" not in table.legal(0))
    await live.answer(viewer, Play("w", live.room.version, f"play {card}"), live.room.go_at)
    refused = viewer.take()[-1]
    assert (refused.code, refused.why) == ("wrong", "fits")
    assert list(refused.facts.values()) == table.aids(0)["fits"]
    await live.close()


async def test_aids_come_with_every_view_for_who_asked() -> None:
    live = live_of(played("triggs", 2, 0, seed=1))
    seat = live.room.to_act[0]
    asked, twin, plain = Fake(TOKENS[seat]), Fake(TOKENS[seat]), Fake(TOKENS[1 - seat])
    watching = Fake()
    await live.join(asked, 0, aids=True)
    await live.join(twin, 0)
    await live.join(plain, 0)
    await live.join(watching, 0, aids=True)
    assert asked.take(Snapshot)[0].aids == live.room.aids(seat)
    assert watching.take(Snapshot)[0].aids == live.room.aids(None) != live.room.aids(seat)
    for viewer in (twin, plain):  # at the same seat too
        assert not any(b'"aids"' in message for message in viewer.got)
        viewer.take()
    await live.answer(asked, Play("d", live.room.version, "draw middle"), live.room.go_at)
    for viewer, eyes in ((asked, seat), (watching, None)):
        (event,) = viewer.take(Happened)
        assert (event.view, event.aids) == (live.room.view(eyes), live.room.aids(eyes))
    for viewer in (twin, plain):
        assert not any(b'"aids"' in message for message in viewer.got)
    await live.close()


async def test_of_several_events_the_last_one_has_aids() -> None:
    live = live_of(played("push", 2, 6, seed=1))
    back = Fake(TOKENS[0])
    await live.join(back, live.room.version - 3, aids=True)
    told = [event.aids for event in back.take(Happened)]
    assert told == [None, None, live.room.aids(0)]
    await live.close()


async def test_before_a_game_there_are_no_aids() -> None:
    live = live_of(entries("push", 2))
    early = Fake(TOKENS[0])
    await live.join(early, 0, aids=True)
    assert (early.take(Snapshot)[0].view, early.aids) == (None, True)
    await live.answer(early, Start("s"), 0)
    assert early.take(Happened)[-1].aids == live.room.aids(0)
    await live.close()


async def test_aids_over_a_socket(server: Server) -> None:
    one = open_table(server.url, "triggs", 2)
    async with connect(f"ws{server.url[4:]}/ws") as socket:
        hello = {"t": "hello", "table": one.table, "token": one.token, "aids": True}
        await socket.send(msgspec.json.encode(hello).decode())
        await socket.send('{"t":"start","id":"s"}')
        while True:
            message = msgspec.json.decode(await asyncio.wait_for(socket.recv(), 60))
            if message["t"] == "event" and message.get("view"):
                break
    assert message["aids"]["boxes"][0] == 2 and message["aids"]["ways"]


# --- Study ------------------------------------------------------------------------------------


def a_game(game: str, moves: int, **options: Any) -> tuple[dict[str, Any], list[Any]]:
    """A question, and the tables that its frames are to show."""
    table, chance = Game(game, 2, **options).deal(7), random.Random(7)
    tables = [(table.copy(), [])]
    while len(tables) <= moves and not table.over:
        events = table.play(*random_move(table, chance, greedy=True))
        tables.append((table.copy(), events))
    done = [[player, action] for player, action, _ in table.history]
    return {"game": game, "players": 2, "options": options, "seed": "7", "moves": done}, tables


@pytest.mark.parametrize("game", SLUGS)
@pytest.mark.parametrize("eyes", [None, 0, 1, -1])
def test_frames_show_what_the_eyes_may_see(server: Server, game: str, eyes: int | None) -> None:
    asked, tables = a_game(game, 12)
    frames = post(server, "/api/study", asked | {"eyes": eyes}).json()["frames"]
    assert len(frames) == len(tables)
    for number, (frame, (table, events)) in enumerate(zip(frames, tables, strict=True)):
        seat = None if eyes == -1 else eyes
        assert frame["view"] == (table.state() if eyes == -1 else table.view(eyes))
        assert frame["legal"] == ([] if seat is None else table.legal(seat))
        assert frame["aids"] == table.game.aids(frame["view"], seat)
        assert frame["events"] == events
        move = asked["moves"][number - 1] if number else [None, ""]
        assert [frame["seat"], frame["action"]] == move


def test_frames_from_a_number_on(server: Server) -> None:
    asked, _ = a_game("push", 10)
    frames = post(server, "/api/study", asked).json()["frames"]
    assert post(server, "/api/study", asked | {"first": 9}).json()["frames"] == frames[9:]
    assert post(server, "/api/study", asked | {"first": 11}).json()["frames"] == []


def test_options_and_own_decks_are_studied(server: Server) -> None:
    asked, tables = a_game("add-up", 3, yellow_max=12, deck=36)
    assert len(post(server, "/api/study", asked).json()["frames"]) == len(tables)
    own = {"game": "push", "players": 2, "seed": "1", "deck": {"R1": 4, "R2": 2}}
    assert post(server, "/api/study", own).json()["frames"][0]["view"]["deck"] == 6


def test_an_illegal_move_is_refused_with_its_reason(server: Server) -> None:
    asked = {"game": "burst", "players": 2, "seed": "7", "moves": [[0, "draw"], [0, "draw"]]}
    starter = Game("burst", 2).deal(7).to_act[0]
    asked["moves"] = [[starter, "draw"], [1 - starter, "play 3"]]
    answer = post(server, "/api/study", asked)
    assert answer.status_code == 400
    problem = answer.json()
    assert (problem["code"], problem["why"], problem["facts"]) == ("illegal", "must_draw", {})
    assert problem["text"].startswith("Move 2: ")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "chess"}, "invalid"),
        ({"players": 9}, "malformed"),
        ({"options": {"yellow_max": 10**30}}, "invalid"),
        ({"options": {"nothing": 1}}, "invalid"),
        ({"seed": "-1"}, "malformed"),
        ({"seed": "9" * 90}, "invalid"),
        ({"eyes": 2}, "seat"),
        ({"eyes": -2}, "malformed"),
        ({"moves": [[0, "draw"]] * 401}, "malformed"),
        ({"moves": [[5, "draw"]]}, "illegal"),
        ({"moves": [["0", "draw"]]}, "malformed"),
        ({"deck": {"1": 1}}, "invalid"),
        ({"more": 1}, "malformed"),
    ],
)
def test_bad_studies(server: Server, change: dict[str, Any], code: str) -> None:
    asked = {"game": "add-up", "players": 2, "seed": "7", "moves": []}
    answer = post(server, "/api/study", asked | change)
    assert (answer.json()["code"], answer.status_code < 500) == (code, True)


@pytest.mark.parametrize("game", ["add-up", "seven-ate-nine"])
async def test_frames_of_a_finished_table(server: Server, game: str) -> None:
    one = await finished(server, game)
    answer = get(server, f"/api/tables/{one.code}/frames?eyes=-1").json()
    table = rebuild(one.table, server.entries(one.table)).table
    assert table
    assert answer["of"] == len(answer["frames"]) == len(table.history) + 1
    assert answer["frames"][-1]["view"] == table.state()
    assert answer["room"]["status"] == "over" and answer["room"]["seed"]
    some = get(server, f"/api/tables/{one.code}/frames?eyes=0&first=5").json()["frames"]
    assert len(some) == answer["of"] - 5
    assert type(some[0]["view"]["hands"][1]) is int


async def test_frames_are_there_when_the_game_is_over(server: Server) -> None:
    one = open_table(server.url, "push", 2)
    for path in ("frames", "frames?eyes=-1"):
        answer = get(server, f"/api/tables/{one.code}/{path}")
        assert (answer.status_code, answer.json()["code"]) == (409, "playing")
    assert get(server, "/api/tables/nowhere/frames").status_code == 404


# --- Branch -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["push", "seven-ate-nine"])
async def test_a_branch_goes_on_from_a_position(server: Server, game: str) -> None:
    one = await finished(server, game)
    room = get(server, f"/api/tables/{one.code}").json()
    old = rebuild(one.table, server.entries(one.table)).table
    assert old
    asked = {"move": 8, "seat": 1, "name": "Ana", "level": "easy"}
    answer = post(server, f"/api/tables/{one.code}/branch", asked)
    assert answer.status_code == 201, answer.text
    guest = Guest(server.url, answer.json())
    assert guest.seat == 1 and guest.table != one.table
    async with guest.client() as ana:
        mirror = ana.mirror
        assert mirror.room and not mirror.room.public
        assert mirror.room.commitment == room["commitment"]
        assert mirror.room.clock.turn == 0  # nobody else waits
        assert [s.who for s in mirror.room.seats] == ["bot", "person"]
        begun = [(what.seat, what.action) for what in mirror.moves[:8]]
        assert begun == [(player, action) for player, action, _ in old.history[:8]]
        await play(ana, random.Random(2))
    entries = server.entries(guest.table)
    again = rebuild(guest.table, entries)
    assert again.status == "over" and again.table
    assert again.table.history[:8] == old.history[:8]
    assert (
        f"end: {len(again.table.history)} actions"
        in get(server, f"/api/tables/{guest.code}/replay").text
    )
    # A log that ends anywhere is a table that can go on.
    for end in range(1, len(entries)):
        rebuild(guest.table, entries[:end])


def test_the_log_of_an_older_version_is_read() -> None:
    opened = msgspec.to_builtins(played("push", 2, 0, seed=1)[0])
    del opened["played"]
    found = log.decode(msgspec.json.encode(opened))
    assert isinstance(found, Opened) and found.played == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"move": 10_000}, "invalid"),
        ({"move": -1}, "malformed"),
        ({"seat": 2}, "seat"),
        ({"name": "  "}, "name"),
        ({"level": "god"}, "invalid"),
        ({"token": "short"}, "malformed"),
    ],
)
async def test_bad_branches(server: Server, change: dict[str, Any], code: str) -> None:
    one = await finished(server)
    asked = {"move": 3, "seat": 0, "name": "Ana"}
    answer = post(server, f"/api/tables/{one.code}/branch", asked | change)
    assert answer.json()["code"] == code


async def test_no_branch_of_a_game_that_goes_on(server: Server) -> None:
    one = open_table(server.url, "push", 2)
    asked = {"move": 0, "seat": 0, "name": "Ana"}
    answer = post(server, f"/api/tables/{one.code}/branch", asked)
    assert (answer.status_code, answer.json()["code"]) == (409, "playing")


# --- Review -----------------------------------------------------------------------------------


async def test_a_review_comes_bit_by_bit(server: Server) -> None:
    one = await finished(server, "add-up")
    path, done = f"/api/tables/{one.code}/review", -1
    while True:
        found = get(server, path).json()
        assert found["done"] >= done and (not found["players"] or found["done"] == found["of"])
        done = found["done"]
        if done == found["of"]:
            break
        await asyncio.sleep(0.2)
    table = rebuild(one.table, server.entries(one.table)).table
    assert table
    assert (found["of"], found["first"]) == (len(table.history), 1)
    assert found["decisions"] and len(found["players"]) == 2
    for decision in found["decisions"]:
        assert table.history[decision["number"] - 1][:2] == (decision["player"], decision["action"])
        assert decision["cost"] == decision["best"] - decision["chance"] >= 0
    assert found["curve"][-1] == [len(table.history), [p["result"] for p in found["players"]]]
    assert get(server, path).json() == found


def test_no_review_of_a_game_that_goes_on(server: Server) -> None:
    one = open_table(server.url, "push", 2)
    answer = get(server, f"/api/tables/{one.code}/review")
    assert (answer.status_code, answer.json()["code"]) == (409, "playing")


class Judge:
    """Brains that find every action as good as any other."""

    def __init__(self) -> None:
        self.asked, self.most, self._now = 0, 0, 0
        self.problem: Exception | None = None

    async def judge(self, position: Any, seat: int, action: str, legal: int) -> Answer:
        self.asked += 1
        self._now += 1
        self.most = max(self.most, self._now)
        await asyncio.sleep(0)
        self._now -= 1
        if self.problem:
            raise self.problem
        return Answer(0, seat, action, 0, "Why not.", [(action, 0.5, 0.1)], [0.5, 0.5])


async def judged(made: Reviews, room: Room) -> Judging:
    judging = made.of(room)
    if judging.task:
        await judging.task
    return judging


def over(number: int) -> Room:
    return rebuild(f"table{number}", played("add-up", 2, 10_000, seed=number))


async def test_two_reviews_at_a_time_and_each_once() -> None:
    judge = Judge()
    made = Reviews(judge)  # type: ignore[arg-type]
    rooms = [over(n) for n in range(4)]
    await asyncio.gather(*(judged(made, room) for room in rooms))
    assert judge.most == 2
    asked = judge.asked
    assert (await judged(made, rooms[0])).done == len(rooms[0].table.history)  # type: ignore[union-attr]
    assert judge.asked == asked


async def test_few_reviews_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST_KEPT", 2)
    made = Reviews(Judge())  # type: ignore[arg-type]
    first = await judged(made, over(1))
    await judged(made, over(2))
    await judged(made, over(3))
    assert made.of(over(3)).done and made.of(over(1)) is not first
    made.of(over(4))
    with pytest.raises(Refusal, match="Too many"):
        made.of(over(5))
    await made.close()


async def test_of_a_long_game_the_last_moves_are_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST_JUDGED", 10)
    room = over(1)
    moves = len(room.table.history)  # type: ignore[union-attr]
    found = as_answer(await judged(Reviews(Judge()), room))  # type: ignore[arg-type]
    assert (found["done"], found["of"], found["first"]) == (10, 10, moves - 9)
    assert min(d["number"] for d in found["decisions"]) >= moves - 9
    assert len(found["players"]) == 2


async def test_decisions_that_nobody_can_judge_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reviews, "LONGEST_PAUSE", 0)
    judge = Judge()
    judge.problem = Busy("No thought in time.")
    found = as_answer(await judged(Reviews(judge), over(1)))  # type: ignore[arg-type]
    assert found["done"] == found["of"] and found["decisions"] == []
    assert len(found["players"]) == 2


async def test_a_review_that_fails_can_be_begun_again() -> None:
    judge = Judge()
    judge.problem = RuntimeError("a mistake")
    made = Reviews(judge)  # type: ignore[arg-type]
    await judged(made, over(1))
    judge.problem = None
    assert (await judged(made, over(1))).found.players


# --- Emotes and rule books --------------------------------------------------------------------


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time(monkeypatch)
    monkeypatch.setattr(emotes, "now", lambda: time.at)
    return time


async def test_what_a_player_says_is_heard_by_all(time: Time) -> None:
    live = live_of(played("push", 2, 3, seed=1))
    told: list[bytes] = []
    live.hub.bus.publish = lambda id, payload: told.append(payload)  # type: ignore[method-assign]
    ana, bob, eve = Fake(TOKENS[0]), Fake(TOKENS[1]), Fake()
    for viewer in (ana, bob, eve):
        await live.join(viewer, 0)
    version = live.room.version
    await live.command(ana, SendEmote("e1", "well played"), 0)
    for viewer in (ana, bob, eve):
        assert viewer.take(Emote) == [Emote(0, "well played")] or viewer is ana
    assert told[-1] == b"emote 0 well played"
    assert live.room.version == version
    await live.command(ana, SendEmote("e2", "wow"), 0)
    assert ana.take()[-1].code == "too fast"
    await live.command(bob, SendEmote("e3", "thanks"), 0)
    assert [(m.seat, m.emote) for m in ana.take(Emote)] == [(1, "thanks")]
    assert bob.take()[-1] == Done("e3", version)
    await live.command(eve, SendEmote("e4", "hurry"), 0)
    assert eve.take()[-1].code == "watching"
    time.at += 2000
    await live.command(ana, SendEmote("e5", "wow"), 0)
    assert ana.take()[-1] == Done("e5", version)
    assert len(bob.take(Emote)) == 1
    await live.emotes.heard(b"1 oops")
    await live.emotes.heard(b"1 nonsense")
    assert bob.take(Emote) == [Emote(1, "oops")]
    await live.close()


@pytest.mark.parametrize("emote", ["", "nonsense", "Hello", "😀"])
def test_only_some_things_can_be_said(emote: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        decode(msgspec.json.encode({"t": "emote", "id": "e", "emote": emote}))


def test_rule_books(server: Server) -> None:
    answer = get(server, "/api/rules/push/en")
    assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
    assert answer.text == rulebook.text("push", "en")
    for path in ("chess/en", "push/xx", "push/EN", "push/..", "%00/en", "push/%ff"):
        answer = get(server, f"/api/rules/{path}")
        assert answer.status_code == 404 and set(answer.json()) == {"code", "text"}


# --- Documents --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SLUGS)
def test_every_reason_is_in_the_document(game: str) -> None:
    text = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith(f"| `{game}` |")]
    aids, reasons = (re.findall(r"`(\w+)`", row.split("|")[2]) for row in rows)
    assert reasons == list(games.load(game).WHY_NOT)
    assert aids == list(Game(game, 2).deal(1).aids())
