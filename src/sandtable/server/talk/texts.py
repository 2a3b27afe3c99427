"""Free text that may be shown: one line, nothing invisible, and no links."""

from __future__ import annotations

import re
import unicodedata

from sandtable.server import names
from sandtable.server.errors import Denied

LONGEST = 200
DOTS = "\u3002\uff0e\uff61\u2024\u00b7\u2027\u30fb"
"""What passes for a dot in an address, or to the eye."""
LINK = re.compile(r"://|\bwww\b|@\w|\w\.\w{2,}|\w\s*[\[({]\s*(dot|punkt|\.)\s*[\])}]", re.IGNORECASE)
"""Addresses, with or without their beginning; a full stop between two words without a space counts as well."""


def checked(given: str) -> str:
    """The text as it will be shown; ``Denied`` if it leads elsewhere, or nothing of it is left."""
    text = names.line(unicodedata.normalize("NFKC", given), LONGEST)
    if LINK.search(text.translate({ord(dot): "." for dot in DOTS})):
        raise Denied("NO_LINKS")
    return text
