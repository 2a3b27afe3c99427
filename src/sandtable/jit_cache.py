"""Where numba keeps our machine code: in folders whose names cover the sources, so that it fits every copy of them.

numba itself names its files after the path of a source and the time it was written: a second checkout, a new environment or a wheel would
compile everything again. Here only the module and the function count; ``jit.fingerprint`` answers for the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator


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


def kept_in(folder: Path, function: Callable[..., Any]) -> FunctionCache:
    """The cache of a function; a folder holds the functions of one package, or of one package as one game uses it."""

    class Files(CompileResultCacheImpl):
        def __init__(self, function: Callable[..., Any]) -> None:
            self._locator = _Folder(function, folder)
            self._filename_base = self.get_filename_base(function.__qualname__, "")  # type: ignore[no-untyped-call]

    class Kept(FunctionCache):
        _impl_class = Files

    return Kept(function)  # type: ignore[no-untyped-call]
