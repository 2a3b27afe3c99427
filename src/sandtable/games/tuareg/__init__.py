"""Tuareg: load camels in two stages and hold the majorities of the goods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

from sandtable.kernel.actions import Attempt, kind
from sandtable.kernel.game import JSON, Game, Option
from sandtable.kernel.refusals import BadScript, Refusal

from . import helps, position, refusals, rules, words
from .components import ANIMALS, GOODS, PRESETS, SEATS, SPECIALS
from .picture import draw
from .reading import read_position
from .state import STATE

if TYPE_CHECKING:
    from sandtable.kernel.state import State

CAVES = range(1, 6)

FIELD_OF = {"goods": "goods", "overpay": "overpay", "discard": "discard_in", "used_maps": "maps_back"}


class Tuareg(Game):
    """The game as the kernel knows it."""

    id = "tuareg"
    name = "Tuareg"
    rules_version = 1
    players = range(2, 6)
    prefix = "TU"
    dtype = STATE
    kinds = (
        kind("draw"),
        kind("to_market", good=GOODS),
        kind("load_hand", animal=ANIMALS, good=GOODS),
        kind("load_market", animal=ANIMALS, good=GOODS),
        kind("buy", special=SPECIALS),
        kind("pay_hand", good=GOODS),
        kind("pay_animal", animal=ANIMALS),
        kind("hide_hand", cave=CAVES, good=GOODS),
        kind("hide_animal", cave=CAVES, animal=ANIMALS),
        kind("steal_hand", seat=range(SEATS)),
        kind("steal_animal", seat=range(SEATS), animal=ANIMALS),
        kind("use_map"),
        kind("keep_map"),
        kind("end_turn"),
        kind("pass"),
    )
    options = (
        Option("goods", PRESETS, "TU-1.4"),
        Option("overpay", ("strict", "free"), "TU-8.5"),
        Option("discard", ("out", "in"), "TU-13.13"),
        Option("used_maps", ("out", "back"), "TU-12.2"),
        Option("start", ("random", 0, 1), "TU-2.5"),  # any seat; these exist with every number of players
    )
    option_rule = "2.5"
    player_rule = "2.1"
    over_rule = "14.1"
    undo_rule = "17.8"
    spectator_rule = "3.8"
    rules: ClassVar[ModuleType] = rules

    # ---- options ----------------------------------------------------------------------------------------------------------------

    def check_option(self, option: Option, value: Any, players: int) -> Any:
        if option.name == "start" and type(value) is int and 0 <= value < players:
            return value
        if option.name == "start" and value != "random":
            raise ValueError(f"start is random or a seat from 0 to {players - 1}.")
        return super().check_option(option, value, players)

    def write_options(self, s: Any, options: Mapping[str, Any]) -> None:
        for option in self.options:
            if option.name == "start":
                s["start_option"] = -1 if options["start"] == "random" else options["start"]
            else:
                s[FIELD_OF[option.name]] = option.values.index(options[option.name])

    def read_options(self, s: Any) -> JSON:
        found = {o.name: o.values[int(s[FIELD_OF[o.name]])] for o in self.options if o.name != "start"}
        start = int(s["start_option"])
        return {**found, "start": "random" if start < 0 else start}

    # ---- positions and views ----------------------------------------------------------------------------------------------------

    def write_position(self, s: Any) -> JSON:
        return position.write_position(s, self.read_options(s))

    def read_position(self, position: Mapping[str, Any], s: Any) -> None:
        read_position(self, position, s)

    def view(self, s: Any, seat: int | None) -> JSON:
        return position.view(s, self.read_options(s), seat)

    # ---- decisions and words ----------------------------------------------------------------------------------------------------

    def why(self, s: Any, attempt: Attempt, seat: int | None) -> Refusal | None:
        return refusals.why(s, attempt, seat)

    def tell(self, s: Any, event: tuple[int, ...], seat: int | None, everything: bool) -> JSON | None:
        return words.tell(s, event, seat, everything)

    def sentence(self, event: JSON, language: str, names: Sequence[str]) -> str:
        return words.sentence(event, language, names)

    def draw(self, view: JSON, language: str = "en") -> str:
        return draw(view, language)

    def helps(self, state: State, seat: int | None, view: JSON | None = None) -> JSON:
        """Aids for a board: majorities, unseen goods, gains of the decisions, payment; from the seat's view alone."""
        return helps.helps(view or state.view(seat), seat, state.legal if seat is not None and state.seat == seat else ())

    def script(self, s: Any, action: Any, chance: Sequence[Any]) -> list[int]:
        """Goods by name (or number), orders as lists with the top card first, the start seat as a number."""
        found: list[int] = []
        for value in chance:
            if isinstance(value, (list, tuple)):
                found += self.script(s, action, value)
            elif isinstance(value, str) and value in GOODS:
                found.append(GOODS.index(value))
            elif isinstance(value, str) or not hasattr(value, "__index__"):
                raise BadScript(f"{value!r} is neither a number nor one of: {', '.join(GOODS)}.")
            else:
                found.append(int(value))
        return found


GAME = Tuareg()
