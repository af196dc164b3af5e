"""The kit on one page: flip, jump, marks, signs of points, walls, buttons, the board's word, type.

Everything is drawn by the parts the program uses.
"""

from __future__ import annotations

import math

import numpy as np
import pygame

from game.rules.registry import parse_setup
from game.rules.events import Piece
from game.screen.app.scene import Scene
from game.screen.boards.highlights import blit_centred
from game.screen.boards.grain import WoodGrain, material
from game.screen.boards.sprites import FLIP_FRAMES, surface
from game.games.less.screen import walls
from game.screen.plugin.registry import board_view
from game.screen.play.seat_cards import board_link, draw_link
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.toast import Toasts
from game.screen.ui.widget import Form, WidgetState

LINES, SQUARES, CELLS = "more-or-less", "less seed=1", "libra size=5 mode=duel"
SIZES = {LINES: 768, SQUARES: 768, CELLS: 768}  # of the boards the pieces come from, design px
LARGE = 1100  # of the one whose counters turn over
BLACK, GREEN = Piece("black", 0), Piece("green", 1)
PAIRS = ((LINES, "green"), (SQUARES, "white"), (CELLS, "white"))
AXIS = math.radians(-22)
SIGNS = ("start", "chosen", "target", "halt", "last", "over", "hint", "threat", "focus")
STYLES = (("Title", "game_title"), ("04:18", "clock"), ("17", "score"), ("Name", "name"),
          ("Text", "body"), ("Caption", "caption"), ("Où êtes-vous ? Größe", "body"))  # fmt: skip


class KitScene(Scene):
    """One still page."""

    def resize(self) -> None:
        self.views = {
            setup: board_view(parse_setup(setup), self.desk.theme, self.desk.metrics.px(size))
            for setup, size in SIZES.items()
        }
        large = self.desk.metrics.px(LARGE)
        self.large = board_view(parse_setup(LINES), self.desk.theme, large)

    def leave(self) -> None:
        for view in (self.large, *self.views.values()):
            view.close()

    @property
    def redraw_every(self) -> float:
        return 0.2

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        self._say(canvas, "The kit", 40, 16, "game_title", 50)
        self._draw_flip(canvas)
        self._draw_jump(canvas)
        self._draw_marks(canvas)
        self._draw_signs(canvas)
        self._draw_walls(canvas)
        self._draw_controls(canvas)
        self._draw_type(canvas)

    # -- helpers ---------------------------------------------------------------------------------

    @staticmethod
    def _say(
        canvas: Canvas, text: str, x: int, y: int, style: str = "caption", tall: int = 32
    ) -> pygame.Rect:
        px = canvas.px
        box = pygame.Rect(px(x), px(y), px(620), px(tall))
        return canvas.text(text, style, box, None if style != "caption" else canvas.ui.text_second)

    def _wood(self, canvas: Canvas, setup: str, box: tuple[int, int, int, int]) -> pygame.Rect:
        """A plank of a board's field."""
        rect = pygame.Rect(*(canvas.px(side) for side in box))
        view = self.views[setup]
        grain = material(view.look.wood, view.theme.name, view.theme.flat)
        plank = WoodGrain(grain, view.theme.board(view.look.key).field)
        across, down = (np.arange(side, dtype=np.float32) for side in rect.size)
        colours = (255 * plank.sample(across, down)).astype(np.uint8)
        canvas.shadow(rect, canvas.px(10))
        canvas.surface.blit(pygame.surfarray.make_surface(colours.swapaxes(0, 1)), rect)
        return rect

    # -- rows ------------------------------------------------------------------------------------

    def _draw_flip(self, canvas: Canvas) -> None:
        self._say(canvas, "A flip in 12 frames, about the axis of the jump (320 ms)", 40, 70)
        rect = self._wood(canvas, LINES, (40, 104, 1200, 92))
        view, step = self.large, rect.width / (FLIP_FRAMES + 1)
        for number, frame in enumerate(view.flip_frames(BLACK, GREEN, AXIS)):
            rise = canvas.px(26) * math.sin(math.pi * number / FLIP_FRAMES)
            at = (rect.left + step * (number + 0.5), rect.centery + rise / 2)
            view.draw_sprite(canvas.surface, frame, at, rise)

    def _draw_jump(self, canvas: Canvas) -> None:
        self._say(canvas, "A jump: arc, shadow apart from the counter (360 ms)", 40, 210)
        rect = self._wood(canvas, LINES, (40, 244, 588, 132))
        view, px = self.views[LINES], canvas.px
        a, b = (
            (rect.left + px(50), rect.bottom - px(30)),
            (rect.right - px(50), rect.bottom - px(30)),
        )
        pygame.draw.line(canvas.surface, canvas.ui.engraved, a, b, px(3))
        view.draw_arc(canvas.surface, a, b, px(62))
        frames = view.flip_frames(BLACK, GREEN, 0.0)
        middle = ((a[0] + b[0]) / 2, a[1])
        view.draw_sprite(canvas.surface, frames[FLIP_FRAMES // 2 - 1], middle, px(4))
        for number, share in enumerate((0.0, 0.2, 0.38, 0.56, 0.78, 1.0)):
            rise = 4 * share * (1 - share)
            place = (a[0] + (b[0] - a[0]) * share, a[1])
            alpha = 1.0 if number in (0, 3, 5) else 0.55
            view.draw_piece(canvas.surface, GREEN, place, px(62) * rise, 1 + 0.3 * rise, alpha)

    def _draw_marks(self, canvas: Canvas) -> None:
        self._say(canvas, "Marks: ring, star, dot. Never colour alone.", 652, 210)
        for number, (setup, light) in enumerate(PAIRS):
            rect = self._wood(canvas, setup, (652 + 199 * number, 244, 190, 132))
            view = self.views[setup]
            for side, colour in enumerate(
                ("black", light) if light == "green" else (light, "black")
            ):
                at = (rect.left + rect.width * (0.27 + 0.46 * side), rect.centery)
                scale = canvas.px(74) / view.piece_size
                view.draw_piece(canvas.surface, Piece(colour, side), at, scale=scale)

    def _draw_signs(self, canvas: Canvas) -> None:
        self._say(canvas, "Points: " + ", ".join(SIGNS), 40, 390)
        rect = self._wood(canvas, LINES, (40, 424, 588, 92))
        view = self.views[LINES]
        step = rect.width / len(SIGNS)
        line = rect.centery
        pygame.draw.line(
            canvas.surface, canvas.ui.engraved, (rect.left + 20, line), (rect.right - 20, line), 3
        )
        for number, kind in enumerate(SIGNS):
            at = (rect.left + step * (number + 0.5), line)
            if kind in ("start", "chosen", "over", "hint", "threat"):
                view.draw_piece(canvas.surface, BLACK if kind == "threat" else GREEN, at, scale=0.8)
            view.signs.draw(canvas.surface, at, kind)

    def _draw_walls(self, canvas: Canvas) -> None:
        self._say(canvas, "Walls: one bar costs 2, two bars cost 3", 652, 390)
        rect = self._wood(canvas, SQUARES, (652, 424, 588, 92))
        view, px = self.views[SQUARES], canvas.px
        for x, double, upright in ((90, False, False), (240, True, False), (360, False, True),
                                   (430, True, True)):  # fmt: skip
            length = 76.0 if upright else 100.0
            bar = surface(walls.bars(view.k, view.theme, length / view.k * px(1), double, upright))
            blit_centred(canvas.surface, bar, (rect.left + px(x), rect.centery))
        for number in (1, 2):
            view.draw_badge(
                canvas.surface, (rect.left + px(440 + 56 * number), rect.centery), str(number)
            )

    def _draw_controls(self, canvas: Canvas) -> None:
        px = canvas.px
        self._say(canvas, "Buttons: main, with focus, plain, pressed, off", 40, 536)
        form = Form()
        kinds = (
            ("main", "Start"),
            ("main", "Start"),
            ("plain", "Undo"),
            ("plain", "Undo"),
            ("plain", "Undo"),
        )
        for number, (kind, label) in enumerate(kinds):
            button = Button(label, lambda: None, kind=kind, name=str(number))
            button.at((px(40 + 120 * number), px(572), px(108), px(56)))
            button.enabled = number < 4
            button.draw(canvas, WidgetState(number == 1, False, number == 3))
            if number == 1:
                button.draw_focus(canvas)
            form.add(button)
        self._say(canvas, "The board in one word", 652, 536)
        x = px(652)
        for state, count in (("connected", 0), ("connected", 1), (None, 0), ("lost", 0)):
            link = board_link(state, count)
            wide = canvas.pill_width(link.words)
            draw_link(canvas, pygame.Rect(x, px(576), wide, px(48)), link)
            x += wide + px(4)
        said = (("Turn over the counter on d3. It should be green.", "bad", 40),
                ("Taken back? The board shows the turn before.", "info", 652))  # fmt: skip
        for text, kind, left in said:
            toasts = Toasts()
            toasts.show(text, kind)
            toasts.update(0.5)
            toasts.draw(canvas, pygame.Rect(px(left), px(652), px(588), px(70)))

    @staticmethod
    def _draw_type(canvas: Canvas) -> None:
        px, x = canvas.px, canvas.px(40)
        for text, style in STYLES:
            wide = canvas.text_size(text, style)[0]
            canvas.text(text, style, pygame.Rect(x, px(730), wide + 4, px(60)))
            x += wide + px(26)
        canvas.key_cap("Enter", (x, px(760)))
