"""Keizer's system: what each result is worth, which depends on where the opponent stands.

Everybody has a value: the last in the standings half as much as there are players, rounded down,
each place above one more, so that the first has about three times as much as the last.  A win
brings the opponent's value, a draw half of it.  Whoever is left over gets two thirds of their own
value, or one third where such a bye is worth half a point; a round missed as told before brings one
third, any other nothing.  After every round all games of the tournament are counted again with the
new values, until the order changes no more.  Own values are not added to the sum.

These are the proportions that clubs use most; the system has no one text, and fractions differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.tournament.plan import DRAW, WIN
from game.tournament.tournament import Meeting, Tournament

# Two orders may take turns for ever; the last is taken then.
MAX_PASSES = 50


@dataclass(frozen=True)
class KeizerItem:
    """What one round brought: `points` are half points, `value` is whose share they are."""

    meeting: Meeting
    value: int
    points: int


@dataclass(frozen=True)
class KeizerTable:
    """Everybody's value and half points; `order` has the first first."""

    order: tuple[int, ...]
    values: dict[int, int]
    items: dict[int, tuple[KeizerItem, ...]]
    scores: dict[int, int]


def least_value(count: int) -> int:
    """Return the value of the last of so many."""
    return max(1, count // 2)


def keizer_table(tournament: Tournament, upto: int = 0) -> KeizerTable:
    """Count a tournament up to and with a round, 0 for all."""
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
    """Return what a round brought; shares of three are rounded to half points."""
    if meeting.opponent:
        return KeizerItem(meeting, value, meeting.points * value)
    thirds = {WIN: 2, DRAW: 1}.get(meeting.points, 0)
    return KeizerItem(meeting, value, round(2 * value * thirds / 3))
