"""``sandtable analyse`` on real processes."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import sandtable
from sandtable import Record, State
from tests.commands import good, run

LAST = 40
"""Decisions of the game that is looked at: it begins so late, and comes to its end."""


def played_on(state: State) -> State:
    """To the end of the game."""
    while not state.over:
        state.play(state.legal[-1] if state.number % 3 else state.legal[0])
    return state


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("coach") / "game.record"
    whole = Record.of(played_on(sandtable.load("tuareg").new(2, 4)))
    late = next(state.position() for state in whole.states() if state.number == len(whole.decisions) - LAST)
    Record.of(played_on(whole.game.position(late, 1)), ["Ann | 1", "<Ben>"]).save(path)
    return path


def test_a_finished_record_is_reported(record: Path, tmp_path: Path) -> None:
    picture, page = tmp_path / "game.svg", tmp_path / "game.md"
    found = json.loads(good("analyse", record, "--depth", "60", "--picture", picture, "--markdown", page, "--lang", "de", "--json"))
    assert found["done"]
    assert len(found["curve"]) == len(found["turns"]) + 1
    drawing = ElementTree.parse(picture)
    assert "<Ben>" in "".join(drawing.getroot().itertext())
    text = page.read_text("utf-8")
    assert text.startswith("# Tuareg: Bericht zur Partie")
    assert "Ann \\| 1" in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert all(line.endswith("|") for line in rows)
    assert len(rows) > len(found["turns"])


def test_a_position_of_a_record(record: Path) -> None:
    found = json.loads(good("analyse", record, "--to", "0", "--seat", "all", "--depth", "60", "--json"))
    assert (found["decisions"], found["eyes"]) == (0, "all")
    assert found["played"]["decisions"][0] == Record.load(record).decisions[0][0].id
    assert "played" in good("analyse", record, "--to", "0", "--depth", "60")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--to", "100000"], "--to is 0 to"),
        (["--seat", "me", "--to", "0"], "--seat"),
        (["--seat", "9", "--to", "0"], "Whose eyes"),
        (["--depth", "deepest", "--to", "0"], "quick"),
        (["--picture", "game.gif"], ".svg or .png"),
        (["--report", "--to", "3"], "whole record"),
    ],
)
def test_bad_input(record: Path, arguments: list[str], says: str) -> None:
    done = run("analyse", record, *arguments)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_a_report_of_a_position_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(sandtable.load("tuareg").new(2, 1).position()))
    done = run("analyse", path, "--report")
    assert (done.returncode, "needs a whole record" in done.stderr) == (2, True)
