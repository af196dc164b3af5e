"""Games in a row: the running score after a match, and the match that follows it."""

from __future__ import annotations

import random
from dataclasses import replace

from game.table.match import Match
from game.table.series import Series
from game.table.spec import MatchSpec


def series_after(match: Match) -> Series:
    """Return the running score with a finished match counted, everybody at the same seat."""
    outcome, series = match.outcome, match.spec.series
    if outcome is None:
        return series
    return series.after(outcome, match.game.seats, match.spec.scoring and match.game.scored)


def rematch(match: Match, larger: bool = False) -> MatchSpec:
    """Return the next match from the same position, with the sides as the spec says.

    `larger` takes the next larger board from its start.

    The running score goes with the players.  A game begun under the first reading of the rules is
    followed by one under the second.
    """
    spec = match.spec
    words = [word for word in spec.setup.split() if word != match.game.first_reading]
    if larger:
        words = [word for word in words if not word.startswith("size=")]
        words.insert(1, f"size={match.game.topology.size + 1}")
    by = _moved_by(match)
    seats = (*spec.seats[by:], *spec.seats[:by])
    series = series_after(match)
    series = replace(series, begun=series.begun or match.date)
    if series.over:  # the next one begins
        series = Series(length=series.length)
    elif match.over:
        series = series.moved_on(by, spec.series.shift + by)
    placement = None if spec.placement is None else spec.placement + 1  # another one
    again = replace(spec, setup=" ".join(words), seats=seats, seed=spec.seed + 1, series=series)
    position = None if larger else spec.position
    lot = by if spec.sides == "lot" else None
    return replace(again, lot=lot, placement=placement, position=position)


def _moved_by(match: Match) -> int:
    """By how many seats everybody moves on.  A lot follows from the match: it can be had again."""
    if match.spec.sides == "lot":
        dice = random.Random(f"{match.date} {match.spec.seed}")
        return dice.randrange(match.game.seats)
    return 1 if match.spec.sides == "swapped" else 0
