"""Why a decision is not possible (section 18): the first reason in the specification's order, with the card or animal it is about."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

from sandtable.kernel.actions import Attempt
from sandtable.kernel.refusals import Refusal
from sandtable.kernel.words import LANGUAGES, words_of

from .components import (
    ANIMALS,
    CAVE_LIMIT,
    FIRST_DONKEY,
    GOLD,
    GOLD_LIMIT,
    GOODS,
    HAND_LIMIT,
    LOAD_LIMIT,
    PRICE,
    SPECIALS,
    WATER,
)
from .payments import Purse, may_pay
from .state import NO, UNUSED_THIEF, Main, Phase, Record, stack_goods

Fact = int | str | tuple[str, ...]

GESTURES = {
    "take_market": ("MARKET_TO_HAND", "7.2"),
    "take_covered": ("COVERED", "8.3"),
    "insert": ("INSERT", "5.3"),
    "take_cave": ("LOCKED", "10.3"),
    "take_thief": ("LOCKED", "11.4"),
    "steal_cave": ("STEAL_TARGET", "11.5"),
    "steal_thief": ("STEAL_TARGET", "11.5"),
    "steal_market": ("STEAL_TARGET", "11.5"),
}
"""What people try at the table although there is no such decision."""

PAYING_GESTURES = ("take_covered", "take_cave", "take_thief")


@lru_cache(4096)
def refuse(code: str, rule: str, **facts: Fact) -> Refusal:
    """The sentence of the specification, then the detail of this case if there is one."""
    words = {}
    for language in LANGUAGES:
        texts = words_of(__package__, language)
        words[language] = texts["refusals"][code]
        if facts:
            named = {name: say(fact, texts["terms"]) for name, fact in facts.items()}
            detail = texts["details"][code].format(**named)
            words[language] += " " + detail[:1].upper() + detail[1:]
    return Refusal(code, f"TU-{rule}", words)


def say(fact: Fact, terms: dict[str, str]) -> str:
    if isinstance(fact, int):
        return str(fact)
    if isinstance(fact, str):
        return terms[fact]
    return ", ".join(terms[name] for name in fact) or terms["nothing"]


def several(counts: list[int]) -> tuple[str, ...]:
    """Goods counted by kind as a list of names."""
    return tuple(GOODS[good] for good, n in enumerate(counts) for _ in range(n))


def why(s: Record, attempt: Attempt, seat: int | None) -> Refusal | None:
    """The first reason in the order of section 18; None if the decision is offered."""
    kind = attempt.kind
    if attempt.action is None and kind not in GESTURES:
        return refuse("UNKNOWN_DECISION", "16.1")
    phase = int(s["phase"])
    if phase == Phase.OVER:
        return refuse("GAME_OVER", "14.1")
    if seat is None:
        return refuse("SPECTATOR", "3.8")
    if seat != int(s["seat"]):
        return refuse("NOT_YOUR_DECISION", "3.8")
    if phase == Phase.MAPS:
        return None if kind in ("use_map", "keep_map") else refuse("MAPS_FIRST", "12.4")
    if phase == Phase.PAY and not kind.startswith("pay_") and kind not in PAYING_GESTURES:
        return refuse("PAY_FIRST", "3.5")
    if attempt.action is None:
        return refuse(*GESTURES[kind])
    if kind in ("use_map", "keep_map"):
        return refuse("NO_MAP_CHOICE", "12.1")
    if phase != Phase.PAY and kind.startswith("pay_"):
        return refuse("NO_PURCHASE", "8.1")
    return CHECKS[kind](s, seat, *attempt.values)


# ---- draw, market, end of the turn ----------------------------------------------------------------------------------------------


def why_draw(s: Record, seat: int) -> Refusal | None:
    if s["main"] != Main.NONE:
        return refuse("MAIN_DONE", "3.1")
    if s["pile_size"] == 0:
        return refuse("PILE_EMPTY", "13.2")
    return None


def why_to_market(s: Record, seat: int, good: str) -> Refusal | None:
    if s["main"] != Main.DRAW:
        return refuse("MARKET_ONLY_AFTER_DRAW", "4.7")
    return missing_in_hand(s, seat, good, "4.3")


def missing_in_hand(s: Record, seat: int, good: str, rule: str) -> Refusal | None:
    hand = s["hand"][seat].tolist()
    if hand[GOODS.index(good)] == 0:
        return refuse("NOT_IN_HAND", rule, good=good, hand=several(hand))
    return None


def why_end_turn(s: Record, seat: int) -> Refusal | None:
    if s["main"] == Main.NONE:
        return refuse("NO_ACTION_YET", "3.6")
    hand = s["hand"][seat].tolist()
    if s["owed"]:
        return refuse("MARKET_CARD_OWED", "4.3", hand=several(hand))
    if sum(hand) > HAND_LIMIT:
        return refuse("HAND_LIMIT", "4.5", hand=several(hand), count=sum(hand))
    return None


def why_pass(s: Record, seat: int) -> Refusal | None:
    if s["main"] != Main.NONE:
        return refuse("PASS_AFTER_ACTION", "3.2")
    if s["lap"] == 0:
        return refuse("PASS_TOO_EARLY", "3.2")
    return None


# ---- loading --------------------------------------------------------------------------------------------------------------------


def why_load_hand(s: Record, seat: int, animal: str, good: str) -> Refusal | None:
    return (
        loading_refused(s, Main.LOAD_HAND, animal)
        or missing_animal(s, seat, animal)
        or missing_in_hand(s, seat, good, "5.1")
        or overloaded(s, seat, animal, good)
    )


def why_load_market(s: Record, seat: int, animal: str, good: str) -> Refusal | None:
    refusal = loading_refused(s, Main.LOAD_MARKET, animal)
    if refusal:
        return refusal
    if s["main"] == Main.LOAD_MARKET and GOODS[s["good"]] != good:
        return refuse("ONE_KIND", "7.1", begun=GOODS[s["good"]], good=good)
    refusal = missing_animal(s, seat, animal)
    if refusal:
        return refusal
    market = s["market"].tolist()
    if market[GOODS.index(good)] == 0:
        return refuse("NOT_IN_MARKET", "7.1", good=good, market=several(market))
    return overloaded(s, seat, animal, good)


def loading_refused(s: Record, main: int, animal: str) -> Refusal | None:
    """May a loading begin or go on with this animal?"""
    if s["main"] == Main.NONE:
        return None
    if s["main"] != main:
        return refuse("MAIN_DONE", "3.1")
    if not s["loading"]:
        return refuse("LOADING_CLOSED", "3.4")
    if ANIMALS[s["animal"]] != animal:
        return refuse("ONE_ANIMAL", "3.7", begun=ANIMALS[s["animal"]], animal=animal)
    return None


def missing_animal(s: Record, seat: int, animal: str) -> Refusal | None:
    stacks = s["stack"][seat].tolist()
    number = ANIMALS.index(animal)
    if stacks[number] == 0:
        there = tuple(name for name, code in zip(ANIMALS, stacks, strict=True) if code)
        return refuse("NO_SUCH_ANIMAL", "9.1" if number >= FIRST_DONKEY else "2.1", animal=animal, animals=there)
    return None


def overloaded(s: Record, seat: int, animal: str, good: str) -> Refusal | None:
    """The loading rules, one by one (TU-6.1 to TU-6.7)."""
    number, kind = ANIMALS.index(animal), GOODS.index(good)
    stack = stack_goods(int(s["stack"][seat, number]))
    donkey = number >= FIRST_DONKEY
    loaded = [*stack, kind]
    if len(loaded) > LOAD_LIMIT:
        code, rule = "ANIMAL_FULL", "6.7" if donkey else "6.1"
    elif donkey:
        return None
    elif WATER in loaded and len(set(loaded)) > 1:
        code, rule = "WATER_ALONE", "6.4"
    elif loaded.count(GOLD) > GOLD_LIMIT:
        code, rule = "GOLD_LIMIT", "6.5"
    elif len(set(loaded)) > 2:
        code, rule = "THIRD_KIND", "6.2"
    elif sum(below != above for below, above in pairwise(loaded)) > 1:
        code, rule = "SECOND_CHANGE", "6.3"
    else:
        return None
    return refuse(code, rule, animal=animal, stack=tuple(GOODS[x] for x in stack), good=good)


# ---- buying ---------------------------------------------------------------------------------------------------------------------


def why_buy(s: Record, seat: int, special: str) -> Refusal | None:
    if s["main"] != Main.NONE:
        return refuse("MAIN_DONE", "3.1")
    if s["supply"][SPECIALS.index(special)] == 0:
        return refuse("SOLD_OUT", "8.1", special=special)
    worth = Purse.of(s, seat).worth()
    if worth < PRICE:
        return refuse("CANNOT_PAY", "8.1", dinar=worth)
    return None


def why_pay_hand(s: Record, seat: int, good: str) -> Refusal | None:
    return missing_in_hand(s, seat, good, "8.2") or superfluous(s, seat, NO, GOODS.index(good))


def why_pay_animal(s: Record, seat: int, animal: str) -> Refusal | None:
    refusal = missing_animal(s, seat, animal) or empty_animal(s, seat, animal, "8.3")
    if refusal:
        return refusal
    number = ANIMALS.index(animal)
    return superfluous(s, seat, number, int(s["stack"][seat, number]) % 4)


def superfluous(s: Record, seat: int, place: int, good: int) -> Refusal | None:
    purse = Purse.of(s, seat)
    if may_pay(purse, (place, good)):
        return None
    return refuse("SUPERFLUOUS", "8.5", good=GOODS[good], dinar=purse.values[good], paid=purse.paid_worth())


def empty_animal(s: Record, seat: int, animal: str, rule: str) -> Refusal | None:
    if not stack_goods(int(s["stack"][seat, ANIMALS.index(animal)])):
        return refuse("ANIMAL_EMPTY", rule, animal=animal)
    return None


# ---- caves and thieves ----------------------------------------------------------------------------------------------------------


def cave_refused(s: Record, seat: int, cave: int) -> Refusal | None:
    owned = int(s["caves"][seat])
    if cave > owned:
        return refuse("NO_SUCH_CAVE", "10.1", count=owned)
    if sum(card > 0 for card in s["cave"][seat, cave - 1].tolist()) == CAVE_LIMIT:
        return refuse("CAVE_FULL", "10.2", cave=cave)
    if int(s["cave_used"][seat]) >> (cave - 1) & 1:
        return refuse("CAVE_USED", "10.1", cave=cave)
    return None


def why_hide_hand(s: Record, seat: int, cave: int, good: str) -> Refusal | None:
    refusal = cave_refused(s, seat, cave) or missing_in_hand(s, seat, good, "10.1")
    if refusal:
        return refusal
    if s["owed"] and s["hand"][seat].sum() == 1:
        return refuse("LAST_CARD", "10.5", good=good)
    return None


def why_hide_animal(s: Record, seat: int, cave: int, animal: str) -> Refusal | None:
    return cave_refused(s, seat, cave) or missing_animal(s, seat, animal) or empty_animal(s, seat, animal, "10.1")


def victim_refused(s: Record, seat: int, victim: int) -> Refusal | None:
    if victim >= int(s["players"]):
        return refuse("NO_SUCH_SEAT", "11.2", count=int(s["players"]))
    if victim == seat:
        return refuse("STEAL_SELF", "11.5")
    if UNUSED_THIEF not in s["thief"][seat].tolist():
        return refuse("NO_THIEF", "11.1")
    return None


def why_steal_hand(s: Record, seat: int, victim: int) -> Refusal | None:
    refusal = victim_refused(s, seat, victim)
    if refusal:
        return refusal
    return None if s["hand"][victim].any() else refuse("HAND_EMPTY", "11.5")


def why_steal_animal(s: Record, seat: int, victim: int, animal: str) -> Refusal | None:
    return victim_refused(s, seat, victim) or missing_animal(s, victim, animal) or empty_animal(s, victim, animal, "11.5")


CHECKS: dict[str, Callable[..., Refusal | None]] = {
    "draw": why_draw,
    "to_market": why_to_market,
    "load_hand": why_load_hand,
    "load_market": why_load_market,
    "buy": why_buy,
    "pay_hand": why_pay_hand,
    "pay_animal": why_pay_animal,
    "hide_hand": why_hide_hand,
    "hide_animal": why_hide_animal,
    "steal_hand": why_steal_hand,
    "steal_animal": why_steal_animal,
    "end_turn": why_end_turn,
    "pass": why_pass,
}
