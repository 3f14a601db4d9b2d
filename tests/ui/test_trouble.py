"""What can't be had: the page says so in words, and there is another try."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.server.serving import open_table
from tests.ui.looking import check_access, check_fit
from tests.ui.people import People
from tests.ui.test_seats import kept
from tests.ui.words import word

FAILED = "net::ERR_"


def chunk(*names: str) -> re.Pattern[str]:
    """Scripts of the pages, by the beginning of their names."""
    return re.compile(rf"/assets/({'|'.join(names)})-[^/]+\.js$")


def refuse(route: Route) -> None:
    route.abort()


def try_again(page: Page) -> None:
    check_access(page)
    check_fit(page)
    page.get_by_role("button", name=word("shell.again")).click()


def test_a_page_that_can_not_be_loaded(people: People) -> None:
    page = people.come("/", "desk", forgive=FAILED)
    page.route(chunk("Book"), refuse)
    page.get_by_role("link", name="Rules Push").click()
    expect(page.locator("h1")).to_have_text(word("shell.failed"))
    page.unroute(chunk("Book"))
    try_again(page)
    expect(page.locator("h1")).to_have_text("Push")


@pytest.mark.parametrize("lang", ["it", "en"])
def test_words_that_can_not_be_loaded(people: People, lang: str) -> None:
    """Those of another language are better than none; without any it is tried again and again."""
    page = people.come("/", "small", lang=lang, forgive=FAILED)
    page.route(chunk(lang), refuse)
    page.reload()
    if lang == "it":
        expect(page.locator("h1")).to_have_text(word("home.title"))
        return
    expect(page.get_by_text("Cinquina can’t be loaded just now.")).to_be_visible()
    page.unroute(chunk(lang))
    expect(page.locator("h1")).to_have_text(word("home.title"))


def test_a_game_that_can_not_be_loaded(people: People) -> None:
    ada = open_table(people.url, "push", 2)
    page = people.come("/", "small", tables=[kept(ada, "push")], forgive=FAILED)
    page.route(chunk("push"), refuse)
    page.goto(f"{people.url}/t/{ada.code}")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text(word("shell.failed"))).to_be_visible()
    page.unroute(chunk("push"))
    try_again(page)
    expect(page.get_by_text(word("shell.failed"))).to_have_count(0)
    expect(page.locator(".board").first).to_be_visible()


@pytest.mark.parametrize("path", ["/t/", "/r/"])
def test_a_proxy_whose_server_is_gone(people: People, path: str) -> None:
    ada = open_table(people.url, "add-up", 2)
    page = people.come("/", "small", forgive="Failed to load resource")
    page.route("**/api/tables/**", lambda route: route.fulfill(status=502, body="<h1>no</h1>"))
    page.goto(f"{people.url}{path}{ada.code}")
    expect(page.locator("h1")).to_have_text(word("no.http"))
    page.unroute("**/api/tables/**")
    try_again(page)
    expect(page.get_by_text(word("no.http"))).to_have_count(0)
    expect(page.get_by_text("Ada" if path == "/t/" else word("after.unfinished"))).to_be_visible()


def test_a_table_that_can_not_be_loaded(people: People) -> None:
    """The server sends us away, to come back later: that is told, not only tried for ever."""
    page = people.come("/", "small", forgive=FAILED)
    bye = '{"t":"bye","code":"damaged","text":"This table can\'t be loaded.","retry":true}'
    page.route_web_socket("**/ws", lambda socket: (socket.send(bye), socket.close()))
    page.goto(f"{people.url}/t/KMPRX?watch")
    expect(page.get_by_text(word("no.damaged"))).to_be_visible()
    expect(page.get_by_role("link", name=word("shell.home"))).to_be_visible()
    check_access(page)


def test_what_few_need_can_not_be_loaded(people: People, shots: Path) -> None:
    """A newer release has other files: the game goes on, and the page says what it can't do."""
    ada = open_table(people.url, "add-up", 2)
    page = people.come(f"/t/{ada.code}", tables=[kept(ada, "add-up")], forgive=FAILED)
    page.get_by_role("button", name=word("table.start")).click()
    board = page.get_by_role("region", name="Top row")
    expect(board).to_be_visible()
    page.route("**/assets/**", refuse)
    page.get_by_role("button", name=word("table.menu")).click()
    page.get_by_role("button", name=word("shell.settings")).click()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.get_by_role("alert").get_by_text(word("no.load"))).to_be_visible()
    page.screenshot(path=shots / "language-gone-light-desk.png")
    assert page.locator("html").get_attribute("lang") == "en"
    assert not page.evaluate("JSON.parse(localStorage.cinquina).lang")
    page.get_by_role("checkbox", name=word("shell.set.asText")).check()
    expect(page.locator(".toast")).to_have_text(word("no.load"))
    for _ in range(2):
        page.keyboard.press("Escape")
    expect(board).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name=word("table.keys"))).to_contain_text(word("no.load"))
    page.unroute("**/assets/**")
    check_access(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_big_screen_whose_page_can_not_be_loaded(people: People) -> None:
    ada = open_table(people.url, "push", 2)
    page = people.come("/", forgive=FAILED)
    page.route(chunk("ScreenLobby"), refuse)
    page.goto(f"{people.url}/t/{ada.code}?screen")
    expect(page.locator("h1")).to_have_text(word("shell.failed"))
