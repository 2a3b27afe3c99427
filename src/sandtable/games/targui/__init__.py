"""Targui (Jumbo 1988): nomad tribes march, fight and trade for the fields of the desert."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, ClassVar

from sandtable.kernel.actions import Action, Attempt
from sandtable.kernel.game import JSON, Game, Option
from sandtable.kernel.reading import script
from sandtable.kernel.refusals import Refusal
from sandtable.kernel.state import Move, State

from . import helps, options, printed, rules, sentences
from .components import CARD_KEYS
from .drawing import draw
from .odds import odds
from .position import colours, glance, view, write_position
from .reading import read_position
from .refusals import over_rule, why
from .state import KINDS, STATE, TRIBE
from .verdict import verdict


class Targui(Game):
    id = "targui"
    name = "Targui"
    rules_version = 1
    players = range(2, 5)
    prefix = "TG"
    dtype = STATE
    kinds = KINDS
    options = options.OPTIONS
    levels = ((12, 0.5), (8, 0.04), (32, 0.0), (128, 0.0))
    option_rule = "8.4"
    player_rule = "1.1"
    over_rule = "6.3"
    undo_rule = "H5"
    plain_events = True
    spectator_rule = "D1"
    closing = "game_over"
    rules: ClassVar[ModuleType] = rules

    def check_option(self, option: Option, value: Any, players: int) -> Any:
        return options.check(self, option, value, players)

    def write_options(self, s: Any, options_: Mapping[str, Any]) -> None:
        options.write(s, options_)

    def read_options(self, s: Any) -> JSON:
        return options.read(s)

    def write_position(self, s: Any) -> JSON:
        return write_position(s)

    def read_position(self, position: Mapping[str, Any], s: Any) -> None:
        read_position(self, position, s)

    def view(self, s: Any, seat: int | None) -> JSON:
        return view(s, seat)

    def glance(self, s: Any, seat: int | None) -> JSON:
        return glance(s, seat)

    def open_view(self, s: Any) -> JSON:
        return view(s, None)

    def why(self, s: Any, attempt: Attempt, seat: int | None) -> Refusal | None:
        return why(self, s, attempt, seat)

    def why_undo(self, s: Any, moves: Sequence[Move], seat: int | None) -> Refusal | None:
        """As in every game; a finished one cites how it ended."""
        if s["seat"] < 0:
            return self.refuse("GAME_OVER", over_rule(s))
        return super().why_undo(s, moves, seat)

    def tell(self, s: Any, event: tuple[int, ...], seat: int | None, everything: bool) -> JSON:
        return sentences.tell(s, event)

    def sentence(self, event: JSON, language: str, names: Sequence[str]) -> str:
        return sentences.sentence(event, language, names)

    def verdict(self, state: State, language: str, names: Sequence[str]) -> str:
        return verdict(state, language, names)

    def keepsakes(self, position: JSON) -> list[list[str]]:
        """The tribe that each seat led."""
        return [[colour] for colour in position["colours"]]

    def keepsake_name(self, key: str, language: str) -> str:
        return str(self.words(language)["terms"]["tribes"][key])

    def components(self) -> JSON:
        return printed.components()

    def draw(self, view: JSON, language: str = "en") -> str:
        return draw(view, language)

    def script(self, s: Any, action: Any, chance: Sequence[Any]) -> list[int]:
        """Dice as numbers, orders (top first) as lists of card keys, fate numbers, or colours with a fate number (TG-D7)."""
        cards = {key: number for number, key in enumerate(CARD_KEYS) if number}
        tribes = {colour: TRIBE + seat for seat, colour in enumerate(colours(int(s["players"])))}
        return script(chance, cards | tribes)

    def odds(self, attackers: int, defenders: int, attacker_value: int | str, defender_value: int | str, **how: Any) -> JSON:
        """The exact chances of a fight; see ``sandtable.games.targui.odds``."""
        return odds(attackers, defenders, attacker_value, defender_value, **how)

    def helps_from(self, view: JSON, seat: int | None, legal: Sequence[Action]) -> JSON:
        """What a board shows beside the view of ``seat`` or a spectator; see ``helps``."""
        return helps.helps(view, seat, legal)

    def warm_steps(self) -> list[tuple[str, Callable[[], object]]]:
        return [("odds", lambda: odds(1, 1, 0, 0))]


GAME = Targui()
