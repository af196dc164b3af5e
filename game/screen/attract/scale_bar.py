"""Draws the scale of a game beside the captions: two numbers, the bar between them, what it is."""

from __future__ import annotations

import pygame

from game.screen.boards import BoardView
from game.screen.boards.panel_drawings import piece_icon
from game.screen.plugin.scale import Scale
from game.screen.plugin.screen_plugin import Track
from game.screen.ui.canvas import Canvas


def draw_scale(
    canvas: Canvas,
    scale: Scale,
    view: BoardView,
    rect: pygame.Rect,
    share: float,
    track: Track | None = None,
) -> None:
    """`share` of the bar belongs to the left: the scale's own, or on its way there."""
    if not scale.left:
        return
    px = canvas.px
    tracked = track is not None and scale.markers
    tall = round(rect.height * (0.46 if not tracked else 0.36))
    upper = pygame.Rect(rect.left, rect.top, rect.width, tall)
    icon = min(upper.height, px(40)) if scale.pieces else 0
    for side, text in enumerate((scale.left, scale.right)):
        room = pygame.Rect(rect.left, upper.top, rect.width // 2, upper.height)
        room.width -= icon + px(10)
        if side == 0:
            room.left += icon + px(10) if icon else 0
        else:
            room.right = rect.right - (icon + px(10) if icon else 0)
        canvas.text(text, "score", room, align=("left", "right")[side])
        if icon:
            image = piece_icon(view, scale.pieces[side], icon)
            x = rect.left + icon // 2 if side == 0 else rect.right - icon // 2
            canvas.surface.blit(image, image.get_rect(center=(x, upper.centery)))
    thick = max(10, px(18)) if not tracked else max(8, px(12))
    bar = pygame.Rect(rect.left, upper.bottom + px(6), rect.width, thick)
    _draw_bar(canvas, scale, bar, share)
    if track is not None and scale.markers:
        plank = pygame.Rect(rect.left, 0, rect.width, max(15, px(26)))
        plank.bottom = rect.bottom - px(12)
        track(canvas, view, plank, scale.markers)
        return
    words = pygame.Rect(rect.left, bar.bottom + px(5), rect.width, 0)
    words.height = rect.bottom - words.top
    canvas.text(scale.words, "small", words, canvas.ui.text_second, "center")


def _draw_bar(canvas: Canvas, scale: Scale, bar: pygame.Rect, share: float) -> None:
    px, ui = canvas.px, canvas.ui
    edge, radius = max(2, px(3)), bar.height // 2
    outer = bar.inflate(2 * edge, 2 * edge)
    canvas.rounded(outer, radius + edge, ui.casing, ui.line, canvas.hairline)
    fills = [_face(canvas, scale, side) for side in (0, 1)]
    canvas.rounded(bar, radius, fills[1])
    split = bar.left + round(bar.width * min(1.0, max(0.0, share)))
    before = canvas.surface.get_clip()
    canvas.surface.set_clip(pygame.Rect(bar.left, bar.top, split - bar.left, bar.height))
    canvas.rounded(bar, radius, fills[0])
    canvas.surface.set_clip(before)
    if scale.ends:
        lamp = max(3, px(6))
        for x in (bar.left + radius, bar.right - radius):
            pygame.draw.circle(canvas.surface, ui.casing, (x, bar.centery), lamp + max(2, px(3)))
            pygame.draw.circle(canvas.surface, ui.accent, (x, bar.centery), lamp)
    marker = pygame.Rect(0, 0, max(8, px(14)), bar.height + px(12))
    marker.center = (min(bar.right - radius, max(bar.left + radius, split)), bar.centery)
    canvas.rounded(marker, marker.width // 2, ui.casing, ui.focus, max(2, px(3)))


def _face(canvas: Canvas, scale: Scale, side: int) -> tuple[int, int, int]:
    """The colour of a side: that of its pieces; of groups reached and missing without pieces."""
    ui = canvas.ui
    if not scale.pieces:
        return (ui.accent, ui.control)[side]
    if scale.pieces[side].colour == "green":
        return ui.gauge_green
    if scale.pieces[side].colour == "black":
        return ui.gauge_black
    return canvas.theme.piece(scale.pieces[side].colour).base
