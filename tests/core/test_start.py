"""Starting: Numba is imported only where it is needed, and its cache belongs to these sources."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cinquina

PACKAGE = Path(cinquina.__file__).parent


def python(code: str, **env: str) -> str:
    variables = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")} | env
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=variables, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    "command",
    [
        ["games"],
        ["rules", "push"],
        ["playthrough", "burst"],
        ["verify", "7", cinquina.commitment(7)],
    ],
)
def test_commands_for_a_single_game_do_not_import_numba(command: list[str]) -> None:
    code = f"""
import sys
from cinquina.cli.main import app
app({command!r}, standalone_mode=False)
print("numba" in sys.modules)"""
    assert python(code).endswith("False")


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import sys, cinquina; print({'numpy', 'numba'} & set(sys.modules))"
    assert python(code) == "set()"


def test_the_cache_is_named_by_the_content_of_the_engine(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "cinquina", ignore=shutil.ignore_patterns("__pycache__"))
    code = "from cinquina.core import kernel; import os; print(os.environ['NUMBA_CACHE_DIR'])"
    env = {"PYTHONPATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "home")}
    before = python(code, **env)
    assert before.startswith(str(tmp_path / "home" / "cinquina"))
    assert python(code, **env) == before
    assert python(code, NUMBA_BOUNDSCHECK="1", **env) != before
    with (tmp_path / "cinquina" / "games" / "push.py").open("a") as file:
        file.write("# another rule\n")
    assert python(code, **env) != before


def test_a_home_that_can_not_be_written_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code = "from cinquina.core import kernel; import os; print(os.environ['NUMBA_CACHE_DIR'])"
    assert "cinquina" in python(code, XDG_CACHE_HOME=str(tmp_path / "file"))
