"""The organiser can pair rounds, with warnings; club rules and byes of half a point work."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.tournament import operations, trf, words
from game.tournament.plan import DRAW, Method
from game.tournament.standings import standings
from game.tournament.tournament import Tournament
from tests.tournament.evenings import DREW, PLAN, WON, do, founded, play_round, refused


def keys(tournament: Tournament) -> list[tuple[str, str]]:
    return [(one.grade, one.key) for one in tournament.rounds[-1].warnings]


def test_each_warning_is_graded_and_stays_in_the_log() -> None:
    tournament = founded(replace(PLAN, club_rule="never"), 7)
    do(tournament, operations.rename(tournament, 5, ["P5"], 0, "North"))
    do(tournament, operations.rename(tournament, 6, ["P6"], 0, "north"))
    do(tournament, operations.draw_by_hand(tournament, 1, [(1, 2), (3, 4), (5, 6)]))
    assert keys(tournament) == [("serious", "club")]
    play_round(tournament, [WON, WON, WON])
    do(tournament, operations.keep_apart(tournament, 1, [3]))
    pairs = [(1, 3), (2, 6), (5, 4)]
    do(tournament, operations.draw_by_hand(tournament, 2, pairs))
    assert keys(tournament) == [
        ("serious", "never"),
        ("notable", "second-bye"),
        ("slight", "bye-points"),
    ]
    assert [game.sides for game in tournament.rounds[-1].games] == pairs
    # No game of this round has been played, so the round is paired again.
    do(tournament, operations.draw_by_hand(tournament, 2, [(2, 1), (5, 4)]))
    assert keys(tournament)[:2] == [("notable", "met"), ("notable", "byes")]
    assert len(tournament.rounds) == 2
    log = words.log_texts(tournament)
    assert any("P1 and P3 are never to meet (serious)" in line for line in log)
    assert words.unavoidable(tournament, 2)[0].startswith("P2 and P1 have already met")
    assert words.reasons(tournament, 2, 3) == ["The organiser paired this round by hand."]


def test_who_would_have_one_seat_three_times_more_often_is_named_with_the_seat() -> None:
    tournament = founded(PLAN, 8)
    rounds = (
        [(1, 2), (3, 4), (5, 6), (7, 8)],
        [(1, 3), (4, 2), (5, 7), (6, 8)],
        [(1, 5), (2, 6), (3, 7), (4, 8)],
    )
    said = []
    for number, pairs in enumerate(rounds, start=1):
        do(tournament, operations.draw_by_hand(tournament, number, pairs))
        said.append([words.warning(tournament, one) for one in tournament.rounds[-1].warnings])
        play_round(tournament, [DREW] * 4)
    assert said == [
        [],
        [],
        [
            "P1 would have the first seat 3 times more often (notable)",
            "P8 would have the second seat 3 times more often (notable)",
        ],
    ]


@pytest.mark.parametrize("people", [4, 5, 6])
def test_those_who_are_all_of_one_club_meet_under_the_weak_rule(people: int) -> None:
    tournament = founded(replace(PLAN, pairing="dutch", club_rule="weak"), people)
    for number in range(1, people + 1):
        do(tournament, operations.rename(tournament, number, [f"P{number}"], 0, "North"))
    do(tournament, operations.draw(tournament))
    assert len(tournament.rounds[0].games) == people // 2


def test_who_is_away_or_named_twice_is_refused() -> None:
    tournament = founded(PLAN, 5)
    do(tournament, operations.leave(tournament, 5))
    for pairs, code in (([(1, 5)], "hand-absent"), ([(1, 2), (1, 3)], "hand-twice"), ([], "few")):
        with refused(code):
            operations.draw_by_hand(tournament, 1, pairs)
    with refused("no-round"):
        operations.draw_by_hand(tournament, 2, [(1, 2)])
    do(tournament, operations.draw(tournament))
    do(tournament, operations.rule(tournament, 1, 1, WON))
    with refused("results-in"):
        operations.draw_by_hand(tournament, 1, [(1, 2)])
    league = founded(replace(PLAN, system="round-robin"), 4)
    with refused("no-hand"):
        operations.draw_by_hand(league, 1, [(1, 2)])


@pytest.mark.parametrize("pairing", ["matching", "dutch"])
def test_those_of_a_club_never_meet_or_only_where_points_would_suffer(pairing: Method) -> None:
    """With eight players of two clubs, points overrule the weak rule, but never the strong one."""
    for rule in ("never", "weak"):
        tournament = founded(replace(PLAN, pairing=pairing, club_rule=rule, rounds=3), 8)
        for number in range(1, 9):
            club = "North" if number in (1, 2, 5, 6) else "South"
            do(tournament, operations.rename(tournament, number, [f"P{number}"], 0, club))
        for _round in range(3):
            do(tournament, operations.draw(tournament))
            clubs = [
                {tournament.entrants[e].club for e in g.sides} for g in tournament.rounds[-1].games
            ]
            points = [
                [tournament.points(e, len(tournament.rounds)) for e in game.sides]
                for game in tournament.rounds[-1].games
            ]
            same = sum(len(both) == 1 for both in clubs)
            assert rule == "weak" or not same
            if len(tournament.rounds) == 1:
                assert not same
            if rule == "weak" and len(tournament.rounds) == 2:
                assert all(a == b for a, b in points), "points come first"
            # North's players win and South's lose, so that each group of equal points is one club.
            north = [
                tournament.entrants[g.pair.first].club == "North"
                for g in tournament.rounds[-1].games
            ]
            for game, first in zip(list(tournament.rounds[-1].games), north):
                result = WON if first else replace(WON, first=0, second=2)
                do(tournament, operations.rule(tournament, game.round, game.number, result))


def test_a_pairing_bye_of_half_a_point_is_still_a_bye() -> None:
    tournament = founded(replace(PLAN, bye_points=DRAW), 5)
    byes = []
    for _round in range(4):
        do(tournament, operations.draw(tournament))
        [sit] = tournament.rounds[-1].sits.values()
        assert (sit.points, sit.why) == (DRAW, "bye")
        byes.append(sit.entrant)
        play_round(tournament, [DREW, DREW])
    assert len(set(byes)) == 4, "to nobody twice"
    assert all(line.points == 4 for line in standings(tournament))
    again = trf.read(trf.write(tournament), "multiplicity")
    read = Tournament()
    do(read, again)
    assert [line.points for line in standings(read)] == [4] * 5
