"""Djinn powers with a cost (FT-5): when they can be used, what they need, what they do.

A djinn without a cost acts where its occasion is; ``WHERE`` says for every djinn which functions are its own."""

from __future__ import annotations

from typing import Any

from sandtable.jit import jit
from sandtable.kernel.chance import pick
from sandtable.kernel.tape import Tape, emit

from .cards import cards_left, discard_fakirs, djinns_left, draw_djinn, draw_hidden, reward, spend_elders, take_djinn
from .components import (
    ANUN_NAK,
    BLOCK,
    BLUE,
    BOURAQ,
    DISTANCE,
    ECHIDNA,
    ENKI,
    FAKIR,
    HAGIS,
    IBLIS,
    KANDICHA,
    LAMIA,
    LETA,
    MONKIR,
    OASIS,
    PAID,
    PAY_ELDERS,
    PAY_FAKIRS,
    PER_TILE,
    POWER_DJINN,
    POWER_PAYMENT,
    SIBITTIS,
    SLOAR,
    TILES,
    UTUG,
    VILLAGE,
)
from .control import put_camel
from .events import (
    BY_LETA,
    BY_MONKIR,
    BY_POWER,
    BY_SIBITTIS,
    BY_SLOAR,
    BY_UTUG,
    EV_DJINN_DISCARDED,
    EV_MEEPLE,
    EV_PALACE,
    EV_PALM,
    EV_PEEK,
    EV_POWER,
)
from .state import A_DJINN, A_KEEP, A_PLACE, Record, Stage, bag_size, clear_pending, owns, put_meeple
from .tribes import blue_tiles, fakirs_for, victims_of

WHERE = {
    "al_amin": ("scoring.goods_points",),
    "anun_nak": ("djinns.draw_meeples", "djinns.is_bare"),
    "baal": ("cards.take_djinn",),
    "boaz": ("tribes.is_target",),
    "bouraq": ("djinns.place", "djinns.leave_it"),
    "echidna": ("tribes.builders", "tribes.bury", "djinns.builder_victim"),
    "enki": ("djinns.place", "djinns.leave_it"),
    "hagis": ("djinns.redirect_offered", "djinns.is_neighbour"),
    "haurvatat": ("scoring.palm_value",),
    "iblis": ("tribes.after_kill", "tribes.legal_second_kills", "djinns.double_victim"),
    "jafaar": ("scoring.vizier_value",),
    "kandicha": ("tribes.bury",),
    "kumarbi": ("bidding.kumarbi_fakirs",),
    "lamia": ("djinns.redirect_offered", "djinns.is_neighbour"),
    "leta": ("djinns.place", "djinns.is_bare"),
    "marid": ("moving.drop",),
    "monkir": ("djinns.put_palace",),
    "nekir": ("tribes.strike",),
    "shamhat": ("scoring.elder_value",),
    "sibittis": ("djinns.look", "djinns.keep"),
    "sloar": ("cards.draw_hidden",),
    "utug": ("djinns.place", "djinns.is_allowed"),
}
NUM_POWERS = 21
NEEDS_TARGET = (ANUN_NAK, BOURAQ, ENKI, HAGIS, LAMIA, LETA, UTUG)


# ---- which powers are offered -------------------------------------------------------------------------------------------------------


@jit
def can_pay(s: Record, seat: int, payment: int) -> bool:
    return s.elders[seat] >= PAY_ELDERS[payment] and s.hand[seat, FAKIR] >= PAY_FAKIRS[payment]


@jit
def is_bare(s: Record, tile: int) -> bool:
    """Without meeple, camel, palm and palace (FT-D02, FT-D15)."""
    return s.height[tile] == 0 and s.camel[tile] < 0 and s.palms[tile] == 0 and s.palaces[tile] == 0


@jit
def is_allowed(s: Record, djinn: int, tile: int) -> bool:
    """May the power just paid act on this tile (FT-6.4.12)?"""
    if djinn == ANUN_NAK or djinn == LETA:
        return is_bare(s, tile)
    if djinn == UTUG:
        return s.height[tile] > 0 and s.camel[tile] < 0 and s.palms[tile] == 0 and s.palaces[tile] == 0
    if djinn == BOURAQ:
        return s.kind[tile] == VILLAGE
    if djinn == ENKI:
        return s.kind[tile] == OASIS
    return is_neighbour(s, tile, s.origin)


@jit
def is_neighbour(s: Record, tile: int, other: int) -> bool:
    """One of the eight tiles around, or of the four beside it (FT-R13)."""
    if tile == other:
        return False
    if s.orthogonal:
        return DISTANCE[tile, other] == 1
    for i in range(9):
        if BLOCK[other, i] == tile:
            return True
    return False


@jit
def has_target(s: Record, djinn: int) -> bool:
    for tile in range(TILES):
        if is_allowed(s, djinn, tile):
            return True
    return False


@jit
def double_victim(s: Record, fakirs: int) -> bool:
    """Iblis: some place in reach has two victims (FT-D10)."""
    for seat in range(s.players):
        if victims_of(s, seat) > 1:
            return True
    for tile in range(TILES):
        if s.height[tile] > 1 and fakirs_for(s, tile) <= fakirs:
            return True
    return False


@jit
def builder_victim(s: Record, fakirs: int) -> bool:
    """Echidna with Kandicha: a builder in reach stands where builders bring gold (FT-D06)."""
    for tile in range(TILES):
        if s.meeples[tile, BLUE] > 0 and fakirs_for(s, tile) <= fakirs and blue_tiles(s, tile) > 0:
            return True
    return False


@jit
def has_effect(s: Record, seat: int, djinn: int, payment: int) -> bool:
    """Is it the moment of this power, and would it do anything (FT-5.5 to FT-5.7)? The stage is one with powers.

    So a djinn bought this turn comes too late for a stage that is over (FT-R22)."""
    stage = s.stage
    if djinn == HAGIS:
        return s.palaces_left > 0 and (
            (stage == Stage.TILE and s.kind[s.final] == VILLAGE) or (stage == Stage.REDIRECT and s.pending == BOURAQ)
        )
    if djinn == LAMIA:
        return s.palms_left > 0 and ((stage == Stage.TILE and s.kind[s.final] == OASIS) or (stage == Stage.REDIRECT and s.pending == ENKI))
    if stage == Stage.REDIRECT:
        return False
    if djinn == ECHIDNA:
        if stage == Stage.BUILDERS:
            return blue_tiles(s, s.final) > 0
        fakirs = s.hand[seat, FAKIR] - PAY_FAKIRS[payment]
        return stage == Stage.ASSASSINS and owns(s, seat, KANDICHA) and builder_victim(s, fakirs)
    if djinn == IBLIS:
        return stage == Stage.ASSASSINS and double_victim(s, s.hand[seat, FAKIR] - PAY_FAKIRS[payment])
    if djinn == SIBITTIS:
        return djinns_left(s)
    if djinn == SLOAR:
        return cards_left(s)
    if djinn == ANUN_NAK:
        return bag_size(s) > 0 and has_target(s, djinn)
    if djinn == BOURAQ:
        return s.palaces_left > 0 and has_target(s, djinn)
    if djinn == ENKI:
        return s.palms_left > 0 and has_target(s, djinn)
    return s.camels[seat] > 0 and has_target(s, djinn)


@jit
def ready(s: Record, seat: int) -> int:
    """The set of own powers not used yet."""
    return s.owns[seat] & PAID & ~s.used[seat]


@jit
def legal_powers(s: Record, out: Any) -> int:
    """One decision per usable power and payment (FT-6.4.11). The stage is one with powers."""
    seat = s.seat
    mine = ready(s, seat)
    n = 0
    if mine == 0 or s.closed:
        return n
    for i in range(NUM_POWERS):
        djinn, payment = POWER_DJINN[i], POWER_PAYMENT[i]
        if (mine >> djinn) & 1 and can_pay(s, seat, payment) and has_effect(s, seat, djinn, payment):
            out[n] = A_DJINN + i
            n += 1
    return n


@jit
def power_usable(s: Record) -> bool:
    seat = s.seat
    mine = ready(s, seat)
    if mine == 0 or s.closed:
        return False
    for i in range(NUM_POWERS):
        djinn, payment = POWER_DJINN[i], POWER_PAYMENT[i]
        if (mine >> djinn) & 1 and can_pay(s, seat, payment) and has_effect(s, seat, djinn, payment):
            return True
    return False


@jit
def legal_targets(s: Record, out: Any) -> int:
    n = 0
    for tile in range(TILES):
        if is_allowed(s, s.pending, tile):
            out[n] = A_PLACE + tile
            n += 1
    return n


@jit
def legal_keeps(s: Record, out: Any) -> int:
    for slot in range(s.peek_size):
        out[slot] = A_KEEP + slot
    return s.peek_size


# ---- using them ---------------------------------------------------------------------------------------------------------------------


@jit
def use(s: Record, number: int, tape: Tape) -> None:
    """Pays for a power (FT-5.8), then does what needs no target."""
    seat = s.seat
    djinn, payment = POWER_DJINN[number], POWER_PAYMENT[number]
    emit(tape, EV_POWER, seat, djinn, payment)
    spend_elders(s, seat, PAY_ELDERS[payment], BY_POWER, tape)
    discard_fakirs(s, seat, PAY_FAKIRS[payment], BY_POWER, tape)
    s.used[seat] |= 1 << djinn
    if djinn == ECHIDNA:
        s.echidna = 1
    elif djinn == IBLIS:
        s.iblis = 1
    elif djinn == SLOAR:
        draw_hidden(s, seat, BY_SLOAR, tape)
    elif djinn == SIBITTIS:
        look(s, seat, tape)
    elif djinn == HAGIS or djinn == LAMIA:
        if s.stage == Stage.TILE:
            s.origin = s.final
            s.back = Stage.END
        s.pending = djinn
        s.stage = Stage.TARGET
    else:
        s.pending = djinn
        s.back = s.stage
        s.stage = Stage.TARGET


@jit
def look(s: Record, seat: int, tape: Tape) -> None:
    """Sibittis shows the top three djinns of the pile (FT-D20)."""
    n = 0
    while n < 3:
        djinn = draw_djinn(s, tape)
        if djinn < 0:
            break
        s.peek[n] = djinn
        n += 1
    s.peek_size = n
    s.pending = SIBITTIS
    s.back = s.stage
    s.stage = Stage.SIBITTIS
    emit(tape, EV_PEEK, seat, s.peek[0] if n > 0 else -1, s.peek[1] if n > 1 else -1, s.peek[2] if n > 2 else -1)


@jit
def keep(s: Record, slot: int, tape: Tape) -> None:
    """Keeps one of the djinns seen; the others are laid open on the discards (FT-R41)."""
    seat = s.seat
    take_djinn(s, seat, s.peek[slot], BY_SIBITTIS, tape)
    for i in range(s.peek_size):
        if i != slot:
            s.djinn_discard[s.peek[i]] += 1
            emit(tape, EV_DJINN_DISCARDED, seat, s.peek[i])
    s.peek[:] = 0
    s.peek_size = 0
    go_back(s)


@jit
def place(s: Record, tile: int, tape: Tape) -> None:
    """The chosen tile receives the effect of the power just paid."""
    djinn = s.pending
    if djinn == LETA:
        put_camel(s, tile, BY_LETA, tape)
    elif djinn == UTUG:
        put_camel(s, tile, BY_UTUG, tape)
    elif djinn == ANUN_NAK:
        draw_meeples(s, tile, tape)
    elif (djinn == BOURAQ and redirect_offered(s, HAGIS)) or (djinn == ENKI and redirect_offered(s, LAMIA)):
        s.origin = tile
        s.stage = Stage.REDIRECT
        return
    elif djinn == BOURAQ or djinn == HAGIS:
        put_palace(s, tile, tape)
    else:
        put_palm(s, tile, tape)
    go_back(s)


@jit
def redirect_offered(s: Record, djinn: int) -> bool:
    """May Hagis or Lamia move the piece of Bouraq or Enki (FT-R47)?"""
    seat = s.seat
    if s.strict_redirect or (ready(s, seat) >> djinn) & 1 == 0:
        return False
    return s.elders[seat] > 0 or s.hand[seat, FAKIR] > 0


@jit
def leave_it(s: Record, tape: Tape) -> None:
    """The piece of Bouraq or Enki stays where it was put."""
    if s.pending == BOURAQ:
        put_palace(s, s.origin, tape)
    else:
        put_palm(s, s.origin, tape)
    go_back(s)


@jit
def go_back(s: Record) -> None:
    s.stage = s.back
    clear_pending(s)


@jit
def draw_meeples(s: Record, tile: int, tape: Tape) -> None:
    """Anun-Nak: up to three meeples from the bag; they are not dropped, nothing follows (FT-D02)."""
    for _ in range(min(PER_TILE, bag_size(s))):
        colour = pick(s, tape, s.bag)
        s.bag[colour] -= 1
        put_meeple(s, tile, colour)
        emit(tape, EV_MEEPLE, s.seat, tile, colour)


@jit
def put_palm(s: Record, tile: int, tape: Tape) -> None:
    s.palms[tile] += 1
    s.palms_left -= 1
    emit(tape, EV_PALM, s.seat, tile, s.palms_left)


@jit
def put_palace(s: Record, tile: int, tape: Tape) -> None:
    """Monkir pays for every palace placed (FT-D17)."""
    seat = s.seat
    s.palaces[tile] += 1
    s.palaces_left -= 1
    emit(tape, EV_PALACE, seat, tile, s.palaces_left)
    reward(s, MONKIR, seat, BY_MONKIR, tape)
