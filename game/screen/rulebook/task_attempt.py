"""An attempt at a task: tries are checked by the rules, the goal is noticed.  No drawing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.platform.i18n import _
from game.rules import Action, Event, Piece, Point, State
from game.screen.animation.choreography import MotionStyle, SoundCue, TimelinePlayer, perform
from game.screen.animation.movements import Place
from game.screen.plugin.pages import Task
from game.screen.plugin.refusals import find, refusal
from game.screen.plugin.rulebook import BuilderFeedback
from game.screen.rulebook.book import build
from game.screen.rulebook.goals import TaskProgress, reached


class TaskAttempt:
    """The attempt.  `choose` takes points one by one; `said` is the answer to the last try."""

    def __init__(self, task: Task, translate: Callable[[str], str]) -> None:
        self.task = task
        self.translate = translate
        self.game, self.first = build(task.position)
        self.restart()

    def restart(self) -> None:
        self.history: list[tuple[State, tuple[Event, ...]]] = []
        self.source: Point | None = None
        self.colour = "white"
        self.show: TimelinePlayer | None = None
        self.done = False
        self.refused: tuple[Point, ...] = ()
        self.said = BuilderFeedback(self.translate(self.task.prompt))

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
        """The stone that would be placed now, if the reader chooses a colour."""
        placed = (a.piece for a in self.game.legal(self.state))
        return next((p for p in placed if p is not None and p.colour == self.colour), None)

    @property
    def stop(self) -> Action | None:
        """The action that ends the turn here, where there is one."""
        return next((a for a in self.game.legal(self.state) if a.kind == "stop"), None)

    @property
    def targets(self) -> dict[Point, Action]:
        """Where the chosen piece may go."""
        if self.source is None:
            return {}
        legal = self.game.legal(self.state)
        return {str(a.target): a for a in legal if a.source == self.source}

    # -- trying --------------------------------------------------------------------------------

    def choose(self, point: Point, place: Place, manner: MotionStyle) -> None:
        """Choose `point`: a piece to move, where it goes, or where a stone goes."""
        self.refused = ()
        placing = any(a.kind == "place" for a in self.game.legal(self.state))
        if placing:
            self.attempt((point,), place, manner)
        elif self.source is None or (point != self.source and self._own(point)):
            self._take(point)
        elif point == self.source:
            self.source = None
        else:
            self.attempt((self.source, point), place, manner)

    def _own(self, point: Point) -> bool:
        legal = self.game.legal(self.state)
        return point in {a.source for a in legal}

    def _take(self, point: Point) -> None:
        if point in self.pieces and (self._own(point) or self._mine(point)):
            self.source = point
            self.said = BuilderFeedback(_("From {point}. Where to?").format(point=point))
        else:
            refused = refusal(self.game, self.state, (point, point))
            text = refused.text if point in self.pieces else _("Choose a piece first.")
            self.said = BuilderFeedback(text, "bad")

    def _mine(self, point: Point) -> bool:
        return self.pieces[point].seat == self.game.to_move(self.state)

    def attempt(self, points: Sequence[Point], place: Place, manner: MotionStyle) -> bool:
        """Try an action; True when it was legal."""
        action = find(self.game, self.state, points, self.colour)
        if action is None:
            why = refusal(self.game, self.state, points).text
            self.said = BuilderFeedback(_("Not allowed. {why}").format(why=why), "bad")
            self.refused = tuple(points)
            return False
        self.play(action, place, manner)
        return True

    def play(self, action: Action, place: Place, manner: MotionStyle) -> None:
        before = self.pieces
        mover = self.game.to_move(self.state)
        step = self.game.play(self.state, action)
        self.history.append((step.state, step.events))
        if manner.speed > 0:
            self.show = perform(before, [step.events], place, manner)
        self._go_on(action, mover)

    def _go_on(self, action: Action, mover: int) -> None:
        """Choose and say what follows an action."""
        same = self.game.to_move(self.state) == mover and not self.game.over(self.state)
        begun = self.game.turn_begun(self.state) > 0
        keeps = same and begun and self._own(str(action.target))
        self.source = str(action.target) if keeps else None
        events = tuple(event for _state, events in self.history for event in events)
        if reached(self.task.goal, TaskProgress(self.game, self.first, self.state, events)):
            self.done = True
            self.said = BuilderFeedback(self.translate(self.task.praise), "good")
        elif self.game.turns(self.state) != self.game.turns(self.first):
            self.said = BuilderFeedback(
                _("Allowed, and your turn is over. Take it back and try again."), "bad"
            )
        else:
            self.said = BuilderFeedback(_("Allowed. Go on."), "good")

    def take_back(self) -> bool:
        """Take one action back; return False at the beginning."""
        if not self.history:
            self.restart()
            return False
        self.history.pop()
        self.source, self.show, self.done, self.refused = None, None, False, ()
        self.said = BuilderFeedback(self.translate(self.task.prompt))
        return True

    def solve(self, place: Place, manner: MotionStyle) -> None:
        """Show the solution, from the beginning."""
        self.restart()
        before, played = self.pieces, []
        for turn in self.task.solution.split():
            for action in self.game.parse_turn(self.state, turn):
                step = self.game.play(self.state, action)
                self.history.append((step.state, step.events))
                played.append(step.events)
        if manner.speed > 0:
            self.show = perform(before, played, place, manner)
        self.done = True
        self.said = BuilderFeedback(self.translate(self.task.praise), "good")

    def turn_colour(self) -> None:
        """Take the other colour of stone."""
        self.colour = "black" if self.colour == "white" else "white"

    def update(self, dt: float) -> list[SoundCue]:
        if self.show is None:
            return []
        cues = self.show.update(dt)
        if self.show.gone:
            self.show = None
        return cues
