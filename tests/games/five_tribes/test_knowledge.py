"""Hidden information (FT-7)."""

import random
from typing import Any

import numpy as np

from sandtable import State

from .build import GAME, at, code, play, player, position, seat

MOVE = {"a1": "Y", "b1": "YR"}


def hiding(**given: Any) -> State:
    """Seat 0 has drawn a hidden silk, seat 1 a hidden fish."""
    return at(MOVE, None, seat(hidden_silk=1, ivory=2, djinns="sloar sibittis", fakir=1, elders=2), seat(hidden_fish=1, wheat=1), **given)


def test_closed_view() -> None:
    """FT-7.1, FT-R32: others' hands and gold, and both piles, are hidden.

    Numbers of cards, discards, bag and everything on the table are not."""
    state = hiding(discard=["spice"])
    view = state.view(0)
    assert (view["seats"][0]["hand"], view["seats"][0]["gold"]) == (player(state)["hand"], 50)
    assert (view["seats"][1]["hand"], view["seats"][1]["gold"], view["seats"][1]["cards"]) == (None, None, 2)
    assert (view["pile"], view["djinn_pile"], view["discard"]) == (4, 4, ["spice"])
    assert (view["bag"], view["row"], view["tiles"]) == (state.position()["bag"], state.position()["row"], state.position()["tiles"])
    assert view["seats"][1]["seen"]["wheat"] == 1


def test_open_view() -> None:
    """FT-7.1, FT-R32: with `hands` = `open` all hands, gold and looks are shown, but not the piles."""
    state = hiding(options={"hands": "open"})
    view = state.view(None)
    assert [s["hand"] for s in view["seats"]] == [s["hand"] for s in state.position()["seats"]]
    assert [s["gold"] for s in view["seats"]] == [50, 50, 50]
    assert (view["pile"], view["djinn_pile"]) == (4, 4)
    assert play(state, "djinn sibittis EE").view(2)["turn"]["peek"] == ["jafaar", "boaz", "shamhat"]


def test_spectators() -> None:
    """FT-7.4: a spectator sees what all see, neither gold nor hands, until the end; and cannot act."""
    state = hiding()
    assert all(s["gold"] is None and s["hand"] is None for s in state.view(None)["seats"])
    assert code(state, "lift a1", seat=None) == "SPECTATOR"
    over = hiding(stage="over", seat=None, turn=None, queue=[], next_order=[0, 1, 2])
    view = over.view(None)
    assert {key: view[key] for key in over.position() if key != "seats"} == {k: v for k, v in over.position().items() if k != "seats"}
    assert view["seats"][1]["hand"] == player(over, 1)["hand"]


def test_looks_and_draws_are_private() -> None:
    """FT-7.1, FT-7.6: cards seen with Sibittis and drawn by Sloar are told to the deciding seat alone."""
    state = play(hiding(), "djinn sloar F", "djinn sibittis EE")
    assert state.view(0)["turn"]["peek"] == ["jafaar", "boaz", "shamhat"]
    assert state.view(1)["turn"]["peek"] == 3
    for asker, card, first in ((0, "fish", "jafaar"), (1, None, None), (None, None, None)):
        told = {event["event"]: event for event in state.events(seat=asker)}
        assert told["drawn"]["card"] == card
        assert told["peek"]["first"] == first
    assert all(
        code(state, what, seat=1) == "LOOK_HIDDEN" for what in ("look pile", "look djinn_pile", "look peek", "look hand 0", "look gold 0")
    )
    assert code(state, "look hand 1", seat=1) == "UNKNOWN_DECISION"


def test_seen_cards() -> None:
    """FT-7.2: cards taken openly enter `seen`, hidden draws never do.

    A discard leaves `seen` first, otherwise a hidden card has shown itself."""
    state = play(hiding(), "lift a1", "drop E yellow", "take_card 2")
    assert player(state)["seen"]["jewels"] == 1
    play(state, "sell_add ivory", "sell_add silk", "sell_set")
    me = player(state)
    assert (me["seen"]["ivory"], me["hand"]["ivory"]) == (1, 1)
    assert (me["seen"]["silk"], me["hand"]["silk"]) == (0, 0)
    state = play(hiding(options={"hands": "open"}), "djinn sloar F")
    assert (player(state)["hand"]["fish"], player(state)["seen"]["fish"]) == (1, 0)


def test_redeal() -> None:
    """FT-7.3: the pile is mixed with the hidden cards of the other seats; the own ones stay; open things stay."""
    state, generator = hiding(), np.random.default_rng(1)
    hands, piles = set(), set()
    for _ in range(200):
        world = state.redeal(0, generator)
        assert world.view(0) == state.view(0)
        assert world.position()["seats"][0] == state.position()["seats"][0]
        other = player(world, 1)
        assert other["hand"]["wheat"] >= 1
        assert sum(other["hand"].values()) == 2
        hands.add(tuple(other["hand"].items()))
        piles.add(tuple(world.position()["pile"]))
        assert sorted(world.position()["pile"] + [k for k, n in other["hand"].items() for _ in range(n)]) == sorted(
            ["fish", "fakir", "wheat", "ivory", "fish", "wheat"]
        )
    assert len(hands) == 4
    assert len(piles) > 30


def test_redeal_while_another_looks() -> None:
    """FT-7.3: while another seat decides on `keep`, its djinns are mixed with the pile; for the looker they stay."""
    state, generator = play(hiding(), "djinn sibittis EE"), np.random.default_rng(2)
    looks = {tuple(state.redeal(1, generator).position()["turn"]["peek"]) for _ in range(60)}
    assert len(looks) > 10
    assert {tuple(state.redeal(0, generator).position()["turn"]["peek"]) for _ in range(20)} == {("jafaar", "boaz", "shamhat")}
    opened = play(hiding(options={"hands": "open"}), "djinn sibittis EE")
    assert {tuple(opened.redeal(1, generator).position()["turn"]["peek"]) for _ in range(20)} == {("jafaar", "boaz", "shamhat")}


def test_redealt_worlds_along_games() -> None:
    """FT-7.3, FT-7.6: at every step of a game each seat's re-dealt world looks the same to it, and views never depend on what is hidden."""
    rng, generator = random.Random(6), np.random.default_rng(6)
    state = GAME.new(3, seed=6)
    while not state.over:
        asker = rng.choice([0, 1, 2, None])
        world = state.redeal(asker, generator)
        assert world.view(asker) == state.view(asker)
        if asker == state.seat:
            assert world.legal.ids.tolist() == state.legal.ids.tolist()
        state.play(rng.choice(state.legal.ids.tolist()))


def test_refusals_know_only_what_the_asker_knows() -> None:
    """FT-7.6: what a seat is refused does not depend on cards it cannot see."""
    p = position(MOVE, None, seat(), seat(hidden_fish=3))
    one = GAME.position(p, 1)
    p["seats"][1] = seat(hidden_fakir=3)
    two = GAME.position(p, 1)
    for action in GAME.actions:
        for asker in (0, 1, 2):
            assert code(one, action.text, asker) == code(two, action.text, asker)
