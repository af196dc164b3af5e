"""The column of a review: the curve, three pages, and a row of actions.

The pages: the story, all turns with what was written, the game's counts with the engine's lines.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.platform.i18n import _
from game.rules.base import Action, State
from game.rules.events import Seat
from game.screen.app.scene import STAY, Change
from game.screen.play.graph import Graph
from game.screen.play.verdict import seat_name
from game.screen.plugin.panel import MINUS
from game.screen.plugin.registry import reasons_of, screen_plugin_of
from game.screen.review.at_review import AtReview
from game.screen.review.comment_field import CommentField
from game.screen.review.lines import HEIGHT, LinesBox
from game.screen.review.opening import OpeningLines
from game.screen.review.story import Chapter, Story
from game.screen.review.tree_list import TreeList
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Segment, SegmentOption
from game.screen.ui.widget import Form, Widget
from game.table.mistakes import MAX_TURNING_POINTS as MOST_CHAPTERS
from game.table.mistakes import Mistake
from game.table.variations import MAX_COMMENT_LENGTH

STORY, TURNS, LINES = "story", "turns", "lines"
GRAPH, TABS, COMMENT, GAP = 88, 46, 56, 10  # design px
LIST_ACCENT = 64  # width of the bright figures in the list
WORTH_TELLING = 0.02  # of the chances, lost by a turn


class ReviewColumn:
    """The controls of a review and what they say.  `tab` is the page that is open."""

    graph: Graph
    tree: TreeList
    comment: CommentField
    lines: LinesBox
    main: Button
    draw: Button

    def __init__(self, at: AtReview) -> None:
        self._at = at
        self.tab = STORY if at.match.over else TURNS
        self.opening = OpeningLines(at.match, self._number, self._side, at.go)
        self.story = Story(at.tour.show, at.tour.play_point, self._pause)
        self._reasons = reasons_of(at.game, self._name)
        self._commentary = screen_plugin_of(at.game.key).commentary(at.game)
        self._told: dict[int, Chapter] = {}

    # -- layout ----------------------------------------------------------------------------------

    def build(self, canvas: Canvas, keep: Form) -> Form:
        """Make and place all controls; `canvas` is to measure with."""
        at, px = self._at, canvas.px
        layout = at.layout
        x, wide = layout.seats.left, layout.seats.width
        names = (seat_name(at.match, at.panel, 0), seat_name(at.match, at.panel, 1))
        self.graph = Graph(lambda turn: at.go(turn + 1), names, low=True)
        self.graph.at((x, layout.seats.top, wide, px(GRAPH)))
        tabs = self._tabs((x, self.graph.rect.bottom + px(GAP), wide, px(TABS)))
        top = tabs.rect.bottom + px(GAP)
        area = pygame.Rect(x, top, wide, layout.actions.top - px(16) - top)
        if layout.game.left != x:  # a second stack beside the first
            low = layout.column.bottom - layout.game.top
            area = pygame.Rect(layout.game.left, layout.game.top, layout.game.width, low)
        self._make(canvas)
        pages: dict[str, Callable[[pygame.Rect, Canvas], list[Widget]]] = {
            STORY: self._story,
            TURNS: self._turns,
            LINES: self._lines,
        }
        widgets = pages[self.tab](area, canvas)
        actions = self._actions(canvas, layout.actions)
        order = [self.graph, tabs, *widgets, *actions, *at.header_buttons()[::-1]]
        form = Form([at.board, *order], keep=keep)
        form.start("main")
        return form

    def _tabs(self, rect: tuple[int, int, int, int]) -> Segment:
        options = [
            SegmentOption(STORY, _("Story"), "book"),
            SegmentOption(TURNS, _("All turns"), "branch"),
            SegmentOption(LINES, _("Position"), "board"),
        ]
        return Segment(options, self.tab, self._at.show_tab, "tabs").at(rect)

    def _make(self, canvas: Canvas) -> None:
        at, desk = self._at, self._at.desk
        at.turn_list = self.tree = TreeList(
            at.panel, lambda: at.view, at.go, LIST_ACCENT, _("No turns yet")
        )
        before = getattr(self, "comment", None)
        self.comment = CommentField(
            at.study.note.comment,
            lambda text: None,
            placeholder=_("Write a comment on this position"),
            limit=MAX_COMMENT_LENGTH,
            on_accept=self.stop_writing,
            paste=desk.paste_text,
            copy=desk.copy_text,
            name="comment",
        )
        self.comment.show(at.study.here, at.study.note.comment)
        self.comment.go_on(before)
        self.lines = LinesBox(at.analyst, at.tour.play_line, at.switch_analysis)

    def _story(self, area: pygame.Rect, canvas: Canvas) -> list[Widget]:
        at, review = self._at, self._at.review
        known, whole = review.done, len(review.chances)
        story = self.story
        story.running = review.running
        story.chapters = [self._chapter(point) for point in at.tour.points]
        story.progress = story.aside = ""
        if known < whole and not review.failed:
            words = _("Looking for turning points: {n} of {all}")
            story.progress = words.format(n=known, all=whole)
        elif not review.complete and not review.failed:
            story.progress = _("Looking again where much changed")
        story.message = review.failed
        quiet = not any(point.turned for point in at.tour.points)
        if quiet and not story.progress and not review.failed:
            story.message = _("No turn changed who was expected to win.")
        if quiet and at.tour.points and not story.progress:
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
        if self._at.analyst.on:
            high = px(HEIGHT)
            lines = self.lines.place(pygame.Rect(area.left, low - high, area.width, high), canvas)
            low -= high + gap
        self.tree.at((area.left, top, area.width, low - top))
        return [*opening, self.tree, *lines, self.comment]

    def _lines(self, area: pygame.Rect, canvas: Canvas) -> list[Widget]:
        at, px = self._at, canvas.px
        widgets = at.panel.widgets()
        panel = pygame.Rect(area.left, area.top, area.width, px(at.panel.height))
        at.panel.lay_out(panel, canvas)
        at.panel.on_change = at.choice_changed
        top = panel.bottom + px(GAP)
        high = min(px(HEIGHT) + px(24), area.bottom - top)
        return [
            *widgets,
            *self.lines.place(pygame.Rect(area.left, top, area.width, high), canvas),
        ]

    def _actions(self, canvas: Canvas, row: pygame.Rect) -> list[Widget]:
        at, px, gap = self._at, canvas.px, canvas.px(GAP)
        self.main = Button("", self._act, kind="main", name="main")
        self.draw = Button(
            "", at.switch_drawing, icon="pencil", name="draw", tip=_("Draw marks and arrows")
        )
        back = Button("", lambda: at.step(-1), icon="left", name="earlier", tip=_("One turn back"))
        on = Button("", lambda: at.step(1), icon="right", name="later", tip=_("One turn on"))
        small = max(px(60), 38)
        others = (self.draw, back, on)
        self.main.at((row.left, row.top, row.width - len(others) * (small + gap), row.height))
        for number, button in enumerate(others):
            left = row.right - (len(others) - number) * small - (len(others) - number - 1) * gap
            button.at((left, row.top, small, row.height))
        return [self.main, *others]

    # -- what they say ---------------------------------------------------------------------------

    def follow(self) -> None:
        """Bring all that is shown in line with the study and the review."""
        at = self._at
        study, review = at.study, at.review
        self.tree.show_tree(study.tree, study.here, self._loss)
        marks = [mistake.number for mistake in at.tour.points]
        path = study.tree.path(study.here)
        shown = sum(study.tree.is_played(number) for number in path)
        self.graph.set(review.chances, marks, shown, "")
        self.lines.follow()
        if not at.form.takes_text:
            self.comment.show(study.here, study.note.comment)
        for card in self.story.cards:
            card.chosen = card.chapter.mistake == at.tour.point
        self.draw.kind = "main" if at.board.drawing else "plain"
        self.label_main()

    def _loss(self, node: int) -> str:
        """What a turn of the game gave away."""
        tree = self._at.study.tree
        loss = self._at.review.loss(node - 1) if tree.is_played(node) else None
        if loss is None or loss < WORTH_TELLING:
            return ""
        return f"{MINUS}{round(loss * 100)}%"

    def _number(self, turn: int) -> int:
        """The number that a turn of the game has in the list."""
        turns = self._at.match.turns
        return self._at.panel.row_number(turns[turn]) if turn < len(turns) else turn + 1

    def _side(self, side: int) -> str:
        return seat_name(self._at.match, self._at.panel, side)

    def _name(self, seat: Seat, state: State) -> str:
        """What a seat is called in a position: roles may change during a game."""
        return self._at.match.spec.seats[seat].name or self._commentary.side_name(seat, state)

    def _chapter(self, point: Mistake) -> Chapter:
        known = self._told.get(point.number)
        if known is not None and known.mistake == point:
            return known
        panel, turn = self._at.panel, point.played[0]
        words = _("Turn {n}: {name}")
        chapter = Chapter(
            point,
            words.format(n=panel.row_number(turn), name=self._name(turn.seat, turn.before)),
            f"{round(100 * point.before)}% → {round(100 * point.after)}%",
            self._reasons.reason(point),
        )
        self._told[point.number] = chapter
        return chapter

    # -- the main button -------------------------------------------------------------------------

    def label_main(self) -> None:
        """Say what the main button does now."""
        self.main.label, self.main.icon, _deed = self._deed()
        self.main.enabled = _deed is not None

    def _act(self) -> Change | None:
        deed = self._deed()[2]
        return deed() if deed is not None else STAY

    def _deed(self) -> tuple[str, str, Callable[[], Change | None] | None]:
        """Its words, its icon, what it does."""
        at = self._at
        if at.tour.replaying:
            return _("Pause"), "pause", at.cancel
        if at.tour.demo is not None:
            return _("Keep this line"), "branch", at.keep_line
        proposal = at.hand.proposal
        if proposal is not None and self._proposed(proposal):
            return at.panel.label(proposal), "check", lambda: at.explore(proposal)
        if not at.match.over and at.study.here == at.study.tree.played:
            return _("Play on"), "play", at.play_on
        if at.game.over(at.study.state):
            return _("Replay the game"), "film", at.tour.replay
        return _("Try it yourself"), "play", at.try_it

    def _proposed(self, proposal: Action) -> bool:
        """Is what a click beside the board would play to be said?  Bids are where one sees them."""
        if proposal.kind == "bid":
            return self.tab == LINES
        return proposal.kind == "pass" or bool(self._at.study.begun)

    # -- acting ----------------------------------------------------------------------------------

    def _pause(self) -> Change:
        """Stop looking for turning points, or go on with it."""
        review = self._at.review
        if review.running:
            review.stop()
        else:
            review.start()
        self._at.rebuild()
        return STAY

    def hand_over(self) -> None:
        """What was written belongs to its position now."""
        at = self._at
        field = getattr(self, "comment", None)
        if field is not None and field.node == at.study.here:
            at.study.comment(field.text)

    def stop_writing(self) -> Change:
        """The focus leaves the field."""
        at = self._at
        at.form.focus("turns" if self.tree in at.form.widgets else "main")
        self.hand_over()
        at.refresh()
        return STAY
