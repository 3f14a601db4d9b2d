"""How much one connection or one address may ask for: token buckets."""

import time
from collections import OrderedDict
from ipaddress import ip_address, ip_network

MOST_ADDRESSES = 10_000


class Bucket:
    """`burst` at once, then `rate` a second."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, burst: float, rate: float) -> None:
        self.burst = self.left = burst
        self.rate = rate
        self.at = time.monotonic()

    def ready(self) -> bool:
        """Is anything left?"""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        return self.left >= 1

    def take(self) -> bool:
        """Take one, if anything is left."""
        if not self.ready():
            return False
        self.left -= 1
        return True

    def give_back(self) -> None:
        self.left = min(self.burst, self.left + 1)


class Addresses:
    """A bucket for each address; those not seen for the longest time are forgotten."""

    def __init__(self, burst: float, rate: float) -> None:
        self._burst, self._rate = burst, rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def _bucket(self, address: str) -> Bucket:
        address = network(address)
        bucket = self._buckets.pop(address, None) or Bucket(self._burst, self._rate)
        self._buckets[address] = bucket
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket

    def take(self, address: str) -> bool:
        return self._bucket(address).take()

    def give_back(self, address: str) -> None:
        self._bucket(address).give_back()


def network(address: str) -> str:
    """Whom an address belongs to: of IPv6 everybody has 2**64 and more."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if known.version == 4:
        return address
    if known.ipv4_mapped:  # what a socket for both calls who comes by IPv4
        return str(known.ipv4_mapped)
    return str(ip_network((known, 64), strict=False))


class Counts:
    """How many connections each address has."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        address = network(address)
        if self._counts.get(address, 0) >= self._most:
            return False
        self._counts[address] = self._counts.get(address, 0) + 1
        return True

    def leave(self, address: str) -> None:
        address = network(address)
        left = self._counts.get(address, 0) - 1
        if left > 0:
            self._counts[address] = left
        else:
            self._counts.pop(address, None)
