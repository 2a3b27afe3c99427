"""What everybody may see (section H): the position without the order of pack and fate deck."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.game import JSON

from .position import write_position


def view(s: Any, seat: int | None) -> JSON:
    """The same for every seat and for spectators but for ``viewer`` (TG-H1 to TG-H3)."""
    position = write_position(s)
    pack = position["pack"]
    return {
        **position,
        "viewer": seat,
        "pack": {**{colour: pack.count(colour) for colour in position["colours"]}, "fate": sum(isinstance(card, int) for card in pack)},
        "fate_deck": len(position["fate_deck"]),
        "fate_unseen": sorted(set(position["options"]["fates"]) - set(position["fate_seen"])),
    }
