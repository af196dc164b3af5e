"""Keizer's system gives values by place, recounts after each round, and pairs neighbours."""

from __future__ import annotations

import random
from dataclasses import replace

from game.tournament import operations, words
from game.tournament.keizer import keizer_table
from game.tournament.pairing.keizer import ROUNDS_BETWEEN, pair
from game.tournament.pairing.swiss import Contender
from game.tournament.plan import DRAW, checked
from game.tournament.standings import standings
from game.tournament.tournament import Tournament
from tests.tournament.evenings import (
    DREW,
    LOST,
    PLAN,
    WON,
    do,
    founded,
    play_round,
    refused,
    restless,
)

KEIZER = replace(PLAN, pairing="keizer", numbered=True, rounds=12)


def names(tournament: Tournament) -> list[str]:
    return [line.entrant.name for line in standings(tournament)]


def test_a_season_counted_by_hand() -> None:
    """Five players have the values 6 5 4 3 2 by place; the latest order counts for all rounds."""
    tournament = founded(KEIZER, 5)
    do(tournament, operations.draw(tournament))
    assert [set(game.sides) for game in tournament.rounds[0].games] == [{1, 2}, {3, 4}]
    assert [(sit.entrant, sit.why) for sit in tournament.rounds[0].sits.values()] == [(5, "bye")]
    winners = {2, 3}
    play_round(
        tournament, [WON if g.pair.first in winners else LOST for g in tournament.rounds[0].games]
    )
    # P2 beats P1, P3 beats P4, and P5's bye scores two thirds of P5's own value. The first order, 2
    # 3 5 1 4, gives them the values 6 5 4 3 2. P2 then has 3 points, P3 has 2, and P5 has 2.67,
    # rounded to 2.5, and passes P3. With the order 2 5 3, P5 has 3.33, rounded to 3.5, and passes
    # P2. With the value 6, P5 has 4 points and stays first.
    assert names(tournament) == ["P5", "P2", "P3", "P1", "P4"]
    table = keizer_table(tournament)
    assert table.values == {5: 6, 2: 5, 3: 4, 1: 3, 4: 2}
    assert table.scores == {5: 8, 2: 6, 3: 4, 1: 0, 4: 0}
    assert words.keizer_account(tournament, 2) == [("1", "win against P1, value 3", "3")]
    assert words.keizer_account(tournament, 5) == [("1", "bye, two thirds of the own value 6", "4")]
    assert words.reasons(tournament, 1, 5)[0].startswith("5 players are here, an odd number")
    do(tournament, operations.draw(tournament))
    assert words.unavoidable(tournament, 2) == []
    places = "Of those who are here P5 stands at 1 and P2 at 2; neighbours play each other."
    assert words.reasons(tournament, 2, 2)[0] == places
    assert words.reasons(tournament, 2, 4)[-1] == "P4 stands at 5: nobody below has had fewer byes."
    assert set(tournament.rounds[1].games[0].sides) == {5, 2}, "neighbours"


def test_neighbours_of_one_club_meet_only_where_nobody_else_is_left() -> None:
    tournament = founded(replace(KEIZER, club_rule="weak"))
    for club in ("North", "North", "South", "South"):
        name = f"P{len(tournament.entrants) + 1}"
        do(tournament, operations.enter(tournament, [name], 0, club, here=True))
    do(tournament, operations.draw(tournament))
    assert [set(game.sides) for game in tournament.rounds[0].games] == [{1, 3}, {2, 4}]


def test_the_first_does_not_meet_the_last_so_that_all_others_have_neighbours() -> None:
    """Three pairs of players a little apart are better than two close pairs and one far apart."""
    met = ((1, 2), (1, 3), (1, 4), (4, 6))
    recent = {n: {e for two in met if n in two for e in two if e != n} for n in range(1, 7)}
    found = pair([Contender(n, n) for n in range(1, 7)], recent)
    assert [set(couple) for couple in found.pairs] == [{1, 5}, {2, 4}, {3, 6}]


def test_absences_told_before_bring_a_third_and_draws_a_half() -> None:
    tournament = founded(replace(KEIZER, bye_points=DRAW), 5)
    do(tournament, operations.ask_bye(tournament, 1, 1))
    do(tournament, operations.leave(tournament, 2))
    do(tournament, operations.draw(tournament))
    play_round(tournament, [DREW])
    table = keizer_table(tournament)
    draw = table.items[3][0]
    assert draw.points == draw.value
    asked, away, bye = (table.items[e][0] for e in (1, 2, 5))
    assert asked.points == round(2 * table.values[1] / 3)
    assert away.points == 0
    assert bye.points == round(2 * table.values[5] / 3), "half-point byes bring a third, too"


def test_nobody_meets_again_too_soon_and_byes_go_round() -> None:
    for seed in range(6):
        dice, tournament = random.Random(seed), founded(KEIZER, 9)
        for number in range(1, KEIZER.rounds + 1):
            do(tournament, operations.draw(tournament))
            seated = [e for game in tournament.rounds[-1].games for e in game.sides]
            seated += [e for e, sit in tournament.rounds[-1].sits.items() if sit.why == "bye"]
            here = [e.id for e in tournament.entrants.values() if operations.playing(e, number)]
            assert sorted(seated) == sorted(here)
            for one in here:
                last = [
                    m.opponent
                    for m in tournament.meetings(one)[-ROUNDS_BETWEEN - 1 :]
                    if m.opponent
                ]
                assert len(set(last)) == len(last), (seed, number)
            play_round(tournament, dice=dice)
            restless(tournament, dice, fewest=9)


def test_its_points_come_first_whatever_the_order_and_nothing_is_accelerated() -> None:
    assert checked(replace(KEIZER, order=("wins",))).order == ("keizer", "wins")
    with refused("plan"):
        checked(replace(KEIZER, accelerated=True))
    with refused("plan"):
        checked(replace(PLAN, order=("keizer",)))
