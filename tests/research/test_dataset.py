"""Datasets: complete, reproducible, resumable."""

import json
import shutil
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

import sandtable
from sandtable import State
from sandtable.cli import app
from sandtable.cli.errors import BadInput
from sandtable.research import encoding
from sandtable.research.dataset import BadDataset, Dataset, Plan, begin, make_part, part_file, save_part
from sandtable.research.workers import on_threads
from tests.research.tables import GAMES

SEED = bytes(16).hex()


def plan(name: str = "tuareg", games: int = 5, **changes: object) -> Plan:
    game = sandtable.load(name)
    players = game.players[-1]
    values = {"game": name, "players": players, "options": game.check_options(players, {}), "seed": SEED, "games": games}
    return Plan(**{**values, "games_per_part": 2, **changes})


def write(folder: Path, chosen: Plan, threads: int = 1) -> Dataset:
    for part, content in on_threads(lambda part: make_part(chosen, part), begin(folder, chosen), threads):
        save_part(folder, part, content)
    return Dataset(folder)


@pytest.mark.parametrize("name", GAMES)
def test_rows_are_whole_games_decision_by_decision(name: str, tmp_path: Path) -> None:
    """Every row's action is legal in its state and leads to the next row's state; outcomes are those of the finished game."""
    data, code = write(tmp_path / "d", plan(name, games=3)), encoding(name)
    rows = 0
    for batch in data.batches(10_000):
        rows += len(batch)
        for game in np.unique(batch.games):
            at = np.flatnonzero(batch.games == game)
            assert batch.numbers[at].tolist() == list(range(len(at)))
            for i, follows in zip(at, [*at[1:], None], strict=True):
                state = State(code.game, batch.states[i : i + 1].copy(), bytes(16))
                assert state.seat == batch.seats[i]
                assert batch.masks[i].tolist() == state.mask.tolist()
                assert batch.observations[i].tolist() == code.observe(state, int(batch.seats[i])).tolist()
                assert batch.masks[i, batch.actions[i]]
                states = batch.states[i : i + 1].copy()
                code.loops.play_one(states, int(batch.actions[i]), np.empty(code.num_actions, np.int64), np.zeros(8, np.float32))
                if follows is not None and not state.reveals(int(batch.actions[i])):
                    assert position(code, states) == position(code, batch.states[follows : follows + 1])
            last = at[-1]
            assert np.abs(batch.rewards[last].sum()) < 1e-5
            assert batch.outcomes[last] == batch.rewards[last, batch.seats[last]]
            assert (batch.scores[at] == batch.scores[last]).all()
    assert rows == len(data)
    assert {int(game) for batch in data.batches() for game in batch.games} == set(range(3))


def position(code: object, states: np.ndarray) -> dict:
    return code.game.write_position(states[0])


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset that nobody changes."""
    folder = tmp_path_factory.mktemp("dataset") / "whole"
    write(folder, plan(), threads=2)
    return folder


def test_a_stopped_run_is_taken_up_again_with_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    assert begin(broken, plan()) == [0, 1, 2]
    save_part(broken, 1, make_part(plan(), 1))
    assert begin(broken, plan()) == [0, 2]
    (broken / ".part-00000.parquet.99").write_bytes(b"half")
    assert len(Dataset(broken)) < len(Dataset(whole))
    write(broken, plan())
    for part in range(3):
        assert part_file(broken, part).read_bytes() == part_file(whole, part).read_bytes()


def test_more_games_may_be_added_but_nothing_else_changed(tmp_path: Path) -> None:
    folder = tmp_path / "d"
    write(folder, plan(games=4))
    assert begin(folder, plan(games=8)) == [2, 3]
    for other in (plan(games=8, seed="11" * 16), plan(games=8, players=2), plan("targui", games=8), plan(games=8, games_per_part=4)):
        with pytest.raises(BadDataset, match="was made with"):
            begin(folder, other)
    with pytest.raises(BadDataset, match="games = 8, not 4"):
        begin(folder, plan(games=4))


def test_shuffled_batches_hold_the_same_rows(whole: Path) -> None:
    data = Dataset(whole)

    def rows(shuffle: int | None) -> list[tuple[int, int]]:
        return [(int(g), int(n)) for batch in data.batches(100, shuffle) for g, n in zip(batch.games, batch.numbers, strict=True)]

    assert rows(1) != rows(None)
    assert rows(1) == rows(1) != rows(2)
    assert sorted(rows(1)) == rows(None)


def test_bots_can_play(tmp_path: Path) -> None:
    chosen = plan(games=2, players=2, bot="greedy")
    assert make_part(chosen, 0) == make_part(chosen, 0)
    batch = next(write(tmp_path / "d", chosen).batches(10**6))
    assert set(batch.games.tolist()) == {0, 1}
    assert all(batch.masks[i, action] for i, action in enumerate(batch.actions))
    dull = next(write(tmp_path / "r", plan(games=2, players=2)).batches(10**6))
    assert batch.scores.mean() > dull.scores.mean()


def test_a_folder_that_is_no_dataset_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadDataset, match="not a dataset"):
        Dataset(tmp_path)
    (tmp_path / "dataset.json").write_text("{")
    with pytest.raises(BadDataset, match="cannot be read"):
        Dataset(tmp_path)
    (tmp_path / "dataset.json").write_text('{"format": 99}')
    with pytest.raises(BadDataset, match="format 1 or 2"):
        Dataset(tmp_path)
    (tmp_path / "dataset.json").write_text(json.dumps({**plan().to_json(), "rules": 0}))
    with pytest.raises(BadDataset, match="other rules"):
        Dataset(tmp_path)


def test_the_command_writes_resumes_and_refuses(tmp_path: Path) -> None:
    run, folder = CliRunner(), tmp_path / "d"
    command = ["dataset", "tuareg", "--games", "6", "--per-file", "3", "--out", str(folder), "--cores", "2"]
    first = run.invoke(app, command)
    assert first.exit_code == 0, first.output
    assert "6 games of Tuareg in 2 files" in first.output
    before = part_file(folder, 1).stat().st_mtime_ns
    assert run.invoke(app, command).exit_code == 0
    assert part_file(folder, 1).stat().st_mtime_ns == before
    refused = run.invoke(app, [*command, "--players", "5"])
    assert isinstance(refused.exception, BadInput)
    assert "choose another folder" in str(refused.exception)
    assert len(Dataset(folder)) > 1000
    assert "there are: random, greedy" in str(run.invoke(app, [*command, "--bot", "genius"]).exception)


def test_folders_of_format_1_are_still_read(whole: Path, tmp_path: Path) -> None:
    """They have a JSON file beside the parts and no names of actions."""
    folder = tmp_path / "d"
    shutil.copytree(whole, folder)
    chosen, count = plan(), len(Dataset(whole))
    (folder / "description.parquet").unlink()
    (folder / "dataset.json").write_text(json.dumps({**chosen.to_json(), "format": 1}))
    for file in folder.glob("part-*.parquet"):
        pq.write_table(pq.read_table(file).drop_columns("action_name"), file)
    assert sum(len(batch) for batch in Dataset(folder).batches()) == count
    with pytest.raises(BadDataset, match="format = 1, not 2"):
        begin(folder, chosen)


def test_every_tool_reads_the_folder_as_it_is(tmp_path: Path) -> None:
    """pandas, polars, pyarrow and DuckDB; names of actions, and on wish what was known, are columns."""
    import duckdb
    import pandas
    import polars
    import pyarrow.dataset

    folder = tmp_path / "games"
    data = write(folder, plan(games=3, games_per_part=3, observations=True))
    whole = next(data.batches(10**6))
    assert {file.suffix for file in folder.iterdir()} == {".parquet"}
    names = [data.encoding.game.actions[action].text for action in whole.actions.tolist()]
    frames = (pandas.read_parquet(folder), polars.read_parquet(folder), pyarrow.dataset.dataset(folder).to_table().to_pandas())
    for frame in frames:
        assert sorted(frame["action_name"].to_numpy().tolist()) == sorted(names)
        assert len(frame["observation"][0]) == data.encoding.size
        assert len(frame["mask"][0]) == data.encoding.num_actions
    assert (np.stack(frames[0].sort_values(["game", "number"])["observation"]) == whole.observations).all()
    counted = duckdb.sql(f"SELECT action_name, count(*) FROM '{folder}/*.parquet' GROUP BY ALL").fetchall()
    assert dict(counted) == {name: names.count(name) for name in names}
    card = (tmp_path / "games.md").read_text("utf-8")
    assert all(f"| `{name}` |" in card for name in frames[0].columns)
