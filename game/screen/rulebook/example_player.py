"""The player of an example: the step shown, the pieces, what moves.  No drawing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.rules import Action, Event, Piece, Point, State
from game.rules.events import GameEnded, TurnEnded
from game.screen.animation.choreography import MotionStyle, SoundCue, TimelinePlayer, perform
from game.screen.animation.movements import Place
from game.screen.plugin.pages import Example, Move
from game.screen.plugin.registry import rulebook_of
from game.screen.rulebook.book import build

START_DELAY_S = 0.9  # seconds before the first step plays by itself
READING_S_PER_LETTER = 0.045  # seconds a letter of a note takes to be read
LEAST_READING_S = 1.6


class ExamplePlayer:
    """The player.  `at` is the number of moves shown so far; `update` passes the time."""

    def __init__(self, example: Example, translate: Callable[[str], str]) -> None:
        self.example = example
        self.translate = translate
        self.game, state = build(example.position)
        self.states: list[State] = [state]
        self.played: list[list[tuple[Action, tuple[Event, ...]]]] = []
        for move in example.moves:
            self.played.append(self._play(move))
        self.at = 0
        self.show: TimelinePlayer | None = None
        self.running = False
        self.rest = 0.0

    def _play(self, move: Move) -> list[tuple[Action, tuple[Event, ...]]]:
        state, done = self.states[-1], []
        for action in self.game.parse_turn(state, move.actions) if move.actions else ():
            step = self.game.play(state, action)
            done.append((action, step.events))
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
        return self.translate(self.move.note if self.move else self.example.note)

    @property
    def state(self) -> State:
        return self.states[self.at]

    @property
    def pieces(self) -> dict[Point, Piece]:
        """The pieces after the step shown, without what is still moving."""
        return self.game.pieces(self.state)

    @property
    def outlines(self) -> bool:
        """Whether groups are to be outlined."""
        return self.move.groups if self.move else self.example.groups

    @property
    def markers(self) -> Sequence[float]:
        """Where the markers of the strip below the board stand, also on their way."""
        strip = rulebook_of(self.game.key).strip
        if strip is None:
            return ()
        if self.show is None:
            return strip.places(self.game, self.state)
        before = strip.places(self.game, self.states[self.at - 1])
        return [self.show.marker(seat, place) for seat, place in enumerate(before)]

    @property
    def events_of_turn(self) -> list[Event]:
        """The events of the last turn, as far as it is shown."""
        events: list[Event] = []
        for steps in self.played[: self.at]:
            if events and isinstance(events[-1], TurnEnded | GameEnded):
                events = []
            for _action, happened in steps:
                if events and isinstance(events[-1], TurnEnded):
                    events = []
                events += happened
        return events

    @property
    def at_end(self) -> bool:
        return self.at >= len(self.example.moves)

    # -- stepping ------------------------------------------------------------------------------

    def forward(self, place: Place, manner: MotionStyle) -> bool:
        """Show the next step; False at the end."""
        self.finish()
        if self.at_end:
            return False
        actions = self.played[self.at]
        before = self.pieces
        self.at += 1
        self.rest = 0.0
        if actions and manner.speed > 0:
            self.show = perform(before, [events for _action, events in actions], place, manner)
        return True

    def back(self) -> bool:
        """Go back one step at once; return False at the beginning."""
        self.show = None
        self.rest = 0.0
        self.at = max(0, self.at - 1)
        return self.at > 0

    def restart(self) -> None:
        self.show = None
        self.at = 0
        self.rest = 0.0

    def finish(self) -> None:
        """Let what moves arrive at once."""
        self.show = None

    def update(self, dt: float, place: Place, manner: MotionStyle) -> list[SoundCue]:
        """Move on; returns what is to be heard.  While `running` the next step comes by itself."""
        if self.show is not None:
            cues = self.show.update(dt)
            if self.show.gone:
                self.show = None
            return cues
        if self.running:
            self.rest += dt
            if self.rest >= self._patience:
                self.running = self.forward(place, manner)
        return []

    @property
    def _patience(self) -> float:
        return (
            START_DELAY_S
            if self.at == 0
            else LEAST_READING_S + READING_S_PER_LETTER * len(self.note)
        )
