"""Plays Tuareg as a person would: by touching things on the board."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.browser.dock import await_question, confirm

LOOK = """() => {
  const has = (s) => !!document.querySelector(s);
  const main = document.querySelector('.dock .main');
  return {
    over: has('.result'),
    mine: has('.top .pill.sel'),
    main: main && !main.disabled ? main.textContent.trim() : null,
    preview: has('.dock .pv'),
    pile: has('[data-key="pile"].legal'),
    hand: document.querySelectorAll('.hand .gc').length,
    cards: document.querySelectorAll('.hand .gc.legal').length,
    animals: document.querySelectorAll('.abox.legal').length,
    others: document.querySelectorAll('.dock .bar .btn:not(.undo):not(.main)').length,
  };
}"""


def look(page: Page) -> dict[str, Any]:
    told: dict[str, Any] = page.evaluate(LOOK)
    return told


def await_turn(page: Page) -> dict[str, Any]:
    """Waits until it is this screen's turn and the choices are there, or the game is over."""
    await_question(page)
    return look(page)


def start_bot_game(page: Page, players: int | None = None) -> None:
    """From the first page. Who wants fewer decisions of one's own asks for more players."""
    page.locator(".gcard", has_text="Tuareg").locator(".btn.indigo").click()
    if players is not None:
        page.get_by_role("group", name="Players").get_by_role("button", name=str(players)).click()
    page.locator(".deal").click()
    page.wait_for_selector(".dock")


def draw(page: Page) -> None:
    await_turn(page)
    page.locator('[data-key="pile"]').click()
    confirm(page)
    page.wait_for_function("() => document.querySelectorAll('.hand .gc').length >= 1")


def put_into_market(page: Page) -> None:
    page.locator(".hand .gc.legal").first.click()
    confirm(page)


def end_turn(page: Page) -> None:
    """Ends the own turn and waits until the screen says so: only then can the next turn be waited for."""
    page.get_by_role("button", name="End turn").click()
    page.wait_for_function("() => ![...document.querySelectorAll('.dock .main')].some((main) => main.textContent.includes('End turn'))")


def step(page: Page) -> bool:
    """One sensible decision; False when the game is over."""
    seen = await_turn(page)
    if seen["over"]:
        return False
    if seen["main"]:
        page.locator(".dock .main").click()
    elif seen["cards"] and (seen["hand"] >= 3 or not seen["pile"]):
        page.locator(".hand .gc.legal").first.click()
        now = look(page)
        if not now["main"]:
            page.locator(".abox.legal").first.click()
        page.locator(".dock .main:not([disabled])").click()
    elif seen["pile"]:
        page.locator('[data-key="pile"]').click()
        page.locator(".dock .main:not([disabled])").click()
    elif seen["others"]:
        page.locator(".dock .bar .btn:not(.undo):not(.main)").last.click()
    else:
        raise AssertionError(f"There is nothing to do: {seen}")
    return True
