"""A table: come by a link, wait, watch, pass the device, put it on the television."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, WebSocket, expect

from tests.ui.looking import check_access, check_fit, check_small
from tests.ui.people import People, hear, resize
from tests.ui.playing import ask_hint, buttons, hand, my_turn, play_out, start_alone
from tests.ui.test_home import remembered
from tests.ui.words import LANGUAGES, like, word


def open_table(page: Page, game: str, players: int = 3) -> str:
    """Open a table in the browser; its code."""
    page.get_by_role("button", name=f"Open a table {game}").click()
    page.get_by_role("group", name="Players").get_by_role("button", name=str(players)).click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    return page.url.rsplit("/", 1)[1]


def received(page: Page) -> list[dict[str, Any]]:
    """Everything that this page is told over its socket from now on."""
    found: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: found.append(json.loads(data)))

    page.on("websocket", listen)
    return found


def test_from_a_link_to_a_seat_in_a_name_and_a_tap(people: People, shots: Path) -> None:
    host = people.come(name="Grace")
    code = open_table(host, "Add Up")
    guest = people.come(f"/t/{code}", "phone")
    guest.get_by_label("Your name").fill("Ada")
    check_fit(guest)
    guest.screenshot(path=shots / "join-light-phone.png")
    check_small(guest, "join")
    guest.get_by_role("button", name="Take a seat").tap()
    expect(guest.get_by_text("Ada (you)")).to_be_visible()
    expect(host.get_by_text("Ada", exact=True)).to_be_visible()
    # Who comes back needs no name and no tap.
    guest.reload()
    expect(guest.get_by_text("Ada (you)")).to_be_visible()


def test_who_types_no_name_is_called_like_nobody_else(people: People) -> None:
    host = people.come()
    code = open_table(host, "Add Up", 2)
    guest = people.come(f"/t/{code}", "phone")
    proposed = guest.get_by_label("Your name").input_value()
    assert remembered(guest).get("name", "") == ""  # not before it is used
    guest.get_by_role("button", name="Take a seat").tap()
    expect(guest.get_by_text(word("table.you", name=proposed))).to_be_visible()
    expect(host.get_by_text(proposed, exact=True)).to_be_visible()
    assert remembered(guest)["name"] == proposed != remembered(host)["name"] != ""


def test_the_lobby_shows_who_is_here(people: People, shots: Path) -> None:
    page = people.come(name="Grace", theme="dark")
    code = open_table(page, "Push", 4)
    expect(page.get_by_text(code, exact=True)).to_be_visible()
    expect(page.get_by_role("img", name=f"/t/{code}")).to_be_visible()
    page.get_by_role("button", name="Seat a bot").first.click()
    expect(page.get_by_role("button", name="Remove")).to_have_count(1)
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("button", name="Seat a bot")).to_have_count(3)
    expect(page.get_by_role("button", name=word("shell.share")).first).to_be_visible()
    for size in ("small", "phone", "desk"):
        resize(page, size)
        expect(page.get_by_role("button", name="Start", exact=True)).to_be_in_viewport(ratio=1)
        check_fit(page, size)
        page.screenshot(path=shots / f"lobby-dark-{size}.png", full_page=True)
    check_access(page)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("list", name="Players").get_by_role("listitem")).to_have_count(4)


def test_the_lobby_fits_in_every_language(people: People) -> None:
    page = people.come(size="small")
    page.locator(".game .button:not(.primary)").first.click()
    page.locator("dialog form button[type=submit]").click()
    expect(page.locator("#invite")).to_be_visible()
    for lang in LANGUAGES:
        hear(page, lang)
        check_fit(page, lang)
    check_access(page)


def test_one_who_leaves_the_lobby_has_no_seat(people: People) -> None:
    host = people.come(name="Grace")
    code = open_table(host, "Triggs")
    guest = people.come(f"/t/{code}", name="Ada")
    guest.get_by_role("button", name="Take a seat").click()
    expect(host.get_by_text("Ada", exact=True)).to_be_visible()
    guest.get_by_role("button", name="Leave the table").click()
    expect(guest.locator("h1")).to_have_text("Five number games, one table")
    expect(host.get_by_text("Ada", exact=True)).to_be_hidden()


def test_who_watches_sees_no_hand(people: People) -> None:
    host = people.come(name="Grace")
    start_alone(host, "add-up")
    code = host.url.rsplit("/", 1)[1].split("?")[0]
    watcher = people.come()
    told = received(watcher)
    watcher.goto(f"{people.url}/t/{code}")
    watcher.get_by_role("button", name="Just watch").click()
    expect(watcher.get_by_role("region", name="Top row")).to_be_visible()
    expect(hand(host).first).to_be_visible()
    expect(watcher.get_by_role("group", name="Your hand")).to_have_count(0)
    expect(watcher.get_by_role("button", name="Hint")).to_have_count(0)
    expect(watcher.get_by_text(word("table.watching"))).to_be_visible()
    expect(host.get_by_text(word("table.watching"))).to_have_count(0)
    expect(host.get_by_text("Your turn", exact=True).first).to_be_visible()
    hand(host).first.click()
    buttons(host, "add-up.play.top").click()
    expect(host.get_by_text("Your turn", exact=True).first).to_be_visible()
    check_access(watcher)
    views = [frame["view"] for frame in told if frame.get("view")]
    assert views and all(isinstance(cards, int) for view in views for cards in view["hands"])


def test_one_device_is_passed_on_behind_a_curtain(people: People, shots: Path) -> None:
    page = people.come(size="phone", name="Grace")
    page.get_by_role("button", name="Open a table Add Up").tap()
    page.get_by_role("group", name="Players").get_by_role("button", name="2").tap()
    page.get_by_role("checkbox", name="On this device").check()
    page.get_by_label("Name of player 2").fill("Ada")
    check_fit(page, "hot seat")
    page.get_by_role("button", name="Open the table").tap()
    page.get_by_role("button", name="Start", exact=True).tap()
    names = set()
    for _ in range(3):
        curtain = page.get_by_role("heading", name=like("table.pass"))
        turn = page.get_by_text("Your turn", exact=True)
        expect(curtain.or_(turn).first).to_be_visible()
        if curtain.is_visible():
            expect(page.get_by_role("group", name="Your hand")).to_have_count(0)
            page.screenshot(path=shots / "curtain-light-phone.png")
            check_small(page, "curtain")
            names.add(page.get_by_role("button", name=like("table.pass.go")).inner_text())
            page.get_by_role("button", name=like("table.pass.go")).tap()
        assert my_turn(page)
        hand(page).first.tap()
        buttons(page, "add-up.play.top").tap()
        expect(curtain).to_be_visible()
    assert names and names <= {"I am Grace", "I am Ada"}


def test_what_opens_above_a_table_fits(people: People, shots: Path) -> None:
    page = people.come(size="phone", theme="dark")
    start_alone(page, "push")  # few choices: the hint is soon there
    menu = page.get_by_role("button", name=word("table.menu"))

    def look(name: str) -> None:
        page.screenshot(path=shots / f"{name}-dark-phone.png")
        check_small(page, name)

    expect(page.get_by_text(word("table.turn.yours"), exact=True).first).to_be_visible()
    ask_hint(page, page.get_by_role("button", name=word("table.hint"), exact=True).tap)
    look("hint")
    page.keyboard.press("Escape")
    menu.tap()
    look("menu")
    page.get_by_role("button", name=word("shell.settings")).tap()
    look("settings")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name=word("table.keys"))).to_be_visible()
    look("keys")
    page.keyboard.press("Escape")
    page.get_by_role("button", name=word("table.log")).tap()
    expect(page.get_by_role("region", name=word("table.log"))).to_be_visible()
    look("log")


def test_a_big_screen_shows_the_table_and_no_hand(people: People, shots: Path) -> None:
    host = people.come(name="Grace")
    start_alone(host, "add-up")
    code = host.url.rsplit("/", 1)[1].split("?")[0]
    for theme in ("light", "dark"):
        screen = people.come(f"/t/{code}?screen", theme=theme)
        expect(screen.get_by_role("region", name="Top row")).to_be_visible()
        expect(screen.get_by_text(code, exact=True)).to_be_visible()
        expect(screen.get_by_role("group", name="Your hand")).to_have_count(0)
        check_access(screen)
        check_fit(screen)
        screen.screenshot(path=shots / f"screen-{theme}-desk.png")


def test_a_game_against_bots_to_its_end(people: People, shots: Path) -> None:
    page = people.come(size="phone")
    start_alone(page, "add-up")
    play_out(page, game="add-up")
    result = page.get_by_role("dialog")
    again = result.get_by_role("button", name=word("after.rematch"))
    expect(again).to_be_in_viewport(ratio=1)
    check_access(page)
    check_fit(page)
    page.screenshot(path=shots / "result-light-phone.png")
    for size in ("side", "small"):
        resize(page, size)
        expect(again).to_be_in_viewport(ratio=1)
        expect(result.get_by_role("link", name=word("after.replay"))).to_be_in_viewport(ratio=1)
        expect(result.get_by_role("button", name=word("shell.share"))).to_be_in_viewport(ratio=1)
        check_fit(page, size)
        page.screenshot(path=shots / f"result-light-{size}.png")
    page.keyboard.press("Escape")
    show = page.get_by_role("button", name=word("after.result"))
    expect(show).to_be_in_viewport(ratio=1)
    # Below the cards there is room for it: nothing lies under it for good.
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    board, button = page.locator(".board").first.bounding_box(), show.bounding_box()
    assert board and button and board["y"] + board["height"] <= button["y"] + 1
    show.tap()
    expect(again).to_be_visible()
