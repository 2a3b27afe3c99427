"""Reading a position of the exchange format: every field is checked, and what cannot exist is refused with the reason (section 19)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sandtable.games.tuareg.components import (
    ANIMALS,
    CARDS,
    CAVE_LIMIT,
    CAVE_SLOTS,
    DINAR,
    GOODS,
    GOODS_TOTAL,
    HAND_LIMIT,
    LOAD_LIMIT,
    MOST_PAID,
    PRICE,
    SPECIALS,
    SUPPLY,
    THIEF_SLOTS,
)
from sandtable.games.tuareg.loading import camel_may_carry
from sandtable.games.tuareg.payments import Purse, may_pay
from sandtable.games.tuareg.position import animals_of
from sandtable.games.tuareg.state import (
    CARD,
    DREW,
    EVERYBODY,
    GOODS1,
    GOODS2,
    LOADS_HAND,
    LOADS_MARKET,
    MAINS,
    MAPS,
    MAPS1,
    MAPS2,
    NO,
    NONE,
    OVER,
    PAY,
    PHASES,
    TURN,
    UNUSED,
    UNUSED_THIEF,
    Record,
    stack_code,
)
from sandtable.kernel.refusals import BadPosition

HIGHEST_VP = 100  # a map used later must still fit into 8 bits
FIELDS = (
    *("players", "options", "stage", "phase", "pile", "market", "discard", "supply", "maps_out"),
    *("seats", "start", "current", "turn", "ender", "lap", "map_queue"),
)
SEAT_FIELDS = ["hand", "animals", "caves", "cave_used", "thieves", "maps", "vp"]
TURN_FIELDS = ["main", "animal", "good", "loading", "owed", "special", "paid"]
VP_FIELDS = ["goods1", "goods2", "maps1", "maps2", "unused"]

# ---- the shape of things --------------------------------------------------------------------------------------------------------


def fail(where: str, reason: str) -> Any:
    raise BadPosition(f"{where}: {reason}.")


def fields(value: Any, names: Sequence[str], where: str, optional: Sequence[str] = ()) -> Mapping[str, Any]:
    """An object with exactly these fields."""
    if not isinstance(value, Mapping):
        fail(where, f"expected an object, got {value!r}")
    for name in names:
        if name not in value:
            fail(where, f"{name!r} is missing")
    for name in value:
        if name not in names and name not in optional:
            fail(where, f"there is no field {name!r}")
    checked: Mapping[str, Any] = value
    return checked


def whole(value: Any, low: int, high: int, where: str) -> int:
    if type(value) is not int or not low <= value <= high:
        fail(where, f"expected a whole number from {low} to {high}, got {value!r}")
    number: int = value
    return number


def truth(value: Any, where: str) -> bool:
    return value if isinstance(value, bool) else bool(fail(where, f"expected true or false, got {value!r}"))


def listed(value: Any, most: int, where: str) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        fail(where, f"expected a list of at most {most}, got {value!r}")
    checked: list[Any] = value
    return checked


def one_of(value: Any, names: Sequence[Any], where: str) -> int:
    if not isinstance(value, str) or value not in names:
        fail(where, f"{value!r} is not one of: {', '.join(name for name in names if name)}")
    return names.index(value)


def maybe(read: Callable[..., int], value: Any, *rest: Any) -> int:
    """``null`` is NO."""
    return NO if value is None else read(value, *rest)


def counts(value: Any, names: Sequence[str], where: str) -> list[int]:
    found = fields(value, names, where)
    return [whole(found[name], 0, GOODS_TOTAL, f"{where}.{name}") for name in names]


# ---- one seat -------------------------------------------------------------------------------------------------------------------


class Draft:
    """The record being filled, with what the checks need to know about it."""

    def __init__(self, s: Record, players: int) -> None:
        self.s = s
        self.players = players
        self.goods = [0] * len(GOODS)
        self.specials = [0] * len(SPECIALS)
        self.without_drawn: list[bool] = []

    def keep(self, field: str, row: list[int]) -> None:
        """Goods lying open or in a hand, counted for the sum of 44."""
        self.s[field][: len(row)] = row
        self.add(row)

    def add(self, row: Sequence[int]) -> None:
        for good, n in enumerate(row):
            self.goods[good] += n

    def card(self, value: Any, where: str) -> int:
        """A face-down card."""
        found = fields(value, ("good", "known", "public"), where)
        good = one_of(found["good"], GOODS, f"{where}.good")
        seats = [whole(seat, 0, self.players - 1, f"{where}.known") for seat in listed(found["known"], self.players, f"{where}.known")]
        if len(set(seats)) < len(seats):
            fail(f"{where}.known", "a seat is named twice")
        known = sum(1 << seat for seat in seats)
        if truth(found["public"], f"{where}.public"):
            known = EVERYBODY + (1 << self.players) - 1
        self.goods[good] += 1
        return CARD + known * 4 + good

    def stack(self, name: str, value: Any, where: str) -> int:
        goods = [one_of(good, GOODS, where) for good in listed(value, LOAD_LIMIT, where)]
        if not name.startswith("donkey") and not camel_may_carry(goods):
            fail(where, f"a camel cannot be loaded with {', '.join(value)}")
        for good in goods:
            self.goods[good] += 1
        return stack_code(goods)

    def animals(self, seat: int, value: Any, where: str) -> None:
        if not isinstance(value, Mapping):
            fail(where, f"expected an object, got {value!r}")
        donkeys = sum(str(name).startswith("donkey") for name in value)
        fields(value, animals_of(self.players, donkeys), where)
        for name, stack in value.items():
            self.s["stack"][seat, ANIMALS.index(name)] = self.stack(name, stack, f"{where}.{name}")
        self.specials[0] += donkeys

    def caves(self, seat: int, value: Any, used: Any, where: str) -> None:
        caves = listed(value, CAVE_SLOTS, f"{where}.caves")
        marks = listed(used, CAVE_SLOTS, f"{where}.cave_used")
        if len(marks) != len(caves):
            fail(f"{where}.cave_used", f"there are {len(caves)} caves but {len(marks)} marks")
        for number, cave in enumerate(caves):
            for place, card in enumerate(listed(cave, CAVE_LIMIT, f"{where}.caves[{number}]")):
                self.s["cave"][seat, number, place] = self.card(card, f"{where}.caves[{number}]")
            self.s["cave_used"][seat] += truth(marks[number], f"{where}.cave_used") << number
        self.s["caves"][seat] = len(caves)
        self.specials[1] += len(caves)

    def thieves(self, seat: int, value: Any, where: str) -> None:
        thieves = listed(value, THIEF_SLOTS, where)
        for place, card in enumerate(thieves):
            self.s["thief"][seat, place] = UNUSED_THIEF if card is None else self.card(card, f"{where}[{place}]")
        self.specials[2] += len(thieves)

    def vp(self, seat: int, value: Any, where: str) -> None:
        found = fields(value, VP_FIELDS, where)
        row = self.s["vp"][seat]
        for first, name in ((GOODS1, "goods1"), (GOODS2, "goods2")):
            row[first : first + 4] = counts(found[name], GOODS, f"{where}.{name}")
        for column, name in ((MAPS1, "maps1"), (MAPS2, "maps2"), (UNUSED, "unused")):
            row[column] = whole(found[name], 0, HIGHEST_VP, f"{where}.{name}")

    def seat(self, seat: int, value: Any) -> None:
        where = f"seats[{seat}]"
        found = fields(value, SEAT_FIELDS, where, ("drawn",))
        hand = counts(found["hand"], GOODS, f"{where}.hand")
        self.s["hand"][seat] = hand
        self.add(hand)
        self.animals(seat, found["animals"], f"{where}.animals")
        self.caves(seat, found["caves"], found["cave_used"], where)
        self.thieves(seat, found["thieves"], f"{where}.thieves")
        maps = whole(found["maps"], 0, int(SUPPLY[self.players, 3]), f"{where}.maps")
        self.s["maps"][seat] = maps
        self.specials[3] += maps
        self.without_drawn.append("drawn" not in found)
        if "drawn" in found:
            self.s["drawn"][seat] = counts(found["drawn"], GOODS, f"{where}.drawn")
        self.vp(seat, found["vp"], f"{where}.vp")


# ---- the whole ------------------------------------------------------------------------------------------------------------------


def read_position(position: Any, s: Record) -> None:
    """Fills a record whose players and options are already written."""
    found = fields(position, FIELDS, "position", ("game", "stage_pile"))
    players = int(s["players"])
    draft = Draft(s, players)
    s["stage"] = whole(found["stage"], 1, 2, "stage")
    s["phase"] = one_of(found["phase"], PHASES, "phase")
    pile = [one_of(good, GOODS, "pile") for good in listed(found["pile"], GOODS_TOTAL, "pile")]
    s["pile_size"] = len(pile)
    s["pile"][: len(pile)] = pile[::-1]
    draft.add([pile.count(good) for good in range(len(GOODS))])
    draft.keep("market", counts(found["market"], GOODS, "market"))
    draft.keep("discard", counts(found["discard"], GOODS, "discard"))
    s["supply"][:] = counts(found["supply"], SPECIALS, "supply")
    s["maps_out"] = whole(found["maps_out"], 0, int(SUPPLY[players, 3]), "maps_out")
    seats = listed(found["seats"], players, "seats")
    if len(seats) != players:
        fail("seats", f"there are {players} players but {len(seats)} seats")
    for seat, value in enumerate(seats):
        draft.seat(seat, value)
    s["start"] = whole(found["start"], 0, players - 1, "start")
    s["current"] = whole(found["current"], 0, players - 1, "current")
    s["ender"] = maybe(whole, found["ender"], 0, players - 1, "ender")
    s["lap"] = 0 if found["lap"] is None else whole(found["lap"], 1, players, "lap")
    read_turn(draft, found["turn"])
    read_queue(draft, found["map_queue"])
    check_sums(draft)
    check_stage_pile(draft, found, pile)
    check_hands(s, players)
    check_lap(s, players)
    check_turn(s)
    s["seat"] = {TURN: s["current"], PAY: s["current"], MAPS: s["queue"][0], OVER: NO}[int(s["phase"])]


def read_turn(draft: Draft, value: Any) -> None:
    s = draft.s
    found = fields(value, TURN_FIELDS, "turn")
    s["main"] = NONE if found["main"] is None else one_of(found["main"], MAINS, "turn.main")
    s["animal"] = maybe(one_of, found["animal"], ANIMALS, "turn.animal")
    s["good"] = maybe(one_of, found["good"], GOODS, "turn.good")
    s["loading"] = truth(found["loading"], "turn.loading")
    s["owed"] = whole(found["owed"], 0, 1, "turn.owed")
    s["special"] = maybe(one_of, found["special"], SPECIALS, "turn.special")
    paid = listed(found["paid"], MOST_PAID, "turn.paid")
    s["paid"] = len(paid)
    for i, entry in enumerate(paid):
        card = fields(entry, ("from", "good"), f"turn.paid[{i}]")
        places = ["hand", *ANIMALS]
        s["paid_from"][i] = one_of(card["from"], places, f"turn.paid[{i}].from") - 1
        s["paid_good"][i] = one_of(card["good"], GOODS, f"turn.paid[{i}].good")
        draft.goods[int(s["paid_good"][i])] += 1


def read_queue(draft: Draft, value: Any) -> None:
    s = draft.s
    queue = [whole(seat, 0, draft.players - 1, "map_queue") for seat in listed(value, draft.players, "map_queue")]
    if len(set(queue)) < len(queue):
        fail("map_queue", "a seat is named twice")
    for seat in queue:
        if s["maps"][seat] == 0:
            fail("map_queue", f"seat {seat} has no map")
    if bool(queue) != (s["phase"] == MAPS):
        fail("map_queue", "seats wait for their choice exactly in the phase maps")
    s["queue_size"] = len(queue)
    s["queue"][: len(queue)] = queue


# ---- what cannot exist ----------------------------------------------------------------------------------------------------------


def check_sums(draft: Draft) -> None:
    for good, n in enumerate(draft.goods):
        if n != CARDS[good]:
            fail("goods", f"there are {n} {GOODS[good]}, it must be {CARDS[good]}")
    draft.specials[3] += int(draft.s["maps_out"])
    for special, name in enumerate(SPECIALS):
        n = draft.specials[special] + int(draft.s["supply"][special])
        if n != SUPPLY[draft.players, special]:
            fail("specials", f"there are {n} of {name}, with {draft.players} players it must be {SUPPLY[draft.players, special]}")


def check_stage_pile(draft: Draft, found: Mapping[str, Any], pile: list[int]) -> None:
    """The composition of the pile at the start of the stage is what is left of it and what was drawn."""
    s = draft.s
    if "stage_pile" not in found and all(draft.without_drawn):
        assume_drawn(s, draft.players)
    elif "stage_pile" not in found or any(draft.without_drawn):
        fail("stage_pile", "leave out either stage_pile and every drawn, or none of them")
    for good, name in enumerate(GOODS):
        n = pile.count(good) + int(s["drawn"][:, good].sum())
        if "stage_pile" not in found:
            s["stage_pile"][good] = n
        elif counts(found["stage_pile"], GOODS, "stage_pile")[good] != n:
            fail("stage_pile", f"pile and drawn cards have {n} {name} together, stage_pile has {found['stage_pile'][name]}")
        else:
            s["stage_pile"][good] = n


def assume_drawn(s: Record, players: int) -> None:
    """Cards in hands, and cards that went face down out of a hand, count as drawn in this stage by the owner of that hand."""
    for seat in range(players):
        s["drawn"][seat] += s["hand"][seat]
        for card in s["cave"][seat].ravel().tolist():
            if card >= CARD and not (card - CARD) // 4 & EVERYBODY:
                s["drawn"][seat, card % 4] += 1
        for card in s["thief"][seat].tolist():
            if card >= CARD and not (card - CARD) // 4 & EVERYBODY:
                others = [other for other in range(players) if other != seat and (card - CARD) // 4 >> other & 1]
                if len(others) != 1:
                    fail(f"seats[{seat}].thieves", "it is not clear whose hand the card was stolen from; give stage_pile and drawn")
                s["drawn"][others[0], card % 4] += 1


def check_hands(s: Record, players: int) -> None:
    for seat in range(players):
        drew = s["phase"] == TURN and s["main"] == DREW and s["current"] == seat
        most = HAND_LIMIT + 3 if drew else HAND_LIMIT
        n = int(s["hand"][seat].sum())
        if n > most:
            fail(f"seats[{seat}].hand", f"{n} cards are more than {most}")


def check_lap(s: Record, players: int) -> None:
    """The closing lap begins when the pile is empty and ends with the seat that drew its last card (TU-13.1)."""
    phase, ender, current, lap, stage = (int(s[name]) for name in ("phase", "ender", "current", "lap", "stage"))
    if phase in (MAPS, OVER):
        if stage != (1 if phase == MAPS else 2):
            fail("stage", f"the phase {PHASES[phase]} belongs to the other stage")
        if ender < 0 or lap:
            fail("lap", f"in the phase {PHASES[phase]} the ender is named and there is no lap")
    if phase == MAPS and current != (ender + 1) % players:
        fail("current", f"the left neighbour of the ender, seat {(ender + 1) % players}, starts stage 2")
    if s["pile_size"]:
        if lap or ender >= 0:
            fail("lap", "there is neither a lap nor an ender while the pile has cards")
    elif lap:
        if ender < 0 or current != (ender - (lap - 1)) % players:
            fail("current", "in the closing lap it must be (ender - (lap - 1)) modulo players")
    elif phase in (TURN, PAY) and not (ender == current and s["main"] == DREW):
        fail("lap", "the pile is empty, so there is a closing lap unless the current seat has just drawn the last card")


def check_turn(s: Record) -> None:
    phase, main, seat = int(s["phase"]), int(s["main"]), int(s["current"])
    animal, good = int(s["animal"]), int(s["good"])
    loads = main in (LOADS_HAND, LOADS_MARKET)
    if phase != TURN and (main != NONE or s["owed"]):
        fail("turn.main", f"there is no main action in the phase {PHASES[phase]}")
    if (animal >= 0) != loads or (loads and s["stack"][seat, animal] == 0):
        fail("turn.animal", "after a loading it names an animal of the current seat, else it is null")
    if (good >= 0) != (main == LOADS_MARKET):
        fail("turn.good", "after loading from the market it names the good, else it is null")
    if s["loading"] and not loads:
        fail("turn.loading", "no loading is under way")
    if s["owed"] and (main != DREW or s["hand"][seat].sum() == 0):
        fail("turn.owed", "a card is owed only after drawing, and by a hand that has one")
    if phase == PAY:
        check_payment(s, seat)
    elif s["special"] >= 0 or s["paid"]:
        fail("turn.special", "a special is chosen, and cards are paid, only in the phase pay")


def check_payment(s: Record, seat: int) -> None:
    special = int(s["special"])
    if special < 0 or s["supply"][special] == 0:
        fail("turn.special", "in the phase pay it names a special that is in the supply")
    paid = list(zip(s["paid_from"].tolist(), s["paid_good"].tolist(), strict=True))[: int(s["paid"])]
    for place, _ in paid:
        if place >= 0 and s["stack"][seat, place] == 0:
            fail("turn.paid", f"seat {seat} has no {ANIMALS[place]}")
    if sum(int(DINAR[int(s["goods"]), good]) for _, good in paid) >= PRICE:
        fail("turn.paid", f"{PRICE} dinar are paid already")
    purse = Purse.of(s, seat)
    if not any(may_pay(purse, place) for place in purse.places()):
        fail("turn.paid", "this payment cannot be completed")
