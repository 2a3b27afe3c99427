"""Why a decision is not possible (section 18): the first reason in the specification's order, with the card or animal it is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from sandtable.kernel.actions import Attempt
from sandtable.kernel.refusals import Refusal
from sandtable.kernel.words import LANGUAGES, fill, words_of

from . import rules
from .buying import total_paid, wealth
from .components import ANIMALS, DINAR, GOODS
from .refusal_codes import Code
from .state import Phase, Record, stack_goods

Args = Mapping[str, int | str]
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
            detail = fill(texts["details"][code], language, **named)
            words[language] += " " + detail[:1].upper() + detail[1:]
    return Refusal(code, f"TU-{rule}", words)


def say(fact: Fact, terms: dict[str, str]) -> int | str:
    if isinstance(fact, int):
        return fact
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
    if attempt.action is None:
        if phase == Phase.MAPS:
            return refuse("MAPS_FIRST", "12.4")
        if phase == Phase.PAY and kind not in PAYING_GESTURES:
            return refuse("PAY_FIRST", "3.5")
        return refuse(*GESTURES[kind])
    code = Code(rules.why(s, attempt.action.id))
    if code == Code.FREE:
        return None
    return refuse(code.name, rule_of(code, attempt), **FACTS[code](s, seat, attempt.args) if code in FACTS else {})


def rule_of(code: Code, attempt: Attempt) -> str:
    """Where it stands; a reason that several chapters know cites the one of the decision."""
    rule = RULES[code]
    if isinstance(rule, str):
        return rule
    return rule[attempt.kind] if attempt.kind in rule else rule["donkey" if "donkey" in str(attempt.args["animal"]) else "camel"]


RULES: dict[Code, str | dict[str, str]] = {
    Code.MAPS_FIRST: "12.4",
    Code.PAY_FIRST: "3.5",
    Code.NO_MAP_CHOICE: "12.1",
    Code.NO_PURCHASE: "8.1",
    Code.MAIN_DONE: "3.1",
    Code.PILE_EMPTY: "13.2",
    Code.MARKET_ONLY_AFTER_DRAW: "4.7",
    Code.NOT_IN_HAND: {"to_market": "4.3", "load_hand": "5.1", "pay_hand": "8.2", "hide_hand": "10.1"},
    Code.NO_ACTION_YET: "3.6",
    Code.MARKET_CARD_OWED: "4.3",
    Code.HAND_LIMIT: "4.5",
    Code.PASS_AFTER_ACTION: "3.2",
    Code.PASS_TOO_EARLY: "3.2",
    Code.LOADING_CLOSED: "3.4",
    Code.ONE_ANIMAL: "3.7",
    Code.ONE_KIND: "7.1",
    Code.NO_SUCH_ANIMAL: {"donkey": "9.1", "camel": "2.1"},
    Code.NOT_IN_MARKET: "7.1",
    Code.ANIMAL_FULL: {"donkey": "6.7", "camel": "6.1"},
    Code.WATER_ALONE: "6.4",
    Code.GOLD_LIMIT: "6.5",
    Code.THIRD_KIND: "6.2",
    Code.SECOND_CHANGE: "6.3",
    Code.SOLD_OUT: "8.1",
    Code.CANNOT_PAY: "8.1",
    Code.SUPERFLUOUS: "8.5",
    Code.ANIMAL_EMPTY: {"pay_animal": "8.3", "hide_animal": "10.1", "steal_animal": "11.5"},
    Code.NO_SUCH_CAVE: "10.1",
    Code.CAVE_FULL: "10.2",
    Code.CAVE_USED: "10.1",
    Code.LAST_CARD: "10.5",
    Code.NO_SUCH_SEAT: "11.2",
    Code.STEAL_SELF: "11.5",
    Code.NO_THIEF: "11.1",
    Code.HAND_EMPTY: "11.5",
}


# ---- the card or animal it is about ---------------------------------------------------------------------------------------------


def hand(s: Record, seat: int) -> tuple[str, ...]:
    return several(s["hand"][seat].tolist())


def stack(s: Record, seat: int, args: Args) -> dict[str, Fact]:
    goods = stack_goods(int(s["stack"][seat, ANIMALS.index(str(args["animal"]))]))
    return {"animal": str(args["animal"]), "stack": tuple(GOODS[good] for good in goods), "good": str(args["good"])}


def animals(s: Record, seat: int, args: Args) -> dict[str, Fact]:
    """The animals that are there: those of the victim, if there is one."""
    owner = int(args.get("seat", seat))
    there = tuple(name for name, code in zip(ANIMALS, s["stack"][owner].tolist(), strict=True) if code)
    return {"animal": str(args["animal"]), "animals": there}


def payment(s: Record, seat: int, args: Args) -> dict[str, Fact]:
    good = str(args["good"]) if "good" in args else GOODS[int(s["stack"][seat, ANIMALS.index(str(args["animal"]))]) % 4]
    return {"good": good, "dinar": int(DINAR[int(s["goods"]), GOODS.index(good)]), "paid": int(total_paid(s))}


FACTS: dict[Code, Callable[[Record, int, Args], dict[str, Fact]]] = {
    Code.NOT_IN_HAND: lambda s, seat, a: {"good": str(a["good"]), "hand": hand(s, seat)},
    Code.MARKET_CARD_OWED: lambda s, seat, a: {"hand": hand(s, seat)},
    Code.HAND_LIMIT: lambda s, seat, a: {"hand": hand(s, seat), "count": len(hand(s, seat))},
    Code.ONE_ANIMAL: lambda s, seat, a: {"begun": ANIMALS[s["animal"]], "animal": str(a["animal"])},
    Code.ONE_KIND: lambda s, seat, a: {"begun": GOODS[s["good"]], "good": str(a["good"])},
    Code.NO_SUCH_ANIMAL: animals,
    Code.NOT_IN_MARKET: lambda s, seat, a: {"good": str(a["good"]), "market": several(s["market"].tolist())},
    **dict.fromkeys((Code.ANIMAL_FULL, Code.WATER_ALONE, Code.GOLD_LIMIT, Code.THIRD_KIND, Code.SECOND_CHANGE), stack),
    Code.SOLD_OUT: lambda s, seat, a: {"special": str(a["special"])},
    Code.CANNOT_PAY: lambda s, seat, a: {"dinar": int(wealth(s, seat))},
    Code.SUPERFLUOUS: payment,
    Code.ANIMAL_EMPTY: lambda s, seat, a: {"animal": str(a["animal"])},
    Code.NO_SUCH_CAVE: lambda s, seat, a: {"count": int(s["caves"][seat])},
    Code.CAVE_FULL: lambda s, seat, a: {"cave": int(a["cave"])},
    Code.CAVE_USED: lambda s, seat, a: {"cave": int(a["cave"])},
    Code.LAST_CARD: lambda s, seat, a: {"good": str(a["good"])},
    Code.NO_SUCH_SEAT: lambda s, seat, a: {"count": int(s["players"])},
}
