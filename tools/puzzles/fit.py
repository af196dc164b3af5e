"""Fits the model of difficulty to the measures of puzzles: see `game.puzzles.grading`.

Abilities, weights and spread are the most probable ones. Each round first finds the difficulties
while the rest is fixed, then fits the line to these difficulties, then the abilities. This is
expectation maximization, as for a Rasch model whose difficulties have a linear prior with a
constant for each group.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from game.engine.compile.compiler import can_compile
from game.puzzles.grading import ASKED, KindScale, Measures, Model, measured, puzzle_of
from game.puzzles.kinds import BY_KEY
from game.puzzles.prover import Proof, Prover, TooMany
from game.puzzles.puzzle import EASIEST, HARDEST, Puzzle, PuzzleError
from game.rules import State

ROUNDS = 300
STEP = 0.5  # share of the computed correction of the abilities that is applied
LEAST_SPREAD, LEAST_WIDTH = 0.3, 0.1
KEPT = 0.5  # share of the distance between two groups that is kept
MOST_ACTIONS = 4_000_000  # limit when a puzzle is proved again


def proved(puzzle: Puzzle) -> tuple[Prover, State, Proof]:
    """Prove a puzzle again. Raises PuzzleError if it has not exactly one solution."""
    game, state = puzzle.position()
    prover = Prover(game, can_compile(), MOST_ACTIONS)
    try:
        proof = BY_KEY[puzzle.kind].prove(prover, state)
    except TooMany as error:
        raise PuzzleError(f"{puzzle.id}: {error}") from None
    if proof is None:
        raise PuzzleError(f"{puzzle.id}: it has more answers than one, or none")
    return prover, state, proof


def measures_of(puzzle: Puzzle) -> Measures:
    """Return the measures of a puzzle.  Raises PuzzleError."""
    prover, state, proof = proved(puzzle)
    return measured(prover, state, puzzle.kind, proof)


def graded_anew(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with a new grade and new themes. Raises PuzzleError."""
    prover, state, proof = proved(puzzle)
    made = puzzle_of(prover, prover.game, state, puzzle.turns, puzzle.kind, proof, puzzle.proof)
    return replace(puzzle, grade=made.grade, themes=made.themes)


def fit(measures: Sequence[Measures]) -> tuple[Model, tuple[float, ...]]:
    """Return the model and the bounds of grades, each of which gets a tenth of these puzzles."""
    shares = np.array([one.solved for one in measures])
    groups = sorted({one.group for one in measures})
    member = np.array([[one.group == group for group in groups] for one in measures], float)
    lines = np.array([one.line for one in measures])
    known = np.hstack([lines, member[:, 1:]])  # the first group is the reference
    abilities, spread = np.linspace(-2.0, 2.0, len(ASKED)), 2.0
    # `hard` is the difficulty for the engine.
    weights, hard = np.zeros(known.shape[1]), np.zeros(len(measures))
    for _round in range(ROUNDS):
        expected = known @ weights
        chances = _chances(hard, abilities)
        bend = (chances * (1 - chances)).sum(1) + spread**-2
        slope = (chances - shares).sum(1) + (expected - hard) / spread**2
        hard = hard + np.clip(slope / bend, -1, 1)
        weights = np.linalg.lstsq(known, hard, rcond=None)[0]
        variance = ((hard - known @ weights) ** 2 + 1 / bend).mean()
        spread = max(LEAST_SPREAD, float(np.sqrt(variance)))
        chances = _chances(hard, abilities)
        bend = (chances * (1 - chances)).sum(0) + 1e-9
        abilities = abilities + STEP * np.clip((shares - chances).sum(0) / bend, -1, 1)
        abilities = abilities - abilities.mean()
    shifts = (0.0, *_plain(weights[lines.shape[1] :]))
    model = Model(
        _plain(abilities),
        _plain(weights[: lines.shape[1]]),
        round(spread, 3),
        {group: KindScale(shift, 0.0, 1.0) for group, shift in zip(groups, shifts, strict=True)},
    )
    model = replace(model, scales=_scales(model, measures))
    parts = np.linspace(0, 1, HARDEST - EASIEST + 2)[1:-1]
    return model, _plain(np.quantile([model.difficulty(one) for one in measures], parts))


def _scales(model: Model, measures: Sequence[Measures]) -> dict[str, KindScale]:
    """Return the scales of the groups, which keep half of the distance between groups."""
    found: dict[str, list[float]] = {}
    for one in measures:
        found.setdefault(one.group, []).append(model.difficulty(one))
    middle = float(np.mean([np.mean(group) for group in found.values()]))
    usual = float(np.mean([np.std(group) for group in found.values()]))
    scales = {"": KindScale(0.0, round(middle, 3), round(usual, 3))}
    for name, group in sorted(found.items()):
        mean, width = float(np.mean(group)), max(LEAST_WIDTH, float(np.std(group)))
        centre = mean - KEPT * (mean - middle) * width / usual
        scales[name] = KindScale(model.scales[name].shift, round(centre, 3), round(width, 3))
    return scales


def _plain(numbers: Any) -> tuple[float, ...]:
    return tuple(round(float(number), 3) for number in numbers)


def _chances(hard: Any, abilities: Any) -> Any:
    """Return the probability that each level (columns) solves each puzzle (rows)."""
    return 1 / (1 + np.exp(hard[:, None] - abilities[None, :]))
