"""Transitions between scenes: the camera follows a board shown by both, or moves a little aside.

The surroundings of the board fade out before those of the next scene fade in, so no frame shows two
scenes at the same time. Only a dialog dissolves over its scene.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect, Surface

from game.screen.app.scene import ShownBoard
from game.screen.ui.canvas import Canvas
from game.screen.ui.easing import glide, in_out
from game.screen.ui.tokens import MS

# Distance that the camera moves when it has no board to follow, as a share of the window's width.
ASIDE = 0.07
# Shares of the transition's time in which the old pieces vanish and the new ones appear.
CLEARED, LAID = (0.15, 0.5), (0.5, 0.85)
# Maximum sum of colour differences at which a pixel still counts as shaded table.
SHADED = 40


class Camera:
    """The transition between two scenes; it is falsy while there is none."""

    def __init__(self) -> None:
        self._before: Surface | None = None
        self._after: Surface | None = None
        self._old: dict[str, ShownBoard] = {}
        self._pair: tuple[ShownBoard, ShownBoard] | None = None
        self._way, self._age, self._seconds = 0, 0.0, 0.0

    def __bool__(self) -> bool:
        """Return whether a transition is running."""
        return self._before is not None

    @property
    def waits(self) -> bool:
        """True if the camera needs a picture of the new scene; for a dialog, in every frame."""
        return self._after is None

    def look_again(self) -> None:
        """Request another picture of the new scene, which has changed meanwhile."""
        self._after = None

    def begin(self, picture: Surface, boards: Sequence[ShownBoard], way: int) -> None:
        """Start a transition from `picture` with its `boards`; `way`: 1 next, -1 back, 0 dialog."""
        self._before, self._after, self._pair = picture.copy(), None, None
        self._old = {board.key: board for board in boards}
        self._way, self._age = way, 0.0
        self._seconds = MS["scene_change" if way else "dialog_in"] / 1000

    def end(self) -> None:
        """End the transition: the new scene is shown as it is."""
        self._before = self._after = self._pair = None
        self._old = {}

    def update(self, dt: float) -> bool:
        """Move on by `dt` seconds; return True if the transition ends."""
        self._age += dt
        if self and self._age >= self._seconds:
            self.end()
            return True
        return False

    def arrive(self, canvas: Canvas, boards: Sequence[ShownBoard]) -> None:
        """Store a picture of the new scene and its boards; called while the camera `waits`."""
        if not self._way:
            return
        first = self._pair is None
        self._after = canvas.surface.copy()
        self._pair = next(
            ((self._old[new.key], new) for new in boards if new.key in self._old), None
        )
        if self._pair is None:
            return
        self._seconds = MS["board_flight"] / 1000
        if first and self._before is not None:
            _lift(self._before, self._pair[0].rect, canvas.table)
        _lift(self._after, self._pair[1].rect, canvas.table)

    def draw(self, canvas: Canvas) -> None:
        """Draw the present moment of the transition over everything."""
        before, after = self._before, self._after
        if before is None or before.get_size() != canvas.surface.get_size():
            self.end()
            return
        share = min(1.0, self._age / self._seconds)
        if not self._way or after is None:
            _faded(canvas.surface, before, (0, 0), (1 - share) ** 1.5)
            return
        leaving = share < 0.5
        world, shown = (before, 1 - 2 * share) if leaving else (after, 2 * share - 1)
        if self._pair is None:
            aside = self._way * ASIDE * canvas.rect.width
            way = -aside * in_out(share) if leaving else aside * (1 - in_out(share))
            canvas.background()
            _faded(canvas.surface, world, (round(way), 0), shown)
            return
        old, new = self._pair
        along = glide(in_out(share))
        at = Rect([round(p + (q - p) * along) for p, q in zip(old.rect, new.rect)])
        _zoom(canvas.surface, world, (old if leaving else new).rect, at)
        _faded(canvas.surface, canvas.table, (0, 0), 1 - shown)
        _draw_board(canvas.surface, old, new, at, share)


def _lift(picture: Surface, rect: Rect, table: Surface) -> None:
    """Erase the board from a picture: cover it with the table or the card below it."""
    spot = rect.left - 4, rect.top - 4
    if not picture.get_rect().collidepoint(spot):
        return
    found, bare = picture.get_at(spot), table.get_at(spot)
    if sum(abs(a - b) for a, b in zip(found, bare)) <= SHADED:
        picture.blit(table, rect, rect)
    else:
        picture.fill(found, rect)


def _zoom(surface: Surface, picture: Surface, home: Rect, at: Rect) -> None:
    """Draw the picture enlarged, with its part `home` at `at`; it is never reduced."""
    near = at.width / home.width
    if near <= 1:
        surface.blit(picture, (0, 0))
        return
    whole = picture.get_rect()
    part = Rect(0, 0, round(whole.width / near), round(whole.height / near))
    part.topleft = round(home.left - at.left / near), round(home.top - at.top / near)
    seen = picture.subsurface(part.clamp(whole))
    pygame.transform.scale(seen, whole.size, surface)


def _draw_board(surface: Surface, old: ShownBoard, new: ShownBoard, at: Rect, share: float) -> None:
    """Draw the moving board; if the pieces differ, the old ones fade out, then the new ones in."""
    if old.position == new.position:
        larger = max(old, new, key=lambda board: board.laid.get_width())
        surface.blit(pygame.transform.smoothscale(larger.laid, at.size), at)
        return
    over = old.laid if share < 0.5 else new.laid
    gone, come = _along(share, CLEARED), _along(share, LAID)
    shown = 1 - gone if share < 0.5 else come
    if shown < 1:
        bare = old.bare if share < CLEARED[0] else new.bare
        surface.blit(pygame.transform.smoothscale(bare, at.size), at)
    if shown > 0:
        _faded(surface, pygame.transform.smoothscale(over, at.size), at.topleft, shown)


def _along(share: float, span: tuple[float, float]) -> float:
    return min(1.0, max(0.0, (share - span[0]) / (span[1] - span[0])))


def _faded(surface: Surface, picture: Surface, at: tuple[int, int], shown: float) -> None:
    """Blit a picture at an opacity from 0 to 1.

    The picture's own alpha is restored afterwards: an opaque picture with alpha 255 set is blitted
    twenty times more slowly.
    """
    alpha = round(255 * shown)
    if alpha <= 0:
        return
    before = picture.get_alpha()
    if alpha < 255:
        picture.set_alpha(alpha)
    surface.blit(picture, at)
    picture.set_alpha(before)
