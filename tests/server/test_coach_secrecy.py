"""The coach of a running game knows what the asking seat knows, to the byte.

Questions, answers of the coach and aids are made in two worlds that the seat cannot tell apart; and whole games are played on a real
server, where every message over a real socket must be the same in both worlds.
"""

from __future__ import annotations

import asyncio
import random
import re
from typing import Any

import httpx
import orjson
import pytest

from sandtable.kernel import conformance
from sandtable.kernel.registry import load
from sandtable.kernel.state import State
from sandtable.server.coach import questions
from sandtable.server.coach.models import AskPosition
from sandtable.server.errors import Denied
from tests.server.players import JSON, Live, bearer, create, http, live, tokens
from tests.server.processes import Server
from tests.server.test_secrecy import LONGEST, OFTEN, SELDOM, on_table

CASES = [case for case in conformance.cases() if not case.options or case.players == case.game.players[0]]
GAMES = sorted({case.game.id for case in CASES})


def asked(table: Any, seat: int) -> list[Any]:
    """Everything a seat can ask the coach about its running game."""
    told: list[Any] = []
    for make in (
        lambda: questions.running_question(table, seat, AskPosition(kind="position", depth="quick")),
        lambda: questions.hint_question(table, seat),
    ):
        try:
            question = make()
            told.append((question.key, orjson.dumps(question.request)))
        except Denied as denied:
            told.append(denied.body())
    return told


@pytest.mark.parametrize("case", CASES, ids=str)
def test_questions_of_indistinguishable_worlds_are_identical(case: Any) -> None:
    rng = random.Random(9)
    state = case.game.new(case.players, seed=12, **case.options)
    compared = different = 0
    while not state.over and state.number < LONGEST:
        if rng.random() < (OFTEN if compared < 60 else SELDOM):
            for seat in range(case.players):
                other = state.redeal(seat, rng.randrange(1 << 30))
                assert asked(on_table(state, case), seat) == asked(on_table(other, case), seat)
                different += state.position() != other.position()
                compared += 1
        state.play(rng.choice(state.legal.ids.tolist()))
    assert compared >= 10
    assert different > compared // 3, "the worlds were hardly ever different: this test proves nothing"


# ---- over real sockets ------------------------------------------------------------------------------------------------------------


def other_world(state: State, seat: int | None, rng: random.Random) -> State:
    """A world that looks the same to the seat, if possible a different one."""
    other = state
    for _ in range(5):
        other = state.redeal(seat, rng.randrange(1 << 30))
        if other.position() != state.position():
            break
    return other


async def until_done(client: httpx.AsyncClient, body: JSON, token: str) -> bytes:
    """The result of an analysis, as it came over the wire."""
    answer = await client.post("/api/analysis", json=body, headers=bearer(token))
    while answer.json()["state"] in ("queued", "working"):
        told = answer.json()
        path = f"/api/analysis/{told['analysis']}?version={told['version']}&wait=20"
        answer = await client.get(path, headers=bearer(token))
    assert answer.json()["state"] == "done"
    return answer.content.partition(b'"result":')[2]


@pytest.mark.parametrize(("server", "game"), [*(("sqlite", game) for game in GAMES), ("postgresql", "tuareg")], indirect=["server"])
def test_what_the_coach_answers_does_not_depend_on_secrets(server: Server, game: str) -> None:
    """With PostgreSQL other processes work on the same questions, whatever the game."""

    async def answers(client: httpx.AsyncClient, seat: int, world: State) -> list[bytes]:
        made = await create(client, *[{"kind": "me", "name": "P"}] * 2, game=game, position=world.position())
        token, path = tokens(made)[seat], f"/api/tables/{made['table']}"
        told = [await until_done(client, {"kind": "position", "table": made["table"], "depth": "quick"}, token)]
        for step in (1, 2, 3):
            hint = await client.post(f"{path}/hint", json={"id": f"{step}", "step": step}, headers=bearer(token))
            assert hint.status_code == 200, hint.text
            told.append(hint.content)
        told.append((await client.get(f"{path}/turns", headers=bearer(token))).content)
        return told

    async def work() -> None:
        async with http(server.base) as client:
            rng, compared = random.Random(5), 0
            state = load(game).new(2, seed=21)
            while compared < 2:
                for _ in range(rng.randrange(8, 20)):
                    state.play(rng.choice(state.legal.ids.tolist()))
                assert state.seat is not None
                worlds = (state, other_world(state, state.seat, rng))
                ours, theirs = [await answers(client, state.seat, world) for world in worlds]
                assert ours == theirs
                compared += 1

    asyncio.run(work())


TIMES = re.compile(rb'"(at|created|changed)":"[^"]*"')


class Side:
    """One of two tables whose worlds the receiver cannot tell apart: every raw message it gets there."""

    def __init__(self, client: httpx.AsyncClient, socket: Live, watching: Live) -> None:
        self.client, self.socket, self.watching = client, socket, watching
        self.made: JSON = {}
        self.count = 0

    async def begin(self, world: State, receiver: int | None) -> None:
        seats = [{"kind": "me", "name": f"P{i}"} for i in range(world.players)]
        position = world.position()
        if "events" in position:  # who prepares a position says what just happened in it: here nothing
            position["events"] = []
        self.made = await create(self.client, *seats, game=world.game.id, position=position)
        self.held, self.receiver = tokens(self.made), receiver
        for seat in self.held:
            await self.socket.watch(self.made["table"], self.held[seat])
        await self.watching.send(type="watch", table=self.made["table"], seen=0, **self.token(receiver))

    def token(self, seat: int | None) -> JSON:
        return {} if seat is None else {"token": self.held[seat]}

    async def heard(self) -> list[bytes]:
        """All messages up to now, without what is drawn by lot for every table: ids, commitments, times."""
        self.count += 1
        await self.watching.send(type="ping", id=f"p{self.count}")
        found: list[bytes] = []
        while True:
            async with asyncio.timeout(60):
                message = (await self.watching.ws.recv()).encode()
            if b'"type":"pong"' in message:
                return found
            for drawn in (self.made["table"], self.made["status"]["commitment"]):
                message = message.replace(drawn.encode(), b"-")
            if b'"type":"here"' not in message and b'"type":"hello"' not in message:
                found.append(TIMES.sub(b"", message))

    async def play(self, seat: int, text: str) -> JSON:
        self.count += 1
        act = {"type": "play", "table": self.made["table"], "seat": seat, "number": 10**6, "decision": text}
        return await self.socket.ask(id=f"a{self.count}", **act)

    async def end(self) -> None:
        await self.watching.send(type="unwatch", table=self.made["table"], seat=self.receiver)
        for seat in self.held:
            await self.socket.send(type="unwatch", table=self.made["table"], seat=seat)
        await self.heard()


@pytest.mark.parametrize("game", GAMES)
def test_whole_games_over_real_sockets(sqlite_server: Server, game: str) -> None:
    """One game, decision by decision, on two tables at once: as long as nothing is uncovered both go on; then both begin anew from there,
    the second one in another world. What the receiver hears is compared to the byte, at places all over the game."""
    base = sqlite_server.base

    async def work() -> None:
        rng = random.Random(31)
        state = load(game).new(2, seed=17)
        compared = different = played = 0
        async with http(base) as client, live(base) as one, live(base) as two, live(base) as three, live(base) as four:
            sides = [Side(client, one, two), Side(client, three, four)]
            while not state.over and state.number < LONGEST:
                if rng.randrange(6):
                    state.play(rng.choice(state.legal.ids.tolist()))
                    continue
                receiver = rng.choice((state.seat, state.seat, 1 - (state.seat or 0), None))
                other = other_world(state, receiver, rng)
                different += other.position() != state.position()
                worlds = [state.copy(), other]
                await asyncio.gather(*(side.begin(world, receiver) for side, world in zip(sides, worlds, strict=True)))
                while not state.over:
                    ours, theirs = await asyncio.gather(*(side.heard() for side in sides))
                    assert ours == theirs
                    assert ours
                    compared += len(ours)
                    action = rng.choice(list(state.legal))
                    hidden = [world.reveals(action) if action in world.legal else None for world in worlds]
                    seat = state.seat
                    assert seat is not None
                    state.play(action.id)
                    if hidden != [False, False] or seat != receiver:
                        break
                    for answer in await asyncio.gather(*(side.play(seat, action.text) for side in sides)):
                        assert answer["type"] == "ack"
                        played += 1
                    for world in worlds:
                        world.play(action.id)
                await asyncio.gather(*(side.end() for side in sides))
        assert compared > 30
        assert played > 5
        assert different > 10

    asyncio.run(work())
