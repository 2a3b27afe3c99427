"""The page "A game of your own" tells the truth: its files, copied one by one, are a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.kalah.environment import ROOT, Environment, alone, fresh

PAGE = ROOT / "docs" / "10-a-game-of-your-own.md"
BLOCK = re.compile(r'^```\w+ title="(\S+)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)
COMMANDS = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INTERPRETED = {"SANDTABLE_JIT": "off"}


@pytest.fixture(scope="session")
def files(shared: Path) -> Path:
    """The blocks of the page as files."""
    folder = shared / "little-kalah"
    with alone(shared / "little-kalah.lock"):
        if not folder.exists():
            for name, text in BLOCK.findall(PAGE.read_text("utf-8")):
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="session")
def own(shared: Path, files: Path) -> Environment:
    """A fresh environment with the reader's game in it."""
    found = fresh(shared, "own")
    with alone(shared / "own-install.lock"):
        if not (found.folder / "ready").exists():
            found.install(files)
            (found.folder / "ready").touch()
    return found


def test_the_page_has_all_files(files: Path) -> None:
    found = {str(path.relative_to(files)) for path in files.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    inside = ("__init__.py", "rules.py", "picture.py", "words/en.json")
    assert found == {"pyproject.toml", "first_game.py", "test_conformance.py", *(f"src/little_kalah/{name}" for name in inside)}


def test_its_conformance_file(own: Environment, files: Path) -> None:
    plain = ("-p", "no:cacheprovider", "--rootdir", files)
    assert " passed" in own.good("-m", "pytest", "-q", *plain, files / "test_conformance.py", **INTERPRETED)


def test_its_commands(own: Environment, files: Path, tmp_path: Path) -> None:
    """All of them; what would wait for a person is told what to do, and two games of the arena are enough."""
    found = COMMANDS.search(PAGE.read_text("utf-8"))
    assert found is not None
    lines = found[1].splitlines()
    assert lines[0] == "pip install --editable ."
    assert lines[-1] == "sandtable serve --open"
    told = ""
    for line in lines[1:-1]:
        words = line.split()[1:]
        words += ["--db", str(tmp_path / "arena.sqlite"), "--games", "2"] if words[0] == "arena" else []
        words += ["--seats", "level1,random"] if words[0] == "play" else []
        told += own.good("-m", "sandtable", *words, **INTERPRETED)
    assert "little-kalah" in told
    assert "level1" in told


def test_its_first_game_and_its_machine_code(own: Environment, files: Path) -> None:
    assert "sow 1" in own.good(files / "first_game.py", **INTERPRETED)
    assert "[6, 35, 185, 942]" in own.sandtable("perft", "little-kalah", "--depth", "4")


def test_its_picture_offers_every_decision(own: Environment) -> None:
    code = (
        "import sandtable; g = sandtable.load('little-kalah'); s = g.new(2, seed=1);"
        "p = g.picture(s.view(0), s.legal); assert all(f'data-decision=\"{a}\"' in p for a in s.legal); print(len(p))"
    )
    assert int(own.good("-c", code, **INTERPRETED)) > 1000
