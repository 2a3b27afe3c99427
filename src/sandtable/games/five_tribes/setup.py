"""Laying out a new game (FT-0.2)."""

from __future__ import annotations

from sandtable.jit import jit
from sandtable.kernel.chance import shuffle
from sandtable.kernel.tape import Tape

from .cards import turn_over
from .components import (
    CAMELS,
    CARD_BOX,
    DJINNS,
    MARKERS,
    MEEPLE_BOX,
    PALACES,
    PALMS,
    PER_TILE,
    START_GOLD,
    TILE_BOX,
    TILES,
    TYPE_KIND,
    TYPE_VALUE,
)
from .rounds import begin_round, refill
from .state import Record, clear_turn, put_meeple


@jit
def setup(s: Record, tape: Tape) -> None:
    """Lays out a new game (FT-0.2). Chance in this order: tiles, meeples, markers, resource cards, djinns."""
    players = s.players
    for seat in range(4):
        s.gold[seat] = START_GOLD if seat < players else 0
        s.camels[seat] = CAMELS[players] if seat < players else 0
    s.palms_left = PALMS
    s.palaces_left = PALACES
    heap = s.pile[:]  # everything is shuffled where the resource cards will lie
    for i in range(len(TILE_BOX)):
        heap[i] = TILE_BOX[i]
    shuffle(s, tape, heap, len(TILE_BOX))
    for tile in range(TILES):
        s.kind[tile] = TYPE_KIND[heap[tile]]
        s.value[tile] = TYPE_VALUE[heap[tile]]
        s.camel[tile] = -1
    for i in range(len(MEEPLE_BOX)):
        heap[i] = MEEPLE_BOX[i]
    shuffle(s, tape, heap, len(MEEPLE_BOX))
    for i in range(len(MEEPLE_BOX)):
        put_meeple(s, i // PER_TILE, heap[i])
    markers = MARKERS[players]
    for i in range(markers):
        s.bid_order[i] = i % players
    shuffle(s, tape, s.bid_order[:], markers)
    s.bid_order_size = markers
    heap[:] = 0
    for i in range(len(CARD_BOX)):
        heap[i] = CARD_BOX[i]
    shuffle(s, tape, heap, len(CARD_BOX))
    turn_over(heap, len(CARD_BOX))
    s.pile_size = len(CARD_BOX)
    for djinn in range(len(DJINNS)):
        s.djinn_pile[djinn] = djinn
    shuffle(s, tape, s.djinn_pile[:], len(DJINNS))
    turn_over(s.djinn_pile[:], len(DJINNS))
    s.djinn_pile_size = len(DJINNS)
    clear_turn(s)
    refill(s, tape)
    begin_round(s, tape)
