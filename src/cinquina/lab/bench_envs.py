"""What `cinquina bench --envs` measures: our environments beside those of others, in one run.

Everybody plays random legal actions: many games at once beside Pgx, one game after the other beside
PettingZoo's own card games and beside the games that OpenSpiel has in Python. Each position's
observation and mask are made, but not in OpenSpiel, whose usual loop asks for legal actions alone:
there nobody makes an observation. New deals are included.

Of many games at once rates are decisions a second by the clock on the wall, each library on as many
cores as it is fastest with here: ours on all of them, Pgx on one (with more JAX spends its time on
handing work from thread to thread). All else has one core, and rates are by CPU time.
"""

import os
import random
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from cinquina import games
from cinquina.core.errors import CinquinaError
from cinquina.lab import bench_envs_openspiel
from cinquina.lab.bench import Figure, Work, best_rate, best_rates, yardstick

PLAYERS = 2  # as many as Leduc hold'em has
BATCHES = (256, 1024, 4096, 16384)
USUAL = 4096
PGX_BATCHES = (1024, 4096, 16384)
STEPS = 1_000_000  # of all games of a batch together, in one round
MOVES = 3000
THEIRS = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6")
PGX = "Pgx, leduc_holdem"
ON_ONE_CORE = "vector on one core"
BY_DEFAULT = "vector with copies"  # the arguments copy and final_obs at their defaults

Works = dict[tuple[str, str], Work]  # by group and name


def figures(rounds: int) -> Iterator[Figure]:
    """The yardstick, then each kind of environment: ours, then the others'."""
    try:
        import_module("cinquina.envs.vector")
        import_module("cinquina.envs.pettingzoo")
    except ImportError as missing:
        raise CinquinaError(str(missing)) from None
    unit = best_rate(yardstick, rounds, time.process_time)
    yield Figure("yardstick", "plain Python", unit, "steps/s", 1.0)
    yield from compared(vectors() | pgx(), unit, rounds, time.perf_counter)
    with one_core():
        yield from compared(single() | pettingzoo(), unit, rounds)
        yield from bench_envs_openspiel.figures(unit, rounds)


@contextmanager
def one_core() -> Iterator[None]:
    """Work on one core, where the system can be told so; threads that are started then do, too."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def compared(
    works: Works, unit: float, rounds: int, clock: Callable[[], float] = time.process_time
) -> Iterator[Figure]:
    """Of each group the best."""
    for work in works.values():
        work()  # compiles
    rates = best_rates(works, rounds, clock)
    for group in dict.fromkeys(group for group, _ in works):
        rate, name = max((rate, name) for (of, name), rate in rates.items() if of == group)
        yield Figure(group, name, rate, "moves/s", rate / unit)


def vectors() -> Works:
    """Our vector environment in self-play, each game in several batches.

    As fast as it can be asked for: nothing is copied and ends are not kept, as in Pgx's loop. And,
    in groups of their own, with one thread, and as it is made if nobody asks for all that."""
    from cinquina.envs.vector import Tables

    def step(envs: Any, batch: int) -> float:
        for _ in range(STEPS // batch):
            envs.step(envs.sample())
        return float(STEPS // batch * batch)

    works: Works = {}

    def add(group: str, slug: str, batch: int, **how: Any) -> None:
        envs = Tables(slug, batch, PLAYERS, bots=None, **how)
        envs.reset(seed=1)
        works[f"{group}, {slug}", f"{batch} games at once"] = partial(step, envs, batch)

    for slug in games.slugs():
        for batch in BATCHES:
            add("vector", slug, batch, copy=False, final_obs=False)
            add(ON_ONE_CORE, slug, batch, copy=False, final_obs=False, threads=1)
        add(BY_DEFAULT, slug, USUAL)
    return works


def pgx() -> Works:
    """Pgx on this machine's processors: its loop is compiled as a whole, as Pgx advises."""
    try:
        jax, pgx = import_module("jax"), import_module("pgx")
        auto_reset = import_module("pgx.experimental").auto_reset
    except ImportError:
        return {}
    with one_core(), warnings.catch_warnings():  # which the threads that JAX starts now keep to
        warnings.simplefilter("ignore")  # JAX's, of what Pgx uses
        env = pgx.make("leduc_holdem")
        return {
            (PGX, f"{batch} games at once"): pgx_loop(jax, env, auto_reset, batch)
            for batch in PGX_BATCHES
        }


def pgx_loop(jax: Any, env: Any, auto_reset: Any, batch: int) -> Work:
    step, split = jax.vmap(auto_reset(env.step, env.init)), jax.random.split
    steps = STEPS // batch

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, mine, theirs = split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(mine, logits, axis=-1)
        state = step(state, action, split(theirs, batch))
        return (state, key), state.observation.sum()  # so that it has to be made

    loop = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=steps))
    start = jax.jit(jax.vmap(env.init))(split(jax.random.PRNGKey(0), batch))
    carry = start, jax.random.PRNGKey(1)

    def work() -> float:
        with one_core():
            jax.block_until_ready(loop(carry))
        return float(steps * batch)

    return work


def random_games(env: Any) -> Work:
    """The usual loop of PettingZoo, with a quick choice: the same for all environments."""
    chance = random.Random(1)
    env.reset(seed=1)

    def work() -> float:
        moves = 0
        while moves < MOVES:
            env.reset()
            for _ in env.agent_iter():
                seen, _, over, cut, _ = env.last()
                if over or cut:
                    env.step(None)
                else:
                    env.step(chance.choice(np.flatnonzero(seen["action_mask"]).tolist()))
                    moves += 1
        return float(moves)

    return work


def single() -> Works:
    """Our environment for PettingZoo, one game at a time."""
    from cinquina.envs.pettingzoo import env

    return {
        (f"PettingZoo, {slug}", "ours"): random_games(env(slug, PLAYERS)) for slug in games.slugs()
    }


def pettingzoo() -> Works:
    """PettingZoo's own card games."""
    works: Works = {}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # pygame's, as it is imported
            for name in THEIRS:
                module = import_module(f"pettingzoo.classic.{name}")
                works[f"PettingZoo, {name}", "theirs"] = random_games(module.env())
    except ImportError:
        return {}
    return works


def summary(found: list[Figure]) -> list[str]:
    """How many times the others' rates ours are."""
    lines = []
    for ours, theirs, name in (
        ("vector, ", PGX, "Pgx on its best batch"),
        (f"{ON_ONE_CORE}, ", PGX, "Pgx, both on one core"),
        ("PettingZoo, ", "PettingZoo, ", "the fastest of PettingZoo's card games"),
    ):
        peers = [f.value for f in found if f.group.startswith(theirs) and f.name != "ours"]
        mine = [f for f in found if f.group.startswith(ours) and f.name != "theirs"]
        if not peers:
            lines.append(f"For {name} beside it: pip install 'cinquina[bench]'")
            continue
        times = (f"{f.group.partition(', ')[2]} {f.value / max(peers):.1f}" for f in mine)
        lines.append(f"Times {name}: {', '.join(times)}")
    return lines + bench_envs_openspiel.times(found)
