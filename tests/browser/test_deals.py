"""The same deal for everybody in real browsers: a day is played and compared, a game is beaten, an event runs."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import EMPTY, Open
from tests.browser.server import Server
from tests.browser.test_pages import FRAMES, axe, fits
from tests.server.players import Stubborn, http
from tests.server.test_people import claim

AGAIN = 10_000
"""After so many milliseconds the page of an event looks again."""


def aside(work: Any) -> Any:
    """Work of the event loop beside Playwright's own."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(work)).result()


async def somebody(server: Server, game: str) -> str:
    """A person with a name who has played today's deal; the handle."""
    async with http(server.url) as client:
        person = await claim(client)
        headers = {"Authorization": f"Bearer {person['token']}"}
        begun = (await client.post(f"/api/deals/daily/{game}", json={}, headers=headers)).json()
        await Stubborn([server.url], begun["table"], {begun["seat"]: person["token"]}, 3).run()
        return str(person["handle"])


async def named(server: Server) -> dict[str, str]:
    """What a device keeps of a person who has just claimed a name."""
    async with http(server.url) as client:
        person = await claim(client)
        return {"handle": person["handle"], "token": person["token"]}


def play_out(page: Page, server: Server, hurry: float = 0.0) -> None:
    """Plays the game of this page to its end, as its device; the page looks away (drawing all of it takes longer than playing)."""
    table = page.url.rsplit("/", 1)[1]
    held = [seat for seat in json.loads(page.evaluate("localStorage.getItem('sandtable.seats')")) if seat["table"] == table]
    page.goto(EMPTY)
    aside(Stubborn([server.url], table, {held[0]["seat"]: held[0]["token"]}, 4, hurry).run())


def test_a_deal_of_the_day_is_played_and_compared_with_the_best(visit: Open, server: Server) -> None:
    best = aside(somebody(server, "tuareg"))
    page = visit("/deal/tuareg")
    expect(page.locator(".res").get_by_text(re.compile("played it"))).to_be_visible()
    expect(page.get_by_text(best)).to_have_count(0)
    page.get_by_role("button", name="Play today's deal").click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector(".pile")
    play_out(page, server)
    page.goto("/deal/tuareg")
    expect(page.get_by_text("did no better than you")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("result"))).to_be_visible()
    expect(page.locator(".right").get_by_text(best)).to_be_visible()
    expect(page.get_by_text("one day in a row").first).to_be_visible()
    axe(page)
    fits(page)
    # With a name of one's own (what was played as a guest comes along) the best game is open, side by side with one's own.
    # Reports are asked for too, of whole games: the server would go on with them long after this test. They do not come that far.
    reports = []

    def without_reports(route: Route) -> None:
        wish = route.request.post_data_json if route.request.method == "POST" else {}
        if wish.get("kind") == "report":
            reports.append(wish["table"])
        else:
            route.fallback()

    page.route("**/api/analysis", without_reports)
    person = aside(named(server))
    page.evaluate("(me) => localStorage.setItem('sandtable.person', JSON.stringify(me))", person)
    page.goto("/deal/tuareg")
    expect(page.get_by_text("Here you part", exact=True)).to_be_visible()
    expect(page.locator(".worth")).to_have_text(re.compile("worth|chance"))
    assert len(set(reports)) == 2
    axe(page)
    for width in (360, 820):
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate(FRAMES)
        fits(page)


@pytest.mark.own_pages
def test_an_event_is_opened_joined_and_played(visit: Open, server: Server) -> None:
    host = visit()
    host.clock.install()
    host.goto("/events")
    host.get_by_label("Name of the event").fill("Sunday round")
    host.get_by_label("Your name").fill("Hanna")
    host.get_by_label("Game").select_option("targui")
    host.get_by_role("button", name="Open and get the link").click()
    host.wait_for_url("**/event/*")
    guest = visit(host.url.replace(server.url, ""), language="de", width=390, height=844)
    guest.get_by_label("Dein Name").fill("Gus")
    guest.get_by_role("button", name="Mitspielen").click()
    expect(guest.get_by_role("button", name="Partie 1 spielen")).to_be_visible()
    host.clock.fast_forward(AGAIN)  # the table is live
    expect(host.get_by_role("row", name=re.compile("Gus"))).to_be_visible()
    guest.get_by_role("button", name="Partie 1 spielen").click()
    guest.wait_for_url("**/table/*")
    guest.wait_for_selector(".map")
    play_out(guest, server, hurry=0.9)
    host.clock.fast_forward(AGAIN)
    expect(host.get_by_role("row", name=re.compile("Gus")).get_by_role("cell").nth(2)).not_to_have_text(re.compile("not yet|plays"))
    axe(host)
    fits(host)
