"""Results on disk: one SQLite file, safe to stop at any moment and to go on from."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from pathlib import Path

from sandtable.arena.match import Result
from sandtable.kernel.game import JSON

SCHEMA = """
CREATE TABLE IF NOT EXISTS run (id TEXT PRIMARY KEY, config TEXT NOT NULL, begun TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE IF NOT EXISTS game (
    run TEXT NOT NULL REFERENCES run (id),
    number INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    seats TEXT NOT NULL,
    points TEXT NOT NULL,
    scores TEXT NOT NULL,
    forfeit TEXT,
    decisions TEXT NOT NULL,
    seconds TEXT NOT NULL,
    record TEXT NOT NULL,
    finished TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (run, number)
);
"""


class BadStore(ValueError):
    """A file that is not an arena's database."""


class Store:
    """A run is named by what is played: the same bots, game, options and seed go on where they stopped."""

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        self.db = sqlite3.connect(self.path)
        try:
            self.db.executescript(SCHEMA)
            self.db.execute("PRAGMA journal_mode=WAL")
        except sqlite3.DatabaseError as error:
            raise BadStore(f"{self.path} is not a database of the arena: {error}.") from None

    def open(self, config: JSON) -> str:
        """The id of the run with this configuration, begun if need be."""
        text = json.dumps(config, sort_keys=True)
        run = hashlib.sha256(text.encode()).hexdigest()[:12]
        with self.db:
            self.db.execute("INSERT OR IGNORE INTO run (id, config) VALUES (?, ?)", (run, text))
        return run

    def add(self, run: str, result: Result) -> None:
        """Keeps a game, durably."""
        values = (
            run,
            result.number,
            result.deal,
            json.dumps(result.seats),
            json.dumps(result.points),
            json.dumps(result.scores),
            json.dumps(result.forfeit) if result.forfeit else None,
            json.dumps(result.decisions),
            json.dumps(result.seconds),
            result.record,
        )
        columns = "run, number, deal, seats, points, scores, forfeit, decisions, seconds, record"
        with self.db:
            self.db.execute(f"INSERT OR IGNORE INTO game ({columns}) VALUES (?,?,?,?,?,?,?,?,?,?)", values)

    def results(self, run: str) -> list[Result]:
        """All games of a run, by number."""
        rows = self.db.execute(
            "SELECT number, deal, seats, points, scores, forfeit, record, decisions, seconds FROM game WHERE run = ? ORDER BY number",
            (run,),
        )
        return [
            Result(
                number,
                deal,
                tuple(json.loads(seats)),
                tuple(json.loads(points)),
                tuple(json.loads(scores)),
                json.loads(forfeit) if forfeit else None,
                record,
                tuple(json.loads(decisions)),
                tuple(json.loads(seconds)),
            )
            for number, deal, seats, points, scores, forfeit, record, decisions, seconds in rows
        ]

    def runs(self) -> dict[str, JSON]:
        return {run: json.loads(config) for run, config in self.db.execute("SELECT id, config FROM run ORDER BY begun, id")}

    def close(self) -> None:
        self.db.close()
