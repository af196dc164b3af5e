"""What the scene of a match shares with its parts: the match, its board, and the notes on it.

A part gets the stage and named callbacks of its scene, but never the scene itself.
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
    """The callbacks of a stage into its scene."""

    # Play an action that somebody chose, at the board or beside it.
    act: Callable[[Action], Change | None]
    # Update the scene to what is shown; with True, numbers change without ticking.
    refresh: Callable[[bool], None]
    # React to an event of the match that has been shown.
    seen: Callable[[MatchEvent], None]
    # End the animation after input on the board; return True if the input has no other effect.
    skip_animation: Callable[[], bool]
    # React to a new aim, or to a choice beside the board.
    choice_changed: Callable[[], None]
    # React to a press on a point where nothing can be played.
    refuse_point: Callable[[Point], None]


class MatchStage:
    """A match on its board, with the panel beside it and the sentences at its points.

    `hand` is what a person has chosen at the board. `playback` decides what is shown, and `browser`
    whether it is an earlier turn. `services` exist when the scene is open, `layout` and `view`
    after its first layout.
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
        """`board` and `panel` are the classes of the scene's board and panel."""
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
        """Connect the stage to the services when its scene has been put on the stack."""
        self.services = services
        self.playback.settings = lambda: services.settings

    def _sound(self, cues: Sequence[SoundCue]) -> None:
        """Play the sounds of movements; stones have another sound than counters."""
        stones = self.view.look.style == "stone"
        for cue in cues:
            name = "stone" if stones and cue.name == "place" else cue.name
            self.services.sound(name, step=max(1, cue.step + (cue.name in ("land", "lift"))))

    def last_turn_overlay(self, at_rest: bool) -> Overlay:
        """Return the signs of the panel and, with `at_rest`, those of the last turn."""
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
        """The shown position, or the position before a turn in progress."""
        turns = self.browser.turns
        return turns[-1].before if turns and not turns[-1].complete else self.browser.state

    # -- sentences at a point of the board ---------------------------------------------------------

    def refuse(self, points: Attempt, text: str, offer: str = "") -> None:
        """Cross out a move on the board and show why it is refused."""
        self.hints.refuse(self.view, points, text, offer)
        self.services.sound("error")
        self.services.invalidate()

    def show_note(self, text: str, point: Point) -> None:
        """Show a remark at a point."""
        self.hints.show_note(self.view, text, point)
        self.services.invalidate()

    def update_hints(self, dt: float) -> None:
        """Fade the sentences in and out."""
        if self.hints.update(dt):
            self.services.invalidate()

    def draw_hints(self, canvas: Canvas) -> None:
        """Draw the sentence that is shown at the board."""
        self.hints.draw(canvas, self.view, self.layout.around, self.board.pieces)
