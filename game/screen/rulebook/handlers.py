"""Handlers of a page's board: one each for examples, tasks and puzzles, with one interface.

Every move goes through the rules, and the handler of a task detects when its goal is reached.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from game.platform.i18n import _
from game.rules import Action, Event, Game, Piece, Point, State
from game.rules.events import GameEnded, TurnEnded
from game.rules.registry import parse_setup
from game.screen.animation.choreography import SoundCue, TimelinePlayer, perform
from game.screen.app import routes
from game.screen.app.scene import Change, Push
from game.screen.plugin.pages import BuildingPuzzle, Example, Move, Task
from game.screen.plugin.puzzle_builder import BuilderFeedback, PuzzleBuilder
from game.screen.plugin.refusals import find, refusal
from game.screen.plugin.registry import rulebook_of
from game.screen.plugin.rulebook import BoardStrip
from game.screen.rulebook.book import TaskProgress, build, reached
from game.screen.rulebook.live_board import BoardSigns, LiveBoard, group_labels, named_in, way_of
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import Press

START_DELAY_S = 0.9  # seconds before the first step plays by itself
READING_S_PER_LETTER = 0.045  # seconds for reading each letter of a note
LEAST_READING_S = 1.6


@dataclass(frozen=True)
class PageControl:
    """A button below the text of a page."""

    name: str
    icon: str
    act: Callable[[], object]
    enabled: bool = True


class PageHandler:
    """Base of the handlers. The reader can use the board only if `active`."""

    active = False
    icon = "play"
    # Name of the control that each command presses.
    commands: ClassVar[Mapping[str, str]] = {}
    game: Game
    show: TimelinePlayer | None = None  # the running animation

    def __init__(self, stage: LiveBoard) -> None:
        self.stage = stage

    @property
    def said(self) -> BuilderFeedback:
        return BuilderFeedback("")

    @property
    def figures(self) -> str:
        """The game's present counts in words, or ""."""
        return ""

    @property
    def strip(self) -> BoardStrip | None:
        """The strip below the board; None if there is none."""
        return None

    @property
    def markers(self) -> Sequence[float]:
        """Places of the strip's markers."""
        return ()

    def texts(self) -> Sequence[str]:
        """Return all texts that this page may show, as far as they are known in advance."""
        return ("",)

    @property
    def stamp(self) -> object:
        """A value that changes whenever controls or text need a new layout."""
        return None

    @property
    def moving(self) -> bool:
        return self.show is not None

    @property
    def breathes(self) -> bool:
        return False

    def controls(self) -> Sequence[PageControl]:
        return ()

    def keys(self, event: Press) -> list[str]:
        """Return the names of the controls that a key presses."""
        return [name for command, name in self.commands.items() if event.means(command)]

    def press(self, name: str) -> None:
        for control in self.controls():
            if control.name == name and control.enabled:
                control.act()

    def point(self, point: Point, other: bool) -> None:
        """Handle a point chosen by the reader on the board."""

    @property
    def takes_boards(self) -> bool:
        """True if the reader may use a board of their own."""
        return False

    def take_board(self, name: str) -> None:
        """Use a board of the reader, by name or path. Raises RulesError if the board is bad."""

    def close(self) -> None:
        """Stop background work for this page."""

    def update(self, dt: float) -> Sequence[SoundCue]:
        """Advance the animation; return its sounds."""
        if self.show is None:
            return ()
        cues = self.show.update(dt)
        if self.show.gone:
            self.show = None
        return cues

    def perform(self, before: Mapping[Point, Piece], played: Sequence[tuple[Event, ...]]) -> None:
        """Begin to animate the effect of actions on the pieces `before`."""
        manner = self.stage.manner
        if played and manner.speed > 0:
            self.show = perform(before, played, self.stage.at, manner)

    def draw(self, canvas: Canvas, cursor: Point | None, hovered: Point | None) -> None:
        raise NotImplementedError


class ExampleHandler(PageHandler):
    """The handler of an example. `at` is the number of steps shown so far."""

    icon = "eye"
    commands: ClassVar = {
        "first": "restart",
        "last": "forward",
        "undo": "backward",
        "redo": "forward",
    }

    def __init__(self, example: Example, stage: LiveBoard) -> None:
        super().__init__(stage)
        self.example = example
        self.game, state = build(example.position)
        self.states: list[State] = [state]
        self.played = [self._play(move) for move in example.moves]
        self.at = 0
        self.running = False
        self.rest = 0.0  # seconds since the last step was shown

    def _play(self, move: Move) -> list[tuple[Event, ...]]:
        state, done = self.states[-1], []
        for action in self.game.parse_turn(state, move.actions) if move.actions else ():
            step = self.game.play(state, action)
            done.append(step.events)
            state = step.state
        self.states.append(state)
        return done

    # -- what is seen --------------------------------------------------------------------------

    @property
    def move(self) -> Move | None:
        """The step shown last."""
        return self.example.moves[self.at - 1] if self.at else None

    @property
    def note(self) -> str:
        return _(self.move.note if self.move else self.example.note)

    @property
    def said(self) -> BuilderFeedback:
        return BuilderFeedback(self.note)

    @property
    def pieces(self) -> dict[Point, Piece]:
        """The pieces after the present step, even while some are still moving."""
        return self.game.pieces(self.states[self.at])

    @property
    def figures(self) -> str:
        return figures(self.game, self.states[self.at], self.example)

    @property
    def strip(self) -> BoardStrip | None:
        return rulebook_of(self.game.key).strip if self.example.strip else None

    @property
    def markers(self) -> Sequence[float]:
        """Places of the markers of the strip below the board, also while they move."""
        strip = rulebook_of(self.game.key).strip
        if strip is None:
            return ()
        if self.show is None:
            return strip.places(self.game, self.states[self.at])
        before = strip.places(self.game, self.states[self.at - 1])
        return [self.show.marker(seat, place) for seat, place in enumerate(before)]

    @property
    def events_of_turn(self) -> list[Event]:
        """The events of the last turn, up to the step shown."""
        events: list[Event] = []
        for steps in self.played[: self.at]:
            if events and isinstance(events[-1], TurnEnded | GameEnded):
                events = []
            for happened in steps:
                if events and isinstance(events[-1], TurnEnded):
                    events = []
                events += happened
        return events

    @property
    def at_end(self) -> bool:
        return self.at >= len(self.example.moves)

    def texts(self) -> Sequence[str]:
        return (_(self.example.note), *(_(move.note) for move in self.example.moves))

    @property
    def stamp(self) -> object:
        return (self.at, self.running, self.show is None)

    @property
    def breathes(self) -> bool:
        return bool(self.move and self.move.marks)

    def draw(self, canvas: Canvas, cursor: Point | None, hovered: Point | None) -> None:
        move, outlines = self.move, self.move.groups if self.move else self.example.groups
        signs = BoardSigns(
            move.marks if move else {},
            move.numbers if move else {},
            move.forbidden if move else (),
            groups=group_labels(self.game, self.pieces) if outlines else {},
            trail=way_of(self.events_of_turn),
            named=named_in(self.game, self.note),
        )
        self.stage.draw(canvas, self.pieces, self.show, signs)

    # -- stepping ------------------------------------------------------------------------------

    def controls(self) -> Sequence[PageControl]:
        more, running = not self.at_end, self.running
        run = PageControl("run", "pause" if running else "play", self._run, running or more)
        if self.at and not run.enabled:
            run = PageControl("run", "again", self._again)
        return (
            PageControl("restart", "first", self.restart, self.at > 0),
            PageControl("backward", "left", self.back, self.at > 0),
            run,
            PageControl("forward", "right", self._forward, more),
        )

    def _forward(self) -> None:
        self.running = False
        self.forward()

    def _run(self) -> None:
        self.running = not self.running
        if self.running:
            self.forward()

    def _again(self) -> None:
        self.restart()
        self.running = True

    def forward(self) -> bool:
        """Show the next step; return False at the end."""
        self.show = None
        if self.at_end:
            return False
        before = self.pieces
        self.at += 1
        self.rest = 0.0
        self.perform(before, self.played[self.at - 1])
        return True

    def back(self) -> None:
        """Go back one step without animation."""
        self.show, self.running, self.rest = None, False, 0.0
        self.at = max(0, self.at - 1)

    def restart(self) -> None:
        self.show, self.at, self.rest = None, 0, 0.0

    def update(self, dt: float) -> Sequence[SoundCue]:
        """Advance; while `running`, the next step follows automatically."""
        if self.show is None and self.running:
            self.rest += dt
            reading = LEAST_READING_S + READING_S_PER_LETTER * len(self.note)
            if self.rest >= (reading if self.at else START_DELAY_S):
                self.running = self.forward()
            return ()
        return super().update(dt)


class TaskHandler(PageHandler):
    """The handler of a task: the rules check each try, and points are chosen one by one."""

    active = True
    icon = "info"
    commands: ClassVar = {
        **{"undo": "take-back", "stop": "stop", "colour": "colour", "hint": "solve"},
        "take-back": "take-back",
    }

    def __init__(self, task: Task, stage: LiveBoard) -> None:
        super().__init__(stage)
        self.task = task
        self.game, self.first = build(task.position)
        self.restart()

    def restart(self) -> None:
        self.history: list[tuple[State, tuple[Event, ...]]] = []
        self.source: Point | None = None
        self.colour = "white"
        self.show = None
        self.done = False
        self.refused: tuple[Point, ...] = ()
        self._said = BuilderFeedback(_(self.task.prompt))  # the answer to the last try

    @property
    def said(self) -> BuilderFeedback:
        return self._said

    @property
    def figures(self) -> str:
        return figures(self.game, self.state, self.task)

    def texts(self) -> Sequence[str]:
        return (_(self.task.prompt), _(self.task.praise))

    @property
    def stamp(self) -> object:
        return (len(self.history), self.said, self.show is None)

    @property
    def breathes(self) -> bool:
        return bool(self.targets or self.task.marks)

    @property
    def state(self) -> State:
        return self.history[-1][0] if self.history else self.first

    @property
    def pieces(self) -> dict[Point, Piece]:
        return self.game.pieces(self.state)

    @property
    def two_colours(self) -> bool:
        return any(a.piece is not None for a in self.game.legal(self.state)[:1])

    @property
    def stone(self) -> Piece | None:
        """The stone that would be placed now, if the reader can choose its colour."""
        placed = (a.piece for a in self.game.legal(self.state))
        return next((p for p in placed if p is not None and p.colour == self.colour), None)

    @property
    def stop(self) -> Action | None:
        """The action that ends the turn here, if there is one."""
        return next((a for a in self.game.legal(self.state) if a.kind == "stop"), None)

    @property
    def targets(self) -> dict[Point, Action]:
        """Points to which the chosen piece may move, each with its action."""
        if self.source is None:
            return {}
        legal = self.game.legal(self.state)
        return {str(a.target): a for a in legal if a.source == self.source}

    def controls(self) -> Sequence[PageControl]:
        begun = bool(self.history)
        controls = [
            PageControl("restart", "first", self.restart, begun or self.source is not None),
            PageControl("take-back", "undo", self.take_back, begun),
        ]
        if self.stop is not None:
            controls.append(PageControl("stop", "check", self._stop))
        if self.two_colours:
            controls.append(PageControl("colour", "turn", self.turn_colour))
        return [*controls, PageControl("solve", "eye", self.solve)]

    def draw(self, canvas: Canvas, cursor: Point | None, hovered: Point | None) -> None:
        badge = rulebook_of(self.game.key).badge
        costs = {point: badge(a) for point, a in self.targets.items() if badge(a)}
        marks = {**self.task.marks, **dict.fromkeys(self.targets.keys() - costs, "target")}
        if self.source is not None:
            marks[self.source] = "chosen"
        signs = BoardSigns(
            marks,
            costs,
            self.refused,
            cursor=cursor,
            groups=group_labels(self.game, self.pieces) if self.task.groups else {},
            trail=way_of(e for _s, events in self.history for e in events),
            named=named_in(self.game, self.said.text),
        )
        self.stage.draw(canvas, self.pieces, self.show, signs)
        aim, stone = cursor or hovered, self.stone
        if stone is not None and self.show is None and aim and aim not in self.pieces:
            self.stage.board.draw_ghost(canvas.surface, aim, stone)

    # -- trying --------------------------------------------------------------------------------

    def point(self, point: Point, other: bool) -> None:
        """Choose `point`: a piece to move, its target, or the place for a stone."""
        self.show = None
        if other and self.two_colours:
            self.turn_colour()
            return
        self.refused = ()
        if any(a.kind == "place" for a in self.game.legal(self.state)):
            self._attempt((point,))
        elif self.source is None or (point != self.source and self._own(point)):
            self._take(point)
        elif point == self.source:
            self.source = None
        else:
            self._attempt((self.source, point))

    def _own(self, point: Point) -> bool:
        return point in {a.source for a in self.game.legal(self.state)}

    def _take(self, point: Point) -> None:
        """Choose the piece on a point, if it belongs to the mover."""
        piece = self.pieces.get(point)
        if piece is not None and (self._own(point) or piece.seat == self.game.to_move(self.state)):
            self.source = point
            self._said = BuilderFeedback(_("From {point}. Where to?").format(point=point))
        else:
            refused = refusal(self.game, self.state, (point, point))
            text = refused.text if piece is not None else _("Choose a piece first.")
            self._said = BuilderFeedback(text, "bad")

    def _attempt(self, points: Sequence[Point]) -> None:
        """Try the action that the points mean."""
        action = find(self.game, self.state, points, self.colour)
        if action is not None:
            self._play(action)
            return
        why = refusal(self.game, self.state, points).text
        self._said = BuilderFeedback(_("Not allowed. {why}").format(why=why), "bad")
        self.refused = tuple(points)

    def _stop(self) -> None:
        if self.stop is not None:
            self._play(self.stop)

    def _play(self, action: Action) -> None:
        before, mover = self.pieces, self.game.to_move(self.state)
        step = self.game.play(self.state, action)
        self.history.append((step.state, step.events))
        self.perform(before, [step.events])
        self._go_on(action, mover)

    def _go_on(self, action: Action, mover: int) -> None:
        """Update the chosen piece and the answer after an action."""
        same = self.game.to_move(self.state) == mover and not self.game.over(self.state)
        begun = self.game.turn_begun(self.state) > 0
        keeps = same and begun and self._own(str(action.target))
        self.source = str(action.target) if keeps else None
        events = tuple(event for _state, events in self.history for event in events)
        if reached(self.task.goal, TaskProgress(self.game, self.first, self.state, events)):
            self._praise()
        elif self.game.turns(self.state) != self.game.turns(self.first):
            words = _("Allowed, and your turn is over. Take it back and try again.")
            self._said = BuilderFeedback(words, "bad")
        else:
            self._said = BuilderFeedback(_("Allowed. Go on."), "good")

    def _praise(self) -> None:
        self.done = True
        self._said = BuilderFeedback(_(self.task.praise), "good")

    def take_back(self) -> None:
        """Take back one action."""
        if not self.history:
            self.restart()
            return
        self.history.pop()
        self.source, self.show, self.done, self.refused = None, None, False, ()
        self._said = BuilderFeedback(_(self.task.prompt))

    def solve(self) -> None:
        """Show the solution, from the beginning."""
        self.restart()
        before = self.pieces
        for turn in self.task.solution.split():
            for action in self.game.parse_turn(self.state, turn):
                step = self.game.play(self.state, action)
                self.history.append((step.state, step.events))
        self.perform(before, [events for _state, events in self.history])
        self._praise()

    def turn_colour(self) -> None:
        """Switch to the other colour of stone."""
        self.colour = "black" if self.colour == "white" else "white"


class PuzzleHandler(PageHandler):
    active = True
    icon = "question"
    commands: ClassVar = {"hint": "solve"}

    def __init__(self, puzzle: BuildingPuzzle, stage: LiveBoard) -> None:
        super().__init__(stage)
        key = parse_setup(puzzle.setups[0]).key
        self.builder: PuzzleBuilder = rulebook_of(key).builders[puzzle.kind](puzzle)
        self.touched = False

    @property
    def game(self) -> Game:  # type: ignore[override]
        return self.builder.game

    @property
    def said(self) -> BuilderFeedback:
        return self.builder.said if self.touched else BuilderFeedback(_(self.builder.prompt))

    def texts(self) -> Sequence[str]:
        return [_(prompt) for prompt in self.builder.puzzle.prompts]

    @property
    def stamp(self) -> object:
        return (self.builder.number, self.touched, self.builder.pulse)

    def controls(self) -> Sequence[PageControl]:
        builder = self.builder
        controls = [PageControl("clear", "first", self._clear, bool(builder.pieces))]
        if builder.two_sided:
            controls.append(PageControl("colour", "turn", builder.other_colour))
        if builder.any_board:
            controls.append(PageControl("boards", "list", self._ask_board))
        else:
            last = len(builder.setups) - 1
            controls += [
                PageControl("smaller", "minus", lambda: self._board(-1), builder.number > 0),
                PageControl("larger", "plus", lambda: self._board(1), builder.number < last),
            ]
        return [*controls, PageControl("solve", "eye", self._solve, builder.solvable)]

    def close(self) -> None:
        self.builder.close()

    def _ask_board(self) -> Change:
        return Push(routes.PickBoard(self.builder.board, shipped=True))

    @property
    def takes_boards(self) -> bool:
        return self.builder.any_board

    def take_board(self, name: str) -> None:
        if self.builder.any_board:
            self.builder.take_board(name)
            self.touched = False

    def _clear(self) -> None:
        self.builder.clear()
        self.touched = False

    def _board(self, step: int) -> None:
        self.builder.other_board(step)
        self.touched = False

    def _solve(self) -> None:
        self.builder.solve()
        self.touched = True

    def point(self, point: Point, other: bool) -> None:
        self.touched = True
        self.builder.cycle(point, back=other)

    def draw(self, canvas: Canvas, cursor: Point | None, hovered: Point | None) -> None:
        pieces = self.builder.pieces
        groups = group_labels(self.game, pieces) if self.builder.outlined else {}
        marks = {hovered: "hint"} if hovered and hovered not in pieces else {}
        self.stage.draw(canvas, pieces, None, BoardSigns(marks, cursor=cursor, groups=groups))


def figures(game: Game, state: State, shows: Example | Task) -> str:
    """Return the game's counts in a state of an example or a task, in one line."""
    return rulebook_of(game.key).figures(game, state, shows.position.detail)


def handler_of(shows: Example | Task | BuildingPuzzle, stage: LiveBoard) -> PageHandler:
    """Return the handler for the content of a page."""
    if isinstance(shows, Example):
        return ExampleHandler(shows, stage)
    return TaskHandler(shows, stage) if isinstance(shows, Task) else PuzzleHandler(shows, stage)
