"""A first start: the page is there at once, games are compiled behind it, and whoever needs one is told to wait, never an error."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from sandtable.kernel.preparing import Part, Preparing, Told
from sandtable.kernel.registry import games
from sandtable.kernel.words import LANGUAGES
from sandtable.server import readiness
from sandtable.server.errors import Denied
from sandtable.server.tables.making import game_of, ready_game
from sandtable.server.tables.table import Table
from tests.server.players import BOT, ME
from tests.server.processes import Server


@pytest.fixture
def cold_server(tmp_path: Path) -> Iterator[Server]:
    server = Server(f"sqlite:///{tmp_path / 'tables.db'}")
    server.environment = {"SANDTABLE_CACHE": str(tmp_path / "cache")}
    with server:
        yield server


def test_the_page_comes_before_the_games(cold_server: Server) -> None:
    base = cold_server.base
    assert httpx.get(f"{base}/").status_code == 200
    assert {game["game"] for game in httpx.get(f"{base}/api/games").json()} == set(games())
    assert httpx.get(f"{base}/api/games/tuareg/words/en").status_code == 200
    told = {one["game"]: one for one in httpx.get(f"{base}/api/preparing").json()}
    assert set(told) == set(games())
    assert not told["five-tribes"]["ready"]
    assert 0 <= told["five-tribes"]["part"] < 1
    assert told["five-tribes"]["seconds"] >= told["tuareg"]["seconds"] > 0
    asked = {
        "/api/tables": {"game": "five-tribes", "seats": [ME, BOT]},
        "/api/board": {"game": "five-tribes", "position": {}},
    }
    for path, body in asked.items():
        refused = httpx.post(base + path, json=body)
        assert (refused.status_code, refused.json()["code"], refused.json()["detail"]) == (503, "PREPARING", "five-tribes"), path
    refused = httpx.get(f"{base}/api/games/five-tribes/setup?players=2")
    assert refused.json()["code"] == "PREPARING"
    assert cold_server.process is not None
    children = psutil.Process(cold_server.process.pid).children(recursive=True)
    assert any("sandtable.kernel.warm" in child.cmdline() for child in children)
    cold_server.stop()
    _, alive = psutil.wait_procs(children, 10)
    assert not alive
    assert "Traceback" not in cold_server.log.read_text()


def test_a_warm_server_is_ready_at_once(sqlite_server: Server) -> None:
    told = httpx.get(f"{sqlite_server.base}/api/preparing").json()
    assert told == [{"game": game, "ready": True, "part": 1.0, "seconds": 0.0} for game in games()]


@pytest.fixture
def targui_cold() -> Iterator[Part]:
    """As if Targui were being compiled."""
    part = Part("targui", 1000, [])
    preparing = Preparing([])
    preparing.parts = {"targui": part}
    readiness.follow(preparing)
    yield part
    readiness.follow(None)


def test_each_game_is_ready_by_itself(targui_cold: Part) -> None:
    assert ready_game("tuareg").id == "tuareg"
    assert game_of("targui").id == "targui"
    with pytest.raises(Denied) as refused:
        ready_game("targui")
    assert (refused.value.code, refused.value.detail) == ("PREPARING", "targui")
    assert set(refused.value.words) == set(LANGUAGES)
    targui_cold.ready = True
    assert ready_game("targui").id == "targui"


def test_a_table_on_disk_waits_for_its_game(targui_cold: Part, sqlite_server: Server) -> None:
    from sandtable.server.models.requests import NewTable
    from sandtable.server.tables.making import new_setup

    targui_cold.ready = True
    setup = new_setup(NewTable.model_validate({"game": "targui", "seats": [ME, BOT]}))
    targui_cold.ready = False
    with pytest.raises(Denied, match="PREPARING"):
        Table.of(setup, [])
    targui_cold.ready = True
    assert Table.of(setup, []).game.id == "targui"


def test_what_is_told_of_a_game_under_way(targui_cold: Part, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Preparing, "told", lambda self: [Told("targui", False, 0.25, 12.345)])
    assert {one["game"]: one for one in readiness.told()}["targui"] == {"game": "targui", "ready": False, "part": 0.25, "seconds": 12.3}


LOADED = """
import asyncio, sys
from sandtable.server.machine import Machine
from sandtable.server.settings import Settings

async def start():
    machine = Machine(Settings("sqlite:///tables.db"))
    await machine.open()
    await machine.close()

asyncio.run(start())
print(sorted(name for name in sys.modules if name.startswith("sandtable.games.")))
"""


def test_a_start_with_nothing_to_do_loads_no_game(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
