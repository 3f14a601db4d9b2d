"""What is written about the protocol is what is spoken."""

import re
import subprocess
import sys
from pathlib import Path

from cinquina.server import describe
from cinquina.server.client import Client
from tests.server.serving import open_table, running

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
SERVER = ROOT / "src/cinquina/server"


def test_the_types_of_the_page_are_those_of_the_server() -> None:
    written = (ROOT / "ui/src/protocol.ts").read_text(encoding="utf-8")
    assert written == describe.typescript(), "run python -m cinquina.server.describe"


def test_the_messages_are_documented() -> None:
    assert describe.filled(DOCUMENT) == DOCUMENT, "run python -m cinquina.server.describe"


def test_every_refusal_is_documented() -> None:
    used = {
        code
        for file in SERVER.glob("*.py")
        for code in re.findall(r'Ref(?:usal|used)\((?:"",\s*)?"([a-z ]+)"', file.read_text())
    }
    assert len(used) > 15
    told = set(re.findall(r"`([a-z ]+)`", DOCUMENT.partition("| code |")[2].partition("\n\n")[0]))
    assert used == told


async def test_the_example_bot_plays_a_whole_game(tmp_path: Path) -> None:
    with running(tmp_path / "data.sqlite") as server:
        guest = open_table(server.url, "add-up", players=2)
        bot = subprocess.Popen(
            [sys.executable, ROOT / "examples/bot.py", server.url, guest.code],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        async with guest.client() as client:
            await client.until(lambda: client.mirror.room.seats[1].who == "program")
            await client.start()
            await play_first(client)
            scores = client.mirror.view["scores"]
        told, _ = bot.communicate(timeout=30)
        assert bot.returncode == 0
        assert told.endswith(f"Over: {scores}\n")
        wrong = subprocess.run(
            [sys.executable, ROOT / "examples/bot.py", server.url, "XXXXX"],
            capture_output=True,
            text=True,
        )
        assert wrong.stderr == "There is no such table. Check the code.\n"


async def play_first(client: Client) -> None:
    async for table in client.changes():
        while table.legal and table.room.status == "playing":
            await client.play(table.legal[0])
