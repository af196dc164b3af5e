"""Image export: positions as pictures, turns and games as films, drawn as the screen shows them.

No window is needed. An export takes a while, so it runs in a process of its own.
"""

from __future__ import annotations

import io
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
from PIL import Image

from game.library.errors import ExportError
from game.library.game_text import signs_after
from game.library.import_export import ExportOptions
from game.pictures.signs import NOTHING_DRAWN, Signs
from game.platform.processes import silence_libraries
from game.platform.storage import write_shared_bytes
from game.platform.theme import Theme, load_theme
from game.rules import Game, Piece, Point
from game.screen.animation.choreography import MotionStyle, TimelinePlayer, perform
from game.screen.boards import BoardView
from game.screen.boards.art_renderer import renderer
from game.screen.boards.view import draw_pieces
from game.screen.plugin.registry import board_view
from game.screen.ui.canvas import Canvas
from game.screen.ui.tokens import Metrics
from game.table.history import Turn
from game.table.match import Match

MARGIN = 1 / 16  # margin on each side, as a share of the board's size
# Frames per second while pieces move. One frame is 8 hundredths of a second, the unit of a GIF.
FRAMES = 12.5
# Seconds for which a position is shown: a normal position, and the last one or one with drawings.
PAUSE_S, END_PAUSE_S = 0.7, 2.5
SPEED = 1.6  # speed of the animation
ART_TIMEOUT_S = 60.0  # seconds to wait for rendered art
# Maximum number of pictures shown for END_PAUSE_S that the palette considers.
MAX_DRAWN_SHOTS = 5
COLOURS = 255  # colours of a GIF, besides the transparent one


def export_image(match: Match, wish: ExportOptions, path: Path) -> None:
    """Write the picture or film of a match that `wish` describes.

    Raises OSError, ExportError, OwnLookError.
    """
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    try:
        with silence_libraries():
            pygame.display.init()
        pygame.font.init()
        if pygame.display.get_surface() is None:
            pygame.display.set_mode((1, 1))
    except pygame.error as error:
        raise ExportError("no-art", why=error) from error
    theme = load_theme(wish.theme)
    if wish.look:
        from game.screen.app.own_look import read_whole
        from game.screen.ui.own_pictures import themed

        theme = themed(read_whole(wish.look, shown=True), theme)
    studio = OffscreenBoard(match.game, theme, wish.size)
    try:
        if wish.kind == "gif":
            _write_film(studio, match, wish, path)
        else:
            _write_still(studio, match, wish, path)
    finally:
        studio.close()


class OffscreenBoard:
    """A board with a small margin, drawn on a picture of `size` by `size` pixels."""

    def __init__(self, game: Game, theme: Theme, size: int) -> None:
        self.game, self.theme = game, theme
        self.edge = round(size * MARGIN)
        self.surface = pygame.Surface((size, size))
        self.view: BoardView = board_view(game, theme, size - 2 * self.edge)
        self.view.topleft = (self.edge, self.edge)
        if self.view.look.style == "counter":
            self.view.prepare_flips(game.kinds)
        self.canvas = Canvas(self.surface, theme, Metrics(size, size))

    def close(self) -> None:
        self.view.close()

    def still(
        self,
        lying: Mapping[Point, Piece],
        turn: Turn | None = None,
        signs: Signs = NOTHING_DRAWN,
    ) -> Image.Image:
        """Return a picture of the position, with the actions of `turn` marked and `signs` drawn."""
        self._settle(lying)
        self.canvas.background()
        self.view.draw(self.surface)
        actions = [entry.action for entry in turn.entries if entry.action] if turn else []
        for action in actions:
            if len(action.points) > 1:
                self.view.draw_path(self.surface, (action.points[0], action.points[-1]))
        for point, piece in lying.items():
            self.view.draw_piece(self.surface, piece, point)
        for action in actions:
            if len(action.points) == 1:
                self.view.draw_glow(self.surface, action.points[0], "last")
        self.view.draw_signs(self.surface, signs)
        return self._shot()

    def moving(self, shown: TimelinePlayer) -> Image.Image:
        """Return a picture of one moment of a turn."""
        picture = shown.picture
        self.canvas.background()
        draw_pieces(self.surface, self.view, picture.resting)
        for sprite in picture.moving:
            self.view.draw_moving(self.surface, sprite)
        return self._shot()

    def _settle(self, lying: Mapping[Point, Piece]) -> None:
        """Request all the art that is needed, and wait until it is final."""
        end = time.monotonic() + ART_TIMEOUT_S
        while time.monotonic() < end:
            draw_pieces(self.surface, self.view, lying)
            if not self.view.busy and not renderer.busy:
                return
            time.sleep(0.01)

    def _shot(self) -> Image.Image:
        data = pygame.image.tobytes(self.surface, "RGB")
        return Image.frombytes("RGB", self.surface.get_size(), data)


def _write_still(studio: OffscreenBoard, match: Match, wish: ExportOptions, path: Path) -> None:
    whole = [turn for turn in match.turns if turn.complete]
    turn = whole[wish.turn - 1] if whole else None
    state = turn.after if turn else match.history.start
    lying, signs = match.game.pieces(state), signs_after(match, turn)
    _keep(path, studio.still(lying, turn, signs), "PNG")


def _keep(path: Path, picture: Image.Image, kind: str, **options: Any) -> None:
    """Write a picture as other exports are written: completely or not at all, and through no link.

    Raises OSError.
    """
    written = io.BytesIO()
    picture.save(written, kind, **options)
    write_shared_bytes(path, written.getvalue())


Shot = tuple[Image.Image, float]  # a picture, and the seconds for which it is shown


def _write_film(studio: OffscreenBoard, match: Match, wish: ExportOptions, path: Path) -> None:
    """Write a film of one turn or a whole game: each turn's movement, then its final position."""
    whole = [turn for turn in match.turns if turn.complete]
    turns = whole[wish.turn - 1 : wish.turn] if wish.turn else whole
    shots = list(_film(studio, match, turns))
    palette = _palette(shots)
    frames = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture, _ in shots]
    _keep(
        path,
        frames[0],
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[round(seconds * 100) * 10 for _, seconds in shots],
        loop=0,
        optimize=False,
        disposal=1,
    )


def _film(studio: OffscreenBoard, match: Match, turns: list[Turn]) -> Iterator[Shot]:
    start = turns[0].before if turns else match.history.start
    before = match.game.pieces(start)
    first = signs_after(match, None) if start == match.history.start else NOTHING_DRAWN
    yield studio.still(before, signs=first), END_PAUSE_S if first else PAUSE_S
    for turn in turns:
        yield from _on_its_way(studio, before, turn)
        before, signs = match.game.pieces(turn.after), signs_after(match, turn)
        looked_at = END_PAUSE_S if signs or turn is turns[-1] else PAUSE_S
        yield studio.still(before, turn, signs), looked_at


def _on_its_way(studio: OffscreenBoard, before: dict[Point, Piece], turn: Turn) -> Iterator[Shot]:
    view = studio.view
    manner = MotionStyle(SPEED, False, view.size / 768, view.look.style)
    shown = perform(before, [entry.events for entry in turn.entries], view.position, manner)
    shown.update(1 / FRAMES)
    while not shown.done:
        yield studio.moving(shown), 1 / FRAMES
        shown.update(1 / FRAMES)


def _palette(shots: list[Shot]) -> Image.Image:
    """Return one palette for all pictures, so that parts that do not move keep their colours.

    The palette is chosen from the first, middle and last picture, and from some of those shown
    longest, because the drawings in them have colours of their own.
    """
    chosen = [shots[0][0], shots[len(shots) // 2][0], shots[-1][0]]
    longest = [picture for picture, seconds in shots[:-1] if seconds == END_PAUSE_S]
    chosen += longest[:MAX_DRAWN_SHOTS]
    width, height = chosen[0].size
    strip = Image.new("RGB", (width, height * len(chosen)))
    for number, picture in enumerate(chosen):
        strip.paste(picture, (0, number * height))
    return strip.quantize(COLOURS, method=Image.Quantize.MEDIANCUT)
