"""The line breaks, the server dies: the page says so, and goes on by itself."""

import time
from collections.abc import Callable
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from cinquina.server.log import Moved
from tests.server.serving import Server, running
from tests.ui.looking import check_access
from tests.ui.people import People
from tests.ui.playing import buttons, hand, start_alone, take_turn
from tests.ui.words import word

GONE = "net::ERR_"  # what a browser says of a server that is not there


def moves(server: Server, page: Page, seat: int = 0) -> int:
    """How many moves of a seat the server has stored."""
    code = page.url.rsplit("/", 1)[1]
    table = httpx.get(f"{server.url}/api/tables/{code}").json()["id"]
    return sum(isinstance(one, Moved) and one.seat == seat for one in server.entries(table))


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
        expect(page.get_by_text(word("line.kept"))).to_be_visible()
        server.start()
        expect(page.get_by_text(word("line.lost"))).to_be_hidden()
        wait_until(page, lambda: moves(server, page) == 1)
        wait_until(page, lambda: take_turn(page, "add-up") and moves(server, page) == 2)
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


def test_a_move_that_is_on_its_way_is_shown(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "tables.db") as server:
        people = People(browser, server.url)
        page = people.come()
        held: list[Callable[[], None]] = []
        slow = False

        def route(socket: WebSocketRoute) -> None:
            far = socket.connect_to_server()

            def say(message: str | bytes) -> None:
                if slow:
                    held.append(lambda: far.send(message))
                else:
                    far.send(message)

            socket.on_message(say)

        page.route_web_socket("**/ws", route)
        page.reload()
        start_alone(page, "add-up")
        expect(page.get_by_text(word("table.turn.yours"), exact=True).first).to_be_visible()
        slow = True
        hand(page).first.click()
        buttons(page, "add-up.play.top").click()
        sending = page.get_by_role("status").filter(has_text=word("line.sending"))
        expect(sending).to_be_visible()
        check_access(page)
        slow = False
        for send in held:
            send()
        expect(sending).to_be_hidden()
        wait_until(page, lambda: moves(server, page) == 1)
        people.go_home()
