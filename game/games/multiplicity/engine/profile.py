"""Profile of Multiplicity: the heuristic and settings of its search."""

from __future__ import annotations

import math

from game.engine.kernels.slots import mark_own
from game.engine.search.analysis import squash
from game.engine.search.calibration import search_calibration
from game.engine.search.levels import LEVELS as USUAL
from game.engine.search.levels import Level
from game.engine.search.profile import Profile, SearchSettings
from game.games.multiplicity.engine.endgame import MultiplicityEndgame, PerfectMultiplicity
from game.games.multiplicity.engine.evaluation import WEIGHED, look, prior, rollout, scratch, tables
from game.games.multiplicity.rules import OPEN, PHASE
from game.rules import Game, State


def heuristic(game: Game, state: State) -> float:
    tally = game.tally(state)
    return squash(math.log(tally["white"] / tally["black"]))


# Level 1 has more spread than usual, so that it loses to a player who looks one turn ahead.
LEVELS = (Level(8, 3.0), *USUAL[1:])

PROFILE = Profile(
    key="multiplicity",
    # These were tuned together with the weights. Only the prior comes from a few matches.
    settings=SearchSettings(explore=0.06, rave=700.0, expand=4.0, prior=150.0, fpu=0.75),
    codes=lambda game: len(game.topology),
    tables=tables,
    weights=WEIGHED,
    mark=mark_own,
    look=look,
    prior=prior,
    rollout=rollout,
    scratch=scratch,
    levels=LEVELS,
    calibration=search_calibration("multiplicity", "tree"),
    heuristic=heuristic,
    perfect=lambda game, profile: (PerfectMultiplicity(game, profile),),
    beside=MultiplicityEndgame,
    # Before the open phase, a bound stone depends on the last stone, so passing makes no sense.
    may_pass=lambda game, state: state[PHASE] == OPEN,
)
