"""However the bytes of messages arrive, they are heard in their order, and once."""

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest

from cinquina.server.frames import NONCE, whole_text
from cinquina.server.inbox import MOST_WAITING, Inbox, Job
from cinquina.server.sockets import Connection, Sockets
from tests.server.serving import Guest, open_table, running

TEXT, MORE, CLOSE, PING, PONG = 0x1, 0x0, 0x8, 0x9, 0xA
FIN, MASKED = 0x80, 0x80


def frame(text: str | bytes, kind: int = TEXT, fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    body = text.encode() if isinstance(text, str) else text
    mask = b"\x12\x34\x56\x78"
    size = len(body)
    length = bytes((MASKED + size,)) if size < 126 else bytes((MASKED + 126,)) + size.to_bytes(2)
    hidden = bytes(b ^ mask[i % 4] for i, b in enumerate(body))
    return bytes((FIN * fin + kind,)) + length + mask + hidden


def asking(id: str, more: str = "") -> str:
    """A command that is refused, because who watches does not play."""
    return json.dumps({"t": "play", "id": id, "v": 1, "action": "draw" + more})


class Line:
    """A WebSocket of which each byte is ours."""

    def __init__(self, guest: Guest, token: str = "") -> None:
        where = urlsplit(guest.url)
        self._socket = socket.create_connection((where.hostname, where.port), timeout=30)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._got = self._socket.makefile("rb")
        key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13"
        up = f"Host: {where.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{key}"
        self._socket.sendall(f"GET /ws HTTP/1.1\r\n{up}\r\n\r\n".encode())
        while self._got.readline().strip():
            pass
        self.send(frame(json.dumps({"t": "hello", "table": guest.table, "token": token})))
        while self.read()[1].get("t") != "snapshot":
            pass

    def send(self, data: bytes) -> None:
        self._socket.sendall(data)

    def read(self) -> tuple[int, Any]:
        """The kind of the next frame and what it says; of a farewell its code, of a ping all."""
        kind, size = self._got.read(2)
        if size >= 126:
            size = int.from_bytes(self._got.read(2 if size == 126 else 8))
        body, kind = self._got.read(size), kind & 15
        if kind in (CLOSE, PING):
            return kind, body if kind == PING else int.from_bytes(body[:2])
        return kind, json.loads(body)

    def until(self, name: str) -> Any:
        """The next message with this name."""
        while (said := self.read())[0] != TEXT or said[1]["t"] != name:
            pass
        return said[1]

    def refused(self, count: int) -> list[str]:
        """The ids of the next refusals."""
        found: list[str] = []
        while len(found) < count:
            _, said = self.read()
            if said["t"] == "refused":
                assert said["code"] == "watching"
                found.append(said["id"])
        return found

    def farewell(self) -> int:
        while (said := self.read())[0] != CLOSE:
            pass
        return int(said[1])

    def close(self) -> None:
        self._got.close()
        self._socket.close()


@contextmanager
def line(folder: Path) -> Iterator[Line]:
    with running(folder / "data.sqlite") as server:
        found = Line(open_table(server.url, "add-up"))
        try:
            yield found
        finally:
            found.close()


def test_messages_are_heard_in_their_order_however_they_come(tmp_path: Path) -> None:
    with line(tmp_path) as other:
        short, long = frame(asking("one")), frame(asking("two", "x" * 200))
        other.send(short)  # alone, as most
        assert other.refused(1) == ["one"]
        other.send(long)
        assert other.refused(1) == ["two"]
        other.send(short + long + frame(asking("three")))  # several at once
        assert other.refused(3) == ["one", "two", "three"]
        whole = asking("four")
        other.send(frame(whole[:10], fin=False))  # one message in two frames
        other.send(frame(whole[10:], MORE) + frame(asking("five")))
        assert other.refused(2) == ["four", "five"]
        other.send(long[:7])  # half a frame, and what looks like the begin of another
        other.send(long[7:] + short[:1])
        other.send(short[1:])
        assert other.refused(2) == ["two", "one"]
        for id in map(str, range(30)):
            other.send(frame(asking(id)))
        assert other.refused(30) == [*map(str, range(30))]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(b'{"t":"\xff"}'), 1007),  # no text
        (frame(asking("big", "x" * 5000)), 1009),
        (bytes((FIN + TEXT, 2)) + b"{}", 1002),  # not masked
        (frame("{}", MORE), 1002),  # it goes on with nothing
    ],
    ids=["not-utf-8", "too-long", "not-masked", "nothing-to-continue"],
)  # fmt: skip
def test_what_is_no_message_ends_the_connection(tmp_path: Path, data: bytes, code: int) -> None:
    with line(tmp_path) as other:
        other.send(frame(asking("one")))
        assert other.refused(1) == ["one"]
        other.send(data)
        assert other.farewell() == code


def test_the_distance_is_told_by_the_answer_to_a_ping_frame_alone(tmp_path: Path) -> None:
    """A script in a page sees no ping frames: it can neither put off the answer nor give one."""
    with running(tmp_path / "data.sqlite") as server:
        guest = open_table(server.url, "seven-ate-nine")
        other = Line(guest, guest.token)
        while (found := other.read())[0] != PING:
            pass
        nonce = found[1]
        assert len(nonce) == NONCE
        said = other.until("ping")
        time.sleep(0.1)  # far enough to be told of
        other.send(frame(json.dumps({"t": "pong", "n": said["n"]})))
        for unasked in (b"", bytes(NONCE), nonce[:-1], nonce + b"x"):
            other.send(frame(unasked, PONG))
        other.send(frame(json.dumps({"t": "start", "id": "a"})))
        while (found := other.read()[1])["t"] != "ack":
            assert found["t"] != "presence"
        other.send(frame(nonce, PONG))
        assert other.until("presence")["delays"][0] >= 50  # one way
        other.close()


def test_only_a_whole_message_takes_the_short_way() -> None:
    text = "x" * 300
    for said in ("{}", "x" * 125, "x" * 126, "x" * 127, text, "è"):
        assert whole_text(frame(said)) == said.encode()
        assert whole_text(frame(said)[:-1]) is None
        assert whole_text(frame(said) + b"\x81") is None
    for other in (frame(text, fin=False), frame(text, MORE), frame(b"\xff"), b"", b"\x81"):
        assert whole_text(other) is None


async def test_no_message_overtakes_one_that_waits_at_a_full_table() -> None:
    going_on = asyncio.Semaphore(0)
    heard: list[str] = []

    async def do(job: Job) -> None:
        await going_on.acquire()
        await job()

    async def command(_: Connection, said: Any, __: int) -> None:
        heard.append(said.id)

    async def nothing() -> None:
        pass

    async def receive() -> dict[str, str]:
        return {"type": "websocket.receive", "text": queue.pop(0)} if queue else {"type": "gone"}

    queue = [asking("first")]
    live: Any = SimpleNamespace(inbox=Inbox(do), command=command, told=1)
    hub: Any = SimpleNamespace(settings=SimpleNamespace(limits=False))
    sockets, connection = Sockets(hub), Connection(None, {}, "somewhere")
    live.inbox.put_nowait(nothing)
    await asyncio.sleep(0)  # it is being done
    while not live.inbox.full():
        live.inbox.put_nowait(nothing)
    listening = asyncio.create_task(sockets._listen(connection, live, receive))
    await asyncio.sleep(0)
    going_on.release()  # one place is free; who waits for it has not looked yet
    await asyncio.sleep(0)
    assert not live.inbox.full()
    assert not sockets._hear(connection, live, asking("second").encode())
    going_on.release()
    await listening
    for _ in range(2 * MOST_WAITING):
        going_on.release()
    assert sockets._hear(connection, live, asking("third").encode())
    while len(heard) < 2:
        await asyncio.sleep(0)
    assert heard == ["first", "third"]
