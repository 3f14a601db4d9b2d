"""Only the system's colours: whose turn it is and what can be played is told by lines."""

from playwright.sync_api import Locator, expect

from tests.ui.people import People
from tests.ui.playing import buttons, hand, start_alone
from tests.ui.words import word

LINES = """(one) => {
  const { outlineStyle, outlineWidth } = getComputedStyle(one);
  return `${outlineStyle} ${outlineWidth}`;
}"""

LIT = f"all => all.map((one) => [one.classList.contains('lit'), ({LINES})(one)])"


def lines(one: Locator) -> str:
    found: str = one.evaluate(LINES)
    return found


def test_forced_colours_leave_lines(people: People) -> None:
    page = people.come(size="phone")
    page.emulate_media(forced_colors="active")
    start_alone(page, "add-up")
    expect(page.get_by_text(word("table.turn.yours"), exact=True).first).to_be_visible()
    seats = page.get_by_role("list", name=word("table.players")).get_by_role("listitem")
    acting = seats.and_(page.locator("[aria-current=true]"))
    expect(acting).to_have_count(1)
    other = seats.and_(page.locator(":not([aria-current])")).first
    assert lines(acting) == "solid 3px" != lines(other)
    hand(page).first.tap()
    chosen = hand(page).and_(page.locator("[aria-pressed=true]"))
    expect(chosen).to_have_count(1)
    page.locator("body").evaluate("() => document.activeElement.blur()")
    plain = hand(page).and_(page.locator("[aria-pressed=false]")).first
    assert lines(chosen) == "solid 5px" != lines(plain)


def test_a_card_that_can_be_played_is_outlined(people: People) -> None:
    page = people.come(size="phone", level="novice")
    page.emulate_media(forced_colors="active")
    start_alone(page, "seven-ate-nine")
    draw = buttons(page, "seven-ate-nine.draw")
    seen: dict[bool, set[str]] = {True: set(), False: set()}
    while not seen[True]:  # what fits can be had by drawing
        for lit, line in hand(page).evaluate_all(LIT):  # at once: others play meanwhile
            seen[lit].add(line)
        if draw.is_visible():
            draw.click()
        page.wait_for_timeout(50)
    assert seen[True] == {"solid 2px"}
    assert not seen[True] & seen[False]
