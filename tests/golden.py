"""Golden playthroughs: whole games with what each seat and a spectator could see at every step.

    python -m tests.golden        plays them anew; only in a commit that says which rule changed

A file has a line for the deal with every view, then a line for each action with what changed in
each view. Decks are small, so that a game can be read, and the seed of each is the one among many
that touches the most rules.
"""

import json
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cinquina import Game, Table

FOLDER = Path(__file__).parent / "playthroughs"
RULE = re.compile(r"[A-Z0-9]{2}-[RG]\d+")
EAGER = ("cross", "use", "bonus", "play", "finish", "flip", "pick")

TRIGGS = {str(v): 6 for v in range(1, 13)}
PUSH = {f"{c}{n}": 1 for c in "RBGYP" for n in range(1, 7)} | {"dice": 8}
BURST = {
    "-2": 2,
    "0r": 1,
    "1": 2,
    "1s": 1,
    "2t": 1,
    "3": 3,
    "4": 3,
    "5d": 1,
    "7": 4,
    "9": 3,
    "12": 2,
}
NINE = {f"{v}:{d}": 1 for v in range(1, 11) for d in range(1, 4)} | {"1:1": 2}

SETTINGS: dict[str, dict[str, Any]] = {
    "add-up-1": {"slug": "add-up", "players": 3},
    "add-up-2": {
        "slug": "add-up", "players": 2, "cards": {"1": 3, "2": 3, "3": 3, "W": 6, "Y": 4},
        "capturer_leads": True, "last_capturer_takes": True, "yellow_max": 14,
    },
    "burst-1": {"slug": "burst", "players": 3},
    "burst-2": {"slug": "burst", "players": 2, "cards": BURST},
    "push-1": {"slug": "push", "players": 3, "cards": PUSH | {"switch": 5}},
    "push-2": {"slug": "push", "players": 2, "cards": PUSH, "risk": True, "bank_again": True},
    "seven-ate-nine-1": {"slug": "seven-ate-nine", "players": 3},
    "seven-ate-nine-2": {"slug": "seven-ate-nine", "players": 2, "cards": NINE},
    "triggs-1": {"slug": "triggs", "players": 2, "cards": TRIGGS},
    "triggs-2": {
        "slug": "triggs", "players": 2, "cards": TRIGGS, "discard_any": True, "finish_round": True,
    },
}  # fmt: skip


def moves(table: Table, seed: int) -> Iterator[tuple[int, str]]:
    """Random moves that get somewhere: mostly those which bring the game on."""
    chance = random.Random(seed)
    while not table.over:
        player = chance.choice(table.to_act)
        legal = table.legal(player)
        eager = [action for action in legal if action.startswith(EAGER)]
        yield player, chance.choice(eager if eager and chance.random() < 0.7 else legal)


def views(table: Table) -> list[dict[str, Any]]:
    """What each player sees, then what a spectator does."""
    return [table.view(p) for p in (*range(table.game.players), None)]


def tell(table: Table, actions: Iterator[tuple[int, str]]) -> Iterator[dict[str, Any]]:
    """The lines of a golden file."""
    before = views(table)
    yield {"views": before}
    for player, action in actions:
        legal = table.legal(player)
        events = table.play(player, action)
        after = views(table)
        changed = [
            {key: new[key] for key in new if old.get(key) != new[key]}
            for old, new in zip(before, after, strict=True)
        ]
        yield {
            "player": player, "action": action, "legal": len(legal), "events": events,
            "views": changed,
        }  # fmt: skip
        before = after


def rules_of(game: Game) -> dict[int, set[str]]:
    """The rules that stand at each line of a game's module, from its deal to its score."""
    lines = Path(str(game.rules.__file__)).read_text().splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("# --- Deal"))
    last = next(i for i, line in enumerate(lines) if line.startswith("# --- Hidden"))
    return {i + 1: set(RULE.findall(lines[i])) for i in range(first, last)}


def rules_touched(game: Game, seed: int, actions: list[tuple[int, str]] | None = None) -> set[str]:
    """The rules whose lines are run by a game; only interpreted lines can be watched."""
    file, tagged = game.rules.__file__, rules_of(game)
    touched: set[str] = set()
    entered: set[Any] = set()

    def trace(frame: Any, event: str, _: Any) -> Any:
        if frame.f_code.co_filename != file:
            return None
        head = frame.f_code.co_firstlineno
        if event == "line":  # a function's head, with its docstring, counts as its first line
            first = head if frame.f_code not in entered else frame.f_lineno
            entered.add(frame.f_code)
            for line in range(first, frame.f_lineno + 1):
                touched.update(tagged.get(line, ()))
        return trace

    sys.settrace(trace)
    try:
        table = game.deal(seed)
        for player, action in actions or moves(table, seed):
            table.play(player, action)
        table.scores  # noqa: B018
    finally:
        sys.settrace(None)
    return touched


def main() -> None:
    touched: dict[str, set[str]] = {}
    for name, setting in SETTINGS.items():
        game = Game(**setting)
        seen = touched.setdefault(game.slug, set())

        def worth(seed: int, game: Game = game, seen: set[str] = seen) -> tuple[int, int]:
            table = game.deal(seed)
            length = sum(1 for move in moves(table, seed) if table.play(*move) is not None)
            return len(rules_touched(game, seed) | seen), -length

        best = max(range(40), key=worth)
        seen |= rules_touched(game, best)
        table = game.deal(best)
        lines = [{"seed": best, **setting}, *tell(table, moves(table, best))]
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
        (FOLDER / f"{name}.jsonl").write_text(text)
        print(f"{name}: seed {best}, {len(lines)} lines, {len(text)} bytes")


if __name__ == "__main__":
    main()
