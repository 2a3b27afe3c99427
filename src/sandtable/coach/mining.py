"""Mines puzzles from games of level bots: a position is one if a single idea is clearly best, measured three times, ever deeper.

1. a glance sorts out most positions; 2. a look, with the margin beyond the noise; 3. the proof with ten times the simulations of the look.
Then all turns with the winning idea are measured: those that lose less than a third of what the best other idea loses are accepted too.
The difficulty is the number of simulations a search needs to find a right turn in most tries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace

from sandtable.bots import seat_named
from sandtable.coach.analysis import describe, measured
from sandtable.coach.bench import CHANCE, Bench
from sandtable.coach.bench import LOOK as SIMULATIONS
from sandtable.coach.calibration import growth
from sandtable.coach.compare import Depth, Point
from sandtable.coach.ideas import MOST, followed, idea, variants
from sandtable.coach.perspective import Candidate, Perspective
from sandtable.coach.puzzles import Puzzle, judge, spell
from sandtable.coach.turns import progress, turn_key
from sandtable.coach.words import known, played, sentences, turn_words
from sandtable.kernel import seeds
from sandtable.kernel.coaching import Words
from sandtable.kernel.registry import load
from sandtable.kernel.state import State
from sandtable.kernel.words import LANGUAGES
from sandtable.search import Knowledge, Limits, Search
from sandtable.search.weights import Weights

GLANCE, LOOK, PROOF = Depth(1, 1500, 2), Depth(1, 1500, 4), Depth(2, 7500, 40)
MARGIN = 0.04
"""What the best other idea must cost in winning chance."""
SURE = 5.0
"""Standard errors the margin must have in the proof; in the look three fifths of that."""
ACCEPTED = 1 / 3
"""The part of the margin a turn with the winning idea may lose and still be right."""
VARIANT = 5
"""Looks at each of them."""
SEARCHES = (2, 10, 40, 150)
"""A puzzle has difficulty 1 to 4 if a search with so many simulations finds it, else 5."""
TRIES, FINDS = 5, 4
BOTS = ("level2", "level3", "level4")
MEMORY = 8 << 20


@dataclass(frozen=True)
class Lead:
    """How far the best turn is ahead of the best one with another idea, in winning chance."""

    margin: float
    error: float
    other: Candidate


# ---- positions ----------------------------------------------------------------------------------------------------------------------


def positions(game: str, players: int, number: int) -> Iterator[State]:
    """The beginnings of turns in game ``number`` between level bots, where there is a choice."""
    rules = load(game)
    state = rules.new(players, seeds.to_bytes(number).hex())
    bots = [seat_named(BOTS[(number + seat) % len(BOTS)]).make(game) for seat in range(players)]
    for seat, bot in enumerate(bots):
        bot.start(rules, players, seat, number)
    key = None
    while not state.over:
        now = turn_key(state)
        if now != key and len(state.legal) > 1:
            yield state.copy()
        key = now
        knowledge = Knowledge.of(state)
        state.play(bots[knowledge.seat].decide(knowledge))


# ---- one position -------------------------------------------------------------------------------------------------------------------


def measure(sight: Perspective, state: State, depth: Depth, seed: int, pool: Executor | None) -> Point:
    point = Point(sight, sight.of(state), seeds.key(seeds.to_bytes(seed), 1))
    point.explore(depth)
    point.compare(depth, pool)
    return point


def lead(point: Point) -> Lead | None:
    """None if there is but one idea."""
    best = idea(point.sight, point.best)
    top = measured(point, point.best)[0][point.seat, CHANCE]
    found: Lead | None = None
    for candidate in point.candidates:
        if idea(point.sight, candidate) != best:
            mean, error = measured(point, candidate)
            margin = float(top - mean[point.seat, CHANCE])
            if found is None or margin < found.margin:
                found = Lead(margin, float(error[point.seat, CHANCE]), candidate)
    return found


def clear(point: Point, sure: float) -> Lead | None:
    """The lead, if it is large and beyond the noise by so many standard errors."""
    ahead = lead(point)
    return ahead if ahead and ahead.margin >= max(MARGIN, sure * ahead.error) else None


def examine(state: State, wanted: Callable[[Puzzle], bool] | None = None, seed: int = 0, pool: Executor | None = None) -> Puzzle | None:
    """The position as a puzzle (without an id), if it is one. ``wanted`` may say no before the costly proof."""
    seat = state.seat
    assert seat is not None
    sight, world = Perspective(state.game, seat), known(state, seat)
    if clear(measure(sight, world, GLANCE, seed, pool), 0.0) is None:
        return None
    look = measure(sight, world, LOOK, seed + 1, pool)
    ahead = clear(look, 0.6 * SURE)
    if ahead is None or (wanted and not wanted(written(look, world, ahead, [_texts(look, look.best)]))):
        return None
    proof = measure(sight, world, PROOF, seed + 2, pool)
    ahead = clear(proof, SURE)
    if ahead is None or idea(sight, proof.best) != idea(sight, look.best):
        return None
    accepted = accept(proof, ahead)
    return written(proof, world, ahead, accepted) if accepted else None


def written(point: Point, world: State, ahead: Lead, accepted: list[list[str]]) -> Puzzle:
    """What was measured as a puzzle."""
    puzzle = Puzzle(
        id="",
        game=world.game.id,
        players=world.players,
        seat=point.seat,
        position=world.position(),
        best=describe(point, world, done=True).turns[0].to_json(),
        other={"texts": _texts(point, ahead.other)},
        accepted=accepted,
        difficulty=1,
        themes=[],
        margin=round(ahead.margin, 4),
        verified=PROOF.looks * SIMULATIONS,
        words={},
    )
    return worded(replace(puzzle, difficulty=difficulty(puzzle)))


def _texts(point: Point, turn: Candidate) -> list[str]:
    return [point.sight.game.actions[number].text for number in turn.decisions]


def accept(point: Point, ahead: Lead) -> list[list[str]] | None:
    """All right turns as texts, the best first; None if there are too many ways to tell apart."""
    best = point.best
    others = variants(point.sight, point.world, best)
    if len(others) > MOST:
        return None
    game = point.sight.game
    steep = float(growth(game, best.bench.mean()[:, CHANCE], point.seat, progress(game, point.world[0]))[point.seat])
    right = others
    for looks, part in ((1, 1.0), (VARIANT, ACCEPTED)):  # one look sorts out what is far off
        top, going, right = best.bench.mean(0, looks)[point.seat, CHANCE], right, []
        for turn in going:
            if looks == 1:
                turn.bench = Bench(point.sight, turn.world, turn.forced, point.key)
            turn.bench.run(looks)
            if steep * (top - turn.bench.mean()[point.seat, CHANCE]) <= part * ahead.margin:
                right.append(turn)
    texts = [_texts(point, turn) for turn in (best, *right)]
    return game.coaching.accepted(texts)


def worded(puzzle: Puzzle) -> Puzzle:
    """The puzzle with its words and themes made anew: why the best turn is the best, and what the best other idea costs."""
    state = puzzle.state()
    turn = played(state, puzzle.best["texts"])
    other, said = turn_words(state, puzzle.other["texts"]), {}
    for language in LANGUAGES:
        w = Words(language, state.game)
        less = w("common:other_idea", other=other[language], n=min(99, round(100 * puzzle.margin)))
        said[language] = " ".join([*sentences(turn, w, 3), less])
    return replace(
        puzzle,
        best={**puzzle.best, "words": turn_words(state, puzzle.best["texts"])},
        other={**puzzle.other, "words": other},
        themes=state.game.coaching.themes(turn),
        words=said,
    )


def difficulty(puzzle: Puzzle) -> int:
    """By how many simulations a search needs to find it."""
    for level, simulations in enumerate(SEARCHES, 1):
        if sum(judge(puzzle, found_by_search(puzzle, simulations, seed)) == "right" for seed in range(TRIES)) >= FINDS:
            return level
    return len(SEARCHES) + 1


def found_by_search(puzzle: Puzzle, simulations: int, seed: int, weights: Weights | None = None) -> list[int]:
    """The turn a search of so many simulations a decision plays; with a network where its weights are given."""
    state, decisions = puzzle.state(), list[int]()
    search = Search(state.game, Limits(simulations=simulations, memory=MEMORY), seed=seed, weights=weights)
    while puzzle.follow(decisions)[1] is None:
        knowledge = Knowledge.of(state)
        action = search.think(knowledge).best.id
        search.play(knowledge, action)
        decisions.append(action)
        state.play(action)
    return decisions


def right_turns(puzzle: Puzzle, point: Point) -> list[Candidate]:
    """The accepted turns as measurements know them."""
    actions = puzzle.sight.game.actions
    found = []
    for texts in puzzle.accepted:
        numbers = [action.id for text in next(spell(texts)) if (action := actions.attempt(text).action)]
        if turn := followed(puzzle.sight, point.world, numbers):
            found.append(turn)
    return found


def proved(puzzle: Puzzle, seed: int) -> Puzzle | None:
    """The puzzle with another proof of its idea and its right turns measured anew; None if another idea wins or none is clearly best."""
    world = puzzle.state()
    point = measure(puzzle.sight, world, PROOF, seed, None)
    ahead = clear(point, SURE)
    best = idea(puzzle.sight, point.best)
    if ahead is None or best not in [idea(puzzle.sight, turn) for turn in right_turns(puzzle, point)]:
        return None
    accepted = accept(point, ahead)
    return replace(written(point, world, ahead, accepted), id=puzzle.id) if accepted else None


# ---- many ---------------------------------------------------------------------------------------------------------------------------


@dataclass
class Wanted:
    """How many puzzles there shall be, evenly spread: no difficulty, number of players or theme takes more than its share."""

    game: str
    count: int

    def fits(self, puzzle: Puzzle, have: Sequence[Puzzle]) -> bool:
        return self.has_room(puzzle, have) and self._left(puzzle.difficulty, have) > 0

    def may_fit(self, draft: Puzzle, have: Sequence[Puzzle]) -> bool:
        """Before all right turns are known: with more of them it can only become easier to find one."""
        return self.has_room(draft, have) and any(self._left(level, have) > 0 for level in range(1, draft.difficulty + 1))

    def has_room(self, puzzle: Puzzle, have: Sequence[Puzzle]) -> bool:
        players = sum(p.players == puzzle.players for p in have)
        themes = sum(p.themes[0] == puzzle.themes[0] for p in have)
        if players >= 1.35 / len(load(self.game).players) * self.count or themes >= max(1, 0.3 * self.count):
            return False
        return puzzle.best["words"] not in [p.best["words"] for p in have]

    def _left(self, difficulty: int, have: Sequence[Puzzle]) -> float:
        return max(1, 0.28 * self.count) - sum(p.difficulty == difficulty for p in have)


Progress = Callable[[int, int, int], object]
"""Called with the number of the game, the positions seen in it, and the puzzles so far."""


def mine(
    wanted: Wanted,
    have: Sequence[Puzzle],
    first: int,
    games: int,
    pool: Executor | None = None,
    progress: Progress | None = None,
) -> Iterator[tuple[int, list[Puzzle]]]:
    """Games ``first`` and on, each with the puzzles found in it; ends when there are enough or after so many games."""
    found = list(have)
    counts = load(wanted.game).players
    for number in range(first, first + games):
        fresh: list[Puzzle] = []
        for seen, state in enumerate(positions(wanted.game, counts[number % len(counts)], number)):
            if progress:
                progress(number, seen, len(found))
            if len(found) >= wanted.count:
                break
            puzzle = examine(state, lambda draft: wanted.may_fit(draft, found), pool=pool)
            if puzzle is not None and wanted.fits(puzzle, found):
                named = replace(puzzle, id=next_id(wanted.game, found))
                found.append(named)
                fresh.append(named)
        yield number, fresh
        if len(found) >= wanted.count:
            return


def next_id(game: str, have: Sequence[Puzzle]) -> str:
    """The number after the highest: ids are never given twice."""
    highest = max((int(puzzle.id.split("-")[1]) for puzzle in have), default=0)
    return f"{load(game).prefix.lower()}-{highest + 1:04d}"
