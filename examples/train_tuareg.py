"""A small policy-gradient learner for Tuareg on one CPU core: plain NumPy, the vector environment, a few minutes.

    python examples/train_tuareg.py --plot docs/images/learning.svg
    python examples/train_tuareg.py --players 2 --minutes 18 --save tuareg.npz      # ten minutes on two cores: beats `greedy`
    cd examples && TUAREG_POLICY=../tuareg.npz sandtable arena --game tuareg --bots policy:tuareg_policy:bot,greedy --games 200

One network (one hidden layer) plays all seats of 512 games at once and learns from its own games by advantage actor-critic with a clipped
step (PPO); in the second half of its time steps become smaller and play less adventurous. Now and then it plays fixed deals against random
opponents; the share of duels won (0 = as good as random, 1 = always first) is printed and drawn.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.research import VectorEnv

Floats = NDArray[np.float32]

HIDDEN = 128
STEPS = 64
GAMES = 512
DISCOUNT = 0.999
TRACE = 0.97
CLIP = 0.2
ENTROPY = 0.01
EPOCHS = 2
MINIBATCH = 4096
RATE = 1e-3


class Network:
    """observation -> hidden -> logits of all actions, and one value. Adam for the steps."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        def layer(n: int, m: int, scale: float) -> Floats:
            weights: Floats = (rng.standard_normal((n, m)) * scale / np.sqrt(n)).astype(np.float32)
            return weights

        self.weights = {
            "in": layer(inputs, HIDDEN, 1.4),
            "in bias": np.zeros(HIDDEN, np.float32),
            "policy": layer(HIDDEN, actions, 0.1),
            "value": layer(HIDDEN, 1, 0.1),
        }
        self.moments = {name: (np.zeros_like(w), np.zeros_like(w)) for name, w in self.weights.items()}
        self.steps = 0
        self.rate = RATE

    def forward(self, x: Floats) -> tuple[Floats, Floats, Floats]:
        """Hidden layer, logits, values."""
        w = self.weights
        hidden = np.maximum(x @ w["in"] + w["in bias"], 0)
        return hidden, hidden @ w["policy"], (hidden @ w["value"])[:, 0]

    def learn(self, x: Floats, hidden: Floats, d_logits: Floats, d_value: Floats) -> None:
        """One Adam step against the given gradients of the outputs."""
        w = self.weights
        d_hidden = (d_logits @ w["policy"].T + d_value[:, None] * w["value"].T) * (hidden > 0)
        gradients = {
            "in": x.T @ d_hidden,
            "in bias": d_hidden.sum(axis=0),
            "policy": hidden.T @ d_logits,
            "value": hidden.T @ d_value[:, None],
        }
        self.steps += 1
        size = np.sqrt(sum(float((g**2).sum()) for g in gradients.values()))
        shrink = min(1.0, 0.5 / (size + 1e-8))
        for name, gradient in gradients.items():
            first, second = self.moments[name]
            first += 0.1 * (gradient * shrink - first)
            second += 0.001 * ((gradient * shrink) ** 2 - second)
            mean, scale = first / (1 - 0.9**self.steps), second / (1 - 0.999**self.steps)
            w[name] -= (self.rate * mean / (np.sqrt(scale) + 1e-8)).astype(np.float32)


def scaled(observations: NDArray[np.int16], unit: Floats) -> Floats:
    """As numbers about as large as one."""
    rows: Floats = np.divide(observations, unit, dtype=np.float32)
    return rows


def probabilities(logits: Floats, masks: NDArray[np.bool_]) -> Floats:
    """The softmax over legal actions only."""
    shifted = np.where(masks, logits, -1e9)
    powers = np.exp(shifted - shifted.max(axis=1, keepdims=True)) * masks
    chances: Floats = powers / powers.sum(axis=1, keepdims=True)
    return chances


def draw(chances: Floats, rng: np.random.Generator) -> NDArray[np.int64]:
    """One action per row."""
    sums = chances.cumsum(axis=1)
    drawn: NDArray[np.int64] = (sums < rng.random((len(chances), 1)) * sums[:, -1:]).sum(axis=1)
    return drawn.clip(max=chances.shape[1] - 1)


def evaluate(network: Network, players: int, games: int, rng: np.random.Generator) -> float:
    """Mean reward against random opponents; the learner sits in every seat equally often. Always the same deals."""
    env = VectorEnv("tuareg", games, players=players, seed=12345)
    learner = np.arange(games) % players
    finished, total = np.zeros(games, bool), 0.0
    actions = np.zeros(games, np.int64)
    while not finished.all():
        env.sample(actions)
        own = env.seats == learner
        if own.any():
            _, logits, _ = network.forward(scaled(env.observations[own], env.encoding.unit))
            actions[own] = draw(probabilities(logits, env.masks[own]), rng)
        env.step(actions)
        ends = env.done & ~finished
        total += float(env.rewards[ends, learner[ends]].sum())
        finished |= env.done
    return total / games


class Rollout:
    """What happened in the last ``STEPS`` steps of all games, and what the learner thought of it."""

    def __init__(self, env: VectorEnv) -> None:
        n = len(env)
        self.x = np.zeros((STEPS, n, env.encoding.size), np.int16)
        self.masks = np.zeros((STEPS, n, env.encoding.num_actions), np.bool_)
        self.actions = np.zeros((STEPS, n), np.int64)
        self.seats = np.zeros((STEPS, n), np.int64)
        self.chances, self.values = np.zeros((2, STEPS, n), np.float32)
        self.rewards = np.zeros((STEPS, n, env.players), np.float32)
        self.done = np.zeros((STEPS, n), np.bool_)

    def play(self, env: VectorEnv, network: Network, rng: np.random.Generator) -> None:
        rows = np.arange(len(env))
        for t in range(STEPS):
            self.x[t], self.masks[t], self.seats[t] = env.observations, env.masks, env.seats
            _, logits, self.values[t] = network.forward(scaled(env.observations, env.encoding.unit))
            chances = probabilities(logits, env.masks)
            self.actions[t] = draw(chances, rng)
            self.chances[t] = chances[rows, self.actions[t]]
            env.step(self.actions[t])
            self.rewards[t], self.done[t] = env.rewards, env.done

    def advantages(self, env: VectorEnv, network: Network) -> tuple[Floats, Floats]:
        """Generalised advantages, seat by seat: a seat's next state is the next one in which it decides itself."""
        n, players = len(env), env.players
        rows = np.arange(n)
        _, _, last = network.forward(scaled(env.observations, env.encoding.unit))
        following = np.zeros((n, players), np.float32)  # value of the seat's next own decision
        known = np.zeros((n, players), np.bool_)
        following[rows, env.seats] = last
        known[rows, env.seats] = True
        gain = np.zeros((n, players), np.float32)
        earned = np.zeros((n, players), np.float32)  # reward since the seat's last decision
        advantages, usable = np.zeros((STEPS, n), np.float32), np.zeros((STEPS, n), np.bool_)
        for t in reversed(range(STEPS)):
            over = self.done[t]
            following[over], gain[over], earned[over], known[over] = 0, 0, self.rewards[t][over], True
            seat = self.seats[t]
            usable[t] = known[rows, seat]
            error = earned[rows, seat] + DISCOUNT * following[rows, seat] - self.values[t]
            gain[rows, seat] = error + DISCOUNT * TRACE * gain[rows, seat]
            advantages[t] = gain[rows, seat]
            following[rows, seat], earned[rows, seat], known[rows, seat] = self.values[t], 0, True
        return advantages, usable.astype(np.float32)


def update(
    network: Network, rollout: Rollout, advantages: Floats, usable: Floats, unit: Floats, rng: np.random.Generator, boldness: float
) -> None:
    """A few clipped passes over the rollout. ``boldness``: 1 while there is much to learn, towards 0 at the end."""
    network.rate = RATE * boldness
    choice: NDArray[np.bool_] = rollout.masks.sum(axis=2) > 1
    chosen = np.flatnonzero((usable > 0).ravel() & (choice.ravel() | (rng.random(choice.size) < 0.2)))
    x, masks = rollout.x.reshape(-1, rollout.x.shape[-1]), rollout.masks.reshape(-1, rollout.masks.shape[-1])
    actions, before = rollout.actions.ravel(), rollout.chances.ravel()
    targets = (advantages + rollout.values).ravel()
    better = ((advantages - advantages.mean()) / (advantages.std() + 1e-6)).ravel()
    for _ in range(EPOCHS):
        rng.shuffle(chosen)
        for start in range(0, len(chosen), MINIBATCH):
            at = chosen[start : start + MINIBATCH]
            rows, inputs = np.arange(len(at)), scaled(x[at], unit)
            hidden, logits, values = network.forward(inputs)
            chances = probabilities(logits, masks[at])
            ratio = chances[rows, actions[at]] / (before[at] + 1e-8)
            outside = ((ratio > 1 + CLIP) & (better[at] > 0)) | ((ratio < 1 - CLIP) & (better[at] < 0))
            push = np.where(outside, 0, ratio * better[at]).astype(np.float32)
            d_logits = chances * push[:, None]
            d_logits[rows, actions[at]] -= push
            logs = np.log(chances + 1e-8)
            entropy = -(chances * logs).sum(axis=1, keepdims=True)
            d_logits += ENTROPY * boldness * chances * (logs + entropy)
            d_value: Floats = (0.5 * (values - targets[at]) / len(at)).astype(np.float32)
            network.learn(inputs, hidden, (d_logits / len(at)).astype(np.float32), d_value)


def plot(curve: list[tuple[float, float, float]], players: int, path: Path) -> None:
    import matplotlib as mpl

    mpl.use("svg")
    import matplotlib.pyplot as plt

    figure: Any
    axes: Any
    figure, axes = plt.subplots(figsize=(7, 3.6))  # pyright: ignore[reportUnknownMemberType]
    axes.plot([seconds / 60 for seconds, _, _ in curve], [reward for _, _, reward in curve], color="#c9772b", marker="o", markersize=3)
    axes.axhline(0, color="#7a8b99", linewidth=1)
    axes.set_xlabel("minutes on one core")
    axes.set_ylabel("share of duels won against random")
    axes.set_title(f"Learning Tuareg with {players} players by self-play ({curve[-1][1] / 1e6:.1f} million decisions)", fontsize=10)
    axes.set_ylim(-0.2, 1)
    axes.grid(alpha=0.3)
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None})


def keep(network: Network, path: Path | None) -> None:
    if path:
        np.savez(path, allow_pickle=False, **network.weights)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=2.5, help="minutes of processor time for learning")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=300, help="fixed deals against random opponents")
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--load", type=Path, help="go on from these weights")
    parser.add_argument("--save", type=Path, help="write the weights (.npz)")
    chosen = parser.parse_args()
    rng = np.random.default_rng(chosen.seed)
    env = VectorEnv("tuareg", GAMES, players=chosen.players, seed=chosen.seed)
    network = Network(env.encoding.size, env.encoding.num_actions, rng)
    if chosen.load:
        network.weights = dict(np.load(chosen.load))
    rollout = Rollout(env)
    spent, decisions, asked = 0.0, 0, 0
    curve = [(0.0, 0.0, evaluate(network, chosen.players, chosen.deals, rng))]
    print(f"before learning: {curve[0][2]:+.3f}", flush=True)
    while spent < 60 * chosen.minutes:
        began = time.process_time()
        rollout.play(env, network, rng)
        advantages, usable = rollout.advantages(env, network)
        boldness = min(1.0, 2 * (1 - spent / (60 * chosen.minutes)) + 0.05)
        update(network, rollout, advantages, usable, env.encoding.unit, rng, boldness)
        spent += time.process_time() - began
        decisions += STEPS * GAMES
        asked += 1
        if asked % 8 == 0:
            keep(network, chosen.save)
            curve.append((spent, float(decisions), evaluate(network, chosen.players, chosen.deals, rng)))
            print(f"{spent:6.0f} s  {decisions:>9,} decisions  against random: {curve[-1][2]:+.3f}", flush=True)
    if chosen.plot:
        plot(curve, chosen.players, chosen.plot)
    keep(network, chosen.save)


if __name__ == "__main__":
    main()
