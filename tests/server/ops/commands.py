"""The commands for those who run a server, and the sentence with which one fails."""

import sys
from typing import Any

import pytest
from typer.testing import CliRunner

from cinquina.cli.main import app, main


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
