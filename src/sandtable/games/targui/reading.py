"""Reading a position of the exchange format; what cannot be is refused with the reason (section L)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sandtable.kernel.reading import Reader, Term, opened, read_options, shown

from . import options
from .components import (
    CAMELS,
    CARD_KEYS,
    CARDS,
    COINS,
    COLOURS,
    DIE,
    DOUBLE,
    DOUBLE_TURNS,
    FATES,
    FIELDS,
    MOST_AT_ONCE,
    NEIGHBOUR,
    SALT_LAKE,
    SALT_WORKS,
    SETTLEMENT,
    STARTS,
)
from .events import EVENTS, FACTS
from .position import PHASES, colours, result, rounds, written
from .sentences import CODES, PLAYERS
from .state import NOBODY, TRIBE, Phase

if TYPE_CHECKING:
    from sandtable.kernel.game import Game

LARGEST = 1_000_000
KEYS = (
    *("options", "colours", "card", "owner", "camels", "money", "supply", "bank", "out", "round", "rounds", "die"),
    *("fate_deck", "fate_seen", "fate_now", "pack", "revealed", "phase", "turn", "turns_left", "moved", "bought", "pending", "result"),
)
OF_A_TURN = (Phase.TURN, Phase.MARCH_AMOUNT, Phase.FIGHT, Phase.ADVANCE_AMOUNT, Phase.BUY_AMOUNT)
PENDING = {
    Phase.MARCH_AMOUNT: ("from", "to"),
    Phase.FIGHT: ("from", "to"),
    Phase.ADVANCE_AMOUNT: ("from", "to", "defender"),
    Phase.BUY_AMOUNT: ("field",),
}


def read_position(game: Game, position: Any, s: Any) -> None:
    """Fills the record; raises ``BadPosition`` with the reason."""
    p = opened(game, position).fields(KEYS, ("game", "events"))
    names = [str(colour.value) for colour in p["colours"].entries()]
    p["colours"].need(names == colours(len(names)), "COLOURS", names=", ".join(COLOURS))
    p["options"].fields([option.name for option in game.options])
    list(p["options"]["fates"].entries())
    read_options(p, s, len(names))
    s["phase"] = p["phase"].index(PHASES)
    s["seat"] = p["turn"].index(names, null=-1)
    p["turn"].need((s["seat"] < 0) == (s["phase"] == Phase.OVER), "NOBODY_DECIDES")
    read_board(p, s, names)
    read_settlements(p, s, names)
    read_players(p, s, names)
    read_box(p, s)
    read_round(p, s)
    read_fates(p, s)
    read_pack(p, s, names)
    read_turn(p, s, names)
    if s["phase"] in PENDING:
        read_pending(p["pending"].fields(PENDING[Phase(int(s["phase"]))]), s, names)
    if s["phase"] == Phase.OVER and result(s)["reason"] == "rounds":
        last = s["number"] == rounds(s) or (not s["conquest_only"] and not s["deck_size"])
        p["pack"].need(last and s["turned"] == s["pack_size"], "NOT_OVER")
    if "events" in position:
        read_events(p["events"], names)
    for key, expected in written(s).items():
        if key in KEYS and json.dumps(expected) != json.dumps(position[key]):
            p[key].fail("DOES_NOT_FIT", expected=shown(expected))


def read_events(events: Reader, names: list[str]) -> None:
    """What the last decision did is shown to everybody, so nothing but the facts of events (TG-D8) may stand there."""
    for event in events.entries():
        facts = FACTS[EVENTS[event["event"].index(EVENTS)]]
        event.fields(("event", *facts))
        for fact in facts:
            value = event[fact]
            if fact in PLAYERS:
                value.index(names, null=NOBODY)
            elif fact == "winners":
                value.indices(names, len(names))
            elif fact == "cards":
                for card in value.entries(length=FIELDS):
                    card.index(CARD_KEYS)
            elif fact in CODES:
                value.index(CODES[fact])
            else:
                value.number(-LARGEST, LARGEST)


# ---- the board and the players ------------------------------------------------------------------------------------------------------


def read_board(p: Reader, s: Any, names: list[str]) -> None:
    cards, owners, camels = (list(p[key].entries(length=FIELDS + 1)) for key in ("card", "owner", "camels"))
    for field in range(1, FIELDS + 1):
        key = f"field:{field}"
        s["card"][field] = 1 + cards[field].on(key).index(CARD_KEYS[1:])
        s["owner"][field] = owners[field].on(key).index(names, null=NOBODY)
        s["camels"][field] = camels[field].on(key).number(0, LARGEST)
        owners[field].need(s["owner"][field] == NOBODY or s["card"][field] != SALT_LAKE, "SALT_LAKE", key, n=field)
        camels[field].need(s["owner"][field] != NOBODY or s["camels"][field] == 0, "NO_MARKER", key, n=field)
    s["owner"][0] = NOBODY
    cards[1].need(s["card"][1] == SALT_WORKS, "SALT_WORKS", "field:1")
    laid = Counter(s["card"][2:].tolist())
    for number, (key, most, *_) in enumerate(CARDS[:SETTLEMENT]):
        p["card"].need(laid[number] <= most, "LANDS", n=laid[number], land=Term(key, "cards"), most=most)


def settled(s: Any) -> int:
    """How many players have their settlement on the board."""
    return int(s["seat"] if s["phase"] == Phase.SETTLE else s["players"])


def read_settlements(p: Reader, s: Any, names: list[str]) -> None:
    for colour, name in enumerate(COLOURS):
        seat = colour - (len(COLOURS) - len(names))
        places = [field for field, card in enumerate(s["card"].tolist()) if card == SETTLEMENT + colour]
        most = int(0 <= seat < settled(s))
        p["card"].need(len(places) == most, "SETTLEMENTS", n=len(places), colour=Term(name, "colours"), most=most)
        for field in places:
            where = p["card"][field].on(f"field:{field}")
            where.need(field in STARTS[len(names)][seat], "START_FIELD", n=field, colour=Term(name, "colours"))
            s["home"][seat] = field


def read_players(p: Reader, s: Any, names: list[str]) -> None:
    owners, settling = s["owner"].tolist(), s["phase"] == Phase.SETTLE
    gone = p["out"].indices(names)
    p["out"].need(len(set(gone)) == len(gone), "OUT_TWICE")
    p["out"].need(len(gone) < len(names) - (s["phase"] != Phase.OVER), "ALONE")
    p["out"].need(not (gone and settling), "SETTLING")
    s["money"][: len(names)] = p["money"].counts(names, LARGEST)
    for seat, name in enumerate(names):
        key, colour = f"seat:{seat}", Term(name, "colours")
        beaten = s["phase"] == Phase.ADVANCE_AMOUNT and defender(p) == name
        if seat in gone:
            s["out"][seat] = 1 + gone.index(seat)
            p["out"].need(seat not in owners and s["money"][seat] == 0, "OUT_HOLDS_NOTHING", key, colour=colour)
        elif seat < settled(s):
            p["out"].need(beaten or seat in owners, "MUST_BE_OUT", key, colour=colour)
        else:
            p["owner"].need(seat not in owners, "NOT_SETTLED", key, colour=colour)
    for field, owner in enumerate(owners):
        p["owner"].need(not settling or owner == NOBODY or s["card"][field] >= SETTLEMENT, "SETTLING", f"field:{field}")


def defender(p: Reader) -> Any:
    """Whom a conquest has just beaten: somebody may be without a marker until the advance."""
    pending = p["pending"].value
    return pending.get("defender") if isinstance(pending, Mapping) else None


def read_box(p: Reader, s: Any) -> None:
    camels, money = int(s["camels"].sum()), int(s["money"].sum())
    p["supply"].need(camels <= CAMELS or not s["camel_limit"], "SUPPLY", n=camels, most=CAMELS)
    p["bank"].need(money <= COINS or not s["money_limit"], "BANK", n=money, most=COINS)
    s["supply"] = CAMELS - camels if s["camel_limit"] else 0


# ---- round, fates and pack ----------------------------------------------------------------------------------------------------------


def read_round(p: Reader, s: Any) -> None:
    if s["phase"] != Phase.SETTLE:
        number = p["round"].number(1, LARGEST)
        p["round"].need(number <= rounds(s), "ROUNDS", most=rounds(s))
        s["number"] = number
        s["die"] = p["die"].number(1, DIE)


def read_fates(p: Reader, s: Any) -> None:
    deck, seen = ([card.number(1, FATES) for card in p[key].entries()] for key in ("fate_deck", "fate_seen"))
    hidden, turned = (
        [card.number(1, FATES) for card in p[key].entries() if not isinstance(card.value, str)] for key in ("pack", "revealed")
    )
    p["fate_deck"].need(sorted([*deck, *seen, *hidden]) == options.fates(s), "FATES")
    now = p["fate_now"].number(1, FATES, null=0)
    p["fate_now"].need(turned == ([now] if now else []) and (not now or seen[-1:] == [now]), "FATE_NOW")
    s["fate_now"] = now
    s["deck"][: len(deck)], s["deck_size"] = deck, len(deck)
    s["seen"][: len(seen)], s["seen_size"] = seen, len(seen)


def read_pack(p: Reader, s: Any, names: list[str]) -> None:
    revealed = list(p["revealed"].entries())
    cards = [TRIBE + card.index(names) if isinstance(card.value, str) else card.value for card in (*revealed, *p["pack"].entries())]
    if s["phase"] == Phase.SETTLE:
        p["pack"].need(not cards and not s["seen_size"], "SETTLING")
        return
    each = 1 if s["die"] == DOUBLE else int(s["die"])
    p["pack"].need(sum(card < TRIBE for card in cards) == 1, "ONE_FATE")
    for seat, name in enumerate(names):
        n = cards.count(TRIBE + seat)
        p["pack"].need(n == each or (n == 0 and s["out"][seat] > 0), "PACK", each=each, colour=Term(name, "colours"), n=n)
    s["pack"][: len(cards)] = cards
    s["pack_size"], s["turned"] = len(cards), len(revealed)


# ---- the turn -----------------------------------------------------------------------------------------------------------------------


def read_turn(p: Reader, s: Any, names: list[str]) -> None:
    phase, seat = Phase(int(s["phase"])), int(s["seat"])
    s["moved"], s["bought"] = moved, bought = p["moved"].truth(), p["bought"].truth()
    if phase in OF_A_TURN:
        p["turn"].need(s["out"][seat] == 0, "OUT_TO_ACT", f"seat:{seat}", colour=Term(names[seat], "colours"))
        p["revealed"].need(p["revealed"].value[-1:] == [names[seat]], "LAST_CARD")
        s["turns_left"] = p["turns_left"].number(1, DOUBLE_TURNS if s["die"] == DOUBLE else 1)
    else:
        p["turns_left"].number(0, 0)
        p["moved"].need(not moved and not bought, "NOT_NOW", phase=PHASES[phase])
    if phase in (Phase.MARCH_AMOUNT, Phase.FIGHT, Phase.ADVANCE_AMOUNT):
        p["moved"].need(not moved and not bought, "NOT_NOW", phase=PHASES[phase])
    if phase == Phase.BUY_AMOUNT:
        p["bought"].need(not bought or s["split_purchase"], "ONE_PURCHASE")


def read_pending(pending: Reader, s: Any, names: list[str]) -> None:
    if s["phase"] == Phase.BUY_AMOUNT:
        read_purchase(pending["field"], s)
        return
    origin, target = pending["from"].number(1, FIELDS), pending["to"].number(1, FIELDS)
    camels = int(s["camels"][origin])
    pending["to"].need(target in NEIGHBOUR[origin].tolist(), "APART", origin=origin, target=target)
    pending["from"].need(s["owner"][origin] == s["seat"] and camels > 0, "NO_OWN_CAMELS", f"field:{origin}", n=origin)
    pending["from"].need(s["phase"] == Phase.FIGHT or camels > 1, "NOTHING_TO_CHOOSE", f"field:{origin}", n=origin)
    s["origin"], s["target"] = origin, target
    read_target(pending, s, names)


def read_purchase(where: Reader, s: Any) -> None:
    field, seat = where.number(1, FIELDS), int(s["seat"])
    most = min(int(s["money"][seat]), int(s["supply"]) if s["camel_limit"] else MOST_AT_ONCE)
    where.need(s["owner"][field] == seat, "NOT_OWN", f"field:{field}", n=field)
    where.need(most >= 2, "NOTHING_TO_CHOOSE", f"field:{field}", n=field)
    s["target"] = field


def read_target(pending: Reader, s: Any, names: list[str]) -> None:
    target, seat = int(s["target"]), int(s["seat"])
    owner, camels, where = int(s["owner"][target]), int(s["camels"][target]), pending["to"].on(f"field:{target}")
    where.need(s["card"][target] != SALT_LAKE, "SALT_LAKE", n=target)
    if s["phase"] == Phase.FIGHT:
        where.need(owner not in (NOBODY, seat) and camels > 0, "NOBODY_TO_FIGHT", n=target)
    elif s["phase"] == Phase.MARCH_AMOUNT:
        where.need(camels == 0 or owner == seat, "OCCUPIED", n=target)
        where.need(camels == 0 or s["stacking"], "STACKING", n=target)
    else:
        beaten = pending["defender"].index(names)
        where.need(owner == NOBODY, "NOT_CONQUERED", n=target)
        pending["defender"].need(beaten != seat and not s["out"][beaten], "DEFENDER")
        s["defender"] = beaten
