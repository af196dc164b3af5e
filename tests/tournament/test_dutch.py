"""FIDE's Dutch system pairs as an independent program does, and every round keeps its rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from game.tournament import operations
from game.tournament.pairing import dutch
from game.tournament.pairing.swiss import Contender, RoundPairing, contenders
from game.tournament.plan import TournamentPlan
from game.tournament.tournament import Tournament
from tests.support.tools import needs
from tests.tournament.evenings import PLAN, do, founded, play_round, played, refused
from tools.tournaments.random_play import rounds

DUTCH = replace(PLAN, pairing="dutch")
EXPLAINED = (
    "bye: fewest points first",
    "bye: fewest unplayed games first",
    "floats: none without points",
)


@pytest.fixture
def paired_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cache pairings, so that the compared round is not computed twice."""
    pair, known = dutch.pair, dict[object, RoundPairing | None]()

    def remembered(
        tournament: Tournament,
        people: Sequence[Contender],
        float_of: dutch.FloatRule | None = None,
    ) -> RoundPairing | None:
        asked = tuple(tournament.log), float_of
        if asked not in known:
            known[asked] = pair(tournament, people, float_of)
        return known[asked]

    monkeypatch.setattr(dutch, "pair", remembered)


@needs("py4swiss")
@pytest.mark.usefixtures("paired_once")
@pytest.mark.parametrize("accelerated", [False, True])
def test_an_independent_program_pairs_the_same(accelerated: bool) -> None:
    from tools.tournaments.dutch import compare

    found = compare(5, first=5, accelerated=accelerated)
    paired = found.pop("rounds")
    known = found.pop("identical") + sum(
        count for name, count in found.items() if name.strip().startswith(EXPLAINED)
    )
    assert known == paired > 20


# Rounds in which an absence without points matters (seed: round, pairs), as bbpPairings 6 pairs
# them by the 2026 edition. 0 means the bye.
OF_2026 = {
    0: (5, "2-0 4-23 9-6 11-7 13-20 16-19 17-3 18-1 22-27 24-12 25-29 28-26 30-5 31-8"),
    4: (5, "1-3 5-11 6-14 7-13 17-21 19-10 22-12 23-20"),
    7: (4, "1-4 3-7 5-9 6-2 10-23 11-25 12-14 13-27 17-18 21-26 22-19 24-0 28-8"),
}


@pytest.mark.parametrize("seed", OF_2026)
def test_who_missed_a_round_without_points_has_not_floated(seed: int) -> None:
    from tools.tournaments.dutch import ours

    number, told = OF_2026[seed]
    before = next(one for one in rounds(seed, pairing="dutch") if len(one.rounds) == number - 1)
    pairs = {(int(a), int(b)) for a, b in (pair.split("-") for pair in told.split())}
    assert ours(before) == pairs


@pytest.mark.parametrize("seed", range(6))
def test_nobody_meets_again_and_nobody_has_two_byes(seed: int) -> None:
    tournament = played(seed, 8 + 3 * seed, DUTCH)
    met = [frozenset(g.sides) for g in tournament.games if g.result and g.result.played]
    assert len(met) == len(set(met))
    byes = [e for round_ in tournament.rounds for e, sit in round_.sits.items() if sit.why == "bye"]
    assert len(byes) == len(set(byes))


def test_the_first_round_is_the_upper_half_against_the_lower() -> None:
    tournament = founded(replace(DUTCH, numbered=True, seed=2), 8)
    do(tournament, operations.draw(tournament))
    assert [g.sides for g in tournament.rounds[0].games] == [(1, 5), (6, 2), (3, 7), (8, 4)]


def test_where_it_has_no_pairing_the_matching_pairs() -> None:
    """After three rounds, four players have all met; a fourth is paired only with rematches."""
    tournament = founded(replace(DUTCH, rounds=4), 4)
    for _round in range(3):
        do(tournament, operations.draw(tournament))
        play_round(tournament)
    with refused("all-met"):
        operations.draw(tournament)
    do(tournament, operations.draw(tournament, again=True))
    assert len(tournament.rounds) == 4


def colours(upper: tuple[int, ...], lower: tuple[int, ...], initial: int = 1) -> int:
    """Return 1 if the upper of two players (start numbers 1 and 2) gets the first seat, else -1."""
    one, other = Contender(1, 1, seats=upper), Contender(2, 2, seats=lower)
    return 1 if dutch.seat_order(one, other, initial)[0] == 1 else -1


def test_seats_follow_the_rules_of_fide_in_their_order() -> None:
    assert colours((1,), (-1,)) == -1  # both get the colour that is due to them
    assert colours((), (1,)) == 1  # the stronger preference decides
    assert colours((1, -1, -1), (-1,)) == 1  # twice in a row is a stronger preference
    # If both preferences are absolute, the one with the larger colour difference counts.
    assert colours((1, 1, -1, 1, 1), (-1, 1, 1)) == -1
    # The last round in which the two had different colours decides.
    assert colours((1, -1, 1, -1, 1), (-1, 1, 1, -1, 1)) == 1
    assert colours((1, -1, 1), (1, -1, 1)) == -1  # the preference of the upper player counts
    assert (colours((), ()), colours((), (), -1)) == (1, -1)


def test_higher_points_count_before_the_start_number_for_seats() -> None:
    tournament = founded(replace(DUTCH, numbered=True), 6)
    people = contenders(tournament, operations.here(tournament))
    low, high = replace(people[0], score=0), replace(people[5], score=2)
    found: list[dutch.DutchGame] = [{"white_id": 1, "black_id": 6}]
    checked = dutch.checked_round(found, [low, high], 1)
    assert checked is not None
    # Number 6 has more points, but its number is even, so the first seat goes to number 1.
    assert checked.pairs == ((1, 6),)


# -- forbidden pairs -------------------------------------------------------------------------------


def apart(tournament: Tournament, *pairs: tuple[int, int]) -> None:
    for one, other in pairs:
        others = {*tournament.apart_from(one), other}
        do(tournament, operations.keep_apart(tournament, one, others))


@pytest.mark.parametrize("plan", [PLAN, DUTCH])
def test_a_forbidden_pair_never_meets(plan: TournamentPlan) -> None:
    for seed in range(4):
        tournament = founded(replace(PLAN, pairing=plan.pairing, seed=seed + 1), 9)
        apart(tournament, (1, 6), (2, 3), (4, 5))
        for _round in range(6):
            do(tournament, operations.draw(tournament))
            play_round(tournament)
        met = {frozenset(game.sides) for game in tournament.games}
        assert not met & tournament.forbidden
        assert len(tournament.forbidden) == 3


@pytest.mark.parametrize("plan", [PLAN, DUTCH])
def test_a_pair_that_cannot_be_kept_apart_is_named_before_pairing(plan: TournamentPlan) -> None:
    tournament = founded(plan, 4)
    apart(tournament, (1, 2), (1, 3), (1, 4))
    with refused("barred"):
        operations.draw(tournament)
    do(tournament, operations.keep_apart(tournament, 4, ()))
    do(tournament, operations.draw(tournament))
    assert {1, 4} in [set(game.sides) for game in tournament.rounds[0].games]


def test_only_two_of_a_swiss_can_be_kept_apart() -> None:
    with refused("no-barring"):
        operations.keep_apart(founded(PLAN, 3), 1, [1])
    with refused("no-barring"):
        operations.keep_apart(founded(replace(PLAN, system="round-robin"), 3), 1, [2])
    with refused("nobody"):
        operations.keep_apart(founded(PLAN, 3), 1, [9])
    assert operations.keep_apart(founded(PLAN, 3), 1, []) == []


@pytest.mark.parametrize("plan", [PLAN, DUTCH])
def test_a_club_is_kept_apart_in_the_first_round_alone(plan: TournamentPlan) -> None:
    tournament = founded(replace(plan, clubs_apart=True))
    for number in range(12):
        club = ("Guest", "guest", "Home", "")[number // 3]
        do(tournament, operations.enter(tournament, [f"P{number}"], club=club, here=True))
    do(tournament, operations.draw(tournament))
    clubs = {e: one.club.casefold() for e, one in tournament.entrants.items()}
    for game in tournament.rounds[0].games:
        first, second = (clubs[e] for e in game.sides)
        assert first != second or not first
    assert not operations.barred_pairs(tournament, 2)


def test_a_club_too_large_to_be_kept_apart_is_paired_on_demand() -> None:
    tournament = founded(replace(PLAN, clubs_apart=True))
    for number in range(4):
        do(tournament, operations.enter(tournament, [f"P{number}"], club="Home", here=True))
    with refused("barred"):
        operations.draw(tournament)
    do(tournament, operations.draw(tournament, again=True))
    assert len(tournament.rounds[0].games) == 2
