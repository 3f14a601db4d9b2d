"""Many games at once: threads on one machine, Ray on many. What comes out is always the same.

A game depends on nothing but its match and its number, and results are handed on in the order
of the jobs: so one thread, many threads and a cluster of any size give the same numbers.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from cinquina.core.errors import CinquinaError, shown
from cinquina.core.kernel import fingerprint
from cinquina.lab.arena import Arena, Job, Match, Played

BATCH_SECONDS = 0.25  # of work in a job: less, and handing it out costs more than it
MOST_GAMES = 50_000  # in a job
SHORTEST = 5  # a job is cut to a fifth of its usual length at the least: 50 ms
ANSWER_SECONDS = 20  # for a cluster to answer


def threads() -> int:
    """How many threads work at once if nobody says otherwise: as many as this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def batch_size(match: Match, order: tuple[int, ...], seconds: float = BATCH_SECONDS) -> int:
    """How many games make a job of about so many seconds; measured by playing some."""
    arena, games = Arena(match), 1
    arena.play(Job(0, 1, order))  # compiles
    while True:
        begin = time.perf_counter()
        arena.play(Job(0, games, order))
        spent = time.perf_counter() - begin
        if spent > seconds / 8 or games >= MOST_GAMES:
            return max(1, min(MOST_GAMES, round(games * seconds / max(spent, 1e-9))))
        games *= 4


def fair_size(match: Match, order: tuple[int, ...], games: int, workers: int | None = None) -> int:
    """Games in a job when there are so many: some jobs for each worker, none below 50 ms."""
    usual = batch_size(match, order)
    few = games // (4 * (workers or threads()))
    return max(1, usual // SHORTEST, min(usual, few))


def cut(first: int, count: int, orders: Iterable[tuple[int, ...]], size: int) -> Iterator[Job]:
    """Jobs for some games, each with every order of seats in turn."""
    orders = list(orders)
    for begin in range(first, first + count, size):
        for order in orders:
            yield Job(begin, min(size, first + count - begin), order)


def play_all(
    match: Match, jobs: Iterable[Job], workers: int | None = None, cluster: str | None = None
) -> Iterator[Played]:
    """The results of the jobs, in their order, as they come."""
    if cluster is not None:
        yield from _on_cluster(match, jobs, cluster)
        return
    workers = threads() if workers is None else workers
    if workers == 1:
        arena = Arena(match)
        yield from map(arena.play, jobs)
        return
    own = threading.local()

    def play(job: Job) -> Played:
        if not hasattr(own, "arena"):
            own.arena = Arena(match)
        return own.arena.play(job)  # type: ignore[no-any-return]

    pool = ThreadPoolExecutor(workers)
    try:
        waiting = deque[Any]()
        for job in jobs:
            waiting.append(pool.submit(play, job))
            if len(waiting) > 2 * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:  # also when the reader has had enough, or presses Ctrl-C
        pool.shutdown(wait=True, cancel_futures=True)


@lru_cache(4)
def _arena(match: Match) -> Arena:
    return Arena(match)


def _play_there(match: Match, job: Job, engine: str) -> Played:
    """In a worker of the cluster: it keeps the arena from job to job."""
    if engine != fingerprint():
        raise RuntimeError("a worker has another version of cinquina: install the same everywhere")
    return _arena(match).play(job)


@contextmanager
def _connected(cluster: str) -> Iterator[Any]:
    kind, _, address = cluster.partition(":")
    if kind != "ray":
        raise CinquinaError(f"There is no cluster {shown(cluster)}: write ray, or ray:ADDRESS.")
    try:
        import ray
    except ImportError:
        raise CinquinaError("Ray is not installed: pip install 'cinquina[cluster]'.") from None
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    if address:
        _check_answer(address)
    mine = not ray.is_initialized()
    try:
        if mine:
            ray.init(
                address=address or os.environ.get("RAY_ADDRESS") or "local",
                include_dashboard=False if not address else None,
                log_to_driver=False,
                logging_level=logging.ERROR,
            )
    except Exception as problem:
        said = str(problem).strip().splitlines()[0][:200] if str(problem).strip() else repr(problem)
        raise CinquinaError(f"The cluster {cluster} does not answer: {said}") from None
    try:
        yield ray
    finally:
        if mine:
            ray.shutdown()


def _check_answer(address: str) -> None:
    """Ray tries a dead address for minutes: knock first."""
    import socket

    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        if not port.isdecimal():
            raise OSError("there is no port")
        with socket.create_connection((host.strip("[]"), int(port)), ANSWER_SECONDS):
            pass
    except (OSError, OverflowError) as problem:
        raise CinquinaError(
            f"The cluster {shown(address)} does not answer ({problem}): "
            "write ray:HOST:PORT of a running one, or ray alone for this machine."
        ) from None


def _on_cluster(match: Match, jobs: Iterable[Job], cluster: str) -> Iterator[Played]:
    with _connected(cluster) as ray:
        there = ray.remote(_play_there)

        def fetched(job: Any) -> Played:
            try:
                return ray.get(job)  # type: ignore[no-any-return]
            except ray.exceptions.RayError as problem:
                said = str(problem).strip().splitlines()[-1][:200]
                raise CinquinaError(f"The cluster {cluster} failed: {said}") from None

        most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting = deque[Any]()
        for job in jobs:
            waiting.append(there.remote(match, job, fingerprint()))
            if len(waiting) > most:  # never more in flight than the cluster can chew
                yield fetched(waiting.popleft())
        while waiting:
            yield fetched(waiting.popleft())


@contextmanager
def unbroken() -> Iterator[None]:
    """Let Ctrl-C wait until this is done: half a job must never be counted."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[Any] = []
    before = signal.signal(signal.SIGINT, lambda *facts: pressed.append(facts))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt
