"""The messages about boards, analyses, studies and puzzles."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from sandtable.server.models import Act, Body, Number, SeatNumber, TableId

GameName = Annotated[str, Field(max_length=40)]
Eyes = SeatNumber | Literal["all"]
Depth = Literal["quick", "normal", "deep"]
MoveText = Annotated[str, Field(min_length=1, max_length=200)]
Moves = Annotated[list[MoveText], Field(max_length=2000)]
Position = Annotated[dict[str, Any], Field(description="The game's exchange format.")]
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


class Board(BaseModel):
    """A position on a free board."""

    game: str
    players: int
    position: dict[str, Any]
    view: dict[str, Any]
    to_decide: int | None
    legal: list[dict[str, Any]]
    helps: dict[str, Any] | None
    events: list[dict[str, Any]]
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


class AnalysisState(BaseModel):
    analysis: str
    state: Literal["queued", "working", "done", "failed", "stopped"]
    part: float
    waiting: int
    version: int
    result: dict[str, Any] | None


class AskHint(Act):
    step: Annotated[int, Field(ge=1, le=3)]


class Hint(BaseModel):
    step: int
    words: dict[str, str]
    keys: list[str]
    turn: dict[str, Any] | None


class WholeTurns(BaseModel):
    decisions: int
    turns: list[dict[str, Any]]


# ---- studies ----------------------------------------------------------------------------------------------------------------------


class StudyStart(Body):
    position: Position | None = None
    table: TableId | None = None
    decisions: Number | None = None


class Line(Body):
    """One line of moves from the start, with a note."""

    moves: Annotated[list[MoveText], Field(max_length=400)]
    chance: Chance | None = None
    note: Annotated[str, Field(max_length=2000)] = ""


class NewStudy(Body):
    title: Annotated[str, Field(min_length=1, max_length=400)]
    game: GameName
    start: StudyStart
    tree: Annotated[list[Line], Field(max_length=200)] = Field(default_factory=list)
    eyes: Eyes | None = None


class StudyKey(BaseModel):
    study: str
    key: str


class Study(BaseModel):
    study: str
    title: str
    game: str
    start: dict[str, Any]
    tree: list[dict[str, Any]]
    eyes: int | str | None
    created: str
    changed: str


# ---- puzzles ----------------------------------------------------------------------------------------------------------------------


class PuzzleInfo(BaseModel):
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


class Tried(BaseModel):
    state: Literal["going", "right", "wrong"]
    board: Board
    solution: dict[str, Any] | None
    words: dict[str, str] | None
