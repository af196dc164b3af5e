"""The profile of a game: which functions and settings its search is made of."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import dataclass, replace

from game.engine.compile.compiler import instance
from game.engine.kernels.slots import Ints, Tables
from game.engine.search.levels import LEVELS, Ladder
from game.rules import Game
from game.rules.kernel import P1_WIN, SEAT, kernel

LEAST_WORK = 512  # ints of scratch space that the engine's own kernels may use


@dataclass(frozen=True)
class Profile:
    """`codes(game)`: number of action codes.  `tables(game, compiled)`: the engine's own.

    `settings` are those of kernels.mcts.
    """

    key: str
    codes: Callable[[Game], int]
    rollout: Callable[..., float]
    mark: Callable[..., None]
    prior: Callable[..., float]
    settings: tuple[float, ...]
    tables: Callable[[Game, bool], tuple[Sequence[int], ...]] = lambda game, compiled: ([0],)
    evaluate: Callable[..., int] | None = None  # for alpha-beta; without it only exact endings
    order: Callable[..., int] | None = None
    probe: Callable[..., int] | None = None  # without it nothing is seen at once
    unit: float = 100.0  # worth of `evaluate` that makes a chance of 73%
    legal: Callable[..., int] | None = None  # in place of the rules' own
    prepare: Callable[[Game, MutableSequence[int]], None] | None = None  # marks a search's root
    levels: Ladder = LEVELS

    def bindings(self, game: Game) -> dict[str, Callable[..., object]]:
        """What fills the slots of a search template."""
        return {
            "legal": self.legal or game.kernels.legal,
            "play": game.kernels.play,
            "mark": self.mark,
            "prior": self.prior,
            "rollout": self.rollout,
            "evaluate": self.evaluate or even,
            "order": self.order or in_order,
            "probe": self.probe or no_probe,
        }

    def plain_uct(self, game: Game, compiled: bool) -> Profile:
        """The yardstick: UCT with constant 1.4 and uniform playouts by the rules alone."""
        uniform = instance(
            "kernels/uniform",
            self.key,
            compiled,
            {"legal": game.kernels.legal, "play": game.kernels.play},
        )
        return replace(
            self,
            key=f"{self.key}-uct",
            rollout=uniform.rollout,
            mark=mark_none,
            prior=no_prior,
            settings=(1.4, 0.0, 0.0, 0.0, 1e6),
            tables=lambda game, compiled: ([0],),
            legal=None,
            prepare=None,
            probe=None,
        )


@kernel
def mark_own(t: Tables, s: Sequence[int], code: int, seen: Ints, codes: int, stamp: int) -> None:
    seen[s[SEAT] % 2 * codes + code] = stamp


@kernel
def mark_none(t: Tables, s: Sequence[int], code: int, seen: Ints, codes: int, stamp: int) -> None:
    pass


@kernel
def no_prior(t: Tables, x: Tables, s: Sequence[int], code: int, work: Ints) -> float:
    return -1.0


@kernel
def value_of(result: int) -> float:
    """The value of a result for side 0."""
    if result == P1_WIN:
        return 1.0
    if result == P1_WIN + 1:
        return 0.0
    return 0.5


@kernel
def even(t: Tables, x: Tables, s: Ints, work: Ints) -> int:
    return 0


@kernel
def in_order(t: Tables, x: Tables, s: Ints, code: int, work: Ints) -> int:
    return 0


@kernel
def no_probe(t: Tables, x: Tables, s: Ints, work: Ints) -> int:
    return 0
