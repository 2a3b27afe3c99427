"""Points (FT-4.6, FT-4.7)."""

import random
from typing import Any

import pytest

from sandtable.games.five_tribes.components import GOODS
from sandtable.games.five_tribes.position import score_lines
from sandtable.games.five_tribes.scoring import lines

from .build import GAME, at, seat


def score(me: dict[str, Any], *others: dict[str, Any], **given: Any) -> int:
    """Points of seat 0 above the gold."""
    return at(None, None, me, *others, **given).scores[0]


def test_gold() -> None:
    """FT-4.6, FT-4.6.1: 1 per gold."""
    assert score(seat(gold=37)) == 37


@pytest.mark.parametrize(("mine", "others", "points"), [(3, (1, 2), 23), (3, (3, 2), 13), (3, (4, 3), 3), (0, (0, 0), 0)])
def test_viziers(mine: int, others: tuple[int, int], points: int) -> None:
    """FT-4.6.2, FT-D11: 1 per vizier (Jafaar: 3) and 10 for every opponent with strictly fewer."""
    seats = [seat(viziers=n) for n in others]
    assert score(seat(gold=0, viziers=mine), *seats) == points
    assert score(seat(gold=0, viziers=mine, djinns="jafaar"), *seats) == points + 2 * mine + 6


def test_elders() -> None:
    """FT-4.6.3, FT-D19: 2 per elder, with Shamhat 4."""
    assert score(seat(gold=0, elders=5)) == 10
    assert score(seat(gold=0, elders=5, djinns="shamhat")) == 26


def test_djinns() -> None:
    """FT-4.6.4, FT-5.9: the values of the own djinns; a djinn may be taken for his value alone."""
    assert score(seat(gold=0, djinns="leta boaz hagis")) == 4 + 6 + 10


def test_tiles_palms_palaces() -> None:
    """FT-4.6.5, FT-4.6.6, FT-4.6.7, FT-D09: values of own tiles, 3 per palm (Haurvatat: 5), 5 per palace on them; others' count nothing."""
    given = {"camels": {"a1": 0, "b1": 1}, "palms": {"a1": 2, "b1": 1, "c1": 1}, "palaces": {"a1": 1, "b1": 3}}
    assert score(seat(gold=0), **given) == 6 + 2 * 3 + 5
    assert score(seat(gold=0, djinns="haurvatat"), **given) == 6 + 2 * 5 + 5 + 8


def test_merchandise_example() -> None:
    """FT-9.10, FT-4.6.8: sets of 6, 4, 2, 1 are worth 47."""
    assert score(seat(gold=0, fish=4, papyrus=1, silk=2, wheat=3, jewels=1, nuggets=2)) == 30 + 13 + 3 + 1


def _hand(**cards: int) -> dict[str, int]:
    from .build import hand

    return hand(**cards)


def test_al_amin_example() -> None:
    """FT-9.10, FT-D01: 5 Fakirs are two wild cards: 2 + 1 becomes 4 + 1, worth 14; without Al-Amin Fakirs are worth nothing."""
    cards = {"fakir": 5, "fish": 2, "silk": 1}
    assert score(seat(gold=0, **cards)) == 3 + 1
    assert score(seat(gold=0, djinns="al_amin", **cards)) == 13 + 1 + 5


def test_al_amin_limits() -> None:
    """FT-D01: no set exceeds 9, wild cards alone form a set too, an odd Fakir is worth nothing."""
    assert score(seat(gold=0, djinns="al_amin", fakir=5)) == 3 + 5
    nine = {good: 1 for good in GOODS if good != "gold"}
    full = {**seat(gold=0, djinns="al_amin"), "hand": _hand(gold=1, fakir=4, **nine)}
    assert at(None, None, full).scores[0] == 60 + 3 + 5


def test_best_sets() -> None:
    """FT-4.6.8, FT-D01: the compiled score agrees with the score sheet, and no other split into sets is better."""
    rng = random.Random(4)
    for _ in range(60):
        cards = {good: rng.choice([0, 0, 1, 2, 3]) for good in GOODS} | {"fakir": rng.randint(0, 7)}
        state = at(None, None, {**seat(gold=0, djinns=rng.choice(["", "al_amin"])), "hand": _hand(**cards)})
        sheet = lines(state.position(), 0)
        assert state.scores[0] == sum(sheet.values())
        assert sheet["goods"] == _best([cards[good] for good in GOODS], cards["fakir"] // 2 if sheet["djinns"] else 0)


def _best(copies: list[int], wild: int) -> int:
    """The greatest value over all partitions into set sizes: by the table sizes only, largest first."""
    value = [0, 1, 3, 7, 13, 21, 30, 40, 50, 60]
    sizes = [sum(n > k for n in copies) for k in range(max(copies, default=0))]
    best: dict[tuple[int, int], int] = {}

    def go(k: int, left: int) -> int:
        if k == len(sizes):
            nines, rest = divmod(left, 9)
            return nines * 60 + value[rest]
        if (k, left) not in best:
            best[k, left] = max(value[sizes[k] + used] + go(k + 1, left - used) for used in range(min(left, 9 - sizes[k]) + 1))
        return best[k, left]

    return go(0, wild)


def test_ranks() -> None:
    """FT-4.7: most points win, equal points share; rank = 1 + number of players with more."""
    state = at(None, None, seat(gold=10), seat(gold=30), seat(gold=30))
    assert state.ranks == [3, 1, 1]
    over = {"stage": "over", "seat": None, "turn": None, "queue": [], "next_order": [0, 1, 2]}
    assert at(None, None, seat(gold=10), seat(gold=30), seat(gold=30), **over).winners == [1, 2]


def test_sheet_of_whole_games() -> None:
    """FT-4.6: the score is the sum of the lines in every position of a game."""
    state, rng = GAME.new(4, seed=8), random.Random(8)
    while not state.over:
        state.play(rng.choice(state.legal.ids.tolist()))
        if state.number % 10 == 0:
            sheets = [lines(state.position(), n) for n in range(4)]
            assert state.scores == [sum(sheet.values()) for sheet in sheets]
            assert sheets == [score_lines(state.record, n) for n in range(4)]
