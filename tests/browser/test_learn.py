"""The guided first games, played to their end by doing what the card says."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.browser import five_tribes, targui, tuareg
from tests.browser.conftest import Open
from tests.browser.test_pages import axe, fits

MOST_STEPS = 1000
IMPOSSIBLE = {"five-tribes": '[data-key^="row:"]:not(.legal)', "targui": '[data-key="field:4"]', "tuareg": '[data-key="pile"]'}
CARD = """() => {
    const button = document.querySelector('.coach button.btn');
    return button && [button.dataset.step ?? '', document.querySelector('.coach b').innerText, button.innerText];
}"""
TO_PAY_WITH = ".hand .gc.legal, .abox.legal"
PAYING = f"() => !document.querySelector('.pill.prev') ? 'paid' : document.querySelector('{TO_PAY_WITH}') ? 'paying' : null"
Player = Callable[[Page, int], bool]
PLAYERS: dict[str, Player] = {
    "five-tribes": lambda page, turn: five_tribes.step(page),
    "targui": targui.step,
    "tuareg": lambda page, turn: tuareg.step(page),
}
STEPS = {
    "five-tribes": ["welcome", "bid", "again", "lift", "sow", "tribe", "tile", "end", "camel", "refuse", "goods", "last"],
    "targui": ["welcome", "march", "amount", "buy", "end", "attack", "fight", "advance", "fate", "seen", "income", "refuse", "last"],
    "tuareg": ["welcome", "load", "more", "draw", "market", "end", "majorities", "buy", "refuse", "last"],
}


def targui_as_told(page: Page, step: str) -> bool:
    """The first turns exactly as the card says; False where any sensible decision will do."""
    if step == "march":
        targui.field(page, "field:19")
        targui.field(page, "field:40")
        page.wait_for_selector(".dock .amount")
    elif step == "buy":
        page.wait_for_selector(".dock .main:not([disabled])")  # the march has arrived
        home = page.locator('[data-key="field:20"]:is(.legal, .place)')
        if not home.count():  # the purchase is under way
            return False
        home.click()
        other = ".dock .bar .btn:not(.undo):not(.main)"
        page.wait_for_selector(f".dock .pv, .dock .amount, {other}")
        if page.locator(".dock .pv").count():
            targui.main(page)
        elif not page.locator(".dock .amount").count():
            page.locator(other).first.click()
        page.wait_for_selector(".dock .amount")
        targui.main(page)
    elif step == "end":
        targui.await_turn(page)
        targui.main(page)
    elif step == "attack":
        targui.await_turn(page)
        targui.field(page, "field:20")
        targui.field(page, "field:7")
        targui.main(page)
    else:
        return False
    return True


def tuareg_as_told(page: Page, step: str) -> bool:
    if step in ("more", "end"):
        if tuareg.await_turn(page)["main"] != "End turn":
            return False
        tuareg.confirm(page)
    elif step == "draw":
        tuareg.draw(page)
    elif step == "buy":
        tuareg.await_turn(page)
        if not page.locator('[data-key^="supply:"].legal').count():
            return False
        page.locator('[data-key^="supply:"].legal').first.click()
        tuareg.confirm(page)
        while page.wait_for_function(PAYING).json_value() == "paying":
            page.locator(TO_PAY_WITH).first.click()
            if page.locator(".dock .pv").count():
                tuareg.confirm(page)
    else:
        return False
    return True


GONE_ON = "(step) => document.querySelector('.coach button.btn')?.dataset.step !== step"
AGAIN = 3_000
"""Milliseconds after which a touch that had no answer is made again."""


@pytest.mark.parametrize(("game", "language", "width"), [("five-tribes", "en", 1280), ("targui", "de", 390), ("tuareg", "en", 1280)])
def test_a_guided_first_game(visit: Open, game: str, language: str, width: int) -> None:
    page = visit(f"/learn/{game}", language=language, width=width, height=844, reduced_motion="reduce")
    page.locator(".learn .btn.primary").click()
    page.wait_for_selector(".coach")
    seen: list[str] = []
    for turn in range(MOST_STEPS):
        card = page.evaluate(CARD)
        if card is None:
            break
        step, words, says = card
        if step not in seen:
            assert words != f"learn.{game}.{step}"
            seen.append(step)
            if len(seen) == 2:
                fits(page)
                axe(page)
        told = {"targui": targui_as_told, "tuareg": tuareg_as_told}.get(game)
        if says in ("Go on", "Weiter"):
            page.locator(".coach button.btn").click()
        elif page.locator("dialog[open]").count():  # what was touched while a decision was on its way is explained instead
            page.keyboard.press("Escape")
        elif step == "refuse" and page.locator(IMPOSSIBLE[game]).count():  # in the middle of a purchase all of the row may be possible
            page.locator(IMPOSSIBLE[game]).first.click()
            with suppress(TimeoutError):  # while a decision is on its way nothing is refused: the next round touches again
                page.wait_for_function(GONE_ON, arg=step, timeout=AGAIN)
        elif not (told and told(page, step)):
            PLAYERS[game](page, turn)
    expect(page.locator(".coach a.btn")).to_be_visible()
    known = [step.split("_")[0] for step in seen]
    assert known == [step for step in STEPS[game] if step in known]
    assert {"welcome", "refuse", "last"} <= set(known)
    if game != "tuareg":
        expect(page.locator(".result h2")).not_to_be_empty()


def test_a_reload_goes_on_at_the_same_step(visit: Open) -> None:
    page = visit("/learn/targui")
    page.locator(".learn .btn.primary").click()
    page.locator(".coach button.btn").click()
    expect(page.locator('.coach [data-step="march"]')).to_be_visible()
    page.reload()
    expect(page.locator('.coach [data-step="march"]')).to_be_visible()
