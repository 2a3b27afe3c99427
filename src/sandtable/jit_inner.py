"""Compiled functions that only other compiled functions call: most of them, and most of what numba's time goes into.

numba makes every function ready to be called from Python: wrappers for its arguments, an optimised copy of everything below it, machine
code. A helper deep down is optimised once for every function above it. Here what compiled code asks for stays LLVM's plain representation,
on disk too; only what Python calls is optimised and becomes machine code, once, with all that it needs. If Python calls such a helper after
all, it is compiled again as everything was before.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import binding
from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core.codegen import JITCodeLibrary
from numba.core.environment import lookup_environment
from numba.core.registry import cpu_target
from numba.core.targetconfig import ConfigStack

_depth = 0
"""Functions that are being compiled, each for the one before; changed by whoever holds numba's lock only."""
UNNEEDED = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""What Python would call a function through."""
NEEDED = ("_optimize_final_module", "_finalize_final_module", "_finalize_dynamic_globals", "serialize_using_bitcode")
ENVIRONMENT = "_ZN08NumbaEnv"
KNOWN = all(hasattr(JITCodeLibrary, name) for name in NEEDED) and hasattr(cpu_target.target_context, "get_executable")
"""Is this a numba whose inside we know? In any other one everything is compiled as it does by itself."""


def _for_compiled_code() -> bool:
    """Is what is compiled now asked for by other compiled code?"""
    return KNOWN and _depth > 1


def _needs_no_wrappers() -> bool:
    """Is what is compiled now ours, or numba's own, and not a function of others that ours calls? Python may call that one itself."""
    flags = ConfigStack.top_or_none()
    return flags is not None and all(getattr(flags, name) for name in UNNEEDED)


def is_inner(compiled: Any) -> bool:
    """Was this made for compiled code?"""
    return getattr(compiled.library, "inner", False)


class Library(JITCodeLibrary):
    """numba's, but what is made for compiled code is neither optimised nor turned into machine code."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.inner = _for_compiled_code() and _needs_no_wrappers()

    def _optimize_final_module(self) -> None:
        if not self.inner:
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        if not self.inner:
            super()._finalize_final_module()
            return
        self._finalize_dynamic_globals()
        self._finalized = True

    def serialize_using_object_code(self) -> Any:
        return self.serialize_using_bitcode() if self.inner else super().serialize_using_object_code()

    @classmethod
    def _unserialize(cls, codegen: Any, state: tuple[str, str, Any]) -> Any:
        name, kind, data = state
        if kind != "bitcode":
            return super()._unserialize(codegen, state)
        library = codegen.create_library(name)
        library.inner = True
        library._final_module = binding.parse_bitcode(data)
        library._finalize_final_module()
        return library


def _use() -> None:
    """From now on numba makes libraries of ours, which are as its own wherever nothing of ours is compiled."""
    context = cpu_target.target_context
    codegen = context.codegen()
    codegen._library_class = Library
    executable, set_env = context.get_executable, codegen.set_env

    def get_executable(library: Any, description: Any, environment: Any) -> Any:
        """What Python calls, with the environments of all that is in it; or something to tell a function by that Python never calls."""
        if not getattr(library, "inner", False):
            found = executable(library, description, environment)
            for name in (variable.name for variable in library._final_module.global_variables):
                if name.startswith(ENVIRONMENT) and (known := lookup_environment(name)) is not None:
                    set_env_if_known(name, known)
            return found
        return _dynfunc.make_function(description.lookup_module(), description.qualname, "", 0, environment, (library,))

    def set_env_if_known(name: str, environment: Any) -> None:
        """What is no machine code has no environment."""
        if codegen._engine.get_global_value_address(name):
            set_env(name, environment)

    context.get_executable, codegen.set_env = get_executable, set_env_if_known


@contextmanager
def compiling(dispatcher: Any, signature: tuple[Any, ...], inner_cache: Any) -> Iterator[None]:
    """While a function is compiled, or found on disk: tells what is made for Python from what is made for compiled code."""
    global _depth
    _depth += 1
    options, cache = dispatcher._compiler.targetoptions, dispatcher._cache
    try:
        if _for_compiled_code():
            dispatcher._compiler.targetoptions, dispatcher._cache = {**options, **UNNEEDED}, inner_cache
        elif (found := dispatcher.overloads.get(signature)) is not None and is_inner(found):
            del dispatcher.overloads[signature]
        yield
    finally:
        dispatcher._compiler.targetoptions, dispatcher._cache = options, cache
        _depth -= 1


def keep_from_python(dispatcher: Any) -> None:
    """What is made for compiled code is not offered to Python."""
    add_overload = dispatcher.add_overload

    def add(compiled: Any) -> None:
        if is_inner(compiled):
            dispatcher.overloads[tuple(compiled.signature.args)] = compiled
        else:
            add_overload(compiled)

    dispatcher.add_overload = add


if KNOWN:
    _use()
