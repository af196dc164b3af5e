"""The profile of a game: everything that search and bots need to know beyond its rules.

A game defines its profile in `engine/profile.py` of its folder. The default of each field works for
any game.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from game.engine.compile.compiler import instance
from game.engine.kernels.slots import (
    in_order,
    mark_none,
    never_again,
    no_look,
    no_prior,
    no_probe,
)
from game.engine.search.analysis import Analysis
from game.engine.search.budget import Budget
from game.engine.search.calibration import AS_IT_IS, SearchCalibration
from game.engine.search.endgame_expert import EndgameExpert
from game.engine.search.levels import LEVELS, Ladder
from game.engine.search.turns import Turn
from game.rules import Game, State

LEAST_WORK = 512  # minimum ints of scratch space for the engine's own kernels


class SearchSettings(NamedTuple):
    """Settings of the tree search, in the order of the offsets in `kernels.mcts`."""

    explore: float  # the constant of UCT
    rave: float = 0.0  # visits at which RAVE counts about half; 0: no RAVE
    expand: float = 0.0  # visits before a node gets children
    prior: float = 0.0  # number of RAVE visits that a prior counts as; 0: no priors
    # Value of an action without visits and RAVE visits; from 2 on, unvisited actions come first.
    fpu: float = 0.5


class Weight(NamedTuple):
    """A number in a game's evaluation that can be tuned, from `low` to `high`."""

    name: str
    value: float
    low: float
    high: float


class TurnSettings(NamedTuple):
    """Settings of the search by whole turns, in the order of `kernels.whole_turns`."""

    explore: float  # the constant of UCT
    expand: float  # visits before a node gets children
    trust: float  # number of visits that the value at first sight counts as
    breadth: float = 1e6  # number of turns considered, those that are best at first sight


PLAIN_UCT = SearchSettings(explore=1.4, fpu=1e6)


class Expert(Protocol):
    """An expert for some positions of a game, with better turns than any search finds."""

    def knows(self, state: State) -> bool:
        """Return whether this expert knows turns for the position."""
        ...

    def think(self, state: State, budget: Budget, compiled: bool) -> Analysis | None:
        """Return the turn for a position that it knows; None without enough time."""
        ...


class SearchingExpert(Expert, Protocol):
    """An expert that searches with compiled code of its own."""

    def warm(self) -> None:
        """Load or compile the expert's code, which is the same for all boards."""
        ...


@dataclass(frozen=True)
class TurnKernels:
    """A game's parts for a search by whole turns; see `kernels.slots`."""

    settings: TurnSettings
    turns: Callable[..., int]
    play_turn: Callable[..., None]
    knows: Callable[[State], bool]  # whether a turn that begins here is searched as a whole
    # The actions of the turn from one state to another, given its `move`.
    way: Callable[[Game, State, State, int], Turn]
    most: int  # maximum number of ends of a turn
    longest: int  # maximum number of turns in a line
    spaces: Callable[[Game], tuple[int, ...]]  # sizes of the game's own arrays, after NOTE
    rollout: Callable[..., float] | None = None  # a rollout that replaces the profile's
    recurring: Callable[..., int] = never_again
    calibration: SearchCalibration = AS_IT_IS
    calibration_of_four: SearchCalibration = AS_IT_IS  # calibration for games with four seats

    def bindings(
        self, profile: Profile, game: Game, compiled: bool
    ) -> dict[str, Callable[..., object]]:
        """Return the functions for the template's slots."""
        found = profile.bindings(game, compiled)
        return {
            "probe": found["probe"],
            "rollout": self.rollout or found["rollout"],
            "turns": self.turns,
            "play_turn": self.play_turn,
            "recurring": self.recurring,
        }


@dataclass(frozen=True)
class Profile:
    """All data and functions of one game that search and bots use.

    The fields of the first group are kernels or supply kernels with numbers; `kernels.slots`
    describes them. A `rollout` of None plays uniformly random actions to the end.
    """

    key: str
    settings: SearchSettings = PLAIN_UCT
    # Number of action codes that `mark` stores; with 1 it stores none.
    codes: Callable[[Game], int] = lambda game: 1
    tables: Callable[[Game, bool], tuple[Sequence[int], ...]] = lambda game, compiled: ([0],)
    # The weights, in thousandths, form the last table, if there are any.
    weights: tuple[Weight, ...] = ()
    legal: Callable[..., int] | None = None  # a function that replaces the rules' `legal`
    mark: Callable[..., None] = mark_none
    look: Callable[..., None] = no_look
    prior: Callable[..., float] = no_prior
    rollout: Callable[..., float] | None = None
    probe: Callable[..., int] = no_probe
    order: Callable[..., int] = in_order
    scratch: Callable[[Game], int] = lambda game: LEAST_WORK  # ints of work space for kernels
    # A function that changes the root state before a search.
    prepare: Callable[[Game, MutableSequence[int]], None] | None = None

    levels: Ladder = LEVELS
    calibration: SearchCalibration = AS_IT_IS
    heuristic: Callable[[Game, State], float] = lambda game, state: 0.5
    """Return the chance (0 to 1) of side 0 in a position, without search and fast in plain Python.

    A finished game is judged as if it had not ended.
    """
    strives_when_lost: Callable[[Game, State], bool] = lambda game, state: False
    """Return whether the side to move still follows `heuristic` if all its turns lose."""
    may_pass: Callable[[Game, State], bool] = lambda game, state: True
    """Return whether threats can be searched for as if the side to move passed its turn."""
    experts: Callable[[Game, Profile, int], tuple[Expert, ...]] = lambda game, profile, seed: ()
    """Return experts for one game, with a random seed; the first that knows a position is asked."""
    perfect: Callable[[Game, Profile], tuple[SearchingExpert, ...]] = lambda game, profile: ()
    """Return experts for solved boards; only full strength asks them, before all others."""
    turns: TurnKernels | None = None
    """Kernels of the search by whole turns, for full strength and levels with `whole_turns`."""
    endings: Callable[[Game, Profile], tuple[SearchingExpert, ...]] = lambda game, profile: ()
    """Return experts for endings; only full strength asks them, for turns and not for analysis."""
    beside: Callable[[Game], EndgameExpert[Any] | None] = lambda game: None
    """Return the expert that proves endings beside the tree search; used wherever `endings` is."""

    def bindings(self, game: Game, compiled: bool) -> dict[str, Callable[..., object]]:
        """Return the functions for the slots of a search template."""
        return {
            "legal": self.legal or game.kernels.legal,
            "play": game.kernels.play,
            "mark": self.mark,
            "look": self.look,
            "prior": self.prior,
            "rollout": self.rollout or self._uniform_rollout(game, compiled),
            "order": self.order,
            "probe": self.probe,
        }

    def own_tables(self, game: Game, compiled: bool) -> tuple[Sequence[int], ...]:
        """Return the tables of the evaluation, followed by the weights."""
        tables = self.tables(game, compiled)
        if not self.weights:
            return tables
        return (*tables, [round(1000 * weight.value) for weight in self.weights])

    def work_size(self, game: Game) -> int:
        """Return the ints of scratch space that the rules' kernels and the engine's own need."""
        return max(game.work_size, self.scratch(game))

    def _uniform_rollout(self, game: Game, compiled: bool) -> Callable[..., float]:
        rules = {"legal": game.kernels.legal, "play": game.kernels.play}
        rollout: Callable[..., float] = instance(
            "engine/kernels/uniform", self.key, compiled, rules
        ).rollout
        return rollout

    def plain_uct(self) -> Profile:
        """Return the profile of plain UCT: constant 1.4 and uniform playouts by the rules alone."""
        return replace(Profile(f"{self.key}-uct"), levels=self.levels)
