"""The right puzzles enter a collection, and the model of their difficulty fits."""

import random
from dataclasses import replace

import pytest

from game.puzzles.grading import ASKED, BOUNDS, MODEL, Measures, grade_of
from game.puzzles.plugin import LAST
from game.puzzles.puzzle import EASIEST, HARDEST, Puzzle
from game.rules import State
from game.rules.registry import parse_setup
from tools.puzzles.collection import Collection, canonical, is_guessed, same_game, third_of
from tools.puzzles.fit import fit

WALLS = "110000001000101011000000020000000010001000010100000001000000"


def after(setup: str, turns: str) -> str:
    """Return the canonical name of the position after these turns."""
    game = parse_setup(setup)
    state: State = game.start()
    for text in turns.split():
        for action in game.parse_turn(state, text):
            state = game.advance(state, action)
    return canonical(game, state)


def mirrored(walls: str) -> str:
    """Return the walls of 6×6 squares, mirrored at the diagonal from lower right to upper left."""
    edges = {}
    numbers = iter(walls)
    for row in range(6, 0, -1):
        for column in range(1, 6):
            edges[(column, row), (column + 1, row)] = next(numbers)
        if row > 1:
            for column in range(1, 7):
                edges[(column, row - 1), (column, row)] = next(numbers)

    def there(square: tuple[int, int]) -> tuple[int, int]:
        return 7 - square[1], 7 - square[0]

    laid = {frozenset(map(there, edge)): wall for edge, wall in edges.items()}
    return "".join(laid[frozenset(edge)] for edge in edges)


@pytest.mark.parametrize(
    ("setup", "turns", "other", "mirror"),
    [
        ("multiplicity size=4", "d4 d5,f1", "multiplicity size=4", "d4 d3,b7"),
        (
            "libra size=3 mode=target target=5",
            "Wa3 Bb3",
            "libra size=3 mode=target target=7",
            "Be3 Wd3",
        ),
        ("more-or-less", "a1", "more-or-less pass=free", "a1"),
        (f"less walls={WALLS}", "", f"less walls={mirrored(WALLS)}", ""),
    ],
)
def test_twins_have_the_same_name(setup: str, turns: str, other: str, mirror: str) -> None:
    assert after(setup, turns) == after(other, mirror)


@pytest.mark.parametrize(
    ("setup", "turns", "other", "unlike"),
    [
        ("multiplicity size=4", "d4 d5,f1", "multiplicity size=4", "d4 d5,g1"),
        ("multiplicity size=4", "d4", "multiplicity size=5", "e5"),
        (
            "libra size=3 mode=target target=5",
            "Wa3 Bb3",
            "libra size=3 mode=target target=5",
            "Ba3 Bb3",
        ),
        (f"less walls={WALLS}", "", f"less walls={WALLS[:-1]}1", ""),
        (f"less walls={WALLS}", "", f"less walls={WALLS[::-1]}", ""),
    ],
)
def test_others_have_not(setup: str, turns: str, other: str, unlike: str) -> None:
    assert after(setup, turns) != after(other, unlike)


def test_five_tries_do_not_guess_one_of_thirteen() -> None:
    assert is_guessed(1 / 12)
    assert not is_guessed(1 / 13)


# -- a collection ----------------------------------------------------------------------------------


def puzzle(turns: str, grade: int = 1) -> Puzzle:
    setup = "multiplicity size=4 opening=free"
    return Puzzle(setup, tuple(turns.split()), LAST, 0, ("a4",), 1, 1, 9, grade, ())


def test_one_puzzle_of_a_game() -> None:
    """Two puzzles come from one game even if the last turn before one of them differs."""
    assert same_game(puzzle("d4 d5 f1 f2"), puzzle("d4 d5 f1 b3 a4"))
    assert same_game(puzzle("d4 d5"), puzzle("d4 d5"))
    assert not same_game(puzzle("d4 d5 f1 f2"), puzzle("d4 d5 g1 g2 a4"))


def test_a_collection_takes_no_twins_and_no_more_than_wanted() -> None:
    found = Collection(2)
    assert found.add(puzzle("d4 f1 a5"))
    assert not found.add(puzzle("d4 f1 b3"))  # another puzzle from the same game
    assert not found.add(puzzle("d4 b7 g3"))  # a rotation of the first puzzle
    assert found.add(puzzle("d4 g1 a4"))
    assert found.full
    assert not found.add(puzzle("a4 d1 e2"))


def test_a_balanced_collection_keeps_room_for_every_third() -> None:
    found = Collection(6, balanced=True)
    different = ("a4", "a5", "b4", "b5", "c4")  # corners, edges and inner cells
    took = [found.add(puzzle(f"{cell} d4")) for cell in different]
    assert took == [True] * 4 + [False]
    assert found.add(puzzle("c4 d4", 6))
    assert not found.add(puzzle("d4 b5", 7))
    assert found.add(puzzle("d4 b5", HARDEST))
    assert [third_of(grade) for grade in range(EASIEST, HARDEST + 1)] == [
        0,
        0,
        0,
        0,
        1,
        1,
        1,
        2,
        2,
        2,
    ]


# -- the difficulty --------------------------------------------------------------------------------


def measures(solved: float, group: str = "less-save", choices: int = 60) -> Measures:
    return Measures(group, (solved,) * len(ASKED), choices, 3, 4)


def test_what_fewer_levels_solve_is_harder() -> None:
    hard = [MODEL.difficulty(measures(solved)) for solved in (1.0, 0.75, 0.5, 0.25, 0.0)]
    assert hard == sorted(hard)
    assert len(set(hard)) == len(hard)


def test_of_two_that_the_levels_solve_alike_the_longer_is_harder() -> None:
    one = measures(0.5)
    for more in (replace(one, choices=400), replace(one, length=9), replace(one, tempting=20)):
        assert MODEL.difficulty(more) > MODEL.difficulty(one)


def test_grades_grow_with_difficulty() -> None:
    assert list(BOUNDS) == sorted(BOUNDS)
    assert grade_of(min(BOUNDS) - 1) == EASIEST
    assert grade_of(max(BOUNDS) + 1) == HARDEST


def test_a_fit_finds_the_model_that_made_the_measures() -> None:
    """Two kinds are equally hard for a person, but the engine finds one of them harder."""
    dice = random.Random(4)
    made = []
    for number in range(400):
        group, tempting = ("one", "two")[number % 2], dice.randrange(12)
        hard = 0.5 * tempting - 3 + (2.0 if group == "two" else 0.0) + dice.gauss(0, 0.5)
        shares = [
            sum(dice.random() < 1 / (1 + 2.718 ** (hard - level + 5)) for _ in range(4)) / 4
            for level in ASKED
        ]
        made.append(Measures(group, tuple(shares), 50 + number % 7, 3 + number % 3, tempting))
    model, bounds = fit(made)
    assert list(model.abilities) == sorted(model.abilities)
    assert model.scales["two"].shift - model.scales["one"].shift == pytest.approx(2.0, abs=0.6)
    assert model.weights[3] > 1
    assert len(bounds) == HARDEST - EASIEST
    known = [model.difficulty(one) for one in made]
    assert sum(hard <= bounds[4] for hard in known) == pytest.approx(200, abs=20)
