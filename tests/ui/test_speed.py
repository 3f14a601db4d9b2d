"""How light and how quick the pages are. Times are printed; a slow machine fails nothing."""

import gzip
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Response, StorageState, expect

from tests.server.serving import SLUGS
from tests.ui.people import SIZES, People
from tests.ui.playing import over, start_alone, take_turn
from tests.ui.words import word

MOST_SCRIPT = 80_000  # bytes, compressed, until the first table stands
SLOWER = 4  # times, as a cheap phone
TAPS = 15

# When there is something to tap, drawn, by the page itself: to ask a slow page takes time, too.
LONG_TASKS = """
const watch = new MutationObserver(() => {
  if (!document.querySelector(".board button:enabled")) return;
  watch.disconnect();
  requestAnimationFrame(() => setTimeout(() => (window.readyAt = performance.now())));
});
watch.observe(document, { subtree: true, childList: true });
window.longTasks = [];
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) longTasks.push(Math.round(one.duration));
}).observe({ entryTypes: ["longtask"] });
"""


def slow_down(page: Page, times: int) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})


def opened_slowly(browser: Browser, url: str, seat: StorageState | None = None) -> Page:
    """An address on a slow phone that was never here: nothing is cached, no worker helps."""
    width, height = SIZES["phone"]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        storage_state=seat,
        service_workers="block",
        is_mobile=True,
    )
    context.add_init_script(LONG_TASKS)
    page = context.new_page()
    slow_down(page, SLOWER)
    page.goto(url)
    return page


def told(tasks: list[int]) -> str:
    return f"{len(tasks)} (the longest {max(tasks)} ms)" if tasks else "none"


def test_the_first_table_needs_little_script(people: People) -> None:
    page = people.come()
    scripts: dict[str, int] = {}

    def count(response: Response) -> None:
        if response.url.endswith(".js"):
            scripts[Path(response.url).name] = len(gzip.compress(response.body(), 9))

    page.on("response", count)
    page.reload()
    start_alone(page, "triggs")  # the largest of the five
    expect(page.get_by_role("group", name=word("table.hand"))).to_be_visible()
    print(f"script for the first table: {sum(scripts.values())} bytes in {len(scripts)} files")
    assert scripts and sum(scripts.values()) <= MOST_SCRIPT, scripts


@pytest.mark.parametrize("game", SLUGS)
def test_a_game_is_there_soon_and_runs_smoothly(people: People, game: str) -> None:
    first = people.come(motion=True, level="novice")  # a race should take a while
    start_alone(first, game)
    seat, url = first.context.storage_state(), first.url
    first.close()
    bare = opened_slowly(people.browser, f"{people.url}/health")
    empty = bare.evaluate("performance.getEntriesByType('navigation')[0].duration")
    slow_down(bare, 1)  # it is in nobody's way
    page = opened_slowly(people.browser, url, seat)
    ready = page.wait_for_function("() => window.readyAt").json_value()
    start = page.evaluate("longTasks.splice(0)")

    # The bare page stays open beside it: its long tasks are those of a busy machine.
    slow_down(page, 1)
    bare.evaluate("longTasks.length = 0")
    taps = 0
    for _ in range(40 * TAPS):
        taps += take_turn(page, game)
        if taps >= TAPS or over(page):
            break
        page.wait_for_timeout(20)
    tasks, noise = page.evaluate("longTasks"), bare.evaluate("longTasks")
    print(
        f"\n{game}, never here before, {SLOWER} times slower: an empty page {empty:.0f} ms, "
        f"a table {ready:.0f} ms, tasks over 50 ms until then: {told(start)}; "
        f"then {taps} taps at full speed: {told(tasks)}, beside the bare page's {told(noise)}"
    )
    done = over(page)
    for one in (bare, page):
        one.context.close()
    assert taps or done  # nobody waits in a race: it may be over
