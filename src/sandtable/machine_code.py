"""Machine code that came with the wheel: built by ``make wheel``, so that whoever plays compiles nothing.

It lies in ``machine_code/<level>/<package>-<fingerprint>``, laid out like the cache of ``jit``, once for each level of x86-64 processors in
``LEVELS``. Sources, Python, numba and NumPy are part of the fingerprint: where any of them differs, or the processor can do less, nothing
is found here, and the rules are compiled as ever. A checkout has no such folder.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).with_name("machine_code")

V2 = {"cx16", "popcnt", "sse3", "ssse3", "sse4.1", "sse4.2"}
V3 = V2 | {"avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe"}
LEVELS = {"x86-64-v3": V3, "x86-64-v2": V2}
"""What a processor of each level can do, in LLVM's words; the best level first."""


def runs_on(features: Mapping[str, bool], level: str) -> bool:
    """Whether a processor with these features understands machine code of this level."""
    return all(features.get(feature, False) for feature in LEVELS[level])


@cache
def level() -> str | None:
    """The best level that came with this installation and that this processor understands."""
    if not FOLDER.is_dir() or platform.machine().lower() not in ("x86_64", "amd64") or "NUMBA_CPU_NAME" in os.environ:
        return None
    from llvmlite.binding import get_host_cpu_features

    features: Mapping[str, bool] = get_host_cpu_features()
    return next((name for name in LEVELS if (FOLDER / name).is_dir() and runs_on(features, name)), None)


def shipped(name: str) -> Path | None:
    """The folder of this name (see ``jit.folder``) that came with this installation and fits this machine."""
    found = FOLDER / (level() or "") / name
    return found if level() and found.is_dir() else None
