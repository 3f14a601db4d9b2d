"""Who plays in the browser: on a phone or at a desk, in any language, in the dark or not."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

PATIENCE = 60_000  # milliseconds: a busy machine is no fault of the page
SIZES = {
    "small": (320, 640),
    "phone": (390, 844),
    "low": (375, 667),  # a phone of some years ago
    "side": (844, 390),  # a phone on its side
    "tablet": (1024, 768),
    "laptop": (1366, 650),
    "desk": (1280, 800),
}
TOUCHED = ("small", "low", "phone", "side", "tablet")
LAID_OUT = 300  # milliseconds after which what a script lays out has followed a new size
# What is laid out by script follows the page a frame later.
SETTLED = "() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))"
REMEMBER = """
const [key, found] = ["cinquina", JSON.parse(%s)];
if (!localStorage.getItem(key)) localStorage.setItem(key, JSON.stringify(found));
"""


class People:
    """The people of one test, each with a browser of their own."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.complaints: list[str] = []
        self._contexts: list[BrowserContext] = []

    def come(
        self,
        path: str = "/",
        size: str = "desk",
        *,
        lang: str = "en",
        theme: str = "light",
        motion: bool = False,
        offline_shell: bool = False,
        forgive: str = "",
        **remembered: Any,
    ) -> Page:
        """Somebody opens a page; `remembered` is what the device knows from before.

        Complaints that have `forgive` in them are no failure: a server that is gone makes some."""
        width, height = SIZES[size]
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=size in TOUCHED,
            is_mobile=size in TOUCHED,
            locale=lang,
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="no-preference" if motion else "reduce",
            service_workers="allow" if offline_shell else "block",
        )
        self._contexts.append(context)
        context.set_default_timeout(PATIENCE)
        known = {"level": "easy"} | remembered
        context.add_init_script(REMEMBER % json.dumps(json.dumps(known)))
        page = context.new_page()
        page.on("pageerror", lambda error: self._hear(f"{error}", forgive))
        page.on("console", self._listener(forgive))
        page.goto(self.url + path)
        page.locator("#main > *").first.wait_for(state="attached")  # it is put together by script
        return page

    def _listener(self, forgive: str) -> Callable[[ConsoleMessage], None]:
        def listen(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                self._hear(f"{message.text} ({message.location.get('url')})", forgive)

        return listen

    def _hear(self, text: str, forgive: str) -> None:
        blocked = "blocked by Playwright" in text  # our own wish: no service worker
        if not blocked and not (forgive and forgive in text):
            self.complaints.append(text)

    def go_home(self) -> None:
        """All leave; nobody had anything to complain of."""
        for context in self._contexts:
            context.close()
        self._contexts.clear()
        assert not self.complaints, "\n".join(self.complaints)


def resize(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("width => innerWidth === width", arg=width)
    page.wait_for_timeout(LAID_OUT)


def hear(page: Page, lang: str) -> None:
    """The browser's language is another one from now on."""
    page.evaluate(
        """lang => {
          Object.defineProperty(navigator, "languages", { value: [lang], configurable: true });
          dispatchEvent(new Event("languagechange"));
        }""",
        lang,
    )
    page.locator(f"html[lang={lang}]").wait_for(state="attached")
    page.evaluate(SETTLED)
