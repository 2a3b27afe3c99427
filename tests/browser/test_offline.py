"""Sandtable as an app: it can be installed, opens without a network with the tables it knew, and shows no old code while there is one."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path

import httpx
from playwright.sync_api import Page, expect

from tests.browser.conftest import WEB, Open
from tests.browser.server import Server
from tests.browser.test_pages import fits

APP = WEB.parent


def size_of(png: Path) -> tuple[int, int]:
    head = png.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", head[16:24])
    return int(width), int(height)


def test_it_can_be_installed(server: Server) -> None:
    """What browsers (and Lighthouse) ask of an app before they offer to install it."""
    page = httpx.get(f"{server.url}/").text
    address = re.search(r'rel="manifest" href="([^"]+)"', page)
    assert address is not None
    answer = httpx.get(server.url + address[1])
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert {"name", "short_name", "start_url", "scope", "display", "background_color", "theme_color", "id"} <= manifest.keys()
    assert manifest["display"] == "standalone"
    sizes = {icon["sizes"]: size_of(APP / icon["src"].strip("/")) for icon in manifest["icons"] if icon["type"] == "image/png"}
    assert sizes == {"192x192": (192, 192), "512x512": (512, 512)}
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    assert re.search(r'<meta name="viewport"[^>]+width=device-width', page)
    assert re.search(r'<meta name="theme-color" content="#', page)
    assert re.search(r'<meta name="description" content="\w', page)
    touch = re.search(r'rel="apple-touch-icon" href="([^"]+)"', page)
    assert touch is not None
    assert size_of(APP / touch[1].strip("/")) == (180, 180)
    worker = httpx.get(f"{server.url}/sw.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"


def test_the_worker_keeps_all_of_this_build_and_nothing_else() -> None:
    text = (APP / "sw.js").read_text("utf-8")
    listed = re.search(r"const FILES = (\[.*?\]);", text)
    assert listed is not None
    files = json.loads(listed[1])
    assert {f"/assets/{path.name}" for path in (APP / "assets").iterdir()} <= set(files)
    assert all((APP / file.strip("/")).is_file() for file in files)
    assert re.search(r"const VERSION = '[0-9a-f]{12}'", text)


def ready(page: Page) -> None:
    """The service worker has everything and is in charge."""
    page.evaluate(
        "navigator.serviceWorker.ready.then(() => new Promise((done) => navigator.serviceWorker.controller ? done() :"
        " navigator.serviceWorker.addEventListener('controllerchange', done)))"
    )


def test_without_a_network_there_are_the_tables_and_their_last_boards(visit: Open) -> None:
    page = visit("/", service_workers="allow")
    ready(page)
    page.get_by_role("button", name=re.compile("Play now|Start")).first.click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector(".board, .pile, .tray")
    board = page.url
    page.goto("/")
    expect(page.locator(".mine li")).to_have_count(1)
    page.context.set_offline(True)
    page.goto("/")
    expect(page.locator(".mine li")).to_have_count(1)
    page.goto(board)
    expect(page.get_by_text("No network. You see what this device knew last.")).to_be_visible()
    page.wait_for_selector(".board, .pile, .tray")
    fits(page)
    page.context.set_offline(False)
    expect(page.get_by_text("No network. You see what this device knew last.")).to_have_count(0)


def test_a_new_version_is_there_at_once(visit: Open) -> None:
    """Pages come from the server first: what is kept is never shown while there is a network."""
    page = visit("/", service_workers="allow")
    ready(page)
    page.evaluate(
        "caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith('sandtable-shell-')).map((name) =>"
        " caches.open(name).then((cache) => cache.put('/', new Response('<h1>old</h1>', { headers: { 'Content-Type': 'text/html' } }))))))"
    )
    page.goto("/")
    page.wait_for_selector(".gcard")
    page.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_role("heading", name="old")).to_be_visible()
