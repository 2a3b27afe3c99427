"""The queue of analyses and what is kept of them, in the database.

Who asks the same finds the same analysis. Clients take turns in the queue: a client's next question gets the place after its last waiting
one, or right after the one that was started last. On PostgreSQL bot workers claim analyses with SKIP LOCKED for a short lease; whoever
loses the lease writes nothing more.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Literal

import orjson
from sqlalchemy import Connection, and_, delete, func, or_, select, text, update
from sqlalchemy.sql import ColumnElement

from sandtable import __version__
from sandtable.kernel.game import JSON
from sandtable.server import keys, steady
from sandtable.server.coach.waiters import Waiters
from sandtable.server.errors import Denied
from sandtable.server.people import accuracy
from sandtable.server.schema import analyses, askers
from sandtable.server.settings import Limits
from sandtable.server.store import Store

Kind = Literal["position", "report", "hint"]
CHANNEL = "sandtable_coach"
LANES = ("hint", "short", "long")
OPEN = ("queued", "working")
LEASE = 9.0
ATTEMPTS = 3
"""An analysis whose workers died so often is given up."""


@dataclass(frozen=True)
class Question:
    """What is to be analysed: all a worker needs, and nothing that the asker may not know.

    ``table`` and ``seat`` are set for a seat of a running game: the result is that seat's alone until the end."""

    kind: Kind
    request: JSON
    table: str | None = None
    seat: int | None = None

    @property
    def key(self) -> str:
        """The same for the same question. The table is part of it, so nobody learns from a free position whether a seat has asked."""
        said = [__version__, self.kind, self.request, self.table, self.seat]
        return hashlib.sha256(orjson.dumps(said, option=orjson.OPT_SORT_KEYS)).hexdigest()

    @property
    def kept(self) -> str:
        """All a worker needs, as it stands in the database."""
        return orjson.dumps(self.request).decode()

    @property
    def lane(self) -> str:
        """Hints wait for nothing else, short ones never for a long one."""
        if self.kind == "hint":
            return "hint"
        return "long" if self.kind == "report" or self.request.get("depth") == "deep" else "short"


@dataclass(frozen=True)
class Analysis:
    """One line of the queue."""

    id: str
    kind: Kind
    table: str | None
    seat: int | None
    state: Literal["queued", "working", "done", "failed", "stopped"]
    part: float
    version: int
    waiting: int
    result: bytes | None

    @property
    def open(self) -> bool:
        return self.state in OPEN

    def to_json(self) -> JSON:
        told: JSON = {name: getattr(self, name) for name in ("state", "part", "waiting", "version")}
        return {"analysis": self.id, **told, "result": orjson.Fragment(self.result) if self.result is not None else None}


@dataclass(frozen=True)
class Claimed:
    """An analysis that this process works on."""

    id: str
    kind: Kind
    lane: str
    request: JSON
    queued: float
    """Seconds it waited."""


def asker(client: str) -> str:
    """The name under which a client's waiting questions are counted; forgotten when they are answered."""
    return hashlib.sha256(b"sandtable client\0" + client.encode()).hexdigest()[:32]


class Analyses:
    """All reading and writing of analyses."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self.store, self.limits = store, limits
        self.waiters = Waiters()
        self.on_change: Callable[[str, str], None] = lambda analysis, state: None
        """Called for every change that this process hears of."""
        self._insert = store.new_in(analyses).returning(analyses.c.id)
        self._ask = store.new_in(askers)

    # ---- asking -----------------------------------------------------------------------------------------------------------------

    async def find(self, question: Question, client: str) -> Analysis | None:
        """The same question, if it is being worked on or answered; the client then waits for it too."""

        def work(connection: Connection) -> Analysis | None:
            found = _read(connection, analyses.c.key == question.key)
            if found is None or found.state in ("failed", "stopped"):
                return None
            if found.open:
                connection.execute(self._ask, {"analysis_id": found.id, "client": asker(client)})
            return found

        return await self.store.change(work)

    async def ask(self, question: Question, client: str) -> Analysis:
        """Puts a question into the queue, or finds the same one; ``Denied`` if the client (or the server) has too many open."""
        now, who = steady.now(), asker(client)

        def work(connection: Connection) -> Analysis:
            found = _read(connection, analyses.c.key == question.key)
            again = found is not None and found.state in ("failed", "stopped")
            if found is not None and not again:
                if found.open:
                    connection.execute(self._ask, {"analysis_id": found.id, "client": who})
                return found
            self._check_room(connection, who)
            place = 0 if question.kind == "hint" else _next_place(connection, who, question.lane)
            if found is not None:
                fresh = {"state": "queued", "part": 0.0, "attempts": 0, "place": place, "created": now, "changed": now, "started": None}
                line = analyses.c.id == found.id
                connection.execute(update(analyses).where(line).values(version=analyses.c.version + 1, **fresh))
                connection.execute(delete(askers).where(askers.c.analysis_id == found.id))  # who came while it ended waits no longer
            else:
                connection.execute(self._insert, _values(question, place, now))
            made = _read(connection, analyses.c.key == question.key)
            assert made is not None
            connection.execute(self._ask, {"analysis_id": made.id, "client": who})
            self._tell(connection, made.id, "queued")
            return made

        made = await self.store.change(work)
        self._told_here(made.id, made.state)
        return made

    def _check_room(self, connection: Connection, who: str) -> None:
        mine = select(func.count()).select_from(askers.join(analyses)).where(askers.c.client == who, analyses.c.state.in_(OPEN))
        if connection.execute(mine).scalar_one() >= self.limits.analyses:
            raise Denied("TOO_MANY", "wait for an analysis, or stop one")
        waiting = select(func.count()).select_from(analyses).where(analyses.c.state == "queued")
        if connection.execute(waiting).scalar_one() >= self.limits.analyses_waiting:
            raise Denied("BUSY", "many analyses are waiting")

    async def read(self, analysis: str) -> Analysis:
        """As it stands; ``Denied`` if there is none."""

        def work(connection: Connection) -> Analysis | None:
            return _read(connection, analyses.c.id == analysis)

        try:
            found = await self.store.change(work)
        except Denied:  # a connection may turn out to be dead, as in Store.read
            found = await self.store.change(work)
        if found is None:
            raise Denied("NO_ANALYSIS")
        return found

    async def leave(self, analysis: str, client: str) -> Analysis:
        """The client waits no longer; if nobody else does, the analysis stops."""

        def work(connection: Connection) -> tuple[Analysis | None, bool]:
            line = and_(askers.c.analysis_id == analysis, askers.c.client == asker(client))
            left = connection.execute(delete(askers).where(line)).rowcount
            others = connection.execute(select(func.count()).select_from(askers).where(askers.c.analysis_id == analysis)).scalar_one()
            stopped = bool(left) and not others
            if stopped:
                mine = and_(analyses.c.id == analysis, analyses.c.state.in_(OPEN))
                values = {"state": "stopped", "version": analyses.c.version + 1, "changed": steady.now(), "claimed": None, "worker": None}
                connection.execute(update(analyses).where(mine).values(**values))
                self._tell(connection, analysis, "stopped")
            return _read(connection, analyses.c.id == analysis), stopped

        found, stopped = await self.store.change(work)
        if found is None:
            raise Denied("NO_ANALYSIS")
        if stopped:
            self._told_here(analysis, "stopped")
        return found

    async def waiting(self) -> int:
        """How many are in the queue."""
        found = await self.store.read(select(func.count().label("count")).select_from(analyses).where(analyses.c.state == "queued"))
        return int(found[0].count)

    # ---- working ----------------------------------------------------------------------------------------------------------------

    async def begin(self) -> None:
        """At the start of the one process of a SQLite database: what was under way begins again."""
        again = {"state": "queued", "worker": None, "claimed": None}
        await self.store.change(lambda c: c.execute(update(analyses).where(analyses.c.state == "working").values(**again)))

    async def claim(self, lane: str, most: int, host: str, worker: str) -> Claimed | None:
        """Takes the next analysis of a lane for this process alone, unless ``most`` of the lane are under way on this host."""
        now = steady.now()

        def work(connection: Connection) -> tuple[Claimed | None, list[tuple[str, str]]]:
            if self.store.shared:
                connection.execute(_ONE_AT_A_TIME, {"host": f"sandtable analyses of {host}"})
            busy = (analyses.c.state == "working") & (analyses.c.claimed >= now) & (analyses.c.lane == lane)
            here = select(func.count()).select_from(analyses).where(busy, analyses.c.host == host)
            if connection.execute(here).scalar_one() >= most:
                return None, []
            free = or_(analyses.c.state == "queued", and_(analyses.c.state == "working", analyses.c.claimed < now))
            order = (analyses.c.place, analyses.c.created, analyses.c.id)
            found = connection.execute(
                select(analyses).where(analyses.c.lane == lane, free).order_by(*order).limit(1).with_for_update(skip_locked=True)
            ).first()
            if found is None:
                return None, []
            line = analyses.c.id == found.id
            if found.attempts >= ATTEMPTS:
                _close(connection, line, "failed", now)
                self._tell(connection, found.id, "failed")
                return None, [(found.id, "failed")]
            taken = {"state": "working", "host": host, "worker": worker, "claimed": now + LEASE, "started": now, "changed": now}
            counted = {"attempts": found.attempts + 1, "version": found.version + 1}
            connection.execute(update(analyses).where(line).values(**taken, **counted))
            self._tell(connection, found.id, "working")
            return Claimed(found.id, found.kind, lane, orjson.loads(found.request), now - found.created), [(found.id, "working")]

        claimed, told = await self.store.change(work)
        for analysis, state in told:
            self._told_here(analysis, state)
        return claimed

    async def improve(self, claimed: Claimed, worker: str, result: JSON, part: float) -> bool:
        """Writes what is known so far; False if the analysis was stopped or taken over."""
        now = steady.now()
        written = _dumps(result)
        values = {"result": written, "part": part, "version": analyses.c.version + 1, "changed": now, "claimed": now + LEASE}
        values["bytes"] = func.length(analyses.c.request) + len(written)
        return await self._write(claimed.id, worker, values, "working")

    async def finish(self, claimed: Claimed, worker: str, state: str, result: JSON | None) -> bool:
        """The end of the work; old results beyond those that are kept go."""
        values: dict[str, Any] = {"state": state, "version": analyses.c.version + 1, "changed": steady.now(), "claimed": None}
        if result is not None:
            values["result"] = _dumps(result)
            values["bytes"] = func.length(analyses.c.request) + len(values["result"])
        if state == "done":
            values["part"] = 1.0
        told = result if claimed.kind == "report" and state == "done" and "table" in claimed.request else None
        written = await self._write(claimed.id, worker, values, state)
        if written and told is not None:
            await self.store.change(lambda connection: accuracy.keep(connection, claimed.request["table"], told))
        await self.store.change(self._forget_old)
        return written

    async def give_back(self, claimed: Claimed, worker: str) -> None:
        """This process stops: another one shall do it."""
        values = {"state": "queued", "worker": None, "claimed": None, "attempts": analyses.c.attempts - 1, "changed": steady.now()}
        await self._write(claimed.id, worker, values, "queued")

    async def keep(self, worker: str, running: Collection[str]) -> set[str]:
        """Prolongs the leases of what this process works on; the analyses that are still its own. What it had to let go of (the database
        was away) is not kept: it is taken up again when its lease is over."""
        mine = and_(analyses.c.worker == worker, analyses.c.state == "working", analyses.c.id.in_(running))
        prolonged = update(analyses).where(mine).values(claimed=steady.now() + LEASE).returning(analyses.c.id)
        return await self.store.change(lambda connection: {r.id for r in connection.execute(prolonged)})

    async def _write(self, analysis: str, worker: str, values: dict[str, Any], state: str) -> bool:
        line = and_(analyses.c.id == analysis, analyses.c.worker == worker, analyses.c.state == "working")

        def work(connection: Connection) -> bool:
            if not connection.execute(update(analyses).where(line).values(**values)).rowcount:
                return False
            if state not in OPEN:
                connection.execute(delete(askers).where(askers.c.analysis_id == analysis))
            self._tell(connection, analysis, state)
            return True

        written = await self.store.change(work)
        if written:
            self._told_here(analysis, state)
        return written

    def _forget_old(self, connection: Connection) -> None:
        newest = analyses.c.changed.desc()
        so_far = select(
            analyses.c.id,
            func.row_number().over(order_by=newest).label("count"),
            func.sum(analyses.c.bytes).over(order_by=newest).label("bytes"),
        )
        ended = so_far.where(analyses.c.state.not_in(OPEN)).subquery()
        beyond = or_(ended.c.count > self.limits.analyses_kept, ended.c.bytes > self.limits.analyses_bytes)
        oldest = select(ended.c.id).where(beyond).limit(1000)
        connection.execute(delete(analyses).where(analyses.c.id.in_(oldest.scalar_subquery())))

    # ---- hearing ----------------------------------------------------------------------------------------------------------------

    def _tell(self, connection: Connection, analysis: str, state: str) -> None:
        if self.store.shared:
            connection.execute(_NOTIFY, {"channel": CHANNEL, "said": f"{analysis} {state}"})

    def _told_here(self, analysis: str, state: str) -> None:
        """Without other processes there is nobody to hear it from."""
        if not self.store.shared:
            self.heard(f"{analysis} {state}")

    def heard(self, said: str) -> None:
        """An analysis has changed."""
        analysis, _, state = said.partition(" ")
        self.waiters.tell(analysis)
        self.on_change(analysis, state)

    def lost(self) -> None:
        """Something may have been missed."""
        self.waiters.tell_all()
        self.on_change("", "queued")


_NOTIFY = text("SELECT pg_notify(:channel, :said)")
_ONE_AT_A_TIME = text("SELECT pg_advisory_xact_lock(hashtext(:host))")


def _dumps(value: JSON) -> str:
    return orjson.dumps(value, option=orjson.OPT_SERIALIZE_NUMPY).decode()


def _values(question: Question, place: int, now: float) -> dict[str, Any]:
    return {
        "id": keys.new_table(),
        "key": question.key,
        "kind": question.kind,
        "lane": question.lane,
        "request": question.kept,
        "bytes": len(question.kept),
        "table_id": question.table,
        "seat": question.seat,
        "state": "queued",
        "part": 0.0,
        "version": 0,
        "place": place,
        "created": now,
        "changed": now,
        "attempts": 0,
    }


def _next_place(connection: Connection, who: str, lane: str) -> int:
    """Clients take turns in each lane: after the last one started, and after the client's own waiting ones."""
    started = (analyses.c.lane == lane) & analyses.c.started.is_not(None)
    served = select(analyses.c.place).where(started).order_by(analyses.c.place.desc()).limit(1)
    waiting = (askers.c.client == who) & (analyses.c.lane == lane) & (analyses.c.state == "queued")
    own = select(func.max(analyses.c.place)).select_from(askers.join(analyses)).where(waiting)
    return max(connection.execute(served).scalar() or 0, connection.execute(own).scalar() or 0) + 1


def _read(connection: Connection, line: ColumnElement[bool]) -> Analysis | None:
    r = connection.execute(select(analyses).where(line)).first()
    if r is None:
        return None
    waiting = 0
    if r.state == "queued":
        before = or_(analyses.c.place < r.place, and_(analyses.c.place == r.place, analyses.c.created < r.created))
        ahead = select(func.count()).select_from(analyses).where(analyses.c.state == "queued", analyses.c.lane == r.lane, before)
        waiting = int(connection.execute(ahead).scalar_one())
    result = r.result.encode() if r.result is not None else None
    return Analysis(r.id, r.kind, r.table_id, r.seat, r.state, r.part, r.version, waiting, result)


def _close(connection: Connection, line: ColumnElement[bool], state: str, now: float) -> None:
    values = {"state": state, "changed": now, "claimed": None, "worker": None, "version": analyses.c.version + 1}
    connection.execute(update(analyses).where(line).values(**values))
    connection.execute(delete(askers).where(askers.c.analysis_id.in_(select(analyses.c.id).where(line))))
