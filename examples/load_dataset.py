"""Reading a dataset: NumPy, and PyTorch if it is installed.

    sandtable dataset tuareg --players 3 --games 2000 --out games
    python examples/load_dataset.py games

Fits the outcome of a game from a seat's observation: by least squares in NumPy, then by one linear layer in PyTorch.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sandtable.research.dataset import Dataset

Floats = NDArray[np.float32]


def examples(data: Dataset, shuffle: int | None = None) -> Iterator[tuple[Floats, Floats, NDArray[np.int64]]]:
    """Scaled observations, outcomes of the deciding seats, and the games the rows belong to."""
    for batch in data.batches(8192, shuffle):
        yield (batch.observations / data.encoding.unit).astype(np.float32), batch.outcomes, batch.games


def with_numpy(data: Dataset) -> float:
    """Least squares, summed up batch by batch; every tenth game is kept for the test. Returns the share of variance explained there."""
    size = data.encoding.size + 1
    gram, moment = np.zeros((size, size)), np.zeros(size)
    for x, y, games in examples(data):
        learn = games % 10 != 0
        rows = np.hstack([x[learn], np.ones((int(learn.sum()), 1), np.float32)])
        gram += rows.T @ rows
        moment += rows.T @ y[learn]
    weights = np.linalg.solve(gram + 0.02 * len(data) * np.eye(size), moment)
    error = total = 0.0
    for x, y, games in examples(data):
        test = games % 10 == 0
        guess = x[test] @ weights[:-1] + weights[-1]
        error += float(((guess - y[test]) ** 2).sum())
        total += float((y[test] ** 2).sum())
    return 1 - error / total


def with_torch(data: Dataset) -> float:
    """The same with a torch IterableDataset; returns the mean squared error of the last batches."""
    import torch

    class Rows(torch.utils.data.IterableDataset[tuple[torch.Tensor, torch.Tensor]]):
        def __iter__(self) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
            for x, y, _ in examples(data, shuffle=1):
                yield torch.from_numpy(x), torch.from_numpy(np.array(y))

    model = torch.nn.Linear(data.encoding.size, 1)
    optimiser = torch.optim.Adam(model.parameters(), 1e-3)
    losses = []
    for x, y in torch.utils.data.DataLoader(Rows(), batch_size=None):
        loss = torch.nn.functional.mse_loss(model(x)[:, 0], y)
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        optimiser.step()
        losses.append(loss.item())
    return float(np.mean(losses[-5:]))


def main() -> None:
    data = Dataset(sys.argv[1])
    print(f"{len(data):,} decisions of {data.description['games']:,} games of {data.encoding.game.name}")
    print(f"NumPy: {with_numpy(data):.1%} of the variance of outcomes explained in games not learnt from")
    try:
        print(f"PyTorch: mean squared error {with_torch(data):.3f}")
    except ImportError:
        print("PyTorch is not installed: left out")


if __name__ == "__main__":
    main()
