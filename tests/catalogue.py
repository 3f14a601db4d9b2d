"""The rule sets that the general tests play, and how they play them."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from cinquina import Game, Table, slugs

# Every value of every yes/no option and of `deck`, and both ends of `yellow_max`, at least once.
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "add-up": [
        {},
        {"deck": 36},
        {"capturer_leads": True, "yellow_max": 12, "last_capturer_takes": False},
        {"last_capturer_takes": True, "deck": 36, "yellow_max": 10},
        {"deck": 48, "capturer_leads": False, "yellow_max": 99, "last_capturer_takes": True},
    ],
    "push": [
        {},
        {"risk": True, "bank_again": False},
        {"bank_again": True, "keep_direction_cards": False},
        {"keep_direction_cards": True, "risk": False},
        {"keep_direction_cards": True, "risk": True, "bank_again": True},
    ],
    "triggs": [
        {},
        {"discard_any": True, "finish_round": False},
        {"discard_any": False, "finish_round": True},
        {"discard_any": True, "finish_round": True},
    ],
}

# Decks of one's own at the edges: few cards, as many as there may be, all of one kind.
DECKS: dict[str, list[dict[str, int]]] = {
    "add-up": [{"W": 10, "Y": 10}, {"0": 1, "10": 30, "Y": 96}, {"W": 19, "5": 1}],
    "burst": [{"1": 1}, {"15": 100, "-3": 27}, {"4r": 9, "5d": 9, "8t": 9, "3s": 9, "-1t": 9}],
    "push": [{"R1": 1}, {"dice": 5, "switch": 9}, {"P6": 127}, {"G2": 9, "B3": 9, "dice": 20}],
    "seven-ate-nine": [{"1:1": 25}, {"5:3": 60, "8:2": 61}, {"10:3": 1, "1:3": 60}],
    "triggs": [{"1": 40}, {"12": 40, "11": 40, "1": 47}, {"3": 30, "5": 30, "8": 40}],
}


@dataclass(frozen=True)
class RuleSet:
    """A game with its number of players and its options, `cards` among them."""

    slug: str
    players: int
    options: dict[str, Any] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        said = [f"{k}={str(v).lower()}" for k, v in self.options.items() if k != "cards"]
        own = ["cards"] if "cards" in self.options else []
        return "-".join([self.slug, str(self.players), *said, *own])

    def game(self) -> Game:
        return Game(self.slug, self.players, **self.options)


def seats() -> list[tuple[str, int]]:
    """Every game with every number of players."""
    pairs = []
    for slug in slugs():
        rules = Game(slug, 2).rules
        pairs += [(slug, n) for n in range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1)]
    return pairs


def rule_sets(slug: str, players: int) -> list[RuleSet]:
    """A game for so many players, with each of its combinations of options."""
    return [RuleSet(slug, players, options) for options in OPTIONS.get(slug, [{}])]


def own_decks(slug: str, players: int) -> list[RuleSet]:
    """A game for so many players, with decks of one's own."""
    return [RuleSet(slug, players, {"cards": deck}) for deck in DECKS[slug]]


EVERY = [rules for pair in seats() for rules in rule_sets(*pair)]


def in_turn(number: int) -> RuleSet:
    """Number 0, 1, 2…: all games and player counts in turn, their options cycled."""
    pairs = seats()
    again, i = divmod(number, len(pairs))
    choices = rule_sets(*pairs[i])
    return choices[(again + i) % len(choices)]


# --- Playing ---------------------------------------------------------------------------------


def narrowed(slug: str, legal: list[str], chance: random.Random, greedy: bool) -> list[str]:
    """The legal actions to choose from: else yellow jokers swamp all, and no sheet gets full."""
    if slug == "add-up":
        card = chance.choice(sorted({action.split()[1][0] for action in legal}))
        return [action for action in legal if action.split()[1][0] == card]
    if greedy and chance.random() < 0.9:
        crosses = [a for a in legal if a.split()[0] in ("use", "cross", "bonus")]
        return crosses or legal
    return legal


def random_move(table: Table, chance: random.Random, greedy: bool = False) -> tuple[int, str]:
    """A player who may act, and a legal action."""
    player = chance.choice(table.to_act)
    legal = narrowed(table.game.slug, table.legal(player), chance, greedy)
    return player, chance.choice(legal)


def play_on(table: Table, chance: random.Random, moves: int = 10_000, greedy: bool = False) -> None:
    """So many random moves, or to the end of the game."""
    while moves > 0 and not table.over:
        table.play(*random_move(table, chance, greedy))
        moves -= 1


def positions(rules: RuleSet, seed: int, every: int) -> Iterator[Table]:
    """A random game: the table as it is dealt, and again after every so many moves."""
    table, chance = rules.game().deal(seed), random.Random(seed)
    while not table.over:
        yield table
        play_on(table, chance, every, greedy=seed % 2 == 1)


# --- Looking ---------------------------------------------------------------------------------


def cards_in(value: Any, names: frozenset[str]) -> Iterator[str]:
    """All cards anywhere in a state; a joker on the table, `W=3`, is the card `W`."""
    if isinstance(value, str):
        card = value.partition("=")[0]
        if card in names:
            yield card
    elif isinstance(value, (list, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from cards_in(item, names)


def all_cards(table: Table) -> Counter[str]:
    """The cards of a table, wherever they lie."""
    return Counter(cards_in(table.state(), frozenset(table.game.rules.CARDS[1:])))
