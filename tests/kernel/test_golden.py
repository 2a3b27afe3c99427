"""Old games keep playing: golden records replay to the same positions, views, events and results."""

import json
from pathlib import Path

import pytest

import sandtable
from sandtable import Record
from tests.golden.make import FOLDER, fingerprint

FILES = sorted(FOLDER.glob("*.record"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_record_replays(path: Path) -> None:
    record = Record.load(path)
    expected = json.loads((FOLDER / f"{record.game.id}.json").read_text("utf-8"))
    assert record.result is not None
    assert fingerprint(record) == expected[path.name]


@pytest.mark.parametrize("name", sandtable.games())
def test_every_number_of_players_has_golden_records(name: str) -> None:
    records = [Record.load(path) for path in FILES if path.stem.rpartition("-")[0] == name]
    assert {record.players for record in records} == set(sandtable.load(name).players)
