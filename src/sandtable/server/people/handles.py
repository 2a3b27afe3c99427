"""Handles: names that one person has alone, on this server.

A handle is written in Latin letters (accents are welcome), digits, dots and underscores. Every letter must come down to one of a to z, so
there is no second alphabet to imitate the first; two handles that look alike have the same ``likeness``, and only one of them is claimed.
"""

from __future__ import annotations

import unicodedata
from functools import cache

from sandtable.kernel.registry import games
from sandtable.server import bots
from sandtable.server.errors import Denied

SHORTEST, LONGEST = 3, 16
SIGNS = "._"
WITHOUT_ACCENT = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th"}
"""Letters that are no letter with an accent, and what they come down to."""
LOOKS_LIKE = {"0": "o", "1": "l", "i": "l", "3": "e", "4": "a", "5": "s", "rn": "m", "vv": "w"}
RESERVED = (
    *("admin", "administrator", "moderator", "mod", "root", "system", "server", "host", "owner", "staff", "team", "support", "help"),
    *("official", "security", "sandtable", "api", "me", "you", "nobody", "anybody", "everybody", "everyone", "anonymous", "unknown"),
    *("deleted", "forgotten", "banned", "null", "none", "undefined", "spectator", "bot", "robot", "coach", "lobby", "random"),
)
RESERVED_BEGINNINGS = ("guest", "gast")
"""So people without a handle are called."""


def checked(given: str) -> str:
    """The handle as it will be shown; ``Denied`` if it can be nobody's."""
    handle = unicodedata.normalize("NFKC", given.strip())
    if not SHORTEST <= len(handle) <= LONGEST or not all(character in SIGNS or _base(character) for character in handle):
        raise Denied("BAD_HANDLE")
    if handle[0] in SIGNS or handle[-1] in SIGNS or not any(character.isalpha() for character in handle):
        raise Denied("BAD_HANDLE")
    alike = likeness(handle)
    if alike in reserved() or alike.startswith(tuple(map(likeness, RESERVED_BEGINNINGS))):
        raise Denied("HANDLE_RESERVED")
    return handle


def likeness(handle: str) -> str:
    """The same text for handles that a person could take for each other."""
    plain = "".join(map(_base, unicodedata.normalize("NFKC", handle)))
    for seen, meant in LOOKS_LIKE.items():
        plain = plain.replace(seen, meant)
    return plain


def _base(character: str) -> str:
    """What a character comes down to: a to z, a digit; nothing for signs and for all that is neither."""
    small = character.casefold() if character.casefold().isascii() else character.lower()
    if small in WITHOUT_ACCENT:
        return WITHOUT_ACCENT[small]
    letter = "".join(part for part in unicodedata.normalize("NFD", small) if not unicodedata.category(part).startswith("M"))
    return letter if letter.isascii() and letter.isalnum() else ""


@cache
def reserved() -> frozenset[str]:
    """The likenesses of what nobody may be called: offices, games, bots."""
    of_bots = [words["name"] for level in bots.everyone() for words in bots.words(level).values()]
    return frozenset(map(likeness, (*RESERVED, *bots.levels(), *games(), *of_bots)))
