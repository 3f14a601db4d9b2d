"""What is to be done at a table, one thing after the other.

A task sees to it, and is there only while there is something to do: most tables wait most of the
time, and waking a task that waits for a queue costs more than to start one.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

MOST_WAITING = 256
FULL = 0.02  # seconds after which one looks again whether there is room

Job = Callable[[], Awaitable[None]]


class Inbox:
    """`do` carries out one job, and never fails."""

    def __init__(self, do: Callable[[Job], Awaitable[None]]) -> None:
        self.closed = False
        self._do = do
        self._waiting: deque[Job] = deque()
        self._loop = asyncio.get_running_loop()
        self._task: asyncio.Task[None] | None = None

    def empty(self) -> bool:
        """Is nothing waiting? Something may be being done."""
        return not self._waiting

    def full(self) -> bool:
        return len(self._waiting) >= MOST_WAITING

    def put_nowait(self, job: Job) -> None:
        if self.closed:
            return
        self._waiting.append(job)
        if self._task is None:
            self._task = self._loop.create_task(self._work())

    async def put(self, job: Job) -> None:
        """Stand in line; while it is too long, wait."""
        while self.full() and not self.closed:
            await asyncio.sleep(FULL)
        self.put_nowait(job)

    async def _work(self) -> None:
        try:
            while self._waiting:
                await self._do(self._waiting.popleft())
        finally:
            self._task = None

    async def close(self) -> None:
        """Break off."""
        self.closed = True
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
