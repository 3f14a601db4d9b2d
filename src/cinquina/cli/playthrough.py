"""A whole game played by bots, as JSON lines or as a readable text."""

import json
from collections.abc import Iterable
from typing import Annotated, Any

import typer

from cinquina.cli.arguments import Bots, DeckFile, Given, Players, Seed, Slug, interpret, make_game
from cinquina.core.words import words

PILES = ("deck", "left", "middle", "right")  # from which cards are drawn


def run(
    game: Slug,
    players: Players = 2,
    seed: Seed = 0,
    option: Given = None,
    deck: DeckFile = None,
    bot: Bots = None,
    text: Annotated[bool, typer.Option("--text", help="Readable, not JSON.")] = False,
) -> None:
    interpret(bot or ())
    from cinquina.lab.playthrough import playthrough

    lines = playthrough(make_game(game, players, option, deck), seed, bot)
    for line in readable(lines) if text else (compact(line) for line in lines):
        typer.echo(line)


def compact(line: dict[str, Any]) -> str:
    return json.dumps(line, separators=(",", ":"))


def readable(lines: Iterable[dict[str, Any]]) -> Iterable[str]:
    """The same in words: the position dealt, then a line an action, with what it changed."""
    before: dict[str, Any] = {}
    for line in lines:
        state = line.get("state", {})
        changed = {k: v for k, v in state.items() if before.get(k) != v and k != "to_act"}
        match line["kind"]:
            case "start":
                yield f"{line['game']}, {line['players']} players, seed {line['seed']}"
                yield from (f"    {key}: {words(value)}" for key, value in state.items())
            case "step":
                time = f" at {line['ms']} ms" if "ms" in line else ""
                yield f"{line['n']}. player {line['player']}: {line['action']}{time}"
                yield from (f"    * {event_words(event)}" for event in line["events"])
                yield from (
                    f"    {key}: {shorter(key, before.get(key), value)}"
                    for key, value in changed.items()
                )
            case "end":
                winners = ", ".join(f"player {p}" for p in line["winners"])
                yield f"end: scores {words(line['scores'])}; won by {winners}"
        before = state


def shorter(key: str, old: Any, new: Any) -> str:
    """The same, but only the size of a face-down pile from which cards were taken."""
    if key == "decks":
        return " | ".join(shorter("deck", *pair) for pair in zip(old, new, strict=True))
    if key in PILES and isinstance(new, list) and new == old[len(old) - len(new) :]:
        return count(len(new))
    return words(new)


def count(n: int, what: str = "card") -> str:
    """So many things: no cards, 1 card, 2 cards."""
    return f"{n or 'no'} {what}" + ("" if n == 1 else "es" if what[-1] in "sx" else "s")


def event_words(event: dict[str, Any]) -> str:
    facts = (f"{key} {words(value)}" for key, value in event.items() if key != "type")
    return f"{event['type']}: {', '.join(facts)}"
