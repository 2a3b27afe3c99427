"""What is announced as standing stands, for the reason that is given; all else can be taken back."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from sandtable.kernel.registry import load
from sandtable.kernel.state import State
from sandtable.server.tables.irrevocable import REASONS, reasons
from sandtable.server.tables.messages import encode
from sandtable.server.tables.updates import legal

EXPECTED = {
    "five-tribes": {("bid", "passes"), ("bid", "settles"), ("end_turn", "passes"), ("end_turn", "uncovers"), ("end_turn", "ends")},
    "targui": {("settle", "passes"), ("settle", "uncovers"), ("end_turn", "uncovers"), ("attack", "uncovers"), ("fight_on", "uncovers")},
    "tuareg": {("draw", "uncovers"), ("end_turn", "passes"), ("end_turn", "uncovers"), ("steal_hand", "uncovers"), ("pass", "passes")},
}


def free_to_take_back(state: State, seat: int) -> bool:
    return state.seat == seat and state.game.why_undo(state.record, state.moves, seat) is None


@pytest.mark.parametrize("game", sorted(EXPECTED))
def test_the_reason_is_true(game: str) -> None:
    rng, found = random.Random(5), Counter[tuple[str, str | None]]()
    for _ in range(4):
        state = load(game).new(players=2, seed=rng.randrange(10**6))
        for _ in range(600):
            if state.over:
                break
            seat = state.seat
            assert seat is not None
            legal_now = list(state.legal)
            place = rng.randrange(len(legal_now))
            action = legal_now[place]
            before = bytes(state.record)
            revealed, number = reasons(state, [legal.id for legal in legal_now])[place]
            why = REASONS[number]
            assert revealed == state.reveals(action)
            assert bytes(state.record) == before, "Looking ahead changes nothing."
            state.replay(action)
            found[action.kind, why] += 1
            assert (why is None) == free_to_take_back(state, seat)
            assert (why == "ends") <= state.over
            if why == "passes":
                assert state.seat != seat
            if why == "uncovers":
                assert revealed
    stands = {each for each in found if each[1] is not None}
    assert stands >= EXPECTED[game], EXPECTED[game] - stands
    assert ("bid", "uncovers") not in stands


def test_it_is_sent_with_every_decision() -> None:
    state = load("tuareg").new(players=2, seed=1)
    told = encode(legal(state))
    assert b'"text":"draw","reveals":true,"stands":"uncovers"' in told
