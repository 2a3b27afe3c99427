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
