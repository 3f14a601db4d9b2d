"""The line breaks, the server dies: the page says so, and goes on by itself."""

import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.server.serving import running
from tests.ui.looking import check_access
from tests.ui.people import People
from tests.ui.playing import buttons, hand, start_alone, take_turn
from tests.ui.stored import moves
from tests.ui.words import word

GONE = "net::ERR_"  # what a browser says of a server that is not there


def wait_until(page: Page, true: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not true():
        page.wait_for_timeout(50)
        assert time.monotonic() < end, "it never came to that"


def test_a_killed_server_that_comes_back(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "tables.db") as server:
        people = People(browser, server.url)
        page = people.come(size="phone", forgive=GONE)
        mine = page.get_by_text(word("table.turn.yours"), exact=True).first
        start_alone(page, "add-up")
        expect(mine).to_be_visible()
        server.kill()
        expect(page.get_by_text(word("line.lost"))).to_be_visible()
        check_access(page)
        # A card that is played meanwhile is not forgotten, and played once.
        hand(page).first.tap()
        buttons(page, "add-up.play.top").tap()
        server.start()
        expect(page.get_by_text(word("line.lost"))).to_be_hidden()
        wait_until(page, lambda: len(moves(server, page)) == 1)
        wait_until(page, lambda: take_turn(page, "add-up") and len(moves(server, page)) == 2)
        expect(mine).to_be_visible()
        people.go_home()


def test_without_a_network_the_page_says_so(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "tables.db") as server:
        people = People(browser, server.url)
        page = people.come(offline_shell=True, forgive=GONE)
        start_alone(page, "add-up")
        expect(page.get_by_text(word("table.turn.yours"), exact=True).first).to_be_visible()
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        page.reload()  # now everything is kept
        expect(hand(page).first).to_be_visible()
        page.context.set_offline(True)
        server.kill()
        page.reload()
        expect(page.get_by_text(word("line.connecting"))).to_be_visible()
        server.start()
        page.context.set_offline(False)
        expect(hand(page).first).to_be_visible()
        people.go_home()
