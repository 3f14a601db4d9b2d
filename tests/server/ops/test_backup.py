"""`cinquina backup`."""

import asyncio
import shlex
import stat
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from cinquina.core.errors import CinquinaError
from cinquina.server.backup import Copied, back_up
from cinquina.server.store import MIGRATIONS, MOMENT, PLAYING, WAITING, Row, SqliteStore
from tests.server.ops.commands import call, fails


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
            assert await store.append(f"t{n}", seq, b"%d" % seq * 50, PLAYING, seq * 2 * MOMENT)
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
            assert len(seqs) == 1 or touched[n][0] == len(seqs) * 2 * MOMENT
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
