"""Hugging Face datasets reads a folder as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.research.dataset import Dataset
from tests.commands import good


def test_a_folder_is_a_dataset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    import datasets

    good("dataset", "tuareg", "--players", "2", "--games", "6", "--per-file", "3", "--observations", "--out", tmp_path / "games")
    found = datasets.load_dataset(str(tmp_path / "games"), cache_dir=str(tmp_path / "cache"))["train"]
    assert len(found) == len(Dataset(tmp_path / "games"))
    assert {"action_name", "observation", "mask", "rewards"} <= set(found.column_names)
    assert found[0]["action_name"]
