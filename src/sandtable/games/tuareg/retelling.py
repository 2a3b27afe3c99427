"""Tuareg: what happened in a turn, in one sentence."""

from __future__ import annotations

import marshal
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from sandtable.kernel.coaching import Mark, Retold, Words
from sandtable.kernel.game import JSON
from sandtable.kernel.writing import PLAIN

from .components import GOODS


def retell(seat: int, events: Sequence[JSON], view: JSON, w: Words) -> Retold:
    """``events``: of one turn, as the owner of ``view`` was told them; cards that eyes did not see are told as cards."""
    return retell_in(seat, events, view, (w,))[0]


def retell_in(seat: int, events: Sequence[JSON], view: JSON, several: Sequence[Words]) -> list[Retold]:
    """The same in several languages."""
    own = [event for event in events if event.get("seat") == seat and event["event"] in TOLD]
    deeds = [marshal.dumps(same, PLAIN) for same in _deeds(own)]
    points = sum(event["vp"] for event in own if event["event"] == "uses_map") or None
    stolen = [event for event in own if event["event"] == "steals"]
    idle = any(event["event"] == "ends_turn" for event in events)
    told = [_deed(deed, tuple(several)) for deed in deeds]
    retold = []
    for place, w in enumerate(several):
        texts = [text for in_all in told if (text := in_all[place])]
        if not texts and idle:
            texts = [w.retold("nothing")]
        retold.append(Retold(", ".join(texts), points, tuple([_stolen(event, w) for event in stolen])))
    return retold


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
def _deed(told: bytes, several: tuple[Words, ...]) -> list[str]:
    """What was done once, or several times alike, in several languages. Most of a turn was told after the decision before as well."""
    same: list[JSON] = marshal.loads(told)
    return [_done(same, w) for w in several]


def _done(same: list[JSON], w: Words) -> str:
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
