"""Where the coach asks a game's network."""

from __future__ import annotations

import pytest

from sandtable import games, load
from sandtable.coach.perspective import Perspective
from sandtable.search.weights import shipped


@pytest.mark.parametrize("name", games())
def test_the_network_is_asked_at_the_tables_the_game_names(name: str) -> None:
    game, weights = load(name), shipped(name)
    for players in game.players:
        asked = players in game.coaching.asks_network
        _, (numbers, _, shares, _) = Perspective(game, "all").given(players)
        assert (len(numbers) > 0) == asked
        assert (shares[0] > 0) == asked
        if asked:
            assert weights is not None
            assert weights.at_table(players) is not None, "where the bots do not ask it, the coach does not either"
