"""What happens at a table: undo, refusals, replay, lost connections, languages."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser import targui, tuareg
from tests.browser.conftest import Open


def test_undo_and_what_stands(visit: Open) -> None:
    page = visit()
    tuareg.start_bot_game(page)
    tuareg.await_turn(page)
    page.locator('[data-key="pile"]').click()
    expect(page.locator(".stands")).to_contain_text("cannot be taken back")
    page.locator(".dock .main").click()
    page.wait_for_function("() => document.querySelectorAll('.hand .gc').length === 3")
    tuareg.put_into_market(page)
    expect(page.locator(".hand .gc")).to_have_count(2)
    page.keyboard.press("u")
    expect(page.locator(".hand .gc")).to_have_count(3)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".notice")).to_contain_text("back")
    expect(page.locator(".hand .gc")).to_have_count(3)


def test_a_refusal_explains_itself_and_leads_to_its_rule(visit: Open) -> None:
    page = visit()
    tuareg.start_bot_game(page)
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
    tuareg.start_bot_game(page)
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
    tuareg.start_bot_game(page)
    for _ in range(10):
        tuareg.step(page)
    tuareg.await_turn(page)
    lines = page.locator(".logp li")
    everything = lines.count()
    page.get_by_role("button", name="For me").click()
    assert 0 < lines.count() < everything


def test_german_everywhere(visit: Open) -> None:
    page = visit(language="de")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Drei Wüstenspiele")
    tuareg.start_bot_game(page)
    tuareg.await_turn(page)
    expect(page.locator(".dock")).to_contain_text("Du bist dran")
    page.get_by_role("button", name="Menü").click()
    page.get_by_role("button", name="English").click()
    expect(page.locator(".dock")).to_contain_text("Your turn")


def test_dragging_loads_a_card(visit: Open) -> None:
    page = visit()
    tuareg.start_bot_game(page)
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
