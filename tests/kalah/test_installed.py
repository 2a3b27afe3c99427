"""What runs inside the fresh environment: rules, conformance, research, coach and server, each as a pytest process of its own."""

from __future__ import annotations

import pytest

from tests.kalah.environment import Environment

PLAIN = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--noconftest", "-o", "addopts=", "-o", "python_files=*.py")


@pytest.mark.parametrize("chapter", ["rules", "conformance", "research", "coach", "server"])
def test_inside(home: Environment, chapter: str) -> None:
    told = home.good(*PLAIN, f"tests/kalah/installed/{chapter}.py")
    assert " passed" in told
    assert "skipped" not in told


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["off", "checked", "wide"])
def test_all_ways_of_running_play_the_same_game(home: Environment, mode: str) -> None:
    suite = ("-m", "sandtable.kernel.conformance", "kalah", "31")
    assert home.good(*suite, SANDTABLE_JIT=mode) == home.good(*suite)
