"""What decided a finished game (TU-14.4 to TU-14.6): victory points, or the dearest hand among equals; with the figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sandtable.kernel.verdict import by_points, joined
from sandtable.kernel.words import fill, words_of

from .buying import hand_worth

if TYPE_CHECKING:
    from sandtable.kernel.state import State


def verdict(state: State, language: str, names: Sequence[str]) -> str:
    scores, winners = state.scores, state.winners
    tied = [seat for seat, score in enumerate(scores) if score == scores[winners[0]]]
    if len(winners) > 1 or len(tied) == 1:
        return by_points(state, language, names)
    ordered = sorted(tied, key=lambda seat: (state.ranks[seat], seat))
    figures = ", ".join(f"{names[seat]} ({int(hand_worth(state.record, seat))})" for seat in ordered)
    told = {"tied": joined([names[seat] for seat in tied], language), "points": scores[winners[0]], "winner": names[winners[0]]}
    return fill(words_of(__package__, language)["verdict"]["tie"], language, figures=figures, **told)
