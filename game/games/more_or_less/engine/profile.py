"""Profile of More or Less: the heuristic, levels and settings of its search."""

from __future__ import annotations

from game.engine.kernels.slots import mark_own
from game.engine.search.analysis import squash
from game.engine.search.calibration import search_calibration
from game.engine.search.levels import Level
from game.engine.search.profile import (
    Profile,
    SearchSettings,
    TurnKernels,
    TurnSettings,
)
from game.games.more_or_less.engine import whole_turns
from game.games.more_or_less.engine.evaluation import judge_turn, rollout, tables
from game.games.more_or_less.engine.trains import probe, scratch
from game.games.more_or_less.rules import JUMPS, MARKER_PLACES, META, POINTS, SLIDES
from game.rules import Game, State


def heuristic(game: Game, state: State) -> float:
    """Return the chance of side 0, from its distance to a sudden win and the counters up."""
    tally = game.tally(state)
    black, green = tally["black"], tally["green"]
    if tally["placed"] < 25:
        return 0.5
    near = [min(19 - own, own - 6) for own in (black, green)]
    return squash(0.3 * (near[1] - near[0]) + 0.1 * (green - black))


# Black has the last turn and hardly ever loses to an equal player. So the spreads of the levels
# differ a lot.
LEVELS = (
    # With fewer visits than possible placements, it would play at random.
    Level(100, 0.88),
    Level(110, 0.85),
    Level(145, 0.67),
    Level(180, 0.68),
    Level(280, 0.63),
    Level(600, 0.48),
    Level(1_300, 0.36),
    Level(3_000, 0.24),
    Level(16_000, 0.03),
    Level(None, 0.0),
)

PROFILE = Profile(
    key="more-or-less",
    settings=SearchSettings(
        explore=0.0468, rave=188.0, expand=3.0, fpu=1.1
    ),  # tuned together with the weights
    codes=lambda game: sum(game.tables[META][field] for field in (POINTS, JUMPS, SLIDES)) + 2,
    mark=mark_own,
    rollout=rollout,
    probe=probe,
    scratch=scratch,
    tables=tables,
    calibration=search_calibration("more-or-less", "tree"),
    levels=LEVELS,
    heuristic=heuristic,
    turns=TurnKernels(
        settings=TurnSettings(explore=0.04, expand=1.0, trust=2.0),
        turns=whole_turns.turns,
        play_turn=whole_turns.play_turn,
        rollout=judge_turn,
        knows=whole_turns.knows,
        way=whole_turns.way,
        most=whole_turns.MOST_ENDS,
        longest=2 * MARKER_PLACES,
        spaces=whole_turns.spaces,
        calibration=search_calibration("more-or-less", "turns"),
    ),
)
