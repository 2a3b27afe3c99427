"""The examples that train with tools of others run as told, only shorter; what they learned plays in the arena."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    "words", [("train_ppo.py", "--steps", "16384", "--save", "ppo.zip"), ("selfplay_pettingzoo.py", "--updates", "2", "--save", "own.npz")]
)
def test_an_example_learns_and_meets_bots(words: tuple[str, ...], tmp_path: Path) -> None:
    command = [sys.executable, EXAMPLES / words[0], *words[1:], "--against", "random", "--games", "2"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=500)
    assert done.returncode == 0, done.stderr
    assert "2 games" in done.stdout, done.stdout
    assert "forfeit" not in done.stdout
