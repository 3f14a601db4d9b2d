"""What a viewer can't know changes no byte of what the viewer is sent."""

import asyncio
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from cinquina import Table
from cinquina.server.live import Live
from cinquina.server.log import AnyEntry, hashed
from cinquina.server.messages import AskHint, ComeBack, Leave, Play, Rematch, Start
from cinquina.server.room import rebuild
from tests.oracles.compare import normal
from tests.server.serving import SLUGS, Player, join, open_table, play, running, settled
from tests.server.worlds import TOKENS, Fake, Time, live_of, played

PLAYERS = 3
# Moves between two positions, so that each game has about 20.
EVERY = {"add-up": 2, "burst": 60, "push": 20, "seven-ate-nine": 6, "triggs": 9}
NONSENSE = ("", "nonsense", "play 1", "draw", "roll", "take 1", "x" * 500, "\x00", "🂡")


@pytest.fixture(autouse=True)
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


def other_world(table: Table, seat: int | None, number: int) -> Table:
    """Another table that looks the same to a seat, or to who watches (None)."""
    if seat is not None:
        other = table.imagined(seat, number=number)
    else:  # two seats, so that every hand is another one
        other = table.imagined(0, number=number).imagined(1, number=number)
    other.seed = table.seed
    return other


def viewer_of(seat: int | None) -> Fake:
    return Fake("" if seat is None else TOKENS[seat])


async def all_it_is_sent(live: Live, seat: int | None, chance: random.Random) -> list[bytes]:
    """A viewer comes, comes back, and tries out whatever it may not do."""
    viewer, version = viewer_of(seat), live.room.version
    for after in (0, version, version - 1, version - 5, version + 5):
        await live.join(viewer, after, aids=True)
    table = live.room.table
    assert table
    own = [] if seat is None else table.legal(seat)
    tried = [a for a in (*NONSENSE, *chance.sample(table.game.rules.ACTIONS, 8)) if a not in own]
    for n, action in enumerate(tried):
        for v in (version, version - 3, 0):
            await live.answer(viewer, Play(f"{n} {v}", v, action), live.room.go_at)
        live.race._locked.clear()
    for command in (Start("s"), Rematch("r"), ComeBack("b"), AskHint("h", 0)):
        await live.command(viewer, command, live.room.go_at)
    await live.join(viewer, 0)
    assert any(b'"aids":{' in message for message in viewer.got)
    return viewer.got


async def all_a_move_tells(live: Live, seat: int | None, player: int, action: str) -> list[bytes]:
    viewer, mover = viewer_of(seat), viewer_of(player)
    await live.join(viewer, live.room.version, aids=True)
    await live.join(mover, live.room.version)
    await live.answer(mover, Play("m", live.room.version, action), live.room.go_at)
    await live.answer(mover, Leave("l"), live.room.go_at)
    await live.gone(mover)
    return viewer.got


async def check_position(log: list[AnyEntry], time: Time, number: int) -> int:
    """All viewers of a position; how many moves could be compared."""
    compared, room = 0, rebuild("table", log)
    table = room.table
    assert table
    time.at = room.go_at + 5000
    for seat in (None, *range(PLAYERS)):
        other = other_world(table, seat, number)
        sent = []
        for world in (table.copy(), other.copy()):
            live = live_of(log, world)
            sent.append(await all_it_is_sent(live, seat, random.Random(number)))
            await live.close()
        assert sent[0] == sent[1]
        assert len(sent[0]) > 40
        player = random.Random(number).choice(table.to_act)
        both = [a for a in table.legal(player) if a in other.legal(player)]
        if player == seat or player not in other.to_act or not both:
            continue
        action, told = random.Random(number).choice(both), []
        views = []
        for world in (table.copy(), other.copy()):
            live = live_of(log, world)
            told.append(await all_a_move_tells(live, seat, player, action))
            views.append(normal(world.view(seat)))
            await live.close()
        if views[0] == views[1] and not table.over:  # else the move has opened something
            assert told[0] == told[1]
            compared += 1
    return compared


@pytest.mark.parametrize("game", SLUGS)
async def test_hidden_cards_change_no_byte(game: str, time: Time) -> None:
    compared = 0
    whole = played(game, PLAYERS, 10_000, seed=1)
    for number, end in enumerate(range(PLAYERS + 2, len(whole), EVERY[game])):
        compared += await check_position(whole[:end], time, number)
    assert compared > 0


@pytest.mark.nightly
@pytest.mark.parametrize("game", SLUGS)
@pytest.mark.parametrize("seed", range(2, 12))
async def test_hidden_cards_change_no_byte_in_many_games(game: str, seed: int, time: Time) -> None:
    whole = played(game, PLAYERS, 10_000, seed)
    for number, end in enumerate(range(PLAYERS + 2, len(whole), 3)):
        await check_position(whole[:end], time, number + 1000 * seed)


async def test_this_test_can_fail(time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that shows another's hand is found out."""
    true = Table.views

    def leaking(self: Table, players: Sequence[int | None]) -> list[dict[str, Any]]:
        hands = self.state()["hands"]
        views = zip(players, true(self, players), strict=True)
        return [view | {"next": hands[(player or 0) - 1]} for player, view in views]

    monkeypatch.setattr(Table, "views", leaking)
    whole = played("burst", PLAYERS, 3, seed=1)
    with pytest.raises(AssertionError, match="snapshot"):
        await check_position(whole, time, 1)


# --- Secrets ----------------------------------------------------------------------------------


def secrets_of(seed: str, table: str, tokens: list[str]) -> Iterator[str]:
    yield from (seed, str(int(seed, 16)))
    for token in tokens:
        yield token
        yield hashed(table, token)


async def test_no_seed_no_token_and_no_hash_is_told(tmp_path: Path) -> None:
    with running(tmp_path / "tables.sqlite") as server:
        one = open_table(server.url, "push", 3, public=True)
        two = join(server.url, one.code)
        tokens, heard, known = [one.token, two.token], [], None

        async def listen(token: str) -> None:
            async with connect(f"ws{server.url[4:]}/ws") as socket:
                await socket.send(f'{{"t":"hello","table":"{one.code}","token":"{token}"}}')
                async for message in socket:
                    if '"status":"over"' in str(message):
                        return
                    said = json.loads(message)
                    if said["t"] == "ping":  # who is silent is sent away
                        await socket.send(json.dumps({"t": "pong", "n": said["n"]}))
                    heard.append(str(message))

        async def ask() -> None:
            async with httpx.AsyncClient() as http:
                for path in ("", "/replay", "/qr.svg"):
                    answer = await http.get(f"{server.url}/api/tables/{one.code}{path}")
                    assert answer.status_code == (409 if path == "/replay" else 200)
                    heard.append(answer.text)
                for path in ("/api/tables", "/metrics", "/health", f"/t/{one.code}"):
                    heard.append((await http.get(f"{server.url}{path}")).text)
                wrong = {"X-Token": "A" * 32}
                answer = await http.delete(
                    f"{server.url}/api/tables/{one.code}/name", headers=wrong
                )
                heard.append(answer.text)

        async with one.client() as ada, two.client() as bob, Player(server.url, one.code) as eve:
            listening = [asyncio.create_task(listen(token)) for token in ("", *tokens)]
            await ask()
            await ada.start()
            await ask()
            await asyncio.gather(play(ada, random.Random(1)), play(bob, random.Random(2)))
            await asyncio.gather(*listening)
            await settled([ada, bob, eve])
            known = eve.mirror.room and eve.mirror.room.seed
        opened = server.entries(one.table)[0]
        assert known == str(int(opened.seed, 16))
        text = "\n".join(heard)
        for secret in secrets_of(opened.seed, one.table, tokens):
            assert secret not in text
            assert secret not in server.log.read_text()
        assert len(heard) > 200
