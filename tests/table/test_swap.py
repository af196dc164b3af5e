"""With `swap`, one side opens and the other chooses; a swap moves all people on by a seat."""

from dataclasses import replace

import pytest

from game.rules.events import Piece, SideChosen
from game.rules.proposals import GoBack, Offer, Play, Redo, Refused, Resign
from game.table import undo
from game.table.begin import begin, rematch
from game.table.match import Match
from game.table.record import dump, from_record, load, to_record
from game.table.seat_statistics import seat_statistics
from game.table.series import Series
from game.table.spec import ClockSpec, MatchSpec, SeatSpec
from game.table.win_loss import read_result

ANNA = SeatSpec(name="Anna", clock=ClockSpec(100.0))
ENGINE = SeatSpec("engine", 3, "Bo", clock=ClockSpec(200.0))
OPENINGS = {
    "more-or-less swap=on": ("a1", "b2,b4"),
    "more-or-less opening=even seed=3 swap=on": (),
    "multiplicity size=3 swap=on": ("c3",),
    "less swap=on seed=1": (),
}


def turn(match: Match, text: str, now: float = 0.0) -> None:
    match.submit_or_raise(Play(tuple(match.game.parse_turn(match.state, text))), now)


def first_turn(match: Match) -> None:
    """Play a turn of first legal actions."""
    length = len(match.turns)
    while len(match.turns) == length or not match.turns[-1].complete:
        match.play(match.legal()[0])


def opened(setup: str, *seats: SeatSpec) -> Match:
    """Return a match in which a side is to be chosen."""
    match = Match(MatchSpec(setup, seats or (ANNA, ENGINE)))
    for text in OPENINGS[setup]:
        turn(match, text)
    while not match.game.choosing(match.state):
        first_turn(match)
    return match


def names(match: Match) -> list[str]:
    return [seat.name for seat in match.spec.seats]


@pytest.mark.parametrize("setup", OPENINGS)
def test_after_swap_all_but_the_people_stays(setup: str) -> None:
    match = opened(setup)
    assert [action.text for action in match.legal()] == ["keep", "swap"]
    assert match.to_move == 1
    pieces = match.game.pieces(match.state)
    other = opened(setup)
    turn(match, "swap")
    turn(other, "keep")
    assert match.state == other.state
    assert match.game.pieces(match.state) == pieces
    assert names(match) == ["Bo", "Anna"]
    assert names(other) == ["Anna", "Bo"]
    assert match.clock.left == [200.0, 100.0]
    assert SideChosen(1, True) in match.turns[-1].events
    assert match.turns[-1].text == "swap"


def test_the_first_person_places_both_colours() -> None:
    match = Match(MatchSpec("more-or-less swap=on", (ANNA, ENGINE)))
    turn(match, "a1")
    assert match.to_move == 0
    assert match.game.placed(match.state) == Piece("green", 1)
    turn(match, "b2,b4")
    colours = [piece.colour for piece in match.game.pieces(match.state).values()]
    assert sorted(colours) == ["black", "green", "green"]
    turn(match, "keep")
    assert match.to_move == 0


def test_in_the_team_game_partners_stay_partners() -> None:
    seats = [SeatSpec(name=name) for name in ("A", "B", "C", "D")]
    match = Match(MatchSpec("less seats=4 swap=on seed=2", tuple(seats)))
    first_turn(match)
    turn(match, "swap")
    assert names(match) == ["B", "C", "D", "A"]
    assert match.to_move == 1


@pytest.mark.parametrize("setup", OPENINGS)
def test_taken_back_and_played_again(setup: str) -> None:
    match = opened(setup)
    length = len(match.entries)
    match.clock.run(1, 0.0)
    turn(match, "swap", 30.0)
    first_turn(match)
    assert match.clock.left[0] == pytest.approx(170.0)
    match.submit_or_raise(GoBack(length))
    assert names(match) == ["Anna", "Bo"]
    assert match.clock.left == [100.0, 200.0]
    match.submit_or_raise(Redo())
    assert names(match) == ["Bo", "Anna"]


def test_whose_turn_is_taken_back_is_asked_of_people_not_of_seats() -> None:
    match = opened("multiplicity size=3 swap=on", ENGINE, ANNA)
    length = len(match.entries)
    turn(match, "swap")
    assert undo.last_turn(match) == GoBack(length)
    match.submit_or_raise(GoBack(length))
    # A redo moves Anna on to seat 0, and the engine is to move.
    assert undo.next_turn(match) == Redo(1)


@pytest.mark.parametrize("setup", OPENINGS)
def test_a_record_has_the_people_where_they_sat_last(setup: str) -> None:
    match = opened(setup)
    turn(match, "swap")
    first_turn(match)
    text = dump(match)
    again = load(text)
    assert dump(again) == text
    assert [player["name"] for player in to_record(again)["players"]] == ["Bo", "Anna"]
    assert "swap" in to_record(again)["turns"]
    assert again.state == match.state
    again.submit_or_raise(GoBack(0))
    assert names(again) == ["Anna", "Bo"]


def test_a_result_counts_for_who_won_it() -> None:
    match = opened("multiplicity size=3 swap=on")
    turn(match, "swap")  # the engine now has seat 0, Anna seat 1
    match.submit_or_raise(Resign(0))
    found = read_result(to_record(match))
    assert found is not None
    assert found.points == 1.0
    assert seat_statistics(match, 1).won
    made = [seat_statistics(match, seat).turns for seat in (0, 1)]
    assert made == [1, 1]  # the engine made the choice, Anna laid the stone


def test_the_score_of_a_series_goes_with_the_people() -> None:
    spec = MatchSpec("multiplicity size=3 swap=on", (ANNA, ENGINE))
    spec = replace(spec, series=Series(1, (2, 0), length=5))
    match = Match(spec)
    turn(match, "c3")
    before = {name: spec.series.player(seat, 2) for seat, name in enumerate(names(match))}
    turn(match, "swap")
    assert match.spec.series.points == (0, 2)
    after = {name: match.spec.series.player(seat, 2) for seat, name in enumerate(names(match))}
    assert after == before
    match.submit_or_raise(Resign(0))
    following = rematch(match)
    scored = dict(zip([seat.name for seat in following.seats], following.series.points))
    assert scored == {"Anna": 4, "Bo": 0}
    record = to_record(match)
    assert to_record(from_record(record)) == record


def test_an_offer_does_not_outlive_a_change_of_seats() -> None:
    match = opened("multiplicity size=3 swap=on")
    match.submit_or_raise(Offer("draw", 1))
    turn(match, "swap")
    assert match.offer is None


def test_a_choice_is_refused_where_none_is() -> None:
    match = Match(MatchSpec("multiplicity size=3 swap=on", (ANNA, ENGINE)))
    keep = opened("multiplicity size=3 swap=on").legal()[0]
    assert isinstance(match.submit(Play((keep,))), Refused)
    assert Match(MatchSpec("multiplicity size=3", (ANNA, ENGINE))).game.swaps is False


def test_a_dealt_placement_is_drawn_by_the_setup_alone() -> None:
    setup = "more-or-less opening=even seed=12"
    one, other = (begin(MatchSpec(setup, (ANNA, ENGINE))) for _ in range(2))
    assert one.state == other.state
    assert one.game.setup == setup
    counts = one.game.tally(one.state)
    assert (counts["black"], counts["green"], counts["placed"]) == (13, 12, 25)
    assert one.to_move == 1
    assert begin(MatchSpec("more-or-less opening=even seed=13", (ANNA, ENGINE))).state != one.state


@pytest.mark.parametrize("time_back", [True, False])
def test_time_goes_with_the_people_there_and_back(time_back: bool) -> None:
    spec = MatchSpec("multiplicity size=3 swap=on", (ANNA, ENGINE), time_back=time_back)
    match = Match(spec)
    match.clock.run(0, 0.0)
    turn(match, "c3", 10.0)  # ten of Anna's 100 seconds
    match.clock.run(1, 10.0)
    turn(match, "swap", 30.0)  # twenty of Bo's 200 seconds
    assert match.clock.left == [180.0, 90.0]
    match.clock.run(1, 30.0)
    turn(match, "c2,a3", 45.0)  # played by Anna, who now has seat 1
    assert match.clock.left == [180.0, 75.0]
    match.submit_or_raise(GoBack(1), 45.0)
    assert names(match) == ["Anna", "Bo"]
    assert match.clock.left == ([90.0, 200.0] if time_back else [75.0, 180.0])
    record = to_record(match)
    assert to_record(from_record(record)) == record


def test_a_record_names_the_placement_by_a_number_that_stays_when_the_book_grows() -> None:
    match = Match(MatchSpec("more-or-less opening=even seed=987654321", (ANNA, ENGINE)))
    kept = to_record(match)["setup"]
    assert int(kept.split("seed=")[1]) < 100_000
    again = from_record(to_record(match))
    assert again.game.setup == kept
    assert again.state == match.state
