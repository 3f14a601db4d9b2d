"""The line breaks, the server dies: the page says so, and goes on by itself."""

import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from cinquina.server.web import WEB
from tests.server.serving import Server, join, open_table, running
from tests.ui.looking import check_access
from tests.ui.people import People
from tests.ui.playing import buttons, hand, start_alone, take_turn
from tests.ui.stored import moves
from tests.ui.test_seats import kept
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
        expect(page.get_by_text(word("line.kept"))).to_be_visible()
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
        page.context.set_offline(True)
        server_is_gone(page, server)
        page.reload()
        expect(page.get_by_text(word("line.connecting"))).to_be_visible()
        server.start()
        page.context.set_offline(False)
        expect(hand(page).first).to_be_visible()
        people.go_home()


def server_is_gone(page: Page, server: Server) -> None:
    """And with it all that the browser kept of its own accord: the worker's is left."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    server.kill()


def test_one_visit_is_enough_for_the_page_without_a_network(
    browser: Browser, tmp_path: Path
) -> None:
    """A newer release is as a server that is gone: an older page that is open has its files."""
    with running(tmp_path / "tables.db") as server:
        people = People(browser, server.url)
        page = people.come(offline_shell=True, forgive=GONE)
        server_is_gone(page, server)
        page.get_by_role("button", name=word("shell.settings")).click()
        page.get_by_role("button", name="Deutsch").click()
        expect(page.locator("html[lang=de]")).to_be_attached()
        page.reload()
        expect(page.locator("h1")).to_have_text(word("home.title", lang="de"))
        server.start()
        people.go_home()


def test_a_full_disk_breaks_no_page(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "tables.db") as server:
        people = People(browser, server.url)
        page = people.come(offline_shell=True)
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        quota = {"origin": server.url, "quotaSize": 1}
        page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", quota)
        for path in ("/learn/push", "/rules/burst"):
            page.goto(server.url + path)
            expect(page.locator("h1")).to_be_visible()
        people.go_home()


def test_the_worker_keeps_what_there_is() -> None:
    """Of one file that is missing nothing would be kept."""
    text = (WEB / "sw.js").read_text(encoding="utf-8")
    found = re.search(r"FILES = (\[.*?\]);", text)
    assert found and 'RELEASE = "none"' not in text
    files = json.loads(found[1])
    assert [file for file in files if not (WEB / file[1:]).is_file()] == []
    first = re.findall(r'"(/assets/[^"]+)"', (WEB / "index.html").read_text(encoding="utf-8"))
    assert first and set(first) <= set(files)
    for name in ("table", "push", "it"):
        assert any(file.startswith(f"/assets/{name}-") for file in files), name


def test_who_leaves_without_a_line_has_left_when_it_is_back(
    browser: Browser, tmp_path: Path
) -> None:
    with running(tmp_path / "tables.db") as server:
        people = People(browser, server.url)
        ada = open_table(server.url, "add-up", 3)
        join(server.url, ada.code)
        page = people.come(f"/t/{ada.code}", forgive=GONE, tables=[kept(ada, "add-up")])
        leave = page.get_by_role("button", name=word("table.leave"))
        expect(leave).to_be_visible()
        server.kill()
        expect(page.get_by_text(word("line.lost"))).to_be_visible()
        leave.click()
        expect(page.locator("h1")).to_have_text(word("home.title"))
        server.start()

        def names() -> list[str]:
            seats = httpx.get(f"{server.url}/api/tables/{ada.code}").json()["seats"]
            return [seat["name"] for seat in seats]

        wait_until(page, lambda: names() == ["", "Bob", ""])
        people.go_home()


def test_what_was_not_said_in_time_is_not_done_later(browser: Browser, tmp_path: Path) -> None:
    """Where there are no turns; and a key that is held acts once."""
    with running(tmp_path / "tables.db", CINQUINA_BOT_PACE="10") as server:
        people = People(browser, server.url)
        page = people.come(forgive=GONE)
        start_alone(page, "seven-ate-nine")
        draw = buttons(page, "seven-ate-nine.draw")
        wait_until(page, lambda: draw.click() is None and len(moves(server, page)) > 0)  # "go"
        before = len(moves(server, page))
        draw.focus()
        for _ in range(10):
            page.keyboard.down("Enter")
        page.keyboard.up("Enter")
        wait_until(page, lambda: len(moves(server, page)) == before + 1)
        server.kill()
        expect(page.get_by_text(word("line.lost"))).to_be_visible()
        for _ in range(3):
            draw.click()
        expect(page.locator(".toast")).to_have_text(word("line.lost"))
        server.start()
        expect(page.locator(".line").get_by_text(word("line.lost"))).to_be_hidden()
        draw.click()
        wait_until(page, lambda: len(moves(server, page)) >= before + 2)
        assert len(moves(server, page)) == before + 2
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
        wait_until(page, lambda: len(moves(server, page)) == 1)
        people.go_home()
