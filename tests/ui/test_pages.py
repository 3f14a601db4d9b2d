"""Help and what remains: rule books, lessons, replays; in six languages, on a small phone."""

import re
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import TimeoutError, expect

from tests.server.serving import SLUGS
from tests.ui.looking import check_access, check_fit, check_small
from tests.ui.people import SIZES, People, hear, resize
from tests.ui.playing import play_out, start_alone
from tests.ui.words import LANGUAGES, word

MOST_TAPS = 200  # in a lesson
SOON = 2000  # milliseconds


@pytest.mark.parametrize("game", SLUGS)
def test_rule_books_fit(people: People, game: str, shots: Path) -> None:
    page = people.come(f"/rules/{game}", "small")
    expect(page.locator("h1")).to_contain_text(word(f"game.{game}"))
    expect(page.locator("h2").nth(1)).to_be_visible()
    page.wait_for_load_state("networkidle")  # the small boards are dealt
    check_access(page)
    page.screenshot(path=shots / f"rules-{game}-light-small.png", full_page=True)
    for lang in LANGUAGES:
        hear(page, lang)
        check_fit(page, lang)


@pytest.mark.parametrize("game", SLUGS)
def test_lessons_begin_and_fit(people: People, game: str, shots: Path) -> None:
    page = people.come(f"/learn/{game}", "small", theme="dark")
    expect(page.locator(".board").first).to_be_visible()
    check_access(page)
    page.screenshot(path=shots / f"lesson-{game}-dark-small.png", full_page=True)
    for lang in LANGUAGES:
        hear(page, lang)
        check_fit(page, lang)


@pytest.mark.parametrize("game", SLUGS)
def test_a_lesson_to_its_end(people: People, game: str) -> None:
    page = people.come(f"/learn/{game}", "phone")
    coach = page.get_by_role("region", name=word("lessons.coach"))
    names = "|".join(word(f"lessons.{one}") for one in ("next", "show", "hurry"))
    onward = coach.get_by_role("button", name=re.compile(f"^({names})$"))
    end = coach.get_by_role("button", name=word("lessons.play"), exact=True)
    expect(onward).to_be_visible()
    for _ in range(MOST_TAPS):
        expect(onward.or_(end).first).to_be_enabled()
        if end.is_visible():
            break
        with suppress(TimeoutError):  # the lesson goes on by itself, too: then the button is gone
            onward.tap(timeout=SOON)
    expect(end).to_be_visible()
    check_access(page)
    end.tap()
    expect(page.get_by_role("list", name=word("table.players"))).to_be_visible()


@pytest.mark.parametrize("game", ["burst", "triggs"])
def test_a_lesson_shows_what_to_tap(people: People, game: str) -> None:
    page = people.come(f"/learn/{game}", "small")
    page.get_by_role("button", name=word("lessons.next"), exact=True).tap()
    task = page.get_by_role("region", name=word("lessons.coach")).get_by_text(word("lessons.task"))
    expect(task).to_be_attached()
    spoken = page.get_by_role("status").filter(has_text=word("lessons.task"))
    expect(spoken).to_be_attached()
    for size in ("small", "phone", "side"):
        resize(page, size)
        for part in (page.locator(".table .advised, .table .star").first, task.locator("..")):
            expect(part).to_be_in_viewport(ratio=0.9)
        hand = page.get_by_role("group", name=word("table.hand"))
        expect(hand).to_be_in_viewport(ratio=0.9)


def test_a_lesson_as_text(people: People) -> None:
    page = people.come("/learn/burst", "phone", asText=True)
    page.get_by_role("button", name=word("lessons.next"), exact=True).tap()
    draw = page.locator(".board").get_by_role("button", name=word("table.advised"))
    expect(draw).to_be_in_viewport()
    check_access(page)
    draw.tap()
    told = page.get_by_role("region", name=word("lessons.coach")).get_by_role("progressbar")
    expect(told).to_have_attribute("aria-valuenow", "3")


@pytest.mark.parametrize("game", SLUGS)
def test_tables_fit_in_every_language(people: People, game: str) -> None:
    page = people.come(size="small")
    page.locator(f".game.{game} .primary").tap()
    expect(page.locator(".play .board").first).to_be_visible()
    for lang in LANGUAGES:
        hear(page, lang)
        check_fit(page, lang)


@pytest.mark.parametrize("game", SLUGS)
def test_tables_fit_on_the_side_and_in_double_size(people: People, game: str, shots: Path) -> None:
    page = people.come(size="side")
    page.locator(f".game.{game} .primary").tap()
    expect(page.locator(".play .board").first).to_be_visible()
    check_fit(page, "on its side")
    if game != "push":  # it has no hands; else one sees the table and one's cards at once
        box = page.get_by_role("group", name=word("table.hand")).bounding_box()
        assert box and box["y"] + box["height"] <= SIZES["side"][1]
    page.screenshot(path=shots / f"{game}-light-side.png")
    page.add_style_tag(content="html { font-size: 200% !important }")
    for size in ("small", "phone", "side", "desk"):
        resize(page, size)
        check_fit(page, f"{size}, double size")


def test_a_replay_by_its_link(people: People, shots: Path) -> None:
    page = people.come(level="novice")
    start_alone(page, "add-up")
    play_out(page, game="add-up")
    code = page.url.rsplit("/", 1)[1]
    other = people.come(f"/r/{code}#5", "phone", theme="dark")
    slider = other.get_by_role("slider")
    expect(slider).to_have_value("5")
    check_fit(other)
    other.screenshot(path=shots / "replay-dark-phone.png", full_page=True)
    check_small(other, "replay")
    resize(other, "side")
    check_fit(other, "replay, on its side")
    controls = slider.locator("xpath=ancestor::*[contains(@class, 'controls')]").bounding_box()
    assert controls and controls["height"] < SIZES["side"][1] / 4
    other.screenshot(path=shots / "replay-dark-side.png")
    resize(other, "phone")
    other.get_by_role("button", name=word("after.forward")).tap()
    expect(slider).to_have_value("6")
    expect(other).to_have_url(re.compile("#6$"))  # a link to this move
    other.get_by_role("button", name=word("after.branch"), exact=True).tap()
    other.get_by_role("dialog").get_by_role("button", name="Sofia").tap()  # as whom
    expect(other).to_have_url(re.compile(f"/t/(?!{code})"))  # another table, and the same cards
    expect(other.get_by_role("list", name=word("table.players"))).to_be_visible()
