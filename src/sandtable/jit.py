"""The door to numba (beside it ``jit_cache``, ``jit_inner``, ``machine_code``, ``jit_atomic``, ``jit_borrowed`` and
``jit_rows``; nothing else knows it).

``SANDTABLE_JIT`` chooses how the rules run:

- ``on`` (default): compiled;
- ``off``: interpreted, for coverage and debugging; numba is not even imported;
- ``checked``: compiled with bounds checks on every index;
- ``wide``: compiled with every state field as int64, which shows a field that is too narrow.

Machine code is kept in ``<user cache>/sandtable/<package>-<fingerprint>``: that of a game in a folder of its own, that of everything shared
in the folder of ``sandtable``. The fingerprint covers the files that hold compiled functions and what they import, of the game and of what
is shared, the versions of Python, numba and NumPy, the processor and the switch. So a stale cache cannot exist, every copy of the same
sources finds the same machine code, and words, boards or another game can change without compiling anything. Folders of older fingerprints
are pruned. ``SANDTABLE_CACHE`` moves the cache elsewhere. Wheels may bring machine code along (``machine_code``).
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import stat
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from sandtable import machine_code

MODES = ("on", "off", "checked", "wide")
MODE = os.environ.get("SANDTABLE_JIT", "on")
if MODE not in MODES:
    raise SystemExit(f"SANDTABLE_JIT is {MODE!r}; it must be one of: {', '.join(MODES)}.")

COMPILED = MODE != "off"
WIDE = MODE in ("off", "wide")

# Field types of state records. Interpreted NumPy scalars do not widen as numba's do, so there every field is int64.
I8 = np.int64 if WIDE else np.int8
I16 = np.int64 if WIDE else np.int16
I32 = np.int64 if WIDE else np.int32
I64 = np.int64

KEEP_DAYS = 30
INNER = "inner"
"""The folder, beside the machine code, of what only compiled functions call."""
SHARED = "sandtable"
"""Owns the compiled functions of kernel, search and encodings."""
OWN_GAMES = f"{SHARED}.games."
COMPILED_HERE = re.compile(r"^@jit\b", re.MULTILINE)
IMPORT = re.compile(r"^\s*from\s+([\w.]+)\s+import\s+(\([^)]*\)|.*)$|^\s*import\s+([\w.]+)", re.MULTILINE)


def record(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """The dtype of a game's state: one NumPy record with named, attribute-accessible fields."""
    return np.dtype((np.record, fields))


def owner_of(module: str) -> str:
    """The package whose folder keeps a module's machine code: its game, or ``SHARED``."""
    if module.startswith(f"{SHARED}.") and not module.startswith(OWN_GAMES):
        return SHARED
    return module.rpartition(".")[0] or module


def _is_package(name: str) -> bool:
    spec = None if name == "__main__" else find_spec(name)
    return spec is not None and bool(spec.submodule_search_locations)


def root_of(package: str) -> Path:
    """The folder of a package."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"{package} is not a package; a game's rules lie in the package of the game.")
    return Path(spec.submodule_search_locations[0])


def compiled_sources(package: str) -> dict[str, Path]:
    """The modules that the machine code of a package depends on, and their files: those with compiled functions, and what they import.

    Imports are followed through the package's own project and our games; what is shared is covered by its own fingerprint."""
    known: dict[str, Path] = {}
    for project in {package.partition(".")[0], SHARED}:
        for name, path in _modules(project):
            if package == SHARED or owner_of(name) != SHARED:
                known[name] = path
    inside = (name for name in known if name == package or name.startswith(f"{package}."))
    waiting = [name for name in inside if owner_of(name) == package and COMPILED_HERE.search(known[name].read_text("utf-8"))]
    found = set(waiting)
    while waiting:
        name = waiting.pop()
        for imported in _imports(name, known[name]):
            for module in (imported, imported.rpartition(".")[0]):
                if module in known:
                    if module not in found:
                        found.add(module)
                        waiting.append(module)
                    break
    return {name: known[name] for name in sorted(found)}


def _modules(package: str) -> Iterator[tuple[str, Path]]:
    """All modules in the folder of a package and below; plain text until it is known that they are modules, which is much faster."""
    root = str(root_of(package))
    for folder, _, files in os.walk(root):
        inside = package + folder[len(root) :].replace(os.sep, ".")
        for file in files:
            if file.endswith(".py"):
                yield inside if file == "__init__.py" else f"{inside}.{file[:-3]}", Path(folder, file)


def _imports(name: str, path: Path) -> Iterator[str]:
    """What a source imports, by full names: modules, or names in them."""
    for origin, listed, plain in IMPORT.findall(path.read_text("utf-8")):
        base = origin.lstrip(".")
        up = len(origin) - len(base) - (path.name == "__init__.py")
        if origin.startswith("."):
            package = name.split(".")[: -up or None]
            base = ".".join([*package, base] if base else package)
        if plain:
            yield plain
        for part in re.sub(r"#.*", "", listed).strip("()").split(","):
            if part.strip():
                yield f"{base}.{part.split(' as ')[0].strip()}"


@cache
def fingerprint(package: str) -> str:
    """Names the machine code that belongs to the sources of a package (and to what is shared) on this machine."""
    digest = hashlib.sha256(b"" if package == SHARED else fingerprint(SHARED).encode())
    for name, path in compiled_sources(package).items():
        digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    python = ".".join(platform.python_version_tuple()[:2])  # what a function compiles from is compared by numba itself
    parts = (MODE, platform.machine(), python, version("numba"), np.__version__)
    digest.update("\0".join(parts).encode())
    return digest.hexdigest()[:20]


def _home() -> Path:
    chosen = os.environ.get("SANDTABLE_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "sandtable"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "sandtable"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "sandtable"


def folder_name(package: str) -> str:
    return f"{package}-{fingerprint(package)}"


@cache
def shipped(package: str) -> Path | None:
    """The folder of a package's machine code that came with the wheel, if it fits these sources and this machine."""
    return machine_code.shipped(folder_name(package))


@cache
def folder(package: str) -> Path:
    """The cache folder of a package's sources, created if need be; a temporary one where the user's cache cannot be written."""
    name = folder_name(package)
    try:
        target = _home() / name
        target.mkdir(parents=True, exist_ok=True)
        (target / ".used").touch()
        _prune(target)
    except (OSError, RuntimeError):  # RuntimeError: there is no home folder
        target = _temporary() / name
        target.mkdir(exist_ok=True)
    return target


def _temporary() -> Path:
    """A folder of our own among everybody's temporary files. Machine code is run as it is found: nobody else may write there."""
    if not hasattr(os, "getuid"):
        return Path(tempfile.mkdtemp(prefix="sandtable-"))
    place = Path(tempfile.gettempdir()) / f"sandtable-{os.getuid()}"
    with suppress(FileExistsError):
        place.mkdir(mode=0o700)
    found = place.lstat()
    ours = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022
    return place if ours else Path(tempfile.mkdtemp(prefix="sandtable-"))


def _prune(current: Path) -> None:
    """Removes the folders of other fingerprints that nobody used for a month."""
    limit = time.time() - KEEP_DAYS * 86_400
    for other in current.parent.iterdir():
        mark = other / ".used"
        if other != current and mark.is_file() and mark.stat().st_mtime < limit:
            shutil.rmtree(other, ignore_errors=True)


_LOCK = threading.RLock()
"""``_owner`` is everybody's: one thread at a time decorates."""


_owner: tuple[str, str] | None = None


@contextmanager
def owned_by(package: str, game: str) -> Iterator[None]:
    """Sources that are executed once per game keep each game's machine code apart."""
    global _owner
    with _LOCK:
        before, _owner = _owner, (package, game)
        try:
            yield
        finally:
            _owner = before


def jit(function: Callable[..., Any]) -> Any:
    """Compiles a rule on its first call: no GIL, no exceptions, kept on disk. No recursion, signed integers only."""
    if not COMPILED:
        return function
    import numba

    package, game = _owner or (owner_of(function.__module__), "")
    compiled: Any = numba.njit(nogil=True, error_model="numpy", boundscheck=MODE == "checked")(function)
    inner = compiled._cache
    if _is_package(package):  # scripts and notebooks are compiled anew each time
        compiled._cache, inner = (_kept(function, package, place) for place in (Path(game), Path(game, INNER)))
        compiled.kept = True  # for ``apart``
    _compile_once(compiled, inner)
    return compiled


def apart(*functions: Any) -> None:
    """These are machine code of their own, which all compiled functions that call them share: for what is long and called by many. To be
    said before anything that calls them is compiled; what is not kept on disk stays as it is."""
    for function in functions:
        if getattr(function, "kept", False):
            from sandtable.jit_inner import set_apart

            set_apart(function)


def _kept(function: Callable[..., Any], package: str, place: Path) -> Any:
    """Where a function is kept on disk: in this place of its package's folder; what came with the wheel is looked at first."""
    from sandtable.jit_cache import kept_in, shipped_first

    kept = kept_in(folder(package) / place, function)
    found, level = shipped(package), machine_code.level()
    return kept if found is None or level is None else shipped_first(kept, kept_in(found / place, function), level)


def _compile_once(dispatcher: Any, inner_cache: Any) -> None:
    """numba compiles a function anew for every integer width and every literal among its arguments; ours take int64 only."""
    from numba import types
    from numba.core.compiler_lock import global_compiler_lock

    from sandtable.jit_inner import compiling, keep_from_python

    compile_for = dispatcher.compile
    keep_from_python(dispatcher)

    def compile_wide(signature: Any) -> Any:
        wide = tuple(types.int64 if isinstance(types.unliteral(t), types.Integer) else t for t in signature)  # type: ignore[no-untyped-call]
        with global_compiler_lock, compiling(dispatcher, wide, inner_cache):
            return compile_for(wide)

    dispatcher.compile = compile_wide


unroll: Any = tuple
"""A loop over names of fields whose types differ: compiled once for each of them."""
if COMPILED:
    import numba

    unroll = numba.literal_unroll
