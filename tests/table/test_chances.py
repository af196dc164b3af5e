"""Chances are shown from the person's point of view."""

from __future__ import annotations

import pytest

from game.engine.search.calibration import calibration
from game.rules.registry import parse_setup
from game.table.chances import ShownChances
from game.table.match import Match
from game.table.mistakes import Evaluation
from game.table.review import Review
from game.table.spec import two_people

GAME = parse_setup("multiplicity size=4")
START = GAME.start()


def test_chances_between_experts_are_those_of_the_engine() -> None:
    seen = ShownChances(GAME, lambda: False, lambda key: 1 // 0)
    assert seen(START, 0.9) == 0.9
    assert seen(START, 0.9, seat=1) == 0.9


@pytest.mark.parametrize(("strength", "level"), [(1, 2), (3, 2), (4, 5), (6, 5), (7, 8), (10, 8)])
def test_the_level_near_the_persons_results_is_taken(strength: int, level: int) -> None:
    asked: list[str] = []

    def own(key: str) -> int:
        asked.append(key)
        return strength

    seen = ShownChances(GAME, lambda: True, own)
    wanted = calibration("multiplicity", f"level-{level}").chance(0.9, 0.0)
    assert seen(START, 0.9) == seen(START, 0.9) == wanted
    assert asked == ["multiplicity"], "records are read once"


def test_four_seats_have_chances_of_their_own() -> None:
    game = parse_setup("less seats=4 seed=3")
    shown = ShownChances(game, lambda: True, lambda key: 2)(game.start(), 0.8)
    assert shown == calibration("less-4", "level-2").chance(0.8, 0.0)
    assert shown != calibration("less", "level-2").chance(0.8, 0.0)


def test_both_sides_are_shown_the_same() -> None:
    seen = ShownChances(GAME, lambda: True, lambda key: 2)
    for chance in (0.1, 0.5, 0.97):
        assert seen(START, chance) + seen(START, 1 - chance, seat=1) == pytest.approx(1)


def test_weaker_players_win_less_often_what_an_expert_wins() -> None:
    seen = ShownChances(GAME, lambda: True, lambda key: 2)
    assert 0.5 < seen(START, 0.97) < 0.95
    assert seen(START, 1.0) < 1, "who sees less may lose what is won"


def test_the_end_of_a_game_is_certain() -> None:
    game = parse_setup("multiplicity size=3")
    state = game.start()
    while not game.over(state):
        state = game.advance(state, game.legal(state)[0])
    assert ShownChances(game, lambda: True, lambda key: 2)(state, 1.0) == 1.0


def test_a_review_shows_them_and_its_mistakes_stay() -> None:
    match = Match(two_people("multiplicity size=4"))
    match.play(match.game.parse_turn(match.state, "d4")[0])
    after = match.turns[0].after
    match.evaluations[match.history.start] = Evaluation(0.9)
    match.evaluations[after] = Evaluation(0.7)  # Black's chance
    seen = ShownChances(match.game, lambda: True, lambda key: 2)
    review = Review(match, seen=seen)
    shown = seen(match.history.start, 0.9), seen(after, 0.3)
    assert review.shown == pytest.approx(shown)
    assert review.figures(0) == pytest.approx(shown)
    assert review.loss(0) == pytest.approx(shown[0] - shown[1])
    assert review.chances == pytest.approx([0.9, 0.3])
    assert [one.loss for one in review.mistakes()] == pytest.approx([0.6])


def test_partners_are_shown_the_same() -> None:
    game = parse_setup("less seats=4 seed=3")
    seen = ShownChances(game, lambda: True, lambda key: 2)
    shown = [seen(game.start(), 0.8, seat) for seat in range(4)]
    assert shown[0] == shown[2] != shown[1] == shown[3]
