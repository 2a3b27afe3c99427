"""Many numbers of an int16 row written at once by compiled code.

A loop over two arrays does one number at a time, because the compiler cannot know that they do not overlap: here all numbers are read
before the first is written. ``size`` must be a constant. What is too large for a row is cut off at ``MOST``.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import COMPILED, MODE, jit

Row = NDArray[np.int16]

MOST = 32_767
"""The largest number in a row."""
PLACES = 4
"""Seats that an owner may have; together their four numbers have 64 bits."""


@jit
def write_numbers(numbers: NDArray[Any], first: int, size: int, at: int, row: Row) -> None:
    """So many numbers from the first one on, counted through all rows of a table."""
    flat = numbers.reshape(numbers.size)
    for i in range(size):
        row[at + i] = min(flat[first + i], MOST)


@jit
def write_set(bits: int, size: int, at: int, row: Row) -> None:
    """A set of numbers below ``size``, at most 63, as ones and zeros."""
    for i in range(size):
        row[at + i] = (bits >> i) & 1


@jit
def write_owners(owners: NDArray[Any], first: int, size: int, seat: int, players: int, at: int, row: Row) -> None:
    """For each of so many owners (-1: nobody) four ones and zeros: is it the seat itself, its left neighbour and so on."""
    for i in range(size):
        owner = owners[first + i]
        for place in range(PLACES):
            row[at + PLACES * i + place] = place < players and owner == (seat + place) % players


if COMPILED and MODE != "checked" and sys.byteorder == "little":
    from llvmlite import ir
    from numba import types
    from numba.core.errors import TypingError
    from numba.extending import intrinsic

    SHORT, BYTE = ir.IntType(16), 1

    def _constant(size: Any) -> int:
        if not isinstance(size, types.IntegerLiteral):
            raise TypingError("The size must be a constant.")
        return int(size.literal_value)

    def _check(row: Any, *sources: Any) -> None:
        """Here numbers are written as they lie in memory, so they have to lie as is expected."""
        if not (isinstance(row, types.Array) and row.layout == "C" and row.dtype == types.int16):
            raise TypingError("The row must be contiguous, of int16.")
        for source in sources:
            if not (isinstance(source, types.Array) and source.layout == "C" and source.dtype in types.signed_domain):
                raise TypingError("The numbers must lie one after another, and have signs.")

    def _place(context: Any, builder: Any, kind: Any, array: Any, at: Any, size: int) -> Any:
        """Where so many numbers lie in an array, from number ``at`` on."""
        data = context.make_array(kind)(context, builder, array).data
        number = context.get_data_type(kind.dtype)
        there = builder.gep(builder.bitcast(data, number.as_pointer()), [at])
        return builder.bitcast(there, ir.VectorType(number, size).as_pointer())

    def _all(vector: Any, value: int) -> Any:
        return ir.Constant(vector, [value] * vector.count)

    def _everywhere(builder: Any, number: Any, size: int) -> Any:
        """A vector of so many times the same number."""
        index = ir.IntType(32)
        first = builder.insert_element(ir.Constant(ir.VectorType(number.type, size), ir.Undefined), number, index(0))
        return builder.shuffle_vector(first, first, _all(ir.VectorType(index, size), 0))

    def _store(context: Any, builder: Any, signature: Any, args: Any, values: Any) -> Any:
        """Into the row, which is the last argument, at the place before it."""
        place = _place(context, builder, signature.args[-1], args[-1], _wide(context, builder, signature, args, -2), values.type.count)
        builder.store(values, builder.bitcast(place, values.type.as_pointer()), align=BYTE)
        return context.get_dummy_value()

    def _wide(context: Any, builder: Any, signature: Any, args: Any, which: int) -> Any:
        return context.cast(builder, args[which], signature.args[which], types.int64)

    @intrinsic(prefer_literal=True)
    def write_numbers(typing: Any, numbers: Any, first: Any, size: Any, at: Any, row: Any) -> Any:
        _check(row, numbers)
        n = _constant(size)

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            start = _wide(context, builder, signature, args, 1)
            values = builder.load(_place(context, builder, signature.args[0], args[0], start, n), align=BYTE)
            width, shorts = values.type.element.width, ir.VectorType(SHORT, n)
            if width < SHORT.width:
                values = builder.sext(values, shorts)
            elif width > SHORT.width:
                most = _all(values.type, MOST)
                values = builder.trunc(builder.select(builder.icmp_signed("<", values, most), values, most), shorts)
            return _store(context, builder, signature, args, values)

        return types.void(numbers, first, size, at, row), code

    @intrinsic(prefer_literal=True)
    def write_set(typing: Any, bits: Any, size: Any, at: Any, row: Any) -> Any:
        _check(row)
        n = _constant(size)

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            wide = ir.VectorType(ir.IntType(32 if n < 32 else 64), n)
            number = _wide(context, builder, signature, args, 0)
            number = builder.trunc(number, wide.element) if n < 32 else number
            places = ir.Constant(wide, list(range(n)))  # compared with powers instead, LLVM fails on some processors for some sizes
            found = builder.and_(builder.lshr(_everywhere(builder, number, n), places), _all(wide, 1))
            return _store(context, builder, signature, args, builder.trunc(found, ir.VectorType(SHORT, n)))

        return types.void(bits, size, at, row), code

    @intrinsic(prefer_literal=True)
    def write_owners(typing: Any, owners: Any, first: Any, size: Any, seat: Any, players: Any, at: Any, row: Any) -> Any:
        _check(row, owners)
        n = _constant(size)

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            """The four numbers of an owner are one of 64 bits, with a one where the owner sits."""
            start, seat, players = (_wide(context, builder, signature, args, which) for which in (1, 3, 4))
            longs = ir.VectorType(ir.IntType(64), n)
            owner = builder.load(_place(context, builder, signature.args[0], args[0], start, n), align=BYTE)
            owner = builder.sext(owner, longs) if owner.type != longs else owner
            zero = _all(longs, 0)
            place = builder.sub(owner, _everywhere(builder, seat, n))
            place = builder.select(builder.icmp_signed("<", place, zero), builder.add(place, _everywhere(builder, players, n)), place)
            ones = builder.shl(_all(longs, 1), builder.mul(place, _all(longs, SHORT.width)))
            return _store(context, builder, signature, args, builder.select(builder.icmp_signed("<", owner, zero), zero, ones))

        return types.void(owners, first, size, seat, players, at, row), code
