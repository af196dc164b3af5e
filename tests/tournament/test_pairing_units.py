"""Single decisions of Swiss pairing and tie-breaks, each in the smallest case that shows it."""

from __future__ import annotations

from game.tournament import operations
from game.tournament.events import PairedGame, RoundPaired
from game.tournament.pairing.swiss import Contender, contenders, pair
from game.tournament.plan import TournamentPlan
from game.tournament.standings import standings
from game.tournament.tournament import Tournament
from tests.tournament.evenings import DREW, FORFEIT, LOST, WON, do, founded, play_round

TWICE_FIRST = (-1, -1, 1, 1)


def byes_and_floats(tournament: Tournament) -> dict[int, tuple[int, int]]:
    people = contenders(tournament, operations.here(tournament))
    return {one.id: (one.byes, one.floated) for one in people}


def test_a_third_time_on_the_same_seat_weighs_more_than_two_second_times() -> None:
    people = [
        Contender(1, 1, 4, seats=TWICE_FIRST),
        Contender(2, 2, 4, seats=(1, -1, -1, 1)),
        Contender(3, 3, 4, seats=TWICE_FIRST),
        Contender(4, 4, 4, seats=(-1, 1, 1, -1)),
    ]
    found = pair(people)
    assert {1, 3} not in [set(couple) for couple in found.pairs]
    first_seats = {first for first, _second in found.pairs}
    assert not first_seats & {1, 3}, "nobody sits there a third time"


def test_a_forfeit_win_counts_as_a_bye_and_a_forfeit_loss_does_not() -> None:
    tournament = founded(people=4)
    do(tournament, operations.draw(tournament))
    play_round(tournament, [FORFEIT, WON])
    winner, loser = tournament.rounds[0].games[0].sides
    found = byes_and_floats(tournament)
    assert (found[winner][0], found[loser][0]) == (1, 0)
    assert sum(byes for byes, _floated in found.values()) == 1


def test_a_bye_is_a_float_down() -> None:
    tournament = founded(people=3)
    do(tournament, operations.draw(tournament))
    play_round(tournament, [DREW])
    [out] = tournament.rounds[0].sits
    found = byes_and_floats(tournament)
    assert found.pop(out) == (1, 1)
    assert set(found.values()) == {(0, 0)}


def test_a_leader_whom_another_can_still_reach_is_not_placed_before_them() -> None:
    """1 beat 2, 2 beat 3, 1 and 3 have not met: were 3 to win that, all would be equal."""
    plan = TournamentPlan("Cup", "multiplicity", rounds=3, order=("direct",))
    tournament = founded(plan, 6)
    for number, couples, results in (
        (1, ((1, 2), (3, 4), (5, 6)), (WON, WON, DREW)),
        (2, ((2, 3), (1, 5), (4, 6)), (WON, LOST, LOST)),
    ):
        pairs = tuple(PairedGame(n, 1, a, b) for n, (a, b) in enumerate(couples, start=1))
        do(tournament, [RoundPaired(number, pairs, ())])
        play_round(tournament, results)
    places = {line.entrant.id: line.place for line in standings(tournament)}
    assert places == {5: 1, 6: 1, 1: 3, 2: 3, 3: 3, 4: 6}
