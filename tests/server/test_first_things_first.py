"""Bots and hints come first: every other analysis rests between two steps while one of them thinks, but never for good."""

from __future__ import annotations

import asyncio
import time

import pytest

from sandtable.server.coach import worker
from sandtable.server.coach.queue import Claimed, Question
from sandtable.server.coach.worker import LONGEST_REST, Analyst, Run


def claimed(kind: str) -> Claimed:
    return Claimed(kind, kind, "lane", {}, 0.0)  # type: ignore[arg-type]


def test_a_hint_has_a_lane_of_its_own() -> None:
    lanes = {kind: Question(kind, {"depth": "hint"}).lane for kind in ("hint", "position", "report")}  # type: ignore[arg-type]
    assert len(set(lanes.values())) == 3


def test_a_report_rests_while_a_hint_is_thought_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "LONGEST_REST", 600.0)

    async def work() -> None:
        analyst = Analyst.__new__(Analyst)
        analyst.bots, analyst._runs = (lambda: False), {}
        report = analyst._runs["report"] = Run(claimed("report"), 60.0, analyst._others_first)
        assert not analyst._others_first()
        analyst._runs["hint"] = Run(claimed("hint"), 60.0, analyst._others_first)
        assert analyst._others_first()
        resting = asyncio.get_running_loop().run_in_executor(None, report.step, dict, 0.5)
        done, _ = await asyncio.wait([resting], timeout=0.05)
        assert not done
        del analyst._runs["hint"]
        await asyncio.wait_for(resting, 30)
        assert report.latest == ({}, 0.5)

    asyncio.run(work())


def test_no_rest_is_for_good() -> None:
    async def work() -> None:
        run = Run(claimed("report"), 60.0, lambda: True)
        began = time.monotonic()
        run.step(dict, 0.5)
        assert time.monotonic() - began >= LONGEST_REST

    asyncio.run(work())
