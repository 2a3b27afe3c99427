"""Tuareg: what a turn does, and why."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

from sandtable.kernel.actions import Action
from sandtable.kernel.coaching import PlayedTurn, Words
from sandtable.kernel.game import JSON

from .components import GOODS, HAND_LIMIT, LOAD_LIMIT
from .helps import counts, points
from .values import numbers

THINGS = {
    "draw": ("pile",),
    "to_market": ("hand:{good}", "market"),
    "load_hand": ("hand:{good}", "animal:{animal}"),
    "load_market": ("market:{good}", "animal:{animal}"),
    "buy": ("supply:{special}",),
    "pay_hand": ("hand:{good}",),
    "pay_animal": ("animal:{animal}",),
    "hide_hand": ("hand:{good}", "cave:{cave}"),
    "hide_animal": ("animal:{animal}", "cave:{cave}"),
    "steal_hand": ("seat:{seat}", "thief"),
    "steal_animal": ("seat:{seat}:{animal}", "thief"),
    "use_map": ("map",),
    "keep_map": ("map",),
}
"""The things on the board that decisions touch."""


# ---- short --------------------------------------------------------------------------------------------------------------------------


def short(turn: PlayedTurn, w: Words) -> list[str]:
    """What a turn does; goods loaded one by one are told together."""
    view = turn.before.view(turn.seat)
    told: list[str] = []
    for key, group in groupby(turn.actions, key=_alike):
        same = list(group)
        text = _deed(key[0], same, view, turn, w)
        if text:
            told.append(text)
    return told or ([w("ends_turn")] if "end_turn" in turn.kinds() else [])


def _alike(action: Action) -> tuple[str, ...]:
    """Loads of one animal belong together, and all cards of a payment."""
    if action.kind.startswith("load_"):
        return action.kind, str(action.args["animal"])
    return ("pay",) if action.kind.startswith("pay_") else (action.kind, action.text)


def _deed(kind: str, same: list[Action], view: JSON, turn: PlayedTurn, w: Words) -> str:
    args = same[0].args
    if kind in ("load_hand", "load_market"):
        loaded = Counter(str(action.args["good"]) for action in same)
        return w(kind, cards=_cards(loaded, w), animal=w.term(str(args["animal"])))
    if kind == "pay":
        return w("pays", cards=_cards(Counter(_paid(action, view, turn) for action in same), w))
    if kind == "to_market":
        return w("to_market", good=w.term(str(args["good"])))
    if kind == "buy":
        return w("buy", special=w(f"a_{args['special']}"))
    if kind == "hide_hand":
        return w("hide", good=w.term(str(args["good"])), cave=args["cave"])
    if kind == "hide_animal":
        return w("hide", good=w.term(_top(view, turn.seat, str(args["animal"]))), cave=args["cave"])
    if kind == "steal_hand":
        return w("steal_hand", seat=w.seat(int(args["seat"])))
    if kind == "steal_animal":
        victim = int(args["seat"])
        good = _top(view, victim, str(args["animal"]))
        return w("steal_animal", good=w.term(good), seat=w.seat(victim))
    if kind == "draw":
        return w("draw")
    return w(kind) if kind in ("use_map", "keep_map", "pass") else ""


def _top(view: JSON, seat: int, animal: str) -> str:
    stack = view["seats"][seat]["animals"].get(animal) or ["water"]
    return str(stack[-1])


def _paid(action: Action, view: JSON, turn: PlayedTurn) -> str:
    """The good a payment takes: named, or the one that lay on top then."""
    if action.kind == "pay_hand":
        return str(action.args["good"])
    place = str(action.args["animal"])
    taken = [event["good"] for event in turn.named("pays") if event["from"] == place]
    return str(taken[0]) if taken else _top(view, turn.seat, place)


def _cards(numbers: dict[str, int], w: Words) -> str:
    return w.join([w("cards", n=n, good=w.term(good)) for good, n in numbers.items() if n])


# ---- reasons ------------------------------------------------------------------------------------------------------------------------


def reasons(turn: PlayedTurn, w: Words) -> list[str]:
    """Facts about the turn as sentences to the player, those that matter most first."""
    found: list[tuple[float, str]] = []
    view, after = turn.before.view(turn.seat), turn.sure.view(turn.seat)
    if view["stage"] == after["stage"] and view["phase"] != "maps":
        _majorities(turn, view, after, found, w)
    for action in turn.actions:
        _deeds(turn, view, action, found, w)
    found.sort(key=lambda item: -item[0])
    return [text for _, text in found]


def _majorities(turn: PlayedTurn, view: JSON, after: JSON, found: list[tuple[float, str]], w: Words) -> None:
    """Leads won, shared, widened and lost: what would count if the stage ended now."""
    was, now, seat = counts(view), counts(after), turn.seat
    printed = numbers(view["options"]["goods"])
    for good in GOODS:
        name, worth = w.term(good), printed[f"vp_{good}"]
        before, later = (points(counted[good], good, view["options"]["goods"]) for counted in (was, now))
        mine, theirs = now[good][seat], max(n for other, n in enumerate(now[good]) if other != seat)
        values = {"good": name, "points": later[seat], "mine": mine, "theirs": theirs}
        if later[seat] > before[seat]:
            found.append((10 + later[seat], w("why_ahead" if mine > theirs else "why_level", **values)))
        elif mine > was[good][seat] and mine > theirs:
            found.append((4 + worth / 10, w("why_wider", **values)))
        elif mine > was[good][seat]:
            found.append((3 + worth / 10, w("why_closer", **values)))
        elif later[seat] < before[seat]:
            found.append((0.5, w("why_gives_up", **values)))


def _deeds(turn: PlayedTurn, view: JSON, action: Action, found: list[tuple[float, str]], w: Words) -> None:
    held = sum(view["seats"][turn.seat]["hand"].values())
    printed = numbers(view["options"]["goods"])
    if action.kind == "draw":
        key = "why_draw_last" if view["pile"] <= 3 else "why_draw" if held else "why_draw_empty"
        found.append((2, w(key, cards=w.count("card", held), left=view["pile"])))
        if view["pile"] > 3 and held >= HAND_LIMIT - 1:
            found.append((1, w("why_hand_limit", limit=HAND_LIMIT)))
    elif action.kind == "buy":
        special = str(action.args["special"])
        left = view["supply"][special]
        room = sum(LOAD_LIMIT - len(stack) for stack in view["seats"][turn.seat]["animals"].values())
        found.append((8, w(f"why_{special}", points=printed["vp_map" if special == "map" else "vp_unused"], room=room)))
        if left == 1:
            found.append((5, w("why_last_special", special=w.term(special))))
    elif action.kind == "to_market":
        good = str(action.args["good"])
        counted = counts(view)[good]
        theirs = max(n for other, n in enumerate(counted) if other != turn.seat)
        found.append((1.5, w("why_market", good=w.term(good), mine=counted[turn.seat], theirs=theirs)))
    elif action.kind == "steal_animal":
        found.append((6, w("why_steal", seat=w.seat(int(action.args["seat"])))))
    elif action.kind.startswith("hide_"):
        found.append((2.5, w(f"why_{action.kind}")))
    elif action.kind == "load_market":
        good = str(action.args["good"])
        found.append((1, w("why_load_market", n=view["market"][good], good=w.term(good))))
    elif action.kind in ("use_map", "keep_map", "pass"):
        found.append((1, w(f"why_{action.kind}", points=printed["vp_map"])))


# ---- hints --------------------------------------------------------------------------------------------------------------------------


def nudge(turn: PlayedTurn, w: Words) -> tuple[str, list[str]]:
    """Where to look, without what to do; with the keys of what to look at."""
    first = turn.actions[0]
    keys = {
        "draw": ["pile"],
        "load_market": ["market"],
        "buy": [f"supply:{first.args.get('special')}"],
        "to_market": ["market"],
    }
    if first.kind == "load_hand":
        return w("nudge_load_hand", good=w.term(str(first.args["good"]))), [f"hand:{first.args['good']}"]
    if first.kind.startswith("steal"):
        return w("nudge_steal"), ["thief"]
    if first.kind.startswith("hide"):
        return w("nudge_hide"), [f"cave:{first.args['cave']}"]
    if first.kind.startswith("pay"):
        return w("nudge_pay"), []
    return w(f"nudge_{first.kind}"), keys.get(first.kind, [])


def aim(turn: PlayedTurn, w: Words) -> tuple[str, list[str]]:
    """What to go for."""
    first = turn.actions[0]
    return w("aim", does=", ".join(short(turn, w))), [key.format(**first.args) for key in THINGS.get(first.kind, ())]


def steps(turn: PlayedTurn, w: Words) -> str:
    return w("does", does=", ".join(short(turn, w)))


def themes(turn: PlayedTurn) -> list[str]:
    """What a puzzle with this solution is about."""
    found = []
    names = {"draw": "draw", "load_hand": "load", "load_market": "market", "use_map": "map", "keep_map": "map", "pass": "patience"}
    for action in turn.actions:
        if action.kind == "buy":
            found.append(str(action.args["special"]))
        elif action.kind.startswith("steal"):
            found.append("thief")
        elif action.kind.startswith("hide"):
            found.append("cave")
        elif action.kind in names:
            found.append(names[action.kind])
    view, after = turn.before.view(turn.seat), turn.sure.view(turn.seat)
    if view["stage"] == after["stage"]:
        was, now = counts(view), counts(after)
        goods = view["options"]["goods"]
        if any(points(now[good], good, goods)[turn.seat] > points(was[good], good, goods)[turn.seat] for good in GOODS):
            found.append("majority")
    if view["lap"]:
        found.append("closing_lap")
    return list(dict.fromkeys(found)) or ["patience"]
