"""What a player may not know changes nothing in what the player sees, may do or observes."""

import random
from collections import Counter
from typing import Any

import pytest

from cinquina import CinquinaError, Table
from tests.catalogue import EVERY, RuleSet, all_cards, cards_in, play_on, positions, random_move
from tests.oracles.compare import normal

Place = tuple[Any, ...]  # where a list of cards stands in a state: ("deck",), ("hands", 1)

BETWEEN = {"add-up": 7, "seven-ate-nine": 7}  # moves between two positions of a game; else 23
IMAGINED = 20
TRIES = 20  # for a guess that fits what everybody sees in seven-ate-nine: who may act

every_rule_set = pytest.mark.parametrize("rules", EVERY, ids=str)


# --- Scrambling, independently of the engine -------------------------------------------------


def hidden_places(state: Any, view: Any, place: Place = ()) -> dict[Place, int]:
    """The lists that the view hides, each with how many of its first cards are open."""
    if isinstance(state, list) and isinstance(view, int):
        return {place: 0}
    if isinstance(state, list) and isinstance(view, dict):
        assert view == {"top": state[0] if state else None, "under": max(0, len(state) - 1)}
        return {place: 1}
    found: dict[Place, int] = {}
    if isinstance(state, dict):
        for key in state:
            found |= hidden_places(state[key], view[key], (*place, key))
    elif isinstance(state, list):
        for i, item in enumerate(state):
            if isinstance(item, list):
                found |= hidden_places(item, view[i], (*place, i))
    return found


def at(state: Any, place: Place) -> Any:
    for key in place:
        state = state[key]
    return state


def known_at(view: dict[str, Any], place: Place) -> list[str]:
    """The cards of a hidden place that everybody saw go there."""
    return list(view["known"][place[1]]) if "known" in view and place[0] == "hands" else []


def secrets(state: dict[str, Any], view: dict[str, Any]) -> dict[Place, list[str]]:
    """What the view hides: the unknown cards of each place, in their order."""
    found = {}
    for place, shown in hidden_places(state, view).items():
        cards = at(state, place)[shown:]
        for card in known_at(view, place):
            cards.remove(card)  # it must be there: the view says so
        found[place] = cards
    return found


def scrambled(state: dict[str, Any], view: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The state with all hidden cards shuffled among each other; every place keeps its number."""
    hidden, shown = secrets(state, view), hidden_places(state, view)
    pool = [card for cards in hidden.values() for card in cards]
    chance.shuffle(pool)
    for place, cards in hidden.items():
        new, pool = pool[: len(cards)], pool[len(cards) :]
        at(state, place[:-1])[place[-1]] = [
            *at(state, place)[: shown[place]],
            *known_at(view, place),
            *new,
        ]
    assert not pool
    return state | ({"known": view["known"]} if "known" in view else {})


def guessed(table: Table, seat: int, chance: random.Random) -> Table | None:
    """Another position that this seat can't tell from the true one; None if none was found."""
    for _ in range(TRIES):
        try:
            other = table.game.position(scrambled(table.state(), table.view(seat), chance))
        except CinquinaError as problem:  # a world in which the game would have gone on otherwise
            assert "nobody could act" in str(problem)
            continue
        if other.to_act == table.to_act:
            return other
        assert table.game.real_time  # only there hidden cards decide who may act
    return None


def check_same_to(seat: int, table: Table, other: Table) -> None:
    """The seat can't tell the tables apart."""
    assert normal(other.view(seat)) == normal(table.view(seat))
    assert other.legal(seat) == table.legal(seat)
    assert other.observation(seat).tolist() == table.observation(seat).tolist()


def check_scrambled(table: Table, seat: int, chance: random.Random) -> None:
    other = guessed(table, seat, chance)
    if other is not None:
        assert all_cards(other) == table.game.deck
        check_same_to(seat, table, other)
        check_guess_is_blind(seat, table, other)


def check_guess_is_blind(seat: int, table: Table, other: Table) -> None:
    """What the seat imagines comes from what it sees alone: the true cards leave no trace."""
    guesses = [world.imagined(seat, number=3) for world in (table, other)]
    assert guesses[0].state() == guesses[1].state()
    fields = [
        name
        for name in table.game.rules.STATE.names
        if name not in ("told", "news", "pad", "share")  # news of a move; where decks begin
    ]
    if not table.game.real_time:  # a table that was set up keeps personal decks elsewhere
        for name in fields:
            assert guesses[0].states[name].tolist() == guesses[1].states[name].tolist(), name


# --- The engine's own guesses ----------------------------------------------------------------


def can_vary(hidden: dict[Place, list[str]]) -> bool:
    """Is there more than one way to place the hidden cards? The order of a hand is none."""
    full = [place for place, cards in hidden.items() if cards]
    kinds = {card for cards in hidden.values() for card in cards}
    return len(kinds) > 1 and (len(full) > 1 or full[0][0] != "hands")


def check_varies(table: Table, seat: int) -> None:
    """All guesses look the same to the seat, and they are not all the same guess."""
    guesses = set()
    for number in range(IMAGINED):
        other = table.imagined(seat, number=number)
        hidden = secrets(normal(other.state()), table.view(seat))
        guesses.add(repr(hidden))
    assert len(guesses) > 1 or not can_vary(secrets(table.state(), table.view(seat)))


def check_imagined(table: Table, seat: int, number: int) -> Table:
    before = table.to_bytes()
    other = table.imagined(seat, number=number)
    assert table.to_bytes() == before
    assert all_cards(other) == table.game.deck
    assert other.state_bytes() == table.imagined(seat, number=number).state_bytes()
    check_same_to(seat, table, other)
    return other


def check_positions(rules: RuleSet, seed: int, every: int) -> int:
    """Both kinds of guesses at positions of a random game, each for one seat; how many."""
    checked, chance = 0, random.Random(seed)
    for table in positions(rules, seed, every):
        seat = chance.randrange(rules.players)
        check_scrambled(table, seat, chance)
        other = check_imagined(table, seat, number=checked)
        if checked % 4 == 0:
            check_varies(table, seat)
            play_on(other, chance, greedy=True)
            assert other.over and all_cards(other) == rules.game().deck
        checked += 1
    return checked


@every_rule_set
def test_hidden_cards_change_nothing(rules: RuleSet) -> None:
    assert check_positions(rules, seed=1, every=BETWEEN.get(rules.slug, 23)) > 0


@pytest.mark.nightly
@every_rule_set
def test_hidden_cards_change_nothing_in_10_000_positions(rules: RuleSet) -> None:
    checked, seed = 0, 100
    while checked < 10_000 / len(EVERY):
        checked += check_positions(rules, seed, every=11)
        seed += 1


@every_rule_set
def test_imagined_worlds_are_worlds_that_can_be(rules: RuleSet) -> None:
    """Who acts now has an action there too, such as the `use` that a `cross` announced."""
    for table in positions(rules, seed=6, every=3):
        seat = (table.to_act[0] + 1) % rules.players
        for number in range(4):
            other = table.imagined(seat, number=number)
            assert other.to_act
            for player in other.to_act:
                assert other.legal(player), (table.state(), other.state())


# --- Views -----------------------------------------------------------------------------------


@every_rule_set
def test_a_spectator_sees_no_hand_and_a_player_only_one(rules: RuleSet) -> None:
    for table in positions(rules, seed=2, every=13):
        state = table.state()
        for seat in (None, *range(rules.players)):
            view = table.view(seat)
            for player, hand in enumerate(view.get("hands", [])):
                own = player == seat
                cards = state["hands"][player]
                assert hand == (cards if own else len(cards))
            for pile in ("deck", "middle"):
                assert view.get(pile) == (len(state[pile]) if pile in state else None)
            assert view.get("decks") == ([*map(len, state["decks"])] if "decks" in state else None)
            extra = {"known"} if rules.slug in ("burst", "triggs") else set()
            assert set(view) == set(state) | extra


@every_rule_set
def test_known_cards_are_in_the_hand(rules: RuleSet) -> None:
    for table in positions(rules, seed=3, every=5):
        view = table.view()
        if "known" not in view:
            break
        for known, hand in zip(view["known"], table.state()["hands"], strict=True):
            assert Counter(known) <= Counter(hand)


# --- Events ----------------------------------------------------------------------------------


def check_open(events: list[dict[str, Any]], before: Table, after: Table) -> None:
    """Every card that an event names lies open to a spectator, before or after it."""
    names = frozenset(before.game.rules.CARDS[1:])
    seen = Counter(cards_in([before.view(), after.view()], names))
    for event in events:
        if event["type"] == "drew":
            assert type(event["cards"]) is int and set(event) == {"type", "player", "from", "cards"}
        elif event["type"] != "burst":  # the end of a round opens all hands
            assert Counter(cards_in(event, names)) <= seen, event


@every_rule_set
def test_events_name_no_hidden_card(rules: RuleSet) -> None:
    table, chance = rules.game().deal(seed=4), random.Random(4)
    while not table.over:
        before = table.copy()
        events = table.play(*random_move(table, chance, greedy=True))
        if events:
            check_open(events, before, table)


def told(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events but those that open something new to all: a die, all hands of a round."""
    return [event for event in events if event["type"] not in ("roll", "burst")]


@every_rule_set
def test_worlds_that_look_the_same_tell_the_same(rules: RuleSet) -> None:
    chance, compared = random.Random(5), 0
    for table in positions(rules, seed=5, every=9):
        player, action = random_move(table, chance, greedy=True)
        seat = (player + 1) % rules.players
        worlds = [table.imagined(seat, number=n) for n in range(8)]
        worlds = [world for world in worlds if action in world.legal(player)]
        events = [told(world.play(player, action)) for world in worlds]
        views = [normal(world.view(seat)) for world in worlds]
        for i in range(1, len(worlds)):
            if views[i] == views[0]:
                assert events[i] == events[0]
                compared += 1
    assert compared > 0


# --- Several views at once -------------------------------------------------------------------


@every_rule_set
def test_views_at_once_are_the_views_one_by_one(rules: RuleSet) -> None:
    for table in positions(rules, 3, BETWEEN.get(rules.slug, 23)):
        viewers = (None, *range(table.game.players))
        assert table.views(viewers) == [table.view(viewer) for viewer in viewers]
