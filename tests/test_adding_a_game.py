"""docs/adding-a-game.md is true: its game is added to a copy of the checkout, and all works."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INTERPRETED = {"NUMBA_DISABLE_JIT": "1"}

Block = tuple[str, str, str]  # language, file or "", text


def blocks(language: str) -> list[Block]:
    """The fenced blocks of a language, in the order of the page."""
    found = [match.groups() for match in BLOCK.finditer(PAGE.read_text(encoding="utf-8"))]
    return [(kind, file, text) for kind, file, text in found if kind == language]


def written() -> dict[str, str]:
    """The new files of the page; an empty line stands between two blocks of a file."""
    files: dict[str, list[str]] = {}
    for _, file, text in blocks("python") + blocks("markdown"):
        files.setdefault(file, []).append(text)
    return {file: "\n".join(texts) for file, texts in files.items()}


def patched(text: str, change: str) -> str:
    """A text with a change: lines after a space stand there, once; lines after a + are new."""
    lines = [(line[:1], line[1:] + "\n") for line in change.splitlines()]
    assert {sign for sign, _ in lines} <= {" ", "+"}
    old = "".join(line for sign, line in lines if sign == " ")
    assert text.count(old) == 1, f"not there, or not once: {old}"
    return text.replace(old, "".join(line for _, line in lines))


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout to which the page was applied."""
    copy = tmp_path_factory.mktemp("checkout")
    for folder in ("src", "tests"):
        ignored = shutil.ignore_patterns("__pycache__", "playthroughs")
        shutil.copytree(ROOT / folder, copy / folder, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", copy)
    for file, text in written().items():
        assert not (copy / file).exists(), f"{file} is there already"
        (copy / file).write_text(text, encoding="utf-8")
    for _, file, text in blocks("diff"):
        (copy / file).write_text(patched((copy / file).read_text(encoding="utf-8"), text))
    return copy


def run(checkout: Path, *words: str, given: str = "", env: Mapping[str, str] | None = None) -> str:
    """What Python prints in the copy; it must not fail."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "PYTEST_"))}
    environment |= {
        "PYTHONPATH": f"{checkout / 'src'}{os.pathsep}{checkout}",
        "PYTHONIOENCODING": "utf-8",
        "NUMBA_CACHE_DIR": str(checkout / "cache"),
        "COLUMNS": "80",
    }
    done = subprocess.run(
        [sys.executable, *words], cwd=checkout, env=environment | dict(env or {}), input=given,
        capture_output=True, text=True, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# --- Commands --------------------------------------------------------------------------------

MODULES = {"cinquina": ["-m", "cinquina"], "python": []}


def commands() -> list[tuple[str, str]]:
    """The commands of the console blocks, each with what the page says it prints."""
    found = []
    for _, _, text in blocks("console"):
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def pattern(output: str) -> str:
    """The page's output as a pattern: a line `…` is any lines, `…` in a line anything in it."""
    lines = []
    for line in output.splitlines():
        words = r"[^\n]*".join(re.escape(words) for words in line.rstrip().split("…"))
        lines.append(r"(?:[^\n]*\n)*?" if line == "…" else words + r" *\n")
    return "".join(lines)


@pytest.mark.parametrize(("command", "output"), commands(), ids=[c for c, _ in commands()])
def test_a_command_prints_what_the_page_says(checkout: Path, command: str, output: str) -> None:
    words = shlex.split(command)
    env = {}
    while "=" in words[0]:
        name, _, env[name] = words.pop(0).partition("=")
    printed = run(checkout, *MODULES[words[0]], *words[1:], env=env)
    assert re.fullmatch(pattern(output), printed), printed


def test_the_page_has_the_commands_that_matter() -> None:
    rule_tests = "python -m pytest tests/games/test_nines.py"
    wanted = {rule_tests, f"NUMBA_DISABLE_JIT=1 {rule_tests}"}
    wanted.add("cinquina playthrough nines --players 3 --seed 1")
    assert wanted <= {command for command, _ in commands()}


# --- The game --------------------------------------------------------------------------------


def test_it_is_the_copy_that_runs(checkout: Path) -> None:
    printed = run(checkout, "-c", "import cinquina; print(cinquina.__file__, cinquina.slugs())")
    assert printed.startswith(str(checkout)) and "nines" in printed


def test_the_examples_are_true(checkout: Path) -> None:
    text = "\n".join(text for _, _, text in blocks("pycon"))
    assert text.count(">>> ") > 8
    (checkout / "examples.txt").write_text(text, encoding="utf-8")
    assert run(checkout, "-m", "doctest", "examples.txt", env=INTERPRETED) == ""


CHECK = """
import random
from collections import Counter
from cinquina import Game

for players in (2, 3, 4):
    for rest in (False, True):
        game = Game("nines", players, take_rest=rest)
        for seed in range(5):
            table, chance, moves = game.deal(seed), random.Random(seed), 0
            while not table.over:
                state = table.state()
                piles = [state["deck"], state["table"], *state["hands"], *state["won"]]
                assert Counter(card for pile in piles for card in pile) == game.deck
                for seat in range(players):
                    other = table.imagined(seat, number=moves)
                    assert other.view(seat) == table.view(seat)
                    assert other.legal(seat) == table.legal(seat)
                    assert (other.observation(seat) == table.observation(seat)).all()
                player = table.to_act[0]
                table.play(player, chance.choice(table.legal(player)))
                moves += 1
            assert moves == 36 and (sum(table.scores) == 36 or not rest)
"""


def test_the_game_keeps_its_cards_and_its_secrets(checkout: Path) -> None:
    run(checkout, "-c", CHECK, env=INTERPRETED)


def test_it_can_be_played_and_told_in_the_terminal(checkout: Path) -> None:
    moves, file = "1\n" * 18, "game.txt"
    words = ("-m", "cinquina", "play", "nines", "--seed", "1", "--save", file)
    printed = run(checkout, *words, given=moves)
    assert "You play" in printed and " win" in printed
    assert "plays" in run(checkout, "-m", "cinquina", "replay", file)


# --- Its style -------------------------------------------------------------------------------


def test_rules_code_and_tests_name_the_same_ids() -> None:
    def ids(text: str) -> set[str]:
        return set(re.findall(r"NI-[RG]\d", text))

    module, book, tests = (text for _, text in sorted(written().items()))
    tested = {f"NI-{rule.upper()}" for rule in re.findall(r"def test_ni_([rg]\d)_", tests)}
    assert ids(module) == ids(book) == tested


def test_the_code_is_as_clean_as_the_rest(checkout: Path) -> None:
    changed = sorted({*written(), *(file for _, file, _ in blocks("diff"))})
    files = [file for file in changed if file.endswith(".py")]
    run(checkout, "-m", "ruff", "format", *files)  # may only add empty lines between blocks
    for file, text in written().items():
        assert (checkout / file).read_text(encoding="utf-8").split() == text.split()
    run(checkout, "-m", "ruff", "check", *files)
    run(checkout, "-m", "mypy", *(file for file in files if file.startswith("src")))
