"""What a whole turn does, in words: short for lists, in sentences for hints and puzzles.

A game's ``coaching`` has ``short`` and ``reasons``: both get a ``PlayedTurn`` (the turn played out on a copy) and the ``Words`` of one
language, and return phrases or sentences. Words tell what was decided and what follows from it for certain; what dice and
piles bring is left out, so a proposed turn reads the same whatever lies hidden. For a seat's eyes give ``known(state, seat)``, not the
truth.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sandtable.kernel import seeds
from sandtable.kernel.coaching import PlayedTurn, Words
from sandtable.kernel.refusals import Refused
from sandtable.kernel.state import State
from sandtable.kernel.words import LANGUAGES
from sandtable.search.knowledge import canonical

Says = dict[str, str]
"""A text by language."""


def known(state: State, seat: int) -> State:
    """The world that stands for all worlds the seat cannot tell apart, as a state without a past: nothing hidden is in it."""
    return State(state.game, canonical(state.game, state.record, seat), bytes(seeds.BYTES))


def played(state: State, decisions: Iterable[Any]) -> PlayedTurn:
    """Plays decisions (ids, texts or actions) of the seat to decide on a copy, up to the first that is not legal there or not its own."""
    seat = state.seat
    if seat is None:
        raise ValueError("The game is over: there is no turn to tell.")
    after, done, sure, actions = state.copy(), state, None, []
    for decision in decisions:
        if after.seat != seat:
            break
        before = after.copy()
        try:
            after.play(decision)
        except Refused:
            break
        move = after.moves[-1]
        actions.append(move.action)
        if move.reveals and sure is None:
            sure = before
        done = before if move.action.kind == "end_turn" else after.copy()
    return PlayedTurn(state, sure or done, done, seat, actions, after.events(state.event_count, seat))


def turn_words(state: State, decisions: Iterable[Any], names: Sequence[str] | None = None) -> Says:
    """What the turn does, short: ``2 elders, camel on f3``. ``names``: of the seats."""
    turn = played(state, decisions)
    return {language: _short(turn, Words(language, state.game, names)) for language in LANGUAGES}


def _short(turn: PlayedTurn, words: Words) -> str:
    return ", ".join(words.game.coaching.short(turn, words)) or words("common:nothing")


def sentences(turn: PlayedTurn, words: Words, most: int) -> list[str]:
    """Why the turn may be good: facts in sentences, each once, the weightiest first; empty where nothing can be named."""
    told = dict.fromkeys(text[0].upper() + text[1:] for text in words.game.coaching.reasons(turn, words))
    return list(told)[:most]
