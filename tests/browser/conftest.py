"""A server and a real Chromium (Debian's, without its windows: that takes half the processor time), each started once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from tests.browser.server import Server
from tests.debian import Missing, found_program, program

WEB = Path(__file__).parents[2] / "src" / "sandtable" / "web" / "index.html"


PATIENCE = 180_000
"""How long anything may take on a busy machine, in milliseconds; a test that passes waits only as long as it must."""
EMPTY = "/health"
"""A page of the server with nothing on it, for tests that go on to a table of their own: the home page would cost a second each time."""
NO_BROWSER = "These tests drive a real browser. Install Debian's (`apt-get install {package}`) and run them again. {why}"
WINDOWLESS, WITH_WINDOWS = "chromium-headless-shell", "chromium"
UNPAINTED = "--force-gpu-mem-available-mb=0"
"""No room for pictures of the page: styles, layout and touches are as ever, but nobody fills in pixels that nobody looks at.
Tests that take pictures launch a browser of their own."""


def chromium(package: str = WINDOWLESS) -> str:
    """The browser's path. One with windows that is here already does as well; where there is none Debian's package is installed, as root
    or with sudo, and where that fails so do the tests."""
    try:
        return found_program(package, WITH_WINDOWS, "chromium-browser", "google-chrome") or program(package)
    except Missing as missing:
        pytest.fail(NO_BROWSER.format(package=package, why=missing))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert WEB.is_file(), "The web app is not built: run `python hatch_build.py`."
    server = Server(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Ends with this folder: while it lives Playwright keeps an event loop running, and other tests want their own."""
    with sync_playwright() as playwright:
        expect.set_options(timeout=PATIENCE)
        yield playwright


def launched(playwright: Playwright, path: str, *flags: str) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", *flags])
    yield browser
    browser.close()


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    yield from launched(playwright, chromium(), UNPAINTED)


Open = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Open]:
    """Opens a page in a fresh profile that plays against the quickest bots; every error the page reports fails the test.

    Only tests that say so have the service worker: in a fresh profile it first of all fetches the whole app."""
    troubles: list[str] = []
    contexts = []

    def open_page(path: str = EMPTY, language: str = "en", width: int = 1280, height: int = 800, pace: str = "off", **options: Any) -> Page:
        if pace == "off":
            options.setdefault("reduced_motion", "reduce")  # endless movement costs the machine more than the tests do
        options.setdefault("service_workers", "block")
        context = browser.new_context(base_url=server.url, viewport={"width": width, "height": height}, locale=f"{language}-XX", **options)
        context.add_init_script(
            f"if (!localStorage.getItem('sandtable.pace')) {{ localStorage.setItem('sandtable.pace', '{pace}');"
            f" localStorage.setItem('sandtable.language', '{language}'); localStorage.setItem('sandtable.level', 'random'); }}"
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not troubles, troubles
