"""The column of a review: the curve, three pages, and a row of buttons.

The pages are the story, all turns with their comments, and the counts with the engine's lines.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.platform.i18n import _, format_percent
from game.screen.app.scene import STAY, AppServices, Change
from game.screen.boards import BoardView
from game.screen.boards.sign_pen import SignPen
from game.screen.play.evaluation import Graph
from game.screen.play.layout import PlayLayout
from game.screen.play.pen_palette import PenPalette
from game.screen.play.turn_list import TurnList
from game.screen.plugin.figures import MINUS
from game.screen.plugin.figures import number as in_figures
from game.screen.plugin.panel import Panel
from game.screen.review.analyst import LINES as MOST_LINES
from game.screen.review.analyst import Analyst, AutoPlay, EngineLine
from game.screen.review.chapters import Chapters
from game.screen.review.story import OpeningLines, Story
from game.screen.ui import pencil
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Segment, SegmentOption, Toggle
from game.screen.ui.layout import split_left
from game.screen.ui.list_box import ListBox
from game.screen.ui.list_box import ListColumn as ListColumn
from game.screen.ui.paint import mix
from game.screen.ui.text import in_full_size
from game.screen.ui.text_field import TextField
from game.screen.ui.tokens import RADIUS
from game.screen.ui.widget import Widget, WidgetState
from game.table.chances import ShownChances
from game.table.history import Turn
from game.table.match import Match
from game.table.mistakes import MAX_TURNING_POINTS as MOST_CHAPTERS
from game.table.mistakes import Mistake
from game.table.review import Review
from game.table.study import Study
from game.table.variations import MAX_COMMENT_LENGTH, ROOT, PositionNote, VariationTree

STORY, TURNS, LINES = "story", "turns", "lines"
GRAPH, TABS, COMMENT, GAP = 88, 46, 56, 10  # design px
SWITCH, ROW, LINES_GAP = 44, 38, 6  # design px, for the engine's lines
HEIGHT = SWITCH + LINES_GAP + MOST_LINES * ROW + 12
LIST_ACCENT = 64  # width in design px of the bright figures in the list
WORTH_TELLING = 0.02  # minimum loss of chances at which a turn gets a figure
TEXT = 2  # index of the column with the turns' text
INDENT = 16  # design px for each level of variations
DEEPEST = 5  # maximum level of variations that is indented further
ICON = 18
SHARE = 0.55  # share of a row's text width that the turn gets if a comment follows


class CommentField(TextField):
    """The comment on one `node` of the tree; it is stored when the field loses the focus."""

    node = 0

    def go_on(self, old: CommentField | None) -> None:
        """Continue with the text and caret of the `old` field, which this field replaces."""
        if old is not None and old.node == self.node:
            self.text, self.caret = old.text, old.caret

    def show(self, node: int, text: str) -> None:
        """Show the comment of a node, unless the field already shows it."""
        if node != self.node or text != self.text:
            self.node, self.text, self.caret = node, text, len(text)

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        if look.focused or not self.text:
            super().draw(canvas, look)
            return
        ui = canvas.ui
        fill = ui.control if look.hovered else mix(ui.control, ui.panel, 0.5)
        canvas.rounded(self.rect, canvas.px(RADIUS["button"]), fill, ui.line, canvas.hairline)
        inside = self.rect.inflate(-canvas.px(24), -canvas.px(6))
        words = " ".join(self.text.split())
        canvas.text(words, self.style, inside, ui.text, wrap=True, ellipsis=True)


class LinesBox:
    """The engine's lines; `show(line)` plays a line out, `switch` turns the analysis on or off."""

    def __init__(
        self,
        analyst: Analyst,
        show: Callable[[EngineLine], Change | None],
        switch: Callable[[bool], Change | None],
        seen: ShownChances,
    ) -> None:
        self._analyst, self._show, self._seen = analyst, show, seen
        self._switch = switch
        tip = _("Another program")
        self.other = Button("", self._ask_next, icon="engine", name="analysis-by", tip=tip)
        self.toggle = Toggle(_("Analysis"), analyst.on, switch, name="analysis")
        self.list = ListBox(
            [ListColumn(52, "right", "accent"), ListColumn(0)],
            on_choose=self._choose,
            row_height=ROW,
            name="lines",
        )

    def place(self, area: pygame.Rect, canvas: Canvas) -> list[Widget]:
        """Lay out within an area of height HEIGHT; return the controls."""
        high = canvas.px(SWITCH)
        widgets: list[Widget] = [self.toggle, self.list]
        wide = area.width
        if self._analyst.programs:
            wide -= high + canvas.px(LINES_GAP)
            self.other.at((area.right - high, area.top, high, high))
            widgets.insert(1, self.other)
        self.toggle.at((area.left, area.top, wide, high))
        top = area.top + high + canvas.px(LINES_GAP)
        self.list.at((area.left, top, area.width, area.bottom - top))
        return widgets

    def _ask_next(self) -> Change | None:
        self._analyst.ask_next()
        return self._switch(True)

    def follow(self) -> None:
        """Show the present state of the analysis."""
        analyst, thought = self._analyst, self._analyst.thought
        self.toggle.value = analyst.on
        self.toggle.label = _("Analysis")
        self.toggle.note = self._analyst.program
        self.list.focusable = bool(thought and thought.lines)
        if thought is not None:
            words = _("Depth {depth}, {n} positions")
            self.toggle.label = words.format(depth=thought.depth, n=in_figures(thought.nodes))
        rows = [] if thought is None else [self._row(line) for line in thought.lines]
        if rows != self.list.rows:
            self.list.set_rows(rows, min(self.list.chosen, len(rows) - 1))
        self.list.empty = self._empty()

    def _empty(self) -> str:
        if self._analyst.problem:
            return _(self._analyst.problem)
        if self._analyst.on:
            return _("Thinking …") if self._analyst.thinks else _("The game is over here.")
        return _("Switch on, and the engine shows its best lines here.")

    def _choose(self, row: int) -> Change | None:
        thought = self._analyst.thought
        if thought is None or row >= len(thought.lines):
            return STAY
        return self._show(thought.lines[row])

    def _row(self, line: EngineLine) -> tuple[str, str]:
        first = line.turns[0]
        chance = self._seen(first.before, line.chance, first.seat)
        return format_percent(chance), "  ".join(turn.text for turn in line.turns)


class TreeList(TurnList):
    """The list of turns and variations; `go(node)` is called with a chosen node."""

    def __init__(
        self,
        panel: Panel,
        view: Callable[[], BoardView],
        go: Callable[[int], Change | None],
        accent: int,
        empty: str,
    ) -> None:
        super().__init__(panel, view, lambda row: go(self.nodes[row]), accent, empty)
        self.nodes: tuple[int, ...] = ()
        self.depths: tuple[int, ...] = ()
        self._notes: list[PositionNote] = []
        self._tree: VariationTree | None = None
        self._walked: list[Turn] = []

    def show_tree(self, tree: VariationTree, here: int, figure: Callable[[int], str]) -> None:
        """Show all nodes, with `here` chosen; `figure(node)` returns the bright figure of a row."""
        if tree is not self._tree:
            self._take_in(tree)
        row = self.nodes.index(here) if here != ROOT else -1
        self.show(self._walked, row + 1, lambda row, _text: figure(self.nodes[row]))

    def _take_in(self, tree: VariationTree) -> None:
        walked, self._tree = list(tree.walk()), tree
        self.nodes = tuple(number for number, _depth in walked)
        self.depths = tuple(min(depth, DEEPEST) for _number, depth in walked)
        self._notes = [tree.node(number).note for number in self.nodes]
        self._walked = tree.turns(self.nodes)

    def _draw_piece(self, canvas: Canvas, row: int, column: int, rect: pygame.Rect) -> bool:
        if column != TEXT or row >= len(self.depths):
            return super()._draw_piece(canvas, row, column, rect)
        depth = self.depths[row]
        if not (depth or self._notes[row]):
            return False
        self._draw_words(canvas, row, self._indented(canvas, rect, depth))
        return True

    @staticmethod
    def _indented(canvas: Canvas, rect: pygame.Rect, depth: int) -> pygame.Rect:
        """Draw a bar beside a cell for each variation level; return the rest of the cell."""
        step = canvas.px(INDENT)
        for number in range(depth):
            x = rect.left + number * step + canvas.px(4)
            top, low = rect.top - canvas.px(1), rect.bottom
            width = max(2, canvas.px(3))
            pencil.line(canvas.surface, canvas.accent, (x, top), (x, low), width)
        return split_left(rect, depth * step)[1]

    def _draw_words(self, canvas: Canvas, row: int, rect: pygame.Rect) -> None:
        style = "caption_bold" if row == self.chosen else "caption"
        pixels, comment = canvas.metrics.type_px(style), " ".join(self._notes[row].comment.split())
        extra = canvas.px(ICON + 8) if self._notes[row] else 0
        room = rect.copy()
        room.width = round(rect.width * SHARE) if comment else rect.width - extra
        text = in_full_size(str(self.rows[row][TEXT]), style, pixels, room.width)
        spot = canvas.text(text, style, room, ellipsis=True)
        if not extra:
            return
        x = spot.right + canvas.px(8)
        icon = "speech" if comment else "pencil"
        canvas.icon(icon, (x + canvas.px(ICON) // 2, rect.centery), canvas.ui.text_second, ICON)
        rest = pygame.Rect(x + extra, rect.top, rect.right - x - extra, rect.height)
        if comment and rest.width > canvas.px(24):
            said = in_full_size(comment, "caption", canvas.metrics.type_px("caption"), rest.width)
            canvas.text(said, "caption", rest, canvas.ui.text_second, ellipsis=True)


@dataclass(frozen=True)
class ColumnActions:
    """Callbacks of the controls of the column."""

    act: Callable[[], Change | None]  # action of the main button
    go: Callable[[int], Change]  # goes to a node of the tree
    step: Callable[[int], Change]  # goes one turn forward or back
    show_tab: Callable[[str], Change]
    show_point: Callable[[Mistake], Change]
    play_point: Callable[[Mistake, str], Change]
    play_line: Callable[[EngineLine], Change]
    pause_search: Callable[[], Change]  # stops or continues the search for turning points
    switch_analysis: Callable[[bool], Change]
    switch_drawing: Callable[[], Change]
    wipe: Callable[[], Change]  # erases all drawings of this position
    pen_changed: Callable[[], object]
    stop_writing: Callable[[], Change]  # moves the focus away from the comment


class ReviewColumn:
    """The controls of a review and their texts. `tab` is the open page."""

    graph: Graph
    tree: TreeList
    comment: CommentField
    lines: LinesBox
    main: Button
    draw: Button

    def __init__(
        self,
        match: Match,
        study: Study,
        review: Review,
        analyst: Analyst,
        autoplay: AutoPlay,
        pen: SignPen,
        panel: Panel,
        actions: ColumnActions,
        seen: ShownChances,
    ) -> None:
        self._seen = seen
        self._match, self._study, self._review = match, study, review
        self._analyst, self._autoplay, self._panel, self._do = analyst, autoplay, panel, actions
        self._pen = pen
        self.tab = STORY if match.over else TURNS
        self.opening = OpeningLines(review, self._number, panel.name_or_role, actions.go, seen)
        self.story = Story(actions.show_point, actions.play_point, actions.pause_search)
        self.chapters = Chapters(match, review, panel.row_number)

    # -- layout ----------------------------------------------------------------------------------

    def build(
        self,
        canvas: Canvas,
        layout: PlayLayout,
        services: AppServices,
        view: Callable[[], BoardView],
    ) -> list[Widget]:
        """Make and place all controls of the open page; `canvas` is used only to measure texts."""
        px = canvas.px
        x, wide = layout.seats.left, layout.seats.width
        names = self._panel.name_or_role(0), self._panel.name_or_role(1)
        self.graph = Graph(lambda turn: self._do.go(turn + 1), names)
        self.graph.at((x, layout.seats.top, wide, px(GRAPH)))
        tabs = self._tabs((x, self.graph.rect.bottom + px(GAP), wide, px(TABS)))
        top = tabs.rect.bottom + px(GAP)
        area = pygame.Rect(x, top, wide, layout.actions.top - px(16) - top)
        if layout.game.left != x:  # there is a second stack beside the first
            low = layout.column.bottom - layout.game.top
            area = pygame.Rect(layout.game.left, layout.game.top, layout.game.width, low)
        self._make(services, view)
        pages: dict[str, Callable[[pygame.Rect, Canvas], list[Widget]]] = {
            STORY: self._story,
            TURNS: self._turns,
            LINES: self._lines,
        }
        widgets = pages[self.tab](area, canvas)
        return [self.graph, tabs, *widgets, *self._actions(canvas, layout.actions)]

    def _tabs(self, rect: tuple[int, int, int, int]) -> Segment:
        options = [
            SegmentOption(STORY, _("Story"), "book"),
            SegmentOption(TURNS, _("All turns"), "branch"),
            SegmentOption(LINES, _("Position"), "pieces"),
        ]
        return Segment(options, self.tab, self._do.show_tab, "tabs").at(rect)

    def _make(self, services: AppServices, view: Callable[[], BoardView]) -> None:
        study = self._study
        self.tree = TreeList(self._panel, view, self._do.go, LIST_ACCENT, _("No turns yet"))
        before = getattr(self, "comment", None)
        self.comment = CommentField(
            study.note.comment,
            lambda text: None,
            placeholder=_("Write a comment on this position"),
            limit=MAX_COMMENT_LENGTH,
            on_accept=self._do.stop_writing,
            paste=services.paste_text,
            copy=services.copy_text,
            name="comment",
        )
        self.comment.show(study.here, study.note.comment)
        self.comment.go_on(before)
        switch = self._do.switch_analysis
        self.lines = LinesBox(self._analyst, self._do.play_line, switch, self._seen)

    def _story(self, area: pygame.Rect, canvas: Canvas) -> list[Widget]:
        review, points = self._review, self._autoplay.points
        known, whole = review.done, len(review.chances)
        story = self.story
        story.running = review.running
        story.chapters = [self.chapters(point) for point in points]
        story.progress = story.aside = ""
        if known < whole and not review.failed:
            words = _("Looking for turning points: {n} of {all}")
            story.progress = words.format(n=known, all=whole)
        elif not review.complete and not review.failed:
            story.progress = _("Looking again where much changed")
        story.message = review.failed
        quiet = not any(point.turned for point in points)
        if quiet and not story.progress and not review.failed:
            story.message = _("No turn changed who was expected to win.")
        if quiet and points and not story.progress:
            story.aside = _("No turn changed who was expected to win; these lost the most.")
        high = self.opening.height(canvas)
        said = bool(story.progress or story.aside)
        if not high or (said and len(story.chapters) == MOST_CHAPTERS):
            return story.place(area, canvas)
        self.opening.at((area.left, area.top, area.width, high))
        return [self.opening, *story.place(area, canvas, high + canvas.px(GAP))]

    def _turns(self, area: pygame.Rect, canvas: Canvas) -> list[Widget]:
        px, gap = canvas.px, canvas.px(GAP)
        high = self.opening.height(canvas)
        opening: list[Widget] = [self.opening] if high else []
        top = area.top + (high + gap if high else 0)
        self.opening.at((area.left, area.top, area.width, high))
        low = area.bottom
        self.comment.at((area.left, low - px(COMMENT), area.width, px(COMMENT)))
        low -= px(COMMENT) + gap
        lines: list[Widget] = []
        if self._analyst.on:
            high = px(HEIGHT)
            lines = self.lines.place(pygame.Rect(area.left, low - high, area.width, high), canvas)
            low -= high + gap
        self.tree.at((area.left, top, area.width, low - top))
        return [*opening, self.tree, *lines, self.comment]

    def _lines(self, area: pygame.Rect, canvas: Canvas) -> list[Widget]:
        px = canvas.px
        widgets = self._panel.widgets()
        panel = pygame.Rect(area.left, area.top, area.width, px(self._panel.height))
        self._panel.lay_out(panel, canvas)
        top = panel.bottom + px(GAP)
        high = min(px(HEIGHT) + px(24), area.bottom - top)
        return [*widgets, *self.lines.place(pygame.Rect(area.left, top, area.width, high), canvas)]

    def _actions(self, canvas: Canvas, row: pygame.Rect) -> list[Widget]:
        do, px, gap = self._do, canvas.px, canvas.px(GAP)
        self.main = Button("", do.act, kind="main", name="main")
        draw = _("Put the pen away") if self._pen.on else _("Draw marks and arrows")
        self.draw = Button("", do.switch_drawing, icon="pencil", name="draw", tip=draw)
        self.draw.kind = "main" if self._pen.on else "plain"
        back = Button("", lambda: do.step(-1), icon="left", name="earlier", tip=_("One turn back"))
        on = Button("", lambda: do.step(1), icon="right", name="later", tip=_("One turn on"))
        small = max(px(60), 38)
        first: Widget = self.main
        others = [self.draw, back, on]
        if self._pen.on:
            tip = _("Take away all that is drawn here")
            first = PenPalette(self._pen, do.pen_changed)
            others[1:] = [Button("", do.wipe, icon="eraser", name="wipe", tip=tip)]
        first.at((row.left, row.top, row.width - len(others) * (small + gap), row.height))
        for number, button in enumerate(others):
            left = row.right - (len(others) - number) * small - (len(others) - number - 1) * gap
            button.at((left, row.top, small, row.height))
        return [first, *others]

    # -- what they say ---------------------------------------------------------------------------

    def follow(self, writing: bool) -> None:
        """Update all controls from the study and the review.

        `writing` is True while a comment is being written.
        """
        study = self._study
        self.tree.show_tree(study.tree, study.here, self._loss)
        marks = [mistake.number for mistake in self._autoplay.points]
        path = study.tree.path(study.here)
        shown = sum(study.tree.is_played(number) for number in path)
        self.graph.set(self._review.shown, marks, shown)
        self.lines.follow()
        if not writing:
            self.comment.show(study.here, study.note.comment)
        for card in self.story.cards:
            card.chosen = card.chapter.mistake == self._autoplay.point

    def label_main(self, label: str, icon: str, enabled: bool) -> None:
        """Set the main button's label, icon and state."""
        self.main.label, self.main.icon, self.main.enabled = label, icon, enabled

    def _loss(self, node: int) -> str:
        """Return the loss of chances through a turn of the game, as text."""
        tree = self._study.tree
        loss = self._review.loss(node - 1) if tree.is_played(node) else None
        if loss is None or loss < WORTH_TELLING:
            return ""
        return f"{MINUS}{format_percent(loss)}"

    def _number(self, turn: int) -> int:
        """Return the number of a turn of the game in the list."""
        turns = self._review.turns
        return self._panel.row_number(turns[turn]) if turn < len(turns) else turn + 1

    def hand_over(self) -> None:
        """Store the comment that is being written, if it belongs to the position shown."""
        field = getattr(self, "comment", None)
        if field is not None and field.node == self._study.here:
            self._study.comment(field.text)
