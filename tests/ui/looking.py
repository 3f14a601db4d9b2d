"""What can be measured of a page: who can use it, and whether everything fits."""

from functools import cache
from pathlib import Path

from playwright.sync_api import Locator, Page

from tests.ui.people import LAID_OUT, SETTLED, hear, resize
from tests.ui.words import LANGUAGES

UI = Path(__file__).resolve().parents[2] / "ui"
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# Whatever is seen must fit: the page into the window, and words into what holds them.
UNFIT = r"""
() => {
  const found = [];
  const shown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const tell = (one, why) => {
    const name = [one.tagName.toLowerCase(), ...one.classList].join(".");
    const text = (one.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 50);
    found.push(`${name} “${text}” ${why}`);
  };
  // The box around a card that lies askew is wider than the card: it is measured as if straight.
  const askew = (one) => {
    const { rotate, transform } = getComputedStyle(one);
    if (rotate !== "none" || (transform !== "none" && new DOMMatrix(transform).b)) return true;
    return one.parentElement !== null && askew(one.parentElement);
  };
  const out = (one, text) => {
    if (text.left < -2 || text.right > innerWidth + 2) return true;
    const around = one.getBoundingClientRect();
    if (text.left >= around.left - 2 && text.right <= around.right + 2) return false;
    return !askew(one) || one.scrollWidth > one.clientWidth + 2;
  };
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth} px wide`);
  for (const one of document.querySelectorAll("body *")) {
    if (one.closest("svg, .unseen, .skip") || one.tagName === "OPTION" || !shown(one)) continue;
    const style = getComputedStyle(one);
    if (style.display === "inline" || style.display === "contents") continue;
    if (style.clipPath === "inset(50%)") continue; // only heard
    const words = [...one.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
    // Pictures may be larger than their frame: what is in them is told in words as well.
    const inside = [...one.querySelectorAll("svg")].map((svg) => svg.textContent).join("");
    if (one.textContent.trim() === inside.trim()) continue;
    const cuts = style.overflowX !== "visible" || style.textOverflow === "ellipsis";
    if (cuts && one.scrollWidth > one.clientWidth + 1)
      tell(one, `is ${one.scrollWidth} px in ${one.clientWidth} px`);
    if (/hidden|clip/.test(style.overflowY) && one.scrollHeight > one.clientHeight + 1)
      tell(one, `is ${one.scrollHeight} px in ${one.clientHeight} px of height`);
    for (const node of words) {
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects())
        if (box.width && out(one, box))
          tell(one, `reaches from ${Math.round(box.left)} to ${Math.round(box.right)} px`);
    }
  }
  return [...new Set(found)];
}
"""


FADED = """
() => Promise.allSettled(
  document.getAnimations().filter((one) => one.id === "fly").map((one) => one.finished)
).then(() => undefined)
"""

# A picture of numbers is no label: whoever does not see it is told the name instead.
OBJECTIONS = r"""
async (runOnly) => {
  const { violations } = await axe.run(document, { runOnly });
  const worded = ({ target }) => {
    const copy = document.querySelector(target[0])?.cloneNode(true);
    copy?.querySelectorAll("[aria-hidden=true]").forEach((one) => one.remove());
    return copy?.textContent.trim();
  };
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      .filter((node) => id !== "label-content-name-mismatch" || worded(node))
      .map(({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 120)} ${failureSummary}`),
  );
}
"""


@cache
def axe_script() -> str:
    return (UI / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


# The look that is not chosen now, and back, at once: only colours differ.
OTHER_LOOK = """
() => {
  const { dataset } = document.documentElement;
  const still = new CSSStyleSheet();
  still.replaceSync("*, *::before, *::after { transition: none !important }");
  document.adoptedStyleSheets = [still];
  return (dataset.theme = dataset.theme === "dark" ? "light" : "dark");
}
"""
MOVING = "() => { document.adoptedStyleSheets = []; }"
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}


def axe(page: Page) -> list[str]:
    """What axe-core objects to on this page: as it is now, and to its colours in the other look."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe_script())  # not as a script tag: the page's policy refuses those
    page.evaluate(FADED)  # half faded, no colour has its contrast
    found = list(page.evaluate(OBJECTIONS, STANDARDS))
    other = page.evaluate(OTHER_LOOK)
    page.evaluate(SETTLED)
    found += [f"{other}: {one}" for one in page.evaluate(OBJECTIONS, COLOURS)]
    page.evaluate(OTHER_LOOK)
    page.evaluate(SETTLED)
    page.evaluate(MOVING)
    return found


def check_access(page: Page) -> None:
    found = axe(page)
    assert not found, "\n".join([page.url, *found])


def check_small(page: Page, what: str = "") -> None:
    """It can be used, and fits into the smallest window in every language."""
    check_access(page)
    size = page.viewport_size
    resize(page, "small")
    for lang in LANGUAGES[::-1]:  # English is the last
        hear(page, lang)
        check_fit(page, f"{what}, small, {lang}")
    if size:
        page.set_viewport_size(size)
        page.wait_for_timeout(LAID_OUT)


def check_fit(page: Page, what: str = "") -> None:
    """No sideways scroll, no word that is cut or sticks out."""
    page.evaluate(SETTLED)
    found = page.evaluate(UNFIT)
    assert not found, "\n".join([f"{page.url} {what}", *found])


LOW = ("small", "low", "side", "laptop")  # windows in which height is short
OUT_OF_REACH = r"""
(all) => all.filter((one) => one.checkVisibility()).flatMap((one) => {
  const { top, bottom } = one.getBoundingClientRect();
  if (top >= -1 && bottom <= innerHeight + 1) return [];
  const name = one.ariaLabel ?? one.textContent.trim().replace(/\s+/g, " ").slice(0, 40);
  return [`“${name}” lies from ${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight} px`];
})
"""


def check_reach(page: Page, *what: Locator) -> None:
    """Whoever is to act sees all of this without scrolling, also where a window is low."""
    found = []
    for size in LOW:
        resize(page, size)
        page.evaluate("scrollTo(0, 0)")
        page.evaluate(SETTLED)
        for one in what:
            found += [f"{size}: {out}" for out in one.evaluate_all(OUT_OF_REACH)]
    assert not found, "\n".join([page.url, *dict.fromkeys(found)])
