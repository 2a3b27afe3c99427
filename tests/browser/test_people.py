"""Two strangers: each claims a name with a passkey, they meet in the lobby, play a rated game, and a third device takes over."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, Playwright, expect

from tests.browser.conftest import Open, chromium, launched
from tests.browser.server import Server
from tests.browser.test_pages import axe, fits


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One that paints: a picture is taken."""
    yield from launched(playwright, chromium())


def with_authenticator(page: Page) -> None:
    """A fingerprint reader that always says yes."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    facts = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    session.send("WebAuthn.addVirtualAuthenticator", {"options": {**facts, "isUserVerified": True, "automaticPresenceSimulation": True}})


def scanned(part: Locator) -> str:
    """What a phone reads that is held before this part of the page: by another program than the one that drew it."""
    expect(part.get_by_role("img")).to_be_visible()
    found = zxingcpp.read_barcodes(Image.open(BytesIO(part.screenshot())))
    assert [one.format for one in found] == [zxingcpp.BarcodeFormat.QRCode]
    return str(found[0].text)


def kept(page: Page, name: str) -> Any:
    return json.loads(page.evaluate("(name) => localStorage.getItem(name)", name) or "null")


def claim(page: Page, site: str, handle: str) -> None:
    """Claims a name with a passkey, and writes the recovery code down."""
    with_authenticator(page)
    page.goto(f"{site}/me")
    page.get_by_label("Name", exact=True).fill(handle)
    expect(page.get_by_text(f"{handle} is free.")).to_be_visible()
    page.get_by_role("button", name="Claim with a passkey").click()
    expect(page.get_by_text(f"{handle} is yours.")).to_be_visible()
    expect(page.get_by_role("region", name="Recovery code").locator("li")).to_have_count(6)
    page.get_by_role("button", name="I have written it down").click()
    expect(page.get_by_text("Add a passkey")).to_be_visible()


def find(page: Page, site: str, game: str) -> None:
    page.goto(f"{site}/lobby")
    page.get_by_role("button", name=re.compile(game)).first.click()
    page.get_by_role("button", name="Brisk").click()
    page.get_by_role("button", name="Find a game").click()


@pytest.mark.own_pages
def test_two_strangers_meet_play_and_are_rated(visit: Open, server: Server) -> None:
    site = f"http://localhost:{server.port}"
    ann, ben, phone = visit(), visit(), visit(width=390, height=844)
    claim(ann, site, "dune_lark")
    claim(ben, site, "salt_wren")
    expect(ann.locator("main li").filter(has_text="Chrome")).to_have_count(2)
    axe(ann)

    # They look for the same game, and find each other.
    find(ann, site, "Tuareg")
    expect(ann.get_by_text("Looking for one more")).to_be_visible()
    find(ben, site, "Tuareg")
    for page in (ann, ben):
        page.wait_for_url("**/table/*")
        page.wait_for_selector(".pile")
    table = ann.url.rsplit("/", 1)[1]
    assert ben.url.endswith(table)

    # They talk: by phrases at once, in their own words once both have agreed.
    for page in (ann, ben):
        page.get_by_role("button", name="Talk").click()
    ann.get_by_role("button", name="Good luck").click()
    expect(ben.get_by_label("What was said")).to_contain_text("dune_lark Good luck")
    ann.get_by_role("button", name="Write freely").click()
    ben.get_by_role("button", name="Agree").click()
    ben.get_by_label("Write something").fill("Nice <i>to</i> meet you")
    ben.get_by_role("button", name="Send").click()
    expect(ann.locator(".bubble", has_text="Nice ito/i meet you")).to_be_visible()
    axe(ann)

    # Ann links her phone by the picture (in the dark too), which opens the same seat in the middle of the game.
    ann.emulate_media(color_scheme="dark")
    ann.goto(f"{site}/me")
    ann.get_by_role("button", name="Show the code").click()
    link = scanned(ann.get_by_role("region", name="Link a device"))
    assert link.startswith(f"{site}/link#")
    phone.goto(link)
    phone.get_by_role("button", name="Sign this device in").click()
    phone.wait_for_url(f"{site}/")
    assert kept(phone, "sandtable.person")["handle"] == "dune_lark"
    # A picture serves once; a tablet is told the code instead.
    tablet = visit(width=768, height=1024)
    tablet.goto(link)
    tablet.get_by_role("button", name="Sign this device in").click()
    expect(tablet.locator(".notice.refused")).to_be_visible()
    ann.reload()
    ann.get_by_role("button", name="Show the code").click()
    code = ann.locator(".code").inner_text()
    tablet.goto(f"{site}/me")
    tablet.get_by_label(re.compile("The code that another device shows")).fill(code)
    tablet.get_by_role("button", name="Sign in", exact=True).click()
    expect(tablet.get_by_role("heading", name="dune_lark")).to_be_visible()
    phone.locator(f"a[href='/table/{table}']").first.click()
    phone.wait_for_selector(".pile")
    seat = next(held for held in kept(phone, "sandtable.seats") if held["table"] == table)
    assert seat["seat"] == next(held for held in kept(ann, "sandtable.seats") if held["table"] == table)["seat"]

    # The phone gives up: the game ends, and both ratings have changed.
    token = kept(phone, "sandtable.person")["token"]
    gave_up = phone.request.post(f"{site}/api/tables/{table}/resign", data={"id": "x"}, headers={"Authorization": f"Bearer {token}"})
    assert gave_up.ok, gave_up.text()
    for handle, outcome in (("dune_lark", "2 of 2"), ("salt_wren", "Won")):
        for _ in range(100):
            if ben.request.get(f"{site}/api/people/{handle}").json()["games"]:
                break
            ben.wait_for_timeout(100)
        ben.goto(f"{site}/player/{handle}")
        expect(ben.get_by_role("heading", name=handle)).to_be_visible()
        expect(ben.locator(".last li").first).to_contain_text(outcome)
    fits(ben)
    axe(ben)

    # Ben follows Ann and challenges her, who is at another page; she declines.
    ben.goto(f"{site}/player/dune_lark")
    ben.get_by_role("button", name="Follow").click()
    expect(ben.get_by_role("button", name="Following")).to_be_visible()
    ben.get_by_role("button", name="Challenge").click()
    ben.locator("dialog").get_by_role("button", name="Challenge").click()
    ben.wait_for_url("**/table/*")
    expect(ann.get_by_text("salt_wren challenges you")).to_be_visible()
    ann.get_by_role("button", name="Decline").click()
    expect(ann.get_by_text("salt_wren challenges you")).to_have_count(0)

    # On another day: the passkey alone opens the name again.
    ben.evaluate("localStorage.clear()")
    ben.goto(f"{site}/me")
    ben.get_by_role("button", name="Sign in with a passkey").click()
    expect(ben.get_by_role("heading", name="salt_wren")).to_be_visible()


def test_an_open_table_is_taken_with_one_tap(visit: Open) -> None:
    """Guests too: one opens a table, the other sees it on the first page at once and sits down."""
    ann, ben = visit("/lobby"), visit("/")
    ann.get_by_role("button", name="Open a table").click()
    ann.locator("dialog select").first.select_option(label="Tuareg")
    ann.locator("dialog").get_by_role("button", name="Open a table").click()
    ann.wait_for_url("**/table/*")
    table = ann.url.rsplit("/", 1)[1]
    ben.get_by_role("button", name=re.compile(r"Sit down\s*: Tuareg")).first.click()
    ben.wait_for_url(f"**/table/{table}")
    for page in (ann, ben):
        page.wait_for_selector(".pile")
