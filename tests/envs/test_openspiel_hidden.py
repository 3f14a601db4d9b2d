"""What a player can't know changes nothing for it in OpenSpiel; what it knew it never forgets."""

import random
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

import pyspiel
import pytest
from open_spiel.integration_tests import api_test

from cinquina import slugs
from cinquina.core.kernel import INTERPRETED
from cinquina.envs.openspiel import name_of
from tests.catalogue import all_cards, seats
from tests.envs.test_openspiel import SMALL, check_case, play_on, roll

# So small that the whole tree can be walked, with 16 deals: cards, and how many states there are
# (chance, decisions, ends, information states).
TINY = {
    "add-up": ("1*7 4*1", (1, 2718, 2944, 767)),
    "push": ("R1*2 B1*1 switch*1", (1, 736, 272, 221)),
    "seven-ate-nine": ("1:1*4 2:1*2 3:2*2 10:3*1", (1, 155, 45, 154)),
}
GAMES = 40
MOVES = 6
EVERY = 29 if INTERPRETED else 11  # moves between positions
SEATS = [pair for pair in seats() if pair[1] in (2, 4)] if INTERPRETED else seats()
every_table = pytest.mark.parametrize(("slug", "players"), SEATS)
every_game = pytest.mark.parametrize("slug", slugs())


class Fixed:
    """A sampler that says the same number each time."""

    def __init__(self, number: float) -> None:
        self.number = number

    def __call__(self) -> float:
        return self.number


def known_to(state: Any, player: int) -> tuple[Any, ...]:
    """All that OpenSpiel tells a player of a state; equal for equal knowledge."""
    legal = state.legal_actions(player) if player == state.current_player() else []
    return (
        state.current_player(),
        legal,
        state.information_state_string(player),
        state.information_state_tensor(player),
        state.observation_string(player),
        state.observation_tensor(player),
        *(observer.string_from(state, player) for observer in observers(str(state.get_game()))),
    )


@cache
def observers(name: str) -> list[Any]:
    """Those of a game that see a part only: what is open to all, or what is a seat's own."""
    kinds, game = pyspiel.PrivateInfoType, pyspiel.load_game(name)
    return [
        game.make_py_observer(
            pyspiel.IIGObservationType(
                public_info=public, perfect_recall=recall, private_info=private
            )
        )
        for public, private in ((True, kinds.NONE), (False, kinds.SINGLE_PLAYER))
        for recall in (False, True)
    ]


def positions(slug: str, players: int, seed: int) -> Iterator[tuple[Any, int]]:
    """Positions of a random game, each with a seat."""
    state = pyspiel.load_game(name_of(slug, players=players)).new_initial_state()
    roll(state, seed)
    chance = random.Random(seed)
    for n in play_on(state, chance):
        if n % EVERY == 0:
            yield state, chance.randrange(players)


# --- What is hidden --------------------------------------------------------------------------


@every_table
def test_what_is_public_is_the_same_for_all(slug: str, players: int) -> None:
    for state, _ in positions(slug, players, seed=10):
        for observer in observers(str(state.get_game()))[:2]:
            seen = set()
            for player in range(players):
                observer.set_from(state, player)
                seen.add((observer.string_from(state, player), observer.tensor.tobytes()))
            assert len(seen) == 1


@every_table
def test_resampled_worlds_look_the_same_to_the_player(slug: str, players: int) -> None:
    for state, player in positions(slug, players, seed=11):
        before, known = state.serialize(), known_to(state, player)
        other = state.resample_from_infostate(
            player, pyspiel.UniformProbabilitySampler(5, 0.0, 1.0)
        )
        assert known_to(other, player) == known
        assert state.serialize() == before
        assert all_cards(other.table()) == state.get_game().variant.game.deck
        assert other.legal_actions()
        digits = len(state.history()) - state.world.moves
        assert other.history()[digits:] == state.history()[digits:]
        assert [item.player for item in other.full_history()] == [
            item.player for item in state.full_history()
        ]


@every_table
def test_resampled_worlds_hold_nothing_of_the_true_one(slug: str, players: int) -> None:
    """From two worlds that a seat can't tell apart the same guess makes the same state, to the
    last bit: history, generators, memories and all."""
    varied = 0
    for state, player in positions(slug, players, seed=12):
        other = state.resample_from_infostate(player, Fixed(0.3))
        varied += other.table().state() != state.table().state()
        guesses = [each.resample_from_infostate(player, Fixed(0.6)) for each in (state, other)]
        assert guesses[0].serialize() == guesses[1].serialize()
        number = int(0.6 * (1 << 53))
        imagined = state.table().imagined(player, number=number)
        assert guesses[0].table().state_bytes() == imagined.state_bytes()
    assert varied


@every_table
def test_resampled_worlds_can_be_played_to_the_end(slug: str, players: int) -> None:
    for n, (state, player) in enumerate(positions(slug, players, seed=13)):
        if n % 4 == 0:
            other = state.resample_from_infostate(player, Fixed(0.1 + n % 7 / 10))
            for _ in play_on(other, random.Random(n)):
                pass
            assert sum(other.returns()) == pytest.approx(0)
            assert all_cards(other.table()) == state.get_game().variant.game.deck


@every_table
def test_resampled_worlds_vary(slug: str, players: int) -> None:
    state, player = next(positions(slug, players, seed=14))
    sampler = pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
    found = {str(state.resample_from_infostate(player, sampler)) for _ in range(20)}
    assert len(found) == 20


# --- What was seen ---------------------------------------------------------------------------


def seen_by(player: int, told: list[Any], state: Any) -> str:
    """The story of a seat, from views alone: who did what, what was told, what could be seen."""
    return repr([*told, state.current_player(), state.table().view(player)])


def stories(slug: str, players: int, games: int) -> Iterator[tuple[int, str, Any]]:
    """Many short games with few kinds of cards: seat, what it saw from the deal on, state."""
    game = pyspiel.load_game(name_of(slug, players=players, cards=SMALL[slug]))
    for number in range(games):
        chance = random.Random(number)
        state = game.new_initial_state()
        roll(state, number)
        told: list[list[Any]] = [[] for _ in range(players)]
        while state.world.moves < MOVES and not state.is_terminal():
            for player in range(players):
                yield player, seen_by(player, told[player], state), state.clone()
                told[player].append(state.table().view(player))
            actor = state.current_player()
            action = chance.choice(state.legal_actions()[:3])
            table = state.table()
            events = table.play(actor, state.action_to_string(actor, action))
            for player in range(players):
                told[player].append((actor, action, events))
            state.apply_action(action)


def check_stories(slug: str, players: int, games: int) -> None:
    """Equal stories have equal information states, others have others: no leak, perfect recall."""
    groups: dict[tuple[int, str], list[Any]] = defaultdict(list)
    for player, story, state in stories(slug, players, games):
        groups[player, story].append(state)
    strings, hidden = set(), 0
    for (player, _), states in groups.items():
        first = known_to(states[0], player)
        strings.add(states[0].information_state_string(player))
        for other in states[1:]:
            assert known_to(other, player) == first
            hidden += str(other) != str(states[0])
    assert len(strings) == len(groups)
    assert hidden > games / 4  # worlds that differ in what the seat can't know


@every_game
@pytest.mark.parametrize("players", [2, 3])
def test_information_states_are_what_a_seat_saw_no_more_and_no_less(
    slug: str, players: int
) -> None:
    check_stories(slug, players, GAMES)


@pytest.mark.nightly
@every_table
def test_information_states_of_many_games(slug: str, players: int) -> None:
    check_stories(slug, players, 10 * GAMES)


@pytest.mark.skipif(INTERPRETED, reason="thousands of states")
@pytest.mark.parametrize("slug", TINY)
def test_their_interface_on_the_whole_tree_of_a_tiny_game(slug: str) -> None:
    cards, (*states, information_states) = TINY[slug]
    game = pyspiel.load_game(name_of(slug, players=2, cards=cards, digits=1))
    api_test.TOTAL_NUM_STATES[str(game)] = tuple(states)
    api_test.PERFECT_RECALL_NUM_STATES[str(game)] = information_states
    check_case(api_test.EnforceAPIOnFullTreeBase, game, str(game))
