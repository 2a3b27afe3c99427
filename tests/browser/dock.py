"""The main button below the board."""

from __future__ import annotations

from playwright.sync_api import Page

MOVED_ON = "(before) => document.querySelector('.result') || document.querySelector('.dock')?.dataset.decisions !== before"


def confirm(page: Page) -> None:
    """Presses the main button and waits until the table has moved on."""
    before = page.locator(".dock").get_attribute("data-decisions")
    page.locator(".dock .main:not([disabled])").click()
    page.wait_for_function(MOVED_ON, arg=before)
