"""Each decision of Swiss pairing and of tie-breaks is right in the smallest case that shows it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest

from game.tournament import operations
from game.tournament.events import PairedGame, RoundPaired
from game.tournament.pairing.berger import from_table, owed, rounds, table, unmet
from game.tournament.pairing.swiss import Contender, RoundPairing, contenders, pair, seated
from game.tournament.plan import PairingResult, TournamentPlan
from game.tournament.standings import standings
from game.tournament.tournament import Tournament
from tests.tournament.evenings import (
    DREW,
    FORFEIT,
    LOST,
    WON,
    do,
    founded,
    play_round,
    refused,
)

NEITHER = PairingResult(0, 0, played=False)
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


def places(*rounds: tuple[tuple[int, int, PairingResult], ...]) -> dict[int, int]:
    """Return the places of six players after these games, by points and direct encounters."""
    plan = TournamentPlan("Cup", "multiplicity", rounds=len(rounds), order=("direct",))
    tournament = founded(plan, 6)
    for number, games in enumerate(rounds, start=1):
        pairs = tuple(PairedGame(n, 1, a, b) for n, (a, b, _won) in enumerate(games, start=1))
        do(tournament, [RoundPaired(number, pairs, ())])
        play_round(tournament, [result for _a, _b, result in games])
    return {line.entrant.id: line.place for line in standings(tournament)}


def test_a_leader_whom_another_can_still_reach_is_not_placed_before_them() -> None:
    """1 beat 2, 2 beat 3, and 1 has not met 3. If 3 won against 1, all three would be equal."""
    rounds = (
        ((1, 2, WON), (3, 4, WON), (5, 6, DREW)),
        ((2, 3, WON), (1, 5, LOST), (4, 6, LOST)),
    )
    shared = {5: 1, 6: 1, 1: 3, 2: 3, 3: 3, 4: 6}
    assert places(*rounds) == shared
    nobody_came = ((1, 3, NEITHER), (2, 4, NEITHER), (5, 6, NEITHER))
    assert places(*rounds, nobody_came) == shared, "they still have not met"


def test_a_leader_whom_nobody_can_reach_is_placed_first() -> None:
    """6 beat 1 and 2, who have not met. Whoever of these won their game would still be behind 6."""
    found = places(
        ((6, 1, WON), (2, 3, WON), (4, 5, LOST)),
        ((6, 2, WON), (1, 3, WON), (4, 5, DREW)),
        ((6, 4, LOST), (1, 5, WON), (2, 3, WON)),
    )
    assert found == {6: 1, 1: 2, 2: 2, 5: 4, 4: 5, 3: 6}


# -- one round of a Swiss --------------------------------------------------------------------------


def fresh(count: int) -> list[Contender]:
    return [Contender(n, n) for n in range(1, count + 1)]


def couples(found: RoundPairing) -> set[frozenset[int]]:
    return {frozenset(couple) for couple in found.pairs}


def test_the_first_seat_alternates_from_table_to_table_as_the_toss_begins() -> None:
    assert pair(fresh(6)).pairs == ((1, 4), (5, 2), (3, 6))
    assert pair(fresh(6), toss=1).pairs == ((4, 1), (2, 5), (6, 3))


def test_start_numbers_count_and_not_the_order_of_entry() -> None:
    assert pair([Contender(9, 1), Contender(3, 2)]).pairs == ((9, 3),)


def test_nobody_meets_again_unasked() -> None:
    people = [Contender(1, 1, met=Counter({2: 1})), Contender(2, 2, met=Counter({1: 1}))]
    with refused("all-met"):
        pair(people)
    assert pair(people, again=True).pairs == ((1, 2),)


def test_an_imbalance_of_two_weighs_more_than_the_same_seat_again() -> None:
    people = [
        Contender(1, 1, seats=(1, 1, -1)),
        Contender(2, 2, seats=(-1, -1, 1)),
        Contender(3, 3, seats=(1,)),
        Contender(4, 4, seats=(-1,)),
    ]
    assert couples(pair(people)) == {frozenset((1, 2)), frozenset((3, 4))}


def test_the_leader_plays_at_the_first_table_whoever_the_opponent_is() -> None:
    people = [
        Contender(1, 1, 4, Counter({3: 1, 4: 1})),
        Contender(2, 2, 0, Counter()),
        Contender(3, 3, 3, Counter({1: 1})),
        Contender(4, 4, 3, Counter({1: 1})),
    ]
    assert [set(couple) for couple in pair(people).pairs] == [{1, 2}, {3, 4}]


def test_among_equals_the_lowest_has_the_bye() -> None:
    assert pair(fresh(5)).bye == 5


def test_among_equals_the_lowest_has_the_bye_whatever_the_seats_so_far() -> None:
    first, second, third = fresh(3)
    people = [first, replace(second, seats=(1,)), replace(third, seats=(-1,))]
    assert pair(people).bye == 3


def test_who_was_paired_down_does_not_have_the_bye_next() -> None:
    *others, last = fresh(5)
    assert pair([*others, replace(last, floated=1)]).bye == 4


def test_a_leader_has_the_bye_in_the_last_round_only_where_leaders_cannot_meet() -> None:
    people = [Contender(1, 1, 4), Contender(2, 2, 4), Contender(3, 3, 0, byes=1)]
    assert pair(people, last=True) == RoundPairing(((1, 2),), 3)
    assert pair(people).bye in (1, 2)


def test_a_single_leader_meets_the_next_in_the_last_round() -> None:
    people = [Contender(1, 1, 4), Contender(2, 2, 3), Contender(3, 3, 3), Contender(4, 4, 0)]
    assert couples(pair(people, last=True)) == {frozenset({1, 2}), frozenset({3, 4})}


def test_the_last_of_a_group_meets_the_first_of_the_next() -> None:
    people = [Contender(n, n, 2 if n < 4 else 1) for n in range(1, 7)]
    assert couples(pair(people)) == set(map(frozenset, ((1, 2), (3, 4), (5, 6))))


def test_nobody_is_paired_down_or_up_twice_in_a_row() -> None:
    people = [
        *(Contender(n, n, 2, floated=n == 3) for n in (1, 2, 3)),
        *(Contender(n, n, 1, floated=-(n == 4)) for n in (4, 5, 6)),
    ]
    [down] = (couple for couple in couples(pair(people)) if len(couple & {1, 2, 3}) == 1)
    assert not down & {3, 4}


@pytest.mark.parametrize("ids", list(permutations((1, 2, 3, 4))))
def test_two_middling_differences_are_better_than_a_large_and_a_small_one(
    ids: tuple[int, ...],
) -> None:
    a, b, c, d = ids
    met = {a: Counter({b: 1}), b: Counter({a: 1}), c: Counter[int](), d: Counter[int]()}
    people = [Contender(one, n, 4 - n, met[one]) for n, one in enumerate(ids)]
    assert couples(pair(people)) == {frozenset({a, c}), frozenset({b, d})}


@pytest.mark.parametrize("last", [True, False])
def test_points_come_before_seats(last: bool) -> None:
    """Players with equal points meet, even if one of them then has a seat two times too often."""
    people = [
        *(Contender(n, n, 8) for n in (1, 2)),
        *(Contender(n, n, 4, seats=(1,)) for n in (3, 4)),
        *(Contender(n, n, 3, seats=(-1,)) for n in (5, 6)),
    ]
    assert couples(pair(people, last=last)) == set(map(frozenset, ((1, 2), (3, 4), (5, 6))))


def test_no_difference_in_points_outweighs_a_seat_three_times_more_often() -> None:
    people = [
        *(Contender(n, n, 8, seats=(1, -1, 1, 1)) for n in (1, 2)),
        *(Contender(n, n, 0, seats=(-1, 1, -1, -1)) for n in (3, 4)),
    ]
    assert not couples(pair(people)) & {frozenset({1, 2}), frozenset({3, 4})}


# -- who sits first --------------------------------------------------------------------------------


def first_of(*seats: tuple[int, ...]) -> int:
    """Return which of two gets the first seat in every order and at every table; 0 if it varies."""
    one, other = (Contender(n, n, seats=found) for n, found in enumerate(seats, start=1))
    first = {
        seated(a, b, swapped)[0]
        for a, b in ((one, other), (other, one))
        for swapped in (True, False)
    }
    return first.pop() if len(first) == 1 else 0


def test_who_sat_second_last_sits_first_even_where_the_other_has_not_played() -> None:
    assert first_of((), (1, -1)) == 2


def test_a_third_time_on_a_seat_is_worse_than_a_second_time() -> None:
    assert first_of((-1, -1, 1, 1), (-1, 1, -1, 1)) == 2


def test_where_the_last_seats_are_equal_those_before_decide() -> None:
    assert first_of((-1, 1, 1, -1), (1, -1, 1, -1)) == 2
    assert first_of((1, -1, 1, -1), (-1, 1, 1, -1)) == 1


def test_nothing_decides_between_equal_seats_but_the_table() -> None:
    assert first_of((1, -1), (1, -1)) == 0


# -- what a tournament says of its people ----------------------------------------------------------


def test_who_comes_new_has_neither_points_nor_floats() -> None:
    tournament = founded(people=2)
    found = contenders(tournament, operations.here(tournament))
    assert found == [Contender(one.id, n) for n, one in enumerate(found, start=1)]


def test_a_float_is_the_difference_of_points_before_that_round() -> None:
    tournament = founded(people=4)
    for couples_, results in ((((1, 2), (3, 4)), (WON, DREW)), (((1, 3), (4, 2)), (LOST, DREW))):
        number = len(tournament.rounds) + 1
        pairs = tuple(PairedGame(n, 1, a, b) for n, (a, b) in enumerate(couples_, start=1))
        do(tournament, [RoundPaired(number, pairs, ())])
        play_round(tournament, results)
    floats = {who: floated for who, (_byes, floated) in byes_and_floats(tournament).items()}
    assert floats == {1: 1, 3: -1, 4: 1, 2: -1}


def test_a_bye_that_was_asked_for_is_neither_a_bye_won_nor_a_float() -> None:
    tournament = founded(people=5)
    do(tournament, operations.ask_bye(tournament, 5, 1))
    do(tournament, operations.draw(tournament))
    play_round(tournament, [DREW, DREW])
    assert byes_and_floats(tournament)[5] == (0, 0)


def test_a_game_that_was_not_played_is_no_meeting_and_no_seat() -> None:
    tournament = founded(people=2)
    do(tournament, [RoundPaired(1, (PairedGame(1, 1, 2, 1),), ())])
    play_round(tournament, [FORFEIT])
    found = {one.id: one for one in contenders(tournament, operations.here(tournament))}
    loser, winner = found[1], found[2]
    assert (loser.met, loser.seats, loser.byes) == (Counter(), (), 0)
    assert (winner.met, winner.seats, winner.byes) == (Counter(), (), 1)


# -- round robin -----------------------------------------------------------------------------------


def test_the_table_of_six_is_bergers() -> None:
    """FIDE's handbook prints this table; the game of the last number comes first."""
    assert [table(6, number)[0] for number in range(1, 6)] == [
        (1, 6),
        (6, 4),
        (2, 6),
        (6, 5),
        (3, 6),
    ]
    assert set(table(6, 2)) == {(6, 4), (5, 3), (1, 2)}
    assert table(6, 7) == [(b, a) for a, b in table(6, 2)]


@pytest.mark.parametrize("count", [4, 5, 6, 7])
def test_whoever_has_no_game_in_the_table_has_the_bye(count: int) -> None:
    people = [Contender(10 * n, n) for n in range(1, count + 1)]
    for number in range(1, rounds(count) + 1):
        found = from_table(people, number)
        free = {one.id for one in people} - {who for couple in found.pairs for who in couple}
        assert ({found.bye} if found.bye else set()) == free
        assert len(free) == count % 2


def test_what_is_owed_is_the_games_of_who_has_most_left() -> None:
    people = [
        Contender(1, 1, met=Counter({2: 1})),
        Contender(2, 2, met=Counter({1: 1})),
        *fresh(5)[2:],
    ]
    assert owed(people) == 4
    assert owed(people, cycles=2) == 8
    assert owed(people[:2]) == 0
    assert owed([]) == 0


@pytest.mark.parametrize("out", [1, 2, 3])
def test_who_has_most_games_left_comes_first(out: int) -> None:
    a, b = sorted({1, 2, 3} - {out})
    met = {out: {a: 1, b: 1}, a: {out: 1}, b: {out: 1}}
    people = [Contender(n, n, met=Counter(met[n])) for n in (1, 2, 3)]
    assert couples(unmet(people, cycles=2)) == {frozenset({a, b})}


def test_as_many_games_as_a_round_can_have() -> None:
    """All four play, although the middle two have by far the most games left against each other."""
    met = {1: {2: 4, 3: 5, 4: 5}, 2: {1: 4, 4: 5}, 3: {4: 4, 1: 5}, 4: {3: 4, 1: 5, 2: 5}}
    people = [Contender(n, n, met=Counter(met[n])) for n in (1, 2, 3, 4)]
    assert couples(unmet(people, cycles=5)) == {frozenset({1, 2}), frozenset({3, 4})}


def test_those_who_are_ahead_sit_first_at_every_second_table() -> None:
    found = unmet(fresh(8)).pairs
    assert [first < second for first, second in found] == [True, False, True, False]
    assert len(unmet([*fresh(2)[:1], Contender(2, 2, met=Counter({1: 1}))]).pairs) == 1
