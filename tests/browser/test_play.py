"""Games in a real browser: by mouse, by keyboard, by two people."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser import tuareg
from tests.browser.conftest import Open
from tests.browser.keys import from_dock, list_choices, start_from_home, tab_to
from tests.browser.tables import kept, open_table, prepared

FIRST_STEPS, MOST_STEPS = 10, 900


def play_to_the_end(page: Page) -> None:
    for _ in range(MOST_STEPS):
        if not tuareg.step(page):
            return
    raise AssertionError("The game does not end.")


def test_a_whole_game_of_tuareg_by_mouse(visit: Open) -> None:
    page = visit("/")
    tuareg.start_bot_game(page, players=5)
    play_to_the_end(page)
    expect(page.locator(".result h2")).not_to_be_empty()
    assert page.locator(".result tbody tr").count() == 12
    totals = page.locator(".result .total td").all_inner_texts()
    assert len(totals) == 5
    assert all(text.isdigit() for text in totals)
    page.locator(".result summary").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Record").click()
    assert "sandtable record 1" in download.value.path().read_text("utf-8")
    page.get_by_role("link", name="Check the seed").click()
    expect(page.get_by_text("The seed fits the fingerprint.")).to_be_visible()
    expect(page.get_by_text("It is also the fingerprint this table showed.")).to_be_visible()
    expect(page.get_by_text("Replayed:")).to_be_visible()


def play_by_keyboard(page: Page, steps: int) -> None:
    """So many decisions, or to the end."""
    for turn in range(steps):
        if tuareg.await_turn(page)["over"]:
            return
        page.wait_for_function("() => document.querySelector('.result') || document.querySelector('.choices button')")
        if page.locator(".result").count():
            return
        from_dock(page, f".choices li:{'last' if turn % 3 else 'first'}-child button")
        page.keyboard.press("Enter")
        page.wait_for_selector(".dock .pv")
        if turn % 4:
            page.keyboard.press("Space")
        else:
            tab_to(page, ".dock .main", "Shift+Tab")
            page.keyboard.press("Enter")
        page.wait_for_function("() => !document.querySelector('.dock .pv')")


def test_the_beginning_and_the_end_by_keyboard_only(visit: Open) -> None:
    """The end is that of the first stage, then all of the second."""
    page = visit("/")
    start_from_home(page, "last-child")
    play_by_keyboard(page, FIRST_STEPS)
    open_table(page, "tuareg", players=5, position=kept("tuareg-late"))
    list_choices(page)
    play_by_keyboard(page, MOST_STEPS)
    expect(page.locator(".result h2")).not_to_be_empty()


def test_arrows_move_between_things_and_escape_lets_go(visit: Open) -> None:
    page = visit()
    open_table(page, "tuareg", position=prepared("tuareg"))
    tuareg.await_turn(page)
    page.locator('[data-key="pile"]').focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.key").startswith("market:")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".dock .pv")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".dock .pv")).to_have_count(0)


def test_two_browsers_at_one_table(visit: Open) -> None:
    host = visit("/new/tuareg")
    host.locator(".seats input").fill("Ann")
    host.get_by_role("button", name="Set up the table").click()
    link = host.locator(".invite input").input_value()
    expect(host.locator(".invite svg.qr")).to_be_visible()
    guest = visit(link)
    guest.get_by_label("Your name").fill("Ben <b>")
    guest.get_by_role("button", name="Sit down").click()
    for page in (host, guest):
        page.wait_for_selector(".dock")
    expect(host.locator(".seat .nm").first).to_contain_text("Ben")
    expect(guest.locator(".seat .nm").first).to_contain_text("Ann")
    host.wait_for_selector(".top .pill.sel, .turnof")
    first, second = (host, guest) if host.locator(".top .pill.sel").count() else (guest, host)
    tuareg.draw(first)
    expect(second.locator(".pile .big")).to_have_text("39")
    expect(second.locator(".seat .hand b")).to_have_text("3")
    assert second.locator(".hand .gc").count() == 0
    tuareg.put_into_market(first)
    tuareg.end_turn(first)
    expect(second.locator(".top .pill.sel")).to_be_visible()


def share_device(page: Page) -> None:
    """Ann and Ben at one device; Ann has come."""
    page.locator(".seats input").fill("Ann")
    page.get_by_label("Who sits on seat 2").select_option("device")
    page.locator(".seats input").nth(1).fill("Ben")
    page.get_by_role("button", name="Set up the table").click()
    page.locator(".cover .btn.primary").click()


def hand_over(page: Page) -> None:
    tuareg.draw(page)
    tuareg.put_into_market(page)
    tuareg.end_turn(page)
    expect(page.locator(".cover")).to_be_visible()


def test_one_device_covers_hands_until_their_owner_comes(visit: Open) -> None:
    page = visit("/new/tuareg")
    share_device(page)
    hand_over(page)
    assert page.locator(".hand .gc").count() == 0
    page.locator(".cover .btn.primary").click()
    expect(page.locator(".pile .big")).to_have_text("39")
    assert page.locator(".hand .gc").count() == 0
    # Ben has cards now; while it is Ann's turn to come nothing leads past the cover.
    hand_over(page)
    page.locator(".cover .btn.primary").click()
    expect(page.locator(".hand .gc")).to_have_count(2)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Look back").click()
    expect(page.get_by_label("Place in the game")).to_be_visible()
    page.get_by_role("button", name="Back to now").click()
    hand_over(page)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="Quick", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Look back")).to_have_count(0)
    assert page.locator(".hand .gc").count() == 0
    page.goto(page.url.replace("/table/", "/replay/"))
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".market, [data-key^='market:']").first).to_be_visible()
    assert page.locator(".hand .gc").count() == 0


def test_chances_of_one_are_not_shown_to_the_next(visit: Open) -> None:
    page = visit("/new/tuareg")
    page.evaluate("localStorage.setItem('sandtable.chances', 'on')")
    page.reload()
    share_device(page)
    parts = page.locator(".chances .part")
    expect(parts).to_have_count(2)
    page.route("**/api/analysis", lambda route: None)  # Ben's own are never answered
    hand_over(page)
    page.locator(".cover .btn.primary").click()
    expect(page.locator(".chances")).to_be_visible()
    expect(parts).to_have_count(0)
