"""Seeds: drawing, naming and committing to them, and the keys that come from them.

The generator of a recorded game is keyed anew before every decision with HMAC-SHA-256(seed, number of the decision). So nobody can compute
coming draws from past ones, nor from the published commitment, and one number reproduces one decision.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

import numpy as np
from numpy.typing import NDArray

Seed = int | str | bytes | None
BYTES = 32
SHORTEST = 16


def to_bytes(seed: Seed) -> bytes:
    """A seed as bytes: hex text and bytes as they are, an int as 16 bytes, None freshly drawn."""
    if seed is None:
        return secrets.token_bytes(BYTES)
    if isinstance(seed, int):
        if not 0 <= seed < 1 << 128:
            raise ValueError("A seed given as a number must lie between 0 and 2**128 - 1.")
        return seed.to_bytes(SHORTEST, "big")
    if isinstance(seed, str):
        try:
            seed = bytes.fromhex(seed)
        except ValueError:
            raise ValueError(f"The seed {seed!r} is not hexadecimal; give a whole number or hexadecimal digits.") from None
    if not SHORTEST <= len(seed) <= 64:
        raise ValueError(f"A seed has {SHORTEST} to 64 bytes (32 to 128 hexadecimal digits); this one has {len(seed)} bytes.")
    return bytes(seed)


def commitment(seed: bytes) -> str:
    """The hash that can be published before the game without giving anything away."""
    return hashlib.sha256(b"sandtable seed\0" + seed).hexdigest()


def words(seed: bytes, number: int) -> NDArray[np.int64]:
    """The generator's key for a decision (0: the deal)."""
    digest = hmac.digest(seed, number.to_bytes(8, "big"), "sha256")
    return np.frombuffer(digest[:16], ">u4").astype(np.int64)
