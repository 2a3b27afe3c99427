"""Kalah in a real browser, to its end: by mouse, by touch on a phone, by keyboard alone, and as one who listens hears it.

The picture board is assumed to look like this: the game's SVG lies inside ``.picture``; while it is one's turn its parts with
``data-decision`` can be touched and focused (``role=button``, the game's ``aria-label``); a touch chooses, the dock's main button plays."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.keys import tab_to
from tests.browser.test_pages import axe, fits

PITS = ".picture [data-decision]"
MAIN = ".dock .main:not([disabled])"
LONGEST = 300
MY_TURN = "() => document.querySelector('.result') || document.querySelector('.top .pill.sel')"


def sit_down(page: Page, players: int = 2, level: str = "level1", position: dict[str, Any] | None = None, **options: Any) -> None:
    seats = [{"kind": "me", "name": "Ann"}, *({"kind": "bot", "level": level} for _ in range(players - 1))]
    wish: dict[str, Any] = {"game": "kalah", "options": options, "seats": seats, "casual": True}
    if position is not None:
        wish["position"] = position
    answer = page.request.post("/api/tables", data=wish)
    assert answer.ok, answer.text()
    made = answer.json()
    held = [{"token": made["seats"][0]["token"], "table": made["table"], "seat": 0, "game": "kalah", "invite": None}]
    page.evaluate("(text) => localStorage.setItem('sandtable.seats', text)", json.dumps(held))
    page.goto(f"/table/{made['table']}")
    page.wait_for_selector(".picture svg")


def my_turn(page: Page) -> bool:
    """Waits for one's turn; False when the game is over."""
    page.wait_for_function(MY_TURN)
    page.wait_for_selector(f".result, {PITS}")  # others may have ended the game meanwhile
    return not page.locator(".result").count()


def board(page: Page) -> str:
    return str(page.locator(".picture svg").evaluate("(svg) => svg.outerHTML"))


def wait_for_change(page: Page, before: str) -> None:
    """Until the board looks otherwise, or the game is over."""
    changed = "(before) => document.querySelector('.result') || document.querySelector('.picture svg')?.outerHTML !== before"
    page.wait_for_function(changed, arg=before)


def finished(page: Page) -> None:
    expect(page.locator(".result h2")).not_to_be_empty()
    expect(page.locator(PITS)).to_have_count(0)


def test_by_mouse(visit: Open) -> None:
    page = visit(width=1440, height=900)
    sit_down(page)
    fits(page)
    axe(page)
    for turn in range(LONGEST):
        if not my_turn(page):
            break
        pits, before = page.locator(PITS), board(page)
        pits.nth(turn % pits.count()).click()
        page.locator(MAIN).click()
        wait_for_change(page, before)
    finished(page)


def test_by_touch_on_a_phone(visit: Open) -> None:
    """With the longest rows, whose pits are smallest; soon at its end."""
    page = visit(language="de", width=390, height=844, has_touch=True, is_mobile=True)
    sit_down(page, position=late(2, [1] * 6, 12))
    fits(page)
    for turn in range(LONGEST):
        if not my_turn(page):
            break
        pits = page.locator(PITS)
        touched, number = pits.nth(turn % pits.count()), pits.count()
        box = touched.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40, f"one of {number} pits is too small for a finger"
        before = board(page)
        touched.tap()
        page.locator(MAIN).tap()
        wait_for_change(page, before)
    finished(page)


def test_by_keyboard_alone(visit: Open) -> None:
    page = visit()
    sit_down(page, pits=4, seeds=3)
    for turn in range(LONGEST):
        if not my_turn(page):
            break
        offered, before = page.locator(PITS), board(page)
        decision = offered.nth(turn % offered.count()).get_attribute("data-decision")
        tab_to(page, f'.picture [data-decision="{decision}"]')
        page.keyboard.press("Enter")
        tab_to(page, MAIN)
        page.keyboard.press("Enter")
        wait_for_change(page, before)
    finished(page)


def test_by_listening(visit: Open) -> None:
    """The pits are buttons with names that say what is in them; the log is told in sentences."""
    page = visit()
    sit_down(page)
    assert my_turn(page)
    third = page.get_by_role("button", name="sow pit 3", exact=True)
    expect(third).to_have_attribute("aria-description", "Seat 0, pit 3: 4")
    third.press("Enter")
    page.locator(MAIN).press("Enter")
    expect(page.locator(".logp")).to_contain_text("Ann sows pit 3")
    expect(page.locator(".logp")).to_contain_text("sows again")


def late(players: int, row: list[int], store: int) -> dict[str, Any]:
    """A position in which everybody has this row left to sow."""
    options = {"pits": len(row), "seeds": 3, "empty_capture": "no", "rest": "owner"}
    seats = [{"pits": row, "store": store} for _ in range(players)]
    return {"game": "kalah", "players": players, "options": options, "turn": 0, "seats": seats, "last": None}


def test_three_and_four_sit_round_a_ring(visit: Open) -> None:
    for players in (3, 4):
        page = visit(width=390, height=844)
        sit_down(page, players, "random", late(players, [0, 1, 2, 0], 9))
        assert my_turn(page)
        fits(page)
        for _ in range(LONGEST):
            if not my_turn(page):
                break
            before = board(page)
            page.locator(PITS).first.click()
            page.locator(MAIN).click()
            wait_for_change(page, before)
        finished(page)


def test_taking_back_and_looking_back(visit: Open) -> None:
    page = visit()
    sit_down(page)
    assert my_turn(page)
    first = page.locator(".picture svg").get_by_text("4", exact=True).count()
    page.locator('.picture [data-decision="sow 3"]').click()
    page.locator(MAIN).click()
    expect(page.locator(".picture svg").get_by_text("4", exact=True)).not_to_have_count(first)
    page.locator(".dock .undo").click()
    expect(page.locator(".picture svg").get_by_text("4", exact=True)).to_have_count(first)


def test_it_stands_on_the_home_page(visit: Open) -> None:
    page = visit("/", language="de")
    card = page.locator(".gcard", has_text="Kalah")
    expect(card).to_contain_text("Säe deine Samen")
    card.locator(".btn.indigo").click()
    page.locator(".deal").click()
    page.wait_for_selector(".picture svg")


def test_a_picture_cannot_run_anything(visit: Open) -> None:
    """Whatever a picture brings besides shapes and text is left out."""
    page = visit()
    sit_down(page)
    names = "(root) => [...root.querySelectorAll('*')].flatMap((e) => [e.localName, ...e.getAttributeNames()])"
    found = {str(name).lower() for name in page.locator(".picture").evaluate(names)}
    assert not {"script", "style", "foreignobject", "a", "image", "use", "href", "xlink:href"} & found
    assert not [name for name in found if name.startswith("on")]
