"""How light and how quick the pages are. Times are printed; a slow machine fails nothing."""

import gzip
import re
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from tests.ui.people import People
from tests.ui.playing import start_alone, take_turn
from tests.ui.words import word

MOST_SCRIPT = 80_000  # bytes, compressed, until the first table stands
SLOWER = 4  # times, as a cheap phone
TAPS = 25

# When the board was there, by the page itself: to ask a slow page takes its time, too.
LONG_TASKS = """
new MutationObserver(() => {
  if (!window.boardAt && document.querySelector(".board")) window.boardAt = performance.now();
}).observe(document, { subtree: true, childList: true });
window.longTasks = [];
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) longTasks.push(Math.round(one.duration));
}).observe({ entryTypes: ["longtask"] });
"""


def slow_down(page: Page, times: int) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})


def opened_slowly(context: BrowserContext, url: str) -> Page:
    """An address in a new tab of a slow phone."""
    page = context.new_page()
    slow_down(page, SLOWER)
    page.goto(url)
    return page


def test_the_first_table_needs_little_script(people: People) -> None:
    page = people.come()
    scripts: dict[str, int] = {}

    def count(response: object) -> None:
        url = response.url  # type: ignore[attr-defined]
        if re.search(r"\.js$", url):
            scripts[Path(url).name] = len(gzip.compress(response.body(), 9))  # type: ignore[attr-defined]

    page.on("response", count)
    page.reload()
    start_alone(page, "triggs")  # the largest of the five
    expect(page.get_by_role("group", name=word("table.hand"))).to_be_visible()
    print(f"script for the first table: {sum(scripts.values())} bytes in {len(scripts)} files")
    assert scripts and sum(scripts.values()) <= MOST_SCRIPT, scripts


def test_a_game_is_there_soon_and_runs_smoothly(people: People) -> None:
    first = people.come(motion=True)
    first.context.add_init_script(LONG_TASKS)
    start_alone(first, "push")
    first.close()
    bare = opened_slowly(first.context, f"{people.url}/health")
    empty = bare.evaluate("performance.getEntriesByType('navigation')[0].duration")
    bare.close()
    page = opened_slowly(first.context, first.url)
    page.locator(".board").first.wait_for()
    ready = page.evaluate("boardAt")

    slow_down(page, 1)
    page.evaluate("longTasks.length = 0")
    taps = 0
    for _ in range(40 * TAPS):
        taps += take_turn(page, "push")
        if taps >= TAPS:
            break
        page.wait_for_timeout(20)
    tasks = page.evaluate("longTasks")
    print(
        f"{SLOWER} times slower: an empty page {empty:.0f} ms, a table {ready:.0f} ms; "
        f"then {taps} taps at full speed, tasks over 50 ms: {tasks or 'none'}"
    )
    assert taps >= TAPS
