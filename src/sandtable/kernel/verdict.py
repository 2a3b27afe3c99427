"""What decided a finished game, in one sentence with its figures; and a score as people say it.

Most games are won by points: that is the default here. A game whose score means something else says so in its words (``score``), and one
that can be decided otherwise says how in ``Game.verdict``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sandtable.kernel.words import catalogue, fill

if TYPE_CHECKING:
    from sandtable.kernel.game import Game
    from sandtable.kernel.state import State

SOUNDS_LIKE_I = re.compile(r"h?[ií](?![aeoáéó])", re.IGNORECASE)
"""Where some languages have another word for “and”: before *Inés* and *Hilda*, not before *Ian* or *Hielo*."""


def score_words(game: Game, score: float, language: str, form: str = "plain") -> str:
    """``41 points``; as ``with``: ``with 41 points``."""
    forms = game.words(language).get("score") or catalogue(language, "kernel")["score"]
    return fill(forms[form], language, n=score)


def joined(names: Sequence[str], language: str) -> str:
    """``Ann, Ben and Cleo``; in Spanish ``Ana y Luis``, but ``Ana e Inés``."""
    if len(names) < 2:
        return "".join(names)
    words = catalogue(language, "kernel")
    together = words["and_before_i" if SOUNDS_LIKE_I.match(names[-1]) else "and"]
    return f"{', '.join(names[:-1])} {together} {names[-1]}"


def before_name(text: str, mark: str, name: str, language: str) -> str:
    """A sentence in which a name will stand for ``mark``, with the right word for “and” before it."""
    words = catalogue(language, "kernel")
    return text.replace(f" {words['and']} {mark}", f" {words['and_before_i']} {mark}") if SOUNDS_LIKE_I.match(name) else text


def by_points(state: State, language: str, names: Sequence[str]) -> str:
    """Who won with how many points, and how far ahead; who shares the win."""
    words = catalogue(language, "kernel")["verdict"]
    scores, ranks, winners = state.scores, state.ranks, state.winners
    best = max(scores[seat] for seat in winners)
    told = {"winner": joined([names[seat] for seat in winners], language), "with_score": score_words(state.game, best, language, "with")}
    rest = [seat for seat in range(state.players) if seat not in winners]
    if len(winners) > 1:
        return fill(words["shared"], language, **told)
    if not rest:
        return fill(words["alone"], language, **told)
    second = [names[seat] for seat in rest if ranks[seat] == min(ranks[other] for other in rest)]
    told |= {"second": joined(second, language), "by": str(best - max(scores[seat] for seat in rest))}
    return fill(words["won" if best > max(scores[seat] for seat in rest) else "tie"], language, **told)
