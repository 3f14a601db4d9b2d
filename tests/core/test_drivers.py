"""Drivers: the same games whatever the threads and batches; choices that are legal and even."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from cinquina import Game, slugs
from cinquina.core import drivers
from cinquina.core.kernel import INTERPRETED
from cinquina.core.record import ROOM, alloc, numbers
from cinquina.core.rng import key, start

GAMES = 6 if INTERPRETED else 200


def played(game: Game, first: int, n: int) -> bytes:
    """The final records of games first … first + n - 1 of one key."""
    states, moves = alloc(n, game.rules.STATE), alloc(n, "i8")
    cards = game.card_codes()
    drivers.playouts(
        game.blank(), states, cards, len(cards), numbers(key(5)), numbers(key(5, "choices")),
        first, alloc(1, ROOM), moves,
    )  # fmt: skip
    return states.view(np.ndarray).tobytes() + np.asarray(moves).tobytes()


def final_states(game: Game, first: int, n: int) -> bytes:
    return played(game, first, n)[: n * game.rules.STATE.itemsize]


@pytest.mark.parametrize("slug", slugs())
def test_batches_and_threads_do_not_change_a_game(slug: str) -> None:
    game = Game(slug, 2)
    whole = final_states(game, 0, GAMES)
    half = GAMES // 2
    with ThreadPoolExecutor(4) as pool:
        parts = pool.map(lambda first: final_states(game, first, half), (0, half))
    assert b"".join(parts) == whole
    assert b"".join(final_states(game, i, 1) for i in range(4)) == whole[: 4 * len(whole) // GAMES]


@pytest.mark.parametrize("slug", slugs())
def test_a_game_of_a_batch_is_the_game_of_that_number_at_a_table(slug: str) -> None:
    game = Game(slug, 3)
    states, cards = alloc(3, game.rules.STATE), game.card_codes()
    drivers.deal_all(game.blank(), states, cards, len(cards), numbers(key(9)), 40)
    size = game.rules.STATE.itemsize
    raw = states.view(np.ndarray).tobytes()
    for i in range(3):
        assert raw[i * size : (i + 1) * size] == game.deal(seed=9, number=40 + i).state_bytes()


@pytest.mark.parametrize("slug", slugs())
def test_stepping_a_batch_plays_whole_games(slug: str) -> None:
    game = Game(slug, 2)
    n = 3
    states, rooms, cards = alloc(n, game.rules.STATE), alloc(1, ROOM), game.card_codes()
    seats, actions = alloc(n, "i8"), alloc(n, "i8")
    start(rooms[0].rng, numbers(key(1)), 0)
    drivers.deal_all(game.blank(), states, cards, len(cards), numbers(key(1)), 0)
    while drivers.choose(states, seats, actions, rooms):
        drivers.step(states, seats, actions)
    assert all(drivers.actors_at(states, i) == 0 for i in range(n))


@pytest.mark.parametrize("slug", slugs())
def test_sample_draws_every_legal_action_and_nothing_else(slug: str) -> None:
    game = Game(slug, 2) if slug != "add-up" else Game(slug, 2, yellow_max=11)
    table, rooms = game.deal(seed=11), alloc(1, ROOM)
    start(rooms[0].rng, numbers(key(2)), 0)
    for _ in range(8):
        player = table.to_act[0]
        legal = table.legal(player)
        codes = Counter(
            game.rules.ACTIONS[drivers.sample_at(table.states, 0, player, rooms)]
            for _ in range(60 * len(legal))
        )
        assert set(codes) == set(legal)
        if slug != "add-up":  # there it is even over cards, then rows, then values
            assert all(20 < codes[action] < 120 for action in legal)
        table.play(player, legal[-1])


def test_add_up_samples_cards_evenly_whatever_their_values() -> None:
    state = Game("add-up", 2).deal(seed=0).state()
    state |= {"hands": [["3", "W", "Y"], ["1"]], "to_act": [0]}
    table, rooms = Game("add-up", 2).position(state), alloc(1, ROOM)
    start(rooms[0].rng, numbers(key(3)), 0)
    names = table.game.rules.ACTIONS
    drawn = Counter(
        names[drivers.sample_at(table.states, 0, 0, rooms)].split()[1][0] for _ in range(1500)
    )
    assert set(drawn) == {"3", "W", "Y"} and all(400 < n < 600 for n in drawn.values())


@pytest.mark.parametrize(("seats", "members"), [(1, {0}), (32, {5}), (0b1011, {0, 1, 3})])
def test_one_of_is_any_member(seats: int, members: set[int]) -> None:
    r = alloc(4, "i8")
    start(r, numbers(key(4)), 0)
    assert {drivers.one_of(seats, r) for _ in range(100)} == members
