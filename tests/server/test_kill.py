"""`kill -9` at random moments: what was acknowledged is there, once, and everybody goes on."""

import asyncio
import random
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.serving import (
    SLUGS,
    Diary,
    Guest,
    Player,
    Server,
    check_in_step,
    join,
    open_table,
    play,
    running,
    settled,
)

# A person who is not back at once is waited for: bots must not finish the games meanwhile.
CLOCK = {"turn": 0, "away": 600}
SECONDS = (0.05, 1.2)  # between two kills, at least and at most

Outage = Callable[[], Awaitable[None]]


async def insisting(ask: Callable[..., Guest], *values: Any, **more: Any) -> Guest:
    """Ask over HTTP until there is an answer: the server may be away."""
    while True:
        try:
            return await asyncio.to_thread(ask, *values, **more)
        except httpx.TransportError:
            await asyncio.sleep(0.1)


async def one_game(url: str, game: str, seed: int, diary: Diary) -> None:
    """Two people and a bot, to the end; then both have what the server has."""
    one = await insisting(open_table, url, game, 3, clock=CLOCK)
    # With a token: who asks again, not knowing that it was done, has the same seat.
    two = await insisting(join, url, one.code, token=secrets.token_urlsafe())
    hear, chance = diary.hear(one.table), random.Random(seed)
    async with one.client() as ada, two.client() as bob, Player(url, one.table) as eve:
        hear(await ada.start())
        await asyncio.gather(play(ada, chance, hear), play(bob, chance, hear), play(eve, chance))
        await settled([ada, bob, eve])
        await check_in_step(ada, bob, eve)


async def games_go_on(
    url: str, tables: int, outages: int, outage: Outage, chance: random.Random
) -> Diary:
    """Play at so many tables while so many outages happen, then to the end of all games."""
    diary, ended = Diary(), asyncio.Event()

    async def keep_playing(number: int) -> None:
        games = 0
        while games == 0 or not ended.is_set():
            await one_game(url, SLUGS[(number + games) % len(SLUGS)], number + games, diary)
            games += 1

    players = [asyncio.create_task(keep_playing(number)) for number in range(tables)]
    try:
        for _ in range(outages):
            await asyncio.sleep(chance.uniform(*SECONDS))
            await outage()
        ended.set()
        await asyncio.gather(*players)
    finally:
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
    return diary


async def check_kills(data: Path, tables: int, kills: int, seed: int) -> None:
    with running(data) as server:

        async def kill_and_start() -> None:
            server.kill()
            await asyncio.to_thread(server.start)

        chance = random.Random(seed)
        diary = await games_go_on(server.url, tables, kills, kill_and_start, chance)
        assert diary.check(server.entries) > 20 * tables
        check_logs(server)


def check_logs(server: Server) -> None:
    """Nothing went wrong that the server had to repair or could not answer."""
    for word in ("job failed", "reload failed", "ASGI application", "bot refused"):
        assert word not in server.log.read_text()


async def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    await check_kills(tmp_path / "tables.sqlite", tables=4, kills=4, seed=1)


@pytest.mark.nightly
async def test_a_server_killed_200_times_loses_nothing(tmp_path: Path) -> None:
    await check_kills(tmp_path / "tables.sqlite", tables=24, kills=200, seed=2)


async def test_a_server_that_is_told_to_stop_loses_nothing(tmp_path: Path) -> None:
    with running(tmp_path / "tables.sqlite") as server:

        async def restart() -> None:
            await asyncio.to_thread(server.stop)
            await asyncio.to_thread(server.start)

        diary = await games_go_on(server.url, 2, 1, restart, random.Random(3))
        assert diary.check(server.entries) > 0
        check_logs(server)
