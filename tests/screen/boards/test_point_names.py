"""In every theme, names of points are readable and clear of every counter, and can be hidden."""

import math

import pygame
import pytest

from game.pictures.label_placement import LabelSpace, place_labels
from game.platform.settings import THEMES
from game.platform.theme import load_theme
from game.rules.registry import parse_setup
from game.screen.app.app import App
from game.screen.boards import BoardView, fittings
from game.screen.play.scene import PlayScene
from game.screen.plugin.registry import board_view
from game.screen.ui.color_vision import worst
from game.screen.ui.input import Pointer, Press
from tests.screen.play.play_helpers import frames, playing, spot
from tests.support.waiting import until

pytestmark = pytest.mark.art

BOARDS = ("more-or-less", "more-or-less board=decagon-51", "more-or-less board=decagon-71")
SIZES = (478, 752)  # board sizes in windows of 800 x 600 and 1280 x 800


@pytest.fixture(autouse=True, scope="module")
def display() -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((320, 200))


@pytest.mark.parametrize("theme_name", THEMES)
def test_names_are_read_on_every_wood(theme_name: str) -> None:
    board = load_theme(theme_name).board("more-or-less")
    ink = fittings.ink(board)
    for ground in (*board.field, *board.inlay):
        assert worst(ink, ground) >= 4.5


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("setup", BOARDS)
def test_names_keep_clear_of_counters_and_of_each_other(setup: str, size: int) -> None:
    view = board_view(parse_setup(setup), load_theme("walnut"), size)
    at = {point: view.local(point) for point in view.look.places}
    pixels = fittings.name_size(view)
    rects = {}
    for point, place in (fittings.name_spots(view) or {}).items():
        rect = fittings.letters(point, pixels, (0, 0, 0)).get_rect()
        rect.center = (round(place[0]), round(place[1]))
        rects[point] = rect
    assert rects.keys() == at.keys()
    for point, rect in rects.items():
        assert min(at, key=lambda other: math.dist(rect.center, at[other])) == point
        assert rect.collidelistall([r for other, r in rects.items() if other != point]) == []
        for x, y in at.values():
            nearest = (
                min(max(x, rect.left), rect.right),
                min(max(y, rect.top), rect.bottom),
            )
            assert math.dist((x, y), nearest) > view.piece_size / 2, point


def test_a_crowded_board_still_names_every_point() -> None:
    places = {f"p{n}": (20.0 + 9 * (n % 8), 20.0 + 9 * (n // 8)) for n in range(64)}
    paper = LabelSpace(places, (), dict.fromkeys(places, (18.0, 10.0)), 12.0, 4.0, 100.0)
    assert place_labels(paper).keys() == places.keys()


@pytest.mark.parametrize("setup", ["more-or-less", "libra size=3 mode=target target=4"])
def test_the_key_names_all_points_and_the_setting_keeps_it(setup: str) -> None:
    with playing(setup, kind=App) as (app, scene):
        quiet = _settled(app, scene)
        frames(app, 2, Press(("coordinates",)))
        assert app.settings.coordinates is True
        assert _settled(app, scene) != quiet
        frames(app, 2, Press(("coordinates",)))
        assert app.settings.coordinates is False
        assert _settled(app, scene) == quiet


def test_the_point_under_pointer_or_cursor_is_named_whoever_is_to_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    named = []
    monkeypatch.setattr(BoardView, "draw_name", lambda view, surface, point: named.append(point))
    with playing("more-or-less", kind=App) as (app, scene):
        frames(app, 2)
        assert not named
        frames(app, 1, Pointer("move", spot(scene, "e5")))
        assert named.pop() == "e5"
        scene.held = True
        scene.refresh()
        named.clear()
        frames(app, 1, Pointer("move", spot(scene, "c1")))
        assert named.pop() == "c1"
        scene.held = False
        scene.refresh()
        frames(app, 1, Press(("up",)))
        assert named.pop() == scene.hand.cursor
        frames(app, 1, Pointer("move", (2, 2)))
        named.clear()
        frames(app, 1, Pointer("leave", (-1, -1), 0))
        assert named[-1:] in ([], [scene.hand.cursor])


def test_a_name_is_drawn_beside_its_point_where_nothing_else_names_it() -> None:
    view = board_view(parse_setup("more-or-less"), load_theme("walnut"), 500)
    fittings.name_spots(view)
    surface = pygame.Surface((500, 500), pygame.SRCALPHA)
    view.draw_name(surface, "e5")
    drawn = surface.get_bounding_rect()
    assert drawn.width > 8
    assert math.dist(drawn.center, view.position("e5")) < 2 * view.piece_size
    surface.fill((0, 0, 0, 0))
    view.show_coordinates(True)
    view.draw_name(surface, "e5")
    assert surface.get_bounding_rect().width == 0, "all are named already"


def _settled(app: App, scene: PlayScene) -> bytes:
    """Return the board with all its art in final form."""
    assert until(lambda: scene.view is not None and not scene.view.busy, step=lambda: frames(app))
    frames(app)
    assert scene.view is not None
    return pygame.image.tobytes(scene.view.surface, "RGBA")
