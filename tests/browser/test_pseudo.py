"""Every word on the main pages comes from a catalogue, and there is room for longer ones."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

import sandtable
from tests.browser import pseudo
from tests.browser.conftest import Open

PAGES = {
    "/": ".gcard",
    "/new/tuareg": ".seats li",
    "/rules/five-tribes": ".rule",
    "/scorepad/targui": ".grid",
    "/setup/targui": ".tray svg",
    "/learn": ".learn li",
    "/verify": "textarea",
    "/puzzles": ".grid li",
    "/lobby": ".choice button",
    "/me": "#handle",
    **{f"/study?game={game}": ".dock" for game in sandtable.games()},
}

PLAIN = """() => {
  const names = /Sandtable|Five Tribes|Targui|Tuareg| et |[A-Za-z]{2}-([A-Z]?[0-9][0-9.]*|[A-Z])/g; // names, the browser's own "and", ids
  const found = new Set();
  const look = (text, where) => {
    if (/[A-Za-z]{2}/.test((text ?? '').replace(names, ''))) found.add(`${where}: ${text.trim().slice(0, 60)}`);
  };
  for (const element of document.body.querySelectorAll('*')) {
    if (!element.checkVisibility() || element.closest('select.lang, script, style, code, .rule .id')) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) look(element.getAttribute(name), `${element.tagName} ${name}`);
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) look(node.data, element.tagName);
  }
  return [...found];
}"""

CUT = """() => [...document.querySelectorAll('button, .btn, h1, h2, h3, label, th')]
  .filter((e) => e.checkVisibility() && !e.closest('svg') && getComputedStyle(e).overflowX !== 'visible' &&
    getComputedStyle(e).textOverflow !== 'ellipsis' && e.scrollWidth > e.clientWidth + 1)
  .map((e) => `${e.tagName}.${e.className}: ${e.textContent.trim().slice(0, 60)}`)"""


def faults(page: Page) -> list[str]:
    wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return [
        *(f"not in a catalogue: {text}" for text in page.evaluate(PLAIN)),
        *(f"cut off: {text}" for text in page.evaluate(CUT)),
        *([f"{wide} px too wide"] if wide > 0 else []),
    ]


@pytest.mark.own_pages
def test_words_come_from_catalogues_and_have_room(visit: Open) -> None:
    page = visit(language=pseudo.PLACE, width=390, height=844)
    pseudo.speak(page.context)
    found = []
    for path, ready in PAGES.items():
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            if width == 390:
                page.goto(path)
                page.wait_for_selector(ready)
                page.get_by_text("⟦").first.wait_for()
            found += [f"{path} at {width}: {fault}" for fault in faults(page)]
    assert not found, "\n".join(found)
