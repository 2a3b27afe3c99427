"""Targui as every seat knows it: all seats know the same (TG-H1), each counts the seats from itself."""

from __future__ import annotations

from sandtable.jit import jit
from sandtable.kernel.integers import int64
from sandtable.kernel.observation import MOST, Field, Ints, Row, offsets, relative, write_numbers, write_owners, write_set

from . import rules
from .components import FATES, SETTLEMENT
from .components import FIELDS as BOARD
from .state import TRIBE, Phase, Record

SEATS = 4
CARD_WIDTH = SETTLEMENT + SEATS

FIELDS = (
    Field("seat", (SEATS,), 1, "the observing seat, absolute; all other fields count seats from the observer"),
    Field("players", (3,), 1, "2, 3 or 4 players"),
    Field("options", (5,), 1, "stacking, split_purchase, camel_limit, money_limit, conquest_only"),
    Field("fates", (FATES,), 1, "fate cards of the game"),
    Field("decides", (SEATS,), 1, "who is to decide; empty when the game is over"),
    Field("phase", (len(Phase),), 1, "settle, turn, march_amount, fight, advance_amount, buy_amount, over"),
    Field("card", (BOARD, CARD_WIDTH), 1, "fields 1-49: nothing, salt works, oasis, dunes, hills, mountains, plain, lake, settlement"),
    Field("owner", (BOARD, SEATS), 1, "fields 1-49: whose marker"),
    Field("camels", (BOARD,), MOST, "fields 1-49: camels", 20),
    Field("money", (SEATS,), MOST, "silver", 50),
    Field("out", (SEATS,), 4, "0 = still in, else the how-manieth to go out"),
    Field("supply", (1,), 400, "camels in the box (0 without camel_limit)"),
    Field("round", (1,), MOST, "0 while settling", 16),
    Field("die", (6,), 1, "round die"),
    Field("pack", (SEATS,), 5, "tribe cards still face down in the pack"),
    Field("pack_fate", (1,), 1, "the fate card is still in the pack"),
    Field("turned", (SEATS,), 5, "tribe cards turned up in this round"),
    Field("fate_seen", (FATES,), 1, "fate cards revealed since the last reshuffle"),
    Field("fate_now", (FATES,), 1, "fate card in force"),
    Field("turns_left", (1,), 2, "turns left for the open card"),
    Field("moved", (1,), 1, "march or fight of this turn is done"),
    Field("bought", (1,), 1, "a purchase was made in this turn"),
    Field("origin", (BOARD,), 1, "pending march or fight: from"),
    Field("target", (BOARD,), 1, "pending march, fight or purchase: to"),
    Field("defender", (SEATS,), 1, "whose field an advance takes"),
)
AT = offsets(FIELDS)
SEAT, PLAYERS, OPTIONS, FATES_IN, DECIDES, PHASE, CARD, OWNER, CAMELS, MONEY, OUT, SUPPLY = (AT[f.name] for f in FIELDS[:12])
ROUND, DIE, PACK, PACK_FATE, TURNED, FATE_SEEN, FATE_NOW, TURNS_LEFT, MOVED, BOUGHT, ORIGIN, TARGET, DEFENDER = (
    AT[f.name] for f in FIELDS[12:]
)

SCRATCH = 1

__all__ = ["FIELDS", "SCRATCH", "observe", "rules"]


@jit
def observe(s: Record, seat: int, out: Row, scratch: Ints) -> None:
    """Writes what ``seat`` knows into ``out``, all fields one after another."""
    out[:] = 0
    players = int64(s.players)
    board(s, seat, players, out)
    table(s, seat, players, out)
    cards(s, seat, players, out)
    turn(s, seat, players, out)


@jit
def board(s: Record, seat: int, players: int, out: Row) -> None:
    """Cards, markers and camels."""
    for i in range(BOARD):
        card = int64(s.card[i + 1])
        if card >= SETTLEMENT:
            card = SETTLEMENT + relative(card - SETTLEMENT - 4 + players, seat, players)
        out[CARD + i * CARD_WIDTH + card] = 1
    write_owners(s.owner, 1, BOARD, seat, players, OWNER, out)
    write_numbers(s.camels, 1, BOARD, CAMELS, out)


@jit
def table(s: Record, seat: int, players: int, out: Row) -> None:
    """Players, options, silver."""
    out[SEAT + seat] = 1
    out[PLAYERS + players - 2] = 1
    out[OPTIONS] = s.stacking
    out[OPTIONS + 1] = s.split_purchase
    out[OPTIONS + 2] = s.camel_limit
    out[OPTIONS + 3] = s.money_limit
    out[OPTIONS + 4] = s.conquest_only
    out[PHASE + s.phase] = 1
    if s.seat >= 0:
        out[DECIDES + relative(s.seat, seat, players)] = 1
    for other in range(players):
        place = relative(other, seat, players)
        out[MONEY + place] = min(int64(s.money[other]), MOST)
        out[OUT + place] = s.out[other]
    out[SUPPLY] = s.supply
    out[ROUND] = s.number
    if s.die > 0:
        out[DIE + s.die - 1] = 1


@jit
def cards(s: Record, seat: int, players: int, out: Row) -> None:
    """What is known of the pack and of the fates (TG-H1, TG-H3)."""
    turned, hidden = count_pack(s, 0, s.turned), count_pack(s, s.turned, s.pack_size)
    for other in range(players):
        place = relative(other, seat, players)
        out[TURNED + place] = (turned >> (8 * other)) & 255
        out[PACK + place] = (hidden >> (8 * other)) & 255
    out[PACK_FATE] = hidden >> (8 * SEATS) != 0
    write_set(s.fates >> 1, FATES, FATES_IN, out)
    for i in range(s.seen_size):
        out[FATE_SEEN + s.seen[i] - 1] = 1
    if s.fate_now > 0:
        out[FATE_NOW + s.fate_now - 1] = 1


@jit
def count_pack(s: Record, start: int, stop: int) -> int:
    """How many cards of the pack belong to each seat, eight bits for each, and above them how many are fates."""
    count = 0
    for i in range(start, stop):
        card = int64(s.pack[i])
        count += 1 << (8 * (SEATS if card < TRIBE else card - TRIBE))
    return count


@jit
def turn(s: Record, seat: int, players: int, out: Row) -> None:
    """How far the present turn has come."""
    out[TURNS_LEFT] = s.turns_left
    out[MOVED] = s.moved
    out[BOUGHT] = s.bought
    if s.origin > 0:
        out[ORIGIN + s.origin - 1] = 1
    if s.target > 0:
        out[TARGET + s.target - 1] = 1
    if s.phase == Phase.ADVANCE_AMOUNT:
        out[DEFENDER + relative(s.defender, seat, players)] = 1
