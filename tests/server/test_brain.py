"""A process that thinks may die, hang, or talk nonsense: bots go on with another one."""

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from cinquina.server import brain
from cinquina.server.brain import Brains, Busy
from cinquina.server.log import Started
from cinquina.server.room import rebuild
from tests.server.worlds import BEGIN, entries


class Asking:
    """Somebody who asks the quick one for a move of Push."""

    def __init__(self) -> None:
        table = rebuild("table", [*entries("push", 2), Started(BEGIN)]).table
        assert table
        self.brains, self.seat = Brains(compiled=False), table.to_act[0]
        self.legal = table.legal(self.seat)
        self.facts: dict[str, Any] = {
            "game": "push", "players": 2, "options": {}, "cards": None,
            "state": table.state_bytes(),
        }  # fmt: skip

    async def chosen(self) -> str:
        """As a driver does: if there is no answer it asks again."""
        while True:
            with suppress(Busy):
                return (await self.brains.choose(self.facts, self.seat, "easy")).action

    async def in_vain(self, limit: float) -> None:
        with pytest.raises(Busy):
            bots = {self.seat: "easy"}
            facts = {**self.facts, "last": -1, "seed": 1, "do": "choose", "bots": bots, "sims": 0}
            await self.brains.quick.ask(limit, **facts)

    async def process(self) -> asyncio.subprocess.Process:
        """The one that thinks now."""
        assert await self.chosen() in self.legal
        found = self.brains.quick._process
        assert found
        return found

    async def check_replaced(self, process: asyncio.subprocess.Process) -> None:
        async with asyncio.timeout(60):
            await process.wait()
            assert await self.chosen() in self.legal
        assert self.brains.quick._process is not process and self.brains.quick.starts == 2


@pytest.fixture
def asking(runner: asyncio.Runner) -> Iterator[Asking]:
    asking = Asking()
    yield asking
    runner.run(asking.brains.close())


async def test_a_process_that_is_killed_in_thought_is_replaced(asking: Asking) -> None:
    process = await asking.process()
    thought = asyncio.create_task(asking.chosen())
    await asyncio.sleep(0)
    process.kill()
    assert await thought in asking.legal
    await asking.check_replaced(process)


async def test_a_process_that_hangs_is_ended_and_replaced(asking: Asking) -> None:
    process = await asking.process()
    os.kill(process.pid, signal.SIGSTOP)
    await asyncio.gather(*(asking.in_vain(0.05) for _ in range(20)))  # all wait for one thought
    assert process.returncode is None and asking.brains.quick._missed == 1
    for _ in range(brain.MOST_MISSED - 1):
        await asking.in_vain(0.05)
    await asking.check_replaced(process)


async def test_one_that_is_only_slow_is_left_alone(asking: Asking) -> None:
    process = await asking.process()
    for _ in range(brain.MOST_MISSED):
        os.kill(process.pid, signal.SIGSTOP)
        await asking.in_vain(0.02)
        os.kill(process.pid, signal.SIGCONT)
        assert await asking.chosen() in asking.legal
    assert asking.brains.quick._process is process and process.returncode is None


async def test_one_that_does_not_read_is_not_written_to_for_ever(
    asking: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(brain, "MOST_MISSED", 1 << 30)
    process = await asking.process()
    assert process.stdin
    os.kill(process.pid, signal.SIGSTOP)
    asking.facts["state"] += bytes(20_000)
    for _ in range(5):
        await asyncio.gather(*(asking.in_vain(0.05) for _ in range(20)))
    size: int = process.stdin.transport.get_write_buffer_size()  # type: ignore[attr-defined]
    assert size < 200_000  # of two millions


async def test_what_is_no_answer_ends_its_process(asking: Asking) -> None:
    process = await asking.process()
    assert process.stdout
    process.stdout.feed_data((1).to_bytes(4) + b"\xc1")  # a byte that msgpack never uses
    await asking.check_replaced(process)


async def test_who_replaces_the_deep_one_has_to_compile_again() -> None:
    brains, asked = Brains(), []

    async def ask(limit: float = 1, **facts: Any) -> None:
        asked.append(facts["game"])

    brains.deep.ask = ask  # type: ignore[assignment,method-assign]
    facts = {"game": "push"}
    for starts in (1, 2):
        brains.deep.starts = starts
        assert not brains._deep_is_ready(facts)  # and it sets about it
        assert not brains._deep_is_ready(facts)
        await asyncio.gather(*brains._warming.values())
        assert brains._deep_is_ready(facts)
    assert asked == ["push", "push"]
    await brains.close()
