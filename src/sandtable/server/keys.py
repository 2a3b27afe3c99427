"""Ids, invitations and tokens: unguessable, and tokens kept only as hashes."""

from __future__ import annotations

import hashlib
import re
import secrets

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
TABLE_LENGTH = 16
TOKEN = re.compile(r"[A-Za-z0-9_-]{22,64}")


def new_table() -> str:
    """80 random bits in letters and digits that cannot be mistaken for each other."""
    return "".join(secrets.choice(ALPHABET) for _ in range(TABLE_LENGTH))


def new_secret() -> str:
    """An invitation or a token: 192 random bits."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """Tokens have enough entropy of their own for a plain hash."""
    return hashlib.sha256(b"sandtable token\0" + token.encode()).hexdigest()
