"""Why a decision is not possible (section J): the checks in the specification's order, written apart from the compiled rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.kernel.actions import Attempt
from sandtable.kernel.refusals import Refusal

from .components import DIRECTIONS, FIELDS, MOST_AT_ONCE, NEIGHBOUR, SALT_LAKE, STARTS
from .state import KINDS, Phase

if TYPE_CHECKING:
    from . import Targui

NAMES = {kind.name: kind.names for kind in KINDS}
Reason = tuple[str, str] | None
"""Code and rule, or None."""

AMOUNT_RULE = {Phase.MARCH_AMOUNT: "5.2.2", Phase.ADVANCE_AMOUNT: "5.3.5", Phase.BUY_AMOUNT: "5.4.2"}


def shape(attempt: Attempt) -> Reason:
    """Is it an action at all (TG-D2, TG-2.4, TG-2.6)?"""
    names = NAMES.get(attempt.kind)
    if names is None or len(attempt.values) != len(names) or set(attempt.args) != set(names):
        return "UNKNOWN_DECISION", "D2"
    if "n" in names and type(attempt.args["n"]) is not int:
        return "UNKNOWN_DECISION", "D2"
    for name in ("field", "from"):
        if name in names:
            field = attempt.args[name]
            if type(field) is not int or not 1 <= field <= FIELDS:
                return "NO_SUCH_FIELD", "2.4"
    if "dir" in names and attempt.args["dir"] not in DIRECTIONS:
        return "NO_SUCH_DIRECTION", "2.6"
    return None


def over_rule(s: Any) -> str:
    """How the game ended: by conquest or by its rounds."""
    players = int(s["players"])
    return "6.2" if s["out"].tolist()[:players].count(0) == 1 else "6.3"


def who(s: Any, attempt: Attempt, seat: int | None) -> Reason:
    """May this person decide anything now?"""
    phase, actor = int(s["phase"]), int(s["seat"])
    if phase == Phase.OVER:
        return "GAME_OVER", over_rule(s)
    if seat is None:
        return "SPECTATOR", "D1"
    if s["out"][seat]:
        return "PLAYER_OUT", "6.1"
    if seat != actor:
        if phase == Phase.FIGHT and attempt.kind in ("fight_on", "break_off") and int(s["owner"][int(s["target"])]) == seat:
            return "DEFENDER_CANNOT_DECIDE", "5.3.8"
        return "NOT_YOUR_DECISION", "3.6" if phase == Phase.SETTLE else "4.6"
    return None


def settling(s: Any, attempt: Attempt, seat: int) -> Reason:
    if attempt.kind != "settle":
        return "SETTLE_FIRST", "3.6"
    if attempt.args["field"] not in STARTS[int(s["players"])][seat]:
        return "NOT_YOUR_START_FIELD", "3.6"
    return None


def naming_an_amount(s: Any, attempt: Attempt, seat: int) -> Reason:
    """One at least; a purchase within money and supply, a march or advance within the stack; never more than 400 (TG-R50)."""
    phase = Phase(int(s["phase"]))
    rule = AMOUNT_RULE[phase]
    if attempt.kind != "amount":
        return ("ADVANCE_REQUIRED" if phase == Phase.ADVANCE_AMOUNT else "AMOUNT_REQUIRED"), rule
    n = int(attempt.args["n"])
    if n < 1:
        return "AMOUNT_TOO_SMALL", rule
    if phase == Phase.BUY_AMOUNT:
        if n > int(s["money"][seat]):
            return "AMOUNT_EXCEEDS_MONEY", "5.4.1"
        if s["camel_limit"] and n > int(s["supply"]):
            return "AMOUNT_EXCEEDS_SUPPLY", "5.4.2"
    elif n > int(s["camels"][int(s["origin"])]):
        return "AMOUNT_EXCEEDS_STACK", rule
    if n > MOST_AT_ONCE:
        return "AMOUNT_EXCEEDS_LIMIT", "R50"
    return None


def buying(s: Any, field: int, seat: int) -> Reason:
    if s["bought"] and not s["split_purchase"]:
        return "PURCHASE_USED", "5.4.3"
    if int(s["owner"][field]) != seat:
        return "BUY_FIELD_NOT_YOURS", "5.4.3"
    if s["money"][seat] < 1:
        return "NO_MONEY", "5.4.1"
    if s["camel_limit"] and s["supply"] < 1:
        return "NO_SUPPLY", "5.4.2"
    return None


def moving(s: Any, attempt: Attempt, seat: int) -> Reason:
    """A march or an attack."""
    if s["moved"]:
        return "MOVE_USED", "5.2.4"
    if s["bought"]:
        return "MOVE_AFTER_PURCHASE", "5.1.2"
    origin = int(attempt.args["from"])
    if int(s["owner"][origin]) != seat:
        return "ORIGIN_NOT_YOURS", "5.2.1"
    if s["camels"][origin] < 1:
        return "ORIGIN_EMPTY", "5.2.1"
    target = int(NEIGHBOUR[origin, tuple(DIRECTIONS).index(str(attempt.args["dir"]))])
    if not target:
        return "OFF_BOARD", "2.6"
    if int(s["card"][target]) == SALT_LAKE:
        return "TARGET_SALT_LAKE", "5.2.3"
    own, camels = int(s["owner"][target]) == seat, int(s["camels"][target])
    if attempt.kind == "march":
        if camels and not own:
            return "TARGET_OCCUPIED", "5.2.7"
        if camels and not s["stacking"]:
            return "STACKING_OFF", "R5"
        return None
    if own:
        return "ATTACK_OWN", "5.3.1"
    return None if camels else ("ATTACK_EMPTY", "5.3.1")


def in_a_turn(s: Any, attempt: Attempt, seat: int) -> Reason:
    kind = attempt.kind
    if kind == "end_turn":
        return None
    if kind == "settle":
        return "SETTLE_OVER", "3.6"
    if kind in ("fight_on", "break_off"):
        return "NO_FIGHT", "5.3.8"
    if kind == "amount":
        return "AMOUNT_NOT_ASKED", "D3"
    if kind == "buy":
        return buying(s, int(attempt.args["field"]), seat)
    return moving(s, attempt, seat)


def reason(s: Any, attempt: Attempt, seat: int | None) -> Reason:
    found = (shape(attempt) if attempt.action is None else None) or who(s, attempt, seat)
    if found or seat is None:
        return found
    phase = Phase(int(s["phase"]))
    if phase == Phase.SETTLE:
        return settling(s, attempt, seat)
    if phase == Phase.FIGHT:
        return None if attempt.kind in ("fight_on", "break_off") else ("FIGHT_RUNNING", "5.3.8")
    if phase == Phase.TURN:
        return in_a_turn(s, attempt, seat)
    return naming_an_amount(s, attempt, seat)


def why(game: Targui, s: Any, attempt: Attempt, seat: int | None) -> Refusal | None:
    found = reason(s, attempt, seat)
    return game.refuse(*found) if found else None
