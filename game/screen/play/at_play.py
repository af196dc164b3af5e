"""What the parts of the play scene know of it, and so of one another.  Types only."""

from __future__ import annotations

from typing import Protocol

from pygame import Rect

from game.rules.base import Action
from game.rules.events import Seat
from game.rules.proposals import GoBack, Proposal
from game.rules.topology import Point
from game.screen.app.scene import Change, Desk
from game.screen.boards import BoardView
from game.screen.boards.interaction import Interaction
from game.screen.games.book import Attempt
from game.screen.games.panel import Panel
from game.screen.play.assist import Assistant
from game.screen.play.conduct import Conductor
from game.screen.play.layout import Layout
from game.screen.play.playback import Playback
from game.table.match import Match


class Explains(Protocol):
    """What says at a place of the board why something is not allowed, or is worth a look."""

    def attempt(self, points: Attempt) -> None: ...
    def tell(self, text: str, point: Point, source: Point | None = None) -> None: ...
    def rule(self) -> Change: ...
    def clear(self) -> bool: ...


class Confirms(Protocol):
    """What keeps a finished turn until its person says yes."""

    @property
    def seat(self) -> Seat | None: ...
    @property
    def waiting(self) -> bool: ...
    def confirm(self) -> Change: ...
    def way_back(self) -> GoBack | None: ...


class Charts(Protocol):
    """What shows the evaluation beside the board."""

    caption: Rect


class Helps(Protocol):
    """What asks the engine for the person."""

    @property
    def thinking(self) -> str: ...


class AtPlay(Protocol):
    """The play scene.  A part reads what it needs, offers through `offer` and `chosen`, and says
    with `refresh`, `follow` or `redo_buttons` what has to be brought in line."""

    desk: Desk
    match: Match
    hand: Interaction
    panel: Panel
    playback: Playback
    conductor: Conductor
    assistant: Assistant
    layout: Layout
    view: BoardView | None
    held: bool

    @property
    def confirming(self) -> Confirms: ...

    @property
    def curve(self) -> Charts: ...

    @property
    def helping(self) -> Helps: ...

    @property
    def refuser(self) -> Explains: ...

    def offer(self, proposal: Proposal | None) -> Change: ...
    def chosen(self, action: Action) -> Change | None: ...

    def refresh(self, at_once: bool = False) -> None: ...
    def follow(self, at_once: bool = False) -> None: ...
    def redo_buttons(self) -> None: ...
    def choice_changed(self) -> None: ...
    def toggle_coordinates(self) -> None: ...
    def resize(self) -> None: ...

    def browse(self, turn: int) -> Change | None: ...
    def page(self, turns: int) -> Change: ...
    def to_game(self) -> Change: ...
    def open_menu(self) -> Change: ...
    def open_help(self) -> Change: ...
    def open_result(self) -> Change: ...
    def open_review(self) -> Change: ...
    @property
    def after_end(self) -> tuple[str, str]: ...
    def get_help(self, question: str) -> None: ...
