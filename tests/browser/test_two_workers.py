"""Two strangers whose browsers speak with different web workers: they meet, play a rated game to its end, and a third device takes over."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sandtable.server.people.ladder import Rating
from tests.browser import targui
from tests.browser.conftest import EMPTY, Open
from tests.browser.test_deals import aside
from tests.browser.test_people import claim, find, kept
from tests.server.players import Stubborn
from tests.server.processes import Server


@pytest.fixture
def two_workers(new_database: Callable[[], str]) -> Iterator[tuple[str, str]]:
    """Two web workers on one PostgreSQL, each with an address of its own: whoever uses one never speaks with the other."""
    database = new_database()
    with Server(database) as one, Server(database, "--bot-workers=0") as other:
        yield f"http://localhost:{one.port}", f"http://localhost:{other.port}"


@pytest.mark.own_pages
def test_strangers_at_two_workers_play_to_the_end_and_a_linked_device_takes_over(visit: Open, two_workers: tuple[str, str]) -> None:
    here, there = two_workers
    ann, ben, phone = visit(), visit(), visit()
    claim(ann, here, "oryx_ivy")
    claim(ben, there, "old_caravan")
    find(ann, here, "Targui")
    expect(ann.get_by_text("Looking for one more")).to_be_visible()
    find(ben, there, "Targui")
    for page in (ann, ben):
        page.wait_for_url("**/table/*")
        page.wait_for_selector(".map .f")
    table = ann.url.rsplit("/", 1)[1]
    assert ben.url == f"{there}/table/{table}"
    seat = {page: next(held["seat"] for held in kept(page, "sandtable.seats") if held["table"] == table) for page in (ann, ben)}
    assert set(seat.values()) == {0, 1}

    def now() -> Any:
        token = kept(ben, "sandtable.person")["token"]
        return ben.request.get(f"{there}/api/tables/{table}", headers={"Authorization": f"Bearer {token}"}).json()

    def decide(at: dict[Page, int]) -> int:
        """One decision by whoever's turn it is, as both workers know then; whose it was."""
        before = now()
        turn: int = before["status"]["to_decide"]
        page = next(page for page, own in at.items() if own == turn)
        targui.step(page, 0)
        for tries in range(1200):
            if now()["number"] != before["number"]:
                return turn
            page.wait_for_timeout(50)
            if tries % 400 == 399:  # what was touched was on its way out
                targui.step(page, 0)
        raise AssertionError("nothing was decided")

    while {decide(seat) for _ in range(3)} != {0, 1}:
        pass

    # The link that the picture shows signs the phone in; it opens the table, and is Ann at once.
    ann.goto(f"{here}/me")
    with ann.expect_response("**/people/me/link") as told:
        ann.get_by_role("button", name="Show the code").click()
    expect(ann.get_by_role("img", name=re.compile("scan", re.IGNORECASE))).to_be_visible()
    phone.goto(f"{here}/link#{told.value.json()['secret']}")
    phone.get_by_role("button", name="Sign this device in").click()
    phone.wait_for_url(f"{here}/")
    phone.evaluate("localStorage.removeItem('sandtable.seats')")  # as on a day on which the first page was never seen
    phone.goto(f"{here}/table/{table}")
    phone.wait_for_selector(".map .f")
    expect(phone.get_by_text("Watching")).to_have_count(0)
    while decide({phone: seat[ann], ben: seat[ben]}) != seat[ann]:
        pass

    # To the end, each at the own worker (only the phone still looks); both ratings have moved, and the profiles show the game.
    tokens = {page: kept(page, "sandtable.person")["token"] for page in (phone, ben)}
    ben.goto(f"{there}{EMPTY}")

    async def to_the_end() -> None:
        players = ((here, phone, seat[ann]), (there, ben, seat[ben]))
        await asyncio.gather(*(Stubborn([site], table, {own: tokens[page]}, own, hurry=0.9).run() for site, page, own in players))

    aside(to_the_end())
    expect(phone.locator(".result")).to_be_visible()
    for handle, site in (("oryx_ivy", there), ("old_caravan", here)):
        page = ben if site == there else phone
        counted: list[Any] = []
        while not counted:  # results are counted a moment later
            page.wait_for_timeout(100)
            counted = page.request.get(f"{site}/api/people/{handle}").json()["games"]
        assert counted[0]["rating"]["spread"] < Rating().spread, "we are surer of both now"
        assert len(counted[0]["scores"]) == 1, "it was played out"
        page.goto(f"{site}/player/{handle}")
        expect(page.locator(".last li")).to_have_count(1)
