"""Board views have the right places, snapping, sprites with stand-ins, and cancelled rendering."""

import math
import weakref
from collections.abc import Callable, Hashable, Sequence
from itertools import pairwise

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from game.games.less.pictures import goals, wall_edges
from game.games.less.rules import Less
from game.games.less.screen import look
from game.pictures.hexagons import cell_side
from game.platform.settings import THEMES
from game.platform.theme import Theme, load_theme
from game.rules import Piece
from game.rules.registry import parse_setup
from game.screen.boards import BoardView, board_surfaces, outline, sprites
from game.screen.boards.art_renderer import MAX_UNCLAIMED, Alive, ArtRenderer
from game.screen.boards.board_render import CancelledError
from game.screen.boards.grain import ART
from game.screen.boards.shapes import averaged
from game.screen.boards.sprites import SpriteSet
from game.screen.plugin.registry import board_view, look_of
from game.screen.ui.paint import LruCache
from tests.support.waiting import until

pytestmark = pytest.mark.art

SETUPS = [
    "more-or-less",
    "more-or-less board=decagon-51",
    "more-or-less board=decagon-71",
    "less tiles=A0B1C2D3E0F1G2H3I0",
    "less seats=4 tiles=A0B1C2D3E0F1G2H3I0J1K2L3A0B1C2D3",
    "libra size=3",
    "libra size=7 obstacles=a7,b7",
    "multiplicity size=8",
]
BLACK, GREEN, WHITE = Piece("black", 0), Piece("green", 1), Piece("white", 0)
KINDS = (
    *("start", "chosen", "target", "halt", "over", "last", "hint", "threat"),
    *("free", "bound", "focus", "light"),
)


@pytest.fixture(autouse=True, scope="module")
def display() -> pygame.Surface:
    pygame.display.init()
    pygame.font.init()
    return pygame.display.set_mode((320, 240))


@pytest.fixture
def walnut() -> Theme:
    return load_theme("walnut")


def delivered(done: Callable[[], bool]) -> None:
    """Wait for the renderer's thread."""
    assert until(done), "the workshop did not deliver"


# -- places --------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("size", [200, 500, 1040])
def test_every_point_is_found_where_it_is_drawn(setup: str, size: int, walnut: Theme) -> None:
    view = board_view(parse_setup(setup), walnut, size)
    view.topleft = (31, 17)
    for point in view.look.topology.points:
        x, y = view.position(point)
        assert view.rect.collidepoint(x, y)
        assert view.point_at(x + 1, y - 1) == point


@pytest.mark.parametrize("setup", SETUPS)
def test_pieces_on_neighbouring_points_do_not_overlap(setup: str, walnut: Theme) -> None:
    view = board_view(parse_setup(setup), walnut, 800)
    places = [view.position(point) for point in view.look.topology.points]
    nearest = min(math.dist(a, b) for i, a in enumerate(places) for b in places[i + 1 :])
    assert view.piece_size <= nearest + 1


def test_y_goes_up_and_x_to_the_right(walnut: Theme) -> None:
    less = board_view(parse_setup(SETUPS[3]), walnut, 600)
    assert less.position("a6")[1] < less.position("a1")[1]
    assert less.position("a1")[0] < less.position("f1")[0]
    decagon = board_view(parse_setup("more-or-less"), walnut, 600)
    assert decagon.position("a1") == pytest.approx((300, 300))
    libra = board_view(parse_setup("libra size=5"), walnut, 600)
    assert libra.position("e9")[1] < libra.position("e1")[1]


def test_a_click_snaps_to_the_nearest_legal_point_and_not_across_the_board(walnut: Theme) -> None:
    view = board_view(parse_setup(SETUPS[3]), walnut, 600)
    x, y = view.position("c3")
    assert view.point_at(x, y) == "c3"
    assert view.point_at(x, y, among=["c4", "d4"]) is None
    assert view.point_at(x, y - 40, among=["c4", "d4"]) == "c4"
    assert view.point_at(-300, -300) is None
    assert view.point_at(x, y, among=[]) is None


def test_walls_stand_where_the_digits_say() -> None:
    game = parse_setup("less walls=" + "1" + "0" * 4 + "2" + "0" * 54)
    assert isinstance(game, Less)
    edges = wall_edges(game.topology, game.walls)
    assert {edge: n for edge, n in edges.items() if n} == {("a6", "b6"): 1, ("a6", "a5"): 2}
    assert len(edges) == 60


def test_goals_lie_opposite_their_owners_homes() -> None:
    game = parse_setup(SETUPS[3])
    two = goals(game.topology, game.pieces(game.start()))
    assert {point for point, piece in two.items() if piece.seat == 0} == {"a5", "a6", "b5", "b6"}
    game = parse_setup(SETUPS[4])
    four = goals(game.topology, game.pieces(game.start()))
    assert {point for point, piece in four.items() if piece.seat == 1} == {"g1", "g2", "h1", "h2"}


def test_the_axis_of_a_flip_is_the_line_of_the_jump(walnut: Theme) -> None:
    view = board_view(parse_setup("more-or-less"), walnut, 600)
    for line in view.look.topology.lines:
        angles = [view.step_angle(a, b) for a, b in pairwise(line)]
        assert angles == pytest.approx([angles[0]] * len(angles), abs=1e-3)


def test_flips_are_prepared_for_every_jump_there_is(
    walnut: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = board_view(parse_setup("more-or-less board=decagon-71"), walnut, 300, block=True)
    workshop = ArtRenderer()  # a new renderer, so that no other art evicts anything
    asked: list[Hashable] = []
    monkeypatch.setattr(sprites, "renderer", workshop)
    view.prepare_flips([BLACK, GREEN])
    delivered(lambda: not workshop.busy)
    monkeypatch.setattr(workshop, "ask", lambda key, *_, **__: asked.append(key))
    fine = [
        view.sprites.flip(BLACK, GREEN, view.step_angle(a, b))
        for line in view.look.topology.lines
        for a, b in (*pairwise(line), *pairwise(line[::-1]))
    ]
    assert asked == []  # every flip was prepared
    assert len({id(frames) for frames in fine}) == 10


# -- what is drawn -------------------------------------------------------------------------------


def test_the_board_is_there_at_once_and_sharp_later(walnut: Theme) -> None:
    view = board_view(parse_setup("libra size=4"), walnut, 233)
    first = view.surface
    assert first.get_size() == (233, 233)
    delivered(lambda: view.surface is not first and view.ready)
    exact = board_view(parse_setup("libra size=4"), walnut, 233, block=True)
    assert pygame.image.tobytes(exact.surface, "RGBA") == pygame.image.tobytes(view.surface, "RGBA")


@pytest.mark.parametrize("theme_name", THEMES)
@pytest.mark.parametrize("setup", SETUPS)
def test_everything_can_be_drawn_at_any_size(theme_name: str, setup: str) -> None:
    theme = load_theme(theme_name)
    canvas = pygame.Surface((260, 260))
    for size in (64, 151):
        view = board_view(parse_setup(setup), theme, size)
        view.topleft = (20, 20)
        points = view.look.topology.points
        view.draw(canvas)
        before = pygame.image.tobytes(canvas, "RGB")
        for kind, point in zip(KINDS, points):
            view.draw_glow(canvas, point, kind, strength=0.7)
        view.draw_piece(canvas, BLACK, points[0], height=20, scale=1.4)
        view.draw_ghost(canvas, points[1], WHITE)
        view.draw_badge(canvas, points[2], "12")
        view.draw_badge(canvas, points[2], "!", alarm=True)
        view.draw_number(canvas, points[3], "7", BLACK)
        view.draw_path(canvas, points[:3])
        view.draw_arc(canvas, points[0], points[4], 30)
        view.draw_labels(canvas, dict(zip(points, points)))
        view.draw_focus(canvas, points[5])
        if view.look.cell == "hexagon":
            view.draw_groups(canvas, [points[:2]], theme.ui.text)
        assert pygame.image.tobytes(canvas, "RGB") != before


def test_a_sprite_is_centred_on_its_piece(walnut: Theme) -> None:
    for style in ("counter", "pawn", "stone"):
        sprites = SpriteSet(walnut, style, 41)
        for scale in (0.5, 1.0, 1.45):
            alpha = pygame.surfarray.array_alpha(sprites.piece(BLACK, scale)).astype(float)
            at = np.arange(len(alpha)) - (len(alpha) - 1) / 2
            assert abs((alpha.sum(1) * at).sum() / alpha.sum()) < 0.6
            assert abs((alpha.sum(0) * at).sum() / alpha.sum()) < 0.6
            assert alpha.sum() / 255 == pytest.approx(math.pi * (41 * scale / 2) ** 2, rel=0.06)


def test_a_flip_goes_from_one_face_over_the_edge_to_the_other(walnut: Theme) -> None:
    sprites = SpriteSet(walnut, "counter", 60)
    frames = sprites.flip(BLACK, GREEN, 0.3)
    assert len(frames) == 13
    covered = [pygame.surfarray.array_alpha(frame).sum() for frame in frames]
    assert covered[6] < 0.45 * covered[0]  # the piece is seen edge on
    assert covered[0] == pytest.approx(covered[12], rel=0.01)

    def greenness(frame: pygame.Surface) -> float:
        pixels = pygame.surfarray.array3d(frame).astype(int)
        solid = pygame.surfarray.array_alpha(frame) > 200
        return float((pixels[..., 1] - pixels[..., 0])[solid].mean())

    assert greenness(frames[0]) < 5 < 40 < greenness(frames[12])


@pytest.mark.parametrize("shape", [(), (3,)], ids=["alpha", "colours"])
@pytest.mark.parametrize("step", [2, 4])
def test_blocks_of_pixels_are_averaged_to_the_bit(step: int, shape: tuple[int, ...]) -> None:
    fine = np.random.default_rng(5).random((60 * step, 40 * step, *shape)).astype(np.float32)
    mean = fine.reshape(60, step, 40, step, *shape).mean((1, 3))
    assert np.array_equal(averaged(fine, step), mean)


def test_a_lifted_shadow_is_softer_and_farther_away(walnut: Theme) -> None:
    view = board_view(parse_setup("more-or-less"), walnut, 600)
    low, high = view.sprites.shadow(0), view.sprites.shadow(60)
    assert high.get_width() > low.get_width()
    assert view.sprites.shadow_offset(60)[1] > view.sprites.shadow_offset(0)[1]
    peak = [pygame.surfarray.array_alpha(shade).max() for shade in (low, high)]
    assert peak[1] < peak[0]
    paper = board_view(parse_setup("more-or-less"), load_theme("paper"), 600)
    assert pygame.surfarray.array_alpha(paper.sprites.shadow(0)).max() == 0


def test_double_walls_are_two_bars_with_wood_between(walnut: Theme) -> None:
    def dark_runs(count: int) -> int:
        wall = sprites.surface(look.bars(1.0, walnut, 110, count > 1, upright=False))
        column = pygame.surfarray.array_alpha(wall)
        middle = column[column.shape[0] // 2] > 250
        return int((np.diff(middle.astype(int)) == 1).sum())

    assert dark_runs(1) == 1
    assert dark_runs(2) == 2


def outlined(
    groups: Sequence[Sequence[str]], size: int = 420
) -> tuple[NDArray[np.int_], BoardView]:
    """Return the alpha of outlines on an empty canvas, and the view that has the points."""
    view = board_view(parse_setup("libra size=6"), load_theme("walnut"), size)
    canvas = pygame.Surface((size, size), pygame.SRCALPHA)
    view.draw_groups(canvas, groups, (255, 0, 0))
    return pygame.surfarray.array_alpha(canvas).astype(int), view


def test_an_outline_runs_round_a_group_and_along_its_bonds() -> None:
    alpha, view = outlined([["e5", "e6"]])
    (x, top), (_, low) = sorted(map(view.position, ("e5", "e6")), key=lambda at: at[1])
    side = cell_side(view.look.topology) * view.k
    column, waist = alpha[round(x)], alpha[:, round((top + low) / 2)]
    # The outline crosses neither the stones nor the bond between them.
    assert column[round(top) : round(low)].max() == 0
    assert column[: round(top)].max() > 200 < column[round(low) :].max()
    shown = np.flatnonzero(waist > 200)
    assert shown.min() == pytest.approx(x - outline.ALONG_BOND * side, abs=3)
    assert shown.max() == pytest.approx(x + outline.ALONG_BOND * side, abs=3)


@pytest.mark.parametrize("size", [300, 421, 768])
def test_tiles_of_an_outline_meet_without_gap_or_overlap(size: int) -> None:
    """The outline of a ring of stones is two closed curves, without a line between the stones."""
    board = parse_setup("libra size=6").topology
    ring = [p for p in board.points if p in board.neighbours["f6"]]
    alpha, view = outlined([ring], size)
    assert curves(alpha > 90) == 2
    whole, _ = outlined([[*ring, "f6"]], size)
    assert curves(whole > 90) == 1
    x, y = view.position("f6")
    reach = round(1.2 * cell_side(view.look.topology) * view.k)
    inner = whole[round(x) - reach : round(x) + reach, round(y) - reach : round(y) + reach]
    assert inner.max() == 0  # nothing is drawn where three stones of a group meet


def curves(shown: NDArray[np.bool_]) -> int:
    """Return the number of connected components; pixels that touch at corners are connected."""
    left, found = {tuple(spot) for spot in np.argwhere(shown)}, 0
    while left:
        todo, found = [left.pop()], found + 1
        while todo:
            x, y = todo.pop()
            near = {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & left
            left -= near
            todo += near
    return found


# -- the workshop --------------------------------------------------------------------------------


def test_rendering_stops_when_nobody_waits(walnut: Theme) -> None:
    painter = look_of(parse_setup("libra size=3")).painter(walnut)
    bands: list[int] = []

    def alive() -> bool:
        bands.append(1)
        return len(bands) < 3

    with pytest.raises(CancelledError):
        painter.render(200, alive)
    assert len(bands) == 3


def test_workshop_hands_over_results_and_errors_once() -> None:
    workshop = ArtRenderer()
    news: list[int] = []
    workshop.finished = lambda: news.append(1)
    workshop.ask("good", lambda alive: 42)
    workshop.ask("good", lambda alive: 43)
    workshop.ask("bad", lambda alive: 1 / 0)
    delivered(lambda: not workshop.busy)
    assert workshop.take("good") == 42
    assert workshop.take("good") is None
    with pytest.raises(ZeroDivisionError):
        workshop.take("bad")
    assert len(news) == 2


def test_what_rests_on_a_board_is_waited_for_and_what_moves_is_not() -> None:
    workshop = ArtRenderer()
    held = [True]
    workshop.ask("moves", lambda alive: until(lambda: not held[0]), rank=3)
    assert workshop.waits(3)
    assert not workshop.waits(2)
    workshop.ask("rests", lambda alive: 1, rank=2)
    assert workshop.waits(2)
    held[0] = False
    delivered(lambda: not workshop.waits(3))


def test_a_dropped_job_is_not_done_and_may_be_asked_again() -> None:
    workshop = ArtRenderer()
    held = [True]

    def wait_first(alive: Alive) -> None:
        delivered(lambda: not held[0])

    done: list[Alive] = []
    workshop.ask("first", wait_first)
    workshop.ask("second", done.append)
    workshop.drop("second")
    held[0] = False
    delivered(lambda: not workshop.busy)
    assert done == []
    workshop.ask("second", done.append)
    delivered(lambda: not workshop.busy)
    assert len(done) == 1


def test_what_is_asked_for_again_is_forgotten_last() -> None:
    workshop = ArtRenderer()
    for number in range(MAX_UNCLAIMED):
        workshop.ask(number, lambda _: "made")
    delivered(lambda: not workshop.busy)
    workshop.ask(0, lambda _: "made again")
    workshop.ask("one more", lambda _: "made")
    delivered(lambda: not workshop.busy)
    assert workshop.take(0) == "made"
    assert sum(workshop.take(number) is None for number in range(1, MAX_UNCLAIMED)) == 1


def test_the_store_lets_go_of_what_was_used_longest_ago() -> None:
    store = LruCache(room=100)
    store.put("a", 1, 40)
    store.put("b", 2, 40)
    assert store.find("a") == 1
    store.put("c", 3, 40)
    assert (store.find("a"), store.find("b"), store.find("c")) == (1, None, 3)
    store.put("huge", 4, 1000)
    assert store.find("huge") == 4


# -- art that ships ------------------------------------------------------------------------------


@pytest.mark.parametrize("theme_name", THEMES)
@pytest.mark.parametrize(
    "setup",
    ["more-or-less", SETUPS[3], "libra size=5", "multiplicity size=5"],
)
def test_shipped_boards_are_of_this_program(setup: str, theme_name: str) -> None:
    look, theme = look_of(parse_setup(setup)), load_theme(theme_name)
    path = ART / "boards" / board_surfaces.shipped_name(look.key, look.body, theme_name)
    shipped = pygame.surfarray.array3d(pygame.image.load(path)).swapaxes(0, 1).astype(int)
    size = len(shipped) // 4
    small = shipped[: size * 4, : size * 4].reshape(size, 4, size, 4, 3).mean((1, 3))
    drawn = look.painter(theme).render(size)
    inside = drawn[..., 3] == 255
    difference = np.abs(small[inside] - drawn[inside][:, :3])
    assert difference.mean() < 7, "run assets/make_art.py"


def test_shipped_art_is_small() -> None:
    files = list(ART.rglob("*.png"))
    assert sum(path.stat().st_size for path in files) < 12 << 20


def test_a_closed_view_lets_go_of_its_pictures_and_can_be_asked_again(walnut: Theme) -> None:
    view = board_view(parse_setup("libra size=3"), walnut, 200, block=True)
    before = pygame.image.tobytes(view.surface, "RGBA")
    kept = weakref.ref(view.surface)
    view.close()
    assert kept() is None
    delivered(lambda: view.surface is not None and view.ready)
    assert pygame.image.tobytes(view.surface, "RGBA") == before
