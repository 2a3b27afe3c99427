"""What runs inside the fresh environment: rules, conformance, research and coach, in a pytest process of its own."""

from __future__ import annotations

import pytest

from tests.kalah.environment import Environment

PLAIN = ("-m", "pytest", "-v", "-p", "no:cacheprovider", "--noconftest", "-o", "addopts=")
CHAPTERS = [f"tests/kalah/installed/{name}.py" for name in ("rules", "conformance", "research", "coach")]


def test_inside(home: Environment) -> None:
    """One process for all chapters: each would load all machine code anew."""
    told = home.good(*PLAIN, *CHAPTERS)
    for chapter in CHAPTERS:
        assert f"{chapter}::" in told
    assert "PASSED" in told
    assert "SKIPPED" not in told


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["off", "checked", "wide"])
def test_all_ways_of_running_play_the_same_game(home: Environment, plain: str, mode: str) -> None:
    assert home.good(*SUITE, SANDTABLE_JIT=mode) == plain


SUITE = ("-m", "sandtable.kernel.conformance", "kalah", "31")


@pytest.fixture(scope="session")
def plain(home: Environment) -> str:
    """What the suite tells of games as they are usually run."""
    return home.good(*SUITE)
