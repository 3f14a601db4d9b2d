"""Several people at one device: it is passed on, and nobody sees what is not theirs."""

import time

from playwright.sync_api import Locator, Page, expect

from tests.ui.looking import check_access
from tests.ui.people import People
from tests.ui.playing import buttons, hand, my_turn, take_turn
from tests.ui.test_home import remembered
from tests.ui.words import like, word

LONG = 60  # seconds until both have had a turn


def sit_together(page: Page, game: str) -> str:
    """Open a table for Grace and Ada at this device, in the browser; its code."""
    page.get_by_role("button", name=f"Open a table {word(f'game.{game}')}").tap()
    page.get_by_role("group", name="Players").get_by_role("button", name="2").tap()
    clock = page.get_by_text(word("home.clock"), exact=True)
    expect(clock).to_have_count(1)
    page.get_by_role("checkbox", name="On this device").check()
    expect(clock).to_have_count(0)
    page.get_by_label("Name of player 2").fill("Ada")
    page.get_by_role("button", name="Open the table").tap()
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    return page.url.rsplit("/", 1)[1]


def curtain(page: Page) -> Locator:
    return page.get_by_role("button", name=like("table.pass.go"))


def test_one_sees_what_the_own_card_did_before_the_curtain(people: People) -> None:
    page = people.come(size="phone", name="Grace")
    sit_together(page, "add-up")
    page.get_by_role("button", name="Start", exact=True).tap()
    curtain(page).tap()  # also before the first turn
    for _ in range(3):
        assert my_turn(page)
        hand(page).first.tap()
        buttons(page, "add-up.play.top").tap()
        expect(page.get_by_text(like("table.turn.other")).first).to_be_visible()
        assert not curtain(page).is_visible()
        expect(page.get_by_role("group", name="Your hand")).to_be_visible()
        curtain(page).wait_for()
        expect(page.get_by_role("group", name="Your hand")).to_have_count(0)
        page.reload()  # it hides as much as before
        curtain(page).wait_for()
        check_access(page)
        curtain(page).tap()


def test_where_nothing_is_hidden_there_is_no_curtain(people: People) -> None:
    page = people.come(size="phone", name="Grace")
    page.add_init_script("""
      new MutationObserver(() => {
        if (document.querySelector(".curtain")) window.curtain = true;
      }).observe(document, { childList: true, subtree: true });
    """)
    page.reload()
    sit_together(page, "push")
    page.get_by_role("button", name="Start", exact=True).tap()
    me = page.get_by_role("list", name="Players").get_by_role("listitem").filter(has_text="you")
    names: set[str] = set()
    end = time.monotonic() + LONG
    while len(names) < 2 and time.monotonic() < end:
        take_turn(page, "push")
        if my_turn(page):
            names |= {name for name in ("Grace", "Ada") if name in me.inner_text()}
        page.wait_for_timeout(50)
    assert len(names) == 2
    assert not page.evaluate("window.curtain")


def test_all_of_them_leave(people: People) -> None:
    page = people.come(size="phone", name="Grace")
    code = sit_together(page, "add-up")
    page.get_by_role("button", name="Start", exact=True).tap()
    curtain(page).tap()
    watcher = people.come(f"/t/{code}?watch")
    seats = watcher.get_by_role("list", name="Players")
    expect(seats.get_by_text("Ada", exact=True)).to_be_visible()
    page.get_by_role("button", name="Table menu").tap()
    page.get_by_role("button", name="Leave the table").tap()
    page.get_by_role("button", name="Yes").tap()
    expect(page.locator("h1")).to_have_text(word("home.title"))
    assert remembered(page)["tables"] == []
    expect(seats.get_by_text("Easy")).to_have_count(2)
    expect(seats.get_by_text("Ada", exact=True)).to_have_count(0)
