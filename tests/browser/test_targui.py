"""The Targui board in a real browser: a whole game by mouse, marches, amounts, fights, refusals, undo, phone, both languages."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser import targui
from tests.browser.conftest import Open
from tests.browser.test_pages import STILL, Look, axe, fits, resize

MOST_STEPS = 900


def settle(page: Page) -> None:
    targui.await_turn(page)
    page.locator(".f.place").first.click()
    targui.main(page)
    targui.await_turn(page)


def to_own_turn(page: Page) -> None:
    """Settled, in a turn with camels to march."""
    settle(page)
    page.wait_for_selector(".f.legal")


def test_a_whole_game_of_targui_by_mouse(visit: Open) -> None:
    page = visit()
    targui.start(page)
    for turn in range(MOST_STEPS):
        if not targui.step(page, turn):
            break
    expect(page.locator(".result h2")).not_to_be_empty()
    assert sorted(page.locator(".result tbody tr").last.locator("td .num").all_inner_texts()) in (["1", "1"], ["1", "2"]), (
        "the places stand last"
    )
    shown = [text.split("\n")[0] for text in page.locator(".seat .inc b").all_inner_texts()]
    incomes = page.locator(".result tr", has_text="Income").locator("td .num").all_inner_texts()
    assert "out" in shown or shown == incomes
    equal = shown[0] == shown[1]
    expect(page.locator(".result tr", has_text="Capital")).to_have_count(1 if equal or "out" in shown else 0)


def test_the_numbers_on_the_seats_are_the_engines(visit: Open) -> None:
    """A spectator sees the same incomes as the seat to decide: both have them from the engine."""
    page = visit()
    targui.start(page, players=3, fates=[1, 6, 13, 16])
    watching = visit(page.url)
    seen: set[tuple[str, ...]] = set()
    for turn in range(60):
        if len(seen) == 3 or not targui.step(page, turn) or targui.await_turn(page)["over"]:
            break
        told = page.locator(".seat .inc b").all_inner_texts()
        expect(watching.locator(".seat .inc b")).to_have_text(told)
        seen.add(tuple(told))
    assert len(seen) == 3


def test_march_amount_and_undo(visit: Open) -> None:
    page = visit()
    targui.start(page)
    to_own_turn(page)
    origin = page.locator(".f.legal").first.get_attribute("data-key")
    assert origin
    targui.field(page, origin)
    expect(page.locator(f'[data-key="{origin}"]')).to_have_attribute("aria-pressed", "true")
    target = page.locator(".f.march").first.get_attribute("data-key")
    assert target
    targui.field(page, target)
    amount = page.locator(".dock .amount")
    expect(amount.locator(".av b")).to_have_text(re.compile(r"^\d+$"))
    offered = int(amount.locator(".av b").inner_text())  # all but one; a fate may have taken some of the ten
    amount.get_by_role("button", name="One less").click()
    expect(amount.locator(".av b")).to_have_text(str(offered - 1))
    amount.get_by_role("button", name="Half").click()
    half = (offered + 2) // 2
    expect(amount.locator(".av b")).to_have_text(str(half))
    amount.locator("input").focus()
    page.keyboard.press("ArrowRight")
    expect(amount.locator(".av b")).to_have_text(str(half + 1))
    expect(page.locator(".dock .main")).to_have_text(f"March with {half + 1}")
    targui.main(page)
    expect(page.locator(f'[data-key="{target}"]')).to_have_attribute("aria-label", re.compile(f"{half + 1} camels"))
    page.keyboard.press("u")
    expect(page.locator(".dock .amount")).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator(".dock .amount")).to_have_count(0)


def test_march_by_dragging(visit: Open) -> None:
    page = visit()
    targui.start(page)
    to_own_turn(page)
    origin = page.locator(".f.legal").first
    key = origin.get_attribute("data-key")
    origin.click()
    target = page.locator(".f.march").first.get_attribute("data-key")
    page.keyboard.press("Escape")
    a, b = (page.locator(f'[data-key="{k}"]').bounding_box() for k in (key, target))
    assert a
    assert b
    page.mouse.move(a["x"] + a["width"] / 2, a["y"] + a["height"] / 2)
    page.mouse.down()
    page.mouse.move(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2, steps=8)
    page.mouse.up()
    expect(page.locator(".dock .amount")).to_be_visible()


def test_a_refusal_names_its_rule(visit: Open) -> None:
    page = visit(language="de")
    targui.start(page)
    targui.await_turn(page)
    page.locator(".f.off").first.click()
    expect(page.locator(".notice")).to_contain_text("TG-")


def test_by_keyboard_from_field_to_field(visit: Open) -> None:
    page = visit()
    targui.start(page)
    to_own_turn(page)
    page.locator(".f.legal").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".f.march")
    page.locator(".f.march").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".dock .amount")).to_be_visible()


LOOKS: tuple[Look, ...] = (("light", "small"), ("dark", "phone"), ("dark", "tablet"), ("light", "wide"), ("dark", "wide"))


def test_the_board_fits_and_axe_finds_nothing(visit: Open) -> None:
    """One game; after every step it is looked at in all sizes."""
    page = visit(language="de", reduced_motion="reduce")
    targui.start(page, players=4)
    for turn in range(1, 7):
        targui.step(page, turn)
        for _, size in LOOKS:
            resize(page, size)
            fits(page)
    targui.await_turn(page)
    page.locator(".fates summary").click()
    for scheme, size in LOOKS:
        resize(page, size)
        page.emulate_media(color_scheme=scheme)
        page.evaluate(STILL)
        fits(page)
        axe(page)
