"""Targui: what a turn does, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.kernel.actions import Action
from sandtable.kernel.coaching import PlayedTurn, Words
from sandtable.kernel.game import JSON

from .components import MOST_AT_ONCE, NEIGHBOUR
from .helps import chances, ends, ev, standing, sv, taking
from .odds import odds

DANGER = 0.25
"""A chance to be conquered that is worth telling, or to have lessened by so much."""


# ---- short --------------------------------------------------------------------------------------------------------------------------


def short(turn: PlayedTurn, w: Words) -> list[str]:
    """What a turn does, in the order of its decisions; what dice decided shows only in the decisions that followed."""
    view = turn.before.view(turn.seat)
    told: list[str] = []
    actions = turn.actions
    for at, action in enumerate(actions):
        rest = actions[at + 1 :]
        if action.kind == "settle":
            told.append(w("settle", field=_field(view, int(action.args["field"]), w)))
        elif action.kind in ("march", "attack"):
            told.append(_move(view, action, rest, w))
        elif action.kind == "buy":
            n = _amount(rest) or (1 if rest else 0)  # nobody is asked how many if there is money for one
            field = action.args["field"]
            told.append(w("buy", camels=w.count("camel", n), field=field) if n else w("buy_some", field=field))
        elif action.kind == "amount" and at == 0:
            told.append(_first_amount(view, int(action.args["n"]), w))
        elif action.kind == "break_off":
            told.append(w("break_off"))
        elif action.kind == "fight_on" and at == 0:
            told.append(w("fight_on", target=_field(view, view["pending"]["to"], w)))
    return told or ([w("ends_turn")] if "end_turn" in turn.kinds() else [])


def _field(view: JSON, field: int, w: Words) -> str:
    """``23 (Oasis)``"""
    return w("field", field=field, card=w.term("cards", view["card"][field]))


def _amount(rest: list[Action]) -> int:
    """How many camels the decisions name next; 0 if they end before."""
    for action in rest:
        if action.kind == "amount":
            return int(action.args["n"])
        if action.kind != "fight_on":
            return 0
    return 0


def _move(view: JSON, action: Action, rest: list[Action], w: Words) -> str:
    origin, target = ends(action)
    n, where = _amount(rest), _field(view, target, w)
    if action.kind == "march" and view["camels"][origin] == 1:
        n = 1
    if action.kind == "march":
        return w("march", camels=w.count("camel", n), origin=origin, target=where) if n else w("march_some", origin=origin, target=where)
    colour = w.term("colours", view["owner"][target])
    fight = w("attack", target=where, colour=colour, origin=origin)
    return f"{fight}, {w('advance', camels=w.count('camel', n))}" if n else fight


def _first_amount(view: JSON, n: int, w: Words) -> str:
    """The decisions begin with a number: the question was asked before."""
    camels, pending = w.count("camel", n), view["pending"]
    if view["phase"] == "buy_amount":
        return w("buy", camels=camels, field=pending["field"])
    if view["phase"] == "advance_amount":
        return w("advance", camels=camels)
    return w("march", camels=camels, origin=pending["from"], target=_field(view, pending["to"], w))


# ---- reasons ------------------------------------------------------------------------------------------------------------------------


def reasons(turn: PlayedTurn, w: Words) -> list[str]:
    """Facts about the turn as sentences to the player, those that matter most first."""
    view = turn.before.view(turn.seat)
    found: list[tuple[float, str]] = []
    for action in turn.actions:
        if action.kind == "settle":
            field = int(action.args["field"])
            near = sum(ev(view, int(f)) for f in NEIGHBOUR[field] if f)
            found.append((near, w("why_settle", near=near)))
        elif action.kind == "attack":
            _fight(view, turn.seat, *ends(action), found, w)
            _taken(view, turn.seat, ends(action)[1], found, w, sure=False)
        elif action.kind == "march":
            _taken(view, turn.seat, ends(action)[1], found, w, sure=True)
    if view["phase"] == "fight":
        _fight(view, turn.seat, view["pending"]["from"], view["pending"]["to"], found, w)
    for field in _changed_fields(turn, view):
        _outlook(turn, view, field, found, w)
    if view["phase"] in ("turn", "march_amount", "buy_amount", "advance_amount"):
        _safety(turn, view, found, w)
    found.sort(key=lambda item: -item[0])
    return [text for _, text in found]


def _fight(view: JSON, seat: int, origin: int, target: int, found: list[tuple[float, str]], w: Words) -> None:
    told = chances(view, seat, origin, target)
    text = w(
        "why_fight",
        chance=w.percent(told["win"]),
        own=told["attackers"],
        theirs=told["defenders"],
        losses=w.number(told["losses"][0]),
        hits=w.number(told["losses"][1]),
    )
    found.append((30 * told["win"], text))


def _taken(view: JSON, seat: int, target: int, found: list[tuple[float, str]], w: Words, sure: bool) -> None:
    """What the field under the own marker changes."""
    colours, me = view["colours"], view["colours"][seat]
    if view["owner"][target] == me:
        return
    told, pays = taking(view, seat, target), ev(view, target)
    loser = told["from"]
    if view["card"][target] == f"settlement_{me}":
        found.append((60, w("why_home", income=told["income"][seat])))
    elif told["gain"][seat] > 0:
        rank = 1 + sum(other > told["income"][seat] for i, other in enumerate(told["income"]) if i != seat)
        key = "why_income_best" if rank == 1 else "why_income"
        found.append((5 * told["gain"][seat], w(key, pays=pays, income=told["income"][seat])))
    if loser is None:
        return
    name = w.term("colours", colours[loser])
    if told["out"]:
        found.append((90, w("why_out", colour=name)))
    elif view["card"][target] == f"settlement_{colours[loser]}":
        found.append((50, w("why_their_home", colour=name)))
    elif told["gain"][loser] < 0:
        found.append((-3 * told["gain"][loser], w("why_loses", colour=name, n=-told["gain"][loser])))
    if sure:
        found.append((4, w("why_no_fight", colour=name)))


def _safety(turn: PlayedTurn, view: JSON, found: list[tuple[float, str]], w: Words) -> None:
    """Own fields that a neighbour could take, and what camels bought or brought there change."""
    changed = _changed_fields(turn, view)
    after = turn.sure.view(turn.seat)
    me = view["colours"][turn.seat]
    for field in changed:
        if view["owner"][field] != me or after["owner"][field] != me or after["camels"][field] <= view["camels"][field]:
            continue
        was, now = threat(view, me, field), threat(after, me, field)
        if was["chance"] - now["chance"] >= DANGER:
            home = view["card"][field] == f"settlement_{me}"
            text = w(
                "why_safe_home" if home else "why_safe",
                field=field,
                colour=w.term("colours", was["colour"]),
                before=w.percent(was["chance"]),
                after=w.percent(now["chance"]),
            )
            found.append(((70 if home else 25) * (was["chance"] - now["chance"]), text))
    if not any(action.kind in ("march", "attack") for action in turn.actions) and "buy" in turn.kinds() and not found:
        found.append((1, w("why_camels")))
    if turn.kinds() == {"end_turn"}:
        found.append((1, w("why_wait")))


def _outlook(turn: PlayedTurn, view: JSON, field: int, found: list[tuple[float, str]], w: Words) -> None:
    """What camels on this field could do next."""
    after = turn.sure.view(turn.seat)
    me = view["colours"][turn.seat]
    if after["owner"][field] != me or after["camels"][field] == 0:
        return
    if view["owner"][field] != me and sv(after, field) >= 2:
        found.append((6, w("why_strong", sv=sv(after, field))))
    best = (0.0, 0, 0.0)
    for other in (int(f) for f in NEIGHBOUR[field] if f):
        if after["owner"][other] not in (None, me) and after["camels"][other]:
            chance = odds(_few(after, field), _few(after, other), sv(after, field), sv(after, other))["win"]
            home = str(after["card"][other]).startswith("settlement")
            best = max(best, (chance * (4 + 4 * home + ev(after, other)), other, chance))
    if best[2] >= 0.5:
        colour = w.term("colours", after["owner"][best[1]])
        found.append((best[0], w("why_threat", field=best[1], colour=colour, chance=w.percent(best[2]))))
    if view["owner"][field] != me and 1 in NEIGHBOUR[field] and after["owner"][1] != me:
        found.append((5, w("why_near_works")))


def _few(view: JSON, field: int) -> int:
    """The camels of a field, as many as the tables of odds go."""
    return min(int(view["camels"][field]), MOST_AT_ONCE)


def _changed_fields(turn: PlayedTurn, view: JSON) -> Iterator[int]:
    """Where the decisions add camels of one's own."""
    for action in turn.actions:
        if action.kind == "buy":
            yield int(action.args["field"])
        elif action.kind == "march":
            yield ends(action)[1]
    if view["phase"] == "buy_amount":
        yield int(view["pending"]["field"])


def threat(view: JSON, me: str, field: int) -> dict[str, Any]:
    """The best chance of a neighbouring field of somebody else to conquer this one in a fight to the end."""
    worst: dict[str, Any] = {"chance": 0.0, "colour": None, "camels": 0}
    own = _few(view, field)
    for other in (int(f) for f in NEIGHBOUR[field] if f):
        colour, camels = view["owner"][other], _few(view, other)
        if colour in (None, me) or camels == 0:
            continue
        chance = odds(camels, own, sv(view, other), sv(view, field))["win"] if own else 1.0
        if chance > worst["chance"]:
            worst = {"chance": chance, "colour": colour, "camels": camels}
    return worst


# ---- hints --------------------------------------------------------------------------------------------------------------------------


def target_of(turn: PlayedTurn) -> int:
    """The field the turn is about; 0 if there is none."""
    for action in turn.actions:
        if action.kind in ("march", "attack"):
            return ends(action)[1]
        if action.kind in ("buy", "settle"):
            return int(action.args["field"])
    pending = turn.before.view(turn.seat)["pending"] or {}
    return int(pending.get("to", pending.get("field", 0)))


def nudge(turn: PlayedTurn, w: Words) -> tuple[str, list[str]]:
    """Where to look, without what to do; with the keys of what to look at."""
    field = target_of(turn)
    first = turn.actions[0].kind
    keys = [f"field:{field}"] if field else []
    if first == "settle":
        return w("nudge_settle"), []
    if first in ("fight_on", "break_off"):
        return w("nudge_fight"), keys
    if first == "amount":
        return w("nudge_amount"), keys
    if first == "end_turn":
        return w("nudge_end"), keys
    view = turn.before.view(turn.seat)
    mine = view["owner"][field] == view["colours"][turn.seat]
    return w("nudge_own" if mine else "nudge_field", field=_field(view, field, w)), keys


def aim(turn: PlayedTurn, w: Words) -> tuple[str, list[str]]:
    """What to go for."""
    field = target_of(turn)
    return w("aim", does=", ".join(short(turn, w))), [f"field:{field}"] if field else []


def steps(turn: PlayedTurn, w: Words) -> str:
    return w("does", does=", ".join(short(turn, w)))


THEMES = ("home_lost", "settlement", "safety", "salt_works", "settling", "fight", "march", "buy", "income", "patience")
"""The most telling first."""


def themes(turn: PlayedTurn) -> list[str]:
    """What a puzzle with this solution is about."""
    view = turn.before.view(turn.seat)
    me, found = view["colours"][turn.seat], set()
    for action in turn.actions:
        if action.kind in ("march", "attack"):
            target = ends(action)[1]
            found.add("fight" if action.kind == "attack" else "march")
            if str(view["card"][target]).startswith("settlement"):
                found.add("settlement")
            if view["card"][target] == "salt_works":
                found.add("salt_works")
            if view["owner"][target] != me and taking(view, turn.seat, target)["gain"][turn.seat] > 0:
                found.add("income")
        elif action.kind in ("buy", "settle"):
            found.add("buy" if action.kind == "buy" else "settling")
        elif action.kind in ("fight_on", "break_off"):
            found.add("fight")
    after = turn.sure.view(turn.seat)
    for field in _changed_fields(turn, view):
        held = view["owner"][field] == after["owner"][field] == me
        if held and threat(view, me, field)["chance"] - threat(after, me, field)["chance"] >= DANGER:
            found.add("safety")
    row = standing(view)[turn.seat]
    if row["land"] and not row["home"]:
        found.add("home_lost")
    return [theme for theme in THEMES if theme in found] or ["patience"]
