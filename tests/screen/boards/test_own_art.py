"""Custom boards and pieces are drawn in the right places, and nothing else changes."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pygame
import pytest
from PIL import Image

from game.platform.own_look import OwnLookError
from game.platform.settings import THEMES
from game.platform.theme import Theme, load_theme
from game.rules.events import Piece
from game.rules.registry import parse_setup, usual_setup
from game.screen.app.own_look import in_short, read_whole
from game.screen.boards import BoardView
from game.screen.boards.art_renderer import renderer
from game.screen.boards.view import draw_pieces
from game.screen.plugin.registry import board_view, look_of
from game.screen.ui.own_pictures import themed
from tests.support.own_looks import BOARD, GAMES, PIECES, picture, write_look, write_toml
from tests.support.waiting import until

SIZE = 300
WHOLE = "lines = false\nframe = false"


def theme_of(folder: Path, name: str = "walnut") -> Theme:
    return themed(read_whole(folder, shown=True), load_theme(name))


def settled(view: BoardView, piece: Piece, at: str) -> pygame.Surface:
    """Return a picture of a board with one piece, with everything in its final form."""
    surface = pygame.Surface((SIZE, SIZE))

    def drawn() -> bool:
        draw_pieces(surface, view, {at: piece})
        return not view.busy and not renderer.busy

    assert until(drawn)
    draw_pieces(surface, view, {at: piece})
    return surface


def colour_at(surface: pygame.Surface, at: tuple[float, float]) -> tuple[int, ...]:
    return tuple(surface.get_at((round(at[0]), round(at[1]))))[:3]


def near(one: tuple[int, ...], other: tuple[int, ...], most: int = 3) -> bool:
    return max(abs(a - b) for a, b in zip(one, other)) <= most


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("key", GAMES)
def test_picture_and_piece_lie_at_their_points(tmp_path: Path, key: str, name: str) -> None:
    theme = theme_of(write_look(tmp_path, WHOLE), name)
    game = parse_setup(usual_setup(key))
    view = board_view(game, theme, SIZE, block=True)
    point, other = game.topology.points[0], game.topology.points[-1]
    piece = game.kinds[0]
    surface = settled(view, piece, point)
    assert near(colour_at(surface, view.position(point)), PIECES[piece.colour])
    if key != "less":  # Less has the rings of a goal there
        assert near(colour_at(surface, view.position(other)), BOARD)


def test_lines_are_drawn_in_their_colour_on_the_picture(tmp_path: Path) -> None:
    theme = theme_of(write_look(tmp_path, 'lines = "#00ff00"\nframe = false'))
    view = board_view(parse_setup(usual_setup("more-or-less")), theme, SIZE, block=True)
    pixels = pygame.surfarray.array3d(view.surface).reshape(-1, 3)
    green = np.all(np.abs(pixels.astype(int) - (0, 255, 0)) < 40, axis=1)
    plain = np.all(np.abs(pixels.astype(int) - BOARD) < 4, axis=1)
    assert green.sum() > 200
    assert plain.sum() > 10 * green.sum()


@pytest.mark.parametrize(("setup", "others"), [("libra", False), ("libra size=4", True)])
def test_a_picture_with_lines_is_that_of_the_usual_board_alone(
    tmp_path: Path, setup: str, others: bool
) -> None:
    theme = theme_of(write_look(tmp_path, WHOLE))
    view = board_view(parse_setup(setup), theme, SIZE, block=True)
    pixels = pygame.surfarray.array3d(view.surface)
    alpha = pygame.surfarray.array_alpha(view.surface)
    field = pixels[alpha == 255].astype(int)
    assert np.any(np.abs(field - BOARD) > 12, axis=1).mean() == (1 if others else 0)


def test_with_the_frame_the_rim_is_the_themes(tmp_path: Path) -> None:
    game = parse_setup("libra")
    frames = []
    for extra in ("frame = true", "frame = false"):
        view = board_view(game, theme_of(write_look(tmp_path, extra)), SIZE, block=True)
        frames.append(colour_at(view.surface, (SIZE / 2, 5)))
    assert not near(frames[0], BOARD, 40)
    assert near(frames[1], BOARD)


def test_a_counter_turns_over_from_one_picture_to_the_other(tmp_path: Path) -> None:
    theme = theme_of(write_look(tmp_path))
    view = board_view(parse_setup(usual_setup("more-or-less")), theme, 600)
    black, green = Piece("black", 0), Piece("green", 1)
    frames = view.sprites.flip(black, green, 0.0)
    middle = frames[0].get_width() / 2
    first, last = (colour_at(frame, (middle, middle)) for frame in (frames[0], frames[-1]))
    assert near(first, PIECES["black"])
    assert near(last, PIECES["green"])
    edge = [frame.get_bounding_rect().height for frame in frames]
    assert min(edge) < 0.4 * edge[0]


def test_a_look_of_one_game_leaves_the_others_as_they_are(tmp_path: Path) -> None:
    theme, plain = theme_of(write_toml(tmp_path, LIBRA_ALONE)), load_theme("walnut")
    for key in GAMES:
        look = look_of(parse_setup(usual_setup(key)))
        assert (look.art_name(theme) == look.art_name(plain)) == (key != "libra")


LIBRA_ALONE = 'look = 1\n[libra]\nboard = "board.png"\n'


def test_what_is_clear_in_a_piece_stays_clear(tmp_path: Path) -> None:
    write_toml(tmp_path, 'look = 1\n[libra.pieces]\nwhite = "ring.png"\n')
    ring = np.zeros((64, 64, 4), np.uint8)
    ring[8:56, 8:56] = (10, 200, 10, 255)
    out = io.BytesIO()
    Image.fromarray(ring).save(out, "PNG")
    (tmp_path / "ring.png").write_bytes(out.getvalue())
    view = board_view(parse_setup("libra"), theme_of(tmp_path), SIZE)
    sprite = view.sprites.piece(Piece("white", 0))
    middle = sprite.get_width() // 2
    assert near(colour_at(sprite, (middle, middle)), (10, 200, 10))
    assert sprite.get_at((5, 5)).a == 0


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_picture_that_cannot_be_decoded_is_named(tmp_path: Path, kind: str) -> None:
    write_toml(tmp_path, LIBRA_ALONE)
    noise = np.random.default_rng(1).integers(0, 255, (200, 200, 3), np.uint8)
    out = io.BytesIO()
    Image.fromarray(noise).save(out, kind)
    data = bytearray(out.getvalue())
    data[700:-20] = bytes(len(data) - 720)
    (tmp_path / "board.png").write_bytes(data if kind == "PNG" else data[:650])
    with pytest.raises(OwnLookError) as caught:
        read_whole(tmp_path)
    assert caught.value.code == "damaged"
    assert "board.png" in str(caught.value)


def test_what_a_look_has_is_said_in_short(tmp_path: Path) -> None:
    said = in_short(read_whole(write_look(tmp_path))).splitlines()
    assert said[0] == "Plain by Ada"
    assert "libra: board, white, black" in said
    assert said[-1].startswith(f"{len({BOARD, *PIECES.values()})} pictures")
    assert picture(BOARD)[:4] == b"\x89PNG"
