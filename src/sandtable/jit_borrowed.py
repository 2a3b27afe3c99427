"""Arrays that compiled code uses without counting who else does."""

from __future__ import annotations

import ctypes
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import COMPILED

Array = TypeVar("Array")


def borrowed(array: Array) -> Array:
    """The same array, for as long as whoever called with it waits. Every row that is taken of an array is counted, by an addition that all
    processors have to agree on: where several threads work, each waits for the others' at every row."""
    return array


def lying_at(address: int, size: int) -> NDArray[np.int64]:
    """So many numbers that lie at this address, for as long as whoever tells it keeps them there."""
    return np.ctypeslib.as_array((ctypes.c_int64 * size).from_address(int(address)))


if COMPILED:
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic
    from numba.np.arrayobj import populate_array

    WORD = 8

    @intrinsic
    def borrowed(typing: Any, array: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            same = context.make_array(signature.args[0])(context, builder, args[0])
            same.meminfo = cgutils.get_null_value(same.meminfo.type)  # type: ignore[no-untyped-call]
            same.parent = cgutils.get_null_value(same.parent.type)  # type: ignore[no-untyped-call]
            return same._getvalue()

        return array(array), code

    @intrinsic
    def lying_at(typing: Any, address: Any, size: Any) -> Any:
        kind = types.Array(types.int64, 1, "C")

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array = context.make_array(kind)(context, builder)
            data = builder.inttoptr(args[0], array.data.type)
            width = context.get_constant(types.intp, WORD)
            populate_array(array, data, [args[1]], [width], width, None)  # type: ignore[no-untyped-call]
            return array._getvalue()

        return kind(types.int64, types.int64), code
