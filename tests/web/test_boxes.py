"""The unit tests of the web app know what is in the boxes: as the games say it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandtable.kernel.registry import load

BOXES = json.loads((Path(__file__).parents[2] / "web" / "test" / "boxes.json").read_text("utf-8"))


@pytest.mark.parametrize("game", BOXES)
def test_the_boxes_of_the_unit_tests_are_current(game: str) -> None:
    assert json.loads(json.dumps(load(game).components())) == BOXES[game]
