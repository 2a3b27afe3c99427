"""How a turn goes on after its move: the victim, the building, the market, the djinn. Chosen for the most points, without Fakirs."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.game import JSON
from sandtable.kernel.state import State

from .components import (
    AL_AMIN,
    BLOCK,
    BLUE,
    BLUE_KINDS,
    CARDS,
    DISTANCE,
    DJINNS,
    ELDER_POINTS,
    FAKIR,
    HAURVATAT,
    HAURVATAT_PALM,
    KANDICHA,
    LARGE_MARKET,
    LARGE_PRICE,
    LARGE_REACH,
    NUM_GOODS,
    OASIS,
    PALACE_POINTS,
    PALM_POINTS,
    SHAMHAT,
    SHAMHAT_ELDER,
    SMALL_PRICE,
    SMALL_REACH,
    VILLAGE,
    WHITE,
    YELLOW,
)
from .lasting import likely
from .scoring import set_values
from .state import A_BUILD, A_FAKIRS, A_KILL, A_KILL_OWNED, A_NO_KILL, A_SKIP, A_TAKE_CARD, A_TAKE_DJINN, Stage


def play_out(state: State) -> list[tuple[int, JSON]]:
    """Plays the rest of the turn as far as it is known and returns its decisions, each with what it does; selling and ending are left to
    the player."""
    seat, done = state.seat, []
    while state.seat == seat:
        number = choose(state)
        if number is None or state.reveals(number):
            break
        done.append((number, doing(state, number)))
        state.play(number)
    return done


def doing(state: State, number: int) -> JSON:
    """A decision by names: cards and djinns instead of their slots."""
    action, record = state.game.actions[number], state.record
    told: JSON = {"kind": action.kind, **action.args}
    if action.kind == "take_card":
        told["card"] = CARDS[int(record["row"][int(action.args["slot"]) - 1])]
    elif action.kind == "take_djinn":
        told["djinn"] = DJINNS[int(record["djinn_row"][int(action.args["slot"]) - 1])]
    return told


def choose(state: State) -> int | None:
    """The decision of this stage; None where nothing is to be chosen for points."""
    record = state.record
    stage = int(record["stage"])
    if stage == Stage.BUILDERS:
        return A_FAKIRS
    if stage == Stage.ASSASSINS:
        return victim(state)
    if stage == Stage.TILE:
        last = int(state.legal.ids[-1])
        if last in (A_BUILD, A_SKIP):
            return last
        return djinn(state) if last >= A_TAKE_DJINN else card(record)
    if stage == Stage.SECOND_CARD:
        return A_TAKE_CARD + best_card(record, LARGE_REACH - 1)[1]
    return None


# ---- assassins ------------------------------------------------------------------------------------------------------------------------


def victim(state: State) -> int:
    """A tile to own, a lead, or at least something an opponent loses; only victims that cost no Fakirs."""
    record = state.record
    seat = int(record["seat"])
    found: list[tuple[float, int]] = []
    for number in state.legal.ids.tolist():
        if A_KILL <= number < A_KILL_OWNED:
            tile, colour = divmod(number - A_KILL, 5)
            if DISTANCE[record["final"], tile] <= record["count"]:
                found.append((kill_worth(record, seat, tile, colour), -number))
        elif A_KILL_OWNED <= number < A_NO_KILL:
            other, colour = divmod(number - A_KILL_OWNED, 2)
            found.append((kill_owned_worth(record, seat, other, colour), -number))
    return -max(found)[1] if found else A_NO_KILL


def kill_worth(record: Any, seat: int, tile: int, colour: int) -> float:
    worth = taken_over(record, seat, tile, colour)
    if record["height"][tile] == 1 and record["camel"][tile] < 0 and record["camels"][seat] > 0:
        worth += tile_worth(record, seat, tile)
    return worth


def tile_worth(record: Any, seat: int, tile: int) -> int:
    """An own camel on this tile, with what is built there; on the final tile also with what the turn still builds."""
    palm = HAURVATAT_PALM if has(record, seat, HAURVATAT) else PALM_POINTS
    palms, palaces, kind = int(record["palms"][tile]), int(record["palaces"][tile]), int(record["kind"][tile])
    if tile == record["final"]:
        palms += kind == OASIS and record["palms_left"] > 0
        palaces += kind == VILLAGE and record["palaces_left"] > 0
    return int(record["value"][tile]) + palms * palm + palaces * PALACE_POINTS


def kill_owned_worth(record: Any, seat: int, other: int, colour: int) -> float:
    """The lead, and a little for what the opponent loses."""
    if colour == YELLOW:
        more = int(has(record, seat, KANDICHA))
        return likely(record, seat, more, other) + more + 0.1
    return taken_over(record, seat, -1, colour) + 0.2


def taken_over(record: Any, seat: int, tile: int, colour: int) -> float:
    """What Kandicha makes of a victim (FT-D12)."""
    if not has(record, seat, KANDICHA):
        return 0.0
    if colour == YELLOW:
        return 1.0 + likely(record, seat, 1)
    if colour == WHITE:
        return float(SHAMHAT_ELDER if has(record, seat, SHAMHAT) else ELDER_POINTS)
    return float(sum(int(record["kind"][t]) in BLUE_KINDS for t in BLOCK[tile].tolist() if t >= 0)) if colour == BLUE else 0.0


def has(record: Any, seat: int, djinn: int) -> bool:
    return bool(int(record["owns"][seat]) >> djinn & 1)


# ---- tiles ----------------------------------------------------------------------------------------------------------------------------


def goods(record: Any, *slots: int) -> int:
    """What the own merchandise is worth with these cards of the row."""
    seat = int(record["seat"])
    hand = record["hand"][seat].astype(int).tolist()
    for slot in slots:
        hand[int(record["row"][slot])] += 1
    wild = hand[FAKIR] // 2 if has(record, seat, AL_AMIN) else 0
    return sum(set_values(hand[:NUM_GOODS], wild))


def best_card(record: Any, reach: int, *taken: int) -> tuple[int, int]:
    """The worth of the own goods with the best card among the first ``reach`` of the row, and its slot."""
    slots = [slot for slot in range(min(reach, int(record["row_size"]))) if slot not in taken]
    worth, slot = max((goods(record, *taken, slot), -slot) for slot in slots)
    return worth, -slot


def card(record: Any) -> int:
    """The best card of a market, or the first of the best two; nothing if that is not worth its price."""
    large = int(record["kind"][record["final"]]) == LARGE_MARKET
    reach, price = (LARGE_REACH, LARGE_PRICE) if large else (SMALL_REACH, SMALL_PRICE)
    if large and record["row_size"] > 1:
        first = range(min(LARGE_REACH, int(record["row_size"])))
        worth, slot = max((best_card(record, LARGE_REACH, slot)[0], -slot) for slot in first)
    else:
        best, at = best_card(record, reach)
        worth, slot = best, -at
    return A_TAKE_CARD - slot if worth - price > goods(record) else A_SKIP


def djinn(state: State) -> int:
    """The djinn that adds most to the score, or none."""
    now = state.scores[state.seat or 0]
    best, chosen = 0, A_SKIP
    for number in state.legal.ids.tolist():
        if number >= A_TAKE_DJINN:
            gain = state.copy().play(int(number)).scores[state.seat or 0] - now
            if gain > best:
                best, chosen = gain, number
    return chosen
