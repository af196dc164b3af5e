"""A match with a random placement has ordinary turns, and another placement in each rematch."""

from __future__ import annotations

from game.rules.registry import GAMES, parse_setup, usual_setup
from game.table.begin import begin, drawn_placement, rematch
from game.table.record import dump, load
from game.table.spec import two_people

QUICK = two_people("more-or-less").with_(placement=7)


def test_all_counters_lie_and_the_first_seat_of_the_second_phase_moves() -> None:
    match = begin(QUICK)
    assert match.game.phase(match.state) == "movement"
    assert len(match.game.pieces(match.state)) == 25
    assert len(match.turns) == 13
    assert all(turn.complete for turn in match.turns)
    assert match.to_move == 1
    assert match.legal()


def test_the_same_seed_draws_the_same_and_a_rematch_another() -> None:
    first, again, other = begin(QUICK), begin(QUICK), begin(rematch(begin(QUICK)))
    assert first.state == again.state
    assert other.game.phase(other.state) == "movement"
    assert other.state != first.state


def test_its_record_is_an_ordinary_one() -> None:
    match = begin(QUICK)
    assert load(dump(match)).state == match.state


def test_without_a_draw_nothing_is_played_and_other_games_have_nothing_to_draw() -> None:
    assert not begin(two_people("more-or-less")).entries
    for game in GAMES[1:]:
        assert drawn_placement(parse_setup(usual_setup(game.key)), 1) == ()


def test_a_rematch_has_a_seed_of_its_own() -> None:
    match = begin(two_people("libra size=3").with_(seed=4))
    assert rematch(match).seed == 5
