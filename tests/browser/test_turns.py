"""A turn in one sentence, settings for fewer touches, sounds, keys, and the sheet before a game against bots."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser import targui, tuareg
from tests.browser.conftest import Open
from tests.browser.tables import open_table, prepared


def test_what_the_bots_did_stands_on_their_cards_and_in_the_log(visit: Open) -> None:
    page = visit(width=1440)
    open_table(page, "targui", players=3, options={"fates": "short"})
    for turn in range(60):
        if page.locator(".seat .did").count():
            break
        targui.step(page, turn)
        targui.await_turn(page)
    said = page.locator(".seat .did span").first.inner_text()
    assert said
    line = page.locator(".logp .turn", has_text=said).first
    expect(line).to_be_visible()
    folded = page.locator(".logp li").count()
    line.click()
    assert page.locator(".logp li").count() > folded


def test_the_phone_says_it_without_scrolling_until_i_begin(visit: Open) -> None:
    page = visit(width=390, height=844)
    open_table(page, "tuareg", players=3)
    for _ in range(60):
        tuareg.await_turn(page)
        if page.locator(".since li").count() == 2:
            break
        tuareg.step(page)
    expect(page.locator(".since li")).to_have_count(2)
    for line in page.locator(".since li").all():
        box = line.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 844
    page.locator('[data-key="pile"], .hand .gc.legal').first.click()
    expect(page.locator(".since")).to_have_count(0)


def test_whoever_confirms_nothing_draws_with_two_touches(visit: Open) -> None:
    """Pile, card: the turn ends by itself where nothing else can be done."""
    page = visit()
    open_table(page, "tuareg", position=prepared("tuareg"))
    tuareg.await_turn(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("group", name="Confirm").get_by_role("button", name="Nothing").click()
    page.keyboard.press("Escape")
    held = page.locator(".hand .gc").count()
    page.locator('[data-key="pile"]').click()
    expect(page.locator(".hand .gc")).to_have_count(held + 3)
    page.locator(".hand .gc.legal").first.click()
    expect(page.locator(".hand .gc")).to_have_count(held + 2)


def test_the_pile_can_be_carried_to_the_hand(visit: Open) -> None:
    page = visit()
    open_table(page, "tuareg", position=prepared("tuareg"))
    tuareg.await_turn(page)
    held = page.locator(".hand .gc").count()
    page.locator('[data-key="pile"]').drag_to(page.locator('[data-key^="handarea"]').first)
    expect(page.locator(".hand .gc")).to_have_count(held + 3)


def test_held_space_plays_once_and_question_mark_shows_all_keys(visit: Open) -> None:
    page = visit()
    open_table(page, "tuareg", position=prepared("tuareg"))
    tuareg.await_turn(page)
    page.locator('[data-key="pile"]').click()
    expect(page.locator(".dock .pv")).to_be_visible()
    page.locator(".dock").focus()
    page.keyboard.down("Space")
    page.wait_for_function("() => !document.querySelector('.dock .pv')")
    page.locator(".hand .gc.legal").first.click()
    expect(page.locator(".dock .pv")).to_be_visible()
    page.locator(".dock").focus()
    page.keyboard.down("Space")  # the key is still down: the browser repeats it
    expect(page.locator(".dock .pv")).to_be_visible()
    page.keyboard.up("Space")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Space")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_sounds_have_a_switch_that_is_kept(visit: Open) -> None:
    page = visit()
    open_table(page, "tuareg", position=prepared("tuareg"))
    page.get_by_role("button", name="Menu").click()
    switch = page.get_by_role("switch", name="Sounds")
    expect(switch).to_have_attribute("aria-checked", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")
    page.reload()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("switch", name="Sounds")).to_have_attribute("aria-checked", "false")


def test_level_players_and_start_in_one_sheet_and_kept(visit: Open) -> None:
    page = visit("/")
    page.locator(".gcard", has_text="Tuareg").locator(".btn.indigo").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("group", name="Players").get_by_role("button", name="3").click()
    sheet.get_by_role("group", name="Who starts?").get_by_role("button", name="Me").click()
    level = sheet.locator("input[type=radio]").nth(1)
    level.check()
    name = sheet.locator("label.on b").inner_text()
    sheet.locator(".deal").click()
    page.wait_for_selector(".dock .more")
    expect(page.locator(".seat")).to_have_count(2)
    expect(page.locator(".seat .nm", has_text=name)).to_have_count(2)
    expect(page.locator(".top .pill.sel")).to_be_visible()
    page.goto("/")
    page.locator(".gcard", has_text="Tuareg").locator(".btn.indigo").click()
    expect(sheet.locator("label.on b")).to_have_text(name)
    expect(sheet.get_by_role("button", name="3")).to_have_attribute("aria-pressed", "true")
    expect(sheet.get_by_role("button", name="Me")).to_have_attribute("aria-pressed", "true")


def test_a_refusal_goes_with_the_next_move_that_is_possible(visit: Open) -> None:
    page = visit()
    open_table(page, "targui", options={"fates": "short"})
    targui.await_turn(page)
    page.locator(".f.off").first.click()
    expect(page.locator(".notice.refused")).to_be_visible()
    page.locator(".f.place").first.click()
    expect(page.locator(".notice.refused")).to_have_count(0)
