"""A layout maps the points of a board to those of a game; the games for each board are listed."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.rules.registry import parse_setup
from hardware.host.layouts import (
    LayoutError,
    games_on,
    labels_of,
    layout_named,
    matrix_channels,
    places_on,
    points_of,
    setup_on,
    track_places,
)

LESS, TWELVE = parse_setup("less seed=1"), parse_setup("more-or-less")


def test_a_smaller_game_lies_at_the_corner_or_in_the_middle_of_a_larger_board() -> None:
    for setup, layout, points in (
        ("less seed=1", "squares-8", {"a1": "a1", "f6": "f6"}),
        ("multiplicity size=3", "hexagon-5", {"c3": "e5", "a3": "c5", "e1": "g3"}),
    ):
        topology, labels = parse_setup(setup).topology, points_of(layout)
        places = places_on(layout, len(labels), topology)
        there = dict(zip(topology.points, (labels[place] for place in places), strict=True))
        assert points.items() <= there.items()
        assert len(set(places)) == len(topology)


@pytest.mark.parametrize(
    ("layout", "count"),
    [
        ("squares-5", 25),
        ("squares-12", 144),
        ("squares-0008", 64),
        ("squares-6", 35),
        ("squares-8", 45),
        ("hexagon-7", 127),
        ("decagon-81", 81),
    ],
)
def test_a_board_that_has_not_the_points_of_a_game_is_refused_with_both(
    layout: str, count: int
) -> None:
    with pytest.raises(LayoutError) as told:
        places_on(layout, count, LESS.topology)
    assert f"laid out as {layout} with {count} points" in str(told.value)
    assert "needs squares-6 with 36" in str(told.value)


def test_the_places_of_a_track_follow_the_points_of_its_game() -> None:
    assert track_places("decagon-81+track", 104, TWELVE) == {}, "it says so and has not the points"
    assert track_places("decagon-81", 105, TWELVE) == {}
    assert track_places("squares-6+track", 60, LESS) == {}, "that game has none"
    places = track_places("decagon-81+track", 105, TWELVE)
    assert list(places.values()) == list(range(81, 105))
    assert points_of("decagon-81+track") == TWELVE.topology.points + tuple(places)
    with pytest.raises(LayoutError, match="no game on this board has a track"):
        points_of("squares-6+track")
    assert len(labels_of("decagon-81+track", 105)) == 105
    assert labels_of("decagon-81+track", 81) == ()


@pytest.mark.parametrize("name", ["hexagon-1", "hexagon-9", "squares-12", "squares-x", "circle-5"])
def test_what_is_no_layout_is_named(name: str) -> None:
    with pytest.raises(LayoutError, match=f"^{name} is no layout"):
        layout_named(name)


def test_a_damaged_board_file_says_what_is_wrong_in_it(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text("{", encoding="utf-8")
    with pytest.raises(LayoutError) as told:
        layout_named(str(file))
    assert "is no layout" not in str(told.value)


@pytest.mark.parametrize(
    ("layout", "setup", "games"),
    [
        ("hexagon-5", "multiplicity size=5", {"libra size=5", "multiplicity size=5"}),
        ("squares-6", "less seed=1", {"less"}),
        ("squares-8", "less seats=4 seed=1", {"less", "less seats=4"}),
        (
            "decagon-81+track",
            "more-or-less board=decagon-81",
            {"more-or-less board=decagon-81"},
        ),
    ],
)
def test_the_games_that_a_board_is_made_for(layout: str, setup: str, games: set[str]) -> None:
    assert setup_on(layout) == setup
    assert set(games_on(layout, len(points_of(layout)))) == games


def test_a_matrix_has_a_column_for_each_letter_and_no_more_than_eight() -> None:
    assert matrix_channels(("a1", "b1", "a2", "h8")) == (0, 16, 1, 119)
    assert len(set(matrix_channels(points_of("squares-8")))) == 64
    for label in ("i1", "a9", "a0", "ax"):
        with pytest.raises(LayoutError, match=r"2 points do not fit .* 8 columns and 8 rows"):
            matrix_channels(("a1", label))
