"""The pages have words for everything that the server may name. No browser is needed for this."""

import re
from pathlib import Path

import pytest

import cinquina
from cinquina import Game
from cinquina.server.messages import EMOTES
from tests.ui.words import words

SERVER = Path(cinquina.__file__).parent / "server"
EVERYWHERE = ("over", "not_your_turn", "no_action")  # why_not of any game
SILENT = {"stale", "late"}  # what changed is seen; how late has words of its own
PROGRAMS = {"no rules", "seat"}  # codes that only a wrong program meets


def missing(keys: set[str]) -> list[str]:
    return sorted(keys - set(words()))


@pytest.mark.parametrize("slug", cinquina.slugs())
def test_every_reason_of_a_game_has_words(slug: str) -> None:
    reasons = (*EVERYWHERE, *Game(slug, 2).rules.WHY_NOT)
    assert missing({f"{slug}.why.{reason}" for reason in reasons}) == []


@pytest.mark.parametrize("slug", cinquina.slugs())
def test_every_option_of_a_game_has_words(slug: str) -> None:
    options = Game(slug, 2).rules.OPTIONS
    assert missing({f"option.{slug}.{option.name}" for option in options}) == []


def test_every_refusal_has_words() -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in SERVER.glob("*.py"))
    codes = set(re.findall(r'Refusal\(\s*"([a-z ]+)"', text))
    assert len(codes) > 15
    told = codes - SILENT - PROGRAMS
    assert missing({f"no.{code.replace(' ', '_')}" for code in told}) == []


def test_what_goes_wrong_over_http_has_words() -> None:
    codes = set(re.findall(r'"code": "([a-z ]+)"', (SERVER / "app.py").read_text("utf-8")))
    assert len(codes) > 4
    others = {"damaged", "other"}  # a table that can't be loaded; whatever we do not know
    assert missing({f"no.{code.replace(' ', '_')}" for code in codes | others}) == []


def test_every_emote_has_words() -> None:
    assert missing({f"emote.{emote.replace(' ', '_')}" for emote in EMOTES}) == []
