"""The version stands in ``src/sandtable/__init__.py``; the changelog follows it. ``python -m release version 0.2.0`` sets both."""

from __future__ import annotations

import datetime
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "sandtable" / "__init__.py"
CHANGELOG = ROOT / "CHANGELOG.md"
_LINE = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)
_HEADING = re.compile(r"^## (\S+)(?: – (\d{4}-\d\d-\d\d))?$", re.MULTILINE)
UNRELEASED = "Unreleased"


def version() -> str:
    """As the program says it."""
    found = _LINE.search(SOURCE.read_text("utf-8"))
    assert found is not None
    return found[1]


def headings() -> list[str]:
    """The versions that the changelog tells of, newest first."""
    return [name for name, _ in _HEADING.findall(CHANGELOG.read_text("utf-8"))]


def notes(of: str) -> str:
    """What the changelog says about a version."""
    parts = _HEADING.split(CHANGELOG.read_text("utf-8"))
    for name, text in zip(parts[1::3], parts[3::3], strict=True):
        if name == of:
            return text.strip()
    raise SystemExit(f"CHANGELOG.md says nothing about {of}.")


def check() -> str:
    """One sentence, or ``SystemExit``: the newest version of the changelog is the program's."""
    told = [name for name in headings() if name != UNRELEASED]
    if not told or told[0] != version():
        raise SystemExit(f"The program is {version()}, the changelog tells of {told[:1]}: `python -m release version X.Y.Z` sets both.")
    waiting = f", with changes after it under “{UNRELEASED}”" if UNRELEASED in headings() else ""
    return f"{version()} in the program and in the changelog{waiting}"


def set_version(new: str) -> None:
    """Names what was unreleased after the new version, today."""
    if not re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", new):
        raise SystemExit(f"{new!r} is no version such as 0.2.0 or 0.2.0rc1.")
    text = CHANGELOG.read_text("utf-8")
    if f"## {UNRELEASED}\n" not in text:
        raise SystemExit(f"CHANGELOG.md has no section “{UNRELEASED}”: there is nothing to release.")
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    CHANGELOG.write_text(text.replace(f"## {UNRELEASED}\n", f"## {new} – {today}\n", 1), "utf-8")
    SOURCE.write_text(_LINE.sub(f'__version__ = "{new}"', SOURCE.read_text("utf-8")), "utf-8")
