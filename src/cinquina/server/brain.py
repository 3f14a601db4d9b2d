"""Where bots think: in processes of their own, so that no thought ever holds up a table.

Two of them play. `quick` runs interpreted and answers at once, but can't search far. `deep` runs
compiled: a thousand times faster, but compiling a game takes a while the first time on a machine.
Until that is done, and when it is overrun, `quick` answers. A third one, `study`, shows games that
were played and gives hints until `deep` can, so that no bot waits for who reads or asks.

Started as `python -m cinquina.server.brain`, a process reads questions from its input and writes
answers to its output, each as its length in four bytes and then msgpack.
"""

import asyncio
import contextlib
import os
import random
import sys
import time
from typing import IO, Any, Literal

import msgspec

from cinquina.core.errors import CinquinaError
from cinquina.core.text import Why
from cinquina.server.observe import logger
from cinquina.server.refusals import Refusal

STAND_IN = "hard"  # thinks for `expert` while that one can't
LIMIT = 4.0  # seconds that a thought may take before somebody else answers
WARMING = 900.0  # seconds that compiling may take
MOST_MISSED = 3  # questions, one after the other, and nothing said meanwhile: it hangs
MOST_WAITING = 256
HINT_SIMS, QUICK_HINT_SIMS = 2000, 30
JUDGE_SIMS, QUICK_JUDGE_SIMS = 400, 24  # the latter for all legal actions together
PATIENCE = 15.0  # seconds for what only readers wait for
HINTS_AT_ONCE = 2


class Question(msgspec.Struct, frozen=True, tag="think"):
    """What to do on a position. `bots` names the bot of each seat that is asked for."""

    n: int
    do: Literal["choose", "first", "hint", "judge"]
    game: str
    players: int
    options: dict[str, bool | int | str]
    cards: dict[str, int] | None
    state: bytes
    bots: dict[int, str]
    seed: int
    last: int  # who acted last, -1: nobody yet
    sims: int  # for a hint
    until: float  # the time after which nobody waits for an answer
    also: str = ""  # `judge`: the action that was taken


class Show(msgspec.Struct, frozen=True, tag="show"):
    """A game that was played, position by position: see `steps.frames`."""

    n: int
    game: str
    players: int
    options: dict[str, bool | int | str]
    cards: dict[str, int] | None
    seed: str
    moves: list[tuple[int, str]]
    eyes: int | None
    first: int
    most: int
    until: float


class Answer(msgspec.Struct, frozen=True):
    n: int
    seat: int = -1
    action: str = ""
    ms: int = 0  # `first`: the reaction time
    reason: str = ""
    choices: list[tuple[str, float, float]] = []
    chances: list[float] = []  # of all seats
    shown: bytes = b""  # frames, as JSON
    error: str = ""
    why: Why | None = None  # of a move that is not legal


class Busy(CinquinaError):
    """No answer in time."""


# --- The process that thinks ------------------------------------------------------------------


def think(question: Question) -> Answer:
    """The answer to a question, from what the seat may know of its position."""
    import numpy as np

    from cinquina.bots import make
    from cinquina.bots.hints import hint
    from cinquina.bots.names import minds_of
    from cinquina.bots.reaction import Clock
    from cinquina.bots.sense import load
    from cinquina.core.record import alloc
    from cinquina.table import Game, Table

    game = Game.of(question.game, question.players, question.options, question.cards)
    states = alloc(1, game.rules.STATE)
    states.view(np.ndarray)[:] = np.frombuffer(question.state, game.rules.STATE)
    table = Table(game, states, None, 0)
    load(game.slug)
    seat, ms = min(question.bots), 0
    if question.do in ("hint", "judge"):
        told = hint(table, seat, question.sims, question.seed, question.also or None)
        choices = [(c.action, c.chance, c.error) for c in told.choices]
        return Answer(question.n, seat, told.action, 0, told.reason, choices, list(told.chances))
    if question.do == "first":
        names = [question.bots.get(p, STAND_IN) for p in range(game.players)]
        clock = Clock(question.seed, minds_of(names, game.slug), question.last)
        seat = clock.first(states, question.bots)
        ms = clock.ms
    bot = make(question.bots[seat], question.seed, seat, game.slug)
    return Answer(question.n, seat, bot.choose(table.imagined(seat, question.seed), seat), ms)


def show(asked: Show) -> Answer:
    from cinquina.server.steps import Forbidden, frames
    from cinquina.table import Game

    game = Game.of(asked.game, asked.players, asked.options, asked.cards)
    try:
        found = frames(game, int(asked.seed), asked.moves, asked.eyes, asked.first, asked.most)
    except Forbidden as problem:
        return Answer(asked.n, error=str(problem), why=problem.why)
    return Answer(asked.n, shown=msgspec.json.encode(found))


def read_exactly(pipe: IO[bytes], size: int) -> bytes:
    data = pipe.read(size)
    if len(data) < size:  # the server is gone
        sys.exit()
    return data


def main() -> None:
    decode = msgspec.msgpack.Decoder(Question | Show).decode
    encode = msgspec.msgpack.Encoder().encode
    pipe, out = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever prints must not be taken for an answer
    if hasattr(os, "nice") and not os.environ.get("NUMBA_DISABLE_JIT"):
        os.nice(5)  # tables come first
    while True:
        question = decode(read_exactly(pipe, int.from_bytes(read_exactly(pipe, 4))))
        if time.time() > question.until:
            answer = Answer(question.n, error="nobody waits for it any more")
        else:
            try:
                answer = think(question) if isinstance(question, Question) else show(question)
            except Exception as problem:  # of one table; the others go on thinking
                answer = Answer(question.n, error=str(problem) or type(problem).__name__)
        data = encode(answer)
        try:
            out.write(len(data).to_bytes(4) + data)
            out.flush()
        except BrokenPipeError:  # the server is gone
            os._exit(0)


# --- The server's side ------------------------------------------------------------------------


class Brain:
    """A process that thinks. It is started when first asked, and again after it died or hung."""

    def __init__(self, compiled: bool) -> None:
        self._compiled = compiled
        self.starts = 0
        self._missed = 0  # questions that were asked one after the other, without an answer to any
        self._last_missed = 0.0
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._asked = 0

    async def ask(
        self, limit: float = LIMIT, kind: type[Question | Show] = Question, **facts: Any
    ) -> Answer:
        """The answer to a question; Busy if there is none in time."""
        if len(self._waiting) >= MOST_WAITING:
            raise Busy("Too many thoughts at once: try again in a moment.")
        self._asked += 1
        question = kind(n=self._asked, until=time.time() + limit, **facts)
        data = msgspec.msgpack.encode(question)
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[question.n] = future
        try:
            process = await self._running()
            assert process.stdin is not None
            begin = time.monotonic()
            async with asyncio.timeout(limit):  # wait_for may swallow a cancellation
                await process.stdin.drain()  # no more to one that does not read
                process.stdin.write(len(data).to_bytes(4) + data)
                answer = await future
        except TimeoutError:
            self._miss(process, begin)
            raise Busy("No thought in time: try again in a moment.") from None
        except OSError:
            raise Busy("No thought in time: try again in a moment.") from None
        finally:
            self._waiting.pop(question.n, None)
        if answer.why:
            raise Refusal("illegal", answer.error, why=answer.why)
        if answer.error:
            raise CinquinaError(answer.error)
        return answer

    def _miss(self, process: asyncio.subprocess.Process, asked: float) -> None:
        """A question went unanswered. Of several at once one counts: they wait for one thought."""
        if process is self._process and asked >= self._last_missed:
            self._missed, self._last_missed = self._missed + 1, time.monotonic()
            if self._missed >= MOST_MISSED and process.returncode is None:
                logger.error("bot's process hangs: it is ended")
                process.kill()

    async def _running(self) -> asyncio.subprocess.Process:
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                env = {k: v for k, v in os.environ.items() if k != "NUMBA_DISABLE_JIT"}
                if not self._compiled:
                    env["NUMBA_DISABLE_JIT"] = "1"
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "cinquina.server.brain", env=env,
                    stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                )  # fmt: skip
                self.starts += 1
                self._missed, self._last_missed = 0, 0.0
                self._reader = asyncio.create_task(self._read(self._process))
            return self._process

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        decode = msgspec.msgpack.Decoder(Answer).decode
        assert process.stdout is not None
        try:
            while True:
                size = int.from_bytes(await process.stdout.readexactly(4))
                answer = decode(await process.stdout.readexactly(size))
                self._missed, self._last_missed = 0, time.monotonic()
                future = self._waiting.get(answer.n)
                if future and not future.done():
                    future.set_result(answer)
        except Exception as problem:  # it died, or what it says is no answer
            if process.returncode is None:
                process.kill()
            if not isinstance(problem, asyncio.IncompleteReadError):
                logger.error("bot's process says what is no answer", problem=repr(problem))
            for future in self._waiting.values():  # whoever waits asks elsewhere
                if not future.done():
                    future.set_exception(Busy("The bot's process ended: try again."))
            await process.wait()

    async def close(self) -> None:
        if self._process and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
        if self._reader:
            await asyncio.gather(self._reader, return_exceptions=True)


class Brains:
    """All, and the rule who answers: `deep`, as soon as it has compiled the game."""

    def __init__(self, compiled: bool = True) -> None:
        self.quick, self.deep = Brain(compiled=False), Brain(compiled=True)
        self.study = Brain(compiled=False)
        self._compiled = compiled
        self._ready: set[tuple[int, str]] = set()  # games compiled by `deep`, since which start
        self._hinting = asyncio.Semaphore(HINTS_AT_ONCE)
        self._warming: dict[str, asyncio.Task[None]] = {}

    async def choose(self, position: dict[str, Any], seat: int, level: str) -> Answer:
        """What a bot does on a seat."""
        return await self._ask(position, do="choose", bots={seat: level})

    async def first(self, position: dict[str, Any], levels: dict[int, str], last: int) -> Answer:
        """Without turns: which bot is the first to act, what it does, and how long it takes."""
        return await self._ask(position, do="first", bots=levels, last=last)

    async def hint(self, position: dict[str, Any], seat: int) -> Answer:
        """Advice for a player. It takes long, so bots at other tables must not stand in line behind
        many: few at once, and those by who answers readers until the game is compiled."""
        facts = {"last": -1, "seed": random.getrandbits(60), **position}
        facts |= {"do": "hint", "bots": {seat: STAND_IN}}
        try:
            async with asyncio.timeout(PATIENCE), self._hinting:
                if self._deep_is_ready(facts):
                    return await self.deep.ask(sims=HINT_SIMS, **facts)
                return await self.study.ask(PATIENCE, sims=QUICK_HINT_SIMS, **facts)
        except TimeoutError:
            raise Busy("Too many ask for advice at once: try again in a moment.") from None

    async def judge(self, position: dict[str, Any], seat: int, action: str, legal: int) -> Answer:
        """Was an action good, of so many that were legal? Rather late than by a guess: this waits
        until the game is compiled, if it is to be."""
        facts = {"last": -1, "seed": random.getrandbits(60), **position}
        facts |= {"do": "judge", "bots": {seat: STAND_IN}, "also": action}
        if not self._deep_is_ready(facts) and self._warming:
            await asyncio.wait(self._warming.values())
        if self._deep_is_ready(facts):
            with contextlib.suppress(Busy):
                return await self.deep.ask(sims=JUDGE_SIMS, **facts)
        sims = max(1, QUICK_JUDGE_SIMS // legal)
        return await self.study.ask(PATIENCE, sims=sims, **facts)

    async def show(self, **asked: Any) -> bytes:
        """The frames of a game as JSON; Refusal if a move in it is not legal."""
        return (await self.study.ask(PATIENCE, Show, **asked)).shown

    def _deep_is_ready(self, facts: dict[str, Any]) -> bool:
        """Has it compiled the game? If not, it sets about it."""
        if (self.deep.starts, facts["game"]) in self._ready:
            return not self._warming
        if self._compiled and facts["game"] not in self._warming:
            self._warming[facts["game"]] = asyncio.create_task(self._warm(facts))
        return False

    async def _ask(self, position: dict[str, Any], **asked: Any) -> Answer:
        facts = {"last": -1, "seed": random.getrandbits(60), **position, **asked}
        if self._deep_is_ready(facts):
            with contextlib.suppress(Busy):
                return await self.deep.ask(sims=0, **facts)
        levels = {n: STAND_IN if name == "expert" else name for n, name in facts["bots"].items()}
        return await self.quick.ask(sims=0, **facts | {"bots": levels})

    async def _warm(self, facts: dict[str, Any]) -> None:
        """Have a game compiled. The first time on a machine this takes a minute or two."""
        try:
            await self.deep.ask(sims=1, limit=WARMING, **facts)
            self._ready.add((self.deep.starts, facts["game"]))
        except CinquinaError as problem:
            logger.warning("bots think slowly", game=facts["game"], problem=str(problem))
        finally:
            del self._warming[facts["game"]]

    async def close(self) -> None:
        for task in self._warming.values():
            task.cancel()
        await asyncio.gather(*self._warming.values(), return_exceptions=True)
        for brain in (self.quick, self.deep, self.study):
            await brain.close()


if __name__ == "__main__":
    main()
