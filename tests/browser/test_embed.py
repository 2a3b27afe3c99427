"""Boards without a server: a page that opens from a file with the network off, the custom element, and finished games in frames."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

import sandtable
from sandtable import Record, show
from sandtable.server import embed
from tests.browser.conftest import PATIENCE, Open
from tests.browser.server import Server
from tests.browser.tables import READY
from tests.browser.test_pages import axe, fits
from tests.commands import good

GAMES = ("five-tribes", "targui", "tuareg")


def played(game: str, decisions: int | None = None) -> Record:
    state, rng = sandtable.load(game).new(2, seed=4), random.Random(4)
    while not state.over and (decisions is None or state.number < decisions):
        state.play(rng.choice(state.legal))
    return Record.of(state, ["Ann", "Ben"])


@pytest.fixture
def offline(browser: Browser) -> Callable[[Path], Page]:
    """Opens a file in a browser that has no network; every error the page reports fails the test."""
    troubles: list[str] = []
    contexts = []

    def opened(path: Path, language: str = "en", width: int = 1280) -> Page:
        context = browser.new_context(offline=True, viewport={"width": width, "height": 800}, locale=language, reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("requestfailed", lambda request: troubles.append(request.url[:200]))
        page.goto(path.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not troubles, troubles


@pytest.mark.parametrize("game", GAMES)
def test_an_exported_game_is_walked_through_offline(game: str, tmp_path: Path, offline: Callable[..., Page]) -> None:
    """One file, no requests; the replay goes on with keys and the slider, in the reader's language."""
    record = played(game)
    record.save(tmp_path / "game.record")
    assert f"{len(record.decisions)} decisions" in good("export-html", tmp_path / "game.record")
    page = offline(tmp_path / "game.html")
    page.wait_for_selector(READY[game])
    bar = page.locator(".dock input[type=range]")
    expect(bar).to_have_attribute("max", str(len(record.decisions)))
    page.keyboard.press(".")
    expect(bar).to_have_value("1")
    page.keyboard.press("End")
    expect(bar).to_have_value(str(len(record.decisions)))
    expect(page.get_by_text("Ann").first).to_be_visible()
    expect(page.locator(".logp li").first).to_be_visible()
    axe(page)
    narrow = offline(tmp_path / "game.html", "de", 390)
    narrow.wait_for_selector(READY[game])
    expect(narrow.locator("html")).to_have_attribute("lang", "de")
    fits(narrow)


def test_the_custom_element_shows_a_position(tmp_path: Path, offline: Callable[..., Page]) -> None:
    """In a page of others: the script once, then as many boards as one likes, each in a frame of its own."""
    state = sandtable.load("tuareg").new(3, seed=1)
    script = embed.SCRIPT.read_text("utf-8").replace("</script", "<\\/script")
    boards = "".join(f"<sandtable-board>{embed.of_state(state, eyes)}</sandtable-board>" for eyes in ("all", 0))
    (tmp_path / "blog.html").write_text(f'<!doctype html><meta charset="utf-8"><p>My blog</p>{boards}<script>{script}</script>', "utf-8")
    page = offline(tmp_path / "blog.html")
    for number in range(2):
        inside = page.frame_locator(f"sandtable-board >> nth={number} >> iframe")
        expect(inside.locator(".play")).to_be_visible()
        expect(inside.locator(".dock")).to_have_count(0)
    assert page.evaluate("getComputedStyle(document.body).margin") == "8px"


def test_a_notebook_s_frame_shows_the_board(tmp_path: Path, offline: Callable[..., Page]) -> None:
    state = sandtable.load("five-tribes").new(2, seed=1)
    (tmp_path / "cell.html").write_text(f"<!doctype html><body>{state._repr_html_()}{show.html(played('tuareg', 5))}</body>", "utf-8")
    page = offline(tmp_path / "cell.html")
    expect(page.frame_locator("iframe >> nth=0").locator(READY["five-tribes"]).first).to_be_visible()
    expect(page.frame_locator("iframe >> nth=1").locator(".dock input")).to_have_attribute("max", "5")


@pytest.fixture
def blog(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """Another site: a folder, and where it is served."""
    folder = tmp_path / "blog"
    folder.mkdir()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(folder))) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        yield folder, f"http://127.0.0.1:{site.server_port}"
        site.shutdown()


def test_a_finished_table_is_shown_in_a_frame_of_another_site(visit: Open, server: Server, blog: tuple[Path, str]) -> None:
    """`/embed/<table>`; a running one says that it cannot be shown yet, and no other page of the app can be framed."""
    page = visit()
    wish = {"game": "tuareg", "seats": [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "random"}]}
    made = page.request.post("/api/tables", data=wish).json()
    table, token = made["table"], {"Authorization": f"Bearer {made['seats'][0]['token']}"}
    folder, site = blog
    frame = page.frame_locator("iframe")

    def post(path: str) -> None:
        (folder / "post.html").write_text(f'<iframe src="{server.url}{path}" width="1000" height="700"></iframe>')
        page.goto(f"{site}/post.html")

    post(f"/embed/{table}")
    expect(frame.get_by_role("alert")).to_be_visible()
    assert page.request.post(f"{server.url}/api/tables/{table}/resign", data={"id": "1", "level": "random"}, headers=token).ok
    post(f"/embed/{table}")
    expect(frame.get_by_role("heading", name="Tuareg")).to_be_visible()
    expect(frame.locator(READY["tuareg"])).to_be_visible()
    for path in (f"/replay/{table}", f"/embed/{table}/", "/embed/a/b"):  # for the last ones the app shows its first page
        assert "frame-ancestors 'none'" in page.request.get(f"{server.url}{path}").headers["content-security-policy"]
