"""The queue of analyses: fair, limited, leased; on SQLite and PostgreSQL, without anybody who works on it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from sandtable.server.coach import queue as storing
from sandtable.server.coach.queue import Analyses, Question
from sandtable.server.errors import Denied
from sandtable.server.settings import Limits
from sandtable.server.store import Store

Work = Callable[[Analyses], Awaitable[None]]


@pytest.fixture(params=["sqlite", "postgresql"])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[..., None]:
    """Runs work on the analyses of an empty database."""
    sqlite = f"sqlite:///{tmp_path / 'tables.db'}"
    database = sqlite if request.param == "sqlite" else request.getfixturevalue("new_database")()

    def running(work: Work, **limits: Any) -> None:
        async def all_of_it() -> None:
            store = Store(database)
            await store.open()
            try:
                await work(Analyses(store, Limits(**limits)))
            finally:
                await store.close()

        asyncio.run(all_of_it())

    return running


def question(number: int, depth: str = "quick") -> Question:
    return Question("position", {"number": number, "depth": depth})


async def served(analyses: Analyses, lane: str = "short") -> list[int]:
    """The order in which everything that waits is taken."""
    order = []
    while (claimed := await analyses.claim(lane, 100, "host", "w")) is not None:
        order.append(claimed.request["number"])
    return order


def test_clients_take_turns(run: Callable[..., None]) -> None:
    async def work(analyses: Analyses) -> None:
        for number in range(4):
            await analyses.ask(question(number), "greedy")
        for number in (10, 11):
            await analyses.ask(question(number), "second")
        late = await analyses.ask(question(20), "third")
        assert late.waiting == 2
        assert await served(analyses) == [0, 10, 20, 1, 11, 2, 3]

    run(work)


def test_a_newcomer_does_not_wait_for_a_long_queue(run: Callable[..., None]) -> None:
    async def work(analyses: Analyses) -> None:
        for number in range(6):
            await analyses.ask(question(number), "greedy")
        for _ in range(3):
            await analyses.claim("short", 100, "host", "w")
        await analyses.ask(question(10), "new")
        assert await served(analyses) == [3, 10, 4, 5]

    run(work)


def test_the_same_question_is_the_same_analysis(run: Callable[..., None]) -> None:
    async def work(analyses: Analyses) -> None:
        first, again = await analyses.ask(question(1), "a"), await analyses.ask(question(1), "b")
        assert first.id == again.id
        claimed = await analyses.claim("short", 1, "host", "w")
        assert claimed is not None
        assert await analyses.improve(claimed, "w", {"simulations": 5}, 0.5)
        assert await analyses.finish(claimed, "w", "done", {"simulations": 10})
        kept = await analyses.find(question(1), "c")
        assert kept is not None
        assert (kept.id, kept.state, kept.part, kept.result) == (first.id, "done", 1.0, b'{"simulations":10}')
        assert kept.version == 3
        assert await analyses.claim("short", 1, "host", "w") is None

    run(work)


def test_limits_per_client_and_of_the_queue(run: Callable[..., None]) -> None:
    async def work(analyses: Analyses) -> None:
        for number in range(3):
            await analyses.ask(question(number), "a")
        with pytest.raises(Denied, match="TOO_MANY"):
            await analyses.ask(question(3), "a")
        await analyses.ask(question(2), "a")  # nothing new
        await analyses.leave((await analyses.ask(question(2), "a")).id, "a")
        await analyses.ask(question(3), "a")
        for number in (10, 11):
            await analyses.ask(question(number), "b")
        with pytest.raises(Denied, match="BUSY"):
            await analyses.ask(question(12), "b")

    run(work, analyses=3, analyses_waiting=5)


def test_only_the_last_one_who_waits_can_stop_it(run: Callable[..., None]) -> None:
    async def work(analyses: Analyses) -> None:
        asked = await analyses.ask(question(1), "a")
        await analyses.ask(question(1), "b")
        assert (await analyses.leave(asked.id, "stranger")).state == "queued"
        assert (await analyses.leave(asked.id, "a")).state == "queued"
        claimed = await analyses.claim("short", 1, "host", "w")
        assert claimed is not None
        assert (await analyses.leave(asked.id, "b")).state == "stopped"
        assert not await analyses.improve(claimed, "w", {}, 0.5)
        assert not await analyses.finish(claimed, "w", "done", {})
        assert (await analyses.read(asked.id)).state == "stopped"
        again = await analyses.ask(question(1), "c")
        assert (again.id, again.state) == (asked.id, "queued")
        assert again.version > asked.version

    run(work)


def test_so_many_at_once_per_host_and_short_ones_beside_long_ones(run: Callable[..., None]) -> None:
    async def work(analyses: Analyses) -> None:
        for number in range(3):
            await analyses.ask(question(number, "deep"), "a")
        await analyses.ask(question(5), "a")
        assert await analyses.claim("long", 1, "one", "w1") is not None
        assert await analyses.claim("long", 1, "one", "w2") is None
        assert await analyses.claim("long", 1, "two", "w3") is not None
        assert await analyses.claim("short", 1, "one", "w1") is not None

    run(work)


def test_clients_take_turns_in_each_lane(run: Callable[..., None]) -> None:
    """However many short ones went by, a client's first report does not wait for all reports of another one."""

    async def work(analyses: Analyses) -> None:
        for number in range(3):
            await analyses.ask(question(number, "deep"), "a")
        for number in range(10, 15):
            await analyses.ask(question(number), "c")
            claimed = await analyses.claim("short", 1, "host", "w")
            assert claimed is not None
            await analyses.finish(claimed, "w", "done", {})
        await analyses.ask(question(20, "deep"), "b")
        order = []
        for _ in range(4):
            claimed = await analyses.claim("long", 1, "host", "w")
            assert claimed is not None
            order.append(claimed.request["number"])
            await analyses.finish(claimed, "w", "done", {})
        assert order == [0, 20, 1, 2]

    run(work)


def test_the_work_of_a_dead_worker_is_taken_over(run: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(analyses: Analyses) -> None:
        asked = await analyses.ask(question(1), "a")
        for attempt in range(storing.ATTEMPTS):
            claimed = await analyses.claim("short", 1, "host", f"w{attempt}")
            assert claimed is not None
            if attempt:
                assert not await analyses.improve(claimed, f"w{attempt - 1}", {}, 0.1), "the one before has lost it"
            assert await analyses.improve(claimed, f"w{attempt}", {}, 0.1)
            assert await analyses.keep(f"w{attempt}", [asked.id]) == {asked.id}
        assert await analyses.claim("short", 1, "host", "w") is None
        assert (await analyses.read(asked.id)).state == "failed"

    monkeypatch.setattr(storing, "LEASE", -1.0)
    run(work)


def test_what_a_worker_lets_go_of_is_taken_up_again(run: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Its lease is not prolonged with those of the others that the same worker has under way."""

    async def work(analyses: Analyses) -> None:
        lost = await analyses.ask(question(1), "a")
        await analyses.ask(question(2, "deep"), "a")
        monkeypatch.setattr(storing, "LEASE", -1.0)
        assert await analyses.claim("short", 1, "host", "w") is not None
        going = await analyses.claim("long", 1, "host", "w")
        assert going is not None
        monkeypatch.setattr(storing, "LEASE", 60.0)
        assert await analyses.keep("w", [going.id]) == {going.id}
        assert await analyses.claim("long", 1, "host", "w") is None
        again = await analyses.claim("short", 1, "host", "w")
        assert again is not None
        assert again.id == lost.id

    run(work)


def test_a_stopping_worker_gives_back(run: Callable[..., None]) -> None:
    async def work(analyses: Analyses) -> None:
        asked = await analyses.ask(question(1), "a")
        for _ in range(5):
            claimed = await analyses.claim("short", 1, "host", "w")
            assert claimed is not None
            await analyses.give_back(claimed, "w")
        assert (await analyses.read(asked.id)).state == "queued"

    run(work)


def test_hints_wait_for_nothing_else_and_old_results_go(run: Callable[..., None]) -> None:
    async def work(analyses: Analyses) -> None:
        for number in range(4):
            await analyses.ask(question(number), "a")
        await analyses.claim("short", 1, "host", "other")
        await analyses.ask(Question("hint", {"number": 99}, "t" * 16, 0), "b")
        hint = await analyses.claim("hint", 1, "host", "w")
        assert hint is not None
        assert hint.request["number"] == 99
        await analyses.finish(hint, "w", "done", {"number": 99})
        for expected in (1, 2, 3):
            claimed = await analyses.claim("short", 2, "host", "w")
            assert claimed is not None
            assert claimed.request["number"] == expected
            await analyses.finish(claimed, "w", "done", {"number": expected})
        assert await analyses.find(question(1), "a") is None
        assert await analyses.find(question(3), "a") is not None

    run(work, analyses_kept=2)


def test_old_results_go_by_their_bytes(run: Callable[..., None]) -> None:
    """Long ones count for more; the newest stay."""

    async def work(analyses: Analyses) -> None:
        for number in range(6):
            await analyses.ask(question(number), f"client {number}")
            claimed = await analyses.claim("short", 1, "host", "w")
            assert claimed is not None
            await analyses.finish(claimed, "w", "done", {"text": "x" * 1000})
        kept = [number for number in range(6) if await analyses.find(question(number), "a") is not None]
        assert kept == [3, 4, 5]

    run(work, analyses_bytes=3500)
