"""A board on the screen: its surface, the places of its points, its sprites and highlights.

A view never waits: art that is not rendered yet is scaled from another picture, and `ready` turns
true when the sharp picture is available. Places are pixels of the canvas; set `topleft` to place
the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import permutations

import pygame
from pygame import Surface

from game.pictures.hexagons import cell_side
from game.pictures.lines import XY
from game.pictures.signs import Signs
from game.platform.theme import Colour, Theme
from game.rules.events import Piece
from game.rules.topology import Point
from game.screen.animation.movements import Sprite
from game.screen.app.scene import ShownBoard
from game.screen.boards import arrows, board_surfaces, drawn_signs, fittings, outline, sprites
from game.screen.boards.art_renderer import RANK_AT_REST, renderer
from game.screen.boards.board_look import BoardGeometry, BoardLook
from game.screen.boards.highlights import Highlights, blit_centred, blit_faded
from game.screen.boards.sprites import SpriteSet, axis_of
from game.screen.ui.pygame_compat import skipping_clear

# Relative size of the plain stone that shows a number on top of the user's own picture of a piece.
NUMBERED = 0.66


class BoardView(BoardGeometry):
    """A board of this look in `theme`, `size` pixels square.

    With `block` the sharp board is rendered before the constructor returns.
    """

    def __init__(self, look: BoardLook, theme: Theme, size: int, *, block: bool = False) -> None:
        super().__init__(look, theme, max(64, int(size)))
        self.sprites = SpriteSet(theme, self.look.style, self.piece_size, self.look.key)
        self.signs = Highlights(
            theme, self.piece_size, self.k, self.look.cell, self.look.cell_reach * self.k
        )
        self.coordinates = fittings.FRAMED
        self._sharp: Surface | None = None
        self._soft: Surface | None = None
        if block:
            self._sharp = self._dressed(board_surfaces.now(self.look, theme, self.size))

    @property
    def surface(self) -> Surface:
        """The board with its labels, goals and walls, transparent outside; do not draw on it."""
        if self._sharp is None:
            body = board_surfaces.sharp(self.look, self.theme, self.size, self)
            if body is not None and (not self._names_points or fittings.name_spots(self, False)):
                self._sharp = self._dressed(body)
                self._soft = None
            else:
                self._soften(body)
        found = self._sharp or self._soft
        assert found is not None
        return found

    def _soften(self, body: Surface | None) -> None:
        """Use the best picture available before the sharp one: a draft, or another size."""
        near = body if self._soft is None else None
        near = near or board_surfaces.drafted(self.look, self.theme, self.size)
        if near is None and self._soft is None:
            near = board_surfaces.stand_in(self.look, self.theme, self.size)
        if near is not None:
            self._soft = self._dressed(near, named=False)

    def prepare(self) -> bool:
        """Render the sharp board ahead; return whether it is done."""
        if self._sharp is None and not (
            fittings.prepare(self)
            and board_surfaces.sharp(self.look, self.theme, self.size, self) is not None
        ):
            return False
        return self.surface is self._sharp

    @property
    def _names_points(self) -> bool:
        """True if every point has its name beside it."""
        return self.coordinates == fittings.NAMED

    def _dressed(self, body: Surface, named: bool = True) -> Surface:
        """Return a copy of the surface with everything that does not move."""
        board = body.copy()
        fittings.fit(board, self)
        if named and self._names_points:
            fittings.write_names(board, self, {p: p for p in self.look.places}, (0, 0))
        fittings.write_labels(board, self)
        return skipping_clear(board)

    @property
    def ready(self) -> bool:
        """True if everything at rest, board and pieces, is in its final form.

        It turns false while something new is rendered. Code that caches a picture of the board must
        draw the picture again when `ready` changes.
        """
        return self._sharp is not None and not renderer.waits(RANK_AT_REST)

    @property
    def busy(self) -> bool:
        """True while any art is being rendered; redraw when it turns false."""
        return not self.ready or renderer.busy

    def close(self) -> None:
        """Stop rendering for this view, unless other views need the same board.

        Its large pictures are dropped immediately, because references to a scene may outlive it.
        """
        board_surfaces.release(self.look, self.theme, self.size, self)
        self._sharp = self._soft = None

    def draw(self, canvas: Surface) -> None:
        """Draw the board with its shadow on the table; caching the result is cheaper."""
        self.draw_shadow(canvas)
        canvas.blit(self.surface, self.topleft)

    def draw_shadow(self, canvas: Surface) -> None:
        """Draw the board's shadow on the table; nothing in flat themes."""
        if not self.theme.flat:
            shade, (dx, dy) = fittings.table_shadow(self)
            canvas.blit(shade, (self.topleft[0] + dx, self.topleft[1] + dy))

    def prepare_flips(self, pieces: Sequence[Piece]) -> None:
        """Queue the flips between these pieces for every direction of a line."""
        lines = self.look.topology.lines
        angles = {axis_of(self.step_angle(line[0], line[-1])) for line in lines}
        for angle in sorted(angles):
            for before, after in permutations(pieces, 2):
                self.sprites.prepare_flip(before, after, angle)

    def draw_piece(
        self,
        canvas: Surface,
        piece: Piece,
        at: Point | XY,
        height: float = 0.0,
        scale: float = 1.0,
        shadow: bool = True,
    ) -> None:
        """Draw a piece with its shadow at a point or place, lifted `height` px up the screen."""
        sprite = self.sprites.piece(piece, scale)
        self.draw_sprite(canvas, sprite, self.position(at), height, shadow=shadow)

    def draw_piece_shadow(self, canvas: Surface, at: Point | XY) -> None:
        """Draw only a resting piece's shadow, so that callers can draw between shadow and piece."""
        if not self.theme.flat:
            (x, y), (dx, dy) = self.position(at), self.sprites.shadow_offset()
            blit_centred(canvas, self.sprites.shadow(), (x + dx, y + dy))

    def draw_sprite(
        self,
        canvas: Surface,
        sprite: Surface,
        at: XY,
        height: float = 0.0,
        alpha: float = 1.0,
        shadow: bool = True,
        lean: float = 0.0,
    ) -> None:
        """Draw a sprite, such as a flip frame, `lean` px to the right, and its shadow."""
        if shadow and not self.theme.flat:
            dx, dy = self.sprites.shadow_offset(height)
            blit_faded(canvas, self.sprites.shadow(height), (at[0] + dx, at[1] + dy), alpha)
        blit_faded(canvas, sprite, (at[0] + lean, at[1] - height), alpha)

    def draw_moving(self, canvas: Surface, moving: Sprite) -> None:
        """Draw a moving piece, as the choreography describes it."""
        if moving.other is not None:
            frames = self.sprites.flip(moving.piece, moving.other, moving.axis)
            image = frames[min(len(frames) - 1, max(0, round(moving.flip * (len(frames) - 1))))]
        else:
            image = self.sprites.piece(moving.piece, moving.scale)
        height, alpha, lean = moving.height, moving.alpha, moving.lean
        self.draw_sprite(canvas, image, moving.at, height, alpha, not moving.trail, lean)

    def draw_carried(self, canvas: Surface, carried: Sprite, tilt: tuple[float, float]) -> None:
        """Draw a dragged piece; `tilt` scales its width and height."""
        image = self.sprites.piece(carried.piece, carried.scale)
        if min(tilt) < 0.985:
            image = pygame.transform.smoothscale_by(image, tilt)
        self.draw_sprite(canvas, image, carried.at, carried.height)

    def draw_ghost(
        self, canvas: Surface, point: Point, piece: Piece, strength: float = 1.0
    ) -> None:
        """Draw the pale piece that a click would place."""
        wood = self.look.colours(self.theme).field
        image = self.sprites.pale(piece, wood[len(wood) // 2])
        blit_faded(canvas, image, self.position(point), strength)

    def draw_glow(self, canvas: Surface, point: Point, kind: str, strength: float = 1.0) -> None:
        """Draw one of the `Highlights` on a point; `strength` 0..1 pulses its light."""
        self.signs.draw(canvas, self.position(point), kind, strength)

    def draw_focus(self, canvas: Surface, at: Point | XY) -> None:
        """Draw the keyboard's focus frame, in the shape of a cell."""
        self.signs.draw(canvas, self.position(at), "focus")

    def draw_badge(
        self, canvas: Surface, at: Point | XY, text: str, alarm: bool = False, scale: float = 1.0
    ) -> None:
        """Draw a number, such as that of hops, in a dark disc with amber rim; red with `alarm`."""
        place = self.position(at)
        radius = max(11.0, 16.5 * self.k * scale * (1.35 if self.look.cell == "square" else 1))
        blit_centred(canvas, self.signs.badge(radius, alarm), place)
        colour = self.signs.badge_text(alarm)
        blit_centred(canvas, fittings.text(text, round(radius * 1.18), colour), place)

    def draw_number(self, canvas: Surface, point: Point, text: str, piece: Piece) -> None:
        """Draw a number on a stone; it covers the stone's mark."""
        colours = self.theme.piece(piece.colour)
        light_stone = sum(colours.base) > 380
        place = self.position(point)
        blank = Piece(piece.colour, piece.seat, mark=sprites.BLANK)
        share = 1.0
        # The number is on a plain stone, which is drawn in the middle of the user's picture.
        if self.sprites.picture(piece) is not None:
            blit_centred(canvas, self.sprites.piece(piece), place)
            share = NUMBERED
        blit_centred(canvas, self.sprites.piece(blank, share), place)
        ink: Colour = (20, 12, 6) if light_stone else colours.mark or (255, 247, 230)
        pixels = max(14, round(self.piece_size * 0.50 * share**0.5))
        blit_centred(canvas, fittings.text(text, pixels, ink), place)

    def draw_path(
        self, canvas: Surface, points: Sequence[Point | XY], strength: float = 1.0
    ) -> None:
        """Draw a lit line with a dark edge along the points."""
        spots = [self.position(point) for point in points]
        arrows.draw_path(canvas, spots, self.theme, self.signs.k, strength)

    def draw_arc(
        self, canvas: Surface, source: Point | XY, target: Point | XY, height: float
    ) -> None:
        """Draw the dotted path of a jump, `height` px high in the middle."""
        a, b = self.position(source), self.position(target)
        clear = 0.5 * self.piece_size + 5 * self.k
        arrows.draw_arc(canvas, a, b, height, self.theme, self.signs.k, clear)

    def draw_arrow(
        self, canvas: Surface, source: Point, target: Point, kind: str, over: bool = False
    ) -> None:
        """Draw an arrow between points: a "hint", or a "threat" in the colour of alarm.

        With `over`, the arrow bends round the piece between its points, as for a jump or leap.
        """
        ui = self.theme.ui
        colour = ui.bad if kind == "threat" else ui.accent
        a, b = self.position(source), self.position(target)
        clear = 0.5 * self.piece_size
        draw = arrows.draw_bent_arrow if over else arrows.draw_arrow
        draw(canvas, a, b, self.theme, self.signs.k, colour, clear)

    def draw_signs(self, canvas: Surface, signs: Signs) -> None:
        """Draw the rings and arrows that a person has drawn."""
        k, radius = self.signs.k, 0.5 * self.piece_size
        for point, kind in signs.points.items():
            drawn_signs.draw_ring(canvas, self.position(point), kind, self.theme, k, radius)
        for (source, target), kind in signs.arrows.items():
            a, b = self.position(source), self.position(target)
            drawn_signs.draw_line(canvas, a, b, kind, self.theme, k, radius)

    def draw_groups(
        self, canvas: Surface, groups: Iterable[Iterable[Point]], colour: Colour | None = None
    ) -> None:
        """Draw outlines round groups of stones, composed of small cached tiles."""
        tint = colour or self.theme.ui.accent
        casing = (0, 0, 0) if self.theme.flat else self.theme.ui.casing
        left, top = self.topleft
        for group in groups:
            for tile, (x, y) in self._outliner.tiles(frozenset(group), tint, casing):
                image, (dx, dy) = outline.drawn(tile)
                canvas.blit(image, (left + x + dx, top + y + dy))

    @cached_property
    def _outliner(self) -> outline.Outliner:
        """The `Outliner` that cuts this board's groups into tiles."""
        places = {point: self.local(point) for point in self.look.places}
        side = cell_side(self.look.topology) * self.k
        return outline.Outliner(places, side, self.k, self.piece_size)

    def draw_labels(self, canvas: Surface, labels: Mapping[Point, str]) -> None:
        """Draw texts beside points, at places where no line runs."""
        fittings.write_names(canvas, self, labels, self.topleft)

    def draw_name(self, canvas: Surface, point: Point) -> None:
        """Draw the name of one point, unless the frame or the board shows it.

        Draws nothing until the name has been placed.
        """
        named = self._names_points or self.look.cell != "point"
        spots = None if named else fittings.name_spots(self, False)
        if spots is not None:
            x, y = spots[point]
            at = self.topleft[0] + x, self.topleft[1] + y
            fittings.write_name(canvas, self, point, at)

    def show_coordinates(self, shown: bool) -> None:
        """Set whether every point has its name beside it, or only the frame has labels."""
        how = fittings.NAMED if shown else fittings.FRAMED
        if how != self.coordinates:
            self.coordinates = how
            self._sharp = self._soft = None


def shown_board(view: BoardView, pieces: Mapping[Point, Piece]) -> ShownBoard:
    """Return the board of `view` at its present place; boards of one game count as the same."""
    bare, laid, at = view.surface, view.surface.copy(), view.topleft
    view.topleft = (0, 0)
    for point, piece in pieces.items():
        view.draw_piece(laid, piece, point)
    view.topleft = at
    return ShownBoard(view.look.key, view.rect, bare, laid, frozenset(pieces.items()))


def draw_pieces(surface: Surface, view: BoardView, pieces: Mapping[Point, Piece]) -> None:
    """Draw the board of `view` with its pieces, at the view's place."""
    view.draw(surface)
    for point, piece in pieces.items():
        view.draw_piece(surface, piece, point)


class StillBoard:
    """A board on which nothing moves; a sharp board is cached with its pieces as one picture."""

    def __init__(self, view: BoardView, pieces: Mapping[Point, Piece]) -> None:
        self.view, self.pieces = view, pieces
        self._baked: Surface | None = None

    @property
    def shown(self) -> ShownBoard:
        """The board at the place where it was drawn last, for the camera."""
        return shown_board(self.view, self.pieces)

    def draw(self, surface: Surface, centre: tuple[int, int]) -> None:
        """Draw the board, centred at `centre`."""
        view = self.view
        view.topleft = (centre[0] - view.size // 2, centre[1] - view.size // 2)
        if self._baked is not None:
            surface.blit(self._baked, self._baked.get_rect(center=view.rect.center))
            return
        draw_pieces(surface, view, self.pieces)
        if not view.busy:
            self._baked = self._rendered()

    def _rendered(self) -> Surface:
        """Return board, pieces and shadow as one centred picture."""
        view = self.view
        margin = view.size // 8
        picture = Surface((view.size + 2 * margin,) * 2, pygame.SRCALPHA)
        before, view.topleft = view.topleft, (margin, margin)
        draw_pieces(picture, view, self.pieces)
        view.topleft = before
        return picture

    def close(self) -> None:
        """Stop rendering this board."""
        self.view.close()
