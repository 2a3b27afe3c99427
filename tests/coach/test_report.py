"""A whole game looked through: what the report promises. That it finds out who plays badly stands in ``test_accuracy``."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from sandtable import Record, load
from sandtable.coach import report, report_steps, reporting
from sandtable.coach.labels import LABELS
from sandtable.coach.turns import turns_of
from sandtable.kernel.words import LANGUAGES

from .conftest import QUICK, cut, ending, game_of


def test_the_contract(name: str) -> None:
    record = game_of(name, ("level2", "level2", "level2"))
    record = ending(record, 30) if name == "tuareg" else cut(record, 30)
    assert record.final().over == (name == "tuareg")
    found = report(record, depth=QUICK)
    told = found.to_json()
    assert json.loads(json.dumps(told)) == told
    turns = turns_of(record)
    assert {"game", "players", "decisions", "eyes", "simulations", "done", "part", "curve", "turns", "turning", "seats"} <= set(told)
    assert (told["game"], told["players"], told["decisions"], told["eyes"]) == (name, 3, len(record.decisions), "all")
    assert told["done"]
    assert told["part"] == 1
    assert [point["decisions"] for point in told["curve"]] == [turn.first for turn in turns] + [len(record.decisions)]
    for point in told["curve"]:
        assert sum(point["chances"]) == pytest.approx(1, abs=0.001)
        assert len(point["errors"]) == len(point["scores"]) == len(point["score_errors"]) == 3
    final = record.final()
    if final.over:
        assert told["curve"][-1]["chances"] == [round(1 / len(final.winners), 4) if seat in final.winners else 0 for seat in range(3)]
    assert [(turn["turn"], turn["seat"], turn["first"], turn["last"]) for turn in told["turns"]] == [
        (turn.number, turn.seat, turn.first, turn.last) for turn in turns
    ]
    for turn, real in zip(told["turns"], turns, strict=True):
        assert turn["label"] in LABELS
        assert 0 <= turn["loss"]["chance"] <= 1
        assert turn["at"] in range(turn["first"], turn["last"])
        assert turn["played"]["decisions"] == list(real.decisions[turn["at"] - turn["first"] :])
        assert sum(luck["chance"] for luck in turn["lucks"]) == pytest.approx(0, abs=0.002)
        if turn["label"] == "forced":
            assert turn["loss"]["chance"] == 0
    assert set(told["turning"]) <= {turn["turn"] for turn in told["turns"]}
    for seat in told["seats"]:
        own = [turn for turn in told["turns"] if turn["seat"] == seat["seat"]]
        assert sum(seat["labels"].values()) == len(own)
        assert (seat["score"], seat["rank"]) == (final.scores[seat["seat"]], final.ranks[seat["seat"]])
        assert seat["skill"]["chance"] == pytest.approx(-sum(turn["loss"]["chance"] for turn in own), abs=0.01)
        assert set(seat["words"]) == set(LANGUAGES)


def test_a_report_grows(name: str) -> None:
    """The first step has the whole curve; then turn after turn comes; a step never changes afterwards."""
    record = cut(game_of(name, ("level1", "level1")), 18)
    steps = list(report_steps(record, depth=QUICK, threads=2))
    count = len(turns_of(record))
    assert len(steps[0].curve) == count + 1
    assert steps[0].turns == []
    assert not steps[0].done
    assert [len(step.turns) for step in steps] == sorted(len(step.turns) for step in steps)
    assert [step.part for step in steps] == sorted(step.part for step in steps)
    assert [step.done for step in steps].index(True) == len(steps) - 1
    assert report(record, depth=QUICK, threads=1) == steps[-1]


def test_the_work_waits_for_its_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a server can let bots go first: no turn is begun while nobody asks for more."""
    begun = []

    class Counting(ThreadPoolExecutor):
        def submit(self, fn: Any, /, *args: Any, **named: Any) -> Any:
            if fn is reporting.turn_report:
                begun.append(args[1].number)
            return super().submit(fn, *args, **named)

    monkeypatch.setattr(reporting, "ThreadPoolExecutor", Counting)
    steps = report_steps(cut(game_of("tuareg", ("level1", "level1")), 18), depth=QUICK, threads=2)
    next(steps)
    assert begun == []
    next(steps)
    assert begun == [0, 1]
    assert len(list(steps)[-1].turns) == len(begun)


def test_closing_stops_the_work() -> None:
    before = threading.active_count()
    steps = report_steps(game_of("tuareg", ("level1", "level1")), depth=QUICK)
    next(steps)
    next(steps)
    steps.close()  # type: ignore[attr-defined]
    assert threading.active_count() == before


def test_eyes_of_one_seat(name: str) -> None:
    record = cut(game_of(name, ("level1", "level1")), 18)
    found = report(record, eyes=1, depth=QUICK)
    assert found.done
    assert found.eyes == 1
    assert len(found.turns) == len(turns_of(record))
    with pytest.raises(ValueError, match="Whose eyes"):
        report(record, eyes=2)


def test_verdicts_hold_with_other_seeds() -> None:
    """In small what ``benchmarks/coach.py`` measures."""
    record = cut(game_of("five-tribes", ("level1", "level1"), 8), 30)
    one, two = (report(record, depth="quick", seed=seed) for seed in (1, 2))
    labels = [(a.label, b.label) for a, b in zip(one.turns, two.turns, strict=True)]
    assert len(labels) > 8
    for label in ("mistake", "best"):
        given = [pair for pair in labels if label in pair]
        assert sum(a == b for a, b in given) >= 0.75 * len(given)
    assert not any({"mistake", "best"} == {a, b} for a, b in labels)


def test_an_empty_and_an_unfinished_game(name: str) -> None:
    record = game_of(name, ("level1", "level1"))
    empty, unfinished = (report(cut(record, decisions), depth=QUICK) for decisions in (0, 12))
    assert (empty.turns, len(empty.curve), empty.done) == ([], 1, True)
    assert unfinished.done
    assert not unfinished.over
    assert unfinished.turns[-1].last == 12
    assert max(unfinished.curve[-1].chances) < 1


def test_a_hidden_seed_is_refused() -> None:
    state = load("tuareg").new(2, 1)
    record = Record.of(state)
    record.seed = None
    with pytest.raises(ValueError, match="hidden"):
        report(record)
