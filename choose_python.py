"""Which Python of this machine ``make`` installs everything for: the usual one, unless another one is much quicker.

A Python that somebody compiled without profile-guided optimisation (pyenv does so by default) takes half as long again for a loop as the
one of most distributions, and a fifth to a fourth longer to start and to compile the games. So what is new enough and can make
environments is timed, for half a second each. Prints its path; says on standard error why, if it is not the usual one. ``make PYTHON=…``
asks nobody.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

OLDEST, NEWEST = (3, 11), (3, 14)
MUCH = 1.2
"""So many times as quick is worth not being the usual one; less may be chance."""
NAMES = ["python3", *(f"python3.{minor}" for minor in range(OLDEST[1], NEWEST[1] + 1))]
PROBE = """
import importlib.util, json, sys, sysconfig, time
class Purse:
    def __init__(self, coins):
        self.coins = coins
    def with_more(self, coins):
        return Purse(self.coins + coins)
def once():
    began, purse = time.process_time(), Purse(0)
    for i in range(10_000):
        purse = purse.with_more(len({"a": i, "b": (i, purse.coins)}))
    return time.process_time() - began
ripe = sys.implementation.name == "cpython" and sys.version_info.releaselevel == "final"
locked = not sysconfig.get_config_var("Py_GIL_DISABLED")
able = ripe and locked and all(map(importlib.util.find_spec, ("venv", "ensurepip", "ssl", "sqlite3")))
print(json.dumps([sys._base_executable, sys.version_info[:2], able, min(once() for _ in range(10))]))
"""
ROUNDS = 6
"""Each is asked so often, by turns: a machine is quicker at one moment than at another."""


class Found(NamedTuple):
    path: str
    version: tuple[int, int]
    able: bool
    """Can it make environments that all of ours can be installed into?"""
    seconds: float


def found() -> list[Found]:
    """Every Python on the path, once; the usual one first."""
    pythons: dict[str, Found] = {}
    for name in NAMES:
        for folder in os.environ.get("PATH", "").split(os.pathsep):
            if os.path.isfile(os.path.join(folder, name)):
                python = asked(Path(folder, name))
                if python is not None:
                    pythons.setdefault(os.path.realpath(python.path), python)
    return list(pythons.values())


def timed(pythons: list[Found]) -> list[Found]:
    """With the least time of several rounds."""
    for _ in range(ROUNDS - 1 if len(pythons) > 1 else 0):
        pythons = [min(one, asked(Path(one.path)) or one, key=lambda found: found.seconds) for one in pythons]
    return pythons


def asked(python: Path) -> Found | None:
    """What it says of itself; nothing if it does not work (a shim of a version manager for what is not installed)."""
    try:
        run = subprocess.run([python, "-c", PROBE], capture_output=True, text=True, check=True, timeout=60)
        path, version, able, seconds = json.loads(run.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return Found(path, (version[0], version[1]), able, seconds)


def chosen(pythons: list[Found]) -> Found | None:
    """The first that will do, or one that is much quicker; none if none will do."""
    good = [python for python in pythons if python.able and OLDEST <= python.version <= NEWEST]
    if not good:
        return None
    usual, quickest = good[0], min(good, key=lambda python: python.seconds)
    return quickest if quickest.seconds * MUCH < usual.seconds else usual


def why(usual: Found, python: Found) -> str:
    """What the usual one lacks."""
    if not usual.able or not OLDEST <= usual.version <= NEWEST:
        return f"since {usual.path} is too old, too new, or cannot make environments"
    return f"{usual.seconds / python.seconds:.1f} times as quick as {usual.path}"


def main() -> None:
    pythons = timed(found())
    python = chosen(pythons)
    if python is None:
        print("python3")
        return
    if python is not pythons[0]:
        print(f"Using {python.path}, {why(pythons[0], python)} (make PYTHON=… takes another).", file=sys.stderr)
    print(shlex.quote(python.path))


if __name__ == "__main__":
    main()
