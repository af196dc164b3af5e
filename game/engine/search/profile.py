"""The profile of a game: everything that search and bots ask about it beyond its rules.

A game fills in what it knows in `engine/profile.py` of its folder.  Each field has a default that
any game can be searched with.
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

LEAST_WORK = 512  # ints of scratch space that the engine's own kernels may use


class SearchSettings(NamedTuple):
    """Settings of the tree search, in the order of the offsets in `kernels.mcts`."""

    explore: float  # the constant of UCT
    rave: float = 0.0  # visits at which RAVE counts half, about; 0 is none
    expand: float = 0.0  # visits before a node gets children
    prior: float = 0.0  # RAVE visits that a prior counts for; 0 is none
    fpu: float = 0.5  # value of an action that nothing is known about; above 2 each comes first


class Weight(NamedTuple):
    """A number of a game's judgement that can be tuned, within what makes sense."""

    name: str
    value: float
    low: float
    high: float


class TurnSettings(NamedTuple):
    """Settings of the search by whole turns, in the order of `kernels.whole_turns`."""

    explore: float  # the constant of UCT
    expand: float  # visits before a node gets children
    trust: float  # visits that the first sight counts for
    breadth: float = 1e6  # turns looked at, the best at first sight


PLAIN_UCT = SearchSettings(explore=1.4, fpu=1e6)


class Expert(Protocol):
    """A source of turns that are better than any search finds, for some positions of a game."""

    def knows(self, state: State) -> bool:
        """Return whether this expert knows turns for the position."""
        ...

    def think(self, state: State, budget: Budget, compiled: bool) -> Analysis | None:
        """Return the turn for a position it knows; None when there is no time to find it."""
        ...


class SearchingExpert(Expert, Protocol):
    """An expert that searches with compiled code of its own."""

    def warm(self) -> None:
        """Load or compile what it will need, on whatever board."""
        ...


@dataclass(frozen=True)
class TurnKernels:
    """What a game brings for a search by whole turns; see `kernels.slots`."""

    settings: TurnSettings
    turns: Callable[..., int]
    play_turn: Callable[..., None]
    knows: Callable[[State], bool]  # is the beginning of this turn searched so?
    way: Callable[[Game, State, State, int], Turn]  # the turn from one state to another, by `move`
    most: int  # ends of a turn
    longest: int  # turns of a line
    spaces: Callable[[Game], tuple[int, ...]]  # sizes of arrays of its own, after NOTE
    rollout: Callable[..., float] | None = None  # in place of the profile's
    recurring: Callable[..., int] = never_again
    calibration: SearchCalibration = AS_IT_IS
    calibration_of_four: SearchCalibration = AS_IT_IS  # with four seats

    def bindings(
        self, profile: Profile, game: Game, compiled: bool
    ) -> dict[str, Callable[..., object]]:
        """Return what fills the slots of the template."""
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
    """Everything that search and bots take from one game.

    Functions of the first group are kernels, or give numbers to kernels, and are described in
    `kernels.slots`; a `rollout` of None plays uniformly random actions to the end.
    """

    key: str
    settings: SearchSettings = PLAIN_UCT
    codes: Callable[[Game], int] = lambda game: 1  # action codes that `mark` notes; 1: it does not
    tables: Callable[[Game, bool], tuple[Sequence[int], ...]] = lambda game, compiled: ([0],)
    weights: tuple[Weight, ...] = ()  # in thousandths the last of the tables, where there are any
    legal: Callable[..., int] | None = None  # in place of the rules' own
    mark: Callable[..., None] = mark_none
    look: Callable[..., None] = no_look
    prior: Callable[..., float] = no_prior
    rollout: Callable[..., float] | None = None
    probe: Callable[..., int] = no_probe
    order: Callable[..., int] = in_order
    scratch: Callable[[Game], int] = lambda game: LEAST_WORK  # ints of work space for kernels
    prepare: Callable[[Game, MutableSequence[int]], None] | None = None  # marks a search's root

    levels: Ladder = LEVELS
    calibration: SearchCalibration = AS_IT_IS
    heuristic: Callable[[Game, State], float] = lambda game, state: 0.5
    """Chance (0 to 1) of side 0 in a position, without looking ahead and quickly in plain Python;
    also of a finished game, as if it had not ended."""
    strives_when_lost: Callable[[Game, State], bool] = lambda game, state: False
    """Should the side to move go on by `heuristic` even where all its turns lose?"""
    may_pass: Callable[[Game, State], bool] = lambda game, state: True
    """Does the start of a turn make sense with the turn given away?"""
    experts: Callable[[Game, Profile, int], tuple[Expert, ...]] = lambda game, profile, seed: ()
    """Experts for one game, their dice by a seed; the first that knows a position is asked."""
    perfect: Callable[[Game, Profile], tuple[SearchingExpert, ...]] = lambda game, profile: ()
    """Experts of solved boards; only the full strength asks them, and before all others."""
    turns: TurnKernels | None = None
    """Search by whole turns; only the full strength does so."""
    endings: Callable[[Game, Profile], tuple[SearchingExpert, ...]] = lambda game, profile: ()
    """Experts of endings; only the full strength asks them, for a turn and not for an analysis."""
    beside: Callable[[Game], EndgameExpert[Any] | None] = lambda game: None
    """Who proves endings beside the tree search, for the same bots as `endings`."""

    def bindings(self, game: Game, compiled: bool) -> dict[str, Callable[..., object]]:
        """Return what fills the slots of a search template."""
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
        """Return the tables of the judgement, with the weights."""
        tables = self.tables(game, compiled)
        if not self.weights:
            return tables
        return (*tables, [round(1000 * weight.value) for weight in self.weights])

    def work_size(self, game: Game) -> int:
        """Ints of scratch space that the rules' kernels and the engine's own need."""
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
