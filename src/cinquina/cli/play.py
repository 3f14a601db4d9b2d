"""Play a game against bots, here in the terminal.

Type the number of a choice, or the move in notation; `h` lists the keys.

7 Ate 9 has no turns. Here nobody looks at your clock: you choose first, and
then again whenever the simulation clock says that you are the next to act. It
gives you and each bot reaction times of the same kind, so that all have the
same share of the moves, however long you think. With `w` you wait and let the
others go first.
"""

import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count as numbers
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from cinquina.cli import picture, rules
from cinquina.cli.arguments import DeckFile, Given, Players, interpret, make_game
from cinquina.cli.picture import Choice, View, card, color, top_of
from cinquina.cli.playthrough import count
from cinquina.cli.replay import THEN, Outcome, Step, check_new, result, write_new
from cinquina.core.errors import CinquinaError

if TYPE_CHECKING:
    from cinquina.bots import Bot
    from cinquina.bots.reaction import Clock
    from cinquina.table import Game, Table

WAIT = "wait"
OPPONENT = "medium"
YOU = "greedy"  # whose reaction times the person has on the simulation clock
HINT = "[dim]h lists the keys, ? opens the rule book, q leaves.[/]"
KEYS = """[bold]a number[/]  takes that choice
[bold]a move[/]    in notation works too, such as [bold]{example}[/]
[bold]?[/]         the rule book
[bold]h[/]         these keys
[bold]q[/]         leaves the game"""


class Left(Exception):
    """The person has left."""


def run(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Asked if missing.")] = None,
    players: Players = 2,
    seat: Annotated[int, typer.Option(metavar="S", help="Your seat, from 0.")] = 0,
    seed: Annotated[int | None, typer.Option(help="The same seed, the same deal.")] = None,
    option: Given = None,
    deck: DeckFile = None,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="NAME", help="Once for all bots, or once for each."),
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the replay to a new file.")
    ] = None,
) -> None:
    interpret(bot or ())
    if save is not None:
        check_new(save)
    screen = picture.open_screen()
    try:
        slug = game or ask_game(screen)
        rule_set = make_game(slug, players, option, deck)
        play_on(screen, rule_set, seat, seed, seat_bots(rule_set, seat, bot), save)
    except Left:
        return
    except KeyboardInterrupt:
        screen.print()
        raise typer.Exit(130) from None


def play_on(
    screen: Console,
    game: "Game",
    me: int,
    seed: int | None,
    names: dict[int, str],
    save: Path | None,
) -> None:
    """One game after the other, until the person has had enough."""
    from cinquina.bots import make
    from cinquina.bots.names import minds_of
    from cinquina.bots.reaction import Clock
    from cinquina.bots.sense import load
    from cinquina.core.rng import SEED_BITS

    start = secrets.randbits(SEED_BITS) if seed is None else seed
    bots = {p: make(name, start, p, game.slug) for p, name in names.items()}
    minds = minds_of([names.get(p, YOU) for p in range(game.players)], game.slug)
    load(game.slug)
    for number in numbers():
        table = game.deal(start, number)
        clock = Clock(start ^ number, minds) if game.real_time else None
        sitting = Sitting(screen, table, me, bots, clock, start ^ number, save is not None)
        try:
            sitting.play()
        finally:
            if save is not None and table.history:
                screen.print(Text(f"Saved as {write_new(table.record(), save)}."))
        if not agrees(screen, "Another game?", True):
            return


def seat_bots(game: "Game", me: int, names: list[str] | None) -> dict[int, str]:
    """Which bot plays which seat."""
    if not 0 <= me < game.players:
        raise CinquinaError(f"Seats are numbered 0 to {game.players - 1}; there is no seat {me}.")
    others = [p for p in range(game.players) if p != me]
    names = names or [OPPONENT]
    if len(names) not in (1, len(others)):
        raise CinquinaError(
            f"Name one bot for all seats or {len(others)}, one for each bot; not {len(names)}."
        )
    return {p: names[i % len(names)] for i, p in enumerate(others)}


# --- The person ------------------------------------------------------------------------------


def ask(screen: Console, prompt: str) -> str:
    """What the person types; leaves at the end of the input."""
    try:
        seen = sys.stdin.isatty()
        answer = input(f"{prompt} " if seen else prompt).strip()
    except EOFError:
        screen.print()
        raise Left from None
    if not seen:  # nobody has seen it being typed
        screen.print(Text(f" {answer[:60]}"))
    return answer


def agrees(screen: Console, question: str, default: bool) -> bool:
    while True:
        answer = ask(screen, f"{question} [{'Y/n' if default else 'y/N'}]").lower()
        if answer in ("", "y", "yes", "n", "no"):
            return answer.startswith("y") if answer else default
        screen.print("Type y or n.")


def number_in(text: str, most: int) -> int | None:
    """A choice by its number, from 1."""
    if text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= most:
        return int(text)
    return None


def ask_game(screen: Console) -> str:
    from cinquina import games

    slugs = games.slugs()
    screen.print("[bold]Which game?[/]")
    for i, slug in enumerate(slugs, 1):
        module = games.load(slug)
        seats = f"{module.MIN_PLAYERS}-{module.MAX_PLAYERS} players"
        screen.print(f"  {i}  {module.NAME:<10} [dim]{seats}[/]")
    while True:
        answer = ask(screen, ">").lower()
        number = number_in(answer, len(slugs))
        if number or answer in slugs:
            return slugs[number - 1] if number else answer
        if answer == "q":
            raise Left
        screen.print(f"Type a number from 1 to {len(slugs)}, or q to leave.")


# --- A game ----------------------------------------------------------------------------------


@dataclass
class Sitting:
    """A person at a table with bots. All that is shown comes from the view of that seat."""

    screen: Console
    table: "Table"
    me: int
    bots: "dict[int, Bot]"
    clock: "Clock | None"
    seed: int  # of what the players imagine
    keeps: bool  # will the game be saved?
    begun: bool = False  # in a race: has the person had the first choice?
    waits: bool = False  # in a race: does the person let the others go first?

    def __post_init__(self) -> None:
        self.slug = self.table.game.slug
        self.names = [f"Bot {p + (p < self.me)}" for p in range(self.table.game.players)]
        self.names[self.me] = "You"

    def play(self) -> None:
        self.screen.print(f"[bold]{self.table.game.name}[/]: {HINT}")
        while not self.table.over:
            seat = self.next_seat()
            self.begun, self.waits = True, False
            if seat != self.me:
                self.act(seat, self.bots[seat].choose(self.imagined(seat), seat))
                continue
            action = self.choose()
            if action == WAIT:
                self.waits = True
            else:
                self.act(seat, action)
        last = picture.position(self.slug, self.table.view(self.me), self.names, self.me)
        lines = result(self.slug, self.names, self.table.scores, self.table.winners)
        self.screen.print("", last, "", *lines, "", sep="\n")

    def imagined(self, seat: int) -> "Table":
        """The table as far as the seat may know it, the rest being guessed."""
        return self.table.imagined(seat, self.seed, len(self.table.history))

    def next_seat(self) -> int:
        """Who acts next; in a race this is up to the clock, the person's seat included."""
        seats = self.table.to_act
        if self.clock is None:
            return seats[0]
        if not self.begun and self.me in seats:
            return self.me
        others = tuple(seat for seat in seats if seat != self.me)
        return self.clock.first(self.table.states, others if self.waits and others else seats)

    def act(self, seat: int, action: str) -> None:
        before = self.table.view(self.me)
        events = self.table.play(seat, action, self.clock.ms if self.clock else None)
        after = self.table.view(self.me)
        step = Step(self.slug, self.names, seat, action, before, after, events)
        self.screen.print(*step.lines(), sep="\n")

    def choose(self) -> str:
        """The person's action; whatever else is typed changes nothing."""
        view = self.table.view(self.me)
        legal = self.table.legal(self.me)
        choices = choices_of(self.slug, self.imagined(self.me), self.me, self.names)
        if self.clock:
            choices.append((WAIT, "wait and let the others go first", "w"))
        self.look(view, choices)
        while True:
            answer = " ".join(ask(self.screen, ">").split())
            number = number_in(answer, len(choices))
            if number:
                return choices[number - 1][0]
            moves = [*legal, *([WAIT] if self.clock else [])]
            found = [move for move in moves if move.lower() == answer.lower()]
            if found or (self.clock and answer in ("w", "W")):
                return found[0] if found else WAIT
            self.other_key(answer, view, choices)

    def look(self, view: View, choices: list[Choice]) -> None:
        self.screen.print("", picture.position(self.slug, view, self.names, self.me), "", sep="\n")
        self.screen.print(picture.listed(choices))

    def other_key(self, answer: str, view: View, choices: list[Choice]) -> None:
        if answer == "?":
            self.show_rules()
            self.look(view, choices)
        elif answer in ("h", "H"):
            wait = "\n[bold]w[/]         waits" if self.clock else ""
            self.screen.print(KEYS.format(example=choices[0][0]) + wait)
        elif answer in ("q", "Q"):
            self.leave()
        else:
            first = "That is not a move now."
            if answer.lower() in map(str.lower, self.table.game.rules.ACTIONS):
                first = f"{answer} is not legal now."
            some = "1" if len(choices) == 1 else f"a number from 1 to {len(choices)}"
            self.screen.print(f"{first} Type {some}, or h for help.")

    def show_rules(self) -> None:
        book = Markdown(rules.text(self.slug))
        if self.screen.is_terminal and sys.stdin.isatty():
            with self.screen.pager():
                self.screen.print(book)
        else:
            self.screen.print(book)

    def leave(self) -> None:
        kept = "What was played so far will be saved."
        self.screen.print(kept if self.keeps else "To keep a game, begin it with --save FILE.")
        if agrees(self.screen, "Leave this game?", False):
            raise Left


# --- Choices in words ------------------------------------------------------------------------


def choices_of(slug: str, table: "Table", me: int, names: list[str]) -> list[Choice]:
    """The legal actions as they are offered. What comes of them is tried on copies of a table
    that is imagined: only what does not depend on the guess is said."""
    view, legal = table.view(me), table.legal(me)

    def tried(action: str) -> Outcome:
        other = table.copy()
        events = other.play(me, action)
        return other.view(me), events

    if slug == "add-up":
        return of_add_up(legal, me, tried)
    if slug == "seven-ate-nine":  # drawing comes after playing
        legal = sorted(legal, key=lambda action: action == "draw")
    say, then = WORDS.get(slug, of_plain), THEN.get(slug)
    choices = []
    for action in legal:
        words = say(view, me, *action.split())
        if then is not None:
            words += then(tried(action), names, *action.split())
        choices.append((action, words, action))
    return choices


def of_push(view: View, _: int, verb: str, what: str = "") -> str:
    if verb == "flip":
        return "turn up the next card" if any(view["columns"]) else "draw: turn up a card"
    if verb == "protect":
        return f"protect your {color(what)} cards"
    column = view["columns"][int(what) - 1]
    if verb == "place":
        return f"put {card('push', view['drawn'])} in {'' if column else 'a new '}column {what}"
    stop = "stop and take" if view["phase"] == "turn" else "take"
    return f"{stop} column {what}"


def of_burst(view: View, _: int, verb: str, what: str = "") -> str:
    if verb == "draw":
        return "draw a card"
    if verb == "pick":
        return f"{view['pending']} {card('burst', what)} from the row"
    return f"play {card('burst', what)}"


def of_triggs(view: View, me: int, verb: str, what: str = "", times: str = "") -> str:
    match verb:
        case "draw":
            top = top_of(view[what]) if what != "middle" else None
            return f"draw {card('triggs', top)} from the {what}" if top else f"draw from the {what}"
        case "discard":
            n = view["hands"][me].count(what)
            return f"discard {card('triggs', what)} {times or (f'x{n}' if n > 1 else '')}".rstrip()
        case "use":
            return f"use {' + '.join(card('triggs', c) for c in what.split('+'))}"
        case "bonus":
            return f"extra cross in row {what}"
    return {"done": "stop here", "skip": "no extra cross"}.get(verb, f"cross off {what}")


def of_seven(_: View, __: int, verb: str, what: str = "") -> str:
    words = {"draw": "draw a card", "finish": "lay your last card face down"}
    return words.get(verb) or f"play {card('seven-ate-nine', what)}"


def of_add_up(legal: list[str], me: int, tried: Callable[[str], Outcome]) -> list[Choice]:
    """What wins cards comes first; of a joker's values one is proposed for each row."""
    groups: dict[tuple[str, str], dict[str, str]] = {}  # of a card and a row: action by value
    for action in legal:
        _, what, row = action.split()
        name, _, value = what.partition("=")
        groups.setdefault((name, row), {})[value] = action
    winning: list[Choice] = []
    rest: list[Choice] = []
    for (name, row), actions in groups.items():
        won = {}
        for value, action in actions.items():
            events = tried(action)[1]
            won[value] = sum(e["cards"] for e in events if e.get("player") == me)
        value, *others = sorted(won, key=lambda value: -won[value])
        action = note = actions[value]
        words = f"play {card('add-up', action.split()[1])} to the {row}"
        if won[value]:
            words += f": [bold]wins {count(won[value])}[/]"
        if others:
            first, *_, last = actions
            example = next(v for v in ("17", "3", last, first) if v in others)
            note = f"{first}-{last}: type play {name}={example} {row}"
        (winning if won[value] else rest).append((action, words, note))
    return winning + rest


def of_plain(_: View, __: int, *action: str) -> str:
    return " ".join(action)


WORDS: dict[str, Callable[..., str]] = {
    "push": of_push,
    "burst": of_burst,
    "triggs": of_triggs,
    "seven-ate-nine": of_seven,
}
