"""How a person fared against the engine: a line for each game and opponent, from the kept games.

Records are read in a thread of their own; how far it is stands where the lines will be.
"""

from __future__ import annotations

import threading

import pygame

from game.i18n import _, ngettext
from game.rules import titles
from game.screen.app.page import Hint, add_hints, heading, margin
from game.screen.app.scene import Change, Pop, Scene
from game.screen.boards.portraits import draw_portrait
from game.screen.boards.workshop import workshop
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Option, Segment
from game.screen.ui.input import InputEvent, Press
from game.screen.ui.listing import Column, ListBox
from game.screen.ui.widget import Form
from game.table.opponents import OPPONENTS
from game.table.tally import Line, Result, lines, matching, results

SLIM = 760  # px of the window: below that there is no room for all columns
STEP = 25  # results after which the scene is told how many there are


class StatisticsScene(Scene):
    """`game` "" shows all games; left and right change it."""

    clicks = True

    def __init__(self, game: str = "") -> None:
        self.game = game
        self.form = Form()
        self.list = ListBox([])
        self.found: list[Result] = []
        self.lines: list[Line] = []
        self.reading = True
        self._left = threading.Event()

    # -- life ------------------------------------------------------------------------------------

    def enter(self) -> None:
        threading.Thread(target=self._read, daemon=True, name="statistics").start()

    def leave(self) -> None:
        self._left.set()

    def _read(self) -> None:
        """In its thread: all results, told to the frame loop bit by bit."""
        found: list[Result] = []
        for one in results():
            if self._left.is_set():
                return
            found.append(one)
            if len(found) % STEP == 0:
                self._tell(list(found), reading=True)
        self._tell(found, reading=False)

    def _tell(self, found: list[Result], reading: bool) -> None:
        def take() -> None:
            if not self._left.is_set():
                self.found, self.reading = found, reading
                self.resize()
                self.desk.invalidate()

        self.desk.post(take)

    # -- layout ----------------------------------------------------------------------------------

    def resize(self) -> None:
        metrics, px = self.desk.metrics, self.desk.metrics.px
        edge, tall = margin(self.desk), max(px(48), 2 * metrics.type_px("caption") + 8)
        form = Form(keep=self.form)
        options = [Option("", _("All games"))]
        options += [Option(key, title) for key, title in titles().items()]
        games = Segment(options, self.game, self._choose, "game")
        wide = metrics.width - 2 * edge
        form.add(games.at((edge, px(112), wide, tall)))
        hints = [Hint("right", _("next game"), self._next), Hint("cancel", _("back"), Pop)]
        foot = add_hints(form, self.desk, hints).top
        self.summary = pygame.Rect(edge, games.rect.bottom + px(12), wide, px(40))
        self.lines = lines(one for one in self.found if self.game in ("", one.game))
        self.head = pygame.Rect(edge, self.summary.bottom + px(8), wide, px(32))
        keep = max(0, self.list.chosen)
        self.list = ListBox(
            self._columns(),
            [self._row(line) for line in self.lines],
            draw_cell=self._draw_cell,
            empty=self._nothing(),
            row_height=56,
            name="list",
        )
        top = self.head.bottom + px(4)
        form.add(self.list.at((edge, top, wide, foot - px(16) - top)))
        self.list.choose(min(keep, len(self.lines) - 1))
        form.start("game")
        self.form = form

    @property
    def _slim(self) -> bool:
        """Is there room for no more than wins, draws and losses?  Then the game is below a name."""
        return self.desk.metrics.width < SLIM

    def _columns(self) -> list[Column]:
        columns = [Column(48), Column(0)]
        if self._slim:
            return columns + [Column(96, "right") for _number in range(3)]
        upright = self.desk.metrics.portrait
        number = 72 if upright else 96
        if not self.game:
            columns.append(Column(124 if upright else 190, look="second"))
        columns += [Column(number, "right") for _number in range(4)]
        return [*columns, Column(number + 24, "right", "second")]

    def _heads(self) -> list[str]:
        counts = [_("Won"), _("Drawn"), _("Lost")]
        if self._slim:
            return ["", _("Opponent"), *counts]
        own = [] if self.game else [""]
        return ["", _("Opponent"), *own, _("Played"), *counts, _("Best")]

    def _row(self, line: Line) -> tuple[str, ...]:
        level = _("Level {level}").format(level=line.level)
        name = f"{OPPONENTS[line.opponent].name} · {level}" if line.opponent else level
        counts = [str(n) for n in (line.won, line.drawn, line.lost)]
        if self._slim:
            return ("", name, *counts)
        own = () if self.game else (titles().get(line.game, line.game),)
        best = ngettext("{count} turn", "{count} turns", line.best).format(count=line.best)
        return ("", name, *own, str(line.played), *counts, best if line.best else "–")

    def _nothing(self) -> str:
        if self.reading:
            return _("Reading the saved games …")
        return _("No finished games against the engine yet. Play one, and it is counted here.")

    def _choose(self, game: str) -> None:
        self.game = game
        self.resize()

    def _next(self) -> None:
        keys = ["", *titles()]
        self._choose(keys[(keys.index(self.game) + 1) % len(keys)])

    def handle(self, event: InputEvent) -> Change | None:
        change = self.form.handle(event)
        if change is None and isinstance(event, Press) and event.means("cancel"):
            return Pop()
        return change

    def update(self, dt: float) -> Change | None:
        self.form.update(dt)
        if workshop.busy:  # portraits
            self.desk.invalidate()
        return None

    # -- drawing ---------------------------------------------------------------------------------

    @property
    def heading(self) -> str:
        return _("Statistics")

    @property
    def told(self) -> str:
        """All games in a sentence; of one game also what level matches."""
        count = sum(line.played for line in self.lines)
        if not count:
            return ""
        words = ngettext("{n} game against the engine", "{n} games against the engine", count)
        won = sum(line.won for line in self.lines)
        said = [words.format(n=count), ngettext("{n} won", "{n} won", won).format(n=won)]
        if self.game:
            level = matching([one for one in self.found if one.game == self.game])
            said.append(_("about your strength: level {level}").format(level=level))
        if self.reading:
            said.append(_("reading …"))
        return ", ".join(said)

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        heading(canvas, self.desk, self.heading)
        self.form.draw(canvas)
        if self.lines:
            canvas.text(self.told, "body_bold", self.summary)
            for cell, column, words in zip(
                self.list.cells(canvas, self.head), self.list.columns, self._heads()
            ):
                canvas.text(words, "caption", cell, canvas.ui.text_second, column.align)

    def _draw_cell(self, canvas: Canvas, row: int, column: int, cell: pygame.Rect) -> bool:
        """The portrait, or the engine's sign; where it is slim the game below the name."""
        line = self.lines[row]
        if column == 1 and self._slim and not self.game:
            upper = pygame.Rect(cell.topleft, (cell.width, cell.height // 2))
            lower, title = upper.move(0, upper.height), titles().get(line.game, line.game)
            canvas.text(self.list.rows[row][1], "caption", upper, valign="bottom", ellipsis=True)
            canvas.text(title, "caption", lower, canvas.ui.text_second, valign="top", ellipsis=True)
            return True
        if column:
            return False
        size = min(cell.width, cell.height - canvas.px(6))
        if line.opponent:
            draw_portrait(canvas, line.opponent, cell.center, size)
        else:
            canvas.icon("engine", cell.center, canvas.ui.text_second, 28)
        return True
