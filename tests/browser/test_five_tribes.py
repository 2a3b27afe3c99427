"""The board of Five Tribes in a real browser."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser import five_tribes
from tests.browser.conftest import Open
from tests.browser.tables import open_table, prepared
from tests.browser.test_pages import looked_at

MOST_STEPS = 700


def to_the_move(page: Page) -> None:
    """Bids nothing until the first own turn."""
    for _ in range(12):
        seen = five_tribes.await_turn(page)
        if seen["lifts"]:
            return
        five_tribes.bid(page)
    raise AssertionError("The first turn does not come.")


def test_a_whole_game_of_five_tribes_by_mouse(visit: Open) -> None:
    page = visit("/")
    five_tribes.start_bot_game(page, players=4)
    for _ in range(MOST_STEPS):
        if not five_tribes.step(page):
            break
    expect(page.locator(".result h2")).not_to_be_empty()
    assert page.locator(".result tbody tr").count() == 9
    columns = [[int(text) for text in row.locator("td .num").all_inner_texts()] for row in page.locator(".result tbody tr").all()]
    for seat in range(len(columns[0])):
        assert sum(line[seat] for line in columns[:-1]) == columns[-1][seat]


def test_a_lifted_tile_shows_where_the_hand_can_go_and_undo_puts_it_back(visit: Open) -> None:
    page = visit()
    open_table(page, "five-tribes", position=prepared("five-tribes"))
    to_the_move(page)
    tile = page.locator(".tile:has(.tag) .in").first
    key = tile.get_attribute("data-key")
    tile.click()
    expect(page.locator(".over .points.end").first).to_be_visible()
    expect(page.locator(".way").first).to_be_visible()
    page.locator(f'[data-key="{key}"]').click()  # a second tap lifts
    expect(page.locator(".hmb").first).to_be_visible()
    expect(page.locator(".tile .mini").first).to_be_visible()
    page.get_by_role("button", name="Undo").first.click()
    expect(page.locator(".tile .tag").first).to_be_visible()


def test_a_refusal_says_why(visit: Open) -> None:
    page = visit()
    open_table(page, "five-tribes", position=prepared("five-tribes"))
    five_tribes.await_turn(page)
    page.locator('[data-key="row:1"]').click()
    expect(page.get_by_text("First choose a spot on the turn-order track.")).to_be_visible()


def test_it_fits_a_phone_in_german(visit: Open) -> None:
    page = visit(language="de", width=390, height=844)
    open_table(page, "five-tribes", position=prepared("five-tribes"))
    to_the_move(page)
    page.locator(".tile:has(.tag) .in").first.click()
    expect(page.locator(".dock .main")).to_contain_text("aufnehmen")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    labels = page.locator("[data-key^='tile:']").evaluate_all("tiles => tiles.map(t => t.getAttribute('aria-label'))")
    assert len(labels) == 30
    assert all("Wert" in label for label in labels)


def test_axe_finds_nothing_on_the_board(visit: Open) -> None:
    page = visit(reduced_motion="reduce")
    open_table(page, "five-tribes", position=prepared("five-tribes"))
    to_the_move(page)
    page.locator(".tile:has(.tag) .in").first.click()
    page.wait_for_selector(".way")
    looked_at(page)
    page.wait_for_selector(".way")
