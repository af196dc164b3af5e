"""Results are claimed at the table, confirmed by the other side, and corrected by the organiser."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.network.host.tournament_state import score_text
from game.platform import storage
from game.rules.proposals import Resign
from game.table.begin import begin
from game.table.record import to_record
from game.table.record_files import keep_record
from game.tournament import operations, words
from game.tournament.errors import TournamentError
from game.tournament.events import Ruled
from game.tournament.local_games import begin_or_go_on, found_results, known_by, open_games, spec_of
from game.tournament.plan import PairingResult, TournamentPlan, checked, read_result
from game.tournament.standings import standings
from game.tournament.tournament import MATCH, Tournament
from tests.tournament.evenings import AT, DREW, LOST, PLAN, WON, do, founded, refused


@pytest.fixture
def tournament() -> Tournament:
    """Return a tournament of four people whose first round is paired."""
    tournament = founded(people=4)
    do(tournament, operations.draw(tournament))
    return tournament


def test_a_result_stands_once_both_have_said_it(tournament: Tournament) -> None:
    game = tournament.game(1, 1)
    do(tournament, operations.claim(tournament, 1, 1, 0, WON))
    assert (game.status, game.result, game.claimed) == ("claimed", None, WON)
    do(tournament, operations.confirm(tournament, 1, 1, 1))
    assert (game.status, game.result) == ("final", WON)
    with refused("settled"):
        operations.claim(tournament, 1, 1, 1, LOST)
    assert operations.claim(tournament, 1, 1, 1, WON) == []


def test_what_a_match_came_to_is_confirmed_by_both(tournament: Tournament) -> None:
    do(tournament, operations.claim(tournament, 1, 1, MATCH, LOST))
    do(tournament, operations.confirm(tournament, 1, 1, 0))
    assert tournament.game(1, 1).status == "claimed"
    do(tournament, operations.confirm(tournament, 1, 1, 1))
    assert tournament.game(1, 1).result == LOST


def test_two_stories_are_for_the_organiser(tournament: Tournament) -> None:
    do(tournament, operations.claim(tournament, 1, 1, 0, WON))
    do(tournament, operations.claim(tournament, 1, 1, 1, LOST))
    assert tournament.game(1, 1).status == "disputed"
    with refused("no-result"):
        operations.confirm(tournament, 1, 1, 0)
    do(tournament, operations.rule(tournament, 1, 1, DREW))
    assert tournament.game(1, 1).status == "final"
    assert not tournament.game(1, 1).corrected


def test_a_correction_needs_a_reason_and_leaves_a_trace(tournament: Tournament) -> None:
    do(tournament, operations.rule(tournament, 1, 1, WON))
    with refused("no-reason"):
        operations.rule(tournament, 1, 1, LOST)
    do(tournament, operations.rule(tournament, 1, 1, LOST, "written the wrong way round"))
    entry, game = tournament.log[-1], tournament.game(1, 1)
    assert entry.event == Ruled(1, 1, LOST, "written the wrong way round")
    assert entry.by == "organiser"
    assert (game.result, game.corrected) == (LOST, True)


def test_a_result_is_opened_again(tournament: Tournament) -> None:
    do(tournament, operations.rule(tournament, 1, 1, WON))
    do(tournament, operations.rule(tournament, 1, 1, None, "still playing"))
    assert tournament.game(1, 1).status == "open"


def test_no_round_before_the_results_of_the_last(tournament: Tournament) -> None:
    with refused("results-missing"):
        operations.draw(tournament)


def test_a_round_is_taken_back_before_its_first_result(tournament: Tournament) -> None:
    do(tournament, operations.take_back(tournament))
    do(tournament, operations.enter(tournament, ["Just in time"], here=True))
    do(tournament, operations.draw(tournament))
    do(tournament, operations.claim(tournament, 1, 1, 0, WON))
    with refused("results-in"):
        operations.take_back(tournament)


def test_who_withdraws_in_the_middle_of_a_game_loses_it(tournament: Tournament) -> None:
    game = tournament.game(1, 1)
    do(tournament, operations.withdraw(tournament, game.pair.first))
    assert game.result is not None
    assert (game.result.text, tournament.points(game.pair.second)) == ("-+", 2)


def test_whoever_leaves_a_game_where_margins_count_loses_by_ten() -> None:
    tournament = founded(TournamentPlan("Cup", "less"), 4)
    do(tournament, operations.draw(tournament))
    do(tournament, operations.withdraw(tournament, tournament.game(1, 1).pair.first))
    do(tournament, operations.rule(tournament, 1, 2, read_result("+-")))
    found = [game.result for game in tournament.rounds[0].games]
    assert found == [PairingResult(0, 2, False, 10), PairingResult(2, 0, False, 10)]
    assert operations.rule(tournament, 1, 2, read_result("+-")) == []
    assert score_text(found[0]) == score_text(PairingResult(0, 2, False)), "the page's sign"
    lines = {line.entrant.id: line.values[0] for line in standings(tournament)}
    assert sorted(lines.values()) == [-10, -10, 10, 10]


@pytest.mark.parametrize(("text", "absent"), [("+-", 1), ("-+", 0)])
def test_whoever_does_not_come_loses_by_as_much_as_by_giving_up_at_once(
    text: str, absent: int
) -> None:
    """With this target, giving up costs the first seat more than the second."""
    setup = "libra mode=target target=10"
    tournament = founded(TournamentPlan("Cup", setup, order=("margin", "wins")), 4)
    do(tournament, operations.draw(tournament))
    game = tournament.game(1, 1)
    do(tournament, operations.rule(tournament, 1, 1, read_result(text)))
    match = begin(spec_of(tournament, game), AT)
    match.submit_or_raise(Resign(absent))
    assert game.result is not None
    assert match.outcome is not None
    assert game.result.margin == match.outcome.margin == (34, 10)[absent]


@pytest.mark.parametrize("setup", ["more-or-less", "multiplicity"])
def test_margins_decide_only_where_giving_up_has_one(setup: str) -> None:
    with refused("plan"):
        operations.found(TournamentPlan("Cup", setup, order=("margin", "wins")))
    operations.found(TournamentPlan("Cup", "libra", order=("margin", "wins")))


@pytest.mark.parametrize(
    ("setup", "text", "code"),
    [
        ("more-or-less", "=", "no-draw"),
        ("libra", "1-0 by 4", "no-margin"),
        ("less", "= by 4", "no-margin"),
        ("less", "+- by 4", "no-margin"),
    ],
)
def test_results_that_a_game_does_not_have(setup: str, text: str, code: str) -> None:
    tournament = founded(TournamentPlan("Cup", setup), 4)
    do(tournament, operations.draw(tournament))
    with refused(code):
        operations.rule(tournament, 1, 1, read_result(text))


@pytest.mark.parametrize("text", ["1-0", "0-1", "=", "+-", "-+", "--", "1-0 by 12", "0-1 by 3"])
def test_results_are_read_as_they_are_written(text: str) -> None:
    assert read_result(text).text == text


@pytest.mark.parametrize("text", ["", "2-0", "1-0 by", "1-0 by x", "by 3"])
def test_what_is_no_result(text: str) -> None:
    with refused("no-result"):
        read_result(text)


def test_a_duel_is_one_match_and_may_be_drawn() -> None:
    tournament = founded(TournamentPlan("Duels", "libra mode=duel"), 4)
    do(tournament, operations.draw(tournament))
    do(tournament, operations.rule(tournament, 1, 1, DREW))
    assert tournament.points(tournament.game(1, 1).pair.first) == 1


@pytest.mark.parametrize(
    ("text", "score", "sides"),
    [
        ("1-0 by 7", "1 – 0  (7)", ("P1", "P2")),
        ("=", "½ – ½", ("P1", "P2")),
        ("+-", "1 – 0  (10)", ("P1", "P2 (absent)")),
        ("-+", "0 – 1  (10)", ("P1 (absent)", "P2")),
        ("--", "0 – 0", ("P1 (absent)", "P2 (absent)")),
    ],
)
def test_how_results_are_shown(text: str, score: str, sides: tuple[str, str]) -> None:
    tournament = founded(TournamentPlan("Cup", "less"), 4)
    do(tournament, operations.draw(tournament))
    game = tournament.game(1, 1)
    assert words.sides(tournament, game) == ("P1", "P2")
    assert words.score(game.result) == ""
    do(tournament, operations.rule(tournament, 1, 1, read_result(text)))
    assert words.score(game.result) == score
    assert words.sides(tournament, game) == sides


def test_a_side_that_is_said_not_to_have_come_is_marked_before_anybody_confirms_it() -> None:
    tournament = founded(TournamentPlan("Cup", "less"), 4)
    do(tournament, operations.draw(tournament))
    game = tournament.game(1, 1)
    do(tournament, operations.claim(tournament, 1, 1, 0, read_result("+-")))
    assert words.sides(tournament, game) == ("P1", "P2 (absent)")
    do(tournament, operations.claim(tournament, 1, 1, 1, read_result("1-0")))
    assert words.sides(tournament, game) == ("P1", "P2"), "now each side says something else"


def test_a_game_kept_here_is_claimed_if_it_began_since_the_round_was_paired(
    tournament: Tournament,
) -> None:
    for began, claims in (("2026-11-21T18:59:59", {}), (AT, {MATCH: WON})):
        match = begin_or_go_on(tournament, tournament.game(1, 1), began)
        match.submit_or_raise(Resign(1))
        keep_record(to_record(match), storage.games_folder())
        do(tournament, found_results(tournament))
        assert tournament.game(1, 1).claims == claims


def test_open_games_are_known_by_names_with_the_marks_of_namesakes_and_without() -> None:
    tournament = founded()
    for club in ("North", "South"):
        do(tournament, operations.enter(tournament, ["Anna"], 0, club, here=True))
    do(tournament, operations.enter(tournament, ["Bernd"], here=True))
    do(tournament, operations.draw_by_hand(tournament, 1, [(1, 2)]))
    game = tournament.game(1, 1)
    matches = [begin(spec_of(tournament, game, marked), AT) for marked in (False, True)]
    known = {known_by(match) for match in matches}
    assert {names for _setup, names in known} == {
        ("Anna", "Anna"),
        ("Anna (North)", "Anna (South)"),
    }
    assert open_games(tournament) == known
    do(tournament, operations.rule(tournament, 1, 1, WON))
    assert open_games(tournament) == frozenset()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": "x" * 100}, "at most 40 letters"),
        ({"system": "cup"}, "swiss or round-robin"),
        ({"pairing": "lots"}, "matching or dutch or keizer"),
        ({"club_rule": "always"}, "weak, never or nothing"),
        ({"bye_points": 3}, "1 or 2 half points"),
        ({"accelerated": True, "pairing": "keizer"}, "no Keizer tournament"),
        ({"rounds": 0}, "1 to 128"),
        ({"cycles": 3}, "1 or 2"),
        ({"boards": -1}, "0 to 64"),
        ({"minutes": 601}, "0 to 600"),
        ({"increment": -1}, "0 to 600"),
        ({"order": ("luck",)}, "buchholz, buchholz-cut"),
    ],
)
def test_a_wrong_plan_is_refused_with_what_would_be_right(
    wrong: dict[str, Any], sentence: str
) -> None:
    """The wrong field is the first one in each case."""
    with pytest.raises(TournamentError) as why:
        checked(replace(PLAN, **wrong))
    field, found = next(iter(wrong.items()))
    found = ",".join(found) if field == "order" else found
    said = f"{field.replace('_', ' ')} is {found!r}, expected "
    assert str(why.value).startswith(said)
    assert sentence in str(why.value)
