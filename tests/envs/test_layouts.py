"""The numbers of an observation change only under another version."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from cinquina import Game, slugs
from cinquina.envs import pettingzoo
from cinquina.envs.gymnasium import Seat
from cinquina.envs.layout import OBSERVATION, Layout
from cinquina.envs.vector import Tables

FILE = Path(__file__).parent / "layouts.json"


def version(game: Game) -> str:
    return f"{game.slug}, rules {game.rules.VERSION}, observation {OBSERVATION}"


@pytest.mark.parametrize("slug", slugs())
def test_a_layout_belongs_to_its_versions(slug: str) -> None:
    """A new pair of versions is written down by CINQUINA_UPDATE=1; an old one never again."""
    game = Game(slug, 2)
    kept: dict[str, str] = json.loads(FILE.read_text())
    found = Layout(game).fingerprint()
    if os.environ.get("CINQUINA_UPDATE") and version(game) not in kept:
        kept[version(game)] = found
        FILE.write_text(json.dumps(kept, indent=2, sort_keys=True) + "\n")
    assert version(game) in kept, "New versions: write them down with CINQUINA_UPDATE=1."
    assert kept[version(game)] == found, (
        f"What the numbers of an observation of {slug} are has changed. Raise OBSERVATION in "
        "envs/layout.py, or VERSION if the rules have changed, and run this with CINQUINA_UPDATE=1."
    )


def test_another_layout_has_another_fingerprint() -> None:
    found = {Layout(Game(slug, 2)).fingerprint() for slug in slugs()}
    assert len(found) == len(slugs())
    layout = Layout(Game("push", 2))
    before = layout.fingerprint()
    layout.parts = layout.parts[1:]
    assert layout.fingerprint() != before


def test_every_environment_tells_the_version() -> None:
    envs: list[Any] = [pettingzoo.env("push"), Seat("push"), Tables("push")]
    assert [env.metadata["observation"] for env in envs] == [OBSERVATION] * 3
