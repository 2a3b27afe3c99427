"""Finding a turn in Five Tribes: heat map, marks, list, and being led through the turn."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser import coach, five_tribes
from tests.browser.conftest import Open

OPEN = {"en": "Find a turn", "de": "Zug suchen"}


def to_the_move(page: Page) -> None:
    for _ in range(12):
        if five_tribes.await_turn(page)["lifts"]:
            return
        five_tribes.bid(page)
    raise AssertionError("The first turn does not come.")


@pytest.mark.parametrize(("width", "language"), [(390, "de"), (1280, "en")])
def test_heat_map_filters_and_the_way(visit: Open, language: str, width: int) -> None:
    page = visit("/learn", language=language, width=width, height=844, reduced_motion="reduce")
    coach.sit(page, coach.against_bots(page, "five-tribes"), "five-tribes")
    to_the_move(page)
    page.get_by_role("button", name=OPEN[language]).click()
    page.wait_for_selector(".coach .heat", timeout=60_000)
    tiles = page.locator(".coach .heat").count()
    listed = page.locator(".find .ft").count()
    assert tiles > 3
    assert listed > 10
    gains = [int(text.replace("−", "-")) for text in page.locator(".find .ft > b").all_inner_texts()]
    assert gains == sorted(gains, reverse=True)
    shown = [int(text) for text in page.locator(".coach .gain").all_text_contents()]
    assert max(shown) == gains[0]

    chip = page.locator(".find .chip").first
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")
    fewer = page.locator(".coach .heat").count()
    assert 0 < fewer <= tiles
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    chip.click()

    best = page.locator(".find .ft").first
    best.click()
    expect(best).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".coach .route.best")).to_have_count(1)
    page.locator(".dock .main").click()
    page.wait_for_function("() => !document.querySelector('.tile .tag') && !document.querySelector('.find')", timeout=20_000)
    # The hand is empty again: all drops were played.
    page.wait_for_function("() => !document.querySelector('.hmb')", timeout=20_000)


def test_a_tile_of_the_heat_map_shows_its_turns(visit: Open) -> None:
    page = visit("/learn", reduced_motion="reduce")
    coach.sit(page, coach.against_bots(page, "five-tribes"), "five-tribes")
    to_the_move(page)
    page.get_by_role("button", name="Find a turn").click()
    page.wait_for_selector(".coach .heat", timeout=60_000)
    tile = page.locator(".find .ft .turn b").nth(0).locator("xpath=..").locator("b").last.inner_text()
    page.locator(f'[data-key="tile:{tile}"]').click()
    expect(page.locator(".coach .picked")).to_have_count(1)
    expect(page.locator(".find .hd")).to_contain_text(f"ends on {tile}")
    expect(page.locator(".coach .route.best")).to_have_count(1)
    for row in page.locator(".find .ft .turn").all()[:6]:
        assert row.locator("b").last.inner_text() == tile
    page.keyboard.press("Escape")
    expect(page.locator(".coach")).to_have_count(0)


def test_the_table_may_do_without(visit: Open) -> None:
    page = visit("/learn")
    made = coach.against_bots(page, "five-tribes", coach={"analysis": False, "hints": False, "aids": False})
    coach.sit(page, made, "five-tribes")
    to_the_move(page)
    expect(page.get_by_role("button", name="Find a turn")).to_have_count(0)
    expect(page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)
