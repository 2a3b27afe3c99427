"""What a board shows beside a seat's view: majorities so far, what is still unseen, what a decision would change.

Everything is computed from ``view(seat)`` alone, so an aid can tell no secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.kernel.actions import Action

from .components import CARDS, DINAR, GOODS, MAJORITY_VP, PRESETS, PRICE, TIE_LOSS

JSON = dict[str, Any]


def helps(view: JSON, seat: int | None, legal: Iterable[Action]) -> JSON:
    """All aids for ``seat``; a spectator (None) is told what concerns everybody."""
    return {
        "majorities": majorities(view),
        "unknown": [sum(card["good"] is None for card in face_down(player)) for player in view["seats"]],
        "unseen": unseen(view),
        "gains": {} if seat is None else gains(view, seat, legal),
        "pay": payment(view),
    }


def face_down(player: JSON) -> list[JSON]:
    """The cards under a player's caves and thieves."""
    return [card for cave in player["caves"] for card in cave] + [card for card in player["thieves"] if card]


def counts(view: JSON) -> dict[str, list[int]]:
    """Per good and seat what would count if the stage ended now, as far as the viewer knows (TU-13.5)."""
    found = {good: [0] * len(view["seats"]) for good in GOODS}
    for seat, player in enumerate(view["seats"]):
        for stack in player["animals"].values():
            for good in stack:
                found[good][seat] += 1
        for card in face_down(player):
            if card["good"] is not None:
                found[card["good"]][seat] += 1
    return found


def points(numbers: list[int], good: str, worth: int | None = None) -> list[int]:
    """Victory points of every seat for one good (TU-13.6 to TU-13.8); ``worth``: of the majority, if not as in the presets."""
    most = max(numbers)
    winners = sum(n == most for n in numbers)
    whole = int(MAJORITY_VP[GOODS.index(good)]) if worth is None else worth
    each = max(0, whole - (TIE_LOSS if winners > 1 else 0))
    return [each if most and n == most else 0 for n in numbers]


def majorities(view: JSON) -> JSON:
    """Per good: counts, how many of them lie face down, and the points if the stage ended now."""
    told = {}
    for good, numbers in counts(view).items():
        hidden = [sum(card["good"] == good for card in face_down(player)) for player in view["seats"]]
        told[good] = {"counts": numbers, "hidden": hidden, "points": points(numbers, good)}
    return told


def unseen(view: JSON) -> JSON:
    """Per good the cards the viewer cannot place: in the pile, in hidden hands, or face down and unknown."""
    left = dict(zip(GOODS, CARDS.tolist(), strict=True))
    open_hands = [player["hand"] for player in view["seats"] if isinstance(player["hand"], Mapping)]
    for place in (view["market"], view["discard"], *open_hands):
        for good in GOODS:
            left[good] -= place[good]
    for good, numbers in counts(view).items():
        left[good] -= sum(numbers)
    for card in view["turn"]["paid"]:
        left[card["good"]] -= 1
    return left


def moved(view: JSON, seat: int, action: Action) -> tuple[str | None, dict[int, int]]:
    """The good a decision moves, and how the seats' counts of it change."""
    args, players = action.args, view["seats"]
    if action.kind in ("load_hand", "load_market", "hide_hand"):
        return str(args["good"]), {seat: 1}
    if action.kind == "pay_animal":
        return players[seat]["animals"][args["animal"]][-1], {seat: -1}
    if action.kind == "steal_animal":
        victim = int(args["seat"])
        return players[victim]["animals"][args["animal"]][-1], {seat: 1, victim: -1}
    return None, {}


def gains(view: JSON, seat: int, legal: Iterable[Action]) -> JSON:
    """By decision id: the good it moves and the seat's points for it before and after, if the stage ended now."""
    now, told = counts(view), {}
    for action in legal:
        good, changes = moved(view, seat, action)
        if good is None:
            continue
        after = [n + changes.get(other, 0) for other, n in enumerate(now[good])]
        told[str(action.id)] = {"good": good, "before": points(now[good], good)[seat], "after": points(after, good)[seat]}
    return told


def payment(view: JSON) -> JSON | None:
    """What has been paid of the price, while paying."""
    if view["phase"] != "pay":
        return None
    dinar = dict(zip(GOODS, DINAR[PRESETS.index(view["options"]["goods"])].tolist(), strict=True))
    return {"paid": sum(dinar[card["good"]] for card in view["turn"]["paid"]), "price": PRICE}
