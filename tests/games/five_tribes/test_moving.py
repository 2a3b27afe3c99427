"""Moving meeples and control (FT-2.2, FT-2.3)."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from sandtable.games.five_tribes.components import COLOURS, DIRECTIONS, STEP, TILE_NAMES, TILES
from sandtable.games.five_tribes.moving import LOOP, REACH, SATURATION, can_lift
from sandtable.games.five_tribes.tribes import blue_tiles

from . import by_the_book
from .build import GAME, LETTERS, at, code, meeples, play, player, seat, stage, texts, tile


def test_short_move() -> None:
    """FT-9.3, FT-2.2, FT-2.2.1, FT-2.2.2, FT-2.2.5, FT-2.2.6, FT-2.3: the only legal move, over an empty tile; 2 elders and control."""
    state = at({"a1": "YW", "c1": "W"})
    assert texts(state) == ["lift a1"]
    assert texts(play(state, "lift a1")) == ["drop E yellow"]
    assert texts(play(state, "drop E yellow")) == ["drop E white"]
    play(state, "drop E white")
    assert player(state)["elders"] == 2
    assert tile(state, "c1")["camel"] == 0
    assert meeples(state, "a1") == ""
    assert meeples(state, "b1") == "Y"


def test_never_back_never_diagonal() -> None:
    """FT-9.4, FT-2.2.3, FT-2.2.4, FT-R26, FT-6.4.4: no legal move straight back or diagonally; only then passing is legal."""
    assert texts(at({"c3": "RG", "c2": "Y"})) == ["pass"]
    state = at({"c3": "G", "d4": "G"})
    assert texts(state) == ["pass"]
    assert code(state, "lift c3") == "LIFT_NO_FINISH"


def test_loop_with_five() -> None:
    """FT-9.5, FT-2.2.4, FT-2.3.1, FT-2.4.4: back to the starting tile on a loop.

    Three merchants, three cards; the yellow meeple stands on a1."""
    state = at({"a1": "GGBRY", "b1": "G"}, {"b1": "oasis"})
    play(state, "lift a1", "drop E green", "drop S blue", "drop W red", "drop N yellow", "drop E green")
    assert state.position()["turn"]["count"] == 3
    assert player(state)["hand"] == player(state)["seen"]
    assert sum(player(state)["hand"].values()) == 3
    assert meeples(state, "a1") == "Y"
    assert state.position()["bag"]["green"] == 3


def test_meeples_dropped_in_this_move_count() -> None:
    """FT-9.5, FT-R36: without the waiting meeple the same five drops collect two; with four and nothing else there is no finish."""
    state = at({"a1": "GGBRY"}, {"b1": "oasis"})
    play(state, "lift a1", "drop E green", "drop S blue", "drop W red", "drop N yellow", "drop E green")
    assert state.position()["turn"]["count"] == 2
    for four in ("GGBR", "GGGG"):
        assert texts(at({"a1": four})) == ["pass"]


def test_only_drops_with_a_finish() -> None:
    """FT-2.2.7, FT-6.4.2, FT-6.4.3: a drop after which the move could not end is not offered."""
    state = play(at({"c3": "YW", "c1": "W", "a3": "Y"}), "lift c3")
    assert texts(state) == ["drop N yellow", "drop W white"]
    assert code(state, "drop N white") == "DROP_DEAD_END"
    assert code(state, "drop E yellow") == "DROP_DEAD_END"


def test_moving_is_compulsory() -> None:
    """FT-2.2.8: as long as a legal move exists nobody may pass."""
    state = at({"a1": "YW", "c1": "W"})
    assert code(state, "pass") == "PASS_MOVE_EXISTS"


def test_no_power_inside_the_move_but_marid_pays() -> None:
    """FT-2.2.9, FT-R21: no djinn power in between; Marid pays during the move."""
    state = at({"a1": "YW", "c1": "W"}, None, seat(djinns="sloar marid", fakir=1), camels={"b1": 0})
    play(state, "lift a1")
    assert code(state, "djinn sloar F") == "POWER_IN_MOVE"
    assert player(play(state, "drop E yellow"))["gold"] == 51


def test_camels_palms_and_palaces_stay() -> None:
    """FT-2.2.1, FT-2.2.6: lifting leaves camel, palm and palace; tiles with anybody's camel may be passed."""
    state = at({"a1": "YW", "c1": "W"}, camels={"a1": 1, "b1": 2}, palms={"a1": 1}, palaces={"a1": 2})
    play(state, "lift a1", "drop E yellow", "drop E white")
    assert (tile(state, "a1")["camel"], tile(state, "a1")["palms"], tile(state, "a1")["palaces"]) == (1, 1, 2)
    assert meeples(state, "b1") == "Y"


@pytest.mark.parametrize(("there", "owner", "elders", "camel"), [("WW", None, 3, 0), ("WWWB", None, 4, None), ("WW", 2, 3, 2)])
def test_control(there: str, owner: int | None, elders: int, camel: int | None) -> None:
    """FT-9.6, FT-2.3.1, FT-2.3.2, FT-2.3.3, FT-R31: an emptied tile without owner gets a camel, there is no choice.

    With another meeple left or with an owner nothing changes."""
    state = at({"a1": "W", "b1": there}, camels={"b1": owner} if owner is not None else None)
    play(state, "lift a1", "drop E white")
    assert player(state)["elders"] == elders
    assert tile(state, "b1")["camel"] == camel
    assert code(state, "camel b1") == "CAMEL_AUTOMATIC"


def test_starting_tile_brings_nothing() -> None:
    """FT-2.3.4: the emptied starting tile is not controlled."""
    state = play(at({"a1": "W", "b1": "W"}), "lift a1", "drop E white")
    assert tile(state, "a1")["camel"] is None
    assert player(state)["camels"] == 7


def test_without_camels() -> None:
    """FT-2.3.5, FT-R07: without camels nothing is taken and the turn goes on; Leta and Utug are not usable."""
    state = at({"a1": "W", "b1": "W"}, {"b1": "oasis"}, seat(camels=0, elders=2, djinns="leta utug"))
    assert code(state, "djinn leta EE") == "POWER_NO_CAMEL"
    assert code(state, "djinn utug EE") == "POWER_NO_CAMEL"
    play(state, "lift a1", "drop E white")
    assert tile(state, "b1")["camel"] is None
    assert tile(state, "b1")["palms"] == 1
    assert stage(state) == "end"


# ---- the tables against a search without tables ---------------------------------------------------------------------------------------


def search(board: list[list[int]], tile_: int, previous: int, hand: list[int]) -> bool:
    """Can the hand be dropped to a legal finish? Tries everything."""
    for d in range(4):
        to = int(STEP[tile_, d])
        if to < 0 or to == previous:
            continue
        for colour in range(5):
            if not hand[colour]:
                continue
            if sum(hand) == 1:
                if board[to][colour]:
                    return True
                continue
            hand[colour] -= 1
            board[to][colour] += 1
            found = search(board, to, tile_, hand)
            hand[colour] += 1
            board[to][colour] -= 1
            if found:
                return True
    return False


def expected(board: list[list[int]], start: int) -> bool:
    hand, rest = list(board[start]), [list(row) for row in board]
    rest[start] = [0] * 5
    return sum(hand) > 0 and search(rest, start, -1, hand)


def boards(rng: random.Random, n: int) -> list[list[list[int]]]:
    """Random and adversarial boards: nearly empty ones, edges, loops, stacks up to seven."""
    found = []
    for i in range(n):
        board = [[0] * 5 for _ in range(TILES)]
        if i % 3 == 0:
            spots = rng.sample(range(TILES), rng.randint(1, 4))
        elif i % 3 == 1:
            spots = rng.sample([t for t in range(TILES) if t % 6 in (0, 5) or t // 6 in (0, 4)], rng.randint(1, 5))
        else:
            spots = rng.sample(range(TILES), rng.randint(5, 12))
        for spot in spots:
            for _ in range(rng.choice([1, 1, 2, 3, 4, 5, 6, 7] if i % 3 < 2 else [1, 2, 3])):
                board[spot][rng.randrange(5)] += 1
        found.append(board)
    return found


def letters(row: list[int]) -> str:
    return "".join(letter * row[COLOURS.index(colour)] for letter, colour in LETTERS.items())


@pytest.mark.slow
def test_lifts_and_drops_agree_with_a_search() -> None:
    """FT-2.2.7, FT-6.4.2, FT-6.4.3: exactly the lifts and drops with a legal finish are offered; proven against an exhaustive search."""
    rng = random.Random(11)
    lifts = drops = 0
    for board in boards(rng, 500):
        state = at({TILE_NAMES[t]: letters(row) for t, row in enumerate(board) if any(row)})
        offered = texts(state, "lift")
        assert offered == [f"lift {TILE_NAMES[t]}" for t in range(TILES) if expected(board, t)]
        lifts += TILES
        while offered and stage(state) in ("start", "sow"):
            state.play(rng.choice(offered))
            if stage(state) != "sow":
                break
            p = state.position()
            hand = [p["turn"]["hand"][colour] for colour in COLOURS]
            now = [[t["meeples"][colour] for colour in COLOURS] for t in p["tiles"].values()]
            here = TILE_NAMES.index(p["turn"]["at"])
            before = TILE_NAMES.index(p["turn"]["previous"]) if p["turn"]["previous"] else -1
            wanted = []
            for d, direction in enumerate("NESW"):
                to = int(STEP[here, d])
                for c, colour in enumerate(COLOURS):
                    if to < 0 or to == before or not hand[c]:
                        continue
                    hand[c] -= 1
                    fits = bool(now[to][c]) if not any(hand) else None
                    now[to][c] += 1
                    if fits is None:
                        fits = search(now, to, here, hand)
                    hand[c] += 1
                    now[to][c] -= 1
                    if fits:
                        wanted.append(f"drop {direction} {colour}")
            offered = texts(state)
            assert offered == wanted
            drops += 1
    assert lifts == 15_000
    assert drops > 800


def test_tables_are_walks() -> None:
    """FT-2.2.4: the tables hold exactly the ends of all walks without turning back, and those that end where they have been."""

    @cache
    def walks(tile_: int, back: int, n: int) -> frozenset[tuple[int, ...]]:
        if n == 0:
            return frozenset([()])
        return frozenset(
            (int(STEP[tile_, d]), *rest)
            for d in range(4)
            if d != back and STEP[tile_, d] >= 0
            for rest in walks(int(STEP[tile_, d]), (d + 2) % 4, n - 1)
        )

    for n in range(1, 8):
        for tile_ in range(0, TILES, 1 if n < 6 else 7):
            for back in range(5):
                routes = walks(tile_, back, n)
                assert REACH[n, tile_, back] == sum(1 << end for end in {route[-1] for route in routes})
                assert LOOP[n, tile_, back] == any(route[-1] in route[:-1] for route in routes)


def test_tables_saturate() -> None:
    """FT-2.2.7: from 16 steps on, two steps more reach the same tiles, so stacks of any height are decided exactly."""
    longer = {n: np.zeros((TILES, 5), np.int64) for n in (SATURATION + 2, SATURATION + 3)}
    ends = REACH[SATURATION + 1]
    for found in longer.values():
        for tile_ in range(TILES):
            for back in range(5):
                for d in range(4):
                    to = STEP[tile_, d]
                    if d != back and to >= 0:
                        found[tile_, back] |= ends[to, (d + 2) % 4]
        ends = found
    assert (longer[SATURATION + 2] == REACH[SATURATION]).all()
    assert (longer[SATURATION + 3] == REACH[SATURATION + 1]).all()
    assert LOOP[5:].all()
    assert not LOOP[:5].any()


def test_tall_stacks() -> None:
    """FT-2.2.7, FT-8.1: stacks of any height can be played to the end by choosing any offered drop."""
    rng = random.Random(3)
    for height in (17, 18, 40, 333):
        state = play(at({"c3": "Y" * (height - 1) + "R"}), "lift c3")
        while stage(state) == "sow":
            state.play(rng.choice(state.legal.ids.tolist()))
        assert state.position()["turn"]["count"] >= 2


@pytest.mark.parametrize("seed", range(3))
def test_moves_are_offered_as_by_the_book(seed: int) -> None:
    """FT-2.2.7, FT-2.4.5, FT-6.4.2, FT-6.4.3: what the tables say is what walking says, all through a game by chance."""
    state, rng = GAME.new(4, seed), random.Random(seed)
    while not state.over:
        s, board = state.record, state.record["meeples"].tolist()
        if stage(state) == "start":
            assert [bool(can_lift(s, t)) for t in range(TILES)] == [by_the_book.movable(board, t) for t in range(TILES)]
            assert [blue_tiles(s, t) for t in range(TILES)] == [by_the_book.blue(s, t) for t in range(TILES)]
        elif stage(state) == "sow":
            assert texts(state) == sorted(drops_by_the_book(s, board), key=texts(state).index)
        state.play(rng.choice(state.legal.ids.tolist()))


def drops_by_the_book(s: Any, board: list[list[int]]) -> Iterator[str]:
    at_, previous = int(s["at"]), int(s["previous"])
    for d, direction in enumerate(DIRECTIONS):
        to = by_the_book.neighbour(at_, d)
        for colour, name in enumerate(COLOURS):
            hand = s["moving"].tolist()
            if to is None or to == previous or not hand[colour]:
                continue
            there = [[n + (t == to and c == colour) for c, n in enumerate(row)] for t, row in enumerate(board)]
            hand[colour] -= 1
            if by_the_book.finishes(to, at_, hand, there) if sum(hand) else board[to][colour]:
                yield f"drop {direction} {name}"
