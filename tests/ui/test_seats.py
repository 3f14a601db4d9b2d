"""Seats: a bot stands in, their players come back, and nobody is kept out of the own game."""

from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, expect

from tests.server.serving import Guest, open_table, running
from tests.ui.looking import check_access, check_fit
from tests.ui.people import People
from tests.ui.playing import start_alone
from tests.ui.words import like, word


def kept(guest: Guest, game: str) -> dict[str, Any]:
    """What the device of somebody who has this seat remembers."""
    seat = {"seat": guest.seat, "token": guest.token, "name": "Ada"}
    return {"code": guest.code, "game": game, "at": 0, "seats": [seat]}


def test_who_was_too_slow_has_the_seat_back(browser: Browser, tmp_path: Path, shots: Path) -> None:
    with running(tmp_path / "tables.db", CINQUINA_BOT_PACE="3") as server:
        people = People(browser, server.url)
        ada = open_table(server.url, "add-up", 2, clock={"turn": 4})
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
