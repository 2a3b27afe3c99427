"""Reading a position of the exchange format: every field is checked, and what cannot exist is refused with the reason (section 19)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sandtable.kernel.reading import Reader, Term, opened, read_options

from .components import (
    ANIMALS,
    CAVE_LIMIT,
    CAVE_SLOTS,
    DINAR,
    DRAW_SIZE,
    FIRST_DONKEY,
    GOODS,
    GOODS_TOTAL,
    HAND_LIMIT,
    LOAD_LIMIT,
    MOST_PAID,
    NUM_ACTIONS,
    PRICE,
    SEATS,
    SPECIALS,
    SUPPLY,
    THIEF_SLOTS,
)
from .loading import overload
from .position import all_cards, animals_of, knowers
from .refusal_codes import Code
from .state import (
    CARD,
    EVERYBODY,
    GOODS1,
    GOODS2,
    MAINS,
    MAPS1,
    MAPS2,
    NO,
    PHASES,
    UNUSED,
    UNUSED_THIEF,
    Main,
    Phase,
    Record,
    stack_code,
)
from .values import held

if TYPE_CHECKING:
    from sandtable.kernel.game import Game

HIGHEST_VP = 100  # a map used later must still fit into 8 bits
FIELDS = (
    *("players", "options", "stage", "phase", "pile", "market", "discard", "supply", "maps_out"),
    *("seats", "start", "current", "turn", "ender", "lap", "map_queue"),
)
SEAT_FIELDS = ("hand", "animals", "caves", "cave_used", "thieves", "maps", "vp")
TURN_FIELDS = ("main", "animal", "good", "loading", "owed", "special", "paid")
VP_FIELDS = ("goods1", "goods2", "maps1", "maps2", "unused")


def read_position(game: Game, position: Any, s: Record) -> None:
    """Fills a zeroed record; raises ``BadPosition`` with the reason."""
    p = opened(game, position)
    read_options(p, s, position.get("players"))
    box = s["stage_pile"].tolist()
    p.fields(FIELDS, ("game", "stage_pile"))
    players = int(s["players"])
    s["stage"] = p["stage"].number(1, 2)
    s["phase"] = p["phase"].index(PHASES)
    pile = p["pile"].indices(GOODS, GOODS_TOTAL)
    s["pile"][: len(pile)], s["pile_size"] = pile[::-1], len(pile)
    s["market"] = p["market"].counts(GOODS, GOODS_TOTAL)
    s["discard"] = p["discard"].counts(GOODS, GOODS_TOTAL)
    s["supply"] = p["supply"].counts(SPECIALS, GOODS_TOTAL)
    s["maps_out"] = p["maps_out"].number(0, int(SUPPLY[players, 3]))
    for seat, holding in enumerate(p["seats"].each_seat(players)):
        read_seat(holding.fields(SEAT_FIELDS, ("drawn",)), s, seat)
    s["start"] = p["start"].seat(players)
    s["current"] = p["current"].seat(players)
    s["ender"] = p["ender"].seat(players, null=NO)
    s["lap"] = p["lap"].number(1, players, null=0)
    read_turn(p["turn"].fields(TURN_FIELDS), s)
    read_queue(p["map_queue"], s)
    check_sums(p, s, box)
    read_drawn(p, s)
    check_hands(p, s)
    check_lap(p, s)
    check_turn(p["turn"], s)
    s["seat"] = {Phase.TURN: s["current"], Phase.PAY: s["current"], Phase.MAPS: s["queue"][0], Phase.OVER: NO}[Phase(int(s["phase"]))]
    if s["phase"] == Phase.PAY:
        check_payment(game, p["turn"], s)


# ---- one seat -------------------------------------------------------------------------------------------------------------------


def read_seat(holding: Reader, s: Record, seat: int) -> None:
    players = int(s["players"])
    s["hand"][seat] = holding["hand"].counts(GOODS, GOODS_TOTAL)
    animals = holding["animals"].object()
    donkeys = sum(str(name).startswith("donkey") for name in animals.value)
    for name in animals.fields(animals_of(players, donkeys)).value:
        s["stack"][seat, ANIMALS.index(name)] = read_stack(animals[name].on(f"animal:{name}"), name, seat)
    read_caves(holding["caves"], holding["cave_used"], s, seat)
    for place, card in enumerate(holding["thieves"].entries(THIEF_SLOTS)):
        s["thief"][seat, place] = UNUSED_THIEF if card.value is None else read_card(card, players)
    s["maps"][seat] = holding["maps"].number(0, int(SUPPLY[players, 3]))
    vp, row = holding["vp"].fields(VP_FIELDS), s["vp"][seat]
    row[GOODS1 : GOODS1 + 4] = vp["goods1"].counts(GOODS, GOODS_TOTAL)
    row[GOODS2 : GOODS2 + 4] = vp["goods2"].counts(GOODS, GOODS_TOTAL)
    for column, name in ((MAPS1, "maps1"), (MAPS2, "maps2"), (UNUSED, "unused")):
        row[column] = vp[name].number(0, HIGHEST_VP)


def read_stack(stack: Reader, name: str, seat: int) -> int:
    goods = stack.indices(GOODS, LOAD_LIMIT)
    fits = overload(goods, donkey=name.startswith("donkey")) == Code.FREE
    stack.need(fits, "LOAD", seat=seat + 1, animal=Term(name), goods=Term(tuple(stack.value)))
    return stack_code(goods)


def read_caves(caves: Reader, marks: Reader, s: Record, seat: int) -> None:
    cards = list(caves.entries(CAVE_SLOTS))
    for number, used in enumerate(marks.entries(length=len(cards))):
        s["cave_used"][seat] += used.truth() << number
        for place, card in enumerate(cards[number].entries(CAVE_LIMIT)):
            s["cave"][seat, number, place] = read_card(card, int(s["players"]))
    s["caves"][seat] = len(cards)


def read_card(card: Reader, players: int) -> int:
    """A face-down card."""
    card.fields(("good", "known", "public"))
    known = sum(1 << seat for seat in card["known"].seats(players, players, once=True))
    if card["public"].truth():
        known = EVERYBODY + (1 << players) - 1
    return CARD + known * 4 + card["good"].index(GOODS)


# ---- the turn -------------------------------------------------------------------------------------------------------------------


def read_turn(turn: Reader, s: Record) -> None:
    s["main"] = turn["main"].index(MAINS, null=Main.NONE)
    s["animal"] = turn["animal"].index(ANIMALS, null=NO)
    s["good"] = turn["good"].index(GOODS, null=NO)
    s["loading"] = turn["loading"].truth()
    s["owed"] = turn["owed"].number(0, 1)
    s["special"] = turn["special"].index(SPECIALS, null=NO)
    for i, card in enumerate(turn["paid"].entries(MOST_PAID)):
        card.fields(("from", "good"))
        s["paid_from"][i] = card["from"].index(("hand", *ANIMALS)) - 1
        s["paid_good"][i] = card["good"].index(GOODS)
        s["paid"] += 1


def read_queue(where: Reader, s: Record) -> None:
    queue = where.seats(int(s["players"]), int(s["players"]), once=True)
    for seat in queue:
        where.need(s["maps"][seat] > 0, "NO_MAP", seat=seat)
    where.need(bool(queue) == (s["phase"] == Phase.MAPS), "MAP_QUEUE")
    s["queue"][: len(queue)], s["queue_size"] = queue, len(queue)


# ---- what cannot exist ----------------------------------------------------------------------------------------------------------


def check_sums(p: Reader, s: Record, box: list[int]) -> None:
    """Every card of the box is somewhere (TU-1). ``box``: the cards of every good."""
    seats = range(int(s["players"]))
    hidden = [[*s["cave"][seat].ravel().tolist(), *s["thief"][seat].tolist()] for seat in seats]
    holdings = [held(s["hand"][seat].tolist(), s["stack"][seat].tolist(), hidden[seat]) for seat in seats]
    for n, name, most in zip(all_cards(s.tobytes(), holdings), GOODS, box, strict=True):
        p.need(n == most, "GOODS", n=n, good=Term(name), most=most)
    bought = ((s["stack"][:, FIRST_DONKEY:] > 0).sum(), s["caves"].sum(), (s["thief"] > 0).sum(), s["maps"].sum() + s["maps_out"])
    for special, name in enumerate(SPECIALS):
        n, most = int(bought[special] + s["supply"][special]), int(SUPPLY[s["players"], special])
        p["supply"].need(n == most, "SPECIALS", f"supply:{name}", n=n, what=Term(f"{name}s"), most=most)


def read_drawn(p: Reader, s: Record) -> None:
    """The composition of the pile at the start of the stage is what is left of it and what was drawn since."""
    seats = [p["seats"][seat] for seat in range(int(s["players"]))]
    given = ["stage_pile" in p.value, *("drawn" in seat.value for seat in seats)]
    p.need(all(given) or not any(given), "DRAWN")
    if any(given):
        for seat, holding in enumerate(seats):
            s["drawn"][seat] = holding["drawn"].counts(GOODS, GOODS_TOTAL)
    else:
        assume_drawn(p, s)
    pile = s["pile"].tolist()[: int(s["pile_size"])]
    counted = [pile.count(good) + n for good, n in enumerate(s["drawn"].sum(axis=0).tolist())]
    if any(given):
        for told, n, name in zip(p["stage_pile"].counts(GOODS, GOODS_TOTAL), counted, GOODS, strict=True):
            p["stage_pile"].need(told == n, "STAGE_PILE", n=n, good=Term(name), told=told)
    s["stage_pile"] = counted


def assume_drawn(p: Reader, s: Record) -> None:
    """Cards in hands, and cards that went face down out of a hand, count as drawn in this stage by the owner of that hand."""
    for seat in range(int(s["players"])):
        s["drawn"][seat] += s["hand"][seat]
        for card in s["cave"][seat].ravel().tolist():
            if card >= CARD and not knowers(card) & EVERYBODY:
                s["drawn"][seat, card % 4] += 1
        for card in s["thief"][seat].tolist():
            if card >= CARD and not knowers(card) & EVERYBODY:
                others = [other for other in range(SEATS) if other != seat and knowers(card) >> other & 1]
                p["seats"][seat]["thieves"].need(len(others) == 1, "STOLEN", "thief")
                s["drawn"][others[0], card % 4] += 1


def check_hands(p: Reader, s: Record) -> None:
    for seat in range(int(s["players"])):
        drew = s["phase"] == Phase.TURN and s["main"] == Main.DRAW and s["current"] == seat
        most, n = HAND_LIMIT + (DRAW_SIZE if drew else 0), int(s["hand"][seat].sum())
        p["seats"][seat]["hand"].need(n <= most, "HAND", f"seat:{seat}", seat=seat + 1, n=n, most=most)


def check_lap(p: Reader, s: Record) -> None:
    """The closing lap begins when the pile is empty and ends with the seat that drew its last card (TU-13.1)."""
    phase, ender, current, lap, players = (int(s[name]) for name in ("phase", "ender", "current", "lap", "players"))
    if phase in (Phase.MAPS, Phase.OVER):
        p["stage"].need(s["stage"] == (1 if phase == Phase.MAPS else 2), "OTHER_STAGE", phase=PHASES[phase])
        p["lap"].need(ender >= 0 and not lap, "LAP_IS_OVER", phase=PHASES[phase])
    if phase == Phase.MAPS:
        starts = (ender + 1) % players
        p["current"].need(current == starts, "STARTS_STAGE_2", seat=starts)
    if s["pile_size"]:
        p["lap"].need(not lap and ender < 0, "LAP_TOO_EARLY", "pile")
    elif lap:
        p["current"].need(ender >= 0 and current == (ender - (lap - 1)) % players, "LAP_SEAT", "pile")
    elif phase in (Phase.TURN, Phase.PAY):
        p["lap"].need(ender == current and s["main"] == Main.DRAW, "LAP_MISSING", "pile")


def check_turn(turn: Reader, s: Record) -> None:
    phase, main, seat, animal = (int(s[name]) for name in ("phase", "main", "current", "animal"))
    loads = main in (Main.LOAD_HAND, Main.LOAD_MARKET)
    turn["main"].need(phase == Phase.TURN or (main == Main.NONE and not s["owed"]), "NO_MAIN", phase=PHASES[phase])
    turn["animal"].need((animal >= 0) == loads and (not loads or s["stack"][seat, animal] > 0), "TURN_ANIMAL")
    turn["good"].need((s["good"] >= 0) == (main == Main.LOAD_MARKET), "TURN_GOOD")
    turn["loading"].need(loads or not s["loading"], "TURN_LOADING")
    turn["owed"].need(not s["owed"] or (main == Main.DRAW and s["hand"][seat].any()), "TURN_OWED")
    turn["special"].need(phase == Phase.PAY or (s["special"] < 0 and not s["paid"]), "TURN_SPECIAL")


def check_payment(game: Game, turn: Reader, s: Record) -> None:
    """Something is bought, and what is paid for it can be made up to its price."""
    seat, paid = int(s["current"]), int(s["paid"])
    turn["special"].need(s["special"] >= 0 and s["supply"][s["special"]] > 0, "PAID_SPECIAL")
    for place in s["paid_from"].tolist()[:paid]:
        turn["paid"].need(place == NO or s["stack"][seat, place] > 0, "PAID_FROM", seat=seat, animal=ANIMALS[place])
    turn["paid"].need(sum(DINAR[s["goods"], good] for good in s["paid_good"].tolist()[:paid]) < PRICE, "PAID_ALREADY", price=PRICE)
    turn["paid"].need(game.loops.legal(np.atleast_1d(s), 0, np.empty(NUM_ACTIONS, np.int64)), "PAID_DEAD_END")
