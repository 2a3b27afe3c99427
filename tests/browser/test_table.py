"""What happens at a table: undo, refusals, replay, lost connections, languages."""

from __future__ import annotations

import re
from contextlib import suppress

from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browser import five_tribes, targui, tuareg
from tests.browser.conftest import Open
from tests.browser.tables import open_table, prepared


def press_until(page: Page, key: str, told: Locator) -> None:
    """As somebody does whose key did nothing: while a decision is on its way, keys do nothing."""
    while not told.count():
        page.keyboard.press(key)
        with suppress(TimeoutError):
            told.wait_for(timeout=2_000)


def test_undo_and_what_stands(visit: Open) -> None:
    page = visit()
    open_table(page, "tuareg")
    tuareg.await_turn(page)
    page.locator('[data-key="pile"]').click()
    expect(page.locator(".stands")).to_have_text("Something hidden is uncovered: this stands.")
    page.locator(".dock .main").click()
    page.wait_for_function("() => document.querySelectorAll('.hand .gc').length === 3")
    tuareg.put_into_market(page)
    expect(page.locator(".hand .gc")).to_have_count(2)
    expect(page.get_by_role("button", name="End turn")).to_be_enabled()  # while a decision is on its way, keys do nothing
    page.keyboard.press("u")
    expect(page.locator(".hand .gc")).to_have_count(3)
    why = page.locator(".notice", has_text="This cannot be taken back, because a hidden card was uncovered.")
    page.get_by_role("button", name="Undo").click()
    expect(why.get_by_role("link", name="TU-17.8")).to_be_visible()
    expect(page.locator(".hand .gc")).to_have_count(3)
    why.get_by_role("button", name="Close").click()
    expect(why).to_have_count(0)
    press_until(page, "u", why)
    tuareg.put_into_market(page)
    expect(page.locator(".stands")).to_have_text("Then it is the next player's turn: this stands.")
    tuareg.end_turn(page)
    tuareg.await_turn(page)
    press_until(page, "u", page.locator(".notice", has_text="Another player has decided since then."))


def test_why_a_bid_stands(visit: Open) -> None:
    """German: a bid uncovers nothing, but it stands; afterwards the table says why it is too late."""
    page = visit(language="de")
    open_table(page, "five-tribes", 3)
    five_tribes.await_turn(page)
    page.locator(".spot.legal").last.click()
    either = re.compile(r"(Danach ist jemand anderes dran: )?Das lässt sich nicht zurücknehmen\.")
    expect(page.locator(".stands")).to_have_text(either)
    five_tribes.confirm(page)
    five_tribes.await_turn(page)
    press_until(page, "u", page.locator(".notice", has_text="Es gibt nichts zurückzunehmen."))


def test_what_stands_is_marked_beside_the_main_button_too(visit: Open) -> None:
    page = visit()
    open_table(page, "tuareg", position=prepared("tuareg"))
    tuareg.await_turn(page)
    page.locator('.hand .gc[data-key="hand:salt"]').first.drag_to(page.locator('[data-key="animal:camel1"]'))
    page.locator(".hand .gc.legal").first.click()
    end = page.locator(".dock .bar .btn", has_text="End turn")
    expect(end).to_have_attribute("title", "Then it is the next player's turn: this stands.")
    expect(end.locator("svg")).to_be_visible()
    # What the main button plays can be taken back, so it says nothing.
    expect(page.locator(".stands")).to_have_count(0)


def test_a_refusal_explains_itself_and_leads_to_its_rule(visit: Open) -> None:
    page = visit()
    open_table(page, "tuareg")
    tuareg.draw(page)
    page.locator('[data-key="pile"]').click()
    notice = page.locator(".notice.refused")
    expect(notice).to_contain_text("already taken your one main action")
    expect(page.locator('[data-key="pile"].no')).to_be_visible()
    with page.context.expect_page() as opened:
        notice.get_by_role("link", name="TU-3.1").click()
    rules = opened.value
    expect(rules.locator("#TU-3\\.1.hit")).to_be_visible()
    rules.close()


def test_looking_back_and_again(visit: Open) -> None:
    page = visit()
    open_table(page, "tuareg")
    for _ in range(14):
        tuareg.step(page)
    tuareg.await_turn(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Look back").click()
    slider = page.get_by_label("Place in the game")
    expect(slider).to_be_visible()
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator(".pile .big")).to_have_text("42")
    page.get_by_role("button", name="One forward").click()
    expect(page.locator(".dock .num")).to_contain_text("Decision 1 of")
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(".dock .bar")).to_be_visible()


def test_the_log_filters_what_concerns_me(visit: Open) -> None:
    page = visit()
    open_table(page, "tuareg")
    for _ in range(10):
        tuareg.step(page)
    tuareg.await_turn(page)
    lines = page.locator(".logp li")
    everything = lines.count()
    page.get_by_role("button", name="For me").click()
    assert 0 < lines.count() < everything


def test_german_everywhere(visit: Open) -> None:
    page = visit("/", language="de")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Drei Wüstenspiele")
    tuareg.start_bot_game(page)
    tuareg.await_turn(page)
    expect(page.locator(".dock")).to_contain_text("Du bist dran")
    page.get_by_role("button", name="Menü").click()
    page.get_by_label("Sprache").select_option("en")
    expect(page.locator(".dock")).to_contain_text("Your turn")


def test_dragging_loads_a_card(visit: Open) -> None:
    page = visit()
    open_table(page, "tuareg")
    for _ in range(40):
        seen = tuareg.await_turn(page)
        if seen["hand"] and seen["pile"] and seen["cards"]:
            break
        tuareg.step(page)
    held = page.locator(".hand .gc").count()
    page.locator(".hand .gc.legal").first.click()
    if page.locator(".abox.legal").count():
        target = page.locator(".abox.legal").first.get_attribute("data-key")
    else:
        target = page.locator(".abox.prev").first.get_attribute("data-key")
    page.keyboard.press("Escape")
    page.locator(".hand .gc.legal").first.drag_to(page.locator(f'[data-key="{target}"]'))
    expect(page.locator(".hand .gc")).to_have_count(held - 1)


def test_nobody_is_called_you(visit: Open) -> None:
    """Sentences of the log are about people by name, so a pronoun is no name."""
    page = visit("/new/targui")
    page.locator(".seats input").fill("You")
    page.get_by_label("Who sits on seat 2").select_option("bot")
    page.get_by_role("button", name="Set up the table").click()
    expect(page.locator(".seat .nm", has_text="Guest")).to_be_visible()
    targui.await_turn(page)
    page.locator(".f.place").first.click()
    targui.main(page)
    expect(page.locator(".logp li", has_text="Guest").first).to_be_visible()
