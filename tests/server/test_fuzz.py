"""Whatever is sent neither stops nor changes a table, and is no reason for a mistake."""

import asyncio
import json
import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from cinquina.server import sockets
from cinquina.server.live import Live
from cinquina.server.messages import Bye, FromServer, Ping, Presence, Refused, Snapshot
from cinquina.server.sockets import MOST_BAD, Sockets
from tests.server.serving import Server, open_table, running
from tests.server.worlds import TOKENS, live_of, played

AT_ONCE = 100  # messages of one connection
MOST_MESSAGE = 4096

Sent = str | bytes


# --- A connection without a network -----------------------------------------------------------


class Line:
    """What an ASGI server would do for one connection."""

    def __init__(self, sent: list[Sent], origin: str = "") -> None:
        self._sent = iter(sent)
        self._begun = False
        self.got: list[str] = []
        self.code = 0
        headers = [(b"host", b"table.test")]
        self.scope = {"headers": headers, "client": ("192.0.2.7", 1), "path": "/ws"}
        if origin:
            headers.append((b"origin", origin.encode("latin-1")))

    async def receive(self) -> dict[str, Any]:
        if not self._begun:
            self._begun = True
            return {"type": "websocket.connect"}
        await asyncio.sleep(0)
        message = next(self._sent, None)
        if message is None or self.code:
            return {"type": "websocket.disconnect", "code": 1001}
        kind = "bytes" if isinstance(message, bytes) else "text"
        return {"type": "websocket.receive", kind: message}

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self.got.append(message["text"])
        elif message["type"] == "websocket.close":
            self.code = message["code"]

    def messages(self) -> list[Any]:
        return [msgspec.json.decode(text, type=FromServer) for text in self.got]


def served(live: Live) -> Sockets:
    async def find(name: str) -> Live | None:
        return live if name == "table" else None

    live.hub.settings.limits, live.hub.settings.public_url = False, ""
    live.hub.find = find  # type: ignore[method-assign]
    return Sockets(live.hub)


async def talk(server: Sockets, sent: list[Sent], origin: str = "") -> Line:
    line = Line(sent, origin)
    await server(line.scope, line.receive, line.send)
    return line


def hello(seat: int | None) -> str:
    token = "" if seat is None else TOKENS[seat]
    return json.dumps({"t": "hello", "table": "table", "token": token})


async def check_harmless(live: Live, sent: list[Sent], seat: int | None) -> Line:
    """Messages that can change nothing change nothing, and each is answered."""
    before = live.room.version, live.room.table and live.room.table.state_bytes()
    server = served(live)
    line = await talk(server, [hello(seat), *sent])
    await live.ask(live.facts)
    assert (live.room.version, live.room.table and live.room.table.state_bytes()) == before
    assert not live.viewers and not server.connections
    answers = line.messages()
    kinds = {type(answer) for answer in answers}
    assert kinds <= {Snapshot, Presence, Ping, Refused, Bye}
    assert all(len(text) < 20_000 for text in line.got)
    return line


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "MOST_BAD", 1 << 30)
    monkeypatch.setattr(sockets, "MOST_QUEUED", 1 << 30)


def a_table() -> Live:
    return live_of(played("triggs", 3, 20, seed=1))


# --- Messages ---------------------------------------------------------------------------------

NUMBERS = [-1, 0, 1, 2, 1.5, 1e308, -0.0, 2**31, 2**53, 2**63, 2**64, 10**100, True, None, "1"]
TEXTS = ["", "1", "x" * 41, "x" * 4000, "\x00", "\u202e", "😀", "nonsense", "draw", "{}", "\\"]
NAMES = ["id", "v", "action", "table", "token", "after", "n", "t", "emote", "", "__class__", "é"]
KINDS = ["hello", "play", "hint", "emote", "pong", "ping", "ack", "event", "bye", "", "Play"]
RAW: list[Sent] = [
    "", " ", "{", "}", "[]", "null", "NaN", '{"t":NaN}', "[" * 2000, '{"t":' * 600, b"", b"\x00",
    b"\xff\xfe\xfd", b"\x80abc", '{"t":"play","id":"a","v":NaN,"action":"x"}', "\ufeff{}",
    '{"t":"play","id":"a","v":1e999,"action":"x"}', '{"t":"play","t":"hello"}',
    '{"t":"play","id":"\\ud800","v":1,"action":"x"}', '{"t":"leave","id":"' + "x" * 41 + '"}',
    '{"t":"hint","id":"a","v":' + "9" * 4000 + "}", '{"t":"start","id":""}', '"' + "x" * 4000 + '"',
    '{"t":"start","id":"a","more":1}', '{"t":"leave"}', '{"t":"rematch","id":["a"]}', "x" * 4096,
    '{"t":"play","id":"\\u0000","v":0,"action":"\\u0000"}',
]  # fmt: skip


def near_miss(chance: random.Random) -> Sent:
    """What is nearly a message: wrong types, fields too many or missing, old versions."""
    if chance.random() < 0.1:
        return bytes(chance.randrange(256) for _ in range(chance.randrange(60)))
    if chance.random() < 0.1:
        return chance.choice(RAW)
    values = [*NUMBERS, *TEXTS, [], {}, [[[]]]]
    fields = {chance.choice(NAMES): chance.choice(values) for _ in range(chance.randrange(5))}
    if chance.random() < 0.5:
        fields = {"id": chance.choice(TEXTS), "v": chance.choice(NUMBERS), "action": "x"} | fields
    text = json.dumps({"t": chance.choice(KINDS)} | fields)
    if chance.random() < 0.1:
        cut = chance.randrange(len(text))
        text = text[:cut] + chance.choice(["", "\x00", '"', "}", "🂡"]) + text[cut + 1 :]
    return text.encode() if chance.random() < 0.1 else text


async def check_many(number: int, seed: int) -> None:
    chance = random.Random(seed)
    live = a_table()
    try:
        for _ in range(number // AT_ONCE):
            sent = [near_miss(chance) for _ in range(AT_ONCE)]
            line = await check_harmless(live, sent, chance.choice([None, 0, 1, 2]))
            assert len(line.messages()) > AT_ONCE // 2
    finally:
        await live.close()


async def test_near_misses() -> None:
    await check_many(10_000, seed=1)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(2, 12))
async def test_100_000_near_misses(seed: int) -> None:
    await check_many(10_000, seed)


@pytest.mark.parametrize("seat", [None, 0])
async def test_raw_messages(seat: int | None) -> None:
    live = a_table()
    await check_harmless(live, RAW, seat)
    for first in (*RAW, '{"t":"hello","table":"\\u0000"}', '{"t":"hello","table":""}'):
        line = await talk(served(live), [first])
        assert [type(m) for m in line.messages()] == [Bye] and line.code >= 4000
    await live.close()


deep = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
shaped = st.fixed_dictionaries(
    {"t": st.sampled_from(KINDS)},
    optional={name: deep for name in ("id", "v", "n", "action", "table", "token", "after")},
)


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(st.lists(st.binary() | st.text() | (shaped | deep).map(json.dumps), max_size=30))
def test_anything(sent: list[Sent]) -> None:
    async def check() -> None:
        live = a_table()
        await check_harmless(live, sent, 1)
        await live.close()

    asyncio.run(check())


async def test_who_sends_nothing_but_nonsense_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "MOST_BAD", MOST_BAD)
    live = a_table()
    line = await check_harmless(live, ["nonsense"] * 50, 0)
    assert sum(isinstance(m, Refused) for m in line.messages()) == MOST_BAD
    assert line.code == 4000
    await live.close()


@pytest.mark.parametrize(
    "origin", ["http://[", "http://evil.test", "null", "http://table.test.evil.test", "\xff", "//"]
)
async def test_pages_of_others_are_turned_away(origin: str) -> None:
    live = a_table()
    line = await talk(served(live), [hello(0)], origin)
    assert (line.code, line.got) == (4003, [])
    line = await talk(served(live), [hello(0)], "http://table.test")
    assert line.got
    await live.close()


# --- Over the network -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("fuzz") / "tables.sqlite") as server:
        yield server


@pytest.mark.parametrize("mode", GenerationMode)
def test_http_as_the_schema_says_and_not(server: Server, mode: GenerationMode) -> None:
    api = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
    operations = [found.ok() for found in api.get_all_operations()]
    assert len(operations) > 8
    for operation in operations:
        with suppress(Unsatisfiable):  # what takes nothing can't be asked wrongly
            check_operation(operation, mode)


def check_operation(operation: Any, mode: GenerationMode) -> None:
    @settings(max_examples=20, suppress_health_check=list(HealthCheck))
    @given(operation.as_strategy(generation_mode=mode))
    def check(case: Any) -> None:
        answer = case.call()
        assert answer.status_code < 500, answer.text

    check()


BODIES: list[bytes] = [
    b"", b"{", b"null", b"[]", b"1", b"NaN", b"[" * 5000, b'{"a":' * 5000, b"\xff\xfe",
    b'{"\\ud800":1}', b'{"game":"\\ud800","players":2,"name":"\\ud800"}',
    b'{"game":"push","players":NaN,"name":"a"}', b'{"game":"push","players":1e999,"name":"a"}',
    b'{"game":"push","players":2,"name":"\\u0000"}', b'{"game":"push","players":2,"name":"   "}',
    b'{"game":"push","players":2,"name":"a","options":{"risk":' + b"9" * 4000 + b"}}",
    b'{"game":"push","players":2,"name":"a","options":{"\\ud800":1}}',
    b'{"game":"add-up","players":2,"name":"a","options":{"yellow_max":99999999999999999999}}',
    b'{"game":"push","players":2,"name":"a","deck":{"R1":99999999999999999999}}',
    b'{"game":"push","players":2,"name":"a","deck":{"\\ud800":1}}',
    b'{"game":"push","players":2,"name":"a","level":"\\ud800"}',
    b'{"game":"push","players":2,"name":"a","token":"\\ud800"}',
    b'{"game":"push","players":2,"name":"a","clock":{"turn":-1}}',
    b'{"seed":"\\ud800","commitment":""}', b'{"seed":"' + b"9" * 90 + b'","commitment":"\\ud800"}',
    b'{"level":"\\ud800"}', b'{"level":"easy"}', b'{"name":"\\ud800"}', b"x" * 70_000,
    b'{"game":"push","players":2,"seed":"1","moves":[[0,"\\ud800"]]}',
    b'{"game":"push","players":2,"seed":"1","moves":[[0,"\\u0000"]],"eyes":-1}',
    b'{"game":"push","players":2,"seed":"1","moves":[[true,"flip"],[0]],"first":-1}',
    b'{"move":99999999999999999999,"seat":0,"name":"a"}', b'{"move":0,"seat":0,"name":"\\ud800"}',
    b'{"name":"a","seat":99999999999999999999999999}', b'{"name":"' + b"\\u0301" * 90 + b'"}',
]  # fmt: skip


def test_malformed_bodies(server: Server) -> None:
    one = open_table(server.url, "push")
    seats = f"/api/tables/{one.table}/seats"
    paths = ["/api/tables", seats, f"{seats}/1/bot", f"{seats}/{'9' * 40}/bot", "/api/verify"]
    paths += ["/api/study", f"/api/tables/{one.table}/branch"]
    names = ["%00", "%ff", "%ed%a0%80", "x" * 3000, "..", "%2e%2e%2f", "'%3b--", "🂡", "BCDFG%0a"]
    headers = {"content-type": "application/json", "X-Token": one.token}
    with httpx.Client(base_url=server.url, headers=headers) as http:
        before = http.get(f"/api/tables/{one.table}").json()
        for path in paths:
            for body in BODIES:
                answer = http.request("PUT" if "bot" in path else "POST", path, content=body)
                assert answer.status_code < 500, (path, body[:80], answer.text)
                if answer.status_code >= 400:
                    assert set(answer.json()) - {"why", "facts"} == {"code", "text"}
        for name in names:
            for path in ("", "/replay", "/qr.svg", "/frames", "/review"):
                assert http.get(f"/api/tables/{name}{path}").status_code < 500
            assert http.get(f"/api/rules/push/{name}").status_code < 500
            assert http.get(f"/t/{name}").status_code < 500
            bad = {"X-Token": "é".encode("latin-1")}
            assert http.delete(f"/api/tables/{name}/name", headers=bad).status_code < 500  # type: ignore[arg-type]
        after = http.get(f"/api/tables/{one.table}").json()
        assert {**after, "seats": 0} == {**before, "seats": 0}
    assert "Traceback" not in server.log.read_text()


async def test_messages_larger_than_allowed(server: Server) -> None:
    one = open_table(server.url, "push")
    async with one.client() as ada:
        for size in (MOST_MESSAGE + 1, 100_000):
            async with connect(f"ws{server.url[4:]}/ws") as socket:
                await socket.send(f'{{"t":"hello","table":"{one.table}"}}')
                await socket.send("x" * size)
                with pytest.raises(ConnectionClosed):
                    while True:
                        await asyncio.wait_for(socket.recv(), 60)
        assert (await ada.start()).v == 3
