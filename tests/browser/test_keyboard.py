"""Games without a mouse, and the keys that make the boards quick."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser import five_tribes, targui
from tests.browser.conftest import Open
from tests.browser.keys import from_dock, list_choices, start_from_home, tab_to
from tests.browser.tables import kept, open_table, prepared

FIRST_STEPS, MOST_STEPS = 10, 700


def choose(page: Page, turn: int) -> bool:
    """Takes one of the first entries of the list of all decisions; False when the game is over."""
    page.wait_for_function("() => document.querySelector('.result') || document.querySelector('.choices button')")
    if page.locator(".result").count():
        return False
    n = page.locator(".choices li").count()
    from_dock(page, f".choices li:nth-child({1 + turn % min(n, 4)}) button")
    page.keyboard.press("Enter")
    return True


def settle(page: Page) -> None:
    page.wait_for_function("() => document.querySelector('.result') || !document.querySelector('.dock .pv, .choices [aria-pressed=true]')")


def play_five_tribes(page: Page, steps: int) -> int:
    """So many decisions, or to the end; how often one of several ways was taken."""
    ways = 0
    for turn in range(steps):
        if five_tribes.await_turn(page)["over"] or not choose(page, turn):
            break
        page.wait_for_selector(".dock .pv")
        if page.locator(".way").count():
            from_dock(page, ".way")
            page.keyboard.press("Enter")
            expect(page.locator(".way.on")).to_have_count(1)
            ways += 1
        page.keyboard.press("Space")
        settle(page)
    return ways


def play_targui(page: Page, steps: int) -> None:
    for turn in range(steps):
        if targui.await_turn(page)["over"] or not choose(page, turn):
            return
        page.wait_for_selector(".choices [aria-pressed=true]")
        page.keyboard.press("Space")
        settle(page)


def test_the_beginning_and_the_end_of_five_tribes_by_keyboard_only(visit: Open) -> None:
    """The middle is played by mouse (``test_five_tribes``)."""
    page = visit("/")
    start_from_home(page, "first-child")
    ways = play_five_tribes(page, FIRST_STEPS)
    for _ in range(MOST_STEPS):
        ways += play_five_tribes(page, 1) if not ways else 0
    assert ways
    open_table(page, "five-tribes", players=4, position=kept("five-tribes-late"))
    list_choices(page)
    play_five_tribes(page, MOST_STEPS)
    expect(page.locator(".result h2")).not_to_be_empty()


def test_the_beginning_and_the_end_of_targui_by_keyboard_only(visit: Open) -> None:
    """The middle is played by mouse (``test_targui``)."""
    page = visit()
    for position, steps in ((None, FIRST_STEPS), (kept("targui-late"), MOST_STEPS)):
        open_table(page, "targui", options={"fates": "short"} if position is None else None, position=position)
        targui.await_turn(page)
        list_choices(page)
        play_targui(page, steps)
    expect(page.locator(".result h2")).not_to_be_empty()


def test_a_move_of_five_tribes_on_the_board_itself(visit: Open) -> None:
    """Arrows walk over the tiles, Enter previews, a second Enter lifts, and the drops follow tile by tile."""
    page = visit()
    open_table(page, "five-tribes", position=prepared("five-tribes"))
    for _ in range(2):
        five_tribes.await_turn(page)
        if not page.locator(".spot.legal").count():
            break
        tab_to(page, ".spot.legal")
        page.keyboard.press("Enter")
        page.wait_for_selector(".dock .pv")
        page.keyboard.press("Space")
        settle(page)
    five_tribes.await_turn(page)
    tab_to(page, '[data-key="tile:b2"]')
    page.keyboard.press("Enter")
    expect(page.locator(".dock .pv")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".hmb").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.key") == "tile:c2"
    page.keyboard.press("Enter")
    expect(page.locator(".tile .mini").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.key") == "tile:c3"
    page.keyboard.press("Enter")
    expect(page.locator(".hmb")).to_have_count(0)
    expect(page.locator('[data-key="tile:c3"]')).not_to_have_attribute("aria-label", re.compile("builder"))


def test_amounts_by_plus_and_minus_with_the_focus_on_the_field(visit: Open) -> None:
    page = visit()
    open_table(page, "targui", position=prepared("targui"))
    targui.await_turn(page)
    tab_to(page, '[data-key="field:19"]')
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.key") == "field:40"
    page.keyboard.press("Enter")
    number = page.locator(".dock .amount .av b")
    expect(number).to_have_text("3")
    page.keyboard.press("+")
    expect(number).to_have_text("4")
    page.keyboard.press("-")
    page.keyboard.press("-")
    expect(number).to_have_text("2")
    page.keyboard.press("Space")
    expect(page.locator('[data-key="field:40"]')).to_have_attribute("aria-label", re.compile("2 camels"))
    targui.await_turn(page)
    page.keyboard.press("u")
    expect(number).to_be_visible()
