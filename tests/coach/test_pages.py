"""Pictures and pages of a report."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sandtable.coach import Report, report
from sandtable.coach.plots import reliability_svg

from .conftest import QUICK, cut, game_of

SEATS = ("level2", "random", "level1")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def told() -> Report:
    """Of seats that are called by marks in words."""
    return report(cut(game_of("tuareg", SEATS), 60), depth=QUICK, names=["{0}", "{1}", "{2}"])


@pytest.fixture(scope="module")
def found(told: Report) -> Report:
    return replace(told, names=["Ann & Co", "<Ben>", "C|d"])


def test_turns_name_people(told: Report) -> None:
    said = [seat.words["en"] for seat in told.seats] + [advice.words["en"] for turn in told.turns for advice in (turn.best, turn.played)]
    assert any("{1}" in text for text in said)
    assert not any("seat 2" in text for text in said)
    assert told.names == list(SEATS)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_picture_is_sound_and_complete(found: Report, language: str) -> None:
    found = replace(found, seats=[replace(seat, name=name) for seat, name in zip(found.seats, found.names, strict=True)])
    root = ElementTree.fromstring(found.svg(language))
    words = "".join(root.itertext())
    assert all(name in words for name in found.names)
    mistakes = sum(turn.label == "mistake" for turn in found.turns)
    slips = sum(turn.label == "slip" for turn in found.turns)
    assert mistakes
    assert slips
    fills = [element.get("fill") for element in root.iter(f"{SVG}circle")]
    assert fills.count("#A3282E") == mistakes + 1  # and one in the key
    strokes = [element.get("stroke") for element in root.iter(f"{SVG}path")]
    assert strokes.count("#B07D1A") == slips + 1


def test_pictures_are_written_by_their_ending(found: Report, tmp_path: Path) -> None:
    found.save_picture(tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_text("utf-8") == found.svg()
    pytest.importorskip("matplotlib")
    found.save_picture(tmp_path / "a.png", "de")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(ValueError, match=r"\.svg or \.png"):
        found.save_picture(tmp_path / "a.jpg")


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_page_holds_every_turn(found: Report, language: str) -> None:
    lines = found.markdown(language).splitlines()
    tables = [line for line in lines if line.startswith("|")]
    assert sum(line.startswith("| ") and line.split("|")[1].strip().isdigit() for line in tables) >= len(found.turns)
    assert "\\<Ben\\>" in "\n".join(lines)
    assert any("| C\\|d |" in line for line in tables)
    assert not any("\\\\" in line for line in lines), "escaped twice"


def test_no_name_is_markup(found: Report) -> None:
    odd = replace(found, seats=[replace(seat, words={"en": "[Ann](x) <b> won."}) for seat in found.seats])
    assert "- \\[Ann\\](x) \\<b\\> won." in odd.markdown("en")


def test_languages_are_checked(found: Report) -> None:
    with pytest.raises(ValueError, match="en, de, es, fr"):
        found.markdown("nl")


def test_a_report_that_grows_can_be_shown(found: Report) -> None:
    early = replace(found, turns=found.turns[:3], turning=[], done=False, part=0.1)
    assert "10 %" in early.markdown()
    ElementTree.fromstring(early.svg())


def test_reliability_is_drawn() -> None:
    drawn = reliability_svg({"A": ([(0.1, 0.12, 0.05, 40), (0.9, 0.88, 0.1, 10)], "50"), "B": ([], "0")}, "Title & more")
    root = ElementTree.fromstring(drawn)
    assert len(list(root.iter(f"{SVG}circle"))) == 2
    assert "Title & more" in "".join(root.itertext())
