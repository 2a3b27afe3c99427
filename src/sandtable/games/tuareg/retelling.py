"""Tuareg: what happened in a turn, in one sentence."""

from __future__ import annotations

import marshal
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from sandtable.kernel.coaching import Mark, Retold, Words
from sandtable.kernel.game import JSON

from .components import GOODS
from .helps import PLAIN


def retell(seat: int, events: Sequence[JSON], view: JSON, w: Words) -> Retold:
    """``events``: of one turn, as the owner of ``view`` was told them; cards that eyes did not see are told as cards."""
    own = [event for event in events if event.get("seat") == seat and event["event"] in TOLD]
    told = [_deed(marshal.dumps(same, PLAIN), w) for same in _deeds(own)]
    points = sum(event["vp"] for event in own if event["event"] == "uses_map")
    marks = [_stolen(event, w) for event in own if event["event"] == "steals"]
    told = [text for text in told if text]
    if not told and any(event["event"] == "ends_turn" for event in events):
        told = [w.retold("nothing")]
    return Retold(", ".join(told), points or None, tuple(marks))


def retold_from(view: JSON) -> JSON:
    """A view adds nothing to the events."""
    return {}


TOLD = ("draws", "puts_into_market", "loads", "buys", "pays", "hides", "steals", "passes", "uses_map", "keeps_maps")


def _deeds(events: Sequence[JSON]) -> list[list[JSON]]:
    """What is told in one part of the sentence."""
    found: list[list[JSON]] = []
    for key, group in groupby(events, key=_alike):
        same = list(group)
        found += [same] if key else [[event] for event in same]
    return found


def _alike(event: JSON) -> tuple[str, ...]:
    """Loads of one animal from one place belong together, all cards of a payment, and all that goes into the market; nothing else does."""
    name = event["event"]
    if name == "loads":
        return name, event["animal"], event["from"]
    return (name,) if name in ("pays", "puts_into_market") else ()


def _cards(goods: Sequence[str], w: Words) -> str:
    counted = Counter(goods)
    return w.join([w("cards", n=counted[good], good=w.term(good)) for good in GOODS if counted[good]])


@lru_cache(2_000)
def _deed(told: bytes, w: Words) -> str:
    """What was done once, or several times alike. Most of a turn was told after the decision before as well."""
    same: list[JSON] = marshal.loads(told)
    event = same[0]
    name = event["event"]
    if name == "draws":
        return w.retold("draws", cards=w.count("card", event["count"]) if event["goods"] is None else _cards(event["goods"], w))
    if name == "puts_into_market":
        return w.retold("market", cards=_cards([e["good"] for e in same], w))
    if name == "loads":
        key = "loads_market" if event["from"] == "market" else "loads"
        return w.retold(key, cards=_cards([e["good"] for e in same], w), animal=w.term(event["animal"]))
    if name == "pays":
        return w.retold("pays", cards=_cards([e["good"] for e in same], w))
    if name == "buys":
        return w.retold("buys", special=w(f"a_{event['special']}"))
    if name == "hides":
        return w.retold("hides" if event["good"] else "hides_unseen", good=w.term(event["good"]) if event["good"] else "")
    if name == "steals":
        key = "steals" if event["good"] else "steals_unseen"
        return w.retold(key, good=w.term(event["good"]) if event["good"] else "", victim=w.seat(event["victim"]))
    return w.retold(name)


def _stolen(event: JSON, w: Words) -> Mark:
    good = w.term(event["good"]) if event["good"] else w.count("card", 1)
    key = f"handarea:{event['victim']}" if event["from"] == "hand" else f"animal:{event['from']}"
    return Mark(event["victim"], (key,), w.retold("lost", good=good, by=w.seat(event["seat"])))
