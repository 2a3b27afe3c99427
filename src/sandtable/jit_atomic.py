"""Numbers in an int64 array that compiled code on several threads reads and changes, each reading as it is at that moment."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import COMPILED

Ints = NDArray[np.int64]


def read(numbers: Ints, at: int) -> int:
    """What the number is now."""
    return int(numbers[at])


def write(numbers: Ints, at: int, value: int) -> None:
    """Sets the number; whoever reads it also finds all that was written before."""
    numbers[at] = value


def add(numbers: Ints, at: int, value: int) -> int:
    """Adds to the number; returns what it was before."""
    before = int(numbers[at])
    numbers[at] += value
    return before


if COMPILED:
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    WORD = 8

    def _place(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        """Where the number lies."""
        array = context.make_array(signature.args[0])(context, builder, args[0])
        at = context.cast(builder, args[1], signature.args[1], types.intp)
        return cgutils.get_item_pointer(context, builder, signature.args[0], array, [at])  # type: ignore[no-untyped-call]

    def _value(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.cast(builder, args[2], signature.args[2], types.int64)

    @intrinsic
    def read(typing: Any, numbers: Any, at: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.load_atomic(_place(context, builder, signature, args), "acquire", WORD)

        return types.int64(numbers, at), code

    @intrinsic
    def write(typing: Any, numbers: Any, at: Any, value: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            value = _value(context, builder, signature, args)
            builder.store_atomic(value, _place(context, builder, signature, args), "release", WORD)
            return context.get_dummy_value()

        return types.void(numbers, at, value), code

    @intrinsic
    def add(typing: Any, numbers: Any, at: Any, value: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            value = _value(context, builder, signature, args)
            return builder.atomic_rmw("add", _place(context, builder, signature, args), value, "seq_cst")

        return types.int64(numbers, at, value), code
