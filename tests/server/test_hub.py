"""The way of one move inside the server: played once, on a draft; the table is another one only when its row is on disk."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import orjson
import pytest

from sandtable.kernel.state import State
from sandtable.server.errors import Denied
from sandtable.server.hub import Hub
from sandtable.server.limits import Turns
from sandtable.server.lobby.live import Lobby
from sandtable.server.models.requests import NewTable
from sandtable.server.protocols import Frames
from sandtable.server.row_news import RowNews, said, understood
from sandtable.server.settings import Settings
from sandtable.server.sockets import Socket
from sandtable.server.store import Store
from sandtable.server.tables import making, updates
from sandtable.server.tables.facts import Row
from sandtable.server.tables.playing import play
from sandtable.server.tables.table import Table
from sandtable.server.talk.talking import Talk
from tests.server.players import ME

TWO = NewTable.model_validate({"game": "tuareg", "seats": [ME, {"kind": "me", "name": "Ben"}]})
ON_TIME = NewTable.model_validate({**TWO.model_dump(), "clock": {"mode": "days", "turn": 172800}})


class Onlooker:
    """A spectator who writes down the numbers that are shown."""

    seat, seen = None, 0

    def __init__(self) -> None:
        self.shown: list[int] = []

    def show(self, message: bytes) -> None:
        told = orjson.loads(message)
        if told["type"] == "update":
            self.shown.append(told["number"])

    def dropped(self, _: str) -> None: ...

    def lost(self) -> None: ...

    async def sees(self, count: int) -> None:
        async with asyncio.timeout(60):
            while len(self.shown) < count:
                await asyncio.sleep(0.01)


def on_a_table(tmp_path: Path, work: Callable[[Hub, Table], Coroutine[Any, Any, None]], new: NewTable = TWO) -> None:
    async def run() -> None:
        database = f"sqlite:///{tmp_path / 'tables.db'}"
        store = Store(database)
        await store.open()
        hub = Hub(store, Settings(database))
        _, made = await making.create(hub, new)
        await work(hub, await hub.table(made["table"]))
        await store.close()

    asyncio.run(run())


def first_legal(table: Table) -> Callable[[Table], None]:
    seat, state = table.to_decide, table.state
    assert seat is not None
    assert state is not None
    return lambda draft: play(draft, seat, draft.number, state.legal[0].id)


def test_a_decision_is_played_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hub: Hub, table: Table) -> None:
        played: list[str] = []
        replay = State.replay
        monkeypatch.setattr(
            State, "replay", lambda state, action, chance=(): (played.append(action.text), replay(state, action, chance))[1]
        )
        _, after = await hub.act(table.id, table.to_decide, first_legal(table), "a", "[]")
        assert played == [after.log[-1].facts["text"]]
        assert (table.decisions, after.decisions) == (0, 1)

    on_a_table(tmp_path, work)


def test_a_failed_write_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hub: Hub, table: Table) -> None:
        assert table.state is not None
        before = (table.number, table.decisions, table.state.record.tobytes(), list(table.log), dict(table.clients))

        async def fails(*_: Any) -> bool:
            raise Denied("BUSY")

        with monkeypatch.context() as broken:
            broken.setattr(hub.store, "append", fails)
            with pytest.raises(Denied, match="BUSY"):
                await hub.act(table.id, table.to_decide, first_legal(table), "a", "[]")
        now = await hub.table(table.id)
        assert now.state is not None
        assert (now.number, now.decisions, now.state.record.tobytes(), list(now.log), dict(now.clients)) == before
        number, after = await hub.act(table.id, table.to_decide, first_legal(table), "a", "[]")
        assert (number, after.decisions) == (table.number + 1, 1)

    on_a_table(tmp_path, work)


def test_who_cannot_be_told_asks_anew_and_nobody_else_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An update that there is no memory for hurts nobody but its reader, who is let go and comes back; what follows is done anyway."""

    async def work(hub: Hub, table: Table) -> None:
        ann, ben = Looking(0, may_be_lost=True), Looking(1)
        for looking in (ann, ben):
            await hub.watch(table.id, looking, table.number)
        jobs: list[str] = []
        hub.on_job = lambda table, due: jobs.append(table)
        seen, update = ann.seen, updates.update

        def short(table: Table, seat: int | None, *more: Any) -> Any:
            if seat == 0:
                raise MemoryError
            return update(table, seat, *more)

        with monkeypatch.context() as little:
            little.setattr(updates, "update", short)
            number, _ = await hub.act(table.id, table.to_decide, first_legal(table), "a", "[]")
        assert (ann.seen, ann.losses) == (seen, 1)
        assert (ben.seen, ben.losses) == (number, 0)
        assert orjson.loads(ben.shown[-1])["number"] == number
        assert jobs == [table.id]

    on_a_table(tmp_path, work, ON_TIME)


def test_somebody_who_cannot_be_told_of_others_is_let_go(tmp_path: Path) -> None:
    """Who is here, and what is said at the table, is told to all the others."""

    class Full(Looking):
        def show(self, message: bytes) -> None:
            raise MemoryError

    async def work(hub: Hub, table: Table) -> None:
        ann, ben = Full(0, may_be_lost=True), Looking(1)
        hub._watchers[table.id].append(ann)
        await hub.watch(table.id, ben, table.number)
        assert (ann.losses, ben.losses) == (1, 0)
        assert [orjson.loads(shown)["type"] for shown in ben.shown] == ["here", "update"]
        hub.tell_seats(table.id, lambda seat: b"%d" % seat)
        assert (ann.losses, ben.shown[-1]) == (2, b"1")

    on_a_table(tmp_path, work)


def test_the_writer_goes_on_after_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose row it had in hand is told to try again."""

    async def work(hub: Hub, table: Table) -> None:
        async def short(_: Any) -> None:
            raise MemoryError

        with monkeypatch.context() as little:
            little.setattr(hub.store, "_write_all", short)
            with pytest.raises(Denied, match="BUSY"):
                await hub.act(table.id, table.to_decide, first_legal(table), "a", "[]")
        number, _ = await hub.act(table.id, table.to_decide, first_legal(table), "a", "[]")
        assert number == table.number + 1

    on_a_table(tmp_path, work)


def test_a_row_that_waits_again_is_not_refused_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its author would be told that it is not written, and then it is."""

    async def work(hub: Hub, table: Table) -> None:
        store, begun, told = hub.store, asyncio.Event(), asyncio.Event()
        write_all = store._write_all

        async def short(_: Any) -> None:
            begun.set()
            await told.wait()
            raise MemoryError

        drafts = [table.draft(table.changed + late) for late in (0.0, 1.0)]
        for draft in drafts:
            draft.enter("hinted", seat=0, step=1)
        async with store._writing:  # both wait when the writer looks
            writes = [asyncio.create_task(store.append(table.id, draft.row(), hub.mirror(draft))) for draft in drafts]
            await asyncio.sleep(0)
            monkeypatch.setattr(store, "_write_all", short)
        await begun.wait()
        monkeypatch.setattr(store, "_write_all", write_all)
        told.set()
        assert [type(one) for one in await asyncio.gather(*writes, return_exceptions=True)] == [Denied, bool]

    on_a_table(tmp_path, work)


def test_a_connection_ends_if_there_is_no_memory_for_what_was_said() -> None:
    """Silence would keep its reader waiting for ever."""

    class Short:
        aborted = False

        def is_closing(self) -> bool:
            return False

        def write(self, _: bytes) -> None:
            raise MemoryError

        def abort(self) -> None:
            self.aborted = True

    frames = Frames.__new__(Frames)
    frames.transport, frames._said = Short(), bytearray(b"said")  # type: ignore[assignment]
    frames._speak()
    assert frames.transport.aborted  # type: ignore[attr-defined]
    assert not frames._said


def test_what_stands_is_found_once_a_position(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hub: Hub, table: Table) -> None:
        seat, asked = table.to_decide, []
        reasons = updates.reasons

        def counted(state: State, actions: Sequence[int]) -> list[tuple[bool, int]]:
            asked.extend(actions)
            return reasons(state, actions)

        monkeypatch.setattr(updates, "reasons", counted)
        told = [hub.update(table, seat, seen) for seen in (0, 1, 1, 2)]
        assert len(asked) == len(set(asked)) > 0
        assert all(message.startswith(b'{"type":"update"') for message in told)
        _, after = await hub.act(table.id, seat, first_legal(table))
        asked.clear()
        for _ in range(2):
            hub.update(after, after.to_decide, 0)
        assert len(asked) == len(set(asked)) > 0

    on_a_table(tmp_path, work)


def test_long_logs_are_told_beside_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what happens meanwhile is not missed."""

    class Follower:
        seat, seen = None, 0

        def __init__(self) -> None:
            self.shown: list[Any] = []

        def show(self, message: bytes) -> None:
            self.shown.append(orjson.loads(message))

        def dropped(self, table: str) -> None:
            raise AssertionError(table)

        def lost(self) -> None:
            raise AssertionError("lost")

    async def work(hub: Hub, table: Table) -> None:
        monkeypatch.setattr("sandtable.server.hub.LONG", 1)
        threads, update, loop = set(), updates.update, asyncio.get_running_loop()
        acts: list[Any] = []

        def told(table: Table, *more: Any) -> Any:
            threads.add(threading.current_thread().name)
            if not acts:
                acts.append(asyncio.run_coroutine_threadsafe(hub.act(table.id, table.to_decide, first_legal(table), "a", "[]"), loop))
                acts[0].result(10)
            return update(table, *more)

        monkeypatch.setattr(updates, "update", told)
        follower = Follower()
        await hub.watch(table.id, follower, table.number)
        assert threading.current_thread().name not in threads
        assert [message["number"] for message in follower.shown if message["type"] == "update"] == [table.number + 1]
        assert [entry["number"] for entry in follower.shown[-1]["entries"]] == list(range(1, table.number + 2))

    on_a_table(tmp_path, work)


class Looking:
    """Somebody who watches a seat."""

    def __init__(self, seat: int, may_be_lost: bool = False) -> None:
        self.seat: int | None = seat
        self.seen, self.losses, self.may_be_lost = 0, 0, may_be_lost
        self.shown: list[bytes] = []

    def show(self, message: bytes) -> None:
        self.shown.append(message)

    def dropped(self, table: str) -> None:
        raise AssertionError("never let in, never let go")

    def lost(self) -> None:
        assert self.may_be_lost
        self.losses += 1


def test_who_left_while_waiting_for_a_look_sees_nothing_of_the_next_holder(tmp_path: Path) -> None:
    """The token was good when it was shown; the seat was left, and taken by somebody else, before the look came."""

    async def work(hub: Hub, table: Table) -> None:
        known = table.number
        await hub.act(table.id, None, lambda draft: draft.enter("freed", seat=1))
        eve = Looking(1)
        with pytest.raises(Denied, match="BAD_TOKEN"):
            await hub.watch(table.id, eve, known)
        assert eve.shown == []
        ann = Looking(0)
        await hub.watch(table.id, ann, known)
        assert any(message.startswith(b'{"type":"update"') for message in ann.shown)

    on_a_table(tmp_path, work)


def test_a_client_that_went_while_it_was_waited_for_is_let_go() -> None:
    """Its backlog is long, so nothing more is read; then its connection breaks: the socket ends all the same."""

    class Broken:
        client = None
        application_state = None

        async def send_text(self, _: str) -> None:
            raise RuntimeError("the connection is gone")

    async def work() -> None:
        settings = Settings("sqlite://")
        hub: Any = SimpleNamespace(turns=Turns(), settings=settings)
        socket = Socket(hub, Broken(), Lobby(hub, print), Talk(hub, print))  # type: ignore[arg-type]
        socket.send(b"x" * (settings.limits.backlog_bytes // 2))
        writer = asyncio.create_task(socket._write())
        writer.add_done_callback(socket._gone)
        await asyncio.wait_for(socket._give_way(), 20)
        assert writer.done()
        assert writer.exception() is not None

    asyncio.run(work())


def test_a_row_that_another_process_tells_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is shown at once where it follows on what is known; after a gap, and while somebody works on the table, the log is read."""

    async def work(hub: Hub, table: Table) -> None:
        other, written, read = Hub(hub.store, hub.settings), [], []
        onlooker = Onlooker()
        shown = onlooker.shown
        await other.watch(table.id, onlooker, 0)
        hub.on_row = lambda table, row: written.append(understood(said(table.id, row, None)))
        rows = hub.store.rows

        async def counted(table: str, after: int = 0) -> list[Row]:
            read.append(after)
            return await rows(table, after)

        monkeypatch.setattr(hub.store, "rows", counted)
        for _ in range(4):
            table = await hub.table(table.id)
            await hub.act(table.id, table.to_decide, first_legal(table))
        first, second, third, fourth = written
        other.heard(first)
        other.heard(first)
        assert (shown[1:], read) == ([first.number], [])
        other.heard(third)
        await onlooker.sees(3)
        assert (shown[2:], read) == ([fourth.number], [first.number]), "a gap: all that is new is read"
        other.heard(second)
        other.heard(RowNews(table.id, fourth.number, "-"))
        assert len(read) == 1, "nothing of it is new"
        for guard in ("lock", "missed"):
            table = await hub.table(table.id)
            await hub.act(table.id, table.to_decide, first_legal(table))
            slot, before = other._slots[table.id], len(shown)
            slot.missed = guard == "missed"
            async with other._hold(table.id) if guard == "lock" else nullcontext():
                other.heard(written[-1])
                assert len(shown) == before, "whoever works on the table goes first, and what was missed is read"
            await onlooker.sees(before + 1)
            assert shown[-1] == written[-1].number
        assert len(read) == 3
        now, there = await hub.table(table.id), await other.table(table.id)
        assert now.state is not None
        assert there.state is not None
        assert (there.log, there.clients, there.state.key) == (now.log, now.clients, now.state.key)

    on_a_table(tmp_path, work)


def test_the_own_row_is_told_before_it_is_known_to_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL tells everybody at the commit. Nothing is read for it, unless the answer to the commit never comes."""

    async def work(hub: Hub, table: Table) -> None:
        onlooker, read = Onlooker(), []
        await hub.watch(table.id, onlooker, 0)
        rows, append = hub.store.rows, hub.store.append

        async def counted(table: str, after: int = 0) -> list[Row]:
            read.append(after)
            if len(read) == 1:
                raise Denied("BUSY")
            return await rows(table, after)

        async def told_first(table: str, row: Row, mirror: dict[str, Any]) -> bool:
            written = await append(table, row, mirror)
            hub.heard(understood(said(table, row, None)))
            await asyncio.sleep(0)
            if answers:
                return written
            raise Denied("BUSY")

        monkeypatch.setattr(hub.store, "rows", counted)
        monkeypatch.setattr(hub.store, "append", told_first)
        answers, before = True, table.number
        await hub.act(table.id, table.to_decide, first_legal(table))
        assert (onlooker.shown[1:], read, hub._refreshing) == ([before + 1], [], {})
        table = await hub.table(table.id)
        answers = False
        with pytest.raises(Denied, match="BUSY"):
            await hub.act(table.id, table.to_decide, first_legal(table))
        await onlooker.sees(3)
        assert onlooker.shown[2] == (await hub.table(table.id)).number == before + 2
        assert len(read) == 2, "once more after the fault"
        assert not hub._refreshing

    on_a_table(tmp_path, work)


class Gate:
    """Holds up the next reading of rows, which has seen what was there before."""

    def __init__(self, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked, self.open, self.reads = asyncio.Event(), asyncio.Event(), 0
        rows = hub.store.rows

        async def read(table: str, after: int = 0) -> list[Row]:
            found = await rows(table, after)
            self.reads += 1
            self.asked.set()
            await self.open.wait()
            return found

        monkeypatch.setattr(hub.store, "rows", read)


async def idle(hub: Hub) -> None:
    """Nobody reads anything for those who watch."""
    async with asyncio.timeout(60):
        while hub._refreshing:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("when", ["while it is read", "while it is loaded", "while it was forgotten"])
def test_what_is_written_while_others_rows_are_read_is_shown_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str) -> None:
    async def work(hub: Hub, table: Table) -> None:
        other, onlooker = Hub(hub.store, hub.settings), Onlooker()
        other.lost()
        await other.watch(table.id, onlooker, 0)

        async def more() -> RowNews:
            now = await hub.table(table.id)
            _, after = await hub.act(table.id, now.to_decide, first_legal(now))
            return RowNews(table.id, after.number, "-")

        news, reader = await more(), None
        gate = Gate(other, monkeypatch)
        if when == "while it is loaded":
            await other.drop(table.id)
            reader = asyncio.create_task(other.table(table.id))
            await gate.asked.wait()
            other.heard(news)
        else:
            async with other._hold(table.id):
                other.heard(news)
                other.lost()
                await asyncio.sleep(0)
                if when == "while it was forgotten":
                    del other._slots[table.id]
            await gate.asked.wait()
            news = await more()
            if when == "while it is read":
                other.go_deaf()
                other.lost()
            else:
                other.heard(news)
        gate.open.set()
        if reader is not None:
            await reader
        await idle(other)
        assert onlooker.shown[-1] == news.number

    on_a_table(tmp_path, work)


def test_what_the_database_has_lost_is_not_asked_for_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was told by a server that failed before its copy had the row; or the table was removed."""

    async def work(hub: Hub, table: Table) -> None:
        onlooker = Onlooker()
        hub.lost()
        await hub.watch(table.id, onlooker, 0)
        gate = Gate(hub, monkeypatch)
        gate.open.set()
        hub.heard(RowNews(table.id, table.number + 5, "-"))
        await idle(hub)
        assert gate.reads == 1
        assert (await hub.table(table.id)).number == table.number
        assert gate.reads == 1
        hub.heard(RowNews(table.id, table.number + 5, "-"))

        async def removed(_: str) -> None:
            return None

        await idle(hub)
        hub._slots[table.id].heard = table.number
        await hub.drop(table.id)
        monkeypatch.setattr(hub.store, "setup", removed)
        with pytest.raises(Denied, match="NO_TABLE"):
            await hub.table(table.id)
        await idle(hub)
        assert table.id not in hub._slots

    on_a_table(tmp_path, work)
