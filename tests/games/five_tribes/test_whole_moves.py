"""Counting and listing whole sowing moves (FT-9.11) with their gain at once."""

import random

import pytest

from sandtable import State
from sandtable.games.five_tribes.components import TILE_NAMES
from sandtable.games.five_tribes.walks import PATH_CAP
from sandtable.games.five_tribes.whole_moves import MOVES_CAP, named, outcomes

from .build import GAME, at, meeples, play, seat, stage

SIMPLE = {"a1": "YW", "c1": "W", "b3": "RGB", "d3": "RR"}


def opening(seed: int, players: int = 4) -> State:
    state = GAME.new(players, seed=seed)
    while stage(state) != "start":
        state.play(state.legal[0])
    return state


def whole_moves(state: State) -> list[State]:
    """All complete moves by playing decision after decision."""
    found, open_ = [], [play(state.copy(), action.text) for action in state.legal if action.kind == "lift"]
    while open_:
        now = open_.pop()
        for action in now.legal:
            after = now.copy().play(action)
            (open_ if stage(after) == "sow" else found).append(after)
    return found


def outcome(state: State) -> tuple[object, ...]:
    p = state.position()
    collected = next(e for e in reversed(state.events(everything=True)) if e["event"] == "collect")
    board = tuple(sorted((name, meeples(state, name)) for name in TILE_NAMES))
    return collected["tile"], collected["colour"], collected["n"], board, p["seat"]


def test_openings() -> None:
    """FT-9.11: 900 to 1,650 moves on fresh boards, about 1,200 on average."""
    counts = [GAME.perft(opening(seed))["moves"] for seed in range(40)]
    assert min(counts) > 850
    assert max(counts) < 1700
    assert 1150 < sum(counts) / len(counts) < 1330


@pytest.mark.slow
@pytest.mark.parametrize("board", [SIMPLE, {"a1": "GGBRY", "b1": "G"}, {"c3": "YYRR", "c2": "YR", "b3": "R", "f5": "R", "e5": "R"}])
def test_perft_counts_what_can_be_played(board: dict[str, str]) -> None:
    """FT-9.11: as many moves and outcomes as decision by decision play finds."""
    state = at(board, base="oasis")
    played = whole_moves(state)
    counted = GAME.perft(state)
    assert counted["moves"] == len(played)
    boards = {outcome(after) for after in played}
    assert counted["outcomes"] == len(boards)


def test_perft_cap() -> None:
    """FT-9.11: stacks above the cap are left out and named; without a cap they count."""
    state = at({"a1": "Y" * 9, "c1": "YR", "d1": "R"})
    assert GAME.perft(state, cap=3)["left_out"] == ["a1"]
    assert GAME.perft(state, cap=3)["moves"] < GAME.perft(state, cap=9)["moves"]
    assert GAME.perft(state, depth=2)["counts"][0] == len(state.legal)


def test_moves_are_playable_and_say_what_happens() -> None:
    """FT-6.4.3: every listed move is legal and ends as told; the same outcome is listed once."""
    for seed in (1, 2):
        state = opening(seed)
        listed = GAME.moves(state, top=None)
        assert len(listed) == GAME.perft(state)["outcomes"]
        assert [move["gain"] for move in listed] == sorted((move["gain"] for move in listed), reverse=True)
        for move in listed[::40]:
            after = play(state.copy(), *move["decisions"])
            collected = next(e for e in after.events(everything=True) if e["event"] == "collect")
            assert (collected["tile"], collected["colour"], collected["n"]) == (move["final"], move["colour"], move["count"])
            assert sum(move["parts"].values()) == move["gain"]
            assert [GAME.actions[i].text for i in move["ids"]] == move["decisions"]
    assert GAME.moves(GAME.new(2, seed=1)) == []


def known_by(state: State) -> bytes:
    """A position without its chances: whatever was decided in another order leads to the same."""
    record = state.record.copy()
    record["rng"] = 0
    return record.tobytes()


def fakirs(state: State, seat: int | None) -> int:
    return int(state.position()["seats"][seat]["hand"]["fakir"])


def best_end(state: State) -> int:
    """The best score of the mover by any choices up to the end of the turn, without Fakirs, paid powers and sales."""
    mover = state.seat
    best, open_, seen = -1, [state], {known_by(state)}
    while open_:
        now = open_.pop()
        if stage(now) == "end":
            best = max(best, now.scores[mover])
            continue
        for action in now.legal:
            if action.kind == "djinn" or (action.kind == "fakirs" and action.args["n"]):
                continue
            after = now.copy().play(action)
            if known_by(after) in seen or (action.kind == "kill" and fakirs(after, mover) < fakirs(now, mover)):
                continue
            seen.add(known_by(after))
            open_.append(after)
    return best


@pytest.mark.slow
def test_gain_is_the_change_of_the_score() -> None:
    """FT-4.6: the gain is what the best choices of the turn add to the score at once, in many positions of random games."""
    compared = 0
    for seed in range(8):
        rng = random.Random(seed)
        state = GAME.new(2 + seed % 3, seed=seed)
        while not state.over:
            if stage(state) == "start" and state.number > 30 and rng.random() < 0.3 and "lift" in {a.kind for a in state.legal}:
                before = state.scores[state.seat]
                unknown = {"al_amin"} & ({*state.position()["seats"][state.seat]["djinns"]} | {*state.position()["djinn_row"]})
                kandicha = "kandicha" in state.position()["seats"][state.seat]["djinns"]
                for row in rng.sample(rows := outcomes(state.record).tolist(), min(3, len(rows))):
                    move = named(state.record, row)
                    after = play(state.copy(), *move["decisions"])
                    if unknown or (kandicha and move["colour"] == "red"):
                        continue
                    assert best_end(after) - before == move["gain"], (seed, state.number, move)
                    compared += 1
            state.play(rng.choice(state.legal.ids.tolist()))
    assert compared > 80


def test_gain_with_kandicha_marid_and_nekir() -> None:
    """FT-D12, FT-D16, FT-D18: rewards paid to the mover count; a draw from the pile does not."""
    me = seat(djinns="kandicha marid nekir", viziers=1)
    state = at({"a1": "R", "b1": "RB", "c1": "Y"}, {"b1": "oasis"}, me, seat(viziers=1), camels={"b1": 0})
    best = next(move for move in GAME.moves(state) if move["start"] == "a1")
    assert best["parts"] == {"gold": 2, "kill": 1 + 10 + 6, "build": 3}


def test_tall_stacks() -> None:
    """FT-2.2.7: for a stack above the cap one way to every end is listed, and can be played."""
    state = at({"c3": "Y" * 20 + "RRR", "c1": "R", "e4": "Y", "b1": "RW"})
    tall = [move for move in GAME.moves(state, top=None) if move["start"] == "c3"]
    assert {(move["final"], move["colour"]) for move in tall} == {("e4", "yellow"), ("b1", "red")}
    for move in tall:
        after = play(state.copy(), *move["decisions"])
        assert stage(after) != "sow"


@pytest.mark.parametrize(
    "board", [{"c3": "YYRRGGBBW"}, {"a1": "W" * 9}, {"f5": "Y" * 30 + "RRB"}, {"c3": "YWGBR" * 3, "b2": "B", "e4": "W"}]
)
def test_tall_stacks_that_only_loop(board: dict[str, str]) -> None:
    """FT-R36: a stack above the cap that no waiting meeple answers is listed with loops, so a turn that must move has a move."""
    state = at(board)
    lifts = {action.args["tile"] for action in state.legal if action.kind == "lift"}
    listed = GAME.moves(state, top=None)
    assert {move["start"] for move in listed} == lifts
    for move in listed:
        after = play(state.copy(), *move["decisions"])
        collected = next(e for e in after.events(everything=True) if e["event"] == "collect")
        assert (collected["tile"], collected["colour"], collected["n"]) == (move["final"], move["colour"], move["count"])


def test_listing_leaves_the_state_alone() -> None:
    """FT-9.12: counting and listing change nothing."""
    state = opening(3)
    before = state.record.tobytes()
    GAME.moves(state)
    GAME.perft(state)
    assert state.record.tobytes() == before
    assert MOVES_CAP <= PATH_CAP
