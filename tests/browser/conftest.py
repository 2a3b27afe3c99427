"""A server and a real Chromium (Debian's, without its windows: that takes half the processor time), each started once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

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
Kept = tuple[Page, list[str]]
"""A page, and the errors that it has reported."""


@pytest.fixture(scope="package")
def left() -> dict[tuple[Any, ...], list[Kept]]:
    """Pages that tests have left, by all that cannot be changed about them."""
    return {}


@pytest.fixture
def visit(request: pytest.FixtureRequest, browser: Browser, server: Server, left: dict[tuple[Any, ...], list[Kept]]) -> Iterator[Open]:
    """Opens a page in a profile with nothing in it that plays against the quickest bots; every error the page reports fails the test.

    A test goes on in pages that others have left, cleared, where all scripts are loaded and compiled: that takes half the processor time.
    Tests that leave what cannot be cleared away (another clock, scripts, devices) are marked ``own_pages``. Only tests that say so have the
    service worker, which stays as well: in a fresh profile it first of all fetches the whole app."""
    own = request.node.get_closest_marker("own_pages") is not None
    failed = request.session.testsfailed
    opened: list[tuple[tuple[Any, ...], Page, list[str]]] = []

    def open_page(path: str = EMPTY, language: str = "en", width: int = 1280, height: int = 800, pace: str = "off", **options: Any) -> Page:
        calm = "reduce" if pace == "off" else "no-preference"  # endless movement costs the machine more than the tests do
        look = {"color_scheme": options.pop("color_scheme", "light"), "reduced_motion": options.pop("reduced_motion", calm)}
        options.setdefault("service_workers", "block")
        how = (browser, server, language, pace, *sorted(options.items()))
        page, troubles = left[how].pop() if not own and left.get(how) else new_page(language, pace, options)
        opened.append((how, page, troubles))
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(**look)
        if path != EMPTY or urlsplit(page.url).path != EMPTY:
            page.goto(path)
        return page

    def new_page(language: str, pace: str, options: dict[str, Any]) -> Kept:
        context = browser.new_context(base_url=server.url, locale=f"{language}-XX", **options)
        context.add_init_script(settings(language, pace))
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
    good = not own and not found and request.session.testsfailed == failed
    for how, page, troubles in opened:
        if good and ("service_workers", "block") in how and cleared(page, settings(*how[2:4])):
            troubles.clear()
            left.setdefault(how, []).append((page, troubles))
        else:
            page.context.close()
    assert not found, found


def settings(language: str, pace: str) -> str:
    """What a profile begins with, as a script."""
    return (
        f"if (!localStorage.getItem('sandtable.pace')) {{ localStorage.setItem('sandtable.pace', '{pace}');"
        f" localStorage.setItem('sandtable.language', '{language}'); localStorage.setItem('sandtable.level', 'random'); }}"
    )


def cleared(page: Page, beginning: str) -> bool:
    """Takes away what a test has left in the profile of this page; was that possible? Another clock cannot be taken away."""
    try:
        page.unroute_all()
        page.context.unroute_all()
        page.context.clear_permissions()
        page.goto(EMPTY)
        page.evaluate(f"localStorage.clear(); sessionStorage.clear(); {beginning}")
        native: bool = page.evaluate("[Date, setTimeout, requestAnimationFrame].every((one) => String(one).includes('[native code]'))")
        page.context.clear_cookies()
        page.mouse.move(0, 0)
    except Error:
        return False
    return native and len(page.context.pages) == 1
