"""The track of More or Less: the words MORE OR LESS on a plank, and the two markers on it.

It is drawn beside a match and on the page of the rules about it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pygame

from game.games.more_or_less.rules import COLOURS, MARKER_PLACES, TRACK
from game.rules.events import Seat
from game.screen.boards import BoardView
from game.screen.boards.grain import WoodGrain
from game.screen.boards.panel_drawings import dashes, piece_icon
from game.screen.ui import paint
from game.screen.ui.canvas import Canvas
from game.screen.ui.text import font


def draw_track(
    canvas: Canvas,
    view: BoardView,
    plank: pygame.Rect,
    places: Sequence[float],
    mover: Seat | None = None,
) -> None:
    """Draw the plank, and each seat's marker at its place, 1 to 12 (0: not on the track yet).

    Without `places` the plank is bare. The next place of `mover`'s marker has a dashed frame.
    """
    canvas.surface.blit(_plank(canvas, plank.size), plank)
    if mover is not None and places:
        _draw_next(canvas, plank, mover, places[mover])
    for seat, place in enumerate(places):
        if place > 0:
            _draw_slider(canvas, view, plank, seat, place)


def _place(plank: pygame.Rect, place: float) -> float:
    return plank.left + plank.width / MARKER_PLACES * (place - 0.5)


def _draw_slider(
    canvas: Canvas, view: BoardView, plank: pygame.Rect, seat: Seat, place: float
) -> None:
    """Draw half of a frame as a marker: Black's is the upper half, Green's the lower."""
    px, ui = canvas.px, canvas.ui
    x = round(_place(plank, place))
    width = round(plank.width / MARKER_PLACES)
    stroke = max(2, min(px(4), plank.height // 10))
    frame = pygame.Rect(0, 0, width, plank.height)
    frame.center = (x, plank.centery)
    half = frame.copy()
    half.height = frame.height // 2
    if seat == 1:
        half.bottom = frame.bottom
    colour = ui.focus if seat == 0 else ui.gauge_green
    before = canvas.surface.get_clip()
    canvas.surface.set_clip(half.inflate(px(8), px(8) if seat == 1 else 0))
    canvas.rounded(frame.inflate(stroke, stroke), px(8), None, ui.casing, stroke * 2)
    canvas.rounded(frame, px(7), None, colour, stroke)
    canvas.surface.set_clip(before)
    icon = piece_icon(view, COLOURS[seat], max(14, min(px(30), round(0.7 * plank.height))))
    out = min(px(6), plank.height // 8)
    spot = (x, frame.top - out) if seat == 0 else (x, frame.bottom + out)
    canvas.surface.blit(icon, icon.get_rect(center=spot))


def _draw_next(canvas: Canvas, plank: pygame.Rect, mover: Seat, place: float) -> None:
    """Draw a dashed frame at the next place of the mover's marker."""
    following = round(place) + 1
    if following > MARKER_PLACES:
        return
    frame = pygame.Rect(0, 0, round(plank.width / MARKER_PLACES) - 2, plank.height // 2)
    frame.centerx = round(_place(plank, following))
    frame.top = plank.top if mover == 0 else plank.centery
    dashes(canvas, frame, canvas.accent, open_side="bottom" if mover == 0 else "top")


def _plank(canvas: Canvas, size: tuple[int, int]) -> pygame.Surface:
    """Return the track: a plank of the frame's wood with twelve engraved places."""
    theme = canvas.theme
    key = ("track", size, theme.name, canvas.metrics.scale)

    def make() -> pygame.Surface:
        width, height = size
        unit = 448 / width
        wood = WoodGrain("" if theme.flat else "walnut", theme.frame.wood, cut=(120.0, 310.0))
        colours = wood.sample(
            np.arange(width, dtype=np.float32) * unit, np.arange(height, dtype=np.float32) * unit
        )
        pixels = np.empty((height, width, 4), np.uint8)
        light = np.linspace(1.12, 0.86, height, dtype=np.float32)[:, None, None]
        pixels[..., :3] = np.clip(colours * light * 255, 0, 255)
        pixels[..., 3] = 255
        plank = pygame.image.frombuffer(pixels.tobytes(), size, "RGBA").convert_alpha()
        _engrave(canvas, plank)
        mask = paint.box(size, canvas.px(8), (255, 255, 255))
        plank.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
        if theme.flat:
            edge = paint.box(size, canvas.px(8), None, canvas.ui.line, canvas.hairline)
            plank.blit(edge, (0, 0))
        return plank

    return paint.CACHE.get(key, make)


def _engrave(canvas: Canvas, plank: pygame.Surface) -> None:
    width, height = plank.get_size()
    pixels = min(canvas.metrics.type_px("track_letter"), round(0.72 * height))
    face = font("display", "900", pixels)
    dark = canvas.theme.frame.edge
    for number, letter in enumerate(TRACK):
        x = round(width / MARKER_PLACES * (number + 0.5))
        if number:
            line = round(width / MARKER_PLACES * number)
            pygame.draw.line(plank, dark, (line, 0), (line, height), max(1, canvas.px(1)))
        if letter == " ":
            half = max(3, canvas.px(4))
            spot = [(x, height // 2 - half), (x + half, height // 2)]
            spot += [(x, height // 2 + half), (x - half, height // 2)]
            pygame.draw.polygon(plank, canvas.ui.engraved, spot)
            continue
        for image, shift in (
            (face.render(letter, True, dark), -1),
            (face.render(letter, True, canvas.ui.engraved), 0),
        ):
            rect = image.get_rect(center=(x + shift, height // 2 + shift))
            plank.blit(image, rect)
