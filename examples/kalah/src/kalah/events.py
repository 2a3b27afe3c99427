"""What happens, as numbers on the tape; as objects; and as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

JSON = dict[str, Any]

SOWS = 1  # seat, pit, seeds
CAPTURES = 2  # seat, victim, pit of the victim, seeds without the last one sown
AGAIN = 3  # seat
KEEPS = 4  # seat, seeds
GAME_ENDS = 5


def tell(s: Any, event: tuple[int, ...]) -> JSON:
    """One event of the tape as an object. Pits count from 1 for people."""
    number, seat, a, b, c, *_ = event
    if number == SOWS:
        return {"event": "sows", "seat": seat, "pit": a + 1, "seeds": b}
    if number == CAPTURES:
        return {"event": "captures", "seat": seat, "victim": a, "pit": b + 1, "seeds": c + 1}
    if number == AGAIN:
        return {"event": "again", "seat": seat}
    if number == KEEPS:
        return {"event": "keeps", "seat": seat, "seeds": a}
    scores = s["store"][: s["players"]].tolist()
    return {"event": "game_ends", "scores": scores, "winners": [i for i, n in enumerate(scores) if n == max(scores)]}


def sentence(event: JSON, words: JSON, names: Sequence[str]) -> str:
    said = {key: names[value] if key in ("seat", "victim") else value for key, value in event.items()}
    name = event["event"]
    if name == "game_ends":
        said["winners"] = f" {words['terms']['and']} ".join(names[seat] for seat in event["winners"])
        said["scores"] = ", ".join(f"{names[seat]} {n}" for seat, n in enumerate(event["scores"]))
        name += "_shared" if len(event["winners"]) > 1 else ""
    return str(words["events"][name].format(**said))
