"""The examples that show how to use the package are clean under pyright's strict mode (`make tools` asks mypy about all examples)."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_pyright_finds_nothing(tmp_path: Path) -> None:
    for name in ("random_game.py", "tuareg_policy.py", "train_tuareg.py"):
        shutil.copy(ROOT / "examples" / name, tmp_path)
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"typeCheckingMode": "strict", "extraPaths": [str(ROOT / "src")]}))
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "--outputjson"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    found = json.loads(done.stdout)
    assert found["summary"]["filesAnalyzed"] == 3
    assert found["generalDiagnostics"] == []


@pytest.mark.slow
def test_the_shortest_example_runs() -> None:
    done = subprocess.run([sys.executable, ROOT / "examples" / "random_game.py"], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "a draw can turn out in 20 ways" in done.stdout
