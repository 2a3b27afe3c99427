"""Puzzles keep their secret until they are solved, and rules lead to puzzles in which they decide."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

import sandtable
from sandtable.coach import puzzles
from sandtable.server.coach.models import Try
from sandtable.server.coach.puzzles import post_try, shown

GIVING_AWAY = {"lifts", "ways", "bids", "odds", "changes", "sale"}
"""Aids that say what decisions are worth."""


@pytest.mark.parametrize("name", sandtable.games())
def test_a_puzzle_gives_no_numbers_away(name: str) -> None:
    for puzzle in puzzles.load(name)[:4]:
        helps = shown(puzzle)["board"]["helps"]
        assert not GIVING_AWAY & helps.keys()
        assert not helps.get("gains")
        told = answered(puzzle.id, puzzle.best["texts"][:1]) if len(puzzle.best["texts"]) > 1 else None
        if told and told["state"] == "going":
            assert told["solution"] is None
            assert not GIVING_AWAY & told["board"]["helps"].keys()


def answered(puzzle: str, moves: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(asyncio.run(post_try(puzzle, Try(moves=moves))).body)
    return found


NEEDED = {
    "FT-1.1": "bid", "FT-2.2.2": "drop", "FT-2.4.7": "kill", "FT-2.5.4": "take_card", "FT-2.5.6": "take_djinn",
    "TG-5.1.1": "buy", "TG-5.2.1": "march", "TG-5.3.1": "attack", "TG-5.4.3": "buy",
    "TU-4.3": "draw", "TU-5.1": "load_hand", "TU-7.1": "load_market", "TU-8.1": "buy", "TU-10.1": "hide", "TU-11.2": "steal",
}  # fmt: skip
"""What the solution of the puzzle for a rule must do."""


@pytest.mark.parametrize("name", sandtable.games())
def test_every_ruling_stands_beside_a_section(name: str) -> None:
    game = sandtable.load(name)
    book = game.rulebook("en")
    assert book is not None
    rules = {section["id"]: set(section["rules"]) for section in book["sections"]}
    rulings = rules.pop(f"{game.prefix}-R")
    beside = game.data("rulings")
    assert set(beside) <= set(rules)
    assert {ruling for found in beside.values() for ruling in found} == rulings


@pytest.mark.parametrize("name", sandtable.games())
def test_rules_are_practised_where_they_decide(name: str) -> None:
    game = sandtable.load(name)
    practice = game.data("practice")
    book = game.rulebook("en")
    assert book is not None
    rules = {rule for section in book["sections"] for rule in section["rules"]}
    known = {puzzle.id: puzzle for puzzle in puzzles.load(name)}
    assert len(practice) >= 8
    assert set(practice) <= rules
    assert set(practice.values()) <= known.keys()
    for rule, kind in NEEDED.items():
        if rule.startswith(game.prefix):
            assert any(text.startswith(kind) for text in known[practice[rule]].best["texts"]), rule
