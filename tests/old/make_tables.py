"""Tables played on a real server of the version before, by HTTP and sockets; and what that server answers about them."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

import httpx

from sandtable import games, load
from tests.old import ask, files
from tests.server.players import JSON, Stubborn, bearer, create, http, join, live, tokens
from tests.server.processes import Server

ANN, BEN, OPEN = {"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Bén"}, {"kind": "open"}
BOT, LEVEL = {"kind": "bot", "level": "random"}, {"kind": "bot", "level": "level1"}
LIVE = {"mode": "live", "bank": 3600, "increment": 15}
PLAYED = {"five-tribes": 40, "targui": 30, "tuareg": 25}
"""Decisions of a game that is left running."""


class Author:
    """Makes the tables of one game and remembers what a device would: table, tokens, invitation."""

    def __init__(self, client: httpx.AsyncClient, base: str, game: str) -> None:
        self.client, self.base, self.game = client, base, game
        self.rng = random.Random(game)
        self.known: list[JSON] = []
        self.acts = 0

    def keep(self, how: str, made: JSON, held: dict[int, str]) -> JSON:
        found = {
            "how": how,
            "game": self.game,
            "table": made["table"],
            "invite": made.get("invite"),
            "tokens": {str(seat): token for seat, token in held.items()},
        }
        self.known.append(found)
        return found

    async def look(self, table: str, token: str) -> JSON:
        update: JSON = await ask.got(self.client, f"/api/tables/{table}", token)
        return update

    async def act(self, kind: str, table: str, token: str, **more: Any) -> JSON:
        self.acts += 1
        body = {"id": f"{kind}-{self.acts}", **more}
        answer = await self.client.post(f"/api/tables/{table}/{kind}", json=body, headers=bearer(token))
        assert answer.status_code == 200, answer.text
        said: JSON = answer.json()
        return said

    async def turn(self, table: str, held: dict[int, str]) -> tuple[int, JSON]:
        """Waits until a person is to decide; the seat and its update."""
        seen = 0
        while True:
            for seat, token in held.items():
                update = await ask.got(self.client, f"/api/tables/{table}?seen={seen}&wait={5 if seen else 0}", token)
                if update["status"]["to_decide"] == seat or update["status"]["phase"] == "finished":
                    return seat, await self.look(table, token)
                seen = update["number"] if len(held) == 1 else 0

    async def play(self, table: str, held: dict[int, str], decisions: int) -> None:
        """Plays on at random until so many decisions are played and a person is to decide."""
        async with live(self.base) as socket:
            for token in held.values():
                await socket.watch(table, token)
            while True:
                seat, update = await self.turn(table, held)
                if update["position"]["decisions"] >= decisions:
                    return
                await self.decide(socket, table, seat, update)

    async def decide(self, socket: Any, table: str, seat: int, update: JSON, text: str | None = None) -> None:
        self.acts += 1
        chosen = text or self.rng.choice(update["position"]["legal"])["text"]
        act = {"type": "play", "id": f"play-{self.acts}", "table": table, "seat": seat, "number": update["number"]}
        said = await socket.ask(**act, decision=chosen)
        assert said["type"] == "ack", said

    async def undoable(self, table: str, held: dict[int, str]) -> tuple[int, JSON]:
        """Plays on until the seat to decide may take back something freely."""
        async with live(self.base) as socket:
            for token in held.values():
                await socket.watch(table, token)
            while True:
                seat, update = await self.turn(table, held)
                assert update["status"]["phase"] == "playing"
                if update["position"]["undo"]["free"] is not None:
                    return seat, update
                harmless = [d["text"] for d in update["position"]["legal"] if d["stands"] is None]
                await self.decide(socket, table, seat, update, self.rng.choice(harmless) if harmless else None)

    # ---- the tables -------------------------------------------------------------------------------------------------------------

    @property
    def options(self) -> JSON:
        """Of every option but the seating another value than the default."""
        return {option.name: option.values[-1] for option in load(self.game).options}

    async def waiting(self) -> None:
        made = await create(self.client, ANN, OPEN, LEVEL, game=self.game, options=self.options, clock=LIVE, casual=False)
        self.keep("waiting", made, tokens(made))

    async def running(self) -> None:
        """Against a bot: a hint, a change of the coach, something taken back, and something that still can be."""
        made = await create(self.client, ANN, LEVEL, game=self.game)
        table, held = made["table"], tokens(made)
        self.keep("running", made, held)
        await self.play(table, held, PLAYED[self.game] // 2)
        await self.act("hint", table, held[0], step=2)
        await self.act("coach", table, held[0], coach={"analysis": False})
        for _ in range(2):
            _, update = await self.undoable(table, held)
            await self.act("undo", table, held[0], number=update["number"], to=update["position"]["undo"]["free"])
            await self.play(table, held, update["position"]["decisions"] + 2)
        await self.play(table, held, PLAYED[self.game])
        await self.undoable(table, held)

    async def asked(self) -> None:
        """Two persons and a bot, with open questions: an undo, another coach, and whether a bot may take over."""
        made = await create(self.client, ANN, OPEN, BOT, game=self.game, options=self.options)
        joined = await join(self.client, made["invite"], "Ben")
        table, held = made["table"], tokens(made, joined)
        self.keep("asked", made, held)
        await self.play(table, held, PLAYED[self.game])
        update = await self.look(table, held[0])
        await self.act("undo", table, held[0], number=update["number"], to=update["position"]["undo"]["ask"])
        await self.act("coach", table, held[0], coach={"analysis": True, "hints": True})
        await self.act("leave", table, held[1], level="level2")

    async def prepared(self) -> None:
        """A table that began with a position."""
        state = load(self.game).new(2, seed=31)
        rng = random.Random(31)
        while state.number < PLAYED[self.game]:
            state.play(rng.choice(state.legal.ids.tolist()))
        made = await create(self.client, ANN, BEN, game=self.game, position=state.position())
        held = tokens(made)
        self.keep("prepared", made, held)
        await self.play(made["table"], held, 6)

    async def finished(self) -> None:
        """To the end; one person has asked for the next table, the other not yet."""
        made = await create(self.client, ANN, BEN, BOT, game=self.game, clock=LIVE)
        table, held = made["table"], tokens(made)
        self.keep("finished", made, held)
        await Stubborn([self.base], table, held, seed=5).run()
        again = (await self.act("rematch", table, held[0]))["rematch"]
        self.keep("rematch", again, {again["seat"]: again["token"]})
        study: JSON = {"title": "The end of it", "game": self.game, "start": {"table": table, "decisions": 8}, "eyes": "all"}
        replayed = await ask.got(self.client, f"/api/tables/{table}/record", held[0])
        moves = [line.split(" #")[0].partition(" ")[2] for line in replayed.splitlines() if line[:1].isdigit()]
        study["tree"] = [{"moves": moves[8:12], "note": "as it was played"}]
        self.known[-2]["study"] = await self.save(study)
        body = {"kind": "position", "table": table, "decisions": 8, "eyes": 0, "depth": "quick"}
        self.known[-2]["analysis"] = await self.analyse(body)

    async def resigned(self) -> None:
        """Given up; both have sat down at the next table and play."""
        made = await create(self.client, ANN, BEN, game=self.game, spectators=False)
        table, held = made["table"], tokens(made)
        self.keep("resigned", made, held)
        await self.play(table, held, 5)
        await self.act("resign", table, held[1])
        again = [(await self.act("rematch", table, token))["rematch"] for token in held.values()]
        next_held = {found["seat"]: found["token"] for found in again}
        self.keep("rematch running", again[0], next_held)
        await self.play(again[0]["table"], next_held, 5)

    async def save(self, study: JSON) -> JSON:
        answer = await self.client.post("/api/studies", json=study)
        assert answer.status_code == 201, answer.text
        saved: JSON = answer.json()
        return saved

    async def analyse(self, body: JSON) -> str:
        said = (await self.client.post("/api/analysis", json=body)).json()
        while said["state"] in ("queued", "working"):
            said = await ask.got(self.client, f"/api/analysis/{said['analysis']}?version={said['version']}&wait=20")
        assert said["state"] == "done", said
        return str(said["analysis"])

    async def everything(self) -> list[JSON]:
        for make in (self.waiting, self.running, self.asked, self.prepared, self.finished, self.resigned):
            await make()
            print(f"{self.game}: {make.__name__}", flush=True)
        return self.known


async def played(base: str) -> list[JSON]:
    async with http(base) as client:
        return [table for game in games() for table in await Author(client, base, game).everything()]


def whole(path: Path) -> bytes:
    """The database as one file, without what the making machine is called."""
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE analyses SET host = NULL, worker = NULL")
    connection.close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("VACUUM")
    connection.close()
    return path.read_bytes()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.db"
        with Server(f"sqlite:///{path}") as server:
            known = asyncio.run(played(server.base))
        with Server(f"sqlite:///{path}") as server:
            answers = asyncio.run(ask.everything(server.base, known))
        files.write(files.DATABASE, whole(path))
    files.write_json(files.ANSWERS, {"tables": known, "answers": answers})
