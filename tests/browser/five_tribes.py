"""Plays Five Tribes as a person would: by touching things on the board."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page

from tests.browser.dock import await_question, confirm

LOOK = """() => {
  const count = (s) => document.querySelectorAll(s).length;
  const main = document.querySelector('.dock .main');
  return {
    over: count('.result') > 0,
    main: main && !main.disabled ? main.textContent.trim() : null,
    preview: count('.dock .pv') > 0,
    spots: count('.spot.legal'),
    lifts: count('.tile .tag'),
    ways: count('.way'),
    rings: count('.over .legal'),
    row: count('.rowp .card.legal'),
    djinns: count('[data-key^="djinn:"].legal'),
    peek: count('[data-key^="peek:"].legal'),
    folk: count('.folk.legal'),
    picks: count('.pick button'),
    cards: count('[data-key^="card:"].legal'),
    best: count('[data-key="sell:best"]'),
    others: count('.dock .bar .btn:not(.undo):not(.main)'),
  };
}"""


def holds(words: str) -> re.Pattern[str]:
    """Matches a tile's spoken name that tells of these meeples."""
    return re.compile(rf"\b{words}\b")


def look(page: Page) -> dict[str, Any]:
    told: dict[str, Any] = page.evaluate(LOOK)
    return told


def await_turn(page: Page) -> dict[str, Any]:
    """Waits until it is this screen's turn and the choices are there, or the game is over."""
    await_question(page)
    return look(page)


def start_bot_game(page: Page, players: int | None = None) -> None:
    """From the first page. Who wants fewer decisions of one's own asks for more players."""
    page.locator(".gcard", has_text="Five Tribes").locator(".btn.indigo").click()
    if players is not None:
        page.get_by_role("group", name="Players").get_by_role("button", name=str(players)).click()
    page.locator(".deal").click()
    page.wait_for_selector(".dock")


def bid(page: Page, spot: int | None = None) -> None:
    page.locator(f'.spot.legal[data-key="spot:{spot}"]' if spot is not None else ".spot.legal").last.click()
    confirm(page)


def step(page: Page) -> bool:
    """One sensible thing to do; False when the game is over."""
    seen = await_turn(page)
    if seen["over"]:
        return False
    if seen["picks"]:
        page.locator(".pick button").first.click()
        if look(page)["preview"]:
            confirm(page)
    elif seen["spots"]:
        bid(page)
    elif seen["ways"]:
        if not seen["preview"]:
            page.locator(".way").first.click()
        page.wait_for_selector(".dock .pv")
        confirm(page)
    elif seen["lifts"]:
        best = page.evaluate(
            "() => [...document.querySelectorAll('.tile')].filter(t => t.querySelector('.tag'))"
            ".sort((a, b) => +b.querySelector('.tag text').textContent - +a.querySelector('.tag text').textContent)[0]"
            ".querySelector('.in').dataset.key"
        )
        page.locator(f'[data-key="{best}"]').click()
        page.wait_for_selector(".way")
        page.locator(".way").first.click()
        confirm(page)
    elif seen["peek"]:
        page.locator('[data-key^="peek:"].legal').first.click()
        confirm(page)
    elif seen["djinns"]:
        page.locator('[data-key^="djinn:"].legal').first.click()
        confirm(page)
    elif seen["row"]:
        page.locator(".rowp .card.legal").first.click()
        confirm(page)
    elif seen["best"] and not seen["preview"]:
        page.locator('[data-key="sell:best"]').click()
        confirm(page)
    elif seen["main"]:
        confirm(page)
    elif seen["rings"]:
        box = page.locator(".over .legal").first.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if look(page)["preview"]:
            confirm(page)
    elif seen["folk"]:
        page.locator(".folk.legal").first.click()
        confirm(page)
    elif seen["others"]:
        page.locator(".dock .bar .btn:not(.undo):not(.main)").last.click()
    else:
        raise AssertionError(f"There is nothing to do: {seen}")
    return True
