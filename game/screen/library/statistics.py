"""Statistics of the library: results against each opponent, and plots.

A thread reads the numbers.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.library import statistics
from game.library.collection import GameCollection
from game.library.database import Database, open_library
from game.library.display_names import player_words
from game.library.indexer import IndexingProcess
from game.library.search import KnownPlayer
from game.library.statistics import PlotBar, results
from game.platform.errors import in_words
from game.platform.i18n import N_, _, format_percent, ngettext
from game.platform.theme import Colour
from game.rules.registry import titles
from game.screen.app.layout_scenes import Hint, PageScene, storing
from game.screen.app.scene import Pop, ShownBoard
from game.screen.boards.portraits import draw_portrait
from game.screen.plugin.sample_positions import SampleBoards
from game.screen.ui import plot
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Segment, Stepper
from game.screen.ui.layout import grid, split_left, split_top
from game.screen.ui.list_box import ListBox, ListColumn
from game.screen.ui.paint import mix
from game.table.opponents import OPPONENTS
from game.table.win_loss import EngineGame, WinLossLine, lines, matching

PLOT_TITLES = {
    "results": N_("Results"),
    "lengths": N_("Length"),
    "trains": N_("Trains"),
    "paces": N_("Time"),
    "rating": N_("Rating"),
}
PLOT_DESCRIPTIONS = {
    "lengths": N_("Finished games by their turns"),
    "trains": N_("Games by the most jumps in one turn"),
    "paces": N_("Time that a turn took a person on average, game by game"),
    "rating": N_("Rating after each game that counted"),
}


@dataclass(frozen=True, slots=True)
class Figures:
    """All numbers of a kind of game."""

    seats: tuple[int, int, int]
    levels: Sequence[PlotBar]
    bars: dict[str, Sequence[PlotBar]]
    people: Sequence[KnownPlayer]
    course: Sequence[int]

    @classmethod
    def of(cls, database: Database, game: str, person: int | None) -> Figures:
        """Read the figures from the library.  Raises DatabaseError."""
        people = statistics.rated_people(database, game)
        shown = person if person is not None else next((one.id for one in people), None)
        return cls(
            statistics.by_seat(database, game),
            statistics.by_level(database, game),
            {
                "lengths": statistics.lengths(database, game),
                "trains": statistics.trains(database, game),
                "paces": statistics.paces(database, game),
            },
            people,
            statistics.course(database, game, shown) if shown is not None else (),
        )


def draw_view(
    canvas: Canvas, rect: pygame.Rect, view: str, figures: Figures | None, words: str
) -> None:
    """Draw a plot on a card; while there are no figures, draw `words` instead."""
    px, ui = canvas.px, canvas.ui
    canvas.card(rect)
    inside = rect.inflate(-2 * px(24), -2 * px(16))
    if figures is not None:
        words = _missing(view, figures)
    if figures is None or words:
        canvas.text(words, "body", inside, ui.text_second, "center", wrap=True)
        return
    if view == "results":
        _draw_results(canvas, inside, figures)
        return
    head = max(px(40), canvas.metrics.type_px("body") + 10)
    at, inside = split_top(inside, head)
    canvas.text(_(PLOT_DESCRIPTIONS[view]), "body_bold", at)
    if view == "rating":
        plot.draw_line(canvas, inside, figures.course)
        return
    bars = figures.bars[view]
    values = [bar.parts for bar in bars]
    plot.draw_bars(canvas, inside, [bar.label for bar in bars], values, (ui.accent,))


def _missing(view: str, figures: Figures) -> str:
    """Return the message if there is nothing to draw, otherwise ""."""
    if view == "results":
        return "" if sum(figures.seats) else _("No finished games yet.")
    if view == "rating":
        words = _("No rated games of this kind yet. Choose a game above, or play one.")
        return "" if figures.course else words
    return "" if figures.bars[view] else _("No data yet.")


def outcome_colours(canvas: Canvas) -> tuple[Colour, Colour, Colour]:
    """Return the colours of won, drawn and lost, distinct in every theme."""
    ui = canvas.ui
    return ui.accent, mix(ui.text_second, ui.panel, 0.35), mix(ui.text, ui.panel, 0.75)


def _outcomes() -> tuple[str, str, str]:
    return _("Won"), _("Drawn"), _("Lost")


def _draw_results(canvas: Canvas, rect: pygame.Rect, figures: Figures) -> None:
    """Draw the results by seat, and below them the results against each level."""
    px, ui, colours = canvas.px, canvas.ui, outcome_colours(canvas)
    line = max(px(38), canvas.metrics.type_px("body") + 10)
    whole = max(1, sum(figures.seats))
    labels = (_("Began"), _("Draw"), _("Second"))
    head = ngettext("{n} finished game", "{n} finished games", whole).format(n=whole)
    canvas.text(head, "body_bold", split_top(rect, line)[0])
    bar = pygame.Rect(rect.left, rect.top + line, rect.width, px(34))
    plot.draw_shares(canvas, bar, figures.seats, colours)
    third = rect.width // 3
    for number, (label, count) in enumerate(zip(labels, figures.seats)):
        cell = pygame.Rect(rect.left + number * third, bar.bottom + px(4), third, line)
        share = "" if canvas.metrics.portrait else f" ({format_percent(count / whole)})"
        words = _("{name}: {words}").format(name=label, words=f"{count}{share}")
        _draw_key(canvas, cell, words, colours[number])
    top = bar.bottom + 2 * line
    if not any(level.whole for level in figures.levels):
        return
    head = _("Against the engine, by its level")
    canvas.text(head, "body_bold", pygame.Rect(rect.left, top, rect.width, line))
    for number, label in enumerate(_outcomes()):
        cell = pygame.Rect(rect.left + number * third, top + line, third, line)
        _draw_key(canvas, cell, label, colours[number])
    below = pygame.Rect(rect.left, top + 2 * line, rect.width, rect.bottom - top - 2 * line)
    values = [level.parts for level in figures.levels]
    if below.height > px(120):
        plot.draw_bars(canvas, below, [level.label for level in figures.levels], values, colours)
    else:
        canvas.text(_("The window is too low for this plot."), "caption", below, ui.text_second)


def _draw_key(canvas: Canvas, cell: pygame.Rect, words: str, colour: Colour) -> None:
    """Draw a patch of a colour and its meaning."""
    px = canvas.px
    patch = pygame.Rect(cell.left, 0, px(18), px(18))
    patch.centery = cell.centery
    canvas.rounded(patch, px(4), colour, canvas.ui.line, 1)
    room = pygame.Rect(
        patch.right + px(8), cell.top, cell.right - patch.right - px(12), cell.height
    )
    canvas.text(words, "caption", room)


BAR, WIDE_BAR = 300, 420  # design px, width of the bar of results
BOARDS = 320  # design px, width of the column of boards
VIEWS = {"opponents": N_("Opponents"), **PLOT_TITLES}


class StatisticsScene(PageScene):
    """Statistics of a game, or of all games for ""; `view` is one of VIEWS."""

    title = N_("Statistics")
    clicks = True
    first, foot = "game", 12

    def __init__(self, game: str = "", view: str = "opponents") -> None:
        super().__init__()
        self.game, self.view = game, view
        self.list = ListBox([])
        self.found: list[EngineGame] = []
        self.lines: list[WinLossLine] = []
        self.figures: Figures | None = None
        # Id of the person whose rating is shown; None means the person with the most games.
        self.person: int | None = None
        self.problem = ""
        self.reading = True
        self._left = False
        self._helper: IndexingProcess | None = None
        self.samples: SampleBoards | None = None
        self.places: dict[str, pygame.Rect] = {}  # places of the boards, by game

    def enter(self) -> None:
        self._read()

    def leave(self) -> None:
        self._left = True
        self._close_boards()

    def _close_boards(self) -> None:
        if self.samples is not None:
            self.samples.close()
        self.samples, self.places = None, {}

    @property
    def boards(self) -> Sequence[ShownBoard]:
        return self.samples.shown if self.samples is not None else ()

    @property
    def needed(self) -> list[pygame.Rect]:
        return [*super().needed, *self.places.values()]

    def _read(self) -> None:
        self.reading = True
        threading.Thread(
            target=self._work, args=(self.game, self.person), daemon=True, name="statistics"
        ).start()

    def _work(self, game: str, person: int | None) -> None:
        """Read all figures of a game; runs in its own thread."""
        try:
            with open_library() as database:
                self._catch_up(GameCollection(database))
                found, figures = results(database), Figures.of(database, game, person)
        except Exception as error:  # shown instead of the figures
            words = in_words(error)
            self.services.post(lambda: self._take([], None, words))
        else:
            self.services.post(lambda: self._take(found, figures, ""))

    def _catch_up(self, collection: GameCollection) -> None:
        """Index new records first, in a helper process if there are many. Runs in the thread."""
        if collection.catch_up_with_few() and self._helper is None:
            self._helper = IndexingProcess(
                lambda done, of: None, lambda outcome: self.services.post(self._read_again)
            )

    def _read_again(self) -> None:
        if not self._left:
            self._read()

    def _take(self, found: list[EngineGame], figures: Figures | None, problem: str) -> None:
        if self._left:
            return
        self.found, self.figures, self.problem, self.reading = found, figures, problem, False
        self.resize()
        self.services.invalidate()

    def hints(self) -> list[Hint]:
        return [Hint("right", _("next game"), self._next), Hint("cancel", _("back"), Pop)]

    def lay_out(self, room: pygame.Rect) -> None:
        metrics, px = self.services.metrics, self.services.metrics.px
        tall = max(px(48), 2 * metrics.type_px("caption") + 8)
        titled = {"": _("All games"), **titles()}
        row, room = split_top(room, tall, px(8))
        self.form.add(Segment(titled, self.game, self._choose, "game", quiet=True).at(row))
        views, look = (
            {key: _(words) for key, words in VIEWS.items()},
            storing(self, "view", self.resize),
        )
        row, room = split_top(room, tall, px(8))
        self.form.add(Segment(views, self.view, look, "view", quiet=True).at(row))
        room = self._place_boards(room)
        self.plot = room
        if self.view != "opponents":
            self._lay_people()
            return
        self.summary, room = split_top(room, px(40), px(8))
        self.head, room = split_top(room, px(32), px(4))
        self.lines = lines(one for one in self.found if self.game in ("", one.game))
        keep = max(0, self.list.chosen)
        self.list = ListBox(
            self._columns(),
            [self._row(line) for line in self.lines],
            draw_cell=self._draw_cell,
            empty=self._nothing(),
            row_height=56,
            name="list",
        )
        room.height -= px(4)
        self.form.add(self.list.at(room))
        self.list.choose(min(keep, len(self.lines) - 1))

    def _place_boards(self, room: pygame.Rect) -> pygame.Rect:
        """Put the boards at the right of a wide window; return the room that is left."""
        self._close_boards()
        if self._slim:
            return room
        px, keys = self.services.metrics.px, [self.game] if self.game else [*titles()]
        room, column = split_left(room, room.width - px(BOARDS) - px(24), px(24))
        columns, gap = min(2, len(keys)), px(12)
        rows = -(-len(keys) // columns)
        side = (column.width - gap * (columns - 1)) // columns
        side = min(side, (column.height - gap * (rows - 1)) // rows)
        box = pygame.Rect(0, 0, columns * (side + gap) - gap, rows * (side + gap) - gap)
        box.center = column.center
        self.places = dict(zip(keys, grid(box, len(keys), columns, gap)))
        self.samples = SampleBoards(self.services.theme, keys, side)
        return room

    def _lay_people(self) -> None:
        """Add the choice of the person whose rating is shown, if there are several people."""
        people = self.figures.people if self.figures else []
        if self.view != "rating" or len(people) < 2:
            return
        px, metrics = self.services.metrics.px, self.services.metrics
        names = {one.id: player_words(one.name, one.key, one.kind) for one in people}
        tall = max(px(52), metrics.type_px("caption") + 16)
        wide = min(self.plot.width, max(px(420), 300))
        chosen = self.person if self.person in names else people[0].id
        control = Stepper([*names], chosen, self._person, lambda one: names[one], "person")
        self.form.add(control.at((self.plot.right - wide, self.plot.top, wide, tall)))
        self.plot = split_top(self.plot, tall, px(6))[1]

    def _person(self, person: int) -> None:
        self.person = person
        self._read()

    @property
    def _slim(self) -> bool:
        """True if there is room only for wins, draws and losses, and none for boards."""
        return self.services.metrics.narrow or self.services.metrics.portrait

    def _columns(self) -> list[ListColumn]:
        columns = [ListColumn(48), ListColumn(0)]
        if self._slim:
            return [*columns, ListColumn(BAR if self.services.metrics.portrait else WIDE_BAR)]
        columns += [ListColumn(96, "right"), ListColumn(BAR)]
        return [*columns, ListColumn(120, "right", "second")]

    @property
    def _bar(self) -> int:
        """The column whose cells show won, drawn and lost games as one bar."""
        return len(self.list.columns) - (1 if self._slim else 2)

    def _heads(self) -> list[str]:
        if self._slim:
            return ["", "", ""]
        return ["", _("Opponent"), _("Played"), "", _("Best")]

    def _row(self, line: WinLossLine) -> tuple[str, ...]:
        level = _("Level {level}").format(level=line.level)
        name = f"{OPPONENTS[line.opponent].name} · {level}" if line.opponent else level
        counts = f"{line.won} / {line.drawn} / {line.lost}"
        if self._slim:
            return ("", name, counts)
        best = ngettext("{count} turn", "{count} turns", line.best).format(count=line.best)
        return ("", name, str(line.played), counts, best if line.best else "–")

    def _nothing(self) -> str:
        if self.reading or self.problem:
            return self.problem or _("Reading the saved games …")
        return _("No finished games against the engine yet. Play one, and it is counted here.")

    def _choose(self, game: str) -> None:
        self.game, self.person = game, None
        self._read()
        self.resize()

    def _next(self) -> None:
        keys = ["", *titles()]
        self._choose(keys[(keys.index(self.game) + 1) % len(keys)])

    @property
    def told(self) -> str:
        """A sentence about all games; for one game it adds the level that matches the person."""
        count = sum(line.played for line in self.lines)
        if not count:
            return ""
        words = ngettext("{n} game against the engine", "{n} games against the engine", count)
        won = sum(line.won for line in self.lines)
        said = [words.format(n=count), ngettext("{n} won", "{n} won", won).format(n=won)]
        if self.game:
            level = matching([one for one in self.found if one.game == self.game])
            said.append(_("about your strength: level {level}").format(level=level))
        return ", ".join(said)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        for key, place in self.places.items():
            if self.samples is not None:
                self.samples.draw(canvas.surface, key, place.center)
        if self.view != "opponents":
            words = self._nothing() if self.reading or self.problem else ""
            draw_view(canvas, self.plot, self.view, None if words else self.figures, words)
        elif self.lines:
            canvas.text(self.told, "body_bold", self.summary)
            cells = self.list.cells(canvas, self.head)
            for cell, column, words in zip(cells, self.list.columns, self._heads()):
                canvas.text(words, "caption", cell, canvas.ui.text_second, column.align)
            bar = cells[self._bar]
            if self._slim:  # the row has no other columns
                bar.left, bar.width = bar.right - 2 * self.head.width // 3, 2 * self.head.width // 3
            keys = grid(bar, 3, 3, 0)
            for cell, words, colour in zip(keys, _outcomes(), outcome_colours(canvas)):
                _draw_key(canvas, cell, words, colour)

    def _draw_cell(self, canvas: Canvas, row: int, column: int, cell: pygame.Rect) -> bool:
        """Draw the portrait or the engine's icon; for all games, also the game below the name."""
        line = self.lines[row]
        if column == 1 and not self.game:
            upper = pygame.Rect(cell.topleft, (cell.width, cell.height // 2))
            lower, title = upper.move(0, upper.height), titles().get(line.game, line.game)
            canvas.text(self.list.rows[row][1], "caption", upper, valign="bottom", ellipsis=True)
            canvas.text(title, "caption", lower, canvas.ui.text_second, valign="top", ellipsis=True)
            return True
        if column == self._bar:
            tall = max(canvas.px(26), canvas.metrics.type_px("caption_bold") + 4)
            bar = pygame.Rect(cell.left, 0, cell.width, tall)
            bar.centery = cell.centery
            counts = (line.won, line.drawn, line.lost)
            plot.draw_shares(canvas, bar, counts, outcome_colours(canvas), numbered=True)
            return True
        if column:
            return False
        size = min(cell.width, cell.height - canvas.px(6))
        if line.opponent:
            draw_portrait(canvas, line.opponent, cell.center, size)
        else:
            canvas.icon("engine", cell.center, canvas.ui.text_second, 28)
        return True
