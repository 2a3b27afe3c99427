"""A policy that somebody trained sits at the tables of a host who wishes it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from sandtable.kernel.record import Record
from tests.commands import run
from tests.server.players import ME, Stubborn, create, http, tokens
from tests.server.processes import Server

MODULE = '''
from sandtable.bots import policy

def last(observation, mask):
    """The legal decision with the highest id, so that its decisions can be told from others'."""
    return int(mask.nonzero()[0][-1])

def broken(observation, mask):
    raise RuntimeError("untrained")

bot = policy(last, name="Lasty")
'''
LAST, BROKEN = "policy:my_policies:bot", "policy:my_policies:broken"


@pytest.fixture
def served(tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> Server:
    """Started in the folder of the policies."""
    (tmp_path / "my_policies.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    return Server(database, f"--trained={LAST}=tuareg", f"--trained={BROKEN}=tuareg")


def of(record: Record, seat: int) -> list[tuple[list[int], int]]:
    """What a seat could decide and did, in every position."""
    found, state = [], record.start()
    for action, chance in record.decisions:
        if state.seat == seat:
            found.append((sorted(each.id for each in state.legal), action.id))
        state.play(action, chance or None)
    return found


def test_a_policy_sits_at_a_table(served: Server) -> None:
    async def play(server: Server, level: str) -> Record:
        async with http(server.base) as client:
            made = await create(client, ME, {"kind": "bot", "level": level})
            await Stubborn([server.base], made["table"], tokens(made), 1).run()
            return Record.parse((await client.get(f"/api/tables/{made['table']}/record")).text)

    with served as server:
        shown = {info["game"]: info["bots"] for info in httpx.get(f"{server.base}/api/games").json()}
        assert [game for game, bots in shown.items() if LAST in bots] == ["tuareg"]
        named = {bot["level"]: bot["words"]["de"] for bot in httpx.get(f"{server.base}/api/bots").json()}
        assert named[LAST]["name"] == "Lasty"
        refused = httpx.post(f"{server.base}/api/tables", json={"game": "targui", "seats": [ME, {"kind": "bot", "level": LAST}]})
        assert (refused.status_code, refused.json()["code"]) == (400, "NO_BOT")
        chosen = of(asyncio.run(play(server, LAST)), 1)
        assert len(chosen) > 5
        assert all(decision == legal[-1] for legal, decision in chosen)
        asyncio.run(play(server, BROKEN))  # the stand-in decides where it fails: the game comes to its end
        waiting = httpx.post(f"{server.base}/api/tables", json={"game": "tuareg", "seats": [ME, {"kind": "bot", "level": LAST}]}).json()
    served.options = [option for option in served.options if "--trained" not in option]
    with served as server:  # it is gone: its tables are not
        status = httpx.get(f"{server.base}/api/tables/{waiting['table']}").json()["status"]
        assert status["seats"][1]["names"]["en"] == "Learner"
        asyncio.run(Stubborn([server.base], waiting["table"], tokens(waiting), 2).run())


@pytest.mark.parametrize("wanted", ["level9", "policy:nothing:there=tuareg", "policy:math:pi=chess", "policy:math:pi=tuareg"])
def test_a_policy_that_is_not_there_is_said(wanted: str, database: str) -> None:
    done = run("serve", "--port=0", f"--database={database}", f"--trained={wanted}")
    assert done.returncode != 0
    assert wanted.rpartition("=")[0].removeprefix("policy:") in done.stderr or "policy:MODULE:NAME=GAME" in done.stderr
