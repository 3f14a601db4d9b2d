"""docs/research.md is true: its layouts are those of the code, and its examples run."""

import re
from pathlib import Path

import pytest

from cinquina import Game, slugs
from cinquina.envs.layout import Layout

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("slug", slugs())
def test_the_layout_of_an_observation(slug: str) -> None:
    layout = Layout(Game(slug, 2))
    part = PAGE.split(f"### {slug}\n")[1].split("\n#")[0]
    assert f"{layout.size} numbers, {layout.actions} actions." in part
    rows = re.findall(r"^\| (\d+) \| ([\d ×]+) \| `(\w+)` \| (.*) \|$", part, re.MULTILINE)
    expected = []
    for field in layout.parts:
        table = field.rows > 1 and field.columns > 1
        size = f"{field.rows} × {field.columns}" if table else str(field.size)
        expected.append((str(field.first), size, field.name, field.meaning()))
    assert rows == expected


@pytest.mark.parametrize("slug", slugs())
def test_what_an_illegal_action_costs(slug: str) -> None:
    least, most = Game(slug, 2).rules.SCORES
    part = PAGE.split("**Illegal actions**")[1].split("- **")[0]
    assert f"−{most - least} in {slug}" in " ".join(part.split())


def test_the_fields_lie_side_by_side() -> None:
    for slug in slugs():
        end = 0
        for field in Layout(Game(slug, 2)).parts:
            assert field.first == end and field.size == field.rows * field.columns
            end += field.size


def test_the_examples_run() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    ours = [block for block in blocks if "pyspiel" not in block and "open_spiel" not in block]
    assert len(ours) >= 2
    for block in ours:
        exec(block.replace("num_envs=1024", "num_envs=2"), {})
