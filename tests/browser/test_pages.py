"""Every page: no sideways scrolling, no violation axe knows, both themes."""

from __future__ import annotations

import base64
import gzip
import json
import re
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page, Route, expect

from tests.browser import tuareg
from tests.browser.conftest import WEB, Open
from tests.browser.server import Server
from tests.browser.tables import kept, open_table

PAGES = {
    "/": ".gcard",
    "/new/five-tribes": ".seats li",
    "/new/targui": ".seats li",
    "/new/tuareg": ".seats li",
    "/rules/tuareg": ".rule",
    "/rules/five-tribes": ".rule",
    "/rules/targui": ".rule",
    "/scorepad/five-tribes": ".grid",
    "/scorepad/targui": ".grid",
    "/scorepad/tuareg": ".grid",
    "/setup/five-tribes": ".tray svg",
    "/setup/targui": ".tray svg",
    "/learn": ".learn li",
    "/learn/targui": ".learn li",
    "/verify": "textarea",
    "/study": ".games li",
    "/editor/targui": ".dock .good",
    "/puzzles": ".grid li",
    "/lobby": ".choice button",
    "/deal/tuareg": ".res .btn",
    "/events": "form select",
    "/me": "#handle",
}
SIZES = {"phone": (390, 844), "small": (360, 740), "side": (844, 390), "tablet": (820, 1180), "wide": (1280, 800)}


AXE = "() => axe.run({ resultTypes: ['violations'] })"


def violations(page: Page) -> Any:
    """What axe finds. It is brought along once for a page as it stands: run again it takes half the time."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return AxeResults(page.evaluate(AXE))


def axe(page: Page) -> None:
    found = violations(page)
    assert found.violations_count == 0, found.generate_report()


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0


Scheme = Literal["light", "dark"]
Look = tuple[Scheme, str]
LOOKS: tuple[Look, ...] = (("light", "wide"), ("dark", "phone"))
CROSSED: tuple[Look, ...] = (("light", "phone"), ("dark", "wide"))
"""Either pair shows both themes and both sizes."""
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
"""What measures its room is told of a new one with the next frame, and drawn with the one after."""
STILL = f"""async () => {{
    await document.fonts.ready;
    await ({FRAMES})();
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    ending.forEach((one) => one.finish());
    await Promise.allSettled(ending.map((one) => one.finished));
}}"""
"""What fades in is there, at once: axe measures contrast."""


def resize(page: Page, size: str) -> None:
    """As when a phone is turned or a window drawn larger: the page stays and lays itself out again."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(FRAMES)


def looked_at(page: Page, looks: tuple[Look, ...] = CROSSED) -> None:
    """The page as it stands fits in these looks, and axe finds nothing."""
    for scheme, size in looks:
        resize(page, size)
        page.emulate_media(color_scheme=scheme)
        page.evaluate(STILL)
        fits(page)
        axe(page)


LINK = """(path) => {
  document.querySelector('main')?.setAttribute('data-left', '');
  const link = document.body.appendChild(Object.assign(document.createElement('a'), { href: path }));
  link.click();
  link.remove();
}"""


def follow(page: Page, path: str, ready: str) -> None:
    """As by a link to there: the app stays, with its scripts and axe, and shows another page."""
    page.evaluate(LINK, path)
    page.wait_for_url(f"**{path}")
    expect(page.locator("main[data-left]")).to_have_count(0)
    page.wait_for_selector(ready)


def test_pages_fit_and_axe_finds_nothing(visit: Open) -> None:
    """No sideways scrolling (at other sizes, in German and each loaded by itself: ``test_everyone``); in both themes nothing that axe
    knows."""
    page = visit("/learn", reduced_motion="reduce")
    page.wait_for_selector(".learn li")
    found, grounds = {}, set()
    for path, ready in PAGES.items():
        follow(page, path, ready)
        for size in ("small", "tablet"):
            resize(page, size)
            fits(page)
        for scheme, size in LOOKS:
            resize(page, size)
            page.emulate_media(color_scheme=scheme)
            page.evaluate(STILL)
            grounds.add((scheme, page.evaluate("getComputedStyle(document.body).backgroundColor")))
            told = violations(page)
            if told.violations_count:
                found[path, scheme] = told.generate_report()
    assert not found, found
    assert len(grounds) == len(LOOKS), "each theme has one ground of its own"


def test_the_table_fits_and_axe_finds_nothing(visit: Open) -> None:
    """In the middle of a game, with loaded animals and a market."""
    page = visit(language="de", reduced_motion="reduce")
    open_table(page, "tuareg", players=3, position=kept("tuareg-picture"))
    tuareg.await_turn(page)
    looked_at(page)


def test_lobby_and_join(visit: Open) -> None:
    host = visit("/new/tuareg", width=390, height=844)
    host.get_by_role("button", name="Set up the table").click()
    link = host.locator(".invite input").input_value()
    fits(host)
    axe(host)
    guest = visit(link, language="de")
    expect(guest.get_by_role("heading", name="Du bist zu Tuareg eingeladen")).to_be_visible()
    axe(guest)


def test_rulebook_search_finds_by_word_and_id(visit: Open) -> None:
    page = visit("/rules/tuareg", language="de")
    page.get_by_label("suchen").fill("wasser allein")
    expect(page.locator(".rule")).not_to_have_count(0)
    expect(page.locator("#TU-6\\.4")).to_be_visible()
    page.get_by_label("suchen").fill("TU-12.4")
    expect(page.locator(".rule")).to_have_count(1)


def test_beside_a_rule_stand_its_practice_and_its_rulings(visit: Open) -> None:
    page = visit("/rules/targui#TG-5.2")
    beside = page.get_by_role("complementary", name="Beside this section")
    expect(beside.locator(".rid").first).to_have_text("TG-R5")
    expect(beside.get_by_text("strength 3 · income 3")).to_be_visible()
    expect(page.locator('.toc a[aria-current="true"]')).to_contain_text("March")
    page.locator(".toc").get_by_role("link", name="The end").click()
    expect(beside.locator(".rid").first).to_have_text("TG-R21")
    page.goto("/rules/targui#TG-5.3")
    beside.get_by_role("link", name="Practise this rule").click()
    page.wait_for_url("**/puzzles/tg-0003")


@pytest.mark.parametrize("game", ["five-tribes", "targui", "tuareg"])
def test_diagrams_have_all_their_words(visit: Open, game: str) -> None:
    page = visit(f"/rules/{game}")
    expect(page.locator(".sec .tray").first).to_be_visible()
    said = page.locator(".book").inner_text() + " ".join(
        str(one.get_attribute("aria-label")) for one in page.locator(".book svg[role=img]").all()
    )
    assert "undefined" not in said
    assert not re.search(r"\b(diagrams|edition|aid|side)\.\w", said)


def test_score_pad_counts_djinns(visit: Open) -> None:
    """FT-4.6.2, FT-D11: three viziers with Jafaar against none are 9 and the bonus of 10."""
    page = visit("/scorepad/five-tribes")
    page.get_by_label("Viziers: Seat 1").fill("3")
    page.get_by_label("Jafaar").select_option(label="Seat 1")
    points = page.locator("tr", has_text="Viziers").locator("td").first
    expect(points.locator(".sum")).to_have_text("3 × 3 + 10")
    expect(points).to_have_text(re.compile("19$"))
    expect(page.locator(".total td").first).to_have_text("25")
    page.reload()
    expect(page.locator(".total td").first).to_have_text("25")


def test_a_shared_score_pad_leaves_the_own_one_alone(visit: Open) -> None:
    page = visit("/scorepad/five-tribes")
    viziers = page.get_by_label(re.compile("^Viziers: ")).first
    viziers.fill("3")
    expect(page.locator(".total td").first).to_have_text("13")
    pad = base64.b64encode(json.dumps({"names": ["Ben", "Cleo"], "entries": [{"viziers": 7}, {}]}).encode()).decode()
    page.goto("/rules")
    page.goto(f"/scorepad/five-tribes#pad={pad}")
    expect(viziers).to_have_value("7")
    expect(page.locator(".total td").first).to_have_text("17")
    page.goto("/rules")
    page.goto("/scorepad/five-tribes")
    expect(viziers).to_have_value("3")
    # Changed here it is one's own.
    page.goto("/rules")
    page.goto(f"/scorepad/five-tribes#pad={pad}")
    viziers.fill("8")
    expect(page.locator(".total td").first).to_have_text("18")
    page.reload()
    expect(viziers).to_have_value("8")


def test_the_first_page_stays_light(visit: Open, server: Server) -> None:
    """At most 150 kB of compressed script before anything else is asked for."""
    page = visit("/")
    page.wait_for_selector(".gcard")
    names = page.evaluate("performance.getEntriesByType('resource').map((e) => new URL(e.name).pathname).filter((p) => p.endsWith('.js'))")
    sizes = {name: len(gzip.compress((WEB.parent / Path(name.lstrip("/"))).read_bytes())) for name in set(names)}
    assert sizes
    assert sum(sizes.values()) < 150_000, sizes


def test_home_waits_for_nothing_that_may_fail(visit: Open) -> None:
    """Today's deals come too late, and lie below the games; or not at all, and everything else is there."""
    page = visit()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/assets/HomeDeals-*.js", hold)
    page.goto("/", wait_until="commit")
    expect(page.locator(".games .gcard")).to_have_count(3)
    expect(page.locator("main").get_by_role("link", name="Play people")).to_be_visible()
    held.pop().continue_()
    expect(page.locator(".more ~ .below .daily")).to_be_visible()
    page.unroute("**/assets/HomeDeals-*.js", hold)
    page.route("**/assets/HomeDeals-*.js", lambda route: route.abort())
    page.reload()
    expect(page.locator(".games .gcard")).to_have_count(3)
    expect(page.locator("main").get_by_role("link", name="Play people")).to_be_visible()
    expect(page.locator(".daily")).to_have_count(0)
    page.route("**/api/games", hold)
    page.reload(wait_until="commit")
    expect(page.locator(".more").get_by_role("link", name="Puzzle")).to_be_visible()
    expect(page.locator(".games .gcard")).to_have_count(0)
    held.pop().continue_()
    expect(page.locator(".games .gcard")).to_have_count(3)


def test_values_of_ones_own_box_are_entered_for_a_table_and_on_the_pad(visit: Open) -> None:
    """Tuareg: what the cards say, in the house rules of a new table and on the score pad."""
    page = visit("/new/tuareg")
    page.get_by_text("House rules").click()
    page.get_by_label("Values of the goods").select_option(label="The values of my own box")
    page.get_by_label("Water: points for the majority").fill("7")
    page.get_by_label("Who sits on seat 2").select_option(label="A bot")
    with page.expect_request(lambda request: request.url.endswith("/api/tables") and request.method == "POST") as made:
        page.get_by_role("button", name="Set up the table").click()
    asked = made.value.post_data_json["options"]["goods"]
    assert (asked["vp_water"], asked["dinar_water"], asked["cards_millet"]) == (7, 3, 14)
    page.wait_for_selector(".hand")
    page.goto("/scorepad/tuareg")
    page.get_by_text("Values printed in my box").click()
    page.get_by_label(re.compile("^Water: Seat 1")).first.fill("1")
    expect(page.locator("tr.total td").first).to_have_text("6")
    page.get_by_label("Water: points for the majority").fill("8")
    page.get_by_label("Water: points for the majority").blur()
    expect(page.locator("tr.total td").first).to_have_text("8")
