"""What the documents say is compared with the code."""

import doctest
import re
from pathlib import Path

import pytest

import cinquina
from cinquina import Game, rulebook
from cinquina.cli.main import app

ROOT = Path(__file__).resolve().parent.parent
BOOKS = ROOT / "src" / "cinquina" / "rulebook"
RULE = re.compile(r"\b[A-Z][A-Z0-9]-[RG]\d+\b")
MARK = re.compile(r"^(#+|-) |^\n", re.MULTILINE)  # a heading, an item, the end of a paragraph
CODE = re.compile(r"`([^`]+)`")
NUMBER = re.compile(r"[−±]?\d+")


def rule_ids(slug: str) -> set[str]:
    return set(RULE.findall((BOOKS / f"{slug}.en.md").read_text()))


def ids_of_tests(slug: str) -> set[str]:
    text = (ROOT / "tests" / "games" / f"test_{slug.replace('-', '_')}.py").read_text()
    names = re.findall(r"^def test_([a-z0-9]{2})_([rg]\d+)_", text, re.MULTILINE)
    return {f"{game}-{rule}".upper() for game, rule in names}


@pytest.mark.parametrize("slug", cinquina.slugs())
def test_every_rule_of_the_book_has_a_test_that_carries_its_id(slug: str) -> None:
    assert rule_ids(slug) == ids_of_tests(slug)


@pytest.mark.parametrize("slug", cinquina.slugs())
def test_the_rule_ids_have_no_gaps(slug: str) -> None:
    for kind in "RG":
        numbers = sorted(
            int(rule.split(f"-{kind}")[1]) for rule in rule_ids(slug) if kind in rule[2:]
        )
        assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("slug", cinquina.slugs())
def test_the_book_names_every_option_and_says_it_is_unofficial(slug: str) -> None:
    text = (BOOKS / f"{slug}.en.md").read_text()
    for option in Game(slug, 2).rules.OPTIONS:
        assert f"`{option.name}" in text
    assert "Unofficial fan implementation" in text or "public domain" in text


every_translation = pytest.mark.parametrize(
    ("slug", "lang"), [(slug, lang) for slug in cinquina.slugs() for lang in rulebook.LANGUAGES]
)


@every_translation
def test_a_book_in_every_language_has_the_shape_of_the_english_one(slug: str, lang: str) -> None:
    assert MARK.findall(rulebook.text(slug, lang)) == MARK.findall(rulebook.text(slug))


@every_translation
def test_a_translation_names_the_same_rules_in_the_same_paragraphs(slug: str, lang: str) -> None:
    there, english = (rulebook.text(slug, one).split("\n\n") for one in (lang, "en"))
    assert [RULE.findall(part) for part in there] == [RULE.findall(part) for part in english]


@every_translation
def test_a_translation_keeps_what_is_typed_and_every_number(slug: str, lang: str) -> None:
    there, english = rulebook.text(slug, lang), rulebook.text(slug)
    assert CODE.findall(there) == CODE.findall(english)
    assert sorted(NUMBER.findall(there)) == sorted(NUMBER.findall(english))


@every_translation
def test_a_translation_is_one(slug: str, lang: str) -> None:
    """No paragraph of words was left in English."""
    there, english = (set(rulebook.text(slug, one).split("\n\n")) for one in (lang, "en"))
    kept = [part for part in there & english if part[:2] not in ("# ", "- ")]
    assert lang == "en" or kept in ([], ["## Options"])


def test_there_is_no_book_that_nobody_can_read() -> None:
    names = {file.name for file in BOOKS.glob("*.md")}
    assert names == {
        f"{slug}.{lang}.md" for slug in cinquina.slugs() for lang in rulebook.LANGUAGES
    }


def test_rules_named_in_the_code_are_in_the_book() -> None:
    for slug in cinquina.slugs():
        module = ROOT / "src" / "cinquina" / "games" / f"{slug.replace('-', '_')}.py"
        assert set(RULE.findall(module.read_text())) <= rule_ids(slug)


def test_the_readme_is_true() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert results.attempted >= 7 and results.failed == 0


def test_the_readme_opens_with_the_two_commands() -> None:
    lines = [line for line in (ROOT / "README.md").read_text().splitlines() if line][:3]
    assert [line.split("  ")[2].strip() for line in lines[1:]] == ["./run", "./run test"]


def test_the_readme_names_every_game_and_links_to_what_exists() -> None:
    text = (ROOT / "README.md").read_text()
    assert all(f"`{slug}`" in text for slug in cinquina.slugs())
    links = re.findall(r"\]\(([^)#]+)\)", text + (ROOT / "CONTRIBUTING.md").read_text())
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_command_has_help_and_is_named_in_the_changelog() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    for command in app.registered_commands:
        assert command.help and f"`{command.name}`" in text


def test_architecture_names_every_module_of_the_core() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text()
    files = {file.stem for file in (ROOT / "src" / "cinquina" / "core").glob("*.py")}
    assert [name for name in files - {"__init__", "errors"} if name not in text] == []
