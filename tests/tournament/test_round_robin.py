"""Everybody plays everybody, by Berger's tables, with late entries and somebody who leaves."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from caissify_pairings import generate_pairings

from game.tournament import operations
from game.tournament.pairing.berger import rounds, table
from game.tournament.plan import TournamentPlan
from game.tournament.tournament import Tournament
from tests.tournament.evenings import do, founded, play_round

ROBIN = TournamentPlan("Club table", "libra", "round-robin")
NOBODY = {"score": 0, "color_hist": [], "float_history": [], "bye_count": 0}


def met(tournament: Tournament) -> Counter[frozenset[int]]:
    return Counter(frozenset(game.sides) for game in tournament.games)


def play_all(tournament: Tournament) -> None:
    while len(tournament.rounds) < operations.rounds_of(tournament):
        do(tournament, operations.draw(tournament))
        play_round(tournament)


@pytest.mark.parametrize("count", [3, 4, 5, 6, 9, 10, 16, 33, 64])
def test_tables_are_those_of_another_program(count: int) -> None:
    people = [
        {"id": n, "name": str(n), "rating": 3000 - n, "starting_number": n, **NOBODY}
        for n in range(1, count + 1)
    ]
    for number in range(1, rounds(count) + 1):
        theirs = generate_pairings(
            system="round_robin",
            players=people,
            previous_pairings=set(),
            round_number=number,
            total_rounds=rounds(count),
        )
        pairs = {(p["white_id"], p["black_id"]) for p in theirs if p["white_id"] and p["black_id"]}
        assert {pair for pair in table(count, number) if max(pair) <= count} == pairs


@pytest.mark.parametrize(("people", "cycles"), [(3, 1), (8, 1), (9, 1), (5, 2), (6, 2)])
def test_everybody_meets_everybody(people: int, cycles: int) -> None:
    tournament = founded(TournamentPlan("All", "libra", "round-robin", cycles=cycles), people)
    play_all(tournament)
    pairs = {frozenset(pair) for pair in combinations(range(1, people + 1), 2)}
    assert met(tournament) == dict.fromkeys(pairs, cycles)
    first = Counter(game.pair.first for game in tournament.games)
    games = cycles * (people - 1)
    assert all(abs(2 * first[e] - games) <= 1 for e in tournament.entrants)


def test_who_comes_late_meets_everybody_too() -> None:
    tournament = founded(ROBIN, 7)
    for _round in range(2):
        do(tournament, operations.draw(tournament))
        play_round(tournament)
    do(tournament, operations.enter(tournament, ["Late"], here=True))
    play_all(tournament)
    assert set(met(tournament).values()) == {1}
    assert len(met(tournament)) == 28


def test_games_of_who_goes_home_are_won_without_play() -> None:
    tournament = founded(ROBIN, 6)
    do(tournament, operations.draw(tournament))
    gone = tournament.rounds[0].games[0].pair.first
    do(tournament, operations.withdraw(tournament, gone))
    play_all(tournament)
    assert tournament.points(gone) == 0
    mine = [game for game in tournament.games if gone in game.sides]
    assert len(mine) == 5
    assert not any(game.result.played for game in mine if game.result)


def test_a_game_may_wait_for_another_evening() -> None:
    tournament = founded(ROBIN, 4)
    do(tournament, operations.draw(tournament))
    do(tournament, operations.begin_evening(tournament))
    do(tournament, operations.draw(tournament))
    assert [round_.evening for round_ in tournament.rounds] == [1, 2]
    assert len(tournament.rounds[0].open) == 2
