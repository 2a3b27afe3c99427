"""What a board shows beside the view: the standing, the values in force, what a decision would change, odds of fights, chances of cards.

Everything is computed from ``view(seat)``, which holds no secret in this game.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from sandtable.kernel.actions import Action
from sandtable.kernel.writing import PLAIN

from .components import (
    CARD_KEYS,
    DIRECTIONS,
    EV_IN_FORCE,
    FIELDS,
    MOST_AT_ONCE,
    NEIGHBOUR,
    SILVER,
    SV_IN_FORCE,
)
from .odds import HIT_CHANCE, WORTH, odds

JSON = dict[str, Any]
FIELD_NUMBERS = range(1, FIELDS + 1)
LIKELY = 0.5
"""From here on a win is what one goes for."""
DIRECTION = {name: i for i, name in enumerate(DIRECTIONS)}
CARD = {key: i for i, key in enumerate(CARD_KEYS)}
SV_NOW, EV_NOW = SV_IN_FORCE.tolist(), EV_IN_FORCE.tolist()


def helps(view: JSON, seat: int | None, legal: Iterable[Action]) -> JSON:
    """All aids for ``seat``; a spectator (None) is told what concerns everybody."""
    told = _public(marshal.dumps({**view, "viewer": None}, PLAIN))
    if seat is None:
        return told
    legal, before = list(legal), incomes(view, view["owner"])
    fighting = view["phase"] == "fight" and view["turn"] == view["colours"][seat]
    return told | {
        "changes": {str(action.id): changed for action in legal if (changed := change(view, seat, action, before))},
        "odds": {str(action.id): chances(view, seat, *ends(action)) for action in legal if action.kind == "attack"},
        "fight": chances(view, seat, view["pending"]["from"], view["pending"]["to"]) if fighting else None,
    }


@lru_cache(4)
def _public(view: bytes) -> JSON:
    """All seats see the same (TG-H1), so it is worked out once for all of them. Nobody changes it."""
    return public(marshal.loads(view))


def public(view: JSON) -> JSON:
    """The aids that are the same for everybody."""
    return {
        "values": {"sv": [0, *(sv(view, f) for f in FIELD_NUMBERS)], "ev": [0, *(ev(view, f) for f in FIELD_NUMBERS)]},
        "standing": standing(view),
        "next_card": next_card(view),
        "fate": fate_chances(view),
    }


# ---- values and standing ----------------------------------------------------------------------------------------------------------


def sv(view: JSON, field: int) -> int:
    """The strategic value in force (TG-9.13)."""
    return int(SV_NOW[view["fate_now"] or 0][CARD[view["card"][field]]])


def ev(view: JSON, field: int, *, silver: bool = False) -> int:
    """The economic value in force (TG-9.16), or as it would be with silver in the mountains."""
    return int(EV_NOW[SILVER if silver else view["fate_now"] or 0][CARD[view["card"][field]]])


def incomes(view: JSON, owner: list[str | None], *, silver: bool = False) -> list[JSON]:
    """Per seat: the sum of its land, by kind too, whether it holds its own settlement, and the income that follows (TG-5.5)."""
    values = EV_NOW[SILVER if silver else view["fate_now"] or 0]
    told: dict[str | None, JSON] = {colour: {"land": 0, "lands": {}, "home": False, "income": 0, "fields": 0} for colour in view["colours"]}
    for field in FIELD_NUMBERS:
        row, card = told.get(owner[field]), view["card"][field]
        if row is None:
            continue
        kind, worth = "settlement" if card.startswith("settlement") else card, values[CARD[card]]
        row["lands"][kind] = row["lands"].get(kind, 0) + worth
        row["land"] += worth
        row["fields"] += 1
        row["home"] = row["home"] or card == f"settlement_{owner[field]}"
    for row in told.values():
        row["income"] = row["land"] if row["home"] else 0
    return list(told.values())


def standing(view: JSON) -> list[JSON]:
    """Per seat the income by the present board and with silver in the mountains, capital and rank (section I, TG-R47)."""
    rows = incomes(view, view["owner"])
    rich = incomes(view, view["owner"], silver=True)
    order: list[tuple[int, ...]] = []
    for seat, colour in enumerate(view["colours"]):
        row, out = rows[seat], colour in view["out"]
        row["camels"] = sum(view["camels"][field] for field in FIELD_NUMBERS if view["owner"][field] == colour)
        row["capital"] = row["camels"] + view["money"][colour]
        row["out"], row["income_silver"] = out, rich[seat]["income"]
        order.append((0, view["out"].index(colour)) if out else (1, row["income"], row["capital"]))
    for seat, row in enumerate(rows):
        row["rank"] = 1 + sum(other > order[seat] for other in order)
    return rows


# ---- what a decision would change -------------------------------------------------------------------------------------------------


def ends(action: Action) -> tuple[int, int]:
    """Origin and target of a march or an attack."""
    origin = int(action.args["from"])
    return origin, int(NEIGHBOUR[origin, DIRECTION[str(action.args["dir"])]])


def taking(view: JSON, seat: int, field: int, before: list[JSON] | None = None) -> JSON:
    """The incomes if the seat's marker lay on the field, and whom that would put out. ``before``: the incomes now, if they are at hand."""
    colours, card, before = view["colours"], view["card"][field], before or incomes(view, view["owner"])
    owned = view["owner"][field]
    former = owned or (view["pending"] or {}).get("defender")
    loser = None if former is None or former == colours[seat] else colours.index(former)
    income, fields = [row["income"] for row in before], 0 if loser is None else before[loser]["fields"]
    if owned != colours[seat]:
        mine, worth = before[seat], ev(view, field)
        income[seat] = mine["land"] + worth if mine["home"] or card == f"settlement_{colours[seat]}" else 0
        if owned is not None and loser is not None:
            theirs = before[loser]
            income[loser] = theirs["land"] - worth if theirs["home"] and card != f"settlement_{owned}" else 0
            fields -= 1
    return {
        "income": income,
        "gain": [now - row["income"] for now, row in zip(income, before, strict=True)],
        "from": loser,
        "out": loser is not None and fields == 0,
    }


def change(view: JSON, seat: int, action: Action, before: list[JSON] | None = None) -> JSON | None:
    """What a decision changes beside the camels it moves; nothing for decisions that move only camels."""
    if action.kind in ("march", "attack"):
        origin, target = ends(action)
        return {"origin": origin, "target": target, **taking(view, seat, target, before)}
    if action.kind == "settle":
        field = int(action.args["field"])
        around = [int(f) for f in NEIGHBOUR[field] if f]
        return {"target": field, "card": view["card"][field], "near": sum(ev(view, f) for f in around)}
    return None


# ---- fights -----------------------------------------------------------------------------------------------------------------------


def rounds_left(view: JSON) -> int:
    """Incomes still to come, this round's included; 5 are assumed where there is no limit."""
    return int(view["rounds"] - view["round"] + 1) if view["rounds"] else 5


def worth(view: JSON, seat: int, target: int) -> float:
    """What the conquest is worth in silver: what it changes between the two sides in all incomes still to come, at least the usual 10."""
    told = taking(view, seat, target)
    lost = 0 if told["from"] is None else -told["gain"][told["from"]]
    return max(WORTH, float((told["gain"][seat] + lost) * rounds_left(view)))


def exchange(sv_a: int, sv_d: int, attackers: int, defenders: int) -> list[float]:
    """The camels that one strike and its answer cost on average: the attacker's, the defender's (TG-5.3.3, TG-5.3.5)."""
    hits = [min(n, defenders) for n in range(HIT_CHANCE.shape[1])]
    answered = sum(float(HIT_CHANCE[sv_a, n]) for n, hit in enumerate(hits) if hit < defenders)
    answer = sum(float(HIT_CHANCE[sv_d, n]) * min(n, attackers) for n in range(HIT_CHANCE.shape[1]))
    return [answered * answer, sum(float(HIT_CHANCE[sv_a, n]) * hit for n, hit in enumerate(hits))]


def advice(go: bool, win: float, trade: list[float]) -> str:
    """Why to go on, or ``no``: for a likely ``win``, for a good ``trade`` of camels, or for a ``prize`` that is worth the risk."""
    if not go:
        return "no"
    return "win" if win >= LIKELY else "trade" if trade[1] > trade[0] else "prize"


def chances(view: JSON, seat: int, origin: int, target: int) -> JSON:
    """Exact odds of a fight from here, and whether going on is the better choice (see ``odds``)."""
    a, d = (min(view["camels"][field], MOST_AT_ONCE) for field in (origin, target))
    value = worth(view, seat, target)
    told = odds(a, d, sv(view, origin), sv(view, target), worth=value)
    left = told["survivors"]["attacker"]
    win = told["win"]
    trade = exchange(told["attacker_value"], told["defender_value"], a, d)
    return {
        "origin": origin,
        "target": target,
        "attackers": a,
        "defenders": d,
        "sv": [told["attacker_value"], told["defender_value"]],
        "win": win,
        "first": float(HIT_CHANCE[told["attacker_value"], d:].sum()),
        "losses": [told["expected_losses"]["attacker"], told["expected_losses"]["defender"]],
        "left": [round(p, 4) for p in left],
        "left_if_won": sum(n * p for n, p in enumerate(left)) / win if win > 0 else 0.0,
        "worth": value,
        "go": told["stopping"]["attack"],
        "exchange": trade,
        "advice": advice(told["stopping"]["attack"], win, trade),
    }


# ---- cards ------------------------------------------------------------------------------------------------------------------------


def next_card(view: JSON) -> JSON | None:
    """Per colour and for the fate card the chance to be turned up next (TG-H1: only the counts are known)."""
    left = sum(view["pack"].values())
    return {card: n / left for card, n in view["pack"].items()} if left else None


def fate_chances(view: JSON) -> JSON:
    """The chance of every unseen fate card to be this round's, and whether it is still to come."""
    coming = view["pack"]["fate"] == 1
    unseen = view["fate_unseen"]
    return {"coming": coming, "chance": 1 / len(unseen) if coming and unseen else 0.0}
