"""OpenSpiel's own algorithms on Tuareg: IS-MCTS against random play, then outcome-sampling CFR.

    python examples/openspiel_mcts.py --games 4 --simulations 100 --iterations 300

IS-MCTS re-deals what its seat cannot know before every simulation (``resample_from_infostate``), so it plays fairly. CFR on a game this
large learns little in a few hundred iterations; the point is that it runs.
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr

import sandtable.research.openspiel  # noqa: F401 (registers the games)


def play(game: pyspiel.Game, searcher: int, simulations: int, rng: np.random.RandomState) -> float:
    """One game of the searcher's seat against random play; returns what it won."""
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.0, simulations, random_state=rng)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
        elif state.current_player() == searcher:
            state.apply_action(int(bot.step(state)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    return float(state.returns()[searcher])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--simulations", type=int, default=100)
    parser.add_argument("--iterations", type=int, default=300)
    chosen = parser.parse_args()
    rng = np.random.RandomState(1)
    game = pyspiel.load_game("sandtable_tuareg(players=2)")
    won = [play(game, number % 2, chosen.simulations, rng) for number in range(chosen.games)]
    print(f"IS-MCTS with {chosen.simulations} simulations against random: {sum(w > 0 for w in won)} of {len(won)} games won")
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(chosen.iterations):
        solver.iteration()
    print(f"outcome-sampling CFR: {chosen.iterations} iterations, {len(solver._infostates):,} information states seen")


if __name__ == "__main__":
    main()
