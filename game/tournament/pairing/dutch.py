"""FIDE's Dutch system (C.04.3) by caissify-pairings: its input, made from a tournament's rounds.

The library pairs one round and stores nothing. So it is given the points, seats and floats of all
earlier rounds, including virtual points. White is the first seat.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any, TypedDict

from game.tournament.pairing.swiss import (
    NOBODY,
    Contender,
    RoundPairing,
    by_tables,
    points_before,
)
from game.tournament.plan import WIN
from game.tournament.tournament import Meeting, Tournament

FloatRule = Callable[[Meeting, int, dict[int, int]], str]
COLOURS = {1: "white", -1: "black"}


def pair(
    tournament: Tournament, people: Sequence[Contender], float_of: FloatRule | None = None
) -> RoundPairing | None:
    """Return the next round for `people`; None if the system has no pairing.

    `float_of` replaces our rule for floats by the rule of another edition.
    """
    from caissify_pairings.engines.dutch import DutchEngine  # a slow import, like networkx

    number, plan = len(tournament.rounds) + 1, tournament.plan
    numbers, barred = tournament.start_numbers, any(one.barred for one in people)
    points = [points_before(tournament, n) for n in range(1, number)]
    logging.getLogger("caissify_pairings").setLevel(logging.CRITICAL)  # failures are detected below
    engine = DutchEngine(
        [_player(one, tournament.meetings(one.id), points, float_of or float_in) for one in people],
        {(one.number, numbers[other]) for one in people for other in one.met},
        number,
        plan.rounds,
    )
    if barred:
        _bar(engine, people, numbers)
    # Without this flag the engine pairs round 1 by start numbers alone. If the flag were passed to
    # the constructor, the engine would add its own virtual points.
    engine.accelerated = plan.accelerated or barred
    return checked_round(engine.generate_pairings(), people, -1 if plan.seed % 2 else 1)


def _bar(engine: Any, people: Sequence[Contender], numbers: dict[int, int]) -> None:
    """Keep barred pairs apart. Listing them as played games would influence who gets the bye."""
    barred = {frozenset((one.number, numbers[e])) for one in people for e in one.barred}
    fits = engine._can_pair
    engine._can_pair = lambda a, b: frozenset((a.id, b.id)) not in barred and fits(a, b)


class DutchPlayer(TypedDict):
    """A player in the library's format."""

    id: int
    score: float
    starting_number: int
    pairing_number: int
    color_hist: list[str]
    float_history: list[str]
    bye_count: int


class DutchGame(TypedDict):
    """A game as returned by the library, by start numbers; a bye has no second player."""

    white_id: int
    black_id: int | None


def _player(
    one: Contender, seen: list[Meeting], points: list[dict[int, int]], float_of: FloatRule
) -> DutchPlayer:
    """Return a player in the library's format; the start number already reflects the rating."""
    return {
        "id": one.number,  # some of the library's decisions depend on ids
        "score": one.score / WIN,
        "starting_number": one.number,
        "pairing_number": one.number,
        "color_hist": [COLOURS[seat] for seat in one.seats],
        "float_history": [float_of(m, one.id, before) for m, before in zip(seen, points)],
        "bye_count": one.byes,
    }


def float_in(meeting: Meeting, entrant: int, before: dict[int, int]) -> str:
    """Return "down", "up" or "none".

    Points without a game count as "down" (1.4.3, since 2026).
    """
    if not meeting.opponent or not meeting.played:
        return "down" if meeting.points else "none"
    below = before[entrant] - before[meeting.opponent]
    return "down" if below > 0 else "up" if below else "none"


def checked_round(
    found: Sequence[DutchGame], people: Sequence[Contender], initial: int
) -> RoundPairing | None:
    """Return the library's round if it contains everybody once and has no rematch, else None."""
    ids: dict[int | None, int] = {one.number: one.id for one in people}
    games = [(ids[one["white_id"]], ids.get(one["black_id"], NOBODY)) for one in found]
    pairs = [game for game in games if NOBODY not in game]
    byes = [entrant for entrant, other in games if other == NOBODY]
    seated = sorted([*byes, *(entrant for pair in pairs for entrant in pair)])
    unpairable = {one.id: {*one.met, *one.barred} for one in people}
    if seated != sorted(unpairable) or len(byes) > 1:
        return None
    if any(second in unpairable[first] for first, second in pairs):
        return None
    seats = (seat_order(upper, lower, initial) for upper, lower in by_tables(pairs, people))
    return RoundPairing(tuple(seats), byes[0] if byes else None)


# -- seats (article 5.2, E before 2026) ------------------------------------------------------------
# The library does not rank by points: a lower start number always ranks higher.


ABSOLUTE, STRONG, MILD = 3, 2, 1


def seat_order(upper: Contender, lower: Contender, initial: int) -> tuple[int, int]:
    """Return the ids of two opponents, the first seat first; `upper` has the higher rank."""
    (strength, wish), (other, wished) = _wish(upper), _wish(lower)
    wider = abs(upper.balance) - abs(lower.balance) if strength == ABSOLUTE else 0
    turned = zip(reversed(upper.seats), reversed(lower.seats))
    changed = next((theirs for mine, theirs in turned if mine != theirs), 0)
    if wish == -wished:
        seat = wish
    elif strength != other or wider:
        seat = wish if (strength, wider) > (other, 0) else -wished
    else:
        seat = changed or wish
    seat = seat or (initial if upper.number % 2 else -initial)
    return (upper.id, lower.id) if seat > 0 else (lower.id, upper.id)


def _wish(one: Contender) -> tuple[int, int]:
    """Return a player's claim to a seat: its strength, and 1 (first seat), -1 (second) or 0."""
    if not one.seats:
        return 0, 0
    if one.seats[-2:] in ((1, 1), (-1, -1)):
        return ABSOLUTE, -one.seats[-1]
    if one.balance:
        return (ABSOLUTE if abs(one.balance) > 1 else STRONG), (-1 if one.balance > 0 else 1)
    return MILD, -one.seats[-1]
