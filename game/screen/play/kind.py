"""What is particular about a game at the board: what a play scene asks its kind.

`PlayScene` is the same for all games; it is given a `PlayKind`.  The plain one is an ordinary
match.  A puzzle, a lesson, a deal for one and the like answer some of the questions otherwise.
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
    """The parts of a play scene that its kind may use; `board` is the sensor board's."""

    stage: MatchStage
    pending: TurnConfirmation
    offers: OfferDialogs
    advice: AdviceDisplay
    teaching: TeachingGame
    board: MatchBoardController | None
    actions: PlayActions
    # Return whether another scene lies over this one.
    held: Callable[[], bool]
    # Return whether keys go to the board.
    at_board: Callable[[], bool]
    # Have keys go to the board.
    focus_board: Callable[[], None]


class PlayKind:
    """An ordinary match.  Another kind of game overrides what is different there.

    Where None may be answered, it leaves the matter to the scene.
    """

    # -- what it is made of ------------------------------------------------------------------------

    name = "play"  # in a line of status
    panel_kind: type[Panel] | None = None  # what shows the counts; None: the game's own
    teaches = True  # whether mistakes are given back where that is wanted
    offers = True  # whether there is somebody to agree with
    own_clock = False  # whether it runs by itself: then pieces are hidden under another scene

    play: PlayParts
    stage: MatchStage  # that of `play`

    def controller(self, match: Match, make: MakePlayer) -> TurnController:
        """Return what plays for the engines and keeps the clock."""
        return TurnController(match, make)

    def elsewhere(self, seat: Seat) -> bool:
        """Return whether a seat's turns are not made here."""
        return self.services.network.elsewhere(self.stage.match, seat)

    def teacher(self, make: MakePlayer) -> Teacher | None:
        """Return who gives mistakes back, None where nothing is given back; `make` is to judge."""
        now, match = self.services.settings, self.stage.match
        if not (self.teaches and now.teaching and teachable(match)):
            return None
        return Teacher(match, make, now.teaching, now.teaching_most)

    @property
    def services(self) -> AppServices:
        return self.stage.services

    def enter(self, play: PlayParts) -> None:
        """Begin: nothing is shown yet."""
        self.play, self.stage = play, play.stage

    def leave(self) -> None:
        """End: the scene is left for good."""

    # -- what is shown -----------------------------------------------------------------------------

    @property
    def heading(self) -> str:
        """What the scene is about; "": the game's title."""
        return ""

    @property
    def animating(self) -> bool:
        """Whether something moves besides board and panel."""
        return False

    @property
    def redraw_every(self) -> float:
        """Seconds between redraws at rest, if there are reasons besides the usual ones; or 0."""
        return 0.0

    @property
    def has_card(self) -> bool:
        """Whether a card takes the place of seats and turns."""
        return False

    def card_widgets(self, rect: Rect, canvas: Canvas) -> list[Widget]:
        """Return the card that fills `rect`, with its buttons; `canvas` is to measure with."""
        return []

    def toast_room(self, usual: Rect | None) -> Rect | None:
        """Return where toasts lie; None is wherever they cover nothing."""
        return usual

    def prepare(self) -> None:
        """Take in what is shown now, before board and column follow it."""

    def follow(self, signs: Overlay) -> None:
        """Follow what is shown, or aimed at; change the signs on the board.

        Asked once there is a layout.
        """

    def faces(self, faces: Faces) -> Faces:
        """Return what the three buttons say and do, made from what is usual."""
        return faces

    def draw(self, canvas: Canvas) -> None:
        """Draw what lies over all else."""

    # -- what people do ----------------------------------------------------------------------------

    def choices(self, legal: list[Action]) -> list[Action]:
        """Return what a person at the screen may do now."""
        return legal

    def handle(self, event: InputEvent) -> Change | None:
        """Use an event before anything else does; None: it is not used."""
        return None

    def propose(self, what: Action | Proposal | None) -> Change | None:
        """Carry out what a person at the screen proposes; None: the match decides."""
        return None

    def refused(self, what: Proposal, why: CodedError) -> bool:
        """Answer what the match has refused; False: the scene says why."""
        return False

    def refuse(self, points: Attempt) -> bool:
        """Answer an attempt at the board that is no action; False: the rules say why."""
        return False

    def help(self) -> Change | None:
        """Help as asked; None: the engine does."""
        return None

    def menu(self) -> Change | None:
        """Return what the menu's button opens; None: the pause menu of a match."""
        return None

    def result(self) -> Change | None:
        """Say how it ended; None: the result of the match is opened."""
        return None

    def resumed(self, result: object) -> Change | None:
        """Go on after another scene, with its result."""
        return None

    def copied(self, whole: bool) -> Copied | None:
        """Return what is copied; None: the position, or the `whole` game."""
        return None

    # -- time --------------------------------------------------------------------------------------

    @property
    def leading(self) -> bool:
        """Whether a guide leads: then only the guide says what happens, and what to do."""
        return False

    @property
    def waits(self) -> bool:
        """Whether the match stands while somebody reads."""
        return False

    @property
    def shows_result(self) -> bool:
        """Whether `result` comes by itself once the end has been seen."""
        return not self.leading

    def seen(self, event: MatchEvent) -> None:
        """Follow an event of the match that has come to be seen."""

    def update(self, dt: float) -> Change | None:
        """Move on by `dt` seconds, after the parts of the scene."""
        return None
