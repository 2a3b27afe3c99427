"""``pip install``, by uv wherever that can be had: it is quicker. ``make`` says to it what one would say to pip.

uv does not read pip's settings. Those that say where packages come from are handed on; whoever has settings of another kind gets pip
itself, as does everybody where uv cannot be had or fails.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
INSTALL = (*PIP, "install", "--no-compile")
"""``--no-compile``: Python compiles what it imports, which is a small part. uv does so by itself."""
FETCH = (*INSTALL, "--quiet", "--constraint", str(Path(__file__).with_name("constraints.txt")), "uv")
UV = (sys.executable, "-m", "uv", "pip", "install", "--python", sys.executable, "--index-strategy", "unsafe-best-match")
"""The best version of all places, as pip does it; by itself uv stays with the first place that knows a package."""
PARTS = ("global.", "install.", ":env:.")
"""Where pip has its settings from; the last one counts."""
PLACES = {
    "index-url": "--default-index",
    "extra-index-url": "--index",
    "find-links": "--find-links",
    "trusted-host": "--allow-insecure-host",
}
VARIABLES = {"cert": "SSL_CERT_FILE", "proxy": "ALL_PROXY"}
OF_NO_MATTER = {
    *("cache-dir", "config-file", "default-timeout", "disable-pip-version-check", "no-cache-dir", "no-color", "no-input"),
    *("progress-bar", "quiet", "require-virtualenv", "retries", "root-user-action", "timeout", "verbose"),
}
"""Settings that do not change what is installed."""


def settings() -> dict[str, str]:
    """Pip's own, from its files and the environment."""
    listed = subprocess.run([*PIP, "config", "list"], capture_output=True, text=True, check=True).stdout
    found = [line.partition("=") for line in listed.splitlines()]
    return {name.removeprefix(part): ast.literal_eval(value) for part in PARTS for name, _, value in found if name.startswith(part)}


def for_uv(chosen: dict[str, str]) -> tuple[list[str], dict[str, str]] | None:
    """The same in uv's words and variables; nothing where it has no words for them."""
    if set(chosen) - OF_NO_MATTER - set(PLACES) - set(VARIABLES):
        return None
    words = [word for name, option in PLACES.items() for place in chosen.get(name, "").split() for word in (option, place)]
    return words, {variable: chosen[name] for name, variable in VARIABLES.items() if name in chosen}


def by_uv(words: list[str]) -> bool:
    """Whether uv has installed it."""
    told = for_uv(settings())
    if told is None or (find_spec("uv") is None and subprocess.run(FETCH, check=False).returncode):
        return False
    places, variables = told
    return subprocess.run([*UV, *places, *words], env={**variables, **os.environ}, check=False).returncode == 0


if __name__ == "__main__":
    if not by_uv(sys.argv[1:]):
        print("This goes without uv, which takes longer …", flush=True)
        sys.exit(subprocess.run([*INSTALL, *sys.argv[1:]], check=False).returncode)
