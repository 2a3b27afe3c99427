"""Events as objects, as a seat may know them, and as sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.kernel.words import fill, words_of

from .components import CARDS, COLOURS, DJINNS, PAYMENTS, TILE_KINDS, TILE_NAMES
from .events import CAUSES, EVENTS
from .position import written
from .scoring import lines

JSON = dict[str, Any]

FACTS: dict[str, Sequence[str]] = {  # facts that are names; all others are numbers
    "tile": TILE_NAMES,
    "colour": COLOURS,
    "card": CARDS,
    "by": CAUSES,
    "djinn": DJINNS,
    "first": DJINNS,
    "second": DJINNS,
    "third": DJINNS,
    "payment": PAYMENTS,
    "tile_kind": TILE_KINDS,
}
HIDDEN = {"drawn": ("card",), "peek": ("first", "second", "third")}
"""Facts for the deciding seat alone (FT-7.1)."""


def edition(language: str, slaves: bool) -> Mapping[str, str]:
    """The forms of the word for the Fakir or slave card (FT-0.1.5)."""
    words: Mapping[str, str] = words_of(__package__, language)["edition"]["slaves" if slaves else "fakirs"]
    return words


def tell(s: Any, event: tuple[int, ...], seat: int | None, everything: bool) -> JSON:
    """One event as ``seat`` may know it."""
    name, facts = EVENTS[event[0]]
    told: JSON = {"event": name}
    for fact, value in zip(facts, event[1:], strict=False):
        known = FACTS.get(fact)
        told[fact] = value if known is None else known[value] if value >= 0 else None
    if name in HIDDEN and not (everything or s["open_hands"] or seat == told["seat"]):
        for fact in HIDDEN[name]:
            told[fact] = None
    if name == "score":
        told["lines"] = lines(written(s), told["seat"])
    if s["slaves"]:
        told["edition"] = "slaves"
    return told


def sentence(event: JSON, language: str, names: Sequence[str]) -> str:
    texts = words_of(__package__, language)
    terms = texts["terms"]
    forms = edition(language, event.get("edition") == "slaves")
    name = event["event"]
    if name in HIDDEN and event[HIDDEN[name][0]] is not None:
        name = f"{name}_seen"
    template = texts["events"][name]
    if isinstance(template, dict):
        template = template[event["by"] if "by" in event else "fakirs" if event["fakirs"] else "plain"]
    words = dict(event)
    for fact in ("seat", "victim"):
        if fact in event:
            words[fact] = names[event[fact]]
    if event.get("colour"):
        words["meeple"] = terms["meeple"][event["colour"]]
        words["tribe"] = terms["tribes"][event["colour"]]
    for fact, key in (("card", "cards"), ("payment", "payments"), ("djinn", "djinns"), ("tile_kind", "tiles")):
        if event.get(fact):
            words[fact] = terms[key][event[fact]].format(**forms)
    if event.get("card"):
        words["good"] = terms["goods"][event["card"]].format(**forms)
    words["djinn_list"] = ", ".join(terms["djinns"][event[fact]] for fact in HIDDEN["peek"] if event.get(fact))
    n = event.get("n", event.get("fakirs", 0))
    for thing in ("elder", "fakir", "meeple", "card"):
        words[f"n_{thing}s"] = fill(terms["counted"][thing], language, n=n, **forms)
    return fill(template, language, **words)
