"""Chance: the same everywhere, even, and nothing to be learnt from the commitment."""

import hashlib
from collections import Counter
from itertools import permutations

import pytest

from cinquina.core.record import alloc, numbers
from cinquina.core.rng import below, commitment, key, random32, shuffle, start


def generator(seed: int) -> memoryview:
    r = alloc(4, "i8")
    start(r, numbers(key(seed)), 0)
    return r


def test_random32_is_sfc32() -> None:
    """Against the generator as it is published, with its 32-bit arithmetic."""
    r = generator(1)
    a, b, c, d = (int(x) for x in r)
    for _ in range(1000):
        out = (a + b + d) % 2**32
        d = (d + 1) % 2**32
        a, b, c = b ^ (b >> 9), (c + (c << 3)) % 2**32, (c << 21 | c >> 11) % 2**32
        c = (c + out) % 2**32
        assert random32(r) == out


@pytest.mark.parametrize("n", [1, 2, 6, 7, 73, 2**31 + 5])
def test_below_stays_below_and_reaches_all(n: int) -> None:
    r = generator(n)
    drawn = [below(r, n) for _ in range(2000)]
    assert all(0 <= x < n for x in drawn)
    if n <= 73:
        assert set(drawn) == set(range(n))


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_shuffle_gives_all_orders_evenly(n: int) -> None:
    r, rounds = generator(n), 4000
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(rounds):
        cards = numbers(range(n))
        shuffle(r, cards, n)
        orders[tuple(int(card) for card in cards)] += 1
    assert set(orders) == set(permutations(range(n)))
    expected = rounds / len(orders)
    chi2 = sum((count - expected) ** 2 / expected for count in orders.values())
    assert chi2 < 2 * len(orders) + 30


def test_shuffle_puts_any_card_of_a_long_deck_anywhere() -> None:
    r, seen = generator(8), Counter()
    for _ in range(6000):
        cards = numbers(range(10))
        shuffle(r, cards, 10)
        seen.update((int(card), place) for place, card in enumerate(cards))
    assert len(seen) == 100 and all(450 < count < 750 for count in seen.values())


def test_a_commitment_is_the_hash_of_32_bytes() -> None:
    assert commitment(7) == hashlib.sha256(bytes(31) + b"\x07").hexdigest()
    assert commitment(2**256 - 1) == hashlib.sha256(b"\xff" * 32).hexdigest()


def test_keys_differ_by_purpose_and_from_the_commitment() -> None:
    words = {key(7), key(8), key(7, "imagine")}
    published = bytes.fromhex(commitment(7))
    assert len(words) == 3
    assert int.from_bytes(published[:4], "big") not in key(7)


def test_games_of_one_key_differ() -> None:
    first = []
    for number in (0, 1, 2**32, 2**33):
        r = alloc(4, "i8")
        start(r, numbers(key(7)), number)
        first.append(random32(r))
    assert len(set(first)) == 4
