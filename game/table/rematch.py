"""Games in a row: the running score after a match, and the match that follows it."""

from __future__ import annotations

from dataclasses import replace

from game.table.match import Match
from game.table.series import Series
from game.table.spec import MatchSpec


def series_after(match: Match) -> Series:
    """The running score with a finished match counted; players still at the same seats."""
    outcome, series = match.outcome, match.spec.series
    if outcome is None:
        return series
    return series.after(outcome, match.game.seats, match.spec.scoring and match.game.scored)


def rematch(match: Match, larger: bool = False) -> MatchSpec:
    """The same again with the seats moved on by one, from the same position; `larger` on the next
    larger board and from its start.

    The running score goes with the players.  A game begun under the first reading of the rules is
    followed by one under the second.
    """
    spec = match.spec
    words = [word for word in spec.setup.split() if word != match.game.first_reading]
    if larger:
        words = [word for word in words if not word.startswith("size=")]
        words.insert(1, f"size={match.game.topology.size + 1}")
    seats = (*spec.seats[1:], spec.seats[0])
    series = series_after(match)
    if match.over:
        series = series.moved_on()
    placement = None if spec.placement is None else spec.placement + 1  # another one
    again = replace(spec, setup=" ".join(words), seats=seats, seed=spec.seed + 1, series=series)
    position = None if larger else spec.position
    return replace(again, lot=None, placement=placement, position=position)
