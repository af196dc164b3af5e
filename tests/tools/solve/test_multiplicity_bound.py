"""Bounds of Multiplicity by regions agree with weights, plain search and solved games."""

from __future__ import annotations

import io
import math
import random
from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement

import pytest

from game.engine.compile.compiler import can_compile
from game.engine.search.analysis import SearchLimits, StopSignal
from game.engine.search.budget import Budget
from game.games.multiplicity.engine.endgame import PerfectMultiplicity
from game.games.multiplicity.engine.profile import PROFILE
from game.games.multiplicity.rules import Multiplicity
from game.rules.kernel import P1_WIN, RESULT
from game.rules.topology import Point, hexagon
from tools.referee.base import group_sizes, hex_neighbours
from tools.referee.multiplicity import MultiplicityPosition, MultiplicityReferee
from tools.solve.command import main
from tools.solve.libra import bound as libra
from tools.solve.multiplicity import bound
from tools.solve.progress import ProgressLine
from tools.solve.regions import cut, odd, region_with

WHITE, BLACK = bound.WHITE, bound.BLACK


def regions_of(size: int, held: int, full: bool, counts: Sequence[int] = ()) -> list[bound.Region]:
    quiet = ProgressLine(io.StringIO())
    parts = cut(size, counts or bound.CUTS[size])
    return [bound.Region(size, cells, held, full, quiet) for cells in parts]


def cube(size: int) -> int:
    """Return the cube of the weight of a group on the border."""
    return {1: 3, 2: 9}.get(size, size**3)


def test_groups_weigh_together_no_less_than_what_they_make_up() -> None:
    for count in range(1, 8):
        for sizes in combinations_with_replacement(range(1, 9), count):
            assert sum(sizes) ** 3 <= math.prod(map(cube, sizes))
    # The step from two groups to more completes the proof.
    for one in range(1, 200):
        assert all(cube(one + other) <= cube(one) * cube(other) for other in range(1, 200))
        assert one**3 <= cube(one)


@pytest.mark.parametrize("seed", range(4))
def test_the_groups_of_a_board_make_no_more_than_its_regions_weigh(seed: int) -> None:
    dice = random.Random(seed)
    names = hexagon(4).points
    around = hex_neighbours(names)
    for _ in range(200):
        side = {at: dice.randrange(3) for at in range(len(names))}
        parts = [{at for at in side if side[at] == part} for part in range(3)]
        stones = {at for at in side if dice.random() < dice.choice((0.3, 0.5, 0.8))}
        cells = "".join("x" if at in stones else "." for at in side)
        weights = math.prod(weight(around, part, stones & part) for part in parts)
        assert math.prod(group_sizes(around, cells, "x")) ** 3 <= weights


def weight(around: Sequence[Sequence[int]], region: set[int], stones: set[int]) -> int:
    """Return the cube of the product of the group weights in a region, without kernel code."""
    found, rest = 1, set(stones)
    while rest:
        group = {rest.pop()}
        while more := {other for at in group for other in around[at]} & rest:
            group |= more
            rest -= more
        inner = all(other in region for at in group for other in around[at])
        found *= len(group) ** 3 if inner else cube(len(group))
    return found


def plain_worth(size: int, cells: Sequence[Point], held: int, full: bool) -> int:
    """Return the cube of a region's worth with perfect play, by docs/lab/questions.md."""
    names = hexagon(size).points
    around = hex_neighbours(names)
    region = {names.index(cell) for cell in cells}
    even = len(cells) % 2 == 0

    @cache
    def worth(free: frozenset[int], own: frozenset[int], moves: bool, may_pass: bool) -> int:
        if not free:
            return weight(around, region, set(own))
        after = [
            worth(free - {at}, own | {at} if moves else own, not moves, may_pass) for at in free
        ]
        if not moves:
            return min(after)
        if may_pass:
            after.append(worth(free, own, False, False))
        if held == WHITE and not full and len(free) == 1:
            after.append(weight(around, region, set(own)))
        return max(after)

    begins = held == WHITE or even
    return worth(frozenset(region), frozenset(), begins, held == WHITE and even)


@pytest.mark.parametrize("seed", range(8))
def test_regions_are_worth_what_plain_search_finds(seed: int) -> None:
    dice = random.Random(seed)
    size = dice.choice((3, 4))
    points = hexagon(size).points
    first = dice.randrange(len(points) - 7)
    cells = points[first : first + 4 + seed % 4]
    for held, full in ((BLACK, False), (WHITE, False), (WHITE, True)):
        region = bound.Region(size, cells, held, full, ProgressLine(io.StringIO()))
        assert region.most == plain_worth(size, cells, held, full)


@pytest.mark.parametrize("full", [False, True])
def test_side_two_as_the_referee_solves_it_is_within_the_bounds(full: bool) -> None:
    referee = MultiplicityReferee(Multiplicity(2, full, bound=False))

    def best(held: int) -> int:
        @cache
        def product(here: MultiplicityPosition) -> int:
            if not referee.legal(here):
                return math.prod(group_sizes(referee.around, here.cells, "wb"[held]))
            found = [product(referee.play(here, text)) for text in referee.legal(here)]
            return max(found) if here.seat == held else min(found)

        return product(referee.start())

    for held in (WHITE, BLACK):
        assert best(held) <= bound.bound_of(regions_of(2, held, full))


@pytest.mark.parametrize("counts", [(4, 3), (2, 2, 3), (2, 3, 2), (1, 2, 2, 2), (2, 2, 2, 1), (7,)])
@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("held", [WHITE, BLACK])
def test_whatever_is_played_on_side_two_the_bound_is_kept(
    held: int, full: bool, counts: Sequence[int]
) -> None:
    referee = MultiplicityReferee(Multiplicity(2, full, bound=False))
    regions = regions_of(2, held, full, counts)

    def most(here: MultiplicityPosition, last: Point | None) -> int:
        free = referee.legal(here)
        if not free:
            return math.prod(group_sizes(referee.around, here.cells, "wb"[held]))
        if here.seat == held:
            return max(most(referee.play(here, text), text) for text in free)
        lying = dict(zip(referee.names, here.cells))
        own = {name for name in lying if lying[name] == "wb"[held]}
        text = bound.reply(regions, last, set(lying) - free, own)
        return most(referee.after(here, text), last)

    assert most(referee.start(), None) <= bound.bound_of(regions)


def test_regions_make_up_the_board_and_one_is_odd() -> None:
    for cuts in (bound.CUTS, libra.CUTS):
        for size, counts in cuts.items():
            parts = cut(size, counts)
            assert sorted(cell for cells in parts for cell in cells) == sorted(hexagon(size).points)
            assert len(parts[odd(parts)]) % 2 == 1
            assert all(region_with(parts, cells[0]) == at for at, cells in enumerate(parts))


@pytest.mark.parametrize("full", [False, True])
def test_who_wins_the_solved_side_three_makes_no_more_than_the_bound(full: bool) -> None:
    """The regions are the loser's: White wins if one cell is left empty, Black if none is."""
    if not can_compile():
        pytest.skip("the exact search takes too long")
    winner = BLACK if full else WHITE
    game = Multiplicity(3, full, bound=False)
    expert, regions = PerfectMultiplicity(game, PROFILE), regions_of(3, winner, full)
    state, last = game.start(), None
    stones: dict[int, set[Point]] = {WHITE: set(), BLACK: set()}
    while not game.over(state):
        seat = game.to_move(state)
        if seat == winner:
            budget = Budget(SearchLimits(), 0, StopSignal(), lambda: 0.0)
            found = expert.think(state, budget, True)
            assert found is not None
            assert found.proof == "win"
            text = last = found.best[0].text
        else:
            text = bound.reply(regions, last, stones[WHITE] | stones[BLACK], stones[winner])
        stones[seat].add(text)
        state = game.advance(state, game.parse_action(state, text))
    assert state[RESULT] == P1_WIN + winner
    names = hexagon(3).points
    cells = "".join("x" if name in stones[winner] else "." for name in names)
    assert math.prod(group_sizes(hex_neighbours(names), cells, "x")) <= bound.bound_of(regions)


@pytest.mark.parametrize("words", [[], ["--full"]])
def test_games_that_the_referee_counts_keep_the_bounds(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["multiplicity-bound", "--size", "3" if can_compile() else "2", *words]) == 0
    said = capsys.readouterr().out
    assert "White holds Black to" in said
    assert "Black holds White to" in said
    assert said.count("verifier: 20 games") == 2
