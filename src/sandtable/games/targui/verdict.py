"""What decided a finished game (TG-6.2 to TG-6.4): conquest, the income of the last round, or capital; with the figures."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.kernel.game import JSON
from sandtable.kernel.state import State
from sandtable.kernel.verdict import joined
from sandtable.kernel.words import fill, words_of

from .events import CONQUEST, REASONS
from .position import result, standing


def verdict(state: State, language: str, names: Sequence[str]) -> str:
    rows = standing(state.record)
    winners = state.winners
    first = rows[winners[0]]
    tied = [seat for seat, row in rows.items() if not row["out"] and row["income"] == first["income"]]

    def figures(seats: Sequence[int], what: str) -> str:
        ordered = sorted(seats, key=lambda seat: (rows[seat]["rank"], seat))
        return ", ".join(f"{names[seat]} ({rows[seat][what]})" for seat in ordered)

    how: str
    told: JSON
    if result(state.record)["reason"] == REASONS[CONQUEST]:
        how, told = "conquest", {"round": int(state.record["number"])}
    elif len(winners) > 1:
        how, told = "shared", {"income": first["income"], "capital": first["capital"]}
    elif len(tied) > 1:
        how, told = "capital", {"tied": joined([names[seat] for seat in tied], language), "income": first["income"]}
        told["figures"] = figures(tied, "capital")
    else:
        how, told = "income", {"figures": figures([seat for seat, row in rows.items() if not row["out"]], "income")}
    words = words_of(__package__, language)["verdict"]
    return fill(words[how], language, winner=joined([names[seat] for seat in winners], language), **told)
