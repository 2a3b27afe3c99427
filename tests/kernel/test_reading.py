"""Reading positions: every fault has a code, a place, the thing on the board, plain values and words in all languages."""

import ast
import copy
import json
import re
import string
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable import BadPosition
from sandtable.kernel.reading import Reader, Term, fault
from sandtable.kernel.words import LANGUAGES, catalogue

GAME = sandtable.load("tuareg")
SEATS = {"seats": [{"hand": {"gold": 1}}, {"hand": {"gold": -2}}]}


def refused(ask: Any) -> BadPosition:
    with pytest.raises(BadPosition) as error:
        ask()
    return error.value


def test_a_reader_knows_its_place() -> None:
    error = refused(lambda: Reader(GAME, SEATS)["seats"][1]["hand"]["gold"].number(0, 9))
    assert (error.code, error.place, error.key) == ("NUMBER", "seats.1.hand.gold", None)
    assert error.values == {"low": 0, "high": 9, "value": "-2"}
    assert str(error) == error.words["en"] == "seats.1.hand.gold: a whole number from 0 to 9 is needed, not -2."
    assert error.words["de"] == "seats.1.hand.gold: Hier gehört eine ganze Zahl von 0 bis 9 hin, nicht -2."
    assert json.loads(json.dumps(error.to_json()))["place"] == "seats.1.hand.gold"


def test_parts_have_their_key_from_the_whole() -> None:
    seats = list(Reader(GAME, SEATS)["seats"].each_seat(2))
    assert refused(lambda: seats[1]["hand"]["gold"].seat(2)).key == "seat:1"
    assert refused(lambda: seats[1]["hand"]["gold"].fail("GOODS", "pile", n=1, good=Term("gold"), most=2)).key == "pile"


VALUES = {"n": 3, "t": True, "s": "gold", "l": ["gold", "salt"], "null": None, "o": {"gold": 1}, "seats": [1, 0]}
NAMES = ("water", "gold", "salt")
GOOD = [
    (lambda r: r["n"].number(0, 3), 3),
    (lambda r: r["null"].number(0, 3, null=-1), -1),
    (lambda r: r["t"].truth(), True),
    (lambda r: r["s"].index(NAMES), 1),
    (lambda r: r["null"].index(NAMES, null=-1), -1),
    (lambda r: r["l"].indices(NAMES), [1, 2]),
    (lambda r: r["o"].counts(["gold"], 1), [1]),
    (lambda r: r["seats"].seats(2, 2, once=True), [1, 0]),
    (lambda r: r["null"].seat(2, null=-1), -1),
]
BAD = [
    (lambda r: r["n"].number(4, 9), "NUMBER"),
    (lambda r: r["t"].number(0, 9), "NUMBER"),
    (lambda r: r["null"].number(0, 9), "NUMBER"),
    (lambda r: r["n"].truth(), "TRUTH"),
    (lambda r: r["s"].index(["salt"]), "UNKNOWN_NAME"),
    (lambda r: r["l"].index(NAMES), "UNKNOWN_NAME"),
    (lambda r: r["s"].entries(), "NOT_LIST"),
    (lambda r: r["l"].entries(1), "TOO_MANY"),
    (lambda r: r["l"].entries(length=3), "LENGTH"),
    (lambda r: r["l"]["gold"], "NOT_OBJECT"),
    (lambda r: r["x"], "MISSING"),
    (lambda r: r["o"].fields(["gold", "salt"]), "MISSING"),
    (lambda r: r["o"].fields([]), "UNKNOWN_FIELD"),
    (lambda r: r["o"].counts(["gold"], 0), "NUMBER"),
    (lambda r: r["n"].seat(3), "NO_SEAT"),
    (lambda r: Reader(GAME, [1, 1]).seats(2, 2, once=True), "SEAT_TWICE"),
    (lambda r: r["l"].each_seat(3), "SEATS"),
]


@pytest.mark.parametrize(("ask", "value"), GOOD)
def test_what_is_there_is_read(ask: Any, value: Any) -> None:
    assert ask(Reader(GAME, VALUES)) == value


@pytest.mark.parametrize(("ask", "code"), BAD)
def test_what_is_wrong_is_refused(ask: Any, code: str) -> None:
    assert refused(lambda: ask(Reader(GAME, VALUES))).code == code


def test_sentences_name_things_in_their_language() -> None:
    error = fault(GAME, "LOAD", "seats.0.animals.camel1", "animal:camel1", seat=1, animal=Term("camel1"), goods=Term(("gold", "salt")))
    assert error.words["en"] == "Seat 1, camel 1: a camel cannot carry gold, rock salt in this order."
    assert error.words["de"] == "Platz 1, Kamel 1: In dieser Folge kann ein Kamel Gold, Steinsalz nicht tragen."
    assert error.values == {"seat": 1, "animal": "camel1", "goods": ("gold", "salt")}


@pytest.mark.parametrize("name", ["kernel", *sandtable.games()])
def test_faults_have_the_same_fields_in_all_languages(name: str) -> None:
    def fields(sentence: str) -> set[str | None]:
        return {field for _, field, _, _ in string.Formatter().parse(sentence) if field}

    texts = [(catalogue(language, name) if name == "kernel" else sandtable.load(name).words(language))["faults"] for language in LANGUAGES]
    assert all(text.keys() == texts[0].keys() for text in texts)
    assert all(fields(text[code]) == fields(texts[0][code]) for text in texts for code in text)


@pytest.mark.parametrize("name", sandtable.games())
def test_every_game_refuses_with_all_parts(name: str) -> None:
    """Another game, a view, an option that does not exist, nonsense in any field."""
    game = sandtable.load(name)
    state = game.new(game.players[0], 1)
    position = state.position()
    assert refused(lambda: game.position({**position, "game": "chess"})).code == "OTHER_GAME"
    assert refused(lambda: game.position(state.view(0))).code == "A_VIEW"
    options = copy.deepcopy(position["options"])
    options[next(iter(options))] = "perhaps"
    error = refused(lambda: game.position({**position, "options": options}))
    assert (error.code, error.place) == ("UNKNOWN_OPTION", "options")
    for key in position:
        if key in ("game", "options", "events"):
            continue
        error = refused(lambda: game.position({**position, key: {"x": "y"}}))  # noqa: B023
        assert error.code.isupper()
        assert error.words.keys() == set(LANGUAGES)
        assert all(error.words.values())
        assert json.dumps(error.to_json())


@pytest.mark.parametrize("name", sandtable.games())
def test_every_fault_has_words_and_every_sentence_a_fault(name: str) -> None:
    source = ast.parse(Path(import_module(f"{sandtable.load(name).package}.reading").__file__ or "").read_text("utf-8"))
    texts = {node.value for node in ast.walk(source) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    codes = {text for text in texts if re.fullmatch(r"[A-Z][A-Z_0-9]+", text)}
    own, shared = set(sandtable.load(name).words("en")["faults"]), set(catalogue("en", "kernel")["faults"])
    assert codes <= own | shared | {"_OF_TWO"}
    assert {code.removesuffix("_OF_TWO") for code in own} <= codes
