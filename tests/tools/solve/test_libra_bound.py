"""Bounds of Libra by regions hold: regions agree with the referee, and games keep the bound."""

from __future__ import annotations

import random
from functools import cache

import pytest

from game.games.libra.engine.solved import WORTH
from game.games.libra.rules import Libra
from game.rules.topology import hexagon
from tools.referee.libra import LibraPosition, LibraReferee
from tools.solve.command import main
from tools.solve.libra import bound


def groups_in_region(size: int, cells: tuple[str, ...], more_begins: bool) -> int:
    """Return the number of groups in a region with perfect play, by the referee alone."""
    grey = [point for point in hexagon(size).points if point not in cells]
    referee = LibraReferee(Libra(size, "duel", obstacles=grey))  # its first round gives the groups

    @cache
    def groups(here: LibraPosition) -> int:
        if here.first >= 0:
            return here.first
        found = [groups(referee.play(here, text)) for text in referee.legal(here)]
        return max(found) if here.seat == here.more else min(found)

    start = referee.start()
    return groups(start._replace(seat=start.more if more_begins else 1 - start.more))


@pytest.mark.parametrize("seed", range(8))
def test_regions_are_worth_what_the_referee_finds(seed: int) -> None:
    dice = random.Random(seed)
    size = dice.choice((3, 4))
    points = hexagon(size).points
    first = dice.randrange(len(points) - 6)
    cells = points[first : first + dice.choice((4, 5, 6))]
    region = bound.Region(size, cells)
    assert region.most == groups_in_region(size, cells, len(cells) % 2 == 0)


def test_less_keeps_the_bound_and_it_is_none_too_low(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["libra-bound", "--size", "2"]) == 0
    said = capsys.readouterr().out
    assert "verifier: 20 games" in said
    total = int(said.split("holds MORE to ")[1].split()[0])
    assert total >= WORTH[2]
