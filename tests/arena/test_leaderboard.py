"""The leaderboard: all bots, one page."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from sandtable.arena import Store, leaderboard
from sandtable.arena.executors import Local
from sandtable.cli import app


def test_a_page_for_every_number_of_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A policy of one's own stands among the bots of its game; the best comes first; what was played is not played again."""
    monkeypatch.setattr(leaderboard, "DUELLISTS", ("random", "greedy"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "first_choice.py").write_text("def act(observation, mask):\n    return mask\n")
    trained = [("policy:first_choice:act", "tuareg")]
    tables = list(leaderboard.tables(["targui", "tuareg"], [2, 3], trained))
    assert [(table.game, table.players) for table in tables] == [("targui", 2), ("targui", 3), ("tuareg", 2), ("tuareg", 3)]
    assert tables[2].bots == ("random", "greedy", "policy:first_choice:act")
    store = Store(tmp_path / "board.sqlite")
    played = [leaderboard.play(tables[2], 2, store, Local(1, False))]
    assert len(played[0].results) == 6
    again = leaderboard.play(tables[2], 2, store, Local(1, False))
    assert again.results == sorted(played[0].results, key=lambda result: result.number)
    store.close()
    page = leaderboard.markdown(played, trained)
    assert "### 2 players, 6 games" in page
    assert page.index("| `greedy`") < page.index("| `random`")
    assert "| `policy:first_choice:act`" in page


def test_what_is_no_policy_is_refused() -> None:
    said = CliRunner().invoke(app, ["leaderboard", "--game", "tuareg", "--trained", "greedy"])
    assert "policy:MODULE:NAME=GAME" in str(said.exception)
