"""OpenSpiel: importing this registers every game as ``sandtable_<game>``, and as ``sandtable_<game>_open`` with perfect information.

``pyspiel.load_game("sandtable_<game>(players=3,<option>=<value>)")`` takes the number of players and the game's options as parameters.
Chance is explicit: dice and draws are nodes of their own outcomes, shuffles two of 256 equal ones, the deal four (see ``table``). Returns
are each seat's share of duels won; they sum to 0. ``resample_from_infostate`` re-deals fairly, so IS-MCTS plays without peeking; plain
MCTS sees everything, as always. In the open variant every player sees the whole truth: all hands and the orders of all piles.
"""

from __future__ import annotations

from copy import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.encodings import encoding
from sandtable.kernel.game import Game as SandtableGame
from sandtable.kernel.game import Option
from sandtable.kernel.registry import games, load
from sandtable.research.needs import missing
from sandtable.research.table import CHANCE, OUTCOMES, OVER, Table

try:
    import pyspiel
except ImportError as error:
    raise missing("OpenSpiel", "openspiel") from error

LONGEST = 20_000
Params = dict[str, Any]


def short_name(game: str, perfect: bool = False) -> str:
    return f"sandtable_{game.replace('-', '_')}{'_open' if perfect else ''}"


def _parameters(game: SandtableGame) -> Params:
    """The number of players and every option, with their defaults."""
    return {"players": game.players[0], **{option.name: _written(option.default) for option in game.options}}


def _written(value: Any) -> Any:
    """An option's value as a parameter. A parameter has one type, so numbers among words are written ``#1``, lists ``#1+6``."""
    return value if isinstance(value, (bool, str)) else "#" + "+".join(map(str, np.atleast_1d(value).tolist()))


def _read(option: Option, given: Any) -> Any:
    """The value a parameter means."""
    if isinstance(given, str) and given.startswith("#"):
        numbers = [int(part) if part.isdecimal() else part for part in given[1:].split("+")]
        return numbers[0] if len(numbers) == 1 and not isinstance(option.default, (list, tuple)) else numbers
    return given


def _game_type(game: SandtableGame, perfect: bool) -> Any:
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=short_name(game.id, perfect),
        long_name=f"{game.name} (Sandtable{', everything open' if perfect else ''})",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.PERFECT_INFORMATION if perfect else information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


class Game(pyspiel.Game):  # type: ignore[misc]
    """One of our games with a fixed number of players and options."""

    def __init__(self, game: SandtableGame, params: Params | None = None, perfect: bool = False) -> None:
        self.perfect = perfect
        given = {**_parameters(game), **(params or {})}
        self.encoding = encoding(game.id)
        players = int(given.pop("players"))
        options = {option.name: _read(option, given[option.name]) for option in game.options}
        self.template = game.blank(players, game.check_options(players, options))
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_actions,
            max_chance_outcomes=OUTCOMES,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(_game_type(game, perfect), info, params or {})

    def new_initial_state(self) -> State:
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Params | None = None) -> Observer:
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class State(pyspiel.State):  # type: ignore[misc]
    """A node of the game's tree; the position itself is ``table``."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.perfect = game.perfect
        self.table = Table(game.encoding, game.template)

    def current_player(self) -> Any:
        player = self.table.player
        if player == CHANCE:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if player == OVER else player

    def is_terminal(self) -> bool:
        return self.table.player == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.legal() if player == self.table.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.table.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.table.choose(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.table.chance_words(action) if player == pyspiel.PlayerId.CHANCE else str(self.table.game.actions[action])

    def returns(self) -> list[float]:
        return self.table.rewards()

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        raise NotImplementedError("There is no information state tensor; use information_state_string, or observation_tensor.")

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> State:
        """A state the player cannot tell from this one. Its OpenSpiel history is that of this state, so it cannot be replayed."""
        twin: State = self.clone()
        if self.perfect:
            return twin
        twin.table = copy(self.table)
        twin.table.redeal(player_id, np.array([int(probability_sampler() * (1 << 32)) for _ in range(4)], np.int64))
        return twin

    def __str__(self) -> str:
        table = self.table
        if not table.dealt:
            return "not dealt"
        return str(table.game.write_position(table.states[0])) + (" (chance)" if table.player == CHANCE else "")


class Observer:
    """Observation tensor and string of a player; with perfect recall only the string. Open games show all seats, the player's first."""

    def __init__(self, game: Game, kind: Any, params: Params | None) -> None:
        if params:
            raise ValueError(f"Observers take no parameters; got {params}.")
        self._recalls = bool(kind.perfect_recall)
        self._seats = game.num_players() if game.perfect else 1
        self._row = np.zeros(game.encoding.size, np.int16)
        self.tensor: NDArray[np.float32] = np.zeros(self._seats * game.encoding.size, np.float32)
        self.dict = {"seats": self.tensor.reshape(self._seats, -1)} if game.perfect else game.encoding.named(self.tensor)

    def set_from(self, state: State, player: int) -> None:
        for place, part in enumerate(self.tensor.reshape(self._seats, -1)):
            state.table.observe((player + place) % state.table.players, self._row)
            part[:] = self._row

    def string_from(self, state: State, player: int) -> str:
        table = state.table
        if state.perfect:
            return table.position_string()
        return table.information_state_string(player) if self._recalls else table.observation_string(player)


def _register(name: str, perfect: bool) -> None:
    """Each game is a class of its own, kept in this module: OpenSpiel's registry outlives the interpreter and must not free it."""
    game = load(name)

    def __init__(self: Game, params: Params | None = None) -> None:
        Game.__init__(self, game, params, perfect)

    kind = f"{game.name.replace(' ', '')}{'Open' if perfect else ''}Game"
    made = type(kind, (Game,), {"__init__": __init__, "__doc__": f"{game.name} for OpenSpiel."})
    globals()[made.__name__] = made
    pyspiel.register_game(_game_type(game, perfect), made)


for _name in games():
    for _perfect in (False, True):
        if short_name(_name, _perfect) not in pyspiel.registered_names():
            _register(_name, _perfect)
