"""`cinquina doctor`."""

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest

from cinquina.server import doctor, run
from tests.server.ops.commands import call

DEAD = "127.0.0.1:1"  # nobody listens there


def findings(**given: Any) -> dict[str, doctor.Finding]:
    """By what they are about; of several the worst."""
    given = {"host": "127.0.0.1", "port": 0, "public_url": "http://localhost"} | given
    found = sorted(
        doctor.examine(given), key=lambda one: ("ok", "warning", "problem").index(one.level)
    )
    assert all(one.text.endswith(".") and "\n" not in one.text for one in found)
    return {one.about: one for one in found}


def test_all_is_well(data: Path) -> None:
    found = findings(data=data)
    assert {one.level for one in found.values()} == {"ok"}
    assert "1 tables" in found["database"].text
    new = data.parent / "not" / "yet" / "there.sqlite"
    assert "will be made" in findings(data=new)["database"].text
    assert not new.parent.exists() and data.exists()


def test_a_port_that_is_taken(taken: int, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "PATIENCE", 0.2)
    found = findings(data=data, port=taken)["port"]
    assert found.level == "problem" and f"Port {taken}" in found.text and "--port" in found.text


def test_a_cinquina_that_runs_already(data: Path) -> None:
    words = [sys.executable, "-m", "cinquina", "serve", "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(
        [*words, "--data", str(data), "--no-browser"], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        port = int(re.findall(r":(\d+) ", server.stdout.readline())[0])
        found = findings(data=data, port=port)
        server.terminate()
        server.wait(20)
    assert found["port"].level == "ok" and "answers" in found["port"].text
    assert found["database"].level == "ok"


def test_a_folder_that_can_not_be_written(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = findings(data=data / "under" / "a.sqlite")
    assert found["folder"].level == "problem" and "--data" in found["folder"].text
    usage = doctor.shutil.disk_usage(data.parent)
    for free, level in ((5e8, "warning"), (5e7, "problem")):
        few = usage._replace(free=int(free))
        monkeypatch.setattr(doctor.shutil, "disk_usage", lambda place, few=few: few)
        assert findings(data=data)["folder"].level == level


def test_a_file_that_can_not_be_used(data: Path) -> None:
    with closing(apsw.Connection(str(data))) as db:
        db.execute("UPDATE tables SET touched = ?", (1000 * (time.time() + 7200),))
    assert findings(data=data)["clock"].level == "warning"
    with closing(apsw.Connection(str(data))) as db:
        db.pragma("user_version", 0)
    assert "The next start" in findings(data=data)["database"].text
    with closing(apsw.Connection(str(data))) as db:
        db.pragma("user_version", 99)
    found = findings(data=data)["database"]
    assert found.level == "problem" and "newer" in found.text
    data.write_text("no database " * 500)
    assert findings(data=data)["database"].level == "problem"


def test_addresses_of_the_dead_are_said_to_be_so_quickly() -> None:
    begin = time.monotonic()
    found = findings(
        database=f"postgresql://me:Secr3t@{DEAD}/games", redis=f"redis://:Secr3t@{DEAD}", workers=2
    )
    assert time.monotonic() - begin < 5
    assert found["database"].level == found["Redis"].level == "problem"
    assert "--database" in found["database"].text and "--redis" in found["Redis"].text
    assert "Secr3t" not in str(found)
    found = findings(database="postgresql://me:Secr3t@x@y:z/", redis="rodis://Secr3t")
    assert found["database"].level == found["Redis"].level == "problem"
    assert "Secr3t" not in str(found)


def test_a_postgresql_and_a_redis_that_live(
    database: str, redis_url: str, runner: asyncio.Runner
) -> None:
    found = findings(database=database, redis=redis_url, workers=1)
    assert found["Redis"].level == "ok" and found["database"].level == "ok"
    assert "PostgreSQL" in found["database"].text and "The next start" in found["database"].text

    async def migrate() -> None:
        from cinquina.server.postgres import PostgresStore

        store = PostgresStore(database)
        await store.open()
        await store.close()

    runner.run(migrate())
    assert "The next start" not in findings(database=database)["database"].text


@pytest.mark.parametrize(
    ("given", "about", "says"),
    [
        ({"public_url": ""}, "phones", "--host 0.0.0.0"),
        ({"public_url": "http://games.example.org"}, "public URL", "HTTPS"),
        ({"public_url": "https://games.example.org"}, "public URL", "--proxies"),
    ],
    ids=str,
)
def test_what_is_not_as_good_as_it_could_be(
    data: Path, given: dict[str, Any], about: str, says: str
) -> None:
    found = findings(data=data, **given)[about]
    assert found.level == "warning" and says in found.text


def test_what_is_in_order(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    proxied = findings(data=data, public_url="https://games.example.org", proxies="127.0.0.1")
    assert proxied["public URL"].level == proxied["phones"].level == "ok"
    monkeypatch.setattr(doctor, "own_address", lambda: "127.0.0.1")
    assert findings(data=data, host="0.0.0.0", public_url="")["phones"].level == "warning"
    monkeypatch.setattr(doctor, "own_address", lambda: "192.168.0.7")
    monkeypatch.setattr(run, "own_address", lambda: "192.168.0.7")
    found = findings(data=data, host="0.0.0.0", public_url="")["phones"]
    assert found.level == "ok" and "http://192.168.0.7:" in found.text


def test_the_cache_and_the_extras(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert "when it is first needed" in findings(data=data)["cache"].text
    with doctor.compiling():
        here = tmp_path / "cache" / "cinquina" / doctor.kernel.fingerprint() / "bots_1"
    here.mkdir(parents=True)
    (here / "search.decide-1.py311.1.nbc").touch()
    assert "is compiled" in findings(data=data)["cache"].text
    assert os.environ["NUMBA_DISABLE_JIT"] == "1"
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert findings(data=data)["cache"].level == "warning"
    monkeypatch.setattr(doctor, "find_spec", lambda name: None)
    found = findings(data=data)
    assert (found["[scale]"].level, found["[lab]"].level) == ("ok", "ok")
    needed = findings(database=f"postgresql://{DEAD}/x")["[scale]"]
    assert needed.level == "problem" and "cinquina[scale]" in needed.text


def test_doctor_on_the_command_line(data: Path) -> None:
    words = ("doctor", "--host", "127.0.0.1", "--port", "0", "--data", data)
    lines = call(*words).splitlines()
    assert all(re.match(r"(ok|warning|problem) +\S", line) for line in lines) and len(lines) > 7
    found = json.loads(call(*words, "--json"))
    assert found["ok"] and {"level", "about", "text"} == set(found["findings"][0])
    said = call(*words, "--workers", 3, code=1)
    assert "problem  settings" in said and "--redis" in said
    assert not json.loads(call(*words, "--port", 70_000, "--json", code=1))["ok"]
