"""Events as objects (TG-D8) and as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.kernel.game import JSON
from sandtable.kernel.words import fill, words_of

from .components import CARD_KEYS, COLOURS, FIELDS
from .events import EVENTS, FACTS, OUTCOMES, PER_FACT, REASONS, SIDES
from .position import colours

PLAYERS = ("colour", "taken_from", "defender", "by")
CODES = {"side": SIDES, "outcome": OUTCOMES, "reason": REASONS, "replaced": CARD_KEYS}


def cards(facts: Sequence[int]) -> list[str]:
    """The layout, 17 cards in a fact."""
    places = [divmod(field - 1, PER_FACT) for field in range(1, FIELDS + 1)]
    return [CARD_KEYS[facts[part] >> (3 * i) & 7] for part, i in places]


def tell(s: Any, event: tuple[int, ...]) -> JSON:
    """One event of the tape; all of them are public."""
    name, facts = EVENTS[event[0]], event[1:]
    names = colours(int(s["players"]))
    told: JSON = {"event": name}
    if name == "layout":
        return {**told, "cards": cards(facts)}
    for fact, value in zip(FACTS[name], facts, strict=False):
        if fact in PLAYERS:
            told[fact] = names[value] if value >= 0 else None
        elif fact == "winners":
            told[fact] = [colour for seat, colour in enumerate(names) if value >> seat & 1]
        else:
            told[fact] = CODES[fact][value] if fact in CODES else value
    return told


def counted(language: str, what: str, n: int) -> str:
    """``1 camel``, ``5 camels``."""
    terms = words_of(__package__, language)["terms"]
    return fill(terms[f"n_{what}"], language, n=n)


def variant(event: JSON) -> str:
    """Which of its sentences an event gets."""
    name = str(event["event"])
    if name == "round_start" and event["turns_per_card"] == 2:
        return "round_start_double"
    if name == "card" and event["turns"] == 2:
        return "card_double"
    if name in ("fate_camels", "fate_money"):
        return name + ("_gain" if event["change"] > 0 else "_loss" if event["change"] < 0 else "_none")
    if name in ("marched", "advanced") and event["taken_from"]:
        return f"{name}_taken"
    if name == "fight_end":
        return f"fight_end_{event['outcome']}"
    if name == "strike":
        return f"strike_{event['side']}"
    if name == "turn_end" and event["turns_left"]:
        return "turn_end_first"
    if name == "income":
        return "income_lost" if event["land"] > event["due"] else "income_short" if event["paid"] < event["due"] else "income"
    if name == "game_over":
        return f"game_over_{event['reason']}{'_shared' if len(event['winners']) > 1 else ''}"
    return name


def sentence(event: JSON, language: str, names: Sequence[str]) -> str:
    """The event in words; ``names`` are the names of the seats."""
    texts = words_of(__package__, language)
    terms = texts["terms"]

    def who(colour: str) -> str:
        return names[COLOURS.index(colour) - (len(COLOURS) - len(names))]

    values: dict[str, Any] = dict(event)
    for fact in PLAYERS:
        if event.get(fact):
            values[fact] = who(event[fact])
    if "replaced" in event:
        values["replaced"] = terms["cards"][event["replaced"]]
    if "winners" in event:
        values["winners"] = terms["and"].join(who(colour) for colour in event["winners"])
    if event["event"] == "fate":
        values |= terms["fates"][str(event["number"])]
    for fact in ("n", "lost", "change"):
        if fact in event:
            values["camels"] = counted(language, "camels", abs(event[fact]))
            values["silver"] = counted(language, "silver", abs(event[fact]))
    if "cards_each" in event:
        values["cards"] = counted(language, "cards", event["cards_each"])
    if "hits" in event:
        values["hits"] = counted(language, "hits", event["hits"])
    return fill(texts["events"][variant(event)], language, **values)
