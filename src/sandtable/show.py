"""States and records as notebooks show them: the board of the web app, without a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.kernel.record import Record
from sandtable.kernel.state import State

if TYPE_CHECKING:
    from collections.abc import Sequence


def html(shown: State | Record, eyes: int | str | None = "all", language: str | None = None, height: int = 640) -> str:
    """A frame with the board. ``eyes``: the seat whose knowledge a state is shown with; ``"all"``: everything open."""
    from sandtable.server import embed

    if isinstance(shown, Record):
        return embed.framed(embed.of_record(shown, language), shown.game.name, height)
    return embed.framed(embed.of_state(shown, eyes, language), shown.game.name, height)


def page(record: Record, language: str | None = None) -> str:
    """A recorded game as one HTML file with an interactive replay."""
    from sandtable.server import embed

    return embed.page(embed.of_record(record, language), _title(record.game.name, record.seats or ()))


def _title(name: str, seats: Sequence[str]) -> str:
    return f"{name}: {', '.join(seats)}" if seats else name
