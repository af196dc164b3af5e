"""Makes the games that attract mode shows: `python -m tools.trailer [GAME ...]`.

The engine plays itself; then a stronger search judges the last positions of each game. The games
with the clearest turning point are kept as ordinary records in assets/games. Each record has an
extra field `trailer`: the turn to start at, the turn and action that decide, the turn to stop at.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from game.engine.bots.make import make_bot
from game.engine.bots.options import EngineOptions
from game.engine.bots.warmup import start_warmup
from game.engine.search.analysis import Analysis, SearchLimits, StopSignal
from game.rules import Game, State
from game.rules.events import Flipped
from game.rules.registry import parse_setup
from game.screen.attract.trailer import FOLDER, Cut, Pace
from game.table.match import Match
from game.table.record import to_record
from game.table.spec import MatchSpec, SeatSpec

# By game: the setups, used in rotation, and the two levels that play. The levels are good enough to
# be worth watching, and unequal enough for mistakes.
PROGRAMME = {
    "more-or-less": (("more-or-less",), (2, 7)),
    "less": (tuple(f"less seed={seed}" for seed in range(2, 9)), (4, 6)),
    "libra": (tuple(f"libra size=4 mode=target target={n}" for n in (6, 7, 8)), (4, 6)),
    "multiplicity": (("multiplicity size=4", "multiplicity size=5"), (4, 6)),
}
KEPT = 4  # number of games kept of each kind
PLAYED = 48  # number of games played of each kind, from which the kept games are chosen
JUDGE = SearchLimits(nodes=6000)
LAST = 20  # turns at the end of a game that are judged
# Minimum gain in the winner's chance by the deciding turn.
CLEAR = 0.2
# Seconds shown before the deciding turn, and the minimum and maximum length of the excerpt.
LEAD, SHORTEST, LONGEST = 6.0, 15.0, 22.0


@dataclass(frozen=True, slots=True)
class ShowableGame:
    """A game with the part of it worth showing; `drama` measures how exciting that part is."""

    match: Match
    cut: Cut
    drama: float


def main(keys: Sequence[str]) -> int:
    for key in keys or PROGRAMME:
        found = sorted(games_of(key), key=lambda one: -one.drama)
        for path in FOLDER.glob(f"{key}-[0-9].json"):
            path.unlink()
        for number, one in enumerate(found[:KEPT], start=1):
            write(FOLDER / f"{key}-{number}.json", one)
    return 0


def games_of(key: str) -> Iterator[ShowableGame]:
    """Yield games of the engine against itself that have a turning point."""
    setups, levels = PROGRAMME[key]
    for number in range(PLAYED):
        match = played(parse_setup(setups[number % len(setups)]), number, levels)
        found = turning_point(match)
        print(key, number, match.outcome, found and (round(found.drama, 2), found.cut), flush=True)
        if found is not None:
            yield found


def played(game: Game, number: int, pair: tuple[int, int]) -> Match:
    """Play a whole game; `number` is the seed and decides who plays which side."""
    levels = [pair[(seat + number) % 2] for seat in range(game.seats)]
    seats = tuple(SeatSpec("engine", level) for level in levels)
    match = Match(MatchSpec(game.setup, seats, seed=number), game)
    warming = start_warmup(game, print)
    if warming is not None:
        warming.wait()
    bots = [make_bot(game, EngineOptions(level=lv, seed=97 * number + lv), print) for lv in levels]
    while not match.over:
        thought = bots[match.to_move].think(
            match.state, SearchLimits(movetime=3.0), quiet, StopSignal()
        )
        for action in thought.best:
            match.play(action)
    return match


def quiet(_analysis: Analysis) -> None:
    """Ignore a search's reports."""


def turning_point(match: Match) -> ShowableGame | None:
    """Return the part of the game around the turn that decided the match.

    None for a draw, or if the match was decided long before its end.
    """
    outcome = match.outcome
    if outcome is None or not outcome.winners:
        return None
    winner, turns = outcome.winners[0] % 2, match.turns
    first = max(1, len(turns) - LAST)
    chances = chances_of(match, first, winner)
    best: ShowableGame | None = None
    for number in range(first, len(turns)):
        # The gain includes the opponent's preceding mistake, which this turn exploits.
        gain = chances[number + 1 - first] - chances[max(0, number - 1 - first)]
        held = min(chances[number + 1 - first :])
        if turns[number].seat % 2 != winner or held < 0.55 or gain < CLEAR:
            continue
        cut = cut_about(match, number)
        if cut is None:
            continue
        told = 0.35 * (cut.leave == len(turns)) + 0.3 * (number == len(turns) - 1)
        drama = gain + 0.08 * min(8, spectacle(match, number)) + told
        if best is None or drama > best.drama:
            best = ShowableGame(match, cut, drama)
    return best


def chances_of(match: Match, first: int, winner: int) -> list[float]:
    """Return the winner's chances before turn `first` and after each turn from there on."""
    judge = make_bot(match.game, EngineOptions(seed=1), print)

    def chance(state: State) -> float:
        outcome = match.game.outcome(state)
        if outcome is not None:
            return float(outcome.winners[0] % 2 == winner)
        thought = judge.think(state, JUDGE, quiet, StopSignal())
        value = {"win": 1.0, "loss": 0.0, "draw": 0.5}.get(thought.proof, thought.value)
        return value if match.game.to_move(state) % 2 == winner else 1 - value

    states = [match.turns[first].before, *(turn.after for turn in match.turns[first:])]
    return [chance(state) for state in states]


def spectacle(match: Match, number: int) -> int:
    """Return how much there is to see in a turn: counters turned, pieces moved, groups joined."""
    turn = match.turns[number]
    flips = sum(isinstance(event, Flipped) for event in turn.events)
    before, after = match.game.tally(turn.before), match.game.tally(turn.after)
    return flips + len(turn.entries) - 1 + (before.get("groups", 0) > after.get("groups", 0))


def cut_about(match: Match, number: int) -> Cut | None:
    """Return an excerpt from some seconds before turn `number` to some after; None if none fits."""
    pace, turns = Pace(match.game), match.turns
    action = deciding_action(match, number)
    enter = number
    while enter > 0 and pace.seconds(turns[enter:number]) < LEAD:
        enter -= 1
    fitting = [
        cut
        for leave in range(number + 1, len(turns) + 1)
        for cut in [Cut(enter, number, action, leave)]
        if SHORTEST <= pace.whole(turns, cut) <= LONGEST
    ]
    return fitting[-1] if fitting else None


def deciding_action(match: Match, number: int) -> int:
    """Return the number of the turn's last visible action."""
    entries = match.turns[number].entries
    seen = [n for n, entry in enumerate(entries) if entry.action and entry.action.points]
    return seen[-1] if seen else 0


def write(path: Path, found: ShowableGame) -> None:
    record = {**to_record(found.match), "trailer": asdict(found.cut)}
    path.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
