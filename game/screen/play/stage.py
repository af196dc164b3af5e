"""What a scene around a match shares with its parts: the match, its board, and what is said there.

A part gets the stage, and callbacks by name for what it asks of its scene; never the scene itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.rules.base import Action, State
from game.rules.topology import Point
from game.screen.animation.choreography import SoundCue
from game.screen.app.scene import AppServices, Change
from game.screen.boards import BoardView
from game.screen.boards.interaction import Interaction
from game.screen.boards.overlay import Overlay
from game.screen.play.boardwidget import BoardWidget
from game.screen.play.illegal_move_hints import IllegalMoveHints
from game.screen.play.layout import PlayLayout
from game.screen.play.playback import Playback
from game.screen.plugin.panel import Panel
from game.screen.plugin.rulebook import Attempt
from game.screen.ui.canvas import Canvas
from game.table.history import MatchEvent
from game.table.match import Match


@dataclass(frozen=True, kw_only=True)
class StageCallbacks:
    """What a stage tells its scene, by name."""

    # Somebody plays this action, at the board or beside it.
    act: Callable[[Action], Change | None]
    # Something else is shown; True: numbers do not tick.
    refresh: Callable[[bool], None]
    # An event of the match has come to be seen.
    seen: Callable[[MatchEvent], None]
    # Input on the board: end what is shown; return True if that is all the input does.
    skip_animation: Callable[[], bool]
    # Somebody aims elsewhere, or has chosen something beside the board.
    choice_changed: Callable[[], None]
    # A hand has pointed where nothing can be played.
    refuse_point: Callable[[Point], None]


class MatchStage:
    """A match on its board, with the panel beside it and the sentences at its points.

    `hand` is what a person has chosen at the board; `playback` decides what is shown, and `browser`
    whether that is an earlier turn.  `services` are there once the scene is open, `layout` and
    `view` after its first layout.
    """

    services: AppServices
    layout: PlayLayout
    view: BoardView

    def __init__(
        self,
        match: Match,
        board: type[BoardWidget],
        panel: type[Panel],
        callbacks: StageCallbacks,
    ) -> None:
        """`board` and `panel` are the kinds that this scene shows."""
        self.match, self.game = match, match.game
        self.hand = Interaction(self.game)
        self.board = board(self.hand, callbacks.act, callbacks.skip_animation)
        self.playback = Playback(match, self.board, callbacks.refresh, self._sound, callbacks.seen)
        self.browser = self.playback.browser
        self.panel = panel(match, self.hand, self.playback.shown)
        self.panel.on_change = callbacks.choice_changed
        self.panel.on_action = callbacks.act
        self.board.on_choice = callbacks.choice_changed
        self.board.on_refused = callbacks.refuse_point
        self.board.effect, self.board.badge = self.panel.effect, self.panel.badge
        self.hints = IllegalMoveHints()

    def open(self, services: AppServices) -> None:
        """Begin: the scene has come on the stack."""
        self.services = services
        self.playback.settings = lambda: services.settings

    def _sound(self, cues: Sequence[SoundCue]) -> None:
        """Let movements be heard; stones sound otherwise than counters."""
        stones = self.view.look.style == "stone"
        for cue in cues:
            name = "stone" if stones and cue.name == "place" else cue.name
            self.services.sound(name, step=max(1, cue.step + (cue.name in ("land", "lift"))))

    def last_turn_overlay(self, at_rest: bool) -> Overlay:
        """Return the signs of the last turn and of the panel; `at_rest`: nothing is on its way."""
        turns, overlay = self.browser.turns, Overlay()
        moved = [entry.action for entry in turns[-1].entries if entry.action] if turns else []
        if moved and turns[-1].complete and at_rest:
            sources = [action.source for action in moved if action.source]
            targets = [action.target for action in moved if action.target]
            overlay.vacated = sources[0] if sources else None
            overlay.last = tuple(targets[-1:] if sources else targets)
        self.panel.overlay(overlay)
        return overlay

    @property
    def whole_position(self) -> State:
        """The position looked at, or the one before the turn that has begun."""
        turns = self.browser.turns
        return turns[-1].before if turns and not turns[-1].complete else self.browser.state

    # -- sentences at a point of the board ---------------------------------------------------------

    def refuse(self, points: Attempt, text: str, offer: str = "") -> None:
        """Cross out a move on the board and say why it is refused."""
        self.hints.refuse(self.view, points, text, offer)
        self.services.sound("error")
        self.services.invalidate()

    def show_note(self, text: str, point: Point) -> None:
        """Say what is worth a look at a point."""
        self.hints.show_note(self.view, text, point)
        self.services.invalidate()

    def update_hints(self, dt: float) -> None:
        """Let the sentences come and go."""
        if self.hints.update(dt):
            self.services.invalidate()

    def draw_hints(self, canvas: Canvas) -> None:
        """Draw the sentence that stands at the board."""
        self.hints.draw(canvas, self.view, self.layout.around, self.board.pieces)
