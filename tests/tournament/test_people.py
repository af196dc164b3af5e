"""People of a tournament enter, check in, get byes, arrive late, leave, and form teams of two."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.tournament import operations
from game.tournament.plan import MAX_ENTRIES, TournamentPlan, checked
from game.tournament.tournament import Tournament
from tests.tournament.evenings import FORFEIT, PLAN, WON, do, founded, play_round, refused

Wish = Callable[[Tournament], operations.Events]


def test_only_who_has_checked_in_is_paired() -> None:
    tournament = founded(people=5)
    do(tournament, operations.leave(tournament, 3))
    do(tournament, operations.draw(tournament))
    assert 3 not in {entrant for game in tournament.games for entrant in game.sides}
    assert tournament.meetings(3)[0].why == "absent"


def test_another_evening_everybody_checks_in_anew() -> None:
    tournament = founded(people=4)
    do(tournament, operations.begin_evening(tournament, "Second Thursday"))
    assert operations.here(tournament) == []
    with refused("few"):
        operations.draw(tournament)
    do(tournament, operations.arrive(tournament, 2))
    assert [entrant.id for entrant in operations.here(tournament)] == [2]


def test_a_bye_asked_for_is_half_a_point() -> None:
    tournament = founded(people=5)
    do(tournament, operations.ask_bye(tournament, 1, 1))
    do(tournament, operations.draw(tournament))
    assert tournament.points(1) == 1
    with refused("bye-late"):
        operations.ask_bye(tournament, 1, 1)


def test_who_comes_late_has_nothing_of_what_was_missed() -> None:
    tournament = founded(people=4)
    do(tournament, operations.draw(tournament))
    play_round(tournament)
    do(tournament, operations.enter(tournament, ["Late"], here=True))
    do(tournament, operations.draw(tournament))
    assert [m.why for m in tournament.meetings(5)] == ["absent", "bye"]


def test_who_had_withdrawn_comes_back_by_checking_in() -> None:
    tournament = founded(people=4)
    do(tournament, operations.withdraw(tournament, 4))
    do(tournament, operations.arrive(tournament, 4))
    assert len(operations.here(tournament)) == 4


def test_a_pair_at_a_game_of_four_seats() -> None:
    tournament = founded(TournamentPlan("Pairs", "less seats=4"), 4)
    assert tournament.entrants[1].name == "P1 & Q1"
    with refused("team"):
        operations.enter(tournament, ["Alone"])


def test_people_are_found_by_the_beginning_of_a_name() -> None:
    tournament = founded()
    for name in ("Anna", "Annabel", "Bo"):
        do(tournament, operations.enter(tournament, [name]))
    assert [tournament.named(word).id for word in ("anna", "ANNAB", "b", "#3")] == [1, 2, 3, 3]
    with refused("many"):
        tournament.named("an")
    with refused("nobody"):
        tournament.named("z")


def test_names_are_one_line_of_letters() -> None:
    tournament = founded()
    do(tournament, operations.enter(tournament, ["  <b>Zo\u00eb</b>\x07\n  the  Great "]))
    assert tournament.entrants[1].name == "<b>Zoë</b> the Great"
    with refused("no-name"):
        operations.enter(tournament, ["\x00 \n"])


def test_no_more_than_there_is_room_for() -> None:
    tournament = founded(people=MAX_ENTRIES)
    with refused("full"):
        operations.enter(tournament, ["One more"])


@pytest.mark.parametrize(
    "plan",
    [
        TournamentPlan("x" * 41, "less"),
        TournamentPlan("x", "less", rounds=0),
        TournamentPlan("x", "less", boards=-1),
        TournamentPlan("x", "less", order=("luck",)),
        TournamentPlan("x", "less", cycles=3),
    ],
)
def test_plans_that_are_none(plan: TournamentPlan) -> None:
    with refused("plan"):
        checked(plan)


def test_every_round_has_a_layout_of_its_own_and_all_its_tables_the_same() -> None:
    plan = checked(PLAN.__class__("Walls", "less", seed=3))
    assert [plan.round_setup(n) for n in (1, 2)] == ["less seed=301", "less seed=302"]
    assert checked(TournamentPlan("Fixed", "less seed=9")).round_setup(2) == "less seed=9"


def test_a_bye_is_taken_back_until_its_round_is_paired() -> None:
    tournament = founded(people=5)
    do(tournament, operations.ask_bye(tournament, 1, 1))
    do(tournament, operations.cancel_bye(tournament, 1, 1))
    assert operations.cancel_bye(tournament, 1, 1) == []
    do(tournament, operations.ask_bye(tournament, 2, 1))
    do(tournament, operations.draw(tournament))
    assert tournament.rounds[0].sits[2].why == "asked"
    assert 1 in {entrant for game in tournament.games for entrant in game.sides} | {
        sit.entrant for sit in tournament.rounds[0].sits.values() if sit.why == "bye"
    }
    with refused("bye-late"):
        operations.cancel_bye(tournament, 2, 1)


def test_who_withdraws_before_the_round_has_no_half_point() -> None:
    tournament = founded(people=6)
    do(tournament, operations.ask_bye(tournament, 1, 1))
    do(tournament, operations.withdraw(tournament, 1))
    do(tournament, operations.draw(tournament))
    assert tournament.points(1) == 0
    assert tournament.meetings(1)[0].why == "absent"


def test_who_would_be_left_out_is_known_before_pairing() -> None:
    tournament = founded(people=6)
    do(tournament, operations.leave(tournament, 3))
    do(tournament, operations.leave(tournament, 4))
    do(tournament, operations.ask_bye(tournament, 4, 1))
    do(tournament, operations.withdraw(tournament, 5))
    assert [entrant.id for entrant in operations.left_out(tournament)] == [3]


def test_names_of_a_list_may_hold_commas_themselves() -> None:
    tournament = founded(people=2)
    for name, club in (("Anna", "Ulm"), ("Anna", "Ulm, Club of 1890"), ("Meyer, Bo", "")):
        do(tournament, operations.enter(tournament, [name], club=club))
    names = ", ".join(tournament.entrants[number].name for number in (3, 4, 5, 1))
    assert names.startswith("Anna (Ulm), Anna (Ulm, Club of 1890), Meyer, Bo, ")
    assert [one.id for one in tournament.all_named(names)] == [3, 4, 5, 1]
    assert [one.id for one in tournament.all_named(" meyer,  , #3,")] == [5, 3]
    assert tournament.all_named(" , ") == []
    with refused("nobody"):
        tournament.all_named("Anna (Ulm), Zoe")


def test_after_the_end_a_result_may_be_corrected_but_nothing_goes_on() -> None:
    tournament = founded(people=4)
    do(tournament, operations.ask_bye(tournament, 1, 1))
    do(tournament, operations.draw(tournament))
    play_round(tournament)
    do(tournament, operations.ask_bye(tournament, 1, 2))
    do(tournament, operations.leave(tournament, 2))
    do(tournament, operations.finish(tournament))
    wishes: tuple[Wish, ...] = (
        operations.draw,
        operations.take_back,
        operations.finish,
        operations.begin_evening,
        lambda t: operations.enter(t, ["Late"]),
        lambda t: operations.arrive(t, 2),
        lambda t: operations.ask_bye(t, 3, 2),
        lambda t: operations.cancel_bye(t, 1, 2),
        lambda t: operations.keep_apart(t, 1, [2]),
        lambda t: operations.allow_self_check_in(t, True),
        lambda t: operations.draw_by_hand(t, 2, [(3, 4)]),
        lambda t: operations.claim(t, 1, 1, 0, WON),
    )
    for wish in wishes:
        with refused("ended"):
            wish(tournament)
    do(tournament, operations.rule(tournament, 1, 1, FORFEIT, "nobody came"))
    assert tournament.game(1, 1).result == FORFEIT
