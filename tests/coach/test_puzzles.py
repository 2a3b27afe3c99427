"""Puzzles: the collection is sound and varied, turns are judged by what they lead to, mining finds what it claims."""

from __future__ import annotations

import json
import random
from collections import Counter
from datetime import date, timedelta
from itertools import islice
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sandtable import games, load
from sandtable.cli import app
from sandtable.coach import mining, puzzles
from sandtable.coach.compare import Depth
from sandtable.coach.mining import LOOK, Wanted, measure, next_id
from sandtable.coach.puzzles import BadPuzzle, Puzzle, judge, spell
from sandtable.kernel.words import LANGUAGES
from tests.commands import run

runner = CliRunner()


@pytest.mark.parametrize("name", games())
def test_the_collection_is_sound(name: str) -> None:
    found = puzzles.load(name)
    assert len(found) >= 30
    for puzzle in found:
        assert puzzles.faults(puzzle) == []
        for texts in puzzle.accepted:
            assert judge(puzzle, next(spell(texts))) == "right"


@pytest.mark.parametrize("name", games())
def test_the_collection_is_varied(name: str) -> None:
    found = puzzles.load(name)
    assert {puzzle.players for puzzle in found} == set(load(name).players)
    levels = Counter(puzzle.difficulty for puzzle in found)
    assert set(levels) == set(puzzles.DIFFICULTIES)
    assert max(levels.values()) <= len(found) / 2
    assert len({theme for puzzle in found for theme in puzzle.themes}) >= 6
    assert len({puzzle.best["words"]["en"] for puzzle in found}) == len(found)


def test_ids_are_unique_and_words_are_there() -> None:
    everyone = puzzles.load()
    assert len({puzzle.id for puzzle in everyone}) == len(everyone)
    for puzzle in everyone:
        assert puzzle.margin >= mining.MARGIN
        assert puzzle.verified >= 10 * 400 * LOOK.looks
        for language in LANGUAGES:
            assert puzzle.words[language]
            assert not {"{", "None"} & set(puzzle.words[language].split())
            assert all(puzzle.theme_names(language))


@pytest.mark.parametrize("name", games())
def test_a_puzzle_knows_nothing_hidden(name: str) -> None:
    """The position is the one that stands for all the seat cannot tell apart."""
    for puzzle in puzzles.load(name)[:8]:
        state = puzzle.state()
        again = load(name).position(mining.known(state, puzzle.seat).position(), 1)
        assert again.view(puzzle.seat) == state.view(puzzle.seat)
        assert again.position() == state.position()


@pytest.mark.parametrize("name", games())
def test_other_turns_are_wrong_and_half_a_turn_is_going(name: str) -> None:
    rng, wrong, going = random.Random(2), 0, 0
    for puzzle in puzzles.load(name)[:12]:
        assert judge(puzzle, []) == "going"
        if len(puzzle.best["texts"]) > 2:
            going += judge(puzzle, puzzle.best["texts"][:1]) == "going"
        assert judge(puzzle, puzzle.other["texts"]) == "wrong"
        state, turn = puzzle.state(), []
        while judge(puzzle, turn) == "going":
            action = rng.choice(list(state.legal))
            turn.append(action)
            state.play(action)
        wrong += judge(puzzle, turn) == "wrong"
    assert wrong >= 8
    assert going >= 4


def test_a_turn_is_right_before_it_is_ended() -> None:
    puzzle = next(p for p in puzzles.load("five-tribes") if p.best["texts"][-1] == "end_turn")
    assert judge(puzzle, puzzle.best["texts"][:-1]) == "right"


def test_which_of_two_like_animals_is_loaded_does_not_matter() -> None:
    compared = 0
    for puzzle in puzzles.load("tuareg"):
        animals, texts = puzzle.position["seats"][puzzle.seat]["animals"], puzzle.best["texts"]
        for one in {text.split()[1] for text in texts if text.startswith("load_")}:
            for other in animals:
                if other != one and other[:-1] == one[:-1] and animals[other] == animals[one]:
                    turn = [text.replace(one, other) for text in texts]
                    assert turn != texts
                    assert judge(puzzle, turn) == "right", (puzzle.id, turn)
                    compared += 1
    assert compared, "no puzzle of the collection has such a turn"


def test_amounts_in_a_range_are_right() -> None:
    puzzle = next(p for p in puzzles.load("targui") if any("-" in text for text in p.accepted[0]))
    turns = list(spell(puzzle.accepted[0]))
    assert len(turns) > 1
    assert all(judge(puzzle, turn) == "right" for turn in turns)


def test_the_puzzle_of_the_day_goes_round() -> None:
    everyone = puzzles.load()
    start = date(2026, 11, 16)
    first = start - timedelta(days=start.toordinal() % len(everyone))
    days = [puzzles.today(first + timedelta(days=n)).id for n in range(len(everyone))]
    assert sorted(days) == sorted(puzzle.id for puzzle in everyone)
    assert puzzles.today(start) == puzzles.today(start)
    assert puzzles.today(start, "tuareg").game == "tuareg"


@pytest.mark.slow
@pytest.mark.parametrize("name", games())
def test_another_measurement_agrees(name: str) -> None:
    """A look is a tenth of the proof: now and then it may miss a hard turn."""
    found = puzzles.load(name)[::8]
    agreed = sum(judge(p, measure(p.sight, p.state(), LOOK, 77, None).best.decisions) == "right" for p in found)
    assert agreed >= 0.8 * len(found)


def test_mining_is_repeatable_and_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With small measurements on a part of every game; the puzzles are worse for it, but sound."""
    whole = mining.positions
    monkeypatch.setattr(mining, "positions", lambda game, players, number: islice(whole(game, players, number), 5, 25, 5))
    monkeypatch.setattr(mining, "BOTS", ("level1", "level2"))
    for name in ("GLANCE", "LOOK", "PROOF"):
        monkeypatch.setattr(mining, name, Depth(1, 100, 2))
    monkeypatch.setattr(mining, "MARGIN", 0.01)
    monkeypatch.setattr(mining, "SURE", 0.5)
    file = tmp_path / "more.json"
    command = ["puzzles", "make", "targui", "--out", str(file), "--count", "40", "--games", "1"]
    assert runner.invoke(app, command).exit_code == 0
    mined, first = puzzles.read(file)
    assert mined["games"] == 2
    assert first
    assert runner.invoke(app, command).exit_code == 0
    mined, second = puzzles.read(file)
    assert mined["games"] == 3
    assert second[: len(first)] == first
    assert [puzzle.id for puzzle in second] == [f"tg-{n + 1:04d}" for n in range(len(second))]
    assert all(puzzles.faults(puzzle) == [] for puzzle in second)
    once = [p for _, found in mining.mine(Wanted("targui", 40), [], 1, 1) for p in found]
    assert once == first


def test_ids_go_on_after_the_highest() -> None:
    have = puzzles.load("tuareg")[:2]
    assert next_id("tuareg", []) == "tu-0001"
    highest = max(int(p.id[3:]) for p in have)
    assert next_id("tuareg", have) == f"tu-{highest + 1:04d}"


def test_the_command_lists_shows_and_checks(tmp_path: Path) -> None:
    puzzle = puzzles.load("tuareg")[0]
    listed = json.loads(runner.invoke(app, ["puzzles", "list", "--json"]).output)
    assert [entry["id"] for entry in listed] == [p.id for p in puzzles.load()]
    shown = runner.invoke(app, ["puzzles", "show", puzzle.id]).output
    assert puzzle.id in shown
    assert puzzle.best["texts"][0] not in shown
    assert puzzle.best["texts"][0] in runner.invoke(app, ["puzzles", "show", puzzle.id, "--solution", "--language", "de"]).output
    file = tmp_path / "one.json"
    puzzles.write(file, "tuareg", {}, [puzzle])
    assert runner.invoke(app, ["puzzles", "check", str(file)]).output == "1 puzzles, 0 faults\n"
    broken = Puzzle.of({**puzzle.to_json(), "accepted": [["draw", "draw"]]})
    puzzles.write(file, "tuareg", {}, [broken])
    result = runner.invoke(app, ["puzzles", "check", str(file)])
    assert result.exit_code == 1
    assert puzzle.id in result.output


def test_files_that_are_none_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    file.write_text("no")
    with pytest.raises(BadPuzzle, match="not JSON"):
        puzzles.read(file)
    file.write_text('{"game": "chess", "puzzles": []}')
    with pytest.raises(BadPuzzle, match="one of five-tribes, targui, tuareg"):
        puzzles.read(file)
    file.write_text('{"game": "tuareg", "puzzles": [{"id": "tu-1"}]}')
    with pytest.raises(BadPuzzle, match="A puzzle has the parts"):
        puzzles.read(file)
    with pytest.raises(BadPuzzle, match="no game 'chess'"):
        puzzles.load("chess")
    with pytest.raises(BadPuzzle, match="no puzzle 'tu-9999'"):
        puzzles.find("tu-9999")


@pytest.mark.parametrize(
    ("part", "value", "reason"),
    [
        ("margin", "big", "'margin'"),
        ("difficulty", True, "'difficulty'"),
        ("themes", ["no such theme"], "no theme"),
        ("best", None, "'best'"),
        ("best", {"words": {"en": "x", "de": "x"}}, "texts"),
        ("words", {"de": "only"}, "'en'"),
    ],
)
def test_puzzles_of_the_wrong_kind_are_refused(tmp_path: Path, part: str, value: object, reason: str) -> None:
    file = tmp_path / "odd.json"
    file.write_text(json.dumps({"game": "tuareg", "puzzles": [{**puzzles.load("tuareg")[0].to_json(), part: value}]}))
    with pytest.raises(BadPuzzle, match=reason):
        puzzles.read(file)
    for command in (["list", "--file"], ["check"]):
        told = run("puzzles", *command, file)
        assert told.returncode == 2, told.stdout
        assert "Traceback" not in told.stderr


def test_a_file_nested_too_deeply_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "deep.json"
    file.write_text("[" * 100_000)
    assert run("puzzles", "list", "--file", file).returncode == 2
