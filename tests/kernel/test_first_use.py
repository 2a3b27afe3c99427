"""Whoever calls a game from Python for the first time is told what takes so long, and how to do it ahead."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable
from sandtable import jit
from sandtable.kernel.bind import TOLD, WHAT, say_if_new


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine on which nothing was compiled yet."""
    monkeypatch.delenv(TOLD, raising=False)
    monkeypatch.setattr(jit, "COMPILED", True)
    monkeypatch.setattr(jit, "folder", lambda package: tmp_path)
    monkeypatch.setattr(jit, "shipped", lambda package: None)
    return tmp_path


def said(source: str, capsys: pytest.CaptureFixture[str]) -> str:
    say_if_new(sandtable.load("tuareg"), Path(f"{source}.py"))
    return capsys.readouterr().err


@pytest.mark.parametrize(
    ("source", "command"), [("loops", "sandtable warm"), ("tree", "sandtable warm"), ("stepping", "python -m sandtable.research.warm")]
)
def test_it_is_said_once(source: str, command: str, cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = said(source, capsys)
    assert line.startswith("Compiling the ")
    assert "Tuareg" in line
    assert f"`{command}`" in line
    assert said(source, capsys) == ""
    assert said("fields", capsys) == ""


def test_what_is_compiled_already_is_not_told(cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rules and search that were compiled for a table say nothing about the research loops."""
    for room in ("kernel", "search"):
        (cache / f"tuareg.{room}.warm").touch()
    assert [source for source in WHAT if said(source, capsys)] == ["stepping"]


def test_who_says_so_already_is_not_interrupted(cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv(TOLD, "1")
    assert said("loops", capsys) == ""
