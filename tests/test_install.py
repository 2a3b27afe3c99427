"""How ``make`` installs: for which Python; and uv is told what pip's settings say of where packages come from."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import install
from choose_python import Found, chosen

SETTINGS = """
[global]
index-url = https://one.example/simple
find-links = /old
[install]
extra-index-url = a
  b
"""


def test_settings_of_pip_are_told_to_uv(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("INDEX_URL", "EXTRA_INDEX_URL"):
        monkeypatch.delenv(f"PIP_{name}", raising=False)
    (tmp_path / "pip.conf").write_text(SETTINGS, "utf-8")
    monkeypatch.setenv("PIP_CONFIG_FILE", str(tmp_path / "pip.conf"))
    monkeypatch.setenv("PIP_FIND_LINKS", "/wheels")
    monkeypatch.setenv("PIP_CERT", "/certificates")
    found = install.settings()  # with what this machine has set besides
    told = install.for_uv({name: found[name] for name in ("cert", "extra-index-url", "find-links", "index-url")})
    assert told is not None
    words, variables = told
    assert words == ["--default-index", "https://one.example/simple", "--index", "a", "--index", "b", "--find-links", "/wheels"]
    assert variables == {"SSL_CERT_FILE": "/certificates"}


def test_settings_that_uv_has_no_words_for_are_left_to_pip() -> None:
    assert install.for_uv({"index-url": "https://one.example/simple", "no-binary": "numpy"}) is None
    assert install.for_uv({"timeout": "9"}) == ([], {})


USUAL = Found("usual", (3, 11), True, 0.30)


@pytest.mark.parametrize(
    ("other", "taken"),
    [
        (Found("quick", (3, 12), True, 0.20), "quick"),
        (Found("hardly quicker", (3, 12), True, 0.27), "usual"),
        (Found("without venv", (3, 12), False, 0.10), "usual"),
        (Found("too old", (3, 10), True, 0.10), "usual"),
        (Found("too new", (3, 15), True, 0.10), "usual"),
    ],
)
def test_the_usual_python_is_taken_unless_another_is_much_quicker(other: Found, taken: str) -> None:
    found = chosen([USUAL, other])
    assert found is not None
    assert found.path == taken


def test_a_python_that_is_too_old_is_not_usual() -> None:
    assert chosen([Found("old", (3, 9), True, 0.1), USUAL]) == USUAL
    assert chosen([Found("old", (3, 9), True, 0.1)]) is None


def test_make_is_told_a_python_that_works(tmp_path: Path) -> None:
    """What does not work, such as the shim of a version that is not installed, is passed over."""
    broken = tmp_path / "python3"
    broken.write_text("#!/bin/sh\necho not installed >&2\nexit 127\n")
    broken.chmod(0o755)
    folders = os.pathsep.join([str(tmp_path), str(Path(sys.executable).parent), os.environ["PATH"]])
    script = Path(install.__file__).with_name("choose_python.py")
    told = subprocess.run([sys.executable, script], env={**os.environ, "PATH": folders}, capture_output=True, text=True, check=True)
    python = told.stdout.strip()
    assert python != str(broken)
    asked = subprocess.run([python, "-c", "import sys; print(sys.version_info >= (3, 11))"], capture_output=True, text=True, check=True)
    assert asked.stdout == "True\n"
