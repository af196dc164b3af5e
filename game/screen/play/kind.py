"""The kind of a game at the board: everything in which a puzzle or a lesson differs from a match.

`PlayScene` is the same for all games; it is given a `PlayKind`. The base class is an ordinary
match. Puzzles, lessons, solo deals and other kinds override some of its methods.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pygame import Rect

from game.platform.errors import CodedError
from game.rules.base import Action
from game.rules.events import Seat
from game.rules.proposals import Proposal
from game.screen.app.scene import AppServices, Change, Copied
from game.screen.boards.overlay import Overlay
from game.screen.play.actions import PlayActions
from game.screen.play.advice_display import AdviceDisplay
from game.screen.play.board_controller import MatchBoardController
from game.screen.play.menu import Faces
from game.screen.play.offer_dialogs import OfferDialogs
from game.screen.play.stage import MatchStage
from game.screen.play.teaching_game import TeachingGame
from game.screen.play.turn_controller import TurnConfirmation, TurnController
from game.screen.plugin.panel import Panel
from game.screen.plugin.rulebook import Attempt
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent
from game.screen.ui.widget import Widget
from game.table.engine_seat import MakePlayer
from game.table.history import MatchEvent
from game.table.match import Match
from game.table.teaching import Teacher, teachable


@dataclass(frozen=True, kw_only=True)
class PlayParts:
    """The parts of a play scene that its kind may use; `board` is the sensor board's controller."""

    stage: MatchStage
    pending: TurnConfirmation
    offers: OfferDialogs
    advice: AdviceDisplay
    teaching: TeachingGame
    board: MatchBoardController | None
    actions: PlayActions
    # Return whether another scene is open on top of this one.
    held: Callable[[], bool]
    # Return whether keys go to the board.
    at_board: Callable[[], bool]
    # Give the keyboard focus to the board.
    focus_board: Callable[[], None]


class PlayKind:
    """An ordinary match. Other kinds of game override what is different.

    A method that returns None leaves the matter to the scene.
    """

    # -- what it is made of ------------------------------------------------------------------------

    name = "play"  # name of the scene in the status line
    # panel that shows the counts; None is the game's own panel
    panel_kind: type[Panel] | None = None
    teaches = True  # whether a teaching game may give mistakes back
    offers = True  # whether there is an opponent for draw offers
    # Whether the kind has its own clock; pieces are then hidden under another scene.
    own_clock = False

    play: PlayParts
    stage: MatchStage  # the stage of `play`

    def controller(self, match: Match, make: MakePlayer) -> TurnController:
        """Return the controller that runs the engines and the clock."""
        return TurnController(match, make)

    def elsewhere(self, seat: Seat) -> bool:
        """Return whether a seat is played from another device."""
        return self.services.network.elsewhere(self.stage.match, seat)

    def teacher(self, make: MakePlayer) -> Teacher | None:
        """Return the teacher that gives mistakes back, or None; `make` makes its engine."""
        now, match = self.services.settings, self.stage.match
        if not (self.teaches and now.teaching and teachable(match)):
            return None
        return Teacher(match, make, now.teaching, now.teaching_most)

    @property
    def services(self) -> AppServices:
        return self.stage.services

    def enter(self, play: PlayParts) -> None:
        """Prepare before anything is shown."""
        self.play, self.stage = play, play.stage

    def leave(self) -> None:
        """Clean up when the scene is left permanently."""

    # -- what is shown -----------------------------------------------------------------------------

    @property
    def heading(self) -> str:
        """The heading of the scene; "" is the game's title."""
        return ""

    @property
    def animating(self) -> bool:
        """Whether something moves besides board and panel."""
        return False

    @property
    def redraw_every(self) -> float:
        """Seconds between redraws while nothing moves; 0 if the kind needs no redraws."""
        return 0.0

    @property
    def has_card(self) -> bool:
        """Whether a card takes the place of seats and turns."""
        return False

    def card_widgets(self, rect: Rect, canvas: Canvas) -> list[Widget]:
        """Return the card that fills `rect`, with its buttons; `canvas` serves for measuring."""
        return []

    def toast_room(self, usual: Rect | None) -> Rect | None:
        """Return the room for toasts; None allows any place where they cover nothing."""
        return usual

    def prepare(self) -> None:
        """Read what is shown now, before board and column are updated."""

    def follow(self, signs: Overlay) -> None:
        """Follow what is shown or aimed at, and change the `signs` on the board.

        The scene calls this only when there is a layout.
        """

    def faces(self, faces: Faces) -> Faces:
        """Return the labels and icons of the three buttons, based on the usual `faces`."""
        return faces

    def draw(self, canvas: Canvas) -> None:
        """Draw what is on top of everything else."""

    # -- what people do ----------------------------------------------------------------------------

    def choices(self, legal: list[Action]) -> list[Action]:
        """Return what a person at the screen may do now."""
        return legal

    def handle(self, event: InputEvent) -> Change | None:
        """Handle an event before any other part; None leaves the event to the other parts."""
        return None

    def propose(self, what: Action | Proposal | None) -> Change | None:
        """Carry out the proposal of a person at the screen; None leaves it to the match."""
        return None

    def refused(self, what: Proposal, why: CodedError) -> bool:
        """React to a proposal that the match has refused; False makes the scene show the reason."""
        return False

    def refuse(self, points: Attempt) -> bool:
        """React to an illegal attempt at the board; False makes the scene explain the rule."""
        return False

    def help(self) -> Change | None:
        """Give the requested help; None leaves it to the engine."""
        return None

    def menu(self) -> Change | None:
        """Return what the menu button opens; None is the pause menu of a match."""
        return None

    def result(self) -> Change | None:
        """Show how the game ended; None opens the result of the match."""
        return None

    def resumed(self, result: object) -> Change | None:
        """Continue with the result of the scene that was open on top."""
        return None

    def copied(self, whole: bool) -> Copied | None:
        """Return what is copied; None copies the position or, if `whole`, the game."""
        return None

    # -- time --------------------------------------------------------------------------------------

    @property
    def leading(self) -> bool:
        """Whether a guide leads the match; if so, only the guide explains and instructs."""
        return False

    @property
    def waits(self) -> bool:
        """Whether the match waits while somebody reads."""
        return False

    @property
    def shows_result(self) -> bool:
        """Whether `result` is called automatically after the end has been shown."""
        return not self.leading

    def seen(self, event: MatchEvent) -> None:
        """React to an event of the match when it has been shown."""

    def update(self, dt: float) -> Change | None:
        """Move on by `dt` seconds, after the parts of the scene."""
        return None
