"""Taking back and redoing as people expect it: whole turns, together with engines' turns."""

from __future__ import annotations

from game.rules.proposals import GoBack, Redo
from game.rules.topology import Point
from game.table.history import ends_turn, swaps
from game.table.match import Match


def last_action(match: Match) -> GoBack | None:
    """Return the proposal to take back a person's last action in an open turn, else `last_turn`."""
    begun = match.history.begun if match.history.declared is None else None
    if begun is not None and match.spec.seats[begun.seat].kind != "engine":
        return GoBack(len(match.entries) - 1)
    return last_turn(match)


def to_point(match: Match, point: Point) -> GoBack | None:
    """Return the proposal to go back to the turn's piece on `point`; None if it was not there."""
    begun = match.history.begun
    if begun is None or match.spec.seats[begun.seat].kind == "engine":
        return None
    left = [entry.action.source if entry.action else None for entry in begun.entries]
    return GoBack(begun.first + left.index(point)) if point in left else None


def last_turn(match: Match) -> GoBack | None:
    """Return the proposal to take back the last turn; against engines, the person's last turn.

    After a declared end, only the end is taken back. None if there is nothing to take back.
    """
    if match.history.declared is not None:
        return GoBack(len(match.entries))
    now = match.history.seat_now
    turns = [turn for turn in match.turns if _waits(match, now(turn.seat, turn.first))]
    return GoBack(turns[-1].first) if turns else None


def next_turn(match: Match) -> Redo | None:
    """Return the proposal to redo up to the next turn of a person; None if there is none."""
    count = moved = 0  # number of actions, and of seats by which they move everybody on
    for entry in reversed(match.undone):
        count, moved = count + 1, moved + swaps(entry)
        seat = (match.game.to_move(entry.after) + moved) % match.game.seats
        if ends_turn(entry) and _waits(match, seat):
            break
    return Redo(count) if count else None


def _waits(match: Match, seat: int) -> bool:
    """Return whether a person plays at this seat; if all players are engines, every seat counts."""
    kinds = [spec.kind for spec in match.spec.seats]
    return kinds[seat] != "engine" or set(kinds) == {"engine"}
