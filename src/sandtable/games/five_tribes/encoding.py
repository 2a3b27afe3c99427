"""Five Tribes as one seat knows it: gold and cards taken openly are known although they are not shown (FT-7.2)."""

from __future__ import annotations

from sandtable.jit import jit
from sandtable.kernel.integers import int64
from sandtable.kernel.observation import MOST, Field, Ints, Row, offsets, relative, write_numbers, write_owners, write_set

from . import rules
from .components import (
    CAMELS,
    CARD_BOX,
    CARD_COUNTS,
    CARDS,
    DJINN_ROW_SIZE,
    DJINNS,
    MEEPLE_COUNTS,
    NUM_GOODS,
    PALACES,
    PALMS,
    PRICES,
    ROW_SIZE,
    TILES,
    TYPE_VALUE,
)
from .state import STAGES, Record, Stage

SEATS = 4
MARKERS = 4
KINDS, COLOURS, NUM_CARDS, NUM_DJINNS, NUM_STAGES, SPOTS = 5, 5, len(CARDS), len(DJINNS), len(STAGES), len(PRICES)
# What the box holds. A position made by hand may hold more.
MOST_VALUE, MOST_CAMELS = int(TYPE_VALUE.max()), int(CAMELS.max())
MOST_MEEPLES, MOST_CARDS, ALL_CARDS = max(MEEPLE_COUNTS), max(CARD_COUNTS), len(CARD_BOX)

FIELDS = (
    Field("seat", (SEATS,), 1, "the observing seat, absolute; actions name absolute seats, all other fields count seats from the observer"),
    Field("players", (3,), 1, "2, 3 or 4 players"),
    Field("options", (5,), 1, "slaves, turn_limit, orthogonal, strict_redirect, open_hands (0 = default)"),
    Field("decides", (SEATS,), 1, "who is to decide; empty when the game is over"),
    Field("stage", (NUM_STAGES,), 1, ", ".join(STAGES)),
    Field("ending", (1,), 1, "the end is triggered"),
    Field("rounds", (1,), MOST, "the round", 10),
    Field("kind", (TILES, KINDS), 1, "tiles a1, b1 … f5: village, sacred, oasis, small market, large market"),
    Field("value", (TILES,), MOST_VALUE, "points of the tile", 15),
    Field("camel", (TILES, SEATS), 1, "whose camel"),
    Field("palms", (TILES,), PALMS, "palms", 3),
    Field("palaces", (TILES,), PALACES, "palaces", 3),
    Field("meeples", (TILES, COLOURS), MOST_MEEPLES, "yellow, white, green, blue, red", 5),
    Field("bag", (COLOURS,), MOST_MEEPLES, "meeples in the bag", 20),
    Field("palms_left", (1,), PALMS, "palms in stock", 12),
    Field("palaces_left", (1,), PALACES, "palaces in stock", 10),
    Field("gold", (SEATS,), MOST, "gold: every change is public, so everybody knows it (FT-7.2)", 50),
    Field("camels_left", (SEATS,), MOST_CAMELS, "camels in stock", 11),
    Field("viziers", (SEATS,), MOST_MEEPLES, "viziers", 10),
    Field("elders", (SEATS,), MOST_MEEPLES, "elders", 10),
    Field("hand", (NUM_CARDS,), MOST_CARDS, "own cards: nine goods, fakirs", 6),
    Field("known", (SEATS, NUM_CARDS), MOST_CARDS, "cards everybody knows a seat to hold; whole hands if open or the game is over", 6),
    Field("hidden", (SEATS,), ALL_CARDS, "further cards of a seat", 6),
    Field("unseen", (NUM_CARDS,), MOST_CARDS, "cards the observer cannot place: in the pile or hidden in other hands", 18),
    Field("row", (ROW_SIZE, NUM_CARDS), 1, "cards on offer, the first slot first"),
    Field("pile", (1,), ALL_CARDS, "cards in the pile", 54),
    Field("discard", (NUM_CARDS,), MOST_CARDS, "discarded cards", 18),
    Field("djinns", (SEATS, NUM_DJINNS), 1, "djinns owned"),
    Field("used", (SEATS, NUM_DJINNS), 1, "djinns used this round"),
    Field("djinn_row", (DJINN_ROW_SIZE, NUM_DJINNS), 1, "djinns on offer"),
    Field("djinn_pile", (1,), NUM_DJINNS, "djinns in the pile", 22),
    Field("djinn_discard", (NUM_DJINNS,), 1, "discarded djinns", 1),
    Field("djinn_unseen", (NUM_DJINNS,), 1, "djinns the observer cannot place", 1),
    Field("peek", (3, NUM_DJINNS), 1, "djinns seen with Sibittis, if the observer may see them"),
    Field("bid_order", (MARKERS, SEATS), 1, "markers still to bid, next one first"),
    Field("bid_spot", (MARKERS, SPOTS), 1, "bids of this round in bidding order: the spot"),
    Field("bid_seat", (MARKERS, SEATS), 1, "bids of this round in bidding order: the seat"),
    Field("queue", (MARKERS, SEATS), 1, "turns still to come in this round"),
    Field("next_order", (MARKERS, SEATS), 1, "bid order of the next round so far"),
    Field("moving", (COLOURS,), MOST_MEEPLES, "meeples in the moving hand", 5),
    Field("at", (TILES,), 1, "last tile of the move"),
    Field("previous", (TILES,), 1, "the tile before it"),
    Field("final", (TILES,), 1, "tile on which the move ended"),
    Field("colour", (COLOURS,), 1, "tribe collected"),
    Field("count", (1,), MOST_MEEPLES, "how many were collected", 5),
    Field("flags", (4,), 1, "echidna, iblis paid for; the assassins struck; powers closed"),
    Field("victim", (TILES + SEATS,), 1, "place of the first victim while a second may fall: tile, or seat"),
    Field("set", (NUM_GOODS,), 1, "goods laid down for a sale"),
    Field("pending", (NUM_DJINNS,), 1, "djinn waiting for a choice"),
    Field("origin", (TILES,), 1, "tile that choice is about"),
    Field("back", (NUM_STAGES,), 1, "stage that follows it"),
)
AT = offsets(FIELDS)
SEAT, PLAYERS, OPTIONS, DECIDES, STAGE, ENDING, ROUNDS = (AT[f.name] for f in FIELDS[:7])
KIND, VALUE, CAMEL, PALMS, PALACES, MEEPLES, BAG, PALMS_LEFT, PALACES_LEFT = (AT[f.name] for f in FIELDS[7:16])
GOLD, CAMELS_LEFT, VIZIERS, ELDERS, HAND, KNOWN, HIDDEN, UNSEEN, ROW, PILE, DISCARD = (AT[f.name] for f in FIELDS[16:27])
OWNED, USED, DJINN_ROW, DJINN_PILE, DJINN_DISCARD, DJINN_UNSEEN, PEEK = (AT[f.name] for f in FIELDS[27:34])
BID_ORDER, BID_SPOT, BID_SEAT, QUEUE, NEXT_ORDER = (AT[f.name] for f in FIELDS[34:39])
MOVING, AT_TILE, PREVIOUS, FINAL, COLOUR, COUNT, FLAGS, VICTIM, SET, PENDING, ORIGIN, BACK = (AT[f.name] for f in FIELDS[39:])

STACKS = TILES * COLOURS

SCRATCH = 1

__all__ = ["FIELDS", "SCRATCH", "observe", "rules"]


@jit
def observe(s: Record, seat: int, out: Row, scratch: Ints) -> None:
    """Writes what ``seat`` knows into ``out``, all fields one after another."""
    out[:] = 0
    players = int64(s.players)
    table(s, seat, players, out)
    board(s, seat, players, out)
    for other in range(players):
        belongings(s, other, relative(other, seat, players), seat, out)
    cards(s, seat, out)
    djinns(s, seat, out)
    tracks(s, seat, players, out)
    turn(s, seat, players, out)


@jit
def table(s: Record, seat: int, players: int, out: Row) -> None:
    """Players, options, stage and stock."""
    out[SEAT + seat] = 1
    out[PLAYERS + players - 2] = 1
    out[OPTIONS] = s.slaves
    out[OPTIONS + 1] = s.turn_limit
    out[OPTIONS + 2] = s.orthogonal
    out[OPTIONS + 3] = s.strict_redirect
    out[OPTIONS + 4] = s.open_hands
    if s.seat >= 0:
        out[DECIDES + relative(s.seat, seat, players)] = 1
    out[STAGE + s.stage] = 1
    out[ENDING] = s.ending
    out[ROUNDS] = min(int64(s.rounds), MOST)
    out[PALMS_LEFT] = s.palms_left
    out[PALACES_LEFT] = s.palaces_left
    write_numbers(s.bag, 0, COLOURS, BAG, out)


@jit
def board(s: Record, seat: int, players: int, out: Row) -> None:
    """The thirty tiles."""
    for tile in range(TILES):
        out[KIND + tile * KINDS + s.kind[tile]] = 1
    write_numbers(s.value, 0, TILES, VALUE, out)
    write_owners(s.camel, 0, TILES, seat, players, CAMEL, out)
    write_numbers(s.palms, 0, TILES, PALMS, out)
    write_numbers(s.palaces, 0, TILES, PALACES, out)
    write_numbers(s.meeples, 0, STACKS, MEEPLES, out)


@jit
def belongings(s: Record, other: int, place: int, seat: int, out: Row) -> None:
    """What everybody knows a seat to have (FT-7.2)."""
    out[GOLD + place] = min(int64(s.gold[other]), MOST)
    out[CAMELS_LEFT + place] = s.camels[other]
    out[VIZIERS + place] = s.viziers[other]
    out[ELDERS + place] = s.elders[other]
    if s.open_hands != 0 or s.stage == Stage.OVER:
        write_numbers(s.hand, other * NUM_CARDS, NUM_CARDS, KNOWN + place * NUM_CARDS, out)
    else:
        write_numbers(s.seen, other * NUM_CARDS, NUM_CARDS, KNOWN + place * NUM_CARDS, out)
        out[HIDDEN + place] = hidden_cards(s, other, other != seat, out)
    write_set(int64(s.owns[other]), NUM_DJINNS, OWNED + place * NUM_DJINNS, out)
    write_set(int64(s.used[other]), NUM_DJINNS, USED + place * NUM_DJINNS, out)


@jit
def hidden_cards(s: Record, other: int, unseen: bool, out: Row) -> int:
    """How many cards of a seat are not known to everybody; they join the unseen ones."""
    count = 0
    for card in range(NUM_CARDS):
        hidden = s.hand[other, card] - s.seen[other, card]
        count += hidden
        out[UNSEEN + card] += hidden if unseen else 0
    return count


@jit
def cards(s: Record, seat: int, out: Row) -> None:
    """Row, pile, discards and the own hand; what the pile can hold."""
    for slot in range(min(s.row_size + 0, ROW_SIZE)):
        out[ROW + slot * NUM_CARDS + s.row[slot]] = 1
    out[PILE] = s.pile_size
    for i in range(s.pile_size):
        out[UNSEEN + s.pile[i]] += 1
    write_numbers(s.discard, 0, NUM_CARDS, DISCARD, out)
    write_numbers(s.hand, seat * NUM_CARDS, NUM_CARDS, HAND, out)


@jit
def djinns(s: Record, seat: int, out: Row) -> None:
    """Djinns on offer, discarded, unseen, and those looked at with Sibittis."""
    for slot in range(min(s.djinn_row_size + 0, DJINN_ROW_SIZE)):
        out[DJINN_ROW + slot * NUM_DJINNS + s.djinn_row[slot]] = 1
    out[DJINN_PILE] = s.djinn_pile_size
    for i in range(s.djinn_pile_size):
        out[DJINN_UNSEEN + s.djinn_pile[i]] += 1
    write_numbers(s.djinn_discard, 0, NUM_DJINNS, DJINN_DISCARD, out)
    may_see = s.seat == seat or s.open_hands != 0
    for i in range(s.peek_size):
        if may_see:
            out[PEEK + i * NUM_DJINNS + s.peek[i]] = 1
        else:
            out[DJINN_UNSEEN + s.peek[i]] += 1


@jit
def tracks(s: Record, seat: int, players: int, out: Row) -> None:
    """Bids and turn order."""
    for i in range(s.bid_order_size):
        out[BID_ORDER + i * SEATS + relative(s.bid_order[i], seat, players)] = 1
    for i in range(s.bid_count):
        out[BID_SPOT + i * SPOTS + s.bid_spot[i]] = 1
        out[BID_SEAT + i * SEATS + relative(s.bid_seat[i], seat, players)] = 1
    for i in range(s.queue_size):
        out[QUEUE + i * SEATS + relative(s.queue[i], seat, players)] = 1
    for i in range(s.next_order_size):
        out[NEXT_ORDER + i * SEATS + relative(s.next_order[i], seat, players)] = 1


@jit
def turn(s: Record, seat: int, players: int, out: Row) -> None:
    """How far the present turn has come."""
    write_numbers(s.moving, 0, COLOURS, MOVING, out)
    if s.at >= 0:
        out[AT_TILE + s.at] = 1
    if s.previous >= 0:
        out[PREVIOUS + s.previous] = 1
    if s.final >= 0:
        out[FINAL + s.final] = 1
    if s.colour >= 0:
        out[COLOUR + s.colour] = 1
    out[COUNT] = s.count
    out[FLAGS] = s.echidna
    out[FLAGS + 1] = s.iblis
    out[FLAGS + 2] = s.struck
    out[FLAGS + 3] = s.closed
    if s.place >= TILES:
        out[VICTIM + TILES + relative(s.place - TILES, seat, players)] = 1
    elif s.place >= 0:
        out[VICTIM + s.place] = 1
    write_set(int64(s.set), NUM_GOODS, SET, out)
    if s.pending >= 0:
        out[PENDING + s.pending] = 1
    if s.origin >= 0:
        out[ORIGIN + s.origin] = 1
    if s.back >= 0:
        out[BACK + s.back] = 1
