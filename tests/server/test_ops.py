"""Running a server: settings, `backup`, `doctor`, the files in deploy/, docs/self-hosting.md."""

import asyncio
import configparser
import json
import logging
import os
import re
import shlex
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import apsw
import pytest
from prometheus_client.metrics import MetricWrapperBase
from typer.main import get_command
from typer.testing import CliRunner

from cinquina.cli.main import app, main
from cinquina.core.errors import CinquinaError
from cinquina.server import app as web
from cinquina.server import borders, doctor, observe, run, sockets
from cinquina.server.backup import Copied, back_up
from cinquina.server.messages import NAME_LENGTH
from cinquina.server.settings import Settings
from cinquina.server.store import MIGRATIONS, PLAYING, WAITING, Row, SqliteStore
from tests.server.serving import running

ROOT = Path(__file__).resolve().parent.parent.parent
DEPLOY = ROOT / "deploy"
GUIDE = (ROOT / "docs" / "self-hosting.md").read_text()
DEAD = "127.0.0.1:1"  # nobody listens there


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting of this machine counts."""
    for name in Settings.model_fields:
        monkeypatch.delenv(f"CINQUINA_{name.upper()}", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def data(tmp_path: Path, runner: asyncio.Runner) -> Path:
    """A server's file with one table and its two entries."""
    file = tmp_path / "data" / "cinquina.sqlite"
    file.parent.mkdir()

    async def fill() -> None:
        store = SqliteStore(str(file))
        await store.open()
        await store.create(Row("t", "BCDFG", "push", False, WAITING, 1), b"first")
        await store.append("t", 2, b"second", PLAYING, 2)
        await store.close()

    runner.run(fill())
    return file


@pytest.fixture
def taken() -> Iterator[int]:
    """A port on which somebody else listens, and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def call(*words: object, code: int = 0) -> str:
    done = CliRunner().invoke(app, [str(word) for word in words])
    assert done.exit_code == code, (done.output, done.exception)
    return done.stdout


def fails(capsys: pytest.CaptureFixture[str], monkeypatch: Any, *words: object) -> str:
    """The one sentence that a command ends with."""
    monkeypatch.setattr(sys, "argv", ["cinquina", *map(str, words)])
    with pytest.raises(SystemExit) as exited:
        main()
    out, err = capsys.readouterr()
    assert (exited.value.code, out) == (2, "")
    assert err.startswith("cinquina: ") and err.count("\n") == 1 and err.endswith(".\n")
    return err


# --- Settings ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"port": 70_000}, "--port"),
        ({"port": "many"}, "CINQUINA_PORT"),
        ({"workers": 0}, "--workers"),
        ({"public_url": "games.example.org"}, "--public-url"),
        ({"keep_days": 0}, "--keep-days"),
        ({"bot_pace": -1}, "--bot-pace"),
        ({"most_tables": 0}, "--most-tables"),
        ({"log_json": "perhaps"}, "--log-json"),
        ({"workers": 2}, "--workers 1"),
        ({"workers": 2, "database": "postgresql://"}, "--redis"),
        ({"redis": "redis://"}, "--database"),
    ],
    ids=str,
)
def test_a_setting_that_can_not_be_is_one_sentence(given: dict[str, Any], says: str) -> None:
    with pytest.raises(CinquinaError) as problem:
        Settings.of(**given)
    text = str(problem.value)
    assert says in text and text.endswith(".") and "\n" not in text


def test_variables_count_and_the_command_line_counts_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CINQUINA_PORT", "9000")
    monkeypatch.setenv("CINQUINA_LOG_JSON", "true")
    assert (Settings.of().port, Settings.of(port=None).port, Settings.of().log_json) == (
        9000, 9000, True,
    )  # fmt: skip
    assert Settings.of(port=9001, log_json=False).port == 9001
    assert not Settings.of(log_json=False).log_json
    monkeypatch.setenv("CINQUINA_PORT", "none")
    with pytest.raises(CinquinaError, match="CINQUINA_PORT"):
        Settings.of()


def test_serve_on_a_port_that_is_taken(
    taken: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("serve", "--host", "127.0.0.1", "--port", taken, "--data", tmp_path / "x.sqlite")
    said = fails(capsys, monkeypatch, *words)
    assert f"Port {taken} of 127.0.0.1 can't be used" in said and "--port" in said


def test_without_a_command_the_server_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Settings] = []
    monkeypatch.setattr(run, "serve", lambda settings, started_: started.append(settings))
    call()
    call("serve", "--port", 9000)
    assert [settings.port for settings in started] == [8000, 9000]
    assert "serve" in call("--help") and "cinquina" in call("--version")
    assert len(started) == 2


# --- backup -----------------------------------------------------------------------------------


async def test_a_backup_of_a_file_that_is_being_written(tmp_path: Path) -> None:
    file, target = tmp_path / "data.sqlite", tmp_path / "copy.sqlite"
    store = SqliteStore(str(file))
    await store.open()
    for n in range(4):
        await store.create(Row(f"t{n}", f"CODE{n}", "push", False, WAITING, 1), b"1")
    written = [1] * 4

    async def write(n: int) -> None:
        while True:
            seq = written[n] + 1
            assert await store.append(f"t{n}", seq, b"%d" % seq * 50, PLAYING, seq)
            written[n] = seq

    writers = [asyncio.create_task(write(n)) for n in range(4)]
    for _ in range(3):
        await asyncio.sleep(0.05)
        before = list(written)
        copied = await asyncio.to_thread(back_up, file, target, True)
        after = list(written)
        with closing(apsw.Connection(str(target))) as db:
            assert db.pragma("integrity_check") == "ok"
            assert db.pragma("user_version") == len(MIGRATIONS)
            kept = [
                [row[0] for row in db.execute("SELECT seq FROM log WHERE id=?", (f"t{n}",))]
                for n in range(4)
            ]
            touched = list(db.execute("SELECT touched FROM tables ORDER BY id"))
        assert copied.tables == 4 and copied.entries == sum(map(len, kept))
        for n, seqs in enumerate(kept):
            assert seqs == list(range(1, len(seqs) + 1))  # no gap, and nothing half
            assert before[n] <= len(seqs) <= after[n] + 1  # one may be on its way to be told
            assert touched[n][0] == len(seqs)
    assert max(written) > 3
    for writer in writers:
        writer.cancel()
    await asyncio.gather(*writers, return_exceptions=True)
    await store.close()
    assert [f.name for f in tmp_path.iterdir() if f.name.startswith("copy")] == ["copy.sqlite"]
    assert [f for f in tmp_path.iterdir() if f.suffix == ".part"] == []
    restored = SqliteStore(str(target))
    await restored.open()
    assert len(await restored.read("t0")) == len(kept[0])
    await restored.close()


def test_backup_says_what_it_holds(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.sqlite"
    said = call("backup", target, "--data", data)
    assert "1 tables with 2 entries" in said and "PRAGMA integrity_check" in said
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_backup_takes_the_file_that_is_named(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CINQUINA_DATABASE", "postgresql://elsewhere/x")
    monkeypatch.setenv("CINQUINA_REDIS", "redis://elsewhere")
    monkeypatch.setenv("CINQUINA_WORKERS", "4")
    call("backup", tmp_path / "copy.sqlite", "--data", data)


def test_backup_keeps_what_is_there_unless_it_is_forced(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.sqlite"
    target.write_text("mine")
    with pytest.raises(CinquinaError, match="--force"):
        back_up(data, target, force=False)
    assert target.read_text() == "mine"
    assert back_up(data, target, force=True) == Copied(1, 2, target.stat().st_size)


def test_backup_refuses(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    other, text = tmp_path / "other.sqlite", tmp_path / "text"
    with closing(apsw.Connection(str(other))) as db:
        db.execute("CREATE TABLE birds (name)")
    text.write_text("no database " * 500)
    before, kept = sorted(tmp_path.rglob("*")), data.read_bytes()
    target = tmp_path / "copy.sqlite"
    for words, says in [
        ((target, "--data", tmp_path / "none"), "There is no file"),
        ((tmp_path / "no" / "copy", "--data", data), "There is no folder"),
        ((tmp_path, "--data", data), "is a folder"),
        ((data, "--data", data, "--force"), "is the server's own file"),
        ((target, "--data", other), "holds no tables of Cinquina"),
        ((target, "--data", text), "can't be copied"),
    ]:
        assert says in fails(capsys, monkeypatch, "backup", *words)
    assert sorted(tmp_path.rglob("*")) == before and data.read_bytes() == kept


def test_a_damaged_file_is_not_taken_for_a_backup(data: Path, tmp_path: Path) -> None:
    with closing(apsw.Connection(str(data))) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        rows = [(seq,) for seq in range(3, 90)]
        with db:
            db.executemany("INSERT INTO log VALUES ('t', ?, zeroblob(900))", rows)
    content = bytearray(data.read_bytes())
    content[-20_000:-10_000] = b"\xff" * 10_000
    data.write_bytes(content)
    with pytest.raises(CinquinaError, match=r"copied|damaged"):
        back_up(data, tmp_path / "copy.sqlite", force=False)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["data"]


def test_backup_of_postgresql_names_the_command_and_no_password(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CINQUINA_DATABASE", "postgresql://me:Secr3t@db.lan:5433/games")
    said = fails(capsys, monkeypatch, "backup", tmp_path / "my copy")
    words = shlex.split(said.partition("own: ")[2].partition(" (the")[0])
    assert words[:3] == ["pg_dump", "--format=custom", f"--file={tmp_path / 'my copy'}"]
    assert all(part in words[3] for part in ("user=me", "host=db.lan", "port=5433", "dbname=games"))
    assert "Secr3t" not in said


# --- doctor -----------------------------------------------------------------------------------


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


# --- deploy/ and the guide --------------------------------------------------------------------


def options_of(command: str) -> set[str]:
    """The options of a command, as they are written."""
    found = get_command(app).commands[command].params  # type: ignore[attr-defined]
    return {name for one in found for name in (*one.opts, *one.secondary_opts)}


def test_every_setting_is_an_option_of_serve_and_doctor() -> None:
    options = {f"--{name.replace('_', '-')}" for name in Settings.model_fields}
    assert options <= options_of("serve") and options <= options_of("doctor")


def test_the_guide_lists_every_setting() -> None:
    rows = re.findall(r"^\| `(--\S+)` \| `(CINQUINA_\w+)` \|(.*?)\| .+ \|$", GUIDE, re.MULTILINE)
    found = {}
    for option, variable, default in rows:
        name = variable.removeprefix("CINQUINA_").lower()
        assert option == f"--{name.replace('_', '-')}"
        found[name] = default.strip(" `")
    expected = {}
    for name, field in Settings.model_fields.items():
        value = field.get_default(call_default_factory=True)
        text = str(value).lower() if isinstance(value, bool) else str(value)
        expected[name] = text.replace(str(Path.home()), "~")
    assert found == expected


def section(title: str) -> str:
    return GUIDE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def test_the_guide_lists_every_metric() -> None:
    found = set(re.findall(r"^\| `(cinquina_\w+)`", section("Logs, metrics, health"), re.MULTILINE))
    metrics = [one for one in vars(observe).values() if isinstance(one, MetricWrapperBase)]
    described = [metric.describe()[0] for metric in metrics]
    assert found == {m.name + "_total" * (m.type == "counter") for m in described}


def test_the_guide_has_the_limits_that_hold() -> None:
    cells = re.findall(r"^\| (\D[^|]*) \| ([\d.]+) \|(?: ([\d.]+) \|)?$", GUIDE, re.MULTILINE)
    assert [tuple(float(n) for n in numbers if n) for _, *numbers in cells] == [
        borders.REQUESTS,
        web.NEW_TABLES,
        sockets.LOOKUPS,
        sockets.COMMANDS,
        (sockets.MOST_FROM_AN_ADDRESS,),
        (run.MOST_MESSAGE,),
        (borders.MOST_BODY,),
        (sockets.MOST_QUEUED,),
        (sockets.MOST_BAD,),
        (NAME_LENGTH,),
        (sockets.HELLO_WITHIN,),
        (sockets.SILENT,),
    ]


FILES = [*sorted(DEPLOY.iterdir()), ROOT / "docs" / "self-hosting.md"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_variables_options_and_links_exist(file: Path) -> None:
    text = file.read_text()
    variables = {f"CINQUINA_{name.upper()}" for name in Settings.model_fields}
    assert set(re.findall(r"CINQUINA_[A-Z_]+", text)) <= variables
    for command, words in re.findall(r"cinquina (serve|doctor|backup)([^`\n]*)", text):
        assert set(re.findall(r"--[a-z-]+", words)) <= options_of(command)
    links = re.findall(r"\]\(([^)#:]+)\)", text)
    assert [link for link in links if not (file.parent / link).exists()] == []


def test_the_unit_starts_a_real_command() -> None:
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "cinquina.service")
    program, command, *options = unit["Service"]["ExecStart"].split()
    assert Path(program).is_absolute() and Path(program).name == "cinquina"
    assert set(options) <= options_of(command)
    assert unit["Service"]["DynamicUser"] == "yes" and unit["Service"]["Restart"] == "always"
    assert "MemoryDenyWriteExecute" not in unit["Service"]  # Numba writes code


def test_the_image_starts_a_real_command() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    words = {name: json.loads(line) for name, line in re.findall(r"^([A-Z]+) (\[.*\])", text, re.M)}
    command, *options = words["CMD"]
    assert words["ENTRYPOINT"] == ["cinquina"]
    assert {word for word in options if word.startswith("--")} <= options_of(command)
    for line in re.findall(r"^COPY (.*) \S+$", text, re.MULTILINE):
        assert all((ROOT / name).exists() for name in line.split())
    check = re.findall(r"\"-c\", \"(.*)\"\]", text)[0]
    compile(check, "HEALTHCHECK", "exec")
    assert "/health" in check


@pytest.mark.skipif(find_spec("yaml") is None, reason="no parser for YAML is installed")
def test_the_compose_file() -> None:
    import yaml

    found = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = found["services"]
    command, *options = services["cinquina"]["command"]
    assert {word for word in options if word.startswith("--")} <= options_of(command)
    assert (DEPLOY / services["cinquina"]["build"]["context"] / "deploy" / "Dockerfile").exists()
    assert all("healthcheck" in services[name] for name in services["cinquina"]["depends_on"])
    mounted = {v.split(":")[0] for one in services.values() for v in one.get("volumes", [])}
    assert mounted == set(found["volumes"])


def test_no_password_has_a_default() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    example = (DEPLOY / ".env.example").read_text()
    asked = set(re.findall(r"\$\{(\w+)", text))
    assert asked == set(re.findall(r"^(\w+)=", example, re.MULTILINE))
    for name in (one for one in asked if "PASSWORD" in one):
        assert text.count("${" + name) == text.count("${" + name + ":?") > 0
        assert re.search(rf"^{name}=$", example, re.MULTILINE)


def test_one_server_a_file(tmp_path: Path) -> None:
    with running(tmp_path / "x.sqlite") as server:
        words = ["serve", "--port", "0", "--data", str(server.data)]
        again = subprocess.run(
            [sys.executable, "-m", "cinquina", *words], capture_output=True, text=True, timeout=60
        )
    assert again.returncode == 2 and again.stderr.startswith("cinquina: Another server is using")


def test_logs_show_no_variables(capsys: pytest.CaptureFixture[str]) -> None:
    before = logging.getLogger().handlers[:]
    observe.set_up_logs(json=False)
    try:
        token = "secret" * 3
        try:
            raise OSError(len(token))
        except OSError:
            observe.logger.exception("it failed")
    finally:
        logging.getLogger().handlers[:] = before
    told = capsys.readouterr().err
    assert "OSError: 18" in told and "secretsecret" not in told


def test_without_a_command_options_are_those_of_serve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        words = ["--host", "127.0.0.1", "--port", port, "--data", str(tmp_path / "x.sqlite")]
        monkeypatch.setattr(sys, "argv", ["cinquina", *words])
        with pytest.raises(SystemExit) as end:
            main()
    assert end.value.code == 2 and f"Port {port}" in capsys.readouterr().err
