"""The browser's types are those of the server."""

from __future__ import annotations

import sys
from pathlib import Path

from sandtable.server.openapi import document

ROOT = Path(__file__).parents[2]
WRITTEN = ROOT / "web" / "src" / "api.d.ts"


def test_the_types_of_the_web_app_are_current() -> None:
    sys.path.insert(0, str(ROOT))
    from hatch_build import fingerprint

    first = WRITTEN.read_text("utf-8").partition("\n")[0]
    assert first == f"// {fingerprint(document())}", "Run `python hatch_build.py types`."
