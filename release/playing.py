"""Plays games on a server that was just installed: one of each kind over the API, one of each in the browser."""

from __future__ import annotations

import asyncio
from importlib import import_module
from inspect import signature

import httpx
from playwright.sync_api import Page, sync_playwright

from tests.browser.tables import open_table
from tests.debian import program
from tests.server.players import Stubborn, create, http, tokens

MOST_STEPS = 2_000
PATIENCE = 120_000


def games(base: str) -> list[str]:
    """What the server offers."""
    return [game["game"] for game in httpx.get(f"{base}/api/games", timeout=60).json()]


async def by_api(base: str, game: str) -> int:
    """Two persons over a socket, to the end; how many decisions they made."""
    async with http(base) as client:
        made = await create(client, {"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}, game=game)
    player = Stubborn([base], made["table"], tokens(made), 1)
    await player.run()
    return len(player.acked)


def all_by_api(base: str) -> dict[str, int]:
    return {game: asyncio.run(by_api(base, game)) for game in games(base)}


def by_browser(page: Page, game: str) -> int:
    """One person against the weakest bot, by touching the board; how many touches it took."""
    step = import_module(f"tests.browser.{game.replace('-', '_')}").step
    told = len(signature(step).parameters)  # the page, and in some games which turn it is
    open_table(page, game)
    for turn in range(MOST_STEPS):
        if not step(*(page, turn)[:told]):
            assert page.locator(".result h2").inner_text()
            return turn
    raise SystemExit(f"A game of {game} in the browser does not end.")


def all_by_browser(base: str) -> dict[str, int]:
    with sync_playwright() as playwright:
        path = program("chromium", "chromium", "chromium-browser", "google-chrome")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        found = {}
        for game in games(base):
            context = browser.new_context(base_url=base, viewport={"width": 1280, "height": 800}, locale="en-XX", reduced_motion="reduce")
            context.add_init_script("localStorage.setItem('sandtable.pace', 'off'); localStorage.setItem('sandtable.language', 'en');")
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            page.goto("/")
            found[game] = by_browser(page, game)
            context.close()
        browser.close()
    return found
