"""What the server says about games, and for the box on the table at home."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from sandtable.server.models.basics import MOST_SEATS, Body, Picture, Position, Reply, View

Catalogue = TypeAliasType("Catalogue", Annotated[dict[str, Any], Field(description="All texts of a game in one language, by section.")])
Components = TypeAliasType("Components", Annotated[dict[str, Any], Field(description="What a game is made of: the numbers on its pieces.")])
Value = str | int | bool


class RulebookSection(Reply):
    """A chapter. `rules`: texts by rule id."""

    id: str
    title: str
    lead: str
    rules: dict[str, str]


class Rulebook(Reply):
    """A game's rules to read in one language. `practice`: by rule, a puzzle in which it decides; `rulings`: those on a section."""

    title: str
    lead: str
    sections: list[RulebookSection]
    practice: dict[str, str]
    rulings: dict[str, list[str]]


class OptionWords(Reply):
    label: str | None = None
    help: str | None = None
    values: dict[str, str] | None = None
    numbers: dict[str, str] | None = None


class NumberInfo(Reply):
    """A number that can be entered, such as one printed in the box that may be another in somebody's own."""

    key: str
    default: int
    least: int
    most: int


class OptionInfo(Reply):
    """A house rule; the words are missing where the game has none. An object of its `numbers` is a value too."""

    name: str
    values: list[Value]
    default: Value
    rule: str
    numbers: list[NumberInfo]
    words: dict[str, OptionWords]


class GameWords(Reply):
    """What a list of games says. `card`: the game's own words for its card there."""

    name: str
    tagline: str
    card: dict[str, str]


class Preparation(Reply):
    """A game, and whether it can be played yet. `part`: from 0 to 1; `seconds`: about how long it still takes."""

    game: str
    ready: bool
    part: float
    seconds: float


class GameParts(Reply):
    """What there is for this game besides its rules. `board`: `picture` if the game draws itself."""

    board: Literal["picture"] | None
    scorepad: bool
    puzzles: bool
    rulebook: bool
    finder: bool
    editor: bool


class GameInfo(Reply):
    """`prefix`: how the ids of its rules begin."""

    game: str
    name: str
    players: list[int]
    rules: int
    prefix: str
    options: list[OptionInfo]
    bots: list[str]
    words: dict[str, GameWords]
    parts: GameParts


class BotWords(Reply):
    name: str
    about: str


class BotInfo(Reply):
    level: str
    words: dict[str, BotWords]


# ---- for the box on the table -----------------------------------------------------------------------------------------------------


class ScoreField(Reply):
    """A number up to `most`, or names out of `values`, each once."""

    key: str
    most: int
    group: str
    values: list[str]


class ScorePad(Reply):
    players: list[int]
    fields: list[ScoreField]
    values: list[NumberInfo]


class ScoreEntries(Body):
    """The end of a game as it was entered, seat by seat: for each field a number or a list of names; and numbers of one's own box."""

    seats: Annotated[list[dict[str, int | list[str]]], Field(min_length=1, max_length=MOST_SEATS)]
    values: Annotated[dict[str, int], Field(max_length=60)] = Field(default_factory=dict)


class ScoreLine(Reply):
    key: str
    rule: str
    values: list[int]
    sums: list[str]


class ScoreSheet(Reply):
    lines: list[ScoreLine]
    scores: list[int]
    winners: list[int]


class Setup(Reply):
    """A random start. `position` only if it was asked for."""

    seed: str
    view: View
    picture: Picture
    position: Position | None = None


class Verified(Reply):
    """A record that replays. `seed`: is it in there? `parts`: what each seat added to the deal, null if nobody did. `prepared`: see
    the status of a table."""

    ok: Literal[True]
    game: str
    decisions: int
    commitment: str
    parts: list[str | None] | None
    prepared: Literal["dealt_anew", "known"] | None
    seed: bool
    scores: list[int] | None
    winners: list[int] | None
