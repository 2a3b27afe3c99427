"""Hints and chances at a running table: only where the table allows them, each step asked for."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import coach, five_tribes, tuareg
from tests.browser.conftest import Open
from tests.browser.tables import open_table
from tests.browser.test_pages import axe

THINKING = 180_000
"""The longest a busy machine may think, in milliseconds."""


def to_a_choice(page: Page) -> None:
    """Plays until there is more than one thing to do: only then a hint has something to say."""
    for _ in range(20):
        tuareg.await_turn(page)
        told = re.search(r"\d+", page.locator(".dock .more").get_attribute("aria-label") or "")
        if told and int(told.group()) > 1:
            return
        tuareg.step(page)
    raise AssertionError("There is never a choice.")


@pytest.mark.parametrize(("width", "language"), [(390, "de"), (1280, "en")])
def test_three_hints_and_the_turn_is_played(visit: Open, language: str, width: int) -> None:
    page = visit(language=language, width=width, height=844, reduced_motion="reduce")
    coach.sit(page, coach.against_bots(page, "tuareg"), "tuareg")
    to_a_choice(page)
    words = {
        "en": ("Hint", "Tell me more", "Show me the turn", "Play this turn"),
        "de": ("Tipp", "Sag mir mehr", "Zeig mir den Zug", "Diesen Zug spielen"),
    }
    ask, more, show, play = words[language]
    page.get_by_role("button", name=ask, exact=True).click()
    card = page.locator(".hintcard")
    expect(card).to_contain_text(f"{ask} 1", timeout=THINKING)
    first = card.locator("p").inner_text()
    assert first
    expect(page.locator("[data-coach~='hint']").first).to_be_visible()
    page.get_by_role("button", name=more).click()
    expect(card).to_contain_text(f"{ask} 2", timeout=THINKING)
    assert card.locator("p").inner_text() != first
    page.get_by_role("button", name=show).click()
    expect(card).to_contain_text(f"{ask} 3", timeout=THINKING)
    axe(page)
    log = page.locator(".logp ol")
    expect(log).to_contain_text("Ann")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    before = page.locator(".logp ol li").count()
    page.get_by_role("button", name=play).click()
    # What cannot be taken back is only offered: the main button plays it.
    page.wait_for_function("(n) => document.querySelector('.dock .pv') || document.querySelectorAll('.logp ol li').length > n", arg=before)


def test_a_hint_on_the_board_of_five_tribes(visit: Open) -> None:
    page = visit(reduced_motion="reduce")
    coach.sit(page, coach.against_bots(page, "five-tribes"), "five-tribes")
    for _ in range(12):
        if five_tribes.await_turn(page)["lifts"]:
            break
        five_tribes.bid(page)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".hintcard")).to_contain_text("Hint 1 of 3", timeout=THINKING)
    page.get_by_role("button", name="Tell me more").click()
    expect(page.locator(".hintcard")).to_contain_text("Hint 2 of 3", timeout=THINKING)
    page.get_by_role("button", name="Find a turn").click()
    expect(page.get_by_role("button", name="Close the search")).to_be_visible(timeout=THINKING)
    expect(page.locator(".hintcard")).to_contain_text("Hint 2 of 3")  # a hint survives the search
    page.get_by_role("button", name="Close the search").click()
    page.get_by_role("button", name="Show me the turn").click()
    expect(page.locator(".coach .route.best")).to_have_count(1, timeout=THINKING)
    page.get_by_role("button", name="Play this turn").click()
    expect(page.locator(".tile .tag")).to_have_count(0)
    expect(page.locator(".logp ol")).to_contain_text("Ann asked for hint 3 of 3.")


def test_people_against_people_have_no_hints_until_all_agree(visit: Open) -> None:
    host = visit("/new/tuareg")
    host.get_by_text("The coach", exact=True).click()
    expect(host.get_by_text("Where people play people")).to_be_visible()
    host.get_by_role("button", name="Set up the table").click()
    link = host.locator(".invite input").input_value()
    guest = visit(link)
    guest.get_by_role("textbox").first.fill("Ben")
    guest.get_by_role("button", name="Sit down").click()
    host.wait_for_selector(".hand")
    guest.wait_for_selector(".hand")
    expect(host.locator(".top .pill.sel").or_(host.locator(".top .turnof"))).to_be_visible()
    mover = host if host.locator(".top .pill.sel").count() else guest
    expect(mover.locator(".dock .more")).to_be_visible()
    expect(mover.get_by_role("button", name="Hint", exact=True)).to_have_count(0)
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("button", name="The coach").click()
    host.get_by_role("checkbox", name="Hints").check()
    host.get_by_role("button", name="Ask the others").click()
    asked = guest.locator(".ask[role=status]")
    expect(asked).to_contain_text("would like to change what the coach does")
    expect(asked).to_contain_text("Hints: on")
    asked.get_by_role("button", name="Agree").click()
    expect(mover.get_by_role("button", name="Hint", exact=True)).to_be_visible()


def test_chances_are_off_until_they_are_wanted(visit: Open) -> None:
    page = visit(width=390, height=844)
    coach.sit(page, coach.against_bots(page, "tuareg"), "tuareg")
    tuareg.await_turn(page)
    expect(page.locator(".chances")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="The coach").click()
    page.get_by_role("checkbox", name="Show the chances to win").check()
    page.keyboard.press("Escape")
    expect(page.locator(".chances .part")).to_have_count(2, timeout=THINKING)
    expect(page.locator(".chances .note")).to_contain_text("from what you can see")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.reload()
    expect(page.locator(".chances .part")).to_have_count(2, timeout=THINKING)
    page.get_by_role("button", name="Hide the chances").click()
    expect(page.locator(".chances")).to_have_count(0)


def test_below_the_bar_of_chances_the_hand_is_in_sight(visit: Open) -> None:
    """On a low screen, with four players."""
    page = visit(width=1366, height=700)
    page.evaluate("localStorage.setItem('sandtable.chances', 'on')")
    open_table(page, "tuareg", players=4)
    tuareg.draw(page)
    expect(page.locator(".chances")).to_be_visible()
    lowest = max(box["y"] + box["height"] for box in (card.bounding_box() for card in page.locator(".hand .gc").all()) if box)
    assert lowest <= 700
