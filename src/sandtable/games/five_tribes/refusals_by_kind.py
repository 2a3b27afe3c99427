"""Refusals of each kind of decision, in the order of section (i): bidding, moving, tribe, tile, djinns, sale. A function answers with the
first code that applies, None if the decision is legal; what a rule says it asks the rule itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.kernel.actions import Attempt

from .cards import cards_left, djinns_left
from .components import (
    ANUN_NAK,
    BLOCK,
    BOAZ,
    BOURAQ,
    CARDS,
    COLOURS,
    COSTS,
    DIRECTIONS,
    DISTANCE,
    DJINNS,
    ECHIDNA,
    ENKI,
    FAKIR,
    GOODS,
    HAGIS,
    IBLIS,
    KANDICHA,
    KUMARBI,
    LAMIA,
    LARGE_PRICE,
    LARGE_REACH,
    LETA,
    OASIS,
    PAYMENTS,
    SIBITTIS,
    SLOAR,
    SMALL_MARKET,
    SMALL_PRICE,
    SMALL_REACH,
    SPOTS,
    STEP,
    TILE_KINDS,
    TILE_NAMES,
    TOWARDS,
    UTUG,
    VILLAGE,
    ZERO_SPOTS,
)
from .djinns import can_pay, has_effect, is_allowed
from .moving import can_drop, can_lift, move_exists
from .state import owns
from .tribes import blue_tiles, fakirs_for, victim_within

Code = str | None
PAID_NAMES = {DJINNS[djinn] for djinn in COSTS}
TARGETS = {ANUN_NAK: "TARGET_NOT_EMPTY", LETA: "TARGET_NOT_EMPTY", BOURAQ: "TARGET_NOT_VILLAGE", ENKI: "TARGET_NOT_OASIS"}


def _bid(s: Any, stage: str, seat: int, attempt: Attempt) -> Code:
    if stage != "bid":
        return "BID_NOT_NOW"
    step, fakirs = SPOTS.index(int(attempt.values[0])), int(attempt.values[1])
    taken = s["bid_spot"][: int(s["bid_count"])].tolist()
    if step and step in taken:
        return "BID_SPOT_TAKEN"
    if not step and taken.count(0) >= ZERO_SPOTS:
        return "BID_ZERO_FULL"
    gold = int(s["gold"][seat])
    if fakirs:
        if not owns(s, seat, KUMARBI):
            return "BID_NO_KUMARBI"
        if _used(s, seat, KUMARBI):
            return "BID_KUMARBI_USED"
        if fakirs > s["hand"][seat][FAKIR]:
            return "BID_FAKIRS_MISSING"
        if fakirs > step:
            return "BID_FAKIRS_SURPLUS"
        return "BID_NO_GOLD" if SPOTS[step - fakirs] > gold else None
    if SPOTS[step] <= gold:
        return None
    free = [i for i in range(7) if (taken.count(0) < ZERO_SPOTS if i == 0 else i not in taken)]
    destitute = SPOTS[free[0]] > gold
    return None if destitute and step == free[0] else "BID_NO_GOLD"


def _lift(s: Any, stage: str, seat: int, attempt: Attempt) -> Code:
    if stage == "sow":
        return "LIFT_IN_PROGRESS"
    passed = stage != "start" and s["closed"] and s["final"] < 0
    if stage != "start" and not passed:
        return "LIFT_DONE"
    tile = TILE_NAMES.index(str(attempt.values[0]))
    if not s["height"][tile]:
        return "LIFT_EMPTY"
    return None if can_lift(s, tile) and not passed else "LIFT_NO_FINISH"


def _drop(s: Any, stage: str, seat: int, attempt: Attempt) -> Code:
    if stage != "sow":
        return "DROP_NOT_NOW"
    at, previous = int(s["at"]), int(s["previous"])
    colour = COLOURS.index(str(attempt.values[1]))
    if attempt.kind == "drop":
        to = int(STEP[at, DIRECTIONS.index(str(attempt.values[0]))])
        if to < 0:
            return "DROP_OFF_BOARD"
    else:
        to = TILE_NAMES.index(str(attempt.values[0]))
        if to == at:
            return "DROP_SAME_TILE"
        if DISTANCE[at, to] > 1:
            return "DROP_DIAGONAL" if to in BLOCK[at] else "DROP_FAR"
    if to == previous:
        return "DROP_BACK"
    if not s["moving"][colour]:
        return "DROP_NO_COLOUR"
    if can_drop(s, to, TOWARDS[to, at], colour):
        return None
    return "DROP_LAST_COLOUR" if s["moving_size"] == 1 else "DROP_DEAD_END"


def _pass(s: Any, stage: str, seat: int, attempt: Attempt) -> Code:
    if stage != "start":
        return "PASS_NOT_NOW"
    return "PASS_MOVE_EXISTS" if move_exists(s) else None


def _camel(s: Any, stage: str, seat: int, attempt: Attempt) -> Code:
    return "CAMEL_AUTOMATIC"


def _fakirs(s: Any, stage: str, seat: int, attempt: Attempt) -> Code:
    if stage != "builders":
        return "FAKIRS_NOT_NOW"
    n = int(attempt.values[0])
    if n > s["hand"][seat][FAKIR]:
        return "FAKIRS_MISSING"
    return "FAKIRS_NO_BLUE" if n and not blue_tiles(s, int(s["final"])) else None


def _kill(s: Any, stage: str, seat: int, attempt: Attempt) -> Code:
    if stage not in ("assassins", "second_kill"):
        return "KILL_NOT_NOW"
    tile, colour = TILE_NAMES.index(str(attempt.values[0])), COLOURS.index(str(attempt.values[1]))
    if stage == "second_kill" and s["place"] != tile:
        return "KILL_OTHER_PLACE"
    if not s["meeples"][tile][colour]:
        return "KILL_NOBODY"
    if stage == "assassins" and fakirs_for(s, tile) > s["hand"][seat][FAKIR]:
        return "KILL_TOO_FAR"
    return None


def _kill_owned(s: Any, stage: str, seat: int, attempt: Attempt) -> Code:
    if stage not in ("assassins", "second_kill"):
        return "KILL_NOT_NOW"
    victim, colour = int(attempt.values[0]), attempt.values[1]
    if stage == "second_kill" and s["place"] != 30 + victim:
        return "KILL_OTHER_PLACE"
    if victim == seat:
        return "KILL_OWN"
    if victim >= s["players"]:
        return "KILL_NOBODY"
    if owns(s, victim, BOAZ):
        return "KILL_BOAZ"
    return None if s["viziers" if colour == "yellow" else "elders"][victim] else "KILL_NOBODY"


def _no_kill(s: Any, stage: str, seat: int, attempt: Attempt) -> Code:
    if stage != "assassins":
        return "KILL_NOT_NOW"
    return "KILL_COMPULSORY" if victim_within(s, 0) else None


def _final_kind(s: Any) -> int:
    return int(s["kind"][int(s["final"])])


def _build(s: Any, stage: str, seat: int, attempt: Attempt) -> Code:
    if stage == "redirect":
        return None
    if stage != "tile":
        return "TILE_NOT_NOW"
    return None if _final_kind(s) in (OASIS, VILLAGE) else "TILE_OTHER_KIND"


def _skip(s: Any, stage: str, seat: int, attempt: Attempt) -> Code:
    if stage != "tile":
        return "TILE_NOT_NOW"
    return "TILE_COMPULSORY" if _final_kind(s) in (OASIS, VILLAGE) else None


def _take_card(s: Any, stage: str, seat: int, attempt: Attempt) -> Code:
    if stage not in ("tile", "second_card"):
        return "TILE_NOT_NOW"
    slot, kind = int(attempt.values[0]), TILE_KINDS[_final_kind(s)]
    if stage == "tile" and not kind.endswith("market"):
        return "TILE_OTHER_KIND"
    small = kind == TILE_KINDS[SMALL_MARKET]
    if slot > (LARGE_REACH - 1 if stage == "second_card" else SMALL_REACH if small else LARGE_REACH):
        return "CARD_OUT_OF_REACH"
    if slot > s["row_size"]:
        return "CARD_NOT_THERE"
    if stage == "tile" and s["gold"][seat] < (SMALL_PRICE if small else LARGE_PRICE):
        return "CARD_NO_GOLD"
    return None


def _take_djinn(s: Any, stage: str, seat: int, attempt: Attempt) -> Code:
    if stage != "tile":
        return "TILE_NOT_NOW"
    if TILE_KINDS[_final_kind(s)] != "sacred":
        return "TILE_OTHER_KIND"
    if int(attempt.values[0]) > s["djinn_row_size"]:
        return "DJINN_NOT_THERE"
    return None if can_pay(s, seat, PAYMENTS.index(str(attempt.values[1]))) else "DJINN_NO_PAYMENT"


def _used(s: Any, seat: int, djinn: int) -> bool:
    return bool(int(s["used"][seat]) >> int(djinn) & 1)


def _djinn(s: Any, stage: str, seat: int, attempt: Attempt) -> Code:
    name = str(attempt.values[0])
    djinn = DJINNS.index(name)
    if not owns(s, seat, djinn):
        return "POWER_NOT_OWNED"
    if djinn == KUMARBI:
        return "POWER_BID_ONLY"
    if name not in PAID_NAMES:
        return "POWER_PASSIVE"
    if _used(s, seat, djinn):
        return "POWER_USED"
    if s["closed"]:
        return "POWER_AFTER_PASS" if s["final"] < 0 else "POWER_SALE_BEGUN"
    if stage == "sow":
        return "POWER_IN_MOVE"
    payment = PAYMENTS.index(str(attempt.values[1]))
    code = _moment(s, stage, seat, djinn)
    if code:
        return code
    if not can_pay(s, seat, payment):
        return "POWER_NO_PAYMENT"
    return _effect(s, seat, djinn, payment)


def _moment(s: Any, stage: str, seat: int, djinn: int) -> Code:
    """Powers with their own window (FT-5.6)."""
    if djinn in (ECHIDNA, IBLIS) and stage in ("tile", "end"):
        return "POWER_TOO_LATE"
    if djinn == ECHIDNA and stage != "builders" and not (stage == "assassins" and owns(s, seat, KANDICHA)):
        return "POWER_NOT_NOW"
    if djinn == IBLIS and stage != "assassins":
        return "POWER_NOT_NOW"
    if djinn in (HAGIS, LAMIA) and stage != "redirect":
        if stage != "tile" or _final_kind(s) != (VILLAGE if djinn == HAGIS else OASIS):
            return "POWER_NOT_NOW"
    return None


def _effect(s: Any, seat: int, djinn: int, payment: int) -> Code:
    """A power must have something to act on (FT-5.7)."""
    if djinn in (ENKI, LAMIA) and not s["palms_left"]:
        return "POWER_NO_STOCK"
    if djinn in (BOURAQ, HAGIS) and not s["palaces_left"]:
        return "POWER_NO_STOCK"
    if djinn in (LETA, UTUG) and not s["camels"][seat]:
        return "POWER_NO_CAMEL"
    if (djinn == SLOAR and not cards_left(s)) or (djinn == SIBITTIS and not djinns_left(s)):
        return "POWER_NO_CARD"
    if djinn == ANUN_NAK and not s["bag"].any():
        return "POWER_BAG_EMPTY"
    return None if has_effect(s, seat, djinn, payment) else "POWER_NO_TARGET"


def _target(s: Any, djinn: int, tile: int) -> Code:
    if is_allowed(s, djinn, tile):
        return None
    if djinn == UTUG:
        return "TARGET_NOT_ONLY_MEEPLES" if s["height"][tile] else "TARGET_NO_MEEPLE"
    return TARGETS.get(djinn, "TARGET_NOT_NEIGHBOUR")


def _place(s: Any, stage: str, seat: int, attempt: Attempt) -> Code:
    if stage != "target":
        return "TARGET_NOT_NOW"
    return _target(s, int(s["pending"]), TILE_NAMES.index(str(attempt.values[0])))


def _keep(s: Any, stage: str, seat: int, attempt: Attempt) -> Code:
    return None if stage == "sibittis" and int(attempt.values[0]) <= s["peek_size"] else "KEEP_NOT_THERE"


def _sell_add(s: Any, stage: str, seat: int, attempt: Attempt) -> Code:
    if stage not in ("end", "sell"):
        return "SELL_NOT_NOW"
    if attempt.values[0] == CARDS[FAKIR]:
        return "SELL_FAKIR"
    good = GOODS.index(str(attempt.values[0]))
    laid = [g for g in range(9) if int(s["set"]) >> g & 1]
    if good in laid:
        return "SELL_DOUBLE"
    if not s["hand"][seat][good]:
        return "SELL_NONE"
    return "SELL_ORDER" if laid and good < laid[-1] else None


def _sell_set(s: Any, stage: str, seat: int, attempt: Attempt) -> Code:
    if stage not in ("end", "sell"):
        return "SELL_NOT_NOW"
    return None if s["set"] else "SELL_EMPTY"


def _end_turn(s: Any, stage: str, seat: int, attempt: Attempt) -> Code:
    return None if stage == "end" else "END_TOO_EARLY"


BY_KIND: dict[str, Callable[[Any, str, int, Attempt], Code]] = {
    "bid": _bid, "djinn": _djinn, "lift": _lift, "drop": _drop, "drop_at": _drop, "pass": _pass, "camel": _camel, "fakirs": _fakirs,
    "kill": _kill, "kill_owned": _kill_owned, "no_kill": _no_kill, "build": _build, "skip": _skip, "take_card": _take_card,
    "take_djinn": _take_djinn, "place": _place, "keep": _keep, "sell_add": _sell_add, "sell_set": _sell_set, "end_turn": _end_turn,
}  # fmt: skip
