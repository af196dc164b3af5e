"""Keizer's system: the points for a result depend on the opponent's place in the standings.

Each player has a value. The last player's value is half the number of players, rounded down. Each
higher place is worth one more, so the first value is about three times the last. A win brings the
opponent's value, a draw half of it. A player with the bye gets two thirds of their own value, or
one third if a bye is worth half a point. An absence announced beforehand brings one third; any
other absence brings nothing. After every round all games of the tournament are counted again with
the new values, until the order stays the same. A player's own value is not added to the sum.

Most clubs use these proportions; there is no official text, and fractions vary.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.tournament.plan import DRAW, WIN
from game.tournament.tournament import Meeting, Tournament

# Two orders may alternate forever; after this many passes, the last order counts.
MAX_PASSES = 50


@dataclass(frozen=True)
class KeizerItem:
    """The yield of one round: `points` are half points, a share of `value`."""

    meeting: Meeting
    value: int
    points: int


@dataclass(frozen=True)
class KeizerTable:
    """The values and half points of all players; `order` begins with the first."""

    order: tuple[int, ...]
    values: dict[int, int]
    items: dict[int, tuple[KeizerItem, ...]]
    scores: dict[int, int]


def least_value(count: int) -> int:
    """Return the value of the last of `count` players."""
    return max(1, count // 2)


def keizer_table(tournament: Tournament, upto: int = 0) -> KeizerTable:
    """Count a tournament up to and including round `upto`, 0 for all rounds."""
    numbers, rounds = tournament.start_numbers, upto or len(tournament.rounds)
    seen = {e: tournament.meetings(e)[:rounds] for e in tournament.entrants}
    points = {e: sum(m.points for m in found) for e, found in seen.items()}
    order = sorted(numbers, key=numbers.__getitem__)
    first = least_value(len(order)) + len(order) - 1
    for _pass in range(MAX_PASSES):
        values = {entrant: first - place for place, entrant in enumerate(order)}
        items = {e: _items(e, found, values) for e, found in seen.items()}
        scores = {e: sum(item.points for item in found) for e, found in items.items()}
        before = order
        order = sorted(numbers, key=lambda e: (-scores[e], -points[e], numbers[e]))
        if order == before:
            break
    return KeizerTable(tuple(order), values, items, scores)


def _items(entrant: int, seen: Sequence[Meeting], values: dict[int, int]) -> tuple[KeizerItem, ...]:
    return tuple(_item(m, values[m.opponent or entrant]) for m in seen if m.decided)


def _item(meeting: Meeting, value: int) -> KeizerItem:
    """Return the yield of a round; thirds are rounded to half points."""
    if meeting.opponent:
        return KeizerItem(meeting, value, meeting.points * value)
    thirds = {WIN: 2, DRAW: 1}.get(meeting.points, 0)
    return KeizerItem(meeting, value, round(2 * value * thirds / 3))
