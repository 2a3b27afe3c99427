"""The wheel with machine code, in an environment that has never seen Sandtable: nothing is compiled, and the server plays at once."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import httpx
import pytest

from sandtable import machine_code
from tests.browser.server import Server

DIST = Path(__file__).parents[2] / "dist"
WHEEL = max(DIST.glob("sandtable-*-manylinux*.whl"), key=lambda path: path.stat().st_mtime)
MOST_BYTES = 100 << 20

PLAY = """
from numba.core import event
with event.install_recorder("numba:compile") as compiled:
    import sandtable
    from sandtable.bots.choose import choose
    for name in sandtable.games():
        state = sandtable.load(name).new(seed=1)
        while not state.over and state.number < 60:
            state.play(choose("level2", state, seed=1))
print(sandtable.__file__, len(compiled.buffer))
"""


class Clean:
    """An environment with nothing but the wheel and, from outside, its dependencies; no machine code of anybody."""

    def __init__(self, folder: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
        self.python = folder / "venv" / "bin" / "python"
        self.inside = next((folder / "venv" / "lib").glob("python*/site-packages"))
        with zipfile.ZipFile(WHEEL) as wheel:
            wheel.extractall(self.inside)
        (self.inside / "outside.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
        self.cache = folder / "cache"
        self.variables = {**os.environ, "SANDTABLE_CACHE": str(self.cache)}
        self.variables.pop("PYTHONPATH", None)


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Clean:
    return Clean(tmp_path_factory.mktemp("clean"))


def test_games_are_played_without_compiling(clean: Clean) -> None:
    done = subprocess.run([clean.python, "-c", PLAY], env=clean.variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    place, compiled = done.stdout.split()
    assert Path(place).is_relative_to(clean.inside)
    assert compiled == "0"


def test_the_server_is_ready_at_once(clean: Clean, tmp_path: Path) -> None:
    server = Server(tmp_path, clean.python, clean.variables)
    server.start()
    try:
        assert httpx.get(f"{server.url}/api/games").json()
        assert all(game["ready"] for game in httpx.get(f"{server.url}/api/preparing").json())
    finally:
        server.stop()
    assert not list(clean.cache.rglob("*.nbc"))


def test_what_is_inside() -> None:
    assert WHEEL.stat().st_size < MOST_BYTES
    with zipfile.ZipFile(WHEEL) as wheel:
        names = wheel.namelist()
        for level in machine_code.LEVELS:
            assert [name for name in names if name.startswith(f"sandtable/machine_code/{level}/") and name.endswith(".nbc")]
        home = str(Path(__file__).parents[2]).encode()
        assert not [name for name in names if home in wheel.read(name)]
