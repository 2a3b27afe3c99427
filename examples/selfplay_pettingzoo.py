"""A PyTorch policy learns Tuareg by playing all seats of PettingZoo tables, and then meets bots of the house in the arena.

    pip install "sandtable[pettingzoo]" torch
    python examples/selfplay_pettingzoo.py --updates 300 --save selfplay.npz

One network decides for whoever is to decide at 64 tables; every decision is credited with the reward its seat gets in the end (policy
gradient with a learned baseline). The weights are those of `tuareg_policy.py`, which seats them: `policy:tuareg_policy:bot`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import torch
from torch import nn

from sandtable.encodings import encoding
from sandtable.research.pettingzoo import env

TABLES = 64
HIDDEN = 128
ROWS = 4096
"""Decisions of finished games between two steps of learning."""

Step = tuple[str, torch.Tensor, torch.Tensor, int]
"""Agent, observation, mask, action."""


class Policy(nn.Module):
    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()
        self.hidden, self.policy, self.value = nn.Linear(inputs, HIDDEN), nn.Linear(HIDDEN, actions, bias=False), nn.Linear(HIDDEN, 1)

    def forward(self, rows: torch.Tensor, masks: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        hidden = self.hidden(rows).relu()
        logits = self.policy(hidden).masked_fill(~masks, -1e9)
        return torch.distributions.Categorical(logits=logits, validate_args=False), self.value(hidden)[:, 0]

    def save(self, path: Path) -> None:
        weights = {"in": self.hidden.weight.T, "in bias": self.hidden.bias, "policy": self.policy.weight.T}
        np.savez(path, allow_pickle=False, **{name: weight.detach().numpy() for name, weight in weights.items()})


class Tables:
    """Games that go on; what was decided in them waits for their ends."""

    def __init__(self, seed: int) -> None:
        self.tables = [env("tuareg", players=2) for _ in range(TABLES)]
        self.unit = encoding("tuareg").unit
        self.steps: list[list[Step]] = [[] for _ in self.tables]
        for i, table in enumerate(self.tables):
            table.reset(seed=seed + i)

    def finished(self, model: Policy, rows: int) -> list[tuple[Step, float]]:
        """Plays until so many decisions of finished games are there, each with the reward of its seat."""
        found: list[tuple[Step, float]] = []
        while len(found) < rows:
            looks = [table.observe(table.agent_selection) for table in self.tables]
            seen = torch.from_numpy(np.stack([look["observation"] for look in looks]) / self.unit).float()
            masks = torch.from_numpy(np.stack([look["action_mask"] for look in looks])).bool()
            with torch.no_grad():
                actions = model(seen, masks)[0].sample().tolist()
            for i, table in enumerate(self.tables):
                self.steps[i].append((table.agent_selection, seen[i], masks[i], actions[i]))
                table.step(actions[i])
                if any(table.terminations.values()):
                    found += [(step, float(table.rewards[step[0]])) for step in self.steps[i]]
                    self.steps[i] = []
                    table.reset()
        return found


def learn(updates: int, save: Path) -> None:
    torch.set_num_threads(1)
    torch.manual_seed(1)
    code = encoding("tuareg")
    model, tables = Policy(code.size, code.num_actions), Tables(seed=1)
    optimiser = torch.optim.Adam(model.parameters(), 1e-3)
    for update in range(1, updates + 1):
        found = tables.finished(model, ROWS)
        rows, masks = torch.stack([step[1] for step, _ in found]), torch.stack([step[2] for step, _ in found])
        actions, rewards = torch.tensor([step[3] for step, _ in found]), torch.tensor([reward for _, reward in found])
        chances, values = model(rows, masks)
        better = (rewards - values).detach()
        better = (better - better.mean()) / (better.std() + 1e-6)
        loss = -(chances.log_prob(actions) * better).mean() + 0.5 * (rewards - values).pow(2).mean() - 0.01 * chances.entropy().mean()
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 0.5)
        optimiser.step()
        if update % 50 == 0 or update == updates:
            model.save(save)
            print(f"{update} updates, entropy {chances.entropy().mean().item():.2f}", flush=True)


def meet(save: Path, others: list[str], games: int) -> None:
    """The arena, as one would start it by hand from this folder; every deal in both seatings. What older weights did is not counted."""
    environment = {**os.environ, "TUAREG_POLICY": str(save.resolve())}
    with TemporaryDirectory() as folder:
        for other in others:
            bots = f"policy:tuareg_policy:bot,{other}"
            words = ["arena", "--game", "tuareg", "--bots", bots, "--games", str(games), "--on", "threads", "--db", f"{folder}/db"]
            subprocess.run([sys.executable, "-m", "sandtable", *words], cwd=Path(__file__).parent, env=environment, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--updates", type=int, default=300)
    parser.add_argument("--save", type=Path, default=Path("selfplay.npz"))
    parser.add_argument("--against", default="greedy,level2")
    parser.add_argument("--games", type=int, default=200)
    chosen = parser.parse_args()
    learn(chosen.updates, chosen.save)
    meet(chosen.save, chosen.against.split(","), chosen.games)


if __name__ == "__main__":
    main()
