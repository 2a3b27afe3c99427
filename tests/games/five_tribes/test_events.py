"""What is told (events and their sentences)."""

import json
import random

import pytest

from sandtable.games.five_tribes.events import EVENTS
from sandtable.kernel.words import LANGUAGES

from .build import GAME, at, events, play, seat


@pytest.mark.slow
def test_every_event_is_told() -> None:
    """FT-7.1: along random games every event appears, with words in both languages for every asker."""
    seen: set[str] = set()
    said: set[tuple[int, str]] = set()
    names = ["Ann", "Bob", "Cleo", "Dan"]
    for seed in range(40):
        state, rng = GAME.new(2 + seed % 3, seed=seed, edition=("fakirs", "slaves")[seed % 2]), random.Random(seed)
        while not state.over:
            state.play(rng.choice(state.legal.ids.tolist()))
        for asker in (0, None):
            for event in state.events(seat=asker):
                seen.add(event["event"])
                facts = seed % 2, json.dumps({**event, "place": 0, "decision": 0})
                if facts in said:  # most happen again and again
                    continue
                said.add(facts)
                for language in LANGUAGES:
                    text = GAME.sentence(event, language, names)
                    assert text.endswith(".")
                    assert "{" not in text
                    if seed % 2:
                        assert "akir" not in text
    assert seen >= {name for name, _ in EVENTS} - {"no_kill", "reshuffle"}  # rare; told in test_rounds


def test_sentences() -> None:
    """FT-0.1.5: sentences name the card as the edition does."""
    state = at({"a1": "G", "b1": "G"}, row=["fakir", "gold"], options={"edition": "slaves"})
    play(state, "lift a1", "drop E green")
    told = [GAME.sentence(event, "de", ["Ann", "Bob", "Cleo"]) for event in events(state, "card")]
    assert told == ["Die Kaufleute bringen Ann einen Sklaven.", "Die Kaufleute bringen Ann einen Goldklumpen."]
    told = [GAME.sentence(event, "en", ["Ann", "Bob", "Cleo"]) for event in events(state, "lift")]
    assert told == ["Ann lifts 1 meeple from a1."]


def test_hidden_draws_have_their_own_sentence() -> None:
    """FT-7.1: a hidden draw is told without the card to others."""
    state = play(at({"a1": "Y", "b1": "YR"}, None, seat(djinns="sloar", fakir=1)), "djinn sloar F")
    for asker, text in ((0, "Sloar: Ann draws fish."), (1, "Sloar: Ann draws a card.")):
        told = [event for event in state.events(seat=asker) if event["event"] == "drawn"]
        assert [GAME.sentence(event, "en", ["Ann", "Bob", "Cleo"]) for event in told] == [text]


def test_catalogues_are_complete() -> None:
    """FT-0.1.5: every language has the words of both editions, in the same forms."""
    for language in LANGUAGES:
        fakirs, slaves = GAME.words(language)["edition"].values()
        assert fakirs.keys() == slaves.keys()
    one = GAME.words("en")
    assert set(one["actions"]) == {kind.name for kind in GAME.kinds}
    assert set(one["options"]) == {option.name for option in GAME.options}


def test_drawing() -> None:
    """FT-7.1: the table can be drawn for every seat within 100 columns; hidden things appear as counts."""
    from rich.text import Text

    state, rng = GAME.new(4, seed=12), random.Random(12)
    while True:
        if state.number % 25 == 0 or state.over:
            for language in LANGUAGES:
                drawn = Text.from_markup(GAME.draw(state.view(1), language)).plain
                assert max(map(len, drawn.split("\n"))) <= 100
                assert all(name in drawn for name in ("a1", "f5"))
        if state.over:
            break
        state.play(rng.choice(state.legal.ids.tolist()))
    assert f"{max(state.scores)}" in drawn
