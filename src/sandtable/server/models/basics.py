"""What all messages are made of. The shapes that are a game's own (view, position, helps …) are open objects with a name."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator
from typing_extensions import TypeAliasType

LONGEST_LEVEL = 120
"""Letters of the name of a bot."""
MOST_SEATS = 64
"""At any table; how many a game takes is checked by the game."""

Number = Annotated[int, Field(ge=0, le=2**53)]
SeatNumber = Annotated[int, Field(ge=0, lt=MOST_SEATS)]
Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[^\x00-\x1f\x7f]*$")]
Token = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22,64}$", description="The secret that holds a seat.")]
Fingerprint = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", description="The fingerprint of what a seat adds to the deal.")]
TableId = Annotated[str, Field(pattern=r"^[a-z0-9]{16}$")]
GameName = Annotated[str, Field(max_length=40)]

Words = TypeAliasType("Words", Annotated[dict[str, str], Field(description="A sentence or a name in every language.")])
View = TypeAliasType("View", Annotated[dict[str, Any], Field(description="The game as a seat or a spectator sees it, in its own shape.")])
Position = TypeAliasType("Position", Annotated[dict[str, Any], Field(description="A whole position in the game's exchange format.")])
Helps = TypeAliasType("Helps", Annotated[dict[str, Any], Field(description="The game's aids for a seat or for everybody.")])
Options = TypeAliasType("Options", Annotated[dict[str, Any], Field(description="The game's house rules by name.")])
Eyes = TypeAliasType("Eyes", Annotated[SeatNumber | Literal["all"], Field(description="Whose knowledge: a seat's, or everything.")])
Picture = Annotated[str | None, Field(description="The view as an SVG, from games without a board of their own in the app.")]


class Reply(BaseModel):
    """What the server says. It is described, and checked by tests; a server itself makes its answers without it, so that nothing is worked
    out of it before somebody asks."""

    model_config = ConfigDict(defer_build=True)


def check_texts(given: Any) -> Any:
    """Every text in it, names of fields as well, can be stored and sent: no NUL, no half of a pair of surrogates. ``ValueError`` if not."""
    left = [given]
    for item in left:  # what is inside comes to the end of the line
        if type(item) is int:
            continue
        if isinstance(item, str):
            if not is_text(item):
                raise ValueError("a text with characters that are none")
        elif isinstance(item, dict):
            left += item
            left += item.values()
        elif isinstance(item, list | tuple):
            left += item
    return given


def is_text(given: str) -> bool:
    return "\0" not in given and (given.isascii() or not any("\ud800" <= character <= "\udfff" for character in given))


class Body(BaseModel):
    """What a client sends. Unknown fields, wrong types and texts that cannot be stored are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _texts(cls, given: Any) -> Any:
        return check_texts(given)


class Fault(Reply):
    """What is wrong with a position. `place`: where in it; `key`: which thing on the board; `values`: what the words tell of."""

    code: str
    place: str | None
    key: str | None
    values: dict[str, Any]
    words: Words


class Refusal(Reply):
    """What every refused request is told. `rule`: of the game, if it is one of its rules."""

    code: str
    rule: str | None
    words: Words
    detail: str | None = None
    fault: Fault | None = None


class Decision(Reply):
    """One decision of the game's vocabulary. `text`: its notation."""

    id: int
    kind: str
    args: dict[str, int | str]
    text: str


class LegalDecision(Decision):
    """`reveals`: it uncovers or commits. `stands`: why it cannot be taken back freely once it is played."""

    reveals: bool
    stands: Literal["uncovers", "passes", "ends", "settles"] | None


class Event(Reply):
    """Something that happened in the game, with the game's own facts beside. In `words`, `{0}` stands for the name of seat 0."""

    model_config = ConfigDict(extra="allow")
    place: int
    decision: int
    event: str
    words: Words
