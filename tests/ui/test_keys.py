"""Who plays by keyboard: single keys, and a focus that never falls off the page."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.ui.looking import check_access
from tests.ui.people import People
from tests.ui.playing import ask_hint, hand, start_alone
from tests.ui.words import like, word

MOST_LOOKS = 600


def dialog(page: Page, key: str) -> Locator:
    return page.get_by_role("dialog", name=word(key))


def press_twice(page: Page, key: str) -> None:
    page.keyboard.press(key)
    page.keyboard.press(key)


def wait_for_turn(page: Page) -> None:
    turn = page.get_by_text(word("table.turn.yours"), exact=True)
    expect(turn.or_(page.get_by_text(word("table.over"), exact=True)).first).to_be_visible()


def test_h_shows_a_hint_and_its_best_choice_is_told(people: People) -> None:
    page = people.come()
    start_alone(page, "push")  # few choices: the hint is soon there
    wait_for_turn(page)
    shown = ask_hint(page, lambda: press_twice(page, "h"))  # it thinks already: that is no mistake
    expect(shown).to_have_accessible_description(like("table.hint.best"))
    first = shown.get_by_role("row").first.get_by_role("rowheader").text_content()
    expect(shown).to_have_accessible_description(word("table.hint.best", action=first or ""))
    check_access(page)
    page.keyboard.press("l")  # not behind the dialog
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.get_by_role("region", name=word("table.log"))).to_be_hidden()
    expect(page.locator("dialog > *")).to_have_count(0)
    page.keyboard.press("h")  # the same advice, at once
    expect(dialog(page, "table.hint.title")).to_be_visible()


@pytest.mark.parametrize("game", ["burst", "seven-ate-nine"])
def test_what_is_advised_is_marked_on_the_board(people: People, game: str) -> None:
    page = people.come(f"/learn/{game}")  # a lesson advises, and nobody hurries
    page.get_by_role("button", name=word("lessons.next"), exact=True).click()
    advised = page.locator(".board").get_by_role("button", name=word("table.advised"))
    expect(advised.first).to_be_visible()
    check_access(page)


def test_single_keys_are_told_and_can_be_switched_off(people: People) -> None:
    page = people.come()
    start_alone(page, "burst")
    page.keyboard.press("?")
    keys = dialog(page, "table.keys")
    expect(keys.get_by_role("row", name=word("burst.draw"))).to_be_visible()
    check_access(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name=word("table.menu")).click()
    page.get_by_role("button", name=word("shell.settings")).click()
    page.get_by_role("checkbox", name=word("shell.set.keys")).uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("l")
    page.keyboard.press("?")
    expect(page.get_by_role("region", name=word("table.log"))).to_be_hidden()
    expect(page.get_by_role("dialog")).to_be_hidden()


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.tagName"))


def play_burst_with_three_cards(page: Page) -> None:
    start_alone(page, "burst")
    wait_for_turn(page)
    for _ in range(MOST_LOOKS):
        if hand(page).count() >= 3:
            break
        page.keyboard.press("d")
        page.wait_for_timeout(100)
    wait_for_turn(page)


def test_burst_keeps_the_focus_on_the_board(people: People) -> None:
    page = people.come(level="novice")
    play_burst_with_three_cards(page)
    hand(page).last.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name=like("burst.play")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=like("burst.play"))).to_be_hidden()
    assert focused(page) != "BODY"


def test_the_last_card_of_a_hand_hands_the_focus_on(people: People) -> None:
    page = people.come(level="novice", oneTap=True)
    play_burst_with_three_cards(page)
    before = hand(page).count()
    hand(page).last.focus()
    page.keyboard.press("Enter")
    expect(hand(page)).not_to_have_count(before)
    assert focused(page) != "BODY"


def test_another_page_gets_the_focus(people: People) -> None:
    page = people.come()
    page.get_by_role("link", name=word("home.rules")).first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("main:focus")).to_be_attached()
    expect(page.get_by_role("status").filter(has_text="Cinquina")).to_be_attached()


def test_the_log_takes_the_focus_and_gives_it_back(people: People) -> None:
    page = people.come()
    start_alone(page, "add-up")
    opener = page.get_by_role("button", name=word("table.log"))
    log = page.get_by_role("region", name=word("table.log"))
    entries = log.get_by_role("list", name=word("table.log"))
    opener.focus()
    for leave in ("Escape", "l", "Tab"):
        expect(opener).to_have_attribute("aria-expanded", "false")
        page.keyboard.press("Enter")
        expect(entries).to_be_focused()
        expect(opener).to_have_attribute("aria-expanded", "true")
        if leave == "Tab":
            log.get_by_role("button", name=word("shell.close")).focus()
            page.keyboard.press("Enter")
        else:
            page.keyboard.press(leave)
        expect(log).to_be_hidden()
        expect(opener).to_be_focused()


def test_keys_go_to_the_hand_from_anywhere_and_say_how_things_stand(people: People) -> None:
    page = people.come()
    start_alone(page, "triggs")
    wait_for_turn(page)
    page.get_by_role("button", name=word("table.menu")).focus()
    page.keyboard.press("ArrowRight")
    expect(hand(page).first).to_be_focused()
    last = hand(page).last
    page.get_by_role("button", name=word("table.menu")).focus()
    page.keyboard.type((last.get_attribute("aria-label") or "").split(",")[0])
    expect(hand(page).and_(page.locator(":focus"))).to_have_accessible_name(
        last.get_attribute("aria-label") or ""
    )
    page.keyboard.press("s")
    told = page.get_by_role("status").filter(has_text=f"{word('table.hand')}: ")
    expect(told.filter(has_text=word("triggs.pile.middle"))).to_be_attached()
    page.keyboard.press("?")
    expect(page.get_by_role("row", name=word("triggs.keys"))).to_be_visible()


def test_push_has_no_hand_and_its_keys_do_not_tell_of_one(people: People) -> None:
    page = people.come()
    start_alone(page, "push")
    page.keyboard.press("?")
    expect(dialog(page, "table.keys").get_by_role("row", name=word("table.log"))).to_be_visible()
    expect(page.get_by_role("row", name=word("table.keys.digits"))).to_have_count(0)


def test_a_table_opened_and_begun_by_keyboard_keeps_the_focus(people: People) -> None:
    page = people.come(name="Ada")
    page.get_by_role("button", name=f"{word('home.table')} {word('game.add-up')}").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name=word("home.open"), exact=True).focus()
    page.keyboard.press("Enter")
    start = page.get_by_role("button", name=word("table.start"), exact=True)
    expect(start).to_be_visible()
    expect(page.locator("main:focus")).to_be_attached()
    start.focus()
    page.keyboard.press("Enter")
    expect(hand(page).first).to_be_visible()
    expect(page.locator("main:focus")).to_be_attached()


def test_a_double_tap_does_one_thing(people: People) -> None:
    page = people.come(size="phone", level="novice")
    start_alone(page, "triggs")
    wait_for_turn(page)
    before = hand(page).count()
    page.get_by_role("button", name=word("triggs.pile.middle")).dblclick()
    expect(page.get_by_text(word("triggs.second"))).to_be_visible()
    expect(hand(page)).to_have_count(before + 1)
