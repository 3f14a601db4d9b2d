"""OpenSpiel's own tests pass on our games, and what is played there is what the engine plays."""

import os
import pickle
import random
import subprocess
import sys
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.tests import games_sim_test

from cinquina import CinquinaError, Game
from cinquina.core.kernel import INTERPRETED
from cinquina.envs.openspiel import PREFIX, name_of
from cinquina.envs.pettingzoo import env
from tests.catalogue import EVERY, RuleSet, in_turn, seats

if not flags.FLAGS.is_parsed():  # their tests look at them
    flags.FLAGS(sys.argv[:1])

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
SIMS = 1
BOT_SIMS = 3 if INTERPRETED else 12

# Decks of few cards and kinds make short games, in which a seat often sees the same in different
# worlds. They can be dealt to any number of players.
SMALL = {
    "add-up": "1*14 2*6",
    "burst": "7*20 9*2 5d*2",
    "push": "R1*9 B2*2 dice*2",
    "seven-ate-nine": "1:1*9 2:1*9 10:3*7",
    "triggs": "1*30 2*30 3*4",
}
LONG = ("burst", "triggs")  # games of hundreds of moves, even so

# Interpreted a game of theirs takes seconds: it clones and observes at every move.
SEATS = [pair for pair in seats() if pair[1] == 2] if INTERPRETED else seats()
every_table = pytest.mark.parametrize(("slug", "players"), SEATS)


def loaded(rules: RuleSet) -> Any:
    return pyspiel.load_game(name_of(rules.slug, players=rules.players, **rules.options))


def roll(state: Any, seed: int) -> None:
    """Let chance roll this seed."""
    for digit in f"{seed:0{state.get_game().digits}x}":
        state.apply_action(int(digit, 16))


def play_on(state: Any, chance: random.Random, moves: int = 1 << 20) -> Iterator[int]:
    """Random actions, each after a stop."""
    for n in range(moves):
        if state.is_terminal():
            return
        yield n
        state.apply_action(chance.choice(state.legal_actions()))


# --- Their tests -----------------------------------------------------------------------------


@every_table
def test_random_simulations(slug: str, players: int) -> None:
    game = pyspiel.load_game(name_of(slug, players=players))
    pyspiel.random_sim_test(game, num_sims=SIMS, serialize=True, verbose=False)


@pytest.mark.nightly
@pytest.mark.skipif(INTERPRETED, reason="takes hours")
@pytest.mark.parametrize("rules", EVERY, ids=str)
def test_random_simulations_with_every_option(rules: RuleSet) -> None:
    pyspiel.random_sim_test(loaded(rules), num_sims=20, serialize=True, verbose=False)


@every_table
def test_their_simulation_in_python_with_pickles(slug: str, players: int) -> None:
    game = pyspiel.load_game(name_of(slug, players=players))
    games_sim_test.GamesSimTest("test_pig").sim_game(game)


def check_case(base: type, game: Any, name: str) -> None:
    """Run a test case of theirs."""
    case = type("Case", (base,), {"game": game, "game_name": name})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert not result.errors and not result.failures, result.errors + result.failures


@every_table
def test_their_interface_on_sampled_states(slug: str, players: int) -> None:
    game = pyspiel.load_game(name_of(slug, players=players))
    check_case(api_test.EnforceAPIOnPartialTreeBase, game, game.get_type().short_name)


def check_playthrough(name: str, file: Path, seed: int) -> None:
    """It is written, and played again it is the same."""
    file.write_text(generate_playthrough.playthrough(name, None, seed=seed))
    told, again = generate_playthrough.replay(str(file))
    assert told == again


@pytest.mark.skipif(INTERPRETED, reason="the kept ones do")
@pytest.mark.parametrize(("slug", "players"), [pair for pair in SEATS if pair[0] not in LONG])
def test_a_playthrough_replays(slug: str, players: int, tmp_path: Path) -> None:
    name = name_of(slug, players=players, cards=SMALL[slug])
    check_playthrough(name, tmp_path / "playthrough.txt", seed=players)


@pytest.mark.nightly
@pytest.mark.skipif(INTERPRETED, reason="the kept ones do")
@every_table
def test_a_playthrough_with_the_whole_deck_replays(slug: str, players: int, tmp_path: Path) -> None:
    name = name_of(slug, players=players)
    check_playthrough(name, tmp_path / "playthrough.txt", seed=players)


@pytest.mark.parametrize("file", sorted(PLAYTHROUGHS.glob("*.txt")), ids=lambda file: file.stem)
def test_kept_playthroughs_replay(file: Path) -> None:
    """Changed on purpose? CINQUINA_UPDATE=1 writes them anew."""
    told, again = generate_playthrough.replay(str(file))
    if os.environ.get("CINQUINA_UPDATE"):
        file.write_text(again)
    assert told == again


def test_every_game_has_a_kept_playthrough() -> None:
    kept = {file.stem for file in PLAYTHROUGHS.glob("*.txt")}
    assert kept == {name_of(slug) for slug, _ in seats()}


@every_table
def test_their_environment_for_learning(slug: str, players: int) -> None:
    environment = rl_environment.Environment(pyspiel.load_game(name_of(slug, players=players)))
    environment.seed(1)
    step, chance, steps = environment.reset(), random.Random(1), 0
    while not step.last() and steps < 60:
        player = step.observations["current_player"]
        assert (
            len(step.observations["info_state"][player])
            == (environment.observation_spec()["info_state"][0])
        )
        legal = step.observations["legal_actions"][player]
        step = environment.step([chance.choice(legal)])
        steps += 1
    assert steps


@every_table
def test_their_bots_play(slug: str, players: int) -> None:
    game = pyspiel.load_game(name_of(slug, players=players))
    bots = [pyspiel.make_uniform_random_bot(p, p) for p in range(players)]
    state = game.new_initial_state()
    returns = pyspiel.evaluate_bots(state, bots, 3)
    assert state.is_terminal() and sum(returns) == pytest.approx(0)


@every_table
def test_their_search_plays(slug: str, players: int) -> None:
    game = pyspiel.load_game(name_of(slug, players=players))
    state = game.new_initial_state()
    roll(state, players)
    for _ in play_on(state, random.Random(1), 40):
        if len(state.legal_actions()) > 1 and state.move_number() > 20:
            break
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1),
        uct_c=2.0,
        max_simulations=BOT_SIMS,
    )
    policy, action = bot.step_with_policy(state)
    assert action in state.legal_actions()
    assert sum(chance for _, chance in policy) == pytest.approx(1)


# --- The engine's games ----------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(SEATS)))
def test_same_seed_and_actions_same_bytes(number: int) -> None:
    rules = in_turn(number)
    seed, chance = 0xC0FFE0 + number, random.Random(number)
    state = loaded(rules).new_initial_state()
    roll(state, seed)
    table = rules.game().deal(seed)
    other = env(rules.slug, rules.players, **rules.options)
    other.reset(seed=seed)
    while not state.is_terminal():
        player = state.current_player()
        assert player in table.to_act
        assert other.agent_selection == f"player_{player}"  # where there are no turns, too
        assert state.table().state_bytes() == table.state_bytes()
        assert state.legal_actions() == table.legal_codes(player)
        action = chance.choice(state.legal_actions())
        assert state.action_to_string(player, action) in table.legal(player)
        table.play(player, state.action_to_string(player, action))
        other.step(action)
        assert state.child(action).table().state_bytes() == table.state_bytes()
        state.apply_action(action)
    assert table.over and len(table.history) <= state.get_game().max_game_length()
    worth = state.returns()
    for player in range(rules.players):
        assert (worth[player] == max(worth)) == (player in table.winners)
    assert sum(worth) == pytest.approx(0)
    assert -1 / (rules.players - 1) <= min(worth) <= max(worth) <= 1


@every_table
def test_the_tensor_is_the_observation(slug: str, players: int) -> None:
    state = pyspiel.load_game(name_of(slug, players=players)).new_initial_state()
    roll(state, 5)
    for _ in play_on(state, random.Random(3), 30):
        for player in range(players):
            who = [float(player == p) for p in range(players)]
            expected = [*who, *map(float, state.table().observation(player))]
            assert state.observation_tensor(player) == expected
            assert state.information_state_tensor(player) == expected


def test_a_state_can_be_saved_and_played_on() -> None:
    for slug, players in SEATS[::3]:
        state = pyspiel.load_game(name_of(slug, players=players)).new_initial_state()
        roll(state, 9)
        chance = random.Random(1)
        for _ in play_on(state, chance, 9):
            pass
        copies = [
            state.clone(),
            pickle.loads(pickle.dumps(state)),
            pyspiel.deserialize_game_and_state(
                pyspiel.serialize_game_and_state(state.get_game(), state)
            )[1],
        ]
        for _ in range(9):
            action = chance.choice(state.legal_actions())
            for each in (state, *copies):
                each.apply_action(action)
        for copy in copies:
            assert str(copy) == str(state) and copy.history() == state.history()
            assert copy.information_state_string(0) == state.information_state_string(0)


def test_options_and_decks_are_parameters() -> None:
    game = pyspiel.load_game("cinquina_push(players=3,risk=True,cards=R1*9 dice*4)")
    assert game.variant.game.options["risk"] is True
    assert game.variant.game.deck == {"R1": 9, "dice": 4}
    assert game.variant.game.players == game.num_players() == 3
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    small = pyspiel.load_game("cinquina_add_up(digits=1,yellow_max=12)")
    assert small.max_chance_nodes_in_history() == 1
    assert small.variant.game.options["yellow_max"] == 12


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("cinquina_push(players=9)", "push is for 2 to 6 players, not 9."),
        ("cinquina_push(digits=0)", "digits is a whole number from 1 to 8"),
        ("cinquina_push(cards=nine)", "each card once"),
        ("cinquina_push(cards=Q7*3)", "is not a card of push"),
        ("cinquina_add_up(yellow_max=1)", "yellow_max is a whole number from 10 to 99"),
        ("cinquina_seven_ate_nine(cards=1:1*20)", "need one card more than a multiple"),
    ],
)
def test_bad_parameters_are_refused_in_a_sentence(name: str, said: str) -> None:
    with pytest.raises(CinquinaError, match=said.replace("(", r"\(")):
        pyspiel.load_game(name)


def test_bad_actions_are_refused_in_a_sentence() -> None:
    game = pyspiel.load_game("cinquina_push")
    state = game.new_initial_state()
    with pytest.raises(CinquinaError, match="A digit is a number from 0 to 15, not 16"):
        state.apply_action(16)
    with pytest.raises(CinquinaError, match="Nothing is dealt yet"):
        state.table()
    roll(state, 1)
    before = state.table().state_bytes()
    with pytest.raises(CinquinaError, match=r"Action 7 is not legal now. Legal: 0 \(flip\)"):
        state.apply_action(7)
    assert state.table().state_bytes() == before and len(state.history()) == 6
    observer = game.make_py_observer()
    for ask in (
        lambda: state.resample_from_infostate(2, pyspiel.UniformProbabilitySampler(0.0, 1.0)),
        lambda: observer.set_from(state, -1),
        lambda: observer.string_from(state, 2),
    ):
        with pytest.raises(CinquinaError, match="Players are numbered 0 to 1, not"):
            ask()
    for _ in play_on(state, random.Random(1)):
        pass
    with pytest.raises(CinquinaError, match="The game is over"):
        state.apply_action(0)
    with pytest.raises(CinquinaError, match="takes no parameters"):
        game.make_py_observer(None, {"more": 1})
    everybody = pyspiel.PrivateInfoType.ALL_PLAYERS
    kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=everybody)
    with pytest.raises(CinquinaError, match="No observer sees the cards of all players"):
        game.make_py_observer(kind)


def test_the_registered_games_are_all_games() -> None:
    names = {name_of(slug) for slug, _ in seats()}
    assert {name for name in pyspiel.registered_names() if name.startswith(PREFIX)} == names
    for kind in pyspiel.registered_games():
        if kind.short_name in names:
            slug = kind.short_name.removeprefix(PREFIX).replace("_", "-")
            assert Game(slug, kind.max_num_players).name == kind.long_name


def test_without_openspiel_the_cure_is_named() -> None:
    code = "import sys; sys.modules['pyspiel'] = None; import cinquina.envs.openspiel"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "need OpenSpiel: pip install 'cinquina[envs]'" in done.stderr
