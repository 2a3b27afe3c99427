"""Section 18: every refusal, in the specification's order, with its rule and words in both languages."""

import re
from pathlib import Path

import pytest

import sandtable
from sandtable import State
from sandtable.kernel.words import LANGUAGES

from .build import GAME, code, play, table

SPECIFICATION = (Path(__file__).parents[3] / "docs" / "rules" / "tuareg.md").read_text("utf-8")
ROWS = re.findall(r"^\| `([A-Z_]+)` \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$", SPECIFICATION, re.MULTILINE)


def maps() -> State:
    return play(table({"maps": 1}, lap=1, current=1), "pass")


def paying() -> State:
    return table({"hand": "MW"}).play("buy cave")


def loading() -> State:
    return table({"hand": "MM", "caves": [""]}, market="MG").play("load_hand camel1 millet")


CASES: list[tuple[State, str, str]] = [
    (table(), "dance", "UNKNOWN_DECISION TU-16.1"),
    (maps(), "draw", "MAPS_FIRST TU-12.4"),
    (maps(), "take_market gold", "MAPS_FIRST TU-12.4"),
    (maps(), "pay_hand gold", "MAPS_FIRST TU-12.4"),
    (paying(), "use_map", "PAY_FIRST TU-3.5"),
    (paying(), "take_market gold", "PAY_FIRST TU-3.5"),
    (paying(), "take_covered camel1 gold", "COVERED TU-8.3"),
    (paying(), "take_cave 1", "LOCKED TU-10.3"),
    (table(), "use_map", "NO_MAP_CHOICE TU-12.1"),
    (table(), "keep_map", "NO_MAP_CHOICE TU-12.1"),
    (table(), "pay_hand gold", "NO_PURCHASE TU-8.1"),
    (table(), "pay_animal camel1", "NO_PURCHASE TU-8.1"),
    (loading(), "draw", "MAIN_DONE TU-3.1"),
    (table(lap=1, current=1), "draw", "PILE_EMPTY TU-13.2"),
    (table(), "to_market gold", "MARKET_ONLY_AFTER_DRAW TU-4.7"),
    (table(pile="WWW").play("draw"), "to_market gold", "NOT_IN_HAND TU-4.3"),
    (table(), "load_hand camel1 gold", "NOT_IN_HAND TU-5.1"),
    (paying(), "pay_hand gold", "NOT_IN_HAND TU-8.2"),
    (table({"caves": [""]}), "hide_hand 1 gold", "NOT_IN_HAND TU-10.1"),
    (table(), "load_market camel1 gold", "NOT_IN_MARKET TU-7.1"),
    (table({}, {}, {}), "load_hand camel3 gold", "NO_SUCH_ANIMAL TU-2.1"),
    (table(), "load_market donkey1 gold", "NO_SUCH_ANIMAL TU-9.1"),
    (play(loading(), "hide_animal 1 camel1"), "load_hand camel2 gold", "LOADING_CLOSED TU-3.4"),
    (loading(), "load_hand donkey5 gold", "ONE_ANIMAL TU-3.7"),
    (table(market="M").play("load_market camel1 millet"), "load_market camel1 gold", "ONE_KIND TU-7.1"),
    (table(market="M").play("load_market camel1 millet"), "load_market camel1 millet", "NOT_IN_MARKET TU-7.1"),
    (table({"camels": ["MMMM"], "hand": "W"}), "load_hand camel1 water", "ANIMAL_FULL TU-6.1"),
    (table({"donkeys": ["MMMM"], "hand": "W"}), "load_hand donkey1 water", "ANIMAL_FULL TU-6.7"),
    (table({"camels": ["SM"], "hand": "W"}), "load_hand camel1 water", "WATER_ALONE TU-6.4"),
    (table({"camels": ["MGG"], "hand": "G"}), "load_hand camel1 gold", "GOLD_LIMIT TU-6.5"),
    (table({"camels": ["MS"], "hand": "G"}), "load_hand camel1 gold", "THIRD_KIND TU-6.2"),
    (table({"camels": ["MS"], "hand": "M"}), "load_hand camel1 millet", "SECOND_CHANGE TU-6.3"),
    (table({"donkeys": ["", ""]}), "buy donkey", "SOLD_OUT TU-8.1"),
    (table({"hand": "MM"}), "buy donkey", "CANNOT_PAY TU-8.1"),
    (paying(), "pay_hand millet", "SUPERFLUOUS TU-8.5"),
    (paying(), "pay_animal camel1", "ANIMAL_EMPTY TU-8.3"),
    (paying(), "pay_animal donkey2", "NO_SUCH_ANIMAL TU-9.1"),
    (table({"caves": [""]}), "hide_animal 1 camel1", "ANIMAL_EMPTY TU-10.1"),
    (table({"caves": [""]}), "hide_animal 1 donkey1", "NO_SUCH_ANIMAL TU-9.1"),
    (table({"thieves": [None]}), "steal_animal 1 camel1", "ANIMAL_EMPTY TU-11.5"),
    (table({"caves": [""]}), "hide_hand 2 gold", "NO_SUCH_CAVE TU-10.1"),
    (table({"caves": ["MM"], "cave_used": [True]}), "hide_hand 1 gold", "CAVE_FULL TU-10.2"),
    (table({"caves": ["M"], "cave_used": [True]}), "hide_hand 1 gold", "CAVE_USED TU-10.1"),
    (
        play(table({"caves": ["", ""]}, pile="WWW"), "draw", "hide_hand 1 water", "hide_hand 2 water"),
        "hide_hand 1 water",
        "CAVE_USED TU-10.1",
    ),
    (
        play(table({"caves": ["", "", ""]}, {}, {}, pile="WGG"), "draw", "hide_hand 1 water", "hide_hand 2 gold"),
        "hide_hand 3 gold",
        "LAST_CARD TU-10.5",
    ),
    (table(), "steal_hand 2", "NO_SUCH_SEAT TU-11.2"),
    (table(), "steal_animal 3 camel1", "NO_SUCH_SEAT TU-11.2"),
    (table(), "steal_hand 0", "STEAL_SELF TU-11.5"),
    (table({}, {"hand": "M"}), "steal_hand 1", "NO_THIEF TU-11.1"),
    (table({"thieves": [None]}), "steal_hand 1", "HAND_EMPTY TU-11.5"),
    (table(), "end_turn", "NO_ACTION_YET TU-3.6"),
    (table(pile="WWW").play("draw"), "end_turn", "MARKET_CARD_OWED TU-4.3"),
    (play(table({"hand": "MMM"}, pile="WWW"), "draw", "to_market water"), "end_turn", "HAND_LIMIT TU-4.5"),
    (loading(), "pass", "PASS_AFTER_ACTION TU-3.2"),
    (table(), "pass", "PASS_TOO_EARLY TU-3.2"),
    (table(), "take_market gold", "MARKET_TO_HAND TU-7.2"),
    (table(), "take_covered camel1 gold", "COVERED TU-8.3"),
    (table(), "insert camel1 gold", "INSERT TU-5.3"),
    (table(), "take_cave 1", "LOCKED TU-10.3"),
    (table(), "take_thief 1", "LOCKED TU-11.4"),
    (table(), "steal_market gold", "STEAL_TARGET TU-11.5"),
    (play(table(stage=2, lap=1, current=1), "pass"), "draw", "GAME_OVER TU-14.1"),
    (play(table(stage=2, lap=1, current=1), "pass"), "dance", "UNKNOWN_DECISION TU-16.1"),
]
ELSEWHERE = {"SPECTATOR", "NOT_YOUR_DECISION", "UNDO_NOTHING", "UNDO_REVEALED", "UNDO_OTHER_PLAYER", "PLAYER_COUNT", "UNKNOWN_OPTION"}


@pytest.mark.parametrize(("state", "attempt", "expected"), CASES)
def test_first_reason(state: State, attempt: str, expected: str) -> None:
    """The first code that applies, with its rule; nothing changes when it is played."""
    assert code(state, attempt) == expected
    before = state.position()
    with pytest.raises(sandtable.Refused, match=expected.replace(" ", ", ")):
        state.copy().play(attempt)
    assert state.position() == before


@pytest.mark.parametrize("kind", ["draw", "take_market gold"])
def test_who_may_not_decide(kind: str) -> None:
    """Spectators and others are told so before anything else; a malformed attempt is named first."""
    state = paying()
    assert code(state, kind, None) == "SPECTATOR TU-3.8"
    assert code(state, kind, 1) == "NOT_YOUR_DECISION TU-3.8"
    assert code(state, "dance", None) == "UNKNOWN_DECISION TU-16.1"


def test_all_codes_are_reached() -> None:
    """Every code of section 18 occurs in these tests."""
    assert {row[0] for row in ROWS} == {expected.split()[0] for _, _, expected in CASES} | ELSEWHERE


@pytest.mark.parametrize(("code", "rules", "english", "german"), ROWS)
def test_sentences_of_the_specification(code: str, rules: str, english: str, german: str) -> None:
    """The catalogues hold exactly the specification's sentences, and only its rules are cited."""
    assert GAME.words("en")["refusals"][code] == english.strip()
    assert GAME.words("de")["refusals"][code] == german.strip()
    for _, _, expected in CASES:
        if expected.split()[0] == code:
            assert expected.split()[1] in rules


@pytest.mark.parametrize(("state", "attempt", "expected"), CASES)
def test_sentence_first_then_the_detail(state: State, attempt: str, expected: str) -> None:
    """Both languages begin with the specification's sentence and have no open fields."""
    refusal = state.why(attempt)
    assert refusal is not None
    for language in LANGUAGES:
        assert refusal.words[language].startswith(GAME.words(language)["refusals"][refusal.code])
        assert "{" not in refusal.words[language]
    assert GAME.refuse(refusal.code, "1.1").code == refusal.code
