"""OpenSpiel's own simulation test, its bots, and what they do not ask."""

import copy
import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr

import sandtable
from sandtable.research import encoding, openspiel
from tests.research.tables import GAMES, TABLES


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_library_s_random_sim_test(name: str, players: int) -> None:
    game = pyspiel.load_game(openspiel.short_name(name), {"players": players})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("sandtable_tuareg(players=4,goods=B,start=#3)")
    state = dealt(game)
    assert game.num_players() == 4
    assert state.current_player() == 3
    assert state.table.game.read_options(state.table.states[0])["goods"] == "B"
    fates = pyspiel.load_game("sandtable_targui(players=4,fates=#1+6+8,stacking=False)")
    assert fates.new_initial_state().table.game.read_options(fates.template[0])["fates"] == [1, 6, 8]
    for wrong in ({"players": 6}, {"goods": "C"}, {"start": "#7"}):
        with pytest.raises((ValueError, pyspiel.SpielError)):
            pyspiel.load_game("sandtable_tuareg", wrong)


def dealt(game: pyspiel.Game, seed: int = 1) -> pyspiel.State:
    state, rng = game.new_initial_state(), random.Random(seed)
    while state.is_chance_node():
        state.apply_action(lot(state, rng))
    return state


def lot(state: pyspiel.State, rng: random.Random) -> int:
    """An outcome of a chance node, by its probability."""
    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
    assert sum(chances) == pytest.approx(1)
    return rng.choices(outcomes, chances)[0]


def walk(game: pyspiel.Game, seed: int) -> list[pyspiel.State]:
    state, rng, seen = dealt(game, seed), random.Random(seed), []
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(lot(state, rng))
        else:
            seen.append(state.clone())
            state.apply_action(rng.choice(state.legal_actions()))
    return [*seen, state]


@pytest.mark.parametrize("name", GAMES)
def test_chance_is_explicit_and_fixes_everything(name: str) -> None:
    """The same decisions and bytes give the same game, clones go their own way, and different bytes deal different games."""
    game = pyspiel.load_game(openspiel.short_name(name))
    one, two = walk(game, 1)[-1], walk(game, 1)[-1]
    assert one.history() == two.history()
    assert one.table.states.tobytes() == two.table.states.tobytes()
    again = game.new_initial_state()
    for action in one.history():
        again.apply_action(action)
    assert again.table.states.tobytes() == one.table.states.tobytes()
    assert again.returns() == one.returns()
    assert sum(one.returns()) == pytest.approx(0)
    assert len({dealt(game, seed).table.states.tobytes() for seed in range(8)}) == 8


def test_a_draw_is_asked_for_and_nothing_else_is() -> None:
    """In Tuareg the deal, draws from the pile, a theft from a hand and the second shuffle are random (TU 16h)."""
    game = pyspiel.load_game("sandtable_tuareg(players=3)")
    asked = set()
    for seed in range(8):
        state, rng, last = dealt(game, seed), random.Random(seed), None
        while not state.is_terminal():
            if state.is_chance_node():
                asked.add(sandtable.load("tuareg").actions[last].kind)
                state.apply_action(lot(state, rng))
            else:
                last = rng.choice(state.legal_actions())
                state.apply_action(last)
    assert {"draw", "steal_hand"} <= asked
    assert asked <= {"draw", "steal_hand", "end_turn", "pass", "use_map", "keep_map"}


@pytest.mark.parametrize("name", GAMES)
def test_observations_are_the_encoding_s(name: str) -> None:
    game = pyspiel.load_game(openspiel.short_name(name))
    state = dealt(game)
    row = np.zeros(encoding(name).size, np.int16)
    for seat in range(game.num_players()):
        state.table.observe(seat, row)
        assert state.observation_tensor(seat) == row.tolist()


@pytest.mark.parametrize("name", GAMES)
def test_a_resampled_state_cannot_be_told_apart(name: str) -> None:
    game = pyspiel.load_game(openspiel.short_name(name), {"players": 3})
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    worlds = set()
    for state in walk(game, 2)[:60:4]:
        seat = state.current_player()
        world = state.resample_from_infostate(seat, sampler)
        assert world.information_state_string(seat) == state.information_state_string(seat)
        assert world.observation_string(seat) == state.observation_string(seat)
        assert world.legal_actions() == state.legal_actions()
        worlds.add(world.table.states.tobytes() != state.table.states.tobytes())
    assert True in worlds


def test_what_a_seat_saw_long_ago_stays_in_its_information_state() -> None:
    game = pyspiel.load_game("sandtable_tuareg")
    ends = [walk(game, seed) for seed in (1, 2)]
    strings = [{state.information_state_string(0) for state in states} for states in ends]
    assert len(strings[0]) == len(ends[0])
    assert not strings[0] & strings[1]


def test_copies_of_a_table_are_independent() -> None:
    state = dealt(pyspiel.load_game("sandtable_tuareg"))
    twin = copy.deepcopy(state.table)
    before = twin.states.tobytes()
    state.apply_action(state.legal_actions()[0])
    assert twin.states.tobytes() == before
    with pytest.raises(ValueError, match="not legal"):
        twin.choose(193)


def test_its_search_and_its_regret_minimisation_run() -> None:
    game = pyspiel.load_game("sandtable_tuareg")
    state = dealt(game)
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    assert mcts.MCTSBot(game, 1.5, 6, evaluator, random_state=rng).step(state) in state.legal_actions()
    assert ismcts.ISMCTSBot(game, evaluator, 1.5, 6, random_state=rng).step(state) in state.legal_actions()
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    solver.iteration()
    assert solver.average_policy()


def test_there_is_no_information_state_tensor() -> None:
    """It raises instead of returning something else; strings and observations are there."""
    state = pyspiel.load_game("sandtable_tuareg").new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    with pytest.raises(NotImplementedError, match="information_state_string"):
        state.information_state_tensor(0)
    assert state.information_state_string(0) != state.information_state_string(1)
    assert any(state.observation_tensor(0))


def test_dice_and_draws_are_the_games_own_outcomes() -> None:
    """A draw of Tuareg has as many outcomes as hands it can bring; an exchange of Targui those of one or two dice (TG-5.3)."""
    tuareg, rng = dealt(pyspiel.load_game("sandtable_tuareg")), random.Random(1)
    tuareg.apply_action(tuareg.string_to_action(tuareg.current_player(), "draw"))
    assert len(tuareg.chance_outcomes()) == 20
    assert len({tuareg.action_to_string(pyspiel.PlayerId.CHANCE, action) for action in tuareg.legal_actions()}) == 20
    sizes = set()
    for state in walk(pyspiel.load_game("sandtable_targui"), 3):
        for action in state.legal_actions() if not state.is_terminal() else ():
            if sandtable.load("targui").actions[action].kind in ("attack", "fight", "fight_on", "go_on"):
                twin = state.child(action)
                if twin.is_chance_node():
                    sizes.add(len(twin.chance_outcomes()))
                    twin.apply_action(lot(twin, rng))
    assert sizes
    assert sizes <= {*range(1, 37)}


@pytest.mark.parametrize("name", GAMES)
def test_the_open_variant_shows_everybody_everything(name: str) -> None:
    game = pyspiel.load_game(openspiel.short_name(name, perfect=True))
    assert game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    state = dealt(game)
    assert state.observation_string(0) == state.observation_string(1) == state.information_state_string(0)
    size = encoding(name).size
    tensors = [np.array(state.observation_tensor(seat)).reshape(-1, size) for seat in range(game.num_players())]
    assert tensors[0].shape == (game.num_players(), size)
    assert (tensors[0][1] == tensors[1][0]).all()
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
