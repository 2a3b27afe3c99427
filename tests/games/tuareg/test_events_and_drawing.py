"""Events, sentences and the table as text."""

import random

import pytest
from rich.text import Text

from sandtable.games.tuareg.sentences import TELLERS
from sandtable.kernel.words import LANGUAGES, fill

from .build import GAME, play, table

NAMES = ["Ada", "Ben", "Cleo", "Dora", "Emil"]


def test_every_event_is_told_in_both_languages() -> None:
    """Random games show every kind of event and every sentence, to players and spectators."""
    told: set[str] = set()
    sentences: dict[str, set[str]] = {language: set() for language in LANGUAGES}
    for seed in range(40):
        players = 2 + seed % 4
        state, rng = GAME.new(players, seed=seed), random.Random(seed)
        while not state.over:
            before = state.event_count
            state.play(rng.choice(state.legal))
            for seat in (0, None):
                for event in state.events(before, seat):
                    told.add(event["event"])
                    for language, found in sentences.items():
                        text = GAME.sentence(event, language, NAMES)
                        assert text[-1] == "."
                        assert "{" not in text
                        found.add(text)
        assert any(event["event"] == "game_ends" and event["scores"] == state.scores for event in state.events())
    assert told | {"dealt"} == {name for name, _ in TELLERS.values()}
    assert len(sentences["en"]) > 500


@pytest.mark.parametrize(
    ("seat", "english", "german"),
    [
        (0, "Ada hides water from the hand in cave 1.", "Ada versteckt Wasser aus der Hand in Höhle 1."),
        (1, "Ada hides a hand card in cave 1.", "Ada versteckt eine Handkarte in Höhle 1."),
    ],
)
def test_sentences(seat: int, english: str, german: str) -> None:
    """What one sees is what one is told (17a)."""
    state = table({"hand": "W", "caves": [""]}).play("hide_hand 1 water")
    event = state.events(seat=seat)[-1]
    assert GAME.sentence(event, "en", NAMES) == english
    assert GAME.sentence(event, "de", NAMES) == german


def test_the_course_of_a_purchase() -> None:
    """Every card of a payment is told."""
    state = play(table({"hand": "M", "camels": ["G"]}), "buy donkey", "pay_hand millet", "pay_animal camel1", "end_turn")
    assert [GAME.sentence(event, "de", NAMES) for event in state.events()] == [
        "Ada möchte kaufen: Esel.",
        "Ada bezahlt mit Hirse aus der Hand.",
        "Ada bezahlt mit Gold von Kamel 1.",
        "Ada hat gekauft: Esel (3 Dinar).",
        "Ada beendet den Zug.",
        "Ben ist am Zug.",
    ]


def test_catalogues_are_complete() -> None:
    """Every decision, option and value has words."""
    english = GAME.words("en")
    assert set(english["actions"]) == {kind.name for kind in GAME.kinds}
    for kind in GAME.kinds:
        fields = dict.fromkeys(kind.names, "x")
        assert all(fill(GAME.words(language)["actions"][kind.name], language, **fields) for language in LANGUAGES)
    for option in GAME.options:
        for value in option.values:
            assert english["options"][option.name]["values"][str(value)]


def test_the_table_as_text() -> None:
    """Stacks, hidden cards and hands are recognisable by letter; hidden things appear as backs."""
    state = table(
        {"hand": "WG", "camels": ["SSM"], "caves": ["Mg"], "thieves": [None]},
        {"hand": "SS", "donkeys": ["WG"], "maps": 1},
        market="GGM",
    )
    own = Text.from_markup(GAME.draw(state.view(0), "en")).plain
    other = Text.from_markup(GAME.draw(state.view(1), "de")).plain
    assert "S  S  M  · " in own
    assert "Hand  W   G " in own
    assert "cave 1  M  G " in own
    assert "Höhle 1  ?  G " in other
    assert "Hand  ?   ? " in other
    assert "Esel 1  W  G " in other
    assert "map ×1" in own
    for phase in (state.copy(), play(table({"hand": "W"}), "buy map"), play(table({"maps": 1}, lap=1, current=1), "pass")):
        for language in LANGUAGES:
            lines = Text.from_markup(GAME.draw(phase.position(), language)).plain.split("\n")
            assert max(map(len, lines)) <= 100
