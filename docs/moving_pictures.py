"""Makes the site's moving pictures and the figures of the rulebooks anew: ``python docs/moving_pictures.py [sow | fight | figures]``

Animations of the page are slowed down while frames are taken, so that a busy machine makes the same film as an idle one."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from io import BytesIO
from itertools import pairwise
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "docs")]

from pictures import IMAGES, sit_down  # noqa: E402

from sandtable.kernel.words import LANGUAGES  # noqa: E402
from tests.browser.conftest import chromium  # noqa: E402
from tests.browser.server import Server  # noqa: E402

SLOWER = 12
"""The page plays so many times more slowly than it is shown afterwards."""
MOST_FRAMES, STILL_FRAMES = 90, 3
WIDTH = 720
MOVES = "document.getAnimations().filter((a) => a.playState === 'running' && a.effect?.getComputedTiming().iterations !== Infinity).length"


def visit(browser: Browser, url: str, motion: str, language: str = "en", width: int = 1100) -> Page:
    context = browser.new_context(base_url=url, viewport={"width": width, "height": 800}, reduced_motion=motion)  # type: ignore[arg-type]
    script = f"localStorage.setItem('sandtable.pace', 'normal'); localStorage.setItem('sandtable.language', '{language}');"
    context.add_init_script(script)
    page = context.new_page()
    page.set_default_timeout(180_000)
    page.goto("/")
    page.wait_for_selector(".gcard")
    return page


def sow(page: Page) -> None:
    sit_down(page, "five-tribes")
    page.locator('[data-key="tile:d5"]').click()
    page.locator(".way").first.click()


def fight(page: Page) -> None:
    sit_down(page, "targui")
    page.locator('[data-key="field:20"]').click()
    page.locator('[data-key="field:7"]').click()


SCENES: dict[str, tuple[Callable[[Page], None], str]] = {"sow": (sow, ".ftb"), "fight": (fight, ".map")}


def film(page: Page, board: str) -> list[tuple[Image.Image, float]]:
    """Confirms what is chosen and takes frames until nothing moves any more; each with the time at which it was taken."""
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 1 / SLOWER})
    area = page.locator(board).bounding_box()
    assert area is not None
    frames, still = [(page.screenshot(clip=area), time.monotonic())], 0  # type: ignore[arg-type]
    page.locator(".dock .main").click()
    while still < STILL_FRAMES and len(frames) < MOST_FRAMES:
        frames.append((page.screenshot(clip=area), time.monotonic()))  # type: ignore[arg-type]
        still = 0 if page.evaluate(MOVES) else still + 1
    return [(Image.open(BytesIO(shot)), taken) for shot, taken in frames]


def save(frames: list[tuple[Image.Image, float]], name: str) -> None:
    pictures = [shot.convert("RGB").resize((WIDTH, WIDTH * shot.height // shot.width), Image.Resampling.LANCZOS) for shot, _ in frames]
    times = [taken for _, taken in frames]
    durations = [max(30, round(1000 * (b - a) / SLOWER)) for a, b in pairwise(times)]
    path = IMAGES / f"{name}.webp"
    pictures[0].save(path, save_all=True, append_images=pictures[1:], duration=[900, *durations[1:], 1800], loop=0, quality=55, method=4)
    pictures[-1].save(IMAGES / f"{name}-still.webp", quality=70)
    print(f"{name}.webp: {len(pictures)} frames, {path.stat().st_size // 1000} kB")


def figures(browser: Browser, url: str) -> None:
    """The diagrams of the rulebooks in every language."""
    (IMAGES / "rulebook").mkdir(exist_ok=True)
    for language in LANGUAGES:
        page = visit(browser, url, "reduce", language, 760)
        for game in ("five-tribes", "targui", "tuareg"):
            page.goto(f"/rules/{game}")
            page.wait_for_selector(".rule")
            page.wait_for_timeout(500)
            for section in page.locator(".book .sec").all():
                for number, figure in enumerate(section.locator("xpath=./*[not(self::h3 or self::p or self::dl)]").all()):
                    name = f"{game}-{section.get_attribute('id')}-{language}-{number}.webp"
                    Image.open(BytesIO(figure.screenshot())).save(IMAGES / "rulebook" / name, quality=75)
        page.context.close()


def main(names: list[str]) -> None:
    server = Server(Path(tempfile.mkdtemp()))
    server.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
            for name, (play, board) in SCENES.items():
                if not names or name in names:
                    page = visit(browser, server.url, "no-preference")
                    play(page)
                    save(film(page, board), name)
            if not names or "figures" in names:
                figures(browser, server.url)
            browser.close()
    finally:
        server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
