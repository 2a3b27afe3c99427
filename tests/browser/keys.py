"""Moving about a page with the keyboard alone."""

from __future__ import annotations

from playwright.sync_api import Page

FOCUSED = "(s) => document.activeElement !== null && document.activeElement.matches(s)"


def tab_to(page: Page, selector: str, key: str = "Tab") -> None:
    for _ in range(160):
        if page.evaluate(FOCUSED, selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{selector} cannot be reached by {key}.")


def from_dock(page: Page, selector: str) -> None:
    """D leads to the dock; the rest is near."""
    page.keyboard.press("d")
    tab_to(page, selector)


def start_from_home(page: Page, card: str) -> None:
    """A game against as many bots as there can be (who then decide most), from the first page; all decisions are listed."""
    page.wait_for_selector(".gcard")
    tab_to(page, f".gcard:{card} .btn.indigo")
    page.keyboard.press("Enter")
    page.wait_for_selector(".deal:focus")
    tab_to(page, '[aria-label^="Players"] button:last-child', "Shift+Tab")
    page.keyboard.press("Enter")
    tab_to(page, ".deal")
    page.keyboard.press("Enter")
    list_choices(page)


def list_choices(page: Page) -> None:
    """From now on all decisions are listed at this table."""
    page.wait_for_selector(".dock .more")
    from_dock(page, ".dock .more")
    page.keyboard.press("Enter")
