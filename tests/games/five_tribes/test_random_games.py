"""Laws that hold in every game (FT-9.12, FT-9.13)."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from sandtable.games.five_tribes.components import CAMELS, CARD_COUNTS, CARDS, COLOURS, DJINNS, MEEPLE_COUNTS
from sandtable.kernel import seeds
from sandtable.kernel.conformance import Case, check_legal_is_unrefused

from .build import GAME

OPTIONS = [{}, {"djinn_limit": "turn", "redirect": "tile_action"}, {"neighbours": "orthogonal", "hands": "open"}]


def conserved(p: dict[str, Any]) -> None:
    tiles = list(p["tiles"].values())
    turn = p["turn"] or {}
    for i, colour in enumerate(COLOURS):
        n = sum(tile["meeples"][colour] for tile in tiles) + p["bag"][colour] + (turn.get("hand") or {}).get(colour, 0)
        n += sum(seat[{"yellow": "viziers", "white": "elders"}[colour]] for seat in p["seats"]) if i < 2 else 0
        assert n == MEEPLE_COUNTS[i]
    cards = Counter(p["row"] + p["pile"] + p["discard"])
    for seat in p["seats"]:
        cards.update(seat["hand"])
        assert seat["gold"] >= 0
        assert all(seat["seen"][card] <= seat["hand"][card] for card in CARDS)
    assert [cards[card] for card in CARDS] == list(CARD_COUNTS)
    djinns = Counter(p["djinn_row"] + p["djinn_pile"] + p["djinn_discard"] + turn.get("peek", []))
    for seat in p["seats"]:
        djinns.update(seat["djinns"])
    assert djinns == Counter(DJINNS)
    assert sum(tile["palms"] for tile in tiles) + p["palms"] == 12
    assert sum(tile["palaces"] for tile in tiles) + p["palaces"] == 10
    for number, seat in enumerate(p["seats"]):
        assert sum(tile["camel"] == number for tile in tiles) + seat["camels"] == CAMELS[p["players"]]
    if p["stage"] == "bid":
        markers = [seat for _, seat in p["bids"]] + p["bid_order"]
    else:
        markers = p["next_order"] + p["queue"]
    each = 2 if p["players"] == 2 else 1
    assert Counter(markers) == dict.fromkeys(range(p["players"]), each)
    assert p["stage"] == "over" or len(p["row"]) <= 9


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_conservation(players: int, options: dict[str, str]) -> None:
    """FT-9.12: meeples, cards, djinns, palms, palaces, camels and markers are conserved at every step; gold is never negative."""
    state, rng = GAME.new(players, seed=1, **options), random.Random(1)
    conserved(state.position())
    while not state.over:
        state.play(rng.choice(state.legal.ids.tolist()))
        conserved(state.position())


def test_derived_fields_are_true() -> None:
    """FT-9.12: heights, tile sets and owned djinns in the record always agree with the counts."""
    state, rng = GAME.new(4, seed=3), random.Random(3)
    while not state.over:
        s = state.record
        assert (s["height"] == s["meeples"].sum(axis=1)).all()
        for colour in range(5):
            assert s["present"][colour] == sum(1 << t for t in range(30) if s["meeples"][t, colour])
        for seat in range(4):
            assert s["owns"][seat] == sum(1 << d for d in s["djinns"][seat][: s["djinn_count"][seat]].tolist())
        state.play(rng.choice(state.legal.ids.tolist()))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_length_of_random_games(players: int) -> None:
    """FT-9.13: about 262 decisions with any number of players; 8.7, 11.6 or 8.9 rounds."""
    batch = GAME.batch(2000, players, seed=7)
    decisions = batch.playout()
    assert 255 < decisions.mean() < 269
    assert decisions.min() > 180
    assert decisions.max() < 460
    rounds = batch.states["rounds"].mean()
    assert abs(rounds - {2: 8.7, 3: 11.6, 4: 8.9}[players]) < 0.25


def test_every_decision_is_played_somewhere() -> None:
    """FT-6.3: in many random games every kind of decision but `no_kill`, and nearly every id is legal at some time."""
    batch = GAME.batch(1500, 4, seed=11)
    rng = np.random.default_rng(11)
    ever = np.zeros(GAME.num_actions, bool)
    while not batch.over.all():
        mask = batch.legal_mask()
        ever |= mask.any(axis=0)
        choice = np.argmax(rng.random(mask.shape) * mask, axis=1)
        batch.step(choice)
    kinds = {action.kind for action in GAME.actions} - {"no_kill"}  # too rare at random
    assert {GAME.actions[i].kind for i in np.flatnonzero(ever)} >= kinds
    assert ever.sum() > 315


@pytest.mark.parametrize("players", [2, 4])
def test_legal_is_unrefused(players: int) -> None:
    """FT-6.4, FT-6.4.11: for all 336 ids a decision is legal exactly when no refusal is found."""
    for seed in (31, 32):
        check_legal_is_unrefused(Case(GAME, players, OPTIONS[seed % 2]), seed, every=5)


def test_scores_of_a_batch() -> None:
    """FT-4.7: every game has a winner, ranks follow the points."""
    batch = GAME.batch(300, 3, seed=2)
    batch.playout()
    scores, ranks = batch.standings()
    assert (ranks.min(axis=1) == 1).all()
    assert (ranks == 1 + (scores[:, None, :] > scores[:, :, None]).sum(axis=2)).all()
    assert len(seeds.key(seeds.to_bytes(1), 0)) == 4
