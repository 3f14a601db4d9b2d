"""The measure is measured: a word that sticks out is found, whichever way its card lies."""

import pytest
from playwright.sync_api import Browser

from tests.ui.looking import OUT_OF_REACH, UNFIT

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


@pytest.mark.parametrize("above", [0, 690, 800])
def test_what_lies_below_the_window_is_out_of_reach(browser: Browser, above: int) -> None:
    page = browser.new_page(viewport={"width": 400, "height": 700})
    page.set_content(f'<button style="margin-top: {above}px; height: 40px">Play</button>')
    assert len(page.locator("button").evaluate_all(OUT_OF_REACH)) == (above > 0)
    page.close()
