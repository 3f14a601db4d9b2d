"""Replays: a game as a text that a person can read and a tool can check.

    cinquina replay 1
    game: push
    players: 3
    options: risk=true
    rules: 1
    seed: 7

    0 flip
    0 place 1
    …
    end: 212 actions, scores 34 51 20, winners 1

Each action stands on a line of its own with its player, and with `@ms` where a clock ran. A game
that is not over ends with `paused: 57 actions`. Without its last line a replay is truncated.
"""

from typing import Any

from cinquina import games
from cinquina.core.errors import BadReplay, CinquinaError, shown
from cinquina.core.options import check_deck, resolve
from cinquina.core.rng import seed_bytes
from cinquina.table import Game, Table

TITLE = "cinquina replay 1"
MOST_DIGITS = 80  # of a number: a seed of 256 bits has 78
KEYS = ("game", "players", "options", "cards", "rules", "seed", "number")


def write(table: Table) -> str:
    """The replay of a table."""
    if table.seed is None:
        raise CinquinaError("A position that was set up has no replay: only a dealt game has.")
    game = table.game
    head: dict[str, Any] = {"game": game.slug, "players": game.players}
    if game.given:
        head["options"] = " ".join(f"{k}={str(game.options[k]).lower()}" for k in game.given)
    if game.cards is not None:
        head["cards"] = " ".join(f"{card}={n}" for card, n in game.cards.items())
    head |= {"rules": game.rules.VERSION, "seed": table.seed}
    if table.number:
        head["number"] = table.number
    lines = [TITLE, *(f"{k}: {v}" for k, v in head.items()), ""]
    for player, action, ms in table.history:
        lines.append(f"{player} {action}" + ("" if ms is None else f" @{ms}"))
    return "\n".join([*lines, "", _last_line(table), ""])


def _last_line(table: Table) -> str:
    count = f"{len(table.history)} actions"
    if not table.over:
        return f"paused: {count}"
    scores, winners = (" ".join(map(str, x)) for x in (table.scores, table.winners))
    return f"end: {count}, scores {scores}, winners {winners}"


def replay(text: str) -> Table:
    """The table that a replay tells of; BadReplay names the line that is wrong."""
    if not isinstance(text, str):
        raise BadReplay(f"A replay is a text, not {shown(text)}.")
    table, actions, last = read(text)
    for number, player, action, ms in actions:
        try:
            table.play(player, action, ms)
        except CinquinaError as problem:
            raise BadReplay(f"Line {number}: {problem}") from None
    number, line = last
    if line != _last_line(table):
        raise BadReplay(
            f"Line {number}: the replay ends with {_last_line(table)!r}, not {shown(line)}."
        )
    return table


Action = tuple[int, int, str, int | None]  # line, player, action, ms


def read(text: str) -> tuple[Table, list[Action], tuple[int, str]]:
    """A replay's table as it was dealt, its actions, and its last line; nothing is played."""
    lines = [(i, line.strip()) for i, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines or lines[0][1] != TITLE:
        raise BadReplay(f"Line 1: a replay begins with {TITLE!r}.")
    head: dict[str, tuple[int, str]] = {}
    rest = lines[1:]
    while rest and rest[0][1].partition(":")[0] in KEYS:
        number, line = rest.pop(0)
        name, _, value = line.partition(":")
        if name in head:
            raise BadReplay(f"Line {number}: {name} is given twice.")
        head[name] = (number, value.strip())
    table = _dealt(head, rest[0][0] if rest else len(text.splitlines()) + 1)
    if not rest or rest[-1][1].partition(":")[0] not in ("end", "paused"):
        number = len(text.splitlines()) + 1
        raise BadReplay(
            f"Line {number}: the replay is truncated, its last line (end or paused) is missing."
        )
    return table, [_action(number, line) for number, line in rest[:-1]], rest[-1]


def _dealt(head: dict[str, tuple[int, str]], after: int) -> Table:
    for name in ("game", "players", "rules", "seed"):
        if name not in head:
            raise BadReplay(f"Line {after}: the header lacks {name!r}.")
    line = 0

    def value(name: str) -> str:
        nonlocal line
        line, text = head[name]
        return text

    try:
        rules = games.load(value("game"))
        options = _pairs(value("options")) if "options" in head else {}
        resolve(head["game"][1], rules.OPTIONS, options)
        pairs = _pairs(value("cards")) if "cards" in head else None
        cards = None if pairs is None else {card: _whole(n) for card, n in pairs.items()}
        if cards is not None:
            check_deck(head["game"][1], rules.CARDS, rules.MOST_CARDS, cards)
        game = Game.of(head["game"][1], _whole(value("players")), options, cards)
        if _whole(value("rules")) != rules.VERSION:
            raise CinquinaError(
                f"These are rules {head['rules'][1]} of {game.slug}; "
                f"this program plays {rules.VERSION}."
            )
        seed = _whole(value("seed"))
        seed_bytes(seed)
        number = _whole(value("number")) if "number" in head else 0
        return game.deal(seed, number)
    except CinquinaError as problem:
        raise BadReplay(f"Line {line}: {problem}") from None


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > MOST_DIGITS:
        raise CinquinaError(f"{shown(text)} is not a whole number of up to {MOST_DIGITS} digits.")
    return int(text)


def _pairs(text: str) -> dict[str, str]:
    pairs = [item.partition("=") for item in text.split()]
    if any(not sep for _, sep, _ in pairs) or len({name for name, _, _ in pairs}) < len(pairs):
        raise CinquinaError(f"{shown(text)} is not a list of name=value, each name once.")
    return {name: value for name, _, value in pairs}


def _action(number: int, line: str) -> Action:
    text, _, ms = line.partition(" @")
    player, _, action = text.partition(" ")
    try:
        return number, _whole(player), action, _whole(ms) if ms else None
    except CinquinaError:
        raise BadReplay(f"Line {number}: {shown(line)} is not a player and an action.") from None
