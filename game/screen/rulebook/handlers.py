"""Handlers of a page's board: one each for examples, tasks and puzzles, with one interface."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.platform.i18n import _
from game.rules import Game, Point, State
from game.rules.registry import parse_setup
from game.screen.animation.choreography import SoundCue
from game.screen.app import routes
from game.screen.app.scene import Change, Push
from game.screen.plugin.pages import (
    BuildingPuzzle,
    Example,
    ExamplePosition,
    Task,
)
from game.screen.plugin.registry import rulebook_of
from game.screen.plugin.rulebook import BoardStrip, BuilderFeedback, PuzzleBuilder
from game.screen.rulebook.example_player import ExamplePlayer
from game.screen.rulebook.live_board import (
    BoardSigns,
    LiveBoard,
    group_labels,
    named_in,
    way_of,
)
from game.screen.rulebook.task_attempt import TaskAttempt
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import Press


@dataclass(frozen=True)
class PageControl:
    """A button below the words."""

    name: str
    icon: str
    act: Callable[[], object]
    enabled: bool = True


class PageHandler:
    """Base of the handlers: a board that nobody can touch, unless `active`."""

    active = False
    icon = "play"
    game: Game

    def __init__(self, stage: LiveBoard) -> None:
        self.stage = stage

    @property
    def said(self) -> BuilderFeedback:
        return BuilderFeedback("")

    @property
    def figures(self) -> str:
        """What the game counts now, or ""."""
        return ""

    @property
    def strip(self) -> BoardStrip | None:
        """The strip below the board, None for none."""
        return None

    @property
    def markers(self) -> Sequence[float]:
        """Where the markers of the strip stand."""
        return ()

    def texts(self) -> Sequence[str]:
        """Return all texts that may be said on this page, as far as they are known before."""
        return ("",)

    @property
    def stamp(self) -> object:
        """A value that changes when controls or words have to be laid out again."""
        return None

    @property
    def moving(self) -> bool:
        return False

    @property
    def breathes(self) -> bool:
        return False

    def controls(self) -> Sequence[PageControl]:
        return ()

    def keys(self, event: Press) -> list[str]:
        """Return the names of the controls that a key means."""
        return []

    def press(self, name: str) -> None:
        for control in self.controls():
            if control.name == name and control.enabled:
                control.act()

    def point(self, point: Point, other: bool) -> None:
        """Handle a point that the reader has chosen on the board."""

    @property
    def takes_boards(self) -> bool:
        """Whether the reader may bring a board."""
        return False

    def take_board(self, name: str) -> None:
        """Use a board of the reader, by name or path.  Raises RulesError if the file is none."""

    def close(self) -> None:
        """Stop what still works for this page."""

    def update(self, dt: float) -> Sequence[SoundCue]:
        return ()

    def draw(self, canvas: Canvas, cursor: Point | None, hovered: Point | None) -> None:
        raise NotImplementedError


class ExampleHandler(PageHandler):
    icon = "eye"

    def __init__(self, example: Example, stage: LiveBoard) -> None:
        super().__init__(stage)
        self.exhibit = ExamplePlayer(example, _)
        self.game = self.exhibit.game

    @property
    def said(self) -> BuilderFeedback:
        return BuilderFeedback(self.exhibit.note)

    @property
    def figures(self) -> str:
        return figures(self.game, self.exhibit.state, self.exhibit.example.position)

    @property
    def strip(self) -> BoardStrip | None:
        return rulebook_of(self.game.key).strip if self.exhibit.example.strip else None

    @property
    def markers(self) -> Sequence[float]:
        return self.exhibit.markers

    def texts(self) -> Sequence[str]:
        example = self.exhibit.example
        return (_(example.note), *(_(move.note) for move in example.moves))

    @property
    def stamp(self) -> object:
        return (self.exhibit.at, self.exhibit.running, self.exhibit.show is None)

    @property
    def moving(self) -> bool:
        return self.exhibit.show is not None

    @property
    def breathes(self) -> bool:
        return bool(self._signs().marks)

    def controls(self) -> Sequence[PageControl]:
        shown, at = self.exhibit, self.exhibit.at
        running = shown.running
        return (
            PageControl("restart", "first", shown.restart, at > 0),
            PageControl("backward", "left", self._back, at > 0),
            PageControl(
                "run", "pause" if running else "play", self._run, running or not shown.at_end
            )
            if running or not shown.at_end or not at
            else PageControl("run", "again", self._again),
            PageControl("forward", "right", self._forward, not shown.at_end),
        )

    def keys(self, event: Press) -> list[str]:
        commands = {"first": "restart", "last": "forward", "undo": "backward", "redo": "forward"}
        return [name for command, name in commands.items() if event.means(command)]

    def _forward(self) -> None:
        self.exhibit.running = False
        self.exhibit.forward(self.stage.at, self.stage.manner)

    def _back(self) -> None:
        self.exhibit.running = False
        self.exhibit.back()

    def _run(self) -> None:
        self.exhibit.running = not self.exhibit.running
        if self.exhibit.running:
            self.exhibit.forward(self.stage.at, self.stage.manner)

    def _again(self) -> None:
        self.exhibit.restart()
        self.exhibit.running = True

    def update(self, dt: float) -> Sequence[SoundCue]:
        return self.exhibit.update(dt, self.stage.at, self.stage.manner)

    def _signs(self) -> BoardSigns:
        move = self.exhibit.move
        groups = group_labels(self.game, self.exhibit.pieces) if self.exhibit.outlines else {}
        return BoardSigns(
            move.marks if move else {},
            move.numbers if move else {},
            move.forbidden if move else (),
            groups=groups,
            trail=way_of(self.exhibit.events_of_turn),
            named=named_in(self.game, self.exhibit.note),
        )

    def draw(self, canvas: Canvas, cursor: Point | None, hovered: Point | None) -> None:
        self.stage.draw(canvas, self.exhibit.pieces, self.exhibit.show, self._signs())


class TaskHandler(PageHandler):
    active = True
    icon = "info"

    def __init__(self, task: Task, stage: LiveBoard) -> None:
        super().__init__(stage)
        self.tryout = TaskAttempt(task, _)
        self.game = self.tryout.game

    @property
    def said(self) -> BuilderFeedback:
        return self.tryout.said

    @property
    def figures(self) -> str:
        return figures(self.game, self.tryout.state, self.tryout.task.position)

    def texts(self) -> Sequence[str]:
        return (_(self.tryout.task.prompt), _(self.tryout.task.praise))

    @property
    def stamp(self) -> object:
        return (len(self.tryout.history), self.tryout.said, self.tryout.show is None)

    @property
    def moving(self) -> bool:
        return self.tryout.show is not None

    @property
    def breathes(self) -> bool:
        return bool(self.tryout.targets or self.tryout.task.marks)

    def controls(self) -> Sequence[PageControl]:
        tryout = self.tryout
        begun = bool(tryout.history)
        controls = [
            PageControl("restart", "first", tryout.restart, begun or tryout.source is not None),
            PageControl("take-back", "undo", tryout.take_back, begun),
        ]
        if tryout.stop is not None:
            controls.append(PageControl("stop", "check", self._stop))
        if tryout.two_colours:
            controls.append(PageControl("colour", "turn", tryout.turn_colour))
        controls.append(PageControl("solve", "bulb", self._solve))
        return controls

    def keys(self, event: Press) -> list[str]:
        commands = {"undo": "take-back", "stop": "stop", "colour": "colour", "hint": "solve"}
        names = [name for command, name in commands.items() if event.means(command)]
        return names + (["take-back"] if event.means("take-back") else [])

    def _stop(self) -> None:
        action = self.tryout.stop
        if action is not None:
            self.tryout.play(action, self.stage.at, self.stage.manner)

    def _solve(self) -> None:
        self.tryout.solve(self.stage.at, self.stage.manner)

    def point(self, point: Point, other: bool) -> None:
        self.tryout.show = None
        if other and self.tryout.two_colours:
            self.tryout.turn_colour()
            return
        self.tryout.choose(point, self.stage.at, self.stage.manner)

    def update(self, dt: float) -> Sequence[SoundCue]:
        return self.tryout.update(dt)

    def draw(self, canvas: Canvas, cursor: Point | None, hovered: Point | None) -> None:
        tryout = self.tryout
        badge = rulebook_of(self.game.key).badge
        costs = {point: badge(a) for point, a in tryout.targets.items() if badge(a)}
        marks = {**tryout.task.marks, **dict.fromkeys(tryout.targets.keys() - costs, "target")}
        if tryout.source is not None:
            marks[tryout.source] = "chosen"
        groups = group_labels(self.game, tryout.pieces) if tryout.task.groups else {}
        self.stage.draw(
            canvas,
            tryout.pieces,
            tryout.show,
            BoardSigns(
                marks,
                costs,
                tryout.refused,
                cursor=cursor,
                groups=groups,
                trail=way_of(e for _s, events in tryout.history for e in events),
                named=named_in(self.game, tryout.said.text),
            ),
        )
        aim = cursor or hovered
        stone = tryout.stone
        if stone is not None and tryout.show is None and aim and aim not in tryout.pieces:
            self.stage.board.draw_ghost(canvas.surface, aim, stone)


class PuzzleHandler(PageHandler):
    active = True
    icon = "question"

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
        return [*controls, PageControl("solve", "bulb", self._solve, builder.solvable)]

    def keys(self, event: Press) -> list[str]:
        return ["solve"] if event.means("hint") else []

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


def figures(game: Game, state: State, position: ExamplePosition) -> str:
    """Return what the game counts in a state reached from `position`, in one line."""
    return rulebook_of(game.key).figures(game, state, position.detail)


def handler_of(shows: Example | Task | BuildingPuzzle, stage: LiveBoard) -> PageHandler:
    """Return the handler for what a page shows."""
    if isinstance(shows, Example):
        return ExampleHandler(shows, stage)
    return TaskHandler(shows, stage) if isinstance(shows, Task) else PuzzleHandler(shows, stage)
