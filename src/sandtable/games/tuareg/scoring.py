"""Majorities (TU-13.4 to TU-13.8), the final count (TU-14) and who is ahead."""

from __future__ import annotations

from sandtable.jit import jit
from sandtable.kernel.tape import Tape, emit

from .buying import hand_worth
from .components import (
    ANIMAL_SLOTS,
    CAVE,
    CAVE_LIMIT,
    FIRST_DONKEY,
    KINDS,
    THIEF,
    THIEF_SLOTS,
    TIE_LOSS,
)
from .events import GAME_ENDS, MAJORITY, SCORES_MAPS, SCORES_UNUSED, SHOWS_HAND, UNCOVERS
from .state import CARD, EMPTY, GOODS1, GOODS2, MAPS2, UNUSED, UNUSED_THIEF, VP_COLUMNS, Phase, Record, all_know, hidden_card
from .values import majority_vp, map_vp, unused_vp


@jit
def uncover(s: Record, tape: Tape) -> None:
    """All goods in caves and under thieves are turned over (TU-13.4)."""
    known = all_know(s)
    for seat in range(s.players):
        for cave in range(s.caves[seat]):
            for place in range(CAVE_LIMIT):
                card = s.cave[seat, cave, place]
                if card >= CARD:
                    s.cave[seat, cave, place] = hidden_card(card % 4, known)
                    emit(tape, UNCOVERS, seat, CAVE, cave, card % 4)
        for place in range(THIEF_SLOTS):
            card = s.thief[seat, place]
            if card >= CARD:
                s.thief[seat, place] = hidden_card(card % 4, known)
                emit(tape, UNCOVERS, seat, THIEF, place, card % 4)


@jit
def count_good(s: Record, seat: int, good: int) -> int:
    """A player's goods of one kind on animals, in caves and under thieves (TU-13.5)."""
    n = 0
    for animal in range(ANIMAL_SLOTS):
        code = s.stack[seat, animal]
        while code > EMPTY:
            n += code % 4 == good
            code //= 4
    for cave in range(s.caves[seat]):
        for place in range(CAVE_LIMIT):
            card = s.cave[seat, cave, place]
            n += card >= CARD and card % 4 == good
    for place in range(THIEF_SLOTS):
        card = s.thief[seat, place]
        n += card >= CARD and card % 4 == good
    return n


@jit
def score_majorities(s: Record, tape: Tape) -> None:
    """Alone ahead: the VP of the kind; sharing the lead: 1 less each; nobody has any: nothing (TU-13.6 to TU-13.8)."""
    first = GOODS1 if s.stage == 1 else GOODS2
    for good in range(KINDS):
        most = 0
        leaders = 0
        counts = 0
        for seat in range(s.players):
            n = count_good(s, seat, good)
            counts |= n << 8 * seat
            if n > most:
                most = n
                leaders = 1
            elif n == most:
                leaders += 1
        points = 0
        if most > 0:
            points = majority_vp(s, good) - (TIE_LOSS if leaders > 1 else 0)
            for seat in range(s.players):
                if counts >> 8 * seat & 255 == most:
                    s.vp[seat, first + good] = points
        a, b, c, d, e = counts & 255, counts >> 8 & 255, counts >> 16 & 255, counts >> 24 & 255, counts >> 32 & 255
        emit(tape, MAJORITY, s.stage, good, points, a, b, c, d, e)


@jit
def score_leftovers(s: Record, tape: Tape) -> None:
    """At the end of the game every unused special brings 1 VP (TU-14.2) and every map 2 (TU-14.3)."""
    for seat in range(s.players):
        score_unused(s, seat, tape)
        maps = s.maps[seat]
        s.vp[seat, MAPS2] = map_vp(s) * maps
        if maps > 0:
            emit(tape, SCORES_MAPS, seat, maps, map_vp(s) * maps)


@jit
def score_unused(s: Record, seat: int, tape: Tape) -> None:
    """An empty donkey, an empty cave, a thief that stole nothing."""
    donkeys = 0
    for animal in range(FIRST_DONKEY, ANIMAL_SLOTS):
        donkeys += s.stack[seat, animal] == EMPTY
    caves = 0
    for cave in range(s.caves[seat]):
        caves += s.cave[seat, cave, 0] == 0
    thieves = 0
    for place in range(THIEF_SLOTS):
        thieves += s.thief[seat, place] == UNUSED_THIEF
    unused = donkeys + caves + thieves
    s.vp[seat, UNUSED] = unused_vp(s) * unused
    if unused > 0:
        emit(tape, SCORES_UNUSED, seat, donkeys, caves, thieves, unused_vp(s) * unused)


@jit
def score(s: Record, seat: int) -> int:
    """The VP of both stages so far (TU-14.4)."""
    total = 0
    for column in range(VP_COLUMNS):
        total += s.vp[seat, column]
    return total


@jit
def rank(s: Record, seat: int) -> int:
    """Most VP first; when the game is over ties go to the dearest hand (TU-14.5), else they are shared (TU-14.6)."""
    better = 0
    own = standing(s, seat)
    for other in range(s.players):
        better += standing(s, other) > own
    return 1 + better


@jit
def standing(s: Record, seat: int) -> int:
    return score(s, seat) * 1000 + (hand_worth(s, seat) if s.phase == Phase.OVER else 0)


@jit
def announce_end(s: Record, tape: Tape) -> None:
    """The hands are shown (TU-R43) and the winners named."""
    winners = 0
    for seat in range(s.players):
        emit(
            tape,
            SHOWS_HAND,
            seat,
            s.hand[seat, 0],
            s.hand[seat, 1],
            s.hand[seat, 2],
            s.hand[seat, 3],
            hand_worth(s, seat),
        )
        if rank(s, seat) == 1:
            winners |= 1 << seat
    emit(tape, GAME_ENDS, winners, score(s, 0), score(s, 1), score(s, 2), score(s, 3), score(s, 4))
