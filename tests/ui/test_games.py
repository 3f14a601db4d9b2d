"""Whole games of all five kinds in the browser: two people and a bot, to the end and after it."""

import time
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.serving import SLUGS, Server
from tests.ui.looking import check_access, check_fit, check_small
from tests.ui.people import People
from tests.ui.playing import LONG, buttons, hand, my_turn, over, play_out, take_turn
from tests.ui.stored import moves
from tests.ui.test_table import open_table
from tests.ui.words import word

MOST_TABS = 60
FEW = 3  # moves that everybody makes, however fast a race is
LOOKED_AT = (3, 40)  # taps after which the tables are looked at closely


@pytest.mark.parametrize("game", SLUGS)
def test_two_people_and_a_bot(people: People, server: Server, game: str, shots: Path) -> None:
    # A good bot ends the game if they do not; in a race they must have a chance.
    level = "novice" if game == "seven-ate-nine" else "hard"
    desk = people.come(name="Grace", level=level)
    code = open_table(desk, word(f"game.{game}"))
    phone = people.come(f"/t/{code}", "phone", theme="dark", name="Ada")
    phone.get_by_role("button", name=word("table.join")).tap()
    expect(desk.get_by_text("Ada", exact=True)).to_be_visible()
    desk.get_by_role("button", name=word("table.start"), exact=True).click()
    expect(phone.get_by_role("list", name=word("table.players"))).to_be_visible()

    taps = 0
    while taps <= LOOKED_AT[-1] and not over(desk):
        for page in (desk, phone):
            taps += take_turn(page, game)
            if taps in LOOKED_AT:
                look(desk, f"{game}-{taps}-light-desk", shots)
                look(phone, f"{game}-{taps}-dark-phone", shots)
                taps += 1
        desk.wait_for_timeout(20)
    play_out(desk, phone, game=game)
    for seat in (0, 1):
        own = [one for one in moves(server, desk, seat) if one.by == "player"]
        assert len(own) >= FEW, f"seat {seat} did not play itself"

    for page, name in ((desk, "light-desk"), (phone, "dark-phone")):
        expect(page.get_by_role("dialog")).to_be_visible()
        look(page, f"{game}-over-{name}", shots)
    rematch(desk, phone)


def look(page: Page, name: str, shots: Path) -> None:
    page.screenshot(path=shots / f"{name}.png")
    check_fit(page, name)
    if name.endswith("phone"):
        check_small(page, name)
    else:
        check_access(page)


def rematch(one: Page, other: Page) -> None:
    """A tap of each, and both sit at the next table."""
    one.get_by_role("button", name=word("after.rematch"), exact=True).click()
    expect(one.get_by_role("button", name=word("table.start"), exact=True)).to_be_visible()
    other.get_by_role("button", name=word("after.rematch.join")).tap()
    for page, name in ((one, "Ada"), (other, "Grace")):
        expect(page.get_by_role("dialog")).to_be_hidden()  # the last game's result names them, too
        expect(page.get_by_text(name, exact=True)).to_be_visible()


def test_add_up_by_keyboard_alone(people: People) -> None:
    """Nothing but keys, from the first page to the result."""
    page = people.come(level="novice", size="desk")
    start = page.get_by_role("button", name=f"{word('home.play')} {word('game.add-up')}")
    expect(start).to_be_visible()
    reach(page, start)
    page.keyboard.press("Enter")
    expect(hand(page).first).to_be_visible()
    end = time.monotonic() + LONG
    while not over(page):
        assert time.monotonic() < end, "the game does not end"
        if my_turn(page):
            reach(page, hand(page).first)
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            row = buttons(page, "add-up.play.top").first
            if row.is_visible():
                reach(page, row)
                page.keyboard.press("Enter")
        page.wait_for_timeout(20)
    expect(page.get_by_role("dialog")).to_be_visible()


def reach(page: Page, wanted: Locator) -> None:
    """Go on with Tab until something has the focus; from wherever that begins."""
    here = "one === document.activeElement || one.parentElement.parentElement.contains"
    here += "(document.activeElement) && one.classList.contains('card')"
    for _ in range(MOST_TABS):
        if not wanted.count():  # played meanwhile
            return
        if wanted.evaluate_all(f"(all) => all.every((one) => {here})"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} can't be reached by Tab")
