"""Writes the golden records of a game: `python tests/golden/make.py tuareg`.

Run it only when the rules change on purpose (and raise the version of the rules then): old games must keep playing.
"""

import hashlib
import json
import random
import sys
from pathlib import Path

import sandtable
from sandtable import Record
from sandtable.kernel.conformance import cases

FOLDER = Path(__file__).parent


def fingerprint(record: Record) -> str:
    """Over every position, every seat's view and all events of the game."""
    digest = hashlib.sha256()
    for state in record.states():
        seats = [*range(state.players), None]
        facts = [state.position(), [state.view(seat) for seat in seats]]
        digest.update(json.dumps(facts, sort_keys=True).encode())
    digest.update(json.dumps(state.events(0, everything=True), sort_keys=True).encode())
    return digest.hexdigest()


def main(name: str) -> None:
    expected = {}
    fewest = sandtable.load(name).players[0]
    for number, case in enumerate(case for case in cases([name]) if case.players == fewest or not case.options):
        state, rng = case.new(9000 + number), random.Random(number)
        while not state.over:
            state.play(rng.choice(state.legal))
        file = f"{name}-{number:02d}.record"
        record = Record.of(state)
        record.save(FOLDER / file)
        expected[file] = fingerprint(record)
    (FOLDER / f"{name}.json").write_text(json.dumps(expected, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    for argument in sys.argv[1:] or sandtable.games():
        main(argument)
