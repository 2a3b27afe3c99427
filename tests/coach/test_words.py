"""What turns do, in words: right, in both languages, and without telling what is hidden."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sandtable
from sandtable import games, load
from sandtable.coach import whole_turns
from sandtable.coach.words import known, played, sentences, turn_words
from sandtable.kernel.coaching import Words
from sandtable.kernel.conformance import walk
from sandtable.kernel.state import State
from sandtable.kernel.words import LANGUAGES

ROOT = Path(sandtable.__file__).parent


def turn_reasons(state: State, decisions: Any, most: int = 3) -> dict[str, str]:
    """The weightiest reasons of a turn, by language."""
    turn = played(state, decisions)
    return {language: " ".join(sentences(turn, Words(language, state.game), most)) for language in LANGUAGES}


def flat(tree: Any, at: str = "") -> dict[str, str]:
    if isinstance(tree, str):
        return {at: tree}
    return {key: text for name, part in tree.items() for key, text in flat(part, f"{at}.{name}" if at else name).items()}


def catalogue(language: str) -> dict[str, str]:
    return flat(json.loads((ROOT / "locales" / language / "coach.json").read_text("utf-8")))


def test_both_languages_have_the_same_words() -> None:
    english, german = catalogue("en"), catalogue("de")
    assert english.keys() == german.keys()
    for key, text in english.items():
        assert set(re.findall(r"\{(\w+)", text)) == set(re.findall(r"\{(\w+)", german[key])), key


@pytest.mark.parametrize("name", games())
def test_every_word_a_game_asks_for_exists(name: str) -> None:
    game = load(name)
    texts = game.words("en")["coach"]
    source = (ROOT.parent / game.package.replace(".", "/") / "speech.py").read_text("utf-8")
    asked = set(re.findall(r'\bw\(\s*"([a-z_]+)"', source)) | set(re.findall(r'"((?:why|nudge|aim)_[a-z_]+)"', source))
    assert len(asked) > 15
    assert asked <= texts.keys()


@pytest.mark.parametrize("name", games())
def test_every_decision_of_random_games_has_words(name: str) -> None:
    game = load(name)
    for players in (game.players[0], game.players[-1]):
        kinds = set()
        for step, state in enumerate(walk(game.new(players, 40), random.Random(5))):
            if state.over or (step % 7 and state.legal[0].kind in kinds):
                continue
            rng = random.Random(step)
            kinds.add(state.legal[0].kind)
            turn = [rng.choice(list(state.legal))]
            for said in (turn_words(state, turn), turn_reasons(state, turn)):
                assert said.keys() == set(LANGUAGES)
                assert not any("{" in text or "None" in text for text in said.values()), said
            assert turn_words(state, turn)["en"]


@pytest.mark.parametrize("name", games())
def test_words_for_a_seat_do_not_depend_on_hidden_facts(name: str) -> None:
    game = load(name)
    generator, compared = np.random.default_rng(3), 0
    for step, state in enumerate(walk(game.new(game.players[-1], 8), random.Random(8))):
        if step % 23 or state.over:
            continue
        seat, turn = state.seat, [random.Random(step).choice(list(state.legal))]
        assert seat is not None
        world = state.redeal(seat, generator)
        compared += world.record.tobytes() != state.record.tobytes()
        assert turn_words(known(state, seat), turn) == turn_words(known(world, seat), turn)
        assert turn_reasons(known(state, seat), turn) == turn_reasons(known(world, seat), turn)
    assert compared > 3


def begun(players: int, seed: int) -> State:
    """A game of Five Tribes at the start of the first turn; everybody bid 0."""
    state = load("five-tribes").new(players, seed)
    while state.legal[0].kind == "bid":
        state.play("bid 0 0" if "bid 0 0" in state.legal else state.legal[0])
    return state


def test_a_move_of_five_tribes() -> None:
    for seed in range(1, 30):
        state = begun(2, seed)
        assert state.seat is not None
        tiles = state.position()["tiles"]
        for turn in whole_turns(state, state.seat):
            tile = tiles[turn["final"]]
            if turn["colour"] == "white" and "claims" in turn["marks"] and tile["kind"] not in ("oasis", "village"):
                said = turn_words(state, turn["texts"])
                assert said["en"] == f"{turn['count']} elders, camel on {turn['final']}"
                assert said["de"] == f"{turn['count']} Älteste, Kamel auf {turn['final']}"
                assert f"You claim {turn['final']}: {tile['vp']} points." in turn_reasons(state, turn["texts"])["en"]
                return
    pytest.fail("no such turn")


def test_a_bid_tells_its_place() -> None:
    state = load("five-tribes").new(3, 1)
    said = turn_words(state, ["bid 3 0"])
    assert (said["en"], said["de"]) == ("bid 3, first so far", "3 bieten, bisher an erster Stelle")
    state.play("bid 5 0")
    assert turn_words(state, ["bid 3 0"])["en"] == "bid 3, second so far"


def test_a_march_and_a_purchase_in_targui() -> None:
    state = load("targui").new(2, 3)
    while state.legal[0].kind == "settle":
        state.play(state.legal[0])
    march = next(action for action in state.legal if action.kind == "march")
    view = state.view(state.seat)
    home = march.args["from"]
    said = turn_words(state, [march, "amount 4", f"buy {home}", "amount 6", "end_turn"])
    assert said["en"].startswith(f"4 camels from {home} to ")
    assert said["en"].endswith(f"buy 6 camels for {home}")
    assert said["de"].endswith(f"6 Kamele für {home} kaufen")
    assert view["camels"][home] == 10


def test_an_attack_tells_its_chance_but_not_how_it_ends() -> None:
    game = load("targui")
    rng = random.Random(2)
    for state in walk(game.new(4, 9), rng):
        attack = next((action for action in state.legal if action.kind == "attack"), None) if not state.over else None
        if attack is None:
            continue
        chance = game.helps(state, state.seat)["odds"][str(attack.id)]  # type: ignore[attr-defined]
        reasons = turn_reasons(state, [attack])["en"]
        assert f"{round(100 * chance['win'])} % to win the fight" in reasons or chance["win"] > 0.99 or chance["win"] < 0.01
        assert turn_words(state, [attack])["en"].startswith("attack ")
        return
    pytest.fail("nobody could attack")


def test_a_load_in_tuareg_names_the_majority() -> None:
    state = load("tuareg").new(2, 5, start=0)
    said = turn_words(state, ["draw"])
    assert (said["en"], said["de"]) == ("draw", "nachziehen")
    state.play("draw")
    good = next(good for good, n in state.view(0)["seats"][0]["hand"].items() if n)
    state.play(f"to_market {good}").play("end_turn").play("draw")
    while state.seat == 1:
        state.play(next(a for a in state.legal if a.kind in ("to_market", "end_turn")))
    load_market = next(action for action in state.legal if action.kind == "load_market")
    assert turn_words(state, [load_market])["en"].startswith("load 1 ")
    assert "It puts you ahead in " in turn_reasons(state, [load_market])["en"]


def test_names_of_the_seats_are_used() -> None:
    position = load("tuareg").new(3, 1, start=0).position()
    position["seats"][0]["thieves"] = [None]
    position["supply"]["thief"] -= 1
    state = load("tuareg").position(position)
    for _ in range(3):  # hands are empty at the start
        state.play("draw").play(next(a for a in state.legal if a.kind == "to_market")).play("end_turn")
    steal = next(action for action in state.legal if action.kind == "steal_hand")
    seat = int(steal.args["seat"])
    assert turn_words(state, [steal], ["Ann", "Ben", "Cy"])["en"] == f"steal a card from the hand of {['Ann', 'Ben', 'Cy'][seat]}"
    assert turn_words(state, [steal])["en"] == f"steal a card from the hand of seat {seat + 1}"
