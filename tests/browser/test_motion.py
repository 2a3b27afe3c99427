"""Things move: pieces fly where they belong, a tap or a key ends it, "Again" shows a turn once more, and whoever wants calm has it.

Every piece that takes off is written down; where a test needs something to be still under way, the page's clock stands."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser import five_tribes, targui, tuareg
from tests.browser.conftest import Open
from tests.browser.tables import kept, open_table, prepared

WATCH = """() => {
  window.flown = [];
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target.id !== 'flights') continue;
      for (const piece of addedNodes) {
        const [, x, y] = /translate\\(([-\\d.]+)px, ?([-\\d.]+)px\\)/.exec(piece.getAnimations()[0].effect.getKeyframes()[0].transform);
        window.flown.push({ piece: piece.querySelector('use').getAttribute('href').slice(1), x: +x, y: +y });
      }
    }
  }).observe(document.body, { childList: true, subtree: true });
}"""
SKIP = "Skip to my turn"


def flown(page: Page) -> list[dict[str, Any]]:
    """What has flown since the page was opened."""
    told: list[dict[str, Any]] = page.evaluate("window.flown")
    return told


def sit(page: Page, game: str, position: dict[str, Any] | None = None) -> str:
    table = open_table(page, game, position=position or prepared(game))
    {"tuareg": tuareg, "targui": targui, "five-tribes": five_tribes}[game].await_turn(page)
    page.evaluate(WATCH)
    return table


def move(page: Page, game: str) -> str:
    """One own move; returns the sprite that flies for it."""
    if game == "tuareg":
        tuareg.draw(page)
        return "tu-card-"
    if game == "targui":
        targui.field(page, "field:20")
        targui.field(page, targui.look(page)["marches"][0])
        targui.await_turn(page)
        targui.main(page)
        return "tg-camel-green"
    five_tribes.bid(page)
    return "ft-turn-0"


def turn_of_tuareg(page: Page, still: bool = False) -> None:
    """The own turn to its end; then the bot plays. ``still``: what the bot does goes on only when the page's clock is let go."""
    page.locator('.hand .gc[data-key="hand:salt"]').first.drag_to(page.locator('[data-key="animal:camel1"]'))
    if still:
        expect(page.get_by_role("button", name="End turn")).to_be_enabled()
        stop_the_clock(page)
    tuareg.end_turn(page)


def stop_the_clock(page: Page) -> None:
    """Soon: it cannot stop at a moment that has passed, and the page takes a long jump for a lost connection."""
    page.clock.install()
    for ahead in (500, 2_000, 8_000):
        with suppress(Error):
            page.clock.pause_at(page.evaluate(f"Date.now() + {ahead}"))
            return
    raise AssertionError("The clock does not stop.")


@pytest.mark.parametrize("game", ["five-tribes", "targui", "tuareg"])
def test_pieces_fly_and_land(visit: Open, game: str) -> None:
    page = visit(pace="fast")
    sit(page, game)
    sprite = move(page, game)
    page.wait_for_function("(sprite) => window.flown.some((each) => each.piece.startsWith(sprite))", arg=sprite)
    page.wait_for_function("() => document.getElementById('flights').childElementCount === 0")
    if game != "tuareg":
        return
    # The three cards that were drawn, each once; touching something lets nothing fly again.
    assert len(flown(page)) == 3
    page.locator(".hand .gc.legal").first.click()
    page.keyboard.press("Escape")
    assert len(flown(page)) == 3


CAPTIONS = """() => {
  window.captions = new Set();
  new MutationObserver(() => {
    const caption = document.querySelector('.dock .caption');
    if (caption) window.captions.add(caption.innerText);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


def test_what_others_do_is_captioned_while_it_moves(visit: Open) -> None:
    page = visit(pace="fast")
    sit(page, "tuareg")
    page.evaluate(CAPTIONS)
    turn_of_tuareg(page)
    page.wait_for_function("() => window.captions.size > 0")
    tuareg.await_turn(page)
    expect(page.locator(".dock .caption")).to_have_count(0)
    told = page.evaluate("[...window.captions]")
    assert any(re.match(r"Random .+\.", line) for line in told), told
    assert not [line for line in told if line.startswith("Ann ")], "one's own moves were chosen"


def test_whoever_wants_calm_has_it(visit: Open) -> None:
    page = visit(pace="fast", reduced_motion="reduce")
    for game in ("five-tribes", "targui", "tuareg"):
        sit(page, game)
        expect(page.locator(".logp li.muted")).to_have_count(1)
        move(page, game)
        expect(page.locator(".logp li.muted")).to_have_count(0)
        assert flown(page) == []


def test_a_card_flies_once_from_its_own_place(visit: Open) -> None:
    page = visit(pace="fast")
    sit(page, "five-tribes", kept("five-tribes-market"))
    third = page.locator('[data-key="row:3"]')
    box = third.bounding_box()
    assert box is not None
    third.click()
    five_tribes.confirm(page)
    page.wait_for_function("() => window.flown.length > 0")
    five_tribes.await_turn(page)
    (card,) = [each for each in flown(page) if each["piece"] == "ft-jewels"]
    assert abs(card["x"] - (box["x"] + box["width"] / 2)) < 3
    assert abs(card["y"] - (box["y"] + box["height"] / 2)) < 3


@pytest.mark.own_pages
@pytest.mark.parametrize("by", ["Escape", "tap"])
def test_a_tap_or_a_key_ends_what_still_moves(visit: Open, by: str) -> None:
    page = visit(pace="slow")
    table = sit(page, "tuareg")
    turn_of_tuareg(page, still=True)
    skip = page.get_by_role("button", name=SKIP)
    expect(skip).to_be_visible()
    # The bot has played, and all of it has arrived: nothing comes after the skip.
    status: dict[str, Any] = {}
    while status.get("to_decide") != 0 or status["decisions"] <= 2:
        page.wait_for_timeout(100)
        status = page.request.get(f"/api/tables/{table}").json()["status"]
    expect(skip).to_be_visible()
    if by == "Escape":
        page.keyboard.press("Escape")
    else:
        page.locator(".market h2").first.click()
    expect(skip).to_have_count(0)
    expect(page.locator('[data-key="pile"].legal')).to_be_visible()
    expect(page.locator("#flights > *")).to_have_count(0)


@pytest.mark.own_pages
@pytest.mark.parametrize(("pace", "motion"), [("off", "no-preference"), ("fast", "reduce")])
def test_again_shows_the_last_turn_at_every_pace(visit: Open, pace: str, motion: Any) -> None:
    page = visit(pace=pace, reduced_motion=motion)
    sit(page, "tuareg")
    again = page.get_by_role("button", name="Again")
    expect(again).to_have_count(0)
    turn_of_tuareg(page)
    tuareg.await_turn(page)
    expect(page.locator('[data-key="pile"].legal')).to_be_visible()  # all of the bot's turn is on the screen
    assert flown(page) == []
    stop_the_clock(page)
    again.click()
    expect(page.get_by_role("button", name=SKIP)).to_be_visible()
    expect(page.locator('[data-key="pile"].legal')).to_have_count(0)
    page.clock.run_for(20_000)
    expect(page.get_by_role("button", name=SKIP)).to_have_count(0)
    expect(page.locator('[data-key="pile"].legal')).to_be_visible()
    assert bool(flown(page)) == (motion == "no-preference")


def test_again_is_offered_before_the_first_own_decision(visit: Open) -> None:
    """And what the engine tells this seat is there again afterwards."""
    position = prepared("five-tribes")
    position["bid_order"] = [1, 0, 1, 0]
    position["seat"] = 1
    page = visit(reduced_motion="no-preference")
    sit(page, "five-tribes", position)
    page.get_by_role("button", name="Again").click()
    page.wait_for_function("() => window.flown.some((each) => each.piece === 'ft-turn-1')")
    five_tribes.await_turn(page)
    page.locator(".spot.legal").last.click()
    expect(page.locator(".dock .pv")).to_contain_text("gold")
    expect(page.locator(".dock .pv .second")).not_to_be_empty()
