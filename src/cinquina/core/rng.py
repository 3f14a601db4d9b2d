"""Chance: sfc32 in four int64 that hold 32 bits each.

Additions, shifts and xors on 32 bits never leave int64, so Python, NumPy, Numba and C agree on
every number. A game's secret is a seed of up to 256 bits. What is published before play is
`commitment(seed)`; the generator starts from another hash of the seed, so that the one tells
nothing about the other.
"""

import hashlib

from cinquina.core.errors import CinquinaError, shown
from cinquina.core.kernel import kernel, outline
from cinquina.core.record import Array

MASK = 0xFFFFFFFF
SEED_BITS = 256


def seed_bytes(seed: int) -> bytes:
    """The 32 bytes of a seed, the most significant first."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << SEED_BITS:
        raise CinquinaError(
            f"A seed is a whole number from 0 to 2**{SEED_BITS} - 1, not {shown(seed)}."
        )
    return seed.to_bytes(SEED_BITS // 8, "big")


def commitment(seed: int) -> str:
    """What is published before play: the SHA-256 of the seed's 32 bytes."""
    return hashlib.sha256(seed_bytes(seed)).hexdigest()


def key(seed: int, purpose: str = "deal") -> tuple[int, int, int, int]:
    """Four 32-bit words for `start`: independent streams for independent purposes."""
    digest = hashlib.sha256(b"cinquina " + purpose.encode() + b"\0" + seed_bytes(seed)).digest()
    words = [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 16, 4)]
    return words[0], words[1], words[2], words[3]


@kernel
def random32(r: Array) -> int:
    """The next 32 random bits."""
    out: int = (r[0] + r[1] + r[3]) & MASK
    r[3] = (r[3] + 1) & MASK
    r[0] = r[1] ^ (r[1] >> 9)
    r[1] = (r[2] + (r[2] << 3)) & MASK
    r[2] = ((((r[2] << 21) | (r[2] >> 11)) & MASK) + out) & MASK
    return out


@kernel
def start(r: Array, words: Array, number: int) -> None:
    """Start r from a key; `number` tells the games of one key apart."""
    for i in range(4):
        r[i] = words[i]
    r[1] = (r[1] + (number >> 32)) & MASK
    r[3] = (r[3] + number) & MASK
    for _ in range(16):
        random32(r)


@kernel
def restart(r: Array, source: Array) -> None:
    """Start r anew from another generator."""
    for i in range(4):
        r[i] = random32(source)


@kernel
def below(r: Array, n: int) -> int:
    """A uniform whole number in 0 … n-1 (Lemire, exact)."""
    x = random32(r) * n
    if (x & MASK) < n:
        floor = (MASK + 1) % n
        while (x & MASK) < floor:
            x = random32(r) * n
    return x >> 32


@kernel
def swap(cards: Array, i: int, j: int) -> None:
    card = cards[i]
    cards[i] = cards[j]
    cards[j] = card


@kernel
def shuffle_part(r: Array, cards: Array, first: int, n: int) -> None:
    """Bring n cards, from the one numbered `first` on, into a random order, exactly uniformly.

    Three cards find their places with one random number (Lemire's method, one digit after the
    other): what is left of it after the third must not lie in the last, incomplete round."""
    i = n - 1
    while i > 2:
        x = random32(r) * (i + 1)
        y = (x & MASK) * i
        z = (y & MASK) * (i - 1)
        ways = (i + 1) * i * (i - 1)
        if (z & MASK) >= ways or (z & MASK) >= (MASK + 1) % ways:
            swap(cards, first + i, first + (x >> 32))
            swap(cards, first + i - 1, first + (y >> 32))
            swap(cards, first + i - 2, first + (z >> 32))
            i -= 3
    for k in range(i, 0, -1):
        swap(cards, first + k, first + below(r, k + 1))


@outline
def shuffle(r: Array, cards: Array, n: int) -> None:
    """Bring the first n cards into a random order."""
    shuffle_part(r, cards, 0, n)


@outline
def shuffle_unseen(r: Array, cards: Array, first: int, n: int) -> None:
    """Shuffle cards that are only imagined: sorted before, so that their true order has no part."""
    for i in range(first + 1, first + n):
        card = cards[i]
        j = i
        while j > first and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card
    shuffle_part(r, cards, first, n)


@kernel
def wipe(cards: Array, first: int, end: int) -> None:
    """Leave nothing of the cards that lay there before."""
    for i in range(first, end):
        cards[i] = 0
