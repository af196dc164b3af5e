"""Boards as SVG are complete, well formed and free of anything that a strict page forbids."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

from game.pictures.board import Marks, board_svg, geometry_of
from game.platform.settings import THEMES
from game.platform.theme import load_theme
from game.rules import Game
from game.rules.registry import parse_setup

SETUPS = (
    "more-or-less",
    "more-or-less board=decagon-51",
    "less seed=3",
    "less seats=4 seed=3",
    "libra size=5 obstacles=e5",
    "multiplicity size=3",
)
SVG = "{http://www.w3.org/2000/svg}"


def played(setup: str, actions: int = 9) -> tuple[Game, tuple[int, ...]]:
    game = parse_setup(setup)
    state = game.start()
    for _ in range(actions):
        state = game.play(state, game.legal(state)[0]).state
    return game, state


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("setup", SETUPS)
def test_every_piece_lies_where_the_board_has_its_point(setup: str, theme: str) -> None:
    game, state = played(setup)
    lying = game.pieces(state)
    root = ElementTree.fromstring(board_svg(game, lying, load_theme(theme)))
    plan = geometry_of(game.topology)
    drawn = {
        one.get("data-point"): one.get("transform")
        for one in root.iter(f"{SVG}g")
        if one.get("class") == "piece"
    }
    assert set(drawn) == set(lying)
    for point, moved in drawn.items():
        assert moved is not None
        x, y = map(float, moved.removeprefix("translate(").rstrip(")").split())
        assert (x, y) == pytest.approx(plan.places[str(point)], abs=0.01)


@pytest.mark.parametrize("setup", SETUPS)
def test_nothing_that_a_strict_page_forbids_is_in_a_picture(setup: str) -> None:
    game, state = played(setup)
    marks = Marks(points=game.topology.points[:1], paths=[game.topology.points[:3]])
    text = board_svg(game, game.pieces(state), load_theme("walnut"), marks, named=True)
    root = ElementTree.fromstring(text)
    for one in root.iter():
        assert one.tag not in (f"{SVG}script", f"{SVG}style", f"{SVG}foreignObject")
        assert not {name for name in one.attrib if name == "style" or name.startswith("on")}
    ids = [one.get("id") for one in root.iter() if one.get("id")]
    assert len(ids) == len(set(ids))
    used = {part.split(")")[0] for part in text.split("url(#")[1:]}
    assert used <= set(ids)


def test_walls_stand_where_the_setup_has_them() -> None:
    game = parse_setup("less walls=000000000000001100010001000000000000001010110010000000011000")
    text = board_svg(game, {}, load_theme("paper"))
    assert text.count('class="wall"') == game.setup.count("1")
