"""What a board shows beside a seat's view: majorities so far, what is still unseen, what a decision would change.

Everything is computed from ``view(seat)`` alone, so an aid can tell no secret.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any

from sandtable.kernel.actions import Action
from sandtable.kernel.writing import PLAIN

from .components import GOODS, PRESETS, PRICE, TIE_LOSS
from .values import numbers

JSON = dict[str, Any]
Counts = dict[str, list[int]]


def helps(view: JSON, seat: int | None, legal: Iterable[Action]) -> JSON:
    """All aids for ``seat``; a spectator (None) is told what concerns everybody."""
    printed = numbers(view["options"]["goods"])
    now, standing = _standing(cards_of(view))
    return {
        **standing,
        "unseen": unseen(view, now, printed),
        "gains": {} if seat is None else gains(view, seat, legal, now, printed),
        "pay": payment(view, printed),
    }


def face_down(player: JSON) -> list[JSON]:
    """The cards under a player's caves and thieves."""
    return [card for cave in player["caves"] for card in cave] + [card for card in player["thieves"] if card]


def cards_of(view: JSON) -> bytes:
    """The cards that count as far as the viewer knows them: those on animals, those face down, and what is printed on goods."""
    lying = [(player["animals"], player["caves"], player["thieves"]) for player in view["seats"]]
    return marshal.dumps((lying, view["options"]["goods"]), PLAIN)


def counts(view: JSON) -> Counts:
    """Per good and seat what would count if the stage ended now, as far as the viewer knows (TU-13.5). Nobody changes it."""
    return _standing(cards_of(view))[0]


@lru_cache(500)
def _standing(seen: bytes) -> tuple[Counts, JSON]:
    """The counts of these cards, and the aids that follow from them: whoever sees the same counts alike. Nobody changes them."""
    lying, goods = marshal.loads(seen)
    laid = [[*chain.from_iterable(animals.values())] for animals, _, _ in lying]
    hidden = [[card["good"] for card in (*chain.from_iterable(caves), *thieves) if card] for _, caves, thieves in lying]
    now = {good: [lying.count(good) + down.count(good) for lying, down in zip(laid, hidden, strict=True)] for good in GOODS}
    return now, {"majorities": majorities(now, hidden, numbers(goods)), "unknown": [down.count(None) for down in hidden]}


def points(counted: list[int], good: str, goods: Any = PRESETS[0]) -> list[int]:
    """Victory points of every seat for one good (TU-13.6 to TU-13.8). ``goods``: the option with the printed values."""
    return shared_out(counted, numbers(goods)[f"vp_{good}"])


def shared_out(counted: list[int], worth: int) -> list[int]:
    """The same for a good whose majority is worth so much."""
    most = max(counted)
    winners = counted.count(most)
    each = max(0, worth - (TIE_LOSS if winners > 1 else 0))
    return [each if most and n == most else 0 for n in counted]


def majorities(now: Counts, hidden: list[list[str | None]], printed: Mapping[str, int]) -> JSON:
    """Per good: counts, how many of them lie face down, and the points if the stage ended now."""
    return {
        good: {"counts": held, "hidden": [goods.count(good) for goods in hidden], "points": shared_out(held, printed[f"vp_{good}"])}
        for good, held in now.items()
    }


def unseen(view: JSON, now: Counts, printed: Mapping[str, int]) -> JSON:
    """Per good the cards the viewer cannot place: in the pile, in hidden hands, or face down and unknown."""
    open_hands = [player["hand"] for player in view["seats"] if isinstance(player["hand"], Mapping)]
    open_cards, paid = (view["market"], view["discard"], *open_hands), [card["good"] for card in view["turn"]["paid"]]
    placed = {good: sum(held) + paid.count(good) + sum([cards[good] for cards in open_cards]) for good, held in now.items()}
    return {good: printed[f"cards_{good}"] - known for good, known in placed.items()}


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


def gains(view: JSON, seat: int, legal: Iterable[Action], now: Counts, printed: Mapping[str, int]) -> JSON:
    """By decision id: the good it moves and the seat's points for it before and after, if the stage ended now."""
    told = {}
    known: dict[tuple[Any, ...], JSON] = {}
    for action in legal:
        good, changes = moved(view, seat, action)
        if good is None:
            continue
        move = (good, *changes.items())
        if move not in known:  # whichever animal carries it
            after = [n + changes.get(other, 0) for other, n in enumerate(now[good])]
            worth = printed[f"vp_{good}"]
            before, later = shared_out(now[good], worth)[seat], shared_out(after, worth)[seat]
            known[move] = {"good": good, "before": before, "after": later}
        told[str(action.id)] = known[move].copy()
    return told


def payment(view: JSON, printed: Mapping[str, int]) -> JSON | None:
    """What has been paid of the price, while paying."""
    if view["phase"] != "pay":
        return None
    return {"paid": sum(printed[f"dinar_{card['good']}"] for card in view["turn"]["paid"]), "price": PRICE}
