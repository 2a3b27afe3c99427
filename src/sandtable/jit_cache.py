"""Where numba keeps our machine code: in folders whose names cover the sources, so that it fits every copy of them.

numba itself names its files after the path of a source and the time it was written: a second checkout, a new environment or a wheel would
compile everything again. Here only the module and the function count; ``jit.fingerprint`` answers for the rest. What came with the wheel
(``machine_code``) is looked up first; it is read, never written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

try:
    import fcntl
except ImportError:  # Windows: two processes that compile may overwrite each other's entries
    fcntl = None  # type: ignore[assignment]


class _Folder(_CacheLocator):
    """A given folder, for one function."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._folder = folder
        self._function = f"{function.__module__}-{function.__code__.co_firstlineno}"

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return self._function


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Nobody else writes into this folder (where the system, and the disk, have such locks)."""
    if fcntl is None:
        yield
        return
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "writing.lock").open("w") as file:
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield
        finally:  # closing is not enough: a process that was forked meanwhile holds the file too
            with suppress(OSError):
                fcntl.flock(file, fcntl.LOCK_UN)


def kept_in(folder: Path, function: Callable[..., Any]) -> FunctionCache:
    """The cache of a function; a folder holds the functions of one package, or of one package as one game uses it."""

    class Files(CompileResultCacheImpl):
        def __init__(self, function: Callable[..., Any]) -> None:
            self._locator = _Folder(function, folder)
            self._filename_base = self.get_filename_base(function.__qualname__, "")  # type: ignore[no-untyped-call]

        def reduce(self, compiled: Any) -> Any:
            """Without the annotated source, which nobody reads and which names folders of this machine."""
            parts = list(super().reduce(compiled))  # type: ignore[no-untyped-call]
            parts[TYPE_ANNOTATION] = ""
            return tuple(parts)

    class Kept(FunctionCache):
        _impl_class = Files

        def load_overload(self, signature: Any, target: Any) -> Any:
            """Nothing, as if it had never been kept, where something is gone that it needs, or where it is another one: two processes may
            have written at once where the system has no locks."""
            try:
                found = super().load_overload(signature, target)  # type: ignore[no-untyped-call]
            except LookupError:
                return None
            return found if found is None or tuple(found.signature.args) == tuple(signature) else None

        def save_overload(self, signature: Any, compiled: Any) -> None:
            """One process at a time: what the index says is read, added to and written again."""
            with _alone(folder):
                super().save_overload(signature, compiled)  # type: ignore[no-untyped-call]

    return Kept(function)  # type: ignore[no-untyped-call]


TYPE_ANNOTATION = 6
"""Its place among what numba keeps of a compiled function."""


def shipped_first(kept: Any, shipped: Any, level: str) -> Any:
    """Makes ``kept`` look into ``shipped``, machine code of a level of processors, before it looks into its own folder."""
    own_key, load = shipped._index_key, kept.load_overload

    def key_of_level(signature: Any, codegen: Any) -> Any:
        """As numba's, but the processor that the code was built for is a level, not this one."""
        what, processor, sources = own_key(signature, codegen)
        return what, (processor[0], level, ""), sources

    def load_overload(signature: Any, target: Any) -> Any:
        found = shipped.load_overload(signature, target)
        return load(signature, target) if found is None else found

    shipped._index_key = key_of_level
    kept.load_overload = load_overload
    return kept
