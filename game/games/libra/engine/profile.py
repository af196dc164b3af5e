"""Profile of Libra: the heuristic, levels and settings of its search."""

from __future__ import annotations

from game.engine.search.analysis import squash
from game.engine.search.calibration import search_calibration
from game.engine.search.levels import LEVELS as USUAL
from game.engine.search.levels import Level
from game.engine.search.profile import Profile, SearchSettings
from game.games.libra.engine import evaluation
from game.games.libra.engine.bidding import Bidder
from game.games.libra.engine.endgame import LibraEndgame, PerfectLibra
from game.games.libra.rules import BIDDING, Libra
from game.rules import Game, State


def heuristic(game: Game, state: State) -> float:
    """Return the chance of side 0 from the groups on the board now."""
    assert isinstance(game, Libra)
    tally = game.tally(state)
    if tally["more"] < 0:
        return 0.5
    advantage = 0.3 * tally["groups"]
    chance = squash(advantage - 2)
    return chance if tally["more"] == 0 else 1 - chance


# The usual level 8 hardly makes mistakes in Libra: it would score in 80% of duels with level 10.
LEVELS = (Level(20, 1.3), USUAL[1], Level(140, 0.65), *USUAL[3:7], Level(2_700, 0.25), *USUAL[8:])

PROFILE = Profile(
    key="libra",
    settings=SearchSettings(explore=0.15, rave=1000.0, expand=4.0),
    codes=lambda game: 3 * len(game.topology) + 2,
    tables=evaluation.tables,
    weights=evaluation.WEIGHED,
    levels=LEVELS,
    legal=evaluation.legal,
    mark=evaluation.mark_both,
    rollout=evaluation.rollout,
    scratch=evaluation.scratch,
    prepare=evaluation.prepare,
    calibration=search_calibration("libra", "tree"),
    heuristic=heuristic,
    may_pass=lambda game, state: state[BIDDING] == 0,
    experts=lambda game, profile, seed: (Bidder(game, profile, seed),),
    beside=LibraEndgame,
    perfect=lambda game, profile: (PerfectLibra(game, profile),),
)
