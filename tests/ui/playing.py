"""Play by tapping what is offered, as somebody would who does not think long.

Everything is found by its role and its English name: what can't be found like that can't be used
by somebody who does not see either.
"""

import time
from collections.abc import Callable, Iterator

from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.ui.words import like, word

LONG = 600  # seconds; a game that takes longer does not end
PAUSE = 20  # milliseconds between two taps
ASKED = 5  # times
SHORT = 1500  # milliseconds that a thing to tap may take to stand still


def over(page: Page) -> bool:
    return page.get_by_text(word("table.over"), exact=True).first.is_visible()


def my_turn(page: Page) -> bool:
    now = page.get_by_text(word("table.turn.yours"), exact=True)
    return now.or_(page.get_by_text(word("table.turn.all"), exact=True)).first.is_visible()


def hand(page: Page) -> Locator:
    return page.get_by_role("group", name=word("table.hand")).get_by_role("button")


def buttons(page: Page, *keys: str) -> Locator:
    return page.get_by_role("button", name=like(*keys))


# --- For each game what one could tap, the best first ------------------------------------------

Offers = Iterator[Locator]


def add_up(page: Page) -> Offers:
    """The first card, to the top row; the value of a joker is left as it is proposed."""
    yield buttons(page, "add-up.play.top")
    yield hand(page)


def burst(page: Page) -> Offers:
    """Draw while there is room in the hand, then play the first card."""
    yield buttons(page, "burst.play", "burst.pick.discard", "burst.pick.take")
    yield page.get_by_role("region", name=word("burst.row")).get_by_role("button")
    if hand(page).count() < 3:
        yield page.get_by_role("button", name=word("burst.draw"))
    yield hand(page)


def push(page: Page) -> Offers:
    """Place where it fits, and stop as soon as there are two columns."""
    yield buttons(page, "push.confirm.stop", "push.confirm.take", "push.confirm.protect")
    columns = buttons(page, "push.column")
    yield columns.and_(placeable(page))
    taken = columns.and_(page.locator("[aria-pressed=false]"))
    if taken.count() >= 2:
        yield taken
    yield page.get_by_role("button", name=word("push.do.flip"), exact=True)
    yield taken


def placeable(page: Page) -> Locator:
    there = page.get_by_role("button", name=word("push.here"))
    return there.or_(page.get_by_role("button", name=word("push.new")))


def seven_ate_nine(page: Page) -> Offers:
    """What fits, else draw."""
    yield buttons(page, "seven-ate-nine.finish.go")
    yield page.get_by_role("button", name=f", {word('seven-ate-nine.can')}")
    yield buttons(page, "seven-ate-nine.draw")


def triggs(page: Page) -> Offers:
    """Cross off whatever can be, else draw, else discard the first card."""
    yield buttons(page, "triggs.cross.all", "triggs.cross.choose", "triggs.do.use")
    yield buttons(page, "triggs.do.done", "triggs.do.discard", "triggs.do.discard.some")
    sheet = page.get_by_role("group", name=word("triggs.sheet"))
    yield sheet.get_by_role("button", name=word("triggs.row.extra"))
    asked = page.get_by_role("main")  # not what was said of it
    if not asked.get_by_text(word("triggs.second")).is_visible():
        yield sheet.get_by_role("button", name="possible")
    if not asked.get_by_text(word("triggs.choose.full")).is_visible():
        piles = page.get_by_role("group", name=word("triggs.piles"))
        yield piles.get_by_role("button", name=like("triggs.pile.says", "triggs.pile.hides"))
    yield hand(page)


STRATEGIES: dict[str, Callable[[Page], Offers]] = {
    "add-up": add_up,
    "burst": burst,
    "push": push,
    "seven-ate-nine": seven_ate_nine,
    "triggs": triggs,
}


# --- Playing ----------------------------------------------------------------------------------


def play_out(*pages: Page, game: str) -> None:
    """Whoever's turn it is taps, until all of them see that the game is over."""
    end = time.monotonic() + LONG
    while not all(over(page) for page in pages):
        for page in pages:
            take_turn(page, game)
        pages[0].wait_for_timeout(PAUSE)
        assert time.monotonic() < end, f"{game} does not end: {pages[0].url}"


def take_turn(page: Page, game: str) -> bool:
    """Tap the first thing that is offered, if it is one's turn."""
    if over(page) or not my_turn(page):
        return False
    for offer in STRATEGIES[game](page):
        if not offer.first.is_visible():
            continue
        try:
            if offer.first.is_enabled(timeout=SHORT):
                offer.first.click(timeout=SHORT)
                return True
        except TimeoutError:  # it went away meanwhile
            return False
    return False


def ask_hint(page: Page, ask: Callable[[], None]) -> Locator:
    """Ask until there is an answer, for a busy server has none; what shows it."""
    shown = page.get_by_role("dialog", name=word("table.hint.title"))
    button = page.get_by_role("button", name=word("table.hint"), exact=True)
    for _ in range(ASKED):
        ask()
        expect(shown.or_(button).first).to_be_visible()  # while it thinks, the button says so
        if shown.is_visible():
            break
    expect(shown).to_be_visible()
    return shown


def start_alone(page: Page, game: str) -> None:
    """“Play now”, from the first page to the table."""
    name = f"{word('home.play')} {word(f'game.{game}')}"
    page.get_by_role("button", name=name).click()
    expect(page.get_by_role("list", name=word("table.players"))).to_be_visible()
