"""Events as objects, as a seat may know them, and as sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sandtable.kernel.words import fill, words_of

from . import events
from .components import ANIMALS, GOODS, SPECIALS
from .position import place_name
from .state import NO, Record

JSON = dict[str, Any]

# ---- objects --------------------------------------------------------------------------------------------------------------------


def seat_bits(bits: int) -> list[int]:
    return [seat for seat in range(bits.bit_length()) if bits >> seat & 1]


def majority(players: int, stage: int, good: int, vp: int, *cards: int) -> JSON:
    counts = list(cards[:players])
    winners = [seat for seat, n in enumerate(counts) if n == max(counts) and n > 0]
    return {"stage": stage, "good": GOODS[good], "vp": vp, "counts": counts, "winners": winners}


Teller = Callable[..., JSON]

TELLERS: dict[int, tuple[str, Teller]] = {
    events.DEALT: ("dealt", lambda p, a, b, n, *_: {"market": [GOODS[a], GOODS[b]], "pile": n}),
    events.STAGE_BEGINS: ("stage_begins", lambda p, stage, seat, n, *_: {"stage": stage, "seat": seat, "pile": n}),
    events.TURN_BEGINS: ("turn_begins", lambda p, seat, stage, lap, *_: {"seat": seat, "stage": stage, "lap": lap or None}),
    events.DRAWS: (
        "draws",
        lambda p, seat, n, a, b, c, left, *_: {"seat": seat, "count": n, "goods": [GOODS[x] for x in (a, b, c) if x != NO], "left": left},
    ),
    events.PUTS_INTO_MARKET: ("puts_into_market", lambda p, seat, good, *_: {"seat": seat, "good": GOODS[good]}),
    events.LOADS: (
        "loads",
        lambda p, seat, animal, good, market, *_: {
            "seat": seat,
            "animal": ANIMALS[animal],
            "good": GOODS[good],
            "from": "market" if market else "hand",
        },
    ),
    events.CHOOSES: ("chooses", lambda p, seat, special, *_: {"seat": seat, "special": SPECIALS[special]}),
    events.PAYS: ("pays", lambda p, seat, place, good, *_: {"seat": seat, "from": place_name(place), "good": GOODS[good]}),
    events.BUYS: ("buys", lambda p, seat, special, dinar, *_: {"seat": seat, "special": SPECIALS[special], "dinar": dinar}),
    events.HIDES: (
        "hides",
        lambda p, seat, cave, place, good, *_: {"seat": seat, "cave": cave + 1, "from": place_name(place), "good": GOODS[good]},
    ),
    events.STEALS: (
        "steals",
        lambda p, seat, victim, place, good, *_: {"seat": seat, "victim": victim, "from": place_name(place), "good": GOODS[good]},
    ),
    events.PASSES: ("passes", lambda p, seat, *_: {"seat": seat}),
    events.ENDS_TURN: ("ends_turn", lambda p, seat, *_: {"seat": seat}),
    events.PILE_EMPTY: ("pile_empty", lambda p, seat, *_: {"seat": seat}),
    events.LAP_BEGINS: ("lap_begins", lambda p, seat, turns, *_: {"seat": seat, "turns": turns}),
    events.STAGE_ENDS: ("stage_ends", lambda p, stage, *_: {"stage": stage}),
    events.UNCOVERS: (
        "uncovers",
        lambda p, seat, special, place, good, *_: {
            "seat": seat,
            "special": SPECIALS[special],
            "number": place + 1,
            "good": GOODS[good],
        },
    ),
    events.MAJORITY: ("majority", majority),
    events.USES_MAP: ("uses_map", lambda p, seat, vp, *_: {"seat": seat, "vp": vp}),
    events.KEEPS_MAPS: ("keeps_maps", lambda p, seat, n, *_: {"seat": seat, "count": n}),
    events.RETURNS: ("returns", lambda p, seat, special, n, *_: {"seat": seat, "special": SPECIALS[special], "count": n}),
    events.SCORES_UNUSED: (
        "scores_unused",
        lambda p, seat, donkeys, caves, thieves, vp, *_: {"seat": seat, "donkeys": donkeys, "caves": caves, "thieves": thieves, "vp": vp},
    ),
    events.SCORES_MAPS: ("scores_maps", lambda p, seat, n, vp, *_: {"seat": seat, "count": n, "vp": vp}),
    events.SHOWS_HAND: (
        "shows_hand",
        lambda p, seat, a, b, c, d, dinar, *_: {"seat": seat, "hand": dict(zip(GOODS, (a, b, c, d), strict=True)), "dinar": dinar},
    ),
    events.GAME_ENDS: ("game_ends", lambda p, bits, *scores: {"winners": seat_bits(bits), "scores": list(scores[:p])}),
}


def tell(s: Record, event: tuple[int, ...], seat: int | None, everything: bool) -> JSON:
    """One event; kinds that the seat did not see are ``null`` (17a)."""
    number, facts = event[0], event[1:]
    name, teller = TELLERS[number]
    told = {"event": name, **teller(int(s["players"]), *facts)}
    if everything or told.get("from", "hand") != "hand":
        return told
    knowers = [told[key] for key in ("seat", "victim") if key in told]
    if name in ("draws", "hides", "steals") and seat not in knowers:
        told["goods" if name == "draws" else "good"] = None
    return told


# ---- sentences ------------------------------------------------------------------------------------------------------------------


def join(words: Sequence[str], terms: dict[str, str]) -> str:
    """``a, b and c``"""
    if not words:
        return terms["nothing"]
    return ", ".join(words[:-1]) + f" {terms['and']} " + words[-1] if len(words) > 1 else words[0]


def numbered(n: int, name: str, terms: dict[str, str]) -> str:
    """``1 map``, ``2 maps``"""
    return f"{n} {terms[name if n == 1 else name + 's']}"


def variant(event: JSON) -> str:
    """Which sentence of the catalogue tells this event."""
    name: str = event["event"]
    if name == "turn_begins" and event["lap"]:
        return "turn_begins_lap"
    if name in ("draws", "hides", "steals"):
        unseen = event["goods" if name == "draws" else "good"] is None
        source = "" if name == "draws" else "_hand" if event["from"] == "hand" else "_animal"
        return f"{name}{source}{'_unseen' if unseen else ''}"
    if name in ("loads", "pays"):
        return f"{name}_{event['from'] if event['from'] in ('hand', 'market') else 'animal'}"
    if name == "majority":
        return "majority_" + ("none" if not event["winners"] else "alone" if len(event["winners"]) == 1 else "shared")
    if name == "game_ends" and len(event["winners"]) > 1:
        return "game_ends_shared"
    return name


def sentence(event: JSON, language: str, names: Sequence[str]) -> str:
    """The event in words; ``names`` are the names of the seats."""
    texts = words_of(__package__, language)
    terms: dict[str, str] = texts["terms"]
    said: dict[str, Any] = {}
    for key, value in event.items():
        if key in ("seat", "victim"):
            said[key] = names[value]
        elif key in ("good", "animal", "special", "from") and value is not None:
            said[key] = terms[value]
        elif key in ("goods", "market") and value is not None:
            said[key] = join([terms[good] for good in value], terms)
        elif key == "hand":
            said[key] = join([f"{n} {terms[good]}" for good, n in value.items() if n], terms)
        elif key == "winners":
            said[key] = join([names[seat] for seat in value], terms)
        elif key in ("counts", "scores"):
            said[key] = ", ".join(fill(terms["has"], language, name=names[seat], n=n) for seat, n in enumerate(value))
        else:
            said[key] = value
    name = event["event"]
    if name == "draws":
        said["cards"] = numbered(event["count"], "card", terms)
    elif name == "keeps_maps" or name == "scores_maps":
        said["maps"] = numbered(event["count"], "map", terms)
    elif name == "returns":
        said["specials"] = numbered(event["count"], event["special"], terms)
    elif name == "scores_unused":
        counts = (("donkey", event["donkeys"]), ("cave", event["caves"]), ("thief", event["thieves"]))
        said["specials"] = join([numbered(n, special, terms) for special, n in counts if n], terms)
    return fill(texts["events"][variant(event)], language, **said)
