"""Why something cannot be done now (section (i) of the specification): the order of the reasons. What a rule says the rule is asked.

The first line that applies gives the code: first the general block (here), then that of the attempted kind (``refusals_by_kind``)."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.actions import Attempt

from .components import (
    BOURAQ,
    CARDS,
    COLOURS,
    DIRECTIONS,
    DJINNS,
    FAKIR,
    HAGIS,
    LAMIA,
    PAYMENTS,
    SPOTS,
    STEP,
    TILE_NAMES,
)
from .refusals_by_kind import BY_KIND, PAID_NAMES, Code
from .state import STAGES

RULES = {
    "UNKNOWN_DECISION": "6.1.2", "GAME_OVER": "4.1", "SPECTATOR": "7.4", "NOT_YOUR_DECISION": "6.1.1", "STEP_BIDDING": "1.1",
    "STEP_TARGET": "5.8", "STEP_KEEP": "D20", "STEP_REDIRECT": "D08", "STEP_SOW": "2.2.2", "STEP_SECOND_KILL": "R39",
    "STEP_SECOND_CARD": "2.5.5", "STEP_OPEN_SET": "R43",
    "BID_NOT_NOW": "1.1", "BID_SPOT_TAKEN": "1.2", "BID_ZERO_FULL": "1.4", "BID_NO_KUMARBI": "D13", "BID_KUMARBI_USED": "5.2",
    "BID_FAKIRS_MISSING": "D13", "BID_FAKIRS_SURPLUS": "D13", "BID_NO_GOLD": "1.5",
    "LIFT_IN_PROGRESS": "2.2.2", "LIFT_DONE": "2.1.2", "LIFT_EMPTY": "2.2.1", "LIFT_NO_FINISH": "2.2.7", "DROP_NOT_NOW": "2.2.1",
    "DROP_OFF_BOARD": "0.1.2", "DROP_SAME_TILE": "2.2.2", "DROP_DIAGONAL": "2.2.3", "DROP_FAR": "2.2.2", "DROP_BACK": "2.2.4",
    "DROP_NO_COLOUR": "2.2.2", "DROP_LAST_COLOUR": "2.2.5", "DROP_DEAD_END": "2.2.7", "PASS_NOT_NOW": "2.2.8",
    "PASS_MOVE_EXISTS": "2.2.8", "CAMEL_AUTOMATIC": "2.3.2",
    "FAKIRS_NOT_NOW": "2.4.13", "FAKIRS_MISSING": "2.4.6", "FAKIRS_NO_BLUE": "R38", "KILL_NOT_NOW": "2.4.7", "KILL_OTHER_PLACE": "D10",
    "KILL_OWN": "R05", "KILL_BOAZ": "D04", "KILL_NOBODY": "2.4.7", "KILL_TOO_FAR": "2.4.8", "KILL_COMPULSORY": "2.4.11",
    "TILE_NOT_NOW": "2.5.1", "TILE_COMPULSORY": "2.5.2", "TILE_OTHER_KIND": "2.5.1", "CARD_OUT_OF_REACH": "2.5.4",
    "CARD_NOT_THERE": "2.5.7", "CARD_NO_GOLD": "2.5.4", "DJINN_NOT_THERE": "2.5.6", "DJINN_NO_PAYMENT": "2.5.6",
    "POWER_NOT_OWNED": "5.2", "POWER_PASSIVE": "5.1", "POWER_BID_ONLY": "D13", "POWER_USED": "5.2", "POWER_AFTER_PASS": "R44",
    "POWER_SALE_BEGUN": "2.6.4", "POWER_IN_MOVE": "2.2.9", "POWER_TOO_LATE": "5.4", "POWER_NOT_NOW": "5.6", "POWER_NO_PAYMENT": "5.3",
    "POWER_NO_STOCK": "R14", "POWER_NO_CAMEL": "D15", "POWER_NO_CARD": "R19", "POWER_BAG_EMPTY": "D02", "POWER_NO_TARGET": "5.7",
    "TARGET_NOT_NOW": "5.8", "TARGET_NOT_EMPTY": "D15", "TARGET_NO_MEEPLE": "D22", "TARGET_NOT_ONLY_MEEPLES": "D22",
    "TARGET_NOT_VILLAGE": "D05", "TARGET_NOT_OASIS": "D07", "TARGET_NOT_NEIGHBOUR": "D08", "KEEP_NOT_THERE": "D20",
    "SELL_NOT_NOW": "2.6.3", "SELL_FAKIR": "2.6.2", "SELL_DOUBLE": "2.6.1", "SELL_NONE": "2.6.1", "SELL_ORDER": "6.4.13",
    "SELL_EMPTY": "6.4.14", "END_TOO_EARLY": "2.1.2", "UNDO_NOTHING": "7.5", "UNDO_REVEALED": "7.5", "LOOK_HIDDEN": "7.1",
}  # fmt: skip
"""Every code with the rule it cites."""


# ---- gestures -----------------------------------------------------------------------------------------------------------------------


def is_known(attempt: Attempt) -> bool:
    """A decision of the vocabulary or one of the gestures of section (i)."""
    if attempt.action is not None:
        return True
    values = attempt.values
    match attempt.kind, len(values):
        case "drop_at", 2:
            return values[0] in TILE_NAMES and values[1] in COLOURS
        case "bid", 2:
            return values[0] in SPOTS and isinstance(values[1], int) and 0 <= values[1] <= 18
        case "djinn", 1 | 2:
            unpaid = values[0] in DJINNS and values[0] not in PAID_NAMES
            return unpaid and (len(values) == 1 or values[1] in PAYMENTS)
        case "take_card", 1:
            return values[0] in (7, 8, 9)
        case "sell_add", 1:
            return values[0] == CARDS[FAKIR]
        case "camel", 1:
            return values[0] in TILE_NAMES
        case "undo", 0:
            return True
    return False


def is_hidden(s: Any, attempt: Attempt, seat: int | None) -> bool:
    """Looking: ``look pile``, ``look djinn_pile``, ``look peek``, ``look hand <seat>``, ``look gold <seat>`` (FT-7.1)."""
    values = attempt.values
    if s["stage"] == STAGES.index("over"):
        return False
    if values in (("pile",), ("djinn_pile",)):
        return True
    if s["open_hands"]:
        return False
    if values == ("peek",):
        return bool(s["peek_size"] > 0 and s["seat"] != seat)
    return len(values) == 2 and values[0] in ("hand", "gold") and values[1] in range(int(s["players"])) and values[1] != seat


def as_drop(s: Any, attempt: Attempt) -> str | None:
    """A drop named by its target tile, as the decision it means."""
    if attempt.kind == "drop_at" and is_known(attempt) and s["stage"] == STAGES.index("sow"):
        tile, colour = attempt.values
        for d, direction in enumerate(DIRECTIONS):
            if STEP[int(s["at"]), d] == TILE_NAMES.index(str(tile)):
                return f"drop {direction} {colour}"
    return None


# ---- the general block -------------------------------------------------------------------------------------------------------------------


def find(s: Any, attempt: Attempt, seat: int | None) -> Code:
    """The code of the first line that applies; None if the attempt is legal for this seat."""
    if attempt.kind == "look":
        return "LOOK_HIDDEN" if is_hidden(s, attempt, seat) else "UNKNOWN_DECISION"
    if not is_known(attempt):
        return "UNKNOWN_DECISION"
    stage = STAGES[int(s["stage"])]
    if stage == "over":
        return "GAME_OVER"
    if seat is None:
        return "SPECTATOR"
    if seat != s["seat"]:
        return "NOT_YOUR_DECISION"
    if attempt.kind == "undo":
        return "UNDO_NOTHING"  # taking back needs the history: State.why_undo
    return _step(s, stage, attempt) or BY_KIND[attempt.kind](s, stage, seat, attempt)


def _step(s: Any, stage: str, attempt: Attempt) -> Code:
    """What must be finished before anything else."""
    kind = attempt.kind
    if stage == "bid" and kind != "bid":
        return "STEP_BIDDING"
    if stage == "target" and kind != "place":
        return "STEP_TARGET"
    if stage == "sibittis" and kind != "keep":
        return "STEP_KEEP"
    if stage == "redirect" and kind != "build":
        mover = DJINNS[HAGIS] if s["pending"] == BOURAQ else DJINNS[LAMIA]
        if kind != "djinn" or attempt.values[0] != mover:
            return "STEP_REDIRECT"
    if stage == "sow" and kind not in ("lift", "drop", "drop_at", "pass", "djinn", "camel"):
        return "STEP_SOW"
    if stage == "second_kill" and kind not in ("kill", "kill_owned"):
        return "STEP_SECOND_KILL"
    if stage == "second_card" and kind != "take_card":
        return "STEP_SECOND_CARD"
    if stage == "sell" and kind not in ("sell_add", "sell_set"):
        return "STEP_OPEN_SET"
    return None
