"""What is made of a compiled function depends on who calls it.

numba makes every function ready to be called from Python: wrappers for its arguments, an optimised copy of everything below it, machine
code. A helper deep down is optimised once for every function above it. Here there are three kinds:

- what Python calls is optimised and becomes machine code, with all helpers that it needs;
- a helper, which only compiled code calls, stays LLVM's plain representation, on disk too;
- what is compiled ``apart`` (a game's rules, which every loop calls) is machine code of its own: whoever calls it jumps there and does not
  contain it. Its name is the same in every process, so that machine code of one finds that of another (numba numbers functions and
  records as it meets them); what needs it is loaded with it.

If Python calls a helper after all, it is compiled again as everything was before.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, NamedTuple

from llvmlite import binding
from numba import _dynfunc, types  # type: ignore[attr-defined]
from numba.core.bytecode import FunctionIdentity
from numba.core.codegen import JITCodeLibrary
from numba.core.environment import lookup_environment
from numba.core.registry import cpu_target
from numba.core.targetconfig import ConfigStack

_helping: list[bool] = []
"""Functions that are being compiled, each for the one before: is it a helper? Changed by whoever holds numba's lock only."""
_apart: dict[tuple[str, str], Any] = {}
"""What is compiled apart, by module and name."""
UNNEEDED = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""What Python would call a function through."""
NEEDED = ("_optimize_final_module", "_finalize_final_module", "_finalize_dynamic_globals", "_get_module_for_linking", "add_linking_library")
ENVIRONMENT = "_ZN08NumbaEnv"
KNOWN = (
    all(hasattr(JITCodeLibrary, name) for name in NEEDED)
    and hasattr(cpu_target.target_context, "get_executable")
    and hasattr(cpu_target.target_context.codegen()._engine, "_defined_symbols")
    and hasattr(FunctionIdentity, "from_function")
    and hasattr(types.Record, "mangling_args")
    and hasattr(getattr(ConfigStack(), "_stk", None), "_stack")
)
"""Is this a numba whose inside we know? In any other one everything is compiled as it does by itself."""
HELPER, CALLED = "helper", "called"
"""What a file on disk holds."""


class Need(NamedTuple):
    """Something compiled apart that other machine code jumps to."""

    module: str
    name: str
    signature: tuple[Any, ...]
    symbol: str

    def load(self) -> None:
        """From now on it is in memory. What is there must have the name by which it is called: to jump nowhere would end the process."""
        found = _apart.get((self.module, self.name))
        if found is not None:
            found.compile(self.signature)
        if found is None or found.overloads[self.signature].fndesc.llvm_func_name != self.symbol:
            raise LookupError(f"{self.symbol} is gone.")


def set_apart(dispatcher: Any) -> None:
    """From now on this is compiled apart; but not what was loaded a second time under the same name, which is for the first to have."""
    function = dispatcher.py_func
    _apart.setdefault((function.__module__, function.__qualname__), dispatcher)


def _is_apart(function: Any) -> bool:
    found = _apart.get((function.__module__, function.__qualname__))
    return KNOWN and found is not None and found.py_func is function


def _for_compiled_code() -> bool:
    """Is what is compiled now asked for by other compiled code?"""
    return KNOWN and bool(_helping) and _helping[-1]


def _needs_no_wrappers() -> bool:
    """Is what is compiled now ours, or numba's own, and not a function of others that ours calls? Python may call that one itself."""
    flags = ConfigStack.top_or_none()
    return flags is not None and all(getattr(flags, name) for name in UNNEEDED)


def is_inner(compiled: Any) -> bool:
    """Was this made for compiled code?"""
    return getattr(compiled.library, "inner", False)


class Library(JITCodeLibrary):
    """numba's, but what is made for compiled code is neither optimised nor turned into machine code, and what is compiled apart is not
    linked into others. ``need``: what says where this one is to be found, if it is compiled apart (``apart``: it was when it was put on
    disk); ``needs``: those that this one jumps to; ``bitcode``: this one as it was on disk, for whoever contains it."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.inner = _for_compiled_code() and _needs_no_wrappers()
        self.apart, self.need = False, None
        self.needs: dict[Need, None] = {}
        self.bitcode = b""

    def add_linking_library(self, library: Any) -> None:
        if (need := getattr(library, "need", None)) is not None:
            self.needs[need] = None
            return
        self.needs.update(getattr(library, "needs", {}))
        super().add_linking_library(library)

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None and self.bitcode:
            self._shared_module = binding.parse_bitcode(self.bitcode)
        return super()._get_module_for_linking()

    def _optimize_final_module(self) -> None:
        if not self.inner:
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        for need in self.needs:
            need.load()
        if self.inner:
            self._finalize_dynamic_globals()
            self._finalized = True
        else:
            super()._finalize_final_module()

    def serialize_using_object_code(self) -> Any:
        needs = list(self.needs)
        if self.inner:
            return self.name, HELPER, (needs, self._final_module.as_bitcode())
        module = self._get_module_for_linking()
        names = [value.name for values in (module.functions, module.global_variables) for value in values if not value.is_declaration]
        return self.name, CALLED, (needs, b"" if self.need else module.as_bitcode(), names, self._get_compiled_object())

    @classmethod
    def _unserialize(cls, codegen: Any, state: tuple[str, str, Any]) -> Any:
        name, kind, data = state
        if kind not in (HELPER, CALLED):
            return super()._unserialize(codegen, state)
        library = codegen.create_library(name)
        needs, bitcode, *called = data
        library.needs, library.inner = dict.fromkeys(needs), kind == HELPER
        names, code = called or ((), b"")
        if library.inner:
            library._final_module = binding.parse_bitcode(bitcode)
        else:
            library.apart, library.bitcode = not bitcode, bitcode
            library.enable_object_caching()
            library._set_compiled_object(code)
        library._finalize_final_module()
        codegen._engine._defined_symbols.update(names)
        return library


def _use() -> None:
    """From now on numba makes libraries of ours, which are as its own wherever nothing of ours is compiled."""
    context = cpu_target.target_context
    codegen = context.codegen()
    codegen._library_class = Library
    executable, set_env, identify = context.get_executable, codegen.set_env, FunctionIdentity.from_function

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

    def identity(function: Any) -> Any:
        """By itself numba counts functions, and names each after its number."""
        found = identify(function)
        if _is_apart(function):
            found.unique_id = None
        return found

    context.get_executable, codegen.set_env = get_executable, set_env_if_known
    FunctionIdentity.from_function = staticmethod(identity)  # type: ignore[method-assign]
    types.Record.mangling_args = property(_named_by_content)  # type: ignore[method-assign,assignment]


def _named_by_content(record: Any) -> tuple[str, tuple[str, ...]]:
    """A record in the name of a function that takes it. By itself numba counts records."""
    return "Record", (sha256(record.name.encode()).hexdigest()[:16],)


@contextmanager
def compiling(dispatcher: Any, signature: tuple[Any, ...], inner_cache: Any) -> Iterator[None]:
    """While a function is compiled, or found on disk: tells what is made for Python from what is made for compiled code."""
    apart = _is_apart(dispatcher.py_func)
    _helping.append(bool(_helping) and not apart)
    flags = ConfigStack()._stk._stack if apart else []
    outer = flags[:]
    flags.clear()  # it is compiled, and so named, alike whoever asks for it
    options, cache = dispatcher._compiler.targetoptions, dispatcher._cache
    try:
        if _for_compiled_code():
            dispatcher._compiler.targetoptions, dispatcher._cache = {**options, **UNNEEDED}, inner_cache
        elif (found := dispatcher.overloads.get(signature)) is not None and is_inner(found):
            del dispatcher.overloads[signature]
        yield
    finally:
        dispatcher._compiler.targetoptions, dispatcher._cache = options, cache
        flags[:] = outer
        _helping.pop()


def keep_from_python(dispatcher: Any) -> None:
    """What is made for compiled code is not offered to Python; what is compiled apart is told where to find it."""
    add_overload, function = dispatcher.add_overload, dispatcher.py_func

    def add(compiled: Any) -> None:
        signature = tuple(compiled.signature.args)
        if is_inner(compiled):
            dispatcher.overloads[signature] = compiled
            return
        if getattr(compiled.library, "apart", False):
            set_apart(dispatcher)  # nobody has said so yet in this process
        if _is_apart(function):
            compiled.library.need = Need(function.__module__, function.__qualname__, signature, compiled.fndesc.llvm_func_name)
        add_overload(compiled)

    dispatcher.add_overload = add


if KNOWN:
    _use()
