"""Tuareg: load camels in two stages and hold the majorities of the goods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

from sandtable.kernel.actions import Action, Attempt, kind
from sandtable.kernel.game import JSON, Game, Option
from sandtable.kernel.outcomes import Draw
from sandtable.kernel.reading import script
from sandtable.kernel.refusals import Refusal
from sandtable.kernel.writing import copy_of

from . import helps, options, printed, refusals, rules, sentences, values
from .components import ANIMALS, DRAW_SIZE, GOODS, SEATS, SPECIALS
from .drawing import draw
from .position import glance, view, write_position, written
from .reading import read_position
from .state import STATE
from .verdict import verdict

if TYPE_CHECKING:
    from sandtable.kernel.state import State

CAVES = range(1, 6)


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
    options = options.OPTIONS
    option_rule = "2.5"
    player_rule = "2.1"
    over_rule = "14.1"
    undo_rule = "17.8"
    plain_events = True
    spectator_rule = "3.8"
    rules: ClassVar[ModuleType] = rules

    def check_option(self, option: Option, value: Any, players: int) -> Any:
        if option is options.START:
            return options.check_start(value, players)
        return values.check(value) if option is options.GOODS_VALUES else super().check_option(option, value, players)

    def write_options(self, s: Any, options_: Mapping[str, Any]) -> None:
        options.write(s, options_)

    def read_options(self, s: Any) -> JSON:
        return copy_of(written(s).common["options"])

    def write_position(self, s: Any) -> JSON:
        return write_position(s)

    def read_position(self, position: Mapping[str, Any], s: Any) -> None:
        read_position(self, position, s)

    def view(self, s: Any, seat: int | None) -> JSON:
        return view(s, seat)

    def glance(self, s: Any, seat: int | None) -> JSON:
        return glance(s, seat)

    def open_view(self, s: Any) -> JSON:
        seen = write_position(s)
        return {**seen, "viewer": None, "pile": len(seen["pile"])}

    def why(self, s: Any, attempt: Attempt, seat: int | None) -> Refusal | None:
        return refusals.why(s, attempt, seat)

    def tell(self, s: Any, event: tuple[int, ...], seat: int | None, everything: bool) -> JSON | None:
        return sentences.tell(s, event, seat, everything)

    def sentence(self, event: JSON, language: str, names: Sequence[str]) -> str:
        return sentences.sentence(event, language, names)

    def draws(self, s: Any, action: Action) -> Draw | None:
        size = int(s["pile_size"])
        return Draw("pile", range(size - 1, -1, -1), min(DRAW_SIZE, size)) if action.kind == "draw" else None

    def verdict(self, state: State, language: str, names: Sequence[str]) -> str:
        return verdict(state, language, names)

    def keepsakes(self, position: JSON) -> list[list[str]]:
        """What each seat has bought: its donkeys, caves, thieves and maps at the end."""
        return [
            [
                *("donkey" for animal in seat["animals"] if animal.startswith("donkey")),
                *("cave" for _ in seat["caves"]),
                *("thief" for _ in seat["thieves"]),
                *("map" for _ in range(seat["maps"])),
            ]
            for seat in position["seats"]
        ]

    def keepsake_name(self, key: str, language: str) -> str:
        return str(self.words(language)["terms"][key])

    def components(self) -> JSON:
        return printed.components()

    def draw(self, view: JSON, language: str = "en") -> str:
        return draw(view, language)

    def helps_from(self, view: JSON, seat: int | None, legal: Sequence[Action]) -> JSON:
        """Aids for a board: majorities, unseen goods, gains of the decisions, payment."""
        return helps.helps(view, seat, legal)

    def script(self, s: Any, action: Any, chance: Sequence[Any]) -> list[int]:
        """Goods by name (or number), orders as lists with the top card first, the start seat as a number."""
        return script(chance, {name: good for good, name in enumerate(GOODS)})


GAME = Tuareg()
