"""Ids, invitations and tokens: unguessable; tokens and invitations are kept only as hashes."""

from __future__ import annotations

import base64
import hashlib
import hmac
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


def new_code() -> str:
    """A short code that is typed within minutes: 30 random bits, as ``7q4-kmd``."""
    drawn = "".join(secrets.choice(ALPHABET) for _ in range(6))
    return f"{drawn[:3]}-{drawn[3:]}"


CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aiou"


def new_recovery() -> list[str]:
    """96 random bits as six words that can be read aloud in any language."""
    return [_word(secrets.randbits(16)) for _ in range(6)]


def _word(bits: int) -> str:
    """Sixteen bits as consonant, vowel, consonant, vowel, consonant."""
    drawn = (CONSONANTS[bits >> 12], VOWELS[bits >> 10 & 3], CONSONANTS[bits >> 6 & 15], VOWELS[bits >> 4 & 3], CONSONANTS[bits & 15])
    return "".join(drawn)


def typed(code: str) -> str:
    """A code as somebody typed it: capitals, spaces and dashes do not matter, nor whether an i was read as an l or a 1."""
    return "".join(character for character in code.lower() if character.isalnum()).replace("l", "i").replace("1", "i")


def invitation(token: str) -> str:
    """The invitation that whoever holds a seat can give: made from the seat's token, so the server can say it again without keeping it,
    and nobody finds the token in it."""
    drawn = hmac.digest(token.encode(), b"sandtable invitation", "sha256")
    return base64.urlsafe_b64encode(drawn[:24]).decode()


def hashed_invitation(invite: str) -> str:
    return hashlib.sha256(b"sandtable invitation\0" + invite.encode()).hexdigest()
