"""Tables for the coach's tests, made over the API as the app itself would."""

from __future__ import annotations

import json
import time
from typing import Any

from playwright.sync_api import Page

FIRST = 300_000
"""The first table of a game may have to wait for the compiler, in milliseconds."""
QUICK = "localStorage.setItem('sandtable.depth', 'quick')"


def make(page: Page, game: str, seats: list[dict[str, Any]], **wishes: Any) -> dict[str, Any]:
    """A new table; ``seats`` as in the API."""
    answer = page.request.post("/api/tables", data={"game": game, "options": {}, "seats": seats, "casual": True, **wishes}, timeout=FIRST)
    assert answer.ok, answer.text()
    made: dict[str, Any] = answer.json()
    return made


def against_bots(page: Page, game: str, players: int = 2, **wishes: Any) -> dict[str, Any]:
    bots = [{"kind": "bot", "level": "random"} for _ in range(players - 1)]
    return make(page, game, [{"kind": "me", "name": "Ann"}, *bots], **wishes)


def sit(page: Page, made: dict[str, Any], game: str) -> None:
    """Opens the table on this device with the token of its first seat."""
    seat = made["seats"][0]
    held = [{"token": seat["token"], "table": made["table"], "seat": seat["seat"], "game": game, "invite": made["invite"]}]
    page.evaluate("(text) => localStorage.setItem('sandtable.seats', text)", json.dumps(held))
    page.goto(f"/table/{made['table']}")
    page.wait_for_selector(".dock")


def finished(page: Page, game: str, players: int = 2, **wishes: Any) -> str:
    """A game that bots have played to its end; the table's id."""
    made = against_bots(page, game, players, **wishes)
    token = {"Authorization": f"Bearer {made['seats'][0]['token']}"}
    table: str = made["table"]
    answer = page.request.post(f"/api/tables/{table}/leave", data={"id": "leave-1", "level": "random"}, headers=token, timeout=FIRST)
    assert answer.ok, answer.text()
    for _ in range(600):
        status = page.request.get(f"/api/tables/{table}?seen=0&wait=0", headers=token, timeout=FIRST).json()["status"]
        if status["phase"] == "finished":
            return table
        time.sleep(0.2)
    raise AssertionError("The bots do not finish their game.")
