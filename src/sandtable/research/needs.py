"""Libraries that only some doors need."""

from __future__ import annotations


def missing(library: str, extra: str) -> ImportError:
    """What to say when a library is not there: how to get it."""
    return ImportError(f"This needs {library}, which is not installed: pip install 'sandtable[{extra}]'.")
