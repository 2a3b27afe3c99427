"""Five Tribes: what happened in a turn, in one sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from sandtable.kernel.coaching import Mark, Retold, Words
from sandtable.kernel.game import JSON

from .components import DJINN_VALUE, DJINNS, PALACE_POINTS
from .scoring import piece_values
from .sentences import edition


def retell(seat: int, events: Sequence[JSON], view: JSON, w: Words) -> Retold:
    """``events``: of one turn (or bid), as the owner of ``view`` was told them."""
    own = [event for event in events if event.get("seat") == seat]
    told: list[str] = []
    for event in own:
        teller = TELLERS.get(event["event"])
        text = teller(event, own, view, w) if teller else ""
        if text and text not in told:
            told.append(text)
    marks = [mark for event in own if (mark := _mark(event, view, w))]
    return Retold(", ".join(told), gain(seat, own, view) if told else None, tuple(marks))


# ---- words --------------------------------------------------------------------------------------------------------------------------


def retold_from(view: JSON) -> JSON:
    """The tiles, everybody's djinns, and how the cards are called."""
    djinns = [{"djinns": seat["djinns"]} for seat in view["seats"]]
    return {"options": {"edition": view["options"]["edition"]}, "tiles": view["tiles"], "seats": djinns}


def _bid(event: JSON, own: Sequence[JSON], view: JSON, w: Words) -> str:
    return w.retold("bid", spot=event["spot"])


def _collect(event: JSON, own: Sequence[JSON], view: JSON, w: Words) -> str:
    tribe = w.count(event["colour"], event["n"])
    gold = sum(e["gold"] for e in own if e["event"] == "gold" and e["by"] == "builders")
    key = "builders" if event["colour"] == "blue" else "collect"
    return w.retold(key, tribe=tribe, tile=event["tile"], gold=gold)


def _cards(event: JSON, own: Sequence[JSON], view: JSON, w: Words) -> str:
    """All cards that came the same way, told with the first of them."""
    forms = edition(w.language, view["options"]["edition"] == "slaves")
    same = Counter(e["card"] for e in own if e["event"] == "card" and e["by"] == event["by"])
    named = [(n, str(w.term("goods", card)).format(**forms)) for card, n in same.items()]
    cards = w.join([f"{n} × {name}" if n > 1 else name for n, name in named])
    paid = sum(e["gold"] for e in own if e["event"] == "paid" and e["by"] == "market")
    return w.retold("bought" if event["by"] == "market" else "took", cards=cards, gold=paid)


def _piece(event: JSON, own: Sequence[JSON], view: JSON, w: Words) -> str:
    owner = view["tiles"][event["tile"]]["camel"]
    key = event["event"] if owner in (None, event["seat"]) else f"{event['event']}_for"
    return w.retold(key, tile=event["tile"], owner=w.seat(owner) if owner is not None else "")


TELLERS: dict[str, Callable[..., str]] = {
    "bid": _bid,
    "lift": lambda event, own, view, w: w.retold("lift", tile=event["tile"]),
    "collect": _collect,
    "card": _cards,
    "palm": _piece,
    "palace": _piece,
    "camel": lambda event, own, view, w: w.retold("camel", tile=event["tile"]),
    "kill": lambda event, own, view, w: w.retold("kill", meeple=w.term("meeple", event["colour"]), tile=event["tile"]),
    "kill_owned": lambda event, own, view, w: w.retold(
        "kill_owned", meeple=w.term("meeple", event["colour"]), victim=w.seat(event["victim"])
    ),
    "djinn": lambda event, own, view, w: w.retold("djinn", djinn=w.term("djinns", event["djinn"])),
    "power": lambda event, own, view, w: w.retold("power", djinn=w.term("djinns", event["djinn"])),
    "sold": lambda event, own, view, w: w.retold("sold", goods=w.count("good", event["n"]), gold=event["gold"]),
    "pass": lambda event, own, view, w: w.retold("pass"),
}


# ---- points -------------------------------------------------------------------------------------------------------------------------


def gain(seat: int, own: Sequence[JSON], view: JSON) -> int:
    """The points that lie on the table after the turn for good: gold, people, tiles, djinns.

    Left out is what may not last or cannot be seen: the lead in viziers, and cards, which are worth something in sets only."""
    vizier, elder, palm = piece_values(view["seats"][seat]["djinns"])
    points = 0
    for event in own:
        name = event["event"]
        if name == "gold" and event["by"] != "sale":
            points += event["gold"]
        elif name in ("paid", "bid"):
            points -= event["gold"]
        elif name == "kept":
            points += event["n"] * (vizier if event["colour"] == "yellow" else elder)
        elif name == "elders":
            points -= event["n"] * elder
        elif name == "djinn":
            points += int(DJINN_VALUE[DJINNS.index(event["djinn"])])
        elif name in ("palm", "palace") and view["tiles"][event["tile"]]["camel"] == seat:
            points += palm if name == "palm" else PALACE_POINTS
        elif name == "camel":
            tile = view["tiles"][event["tile"]]
            built = [e["event"] for e in own if e["event"] in ("palm", "palace") and e["tile"] == event["tile"]]
            points += tile["vp"] + palm * (tile["palms"] - built.count("palm"))
            points += PALACE_POINTS * (tile["palaces"] - built.count("palace"))
    return points


def _mark(event: JSON, view: JSON, w: Words) -> Mark | None:
    """What the event did to somebody else."""
    name = event["event"]
    if name == "kill_owned":
        vizier, elder, _ = piece_values(view["seats"][event["victim"]]["djinns"])
        lost = vizier if event["colour"] == "yellow" else elder
        text = w.retold("lost", meeple=w.term("meeple", event["colour"]), by=w.seat(event["seat"]))
        return Mark(event["victim"], (f"seat:{event['victim']}",), text, -lost)
    if name in ("palm", "palace"):
        owner = view["tiles"][event["tile"]]["camel"]
        if owner not in (None, event["seat"]):
            points = piece_values(view["seats"][owner]["djinns"])[2] if name == "palm" else PALACE_POINTS
            text = w.retold(f"got_{name}", tile=event["tile"], by=w.seat(event["seat"]))
            return Mark(owner, (f"tile:{event['tile']}",), text, points)
    return None
