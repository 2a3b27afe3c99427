"""Records: readable, replayable, tamper-evident; commit and reveal."""

import json
import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sandtable
from sandtable import BadRecord, Record
from sandtable.kernel import record as record_module
from sandtable.kernel import seeds

GAME = sandtable.load("tuareg")


def played(seed: int, decisions: int = 10_000, **options: str) -> sandtable.State:
    state, rng = GAME.new(2, seed, **options), random.Random(seed)
    while not state.over and state.number < decisions:
        state.play(rng.choice(state.legal))
    return state


@cache
def finished() -> str:
    return str(Record.of(played(3), ["Ann", "Bün"]))


def test_save_and_load(tmp_path: Path) -> None:
    state = played(1)
    path = tmp_path / "game.record"
    Record.of(state, ["Ann", "Ben"]).save(path)
    again = Record.load(path)
    assert again.seats == ["Ann", "Ben"]
    assert again.result == {"scores": state.scores, "winners": state.winners}
    assert again.final().record.tobytes() == state.record.tobytes()
    assert again.final().events(0, 0) == state.events(0, 0)


def test_states_walk_through_the_game() -> None:
    record = Record.of(played(2, 30))
    assert [state.number for state in record.states()] == list(range(31))
    for number, state in enumerate(record.states()):
        there = record.at(number)
        assert (there.record.tobytes(), there.moves) == (state.record.tobytes(), state.moves)
        assert there.events(0, 1) == state.events(0, 1)
    for number in (-1, 31):
        with pytest.raises(ValueError, match="There are 30 decisions"):
            record.at(number)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_changed_line_is_refused_at_that_line(data: st.DataObject) -> None:
    """Change, drop or double a line: the message names it (or, when the last one is gone, the line it should follow)."""
    lines = finished().split("\n")
    blank = lines.index("")
    at = data.draw(st.sampled_from([i for i in range(len(lines)) if i != blank]))
    how = data.draw(st.sampled_from(["change", "drop", "double"]))
    if how == "change":
        where = data.draw(st.integers(0, len(lines[at]) - 1))
        letter = data.draw(st.characters(codec="ascii", categories=["L", "N"]))
        if lines[at][where] == letter:
            return
        lines[at] = lines[at][:where] + letter + lines[at][where + 1 :]
    elif how == "drop":
        del lines[at]
    else:
        lines.insert(at, lines[at])
    with pytest.raises(BadRecord) as refused:
        Record.parse("\n".join(lines))
    place = min(at + 1, len(lines))
    assert refused.value.line in ({place, place + 1} if how == "double" else {place})


def resealed(lines: list[str]) -> str:
    """A forger who knows the format recomputes the checks."""
    import hashlib

    running, out = hashlib.sha256(), []
    for number, line in enumerate(lines):
        if not line.strip():
            out.append(line)
            continue
        content = line if number == 0 else line.rpartition(" #")[0]
        running.update(content.encode() + b"\n")
        out.append(line if number == 0 else f"{content} #{running.hexdigest()[:8]}")
    return "\n".join(out)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("game: tuareg", "game: chess", "there is no game 'chess'"),
        ("rules: 1", "rules: 99", "rules version"),
        ("players: 2", "players: 9", "2 to 5 players"),
        ('"goods": "A"', '"goods": "Z"', "no such option or value"),
        ('"Ann", ', "", "list of 2 names"),
        ("seed: 0", "seed: 1", "does not match the commitment"),
        ("1 draw", "1 fly", "there is no decision 'fly'"),
        ("1 draw", "1 end_turn", "cannot be played here"),
        ("1 draw", "7 draw", "expected decision 1"),
        ('"winners": [', '"winners": [7, ', "the result should be"),
    ],
)
def test_a_forged_record_is_refused_by_its_content(old: str, new: str, reason: str) -> None:
    state = GAME.new(2, 3, start=0)
    state.play("draw")
    rng = random.Random(3)
    while not state.over:
        state.play(rng.choice(state.legal))
    text = str(Record.of(state, ["Ann", "Ben"]))
    assert old in text
    lines = text.replace(old, new, 1).split("\n")
    with pytest.raises(BadRecord, match=reason) as refused:
        Record.parse(resealed(lines))
    assert new.strip(", ") in lines[refused.value.line - 1] or not new


def test_a_missing_result_is_noticed() -> None:
    lines = [line for line in finished().split("\n") if not line.startswith("result")]
    with pytest.raises(BadRecord, match="result line is missing"):
        Record.parse("\n".join(lines))


@pytest.mark.parametrize("text", ["", "\n", "hello", "sandtable record 2\n", "sandtable record 1\n\n1 draw #00000000"])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(BadRecord):
        Record.parse(text)


def test_a_binary_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match="not a text file"):
        Record.load(tmp_path / "x")


def test_commit_then_reveal() -> None:
    """The hash is fixed before the game; a record without its seed keeps its lines checked but cannot be replayed."""
    state = played(4)
    record = Record.of(state)
    assert record.commitment == seeds.commitment(state.seed)
    record.seed = None
    hidden = Record.parse(str(record))
    assert "seed: hidden" in str(record)
    assert len(hidden.decisions) == state.number
    with pytest.raises(ValueError, match="hidden"):
        hidden.start()


def test_chance_of_one_decision_does_not_depend_on_how_much_was_drawn_before() -> None:
    """The generator is keyed anew for every decision."""
    states = [GAME.new(2, 9), GAME.new(2, 9)]
    for state in states:
        state.play(state.legal[0])
    states[1]._states["rng"][:] = 12345
    rng = random.Random(1)
    while not states[0].over:
        action = rng.choice(states[0].legal)
        assert states[0].play(action).position() == states[1].play(action).position()


def test_records_of_positions_and_scripted_plays() -> None:
    begun = played(5, 40)
    state = GAME.position(begun.position(), seed=8)
    rng = random.Random(5)
    while not state.over:
        state.play(rng.choice(state.legal))
    again = Record.parse(str(Record.of(state)))
    assert again.final().record.tobytes() == state.record.tobytes()


def rewritten(text: str, **header: str) -> str:
    """A record with other header values (or a further ``setup``) and right checks: what a skilled forger would write."""
    lines = [line.rpartition(" #")[0] for line in text.split("\n")[1:]]
    blank = lines.index("")
    head = [f"{name}: {header.pop(name)}" if (name := line.partition(":")[0]) in header else line for line in lines[:blank]]
    head += [f"{name}: {value}" for name, value in header.items()]
    chain = record_module._Chain()
    chain.add(record_module.FIRST_LINE)
    closed = [chain.close(line) for line in head], [chain.close(line) for line in lines[blank + 1 :] if line]
    return "\n".join([record_module.FIRST_LINE, *closed[0], "", *closed[1]])


DEEP = "[" * 100_000


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("options", "[]", 5),
        ("options", DEEP, 5),
        ("seats", DEEP, 6),
        ("seats", r'["\ud800", "b"]', 6),
        ("setup", DEEP, 9),
        ("setup", "[]", 9),
        ("setup", "{}", 9),
        ("setup", "null", 9),
        ("setup", '{"chance": {}}', 9),
        ("setup", '{"chance": [1.5]}', 9),
        ("setup", '{"chance": [true]}', 9),
        ("setup", '{"chance": [1e999]}', 9),
        ("setup", '{"chance": [0], "position": {}}', 9),
        ("setup", '{"hidden": "dealt anew"}', 9),
        ("setup", '{"hidden": "as I like it", "position": {}}', 9),
        ("setup", '{"hidden": "dealt anew", "chance": [0]}', 9),
        ("parts", "null", 9),
        ("parts", DEEP, 9),
        ("parts", "[null, null]", 9),
        ("parts", f'["{"ab" * 32}"]', 9),
        ("parts", f'["{"AB" * 32}", null]', 9),
        ("parts", '["ab", null]', 9),
        ("parts", "[7, null]", 9),
    ],
)
def test_a_forged_header_is_refused_at_its_line(name: str, value: str, line: int) -> None:
    with pytest.raises(BadRecord) as refused:
        Record.parse(rewritten(str(Record.of(played(3, 2))), **{name: value}))
    assert refused.value.line == line


def test_a_position_must_be_of_the_game_in_the_header() -> None:
    """Players and options stand in the header; a setup that contradicts them is refused."""
    text = str(Record.of(GAME.new(2, 1)))
    for other in (GAME.new(3, 1), GAME.new(2, 1, goods="B")):
        with pytest.raises(BadRecord, match="header"):
            Record.parse(rewritten(text, setup=json.dumps({"position": other.position()})))
    same = Record.parse(rewritten(text, setup=json.dumps({"position": GAME.new(2, 5).position()})))
    assert same.final().position() == GAME.new(2, 5).position()


@pytest.mark.parametrize("script", ["9" * 30, "-" + "9" * 30, "9" * 5000])
def test_a_script_with_huge_numbers_is_refused_at_its_line(script: str) -> None:
    text = str(Record.of(GAME.new(2, 1)))
    chain = record_module._Chain()
    for line in text.split("\n")[:-1]:
        chain.add(line.rpartition(" #")[0] if " #" in line else line)
    with pytest.raises(BadRecord) as refused:
        Record.parse(text + "\n" + chain.close(f"1 draw = {script}"))
    assert refused.value.line == 10


def test_a_result_that_cannot_be_read_is_refused() -> None:
    text = str(Record.of(played(3, 2)))
    chain = record_module._Chain()
    for line in text.split("\n"):
        if line:
            chain.add(line.rpartition(" #")[0] if " #" in line else line)
    with pytest.raises(BadRecord, match="line 12"):
        Record.parse(text + "\n" + chain.close("result: " + DEEP))


@pytest.mark.parametrize("name", ["a\u2028b", "a\x85b", "a\u2029b", "a\x0bb", "a\nb", " # ", "[/]", ""])
def test_any_name_can_be_kept(name: str, tmp_path: Path) -> None:
    record = Record.of(played(1, 3), [name, "Ben"])
    record.save(tmp_path / "game.record")
    assert Record.load(tmp_path / "game.record").seats == [name, "Ben"]


def test_a_name_that_is_no_text_is_refused() -> None:
    with pytest.raises(ValueError, match="name"):
        Record.of(GAME.new(2, 1), ["\udcff", "b"])


def test_line_ends_of_other_systems_are_read() -> None:
    assert Record.parse(finished().replace("\n", "\r\n")).seats == ["Ann", "Bün"]


def test_a_save_that_fails_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old file stays until the new one is complete."""
    path = tmp_path / "game.record"
    Record.of(played(1, 3)).save(path)
    before = path.read_text("utf-8")

    def full(*_: object, **__: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(record_module.os, "fsync", full)
    with pytest.raises(OSError, match="space"):
        Record.of(played(1, 5)).save(path)
    assert path.read_text("utf-8") == before
    assert list(tmp_path.iterdir()) == [path]


def test_parts_change_every_draw_of_the_game() -> None:
    """The deal, what it hides and later chance come from the seed and all parts, in the order of the seats."""
    seed, ann, ben = bytes(range(32)), "a1" * 32, "b2" * 32
    games = {}
    for parts in (None, [ann, None], [None, ann], [ann, ben], [ben, ann]):
        record = Record(GAME, 2, GAME.check_options(2, {}), seed, seeds.commitment(seed), ["Ann", "Ben"], parts=parts)
        state = record.start()
        state.play("draw")
        games[json.dumps(parts)] = json.dumps(state.position())
        kept = replace(record, decisions=[(state.moves[0].action, ())])
        assert Record.parse(str(kept)).final().position() == state.position()
    assert len(set(games.values())) == len(games)


def test_a_prepared_position_can_be_dealt_anew() -> None:
    """What an onlooker sees stays; what is hidden is drawn from the seed, and the record says so."""
    before = played(3, 30)
    prepared = GAME.position(before.position(), bytes(32)).deal_hidden()
    assert prepared.view(None) == before.view(None)
    assert prepared.position()["pile"] != before.position()["pile"]
    record = Record.of(prepared)
    assert (record.prepared, Record.parse(str(record)).start().position()) == ("dealt_anew", prepared.position())
    first = prepared.position()
    prepared.play(prepared.legal[0])
    assert prepared.rewind(0).position() == first
    assert (Record.of(GAME.position(before.position())).prepared, Record.of(before).prepared) == ("known", None)
