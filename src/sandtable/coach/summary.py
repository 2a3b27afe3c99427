"""What a seat reads about itself in a minute."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.coach.reporting import Report, TurnReport


def seat_words(
    report: Report, seat: int, labels: dict[str, int], skill: tuple[float, float], luck: tuple[float, float], own: list[TurnReport]
) -> dict[str, str]:
    return {"en": "", "de": ""}
