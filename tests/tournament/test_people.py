"""Who plays: entries, check-in, byes, late and gone, pairs of two."""

from __future__ import annotations

import pytest

from game.tournament import office
from game.tournament.plan import MOST, Plan, checked
from tests.tournament.evenings import PLAN, do, founded, play_round, refused


def test_only_who_has_checked_in_is_paired() -> None:
    tournament = founded(people=5)
    do(tournament, office.leave(tournament, 3))
    do(tournament, office.draw(tournament))
    assert 3 not in {entrant for game in tournament.games for entrant in game.sides}
    assert tournament.meetings(3)[0].why == "absent"


def test_another_evening_everybody_checks_in_anew() -> None:
    tournament = founded(people=4)
    do(tournament, office.begin_evening(tournament, "Second Thursday"))
    assert office.here(tournament) == []
    with refused("few"):
        office.draw(tournament)
    do(tournament, office.arrive(tournament, 2))
    assert [entrant.id for entrant in office.here(tournament)] == [2]


def test_a_bye_asked_for_is_half_a_point() -> None:
    tournament = founded(people=5)
    do(tournament, office.ask_bye(tournament, 1, 1))
    do(tournament, office.draw(tournament))
    assert tournament.points(1) == 1
    with refused("bye-late"):
        office.ask_bye(tournament, 1, 1)


def test_who_comes_late_has_nothing_of_what_was_missed() -> None:
    tournament = founded(people=4)
    do(tournament, office.draw(tournament))
    play_round(tournament)
    do(tournament, office.enter(tournament, ["Late"], here=True))
    do(tournament, office.draw(tournament))
    assert [m.why for m in tournament.meetings(5)] == ["absent", "bye"]


def test_who_had_withdrawn_comes_back_by_checking_in() -> None:
    tournament = founded(people=4)
    do(tournament, office.withdraw(tournament, 4))
    do(tournament, office.arrive(tournament, 4))
    assert len(office.here(tournament)) == 4


def test_a_pair_at_a_game_of_four_seats() -> None:
    tournament = founded(Plan("Pairs", "less seats=4"), 4)
    assert tournament.entrants[1].name == "P1 & Q1"
    with refused("team"):
        office.enter(tournament, ["Alone"])
    with refused("taken"):
        office.enter(tournament, ["New", "q3"])


def test_people_are_found_by_the_beginning_of_a_name() -> None:
    tournament = founded()
    for name in ("Anna", "Annabel", "Bo"):
        do(tournament, office.enter(tournament, [name]))
    assert [tournament.named(word).id for word in ("anna", "ANNAB", "b", "#3")] == [1, 2, 3, 3]
    with refused("many"):
        tournament.named("an")
    with refused("nobody"):
        tournament.named("z")


def test_names_are_one_line_of_letters() -> None:
    tournament = founded()
    do(tournament, office.enter(tournament, ["  <b>Zo\u00eb</b>\x07\n  the  Great "]))
    assert tournament.entrants[1].name == "<b>Zoë</b> the Great"
    with refused("no-name"):
        office.enter(tournament, ["\x00 \n"])


def test_no_more_than_there_is_room_for() -> None:
    tournament = founded(people=MOST)
    with refused("full"):
        office.enter(tournament, ["One more"])


@pytest.mark.parametrize(
    "plan",
    [
        Plan("x" * 41, "less"),
        Plan("x", "less", rounds=0),
        Plan("x", "less", boards=-1),
        Plan("x", "less", order=("luck",)),
        Plan("x", "less", cycles=3),
    ],
)
def test_plans_that_are_none(plan: Plan) -> None:
    with refused("plan"):
        checked(plan)


def test_every_round_has_a_layout_of_its_own_and_all_its_tables_the_same() -> None:
    plan = checked(PLAN.__class__("Walls", "less", seed=3))
    assert [plan.round_setup(n) for n in (1, 2)] == ["less seed=301", "less seed=302"]
    assert checked(Plan("Fixed", "less seed=9")).round_setup(2) == "less seed=9"


def test_a_bye_is_taken_back_until_its_round_is_paired() -> None:
    tournament = founded(people=5)
    do(tournament, office.ask_bye(tournament, 1, 1))
    do(tournament, office.cancel_bye(tournament, 1, 1))
    assert office.cancel_bye(tournament, 1, 1) == []
    do(tournament, office.ask_bye(tournament, 2, 1))
    do(tournament, office.draw(tournament))
    assert tournament.rounds[0].sits[2].why == "asked"
    assert 1 in {entrant for game in tournament.games for entrant in game.sides} | {
        sit.entrant for sit in tournament.rounds[0].sits.values() if sit.why == "bye"
    }
    with refused("bye-late"):
        office.cancel_bye(tournament, 2, 1)


def test_who_withdraws_before_the_round_has_no_half_point() -> None:
    tournament = founded(people=6)
    do(tournament, office.ask_bye(tournament, 1, 1))
    do(tournament, office.withdraw(tournament, 1))
    do(tournament, office.draw(tournament))
    assert tournament.points(1) == 0
    assert tournament.meetings(1)[0].why == "absent"


def test_who_would_be_left_out_is_known_before_pairing() -> None:
    tournament = founded(people=6)
    do(tournament, office.leave(tournament, 3))
    do(tournament, office.leave(tournament, 4))
    do(tournament, office.ask_bye(tournament, 4, 1))
    do(tournament, office.withdraw(tournament, 5))
    assert [entrant.id for entrant in office.left_out(tournament)] == [3]
