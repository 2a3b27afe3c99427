"""Makes the pictures of the README anew: a real server, Debian's Chromium, prepared positions. ``python docs/pictures.py [name ...]``"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import chromium  # noqa: E402
from tests.browser.server import Server  # noqa: E402
from tests.browser.tables import open_table  # noqa: E402

IMAGES = Path(__file__).parent / "images"
POSITIONS = ROOT / "tests" / "browser" / "positions"
MOST_BYTES = 250_000
WIDE, PHONE = (1280, 860), (390, 780)


def visit(browser: Browser, url: str, size: tuple[int, int], scheme: str) -> Page:
    viewport = {"width": size[0], "height": size[1]}
    context = browser.new_context(base_url=url, viewport=viewport, color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    context.add_init_script("localStorage.setItem('sandtable.pace', 'off'); localStorage.setItem('sandtable.language', 'en');")
    page = context.new_page()
    page.goto("/")
    page.wait_for_selector(".gcard")
    return page


def sit_down(page: Page, game: str) -> None:
    position = json.loads((POSITIONS / f"{game}-picture.json").read_text("utf-8"))
    players = position.get("players") or len(position["colours"])
    open_table(page, game, players=players, position=position, level="level3")
    page.wait_for_selector(".dock .more")
    page.wait_for_timeout(400)


def five_tribes(page: Page) -> None:
    sit_down(page, "five-tribes")
    page.locator('[data-key="tile:d5"]').click()
    page.locator(".way").first.click()


def targui(page: Page) -> None:
    sit_down(page, "targui")
    page.locator('[data-key="field:20"]').click()
    page.locator('[data-key="field:7"]').click()


def tuareg(page: Page) -> None:
    sit_down(page, "tuareg")
    page.locator(".hand .gc.legal").first.click()
    if not page.locator(".dock .pv").count():
        page.locator(".abox.legal").first.click()


def home(page: Page) -> None:
    page.wait_for_timeout(400)


def save(shot: Image.Image, name: str) -> None:
    """As few colours as needed to stay small."""
    for colours in (256, 192, 128, 96, 64):
        kept = BytesIO()
        few = shot.convert("RGB").quantize(colours, method=Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)
        few.save(kept, "png", optimize=True)
        if kept.tell() < MOST_BYTES:
            break
    (IMAGES / f"{name}.png").write_bytes(kept.getvalue())
    print(f"{name}.png: {kept.tell() // 1000} kB, {colours} colours")


SCENES: dict[str, tuple[Callable[[Page], None], str]] = {
    "five-tribes": (five_tribes, "light"),
    "targui": (targui, "light"),
    "tuareg": (tuareg, "dark"),
}


def main(names: list[str]) -> None:
    folder = Path(tempfile.mkdtemp())
    server = Server(folder)
    server.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
            for name, (play, scheme) in SCENES.items():
                if names and name not in names:
                    continue
                page = visit(browser, server.url, WIDE, scheme)
                play(page)
                page.evaluate("scrollTo(0, 0)")
                page.wait_for_timeout(500)
                save(Image.open(BytesIO(page.screenshot())), name)
            if not names or "phones" in names:
                save(phones(browser, server.url), "phones")
            browser.close()
    finally:
        server.stop()


def phones(browser: Browser, url: str) -> Image.Image:
    """Home and the three boards on a phone, side by side."""
    shots = []
    for play, scheme in ((home, "light"), (five_tribes, "dark"), (targui, "light"), (tuareg, "dark")):
        page = visit(browser, url, PHONE, scheme)
        play(page)
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_timeout(500)
        shots.append(Image.open(BytesIO(page.screenshot())))
    gap = 24
    strip = Image.new("RGB", (len(shots) * (PHONE[0] + gap) - gap, PHONE[1]), "white")
    for i, shot in enumerate(shots):
        strip.paste(shot, (i * (PHONE[0] + gap), 0))
    return strip.resize((strip.width * 3 // 4, strip.height * 3 // 4), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    main(sys.argv[1:])
