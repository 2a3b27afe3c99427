"""A language nobody speaks: every text of the catalogues with other letters, in brackets and 40 % longer. What shows plain letters on a
page did not come from a catalogue; what breaks is too narrow for a language with long words.

It is put in the place of French between server and browser, so nothing of it is part of the program."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Route, WebSocketRoute

import sandtable

PLACE = "fr"
APP = ("web", "people", "deals", "notices")
"""The catalogues the browser has a script of."""
FOLDER = Path(sandtable.__file__).parent
LETTERS = str.maketrans("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "åƀçđéƒĝħîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ")
FILLING = "öx öxö "
KEPT = {"id", "practice", "rulings"}
"""Parts of a rulebook that are ids."""


def pseudo(text: str) -> str:
    """The text with its fields and forms as they are."""
    if not re.search("[A-Za-z]", re.sub(r"\{\w+\}", "", text)):
        return text
    told, inside = "", []
    for sign in text:
        if sign == "{":
            inside.append("field" if not inside or inside[-1] == "form" else "form")
        told += sign if inside and inside[-1] == "field" else sign.translate(LETTERS)
        if sign == "}":
            inside.pop()
    more = math.ceil(0.4 * len(re.sub(r"\{.*\}", "", text)))
    return f"⟦{told} {(FILLING * more)[:more]}⟧"


def longer(tree: Any, kept: Collection[str] = ()) -> Any:
    """Every text of a catalogue."""
    if isinstance(tree, dict):
        return {key: part if key in kept else longer(part, kept) for key, part in tree.items()}
    return [longer(part, kept) for part in tree] if isinstance(tree, list) else pseudo(tree) if isinstance(tree, str) else tree


def spoken(told: Any) -> Any:
    """An answer of the server, where every text in several languages says the same in this one."""
    if isinstance(told, dict):
        both = {"en", PLACE} <= told.keys()
        return {key: longer(told["en"]) if both and key == PLACE else spoken(part) for key, part in told.items()}
    return [spoken(part) for part in told] if isinstance(told, list) else told


def _module(words: str, route: Route) -> None:
    route.fulfill(body=f"export default {words}", content_type="text/javascript")


def speak(context: BrowserContext) -> None:
    """From now on the pages of this context speak it, if they speak French."""
    for part in APP:
        words = longer(json.loads((FOLDER / "locales" / "en" / f"{part}.json").read_text("utf-8")))
        context.route(f"**/assets/{part}-*.js", partial(_module, json.dumps(words)))

    def answer(route: Route) -> None:
        url = route.request.url
        whole = re.fullmatch(rf"(.*/games/[^/]+/(words|rulebook)/){PLACE}", url)
        got = route.fetch(url=f"{whole[1]}en" if whole else url)
        if "json" not in got.headers.get("content-type", ""):
            route.fulfill(response=got)
            return
        route.fulfill(response=got, json=longer(got.json(), KEPT if whole[2] == "rulebook" else ()) if whole else spoken(got.json()))

    def live(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(lambda said: socket.send(json.dumps(spoken(json.loads(said)))))

    context.route("**/api/**", answer)
    context.route_web_socket("**/api/live*", live)
