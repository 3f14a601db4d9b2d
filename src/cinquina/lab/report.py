"""A simulation or a comparison as one HTML file that needs nothing else and is good to look at."""

from collections.abc import Iterable, Mapping
from html import escape

from cinquina import __version__
from cinquina.lab import charts
from cinquina.lab.charts import percent, plain
from cinquina.lab.compare import SHARES, Comparison, Metric, holm
from cinquina.lab.metrics import Counts, Facts
from cinquina.lab.statistics import Tally

MARK = (("yellow", 9, 9), ("red", 31, 9), ("blue", 20, 20), ("green", 9, 31), ("purple", 31, 31))

PAGE = """
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 40px 20px 64px; }
header { display: flex; gap: 18px; align-items: flex-start; }
header .chart { flex: none; width: 68px; }
h1 { font-size: clamp(30px, 6vw, 46px); line-height: 1.08; letter-spacing: -.02em; margin: 0;
  font-weight: 800; }
h2 { font-size: 19px; margin: 0 0 4px; letter-spacing: -.01em; }
p { margin: 0; } .soft { color: var(--soft); }
dl { display: flex; flex-wrap: wrap; gap: 4px 26px; margin: 20px 0 0; }
dl div { display: flex; gap: 7px; } dt { color: var(--soft); } dd { margin: 0; font-weight: 600; }
pre { margin: 16px 0 0; padding: 12px 16px; background: var(--card);
  border-left: 4px solid var(--blue);
  font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.stopped { margin-top: 16px; padding: 10px 16px; border-left: 4px solid var(--red);
  background: var(--card); }
.tiles { display: grid; gap: 14px; margin: 32px 0 14px;
  grid-template-columns: repeat(auto-fit, minmax(148px, 1fr)); }
.tile { max-width: 380px; background: var(--card);
  padding: 16px 18px 14px; border-top: 5px solid var(--hue); }
.tile b { display: block; font-size: 31px; line-height: 1.15; font-weight: 800;
  font-variant-numeric: tabular-nums; letter-spacing: -.02em; }
.tile span { color: var(--soft); font-size: 14px; }
.plots { display: grid; gap: 14px;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 430px), 1fr)); }
section { background: var(--card); padding: 20px 20px 18px; min-width: 0; }
@media (max-width: 520px) { section { padding: 16px 12px 14px; } }
section p { color: var(--soft); font-size: 15px; margin-bottom: 14px; }
.wide { overflow-x: auto; background: var(--card); padding: 8px 20px; margin-top: 14px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; font-size: 14px; color: var(--soft); font-weight: 500; }
th, td { padding: 9px 18px 9px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child td { border-bottom: 0; }
td small { display: block; color: var(--soft); font-size: 13px; white-space: nowrap; }
@media (max-width: 640px) { thead { display: none; } tr { display: grid; padding: 8px 0;
  grid-template-columns: 1fr 1fr; border-bottom: 1px solid var(--line); }
  td { border: 0; padding: 3px 12px 3px 0; }
  td:first-child { grid-column: 1 / 3; font-weight: 700; }
  td[title]::before { content: attr(title); display: block; color: var(--soft); font-size: 13px; } }
.clear { font-weight: 700; } .clear::before { content: "● "; color: var(--red); }
footer { margin-top: 28px; font-size: 14px; color: var(--soft); }
"""


def between(low: float, high: float) -> str:
    """An interval of shares: (52.8–53.4 %)."""
    return f"({100 * low:.1f}–{100 * high:.1f} %)"


def names(items: Iterable[str]) -> str:
    *first, last = items
    return f"{', '.join(first)} and {last}" if first else last


def page(title: str, head: str, body: str) -> str:
    mark = "".join(charts.sign(hue, x, y) for hue, x, y in MARK)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{charts.STYLE}{PAGE}</style>\n</head>\n"
        f'<body>\n<main>\n<header><svg class="chart" viewBox="0 0 40 40" aria-hidden="true">{mark}'
        f"</svg><div>{head}</div></header>\n{body}\n</main>\n</body>\n</html>\n"
    )


def details(pairs: Mapping[str, str], command: str, stopped: str) -> str:
    items = "".join(
        f"<div><dt>{escape(key)}</dt><dd>{escape(value)}</dd></div>" for key, value in pairs.items()
    )
    again = f"<pre>{escape(command)}</pre>" if command else ""
    note = f'<p class="stopped">{escape(stopped)}</p>' if stopped else ""
    return f"<dl>{items}</dl>{again}{note}"


def tiles(values: Iterable[tuple[str, str]]) -> str:
    return '<div class="tiles">{}</div>'.format(
        "".join(
            f'<div class="tile" style="--hue: var(--{charts.HUES[i % 5]})"><b>{escape(value)}</b>'
            f"<span>{escape(label)}</span></div>"
            for i, (value, label) in enumerate(values)
        )
    )


def section(title: str, sentence: str, chart: str) -> str:
    return f"<section><h2>{escape(title)}</h2><p>{escape(sentence)}</p>{chart}</section>"


# --- A simulation --------------------------------------------------------------------------------


def report(facts: Facts) -> str:
    """The whole page of a simulation."""
    game, match = facts.game, facts.match
    bots = [facts.bot(p) for p in range(match.players)]
    title = f"{game.name}: {facts.games:,} games"
    who = f"all {bots[0]}" if len(set(bots)) == 1 else names(bots)
    about = {
        "players": str(match.players),
        "bots": who,
        "options": options(facts),
        "deck": "standard" if game.cards is None else f"its own, {sum(game.deck.values())} cards",
        "seed": str(match.seed),
        "cinquina": f"{__version__}, rules {game.rules.VERSION}",
    }
    stopped = "Stopped early: these are the games that were finished." if facts.stopped else ""
    head = f'<h1>{escape(game.name)}</h1><p class="soft">{facts.games:,} games, {who}</p>'
    plots = "\n".join(section(*part) for part in parts(facts))
    foot = (
        "Intervals hold with 95 %. Histograms leave out the rarest 0.1 % at either end. "
        "How each number is computed is in docs/lab.md."
    )
    body = details(about, facts.command, stopped) + headline(facts)
    return page(title, head, f'{body}<div class="plots">{plots}</div><footer>{foot}</footer>')


def options(facts: Facts) -> str:
    given = [f"{key}={str(value).lower()}" for key, value in facts.game.options.items()]
    return ", ".join(given) or "none"


def headline(facts: Facts) -> str:
    best = max(range(facts.match.players), key=lambda p: facts.win_share(p)[0])
    moves = facts.counts["moves"].tally().mean
    found = [
        (percent(facts.win_share(best)[0]), f"won by player {best}, the most of all"),
        (plain(moves), "moves in a game"),
        (percent(facts.tie_rate()[0]), "of the games end in a tie"),
        (plain(facts.counts["lead_changes"].tally().mean), "changes of the lead"),
        (plain(facts.counts["branching"].tally().mean), "legal actions per decision"),
    ]
    if facts.sample.impact.n:
        impact = max(0.0, facts.sample.impact.mean)
        found.append((percent(impact), "of win chance hang on a decision"))
    return tiles(found)


def points(share: float) -> str:
    return f"{100 * share:.1f} %".replace("-", "−")


def parts(facts: Facts) -> Iterable[tuple[str, str, str]]:
    """Title, sentence and chart of each part."""
    counts = facts.counts
    yield seats(facts)
    yield spread("Length", counts["moves"], "moves", "A game takes", "blue")
    if "seconds" in counts:
        yield spread(
            "Time", counts["seconds"], "seconds", "On the simulation clock it takes", "red"
        )
    yield spread("Winner’s score", counts["winner_score"], "points", "The winner has", "yellow")
    yield spread("All scores", facts.all_scores(), "points", "A player ends with", "purple")
    yield spread("Winning margin", counts["margin"], "points", "The winner is ahead by", "green")
    yield spread("Lead changes", counts["lead_changes"], "changes", "The lead passes on in", "red")
    yield spread("Decisions", counts["decisions"], "decisions", "A game asks for", "blue")
    yield spread(
        "Branching", counts["branching"], "legal actions", "A decision is between", "purple"
    )
    yield ties(facts)
    verbs = facts.verbs()
    first = next(iter(verbs))
    said = f"The most common action is “{first}”, {plain(verbs[first])} times a game."
    yield "Actions", said, charts.rows("Actions in a game", list(verbs), list(verbs.values()))
    if facts.sample.games:
        yield fired(facts)
    if facts.sample.impact.n:
        yield impact(facts)


def seats(facts: Facts) -> tuple[str, str, str]:
    players = facts.match.players
    found = [facts.win_share(p) for p in range(players)]
    fair = 1 / players
    even = Tally(1, fair)  # a share that is known
    seen = [Metric("", "", even, counts.tally()) for counts in facts.shares]
    best = max(range(players), key=lambda p: found[p][0])
    told = f"{percent(found[best][0])} {between(*found[best][1:])}"
    if len({facts.bot(p) for p in range(players)}) > 1:
        said = f"{facts.bot(best)} on seat {best} wins most: {told}."
    elif any(holm([metric.p for metric in seen])):
        said = f"The seat matters: player {best} wins {told}, where {percent(fair)} would be fair."
    else:
        said = f"No seat is clearly better or worse than the fair {percent(fair)}."
    labels = [f"player {p}" if players < 5 else str(p) for p in range(players)]
    spans = [(low, high) for _, low, high in found]
    values = [share for share, *_ in found]
    return "Seat advantage", said, charts.shares("Games won by seat", labels, values, spans, fair)


def spread(title: str, counts: Counts, unit: str, lead: str, hue: str) -> tuple[str, str, str]:
    """A histogram, with the mean and the middle nine tenths in words."""
    if not counts.n:
        return title, "There was none in any game.", ""
    mean, low, high = counts.tally().mean, counts.quantile(0.05), counts.quantile(0.95)
    tail = f"nine games in ten {plain(low)} to {plain(high)}"
    if low == high:
        tail = f"nearly always {plain(low)}"
    said = f"{lead} {plain(mean)} {unit} on average, {tail}."
    if unit == "changes":
        said = f"The lead changes {plain(mean)} times a game on average, {tail}."
    if title == "All scores":
        said = said.replace("nine games in ten", "nine players in ten")
    times = {value / counts.unit: n for value, n in counts.times.items()}
    return title, said, charts.histogram(title, times, unit, hue, step=1 / counts.unit)


def ties(facts: Facts) -> tuple[str, str, str]:
    share, low, high = facts.tie_rate()
    winners = facts.counts["winners"]
    said = f"{percent(share)} {between(low, high)} of the games have more than one winner."
    if share == 0:
        said = f"No game was tied; ties are rarer than {percent(high)}."
    labels = ["one winner", *(f"{n} winners" for n in range(2, max(2, *winners.times) + 1))]
    found = [winners.share(lambda w, n=n: w == n) for n in range(1, len(labels) + 1)]
    spans = [(low, high) for _, low, high in found]
    chart = charts.rows("Winners", labels, [f[0] for f in found], spans, percent, "yellow")
    return "Ties", said, chart


def fired(facts: Facts) -> tuple[str, str, str]:
    means = {name: counts.tally() for name, counts in facts.sample.events.items()}
    order = sorted(means, key=lambda name: -means[name].mean)
    if not order:
        return "Rules that fire", f"Nothing special happened in {facts.sample.games} games.", ""
    said = (
        f"“{order[0]}” happens most, {plain(means[order[0]].mean)} times a game; from "
        f"{facts.sample.games} games played again move by move."
    )
    values, spans = [means[n].mean for n in order], [means[n].interval() for n in order]
    return "Rules that fire", said, charts.rows("Events in a game", order, values, spans, hue="red")


def impact(facts: Facts) -> tuple[str, str, str]:
    tally = facts.sample.impact
    low, high = tally.interval()
    said = (
        f"Choosing the best action instead of any brings {points(tally.mean)} of win chance "
        f"({points(low)} to {points(high)}), from {tally.n} decisions and random playouts."
    )
    if low <= 0:
        said = (
            f"No single decision was seen to matter much between random players: "
            f"{points(low)} to {points(high)} of win chance, from {tally.n} decisions."
        )
    labels = ["the worst action", "any action", "the best action"]
    values = [chance.mean for chance in facts.sample.chances]
    return "Decision impact", said, charts.bars("Win chance after it", labels, values)


# --- A comparison --------------------------------------------------------------------------------


def amount(metric: Metric, value: float) -> str:
    return percent(value).replace("-", "−") if metric.name in SHARES else plain(round(value, 4))


def cell(metric: Metric, title: str, value: float, low: float, high: float, sign: str = "") -> str:
    plus = sign if value > 0 else ""
    return (
        f'<td title="{escape(title)}">{plus}{amount(metric, value)}'
        f"<small>{amount(metric, low)} to {amount(metric, high)}</small></td>"
    )


def comparison(found: Comparison) -> str:
    """The whole page of a comparison."""
    match, game = found.before.match, found.before.game
    clear = [metric for metric in found.metrics if metric.clear]
    said = f"{len(clear)} of {len(found.metrics)} measures are clearly different."
    head = (
        f"<h1>{escape(game.name)}</h1>"
        f'<p class="soft">{escape(found.names[0])} against {escape(found.names[1])}</p>'
    )
    about = {
        "games of each": f"{found.after.games:,}",
        "players": str(match.players),
        "bots": names(match.bots),
        "seed": str(match.seed),
        "cinquina": f"{__version__}, rules {game.rules.VERSION}",
    }
    stopped = "Stopped early: these are the games that were finished." if found.stopped else ""
    old, new = found.names
    rows = "".join(
        f"<tr><td>{escape(m.label)}</td>{cell(m, old, m.before.mean, *m.before.interval())}"
        f"{cell(m, new, m.after.mean, *m.after.interval())}"
        f"{cell(m, 'difference', m.change, *m.interval, '+')}"
        f'<td class="{"clear" if m.clear else "soft"}">{m.words}</td></tr>'
        for m in found.metrics
    )
    titles = ("measure", *found.names, "difference", "in words")
    table = (
        f'<div class="wide"><table><thead><tr>{"".join(f"<th>{escape(t)}</th>" for t in titles)}'
        f"</tr></thead><tbody>{rows}</tbody></table></div>"
    )
    foot = (
        "Intervals hold with 95 % each. A difference is marked when it is clear after Holm’s "
        "correction over all measures (Welch’s test)."
    )
    body = details(about, found.command, stopped) + headline_of(found) + sides(found)
    return page(
        f"{game.name}: {found.names[0]} against {found.names[1]}",
        head,
        f'{body}<p class="soft" style="margin-top:28px">{said}</p>{table}<footer>{foot}</footer>',
    )


def headline_of(found: Comparison) -> str:
    """The largest clear differences, in standard errors, as tiles."""
    clear = sorted((m for m in found.metrics if m.clear), key=lambda m: m.p)
    by_size = sorted(clear, key=lambda m: -abs(m.change) / (m.error or 1e-12))[:5]
    return tiles((f"{'+' if m.change > 0 else ''}{amount(m, m.change)}", m.label) for m in by_size)


def sides(found: Comparison) -> str:
    """Seats and lengths of both, side by side."""
    both = (found.before, found.after)
    if not all(facts.games for facts in both):
        return ""
    out = []
    for name, facts in zip(found.names, both, strict=True):
        for title, said, chart in (
            seats(facts),
            spread("Length", facts.counts["moves"], "moves", "A game takes", "blue"),
        ):
            out.append((title, section(f"{title}: {name}", said, chart)))
    out.sort(key=lambda part: part[0] != "Seat advantage")
    return f'<div class="plots">{"".join(part for _, part in out)}</div>'
