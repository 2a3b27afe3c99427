"""A server and a real Chromium (Debian's, without its windows: that takes half the processor time), each started once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, Playwright, expect, sync_playwright

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
Left = dict[tuple[Any, ...], list[tuple[Page, list[str]]]]


@pytest.fixture(scope="package")
def left() -> Left:
    """Pages that tests marked ``leaves_pages`` have left, by how they were opened, each with the list of the errors that it reports."""
    return {}


@pytest.fixture
def visit(request: pytest.FixtureRequest, browser: Browser, server: Server, left: Left) -> Iterator[Open]:
    """Opens a page in a fresh profile that plays against the quickest bots; every error the page reports fails the test.

    Only tests that say so have the service worker: in a fresh profile it first of all fetches the whole app. Tests that leave nothing but
    what can be cleared away are marked ``leaves_pages``: the next such test goes on in their pages, where all scripts are compiled."""
    marked = request.node.get_closest_marker("leaves_pages") is not None
    failed = request.session.testsfailed
    opened: list[tuple[tuple[Any, ...], Page, list[str]]] = []

    def open_page(path: str = EMPTY, language: str = "en", width: int = 1280, height: int = 800, pace: str = "off", **options: Any) -> Page:
        if pace == "off":
            options.setdefault("reduced_motion", "reduce")  # endless movement costs the machine more than the tests do
        options.setdefault("service_workers", "block")
        how = (browser, server, language, width, height, pace, *sorted(options.items()))
        if marked and left.get(how):
            page, troubles = left[how].pop()
        else:
            page, troubles = new_page(language, width, height, pace, options)
        opened.append((how, page, troubles))
        page.goto(path)
        return page

    def new_page(language: str, width: int, height: int, pace: str, options: dict[str, Any]) -> tuple[Page, list[str]]:
        context = browser.new_context(base_url=server.url, viewport={"width": width, "height": height}, locale=f"{language}-XX", **options)
        context.add_init_script(
            f"if (!localStorage.getItem('sandtable.pace')) {{ localStorage.setItem('sandtable.pace', '{pace}');"
            f" localStorage.setItem('sandtable.language', '{language}'); localStorage.setItem('sandtable.level', 'random'); }}"
        )
        page = context.new_page()
        troubles: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        return page, troubles

    yield open_page
    for _, page, _ in opened:
        with suppress(Error):
            page.evaluate("0")  # what the page has reported until now is heard
    found = [trouble for _, _, troubles in opened for trouble in troubles]
    for how, page, troubles in opened:
        if marked and not found and request.session.testsfailed == failed and cleared(page, *how[3:5], dict(how[6:])):
            troubles.clear()
            left.setdefault(how, []).append((page, troubles))
        else:
            page.context.close()
    assert not found, found


def cleared(page: Page, width: int, height: int, options: dict[str, Any]) -> bool:
    """Takes away what a test has left in the profile of this page; was that possible?"""
    try:
        page.unroute_all()
        page.goto(EMPTY)
        page.evaluate("localStorage.clear(), sessionStorage.clear()")
        page.context.clear_cookies()
        page.mouse.move(0, 0)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=options.get("color_scheme", "light"), reduced_motion=options.get("reduced_motion", "no-preference"))
    except Error:
        return False
    return len(page.context.pages) == 1
