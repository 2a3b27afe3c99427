"""The leaderboard: all bots, one page."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sandtable import networks
from sandtable.arena import Store, leaderboard
from sandtable.arena.executors import Local
from sandtable.cli import app


def test_everybody_sits_at_every_table() -> None:
    """All bots of the house at every number of players, a trained one in its own game."""
    trained = [("policy:first_choice:act", "tuareg")]
    tables = list(leaderboard.tables(["targui", "tuareg"], [], trained))
    assert [(table.game, table.players) for table in tables] == [
        *(("targui", players) for players in (2, 3, 4)),
        *(("tuareg", players) for players in (2, 3, 4, 5)),
    ]
    assert {table.bots for table in tables if table.game == "targui"} == {leaderboard.BOTS}
    assert {table.bots for table in tables if table.game == "tuareg"} == {(*leaderboard.BOTS, "policy:first_choice:act")}
    assert {"random", "greedy", "level1", "level2", "level3", "level4"} < set(leaderboard.BOTS)
    assert [table.players for table in leaderboard.tables(["tuareg"], [3, 5], [])] == [3, 5]


def test_a_page_from_games_that_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A policy of one's own stands among the bots of its game; the best comes first; a longer run goes on from a shorter one."""
    monkeypatch.setattr(leaderboard, "BOTS", ("random", "greedy", "level1"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "first_choice.py").write_text("def act(observation, mask):\n    return mask\n")
    trained = [("policy:first_choice:act", "tuareg")]
    (table,) = leaderboard.tables(["tuareg"], [3], trained)
    store = Store(tmp_path / "board.sqlite")
    played = leaderboard.play(table, 3, store, Local(1, False))
    assert len(played.results) == 4
    assert Counter((bot, seat) for result in played.results for seat, bot in enumerate(result.seats)) == dict.fromkeys(
        ((bot, seat) for bot in table.bots for seat in range(3)), 1
    )
    again = leaderboard.play(table, 8, store, Local(1, False))
    assert len(again.results) == 8
    assert again.results[:4] == sorted(played.results, key=lambda result: result.number)
    assert leaderboard.play(table, 8, store, Local(1, False)).results == sorted(again.results, key=lambda result: result.number)
    store.close()
    page = leaderboard.markdown([again], trained)
    assert "### 3 players, 8 games" in page
    assert page.index("| `greedy`") < page.index("| `random`")
    assert "| `policy:first_choice:act`" in page
    assert "also where it has not learned" in page
    assert "trained" not in leaderboard.markdown([again], [])
    assert "network" not in page


def test_the_page_says_which_networks_were_asked(tmp_path: Path) -> None:
    store = Store(tmp_path / "board.sqlite")
    played = leaderboard.play(leaderboard.Table("tuareg", 2, ("random", "level4@2")), 2, store, Local(1, False))
    store.close()
    assert f"`level4@2` (`{networks.load('tuareg').version}`)" in leaderboard.markdown([played], [])


def test_what_is_no_policy_is_refused() -> None:
    said = CliRunner().invoke(app, ["leaderboard", "--game", "tuareg", "--trained", "greedy"])
    assert "policy:MODULE:NAME=GAME" in str(said.exception)
