"""The evaluation of the positions: a bar beside the board and a curve over the turns.

The lower part of the bar is seat 0's chance. The curve shows all positions judged so far, if the
turn list has room to spare.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.platform.i18n import N_, _, format_percent
from game.screen.app.scene import STAY, Change
from game.screen.boards.panel_drawings import curve
from game.screen.play.assistant import Assistant
from game.screen.play.layout import PlayLayout
from game.screen.play.playback import Playback
from game.screen.plugin.panel import Panel
from game.screen.ui import pencil
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import Pointer, Press
from game.screen.ui.layout import split_top
from game.screen.ui.widget import Widget, WidgetState
from game.table.chances import ShownChances

BESIDE = 0.24  # share of the curve's width that the names take
# Design pixels: minimum and maximum height of the curve, and the gap below it.
CURVE, HIGH, GAP = 60, 96, 8
ROW = 34 + 12  # design pixels of one turn in the turn list, with the list's frame
LEAST = ROW + 34  # minimum height of the turn list below a curve, in design pixels
# Texts, each with the better side's lowest chance for which it is used.
WORDS = (
    (0.97, N_("Chances: {name} is almost winning")),
    (0.80, N_("Chances: {name} is winning")),
    (0.65, N_("Chances: {name} is better")),
    (0.55, N_("Chances: {name} is a little better")),
    (0.0, N_("Chances: even")),
)
CAPTION = 28  # height of the line of text in design pixels
FALLBACK = ((228, 213, 184), (20, 17, 15))


class Graph(Widget):
    """Chances of seat 0's side after 0, 1, 2 ... turns; above the middle that side is better.

    `names` are shown at the top and the bottom beside the curve; `marks` are turns worth a look.
    """

    radius = "card"

    def __init__(self, on_turn: Callable[[int], Change | None], names: tuple[str, str]) -> None:
        super().__init__("graph")
        self.on_turn, self.names = on_turn, names
        self.chances: Sequence[float | None] = ()
        self.marks: Sequence[int] = ()
        self.shown = 0

    def set(self, chances: Sequence[float | None], marks: Sequence[int], shown: int) -> None:
        """Set what is shown, converted to tuples so that `Form.look` notices changes."""
        self.chances, self.marks, self.shown = tuple(chances), tuple(marks), shown

    def press(self, event: Press) -> Change | None:
        step = event.means("right") - event.means("left")
        return self._go(self.shown + step) if step else None

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind in ("down", "move") and self.rect.collidepoint(event.pos):
            area = self.area(12)
            share = (event.pos[0] - area.left) / max(1, area.width)
            return self._go(round(share * (len(self.chances) - 1)))
        return None if event.kind == "wheel" else STAY

    def _go(self, turns: int) -> Change | None:
        turns = max(0, min(len(self.chances) - 1, turns))
        return (self.on_turn(turns - 1) if turns != self.shown else None) or STAY

    def area(self, margin: int) -> pygame.Rect:
        """Return where the curve is drawn, `margin` pixels from the border."""
        area = self.rect.inflate(-2 * margin, -round(1.4 * margin))
        beside = round(area.width * BESIDE)
        return pygame.Rect(area.left + beside, area.top, area.width - beside, area.height)

    def _draw_names(self, canvas: Canvas, area: pygame.Rect) -> None:
        px, ui = canvas.px, canvas.ui
        top = pygame.Rect(self.rect.left + px(16), self.rect.top + px(4), 0, px(24))
        top.width = area.left - px(8) - top.left
        below = top.copy()
        below.bottom = self.rect.bottom - px(4)
        canvas.text(self.names[0], "caption", top, ui.text_second, ellipsis=True)
        canvas.text(self.names[1], "caption", below, ui.text_second, ellipsis=True)

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        px, ui, surface = canvas.px, canvas.ui, canvas.surface
        canvas.card(self.rect)
        area = self.area(max(6, px(14)))
        self._draw_names(canvas, area)
        pencil.line(
            surface, ui.line, (area.left, area.centery), (area.right, area.centery), max(1, px(1))
        )
        last = max(1, len(self.chances) - 1)

        def at(number: int, chance: float) -> tuple[float, float]:
            return area.left + area.width * number / last, area.bottom - area.height * chance

        run: list[tuple[float, float]] = []
        for number, chance in enumerate([*self.chances, None]):
            if chance is not None:
                run.append(at(number, chance))
                continue
            if len(run) == 1:  # a judged position between two unknown ones
                pencil.circle(surface, canvas.accent, run[0], max(2, px(3)))
            curve(surface, run, canvas.accent, max(2, px(3)))
            run = []
        for turn in self.marks:
            chance = self.chances[turn + 1]
            if chance is not None:
                pencil.circle(surface, ui.bad, at(turn + 1, chance), max(3, px(5)))
        x = round(at(self.shown, 0)[0])
        pencil.line(surface, ui.text, (x, area.top), (x, area.bottom), max(1, px(2)))


class EvaluationCurve:
    """Bar and curve of what `assistant` has judged; a press on the curve calls `browse(turn)`.

    `shown` holds the curve's control; it is empty if the curve has no room.
    """

    def __init__(
        self,
        panel: Panel,
        assistant: Assistant,
        playback: Playback,
        browse: Callable[[int], Change | None],
        seen: ShownChances,
    ) -> None:
        self._panel, self._browse, self._seen = panel, browse, seen
        self._assistant, self._playback = assistant, playback
        self.shown: list[Graph] = []
        self.caption = pygame.Rect(0, 0, 0, 0)  # place of the text

    def share(self, turns: pygame.Rect, px: Callable[[float], int]) -> pygame.Rect:
        """Take a part of the turn list's place; return what is left for the list.

        If not even one turn would fit below the text, the text is left out, because the bar shows
        the same.
        """
        self.shown, self.caption = [], pygame.Rect(0, 0, 0, 0)
        if not self._assistant.evaluating or turns.height < px(CAPTION) + px(ROW):
            return turns
        self.caption, turns = split_top(turns, max(px(CAPTION), 20))
        spare = turns.height - px(GAP) - px(LEAST)
        if spare < px(CURVE) - 2:
            return turns
        names = self._panel.name_or_role(0), self._panel.name_or_role(1)
        place, turns = split_top(turns, min(spare, px(HIGH)), px(GAP))
        self.shown = [Graph(self._browse, names).at(place)]
        return turns

    def follow(self) -> None:
        """Show the chances judged so far; positions that are not judged leave gaps."""
        known, playback = self._assistant.chances, self._playback
        states = [playback.shown.start, *(turn.after for turn in playback.shown.turns)]
        for graph in self.shown:
            chances = [self._seen(one, known[one]) if one in known else None for one in states]
            graph.set(chances, (), len(playback.browser.turns))

    @property
    def chance(self) -> float | None:
        """The displayed chance of seat 0's side; None while nothing is judged."""
        chance, judged = self._assistant.chance, self._assistant.judged
        return chance if chance is None or judged is None else self._seen(judged, chance)

    @property
    def words(self) -> str:
        """The text of the bar: which side is better, and by how much."""
        chance = self.chance
        if chance is None:
            return _("Chances: judging the position …")
        seat = 0 if chance >= 0.5 else 1
        share = chance if seat == 0 else 1 - chance
        said = next(text for least, text in WORDS if share >= least)
        return _(said).format(name=self._panel.name_or_role(seat))

    def draw(self, canvas: Canvas, layout: PlayLayout) -> None:
        """Draw the bar between board and column, its middle mark, and the text."""
        px, ui, chance = canvas.px, canvas.ui, self.chance
        pieces = [self._panel.seat_piece(seat) for seat in (0, 1)]
        known = [canvas.theme.piece(piece.colour).base for piece in pieces if piece is not None]
        colours = known if len(known) == len(pieces) else FALLBACK
        share = 0.5 if chance is None else chance
        bar = _across(canvas, layout) if canvas.metrics.portrait else _upright(canvas, layout)
        edge = bar.inflate(4, 4)
        canvas.rounded(edge, min(edge.size) // 2, ui.line)
        pencil.rect(canvas.surface, colours[1], bar)
        pencil.rect(canvas.surface, colours[0], _part(bar, 0.0, share))
        for quarter in (0.25, 0.75):
            pencil.rect(canvas.surface, ui.line, _mark(bar, quarter, 1))
        middle = _mark(bar.inflate(4, 4), 0.5, max(2, px(2)))
        pencil.rect(canvas.surface, ui.accent, middle)
        if chance is not None and not canvas.metrics.portrait:
            room = pygame.Rect(0, 0, max(px(52), 40), max(px(22), 18))
            room.midtop = (bar.centerx - px(10), bar.bottom + px(4))
            canvas.text(format_percent(chance), "small", room, ui.text_second, "center")
        if self.caption.height:
            canvas.text(self.words, "caption", self.caption, ui.text_second, ellipsis=True)


def _upright(canvas: Canvas, layout: PlayLayout) -> pygame.Rect:
    """Return the bar right of the board, filled from below."""
    bar = pygame.Rect(0, 0, max(6, canvas.px(9)), layout.board.height - canvas.px(80))
    bar.center = (layout.board.right + canvas.px(10), layout.board.centery)
    return bar


def _across(canvas: Canvas, layout: PlayLayout) -> pygame.Rect:
    """Return the bar below the board, filled from the left."""
    bar = pygame.Rect(0, 0, layout.board.width - canvas.px(80), max(3, canvas.px(5)))
    bar.center = layout.board.centerx, (layout.board.bottom + layout.column.top) // 2
    return bar


def _part(bar: pygame.Rect, first: float, last: float) -> pygame.Rect:
    """Return the part of the bar between shares `first` and `last` of its length."""
    if bar.height > bar.width:
        bottom, top = (bar.bottom - round(bar.height * share) for share in (first, last))
        return pygame.Rect(bar.left, top, bar.width, bottom - top)
    left, right = (bar.left + round(bar.width * share) for share in (first, last))
    return pygame.Rect(left, bar.top, right - left, bar.height)


def _mark(bar: pygame.Rect, share: float, thick: int) -> pygame.Rect:
    """Return a line across the bar."""
    at = _part(bar, share, share)
    at.width, at.height = max(thick, at.width), max(thick, at.height)
    return at
