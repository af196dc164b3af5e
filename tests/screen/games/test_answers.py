"""The screen shows the known answers to games: par, winners, best scores."""

from __future__ import annotations

import random

import pytest

from game.games.less.screen import plugin as less_screen
from game.games.less.screen.options import LessOptions
from game.games.less.screen.pane import LessPane
from game.games.libra.screen.options import LibraOptions
from game.games.libra.screen.pane import LibraPane
from game.games.multiplicity.screen.pane import MultiplicityPane
from game.games.multiplicity.screen.plugin import MultiplicityOptions
from game.rules.registry import parse_setup
from game.screen.plugin.registry import screen_plugin_of
from game.table.match import Match
from game.table.seat_statistics import seat_statistics
from game.table.spec import MatchSpec, SeatSpec
from tools.solve.more_or_less.kept import best_train


@pytest.mark.parametrize("seats", [2, 4])
def test_more_walls_make_the_way_longer_and_the_new_match_says_so(seats: int) -> None:
    said = []
    for density in ("few", "mixed", "many"):
        options = LessOptions("less", players=seats, density=density)
        pane = LessPane(options, parse_setup(options.setup()), random.Random(1))
        said.append(int("".join(filter(str.isdigit, pane.walls_words()))))
    assert said == sorted(set(said))
    assert 16 * seats // 2 <= said[0] <= said[-1] <= 40 * seats // 2


def test_the_result_of_less_tells_par(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(less_screen, "way_home", lambda game, state, side: 18)
    match = Match(MatchSpec("less seed=7", (SeatSpec(), SeatSpec())))
    figures = less_screen.LessEnding(match).own_figures(0, seat_statistics(match, 0))
    assert figures[0] == ("0", "moves, par 18")


def test_a_solved_board_says_who_wins() -> None:
    dice = random.Random(1)
    for opening, end, name in (
        ("bound", "one-empty", "Black"),
        ("free", "one-empty", "White"),
        ("free", "full", "Black"),
    ):
        options = MultiplicityOptions("multiplicity", multiplicity_size=3, end=end, opening=opening)
        pane = MultiplicityPane(options, parse_setup(options.setup()), dice)
        assert pane.facts() == [(name, "can always win")]
    larger = MultiplicityOptions("multiplicity", multiplicity_size=4)
    assert MultiplicityPane(larger, parse_setup(larger.setup()), dice).facts()[0][0] == "37"
    small = LibraOptions("libra", libra_size=3)
    facts = LibraPane(small, parse_setup(small.setup()), dice).facts()
    assert facts == [("4", "groups with perfect play")]


def test_no_target_is_offered_that_nobody_can_reach() -> None:
    options = LibraOptions("libra", libra_size=5, mode="target", target=60)
    assert options.most_target == 22
    options.take({"mode": "target", "target": 60})
    assert options.target == 22


def test_the_best_known_scores_are_those_that_are_kept() -> None:
    known = screen_plugin_of("more-or-less").known_scores
    longest, turned = (best_train("decagon-81", kind) for kind in ("jumps", "turned"))
    assert longest is not None
    assert turned is not None
    assert known == {"train": len(longest.points) - 1, "turned": 24}
