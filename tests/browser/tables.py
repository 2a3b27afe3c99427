"""Tables made over the API and opened with their token, as the app itself keeps it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

GAMES = Path(__file__).parents[2] / "web" / "src" / "games"
READY = {"five-tribes": ".ftb .tile", "targui": ".map .f", "tuareg": ".pile"}


def open_table(
    page: Page,
    game: str,
    players: int = 2,
    options: dict[str, Any] | None = None,
    position: dict[str, Any] | None = None,
    level: str = "random",
    query: str = "",
) -> str:
    """A table against the weakest bots, from the beginning or from a prepared position; returns its id."""
    seats = [{"kind": "me", "name": "Ann"}, *({"kind": "bot", "level": level} for _ in range(players - 1))]
    wish: dict[str, Any] = {"game": game, "options": options or {}, "seats": seats, "casual": True}
    if position is not None:
        wish["position"] = position
    answer = page.request.post("/api/tables", data=wish)
    assert answer.ok, answer.text()
    made = answer.json()
    held = [{"token": made["seats"][0]["token"], "table": made["table"], "seat": 0, "game": game, "invite": None}]
    page.evaluate("(text) => localStorage.setItem('sandtable.seats', text)", json.dumps(held))
    page.goto(f"/table/{made['table']}{query}")
    page.wait_for_selector(READY[game])
    table: str = made["table"]
    return table


def kept(name: str) -> dict[str, Any]:
    """A position of the folder ``positions``."""
    position: dict[str, Any] = json.loads((Path(__file__).parent / "positions" / f"{name}.json").read_text("utf-8"))
    return position


def ending(game: str) -> dict[str, Any]:
    """A position with the last decision of the game to make."""
    return kept(f"{game}-end")


def prepared(game: str) -> dict[str, Any]:
    """The position of the guided first game."""
    position: dict[str, Any] = json.loads((GAMES / game / "lesson.json").read_text("utf-8"))
    return position
