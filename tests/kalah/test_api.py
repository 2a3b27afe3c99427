"""A table of Kalah on a real server, over HTTP, to its end and its record."""

from __future__ import annotations

import json
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.browser.server import Server
from tests.kalah.environment import Environment

PATIENCE = 120
FINAL = "import sys; from sandtable import Record; end = Record.load(sys.argv[1]).final(); print(end.over, [*map(int, end.scores)])"


def ask(server: Server, path: str, body: Any = None, token: str = "") -> Any:
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    data = json.dumps(body).encode() if body is not None else None
    with urllib.request.urlopen(urllib.request.Request(server.url + path, data, headers), timeout=PATIENCE) as answer:
        text = answer.read().decode()
    return json.loads(text) if answer.headers["Content-Type"].startswith("application/json") else text


def test_it_is_offered_with_its_words(server: Server) -> None:
    entry = next(entry for entry in ask(server, "/api/games") if entry["game"] == "kalah")
    assert entry["players"] == [2, 3, 4]
    assert {option["name"] for option in entry["options"]} == {"pits", "seeds", "empty_capture", "rest"}
    assert entry["words"]["de"]["name"] == "Kalah"
    assert not entry["parts"]["scorepad"]
    assert ask(server, "/api/games/kalah/words/de")["actions"]["sow"] == "Mulde {pit} aussäen"


@pytest.mark.parametrize("players", [2, 4])
def test_a_table_to_its_end(server: Server, home: Environment, tmp_path: Path, players: int) -> None:
    seats = [{"kind": "me", "name": "Ann"}, *({"kind": "bot", "level": "level1"} for _ in range(players - 1))]
    made = ask(server, "/api/tables", {"game": "kalah", "options": {"pits": 4, "seeds": 3}, "seats": seats, "casual": True})
    table, token = made["table"], made["seats"][0]["token"]
    played, seen, until = 0, 0, time.monotonic() + PATIENCE
    while time.monotonic() < until:
        look = ask(server, f"/api/tables/{table}?seen={seen}&wait=10", token=token)
        seen = look["number"]
        if look["status"]["phase"] == "finished":
            break
        legal = look["position"]["legal"]
        if look["status"]["to_decide"] != 0:
            continue
        assert f'data-decision="{legal[0]["text"]}"' in look["position"]["picture"]
        act = {"id": f"d{played}", "number": look["number"], "decision": legal[0]["id"]}
        ask(server, f"/api/tables/{table}/play", act, token)
        played += 1
    record = tmp_path / "game.record"
    record.write_text(ask(server, f"/api/tables/{table}/record"), "utf-8")
    assert home.good("-c", FINAL, record, SANDTABLE_JIT="off") == f"True {look['status']['result']['scores']}\n"
