"""Kalah: sow seeds round the ring, fill your store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kalah import events, picture, position, refusals, rules
from kalah.drawing import draw
from kalah.state import MOST_PITS, STATE
from sandtable.kernel.actions import Action, Attempt, kind
from sandtable.kernel.game import JSON, Game, Option
from sandtable.kernel.refusals import Refusal


class Kalah(Game):
    """The game as Sandtable knows it."""

    id = "kalah"
    name = "Kalah"
    rules_version = 1
    players = range(2, 5)
    prefix = "KA"
    dtype = STATE
    kinds = (kind("sow", pit=range(1, MOST_PITS + 1)),)
    options = (
        Option("pits", (6, 4, 5), "KA-1.2"),
        Option("seeds", (4, 3, 6), "KA-1.4"),
        Option("empty_capture", ("no", "yes"), "KA-3.2"),
        Option("rest", ("owner", "nobody"), "KA-4.2"),
    )
    option_rule = "1.2"
    player_rule = "1.1"
    over_rule = "4.1"
    undo_rule = "5.3"
    spectator_rule = "5.2"
    rules = rules
    secrets = False

    def write_options(self, s: Any, options: Mapping[str, Any]) -> None:
        s["pits"], s["seeds"] = options["pits"], options["seeds"]
        s["empty_capture"], s["rest"] = options["empty_capture"] == "yes", options["rest"] == "nobody"

    def read_options(self, s: Any) -> JSON:
        return {
            "pits": int(s["pits"]),
            "seeds": int(s["seeds"]),
            "empty_capture": "yes" if s["empty_capture"] else "no",
            "rest": "nobody" if s["rest"] else "owner",
        }

    def write_position(self, s: Any) -> JSON:
        return position.write(self, s)

    def read_position(self, given: Mapping[str, Any], s: Any) -> None:
        position.read(self, given, s)

    def view(self, s: Any, seat: int | None) -> JSON:
        return {**position.write(self, s), "viewer": seat}

    def why(self, s: Any, attempt: Attempt, seat: int | None) -> Refusal | None:
        return refusals.why(self, s, attempt, seat)

    def tell(self, s: Any, event: tuple[int, ...], seat: int | None, everything: bool) -> JSON:
        return events.tell(s, event)

    def sentence(self, event: JSON, language: str, names: Sequence[str]) -> str:
        return events.sentence(event, self.words(language), names)

    def draw(self, view: JSON, language: str = "en") -> str:
        return draw(view, self.words(language)["terms"])

    def picture(self, view: JSON, legal: Sequence[Action], language: str = "en") -> str:
        return picture.board(view, legal, self.words(language)["terms"])


GAME = Kalah()
