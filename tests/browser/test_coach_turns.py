"""Finding a turn in Five Tribes: heat map, marks, list, and being led through the turn."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sandtable import load
from sandtable.games.five_tribes.state import Stage
from sandtable.kernel.conformance import walk
from tests.browser import coach, five_tribes
from tests.browser.conftest import Open
from tests.browser.tables import kept, open_table
from tests.browser.test_pages import axe

OPEN = {"en": "Find a turn", "de": "Zug suchen"}


def to_the_move(page: Page) -> None:
    for _ in range(12):
        if five_tribes.await_turn(page)["lifts"]:
            return
        five_tribes.bid(page)
    raise AssertionError("The first turn does not come.")


@pytest.mark.parametrize(("width", "language"), [(390, "de"), (1280, "en")])
def test_heat_map_filters_and_the_way(visit: Open, language: str, width: int) -> None:
    page = visit(language=language, width=width, height=844, reduced_motion="reduce")
    coach.sit(page, coach.against_bots(page, "five-tribes"), "five-tribes")
    to_the_move(page)
    page.get_by_role("button", name=OPEN[language]).click()
    page.wait_for_selector(".coach .heat")
    tiles = page.locator(".coach .heat").count()
    listed = page.locator(".find .ft").count()
    assert tiles > 3
    assert listed > 10
    worths = [float(card.get_attribute("data-worth") or "") for card in page.locator(".find .ft").all()]
    assert worths == sorted(worths, reverse=True)
    banked = [int(text.replace("−", "-")) for text in page.locator(".find .ft .gn").all_inner_texts()]
    shown = [int(text.replace("−", "-")) for text in page.locator(".coach .gain").all_text_contents()]
    assert banked[0] in shown
    assert all(bank <= worth for bank, worth in zip(banked, worths, strict=True))

    chip = page.locator(".find .chip").first
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")
    fewer = page.locator(".coach .heat").count()
    assert 0 < fewer <= tiles
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    chip.click()

    best = page.locator(".find .ft").first
    best.click()
    expect(best).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".coach .route.best")).to_have_count(1)
    page.locator(".dock .main").click()
    page.wait_for_function("() => !document.querySelector('.tile .tag') && !document.querySelector('.find')")
    # The hand is empty again: all drops were played.
    page.wait_for_function("() => !document.querySelector('.hmb')")


def test_a_tile_of_the_heat_map_shows_its_turns(visit: Open) -> None:
    page = visit(reduced_motion="reduce")
    coach.sit(page, coach.against_bots(page, "five-tribes"), "five-tribes")
    to_the_move(page)
    page.get_by_role("button", name="Find a turn").click()
    page.wait_for_selector(".coach .heat")
    tile = page.locator(".find .ft .turn b").nth(0).locator("xpath=..").locator("b").last.inner_text()
    page.locator(f'[data-key="tile:{tile}"]').click()
    expect(page.locator(".coach .picked")).to_have_count(1)
    expect(page.locator(".find .hd")).to_contain_text(f"ends on {tile}")
    expect(page.locator(".coach .route.best")).to_have_count(1)
    for row in page.locator(".find .ft .turn").all()[:6]:
        assert row.locator("b").last.inner_text() == tile
    page.keyboard.press("Escape")
    expect(page.locator(".coach")).to_have_count(0)


def assassins_to_come() -> dict[str, Any]:
    """A position of three players in which the best turn strikes, so that its victim has to follow."""
    game = load("five-tribes")
    for seed in range(20):
        for state in walk(game.new(3, seed), random.Random(seed)):
            if state.over or state.seat != 0 or state.record["stage"] != Stage.START:
                continue
            best = game.coaching.whole_turns(state, 0)[0]
            if [text.split()[0] for text in best["then"]][:1] == ["kill"]:
                return state.position()
    raise AssertionError("No such position.")


def test_a_turn_is_led_through_to_its_victim(visit: Open) -> None:
    page = visit(reduced_motion="reduce")
    open_table(page, "five-tribes", 3, position=assassins_to_come())
    to_the_move(page)
    page.get_by_role("button", name="Find a turn").click()
    page.wait_for_selector(".find .ft")
    best = page.locator(".find .ft").first
    expect(best).to_contain_text("kill a")
    best.click()
    page.locator(".dock .main").click()
    page.wait_for_function("() => !document.querySelector('.find') && !document.querySelector('.hmb')")
    # Nobody is asked for a victim: the turn has gone on by itself.
    page.wait_for_function("() => document.querySelector('.dock .q')?.textContent && !document.querySelector('.points.victim')")
    expect(page.locator(".over .legal")).to_have_count(0)


def test_victims_carry_numbers_and_those_that_cost_look_different(visit: Open) -> None:
    game = load("five-tribes")
    position = next(
        state.position()
        for seed in range(40)
        for state in walk(game.new(3, seed), random.Random(seed))
        if state.seat == 0
        and state.record["stage"] == Stage.ASSASSINS
        and any(entry.get("fakirs") for entry in game.helps(state, 0)["gains"].values())
    )
    page = visit()
    open_table(page, "five-tribes", 3, position=position)
    page.wait_for_selector(".points.victim")
    legal, numbers = page.locator(".over .legal").count(), page.locator(".points.victim").count()
    assert numbers == legal > 0
    costly = page.locator(".over .legal.costs").count()
    assert 0 < costly < legal
    assert page.locator(".points.victim .fk").count() == costly


def test_however_many_colours_can_be_chosen_all_lie_on_the_phone(visit: Open) -> None:
    """And nothing moves under the finger."""
    page = visit(width=390, height=844)
    open_table(page, "five-tribes", 3, position=kept("five-tribes-victims"))
    page.wait_for_selector(".points.victim")
    board = page.locator(".ftb").bounding_box()
    page.locator('[data-key="tile:a3"]').click()
    expect(page.locator(".pick button")).to_have_count(5)
    box = page.locator(".pick").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert page.locator(".ftb").bounding_box() == board


ABOVE_THE_DOCK = """() => document.querySelector('.tray').getBoundingClientRect().bottom
  <= document.querySelector('.dock').getBoundingClientRect().top + 1"""


@pytest.mark.parametrize(("width", "language"), [(390, "de"), (1440, "en")])
def test_planning_before_bidding(visit: Open, language: str, width: int) -> None:
    """What one would do at every place in the order, what prices leave, and touching tiles meanwhile."""
    page = visit(language=language, width=width, height=844, reduced_motion="reduce")
    open_table(page, "five-tribes", 4)
    five_tribes.await_turn(page)
    page.get_by_role("button", name={"en": "What would I do?", "de": "Was täte ich?"}[language]).click()
    page.wait_for_selector(".plan")
    places = page.locator(".plan .seg button")
    expect(places).to_have_count(4)
    expect(page.locator(".spot.legal .lv").first).to_be_visible()
    assert page.locator(".plan .ft").count() > 0
    expect(page.locator(".coach .route.best")).to_have_count(1)
    places.nth(1).click()
    expect(places.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".plan .ft .sh").first).to_be_visible()
    if width == 390:
        page.wait_for_function(ABOVE_THE_DOCK)
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.locator(".spot.legal").first.click()
    five_tribes.confirm(page)
    page.wait_for_function("() => !document.querySelector('.spot.prev')")


def test_a_tile_explains_itself_while_others_are_bid_for(visit: Open) -> None:
    page = visit()
    open_table(page, "five-tribes", 3)
    five_tribes.await_turn(page)
    page.locator('[data-key="tile:c3"]').click()
    sheet = page.locator("dialog[open]")
    expect(sheet.locator("h2")).to_contain_text("c3, ")
    expect(sheet.locator("a").first).to_have_attribute("href", re.compile("FT-2"))
    sheet.get_by_role("button", name="Tribes").click()
    expect(sheet.locator("li")).to_have_count(5)
    sheet.get_by_role("button", name="Djinns").click()
    expect(sheet.locator(".djc")).to_have_count(3)
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    page.locator(".spot.legal").last.click()
    expect(page.locator(".dock .pv")).to_be_visible()


def test_the_table_may_do_without(visit: Open) -> None:
    page = visit()
    made = coach.against_bots(page, "five-tribes", coach={"analysis": False, "hints": False, "aids": False})
    coach.sit(page, made, "five-tribes")
    to_the_move(page)
    expect(page.get_by_role("button", name="Find a turn")).to_have_count(0)
    expect(page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)
