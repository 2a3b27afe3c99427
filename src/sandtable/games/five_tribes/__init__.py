"""Five Tribes: sow meeples, claim tiles, wake djinns; for 2 to 4 players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any, ClassVar

from sandtable.kernel.actions import Action, Attempt
from sandtable.kernel.game import JSON, Game
from sandtable.kernel.reading import script
from sandtable.kernel.refusals import Refusal
from sandtable.kernel.state import Move, State

from . import helps, options, printed, refusals, rules, sentences, whole_moves
from .components import CHANCE, SETUP_CHANCE
from .drawing import draw
from .position import glance, view, write_position
from .reading import read_position
from .state import KINDS, STATE, Stage


class FiveTribes(Game):
    id = "five-tribes"
    name = "Five Tribes"
    rules_version = 1
    players = range(2, 5)
    prefix = "FT"
    dtype = STATE
    kinds = KINDS
    options = options.OPTIONS
    option_rule = "8.1"
    player_rule = "0.2.1"
    over_rule = "4.1"
    undo_rule = "7.5"
    commits = ("bid", "end_turn")
    uncovering = ("refill", "refill_djinn")
    spectator_rule = "7.4"
    rules: ClassVar[ModuleType] = rules

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
        opened = s.copy()
        opened["open_hands"] = 1
        return {**view(opened, None), "options": self.read_options(s)}

    def meant(self, s: Any, attempt: Attempt) -> Action | None:
        """A ``drop_at`` on a neighbouring tile is simply the drop."""
        drop = refusals.as_drop(s, attempt)
        return self.actions.attempt(drop).action if drop else attempt.action

    def why(self, s: Any, attempt: Attempt, seat: int | None) -> Refusal | None:
        code = refusals.find(s, attempt, seat)
        return self._refusal(s, code) if code else None

    def why_undo(self, s: Any, moves: Sequence[Move], seat: int | None) -> Refusal | None:
        """One's own decisions of the present turn can be taken back, down to the last that revealed something (FT-7.5)."""
        if s["seat"] < 0:
            return self._refusal(s, "GAME_OVER")
        if seat is None:
            return self._refusal(s, "SPECTATOR")
        if s["seat"] != seat:
            return self._refusal(s, "NOT_YOUR_DECISION")
        if not moves or moves[-1].action.kind in ("bid", "end_turn"):
            return self._refusal(s, "UNDO_NOTHING")
        return self._refusal(s, "UNDO_REVEALED") if moves[-1].reveals else None

    def _refusal(self, s: Any, code: str) -> Refusal:
        return _refused(self, code, bool(s["slaves"]))

    def tell(self, s: Any, event: tuple[int, ...], seat: int | None, everything: bool) -> JSON:
        return sentences.tell(s, event, seat, everything)

    def sentence(self, event: JSON, language: str, names: Sequence[str]) -> str:
        return sentences.sentence(event, language, names)

    def keepsakes(self, position: JSON) -> list[list[str]]:
        """The djinns that served each seat."""
        return [list(seat["djinns"]) for seat in position["seats"]]

    def keepsake_name(self, key: str, language: str) -> str:
        return str(self.words(language)["terms"]["djinns"][key])

    def components(self) -> JSON:
        return printed.components(self.players)

    def draw(self, view: JSON, language: str = "en") -> str:
        return draw(view, language)

    def script(self, s: Any, action: Any, chance: Sequence[Any]) -> list[int]:
        """Colours, cards, djinns, seats and tiles by name. A tile of the setup is its kind, or ``sacred 6`` to ``sacred 15``."""
        return script(chance, CHANCE | SETUP_CHANCE if action is None else CHANCE)

    def helps(self, state: State, seat: int | None, view: JSON | None = None) -> JSON:
        """Aids for a board: ways to finish a move, gains of the decisions, the order after a bid, the best sale; as the seat knows it."""
        return {} if seat is None else helps.helps(state, seat)

    def helps_from(self, view: JSON, seat: int | None, legal: Sequence[Action]) -> JSON | None:
        return None if legal else helps.helps_from(view, seat)

    def perft(self, state: State, depth: int | None = None, cap: int | None = None) -> JSON:
        """Counts complete sowing moves and their outcomes (FT-9.11); with a ``depth``, sequences of decisions as in every game."""
        if depth is not None:
            return super().perft(state, depth)
        return whole_moves.perft(state.record, whole_moves.PERFT_CAP if cap is None else cap)

    def moves(self, state: State, top: int | None = 20) -> list[JSON]:
        """The sowing moves of the turn by outcome, the greatest gain at once first; see ``sandtable.games.five_tribes.whole_moves``."""
        return whole_moves.moves(state.record, top)

    def warm_steps(self) -> list[tuple[str, Callable[[], object]]]:
        def opening() -> State:
            state = self.new(2, 1)
            while state.record["stage"] != Stage.START:
                state.play(state.legal[0])
            return state

        def sowing() -> State:
            state = opening()
            return state.play(next(action for action in state.legal if action.kind == "lift"))

        return [
            ("moves", lambda: self.moves(opening())),
            ("finishes", lambda: helps.finishes(sowing().record)),
        ]


@cache
def _refused(game: FiveTribes, code: str, slaves: bool) -> Refusal:
    """A refusal in the words of the edition: the same each time."""
    return game.refuse(code, refusals.RULES[code], lambda language: sentences.edition(language, slaves))


GAME = FiveTribes()
