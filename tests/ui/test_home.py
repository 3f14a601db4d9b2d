"""The first page: play at once, choose how strong the bots are, and in which language."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.ui.looking import check_access, check_fit
from tests.ui.people import SIZES, People, resize
from tests.ui.playing import play_out, start_alone
from tests.ui.words import LANGUAGES, word

GAMES = ("seven-ate-nine", "burst", "triggs", "add-up", "push")
NATIVE = {
    "en": "English",
    "it": "Italiano",
    "fr": "Français",
    "es": "Español",
    "de": "Deutsch",
    "pt": "Português",
}


def remembered(page: Page) -> dict[str, Any]:
    return page.evaluate("JSON.parse(localStorage.getItem('cinquina'))")  # type: ignore[no-any-return]


@pytest.mark.parametrize("slug", GAMES)
def test_one_tap_is_enough_to_play(people: People, slug: str) -> None:
    page = people.come(size="phone")
    start_alone(page, slug)
    expect(page).to_have_url(f"{people.url}/t/{remembered(page)['tables'][0]['code']}")
    players = page.get_by_role("list", name="Players").get_by_role("listitem")
    expect(players.filter(has_text=word("table.me"))).to_have_count(1)


@pytest.mark.parametrize("size", SIZES)
def test_a_code_and_a_game_are_seen_at_once(people: People, size: str) -> None:
    """Who has a code in hand need not look for where it goes, nor who just wants to play."""
    page = people.come(size=size)
    expect(page.get_by_label("Code of five letters")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Play now 7 Ate 9")).to_be_in_viewport(ratio=1)


def test_the_level_of_the_bots_is_chosen_and_remembered(people: People) -> None:
    page = people.come()
    levels = page.get_by_role("group", name="Level of the bots").get_by_role("button")
    expect(levels).to_have_text(["Novice", "Easy", "Medium", "Hard", "Expert"])
    levels.get_by_text("Novice").click()
    expect(levels.first).to_have_attribute("aria-pressed", "true")
    expect(levels.nth(1)).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(levels.first).to_have_attribute("aria-pressed", "true")
    start_alone(page, "add-up")
    expect(page.get_by_role("list", name="Players").get_by_text("Novice")).to_have_count(2)


def test_the_language_is_switched_without_a_reload(people: People) -> None:
    page = people.come()
    page.evaluate("window.stayed = true")
    page.get_by_role("button", name="Settings").click()
    for lang in LANGUAGES[::-1]:
        page.get_by_role("dialog").get_by_role("button", name=NATIVE[lang]).click()
        expect(page.locator("html")).to_have_attribute("lang", lang)
        expect(page.locator("h1")).to_have_text(word("home.title", lang))
    assert page.evaluate("window.stayed")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_language_is_that_of_the_browser(people: People, lang: str) -> None:
    page = people.come(lang=lang)
    expect(page.locator("h1")).to_have_text(word("home.title", lang))
    expect(page.locator("html")).to_have_attribute("lang", lang)


def test_the_look_follows_the_system_until_one_is_chosen(people: People) -> None:
    page = people.come(theme="dark")
    html = page.locator("html")
    expect(html).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="light")
    expect(html).to_have_attribute("data-theme", "light")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Dark").click()
    expect(html).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(html).to_have_attribute("data-theme", "dark")


def test_the_settings_are_kept(people: People) -> None:
    page = people.come()
    page.get_by_role("button", name="Settings").click()
    check_access(page)
    page.get_by_role("checkbox", name="Sounds").uncheck()
    page.get_by_role("checkbox", name="One tap plays").check()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert (remembered(page)["sound"], remembered(page)["oneTap"]) == (False, True)


def test_a_wrong_code_is_told_and_a_right_one_opens(people: People) -> None:
    page = people.come(forgive="404")
    page.get_by_label("Code of five letters").fill("zzzzz")
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text(re.compile(re.escape(word("no.no_table"))))
    page.get_by_role("button", name="Open a table Push").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    code = page.url.rsplit("/", 1)[1]
    other = people.come()
    other.get_by_label("Code of five letters").fill(code.lower())
    other.get_by_label("Code of five letters").press("Enter")
    expect(other.get_by_role("button", name="Take a seat")).to_be_visible()


def test_a_table_can_be_continued_or_forgotten(people: People) -> None:
    page = people.come()
    start_alone(page, "add-up")
    page.goto(people.url)
    page.get_by_role("link", name="Add Up").first.click()
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()
    page.goto(people.url)
    page.get_by_role("button", name="Forget").click()
    expect(page.get_by_role("button", name="Forget")).to_be_hidden()


def test_only_what_can_be_continued_is_offered(people: People) -> None:
    """A table that is gone is forgotten, a game that is over can be seen again."""
    gone = {"code": "ZZZZZ", "game": "burst", "at": 0, "seats": []}
    page = people.come(size="small", tables=[gone], forgive="404")
    expect(page.get_by_text("ZZZZZ")).to_have_count(0)
    assert remembered(page)["tables"] == []
    start_alone(page, "add-up")
    code = page.url.rsplit("/", 1)[1].split("?")[0]
    page.goto(people.url)
    expect(page.get_by_role("region", name="Continue").get_by_role("link")).to_be_visible()
    page.goto(f"{people.url}/t/{code}")
    play_out(page, game="add-up")
    page.goto(people.url)
    expect(page.get_by_role("region", name="Continue")).to_have_count(0)
    check_fit(page)
    page.get_by_role("region", name=word("home.seeagain")).get_by_role("link").click()
    expect(page).to_have_url(re.compile(f"/r/{code}"))


def test_a_table_of_ones_own(people: People, shots: Path) -> None:
    """Who is gone may be waited for; two taps open one table; an emptied field is no value."""
    page = people.come(size="small")
    asked: list[dict[str, Any]] = []
    page.route(
        "**/api/tables",
        lambda route: (
            asked.append(route.request.post_data_json) if route.request.method == "POST" else None,
            route.continue_(),
        ),
    )
    page.get_by_role("button", name="Open a table Add Up").tap()
    expect(page.get_by_role("button", name="Open the table")).to_be_in_viewport(ratio=1)
    page.get_by_text(word("home.more"), exact=True).tap()
    away = page.get_by_role("group", name=word("home.leave"))
    away.get_by_role("button", name=word("home.leave.wait")).tap()
    most = page.get_by_label(word("option.add-up.yellow_max"))
    first = most.input_value()
    most.fill("")
    most.blur()
    expect(most).to_have_value(first)
    expect(page.get_by_role("button", name="Open the table")).to_be_in_viewport(ratio=1)
    check_fit(page)
    page.screenshot(path=shots / "new-table-light-small.png")
    page.get_by_role("button", name="Open the table").evaluate("it => (it.click(), it.click())")
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    [one] = asked
    assert one["clock"] == {"turn": 60, "away": 86_400}
    assert one["options"]["yellow_max"] == int(first)


def test_public_tables_are_shown(people: People) -> None:
    page = people.come(name="Grace")
    page.get_by_role("button", name="Open a table Burst").click()
    page.get_by_text(word("home.more"), exact=True).click()
    page.get_by_role("checkbox", name="Everybody may join").check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    other = people.come()
    other.get_by_role("link", name="Grace").click()
    expect(other.get_by_role("button", name="Take a seat")).to_be_visible()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_fits_and_everybody_can_use_it(people: People, shots: Path, lang: str) -> None:
    theme = "dark" if lang in ("it", "es", "de") else "light"
    page = people.come(lang=lang, theme=theme)
    expect(page.locator("h1")).to_have_text(word("home.title", lang))
    for size in ("small", "phone", "desk"):
        resize(page, size)
        check_fit(page, size)
        check_access(page)
        if lang in ("en", "de"):
            page.screenshot(path=shots / f"home-{lang}-{theme}-{size}.png", full_page=True)
    resize(page, "small")
    page.locator("header button").click()
    check_fit(page, "settings")
    page.keyboard.press("Escape")
    page.locator(".game .button:not(.primary)").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    check_fit(page, "a new table")
    page.locator("dialog summary").click()
    check_fit(page, "more of a new table")
    check_access(page)


def test_text_of_double_size_fits(people: People) -> None:
    page = people.come(size="phone", lang="de")
    page.add_style_tag(content="html { font-size: 200% !important }")
    check_fit(page)


def test_what_is_nowhere_says_so(people: People) -> None:
    page = people.come("/t/ZZZZZ", forgive="404")
    expect(page.locator("h1")).to_have_text(word("no.no_table"))
    check_access(page)
    page.get_by_role("link", name="To the first page").last.click()
    expect(page.locator("h1")).to_have_text(word("home.title"))
