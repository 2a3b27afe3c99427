"""The analysis board in a real browser: lines, branches, notes, the coach's opinion, saving, sharing, games and records."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.test_pages import fits, looked_at


def choose(page: Page, number: int = 0) -> None:
    """Plays a decision of the list of all choices."""
    more = page.locator(".dock .more")
    more.wait_for()
    if more.get_attribute("aria-expanded") != "true":
        more.click()
    page.locator(".choices button").nth(number).click()
    page.locator(".dock .main:not([disabled])").click()


def moves(page: Page) -> Any:
    return page.locator(".tree .m:not(.start)")


def played(page: Page, count: int) -> None:
    """So many decisions hang on the tree. The first of a game may take long: its aids are made ready."""
    expect(moves(page)).to_have_count(count)


def finished_table(page: Page, game: str = "tuareg") -> str:
    """A short game that somebody gave up after two decisions."""
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}]
    made = page.request.post("/api/tables", data={"game": game, "options": {}, "seats": seats}).json()
    table: str = made["table"]
    tokens = {seat["seat"]: seat["token"] for seat in made["seats"]}
    for turn in range(2):
        seen = page.request.get(f"/api/tables/{table}").json()
        head = {"Authorization": f"Bearer {tokens[seen['status']['to_decide']]}"}
        own = page.request.get(f"/api/tables/{table}", headers=head).json()
        played = {"id": f"play{turn}", "number": own["number"], "decision": own["position"]["legal"][0]["id"]}
        assert page.request.post(f"/api/tables/{table}/play", headers=head, data=played).ok
    head = {"Authorization": f"Bearer {tokens[0]}"}
    assert page.request.post(f"/api/tables/{table}/resign", headers=head, data={"id": "over", "level": "random"}).ok
    return table


def test_lines_branch_and_are_saved_and_shared(visit: Open) -> None:
    page = visit("/study?game=tuareg")
    page.wait_for_selector(".dock .more")
    expect(moves(page)).to_have_count(0)
    choose(page, 0)
    played(page, 1)
    page.keyboard.press("PageUp")
    expect(page.locator(".tree .start.on")).to_be_visible()
    choose(page, 1)
    played(page, 2)
    expect(page.locator(".tree .sub .m.on")).to_have_count(1)
    page.get_by_label("Note to this position").fill("better keep the cards")
    page.get_by_label("Title").fill("Two ways to begin")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(re.compile(r"/study/[a-z0-9]{16}$"))
    expect(page.locator(".save .pill")).to_have_count(0)
    expect(page.locator(".tree .sub .m.on")).to_have_count(1)

    guest = visit(page.url, language="de")
    expect(guest.get_by_role("heading", name="Two ways to begin")).to_be_visible()
    expect(moves(guest)).to_have_count(2)
    expect(guest.get_by_role("button", name="Kopie speichern")).to_be_visible()
    guest.locator(".tree .sub .m").click()
    expect(guest.get_by_label("Notiz zu dieser Stellung")).to_have_value("better keep the cards")

    page.get_by_role("button", name="Make this the main line").click()
    expect(page.locator(".tree > ol > .piece .m.on")).to_have_count(1)
    page.get_by_role("button", name="Remove from here").click()
    played(page, 1)
    expect(page.locator(".save .pill.amber")).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".save .pill")).to_have_count(0)
    page.reload()
    played(page, 1)
    page.goto("/study")
    expect(page.get_by_role("link", name="Two ways to begin")).to_be_visible()


@pytest.mark.parametrize("game", ["five-tribes", "targui", "tuareg"])
def test_every_game_can_be_played_out_and_taken_back(visit: Open, game: str) -> None:
    page = visit(f"/study?game={game}", language="de", width=390, height=844)
    page.wait_for_selector(".dock .more")
    for n in range(1, 7):
        choose(page)
        played(page, n)
    fits(page)
    for _ in range(6):
        page.locator(".dock .undo").click()
    expect(page.locator(".tree .start.on")).to_be_visible()
    page.keyboard.press("End")
    expect(moves(page).last).to_have_class(re.compile(r"\bon\b"))


def test_the_coach_tells_chances_and_best_turns(visit: Open) -> None:
    page = visit("/study?game=five-tribes")
    page.wait_for_selector(".dock .more")
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator(".chances .part")).to_have_count(2)
    expect(page.locator(".bm").first).to_be_visible(timeout=120_000)
    parts = [int(text) for text in page.locator(".chances .part b").all_inner_texts()]
    assert sum(parts) == 100
    page.get_by_role("button", name="Play this turn out").click()
    expect(moves(page)).not_to_have_count(0)
    expect(page.locator(".bm")).to_have_count(0)


def test_a_touch_in_vain_is_explained(visit: Open) -> None:
    page = visit("/study?game=five-tribes")
    page.wait_for_selector(".dock .more")
    page.locator('[data-key="row:1"]').click()
    expect(page.get_by_text("First choose a spot on the turn-order track.")).to_be_visible()
    expect(moves(page)).to_have_count(0)


def test_from_a_finished_game_at_any_decision(visit: Open) -> None:
    page = visit()
    table = finished_table(page)
    page.goto(f"/study?table={table}&decisions=1")
    expect(page.locator(".src .num")).to_have_text("Decision 1 of 2")
    expect(page.get_by_role("columnheader", name="Ann")).to_be_visible()
    page.locator(".src").get_by_role("button", name="One back").click()
    expect(page.locator(".src .num")).to_have_text("Decision 0 of 2")
    expect(page.locator(".pile .big")).to_have_text("42")
    choose(page)
    expect(page.get_by_label("Decision of the game to start from")).to_be_disabled()


def test_from_a_record_that_was_pasted(visit: Open) -> None:
    page = visit("/study")
    record = page.request.get(f"/api/tables/{finished_table(page)}/record").text()
    page.get_by_label("Paste the text here").fill("nothing of the kind")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("neither a record")
    page.get_by_label("Paste the text here").fill(record)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".src .num")).to_have_text("Decision 2 of 2")
    page.reload()
    expect(page.locator(".src .num")).to_have_text("Decision 2 of 2")


def test_play_on_against_a_bot(visit: Open) -> None:
    page = visit("/study?game=tuareg")
    page.wait_for_selector(".dock .more")
    choose(page)
    played(page, 1)
    pile = page.locator(".pile .big").inner_text()
    page.get_by_role("button", name="Play a bot from here").click()
    page.wait_for_url(re.compile("/table/"))
    expect(page.locator(".pile .big")).to_have_text(pile)


def test_axe_finds_nothing(visit: Open) -> None:
    page = visit("/study", reduced_motion="reduce", language="de")
    page.wait_for_selector(".games li")
    looked_at(page)
    page.goto("/study?game=targui")
    page.wait_for_selector(".dock .more")
    choose(page)
    played(page, 1)
    looked_at(page)
