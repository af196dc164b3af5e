"""Themes match the turns of a solution, by a second computation in this file."""

from collections.abc import Callable, Mapping
from functools import cache

import pytest

from game.puzzles import catalogue
from game.puzzles.plugin import DRAWN, FORK, puzzle_plugin, what_happens
from game.puzzles.puzzle import Puzzle, after_turn
from game.rules import Action, Game, Piece, State
from game.rules.topology import hexagon

WHITE, BLACK = Piece("white", 0), Piece("black", 1)


def stone(white: str, black: str, point: str) -> set[str]:
    """Return the themes of a white stone laid on a board of side 3."""
    pieces = dict.fromkeys(white.split(), WHITE) | dict.fromkeys(black.split(), BLACK)
    return set(what_happens(hexagon(3), pieces, point, "white"))


def test_a_stone_joins_or_cuts_or_stands_alone() -> None:
    assert stone("", "", "c3") == {"alone"}
    assert stone("c2 c4", "", "c3") == {"joins", "living-group"}
    assert stone("", "c2 c4", "c3") == {"alone", "cuts"}


def test_a_stone_takes_the_last_exit_of_a_group() -> None:
    """The corner cell a5, with a black stone, has the neighbours a4, b4 and b5."""
    assert stone("b5", "a5", "b4") == {"extends", "living-group"}
    assert stone("a4 b5", "a5", "b4") == {"joins", "living-group", "closes"}
    assert "shared-exit" in stone("a4 b5", "a5 a3 b3", "b4")
    assert "living-group" not in stone("a4", "a5 a3 b3 b5 c3 c4", "b4")


# -- the shipped ones ------------------------------------------------------------------------------

Line = list[list[Action]]


@cache
def line_of(puzzle: Puzzle) -> tuple[Game, State, Line, list[State]]:
    """Return game, position, the solution's turns, and the positions before and after them."""
    game, state = puzzle.position()
    line, states = [], [state]
    for text in puzzle.solution:
        line.append(game.parse_turn(states[-1], text))
        states.append(after_turn(game, states[-1], line[-1]))
    return game, state, line, states


def counts(puzzle: Puzzle) -> list[int]:
    """Return the side's number of counters up, now and after each turn of the solution."""
    game, _state, _line, states = line_of(puzzle)
    return [game.tally(state)[("black", "green")[puzzle.seat]] for state in states]


def by_more(puzzle: Puzzle) -> bool:
    return counts(puzzle)[-1] > 18


def by_less(puzzle: Puzzle) -> bool:
    return counts(puzzle)[-1] < 7


def self_turning(puzzle: Puzzle) -> bool:
    before, last = counts(puzzle)[-2:]
    game, *_rest, states = line_of(puzzle)
    return before - last >= 3 and game.over(states[-1]) and last < 19


def sacrifice(puzzle: Puzzle) -> bool:
    """Return whether the first of several turns moves the count away from its final value."""
    before, first, *rest = counts(puzzle)
    return bool(rest) and (first < before if rest[-1] > 18 else first > before)


def bridge(puzzle: Puzzle) -> bool:
    """Return whether a piece leaps over another that has moved there in the same turn."""
    stands: set[str] = set()
    for text in puzzle.solution[0].split(","):
        source, _, target = text.partition("-")
        files, ranks = ord(source[0]) + ord(target[0]), int(source[1]) + int(target[1])
        leap = files % 2 == ranks % 2 == 0  # otherwise a step to the next square
        if leap and f"{chr(files // 2)}{ranks // 2}" in stands:
            return True
        stands = stands - {source} | {target}
    return False


def leaves_corner(puzzle: Puzzle) -> bool:
    own = ({"e1", "f1", "e2", "f2"}, {"a5", "b5", "a6", "b6"})[puzzle.seat]
    return any(text.partition("-")[0] in own for text in puzzle.solution[0].split(","))


def given(puzzle: Puzzle) -> bool:
    """Return whether a stone changes the number of groups in the other side's favour."""
    game, _state, _line, (before, after, *_rest) = line_of(puzzle)
    made = game.tally(after)["groups"] - game.tally(before)["groups"]
    return made < 0 if "as-more" in puzzle.themes else made > 0


def lowered(puzzle: Puzzle) -> bool:
    """Return whether a stone makes the side's own product smaller."""
    game, _state, _line, (before, after, *_rest) = line_of(puzzle)
    own = ("white", "black")[puzzle.seat]
    return game.tally(after)[own] < game.tally(before)[own]


RULES: Mapping[str, Mapping[str, Callable[[Puzzle], bool]]] = {
    "more-or-less": {
        "by-more": by_more,
        "by-less": by_less,
        "self-turning": self_turning,
        "sacrifice": sacrifice,
    },
    "less": {"bridge": bridge, "leaves-corner": leaves_corner},
    "libra": {"sacrifice": given},
    "multiplicity": {"sacrifice": lowered},
}


@pytest.mark.parametrize("key", list(RULES))
def test_the_shipped_puzzles_have_the_themes_of_their_solutions(key: str) -> None:
    for puzzle in catalogue.choose(key):
        game, state, line, _states = line_of(puzzle)
        said = puzzle_plugin(key).themes(game, state, line)
        assert set(puzzle.themes) - {FORK, DRAWN} == set(said), puzzle.id
        for theme, rule in RULES[key].items():
            assert (theme in puzzle.themes) == rule(puzzle), (puzzle.id, theme)


def test_every_theme_of_a_rule_is_met() -> None:
    met = set(catalogue.themes(catalogue.choose()))
    assert {theme for rules in RULES.values() for theme in rules} <= met
    assert {FORK, "leapfrog", "closes", "shared-exit", "living-group"} <= met
