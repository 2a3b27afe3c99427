"""Two browsers draw a deal together, and each finds its own part in the record."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Open


def new_table(page: Page, name: str = "Ann") -> str:
    """A table with an open seat; returns its invitation."""
    page.locator(".seats input").fill(name)
    page.get_by_role("button", name="Set up the table").click()
    return page.locator(".invite input").input_value()


def sit_down(page: Page, name: str = "Ben") -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()


def give_up(page: Page) -> None:
    page.locator(".menuholder > .iconbtn").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Really give up?").click()


def test_two_browsers_draw_the_deal_and_check_it(visit: Open) -> None:
    host = visit("/new/tuareg")
    guest = visit(new_table(host))
    sit_down(guest)
    for page in (host, guest):
        page.wait_for_selector(".dock")
    give_up(host)
    for page in (host, guest):
        page.locator(".result .more summary").click()
        page.get_by_role("link", name="Check the seed").click()
        expect(page.get_by_text("The seed fits the fingerprint.")).to_be_visible()
        expect(page.get_by_text("What 2 players added is what the fingerprints shown before the deal stand for.")).to_be_visible()
        expect(page.get_by_text("What this device added is among them.")).to_be_visible()
        expect(page.locator(".res.bad")).to_have_count(0)
    parts = [page.evaluate("JSON.parse(localStorage.getItem('sandtable.parts')).find((one) => one.shown).part") for page in (host, guest)]
    assert parts[0] != parts[1]
    for part in parts:
        expect(host.locator("dd", has_text=part)).to_be_visible()

    # A host that put another part into the record is found out.
    record = host.locator("textarea").input_value()
    assert parts[1] in record
    host.locator("textarea").fill(record.replace(parts[1], "0" * 64))
    host.get_by_role("button", name="Check", exact=True).click()
    expect(host.get_by_text("The players’ parts are not those whose fingerprints were shown before the deal.")).to_be_visible()


def test_the_deal_waits_for_who_is_away_and_begins_when_they_look_in(visit: Open) -> None:
    host = visit("/new/tuareg")
    link = new_table(host)
    host.goto("/rules/tuareg")  # a page that asks for no table
    guest = visit(link)
    sit_down(guest)
    expect(guest.get_by_role("heading", name="The deal is being drawn")).to_be_visible()
    expect(guest.get_by_text("Waiting for the device of Ann")).to_be_visible()
    expect(guest.get_by_role("button", name="Leave the table")).to_be_visible()
    host.goto("/")  # the list of the own tables is enough
    guest.wait_for_selector(".dock")


def test_whoever_leaves_makes_everybody_draw_again(visit: Open) -> None:
    host = visit("/new/tuareg")
    link = new_table(host)
    table = host.url
    host.goto("/rules/tuareg")  # a page that asks for no table
    guest = visit(link)
    sit_down(guest)
    guest.get_by_role("button", name="Leave the table").click()
    expect(guest.get_by_role("heading", name="Three desert games.")).to_be_visible()
    other = visit(link)
    sit_down(other, "Eve")
    expect(other.get_by_text("Waiting for the device of Ann")).to_be_visible()
    host.goto(table)
    for page in (host, other):
        page.wait_for_selector(".dock")
    status = host.evaluate("fetch('/api' + location.pathname.replace('table', 'tables')).then((answer) => answer.json())")["status"]
    assert status["draw"]["round"] == 2


def test_a_prepared_position_is_told_to_whoever_is_invited(visit: Open) -> None:
    host = visit()
    position = host.request.get("/api/games/tuareg/setup?players=2&position=true").json()["position"]
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "open"}]
    made = host.request.post("/api/tables", data={"game": "tuareg", "seats": seats, "position": position}).json()
    guest = visit(f"/join/{made['invite']}")
    said = guest.get_by_text("Prepared position: the open table was laid out by its maker. All that is hidden is dealt anew.")
    expect(said).to_be_visible()
    sit_down(guest)
    guest.wait_for_selector(".dock")
    expect(said).to_be_visible()
