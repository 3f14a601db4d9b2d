"""A bot of your own at a table: `python examples/bot.py http://127.0.0.1:8000 CODE [TOKEN]`.

It takes a seat, waits for the start and plays. The token opens the seat: with it the bot comes
back to its game after a crash.
"""

import asyncio
import random
import sys
from typing import Any

from cinquina import CinquinaError
from cinquina.server.client import Client, take_seat
from cinquina.server.messages import Refused


def choose(view: dict[str, Any], legal: list[str]) -> str:
    """Your idea goes here: `view` is what the seat may know, `legal` what it may do."""
    return random.choice(legal)


async def main(url: str, code: str, token: str | None = None) -> None:
    seat = take_seat(url, code, "Robin", program=True, token=token)
    print(f"Seat {seat['seat']}; to come back: {seat['token']}")
    async with Client(url, seat["id"], seat["token"]) as client:
        async for table in client.changes():
            while table.legal and table.room.status == "playing":
                answer = await client.play(choose(table.view, table.legal))
                if isinstance(answer, Refused):  # somebody was faster
                    await asyncio.sleep(0.1)
        print("Over:", table.view["scores"] if table.view else table.room.ended)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    try:
        asyncio.run(main(*sys.argv[1:]))
    except CinquinaError as problem:
        sys.exit(str(problem))
