"""Seats: a bot stands in, their players come back, and nobody is kept out of the own game."""

from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, expect

from tests.server.serving import Guest, open_table, running
from tests.ui.looking import check_access, check_fit
from tests.ui.people import People, hear, resize
from tests.ui.playing import hand, start_alone
from tests.ui.test_home import remembered
from tests.ui.words import LANGUAGES, like, word


def kept(guest: Guest, game: str) -> dict[str, Any]:
    """What the device of somebody who has this seat remembers."""
    seat = {"seat": guest.seat, "token": guest.token, "name": "Ada"}
    return {"code": guest.code, "game": game, "at": 0, "seats": [seat]}


def test_who_was_too_slow_has_the_seat_back(browser: Browser, tmp_path: Path, shots: Path) -> None:
    with running(tmp_path / "tables.db", CINQUINA_BOT_PACE="3") as server:
        people = People(browser, server.url)
        ada = open_table(server.url, "add-up", 2, clock={"turn": 8})
        page = people.come(f"/t/{ada.code}?start", "small", tables=[kept(ada, "add-up")])
        expect(page.get_by_text(like("table.hurry")).last).to_be_visible()
        page.screenshot(path=shots / "hurry-light-small.png")
        back = page.get_by_role("button", name=word("table.away.back"))
        expect(back).to_be_visible()
        check_access(page)
        check_fit(page)
        page.screenshot(path=shots / "standin-light-small.png")
        back.tap()
        expect(page.get_by_role("list", name="Players").get_by_text("bot stands in")).to_be_hidden()
        expect(back).to_be_hidden()
        people.go_home()


def test_who_plays_alone_has_all_the_time(people: People) -> None:
    page = people.come(size="phone")
    start_alone(page, "add-up")
    code = page.url.rsplit("/", 1)[1]
    assert httpx.get(f"{people.url}/api/tables/{code}").json()["clock"]["turn"] == 0


def test_a_big_screen_says_how_to_come_in(people: People, shots: Path) -> None:
    ada = open_table(people.url, "push", 4)
    for theme in ("light", "dark"):
        screen = people.come(f"/t/{ada.code}?screen", theme=theme)
        expect(screen.get_by_role("img", name=f"/t/{ada.code}")).to_be_visible()
        expect(screen.get_by_text(ada.code, exact=True)).to_be_visible()
        expect(screen.get_by_text("Ada", exact=True)).to_be_visible()
        expect(screen.get_by_text(word("table.turn.other", name=""))).to_have_count(0)
        check_access(screen)
        screen.screenshot(path=shots / f"screen-lobby-{theme}-desk.png")
    for lang in LANGUAGES:
        hear(screen, lang)
        check_fit(screen, lang)
    resize(screen, "small")
    check_fit(screen)
    hear(screen, "en")
    page = people.come(f"/t/{ada.code}", name="Bob")
    page.get_by_role("button", name="Take a seat").click()
    expect(screen.get_by_text("Bob", exact=True)).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(screen.get_by_role("list", name="Players").get_by_text("Bob")).to_be_visible()
    expect(screen.get_by_role("img", name=f"/t/{ada.code}")).to_have_count(0)


def test_who_watched_may_take_a_seat(people: People) -> None:
    ada = open_table(people.url, "add-up", 2)
    page = people.come(f"/t/{ada.code}", "phone")
    page.get_by_role("button", name="Just watch").tap()
    expect(page.get_by_text(word("table.waiting"))).to_be_visible()
    check_access(page)
    page.get_by_role("button", name="Take a seat").tap()
    page.get_by_label("Your name").fill("Bob")
    page.get_by_role("button", name="Take a seat").tap()
    expect(page.get_by_text("Bob (you)")).to_be_visible()
    expect(page.get_by_role("button", name="Take a seat")).to_have_count(0)


def test_copied_is_said_only_of_what_was_copied(people: People) -> None:
    """Over plain http, as at home, there is no clipboard but the old one."""
    ada = open_table(people.url, "add-up", 2)
    page = people.come(f"/t/{ada.code}", "phone", tables=[kept(ada, "add-up")])
    link = f"{people.url}/t/{ada.code}"
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.evaluate("document.addEventListener('copy', () => (window.taken = `${getSelection()}`))")
    page.get_by_role("button", name="Copy").tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("window.taken") == link
    expect(page.get_by_role("button", name="Copy", exact=True)).to_be_visible()
    page.evaluate("document.execCommand = () => false")
    page.get_by_role("button", name="Copy").tap()
    field = page.get_by_role("textbox", name=word("shell.link"))
    expect(field).to_have_value(link)
    selected = "field => field.value.slice(field.selectionStart, field.selectionEnd)"
    assert field.evaluate(selected) == link
    expect(page.get_by_text("Copied")).to_have_count(0)
    check_fit(page)
    check_access(page)


def test_a_seat_moves_to_another_phone(people: People, shots: Path) -> None:
    old = people.come(size="small", name="Ana")
    start_alone(old, "add-up")
    code = old.url.rsplit("/", 1)[1].split("?")[0]
    cards = hand(old).all_inner_texts()
    old.get_by_role("button", name="Table menu").tap()
    old.get_by_role("button", name=word("table.move")).tap()
    expect(old.get_by_role("img", name=word("table.move.link"))).to_be_in_viewport(ratio=0.9)
    old.screenshot(path=shots / "move-light-small.png")
    check_access(old)
    for lang in LANGUAGES:
        hear(old, lang)
        check_fit(old, lang)
    [seat] = remembered(old)["tables"][0]["seats"]
    new = people.come(f"/t/{code}#seat={seat['token']}", "small")
    expect(hand(new).first).to_be_visible()
    assert hand(new).all_inner_texts() == cards
    assert new.evaluate("location.href") == f"{people.url}/t/{code}"
    assert remembered(new)["tables"][0]["seats"] == [seat]
    assert remembered(new)["tables"][0]["game"] == "add-up"
    new.reload()
    expect(hand(new).first).to_be_visible()


def test_a_seat_that_is_none(people: People) -> None:
    ada = open_table(people.url, "add-up", 2)
    page = people.come(f"/t/{ada.code}#seat={'x' * 32}", "phone")
    expect(page.get_by_role("button", name="Take a seat")).to_be_visible()
    assert remembered(page)["tables"] == []


def test_an_older_tab_takes_no_seat_from_a_newer_one(people: People) -> None:
    grace = open_table(people.url, "add-up", 2)
    older = people.come()
    newer = older.context.new_page()
    newer.goto(f"{people.url}/t/{grace.code}")
    newer.get_by_role("button", name=word("table.join")).click()
    expect(newer.get_by_role("button", name=word("table.start"))).to_be_visible()
    older.get_by_role("button", name=word("level.hard"), exact=True).click()
    table = older.get_by_role("region", name=word("home.continue")).get_by_role("link")
    expect(table).to_contain_text(grace.code)  # the older one has heard of it
    newer.reload()
    expect(newer.get_by_role("button", name=word("table.start"))).to_be_visible()


def test_a_seat_that_is_not_remembered(people: People) -> None:
    """The secret of the device opens it all the same; where it opens none, one joins."""
    ada = open_table(people.url, "add-up", 2)
    page = people.come(f"/t/{ada.code}", token=ada.token)
    expect(page.get_by_role("button", name=word("table.start"))).to_be_visible()
    assert remembered(page)["tables"][0]["code"] == ada.code
    page.get_by_role("button", name=word("table.leave")).click()
    expect(page.locator("h1")).to_have_text(word("home.title"))
    other = open_table(people.url, "add-up", 2)
    for code in (ada.code, other.code):
        page.goto(f"{people.url}/t/{code}")
        expect(page.get_by_role("button", name=word("table.join"))).to_be_visible()
        assert remembered(page)["tables"] == []


def test_a_seat_brought_to_a_tab_that_watches(people: People) -> None:
    ada = open_table(people.url, "add-up", 2)
    page = people.come(f"/t/{ada.code}")
    page.get_by_role("button", name=word("table.watch")).click()
    expect(page.get_by_text(word("table.waiting"))).to_be_visible()
    page.goto(f"{people.url}/t/{ada.code}#seat={ada.token}")  # only what is behind the # changes
    expect(page.get_by_role("button", name=word("table.start"))).to_be_visible()
    assert page.evaluate("location.hash") == ""
