"""On one's own turn the hand and all that one may tap lie in the window, however low it is."""

from functools import reduce

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.ui.looking import check_reach
from tests.ui.people import People
from tests.ui.playing import STRATEGIES, hand, over, start_alone, take_turn
from tests.ui.words import word

TAPS = 3  # after each of which more may be offered: where to put what was chosen


def await_turn(page: Page) -> None:
    turn = page.get_by_text(word("table.turn.yours"), exact=True)
    expect(turn.or_(page.get_by_text(word("table.turn.all"), exact=True)).first).to_be_visible()


@pytest.mark.parametrize("game", list(STRATEGIES))
def test_all_that_one_needs_is_in_reach(people: People, game: str) -> None:
    page = people.come(size="small", level="novice")
    start_alone(page, game)
    for _ in range(1 if game == "seven-ate-nine" else TAPS):  # a race is soon over
        await_turn(page)
        expect(reduce(Locator.or_, STRATEGIES[game](page)).first).to_be_visible()
        check_reach(page, hand(page), *STRATEGIES[game](page))
        if over(page) or not take_turn(page, game):
            break
