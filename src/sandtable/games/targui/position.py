"""Positions: the whole truth in the exchange format (section L) with the standing that belongs to it, and what everybody may see (H)."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.game import JSON
from sandtable.kernel.writing import copy_of, shared

from . import options
from .components import CARD_KEYS, COINS, COLOURS, SAFETY_ROUND
from .ending import capital, rank
from .events import CONQUEST, REASONS, ROUNDS
from .income import income
from .state import TRIBE, Phase

PHASES = tuple(phase.name.lower() for phase in Phase)


def colours(players: int) -> list[str]:
    """The colours in play; a colour's place is its seat (TG-1.1)."""
    return list(COLOURS[len(COLOURS) - players :])


def rounds(s: Any) -> int:
    """The last round, if it comes to that (TG-4.1, TG-R43)."""
    return SAFETY_ROUND if s["conquest_only"] else len(options.fates(s))


def standing(s: Any) -> dict[int, JSON]:
    """By seat: income by the present board, capital, out, rank (TG-R36 to TG-R40, TG-R47)."""
    return {
        seat: {"income": int(income(s, seat)), "capital": int(capital(s, seat)), "out": bool(s["out"][seat]), "rank": int(rank(s, seat))}
        for seat in range(int(s["players"]))
    }


def result(s: Any) -> JSON:
    """Reason, table and winners of a finished game."""
    rows, names = standing(s), colours(int(s["players"]))
    survivors = sum(not row["out"] for row in rows.values())
    return {
        "reason": REASONS[CONQUEST if survivors == 1 else ROUNDS],
        "table": {names[seat]: row for seat, row in rows.items()},
        "winners": [names[seat] for seat, row in rows.items() if row["rank"] == 1],
    }


def pending(s: Any, names: list[str]) -> JSON | None:
    """What the open decision is about."""
    phase, origin, target = Phase(int(s["phase"])), int(s["origin"]), int(s["target"])
    if phase == Phase.BUY_AMOUNT:
        return {"field": target}
    if phase == Phase.ADVANCE_AMOUNT:
        return {"from": origin, "to": target, "defender": names[int(s["defender"])]}
    if phase in (Phase.MARCH_AMOUNT, Phase.FIGHT):
        return {"from": origin, "to": target}
    return None


def write_position(s: Any) -> JSON:
    """The complete position. The events of the last decision are history, which the record does not hold: the state adds them."""
    return copy_of(written(s))


@shared
def written(s: Any) -> JSON:
    """The same once for all who read it. Nobody changes it."""
    players, seat, phase = int(s["players"]), int(s["seat"]), int(s["phase"])
    names = colours(players)
    pack = [card if card < TRIBE else names[card - TRIBE] for card in s["pack"].tolist()[: int(s["pack_size"])]]
    money, turned = s["money"].tolist()[:players], int(s["turned"])
    went = sorted((place, other) for other, place in enumerate(s["out"].tolist()) if place)
    return {
        "game": "targui",
        "options": options.read(s),
        "colours": names,
        "card": [None, *(CARD_KEYS[card] for card in s["card"].tolist()[1:])],
        "owner": [None, *(names[owner] if owner >= 0 else None for owner in s["owner"].tolist()[1:])],
        "camels": s["camels"].tolist(),
        "money": dict(zip(names, money, strict=True)),
        "supply": int(s["supply"]) if s["camel_limit"] else None,
        "bank": COINS - sum(money) if s["money_limit"] else None,
        "out": [names[other] for _, other in went],
        "round": int(s["number"]),
        "rounds": None if s["conquest_only"] else rounds(s),
        "die": int(s["die"]) or None,
        "fate_deck": s["deck"].tolist()[: int(s["deck_size"])],
        "fate_seen": s["seen"].tolist()[: int(s["seen_size"])],
        "fate_now": int(s["fate_now"]) or None,
        "pack": pack[turned:],
        "revealed": pack[:turned],
        "phase": PHASES[phase],
        "turn": names[seat] if seat >= 0 else None,
        "turns_left": int(s["turns_left"]),
        "moved": bool(s["moved"]),
        "bought": bool(s["bought"]),
        "pending": pending(s, names),
        "result": result(s) if phase == Phase.OVER else None,
        "events": [],
    }


def view(s: Any, seat: int | None) -> JSON:
    """The same for every seat and for spectators but for ``viewer`` (TG-H1 to TG-H3)."""
    return copy_of(glance(s, seat))


def glance(s: Any, seat: int | None) -> JSON:
    """The same, shared by all."""
    return {**seen(s), "viewer": seat}


@shared
def seen(s: Any) -> JSON:
    """What everybody sees. Nobody changes it."""
    position = written(s)
    pack = position["pack"]
    return {
        **position,
        "viewer": None,
        "pack": {**{colour: pack.count(colour) for colour in position["colours"]}, "fate": sum(isinstance(card, int) for card in pack)},
        "fate_deck": len(position["fate_deck"]),
        "fate_unseen": sorted(set(position["options"]["fates"]) - set(position["fate_seen"])),
    }
