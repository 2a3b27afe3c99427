"""Fits a network to positions and what became of them, with PyTorch, and turns it into whole numbers."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from sandtable.encodings import encoding
from sandtable.kernel.registry import load
from sandtable.search.heuristics import knobs
from sandtable.search.weights import LAYERS, Weights, network
from sandtable.training.examples import Examples

BATCH = 2048
CLIP = 8.0
"""Activations end here, in the network of whole numbers too."""


class Net(nn.Module):
    def __init__(self, inputs: int, actions: int, seats: int, wide: int, narrow: int) -> None:
        super().__init__()
        self.wide = nn.Linear(inputs, wide)
        self.narrow = nn.Linear(wide, narrow)
        self.value = nn.Linear(narrow, 2 * seats)
        self.policy = nn.Linear(wide, actions)
        with torch.no_grad():
            self.policy.weight.zero_()
            self.policy.bias.zero_()
            self.value.weight.mul_(0.3)

    def forward(self, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        wide = self.wide(rows).clamp(0, CLIP)
        return self.value(self.narrow(wide).clamp(0, CLIP)), wide


class Fitting:
    """A network of one game that learns."""

    def __init__(self, game: str, wide: int = 128, narrow: int = 32, seed: int = 1) -> None:
        torch.manual_seed(seed)
        self.module = network(game)
        code = encoding(game)
        prospects = self.module.INPUTS - self.module.OBSERVED
        unit = np.concatenate([code.unit, np.full(prospects, 16.0 * self.module.FINE, np.float32)])
        self.unit = torch.from_numpy(unit)
        self.actions = code.num_actions
        self.net = Net(self.module.INPUTS, code.num_actions, self.module.SEATS, wide, narrow)
        self.knobs = knobs(game)
        self.mirror = load(game).mirror
        self.rng = np.random.default_rng(seed)

    def told(self, states: NDArray[Any]) -> tuple[NDArray[np.int16], NDArray[np.float32]]:
        """The inputs, and what the heuristics think of every decision: (n, NUM_ACTIONS), 0 for what is not legal or ruled out."""
        rows, nothing = np.zeros((len(states), self.module.INPUTS), np.int16), np.zeros((0, 0))
        likely = np.zeros((len(states), self.actions))
        self.module.judge_many(states, self.knobs, np.zeros(0, np.int16), np.zeros(2, np.int32), rows, nothing, nothing, likely)
        return rows, likely.astype(np.float32)

    def inputs(self, rows: NDArray[np.int16]) -> torch.Tensor:
        return torch.from_numpy(rows).float() / self.unit

    def batches(self, data: Examples, shuffle: bool) -> Iterator[tuple[torch.Tensor, ...]]:
        order = self.rng.permutation(len(data)) if shuffle else np.arange(len(data))
        for start in range(0, len(order), BATCH):
            at = order[start : start + BATCH]
            states, policy = data.states[at], self._policy(data, at)
            if shuffle and self.mirror is not None and (which := int(self.rng.integers(len(self.mirror.DECISIONS) + 1))):
                before, states = states, self.mirror.mirrored(states, which - 1)
                turned = torch.from_numpy(states != before)
                policy[turned] = policy[turned][:, torch.from_numpy(np.argsort(self.mirror.DECISIONS[which - 1]))]
            rows, likely = self.told(states)
            yield self.inputs(rows), *self.targets(states, rows, data.scores[at], data.wins[at]), policy, torch.from_numpy(likely)

    def targets(
        self, states: NDArray[Any], rows: NDArray[np.int16], scores: NDArray[np.float32], wins: NDArray[np.float32]
    ) -> tuple[torch.Tensor, ...]:
        """Counted from the seat to decide, and points from those of the moment; seats that are not there are marked."""
        seats = self.module.SEATS
        players = states["players"].astype(np.int64)[:, None]
        place = np.arange(seats)[None, :]
        at = (states["seat"].astype(np.int64)[:, None] + place) % players
        there = place < players
        points = rows[:, self.module.OBSERVED :: self.module.PROSPECTS].astype(np.float32) / self.module.FINE
        to_come = np.take_along_axis(scores, at, 1) - points
        return (
            torch.from_numpy(np.where(there, to_come, 0).astype(np.float32) / np.float32(self.module.POINTS)),
            torch.from_numpy(np.where(there, np.take_along_axis(wins, at, 1), 0).astype(np.float32)),
            torch.from_numpy(there),
        )

    def _policy(self, data: Examples, at: NDArray[np.int64]) -> torch.Tensor:
        """(n, NUM_ACTIONS): shares of the search, -1 for what is not legal; all 0 where nothing was searched."""
        lengths = data.starts[at + 1] - data.starts[at]
        found = np.where(lengths[:, None] > 0, np.float32(-1), np.float32(0)).repeat(self.actions, 1)
        rows = np.repeat(np.arange(len(at)), lengths)
        places = np.arange(len(rows)) - np.repeat(np.cumsum(lengths) - lengths, lengths) + np.repeat(data.starts[at], lengths)
        found[rows, data.decisions[places]] = data.shares[places]
        return torch.from_numpy(found)

    def losses(
        self,
        rows: torch.Tensor,
        scores: torch.Tensor,
        wins: torch.Tensor,
        there: torch.Tensor,
        policy: torch.Tensor,
        likely: torch.Tensor,
    ) -> torch.Tensor:
        """Of winning, of the scores (in units of POINTS), of the decisions."""
        seats = self.module.SEATS
        value, wide = self.net(rows)
        logits = value[:, seats:].masked_fill(~there, -1e9)
        winning = -(wins * logits.log_softmax(1)).sum(1).mean()
        error = nn.functional.smooth_l1_loss(value[:, :seats], scores, reduction="none")
        scoring = (error * there).sum() / there.sum()
        chosen = policy.amax(1) > 0
        if not chosen.any():
            return torch.stack([winning, scoring, torch.zeros(())])
        said = self.net.policy(wide[chosen]).clamp(-self.module.LOUDEST, self.module.LOUDEST)
        allowed = (said + likely[chosen].clamp(min=1e-6).log()).masked_fill((policy[chosen] < 0) | (likely[chosen] <= 0), -1e9)
        deciding = -(policy[chosen].clamp(min=0) * allowed.log_softmax(1)).sum(1).mean()
        return torch.stack([winning, scoring, deciding])

    def learn(self, data: Examples, rate: float, epochs: int, told: Any = None) -> None:
        optimiser = torch.optim.Adam(self.net.parameters(), rate)
        steps = epochs * -(-len(data) // BATCH)
        schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps + 1, pct_start=0.05)
        done = 0
        for _ in range(epochs):
            for batch in self.batches(data, shuffle=True):
                losses = self.losses(*batch)
                total = losses[0] + 0.3 * losses[1] + losses[2]
                optimiser.zero_grad()
                torch.autograd.backward(total)
                optimiser.step()
                schedule.step()
                done += 1
                if told and done % 50 == 0:
                    told(done / steps, losses.tolist())

    def judged(self, data: Examples) -> list[float]:
        with torch.no_grad():
            found = [self.losses(*batch) * len(batch[0]) for batch in self.batches(data, shuffle=False)]
        return [float(x) for x in torch.stack(found).sum(0) / len(data)]

    def kept(self) -> bytes:
        """What it has learned, as the next generation takes it up."""
        target = io.BytesIO()
        torch.save(self.net.state_dict(), target)
        return target.getvalue()

    def restore(self, kept: bytes) -> None:
        self.net.load_state_dict(torch.load(io.BytesIO(kept), weights_only=True))

    def take_up(self, weights: Weights) -> None:
        """Goes on from whole numbers, so from weights without anything beside them."""
        one, part = self.module.ONE, 1 << self.module.SHIFT
        units = {"wide": self.unit.numpy()[:, None] / part, "wide_bias": 1 / part}
        layers = dict(zip(LAYERS, weights.layers, strict=True))
        for name, layer in layers.items():
            kind = "bias" if name.endswith("_bias") else "weight"
            numbers = layer * units.get(name, 1 / part if kind == "weight" else 1 / (part * one))
            into = getattr(getattr(self.net, name.removesuffix("_bias")), kind)
            into.data.copy_(torch.from_numpy(numbers.T if name == "wide" else numbers))

    def whole(self) -> dict[str, NDArray[Any]]:
        """The layers as whole numbers, as ``search.network`` reads them."""
        one, part = self.module.ONE, 1 << self.module.SHIFT
        weights = {name: tensor.detach().numpy().astype(np.float64) for name, tensor in self.net.state_dict().items()}
        wide = weights["wide.weight"].T / self.unit.numpy()[:, None].astype(np.float64)
        return {
            "wide": _fit(wide * part, np.int16),
            "wide_bias": _fit(weights["wide.bias"] * part, np.int32),
            "narrow": _fit(weights["narrow.weight"] * part, np.int16),
            "narrow_bias": _fit(weights["narrow.bias"] * part * one, np.int32),
            "value": _fit(weights["value.weight"] * part, np.int16),
            "value_bias": _fit(weights["value.bias"] * part * one, np.int32),
            "policy": _fit(weights["policy.weight"] * part, np.int16),
            "policy_bias": _fit(weights["policy.bias"] * part * one, np.int32),
        }


def _fit(numbers: NDArray[np.float64], kind: Any) -> NDArray[Any]:
    bounds = np.iinfo(kind)
    return np.clip(np.rint(numbers), bounds.min, bounds.max).astype(kind)


def use_threads(number: int) -> None:
    torch.set_num_threads(number)
