"""A turn in one sentence, as every seat is told it: at the table, after taking back, and in the replay."""

from __future__ import annotations

import random

import pytest

from sandtable.kernel.game import JSON
from sandtable.kernel.registry import games, load
from sandtable.server.tables import updates
from sandtable.server.tables.playing import play
from sandtable.server.tables.table import Table
from sandtable.server.tables.undoing import free_undo, undo
from tests.server.worlds import PERSON, any_legal, done, table_of

GAMES = sorted(games())


def some_game(game: str, seed: int, most: int = 120) -> Table:
    rng = random.Random(seed)
    table = table_of(*[PERSON] * load(game).players[-1], game=game)
    while table.to_decide is not None and table.decisions < most:
        table = done(table, play, table.to_decide, table.number, any_legal(table, rng))
    return table


def told(table: Table, seat: int | None, seen: int = 0) -> list[JSON]:
    return updates.turns(table, seat, seen)


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_lies_in_a_turn_that_is_told_in_both_languages(game: str) -> None:
    table = some_game(game, 5)
    turns = told(table, 0)
    assert [turn["first"] for turn in turns[1:]] == [turn["last"] for turn in turns[:-1]]
    assert (turns[0]["first"], turns[-1]["last"]) == (0, table.decisions)
    assert table.state is not None
    for turn in turns:
        assert {table.state.moves[at].seat for at in range(turn["first"], turn["last"])} == {turn["seat"]}
        if turn["done"]:
            assert all(turn["words"][language] for language in ("en", "de")), turn
            assert "{seat}" not in turn["words"]["en"]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_new_is_told_and_what_was_taken_back_is_told_anew(game: str) -> None:
    rng = random.Random(9)
    table = table_of(PERSON, PERSON, game=game)
    known: list[JSON] = []
    undone = 0
    while table.to_decide is not None and table.decisions < 80:
        seat, seen = table.to_decide, table.number
        back = free_undo(table, seat)
        if back is not None and rng.random() < 0.25:
            table = done(table, undo, seat, table.number, rng.randrange(back, table.decisions))
            undone += 1
        else:
            table = done(table, play, seat, table.number, any_legal(table, rng))
        news = told(table, 0, seen)
        first = news[0]["first"] if news else table.decisions
        known = [turn for turn in known if turn["first"] < first and turn["last"] <= table.decisions] + news
        assert known == told(table, 0)
    assert undone or game == "kalah"


@pytest.mark.parametrize("game", GAMES)
def test_the_replay_says_the_same(game: str) -> None:
    table = some_game(game, 6, 60)
    frames = updates.frames(table, 0, False, 0, table.decisions + 1)
    assert frames[0]["turn"] is None
    last = {frame["turn"]["first"]: frame["turn"] for frame in frames[1:]}
    at_the_table = {turn["first"]: turn for turn in told(table, 0)}
    assert list(last) == list(at_the_table)
    assert [turn["last"] for turn in last.values()] == [turn["last"] for turn in at_the_table.values()]
    # A tile or field may change hands later: then only the words about its owner differ.
    same = [last[first]["words"] == turn["words"] for first, turn in at_the_table.items()]
    assert sum(same) >= 0.8 * len(same)
