"""Settings, and how a server starts."""

import logging
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cinquina.cli.main import main
from cinquina.core.errors import CinquinaError
from cinquina.server import observe, run
from cinquina.server.settings import Settings
from tests.server.ops.commands import call, fails
from tests.server.serving import running


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
