"""Tuareg as one seat knows it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import jit
from sandtable.kernel.integers import int64
from sandtable.kernel.observation import Field, Ints, Row, offsets, relative, write_numbers

from . import rules
from .components import ANIMAL_SLOTS, CAVE_LIMIT, CAVE_SLOTS, KINDS, LOAD_LIMIT, MOST_PAID, SEATS, THIEF_SLOTS
from .knowledge import collect_unknown
from .state import CARD, EMPTY, EVERYBODY, STACK_CODES, UNUSED_THIEF, VP_COLUMNS, Phase, Record, hand_size, knows, stack_goods

CARD_WIDTH = KINDS + 1 + SEATS + 1
STACK_WIDTH = 1 + LOAD_LIMIT * KINDS
PAID_WIDTH = 1 + ANIMAL_SLOTS + KINDS

FIELDS = (
    Field("seat", (SEATS,), 1, "the observing seat, absolute; actions name absolute seats, all other fields count seats from the observer"),
    Field("players", (4,), 1, "2, 3, 4 or 5 players"),
    Field("options", (4,), 1, "goods = B, overpay = free, the discard pile is shuffled in, used maps go back"),
    Field("decides", (SEATS,), 1, "who is to decide; empty when the game is over"),
    Field("stage", (2,), 1, "first or second stage"),
    Field("phase", (4,), 1, "turn, pay, maps, over"),
    Field("main", (5,), 1, "main action of this turn: none, draw, load_hand, load_market, buy"),
    Field("start", (SEATS,), 1, "start player of the stage"),
    Field("current", (SEATS,), 1, "whose turn it is"),
    Field("ender", (SEATS,), 1, "who drew the last card of the stage"),
    Field("lap", (1,), 5, "turns left in the closing lap, 0 = none"),
    Field("pile", (1,), 44, "cards in the pile"),
    Field("stage_pile", (KINDS,), 14, "composition of the pile when the stage began: water, gold, salt, millet"),
    Field("market", (KINDS,), 14, "goods in the market"),
    Field("discard", (KINDS,), 14, "goods on the discard pile"),
    Field("supply", (4,), 5, "donkeys, caves, thieves, maps to buy"),
    Field("maps_out", (1,), 4, "used maps that left the game"),
    Field("unseen", (KINDS,), 14, "goods the observer cannot place: in the pile, in other hands or face down"),
    Field("hand", (KINDS,), 14, "own hand"),
    Field("drawn", (KINDS,), 14, "own cards drawn in this stage (with stage_pile and unseen: what the pile can hold)"),
    Field("hands", (SEATS,), 14, "hand sizes"),
    Field("hands_open", (SEATS, KINDS), 14, "all hands once the game is over, else empty"),
    Field("draws", (SEATS,), 44, "cards each seat drew in this stage"),
    Field("maps", (SEATS,), 4, "unused maps"),
    Field("points", (SEATS, VP_COLUMNS), 40, "VP: goods of stage 1 (4), goods of stage 2 (4), maps of stages 1 and 2, unused specials"),
    Field("stacks", (SEATS, ANIMAL_SLOTS, STACK_WIDTH), 1, "camel1-3, donkey1-5: is it there; then four cards from the top, each by kind"),
    Field("caves", (SEATS, CAVE_SLOTS), 1, "caves owned"),
    Field("cave_used", (SEATS, CAVE_SLOTS), 1, "caves used this turn"),
    Field("hidden", (SEATS, CAVE_SLOTS, CAVE_LIMIT, CARD_WIDTH), 1, "cards in caves: kind if known, unknown, which seats know it, public"),
    Field("thieves", (SEATS, THIEF_SLOTS, 1 + CARD_WIDTH), 1, "thieves: unused; or the card under it, as in caves"),
    Field("animal", (ANIMAL_SLOTS,), 1, "animal loaded in this turn"),
    Field("good", (KINDS,), 1, "kind loaded from the market in this turn"),
    Field("loading", (1,), 1, "the loading may go on"),
    Field("owed", (1,), 1, "a card is owed to the market"),
    Field("special", (4,), 1, "special being paid"),
    Field("paid", (MOST_PAID, PAID_WIDTH), 1, "cards paid so far: from the hand, from which animal; kind"),
    Field("queue", (SEATS, SEATS), 1, "seats still to choose about maps, next one first"),
)
AT = offsets(FIELDS)
SEAT, PLAYERS, OPTIONS, DECIDES, STAGE, PHASE, MAIN = (AT[f.name] for f in FIELDS[:7])
START, CURRENT, ENDER, LAP, PILE, STAGE_PILE, MARKET, DISCARD, SUPPLY, MAPS_OUT = (AT[f.name] for f in FIELDS[7:17])
UNSEEN, HAND, DRAWN, HANDS, HANDS_OPEN, DRAWS, MAPS, POINTS, STACKS = (AT[f.name] for f in FIELDS[17:26])
CAVES, CAVE_USED, HIDDEN, THIEVES, ANIMAL, GOOD, LOADING, OWED, SPECIAL, PAID, QUEUE = (AT[f.name] for f in FIELDS[26:])

SCRATCH = KINDS


def _seen_stacks() -> NDArray[np.int16]:
    table = np.zeros((STACK_CODES, STACK_WIDTH), np.int16)
    for code in range(EMPTY, STACK_CODES):
        table[code, 0] = 1
        for place, good in enumerate(reversed(stack_goods(code))):
            table[code, 1 + place * KINDS + good] = 1
    return table


SEEN_STACKS = _seen_stacks()
"""What is written of a stack, by its number."""

__all__ = ["FIELDS", "SCRATCH", "observe", "rules"]


@jit
def observe(s: Record, seat: int, out: Row, scratch: Ints) -> None:
    """Writes what ``seat`` knows into ``out``, all fields one after another."""
    out[:] = 0
    players = int64(s.players)
    table(s, seat, players, out, scratch)
    turn(s, seat, players, out)
    for other in range(players):
        place = relative(other, seat, players)
        belongings(s, other, place, out)
        face_down(s, other, place, seat, players, out)


@jit
def table(s: Record, seat: int, players: int, out: Row, scratch: Ints) -> None:
    """What lies in the middle, and what the observer holds."""
    out[SEAT + seat] = 1
    out[PLAYERS + players - 2] = 1
    out[OPTIONS] = s.goods == 1
    out[OPTIONS + 1] = s.overpay & 1
    out[OPTIONS + 2] = s.discard_in & 1
    out[OPTIONS + 3] = s.maps_back & 1
    out[STAGE + s.stage - 1] = 1
    out[PHASE + s.phase] = 1
    out[START + relative(s.start, seat, players)] = 1
    out[CURRENT + relative(s.current, seat, players)] = 1
    if s.seat >= 0:
        out[DECIDES + relative(s.seat, seat, players)] = 1
    if s.ender >= 0:
        out[ENDER + relative(s.ender, seat, players)] = 1
    out[LAP] = s.lap
    out[PILE] = s.pile_size
    out[MAPS_OUT] = s.maps_out
    scratch[:] = 0
    if s.phase != Phase.OVER:
        collect_unknown(s, seat, scratch)
    write_numbers(s.stage_pile, 0, KINDS, STAGE_PILE, out)
    write_numbers(s.market, 0, KINDS, MARKET, out)
    write_numbers(s.discard, 0, KINDS, DISCARD, out)
    write_numbers(s.supply, 0, KINDS, SUPPLY, out)
    write_numbers(scratch, 0, KINDS, UNSEEN, out)
    write_numbers(s.hand, seat * KINDS, KINDS, HAND, out)
    write_numbers(s.drawn, seat * KINDS, KINDS, DRAWN, out)


@jit
def turn(s: Record, seat: int, players: int, out: Row) -> None:
    """How far the present turn has come."""
    out[MAIN + s.main] = 1
    if s.animal >= 0:
        out[ANIMAL + s.animal] = 1
    if s.good >= 0:
        out[GOOD + s.good] = 1
    out[LOADING] = s.loading
    out[OWED] = s.owed
    if s.special >= 0:
        out[SPECIAL + s.special] = 1
    for i in range(s.paid):
        out[PAID + i * PAID_WIDTH + 1 + s.paid_from[i]] = 1
        out[PAID + i * PAID_WIDTH + 1 + ANIMAL_SLOTS + s.paid_good[i]] = 1
    for i in range(s.queue_size):
        out[QUEUE + i * SEATS + relative(s.queue[i], seat, players)] = 1


@jit
def belongings(s: Record, other: int, place: int, out: Row) -> None:
    """What everybody sees in front of a seat."""
    if s.phase == Phase.OVER:
        write_numbers(s.hand, other * KINDS, KINDS, HANDS_OPEN + place * KINDS, out)
    out[HANDS + place] = hand_size(s, other)
    out[DRAWS + place] = s.drawn[other, 0] + s.drawn[other, 1] + s.drawn[other, 2] + s.drawn[other, 3]
    out[MAPS + place] = s.maps[other]
    write_numbers(s.vp, other * VP_COLUMNS, VP_COLUMNS, POINTS + place * VP_COLUMNS, out)
    for animal in range(ANIMAL_SLOTS):
        at = STACKS + (place * ANIMAL_SLOTS + animal) * STACK_WIDTH
        write_numbers(SEEN_STACKS, s.stack[other, animal] * STACK_WIDTH, STACK_WIDTH, at, out)


@jit
def face_down(s: Record, other: int, place: int, seat: int, players: int, out: Row) -> None:
    """Caves and thieves: the kinds the observer knows, and who else knows."""
    for cave in range(s.caves[other]):
        out[CAVES + place * CAVE_SLOTS + cave] = 1
        out[CAVE_USED + place * CAVE_SLOTS + cave] = (s.cave_used[other] >> cave) & 1
        for i in range(CAVE_LIMIT):
            at = HIDDEN + ((place * CAVE_SLOTS + cave) * CAVE_LIMIT + i) * CARD_WIDTH
            code = int64(s.cave[other, cave, i])
            if code >= CARD:
                card(s, code, at, seat, players, out)
    for i in range(THIEF_SLOTS):
        at = THIEVES + (place * THIEF_SLOTS + i) * (1 + CARD_WIDTH)
        code = int64(s.thief[other, i])
        if code == UNUSED_THIEF:
            out[at] = 1
        elif code >= CARD:
            card(s, code, at + 1, seat, players, out)


@jit
def card(s: Record, code: int, at: int, seat: int, players: int, out: Row) -> None:
    """One face-down card."""
    if knows(code, seat) or s.phase == Phase.OVER:
        out[at + code % 4] = 1
    else:
        out[at + KINDS] = 1
    knowers = (code - CARD) // 4
    for other in range(players):
        out[at + KINDS + 1 + relative(other, seat, players)] = (knowers >> other) & 1
    if knowers & EVERYBODY:
        out[at + KINDS + 1 + SEATS] = 1
