"""Scorings that people can follow: at the end of a stage, a round, a game."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser import targui, tuareg
from tests.browser.conftest import Open
from tests.browser.tables import ending, kept, open_table

LIES_STILL = "() => { const still = window.lay === scrollY; window.lay = scrollY; return still; }"
"""The page has not been scrolled since it was looked at last."""


def end_the_round(page: Page) -> None:
    """Three at a table of Targui; the own turn is the last of the round."""
    open_table(page, "targui", players=3, position=kept("targui-round"))
    targui.await_turn(page)
    page.locator(".dock .main:not([disabled])").click()
    expect(page.locator(".sheet")).to_be_visible()


@pytest.mark.own_pages
@pytest.mark.parametrize("width", [390, 1440])
def test_a_round_of_targui_is_counted_up_and_can_be_seen_again(visit: Open, width: int) -> None:
    page = visit(pace="fast", width=width, height=844)
    end_the_round(page)
    sheet = page.locator(".sheet")
    board = page.locator(".map").bounding_box()
    assert board is not None
    assert board["height"] > 100, "The board stays in sight."
    expect(page.locator(".map .pays").first).to_be_visible()  # what each field pays
    again = sheet.get_by_role("button", name="Count again")
    expect(again).to_be_visible()  # it was counted to its end
    page.clock.install()
    page.clock.pause_at(datetime.now() + timedelta(hours=1))  # from now on no line follows another by itself, however slow the machine is
    again.click()
    expect(sheet.locator(".pill")).to_contain_text("of")
    expect(sheet.locator("tbody tr.wait")).not_to_have_count(0)
    sheet.get_by_role("button", name="All at once").click()
    paid = [int(text) for text in sheet.locator(".total td .num").all_inner_texts()]
    assert len(paid) == 3
    assert max(paid) > 0
    sheet.get_by_role("button", name="Count again").click()
    expect(sheet.locator(".pill")).to_be_visible()
    page.clock.resume()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    targui.await_turn(page)
    page.wait_for_function(LIES_STILL, polling=100)  # when the sheet is gone, the page goes back to where it lay
    # A tap finishes what still moves, and the page grows: the button must stay under the finger until it is let go.
    page.get_by_role("button", name="Counting", exact=True).click()
    expect(page.locator(".sheet .total")).to_be_visible()
    page.locator(".sheet footer .btn").click()


def test_the_bots_wait_until_the_counting_was_seen_and_whoever_wants_none_has_none(visit: Open) -> None:
    page = visit(pace="fast")
    end_the_round(page)
    expect(page.locator(".top .pill.sel")).to_have_count(0)
    page.keyboard.press("Space")
    expect(page.locator(".sheet")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Only at the end").click()
    page.keyboard.press("Escape")
    rounds = page.locator(".top .title span").inner_text()
    for _ in range(120):
        targui.await_turn(page)
        assert page.locator(".sheet").count() == page.locator(".result").count()
        if page.locator(".top .title span").inner_text() != rounds or not targui.step(page, 0):
            break
    assert page.locator(".top .title span").inner_text() != rounds


@pytest.mark.parametrize(("game", "size"), [("five-tribes", 390), ("tuareg", 1440), ("targui", 390)])
def test_the_end_is_counted_line_by_line_and_adds_up(visit: Open, game: str, size: int) -> None:
    page = visit(pace="fast", width=size, height=844)
    open_table(page, game, position=ending(game), players=3 if game == "tuareg" else 2)
    page.locator(".dock .main:not([disabled])").click()
    sheet = page.locator(".sheet.result")
    expect(sheet.locator("h2")).not_to_be_empty()
    skip = sheet.get_by_role("button", name="All at once")
    if skip.count():
        skip.click()
    for name in ("Analyse", "Replay"):
        expect(sheet.get_by_role("link", name=name)).to_be_visible()
    if game == "targui":
        expect(sheet.locator("tr", has_text="Place").locator(".best")).to_have_text("1")
    else:  # in Targui land makes the income, and capital decides between equals
        rows = [[int(n) for n in row.locator("td .num").all_inner_texts()] for row in sheet.locator("tbody tr").all()]
        assert [sum(column) for column in zip(*rows[:-1], strict=True)] == rows[-1]
    assert page.evaluate("document.documentElement.scrollWidth") <= size
    tops = {round(box["y"]) for box in (one.bounding_box() for one in sheet.locator("footer > *").all()) if box}
    assert len(tops) == 1 or size > 390, "On a phone all that can be done next stands in one row."
    if size == 390:
        board = page.locator({"five-tribes": ".ftb", "targui": ".map"}[game]).bounding_box()
        before = sheet.bounding_box()
        page.locator(".sheet .fold").click()
        after = sheet.bounding_box()
        assert board is not None
        assert before is not None
        assert after is not None
        assert after["height"] < before["height"] / 2, "Folded down the board is in sight."
    with page.expect_navigation():
        sheet.get_by_role("link", name="Analyse").click()
    assert "/replay/" in page.url


def test_a_line_that_is_touched_rings_its_things(visit: Open) -> None:
    page = visit(reduced_motion="reduce")
    open_table(page, "five-tribes", position=ending("five-tribes"))
    page.locator(".dock .main:not([disabled])").click()
    page.get_by_role("button", name="Tiles", exact=True).click()
    mine = page.locator(".sheet.result tr.now td .num").first.inner_text()
    assert int(mine) >= 0
    rings = page.locator(".coach .ring.counted")
    expect(rings.first).to_be_visible()
    camels = int(page.locator(".sheet.result tr.now td small").first.inner_text().split()[0])
    expect(rings).to_have_count(camels)


def test_a_stage_of_tuareg_says_who_gained_what_and_why(visit: Open) -> None:
    page = visit(pace="fast")
    open_table(page, "tuareg", players=4, position=kept("tuareg-stage"))
    tuareg.await_turn(page)
    tuareg.confirm(page)
    sheet = page.locator(".sheet")
    sheet.get_by_role("button", name="All at once").click()
    expect(sheet.locator(".why")).to_have_count(4)
    gains = [[int(text[1:]) for text in row.locator(".gain").all_inner_texts()] for row in sheet.locator("tbody tr:not(.why)").all()]
    totals = [int(text) for text in sheet.locator(".total td .num").all_inner_texts()]
    assert sum(sum(row) for row in gains) == sum(totals)
    sheet.locator(".go").click()
    expect(sheet).to_have_count(0)


WATCH = """() => {
  window.sent = [];
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      if (target.id === 'points') for (const flight of addedNodes) window.sent.push(+flight.textContent);
  }).observe(document.body, { childList: true, subtree: true });
}"""


@pytest.mark.parametrize(("width", "motion"), [(390, "no-preference"), (1440, "reduce")])
def test_hidden_cards_turn_up_and_points_fly_to_the_camps(visit: Open, width: int, motion: str) -> None:
    """Phone: all camps stand side by side. Whoever wants calm sees the same at once."""
    page = visit(pace="fast", width=width, height=844, reduced_motion=motion)
    open_table(page, "tuareg", players=4, position=kept("tuareg-stage"))
    tuareg.await_turn(page)
    page.evaluate(WATCH)
    tuareg.confirm(page)
    sheet = page.locator(".sheet")
    expect(sheet.get_by_role("button", name="Count again")).to_be_visible()  # it was counted to its end
    expect(page.locator(".turned .card:visible")).to_have_count(11)
    totals = [int(text) for text in sheet.locator(".total td .num").all_inner_texts()]
    expect(page.locator("[data-points]:visible")).to_have_count(4)
    for seat, total in enumerate(totals):
        expect(page.locator(f'[data-points="{seat}"]:visible')).to_have_text(f"+{total}")
    assert sum(page.evaluate("window.sent")) == (sum(totals) if motion == "no-preference" else 0)
    expect(page.locator("#points > *")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_conquest_says_who_went_out_when(visit: Open) -> None:
    """No sums: nothing more is paid. Words are whole on a phone."""
    page = visit(width=390, height=844, language="de")
    open_table(page, "targui", players=4, position=kept("targui-conquest"))
    targui.await_turn(page)
    targui.field(page, "field:7")
    targui.field(page, "field:22")
    for _ in range(40):
        page.wait_for_selector(".sheet.result, .dock .main:not([disabled])")
        if page.locator(".sheet.result").count():
            break
        targui.main(page)
    sheet = page.locator(".sheet.result")
    expect(sheet.locator("h2")).to_have_text("Du hast gewonnen")
    expect(sheet.locator("header")).to_contain_text("durch Eroberung in Runde 8")
    gone = sheet.locator("tr", has_text="Ausgeschieden in Runde").locator("td")
    expect(gone).to_have_text(["–", "8durch Ann", "vorher", "vorher"])
    assert sheet.locator(".body").evaluate("(body) => body.scrollWidth <= body.clientWidth")
    assert sheet.locator("tbody th").first.evaluate("(label) => label.offsetWidth") > 70
    expect(sheet.locator("tr", has_text="Platz").locator("td .num")).to_have_text(["1", "2", "4", "3"])
