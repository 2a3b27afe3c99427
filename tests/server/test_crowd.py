"""A crowd that looks for games, plays and looks again while workers are killed: nobody sits twice, nobody waits for ever, every rating
comes out again. A few people with all other tests; two hundred by ``make chaos``.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from typing import ClassVar

import httpx

from tests.server.faults.scale import often
from tests.server.players import JSON, bearer, http
from tests.server.processes import Server
from tests.server.test_lobby import new_token, recomputed
from tests.server.test_people import claim

PEOPLE = often(12, 200)
GAMES = often(2, 3)
KILLS = often(2, 12)
PATIENCE = 1200.0
AGAIN = (httpx.TransportError, ValueError)
"""The worker died in the middle of an answer; another one answers."""


class Member:
    """Somebody who looks for a game, plays some moves, and looks again."""

    active: ClassVar[set[str]] = set()
    """Who still wants to play: the last one of all would look for ever."""

    def __init__(self, client: httpx.AsyncClient, person: JSON, seed: int) -> None:
        self.client, self.person, self.rng = client, person, random.Random(seed)
        self.active.add(person["handle"])
        self.tables: list[str] = []

    async def ask(self, method: str, path: str, body: JSON | None = None) -> JSON:
        """Until somebody answers."""
        while True:
            try:
                answer = await self.client.request(method, f"/api{path}", json=body, headers=bearer(self.person["token"]))
                told: JSON = answer.json()
            except AGAIN:
                await asyncio.sleep(0.1)
                continue
            if answer.status_code not in (502, 503):
                return {**told, "status_code": answer.status_code}
            await asyncio.sleep(0.1)

    async def run(self) -> None:
        for _ in range(GAMES):
            table = await self.look()
            if table is None:
                break
            self.tables.append(table)
            await self.play(table)
        self.active.discard(self.person["handle"])

    async def look(self) -> str | None:
        wish = {"token": new_token(), "name": "x", "game": "tuareg", "players": 2, "clock": "calm"}
        while True:
            state = await self.ask("POST", "/lobby/seek", wish)
            assert state["status_code"] == 200, state
            if state["found"]:
                return str(state["found"]["table"])
            if len(self.active) == 1:
                await self.ask("POST", "/lobby/stop", {"token": wish["token"]})
                return None
            await asyncio.sleep(self.rng.uniform(0.2, 0.5))

    async def play(self, table: str) -> None:
        """Some moves; then whoever is to decide gives up."""
        moves = self.rng.randint(1, 4)
        while True:
            update = await self.ask("GET", f"/tables/{table}")
            assert update["status_code"] == 200, update
            if update["status"]["phase"] == "finished":
                return
            position = update["position"]
            if position and position["to_decide"] == update["seat"]:
                if moves:
                    moves -= 1
                    chosen = self.rng.choice(position["legal"])["id"]
                    await self.ask("POST", f"/tables/{table}/play", {"id": new_token(), "number": update["number"], "decision": chosen})
                else:
                    await self.ask("POST", f"/tables/{table}/resign", {"id": new_token()})
            await asyncio.sleep(self.rng.uniform(0.1, 0.3))


def test_a_crowd_plays_while_workers_are_killed(new_database: Callable[[], str]) -> None:
    async def work(server: Server) -> list[Member]:
        async with http(server.base) as client:
            persons = [await claim(client) for _ in range(PEOPLE)]
            members = [Member(client, person, number) for number, person in enumerate(persons)]

            async def kill() -> None:
                rng = random.Random(7)
                for _ in range(KILLS):
                    await asyncio.sleep(rng.uniform(1.0, 3.0))
                    workers = server.children("serve")
                    if len(workers) > 1:
                        rng.choice(workers).kill()

            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*(member.run() for member in members), kill())
            for member in members:
                seated = await client.get("/api/people/me/tables", headers=bearer(member.person["token"]))
                assert sorted(row["table"] for row in seated.json()) == sorted(member.tables), "nobody sits where they do not know of"
            return members

    with Server(new_database(), "--workers=2") as server:
        members = asyncio.run(work(server))
        together = Counter(table for member in members for table in member.tables)
        assert set(together.values()) == {2}, "two at each table, and nobody twice"
        assert together.total() >= PEOPLE * GAMES - GAMES, "nobody waits for ever"
        recomputed(server)
