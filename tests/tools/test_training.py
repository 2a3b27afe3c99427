"""The examples that train with tools of others run as told, only shorter; what they learned plays in the arena."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


SHORT = {
    "train_ppo.py": ("--steps", "512", "--rounds", "2", "--tables", "1", "--save", "learned.zip"),
    "selfplay_pettingzoo.py": ("--updates", "1", "--save", "learned.npz"),
}


@pytest.mark.parametrize("name", SHORT)
def test_an_example_learns_and_meets_bots(name: str, tmp_path: Path) -> None:
    command = [sys.executable, EXAMPLES / name, *SHORT[name], "--against", "random", "--games", "2"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=500)
    assert done.returncode == 0, done.stderr
    assert "0.55 rather than 0.5?" in done.stdout
    assert "forfeit in game" not in done.stdout
