"""Profile of Less: the heuristic, levels and settings of its search."""

from __future__ import annotations

from game.engine.search.analysis import squash
from game.engine.search.calibration import calibrated_as, search_calibration
from game.engine.search.levels import Level
from game.engine.search.profile import Profile, SearchSettings, TurnKernels, TurnSettings
from game.games.less.engine import whole_turns
from game.games.less.engine.endgame import LessEndgame
from game.games.less.engine.evaluation import NUMBERS, look, order, prior, recurring, rollout
from game.games.less.engine.race import RaceExpert, in_race
from game.games.less.engine.tables import tables
from game.games.less.rules import HOME, Less
from game.rules import Game, State
from game.rules.kernel import SEAT


def heuristic(game: Game, state: State) -> float:
    """Return the chance of side 0, from the moves used and the steps to go, ignoring walls."""
    assert isinstance(game, Less)
    side = game.side_length
    index = game.topology.index
    need = [0.0, 0.0]
    for seat in range(game.seats):
        corner = [index[label] for label in game.goal(seat)]
        columns = [number % side for number in corner]
        rows = [number // side for number in corner]
        for point, piece in game.pieces(state).items():
            if piece.seat != seat:
                continue
            column, row = index[point] % side, index[point] // side
            need[seat % 2] += max(min(columns) - column, column - max(columns), 0)
            need[seat % 2] += max(min(rows) - row, row - max(rows), 0)
    tally = game.tally(state)
    white = need[0] + tally["spent_white"]
    black = need[1] + tally["spent_black"]
    return squash(0.25 * (black - white))


# With few nodes, the evaluation alone already plays well. So these levels have fewer nodes and more
# spread.
LEVELS = (
    Level(8, 2.2),
    Level(12, 1.6),
    Level(24, 1.2),
    Level(40, 1.0),
    Level(110, 0.7),
    Level(180, 0.62),
    Level(850, 0.39),
    Level(1_500, 0.34),
    Level(3_000, 0.0, whole_turns=True),
    Level(None, 0.0),
)


LONGEST_LINE = 60  # maximum number of turns that the search looks ahead


def may_pass(game: Game, state: State) -> bool:
    """Return whether a pass makes sense; it does not if the opponents are home already."""
    return state[HOME + 1 - state[SEAT] % 2] == 0


def strives_when_lost(game: Game, state: State) -> bool:
    """Return whether the game is a race, whose loser should walk home instead of wandering."""
    return in_race(state)


PROFILE = Profile(
    key="less",
    settings=SearchSettings(explore=0.25, rave=20.0, expand=1.0, prior=4.0, fpu=0.5),
    tables=tables,
    weights=NUMBERS,
    look=look,
    prior=prior,
    rollout=rollout,
    order=order,
    levels=LEVELS,
    heuristic=heuristic,
    strives_when_lost=strives_when_lost,
    may_pass=may_pass,
    turns=TurnKernels(
        settings=TurnSettings(explore=0.15, expand=2.0, trust=2.0, breadth=24.0),
        turns=whole_turns.turns,
        play_turn=whole_turns.play_turn,
        knows=whole_turns.knows,
        way=whole_turns.way,
        most=whole_turns.MOST_ENDS,
        longest=LONGEST_LINE,
        spaces=whole_turns.spaces,
        recurring=recurring,
        calibration=search_calibration("less", "turns"),
        calibration_of_four=search_calibration(calibrated_as("less", 4), "turns"),
    ),
    experts=lambda game, profile, seed: (RaceExpert(game),),
    endings=lambda game, profile: (LessEndgame(game),),
)
