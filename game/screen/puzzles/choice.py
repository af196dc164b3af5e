"""The choice of puzzles: a card for the puzzle of the day, and smaller ones for the other modes."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pygame

from game.platform.i18n import N_, _, ngettext
from game.platform.theme import Theme
from game.puzzles import catalogue, modes
from game.puzzles import progress_store as kept
from game.puzzles.course import AGAIN, DAY, FREE, STORM, STREAK, Course, begin
from game.puzzles.puzzle import Puzzle
from game.rules.registry import parse_setup, titles, usual_setup
from game.screen.app import routes
from game.screen.app.layout_scenes import PageScene, heading, measuring, storing
from game.screen.app.scene import STAY, Change, Push, ShownBoard
from game.screen.boards.view import StillBoard
from game.screen.plugin.registry import board_view
from game.screen.puzzles.attempt import counted_words, kind_name, mode_name, named
from game.screen.puzzles.series import day_result, open_course
from game.screen.ui.button import Button, CardButton
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Toggle
from game.screen.ui.layout import button_height, grid, split_left, split_top
from game.screen.ui.widget import WidgetState

# Share of the window for the puzzle of the day: of its width, or of its height if it is upright.
DAY_SHARE, UPRIGHT_SHARE = 0.42, 0.46
# Margins of the large and small cards, and the gap between cards, in design px.
PAD, SMALL_PAD, GAP = 18, 14, 16
SMALLEST_BOARD = 64
# For the pictures on cards: number of puzzles to move on each day, and number to choose from.
DAILY_STEP, SAMPLED = 7, 30
MARK = 26  # size in design px of the icon that shows the result of a try
MARKS = {  # icon by the result of a try
    modes.WRONG: "cross",
    modes.HINT: "bulb",
    modes.SOLVED: "check",
    modes.SHOWN: "eye",
}


@dataclass
class PuzzleTile:
    """A card of the choice: a name, a line, and the position of `puzzle`; `act` opens it.

    `figure` is a number beside the name, drawn with `icon`; "" for none.
    """

    label: str
    words: str
    act: Callable[[], Change]
    puzzle: Puzzle | None
    icon: str = ""
    figure: str = ""
    board: StillBoard | None = None
    centre: tuple[int, int] = (0, 0)  # centre of the board

    def close(self) -> None:
        if self.board is not None:
            self.board.close()
        self.board = None

    def show(self, theme: Theme, size: int, centre: tuple[int, int]) -> None:
        """Make the board, `size` pixels wide."""
        assert self.puzzle is not None
        self.close()
        game, state = self.puzzle.position()
        self.board = StillBoard(board_view(game, theme, size), game.pieces(state))
        self.centre = centre


class PuzzleMenuScene(PageScene):
    """The scene: it opens puzzles in one of the modes, or the statistics."""

    title = N_("Puzzles")
    clicks = True
    top, first = 104, DAY

    def __init__(self) -> None:
        super().__init__()
        self.on_board = False
        self.tiles: dict[str, PuzzleTile] = {}
        self.progress, self._complaint = kept.opened()

    def enter(self) -> None:
        self._make_tiles()
        for complaint in filter(None, (self._complaint, catalogue.own_puzzles()[1])):
            self.services.toast(complaint, "bad")

    def resume(self, result: object = None) -> Change | None:
        self.progress, _complaint = kept.opened()
        self.leave()
        self._make_tiles()
        self.resize()
        return None

    def leave(self) -> None:
        for tile in self.tiles.values():
            tile.close()

    # -- what is offered ---------------------------------------------------------------------------

    def _make_tiles(self) -> None:
        """Make the cards, each with a position from its puzzles; the cards show different games."""
        self.today = datetime.date.today()
        due = catalogue.find(self.progress.due(self.today))
        day = catalogue.of_the_day(self.today)
        others = [key for key in catalogue.games() if day is None or key != day.key]
        keys = (*others, day.key if day is not None else "", "", "", "")
        again = due[0] if due else self._sample(keys[2])
        figure = str(len(due)) if due else ""
        waits, themes = self._due_words(len(due)), counted_words(self.progress, catalogue.choose())
        self.tiles = {
            DAY: PuzzleTile(_("Puzzle of the day"), self._day_words(), self._day, day),
            STREAK: self._run_tile(STREAK, keys[0]),
            STORM: self._run_tile(STORM, keys[1]),
            AGAIN: PuzzleTile(_("Once more"), waits, self._again, again, "again", figure),
            FREE: PuzzleTile(_("By theme"), themes, self._theme, self._sample(keys[3])),
        }

    def _sample(self, game: str) -> Puzzle | None:
        """Return a puzzle of a game, a different one each day.

        The puzzle is on the game's usual board if possible, because that board is drawn sooner.
        """
        puzzles = catalogue.choose(game)
        first = self.today.toordinal() * DAILY_STEP
        there = [puzzles[(first + n) % len(puzzles)] for n in range(min(SAMPLED, len(puzzles)))]
        usual = parse_setup(usual_setup(game)).topology.name if game else ""
        found = (one for one in there if parse_setup(one.setup).topology.name == usual)
        return next(found, there[0] if there else None)

    def _run_tile(self, mode: str, game: str) -> PuzzleTile:
        words = {STREAK: _("Until the first mistake."), STORM: _("Three minutes.")}[mode]
        best = self.progress.best(mode)
        figure = str(best[0].score) if best else ""
        puzzle = self._sample(game)
        return PuzzleTile(mode_name(mode), words, partial(self._run, mode), puzzle, "cup", figure)

    def _day_words(self) -> str:
        marks, days = self._marks, self.progress.days_in_a_row(self.today)
        words = [modes.marks_in_words(marks) or _("The same for everybody.")]
        if days:
            words.append(ngettext("{n} day in a row", "{n} days in a row", days).format(n=days))
        return " · ".join(words)

    @property
    def _marks(self) -> str:
        return self.progress.daily.get(self.today.isoformat(), "")

    def _due_words(self, count: int) -> str:
        if count:
            return _("Missed, and due today.")
        waits = len(self.progress.reviews)
        if waits:
            words = ngettext("None due today, {n} later", "None due today, {n} later", waits)
            return words.format(n=waits)
        return _("What you miss comes again.")

    # -- layout ------------------------------------------------------------------------------------

    def lay_out(self, room: pygame.Rect) -> None:
        metrics, gap = self.services.metrics, self.services.metrics.px(GAP)
        if metrics.portrait:
            day, rest = split_top(room, round(room.height * UPRIGHT_SHARE), gap)
        else:
            day, rest = split_left(room, round(room.width * DAY_SHARE), gap)
        names = [name for name in self.tiles if name != DAY]
        places = {DAY: day, **dict(zip(names, grid(rest, len(names), 2, gap)))}
        for name, place in places.items():
            tile = self.tiles[name]
            card = CardButton(tile.act, partial(self._paint, name), name)
            card.says = f"{tile.label}, {tile.words}"
            self.form.add(card.at(place))
            self._lay_board(name, place)
        if modes.is_done(self._marks):
            self._lay_share(day)
        self._lay_head(room)

    def _lay_board(self, name: str, card: pygame.Rect) -> None:
        """Place the board in the upper part of a card."""
        tile, pad = self.tiles[name], self.services.metrics.px(PAD if name == DAY else SMALL_PAD)
        foot = self._day_foot if name == DAY else self._foot(card.width - 2 * pad)
        if tile.puzzle is None:
            return
        side = max(SMALLEST_BOARD, min(card.width, card.height - foot) - 2 * pad)
        tile.show(self.services.theme, side, (card.centerx, card.top + (card.height - foot) // 2))

    def _foot(self, width: int) -> int:
        """Return the height of the name and line on the smaller cards, the same for all cards."""
        canvas = measuring(self.services)
        lines = (tile.words for name, tile in self.tiles.items() if name != DAY)
        return self._name_height + max(canvas.text_height(line, "body", width) for line in lines)

    @property
    def _name_height(self) -> int:
        return round(self.services.metrics.type_px("name") * 1.4)

    @property
    def _day_foot(self) -> int:
        """The height of the text below the board of the day's puzzle."""
        metrics = self.services.metrics
        title = metrics.type_px("game_title") * 1.3
        lines = metrics.type_px("body") * 1.4 * 2
        done = modes.is_done(self._marks)
        button = button_height(metrics, 48, 16) + metrics.px(12) if done else 0
        return round(title + lines + metrics.px(16)) + button

    def _lay_share(self, day: pygame.Rect) -> None:
        """Add the button that copies the result, at the foot of the card."""
        share = Button(_("Copy result"), self._share, icon="copy", name="share")
        pad, tall = self.services.metrics.px(PAD), button_height(self.services.metrics, 48, 16)
        wide = min(day.width - 2 * pad, share.width(measuring(self.services)))
        self.form.add(share.at((day.left + pad, day.bottom - pad - tall, wide, tall)))

    def _lay_head(self, room: pygame.Rect) -> None:
        """Add statistics, and the switch for a sensor board, beside the heading."""
        px, canvas = self.services.metrics.px, measuring(self.services)
        words = _("Rating {n}").format(n=self.progress.shown)
        open_ = partial(Push, routes.PuzzleStatistics())
        statistics = Button(words, open_, icon="chart", name="statistics")
        statistics.pill, statistics.tip = True, _("Statistics")
        row = pygame.Rect(room.left, px(36), room.width, max(px(48), 36))
        wide = min(statistics.width(canvas), room.width // 3)
        self.form.add(statistics.at((row.right - wide, row.top, wide, row.height)))
        self.head = row.right - wide - px(16) - room.left
        if self.services.settings.board_link:
            store = storing(self, "on_board")
            board = Toggle(_("On the board"), self.on_board, store, name="board")
            wide = min(px(260), room.width // 3)
            left = self.head + room.left - wide
            self.form.add(board.at((left, row.top, wide, row.height)))
            self.head = left - px(16) - room.left

    # -- opening -----------------------------------------------------------------------------------

    @property
    def board(self) -> str | None:
        return self.services.settings.board_link or None if self.on_board else None

    def _day(self) -> Change:
        return self._open(begin(DAY, self.today))

    def _again(self) -> Change:
        if not self.progress.due(self.today):
            self.services.toast(_("Nothing is due today. What you miss comes again after a day."))
            return STAY
        return self._open(begin(AGAIN, self.today))

    def _run(self, mode: str) -> Change:
        # In a storm there is no time to set out positions on a sensor board.
        board = self.board if mode == STREAK else None
        return Push(routes.PuzzleRunStart(mode, board))

    def _theme(self) -> Change:
        return Push(routes.PickPuzzles(self.board))

    def _share(self) -> Change:
        puzzle = self.tiles[DAY].puzzle
        if puzzle is not None:
            self.services.copy(day_result(self.progress, puzzle, self.today.isoformat()))
        return STAY

    def _open(self, course: Course) -> Change:
        route = open_course(self.services, course, self.progress, self.board)
        return Push(route) if route is not None else STAY

    # -- drawing -----------------------------------------------------------------------------------

    @property
    def boards(self) -> list[ShownBoard]:
        return [tile.board.shown for tile in self.tiles.values() if tile.board is not None]

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        heading(canvas, self.services, self.heading, self.head)
        self.form.draw(canvas)

    def _paint(self, name: str, canvas: Canvas, rect: pygame.Rect, look: WidgetState) -> None:
        """Draw the face of a card."""
        px, ui, tile = canvas.px, canvas.ui, self.tiles[name]
        if tile.board is not None:
            tile.board.draw(canvas.surface, tile.centre)
        if name == DAY:
            self._paint_day(canvas, tile, rect.inflate(-2 * px(PAD), -2 * px(10)))
            return
        words = rect.inflate(-2 * px(SMALL_PAD), -2 * px(SMALL_PAD))
        words = split_top(words, words.height - self._foot(words.width))[1]
        head, line = split_top(words, self._name_height)
        if tile.figure:
            figure = canvas.text(tile.figure, "name", head, ui.text, "right")
            spot = canvas.icon(tile.icon, (figure.left - px(20), head.centery), ui.text_second)
            head.width = spot.left - px(8) - head.left
        canvas.text(tile.label, "name", head)
        canvas.text(tile.words, "body", line, ui.text_second, valign="top", wrap=True)

    def _paint_day(self, canvas: Canvas, tile: PuzzleTile, words: pygame.Rect) -> None:
        """Draw name, kind and result below the board, with an icon for each try."""
        px, ui = canvas.px, canvas.ui
        words.top = words.bottom - self._day_foot + px(10)
        words.height = self._day_foot
        upper, lower = split_top(words, round(canvas.metrics.type_px("game_title") * 1.3))
        marks = self._marks
        wide = canvas.text(tile.label, "game_title", upper).width
        for number, mark in enumerate(marks):
            x = upper.left + wide + px(20) + number * px(MARK)
            if x < upper.right - px(MARK) // 2:
                colour = {modes.SOLVED: ui.good, modes.WRONG: ui.bad}.get(mark, ui.text_second)
                canvas.icon(MARKS[mark], (x, upper.centery), colour, MARK)
        if tile.puzzle is not None:
            kind = named(titles()[tile.puzzle.key], kind_name(tile.puzzle.kind))
            line, lower = split_top(lower, round(canvas.metrics.type_px("body") * 1.4))
            canvas.text(kind, "body", line)
        lower.height = round(canvas.metrics.type_px("body") * 1.4)
        canvas.text(tile.words, "body", lower, ui.text_second)
