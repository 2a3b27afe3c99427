"""WCAG 2.2 beyond what axe knows: sizes of targets, zoom, the order and sight of the focus, and a whole turn by ear in every game."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser import five_tribes, targui, tuareg
from tests.browser.conftest import PATIENCE, Open
from tests.browser.tables import kept, open_table, prepared
from tests.browser.test_pages import FRAMES, PAGES, SIZES, fits, resize

GAMES = ("five-tribes", "targui", "tuareg")
SCRIPT = Path(__file__).parent / "everyone.js"
SMALL, FOCUSED = "everyone.small()", "everyone.focused()"
MOST_TABS = 150
MOST_STEPS = 12


ZOOMED = {"200 %": (640, 400), "400 %": (320, 640)}


def test_pages_fit_at_every_size_and_zoomed_with_targets_that_are_large_enough(visit: Open) -> None:
    """With the longer words. A window of 1280 pixels, twice and four times as large: zooming lays the same page out again."""
    page = visit(language="de")
    small: dict[tuple[str, str], Any] = {}
    for path, ready in PAGES.items():
        page.goto(path)
        page.wait_for_selector(ready)
        for size in SIZES:
            resize(page, size)
            fits(page)
        page.evaluate(SCRIPT.read_text("utf-8"))
        for zoom, (width, height) in ZOOMED.items():
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(FRAMES)
            fits(page)
            small[path, zoom] = page.evaluate(SMALL)
    assert not {place: found for place, found in small.items() if found}


@pytest.mark.parametrize("game", GAMES)
def test_tables_are_zoomed_touched_and_walked_through(visit: Open, game: str) -> None:
    """At 200 %: nothing sticks out, targets are large enough; Tab goes forward through everything, and the focus is seen wherever it is."""
    page = visit(width=640, height=400)
    open_table(page, game, position=prepared(game))
    AWAIT[game](page)
    page.evaluate(SCRIPT.read_text("utf-8"))
    fits(page)
    assert page.evaluate(SMALL) == []
    seen: list[dict[str, Any]] = []
    page.evaluate("document.body.focus()")
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        now = page.evaluate(FOCUSED)
        if now is None or (seen and now["index"] <= seen[0]["index"]):
            break
        seen.append(now)
    assert len(seen) > 10
    assert [one["index"] for one in seen] == sorted(one["index"] for one in seen), "the focus jumps back"
    assert not [one["key"] for one in seen if one["tabindex"] > 0]
    assert not [one["key"] for one in seen if one["hidden"]], "the focus is behind something"
    assert not [one["key"] for one in seen if not one["ring"]], "the focus is not to be seen"


AWAIT = {"five-tribes": five_tribes.await_turn, "targui": targui.await_turn, "tuareg": tuareg.await_turn}


def heard(page: Page) -> str:
    """What the last news were, as a screen reader says them."""
    return page.locator(".logp .vh[aria-live]").first.inner_text()


def described(page: Page, key: str) -> tuple[str, str]:
    """Name and description of a thing, from the browser's accessibility tree."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": f'[data-key="{key}"]'})["nodeId"]
    found = session.send("Accessibility.getPartialAXTree", {"nodeId": node, "fetchRelatives": False})["nodes"][0]
    session.detach()
    assert found["role"]["value"] == "button"
    return found["name"]["value"], found.get("description", {}).get("value", "")


def act(page: Page, name: str | re.Pattern[str]) -> None:
    """Finds a button by what is heard, and presses it."""
    page.get_by_role("button", name=name, exact=True).first.focus()
    page.keyboard.press("Enter")


def asked(page: Page) -> str:
    """The question of the dock, as it is said."""
    question = page.locator(".dock [aria-live]").first
    expect(question).not_to_be_empty()
    return question.inner_text()


def await_news(page: Page, before: str) -> str:
    """What is heard after ``before``."""
    page.wait_for_function("(before) => document.querySelector('.logp .vh[aria-live]').innerText !== before", arg=before)
    return heard(page)


def decide(page: Page, choice: str | re.Pattern[str]) -> str:
    """Takes what the list of all choices calls so, hears what it would be, confirms with the keyboard; what is heard then."""
    question, before = asked(page), heard(page)
    more = page.get_by_role("button", name=re.compile(r"^All choices \(\d+\)$")).first
    if more.get_attribute("aria-expanded") == "false":
        more.focus()
        page.keyboard.press("Enter")
    listed = page.get_by_role("list", name=re.compile(r"^All choices"))
    listed.get_by_role("button", name=choice).first.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("(before) => document.querySelector('.dock [aria-live]').innerText !== before", arg=question)
    assert asked(page)
    page.keyboard.press("Space")
    return await_news(page, before)


BID_OR_LIFT = ".spot.legal, .tile .tag"
"""What this screen can choose from while it is asked for a bid, or for the meeples to lift."""


def test_a_turn_of_five_tribes_by_ear(visit: Open) -> None:
    """The geometry of the board, then bids, a whole path, the tribe, the tile and the end of the turn, each asked for and told."""
    page = visit()
    open_table(page, "five-tribes", position=prepared("five-tribes"))
    five_tribes.await_turn(page)
    expect(page.get_by_role("group", name="Board, 6 columns and 5 rows")).to_be_visible()
    name, lies = described(page, "tile:b2")
    assert re.match(r"B2, .+, worth \d+\. ", name)
    assert re.fullmatch(r"Row 2, column 2\. Around it: north b1 .+, east c2 .+, south b3 .+, west a2 .+\.", lies)
    assert "north" not in described(page, "tile:a1")[1]
    page.wait_for_selector(BID_OR_LIFT)
    bid = "bid 18"  # the dearest, so that no bot has touched the board before
    while page.locator(".spot.legal").count():  # bids first
        decide(page, re.compile(bid, re.IGNORECASE))
        bid = "bid"
        expect(page.locator(".logp")).to_contain_text("Ann bid")  # what others did since may have been said last
        page.wait_for_selector(BID_OR_LIFT)  # others may bid meanwhile
    chosen = page.get_by_role("button", name=re.compile(r"^B2, ")).first
    question = page.locator(".dock [aria-live]").first
    for _ in range(MOST_STEPS):  # while the table is still being shown, the first press only ends that
        chosen.press("Enter")
        with suppress(PlaywrightTimeout):
            question.filter(has_text=re.compile("B2", re.IGNORECASE)).wait_for(timeout=PATIENCE / MOST_STEPS)
            break
    expect(question).to_contain_text("B2", ignore_case=True)
    page.keyboard.press("Space")
    page.wait_for_selector(".hmb")
    while page.locator(".hmb").count():  # the list names colour and tile of every step
        decide(page, re.compile(r"\b[a-f][1-5]\b", re.IGNORECASE))
        five_tribes.await_turn(page)
    for _ in range(MOST_STEPS):
        if page.locator(".dock .main", has_text="End turn").count():
            break
        decide(page, re.compile("."))
        five_tribes.await_turn(page)
    before = heard(page)
    act(page, "End turn")
    await_news(page, before)


def test_a_turn_of_targui_by_ear(visit: Open) -> None:
    page = visit()
    open_table(page, "targui", position=prepared("targui"))
    targui.await_turn(page)
    name, lies = described(page, "field:19")
    assert "19" in name
    assert re.match(r"Row \d, column \d\. Around it: ", lies)
    assert len(re.findall(r"north|south|east|west", lies)) >= 3
    before = heard(page)
    targui.field(page, "field:19")
    expect(page.locator(".dock [aria-live]").first).not_to_be_empty()
    targui.field(page, "field:40")
    page.get_by_role("button", name=re.compile("March|Send|Attack|Move", re.IGNORECASE)).first.wait_for()
    targui.main(page)
    before = await_news(page, before)
    targui.await_turn(page)
    act(page, "End turn")
    await_news(page, before)


def test_a_turn_of_tuareg_by_ear(visit: Open) -> None:
    """Stacks are told from the bottom to the top; drawing, giving to the market and the end of the turn are asked for and told."""
    page = visit()
    open_table(page, "tuareg", position=kept("tuareg-picture"), players=3)
    tuareg.await_turn(page)
    name, _ = described(page, "animal:camel1")
    assert re.match(r"Camel 1: bottom to top millet, millet, millet, gold\. 0 places left$", name), name
    assert described(page, "animal:camel2")[0].startswith("Camel 2: rock salt. ")
    assert "draws" in decide(page, re.compile("^draw"))
    for _ in range(MOST_STEPS):
        tuareg.await_turn(page)
        cards = page.locator(".hand .gc").all()
        assert all(re.match(r".+, \d dinar, \d points for the majority$", card.get_attribute("aria-label") or "") for card in cards)
        if page.locator(".dock .main", has_text="End turn").count():
            break
        assert "market" in decide(page, re.compile("market"))
    before = heard(page)
    act(page, "End turn")
    await_news(page, before)
