"""Small charts as SVG: no script, nothing from elsewhere, light and dark as the reader likes it.

They take their colours and letters from STYLE, which the page that shows them must contain.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from html import escape

Span = tuple[float, float]
Say = Callable[[float], str]

WIDTH, HEIGHT = 400, 230  # so that letters of 12 stay readable on a phone
LEFT, RIGHT, TOP, BOTTOM = 46, 14, 14, 34
HUES = ("blue", "red", "green", "yellow", "purple", "ink")
DASHES = ("", "7 4", "2 3", "10 3 2 3", "5 2", "1 4")  # a hue never stands alone
SIGNS = {
    "blue": "M-4-4h8v8h-8z",
    "red": "M0-5 5 4H-5z",
    "green": "M0-5.5 5.5 0 0 5.5-5.5 0z",
    "yellow": "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0",
    "purple": "M0-5 4.8-1.5 2.9 4H-2.9L-4.8-1.5z",
    "ink": "M-5-1.5h10v3h-10z",
}

STYLE = """
:root { color-scheme: light dark; --paper: #f8f3e9; --card: #fffdf8; --ink: #22202e;
  --soft: #6a6475; --line: #ddd4c4; --blue: #2b62b8; --red: #c63d2d; --green: #2f8050;
  --yellow: #b47a00; --purple: #7b4ca6; }
@media (prefers-color-scheme: dark) { :root { --paper: #11131d; --card: #1a1d2a; --ink: #ece7dc;
  --soft: #a29db0; --line: #343849; --blue: #7ea9ee; --red: #f0826f; --green: #74c194;
  --yellow: #e5b64c; --purple: #ba94e0; } }
.chart { display: block; width: 100%; height: auto; font: 12px system-ui, sans-serif; }
@media (max-width: 520px) { .chart { font-size: 14px; } }
.chart text { fill: var(--soft); font-variant-numeric: tabular-nums; }
.chart .value { fill: var(--ink); font-weight: 600; }
.chart .name { fill: var(--ink); }
.chart .grid { stroke: var(--line); stroke-width: 1; }
.chart .axis { stroke: var(--soft); stroke-width: 1; }
.chart .whisker { stroke: var(--ink); stroke-width: 1.5; fill: none; }
.chart .fair { stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 5 4; }
.chart .line { fill: none; stroke-width: 2.5; stroke-linejoin: round; stroke-linecap: round; }
.chart .band { opacity: .18; stroke: none; }
""" + "".join(
    f".chart .{hue} {{ fill: var(--{hue}); }} .chart .line.{hue} {{ fill: none; "
    f"stroke: var(--{hue}); }}\n"
    for hue in HUES
)


def plain(value: float) -> str:
    """A number as short as it is still of use: 12,300, 45.6, 0.05."""
    if value == 0 or abs(value) >= 100 or value == int(value):
        return f"{value:,.0f}".replace("-", "−")
    digits = max(1, 1 - math.floor(math.log10(abs(value))))
    return f"{value:.{min(digits, 4)}f}".replace("-", "−")


def percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def round_percent(value: float) -> str:
    return f"{100 * value:g} %"


def ticks(low: float, high: float, about: int = 5, least: float = 0) -> list[float]:
    """Round values from low to high, about so many: steps of 1, 2 or 5 times a power of ten.

    No step is smaller than `least`."""
    if high <= low:
        high = low + 1
    rough = max(least, (high - low) / about)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * f for f in (1, 2, 5, 10) if power * f >= rough * 0.999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(i * step, 10) for i in range(first, last + 1)]


def drawing(title: str, inside: list[str], height: float = HEIGHT) -> str:
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {height:g}" role="img">'
        f"<title>{escape(title)}</title>{''.join(inside)}</svg>"
    )


def text(x: float, y: float, words: str, anchor: str = "middle", kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{named}>{escape(words)}</text>'


def stroke(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


class Plane:
    """A place for a chart with a scale in each direction."""

    def __init__(self, x: Span, y: Span) -> None:
        self.x, self.y = x, y

    def at_x(self, value: float) -> float:
        low, high = self.x
        return LEFT + (value - low) / ((high - low) or 1) * (WIDTH - LEFT - RIGHT)

    def at_y(self, value: float) -> float:
        low, high = self.y
        return HEIGHT - BOTTOM - (value - low) / ((high - low) or 1) * (HEIGHT - TOP - BOTTOM)

    def rules(self, say: Say) -> list[str]:
        """Lines across with their values."""
        out = []
        for value in ticks(*self.y):
            y = self.at_y(value)
            out.append(stroke("grid", LEFT, y, WIDTH - RIGHT, y))
            out.append(text(LEFT - 6, y + 4, say(value), "end"))
        return out

    def foot(self, say: Say, below: str, least: float = 0) -> list[str]:
        """Values along the foot, and what they are."""
        base = HEIGHT - BOTTOM
        marks = [
            stroke("axis", self.at_x(v), base, self.at_x(v), base + 4)
            + text(self.at_x(v), base + 16, say(v))
            for v in ticks(*self.x, 6, least)
        ]
        words = text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 4, below)
        return [*marks, stroke("axis", LEFT, base, WIDTH - RIGHT, base), words]


def whisker(x: float, low: float, high: float) -> str:
    return (
        f'<path class="whisker" d="M{x:.1f} {low:.1f}V{high:.1f}M{x - 6:.1f} {low:.1f}h12'
        f'M{x - 6:.1f} {high:.1f}h12"/>'
    )


def bars(title: str, labels: Sequence[str], values: Sequence[float], say: Say = percent) -> str:
    """Bars that stand."""
    plane = Plane((0, len(values)), (0, max([*values, 1e-9]) * 1.12))
    out = plane.rules(round_percent if say is percent else say)
    wide = min(70.0, (WIDTH - LEFT - RIGHT) / len(values) * 0.62)
    for i, (label, value) in enumerate(zip(labels, values, strict=True)):
        x, y = plane.at_x(i + 0.5), plane.at_y(value)
        out.append(
            f'<rect class="{HUES[i % 5]}" x="{x - wide / 2:.1f}" y="{y:.1f}" width="{wide:.1f}" '
            f'height="{HEIGHT - BOTTOM - y:.1f}" rx="2"/>'
        )
        out.append(text(x, y - 6, say(value), kind="value"))
        out.append(text(x, HEIGHT - BOTTOM + 17, label, kind="name"))
    out.append(stroke("axis", LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM))
    return drawing(title, out)


def shares(
    title: str, labels: Sequence[str], values: Sequence[float], spans: Sequence[Span], fair: float
) -> str:
    """Shares with their intervals, seen from near, about a dashed line for what is fair."""
    far = max(0.01, *(abs(edge - fair) for span in spans for edge in span)) * 1.35
    plane = Plane((0, len(values)), (fair - far, fair + far))
    y = plane.at_y(fair)
    out = [*plane.rules(round_percent), stroke("fair", LEFT, y, WIDTH - RIGHT, y)]
    for i, (label, value) in enumerate(zip(labels, values, strict=True)):
        x, (low, high) = plane.at_x(i + 0.5), map(plane.at_y, spans[i])
        out.append(whisker(x, low, high))
        out.append(f'<g transform="translate({x:.1f} {plane.at_y(value):.1f}) scale(1.7)">')
        out.append(sign(HUES[i % len(HUES)], 0, 0) + "</g>")
        out.append(text(x, high - 7, percent(value), kind="value"))
        out.append(text(x, HEIGHT - BOTTOM + 17, label, kind="name"))
    out.append(stroke("axis", LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM))
    out.append(text(WIDTH - RIGHT, HEIGHT + 6, f"dashed: {percent(fair)}, a fair share", "end"))
    return drawing(title, out, HEIGHT + 12)


def histogram(
    title: str, times: Mapping[float, int], below: str, hue: str = "blue", most_bars: int = 32,
    step: float = 1,
) -> str:  # fmt: skip
    """How often each value came; values a `step` apart, the rarest at both ends left out."""
    shown, width = binned(times, most_bars, step)
    first, last = min(shown), max(shown)
    around = max(0.5, 3 - len(shown) / 2) * width  # few bars are not as wide as the chart
    plane = Plane((first - around, last + around), (0, max(shown.values()) * 1.08))
    if width > step:  # a bar stands for the values from its left edge on
        plane = Plane((first, last + width), plane.y)
    out = plane.rules(round_percent)
    gap = 1.0 if len(shown) > 16 else 2.0
    for value, share in sorted(shown.items()):
        left = value if width > step else value - width / 2
        x, y = plane.at_x(left) + gap / 2, plane.at_y(share)
        wide = max(0.8, plane.at_x(left + width) - plane.at_x(left) - gap)
        out.append(
            f'<rect class="{hue}" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" '
            f'height="{HEIGHT - BOTTOM - y:.1f}"/>'
        )
    return drawing(title, [*out, *plane.foot(plain, below, step)])


def binned(times: Mapping[float, int], most: int, step: float) -> tuple[dict[float, float], float]:
    """Shares by the left edge of their bar, and a bar's width: 1, 2 or 5 steps, 10, 20, …"""
    total, seen = sum(times.values()), 0
    kept = []
    for value in sorted(times):
        if seen + times[value] > 0.001 * total and seen < 0.999 * total:
            kept.append(value)
        seen += times[value]
    low, high = kept[0], kept[-1]
    sizes = (step * 10**power * f for power in range(12) for f in (1, 2, 5))
    width = next(size for size in sizes if (high - low) / size < most)
    shown: dict[float, float] = {}
    for value in kept:
        left = round(math.floor(value / width + 1e-9) * width, 10)
        shown[left] = shown.get(left, 0.0) + times[value] / total
    return shown, width


def rows(
    title: str, labels: Sequence[str], values: Sequence[float],
    spans: Sequence[Span] | None = None, say: Say = plain, hue: str = "green",
) -> str:  # fmt: skip
    """Bars that lie, one below the other, with their values."""
    tall, margin = 27, 12 + 8 * min(16, max(map(len, labels), default=0))
    most = max([*values, *(high for _, high in spans or ()), 1e-9])
    room = WIDTH - margin - 66
    out = []
    for i, (label, value) in enumerate(zip(labels, values, strict=True)):
        y = 6 + i * tall
        end = margin + room * max(0.0, value) / most
        out.append(text(margin - 8, y + 16, label, "end", "name"))
        out.append(
            f'<rect class="{hue}" x="{margin:.1f}" y="{y + 3}" '
            f'width="{max(1.0, end - margin):.1f}" height="{tall - 9}" rx="2"/>'
        )
        if spans:
            low, high = (margin + room * max(0.0, edge) / most for edge in spans[i])
            middle, end = y + 3 + (tall - 9) / 2, max(end, high)
            out.append(
                f'<path class="whisker" d="M{low:.1f} {middle:.1f}H{high:.1f}M{low:.1f} '
                f'{middle - 4:.1f}v8M{high:.1f} {middle - 4:.1f}v8"/>'
            )
        out.append(text(end + 7, y + 16, say(value), "start", "value"))
    return drawing(title, out, 12 + tall * len(values))


def curve(
    title: str, series: Mapping[str, Sequence[float]],
    bands: Mapping[str, Sequence[Span]] | None = None, below: str = "move",
    y: Span = (0.0, 1.0), say: Say = round_percent, first: int = 0,
) -> str:  # fmt: skip
    """Named lines over 0, 1, 2, … (or from `first` on), each with a band if there is one."""
    longest = max((len(values) for values in series.values()), default=1)
    plane = Plane((first, first + max(1, longest - 1)), y)
    out = plane.rules(say)
    names = []
    x_name = float(LEFT)
    for i, (name, values) in enumerate(series.items()):
        hue = HUES[i % len(HUES)]
        points = [(plane.at_x(first + k), plane.at_y(v)) for k, v in enumerate(values)]
        if bands and name in bands:
            edges = [
                (plane.at_x(first + k), *map(plane.at_y, b)) for k, b in enumerate(bands[name])
            ]
            there = [f"{x:.1f},{low:.1f}" for x, low, _ in edges]
            back = [f"{x:.1f},{high:.1f}" for x, _, high in reversed(edges)]
            out.append(f'<polygon class="band {hue}" points="{" ".join(there + back)}"/>')
        path = " ".join(f"{x:.1f},{y_at:.1f}" for x, y_at in points)
        dash = f' stroke-dasharray="{DASHES[i % len(DASHES)]}"' if DASHES[i % len(DASHES)] else ""
        out.append(f'<polyline class="line {hue}"{dash} points="{path}"/>')
        if points:
            out.append(sign(hue, *points[-1]))
        names.append(sign(hue, x_name + 6, HEIGHT + 9))
        names.append(text(x_name + 15, HEIGHT + 13, name, "start", "name"))
        x_name += 30 + 7 * len(name)
    return drawing(title, [*out, *plane.foot(plain, below, 1), *names], HEIGHT + 22)


def sign(hue: str, x: float, y: float) -> str:
    """The shape that goes with a hue."""
    return f'<path class="{hue}" transform="translate({x:.1f} {y:.1f})" d="{SIGNS[hue]}"/>'
