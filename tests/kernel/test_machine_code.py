"""Machine code that comes with a wheel: found where it fits, ignored where it does not."""

import os
from pathlib import Path

import pytest

from sandtable import machine_code
from tests.scripts import said

pytestmark = pytest.mark.slow

RULES = "from sandtable.jit import jit\n\n\n@jit\ndef double(x):\n    return 2 * x\n"
LEVEL = "x86-64-v2"
COUNT = "stats = rules.double.stats; print(rules.double(21), sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))"
SHIP = """
from pathlib import Path
from sandtable import machine_code
machine_code.FOLDER = Path({folder!r})
machine_code.level.cache_clear()
{more}
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a package, and its machine code of one level as ``make wheel`` builds it."""
    folder = tmp_path_factory.mktemp("wheel")
    (folder / "dunes").mkdir()
    (folder / "dunes" / "__init__.py").touch()
    (folder / "dunes" / "rules.py").write_text(RULES)
    chosen = {"NUMBA_CPU_NAME": LEVEL, "NUMBA_CPU_FEATURES": "", "SANDTABLE_CACHE": str(folder / "machine_code" / LEVEL)}
    assert run(folder, "", **chosen) == [42, 0, 1]
    return folder


def run(folder: Path, before: str, **variables: str) -> list[int]:
    """The answer of a compiled rule in a new process, and how often it was found and compiled."""
    code = f"{before}\nfrom dunes import rules; {COUNT}"
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    return [int(word) for word in said(code, fresh="NUMBA_CPU_NAME" in variables, PYTHONPATH=path, **variables)]


def test_what_was_shipped_is_not_compiled(built: Path, tmp_path: Path) -> None:
    before = SHIP.format(folder=str(built / "machine_code"), more="")
    assert run(built, before, SANDTABLE_CACHE=str(tmp_path)) == [42, 1, 0]
    assert not list(tmp_path.rglob("*.nbc"))


@pytest.mark.parametrize("more", [f"machine_code.LEVELS[{LEVEL!r}].add('wings')", "import platform; platform.machine = lambda: 'aarch64'"])
def test_what_the_processor_does_not_understand_is_ignored(built: Path, tmp_path: Path, more: str) -> None:
    before = SHIP.format(folder=str(built / "machine_code"), more=more)
    assert run(built, before, SANDTABLE_CACHE=str(tmp_path)) == [42, 0, 1]


def test_machine_code_of_other_sources_is_ignored(built: Path, tmp_path: Path) -> None:
    (tmp_path / "dunes").mkdir()
    (tmp_path / "dunes" / "__init__.py").touch()
    (tmp_path / "dunes" / "rules.py").write_text(RULES.replace("2 * x", "x + x"))
    before = SHIP.format(folder=str(built / "machine_code"), more="")
    assert run(tmp_path, before, SANDTABLE_CACHE=str(tmp_path / "cache")) == [42, 0, 1]


def test_it_tells_nothing_about_the_machine_it_was_built_on(built: Path) -> None:
    kept = [path for path in (built / "machine_code").rglob("*") if path.is_file()]
    assert any(path.suffix == ".nbc" for path in kept)
    assert not [path for path in kept if str(built).encode() in path.read_bytes()]


def test_levels_are_tried_from_the_best_to_the_plainest() -> None:
    able = dict.fromkeys(machine_code.V3, True)
    assert [level for level in machine_code.LEVELS if machine_code.runs_on(able, level)] == ["x86-64-v3", "x86-64-v2"]
    assert [level for level in machine_code.LEVELS if machine_code.runs_on({**able, "avx2": False}, level)] == ["x86-64-v2"]
    assert not any(machine_code.runs_on({}, level) for level in machine_code.LEVELS)
