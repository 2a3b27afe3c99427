"""What every table does, tried with every game: two browsers, reload and restart in mid-turn, looking back, both languages, phones."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import five_tribes, targui, tuareg
from tests.browser.conftest import Open
from tests.browser.server import Server
from tests.browser.tables import ending, open_table, prepared
from tests.browser.test_pages import SIZES, axe, fits

GAMES = ("five-tribes", "targui", "tuareg")
DEAREST = 18
FIRST = {"five-tribes": "Biete", "targui": "Wähle eines deiner Felder"}


def decide(page: Page, game: str) -> None:
    """One small decision of one's own, whatever the game asks first."""
    if game == "five-tribes":
        five_tribes.await_turn(page)
        five_tribes.bid(page)
    elif game == "targui":
        targui.await_turn(page)
        page.locator(".f.place").first.click()
        targui.main(page)
    else:
        tuareg.draw(page)
        tuareg.put_into_market(page)


@pytest.mark.parametrize("game", ["five-tribes", "targui"])
def test_two_browsers_at_one_table(visit: Open, game: str) -> None:
    host = visit(f"/new/{game}")
    host.locator(".seats input").fill("Ann")
    host.get_by_role("button", name="Set up the table").click()
    guest = visit(host.locator(".invite input").input_value(), language="de")
    guest.get_by_label("Dein Name").fill("Ben")
    guest.get_by_role("button", name="Hinsetzen").click()
    for page in (host, guest):
        page.wait_for_selector(".dock")
        expect(page.locator(".seat .nm", has_text="Ann")).to_be_visible()
        expect(page.locator(".seat .nm", has_text="Ben")).to_be_visible()
    for _ in range(2):
        host.wait_for_selector(".top .pill.sel, .turnof")
        first, second = (host, guest) if host.locator(".top .pill.sel").count() else (guest, host)
        before = second.locator(".logp li:not(.muted)").count()
        decide(first, game)
        expect(second.locator(".logp li:not(.muted)")).not_to_have_count(before)
        name = "Ann" if first is host else "Ben"
        expect(second.locator(".logp li", has_text=name).first).to_be_visible()


def test_reload_and_server_restart_in_mid_turn(visit: Open, server: Server) -> None:
    """A hand of meeples, a number of camels, drawn cards: all three tables are in mid-turn while the server is away."""
    tribes, desert, camp = visit(), visit(), visit("/", service_workers="allow")
    open_table(tribes, "five-tribes", position=prepared("five-tribes"))
    five_tribes.await_turn(tribes)
    five_tribes.bid(tribes, DEAREST)  # so that no bot has touched the board before
    while not five_tribes.await_turn(tribes)["lifts"]:
        five_tribes.bid(tribes)
    for _ in range(2):
        tribes.locator('[data-key="tile:b2"]').click()
    expect(tribes.locator(".hmb")).to_have_count(1)
    open_table(desert, "targui", position=prepared("targui"))
    targui.await_turn(desert)
    targui.field(desert, "field:19")
    targui.field(desert, "field:40")
    expect(desert.locator(".dock .amount .av b")).to_have_text("3")
    tuareg.start_bot_game(camp)
    tuareg.draw(camp)
    cards = camp.locator(".hand .gn").all_inner_texts()
    for page in (tribes, desert, camp):
        page.reload()
    expect(tribes.locator(".hmb")).to_have_count(1)
    expect(desert.locator(".dock .amount .av b")).to_have_text("3")
    camp.wait_for_selector(".hand .gc")
    assert camp.locator(".hand .gn").all_inner_texts() == cards

    server.stop()
    for page in (tribes, desert, camp):
        expect(page.locator(".lost")).to_be_visible()
    # What is decided now is sent when the server is back.
    tribes.locator('[data-key="tile:c2"]').click()
    desert.locator(".dock .main:not([disabled])").click()
    camp.locator(".hand .gc.legal").first.click()
    camp.locator(".dock .main:not([disabled])").click()
    server.start()
    expect(tribes.locator('[data-key="tile:c2"]')).to_have_attribute("aria-label", five_tribes.holds("1 builder"))
    expect(desert.locator(".dock .amount")).to_have_count(0)
    expect(camp.locator(".hand .gc")).to_have_count(len(cards) - 1)
    for page in (tribes, desert, camp):
        expect(page.locator(".lost")).to_have_count(0)


@pytest.mark.parametrize("game", ["five-tribes", "targui"])
def test_looking_back_and_the_languages(visit: Open, game: str) -> None:
    page = visit(language="de")
    open_table(page, game)
    (five_tribes if game == "five-tribes" else targui).await_turn(page)
    expect(page.locator(".dock")).to_contain_text(FIRST[game])
    decide(page, game)
    (five_tribes if game == "five-tribes" else targui).await_turn(page)
    page.get_by_role("button", name="Menü").click()
    page.get_by_label("Sprache").select_option("en")
    expect(page.locator(".dock")).not_to_contain_text(FIRST[game])
    page.get_by_role("button", name="Look back").click()
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator(".dock .num")).to_contain_text("Decision 0 of")
    page.get_by_role("button", name="One forward").click()
    expect(page.locator(".dock .num")).to_contain_text("Decision 1 of")
    fits(page)
    axe(page)
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(".dock .bar")).to_be_visible()


def in_sight(page: Page, selector: str) -> None:
    """The whole thing is on the screen without scrolling, and nothing lies over its middle."""
    box = page.locator(selector).bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= size["width"] + 1, (selector, box)
    assert box["y"] + box["height"] <= size["height"] + 1, (selector, box)
    at = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    assert page.evaluate("([s, x, y]) => !!document.elementFromPoint(x, y)?.closest(s)", [selector, *at]), selector


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_on_its_side(visit: Open, game: str) -> None:
    """Board and dock stand side by side; undo and the main button are always in sight, with the longer words too."""
    page = visit(language="de", width=844, height=390, reduced_motion="reduce")
    open_table(page, game, position=prepared(game))
    player = {"five-tribes": five_tribes, "targui": targui, "tuareg": tuareg}[game]
    for turn in range(6):
        player.await_turn(page)
        fits(page)
        for thing in (".dock .main", ".dock .undo"):
            in_sight(page, thing)
        if not (targui.step(page, turn) if game == "targui" else player.step(page)):  # type: ignore[attr-defined]
            break
    page.evaluate("scrollTo(0, 0)")
    in_sight(page, ".top .menuholder .iconbtn")
    board = page.locator({"five-tribes": ".tray", "targui": ".map", "tuareg": ".play"}[game]).first.bounding_box()
    dock = page.locator(".dock").bounding_box()
    assert board is not None
    assert dock is not None
    assert board["x"] + board["width"] <= dock["x"] + 1
    axe(page)


@pytest.mark.parametrize(
    ("game", "size", "scheme", "language"),
    [("five-tribes", "phone", "dark", "de"), ("targui", "side", "light", "de"), ("tuareg", "wide", "dark", "en")],
)
def test_the_end_and_its_replay(visit: Open, game: str, size: str, scheme: str, language: str) -> None:
    """From one decision before the end: the scoring line by line, then the finished game with all eyes; axe on both."""
    width, height = SIZES[size]
    page = visit(language=language, width=width, height=height, color_scheme=scheme, reduced_motion="reduce")
    table = open_table(page, game, players=3 if game == "tuareg" else 2, position=ending(game))
    page.locator(".dock .main:not([disabled])").click()
    page.wait_for_selector(".result")
    totals = page.locator(".result .total td").all_inner_texts()
    assert len(totals) == (3 if game == "tuareg" else 2)
    assert all(text.isdigit() for text in totals)
    fits(page)
    axe(page)
    page.goto(f"/replay/{table}")
    expect(page.locator(".result .total td")).to_have_text(totals)
    for key in ("Home", "PageDown"):
        page.keyboard.press(key)
    fits(page)
    axe(page)
