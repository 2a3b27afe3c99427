"""What a turn is about, apart from its details; and all turns with the same idea."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sandtable.coach.candidates import Candidate, follow
from sandtable.coach.eyes import Sight, World
from sandtable.coach.puzzles import settled
from sandtable.coach.turns import key_of
from sandtable.games.five_tribes.moves import drops, outcomes
from sandtable.games.five_tribes.state import A_DROP, A_LIFT
from sandtable.games.five_tribes.walks import R_COLOUR, R_FINAL, R_START
from sandtable.kernel.actions import Action

Idea = tuple[Any, ...]
MOST = 400
"""Turns with one idea that are told apart; with more of them a position is no puzzle."""


# ---- what it is ---------------------------------------------------------------------------------------------------------------------


def _five_tribes(actions: Sequence[Action], steps: Sequence[World]) -> Idea:
    """Where a move ends, with which tribe, and what is done besides."""
    done: list[Any] = []
    for action, world in zip(actions, steps, strict=True):
        if action.kind in ("bid", "djinn", "kill_owned", "pass"):
            done.append(action.text)
        elif action.kind in ("take_djinn", "sell_set"):
            done.append(action.kind)
        elif action.kind == "drop" and int(world["moving_size"][0]) == 1:
            done.append((action.args["direction"], action.args["colour"], int(world["at"][0])))
    return tuple(_final(part) if isinstance(part, tuple) else part for part in done)


def _final(part: tuple[Any, ...]) -> tuple[Any, ...]:
    from sandtable.games.five_tribes.components import DIRECTIONS, STEP

    direction, colour, at = part
    return int(STEP[at, DIRECTIONS.index(direction)]), colour


def _targui(actions: Sequence[Action], steps: Sequence[World]) -> Idea:
    """Which fields are marched to, attacked or given camels, however many."""
    return tuple(sorted(action.text for action in actions if action.kind not in ("amount", "end_turn")))


def _tuareg_part(action: Action) -> Any:
    """A good is a good, whatever animal carries it and whatever pays for it."""
    if action.kind.startswith(("load_", "hide_", "to_")) and "good" in action.args:
        return action.kind, action.args["good"]
    if action.kind == "hide_animal":
        return (action.kind,)
    return None if action.kind.startswith("pay_") or action.kind == "end_turn" else (action.text,)


def _tuareg(actions: Sequence[Action], steps: Sequence[World]) -> Idea:
    parts = Counter(part for action in actions if (part := _tuareg_part(action)))
    return tuple(sorted(parts.items()))


IDEAS: dict[str, Callable[[Sequence[Action], Sequence[World]], Idea]] = {"five-tribes": _five_tribes, "targui": _targui, "tuareg": _tuareg}


def idea(sight: Sight, turn: Candidate) -> Idea:
    """Two turns with the same idea differ in details only."""
    return IDEAS[sight.game.id]([sight.game.actions[number] for number in turn.decisions], turn.steps)


# ---- all that have it ---------------------------------------------------------------------------------------------------------------


def followed(sight: Sight, world: World, decisions: Sequence[int]) -> Candidate | None:
    """These decisions as a turn; None if they are not one, or not legal."""
    turn: Candidate | None = Candidate([], [], world, None)
    key = key_of(sight.game, world[0])
    for number, action in enumerate(decisions):
        if turn is None or turn.forced is not None or (number and key_of(sight.game, turn.world[0]) != key):
            return None
        if action not in sight.legal(turn.world):
            return None
        turn = follow(sight, turn, action)
    if turn is None or (turn.forced is None and key_of(sight.game, turn.world[0]) == key):
        return None
    return turn


def variants(sight: Sight, world: World, best: Candidate) -> list[Candidate]:
    """Turns that do the same as ``best`` in other ways, each outcome once, ``best`` left out."""
    game = sight.game.id
    makers = {"five-tribes": _moves, "targui": _amounts, "tuareg": _ways}
    seen = {settled(game, best.world)}
    found = []
    for decisions in makers[game](sight, world, best):
        turn = followed(sight, world, decisions)
        if turn is None or turn.forced != best.forced:
            continue
        outcome = settled(game, turn.world)
        if outcome not in seen:
            seen.add(outcome)
            found.append(turn)
            if len(found) > MOST:
                break
    return found


def _moves(sight: Sight, world: World, best: Candidate) -> Iterator[list[int]]:
    """Five Tribes: other routes to the same tile with the same colour, then decisions of the same kinds (other victims, cards, slots)."""
    actions = [sight.game.actions[number] for number in best.decisions]
    dropped = [i for i, action in enumerate(actions) if action.kind == "drop"]
    lifted = [i for i, action in enumerate(actions) if action.kind == "lift"]
    if not dropped or not lifted:
        return
    record = best.steps[lifted[0]][0]
    last = actions[dropped[-1]]
    final, _ = _final((last.args["direction"], last.args["colour"], int(best.steps[dropped[-1]]["at"][0])))
    head, kinds = best.decisions[: lifted[0]], [action.kind for action in actions[dropped[-1] + 1 :]]
    rows = outcomes(record)
    colour = (best.decisions[dropped[-1]] - A_DROP) % 5
    for row in rows[(rows[:, R_FINAL] == final) & (rows[:, R_COLOUR] == colour)].tolist():
        turn: Candidate | None = Candidate([], [], world, None)
        for number in [*head, A_LIFT + row[R_START], *(A_DROP + choice for choice in drops(record, row))]:
            turn = follow(sight, turn, number) if turn else None
        if turn:
            yield from _endings(sight, turn, kinds)


def _endings(sight: Sight, turn: Candidate, kinds: Sequence[str]) -> Iterator[list[int]]:
    """All ways to go on with decisions of these kinds."""
    if not kinds:
        yield turn.decisions
        return
    for number in sight.legal(turn.world).tolist() if turn.forced is None else []:
        if sight.game.actions[number].kind == kinds[0]:
            after = follow(sight, turn, number)
            if after is not None:
                yield from _endings(sight, after, kinds[1:])


def _amounts(sight: Sight, world: World, best: Candidate) -> Iterator[list[int]]:
    """Targui: one of the amounts changed."""
    for place, number in enumerate(best.decisions):
        if sight.game.actions[number].kind == "amount":
            for other in sight.legal(best.steps[place]).tolist():
                yield [*best.decisions[:place], other, *best.decisions[place + 1 :]]


def _ways(sight: Sight, world: World, best: Candidate) -> Iterator[list[int]]:
    """Tuareg: the same goods on other animals, other payments, another order."""
    actions = sight.game.actions
    wanted = Counter(part for number in best.decisions if (part := _tuareg_part(actions[number])))
    closing = best.decisions[-1]
    open_turns = [(Candidate([], [], world, None), wanted)]
    seen: set[tuple[bytes, tuple[Any, ...]]] = set()
    while open_turns:
        turn, left = open_turns.pop()
        for number in sight.legal(turn.world).tolist():
            part = _tuareg_part(actions[number])
            if part is not None and not left[part]:
                continue
            if number == closing and sum(left.values()) == (part is not None):
                yield [*turn.decisions, number]
                continue
            if actions[number].kind == "end_turn" or sight.is_chance(turn.world, number):
                continue
            after = follow(sight, turn, number)
            if after is None:
                continue
            rest = left - Counter([part]) if part is not None else left
            mark = (settled(sight.game.id, after.world), tuple(sorted(rest.items())))
            if mark not in seen and len(seen) < 20 * MOST:
                seen.add(mark)
                open_turns.append((after, rest))
