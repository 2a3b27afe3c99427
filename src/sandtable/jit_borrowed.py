"""Arrays that compiled code uses without counting who else does."""

from __future__ import annotations

from typing import Any, TypeVar

from sandtable.jit import COMPILED

Array = TypeVar("Array")


def borrowed(array: Array) -> Array:
    """The same array, for as long as whoever called with it waits. Every row that is taken of an array is counted, by an addition that all
    processors have to agree on: where several threads work, each waits for the others' at every row."""
    return array


if COMPILED:
    from numba.core import cgutils
    from numba.extending import intrinsic

    @intrinsic
    def borrowed(typing: Any, array: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            same = context.make_array(signature.args[0])(context, builder, args[0])
            same.meminfo = cgutils.get_null_value(same.meminfo.type)  # type: ignore[no-untyped-call]
            same.parent = cgutils.get_null_value(same.parent.type)  # type: ignore[no-untyped-call]
            return same._getvalue()

        return array(array), code
