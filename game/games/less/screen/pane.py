"""Less in a new match: two players or four, home block, scoring, and the walls.

The editor of the walls works tile by tile, with rotations, or wall by wall on the edges. It works
on a copy of the options; "Use" returns the copy. Keyboard: arrows move along the edges (or tiles),
Enter changes the focused one. Edges have the numbers of the wall digits: row by row from the top,
first the edges between the squares of the row, then those under it.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.games.less.engine.race import usual_par
from game.games.less.rules import Less
from game.games.less.screen.options import LessOptions
from game.games.less.screen.ways_home import was_asked, way_home
from game.games.less.walls import (
    DENSITIES,
    check_digits,
    dense_tiles,
    edges_in_order,
    lay,
    tile_set,
    tiles_of,
    tiles_text,
)
from game.platform.errors import in_words
from game.platform.i18n import N_, _, ngettext
from game.rules import RulesError
from game.rules.registry import parse_setup
from game.screen.app.layout_scenes import storing
from game.screen.app.scene import STAY, Change, Pop, Push
from game.screen.boards import BoardView
from game.screen.plugin.editor import EditorScene, SpotControl
from game.screen.plugin.pane import Fact, FormLayout, OptionsPane
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Segment, Stepper, Toggle
from game.screen.ui.layout import grid, halves
from game.screen.ui.paint import Colour
from game.screen.ui.widget import Widget, WidgetState


class EdgeGrid:
    """Screen places of the edges and tiles of a board of `side` squares, as `view` shows it."""

    def __init__(self, view: BoardView, side: int) -> None:
        self.side = side
        left, top = view.position(f"a{side}")
        right, _top = view.position(f"b{side}")
        self.square = right - left
        self.left, self.top = left - self.square / 2, top - self.square / 2

    # Centres in half squares from the upper left: upright edges have an even x, others an even y.

    def middle(self, number: int) -> tuple[int, int]:
        """Return the middle of an edge, in half squares."""
        column, row, way = edges_in_order(self.side)[number]
        return (2 * column + 2, 2 * row + 1) if way == "e" else (2 * column + 1, 2 * row + 2)

    def rect(self, number: int, tiles: bool = False) -> pygame.Rect:
        """Return the rectangle of an edge (or a tile) on the screen."""
        if tiles:
            across = self.side // 2
            column, row = number % across, number // across
            span = 2 * self.square
            return pygame.Rect(
                round(self.left + column * span) + 3,
                round(self.top + row * span) + 3,
                round(span) - 6,
                round(span) - 6,
            )
        x, y = self.middle(number)
        upright = x % 2 == 0
        long, short = round(self.square * 0.94), round(self.square * 0.34)
        rect = pygame.Rect(0, 0, short if upright else long, long if upright else short)
        rect.center = (
            round(self.left + x * self.square / 2),
            round(self.top + y * self.square / 2),
        )
        return rect

    def at(self, spot: tuple[int, int], tiles: bool = False) -> int | None:
        """Return the edge nearest to a point, or the tile that contains it; None off the board."""
        x, y = (spot[0] - self.left) / self.square, (spot[1] - self.top) / self.square
        if not (0 <= x < self.side and 0 <= y < self.side):
            return None
        if tiles:
            return int(y // 2) * (self.side // 2) + int(x // 2)
        count = len(edges_in_order(self.side))
        return min(range(count), key=lambda n: self._distance(n, x, y))

    def _distance(self, number: int, x: float, y: float) -> float:
        mx, my = self.middle(number)
        return (mx / 2 - x) ** 2 + (my / 2 - y) ** 2

    def beside(self, number: int, step: tuple[int, int], tiles: bool = False) -> int | None:
        """Return the next edge (or tile) in a direction, None at the rim."""
        if tiles:
            across = self.side // 2
            column, row = number % across + step[0], number // across + step[1]
            inside = 0 <= column < across and 0 <= row < across
            return row * across + column if inside else None
        here = self.middle(number)
        best: tuple[float, int] | None = None
        for other in range(len(edges_in_order(self.side))):
            there = self.middle(other)
            dx, dy = there[0] - here[0], there[1] - here[1]
            along = dx * step[0] + dy * step[1]
            across_ = abs(dx * step[1]) + abs(dy * step[0])
            if along > 0 and across_ <= along:
                cost = along + 1.5 * across_
                if best is None or cost < best[0]:
                    best = (cost, other)
        return best[1] if best else None


def mark(canvas: Canvas, rect: pygame.Rect, colour: Colour, tile: bool = False) -> None:
    """Draw a frame round an edge, or round a tile."""
    radius = canvas.px(10) if tile else min(rect.size) // 2
    thick = max(2, canvas.px(3))
    canvas.rounded(rect.inflate(4, 4), radius, None, canvas.ui.casing, thick + 2)
    canvas.rounded(rect, radius, None, colour, thick)


class LayoutEditorScene(EditorScene[LessOptions]):
    """The scene of the editor. It returns the changed options through `Pop`, or None."""

    title = N_("Walls")
    least_column = 280

    def __init__(self, options: LessOptions) -> None:
        super().__init__(options)
        self.options.fill_layout()
        if self.options.walls_by == "random":
            self.options.set_walls_by("walls")
        self.spot = 0  # the focused edge or tile
        self.dice = random.Random()
        self.text = self._text()

    # -- the layout ------------------------------------------------------------------------------

    @property
    def by_tile(self) -> bool:
        return self.options.walls_by == "tiles"

    @property
    def digits(self) -> str:
        if not self.by_tile:
            return self.options.walls
        return lay(self.layout, self.options.side)

    @property
    def layout(self) -> list[tuple[str, int]]:
        return tiles_of(self.options.tiles, self.options.side, self.options.sets)

    def _text(self) -> str:
        return self.options.tiles if self.by_tile else self.options.walls

    def _game(self) -> Less:
        game = parse_setup(f"less seats={self.options.players} walls={self.digits}")
        assert isinstance(game, Less)
        return game

    # -- layout of the scene -----------------------------------------------------------------------

    def _control(self) -> WallsBoardControl:
        return WallsBoardControl(self)

    def _bare(self) -> LessOptions:
        plain = copy.copy(self.options)
        plain.walls, plain.walls_by = self.digits, "walls"
        return plain

    def _lay_column(self, y: int, row: int) -> None:
        px, rect, options = self.services.metrics.px, self.column, self.options
        gap = px(12)
        ways = {"tiles": _("By tile"), "walls": _("Wall by wall")}
        way = Segment(ways, options.walls_by, self._set_way, "way")
        self.form.add(way.at((rect.left, y, rect.width, row)))
        y = self._lay_middle(way.rect.bottom + gap, row)
        y = self.words(_("Random walls"), y, "caption", 4)
        names = {"few": _("few"), "mixed": _("mixed"), "many": _("many")}
        places = grid(pygame.Rect(rect.left, y, rect.width, row), len(DENSITIES), 3, gap)
        for density, place in zip(DENSITIES, places):
            button = Button(names[density], partial(self._random, density), style="caption")
            button.name = f"random-{density}"
            self.form.add(button.at(place))
        y = self.words(_("As text, for a real set or another player"), y + row + gap, "caption", 4)
        more = {"limit": 128, "on_accept": self._take_text, "copy": self.services.copy_text}
        allowed = "" if self.by_tile else "012"
        field = self.field(self.text, storing(self, "text"), "digits", allowed=allowed, **more)
        self.form.add(field.at((rect.left, y, rect.width, row)))
        y = field.rect.bottom + gap
        left, right = halves(pygame.Rect(rect.left, y, rect.width, row), gap)
        copy_ = Button(_("Copy"), self._copy, icon="copy", name="copy", style="caption")
        paste = Button(_("Paste"), self._paste, icon="paste", name="paste", style="caption")
        self.form.add(copy_.at(left))
        self.form.add(paste.at(right))

    def _lay_middle(self, y: int, row: int) -> int:
        """Lay out the controls of the focused tile, or a clear button; return the bottom edge."""
        px, rect = self.services.metrics.px, self.column
        gap = px(12)
        if not self.by_tile:
            y = self.words(_("Click an edge: none, single, double"), y, "caption", 4)
            clear = Button(_("No walls"), self._clear, icon="eraser", name="clear", style="caption")
            self.form.add(clear.at((rect.left, y, rect.width, row)))
            return y + row + px(16)
        y = self.words(_("Click a tile to turn it"), y, "caption", 4)
        left, right = halves(pygame.Rect(rect.left, y, rect.width, row), gap)
        letter = self.layout[self.spot % len(self.layout)][0]
        letters = list(tile_set())
        stepper = Stepper(letters, letter, self._set_letter, _letter_text, "letter")
        self.form.add(stepper.at(left))
        turn = Button(_("Turn"), lambda: self._turn(self.spot), icon="turn", name="turn")
        turn.style = "caption"
        self.form.add(turn.at(right))
        return y + row + px(16)

    # -- changes ---------------------------------------------------------------------------------

    def changed(self) -> None:
        self.text = self._text()
        self.resize()

    def _set_way(self, way: str) -> None:
        self.options.set_walls_by(way)
        self.spot = 0
        self.changed()

    def _random(self, density: str) -> Change:
        seed = 1 + int(self.dice.random() * 1_000_000)
        layout = dense_tiles(density, seed, self.options.side)
        self.options.density = density
        self.options.tiles = tiles_text(layout)
        if not self.by_tile:
            self.options.walls = lay(layout, self.options.side)
        self.changed()
        return STAY

    def _clear(self) -> Change:
        self.options.walls = "0" * len(self.options.walls)
        self.changed()
        return STAY

    def _turn(self, number: int) -> Change:
        layout = self.layout
        letter, quarters = layout[number]
        layout[number] = (letter, (quarters + 1) % 4)
        self.options.tiles = tiles_text(layout)
        self.changed()
        return STAY

    def _set_letter(self, letter: str) -> None:
        """Put a tile on the focused place; if another place has this tile, swap the two tiles."""
        layout = self.layout
        here = self.spot % len(layout)
        used = [n for n, (other, _turns) in enumerate(layout) if other == letter and n != here]
        if len(used) >= self.options.sets:
            layout[used[0]] = (layout[here][0], layout[used[0]][1])
        layout[here] = (letter, layout[here][1])
        self.options.tiles = tiles_text(layout)
        self.changed()

    def set_wall(self, number: int, digit: str) -> Change:
        """Set a wall: "0" none, "1" single, "2" double; "" changes to the next of these."""
        self.options.set_wall(number, digit)
        self.spot = number
        self.changed()
        return STAY

    def _take_text(self) -> Change:
        """Use the text typed or pasted, or show what is wrong with it."""
        text = self.text.strip()
        try:
            if self.by_tile:
                tiles_of(text, self.options.side, self.options.sets)
                self.options.tiles = text
            else:
                self.options.walls = check_digits(text, self.options.side)
        except RulesError as error:
            words = _("This text does not describe walls: {reason}")
            self.services.toast(words.format(reason=in_words(error)), "bad")
            return STAY
        self.changed()
        return STAY

    def _copy(self) -> Change:
        if self.services.copy_text(self._text()):
            self.services.toast(_("The walls are on the clipboard."), "good", "copy")
        else:
            self.services.toast(_("There is no clipboard here."), "bad")
        return STAY

    def _paste(self) -> Change:
        self.text = "".join((self.services.paste_text() or "").split())
        return self._take_text()

    def _use(self) -> Change:
        if self.text.strip() != self._text():
            self._take_text()
            if self.text.strip() != self._text():
                return STAY
        return Pop(self.options)

    def _draw_pieces(self, canvas: Canvas, view: BoardView) -> None:
        game = self._game()
        for point, piece in game.pieces(game.start()).items():
            view.draw_piece(canvas.surface, piece, point)


def _letter_text(letter: str) -> str:
    return _("Tile {letter}").format(letter=letter)


class WallsBoardControl(SpotControl[int]):
    """The board of the editor; its spots are edges or tiles."""

    def __init__(self, scene: LayoutEditorScene) -> None:
        super().__init__("board")
        self.scene = scene

    @property
    def spot(self) -> int:
        return self.scene.spot

    @property
    def grid(self) -> EdgeGrid:
        view = self.scene.view
        assert view is not None
        return EdgeGrid(view, self.scene.options.side)

    def spot_at(self, pos: tuple[int, int]) -> int | None:
        return self.grid.at(pos, self.scene.by_tile)

    def beside(self, dx: int, dy: int) -> int | None:
        return self.grid.beside(self.spot, (dx, dy), self.scene.by_tile)

    def move_to(self, spot: int) -> None:
        self.scene.spot = spot
        if self.scene.by_tile:
            self.scene.changed()

    def use(self, spot: int) -> Change:
        self.scene.spot = spot
        return self.scene._turn(spot) if self.scene.by_tile else self.scene.set_wall(spot, "")

    def draw_over(self, spot: int, first: int) -> Change:
        """Give this edge the wall of the stroke's first edge; do nothing for tiles."""
        walls = self.scene.options.walls
        return STAY if self.scene.by_tile else self.scene.set_wall(spot, walls[first])

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        by_tile = self.scene.by_tile
        if look.hovered and self.hot is not None:
            mark(canvas, self.grid.rect(self.hot, by_tile), canvas.ui.accent, by_tile)
        if look.focused:
            mark(canvas, self.grid.rect(self.spot, by_tile), canvas.ui.focus, by_tile)


class WallsControl(SpotControl[int]):
    """The picture of the board as a control without keyboard focus; its spots are edges.

    `view` returns the picture, or None before there is one; `changed` renews the layout of the
    pane.
    """

    focusable = False

    def __init__(
        self,
        options: LessOptions,
        view: Callable[[], BoardView | None],
        changed: Callable[[], None],
    ) -> None:
        super().__init__("picture")
        self._options, self._view, self._changed = options, view, changed

    @property
    def grid(self) -> EdgeGrid | None:
        view = self._view()
        return EdgeGrid(view, self._options.side) if view is not None else None

    def spot_at(self, pos: tuple[int, int]) -> int | None:
        return self.grid.at(pos) if self.grid is not None else None

    def use(self, spot: int) -> Change:
        """Change a wall: from none to single, double, and none again."""
        self._options.set_walls_by("walls")
        return self._set(spot, "")

    def draw_over(self, spot: int, first: int) -> Change:
        return self._set(spot, self._options.walls[first])

    def _set(self, spot: int, digit: str) -> Change:
        self._options.set_wall(spot, digit)
        self._changed()
        return STAY

    def take_over(self, old: Widget) -> None:
        super().take_over(old)
        if isinstance(old, WallsControl) and old.rect == self.rect:
            self.hot = old.hot

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        if look.hovered and self.hot is not None and self.grid is not None:
            mark(canvas, self.grid.rect(self.hot), canvas.ui.accent)


# Seconds without a change of the walls before a process computes the ways home.
WAY_HOME_DELAY_S = 1.0


class LessPane(OptionsPane):
    options: LessOptions
    _age = 0.0  # seconds since the layout changed

    def rows(self, sheet: FormLayout) -> list[tuple[str, Widget]]:
        """Return the row that chooses two players, or four in two teams."""
        counts = {2: "2", 4: _("4 in teams")}
        change = self.then(sheet, self.options.set_players)
        return [(_("Players"), Segment(counts, self.options.players, change, "players"))]

    def facts(self) -> Sequence[Fact]:
        if not isinstance(self.game, Less):
            return []
        single, double = self.game.walls.count("1"), self.game.walls.count("2")
        return [
            (str(single), ngettext("single wall", "single walls", single)),
            (str(double), ngettext("double wall", "double walls", double)),
            self._way_home_fact(),
        ]

    def _way_home_fact(self) -> Fact:
        found = self._ways_home()
        if found is None:
            return "…", _("moves home")
        if found[0] == found[1]:
            return str(found[0]), _("moves home for both")
        return f"{found[0]} : {found[1]}", _("moves home, White and Black")

    def picture_control(self, sheet: FormLayout) -> Widget:
        return WallsControl(self.options, lambda: self.view, sheet.changed)

    def _ways_home(self) -> tuple[int, int] | None:
        """Return the moves home of both sides, None while they are not known.

        The computation starts when the walls have not changed for WAY_HOME_DELAY_S.
        """
        game = self.game
        if not isinstance(game, Less) or (self._age < WAY_HOME_DELAY_S and not was_asked(game)):
            return None
        white, black = (way_home(game, game.start(), side) for side in (0, 1))
        return None if white is None or black is None else (white, black)

    @property
    def waiting(self) -> bool:
        return isinstance(self.game, Less) and self._ways_home() is None

    def update(self, dt: float) -> None:
        self._age += dt

    def switches(self, sheet: FormLayout) -> list[Widget]:
        options = self.options
        words = _("loses by 10")
        block = Toggle(_("Home block"), options.block, self.store("block"), words, "block")
        words = _("margins count")
        scoring = Toggle(_("Scoring"), options.scoring, self.store("scoring"), words, "scoring")
        return [block, scoring, *super().switches(sheet)]

    def lay_controls(self, sheet: FormLayout, rect: pygame.Rect) -> tuple[int, list[Button]]:
        gap, options = sheet.px(12), self.options
        top = sheet.heading(self.walls_words(), rect.left, rect.top, rect.width)
        ways = {"random": _("Random"), "tiles": _("By tile"), "walls": _("Wall by wall")}
        way = Segment(ways, options.walls_by, self.then(sheet, options.set_walls_by), "way")
        sheet.form.add(way.at((rect.left, top, rect.width, sheet.row)))
        top = way.rect.bottom + gap
        shuffle = partial(self._shuffle, sheet)
        buttons = [Button(_("Shuffle"), shuffle, icon="dice", name="shuffle", style="caption")]
        if options.walls_by == "random":
            many = {"few": _("few"), "mixed": _("mixed"), "many": _("many")}
            change = self.then(sheet, options.set_density)
            density = Segment(many, options.density, change, "density")
            fair = Toggle(_("fair"), options.fair, self.then(sheet, options.set_fair), "", "fair")
            fair.tip = _("Only layouts on which neither side is better off.")
            wide = rect.width * 2 // 3
            rest = rect.width - wide - gap
            sheet.form.add(density.at((rect.left, top, wide, sheet.row)))
            sheet.form.add(fair.at((rect.left + wide + gap, top, rest, sheet.row)))
            top = density.rect.bottom + gap
        else:
            edit = Button(_("Edit"), self._edit, icon="pencil", name="edit", style="caption")
            buttons.append(edit)
        return top + sheet.px(4), buttons

    def draw(self, canvas: Canvas) -> None:
        """Draw the pane and, if there is room, a text on what a click in the picture does."""
        super().draw(canvas)
        room = pygame.Rect(*self.picture.bottomleft, self.rect.right - self.picture.left, 0)
        room.height = canvas.metrics.type_px("caption") + canvas.px(10)
        if room.bottom <= self.rect.bottom:
            words = _("Click an edge: none, single, double")
            canvas.text(words, "caption", room, canvas.ui.text_second)

    def walls_words(self) -> str:
        """Return the heading; with random walls it includes the usual moves home."""
        options = self.options
        if options.walls_by != "random":
            return _("Walls")
        usual = round(usual_par(options.players, options.density))
        return _("Walls; alone about {n} moves home").format(n=usual)

    def _shuffle(self, sheet: FormLayout) -> None:
        self.options.shuffle(self.dice)
        sheet.changed()

    def _edit(self) -> Change:
        return Push(LayoutEditorScene(self.options))
