"""The report of a finished game: chances, curve, best moves on the board, labels, exports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from sandtable.kernel.registry import load
from tests.browser import coach
from tests.browser.conftest import Open
from tests.browser.server import Server
from tests.browser.test_pages import STILL, Scheme, axe, fits
from tests.games.play import played

THINKING = 600_000
"""The longest a busy machine may work on a report, in milliseconds."""
GAMES = ("five-tribes", "targui", "tuareg")
LEFT = {"five-tribes": 80, "targui": 30, "tuareg": 30}
OPTIONS: dict[str, dict[str, Any]] = {"targui": {"fates": "short"}}


def begun(game: str) -> dict[str, Any]:
    """A position with about so many decisions to go."""
    whole = played(load(game), 2, 5, **OPTIONS.get(game, {}))
    return played(load(game), 2, 5, whole.number - LEFT[game], **OPTIONS.get(game, {})).position()


@pytest.fixture(scope="module")
def games(browser: Browser, server: Server) -> Iterator[dict[str, str]]:
    """A finished table of every game; its report begins in mid-game, so that it is soon there."""
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    yield {game: coach.finished(page, game, position=begun(game)) for game in GAMES}
    context.close()


def report(visit: Open, table: str, **options: object) -> Page:
    page = visit(**options)
    page.evaluate(coach.QUICK)
    page.goto(f"/replay/{table}")
    page.wait_for_selector(".moves .ml", timeout=THINKING)
    return page


def complete(page: Page) -> None:
    page.wait_for_selector(".prog:not(:has(progress))", timeout=THINKING)


def parts(page: Page) -> list[int]:
    """The chances in per cent as they are told to those who listen."""
    return [int(n) for n in re.findall(r"(\d+) %", page.locator(".chances .vh").inner_text())]


def test_a_report_streams_in_and_is_kept(visit: Open, games: dict[str, str]) -> None:
    page = report(visit, games["five-tribes"])
    complete(page)
    expect(page.locator(".prog .told")).to_contain_text("sampled games")
    assert sum(parts(page)) == 100
    assert max(parts(page)) == 100, "after the end the winner is certain"
    assert page.locator(".chart path[d^=M]").count() > 2
    labels = page.locator(".moves .pill").all_inner_texts()
    assert labels
    assert not [text for text in labels if not re.match(r"(Best|Good|Only move|(Slip|Mistake)( −\d+)?)$", text)]
    assert page.locator(".sum li").count() == 2
    moves = page.locator(".moves .ml").count()
    page.reload()
    complete(page)
    assert page.locator(".moves .ml").count() == moves


def test_a_move_is_drawn_beside_the_best_one(visit: Open, games: dict[str, str]) -> None:
    page = report(visit, games["five-tribes"])
    complete(page)
    rows = page.locator(".ml:has(.mt:has-text('→')):has(.pill.no), .ml:has(.mt:has-text('→')):has(.pill.amber)")
    for row in rows.all():
        row.click()
        expect(row).to_have_class(re.compile(r"\bcur\b"))
        expect(page.locator(".best .pld")).to_contain_text("played")
        if page.locator(".coach .route.best").count():  # what a quick look has found of the best turn may be the first tile only
            break
    expect(page.locator(".ml.cur")).to_have_count(1)
    expect(page.locator(".coach .route.best")).to_have_count(1)
    expect(page.locator(".coach .route.played")).to_have_count(1)
    expect(page.locator(".best .pld")).to_contain_text("played")
    drawn = page.locator(".coach .route.best").get_attribute("d")
    assert drawn
    assert page.locator(".coach .dot.best").count() == len(set(drawn.split("L")[1:])) > 0  # the best way may be one tile long
    assert sum(parts(page)) == 100
    other = page.locator(".best .bm").nth(1)
    other.click()
    expect(other).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="One forward").click()
    expect(page.locator(".ml.cur")).to_have_count(1)


def test_the_curve_is_a_slider_and_a_table(visit: Open, games: dict[str, str]) -> None:
    page = report(visit, games["tuareg"])
    complete(page)
    chart = page.get_by_role("slider", name="Chances to win over the game")
    chart.focus()
    page.keyboard.press("Home")
    expect(chart).to_have_attribute("aria-valuenow", "0")
    page.keyboard.press("ArrowRight")
    second = int(chart.get_attribute("aria-valuenow") or 0)
    assert second > 0
    expect(chart).to_have_attribute("aria-valuetext", re.compile(r"^Turn 2 of \d+, .+ \d+ %"))
    page.get_by_role("button", name="As a table").click()
    rows = page.locator(".chp tbody tr")
    assert rows.count() == page.locator(".moves .ml").count() + 1
    for row in rows.all()[:5]:
        assert abs(sum(int(n) for n in re.findall(r"(\d+) %", row.inner_text())) - 100) == 0
    rows.last.locator("button").click()
    expect(chart).to_have_attribute("aria-valuetext", re.compile("^the end"))


def test_the_scoring_stands_whole_and_the_log_follows_the_position(visit: Open, games: dict[str, str]) -> None:
    """Whoever walks back through the game keeps its result; the log tells done turns in one sentence, up to where one is."""
    page = report(visit, games["tuareg"])
    complete(page)
    scoring = page.locator(".result.still")
    expect(scoring.locator(".total")).to_be_visible()
    whole = scoring.inner_text()
    turns = page.locator(".logp .turn")
    told = turns.count()
    assert told > 3
    turns.first.click()
    expect(page.locator(".logp .turn + ul .jump").first).to_be_visible()
    page.get_by_role("slider", name="Chances to win over the game").focus()
    page.keyboard.press("Home")
    expect(turns).to_have_count(0)
    assert scoring.inner_text() == whole
    for number in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        expect(turns).to_have_count(number)


def test_only_the_turning_points(visit: Open, games: dict[str, str]) -> None:
    page = report(visit, games["five-tribes"])
    complete(page)
    every = page.locator(".moves .ml").count()
    button = page.get_by_role("button", name="Turning points").first
    told = re.search(r"\d+", button.inner_text())
    button.click()
    some = page.locator(".moves .ml").count()
    assert some == (int(told.group()) if told else 0)
    assert some < every


RINGS = """() => {
  window.rung = 0;
  const look = new MutationObserver(() => (window.rung += document.querySelectorAll('[data-coach]').length));
  look.observe(document.body, { attributes: true, attributeFilter: ['data-coach'], subtree: true });
}"""


@pytest.mark.parametrize("game", ["targui", "tuareg"])
def test_things_are_ringed_in_the_other_games(visit: Open, games: dict[str, str], game: str) -> None:
    page = report(visit, games[game])
    complete(page)
    page.evaluate(RINGS)
    for row in page.locator(".moves .ml").all()[:12]:
        row.click()
        expect(row).to_have_attribute("aria-current", "step")
    page.wait_for_function("() => window.rung > 0")


def test_other_eyes_ask_for_another_report(visit: Open, games: dict[str, str]) -> None:
    page = report(visit, games["tuareg"])
    with page.expect_request(lambda request: request.url.endswith("/api/analysis") and request.method == "POST") as asked:
        page.get_by_label("With whose eyes").select_option("1")
    body = asked.value.post_data_json
    assert body == {"kind": "report", "table": games["tuareg"], "depth": "quick", "eyes": 1}
    page.wait_for_selector(".moves .ml", timeout=THINKING)


def test_look_longer_at_one_position(visit: Open, games: dict[str, str]) -> None:
    page = report(visit, games["tuareg"])
    complete(page)
    page.locator(".moves .ml").nth(2).click()
    with page.expect_request(lambda request: request.url.endswith("/api/analysis") and request.method == "POST") as asked:
        page.get_by_role("button", name="Look longer").click()
    assert asked.value.post_data_json["depth"] == "deep"
    expect(page.locator(".best button.deep")).to_be_disabled()


def test_the_report_can_be_taken_away(visit: Open, games: dict[str, str], tmp_path: Path) -> None:
    page = report(visit, games["five-tribes"])
    complete(page)
    with page.expect_download() as started:
        page.get_by_role("button", name="Markdown").click()
    started.value.save_as(tmp_path / "report.md")
    text = (tmp_path / "report.md").read_text("utf-8")
    assert text.startswith("# Five Tribes")
    assert "## The game in a minute" in text
    assert "## Moves" in text
    assert len([line for line in text.splitlines() if line.startswith("| ")]) > page.locator(".moves .ml").count()
    with page.expect_download() as started:
        page.get_by_role("button", name="Picture").click()
    started.value.save_as(tmp_path / "report.png")
    assert (tmp_path / "report.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "report.png").stat().st_size > 20_000


@pytest.mark.parametrize(("language", "looks"), [("de", ((390, "light"), (1440, "dark"))), ("en", ((390, "dark"), (1440, "light")))])
def test_the_page_fits_and_axe_finds_nothing(
    visit: Open, games: dict[str, str], language: str, looks: tuple[tuple[int, Scheme], ...]
) -> None:
    page = report(visit, games["five-tribes"], language=language, reduced_motion="reduce")
    complete(page)
    row = page.locator(".moves .ml").nth(8)
    row.click()
    expect(row).to_have_attribute("aria-current", "step")
    for width, scheme in looks:
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme=scheme)
        page.evaluate(STILL)
        fits(page)
        axe(page)


def test_a_link_opens_the_report_at_a_turn(visit: Open, games: dict[str, str]) -> None:
    """The list, the curve and the address number turns alike."""
    page = report(visit, games["tuareg"])
    complete(page)
    row = page.locator(".moves .ml").nth(3)
    expect(row.locator(".num").first).to_have_text("4")
    row.click()
    page.wait_for_url(re.compile(r"\?turn=4$"))
    other = visit()
    other.evaluate(coach.QUICK)
    other.goto(page.url)
    chart = other.get_by_role("slider", name="Chances to win over the game")
    expect(chart).to_have_attribute("aria-valuetext", re.compile(r"^Turn 4 of \d+, "), timeout=THINKING)
    expect(other.locator(".ml.cur")).to_have_text(re.compile("^4"), timeout=THINKING)


def test_the_summary_says_what_decided_and_how_well_everybody_played(visit: Open, games: dict[str, str]) -> None:
    page = report(visit, games["targui"], language="de")
    complete(page)
    told = page.locator(".result h2").inner_text()
    assert re.search("gewinnt durch Eroberung|höchsten Ertrag|das Kapital entscheidet|teilen sich den Sieg", told), told
    expect(page.locator(".sum li").first).to_contain_text(told)
    assert "Punkte" not in page.locator(".sum").inner_text()
    expect(page.locator(".chances .legend li").first).to_contain_text("Ertrag")
    assert "Punkte" not in page.locator(".chances").inner_text()
    figures = [int(text) for text in page.locator(".sum .figure").all_inner_texts()]
    assert len(figures) == 2
    assert all(0 <= figure <= 100 for figure in figures)
    assert "{" not in page.locator("main").inner_text()
