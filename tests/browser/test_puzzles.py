"""Puzzles in a real browser: the one of the day, the list, right and wrong turns, giving up, progress on the device."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sandtable.coach import puzzles
from tests.browser.conftest import Open
from tests.browser.test_pages import fits, looked_at

GAMES = ("five-tribes", "targui", "tuareg")


def first(game: str) -> Any:
    """The shortest solution of a game's easiest puzzles."""
    found = sorted(puzzles.load(game), key=lambda puzzle: (puzzle.difficulty, len(puzzle.best["texts"]), puzzle.id))
    return found[0]


def legal(page: Page, puzzle: str, moves: list[str]) -> list[str]:
    tried = page.request.post(f"/api/puzzles/{puzzle}/try", data={"moves": moves}).json()
    return [decision["text"] for decision in tried["board"]["legal"]]


def choose(page: Page, number: int) -> None:
    """Plays a decision of the list of all choices, by keyboard alone."""
    more = page.locator(".dock .more")
    more.wait_for()
    if more.get_attribute("aria-expanded") != "true":
        more.focus()
        page.keyboard.press("Enter")
    page.locator(".choices button").nth(number).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")


def judged(page: Page, count: int) -> bool:
    """Waits until so many decisions are on the board; has the turn been judged?"""
    page.wait_for_function("n => Number(document.querySelector('[data-moves]')?.dataset.moves) === n", arg=count)
    return page.locator(".task").count() > 0


def solve(page: Page, puzzle: str, texts: list[str]) -> None:
    """Plays the solution; it is judged as soon as nothing that follows can matter."""
    for number, text in enumerate(texts):
        offered = legal(page, puzzle, texts[:number])
        choose(page, offered.index(text))
        if judged(page, number + 1):
            return


@pytest.mark.parametrize("game", GAMES)
def test_the_best_turn_is_right(visit: Open, game: str) -> None:
    puzzle = first(game)
    page = visit(f"/puzzles/{puzzle.id}")
    solve(page, puzzle.id, list(puzzle.best["texts"]))
    expect(page.locator(".task.right")).to_contain_text("Right, at the first try.")
    expect(page.locator(".task.right")).to_contain_text(puzzle.words["en"])
    page.goto("/puzzles")
    expect(page.locator(f'a[href="/puzzles/{puzzle.id}"]')).to_contain_text("solved at once")


def test_a_wrong_turn_can_be_tried_again_and_given_up(visit: Open) -> None:
    puzzle = first("tuareg")
    page = visit(f"/puzzles/{puzzle.id}", language="de", width=390, height=844)
    page.wait_for_selector(".dock .more")
    moves: list[str] = []
    for _ in range(12):
        offered = legal(page, puzzle.id, moves)
        known = {turn[len(moves)] for turn in puzzle.accepted if turn[: len(moves)] == moves and len(turn) > len(moves)}
        moves.append(next((text for text in offered if text not in known), offered[0]))
        choose(page, offered.index(moves[-1]))
        if judged(page, len(moves)):
            break
    expect(page.locator(".task.wrong")).to_contain_text("Nicht der beste Zug.")
    fits(page)
    page.get_by_role("button", name="Noch einmal").click()
    expect(page.locator('[data-moves="0"]')).to_be_visible()
    page.get_by_role("button", name="Lösung zeigen").click()
    expect(page.locator(".task.shown")).to_contain_text("Das ist der beste Zug.")
    expect(page.locator(".task.shown")).to_contain_text(puzzle.words["de"])
    page.get_by_role("link", name="Alle Rätsel").click()
    expect(page.locator(f'a[href="/puzzles/{puzzle.id}"]')).to_contain_text("Lösung gesehen")


def test_the_solution_is_drawn_on_the_board(visit: Open) -> None:
    puzzle = next(each for each in puzzles.load("five-tribes") if len(each.best["path"]) > 2)
    page = visit(f"/puzzles/{puzzle.id}")
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator(".ftb .best").first).to_be_attached()
    page.get_by_role("button", name="Play on with it").click()
    page.wait_for_url(re.compile(r"/study\?from=puzzle"))
    page.wait_for_selector(".dock .more")


def test_the_puzzle_of_the_day_makes_a_row(visit: Open) -> None:
    page = visit("/")
    page.locator('.more a[href="/puzzles"]').click()
    expect(page.get_by_role("region", name="Puzzle of the day")).to_be_visible()
    today = page.request.get("/api/puzzles/today").json()
    page.get_by_role("link", name="Solve it").click()
    page.wait_for_selector(".dock .more")
    puzzle = next(each for each in puzzles.load() if each.id == today["id"])
    solve(page, puzzle.id, list(puzzle.best["texts"]))
    expect(page.locator(".task.right")).to_be_visible()
    page.goto("/puzzles")
    expect(page.locator(".nums dd").first).to_have_text("1")
    expect(page.locator(".day .good")).to_have_text("Solved today")


def test_the_list_is_filtered(visit: Open) -> None:
    page = visit("/puzzles")
    known = puzzles.load()
    expect(page.get_by_role("status").filter(has_text="puzzle")).to_have_text(re.compile(rf"^{len(known)} puzzle"))
    page.get_by_role("button", name="Targui").click()
    own = [each for each in known if each.game == "targui"]
    expect(page.get_by_role("status").filter(has_text="puzzle")).to_have_text(re.compile(rf"^{len(own)} puzzle"))
    level = own[0].difficulty
    page.locator("label", has_text="Difficulty").locator("select").select_option(str(level))
    same = [each for each in own if each.difficulty == level]
    expect(page.get_by_role("status").filter(has_text="puzzle")).to_have_text(re.compile(rf"^{len(same)} puzzle"))


def test_themes_are_told_when_a_puzzle_is_done(visit: Open) -> None:
    puzzle = first("five-tribes")
    page = visit("/puzzles")
    page.wait_for_selector(".card")
    assert page.locator(".card .ths").count() == 0
    page.goto(f"/puzzles/{puzzle.id}")
    page.wait_for_selector(".dock .more")
    assert "numbers" not in page.locator(".dock").inner_text()
    page.get_by_role("button", name="Show the solution").click()
    page.wait_for_selector(".task.shown")
    page.goto("/puzzles")
    expect(page.locator(f'a[href="/puzzles/{puzzle.id}"] .pill').first).to_be_visible()


def test_a_rule_is_practised_in_a_puzzle(visit: Open) -> None:
    page = visit("/rules/tuareg", language="de")
    link = page.get_by_role("link", name="Diese Regel üben TU-11.2")
    link.click()
    page.wait_for_url(re.compile(r"/puzzles/tu-\d+$"))
    page.wait_for_selector(".dock .more")


def test_axe_finds_nothing(visit: Open) -> None:
    page = visit("/puzzles", reduced_motion="reduce", language="de")
    page.wait_for_selector(".card")
    looked_at(page)
    page.goto("/puzzles/today")
    page.wait_for_selector(".dock .more")
    looked_at(page)
    page.get_by_role("button", name="Lösung zeigen").click()
    page.wait_for_selector(".task.shown")
    looked_at(page)
