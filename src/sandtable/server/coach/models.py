"""The messages about boards, analyses, studies and puzzles."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from sandtable.server.models.basics import (
    Body,
    Event,
    Eyes,
    GameName,
    Helps,
    LegalDecision,
    Number,
    Picture,
    Position,
    Reply,
    TableId,
    View,
    Words,
)
from sandtable.server.models.requests import Act

Depth = Literal["quick", "normal", "deep"]
MoveText = Annotated[str, Field(min_length=1, max_length=200)]
Moves = Annotated[list[MoveText], Field(max_length=2000)]
Chance = Annotated[list[Any], Field(max_length=2000, description="For each move null, or its dice and cards in the words of the game.")]


class Start(Body):
    """Where a board begins: a position of a game, a finished table or a record, each of the last two after so many decisions."""

    game: GameName | None = None
    position: Position | None = None
    table: TableId | None = None
    record: Annotated[str, Field(max_length=2**20, description="The text of a record file.")] | None = None
    decisions: Number | None = None


class OnBoard(Start):
    moves: Moves = Field(default_factory=list)
    chance: Chance | None = None
    eyes: Eyes | None = None


class Board(Reply):
    """A position on a free board."""

    game: str
    players: int
    position: Position
    view: View
    picture: Picture
    to_decide: int | None
    legal: list[LegalDecision]
    helps: Helps | None
    events: list[Event]
    over: bool
    scores: list[int]
    winners: list[int]
    moves: int
    decisions: int


# ---- analyses ---------------------------------------------------------------------------------------------------------------------


class AskPosition(OnBoard):
    kind: Literal["position"]
    played: Annotated[list[MoveText], Field(max_length=200)] | None = None
    """What was really played in this turn, to be compared."""
    depth: Depth = "normal"


class AskReport(Body):
    kind: Literal["report"]
    table: TableId | None = None
    record: Annotated[str, Field(max_length=2**20)] | None = None
    eyes: Eyes = "all"
    depth: Depth = "normal"


AskAnalysis = Annotated[AskPosition | AskReport, Field(discriminator="kind")]


class Estimate(Reply):
    mean: float
    error: float


class Turn(Reply):
    """A whole turn of one seat. `path`: places in order; `keys`: things on the board."""

    decisions: list[int]
    texts: list[str]
    words: Words
    chance: Estimate
    score: Estimate
    margin: Estimate
    path: list[str]
    keys: list[str]


class Analysis(Reply):
    """What the coach thinks of a position; `turns` are ordered best first."""

    game: str
    decisions: int
    to_decide: int | None
    eyes: Eyes
    simulations: int
    done: bool
    chances: list[Estimate]
    scores: list[Estimate]
    turns: list[Turn]
    played: Turn | None


class CurvePoint(Reply):
    """The chances of the seats before a turn, or at the end."""

    decisions: int
    chances: list[float]
    errors: list[float]
    scores: list[float]
    score_errors: list[float]


class Change(Reply):
    chance: float
    points: float


class Loss(Change):
    error: float


class TurnReport(Reply):
    """One turn, judged. `at`: where `best` and `played` begin."""

    turn: int
    round: int
    seat: int
    first: int
    last: int
    at: int
    label: Literal["best", "good", "slip", "mistake", "forced"]
    loss: Loss
    luck: Change
    lucks: list[Change]
    best: Turn
    played: Turn
    alternatives: list[Turn]


class SeatReport(Reply):
    seat: int
    name: str
    score: int
    rank: int
    labels: dict[str, int]
    accuracy: int | None = Field(None, description="How well the seat played, 0 to 100; null as long as it had no choice.")
    skill: Change
    luck: Change
    words: Words


class Report(Reply):
    """A game looked through turn by turn; `turns` grows until it is `done`."""

    game: str
    players: int
    names: list[str]
    decisions: int
    over: bool
    eyes: Eyes
    simulations: int
    done: bool
    part: float
    curve: list[CurvePoint]
    turns: list[TurnReport]
    turning: list[int]
    seats: list[SeatReport]
    verdict: Words | None = Field(
        None, description="What decided a finished game; `{0}` stands for the name of seat 0, as in all words here."
    )


class AnalysisState(Reply):
    """A question to the coach, with what is known so far."""

    analysis: str
    state: Literal["queued", "working", "done", "failed", "stopped"]
    part: float
    waiting: int
    version: int
    result: Analysis | Report | None


class AskHint(Act):
    step: Annotated[int, Field(ge=1, le=3)]


class Hint(Reply):
    step: int
    words: Words
    keys: list[str]
    turn: Turn | None


class WholeTurn(Reply):
    """A turn with what it gains at once (`gain`): `banked` for good, and a `lead` that may not last. `worth`: what is banked, and the
    lead by the chance that it holds. `texts`: its move; `then`: what follows from it. `brings`: what is banked, line by line of the
    score sheet. Beside it the game's own facts."""

    model_config = ConfigDict(extra="allow")
    ids: list[int]
    texts: list[str]
    then: list[str]
    path: list[str]
    gain: int
    banked: int
    lead: int
    worth: float
    brings: dict[str, int]
    parts: dict[str, int]
    marks: list[str]


class WholeTurns(Reply):
    decisions: int
    turns: list[WholeTurn]


class PlannedTurn(WholeTurn):
    """`share`: how often the turn is still there."""

    share: float


class PlannedPlace(Reply):
    """A place in the order of play: what one's best turn there is worth, in most rounds between `low` and `high`."""

    place: int
    worth: float
    low: int
    high: int
    turns: list[PlannedTurn]


class PlannedPrice(Reply):
    """A price for the order: how often it makes one first, and what a round is likely to leave with the price paid."""

    spot: int
    first: float
    left: float


class Plan(Reply):
    """What one would do, before it is clear when one plays; no places where there is nothing to plan."""

    decisions: int
    places: list[PlannedPlace]
    prices: list[PlannedPrice]
    turns: list[WholeTurn]
    """Every turn one could take now, as the first."""


# ---- studies ----------------------------------------------------------------------------------------------------------------------


class StudyStart(Body):
    position: Position | None = None
    table: TableId | None = None
    decisions: Number | None = None


class StudyLine(Body):
    """One line of moves from the start, with a note."""

    moves: Annotated[list[MoveText], Field(max_length=400)]
    chance: Chance | None = None
    note: Annotated[str, Field(max_length=2000)] = ""


class NewStudy(Body):
    title: Annotated[str, Field(min_length=1, max_length=400)]
    game: GameName
    start: StudyStart
    tree: Annotated[list[StudyLine], Field(max_length=200)] = Field(default_factory=list)
    eyes: Eyes | None = None


class StudyKey(Reply):
    study: str
    key: str


class Study(Reply):
    study: str
    title: str
    game: str
    start: StudyStart
    tree: list[StudyLine]
    eyes: Eyes | None
    created: str
    changed: str


# ---- puzzles ----------------------------------------------------------------------------------------------------------------------


class PuzzleInfo(Reply):
    id: str
    game: str
    players: int
    difficulty: int
    themes: list[str]


class Puzzle(PuzzleInfo):
    seat: int
    board: Board


class Try(Body):
    moves: Annotated[list[MoveText], Field(max_length=200)]
    give_up: bool = False


class Tried(Reply):
    state: Literal["going", "right", "wrong"]
    board: Board
    solution: Turn | None
    words: Words | None
