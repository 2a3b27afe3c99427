"""What can be said without writing: ids, so that each reads them in the own language (``locales/<language>/people.json``)."""

from __future__ import annotations

PHRASES = {
    "hello": ("hello", "luck", "first_game", "ready"),
    "playing": ("think", "well_played", "not_seen", "take_time", "back_soon", "your_turn"),
    "end": ("thanks", "good_game", "close", "again", "bye"),
}
"""By the moment they are offered at; all can be said at any time."""
REACTIONS = ("bravo", "ouch", "hmm", "onward", "stubborn", "peace")
KNOWN = {"phrase": frozenset(phrase for some in PHRASES.values() for phrase in some), "reaction": frozenset(REACTIONS)}
