"""The table as text: whole games by headings, lists and plain buttons, found by role and name."""

import re
import time
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.server.serving import SLUGS
from tests.ui.looking import check_access, check_fit
from tests.ui.people import People, hear
from tests.ui.playing import LONG, PAUSE, SHORT, over, start_alone
from tests.ui.words import LANGUAGES, word

# What is sure to be on such a table: a heading, and an item of its list.
PARTS = {
    "add-up": ("add-up.top", "add-up.sum"),
    "burst": ("burst.row", "burst.empty"),
    "push": ("push.cards_mine", "push.no_cards"),
    "seven-ate-nine": ("seven-ate-nine.pile", "seven-ate-nine.card"),
    "triggs": ("triggs.piles", "triggs.pile.middle"),
}


def doable(page: Page) -> Locator:
    return page.get_by_role("region", name=word("text.do")).get_by_role("button")


@pytest.mark.parametrize("game", SLUGS)
def test_every_table_can_be_read(people: People, game: str, shots: Path) -> None:
    page = people.come(size="small", theme="dark", asText=True)
    page.locator(f".game.{game} .primary").tap()
    title, line = (word(key) for key in PARTS[game])
    told = max(re.split(r"\{\w+\}", line), key=len)  # whatever is filled in
    part = page.get_by_role("region", name=title, exact=True)
    expect(part.get_by_role("heading", name=title, exact=True)).to_be_visible()
    expect(part.get_by_role("listitem").filter(has_text=told).first).to_be_visible()
    check_access(page)
    page.screenshot(path=shots / f"text-{game}-dark-small.png", full_page=True)
    for lang in LANGUAGES[::-1]:
        hear(page, lang)
        check_fit(page, lang)


@pytest.mark.parametrize("game", ["add-up", "push"])
def test_a_whole_game_as_text(people: People, game: str) -> None:
    page = people.come(level="novice", asText=True)
    start_alone(page, game)
    expect(doable(page).first).to_be_visible()
    check_access(page)
    end, done = time.monotonic() + LONG, 0
    while not over(page):
        with suppress(TimeoutError):  # it is somebody else's turn
            doable(page).last.focus(timeout=SHORT)
            page.keyboard.press("Enter")
            done += 1
        page.wait_for_timeout(PAUSE)
        assert page.evaluate("document.activeElement !== document.body")
        assert time.monotonic() < end, f"{game} does not end"
    assert done > 5
    expect(page.get_by_role("dialog")).to_be_visible()
    check_access(page)
