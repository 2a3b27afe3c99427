"""The dock below the board: whether one is asked, and its main button."""

from __future__ import annotations

from playwright.sync_api import Page

ASKED = "() => document.querySelector('.result') || (document.querySelector('.top .pill.sel') && document.querySelector('.dock .more'))"
"""The list of all choices is offered only while no decision is on its way and nothing is still to be shown. So whoever has just decided
does not take what is still on the screen for the next question."""
MOVED_ON = "(before) => document.querySelector('.result') || document.querySelector('.dock')?.dataset.decisions !== before"
OFTEN = 20
"""Looked for so often, in milliseconds: asking with every picture would have the page make pictures of nothing new."""


def await_question(page: Page) -> None:
    """Waits until it is this screen's turn and the choices are there, or the game is over."""
    page.wait_for_function(ASKED, polling=OFTEN)


def confirm(page: Page) -> None:
    """Presses the main button and waits until the table has moved on."""
    before = page.locator(".dock").get_attribute("data-decisions")
    page.locator(".dock .main:not([disabled])").click()
    page.wait_for_function(MOVED_ON, arg=before, polling=OFTEN)
