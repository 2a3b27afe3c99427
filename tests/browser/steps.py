"""One touch after the other, on the board of every game: the page, and which touch it is; False when the game is over."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser import five_tribes, targui, tuareg

STEPS: dict[str, Callable[[Page, int], bool]] = {
    "five-tribes": lambda page, _: five_tribes.step(page),
    "targui": targui.step,
    "tuareg": lambda page, _: tuareg.step(page),
}
