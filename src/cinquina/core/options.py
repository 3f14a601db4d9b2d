"""What may be set about a game before it is dealt: its options and its deck, checked."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cinquina.core.errors import CinquinaError, shown

Deck = dict[str, int]  # card name -> copies
Options = dict[str, Any]


@dataclass(frozen=True)
class Option:
    """A yes/no option, or a whole number within bounds or out of a few."""

    name: str
    default: bool | int
    help: str
    low: int = 0
    high: int = 0
    choices: tuple[int, ...] = ()
    field: bool = True  # kept in the record under its name, for the rules to read

    @property
    def values(self) -> str:
        """What may be given, in words."""
        if isinstance(self.default, bool):
            return "true or false"
        if self.choices:
            return " or ".join(map(str, self.choices))
        return f"a whole number from {self.low} to {self.high}"

    def check(self, value: Any) -> bool | int:
        """The value, if it is one that this option takes. Text is understood too."""
        if isinstance(value, str):
            value = _from_text(value)
        right = type(value) is type(self.default) and (
            isinstance(value, bool)
            or (value in self.choices if self.choices else self.low <= value <= self.high)
        )
        if not right:
            raise CinquinaError(f"The option {self.name} is {self.values}, not {shown(value)}.")
        return value


def _from_text(text: str) -> bool | int | str:
    known = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
    if text.lower() in known:
        return known[text.lower()]
    try:
        return int(text)
    except ValueError:
        return text


def resolve(game: str, options: tuple[Option, ...], given: Mapping[str, Any]) -> Options:
    """All options of a game, the given ones checked, the others at their defaults."""
    names = [option.name for option in options]
    for name in given:
        if name not in names:
            some = f"its options are {', '.join(names)}" if names else "it has none"
            raise CinquinaError(f"{game} has no option {shown(name)}: {some}.")
    return {o.name: o.check(given.get(o.name, o.default)) for o in options}


def check_deck(game: str, cards: tuple[str, ...], most: int, deck: Mapping[Any, Any]) -> Deck:
    """A deck as data: known cards, whole numbers of copies, no more than the record holds."""
    for card, copies in deck.items():
        if card not in cards[1:]:
            raise CinquinaError(
                f"{shown(card)} is not a card of {game}: its cards are {', '.join(cards[1:])}."
            )
        if type(copies) is not int or not 0 <= copies <= most:
            raise CinquinaError(
                f"The copies of {card} are a whole number from 0 to {most}, not {shown(copies)}."
            )
    n = sum(deck.values())
    if not 1 <= n <= most:
        raise CinquinaError(f"A deck of {game} has 1 to {most} cards, this one has {n}.")
    return {card: deck[card] for card in cards if deck.get(card)}
