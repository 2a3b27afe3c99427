"""The position editor in a real browser: things are changed by hand, and the server says whether it can be played."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.test_pages import fits, looked_at

GOOD = {"en": "This position can be played.", "de": "Diese Stellung ist spielbar."}


def ready(page: Page, language: str = "en") -> None:
    expect(page.locator(".dock .good")).to_have_text(GOOD[language])


def exported(page: Page, tmp_path: Path) -> dict[str, Any]:
    with page.expect_download() as download:
        page.get_by_role("button", name=re.compile("^(Download|Herunterladen)$")).click()
    path = tmp_path / "position.json"
    download.value.save_as(path)
    position: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return position


def test_five_tribes_things_move_between_board_and_stock(visit: Open, tmp_path: Path) -> None:
    page = visit("/editor/five-tribes")
    ready(page)
    before = exported(page, tmp_path)
    page.locator('[data-key="tile:c3"]').click()
    form = page.locator(".thing")
    form.get_by_role("button", name="Viziers: one more").click()
    form.get_by_label("Camel of").select_option(label="Seat 2")
    page.get_by_label("a palm", exact=True).click()
    oasis = next(name for name, tile in before["tiles"].items() if tile["kind"] == "oasis")
    page.locator(f'[data-key="tile:{oasis}"]').click()
    page.keyboard.press("Escape")
    page.get_by_label("Seats").get_by_role("group", name="Gold").get_by_role("button", name="Gold: one more").click()
    ready(page)
    after = exported(page, tmp_path)
    assert after["tiles"]["c3"]["meeples"]["yellow"] == before["tiles"]["c3"]["meeples"]["yellow"] + 1
    assert after["bag"]["yellow"] == max(0, before["bag"]["yellow"] - 1)
    assert after["tiles"]["c3"]["camel"] == 1
    assert after["seats"][1]["camels"] == before["seats"][1]["camels"] - 1
    assert after["tiles"][oasis]["palms"] == 1
    assert after["palms"] == before["palms"] - 1
    assert after["seats"][0]["gold"] == before["seats"][0]["gold"] + 1
    for _ in range(4):
        page.keyboard.press("u")
    ready(page)
    assert exported(page, tmp_path) == before


def test_five_tribes_a_turn_begins_and_is_analysed(visit: Open) -> None:
    page = visit("/editor/five-tribes")
    ready(page)
    page.get_by_label("Now").select_option(label="A turn begins")
    ready(page)
    expect(page.locator(".marks .now")).to_have_count(1)
    page.locator('[data-key="tile:a1"]').focus()
    page.keyboard.press("Enter")
    form = page.locator(".thing")
    expect(form).to_be_visible()
    form.get_by_role("spinbutton", name="Elders").fill("4")
    form.get_by_role("spinbutton", name="Elders").press("Enter")
    ready(page)
    page.get_by_role("button", name="Analyse").click()
    page.wait_for_url(re.compile(r"/study\?from=editor"))
    expect(page.locator('[data-key="tile:a1"]')).to_have_attribute("aria-label", re.compile("4 elders"))
    expect(page.locator(".tile .tag").first).to_be_visible()
    page.get_by_role("button", name="Edit this position").click()
    page.wait_for_url(re.compile("/editor/five-tribes"))
    expect(page.locator('[data-key="tile:a1"]')).to_have_attribute("aria-label", re.compile("4 elders"))


def test_targui_a_fault_is_told_beside_the_thing(visit: Open) -> None:
    page = visit("/editor/targui", language="de", width=390, height=844)
    ready(page, "de")
    fits(page)
    home = page.locator('[data-key^="field:"][aria-label*="Siedlung"]').first
    home.click()
    page.locator(".thing").get_by_label("Markierung von").select_option(label="niemandem")
    expect(page.locator(".dock .bad")).to_contain_text("Mit nur einem Stamm ist die Partie zu Ende.")
    expect(page.get_by_role("button", name="Analysieren")).to_be_disabled()
    page.keyboard.press("u")
    ready(page, "de")
    plain = page.locator('[data-key^="field:"][aria-label*="Hügel"]').first
    plain.click()
    page.locator(".thing").get_by_label("Kamele", exact=True).last.fill("12")
    page.locator(".thing").get_by_label("Kamele", exact=True).last.press("Enter")
    ready(page, "de")
    expect(plain).to_have_attribute("aria-label", re.compile("12"))


def test_tuareg_a_camel_that_cannot_carry_it(visit: Open, tmp_path: Path) -> None:
    page = visit("/editor/tuareg")
    ready(page)
    before = exported(page, tmp_path)
    page.locator('[data-key="animal:camel1"]').click()
    for good in ("gold", "rock salt"):
        page.locator(".thing").get_by_role("button", name=f"Load {good}").click()
    ready(page)
    page.locator(".thing").get_by_role("button", name="Load gold").click()
    expect(page.locator(".dock .bad")).to_contain_text("a camel cannot carry gold, rock salt, gold in this order")
    expect(page.locator('[data-key="animal:camel1"].no')).to_be_visible()
    page.locator(".thing").get_by_role("button", name="Take the top off").click()
    ready(page)
    after = exported(page, tmp_path)
    assert after["seats"][0]["animals"]["camel1"] == ["gold", "salt"]
    assert len(after["pile"]) == len(before["pile"]) - 2
    page.get_by_role("group", name="Donkeys").get_by_role("button", name="Donkeys: one more").click()
    ready(page)
    expect(page.locator('[data-key="animal:donkey1"]')).to_be_visible()


def test_a_position_is_taken_from_a_text_and_played(visit: Open, tmp_path: Path) -> None:
    page = visit("/editor/tuareg")
    ready(page)
    position = exported(page, tmp_path)
    position["market"], position["pile"] = {"water": 0, "gold": 0, "salt": 0, "millet": 0}, []
    field = page.get_by_label("Or paste a position")
    field.fill("[1, 2]")
    page.get_by_role("button", name="Take it over").click()
    expect(page.get_by_role("alert")).to_contain_text("This is not a position.")
    field.fill(json.dumps(position))
    page.get_by_role("button", name="Take it over").click()
    expect(page.locator(".dock .bad")).to_contain_text("it must be")
    page.get_by_role("button", name="Undo").click()
    ready(page)
    page.get_by_role("button", name="Play a bot").click()
    page.wait_for_url(re.compile("/table/"))
    page.wait_for_selector(".dock")


@pytest.mark.parametrize(("game", "key"), [("five-tribes", "tile:b2"), ("targui", "field:20"), ("tuareg", "animal:camel1")])
def test_axe_finds_nothing(visit: Open, game: str, key: str) -> None:
    page = visit(f"/editor/{game}", reduced_motion="reduce")
    ready(page)
    page.locator(f'[data-key="{key}"]').click()
    expect(page.locator(".thing")).to_be_visible()
    looked_at(page)
    expect(page.locator(".thing")).to_be_visible()
