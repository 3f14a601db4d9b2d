"""Nobody tries out codes, floods a table or fills the server."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from cinquina.server import limits
from cinquina.server.app import NEW_TABLES
from cinquina.server.limits import Addresses, Bucket, Counts
from cinquina.server.refusals import Refusal
from cinquina.server.sockets import LOOKUPS, Sockets
from tests.server.serving import running


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    time = [100.0]
    monkeypatch.setattr(limits.time, "monotonic", lambda: time[0])
    return time


def test_a_bucket_has_a_burst_and_a_rate(clock: list[float]) -> None:
    bucket = Bucket(3, 0.5)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert not bucket.ready()
    clock[0] += 2
    assert bucket.ready() and bucket.ready()  # looking takes nothing
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock[0] += 1000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_addresses_do_not_share(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_ADDRESSES", 2)
    addresses = Addresses(1, 0.001)
    assert addresses.take("a") and addresses.take("b") and not addresses.take("a")
    assert addresses.take("c")  # and "b", not seen for the longest time, is forgotten
    assert addresses.take("b") and not addresses.take("c")


def test_the_addresses_of_an_ipv6_network_are_one(clock: list[float]) -> None:
    addresses = Addresses(2, 0.001)
    taken = [addresses.take(f"2001:db8:1:2::{n}") for n in range(4)]
    assert taken == [True, True, False, False]
    assert addresses.take("2001:db8:1:3::1") and addresses.take("192.0.2.7")
    counts = Counts(1)
    assert counts.enter("2001:db8::1") and not counts.enter("2001:db8::2")


def test_who_comes_by_ipv4_to_a_socket_for_both_is_not_everybody() -> None:
    counts = Counts(1)
    assert counts.enter("::ffff:192.0.2.7") and counts.enter("::ffff:192.0.2.8")
    assert not counts.enter("192.0.2.7")


def test_so_many_connections() -> None:
    counts = Counts(2)
    assert counts.enter("a") and counts.enter("a") and not counts.enter("a") and counts.enter("b")
    counts.leave("a")
    assert counts.enter("a")


async def test_codes_can_not_be_tried_out(clock: list[float]) -> None:
    table = object()

    async def find(name: str) -> object | None:
        return table if name in ("KMPRX", "a-long-id") else None

    hub: Any = SimpleNamespace(settings=SimpleNamespace(limits=True), find=find)
    sockets = Sockets(hub)
    for n in range(int(LOOKUPS[0])):
        with pytest.raises(Refusal, match="no such table"):
            await sockets.find("guesser", f"BBB{n:02}")
    for code in ("BBBBB", "KMPRX"):  # now a right one is no use either
        with pytest.raises(Refusal, match="wrong codes"):
            await sockets.find("guesser", code)
    assert await sockets.find("guesser", "a-long-id") is table  # that can't be guessed
    assert await sockets.find("another", "KMPRX") is table
    clock[0] += 1 / LOOKUPS[1] + 0.1
    for _ in range(3):  # right ones cost nothing
        assert await sockets.find("guesser", "KMPRX") is table


async def test_codes_can_not_be_tried_out_at_once(clock: list[float]) -> None:
    looked = []

    async def find(name: str) -> None:
        looked.append(name)
        await asyncio.sleep(0)

    hub: Any = SimpleNamespace(settings=SimpleNamespace(limits=True), find=find)
    sockets = Sockets(hub)
    tries = [sockets.find("guesser", f"B{n:04}") for n in range(500)]
    found = await asyncio.gather(*tries, return_exceptions=True)
    assert all(isinstance(one, Refusal) for one in found) and len(looked) == LOOKUPS[0]


def test_no_flood_of_tables(tmp_path: Path) -> None:
    with running(tmp_path / "data.sqlite", CINQUINA_LIMITS="true") as server:
        body = {"game": "push", "players": 2, "name": "Ada"}
        made = []
        while 429 not in made:
            made.append(httpx.post(f"{server.url}/api/tables", json=body).status_code)
            assert len(made) < 200
        assert made.count(201) >= NEW_TABLES[0]
