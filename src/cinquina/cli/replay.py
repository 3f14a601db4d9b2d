"""Check a replay and tell the game step by step."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count as count_from
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from rich.markup import escape

from cinquina.cli import picture
from cinquina.cli.arguments import interpret
from cinquina.cli.picture import View, card, cards, color, row_sum, top_of
from cinquina.cli.playthrough import count, event_words
from cinquina.core.errors import CinquinaError

if TYPE_CHECKING:
    from rich.console import Console

    from cinquina.table import Table

Line = dict[str, Any]
Outcome = tuple[View, list[Line]]  # what a seat sees after an action, and the events


def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A replay, as `--save` writes it.")],
    to: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Stop after action N, show the position.")
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each action.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="JSON lines, as playthrough.")] = False,
) -> None:
    interpret()
    from cinquina.lab.playthrough import lines
    from cinquina.replays import read, replay

    text = load(file)
    replay(text)  # says which line is wrong
    table, actions, _ = read(text)
    if to is not None and to > len(actions):
        raise CinquinaError(f"The replay has {len(actions)} actions: --to {to} is beyond its end.")
    steps = lines(table, ((player, action, ms) for _, player, action, ms in actions[:to]))
    if as_json:
        for line in steps:
            typer.echo(json.dumps(line, separators=(",", ":")))
        return
    try:
        show(picture.open_screen(), table, steps, step and sys.stdin.isatty())
    except (KeyboardInterrupt, EOFError):
        typer.echo()
        raise typer.Exit(130 if isinstance(sys.exception(), KeyboardInterrupt) else 0) from None


def show(screen: "Console", table: "Table", lines: Iterator[Line], pause: bool) -> None:
    """A game in words, with everything open: it has been played."""
    slug, before = table.game.slug, next(lines)["state"]
    names = [f"Player {seat}" for seat in range(table.game.players)]
    given = "".join(f" · {k}={str(v).lower()}" for k, v in table.game.given.items())
    own = "" if table.game.cards is None else " · a deck of its own"
    screen.print(f"[bold]{table.game.name}[/] · {len(names)} players{given}{own}")
    screen.print(f"[dim]seed {table.seed}[/]")
    screen.print(picture.position(slug, before, names), "", sep="\n")
    for line in lines:
        if line["kind"] == "end":
            break
        after = line["state"]
        told = Step(slug, names, line["player"], line["action"], before, after, line["events"])
        time = f"[dim]{line['ms'] / 1000:6.1f} s[/]  " if "ms" in line else ""
        first, *more = told.lines()
        screen.print(picture.Line(f"[dim]{line['n']:>4}[/]  {time}{first}", hang=8), *more)
        before = after
        if pause and input().strip().lower().startswith("q"):
            return
    screen.print("", picture.position(slug, before, names), sep="\n")
    ended = result(slug, names, table.scores, table.winners) if table.over else []
    screen.print("", *(ended or ["The game is not over here."]), sep="\n")


# --- Files -----------------------------------------------------------------------------------


def load(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as problem:
        raise CinquinaError(f"The replay {file} can't be read: {problem.strerror}.") from None
    except UnicodeDecodeError:
        raise CinquinaError(f"{file} is not a replay: it is not a text in UTF-8.") from None


def check_new(file: Path) -> None:
    """Refuse a file that is there already or can't be written, before anything is played."""
    try:
        file.open("x").close()
        file.unlink()
    except OSError as problem:
        refuse(file, problem)


def write_new(text: str, file: Path) -> Path:
    """Write a new file; if the name is taken, game.txt becomes game-2.txt and so on."""
    name = file
    for i in count_from(2):
        try:
            with name.open("x", encoding="utf-8") as out:
                out.write(text)
            break
        except FileExistsError:
            name = file.with_stem(f"{file.stem}-{i}")
        except OSError as problem:
            refuse(name, problem)
    return name


def refuse(file: Path, problem: OSError) -> NoReturn:
    if isinstance(problem, FileExistsError):
        why = "it is there already, and nothing is overwritten"
    elif not file.parent.is_dir():
        why = f"there is no folder {file.parent}"
    else:
        why = problem.strerror or "it can't be written"
    raise CinquinaError(f"The game can't be saved as {file}: {why}.") from None


# --- In words --------------------------------------------------------------------------------


@dataclass
class Step:
    """An action in words, from what one seat saw before and after it."""

    slug: str
    names: list[str]
    player: int
    action: str
    before: View
    after: View
    events: list[Line]

    def lines(self) -> list[str]:
        """What was done, with a die that was rolled; then a line for what else came of it."""
        verb, *rest = self.action.split()
        first = says(self.names[self.player], TELLERS.get(self.slug, tell_plain)(self, verb, *rest))
        rolls = [self.rolled(event) for event in self.events if event["type"] == "roll"]
        others = [event for event in self.events if event["type"] not in ("roll", "busted")]
        return ["; ".join([first, *rolls]) + ".", *(x for e in others for x in self.event(e))]

    def card(self, name: str) -> str:
        return card(self.slug, name)

    def gained(self, played: str = "") -> list[str]:
        """The cards that came into the player's hand, if they are seen."""
        old, new = (view["hands"][self.player] for view in (self.before, self.after))
        if isinstance(old, int) or isinstance(new, int):
            return []
        return list((Counter(new) - (Counter(old) - Counter([played]))).elements())

    def rolled(self, event: Line) -> str:
        who, lost = self.names[event["player"]], " ".join(map(self.card, event["lost"]))
        rolls, loses = conjugated(who, "rolls"), conjugated(who, "loses")
        return f"{rolls} the die: {color(event['face'])}, {loses} {lost or 'nothing'}"

    def event(self, event: Line) -> list[str]:
        match event["type"]:
            case "burst":
                return self.round_over(event)
            case "stuck":
                return [f"      Nobody can go on: {self.card(event['top'])} comes up from below."]
            case "captured":
                won = f"wins {count(event['cards'])} from the table"
                return [
                    f"      [bold]{says(self.names[event['player']], won)}![/]",
                    *self.new_rows(),
                ]
            case "refilled":
                return [f"      The {event['pile']} pile is made anew: {count(event['cards'])}."]
            case "void":
                return [f"      Nobody needs {event['value']}s any more."]
            case "boxed":
                return [f"      Into the box: {cards(self.slug, event['cards'])}"]
            case "drew":
                return self.new_hand(event)
        return [f"      {escape(event_words(event))}"]

    def new_rows(self) -> list[str]:
        """The cards that opened the rows anew."""
        rows = {name: self.after.get(name) for name in ("top", "bottom")}
        told = [(name, " ".join(map(self.card, row))) for name, row in rows.items() if row]
        opened = ", ".join(f"{row} at the {name}" for name, row in told)
        return [f"      New on the table: {opened}."] if opened else []

    def new_hand(self, event: Line) -> list[str]:
        if self.action.startswith("draw"):
            return []
        seen = f": {cards(self.slug, self.gained())}" if self.gained() else "."
        return [
            "      " + says(self.names[event["player"]], f"draws {count(event['cards'])}{seen}")
        ]

    def round_over(self, event: Line) -> list[str]:
        lines = ["      [bold]The round ends without a burst.[/]"]
        if event["player"] is not None:
            said = says(self.names[event["player"]], f"bursts at {event['total']}")
            lines = [f"      [bold]{said}.[/]", f"      Row: {cards(self.slug, event['row'])}"]
        rows = zip(self.names, event["hands"], event["points"], strict=True)
        for seat, (name, hand, points) in enumerate(rows):
            got = "scores nothing" if seat == event["player"] else f"scores {points}"
            lines.append(f"      {says(name, got)}: {cards(self.slug, hand, 'no cards')}")
        return lines


def conjugated(who: str, verb: str) -> str:
    if who != "You":
        return verb
    return verb[:-2] if verb.endswith(("sses", "shes")) else verb[:-1]


def says(who: str, what: str) -> str:
    """A sentence about a player: "Bot 1 rolls", "You roll"."""
    verb, space, rest = what.partition(" ")
    return f"{who} {conjugated(who, verb)}{space}{rest}"


def tell_push(step: Step, verb: str, what: str = "") -> str:
    before, after = step.before, step.after
    if verb == "flip":
        busted = [event["card"] for event in step.events if event["type"] == "busted"]
        if busted:
            return f"turns up {step.card(busted[0])}, which fits nowhere"
        drawn = after["drawn"]
        return (
            f"turns up {step.card(drawn) if drawn else 'a direction card ' + step.card('switch')}"
        )
    if verb == "protect":
        old, new = (Counter(view["protected"][step.player]) for view in (before, after))
        return f"protects {color(what)}: {' '.join(map(step.card, (new - old).elements()))}"
    if verb == "place":
        return f"puts {step.card(before['drawn'])} in column {what}"
    return f"takes column {what}: {' '.join(map(step.card, before['columns'][int(what) - 1]))}"


def tell_burst(step: Step, verb: str, what: str = "") -> str:
    if verb == "draw":
        return f"draws {' '.join(map(step.card, step.gained())) or 'a card'}"
    total = burst_total(step.after, step.events)
    end = "" if total is None else f": total {total}"
    if verb == "pick":
        taken = "takes" if step.before["pending"] == "take" else "discards"
        return f"{taken} {step.card(what)} from the row{end}"
    order = picture.ORDERS.get(what[-1])
    return f"plays {step.card(what)}{f' ({order})' if order else ''}{end}"


def burst_total(after: View, events: list[Line]) -> int | None:
    """The total that is told after an action; none as long as a card is to be picked."""
    ended = [int(event["total"]) for event in events if event["type"] == "burst"]
    return None if after["pending"] else ended[0] if ended else int(after["total"])


def tell_triggs(step: Step, verb: str, what: str = "", times: str = "") -> str:
    match verb:
        case "draw":
            seen = [top_of(step.before[what])] if what != "middle" else step.gained()
            return f"draws {step.card(str(seen[0])) if seen else 'a card'} from the {what} pile"
        case "discard":
            return f"discards {times[1:] + ' x' if times else 'every'} {step.card(what)}"
        case "cross":
            return f"announces {what}"
        case "use":
            value = step.before["value"]
            return f"crosses {value} with {' + '.join(map(step.card, what.split('+')))}"
        case "bonus":
            return f"puts an extra cross in row {what}"
        case "done":
            return "stops there"
    return "leaves the extra cross"


def tell_add_up(step: Step, _: str, what: str, where: str) -> str:
    rows = {name: step.before[name] + [what] * (name == where) for name in ("top", "bottom")}
    sums = {name: row_sum(row) for name, row in rows.items()}
    drawn = " ".join(map(step.card, step.gained(what.partition("=")[0])))
    if drawn:
        drawn = f", {conjugated(step.names[step.player], 'draws')} {drawn}"
    return f"plays {step.card(what)} to the {where}: {sums['top']} against {sums['bottom']}{drawn}"


def tell_seven(step: Step, verb: str, what: str = "") -> str:
    if verb == "finish":
        return f"lays the last card face down: {step.card(step.after['last_card'])}"
    if verb == "draw":
        return f"draws {' '.join(map(step.card, step.gained())) or 'a card'}"
    return f"plays {step.card(what)}"


def tell_plain(_: Step, verb: str, *what: str) -> str:
    return " ".join((f"{verb}s", *what))


TELLERS: dict[str, Callable[..., str]] = {
    "push": tell_push,
    "burst": tell_burst,
    "triggs": tell_triggs,
    "add-up": tell_add_up,
    "seven-ate-nine": tell_seven,
}


# --- In advance ------------------------------------------------------------------------------


def then_push(outcome: Outcome, names: list[str], verb: str, _: str = "") -> str:
    """Whether a column makes its player roll, and who chooses next."""
    after, events = outcome
    if verb != "take":
        return ""
    rolls = ", then roll the die" if any(event["type"] == "roll" for event in events) else ""
    chooses = [names[seat] for seat in after["takers"][:1]] if len(names) > 2 else []
    return "".join([rolls, *(f"; {says(name, 'chooses')} next" for name in chooses)])


def then_burst(outcome: Outcome, _: list[str], verb: str, what: str = "") -> str:
    """What the row does: the total, and whether it bursts."""
    after, events = outcome
    total, order = burst_total(after, events), picture.ORDERS.get(what[-1:])
    if verb == "draw":
        return ""
    if total is None:
        return f", then {after['pending']} one of the row"
    bursts = any(event["type"] == "burst" and event["player"] is not None for event in events)
    words = f" ({order})" if order and verb == "play" else ""
    return f"{words}: total {total}" + (", you burst" if bursts else "")


THEN: dict[str, Callable[..., str]] = {"push": then_push, "burst": then_burst}


def result(slug: str, names: list[str], scores: list[int], winners: list[int]) -> list[str]:
    """Who won, and everybody's points, the best first."""
    won = [names[seat] for seat in winners]
    line = says(won[0], "wins") if len(won) == 1 else f"{' and '.join(won)} share the win"
    units = {"add-up": "card won", "triggs": "box crossed", "seven-ate-nine": "card left"}
    noun, _, after = units.get(slug, "point").partition(" ")
    sign = -1 if slug == "seven-ate-nine" else 1  # there a card left is a point lost
    width = max(map(len, names))
    order = sorted(range(len(names)), key=lambda p: (p not in winners, -scores[p]))
    after = f" {after}" if after else ""
    points = [f"  {names[p]:<{width}}  {count(sign * scores[p], noun)}{after}" for p in order]
    return [f"[bold]{line}.[/]", *points]
