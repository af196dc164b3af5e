"""The difficulty of a puzzle, on a scale of grades.

A puzzle has four measures: the engine levels that solve it, the number of choices, the length of
the solution, and the number of wrong turns that look right. The model's probability that a level
solves a puzzle is 1 / (1 + exp(difficulty + shift - ability)). The shift of a game and kind says
how much harder it is for the engine than for a person. So only the other three measures can compare
puzzles of two kinds.

Before any level has tried a puzzle, its expected difficulty is a weighted sum of the measures. The
spread is its standard deviation. The levels' tries then change the difficulty. Finally it is
converted to a common scale, whose unit is the variation within the kind. Half of the distance
between two kinds is kept, because nobody has measured that distance on people.

`python -m tools.puzzles fit` computes the numbers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from game.engine.bots.leveled import LeveledBot
from game.engine.bots.options import EngineOptions
from game.engine.registry import profile_of
from game.engine.search.analysis import SearchLimits, StopSignal
from game.engine.search.levels import LEVELS
from game.puzzles.plugin import DRAWN, FORK, HOME, LAST, TRAIN, WIN_TWO
from game.puzzles.prover import Proof, Prover, played
from game.puzzles.puzzle import EASIEST, HARDEST, Puzzle
from game.rules import Action, Game, State
from game.rules.kernel import TURNS

MEMORY_MB = 16
MOST_NODES = SearchLimits(nodes=100_000)  # a limit that no level used here reaches
SEEDS = (11, 12, 13, 14)  # each level tries once with each seed
ASKED = range(EASIEST, HARDEST)  # levels that try puzzles; the highest has no limit
NEWTON_STEPS, LONGEST_STEP = 30, 1.0
SENSIBLE = 3  # lowest level whose wrong turns also look right to a person


@dataclass(frozen=True, slots=True)
class Measures:
    """The numbers from which a puzzle's difficulty is estimated.

    - `group` is the game and kind.
    - `solved` has, for each level, the share of its tries that found the solution.
    - `choices` is the number of different positions after the first turn.
    - `length` is the number of actions in all turns of the solver; in an ending, the number of the
      solver's turns until the end.
    - `tempting` is the number of plausible wrong turns.
    """

    group: str
    solved: tuple[float, ...]
    choices: int
    length: int
    tempting: int

    @property
    def line(self) -> tuple[float, ...]:
        """Return the terms whose weighted sum is the expected difficulty."""
        return 1.0, math.log(self.choices), math.log(self.length), math.log1p(self.tempting)


def puzzle_of(
    prover: Prover,
    game: Game,
    state: State,
    turns: tuple[str, ...],
    kind: str,
    proof: Proof,
    effort: int,
) -> Puzzle:
    return Puzzle(
        setup=game.setup,
        turns=turns,
        kind=kind,
        seat=game.to_move(state),
        solution=tuple(prover.text(codes) for codes in proof.line),
        ways=proof.first.ways,
        aim=proof.aim,
        proof=effort,
        grade=grade_of(MODEL.difficulty(measured(prover, state, kind, proof))),
        themes=tuple(themes_of(prover, game, state, kind, proof)),
    )


def themes_of(prover: Prover, game: Game, state: State, kind: str, proof: Proof) -> list[str]:
    """Return the themes of a proved puzzle.

    A win in two is a fork if at least two turns win after every reply.
    """
    line = [prover.turns.actions(codes) for codes in proof.line]
    themes = prover.plugin.themes(game, state, line)
    if kind == WIN_TWO:  # the reply in the line leaves the fewest wins
        after = played(prover, played(prover, state, proof.line[0]), proof.line[1])
        themes += [FORK] * (len(prover.winning_ends(after)) > 1)
    return themes + [DRAWN] * (kind == LAST and not proof.aim)


# -- the model -------------------------------------------------------------------------------------


class KindScale(NamedTuple):
    """The model's numbers for a game and kind; `centre` and `width` convert to the common scale."""

    shift: float
    centre: float
    width: float


@dataclass(frozen=True)
class Model:
    """The numbers of the model; `scales` are by group, with "" for other groups."""

    abilities: tuple[float, ...]
    weights: tuple[float, ...]
    spread: float
    scales: Mapping[str, KindScale]

    def difficulty(self, measures: Measures) -> float:
        """Return the most probable difficulty, on the common scale."""
        scale = self.scales.get(measures.group) or self.scales[""]
        return (self.unscaled(measures, scale.shift) - scale.centre) / scale.width

    def unscaled(self, measures: Measures, shift: float) -> float:
        """Return the most probable difficulty, on the scale of the abilities."""
        expected = sum(w * x for w, x in zip(self.weights, measures.line, strict=True))
        found = expected
        for _step in range(NEWTON_STEPS):
            slope, bend = (expected - found) / self.spread**2, self.spread**-2
            for ability, share in zip(self.abilities, measures.solved, strict=True):
                chance = 1 / (1 + math.exp(found + shift - ability))
                slope += chance - share
                bend += chance * (1 - chance)
            found += max(-LONGEST_STEP, min(LONGEST_STEP, slope / bend))
        return found


MODEL = Model(
    abilities=(-4.284, -3.206, -1.095, -0.526, 0.182, 1.106, 1.867, 2.474, 3.481),
    weights=(-5.907, 0.134, 3.305, 1.827),
    spread=1.571,
    scales={
        "": KindScale(shift=0.0, centre=1.671, width=2.057),
        "less-home": KindScale(shift=0.0, centre=2.328, width=1.842),
        "less-save": KindScale(shift=0.747, centre=1.443, width=3.091),
        "less-win-1": KindScale(shift=-0.589, centre=0.326, width=2.239),
        "less-win-2": KindScale(shift=-0.804, centre=1.656, width=2.498),
        "libra-last": KindScale(shift=-2.683, centre=-0.075, width=0.688),
        "more-or-less-save": KindScale(shift=-2.591, centre=1.621, width=3.17),
        "more-or-less-train": KindScale(shift=-1.392, centre=2.595, width=1.135),
        "more-or-less-win-1": KindScale(shift=-0.185, centre=2.313, width=1.833),
        "more-or-less-win-2": KindScale(shift=-1.348, centre=2.876, width=1.969),
        "multiplicity-last": KindScale(shift=-2.538, centre=1.81, width=2.103),
    },
)
BOUNDS = (-1.339, -1.005, -0.757, -0.389, 0.125, 0.452, 0.752, 1.006, 1.365)


def grade_of(hard: float) -> int:
    """Return the grade of a difficulty, EASIEST to HARDEST."""
    return EASIEST + sum(hard > bound for bound in BOUNDS)


# -- measuring -------------------------------------------------------------------------------------


def measured(prover: Prover, state: State, kind: str, proof: Proof) -> Measures:
    """Return the measures of a proved puzzle.

    The engine does not aim at trains, and it has a table of ways home. For these two kinds, a level
    is therefore assumed to draw random turns, one for each position that it would search.
    """
    group = f"{prover.game.key}-{kind}"
    choices = len(prover.turns.ends(state))
    length = sum(len(codes) for codes in (proof.line if kind == HOME else proof.line[::2]))
    if kind == LAST:
        length = _turns_left(prover.game, state)
    if kind in (TRAIN, HOME):
        tries = [LEVELS[level - 1].nodes or 0 for level in ASKED]
        shares = [1 - (1 - proof.chance) ** number for number in tries]
        return Measures(group, tuple(shares), choices, length, _nearly(prover, state, kind, proof))
    wrong: set[State] = set()
    shares = []
    for level in ASKED:
        if shares[-2:] == [1.0, 1.0]:  # Higher levels are assumed to solve it, too.
            shares.append(1.0)
            continue
        ends = [_end(prover, state, level, seed) for seed in SEEDS]
        shares.append(ends.count(proof.first.state) / len(SEEDS))
        wrong.update(ends if level >= SENSIBLE else ())
    return Measures(group, tuple(shares), choices, length, len(wrong - {proof.first.state}))


def _turns_left(game: Game, state: State) -> int:
    """Return how many turns the side to move still has in an ending.

    The number is the same, whichever turns are played.
    """
    side, count, before = game.to_move(state) % 2, 0, -1
    while not game.over(state):
        if state[TURNS] != before and game.to_move(state) % 2 == side:
            count += 1
        before, state = state[TURNS], game.advance(state, game.legal(state)[0])
    return count


def _nearly(prover: Prover, state: State, kind: str, proof: Proof) -> int:
    """Return the number of wrong turns that are one counter or one move worse than the solution."""
    plugin, side, count = prover.plugin, prover.side(state), -1
    for end in prover.turns.ends(state):
        if kind == TRAIN:
            assert plugin.turned is not None
            count += plugin.turned(prover.turns.actions(end.codes)) >= proof.aim - 1
        else:
            assert plugin.way is not None
            spent = plugin.spent(end.state) - plugin.spent(state)
            way = plugin.way(prover.game, end.state, side, prover.compiled)
            count += spent + way <= proof.aim + 1
    return count


def _end(prover: Prover, state: State, level: int, seed: int) -> State:
    """Return the position after the turn that the engine plays at this level."""
    for action in ask(bot_of(prover.game, level, seed, prover.compiled), state):
        state = prover.game.advance(state, action)
    return state


def ask(bot: LeveledBot, state: State) -> tuple[Action, ...]:
    """Return the turn that a bot plays."""
    return bot.think(state, MOST_NODES, lambda analysis: None, StopSignal()).best


def bot_of(game: Game, level: int, seed: int, compiled: bool) -> LeveledBot:
    options = EngineOptions(level=level, hash_mb=MEMORY_MB, seed=seed)
    return LeveledBot(game, profile_of(game), options, seed, lambda: compiled)
