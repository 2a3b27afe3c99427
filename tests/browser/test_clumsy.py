"""Clumsy touches: whatever nobody chose is not played."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser import targui, tuareg
from tests.browser.conftest import Open
from tests.browser.tables import open_table, prepared


def with_thief() -> dict[str, Any]:
    """The guided game's position with an unused thief: there is something to steal."""
    position = prepared("tuareg")
    position["seats"][0]["thieves"] = [None]
    position["supply"]["thief"] -= 1
    return position


def carry(page: Page, card: Locator, to: tuple[float, float]) -> None:
    box = card.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(*to, steps=6)
    page.mouse.up()


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def expect_decided(page: Page, table: str, number: int) -> None:
    """The server has so many decisions; what should not be sent had a quarter of a second to be sent nevertheless."""
    found = -1
    while found < number:
        page.wait_for_timeout(250)
        found = page.request.get(f"/api/tables/{table}").json()["status"]["decisions"]
    assert found == number


def test_a_card_carried_a_little_and_let_go_over_the_hand_ends_no_turn(visit: Open) -> None:
    page = visit()
    table = open_table(page, "tuareg", position=prepared("tuareg"))
    tuareg.await_turn(page)
    page.locator('.hand .gc[data-key="hand:salt"]').first.drag_to(page.locator('[data-key="animal:camel1"]'))
    expect(page.locator(".hand .gc")).to_have_count(3)
    expect(page.get_by_role("button", name="End turn")).to_be_enabled()
    x, y = middle(page.locator(".hand .gc.legal").first)
    carry(page, page.locator(".hand .gc.legal").first, (x + 14, y + 3))
    carry(page, page.locator(".hand .gc.legal").first, middle(page.locator(".hand h2")))
    expect_decided(page, table, 1)
    expect(page.locator(".top .pill.sel")).to_be_visible()


def test_a_card_dropped_on_something_it_has_nothing_to_do_with_goes_back(visit: Open) -> None:
    page = visit()
    table = open_table(page, "tuareg", position=with_thief())
    tuareg.await_turn(page)
    expect(page.locator('[data-key="thief"].legal')).to_be_visible()
    for to in ("pile", "seat:1", "seat:1:camel1", "supply:cave", "thief"):
        for _ in range(2):
            carry(page, page.locator('.hand .gc[data-key="hand:gold"]'), middle(page.locator(f'[data-key="{to}"]').first))
        expect_decided(page, table, 0)
        expect(page.locator(".hand .gc")).to_have_count(4)
        expect(page.locator(".dock .pv")).to_have_count(0)
        expect(page.locator(".hand .gc.sel")).to_have_count(0)


def test_a_card_and_then_the_thief_steals_nothing(visit: Open) -> None:
    page = visit()
    table = open_table(page, "tuareg", position=with_thief())
    tuareg.await_turn(page)
    page.locator('.hand .gc[data-key="hand:gold"]').click()
    for key in ("thief", "seat:1", "seat:1"):
        page.locator(f'button[data-key="{key}"]').click()
    expect_decided(page, table, 0)
    # It is previewed, and says that it stands; only the main button plays it.
    expect(page.locator(".dock .pv")).to_be_visible()
    expect(page.locator(".stands")).to_have_text("Something hidden is uncovered: this stands.")
    page.locator(".dock .main").click()
    expect(page.locator('[data-key="thief"]')).to_have_count(0)
    expect_decided(page, table, 1)


def test_a_card_dropped_on_a_card_of_the_market_goes_there(visit: Open) -> None:
    page = visit()
    open_table(page, "tuareg", position=prepared("tuareg"))
    tuareg.draw(page)
    held = page.locator(".hand .gc").count()
    carry(page, page.locator(".hand .gc.legal").first, middle(page.locator('[data-key="market:salt"]')))
    expect(page.locator(".hand .gc")).to_have_count(held - 1)


def test_camels_carried_too_far_do_not_march_elsewhere(visit: Open) -> None:
    page = visit()
    position = prepared("targui")
    position["owner"][37], position["camels"][37], position["camels"][20] = "green", 3, 9
    table = open_table(page, "targui", position=position)
    targui.await_turn(page)
    for _ in range(2):
        page.locator('[data-key="field:20"]').drag_to(page.locator('[data-key="field:37"]'))
        page.locator('[data-key="field:37"]').drag_to(page.locator('[data-key="field:20"]'))
    expect_decided(page, table, 0)
    expect(page.locator(".dock .pv")).to_have_count(0)
