"""The measure is measured: a word that sticks out is found, whichever way its card lies."""

import pytest
from playwright.sync_api import Browser

from tests.ui.looking import UNFIT

CARD = """<div style="margin: 100px; width: 300px; rotate: {turn}deg">
<span style="display: block; width: {width}; font-size: 200px; line-height: 0.8">10</span></div>"""


@pytest.mark.parametrize("turn", [0, 4, -5])
def test_words_that_stick_out(browser: Browser, turn: int) -> None:
    page = browser.new_page()
    page.set_content(CARD.format(turn=turn, width="fit-content"))
    assert page.evaluate(UNFIT) == []
    page.set_content(CARD.format(turn=turn, width="60px"))
    assert len(page.evaluate(UNFIT)) == 1
    page.close()
