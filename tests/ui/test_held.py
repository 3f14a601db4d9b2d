"""A card that is held is shown large, and not played: not even where one tap plays."""

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocket, expect

from tests.ui.looking import check_access, check_fit
from tests.ui.people import People
from tests.ui.playing import hand, start_alone
from tests.ui.words import word


def plays(page: Page) -> list[str]:
    """The actions that this page sends to the server from now on."""
    found: list[str] = []

    def hear(data: str | bytes) -> None:
        message: dict[str, Any] = json.loads(data)
        if message["t"] == "play":
            found.append(message["action"])

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", hear)

    page.on("websocket", listen)
    return found


class Finger:
    """A finger on a phone, or the mouse at a desk."""

    def __init__(self, page: Page, size: str) -> None:
        self.page = page
        self.line = page.context.new_cdp_session(page) if size == "phone" else None

    def down(self, card: Locator) -> None:
        box = card.bounding_box()
        assert box
        x, y = box["x"] + 12, box["y"] + 20  # where the next card does not cover it
        if self.line:
            points = [{"x": x, "y": y}]
            self.touch("touchStart", points)
        else:
            self.page.mouse.move(x, y)
            self.page.mouse.down()

    def up(self) -> None:
        if self.line:
            self.touch("touchEnd", [])
        else:
            self.page.mouse.up()

    def touch(self, kind: str, points: list[dict[str, float]]) -> None:
        assert self.line
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_who_holds_a_card_plays_nothing(people: People, size: str) -> None:
    page = people.come(size=size, level="novice")  # nobody wins meanwhile
    sent = plays(page)
    start_alone(page, "seven-ate-nine")
    cards = hand(page).and_(page.locator('[data-face]:not([data-face=""])'))
    card = cards.first
    expect(card).to_be_visible()  # after the count-down
    face, name = card.get_attribute("data-face"), card.get_attribute("aria-label") or ""
    finger = Finger(page, size)
    finger.down(card)
    large = page.locator(".large")
    expect(large.get_by_role("status")).to_contain_text(name.split(",")[0])
    shown = large.locator(f'.card[data-face="{face}"]')
    assert shown.evaluate("one => one.offsetWidth") >= 140
    finger.up()
    expect(large).to_have_count(0)
    # One tap plays, so what was held was not.
    last = cards.last.get_attribute("data-face")
    cards.last.click()
    expect(page.get_by_text(word("table.turn.all"))).to_be_visible()
    while not sent:
        page.wait_for_timeout(20)
    assert sent == [f"play {last}"]


def test_in_burst_it_is_explained(people: People) -> None:
    page = people.come(size="phone")
    start_alone(page, "burst")
    expect(page.get_by_text(word("table.turn.yours"), exact=True).first).to_be_visible()
    page.get_by_role("button", name=word("burst.draw")).tap()  # nobody has a card before that
    card = hand(page).first
    expect(card).to_be_visible()
    finger = Finger(page, "phone")
    finger.down(card)
    expect(page.locator(".large p")).to_contain_text(card.get_attribute("aria-label") or "?")
    kind = (card.get_attribute("data-face") or "")[-1]
    kinds = {"r": "reverse", "d": "discard", "t": "take", "s": "same"}
    expect(page.locator(".large p")).to_contain_text(
        word(f"burst.explain.{kinds.get(kind, 'plain')}")
    )
    check_access(page)
    check_fit(page)
    finger.up()
    expect(page.locator(".large")).to_have_count(0)
