"""Finished games judged move by move, in the background, so that no table waits for it.

One question at a time goes to the brains, and as much time passes before the next as it took.
"""

import asyncio
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from cinquina.bots.hints import Choice, Hint
from cinquina.bots.review import Review, judged, settle
from cinquina.core.errors import CinquinaError
from cinquina.server.brain import Answer, Brains
from cinquina.server.observe import logger
from cinquina.server.refusals import Refusal
from cinquina.server.room import Room
from cinquina.table import Table

MOST_KEPT = 64
AT_ONCE = 2
MOST_JUDGED = 600  # moves: of a longer game the last ones
TRIES = 3
LONGEST_PAUSE = 1.0  # seconds


@dataclass
class Judging:
    """A review as far as it has come."""

    found: Review
    first: int  # the number of the first move that is judged
    done: int = 0  # moves
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    @property
    def of(self) -> int:
        return len(self.found.table.history) - self.first + 1


class Reviews:
    def __init__(self, brains: Brains) -> None:
        self._brains = brains
        self._kept: OrderedDict[str, Judging] = OrderedDict()
        self._places = asyncio.Semaphore(AT_ONCE)

    def of(self, room: Room) -> Judging:
        """The review of a finished game; begun, if nobody has asked for it before."""
        if room.id not in self._kept:
            self._make_room()
            assert room.table is not None
            first = max(1, len(room.table.history) - MOST_JUDGED + 1)
            judging = self._kept[room.id] = Judging(Review(room.table), first)
            judging.task = asyncio.create_task(self._run(room, judging))
        self._kept.move_to_end(room.id)
        return self._kept[room.id]

    def _make_room(self) -> None:
        if len(self._kept) >= MOST_KEPT:
            ended = (id for id, judging in self._kept.items() if judging.task is None)
            oldest = next(ended, None)
            if oldest is None:
                raise Refusal("busy", "Too many games are being judged: try again later.")
            del self._kept[oldest]

    async def _run(self, room: Room, judging: Judging) -> None:
        try:
            async with self._places:
                await self._judge(room, judging)
        except Exception as problem:  # who asks again begins it again
            logger.error("review failed", table=room.id, problem=repr(problem))
            del self._kept[room.id]
        judging.task = None

    async def _judge(self, room: Room, judging: Judging) -> None:
        found, table = judging.found, judging.found.table
        again = table.game.deal(table.seed, table.number)
        for number, (player, action, ms) in enumerate(table.history, 1):
            legal = len(again.legal_codes(player))
            if number >= judging.first and legal > 1:
                answer = await self._asked(room, again, player, action, legal)
                if answer is not None:
                    advice = as_hint(answer)
                    found.curve.append((number - 1, advice.chances))
                    found.decisions.append(judged(number, player, action, advice))
            again.play(player, action, ms)
            if number == len(table.history):
                settle(found, again)
            judging.done = max(0, number - judging.first + 1)
            await asyncio.sleep(0)  # a long game must not hold up the others

    async def _asked(
        self, room: Room, table: Table, player: int, action: str, legal: int
    ) -> Answer | None:
        """What the brains think; None if they can't now: then this decision is left out."""
        begin = time.monotonic()
        for _ in range(TRIES):
            try:
                answer = await self._brains.judge(room.position(table), player, action, legal)
            except CinquinaError:
                await asyncio.sleep(LONGEST_PAUSE)
            else:
                await asyncio.sleep(min(LONGEST_PAUSE, time.monotonic() - begin))
                return answer
        return None

    async def close(self) -> None:
        tasks = [judging.task for judging in self._kept.values() if judging.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def as_hint(answer: Answer) -> Hint:
    choices = tuple(Choice(*choice) for choice in answer.choices)
    return Hint(answer.action, choices, answer.reason, tuple(answer.chances))


def as_answer(judging: Judging) -> dict[str, Any]:
    """What is known by now, for JSON."""
    found = judging.found
    return {
        "done": judging.done,
        "of": judging.of,
        "first": judging.first,
        "curve": [[move, list(chances)] for move, chances in found.curve],
        "decisions": [
            {
                "number": d.number,
                "player": d.player,
                "action": d.action,
                "better": d.better,
                "chance": d.chance,
                "best": d.best,
                "cost": d.cost,
                "reason": d.reason,
            }
            for d in found.decisions
        ],
        "players": [
            {
                "accuracy": p.accuracy,
                "expected": p.expected,
                "result": p.result,
                "skill": p.skill,
                "gifts": p.gifts,
                "luck": p.luck,
            }
            for p in found.players
        ],
    }
