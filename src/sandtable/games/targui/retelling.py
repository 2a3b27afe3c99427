"""Targui: what happened in a turn, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.kernel.coaching import Mark, Retold, Words
from sandtable.kernel.game import JSON


def retell(seat: int, events: Sequence[JSON], view: JSON, w: Words) -> Retold:
    """``events``: of one turn; what the pack brings after it is nobody's deed, but it may concern somebody."""
    me = view["colours"][seat]
    told: list[str] = []
    marks: list[Mark] = []
    for at, event in enumerate(events):
        name = event["event"]
        if name == "attack" and event["colour"] == me:
            _fight(event, events[at + 1 :], view, told, marks, w)
        elif name in DEEDS and event["colour"] == me:
            told.append(_deed(event, view, w))
            _taken(event, view, marks, w)
        elif name == "fight_end" and not any(e["event"] == "attack" for e in events[:at]):
            told.append(w.retold(event["outcome"], lost=0, killed=0))
        elif name == "eliminated" and event["by"] == me:
            told.append(w.retold("out", victim=w.seat(view["colours"].index(event["colour"]))))
        elif name == "fate_camels" and event["change"] < 0 and view["owner"][event["field"]]:
            owner = view["colours"].index(view["owner"][event["field"]])
            text = w.retold("fate_camels", camels=w.count("camel", -event["change"]), field=event["field"])
            marks.append(Mark(owner, (f"field:{event['field']}",), text))
        elif name == "turn_end" and event["colour"] == me and not told:
            told.append(w.retold("nothing"))
    return Retold(", ".join(told), None, tuple(marks))


DEEDS = ("settled", "marched", "advanced", "bought")


def retold_from(view: JSON) -> JSON:
    """Whose tribes and fields they are, and what lies on them."""
    return {name: view[name] for name in ("colours", "owner", "card")}


def _field(view: JSON, field: int, w: Words) -> str:
    """``23 (Oasis)``"""
    return w("field", field=field, card=w.term("cards", view["card"][field]))


def _deed(event: JSON, view: JSON, w: Words) -> str:
    name = event["event"]
    if name == "settled":
        return w.retold("settled", field=event["field"])
    camels = w.count("camel", event["n"])
    if name == "bought":
        return w.retold("bought", camels=camels, field=event["field"])
    if name == "advanced":
        return w.retold("advanced", camels=camels)
    key = "marched_taken" if event["taken_from"] else "marched"
    loser = w.seat(view["colours"].index(event["taken_from"])) if event["taken_from"] else ""
    return w.retold(key, camels=camels, origin=event["origin"], target=_field(view, event["target"], w), victim=loser)


def _taken(event: JSON, view: JSON, marks: list[Mark], w: Words) -> None:
    """A field has a new owner."""
    if event.get("taken_from"):
        by = w.seat(view["colours"].index(event["colour"]))
        text = w.retold("lost_field", field=_field(view, event["target"], w), by=by)
        marks.append(Mark(view["colours"].index(event["taken_from"]), (f"field:{event['target']}",), text))


def _fight(attack: JSON, after: Sequence[JSON], view: JSON, told: list[str], marks: list[Mark], w: Words) -> None:
    """An attack with all its strikes, as far as it has come."""
    killed = lost = 0
    outcome = "fights"
    for event in after:
        if event["event"] == "strike":
            killed += event["lost"] if event["side"] == "attacker" else 0
            lost += event["lost"] if event["side"] == "defender" else 0
        elif event["event"] == "fight_end":
            outcome = event["outcome"]
            break
    victim = view["colours"].index(attack["defender"])
    target = _field(view, attack["target"], w)
    told.append(w.retold("attack", target=target, victim=w.seat(victim), origin=attack["origin"]))
    told.append(w.retold(outcome, lost=lost, killed=killed))
    if outcome != "attacker_won" and killed:
        by = w.seat(view["colours"].index(attack["colour"]))
        text = w.retold("lost_camels", camels=w.count("camel", killed), field=attack["target"], by=by)
        marks.append(Mark(victim, (f"field:{attack['target']}",), text))
