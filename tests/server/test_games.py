"""Whole games over real sockets, and what people do around them."""

import asyncio
import random
from collections.abc import Iterator

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect

from cinquina import replay
from cinquina.core.rng import commitment
from cinquina.server.log import Moved, Sat
from cinquina.server.messages import Bye, Done, FromServer, Hello, Play, Refused, Snapshot
from cinquina.server.room import rebuild
from tests.server.serving import (
    SLUGS,
    Guest,
    Player,
    Server,
    ask_seat,
    check_in_step,
    join,
    open_table,
    play,
    running,
    settled,
)

EVERYBODY = 3  # two people and a bot


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("games") / "tables.sqlite") as server:
        yield server


def friends(server: Server, game: str = "push", **asked: object) -> tuple[Guest, Guest]:
    """A table with two people."""
    ada = open_table(server.url, game, EVERYBODY, **asked)
    return ada, join(server.url, ada.code)


# --- To the end -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SLUGS)
@pytest.mark.parametrize("players", [3, 4])
async def test_a_whole_game(server: Server, game: str, players: int) -> None:
    one = open_table(server.url, game, players)
    two = join(server.url, one.table)
    async with one.client() as ada, two.client() as bob, Player(server.url, one.code) as eve:
        assert eve.mirror.seat is None
        announced = ada.mirror.room and ada.mirror.room.commitment
        assert isinstance(await ada.start(), Done)
        await asyncio.gather(*(play(c, random.Random(c is ada)) for c in (ada, bob, eve)))
        await settled([ada, bob, eve])
        await check_in_step(ada, bob, eve)
        check_fair(server, ada, announced)
        assert ada.connections == bob.connections == eve.connections == 1


def check_fair(server: Server, client: Player, announced: str | None) -> None:
    """The log, the replay, the seed and what a client saw tell of the same game."""
    facts, entries = client.mirror.room, server.entries(client.table)
    assert facts and facts.status == "over" and facts.seed
    assert commitment(int(facts.seed)) == facts.commitment == announced
    answer = httpx.get(f"{server.url}/api/tables/{client.table}/replay")
    again, room = replay(answer.text), rebuild(client.table, entries)
    assert room.table and again.seed == room.seed == int(facts.seed)
    assert again.state_bytes() == room.table.state_bytes()
    assert again.history == room.table.history
    assert (room.version, room.facts) == (client.mirror.v, facts)
    assert room.table.view(client.mirror.seat) == client.mirror.view
    assert facts.places == again.places
    assert [what for what in room.history if what.kind == "moved"] == client.mirror.moves
    asked = {"seed": facts.seed, "commitment": announced}
    assert httpx.post(f"{server.url}/api/verify", json=asked).json() == {"matches": True}


# --- Leaving, and again -----------------------------------------------------------------------


async def test_a_bot_takes_over_from_who_leaves(server: Server) -> None:
    one, two = friends(server)
    async with one.client() as ada, two.client() as bob:
        await ada.start()
        assert isinstance(await bob.leave(), Done)
        seat = bob.mirror.room and bob.mirror.room.seats[two.seat]
        assert seat and (seat.who, seat.name) == ("bot", "")
        refused = await bob.play("roll")
        assert isinstance(refused, Refused) and refused.code == "watching"
        await bob.until(lambda: bob.mirror.seat is None)
        await asyncio.gather(play(ada, random.Random(1)), play(bob, random.Random(2)))
        await settled([ada, bob])
        assert ada.mirror.room and ada.mirror.room.status == "over"
        by = {e.by for e in server.entries(one.table) if isinstance(e, Moved) and e.seat == 1}
        assert by == {"bot"}


async def test_who_left_sees_nothing_of_who_comes_after(server: Server) -> None:
    """A seat that was given up shows its cards to its new player alone."""
    one, two = friends(server, "burst")
    async with one.client() as ada, two.client() as bob:
        assert isinstance(await bob.leave(), Done)
        cid = join(server.url, one.code, "Cid")
        assert cid.seat == two.seat
        await ada.start()
        await bob.until(lambda: bob.mirror.view is not None)
        assert bob.mirror.seat is None
        assert bob.mirror.view and isinstance(bob.mirror.view["hands"][cid.seat], int)


async def test_a_lost_answer_to_leave_is_given_again(server: Server) -> None:
    one, two = friends(server)
    async with connect(f"ws{server.url[4:]}/ws") as socket:
        await say(socket, Hello(two.table, two.token))
        await socket.send('{"t":"leave","id":"gone"}')
        first = await heard(socket, Done)
    async with connect(f"ws{server.url[4:]}/ws") as socket:
        await say(socket, Hello(two.table, two.token, first.v))
        await socket.send('{"t":"leave","id":"gone"}')
        assert await heard(socket, Done) == first
    async with one.client() as ada:
        assert ada.mirror.v == first.v


async def test_rematch(server: Server) -> None:
    one, two = friends(server, "burst")
    async with one.client() as ada, two.client() as bob:
        await ada.start()
        early = await ada.rematch()
        assert isinstance(early, Refused) and early.code == "playing"
        await asyncio.gather(play(ada, random.Random(3)), play(bob, random.Random(4)))
        answers = await asyncio.gather(ada.rematch(), bob.rematch())
        assert all(isinstance(answer, Done) for answer in answers)
        await settled([ada, bob])
        code = bob.mirror.room and bob.mirror.room.rematch
    assert code
    three = join(server.url, code, token=two.token)
    async with Player(server.url, code, one.token) as ada, three.client() as bob:
        assert (ada.mirror.seat is None) + (bob.mirror.seat is None) == 0
        assert ada.mirror.room and ada.mirror.room.game == "burst"
        assert isinstance(await bob.start(), Done)


# --- Who may do what --------------------------------------------------------------------------


async def test_only_players_act_and_only_in_turn(server: Server) -> None:
    one, two = friends(server, "triggs")
    async with one.client() as ada, two.client() as bob, Player(server.url, one.code) as eve:
        for refused in [await eve.start(), await eve.play("draw"), await eve.leave()]:
            assert isinstance(refused, Refused) and refused.code == "watching"
        early = await ada.play("draw")
        assert isinstance(early, Refused) and early.code == "not playing"
        await ada.start()
        again = await bob.start()
        assert isinstance(again, Refused) and again.code == "started"
        await ada.until(lambda: ada.mirror.view is not None)
        assert ada.mirror.view
        waiting = bob if ada.mirror.view["to_act"] == [0] else ada
        version = waiting.mirror.v
        hint = await waiting.hint()
        assert isinstance(hint, Refused) and hint.code == "no hint"
        hint = await eve.hint()
        assert isinstance(hint, Refused) and hint.code == "no hint"
        out_of_turn = await waiting.play("nonsense " * 20)
        assert isinstance(out_of_turn, Refused) and out_of_turn.code in ("illegal", "stale")
        assert len(out_of_turn.text) < 400
        await check_in_step(waiting)
        assert waiting.mirror.v >= version


async def test_two_tabs_are_one_player(server: Server) -> None:
    one, two = friends(server)
    async with one.client() as tab, one.client() as other, two.client() as bob:
        await tab.start()
        jobs = [play(c, random.Random(i)) for i, c in enumerate((tab, other, bob))]
        await asyncio.gather(*jobs)
        await settled([tab, other, bob])
        await check_in_step(tab, other, bob)


async def test_a_name_is_removed(server: Server) -> None:
    one, two = friends(server)
    async with one.client() as ada, two.client() as bob:
        address = f"{server.url}/api/tables/{one.table}/name"
        assert httpx.delete(address, headers={"X-Token": "A" * 32}).status_code == 401
        assert httpx.delete(address, headers={"X-Token": two.token}).status_code == 204
        await ada.until(lambda: ada.mirror.room and ada.mirror.room.seats[1].name == "")
        names = [e.name for e in server.entries(one.table) if isinstance(e, Sat)]
        assert names == ["Ada", ""]
        assert isinstance(await bob.start(), Done)
        await settled([ada, bob])
        await check_in_step(ada, bob)


async def test_who_was_away_hears_that_a_name_is_removed(server: Server) -> None:
    one, two = friends(server)
    async with one.client() as ada:
        known = ada.mirror
    address = f"{server.url}/api/tables/{one.table}/name"
    assert httpx.delete(address, headers={"X-Token": two.token}).status_code == 204
    again = one.client()
    again.mirror = known  # comes back with the version that it had
    async with again:
        await again.until(lambda: again.mirror.room and again.mirror.room.seats[1].name == "")
        await check_in_step(again)


def test_a_long_host_is_refused(server: Server) -> None:
    one, _ = friends(server)
    address = f"{server.url}/api/tables/{one.table}/qr.svg"
    answer = httpx.get(address, headers={"Host": "x" * 3500})
    assert answer.status_code == 400 and "too long" in answer.json()["text"]
    assert httpx.get(address).headers["content-type"] == "image/svg+xml"


def test_names_of_who_left_and_came_back_are_removed(server: Server) -> None:
    async def leave_and_come_back() -> Guest:
        async with two.client() as bob:
            await bob.leave()
        return join(server.url, one.code, "Robert", token=two.token)

    one, two = friends(server)
    three = asyncio.run(leave_and_come_back())
    address = f"{server.url}/api/tables/{one.table}/name"
    assert httpx.delete(address, headers={"X-Token": three.token}).status_code == 204
    assert [e.name for e in server.entries(one.table) if isinstance(e, Sat)] == ["Ada", "", ""]


def test_seats_that_can_not_be_had(server: Server) -> None:
    one, two = friends(server)
    taken = ask_seat(server.url, one.code, seat=1)
    assert (taken.status_code, taken.json()["code"]) == (409, "taken")
    back = ask_seat(server.url, one.code, token=two.token)
    assert back.json()["seat"] == two.seat  # the same token, the same seat
    join(server.url, one.code, "Cid")
    full = ask_seat(server.url, one.code, "Dan")
    assert (full.status_code, full.json()["code"]) == (409, "full")

    async def start() -> None:
        async with one.client() as ada:
            await ada.start()

    asyncio.run(start())
    started = ask_seat(server.url, one.code, "Eve", seat=0)
    assert (started.status_code, started.json()["code"]) == (409, "started")
    nowhere = ask_seat(server.url, "XXXXX")
    assert (nowhere.status_code, nowhere.json()["code"]) == (404, "no table")


def test_only_public_tables_are_listed(server: Server) -> None:
    hidden, shown = open_table(server.url, "push"), open_table(server.url, "push", public=True)
    listed = httpx.get(f"{server.url}/api/tables")
    assert shown.table in [table["id"] for table in listed.json()]
    assert hidden.table not in listed.text and hidden.code not in listed.text


# --- The protocol, word by word ---------------------------------------------------------------


async def say(socket, message) -> None:  # type: ignore[no-untyped-def]
    await socket.send(msgspec.json.encode(message).decode())


async def heard(socket, kind, id=None):  # type: ignore[no-untyped-def]
    """The next message of a kind."""
    while True:
        message = msgspec.json.decode(await asyncio.wait_for(socket.recv(), 60), type=FromServer)
        if isinstance(message, kind) and (id is None or message.id == id):
            return message


async def test_a_repeated_command_is_answered_and_not_redone(server: Server) -> None:
    one = open_table(server.url, "push")
    async with connect(f"ws{server.url[4:]}/ws") as socket:
        await say(socket, Hello(one.table, one.token))
        snapshot = await heard(socket, Snapshot)
        await socket.send('{"t":"start","id":"1"}')
        started = await heard(socket, Done)
        await socket.send('{"t":"start","id":"1"}')
        assert await heard(socket, Done) == started == Done("1", snapshot.v + 1)
    async with one.client() as ada, connect(f"ws{server.url[4:]}/ws") as socket:
        await ada.until(lambda: ada.mirror.legal)
        action, v = ada.mirror.legal[0], ada.mirror.v
        await say(socket, Hello(one.table, one.token, v))
        await say(socket, Play("2", v, action))
        done = await heard(socket, Done)
        assert done.v == v + 1
        await ada.until(lambda: ada.mirror.v > v)
        await say(socket, Play("2", v, action))
        assert await heard(socket, Done) == done
    moves = [e for e in server.entries(one.table) if isinstance(e, Moved) and e.cid == "2"]
    assert len(moves) == 1


async def test_ids_of_one_player_say_nothing_about_another(server: Server) -> None:
    """Simple programs number their commands 1, 2, 3: each from the beginning."""
    one = open_table(server.url, "push", 2)
    two = join(server.url, one.code)
    async with (
        one.client() as ada,
        connect(f"ws{server.url[4:]}/ws") as first,
        connect(f"ws{server.url[4:]}/ws") as second,
    ):
        await say(first, Hello(one.table, one.token))
        await say(second, Hello(two.table, two.token))
        await first.send('{"t":"start","id":"1"}')
        started = await heard(first, Done)
        await ada.until(lambda: ada.mirror.v >= started.v)
        await say(second, Play("1", started.v, "nonsense"))
        assert (await heard(second, Refused)).code == "illegal"


async def test_a_stale_play_gets_the_table_as_it_is(server: Server) -> None:
    one = open_table(server.url, "push")
    async with one.client() as ada, connect(f"ws{server.url[4:]}/ws") as socket:
        await ada.start()
        await ada.until(lambda: ada.mirror.legal)
        assert isinstance(await ada.play(ada.mirror.legal[0]), Done)
        await say(socket, Hello(one.table, one.token, ada.mirror.v))
        await say(socket, Play("late", 1, "roll"))
        snapshot = await heard(socket, Snapshot)
        refused = await heard(socket, Refused)
        assert refused.code == "stale" and snapshot.v >= ada.mirror.v - 1


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        (Hello("XXXXX"), "no table"),
        (Hello("{table}", "A" * 32), "token"),
        (Play("1", 1, "roll"), "malformed"),
    ],
)
async def test_who_is_sent_away_is_told_why(server: Server, hello: Hello, code: str) -> None:
    one = open_table(server.url, "push")
    async with connect(f"ws{server.url[4:]}/ws") as socket:
        if isinstance(hello, Hello) and hello.table == "{table}":
            hello = Hello(one.table, hello.token)
        await say(socket, hello)
        bye = await heard(socket, Bye)
        assert (bye.code, bye.retry) == (code, False)


async def test_who_was_away_for_hundreds_of_events_comes_back(server: Server) -> None:
    """More than a connection's queue holds: the whole table is sent instead of the gap."""
    one, two = friends(server, "push")
    async with one.client() as ada, two.client() as bob:
        await ada.start()
        v = ada.mirror.v
        await asyncio.gather(play(ada, random.Random(5)), play(bob, random.Random(6)))
        async with connect(f"ws{server.url[4:]}/ws") as socket:
            assert ada.mirror.v > v + 200
            await say(socket, Hello(one.table, one.token, v))
            assert (await heard(socket, Snapshot)).v == ada.mirror.v
