"""What boards show beside the view: computed from the view alone, and true at the end of a stage."""

import pytest

import sandtable
from sandtable.games.tuareg.components import GOODS
from sandtable.games.tuareg.helps import counts, face_down, points
from tests.games.play import played

GAME = sandtable.load("tuareg")


@pytest.mark.parametrize("seed", range(6))
def test_aids_do_not_change_with_what_the_seat_cannot_know(seed: int) -> None:
    """TU-17.9: two worlds that look the same to a seat give it the same aids."""
    state = played(GAME, 2 + seed % 4, seed, 30 + 17 * seed)
    assert state.seat is not None
    told = GAME.helps(state, state.seat)
    for world in range(5):
        assert GAME.helps(state.redeal(state.seat, world), state.seat) == told


def test_a_spectator_is_told_what_lies_open() -> None:
    """TU-17.1: those who watch know less than any seat, and get no aid for decisions."""
    state = played(GAME, 3, 2, 80)
    assert state.seat is not None
    told, watched = GAME.helps(state, state.seat), GAME.helps(state, None)
    assert GAME.helps(state.redeal(None, 1), None) == watched
    assert watched["gains"] == {}
    assert all(watched["unseen"][good] >= told["unseen"][good] for good in GOODS)


@pytest.mark.parametrize("seed", range(4))
def test_unseen_goods_are_the_cards_in_places_the_seat_cannot_see(seed: int) -> None:
    """TU-17.1: what is not seen lies in the pile, in other hands, or face down."""
    state = played(GAME, 3, seed, 60 + 11 * seed)
    seat = state.seat
    assert seat is not None
    view = state.view(seat)
    hands = sum(player["hand"] for other, player in enumerate(view["seats"]) if other != seat)
    unknown = sum(card["good"] is None for player in view["seats"] for card in face_down(player))
    told = GAME.helps(state, seat)
    assert sum(told["unseen"].values()) == view["pile"] + hands + unknown
    assert sum(told["unknown"]) == unknown
    assert all(n >= 0 for n in told["unseen"].values())


def test_points_follow_the_majority_rules() -> None:
    """TU-13.6, TU-13.7, TU-13.8: the most get it all, ties one less, nobody nothing."""
    assert points([2, 1, 0], "gold") == [5, 0, 0]
    assert points([1, 1, 0], "water") == [5, 5, 0]
    assert points([0, 0], "millet") == [0, 0]


@pytest.mark.parametrize("seed", range(4))
def test_a_gain_is_what_the_decision_really_changes(seed: int) -> None:
    """TU-13.5: after a loading the counts are those the aid announced."""
    state = played(GAME, 3, seed, 40)
    seat = state.seat
    assert seat is not None
    told = GAME.helps(state, seat)["gains"]
    for action in state.legal:
        gain = told.get(str(action.id))
        if gain is None or action.kind == "pay_animal":
            continue
        after = state.copy().play(action)
        assert points(counts(after.view(seat))[gain["good"]], gain["good"])[seat] == gain["after"], action
        assert gain["good"] in GOODS
