"""The door to numba: cache folders, switches, pruning."""

import os
import tempfile
import time
from pathlib import Path

import pytest

import sandtable
from sandtable import jit
from tests.scripts import said, script

pytestmark = pytest.mark.slow

SHOW = "from sandtable import jit; print(jit.folder(jit.SHARED)); print(jit.fingerprint(jit.SHARED))"


def test_every_switch_has_its_own_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    folders = set()
    for mode in jit.MODES:
        monkeypatch.setattr(jit, "MODE", mode)
        folders.add(jit.fingerprint.__wrapped__(jit.SHARED))
    assert len(folders) == len(jit.MODES)


PARTS = {
    "__init__.py": "from . import rules, speech\n",
    "components.py": "PRICE = 3\n",
    "rules.py": "from sandtable.jit import jit\nfrom .components import (\n    PRICE,\n)\n\n\n@jit\ndef price():\n    return PRICE\n",
    "speech.py": "from .rules import price\n",
    "words/en.json": "{}",
}


@pytest.fixture
def somebodys_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with compiled rules, as another project would bring it."""
    root = tmp_path / "dunes"
    (root / "words").mkdir(parents=True)
    for name, text in PARTS.items():
        (root / name).write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    return root


@pytest.mark.parametrize(
    ("file", "compiles_again"), [("rules.py", True), ("components.py", True), ("speech.py", False), ("words/en.json", False)]
)
def test_only_what_machine_code_depends_on_compiles_again(somebodys_game: Path, file: str, compiles_again: bool) -> None:
    before, shared = jit.fingerprint.__wrapped__("dunes"), jit.fingerprint(jit.SHARED)
    (somebodys_game / file).write_text(PARTS[file] + "\n# changed\n")
    assert (jit.fingerprint.__wrapped__("dunes") != before) is compiles_again
    assert jit.fingerprint.__wrapped__(jit.SHARED) == shared


def test_machine_code_of_a_game_depends_on_its_compiled_files_alone() -> None:
    """Words, positions, views, refusals, drawings and other games can change without compiling anything."""
    for name in sandtable.games():
        package = sandtable.load(name).package
        root = jit.root_of(package)
        found = jit.compiled_sources(package).values()
        assert all(path.is_relative_to(root) for path in found)
        assert {"rules.py", "state.py", "components.py", "heuristics.py", "encoding.py"} <= {path.name for path in found}
        plain = {
            "__init__.py",
            "position.py",
            "reading.py",
            "refusals.py",
            "drawing.py",
            "helps.py",
            "scorepad.py",
            "speech.py",
            "coaching.py",
        }
        assert not plain & {path.name for path in found}


def test_constants_of_packages_and_of_other_packages_count(somebodys_game: Path) -> None:
    """A rule may take a constant from ``__init__.py``, and link a rule of another package."""
    (somebodys_game / "cards").mkdir()
    (somebodys_game / "cards" / "__init__.py").write_text("VALUE = 1\n")
    more = "from .cards import VALUE\nfrom sandtable.games.targui.fight import exchange  # linked\n"
    (somebodys_game / "rules.py").write_text(more + PARTS["rules.py"])
    found = {path.name for path in jit.compiled_sources("dunes").values()}
    assert {"rules.py", "components.py", "__init__.py", "fight.py"} <= found
    assert not {"speech.py", "sentences.py"} & found


SWITCHED = """
import numpy as np
from sandtable.jit import I8, jit, record
@jit
def add(s, at):
    s.heap[at] += 100
    return s.heap[at]
states = np.zeros(2, record([("heap", I8, 2)]))
add(states[0], 1)
print(add(states[0], 1))
try:
    print(add(states[0], 2))
except IndexError:
    print("outside")
"""


@pytest.mark.parametrize(
    ("mode", "found"), [("on", ["-56"]), ("wide", ["200"]), ("checked", ["-56", "outside"]), ("off", ["200", "outside"])]
)
def test_what_the_switches_do(mode: str, found: list[str]) -> None:
    """Bounds are checked, fields are wide, or neither (then an index outside reaches the next record)."""
    assert said(SWITCHED, fresh=mode == "off", SANDTABLE_JIT=mode)[: len(found)] == found


def test_scripts_compile_without_keeping() -> None:
    code = "from sandtable.jit import jit\n@jit\ndef double(x):\n    return 2 * x\nprint(double(21))"
    assert said(code.replace("\n", chr(10)), fresh=True) == ["42"]


def test_every_package_owns_its_machine_code() -> None:
    assert jit.owner_of("sandtable.kernel.chance") == jit.SHARED
    assert jit.owner_of("sandtable.games.dunes.rules") == "sandtable.games.dunes"
    assert jit.owner_of("dunes.rules") == "dunes"


def test_folders_unused_for_long_are_pruned(tmp_path: Path) -> None:
    for name, days in (("old", 40), ("recent", 5)):
        (tmp_path / name).mkdir()
        (tmp_path / name / ".used").touch()
        when = time.time() - days * 86_400
        os.utime(tmp_path / name / ".used", (when, when))
    (tmp_path / "somebody-elses").mkdir()
    folder = said(SHOW, SANDTABLE_CACHE=str(tmp_path))[0]
    assert {path.name for path in tmp_path.iterdir()} == {"recent", "somebody-elses", Path(folder).name}


def test_a_cache_that_cannot_be_written_is_replaced(tmp_path: Path) -> None:
    """A read-only home (here: a file where the folder should be) does not stop the game."""
    blocked = tmp_path / "file"
    blocked.touch()
    folder = Path(said(SHOW, SANDTABLE_CACHE=str(blocked), TMPDIR=str(tmp_path))[0])
    assert folder.is_dir()
    assert blocked not in folder.parents


def test_an_unknown_switch_is_refused() -> None:
    run = script(SHOW, fresh=True, SANDTABLE_JIT="fast")
    assert run.returncode == 1
    assert "must be one of: on, off, checked, wide" in run.stderr
    assert "Traceback" not in run.stderr


def test_interpreted_rules_do_not_import_numba() -> None:
    code = "import sys, sandtable; sandtable.load('tuareg').new(seed=1).legal; print('numba' in sys.modules)"
    assert said(code, fresh=True, SANDTABLE_JIT="off") == ["False"]


def test_numba_of_other_packages_is_untouched() -> None:
    code = "import numba; before = numba.config.CACHE_DIR; import sandtable.kernel.chance; print(numba.config.CACHE_DIR == before)"
    assert said(code) == ["True"]


def test_a_temporary_cache_that_others_can_write_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code is run as it is found: a folder somebody else prepared, or can change, is left alone."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    usual = tmp_path / f"sandtable-{os.getuid()}"
    assert jit._temporary() == usual
    assert usual.stat().st_mode & 0o077 == 0
    usual.chmod(0o777)
    assert jit._temporary() != usual
    usual.rmdir()
    usual.symlink_to(tmp_path)
    assert jit._temporary() not in (usual, tmp_path)


def test_threads_that_load_different_games_keep_their_machine_code_apart(tmp_path: Path) -> None:
    """A server's threads may meet several games for the first time at once; numba's cache folder is one for all of them."""
    code = """
import sys, threading
sys.setswitchinterval(1e-6)
from sandtable.search.heuristics import tree
threads = [threading.Thread(target=tree, args=(game,)) for game in ("five-tribes", "targui", "tuareg") * 3]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
for game in ("five-tribes", "targui", "tuareg"):
    print(tree(game).simulate._cache.cache_path)
"""
    paths = [Path(line) for line in said(code, cwd=tmp_path)]
    assert [path.name for path in paths] == ["five-tribes", "targui", "tuareg"]
    assert all(path.is_absolute() for path in paths)


def test_every_copy_of_the_sources_finds_the_same_machine_code(tmp_path: Path) -> None:
    """A second checkout, a new environment or a wheel starts at once, and what is called ready is ready."""
    count = "stats = rules.price.stats; print(rules.price(), sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))"
    found = []
    for place in ("here", "there", "there"):
        root = tmp_path / place / "dunes"
        for name, text in PARTS.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        last = len(found) == 2  # with another hash of every text, and other addresses
        found.append(said(f"from dunes import rules; {count}", fresh=last, SANDTABLE_CACHE=str(tmp_path), PYTHONPATH=str(root.parent)))
    assert found == [["3", "0", "1"], ["3", "1", "0"], ["3", "1", "0"]]


HELPERS = """
import numpy as np
from sandtable.jit import jit


@jit
def item(numbers, at):
    return numbers[at]


@jit
def twice(numbers, at):
    return 2 * item(numbers, at)


@jit
def total(numbers):
    found = 0
    for at in range(len(numbers)):
        found += twice(numbers, at)
    return found


@jit
def beyond(numbers):
    return twice(numbers, len(numbers))
"""
CALLS = """
import numpy as np
from sandtable import jit_inner
from dunes import rules
numbers = np.arange(4)
print(rules.total(numbers), [jit_inner.is_inner(found) for found in rules.twice.overloads.values()])
print(rules.twice(numbers, 3), [jit_inner.is_inner(found) for found in rules.twice.overloads.values()])
try:
    print(rules.beyond(numbers) if jit_inner.CHECKED else "unchecked")
except IndexError:
    print("outside")
print(sum(sum(f.stats.cache_misses.values()) for f in (rules.total, rules.twice, rules.item)))
"""


@pytest.mark.parametrize(("mode", "outside"), [("on", "unchecked"), ("checked", "outside")])
def test_what_only_compiled_code_calls_is_made_for_python_when_python_calls_it(somebodys_game: Path, mode: str, outside: str) -> None:
    """And is found on disk by the next process in either form; errors come up through it."""
    (somebodys_game / "rules.py").write_text(HELPERS)
    (somebodys_game / "__init__.py").write_text("")
    code = CALLS.replace("jit_inner.CHECKED", str(mode == "checked"))
    place = {"SANDTABLE_JIT": mode, "SANDTABLE_CACHE": str(somebodys_game / "cache"), "PYTHONPATH": str(somebodys_game.parent)}
    first, second = said(code, **place), said(code, fresh=True, **place)
    assert first == ["12", "[True]", "6", "[False]", outside, "4"]
    assert second == ["12", "[]", "6", "[False]", outside, "0"]


MIXED = """
import numba, sys
from sandtable.jit import jit
@numba.njit
def others(x):
    return x + 1
@jit
def says(x):
    if x > 90:
        raise ValueError(x)
    print("here", x)
    return others(x)
@jit
def asks(x):
    return says(x) * 2
print(asks(3))
print(others(3))
try:
    asks(99)
except ValueError as error:
    print(*error.args)
"""


def test_functions_of_others_and_errors_with_numbers_come_through() -> None:
    """A plain function of numba that ours call stays Python's too; what a helper prints or raises needs its environment."""
    assert said(MIXED) == ["here", "3", "8", "4", "99"]


SHARED_RULES = """
from sandtable.jit import apart, jit


@jit
def item(numbers, at):
    return numbers[at]


@jit
def step(numbers, at):
    numbers[at] += 1
    return item(numbers, at)


@jit
def reset(numbers):
    for at in range(len(numbers)):
        numbers[at] = at
    return step(numbers, 0)


@jit
def steps(numbers, at):
    return step(numbers, at) + step(numbers, at)


@jit
def all_steps(numbers):
    reset(numbers)
    found = 0
    for at in range(len(numbers)):
        found += steps(numbers, at)
    return found


apart(step, reset)
"""
ALL_STEPS = """
import numpy as np
from dunes import rules
print(rules.all_steps(np.arange(4)))
made = [function for function in (rules.item, rules.step, rules.reset, rules.steps, rules.all_steps) if function.overloads]
print(*(function.__name__ for function in made), sum(sum(function.stats.cache_misses.values()) for function in made))
if LATER:
    print(rules.step(np.arange(4), 3), rules.steps(np.arange(4), 2))
"""


def test_what_is_compiled_apart_is_found_by_all_that_call_it(somebodys_game: Path) -> None:
    """It is compiled once, whoever asks first; what calls it is loaded with it, and compiled again with it where it is gone or another."""
    (somebodys_game / "rules.py").write_text(SHARED_RULES)
    (somebodys_game / "__init__.py").write_text("")
    cache = somebodys_game / "cache"
    place = {"SANDTABLE_CACHE": str(cache), "PYTHONPATH": str(somebodys_game.parent)}
    plain, later = ALL_STEPS.replace("LATER", "False"), ALL_STEPS.replace("LATER", "True")
    assert said(plain, **place) == ["26", "item", "step", "reset", "steps", "all_steps", "5"]
    assert said(later, **place) == ["26", "step", "reset", "all_steps", "0", "4", "7"]
    for gone in cache.rglob("step-*.nb*"):
        gone.unlink()
    assert said(later, **place) == ["26", "item", "step", "reset", "all_steps", "1", "4", "7"]
    assert said(later, fresh=True, **place) == ["26", "step", "reset", "all_steps", "0", "4", "7"]
    with_nothing_apart = said(f"from sandtable import jit; jit.apart = lambda *_: None{plain}", **place)
    assert with_nothing_apart[0] == "26"


TWO_RECORDS = {
    "common.py": "from sandtable.jit import jit\n@jit\ndef score(s):\n    return s.gold + 0\n",
    "first.py": "import numpy as np\nfrom sandtable.jit import jit, record\nfrom dunes import common\n"
    "S = np.zeros(1, record([('gold', np.int64), ('camels', np.int64)]))\n@jit\ndef told(s):\n    return common.score(s[0]) + 1000\n",
}
TWO_RECORDS["second.py"] = TWO_RECORDS["first.py"].replace(
    "('gold', np.int64), ('camels', np.int64)", "('camels', np.int64), ('gold', np.int64)"
)
TOLD = """
from sandtable.jit import apart
from dunes import common, first, second
if EARLY: apart(common.score)
for game in (first, second): game.S["gold"], game.S["camels"] = 6, 42
for game in GAMES: print(game.told(game.S))
if not EARLY: apart(common.score)
print(common.score(first.S[0]))
"""


def test_what_is_compiled_apart_for_two_records_is_told_from_each_other(somebodys_game: Path) -> None:
    """Each game is compiled by a process of its own, where numba meets its record first; also where nobody has said yet what is apart."""
    for name, text in {**TWO_RECORDS, "__init__.py": ""}.items():
        (somebodys_game / name).write_text(text)
    place = {"SANDTABLE_CACHE": str(somebodys_game / "cache"), "PYTHONPATH": str(somebodys_game.parent)}
    early, late = TOLD.replace("EARLY", "True"), TOLD.replace("EARLY", "False")
    for games in ("[first]", "[second]"):
        assert said(early.replace("GAMES", games), **place) == ["1006", "6"]
    assert said(early.replace("GAMES", "[first, second, first]"), **place) == ["1006", "1006", "1006", "6"]
    assert said(late.replace("GAMES", "[second, first]"), fresh=True, **place) == ["1006", "1006", "6"]
    mine = "import numba\nfrom dunes import common, first\nmine = numba.njit(lambda s: common.score(s[0]) + 1)\nprint(mine(first.S))"
    assert said(mine, **place) == ["1"]
