"""The board of the position editor as a control, and its operations, with undo and redo.

A press on an empty point places the chosen piece, and dragging places more. A press on a piece
turns or changes the piece. A drag moves a piece; a piece dropped off the board is removed. Arrow
keys move the focus, and with Shift also the piece in focus; Enter works like a press. Each gesture
is one change: `begin` starts it, and `undo` undoes everything up to the next `begin`. While the pen
is on, presses, drags and keys draw marks and arrows instead.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import pygame

from game.platform.errors import in_words
from game.platform.i18n import _
from game.rules import Game, Piece, Point
from game.rules.registry import parse_setup
from game.screen.app.scene import STAY, Change
from game.screen.boards import BoardView
from game.screen.boards.sign_pen import COLOURS, SignPen, said_of, signs_of
from game.screen.boards.sprites import SpriteSet
from game.screen.plugin.registry import look_of, sketch_of
from game.screen.plugin.seats import colour_name
from game.screen.plugin.sketch import Sketch
from game.screen.plugin.typed_moves import TypedMove
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import Pointer, Press
from game.screen.ui.tokens import RADIUS
from game.screen.ui.widget import Widget, WidgetState
from game.table.errors import TreeError
from game.table.variations import BLANK, MAX_SIGNS_DRAWN, PositionNote

MAX_UNDO = 500  # maximum number of changes that can be undone


# Setup, pieces in the order of placing, numbers, and marks and arrows.
Snapshot = tuple[str, tuple[tuple[Point, Piece], ...], dict[str, int], PositionNote]


@dataclass(frozen=True)
class TypedPoint(TypedMove):
    """A `point` as typed; "" while the text does not name a point yet."""

    point: Point = ""

    @property
    def whole(self) -> bool:
        return bool(self.point)


class SketchEditor:
    """The sketch of a position of a setup.

    `tool` is the piece that a press places; None removes pieces. `note` holds the marks and arrows
    that `pen` has drawn.

    Raises RulesError for a bad setup, LookupError for a game whose positions cannot be edited.
    """

    def __init__(self, setup: str) -> None:
        self.sketch = _sketch(parse_setup(setup))
        self.tool: Piece | None = self.sketch.kinds[0]
        self.note, self.pen = BLANK, SignPen()
        self._undo: list[Snapshot] = []
        self._redo: list[Snapshot] = []

    @property
    def game(self) -> Game:
        return self.sketch.game

    @property
    def tools(self) -> list[Piece | None]:
        """All tools: each kind of piece, and None for removal."""
        return [*self.sketch.kinds, None]

    def next_tool(self, step: int = 1) -> None:
        """Choose the next tool, or with a `step` of -1 the previous one."""
        tools = self.tools
        self.tool = tools[(tools.index(self.tool) + step) % len(tools)]

    def begin(self) -> None:
        """Begin a change that `undo` can undo."""
        now = self._snapshot()
        if not self._undo or self._undo[-1] != now:
            self._undo.append(now)
            del self._undo[:-MAX_UNDO]
        self._redo.clear()

    def lay(self, point: Point, piece: Piece | None) -> str:
        """Put a piece on a point, or remove it with None; return a refusal in words, or ""."""
        why = self.sketch.refuses(point, piece) if piece is not None else ""
        if not why:
            self.sketch.put(point, piece)
        return why

    def read(self, text: str) -> TypedMove:
        """Return what typed text means: a point, optionally after the first letter of a colour."""
        kind = self._typed_kind(text)
        label = text[1:] if kind is not None else text
        label = label.lower()
        points = [p for p in self.game.topology.points if p.startswith(label)]
        ways = tuple(text[: len(text) - len(label)] + point for point in points)
        why = "" if ways else _("There is no point “{point}” on this board.").format(point=label)
        return TypedPoint(ways=ways, why=why, point=label if label in points else "")

    def use_typed(self, text: str) -> str:
        """Use the tool on a typed point, or place a piece of a typed colour.

        Return a refusal or "".
        """
        kind = self._typed_kind(text)
        return self.use(text.lower()) if kind is None else self.lay(text[1:].lower(), kind)

    def _typed_kind(self, text: str) -> Piece | None:
        if not text[:1].isupper():
            return None
        kinds = (kind for kind in self.sketch.kinds if kind.colour[:1].upper() == text[0])
        return next(kinds, None)

    def use(self, point: Point) -> str:
        """Turn, replace or remove the piece on a point, or place the tool on an empty point.

        Return the reason for a refusal in words, or "".
        """
        here, tool = self.sketch.pieces.get(point), self.tool
        if here is None or tool is None:
            return self.lay(point, tool)
        turned = self.sketch.other_side(here)
        if turned is not None:
            return self.lay(point, turned)
        return self.lay(point, None if here == tool else tool)

    def move(self, source: Point, target: Point) -> None:
        """Move a piece to a free point."""
        if target not in self.sketch.pieces and target not in self.sketch.blocked:
            piece = self.sketch.pieces[source]
            self.sketch.put(source, None)
            self.sketch.put(target, piece)

    def draw(self, source: Point, target: Point, kind: str) -> str:
        """Draw a mark or an arrow, or erase it if it is already there; return a refusal or ""."""
        note = self.note
        if source == target:
            drawn = note.marked(source, kind)
        else:
            drawn = note.pointed(source, target, kind)
        if drawn.signs > max(note.signs, MAX_SIGNS_DRAWN):
            return in_words(TreeError("note-full"))
        self.note = drawn
        return ""

    def take_setup(self, game: Game) -> None:
        """Change to another board or other options; pieces that fit stay. Raises LookupError."""
        old, new = self.sketch, _sketch(game)
        for point, piece in old.pieces.items():
            known = point in game.topology.index and piece in new.kinds
            if known and not new.refuses(point, piece):
                new.put(point, piece)
        if old.numbers.keys() == new.numbers.keys():
            new.numbers.update(old.numbers)
        self.sketch = new
        self.note = self.note.on(game.topology.index)
        if self.tool not in self.tools:
            self.tool = new.kinds[0]

    @property
    def can_undo(self) -> bool:
        return bool(self._undo)

    @property
    def can_redo(self) -> bool:
        return bool(self._redo)

    def undo(self) -> None:
        """Undo the last change."""
        self._go(self._undo, self._redo)

    def redo(self) -> None:
        """Redo the change that was undone last."""
        self._go(self._redo, self._undo)

    def _go(self, there: list[Snapshot], here: list[Snapshot]) -> None:
        if there:
            here.append(self._snapshot())
            self._restore(there.pop())

    def _snapshot(self) -> Snapshot:
        pieces, numbers = tuple(self.sketch.pieces.items()), dict(self.sketch.numbers)
        return self.game.setup, pieces, numbers, self.note

    def _restore(self, snapshot: Snapshot) -> None:
        setup, pieces, numbers, self.note = snapshot
        if setup != self.game.setup:
            self.sketch = _sketch(parse_setup(setup))
        self.sketch.pieces, self.sketch.numbers = dict(pieces), dict(numbers)


def tool_name(tool: Piece | None) -> str:
    """Return the name of a tool or a piece."""
    if tool is None:
        return _("take away")
    name = colour_name(tool.colour)
    return _("{colour}, marked").format(colour=name) if tool.mark else name


def _sketch(game: Game) -> Sketch:
    sketch = sketch_of(game)
    if sketch is None:
        raise LookupError(f"positions of {game.title} cannot be edited")
    return sketch


ARROWS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
STROKE_STEP_PX = 6  # pixels between the places checked along a pointer's movement
LIFT = 0.22  # height of a carried piece, as a share of its size
DRAG_THRESHOLD = 0.35  # distance at which a press becomes a drag, as a share of a piece's size


class SketchBoard(Widget):
    """The board as a control.

    `changed` is called after each change, `refuse` with a reason and a point, `say` with text that
    is only spoken.
    """

    radius = "card"

    def __init__(
        self,
        editor: SketchEditor,
        view: BoardView,
        changed: Callable[[], None],
        refuse: Callable[[str, Point], None],
        say: Callable[[str], None] = lambda words: None,
    ) -> None:
        super().__init__("board")
        self.editor, self.view = editor, view
        self.changed, self.refuse, self._say = changed, refuse, say
        topology = editor.game.topology
        self.spot: Point = topology.centre or topology.points[0]
        self.hot: Point | None = None
        self._drawn: list[Point] = []  # points that this press has changed
        self._laying: Piece | None = None  # piece that the drag places; None removes pieces
        self.carried: Point | None = None  # point from which a piece is carried
        self._away = False  # True after the carried piece has left its point
        self._at = (0, 0)

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "wheel":
            self.editor.next_tool(-1 if event.wheel > 0 else 1)
            self.changed()
            return STAY
        if self.editor.pen.on:
            return self._draw_sign(event)
        before, self._at = self._at, event.pos
        if event.kind == "down":
            self._take_up(event)
        elif event.kind == "move":
            self._draw_on(before, event.pos)
        elif event.kind == "up":
            self._set_down(event.pos)
        return STAY

    def _draw_sign(self, event: Pointer) -> Change:
        """Draw with the pen, using either mouse button or a finger."""
        pen, point = self.editor.pen, self.view.point_at(*event.pos)
        if event.kind == "down":
            pen.begin(point, event.mod)
            self.spot = point or self.spot
        elif event.kind == "up":
            self._sign(point)
        elif event.kind == "move":
            pen.aim(point)
        return STAY

    def _sign(self, target: Point | None) -> None:
        drawn = self.editor.pen.end(target)
        if drawn is None:
            return
        self.editor.begin()
        before = self.editor.note.signs
        why = self.editor.draw(*drawn)
        if why:
            self.refuse(why, drawn[1])
        else:
            self._say(said_of(*drawn, gone=self.editor.note.signs < before))
        self.changed()

    def _take_up(self, event: Pointer) -> None:
        point = self.view.point_at(*event.pos)
        if point is None:
            return
        self.spot = point
        self.editor.begin()
        tool = None if event.button == 3 else self.editor.tool
        if tool is None or point not in self.editor.sketch.pieces:
            self._drawn, self._laying = [point], tool
            self._lay(point)
        else:
            self.carried, self._away = point, False

    def _lay(self, point: Point) -> None:
        why = self.editor.lay(point, self._laying)
        if why:
            self.refuse(why, point)
            self._drawn = []
        self.changed()

    def _draw_on(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        if self.carried is not None:
            far = math.dist(end, self.view.position(self.carried))
            self._away = self._away or far > DRAG_THRESHOLD * self.view.piece_size
            self.hot = self.view.point_at(*end)
            return
        for point in self._along(start, end) if self._drawn else ():
            if not self._drawn:
                return
            free = point not in self.editor.sketch.pieces
            if point not in self._drawn and free == (self._laying is not None):
                self._drawn.append(point)
                self._lay(point)

    def _along(self, start: tuple[int, int], end: tuple[int, int]) -> list[Point]:
        """Return all points under a line, because a fast pointer skips some."""
        steps = max(1, round(math.dist(start, end) / STROKE_STEP_PX))
        found = []
        for step in range(1, steps + 1):
            x, y = (a + (b - a) * step / steps for a, b in zip(start, end))
            point = self.view.point_at(x, y)
            if point is not None and point not in found:
                found.append(point)
        return found

    def _set_down(self, at: tuple[int, int]) -> None:
        source, self.carried, self._drawn = self.carried, None, []
        if source is None:
            return
        target, sketch = self.view.point_at(*at), self.editor.sketch
        if not self._away:
            self._use(source)
        elif target is None:
            self.editor.lay(source, None)
        elif target != source and (target in sketch.pieces or target in sketch.blocked):
            self.refuse(_("Already occupied."), target)
        elif target != source:
            self.editor.move(source, target)
            self.spot = target
        self.changed()

    def _use(self, point: Point) -> None:
        why = self.editor.use(point)
        if why:
            self.refuse(why, point)

    def hover(self, event: Pointer) -> bool:
        before, self.hot = self.hot, self.view.point_at(*event.pos)
        return before != self.hot

    def take_over(self, old: Widget) -> None:
        if isinstance(old, SketchBoard) and old.rect == self.rect:
            self._drawn, self._laying = old._drawn, old._laying
            self.carried, self._away, self._at = old.carried, old._away, old._at

    @property
    def spoken(self) -> str:
        piece = self.editor.sketch.pieces.get(self.spot)
        held = _("empty") if piece is None else tool_name(piece)
        return f"{self.spot}, {held}"

    def press(self, event: Press) -> Change | None:
        if self.editor.pen.on:
            return self._press_pen(event)
        if event.means("accept") and not event.repeat:
            self.editor.begin()
            self._use(self.spot)
        elif event.key == pygame.K_DELETE or event.means("take-back"):
            self.editor.begin()
            self.editor.lay(self.spot, None)
        elif event.means("colour") and not event.repeat:
            self.editor.next_tool()
        else:
            return self._arrow(event)
        self.changed()
        return STAY

    def _press_pen(self, event: Press) -> Change | None:
        """Handle a key of the pen.

        Enter begins and ends an arrow; Enter twice on the same point makes a mark.
        """
        pen = self.editor.pen
        if event.means("accept") and not event.repeat:
            if pen.begun:
                self._sign(self.spot)
            else:
                pen.begin(self.spot)
            return STAY
        if event.means("colour") and not event.repeat:
            pen.next_kind()
            self._say(_(COLOURS[pen.kind]))
            self.changed()
            return STAY
        change = self._arrow(event)
        if pen.begun:
            pen.aim(self.spot)
        return change

    def _arrow(self, event: Press) -> Change | None:
        step = next((step for name, step in ARROWS.items() if event.means(name)), None)
        there = self._beside(*step) if step is not None else None
        if there is None:
            return None
        before, self.spot = self.spot, there
        carries = event.mod & pygame.KMOD_SHIFT and not self.editor.pen.on
        if carries and before in self.editor.sketch.pieces:
            self.editor.begin()
            self.editor.move(before, there)
            self.changed()
        return STAY

    def _beside(self, dx: int, dy: int) -> Point | None:
        """Return the nearest point in a direction, or None at the rim."""
        xy = self.editor.game.topology.xy
        x, y = xy[self.spot]

        def cost(point: Point) -> float:
            along = (xy[point][0] - x) * dx + (xy[point][1] - y) * dy
            aside = abs((xy[point][0] - x) * dy) + abs((xy[point][1] - y) * dx)
            return along + 2 * aside if along > 1e-6 and aside <= 1.8 * along else math.inf

        best = min(xy, key=cost)
        return best if cost(best) < math.inf else None

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        view, sketch, surface = self.view, self.editor.sketch, canvas.surface
        view.draw(surface)
        start = sketch.game.pieces(sketch.game.start())
        lying = {**{point: start[point] for point in sketch.blocked}, **sketch.pieces}
        lifted = self.carried if self._away else None
        for point in sketch.marked:
            view.draw_glow(surface, point, "last")
        for point, piece in lying.items():
            if point != lifted:
                view.draw_piece(surface, piece, point)
        view.draw_signs(surface, signs_of(self.editor.note))
        view.draw_signs(surface, self.editor.pen.shown)
        tool = None if self.editor.pen.on else self.editor.tool
        if look.hovered and self.hot is not None and tool and self.hot not in lying:
            view.draw_ghost(surface, self.hot, tool)
        if look.focused:
            view.draw_focus(surface, self.spot)
        if lifted is not None:
            self._draw_carried(surface, sketch.pieces[lifted])

    def _draw_carried(self, surface: pygame.Surface, piece: Piece) -> None:
        if self.hot is not None and self.hot not in self.editor.sketch.pieces:
            self.view.draw_glow(surface, self.hot, "target")
        height = LIFT * self.view.piece_size
        self.view.draw_piece(surface, piece, self._at, height=height, scale=1.06)

    def draw_focus(self, canvas: Canvas) -> None:
        """Draw nothing: the board itself marks the point in focus."""


class PiecePalette(Widget):
    """The pieces to place, and removal; the chosen tool is lit. The Left and Right keys choose."""

    def __init__(self, editor: SketchEditor, changed: Callable[[], None]) -> None:
        super().__init__("palette")
        self.editor, self.changed = editor, changed

    @property
    def spoken(self) -> str:
        return tool_name(self.editor.tool)

    def press(self, event: Press) -> Change | None:
        step = event.means("right") - event.means("left")
        here = self.editor.tools.index(self.editor.tool)
        if event.means("accept") and not event.repeat:
            self.editor.next_tool()
        elif step and 0 <= here + step < len(self.editor.tools):
            self.editor.next_tool(step)
        else:
            return None
        self.changed()
        return STAY

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "down":
            share = (event.pos[0] - self.rect.left) / max(1, self.rect.width)
            tools = self.editor.tools
            self.editor.tool = tools[min(len(tools) - 1, max(0, int(share * len(tools))))]
            self.changed()
        return None if event.kind == "wheel" else STAY

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        ui, tools = canvas.ui, self.editor.tools
        canvas.rounded(self.rect, canvas.px(RADIUS["button"]), ui.panel, ui.line, canvas.hairline)
        inside = self.rect.inflate(-canvas.px(6), -canvas.px(8))
        edges = [inside.left + round(inside.width * n / len(tools)) for n in range(len(tools) + 1)]
        for tool, (left, right) in zip(tools, pairwise(edges)):
            cell = pygame.Rect(left, inside.top, right - left, inside.height)
            lit = tool == self.editor.tool
            if lit:
                radius, edge = canvas.px(RADIUS["segment"]), max(2, canvas.px(2))
                canvas.rounded(cell, radius, ui.control, ui.text_second, edge)
            self._draw_tool(canvas, cell, tool, ui.text)

    def _draw_tool(
        self, canvas: Canvas, cell: pygame.Rect, tool: Piece | None, ink: tuple[int, int, int]
    ) -> None:
        if tool is None:
            canvas.icon("eraser", cell.center, ink, 24)
            return
        size = min(cell.height - canvas.px(6), cell.width // 2)
        game = self.editor.game
        image = SpriteSet(canvas.theme, look_of(game).style, size, game.key).piece(tool)
        count = str(self.editor.sketch.count(tool))
        wide = canvas.text_size(count, "caption_bold")[0]
        left = cell.centerx - (size + canvas.px(8) + wide) // 2
        centre = (left + size // 2, cell.centery)
        canvas.surface.blit(image, image.get_rect(center=centre))
        if not canvas.theme.flat:  # a dark piece on a dark card needs a rim
            rim = pygame.Rect(0, 0, size + 2, size + 2)
            rim.center = centre
            canvas.rounded(rim, rim.width // 2, None, canvas.ui.text_second, canvas.hairline)
        room = pygame.Rect(left + size + canvas.px(8), cell.top, wide + 4, cell.height)
        canvas.text(count, "caption_bold", room, ink)
