"""Naming bots, and the levels people see."""

from __future__ import annotations

import pytest

from sandtable import games, load
from sandtable.bots import LEVELS, BadBot, choose, seat_named
from sandtable.bots.searching import SearchBot
from sandtable.kernel.words import LANGUAGES, catalogue
from sandtable.search import Limits


@pytest.mark.parametrize("spec", ["random", "greedy", "level1", "level5", "level5@100ms", "level3@50", "uct@100ms", "search@9:explore=0.5"])
@pytest.mark.parametrize("game", games())
def test_bots_by_name(spec: str, game: str) -> None:
    assert seat_named(spec).spec == spec
    assert seat_named(spec).make(game).name


def test_bounds() -> None:
    def limits(spec: str) -> Limits:
        bot = seat_named(spec).make("tuareg")
        assert isinstance(bot, SearchBot)
        return bot.limits

    assert limits("level5").milliseconds == 1000
    assert limits("level5@100ms") == Limits(milliseconds=100)
    assert limits("level5@100cpu") == Limits(milliseconds=100, clock="processor")
    assert limits("level5@70x2") == Limits(simulations=70, threads=2)
    assert limits("search").milliseconds == 100


@pytest.mark.parametrize(
    "spec",
    [
        "",
        "wizard",
        "level0",
        "level6",
        "level",
        "random@5",
        "greedy:x=1",
        "search@0",
        "search@9cpux2",
        "search:explore",
        "uct@5:a=b",
        "program:",
        "x" * 999,
    ],
)
def test_what_is_no_bot_is_refused(spec: str) -> None:
    with pytest.raises(BadBot):
        seat_named(spec)


def test_a_knob_of_another_game_is_refused() -> None:
    with pytest.raises(BadBot, match="no knob 'elder'"):
        seat_named("search@9:elder=1").make("tuareg")


def test_levels_have_names_and_numbers() -> None:
    assert [level.number for level in LEVELS] == [1, 2, 3, 4, 5]
    for level in LEVELS:
        for language in LANGUAGES:
            assert level.names[language]
            assert catalogue(language, "bots")[level.id]["about"]
        for game in games():
            assert level.bot(game).name == level.id


@pytest.mark.parametrize("game", games())
def test_one_decision_without_keeping_a_bot(game: str) -> None:
    state = load(game).new(None, 2)
    for spec in ("random", "greedy", "level1", "level4", "level5"):
        first = choose(spec, state, milliseconds=20, seed=3)
        assert first in state.legal
        if spec != "level5":
            assert choose(spec, state, seed=3) == first
