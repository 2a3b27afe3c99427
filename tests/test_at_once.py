"""``pytest --at-once N`` says of every test what pytest itself would say."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.at_once import FORKS

ROOT = Path(__file__).parents[1]
GOOD = """
import os
import pytest

@pytest.fixture(scope="module")
def opened():
    yield os.getpid()
    open("closed", "a").write("x")

@pytest.mark.parametrize("number", range(12))
def test_it(number, opened, tmp_path):
    assert opened == os.getpid()
    (tmp_path / "mine").write_text(str(number))
"""
BAD = """
import warnings

warnings.warn("told while it is collected")

def test_fails():
    print("what it said")
    assert 1 == 2

def test_warns():
    warnings.warn("mind the sand")
"""
ENDS = """
import os

def test_before():
    pass

def test_ends():
    os._exit(7)

def test_after():
    pass
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return tmp_path


def told(folder: Path, *options: str) -> tuple[int, str]:
    """The exit code, and what is printed."""
    command = [sys.executable, "-m", "pytest", "-p", "tests.at_once", "-p", "no:cacheprovider", "-q", *options]
    ran = subprocess.run([*command, folder], cwd=ROOT, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout + ran.stderr


def test_all_tests_run_once_and_fixtures_end(folder: Path) -> None:
    (folder / "test_good.py").write_text(GOOD.replace('"closed"', repr(str(folder / "closed"))))
    code, said = told(folder, "--at-once", "3")
    assert code == 0, said
    assert "12 passed" in said
    assert 1 <= len((folder / "closed").read_text()) <= 3, "Every process that began the module has ended it."


def test_failures_output_and_warnings_are_told(folder: Path) -> None:
    (folder / "test_bad.py").write_text(BAD)
    code, said = told(folder, "--at-once", "2")
    assert code == 1
    assert "1 failed, 1 passed, 2 warnings" in said
    assert said.count("UserWarning: told while it is collected") == 1
    assert "assert 1 == 2" in said
    assert "what it said" in said
    assert "mind the sand" in said


@pytest.mark.skipif(not FORKS, reason="a process of its own is what this is about")
def test_a_test_that_ends_its_process_has_failed_and_the_others_go_on(folder: Path) -> None:
    (folder / "test_ends.py").write_text(ENDS)
    code, said = told(folder, "--at-once", "1")
    assert code == 1
    assert "1 failed, 2 passed" in said
    assert re.search(r"ended with 7\b", said)


@pytest.mark.skipif(not FORKS, reason="alone, nothing is given away")
def test_it_stops_at_the_first_failure_if_asked(folder: Path) -> None:
    (folder / "test_bad.py").write_text(BAD + "\n".join(f"def test_{number}():\n    pass" for number in range(50)))
    code, said = told(folder, "--at-once", "1", "-x")
    assert code == 1
    assert "1 failed, 1 passed" in said, "Only the test that had been given away already is run after the one that failed."


def test_modules_that_cannot_be_loaded_are_told(folder: Path) -> None:
    (folder / "test_broken.py").write_text("import nowhere\n")
    (folder / "test_good.py").write_text(GOOD)
    code, said = told(folder, "--at-once", "2")
    assert code != 0
    assert "nowhere" in said
