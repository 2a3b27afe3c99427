"""The first start of a server: the home page says how far every game is, and a table of one that is not ready waits for it."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.browser.conftest import Open
from tests.browser.test_pages import SIZES, axe, fits

GAMES = ("five-tribes", "targui", "tuareg")
PREPARING = {"code": "PREPARING", "rule": None, "words": {"en": "Wait.", "de": "Warte."}, "detail": "tuareg"}


class FirstStart:
    """Plays a server that compiles Tuareg until it is told that it is ready; everything else is the real one."""

    def __init__(self) -> None:
        self.part, self.asked = 0.25, 0

    def told(self, route: Route) -> None:
        ready = self.part >= 1
        route.fulfill(json=[self._game(game, True, 1) if game != "tuareg" else self._game(game, ready, self.part) for game in GAMES])

    @staticmethod
    def _game(game: str, ready: bool, part: float) -> dict[str, object]:
        return {"game": game, "ready": ready, "part": part, "seconds": 0 if ready else 40 * (1 - part)}

    def tables(self, route: Route) -> None:
        if self.part >= 1:
            route.continue_()
        else:
            self.asked += 1
            route.fulfill(status=503, json=PREPARING)


def test_the_home_page_says_how_far_the_games_are_and_a_table_waits(visit: Open) -> None:
    width, height = SIZES["phone"]
    page = visit("/", language="en", width=width, height=height)
    server = FirstStart()
    page.route("**/api/preparing", server.told)
    page.route("**/api/tables", server.tables)
    page.reload()
    card = page.locator(".gcard", has=page.get_by_role("heading", name="Tuareg"))
    expect(card.get_by_role("progressbar")).to_have_attribute("value", "25")
    expect(card).to_contain_text("about 30 seconds left")
    expect(page.get_by_role("progressbar")).to_have_count(1)
    fits(page)
    axe(page)
    server.part = 0.5
    expect(card.get_by_role("progressbar")).to_have_attribute("value", "50")

    page.get_by_role("button", name="Play now").click()
    waiting = page.locator(".preparing")
    expect(waiting).to_contain_text("Tuareg is being prepared")
    expect(waiting.get_by_role("progressbar")).to_have_attribute("value", "50")
    expect(page.locator(".notice")).to_have_count(0)
    fits(page)
    assert server.asked == 1

    server.part = 1
    page.wait_for_url("**/table/*")
    expect(page.locator(".preparing")).to_have_count(0)
    expect(page.locator(".notice")).to_have_count(0)
