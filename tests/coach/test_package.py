"""What the coach needs at run time is in the wheel."""

from __future__ import annotations

from pathlib import Path

from hatchling.builders.wheel import WheelBuilder

from sandtable import games
from sandtable.kernel.words import LANGUAGES


def test_puzzles_and_words_are_in_the_wheel() -> None:
    builder = WheelBuilder(str(Path(__file__).parents[2]))
    packed = {included.distribution_path for included in builder.recurse_included_files()}
    assert {f"sandtable/games/{game.replace('-', '_')}/puzzles.json" for game in games()} <= packed
    assert {f"sandtable/locales/{language}/coach.json" for language in LANGUAGES} <= packed
