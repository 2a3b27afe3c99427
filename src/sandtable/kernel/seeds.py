"""Seeds: drawing, naming and committing to them, and the keys that come from them.

The generator of a recorded game is keyed anew before every decision with HMAC-SHA-256(seed, number of the decision). So nobody can compute
coming draws from past ones, nor from the published commitment, and one number reproduces one decision.
"""

from __future__ import annotations

import hashlib
import secrets
import struct
from functools import lru_cache
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

Seed = SupportsIndex | str | bytes | None
"""A whole number (of Python or NumPy), hexadecimal digits or bytes; None draws one."""
BYTES = 32
SHORTEST = 16
HIDDEN = (1 << 64) - 1
"""The number of the key for what the deal hides; decisions count from 1, the open deal is 0."""


def to_bytes(seed: Seed) -> bytes:
    """A seed as bytes: hex text and bytes as they are, an int as 16 bytes, None freshly drawn."""
    if seed is None:
        return secrets.token_bytes(BYTES)
    if hasattr(seed, "__index__"):
        seed = seed.__index__()
        if not 0 <= seed < 1 << 128:
            raise ValueError("A seed given as a number must lie between 0 and 2**128 - 1.")
        return seed.to_bytes(SHORTEST, "big")
    if isinstance(seed, str):
        try:
            seed = bytes.fromhex(seed)
        except ValueError:
            raise ValueError(f"The seed {seed!r} is not hexadecimal; give a whole number or hexadecimal digits.") from None
    if not isinstance(seed, (bytes, bytearray)):
        raise ValueError(f"The seed {seed!r} is no seed; give a whole number, hexadecimal digits or bytes.")
    if not SHORTEST <= len(seed) <= 64:
        raise ValueError(f"A seed has {SHORTEST} to 64 bytes (32 to 128 hexadecimal digits); this one has {len(seed)} bytes.")
    return bytes(seed)


@lru_cache(4096)
def commitment(seed: bytes) -> str:
    """The hash that can be published before the game without giving anything away."""
    return hashlib.sha256(b"sandtable seed\0" + seed).hexdigest()


BLOCK = 64
_four_words = struct.Struct(">4I").unpack_from


@lru_cache(maxsize=256)
def _begun(seed: bytes) -> tuple[Any, Any]:
    """The two hashes of HMAC-SHA-256 with the key already read: a game asks for hundreds of keys under one seed."""
    padded = seed.ljust(BLOCK, b"\0")
    return hashlib.sha256(bytes(b ^ 0x36 for b in padded)), hashlib.sha256(bytes(b ^ 0x5C for b in padded))


def key(seed: bytes, number: int, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
    """The generator's key for a decision (0: the deal): the first four words of HMAC-SHA-256(seed, number)."""
    words = np.empty(4, np.int64) if out is None else out
    inner, outer = _begun(seed)
    inner, outer = inner.copy(), outer.copy()
    inner.update(number.to_bytes(8, "big"))
    outer.update(inner.digest())
    words[0], words[1], words[2], words[3] = _four_words(outer.digest())
    return words
