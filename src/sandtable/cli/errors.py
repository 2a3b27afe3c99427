"""Which errors are the user's to mend, and how they are said."""

from __future__ import annotations

from sandtable.arena.store import BadStore
from sandtable.bots.spec import BadBot
from sandtable.kernel.record import BadRecord
from sandtable.kernel.refusals import BadInput, BadOption, BadPosition, BadScript, Refused

__all__ = ["BadInput", "sentence"]


def sentence(error: Exception) -> str | None:
    """One clear sentence for an error of input; None for a bug."""
    if isinstance(error, (BadInput, BadBot, BadStore, BadOption, BadPosition, BadScript, Refused)):
        return str(error)
    if isinstance(error, BadRecord):
        return f"this is not a sound record: {error}"
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else str(error)
    return None
