"""Learner of More or Less: predicts the winner from the position at the beginning of a turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.games.more_or_less.engine.evaluation import ANY_BOARD, FILE
from game.rules import Game
from game.rules.registry import parse_setup
from tools.learning.learner import Learner
from tools.learning.more_or_less.fit import (
    TERMS,
    chances,
    features,
    fitted,
    regression,
    results,
    surprise,
)
from tools.learning.more_or_less.games import MoreOrLessGameData, play, read_seen

# The weights of this board also serve boards without weights of their own.
USUAL = "decagon-81"


def board_of(setup: str) -> str:
    """Return the name of the setup's board. Raises RulesError."""
    return parse_setup(setup).topology.name


def strange(game: Game, seen: MoreOrLessGameData) -> str:
    """Return a fault if the game was played on another board, else ""."""
    if any(len(lying) != len(game.topology) for lying, *_ in seen.positions):
        return f"games on another board found, expected {game.topology.name}"
    return ""


def report(game: Game, seen: Sequence[MoreOrLessGameData]) -> str:
    """Report how well a fit to three quarters of the placements predicts the others."""
    import numpy

    every = features(game.topology, [one for each in seen for one in each.positions])
    ends = results(seen)
    aside = numpy.array([one.number // 3 % 4 == 0 for one in seen for _ in one.positions])
    learned = regression(every[~aside], ends[~aside])
    counters = regression(every[~aside][:, :TERMS], ends[~aside])
    told = surprise(chances(every[aside], learned), ends[aside])
    plain = surprise(chances(every[aside][:, :TERMS], counters), ends[aside])
    other = f"by counters and turns alone {plain:.4f} (of others than fitted)"
    return f"{len(ends)} positions; surprise {told:.4f}, {other}"


def weights(game: Game, seen: Sequence[MoreOrLessGameData]) -> Mapping[str, object]:
    """Return the weights of the board; those of the usual board also serve any other."""
    board = game.topology
    rows = features(board, [one for each in seen for one in each.positions])
    won = results(seen)
    found: dict[str, object] = {board.name: fitted(board, rows, won)._asdict()}
    if board.name == USUAL:
        found[ANY_BOARD] = {**fitted(board, rows, won, False)._asdict(), "places": ()}
    return found


LEARNER = Learner(
    file=FILE,
    games=3000,
    nodes=200,
    play=play,
    seen=read_seen,
    name=board_of,
    strange=strange,
    report=report,
    weights=weights,
)
