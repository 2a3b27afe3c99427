"""Undo, consent, leaving, clocks: what players do, on tables without a server."""

from __future__ import annotations

import random
import re

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.kernel.record import Record
from sandtable.kernel.registry import games
from sandtable.kernel.words import LANGUAGES
from sandtable.server.errors import Denied, RefusedByRules, Stale
from sandtable.server.tables import updates
from sandtable.server.tables.clocks import GRACE, Clock
from sandtable.server.tables.coach_settings import change_coach, may_hint
from sandtable.server.tables.consent import answer, go_without
from sandtable.server.tables.leaving import come_back, leave, resign, time_up
from sandtable.server.tables.messages import encode
from sandtable.server.tables.playing import play
from sandtable.server.tables.status import status as public_facts
from sandtable.server.tables.table import Table
from sandtable.server.tables.undoing import asked_undo, free_undo, undo, undo_locked
from tests.server.worlds import BOT, PERSON, any_legal, done, table_of


def played(table: Table, rng: random.Random, at: float | None = None) -> Table:
    seat = table.to_decide
    assert seat is not None
    return done(table, play, seat, table.number, any_legal(table, rng), bot=table.seats[seat].automatic, at=at)


def kinds(table: Table, since: int) -> list[str]:
    return [entry.kind for entry in table.log[since:]]


def test_playing() -> None:
    table = table_of(PERSON, PERSON)
    assert table.state is not None
    seat = table.to_decide
    assert seat is not None
    with pytest.raises(Denied, match="NOT_YOUR_TURN"):
        done(table, play, 1 - seat, table.number, any_legal(table, random.Random(1)))
    illegal = next(a.id for a in table.game.actions if a.id not in table.state.legal.ids)
    with pytest.raises(RefusedByRules) as refused:
        done(table, play, seat, table.number, illegal)
    assert refused.value.rule is not None
    assert refused.value.rule.startswith("TU-")
    assert set(refused.value.words) == set(LANGUAGES)
    with pytest.raises(RefusedByRules):
        done(table, play, seat, table.number, "fly to the moon")
    after = played(table, random.Random(1))
    assert after.decisions == 1
    with pytest.raises(Stale):
        done(after, play, seat, table.number, 0)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.lists(st.integers(0, 9), min_size=5, max_size=60))
def test_undone_decisions_are_told_to_nobody(seed: int, choices: list[int]) -> None:
    """Random play with free undos: the state is that of the decisions that stand, and no update tells of the others."""
    rng = random.Random(seed)
    table = table_of(PERSON, PERSON, seed=seed)
    for choice in choices:
        seat = table.to_decide
        if seat is None:
            break
        free = free_undo(table, seat)
        if choice < 4 and free is not None:
            to = rng.randint(free, table.decisions - 1)
            table = done(table, undo, seat, table.number, to)
            assert table.decisions == to
        else:
            table = played(table, rng)
    assert table.state is not None
    again = Table.of(table.setup, [])
    assert again.number == 0
    standing = [entry.facts["text"] for entry in table.log if entry.kind == "played" and entry.number not in table.gone]
    assert standing == [move.action.text for move in table.state.moves]
    state = Record.of(table.state).start()
    for text in standing:
        state.play(text)
    assert state.position() == table.state.position()
    for seat in (0, 1, None):
        for seen in range(0, table.number, 7):
            told = orjson.loads(encode(updates.entries(table, seat, seen)))
            assert not {entry["number"] for entry in told} & table.gone
            events = [event["place"] for entry in told for event in entry.get("events", ())]
            assert events == sorted(set(events))


def test_free_undo_ends_at_the_last_revelation_and_with_the_turn() -> None:
    """Undo to peek: over a revelation, or when the other is to decide, the others are asked and nothing is taken back."""
    rng, revealed, passed = random.Random(3), 0, 0
    table = table_of(PERSON, PERSON, seed=3)
    for _ in range(120):
        table = played(table, rng)
        state, seat = table.state, table.to_decide
        assert state is not None
        if seat is None:
            break
        mover = state.moves[-1].seat
        assert free_undo(table, 1 - seat) is None
        if state.moves[-1].reveals or mover != seat:
            revealed += state.moves[-1].reveals
            passed += mover != seat
            assert free_undo(table, mover) is None
            asked = done(table, undo, mover, table.number, state.number - 1)
            assert kinds(asked, table.number) == ["undo_asked"]
            locked = updates.position(table, mover)["undo"]["locked"]  # type: ignore[index]
            assert locked["code"].startswith("UNDO_") or locked["code"] == "NOT_YOUR_TURN"
            assert set(locked["words"]) == set(LANGUAGES)
            assert (locked["rule"] is None) == (locked["code"] == "NOT_YOUR_TURN")
            assert asked.decisions == table.decisions
        else:
            assert free_undo(table, seat) is not None
            assert undo_locked(table, seat, free_undo(table, seat)) is None
    assert revealed
    assert passed


def until_asked(casual: bool, *others: dict[str, str]) -> tuple[Table, int]:
    """A table where seat 0 has decided and another seat is to decide."""
    rng = random.Random(5)
    table = table_of(PERSON, *others, seed=5, casual=casual)
    while table.to_decide == 0 or not any(move.seat == 0 for move in table.state.moves):  # type: ignore[union-attr]
        table = played(table, rng)
    first = next(i for i, move in enumerate(table.state.moves) if move.seat == 0)  # type: ignore[union-attr]
    return table, first


def test_undo_after_the_turn_needs_everybody() -> None:
    table, to = until_asked(True, PERSON, PERSON)
    table = done(table, undo, 0, table.number, to)
    ask = table.asks[0]
    assert (ask.waiting, ask.to) == ((1, 2), to)
    with pytest.raises(Denied, match="ASK_OPEN"):
        done(table, undo, 0, table.number, to)
    with pytest.raises(Denied, match="NO_ASK"):
        done(table, answer, 0, ask.number, True)
    refused = done(table, answer, 1, ask.number, False)
    assert refused.asks == ()
    assert refused.decisions == table.decisions
    one = done(table, answer, 1, ask.number, True)
    assert one.decisions == table.decisions
    with pytest.raises(Denied, match="NO_ASK"):
        done(one, answer, 1, ask.number, True)
    both = done(one, answer, 2, ask.number, True)
    assert both.decisions == to
    assert both.asks == ()
    closed = played(table, random.Random(1))
    assert closed.asks == ()
    assert "ask_closed" in kinds(closed, table.number)


def test_bots_agree_in_casual_games_only() -> None:
    table, to = until_asked(True, BOT)
    assert done(table, undo, 0, table.number, to).decisions == to
    strict, to = until_asked(False, BOT)
    assert asked_undo(strict, 0) is None
    with pytest.raises(Denied, match="UNDO_NOTHING"):
        done(strict, undo, 0, strict.number, to)
    mixed, to = until_asked(False, PERSON, BOT)
    with pytest.raises(Denied, match="UNDO_CLOSED"):
        done(mixed, undo, 0, mixed.number, to)


def test_a_bot_takes_over_if_the_others_agree_and_the_person_may_come_back() -> None:
    table = table_of(PERSON, PERSON, PERSON)
    asked = done(table, leave, 1, "random")
    number = asked.asks[0].number
    with pytest.raises(Denied, match="ASK_OPEN"):
        done(asked, leave, 1, "random")
    no = done(asked, answer, 0, number, False)
    assert no.seats[1].away is None
    yes = done(asked, answer, 0, number, True)
    yes = done(yes, answer, 2, number, True)
    assert yes.seats[1].away == "left"
    assert yes.seats[1].automatic
    with pytest.raises(Denied, match="ALREADY_AWAY"):
        done(yes, play, 1, yes.number, 0)
    back = done(yes, come_back, 1)
    assert not back.seats[1].automatic
    with pytest.raises(Denied, match="NOT_AWAY"):
        done(back, come_back, 1)
    withdrawn = done(asked, come_back, 1)
    assert withdrawn.asks == ()


def test_who_leaves_lets_the_others_decide() -> None:
    """A question that waits for somebody who leaves does not wait for ever."""
    table, to = until_asked(True, PERSON, PERSON)
    table = done(table, undo, 0, table.number, to)
    table = done(table, answer, 1, table.asks[0].number, True)
    table = done(table, go_without, 2)
    assert table.decisions == to


def test_resigning() -> None:
    two = table_of(PERSON, PERSON)
    ended = done(two, resign, 1, None)
    assert ended.phase == "finished"
    assert ended.result is not None
    assert (ended.result["winners"], ended.result["by"], ended.result["reason"]) == ([0], 1, "resigned")
    with pytest.raises(Denied, match="TABLE_FINISHED"):
        done(ended, play, 0, ended.number, 0)
    three = table_of(PERSON, PERSON, BOT)
    assert kinds(done(three, resign, 1, None), three.number) == ["takeover_asked"]
    alone = table_of(PERSON, BOT, BOT)
    assert done(alone, resign, 0, None).phase == "finished"


def test_live_clock() -> None:
    clock = Clock("live", bank=100.0, increment=5.0)
    table = table_of(PERSON, PERSON, clock=clock, created=1000.0)
    seat = table.to_decide
    assert seat is not None
    assert table.job(30.0) == (1100.0, "clock")
    rng, now = random.Random(2), 1000.0
    while table.to_decide == seat:
        now += 1.0
        table = played(table, rng, at=now)
    assert table.timing.left[seat] == pytest.approx(100.0 - (now - 1000.0) + 5.0)
    assert table.timing.since == now
    assert done(table, time_up, 30.0, now + 99.0).new == []
    other = table.to_decide
    assert other is not None
    away = done(table, time_up, 30.0, now + 100.0, at=now + 100.0)
    assert away.seats[other].away == "clock"
    assert away.job(30.0) == (away.timing.moved, "bot")
    back = done(away, come_back, other, at=now + 200.0)
    assert back.timing.deadline(clock, other) == pytest.approx(now + 200.0 + max(GRACE, 100.0))


def test_clock_over_days_and_time_of_programs() -> None:
    table = table_of(PERSON, PERSON, clock=Clock("days", turn=86_400.0), created=1000.0)
    assert table.job(30.0) == (1000.0 + 86_400.0, "clock")
    rng = random.Random(2)
    after = played(table, rng, at=2000.0)
    expected = 2000.0 if after.to_decide != table.to_decide else 1000.0
    assert after.job(30.0) == (expected + 86_400.0, "clock")
    programs = table_of({"kind": "program"}, {"kind": "program"}, created=1000.0)
    assert programs.job(30.0) == (1030.0, "clock")
    assert table_of(PERSON, PERSON).job(30.0) is None


def test_a_bot_plays_when_it_is_its_turn() -> None:
    table = table_of(BOT, PERSON, seed=2)
    while table.to_decide != 0:
        table = played(table, random.Random(1))
    job = table.job(30.0)
    assert job is not None
    assert job[1] == "bot"
    with pytest.raises(Denied, match="ALREADY_AWAY"):
        done(table, play, 0, table.number, 0)


def test_bots_are_named() -> None:
    """In every language; those of one level are counted."""
    trader = {"kind": "bot", "level": "level2"}
    table = table_of(PERSON, trader, {"kind": "bot", "level": "level1"}, trader)
    seats = public_facts(table, 2000.0)["seats"]
    assert seats[0]["names"] is None
    assert [seats[i]["names"]["en"] for i in (1, 2, 3)] == ["Trader 1", "Traveller", "Trader 2"]
    assert seats[1]["names"]["de"] == "Händlerin 1"


def test_what_the_coach_may_do_changes_by_consent() -> None:
    table = table_of(PERSON, PERSON, BOT)
    wanted = {"analysis": False, "hints": False, "aids": True}
    table = done(table, change_coach, 0, wanted)
    assert table.coach["analysis"] is True
    assert (table.asks[0].kind, table.asks[0].waiting) == ("coach", (1,))
    left = done(table, leave, 1, None)
    agreed = done(left, answer, 0, left.asks[-1].number, True)
    assert agreed.seats[1].away == "left"
    table = done(table, answer, 1, table.asks[0].number, True)
    assert (table.coach, table.asks) == (wanted, ())
    assert done(table, change_coach, 1, wanted).new == []
    with pytest.raises(Denied, match="COACH_OFF"):
        may_hint(table, 0)


@pytest.mark.parametrize("game", games())
def test_sentences_name_seats_of_the_table(game: str) -> None:
    """``{0}`` stands for seat 0: also where a game counts colours instead of seats."""
    rng = random.Random(4)
    table = table_of(PERSON, PERSON, game=game, seed=4)
    while table.to_decide is not None and table.decisions < 60:
        table = played(table, rng)
    told = orjson.loads(encode(updates.entries(table, None, 0)))
    named = [re.findall(r"{(\d+)}", event["words"]["en"]) for entry in told for event in entry.get("events", ())]
    assert {mark for marks in named for mark in marks} == {"0", "1"}
