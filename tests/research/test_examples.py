"""The examples run as they are told in the docs, only shorter."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.commands import good
from tests.scripts import program

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str, *arguments: str | Path, fresh: bool = False) -> str:
    return program(EXAMPLES / name, *arguments, fresh=fresh)


def test_openspiel_algorithms() -> None:
    told = example("openspiel_mcts.py", "--games", "1", "--simulations", "2", "--iterations", "2")
    assert "of 1 games won" in told
    assert "2 iterations" in told


def test_loading_a_dataset(tmp_path: Path) -> None:
    good("dataset", "tuareg", "--players", "2", "--games", "20", "--out", tmp_path / "games")
    assert "NumPy" in example("load_dataset.py", tmp_path / "games", fresh=True)


@pytest.mark.parametrize("cores", ["1", "2"])
def test_training(cores: str, tmp_path: Path) -> None:
    """What was learned has other weights than what it began with, and they are numbers."""
    for name, minutes in (("before.npz", "0"), ("after.npz", "0.02")):
        example("train_tuareg.py", "--cores", cores, "--minutes", minutes, "--deals", "6", "--save", tmp_path / name)
    before, after = (np.load(tmp_path / name) for name in ("before.npz", "after.npz"))
    assert set(before) == set(after) == {"in", "in bias", "policy", "value"}
    for name in before:
        assert before[name].shape == after[name].shape
        assert np.isfinite(after[name]).all()
        assert (before[name] != after[name]).any()
