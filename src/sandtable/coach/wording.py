"""Tells the puzzles of every game in the languages they are not told in yet: ``python -m sandtable.coach.wording``, after a translation."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from sandtable.coach import puzzles
from sandtable.coach.mining import worded
from sandtable.kernel.registry import games, load
from sandtable.kernel.words import LANGUAGES

JSON = dict[str, Any]


def told(written: JSON) -> JSON:
    """A puzzle with the words it lacks; those it has stay."""
    if all(language in written["words"] for language in LANGUAGES):
        return written
    anew = worded(puzzles.Puzzle.of(written)).to_json()
    for mine, its in ((written, anew), (written["best"], anew["best"]), (written["other"], anew["other"])):
        mine["words"] = {**its["words"], **mine["words"]}
    return written


def main() -> None:
    for name in games():
        path = Path(str(files(load(name).package).joinpath("puzzles.json")))
        if path.is_file():
            kept = json.loads(path.read_text("utf-8"))
            puzzles.write(path, name, kept["mined"], [puzzles.Puzzle.of(told(one)) for one in kept["puzzles"]])
            print(f"{name}: {len(kept['puzzles'])}")


if __name__ == "__main__":
    main()
