"""Events and their words."""

import random

from sandtable.games.targui.events import FACTS
from sandtable.kernel.words import LANGUAGES
from tests.games.targui.build import GAME, desert

NAMES = ["Ann", "Ben", "Cid", "Dua"]


def all_events() -> list[dict[str, object]]:
    told = []
    for players in (2, 3, 4):
        state = GAME.new(players, seed=players, money_limit=True)
        rng = random.Random(players)
        while not state.over:
            state.play(rng.choice(state.legal.ids.tolist()))
        told += state.events()
    told += GAME.new(2, seed=1, conquest_only=True, fates=[1]).play("settle 20").play("settle 13").events()
    state = desert(3, homes={"yellow": 47}, fields={47: ("yellow", 1), 46: ("red", 3)}, cards={46: "oasis"}, pack=["yellow", "green", 8])
    state.play("attack 46 E", chance=[6]).play("amount 1").play("end_turn")
    told += state.events()
    ended = desert(2, conquest_only=True, fates=[1], last_round=True, round=7, fate=1, pack=["yellow"])
    told += ended.play("end_turn").play("end_turn").events()
    return told


def test_every_event_is_told_with_its_facts() -> None:
    """TG-D8: exactly the events of the table, each with exactly its facts, players as colours."""
    events = all_events()
    assert {event["event"] for event in events} == set(FACTS)
    for event in events:
        facts = set(event) - {"place", "decision", "event"}
        assert facts == set(FACTS[str(event["event"])])
        if "colour" in facts:
            assert event["colour"] in ("blue", "red", "green", "yellow")
    assert [event["place"] for event in desert(2).play("end_turn").events()] == [0, 1]


def test_every_event_has_words() -> None:
    """TG-D8: a sentence in both languages, with the names of the seats."""
    for event in all_events():
        for language in LANGUAGES:
            sentence = GAME.sentence(event, language, NAMES)
            assert sentence.endswith((".", "!"))
            assert "{" not in sentence
            assert "None" not in sentence
    state = desert(2, fields={1: ("green", 5), 2: ("yellow", 0)}).play("march 1 E").play("amount 1")
    event = state.events()[-1]
    assert GAME.sentence(event, "en", ["Ann", "Ben"]) == "Ann marches from field 1 to field 2, which belonged to Ben: 1 camel."
    assert GAME.sentence(event, "de", ["Ann", "Ben"]) == "Ann zieht von Feld 1 nach Feld 2, das Ben gehörte: 1 Kamel."


def test_every_sentence_is_used() -> None:
    """TG-D8: no sentence is left over."""
    from sandtable.games.targui.sentences import variant

    used = {variant(event) for event in all_events()}
    short = {"event": "income", "colour": "blue", "land": 4, "due": 4, "paid": 1}
    lost = {**short, "due": 0, "paid": 0}
    none = {"event": "fate_money", "number": 15, "colour": "blue", "change": 0}
    shared = {"event": "game_over", "reason": "rounds", "winners": ["green", "yellow"]}
    alone = {"event": "game_over", "reason": "conquest", "winners": ["green"]}
    marched = {"event": "marched", "taken_from": "green"}
    advanced = {"event": "advanced", "taken_from": None}
    used |= {variant(event) for event in (short, lost, none, shared, alone, marched, advanced)}
    assert used == set(GAME.words("en")["events"])
