"""States, actions and batches, on Tuareg."""

import hmac
import json
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import sandtable
from sandtable import BadOption, BadPosition, BadScript, Refused
from sandtable.kernel import seeds

GAME = sandtable.load("tuareg")


def test_a_decision_may_be_given_in_four_ways() -> None:
    new = GAME.new(2, 1, start=0)
    draw = GAME.actions[0]
    positions = [new.copy().play(way).position() for way in (0, draw, "draw", np.int64(0))]
    assert all(position == positions[0] for position in positions)
    state = new.play("draw")
    good = next(a for a in state.legal if a.kind == "to_market").args["good"]
    assert state.copy().play("to_market", good=good).position() == state.copy().play(f"to_market {good}").position()


def test_legal_supports_in_for_len_and_index() -> None:
    legal = GAME.new(3, 1).legal
    assert "draw" in legal
    assert 0 in legal
    assert legal[0] in legal
    assert "end_turn" not in legal
    assert "nonsense 7" not in legal
    assert len(legal) == len(list(legal)) == len(legal[:])
    assert repr(legal).startswith(f"<{len(legal)} legal: draw")


def test_actions_read_well() -> None:
    action = GAME.actions.attempt("load_hand camel1 gold").action
    assert action is not None
    assert (int(action), action.kind, dict(action.args), str(action)) == (
        6,
        "load_hand",
        {"animal": "camel1", "good": "gold"},
        "load_hand camel1 gold",
    )
    assert repr(action) == "<load_hand camel1 gold #6>"
    assert np.arange(194)[action] == 6


@pytest.mark.parametrize("attempt", ["", "fly", "load_hand", "load_hand camel1", "load_hand camel9 gold", 194, -1, "draw draw", None, True])
def test_unknown_decisions_are_refused_with_a_reason(attempt: object) -> None:
    state = GAME.new(2, 1)
    before = state.position()
    with pytest.raises(Refused) as refused:
        state.play(attempt)
    assert refused.value.refusal.code == "UNKNOWN_DECISION"
    assert state.position() == before


@pytest.mark.parametrize("arguments", [{"animal": "camel1"}, {"animal": "camel1", "goods": "gold"}, {"animal": "x", "good": "y"}])
def test_unknown_arguments_are_refused(arguments: dict[str, str]) -> None:
    with pytest.raises(Refused, match="UNKNOWN_DECISION"):
        GAME.new(2, 1).play("load_hand", **arguments)


def test_a_refused_decision_changes_nothing() -> None:
    state = GAME.new(2, 1)
    before, events = state.record.tobytes(), state.event_count
    with pytest.raises(Refused, match="NO_ACTION_YET"):
        state.play("end_turn")
    assert (state.record.tobytes(), state.event_count, state.number) == (before, events, 0)


@pytest.mark.parametrize("players", [1, 6, 0, -1, "3", True, 2.0])
def test_player_counts_are_checked_first(players: object) -> None:
    with pytest.raises(BadOption, match="PLAYER_COUNT"):
        GAME.new(players, colour="red")  # type: ignore[arg-type]


@pytest.mark.parametrize("options", [{"colour": "red"}, {"goods": "C"}, {"goods": 1}, {"start": 2}, {"start": True}])
def test_options_are_validated(options: dict[str, object]) -> None:
    with pytest.raises(BadOption, match="UNKNOWN_OPTION"):
        GAME.new(2, 1, **options)


@pytest.mark.parametrize("seat", [2, -2, True, 99])
def test_a_seat_that_does_not_exist_is_an_error(seat: int) -> None:
    state = GAME.new(2, 1)
    for call in (state.view, state.redeal, lambda s: state.events(0, s), lambda s: state.why("draw", s)):
        with pytest.raises(ValueError, match="There is no seat"):
            call(seat)


def test_the_same_seed_gives_the_same_game() -> None:
    assert GAME.new(4, 7).position() == GAME.new(4, 7).position()
    assert GAME.new(4, 7).position() != GAME.new(4, 8).position()
    assert len(GAME.new(4).seed) >= 16


def test_events_are_numbered_and_can_be_asked_from_any_number() -> None:
    state, rng = GAME.new(3, 5), random.Random(5)
    for _ in range(60):
        state.play(rng.choice(state.legal))
    everything = state.events(0, 1)
    assert state.events(10, 1) == [event for event in everything if event["place"] >= 10]
    assert [event["place"] for event in everything] == sorted(event["place"] for event in everything)
    assert everything[-1]["decision"] <= state.number
    json.dumps(everything)


def test_rewinding_is_as_if_it_had_not_been_played() -> None:
    state, rng = GAME.new(2, 4), random.Random(4)
    seen = [(state.record.tobytes(), state.events(0, None))]
    for _ in range(25):
        state.play(rng.choice(state.legal.ids.tolist()))
        seen.append((state.record.tobytes(), state.events(0, None)))
    kept = state.copy()
    for number in (25, 24, 9, 9, 0):
        assert state.rewind(number).number == number
        assert (state.record.tobytes(), state.events(0, None)) == seen[number]
    assert (kept.number, kept.record.tobytes()) == (25, seen[25][0])


def test_undo_ends_where_something_was_uncovered() -> None:
    """TU-17.8 in the kernel: own decisions only, never over a revelation."""
    state = GAME.new(2, 1, start=0)
    with pytest.raises(Refused, match="UNDO_NOTHING"):
        state.undo(0)
    state.play("draw")
    with pytest.raises(Refused, match="UNDO_REVEALED"):
        state.undo()
    before = state.position()
    state.play(next(a for a in state.legal if a.kind == "to_market"))
    with pytest.raises(Refused, match="UNDO_NOTHING"):
        state.undo(1)
    assert state.undo(0).position() == before
    with pytest.raises(Refused, match="SPECTATOR"):
        state.undo(None)


def test_a_batch_is_an_array_and_steps_like_states() -> None:
    batch = GAME.batch(64, players=3, seed=11, threads=2)
    rng = np.random.default_rng(1)
    for _ in range(100):
        mask = batch.legal_mask()
        actions = np.array([rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in mask])
        batch.step(actions)
    single = GAME.batch(64, players=3, seed=11, threads=1)
    assert batch.states.dtype == GAME.dtype
    assert len(batch) == len(batch.seat) == 64
    batch.playout()
    single.playout()
    assert batch.over.all()
    scores, ranks = batch.standings()
    assert scores.shape == ranks.shape == (64, 3)
    assert (ranks.min(axis=1) == 1).all()


def test_threads_do_not_change_a_batch() -> None:
    batches = [GAME.batch(50, players=4, seed=3, threads=threads) for threads in (1, 2, 7)]
    counts = [batch.playout() for batch in batches]
    assert all((batch.states == batches[0].states).all() for batch in batches)
    assert all((count == counts[0]).all() for count in counts)


def test_an_illegal_step_changes_no_game() -> None:
    batch = GAME.batch(10, seed=1)
    before = batch.states.copy()
    actions = np.zeros(10, np.int64)
    actions[7] = 192
    with pytest.raises(ValueError, match="Decision 192 is not legal in game 7"):
        batch.step(actions)
    assert (batch.states == before).all()
    for bad in ([0], [[0] * 10]):
        with pytest.raises(ValueError, match="one decision per game"):
            batch.step(bad)
    for n, threads in ((0, 1), (1, 0)):
        with pytest.raises(ValueError, match="at least 1"):
            GAME.batch(n, threads=threads)


def test_batch_masks_agree_with_states() -> None:
    batch = GAME.batch(20, players=5, seed=2)
    mask = batch.legal_mask()
    for i in range(20):
        out = np.empty(GAME.num_actions, np.int64)
        n = GAME.loops.legal(batch.states, i, out)
        assert np.flatnonzero(mask[i]).tolist() == out[:n].tolist()


def test_a_million_games_fit_in_memory() -> None:
    """A state is at most a few kilobytes."""
    for name in sandtable.games():
        assert sandtable.load(name).dtype.itemsize <= 4096
    if GAME.dtype.itemsize <= 1024:
        assert GAME.dtype.itemsize * 1_000_000 <= 2**30


def test_keys_are_the_first_words_of_hmac_sha_256() -> None:
    """The key of a decision can be recomputed by anybody who knows the seed."""
    for seed in (bytes(16), bytes(range(32)), b"\xff" * 64):
        for number in (0, 1, 255, 70_000):
            digest = hmac.digest(seed, number.to_bytes(8, "big"), "sha256")
            assert seeds.key(seed, number).tolist() == [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 16, 4)]


def test_games_on_several_threads_do_not_share_room() -> None:
    """States of one game may be played side by side; each thread has its own tape."""

    def played(seed: int) -> tuple[bytes, int]:
        state = GAME.new(3, seed)
        while not state.over:
            state.play(int(state.legal.ids[state.number % len(state.legal)]))
        return state.record.tobytes(), state.event_count

    alone = [played(seed) for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(played, range(8))) == alone


@pytest.mark.parametrize("text", ["amount 05", "amount 005", "amount +5", "amount -0", "amount 5 5"])
def test_only_the_exact_notation_is_a_decision(text: str) -> None:
    """A number with leading zeros is refused like any other unknown word: ``play``, ``why`` and ``in`` agree."""
    state = sandtable.load("targui").new(2, 1)
    state.play("settle 43").play("settle 13")
    state.play(next(action for action in state.legal if action.kind == "march"))
    assert "amount 5" in state.legal
    assert text not in state.legal
    assert state.why(text) is not None
    with pytest.raises(Refused):
        state.play(text)


@pytest.mark.parametrize("args", [{"n": 5}, {"n": [5]}, {"n": 5, "x": 1}])
def test_a_text_with_arguments_cannot_have_further_ones(args: dict[str, object]) -> None:
    state = sandtable.load("targui").new(2, 1)
    state.play("settle 43").play("settle 13")
    state.play(next(action for action in state.legal if action.kind == "march"))
    with pytest.raises(Refused, match="UNKNOWN_DECISION"):
        state.play("amount 5", **args)


@pytest.mark.parametrize("chance", [[10**30], [-(10**30)], [2**63]])
def test_a_script_of_numbers_that_no_machine_can_hold_is_refused(chance: list[int]) -> None:
    with pytest.raises(BadScript):
        GAME.new(2, 1, chance=chance)
    state = GAME.new(2, 1)
    with pytest.raises(BadScript):
        state.play("draw", chance=chance)
    assert state.number == 0
    assert state.play("draw").number == 1


@pytest.mark.parametrize("chance", [5, "water"])
def test_a_script_is_a_list(chance: Any) -> None:
    with pytest.raises(BadScript, match="list"):
        GAME.new(2, 1, chance=chance)
    with pytest.raises(BadScript, match="list"):
        GAME.new(2, 1).play("draw", chance=chance)


@pytest.mark.parametrize("seat", ["0", 0.0, 0.5, [0]])
def test_a_seat_is_a_whole_number(seat: object) -> None:
    state = GAME.new(2, 1)
    for ask in (state.view, state.redeal, lambda x: state.events(0, x), lambda x: state.why("draw", x)):
        with pytest.raises(ValueError, match="no seat"):
            ask(seat)  # type: ignore[arg-type]


def test_a_position_nested_too_deeply_is_refused() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    for name in sandtable.games():
        game = sandtable.load(name)
        position = game.new(game.players[0], 1).position()
        for key in position:
            with pytest.raises(BadPosition):
                game.position({**position, key: deep})


@pytest.mark.parametrize("name", sandtable.games())
def test_spectators_are_refused_by_the_same_rule_whatever_they_try(name: str) -> None:
    """A code cites one rule: for decisions and for taking back."""
    game = sandtable.load(name)
    state = game.new(game.players[0], 1)
    refusals = [state.why(state.legal[0], None), state.why_undo(None)]
    assert [refusal and (refusal.code, refusal.rule) for refusal in refusals] == [("SPECTATOR", f"{game.prefix}-{game.spectator_rule}")] * 2


@pytest.mark.parametrize("name", sandtable.games())
def test_a_redeal_depends_only_on_what_the_seat_knows(name: str) -> None:
    """Two worlds that look alike to a seat are redealt alike, byte by byte: nothing hidden shines through."""
    game, rng = sandtable.load(name), random.Random(4)
    state = game.new(game.players[-1], 4)
    while not state.over and state.number < 120:
        if state.number % 10 == 5:
            for seat in (None, 0, state.seat):
                once, twice = state.redeal(seat, 7), state.redeal(seat, 8).redeal(seat, 7)
                assert once.record.tobytes() == twice.record.tobytes()
        state.play(rng.choice(state.legal))
