"""A sketch being edited: the chosen tool, and all changes with undo and redo.

No pygame.  One gesture is one change: `begin` opens it; everything up to the next `begin` is
undone together.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.platform.i18n import _
from game.rules import Game, Piece, Point, State
from game.rules.registry import parse_setup
from game.screen.plugin.registry import sketch_of
from game.screen.plugin.seats import colour_name
from game.screen.plugin.sketch import Sketch

MAX_UNDO = 500  # changes that can be undone


@dataclass(frozen=True)
class SketchSnapshot:
    """A sketch as it was at one time."""

    setup: str
    pieces: tuple[tuple[Point, Piece], ...]
    numbers: tuple[tuple[str, int], ...]


class SketchEditor:
    """The sketch of a position of a setup.  `tool` is the piece that a press lays; None removes.

    Raises RulesError for a bad setup, LookupError for a game whose positions cannot be edited.
    """

    def __init__(self, setup: str) -> None:
        self.sketch = _sketch(parse_setup(setup))
        self.tool: Piece | None = self.sketch.kinds[0]
        self._undo: list[SketchSnapshot] = []
        self._redo: list[SketchSnapshot] = []

    @property
    def game(self) -> Game:
        return self.sketch.game

    @property
    def tools(self) -> list[Piece | None]:
        """Everything that can be in the hand."""
        return [*self.sketch.kinds, None]

    def next_tool(self, step: int = 1) -> None:
        """Choose the next tool, or with -1 the previous one."""
        tools = self.tools
        self.tool = tools[(tools.index(self.tool) + step) % len(tools)]

    def begin(self) -> None:
        """Begin a change that `undo` takes back."""
        now = self._snapshot()
        if not self._undo or self._undo[-1] != now:
            self._undo.append(now)
            del self._undo[:-MAX_UNDO]
        self._redo.clear()

    def lay(self, point: Point, piece: Piece | None) -> str:
        """Put a piece on a point, or remove it with None; return why not, in words, or ""."""
        why = self.sketch.refuses(point, piece) if piece is not None else ""
        if not why:
            self.sketch.put(point, piece)
        return why

    def use(self, point: Point) -> str:
        """Turn, replace or remove the piece on a point, or lay the tool on an empty one.

        Return why that is refused, in words, or "".
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

    def set_number(self, name: str, value: int) -> None:
        """Set a number beside the board."""
        self.sketch.numbers[name] = value

    def take(self, state: State) -> None:
        """Replace the position by another one of the game."""
        self.sketch.take(state)

    def clear(self) -> None:
        """Remove all pieces."""
        self.sketch.clear()

    def take_setup(self, game: Game) -> None:
        """Another board or other options; what fits stays.  Raises LookupError."""
        old, new = self.sketch, _sketch(game)
        for point, piece in old.pieces.items():
            known = point in game.topology.index and piece in new.kinds
            if known and not new.refuses(point, piece):
                new.put(point, piece)
        if old.numbers.keys() == new.numbers.keys():
            new.numbers.update(old.numbers)
        self.sketch = new
        if self.tool not in self.tools:
            self.tool = new.kinds[0]

    @property
    def can_undo(self) -> bool:
        return bool(self._undo)

    @property
    def can_redo(self) -> bool:
        return bool(self._redo)

    def undo(self) -> None:
        """Take back the last change."""
        self._go(self._undo, self._redo)

    def redo(self) -> None:
        """Make the change again that was taken back last."""
        self._go(self._redo, self._undo)

    def _go(self, there: list[SketchSnapshot], here: list[SketchSnapshot]) -> None:
        if there:
            here.append(self._snapshot())
            self._restore(there.pop())

    def _snapshot(self) -> SketchSnapshot:
        sketch = self.sketch
        return SketchSnapshot(
            self.game.setup, tuple(sketch.pieces.items()), tuple(sketch.numbers.items())
        )

    def _restore(self, snapshot: SketchSnapshot) -> None:
        if snapshot.setup != self.game.setup:
            self.sketch = _sketch(parse_setup(snapshot.setup))
        self.sketch.pieces = dict(snapshot.pieces)
        self.sketch.numbers = dict(snapshot.numbers)


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
