"""Plays Targui as a person would: by touching fields, and the buttons of the dock."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.browser.dock import await_question
from tests.browser.dock import confirm as main
from tests.browser.tables import open_table

LOOK = """() => {
  const has = (s) => !!document.querySelector(s);
  const main = document.querySelector('.dock .main');
  const keys = (s) => [...document.querySelectorAll(s)].map((e) => e.dataset.key);
  return {
    over: has('.result'),
    main: main && !main.disabled ? main.textContent.trim() : null,
    amount: has('.dock .amount'),
    fight: has('.dock .duelp .odds'),
    advice: has('.dock .advice.go'),
    places: keys('.f.place'),
    origins: keys('.f.legal'),
    attacks: keys('.f.attack'),
    marches: keys('.f.march'),
  };
}"""


def look(page: Page) -> dict[str, Any]:
    told: dict[str, Any] = page.evaluate(LOOK)
    return told


def start(page: Page, players: int = 2, fates: Any = "short") -> None:
    """A short game against the weakest bots."""
    open_table(page, "targui", players, {"fates": fates})


def await_turn(page: Page) -> dict[str, Any]:
    """Waits until it is this screen's turn, or the game is over."""
    await_question(page)
    return look(page)


def field(page: Page, key: str) -> None:
    page.locator(f'[data-key="{key}"]').click()


def step(page: Page, turn: int) -> bool:
    """One sensible decision; False when the game is over."""
    seen = await_turn(page)
    if seen["over"]:
        return False
    if seen["amount"]:
        page.locator(".dock .amount .chips button").nth(turn % 2).click()
        main(page)
    elif seen["fight"]:
        main(page)
    elif seen["origins"] and turn % 4:
        field(page, seen["origins"][turn % len(seen["origins"])])
        now = look(page)
        targets = now["attacks"] or now["marches"]
        if not targets:
            page.keyboard.press("Escape")
            main(page)
            return True
        field(page, targets[turn % len(targets)])
        if now["attacks"]:
            page.wait_for_selector(".dock .duelp .oddbar")
            main(page)
        else:
            page.wait_for_function("() => !document.querySelector('.f.march')")
    elif seen["places"] and turn % 2:
        field(page, seen["places"][turn % len(seen["places"])])
        main(page)
    elif seen["main"]:
        main(page)
    elif seen["places"]:
        field(page, seen["places"][0])
        main(page)
    else:
        raise AssertionError(f"There is nothing to do: {seen}")
    return True
