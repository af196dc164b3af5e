"""The panel of a game: its counts, and its texts for actions, turns and seats.

A panel draws in the column and adds signs to the board's overlay. It follows the shown position and
the action aimed at. The only thing it changes is what a person may choose beside the board.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

import pygame

from game.platform.i18n import _
from game.rules.base import Action, Game, State
from game.rules.events import Piece, Placed, Seat
from game.rules.kernel import CHOOSER
from game.screen.animation.choreography import TimelinePlayer
from game.screen.app.scene import Change
from game.screen.boards import BoardView
from game.screen.boards.interaction import Interaction
from game.screen.boards.overlay import Overlay
from game.screen.plugin.seats import seat_name, seat_piece
from game.screen.ui.canvas import Canvas
from game.screen.ui.widget import Widget
from game.table.history import History, Turn
from game.table.match import Match


@dataclass
class Ticker:
    """A number that counts up or down to its value: 60 ms per unit, at most 600 ms in all."""

    value: float
    target: int
    speed: float = 0.0

    UNIT, MOST = 0.060, 0.600

    def aim(self, target: int, at_once: bool = False) -> None:
        if target == self.target and not at_once:
            return
        self.target = target
        distance = abs(target - self.value)
        self.speed = distance / min(self.MOST, max(self.UNIT, self.UNIT * distance))
        if at_once:
            self.value = target

    def update(self, dt: float) -> None:
        way = self.target - self.value
        self.value += max(-self.speed * dt, min(self.speed * dt, way))

    @property
    def moving(self) -> bool:
        return abs(self.value - self.target) > 1e-6

    @property
    def shown(self) -> int:
        return round(self.value)


class Panel:
    """The plain panel: the game's score in words."""

    height = 120  # design px of the panel in the column

    def __init__(self, match: Match, hand: Interaction, shown: History | None = None) -> None:
        self.match, self.hand = match, hand
        self.history = shown or match.history  # the part of the match that has been shown
        self.game: Game = match.game
        self.state: State = self.history.state
        self.aimed: Action | None = None
        self.turn: Turn | None = None  # the turn in progress, if any
        self.show: TimelinePlayer | None = None
        self.rect = pygame.Rect(0, 0, 0, 0)
        # Called after a choice beside the board, and for an action chosen there.
        self.on_change: Callable[[], None] = lambda: None
        self.on_action: Callable[[Action], Change | None] = lambda action: None
        self.tickers: dict[str, Ticker] = {}

    def follow(
        self, state: State, aimed: Action | None, turn: Turn | None, at_once: bool = False
    ) -> None:
        """Follow the shown position, the action aimed at in it, and the turn in progress."""
        self.state, self.aimed, self.turn = state, aimed, turn
        for name, value in self.counts().items():
            ticker = self.tickers.setdefault(name, Ticker(value, value))
            ticker.aim(value, at_once)

    def counts(self) -> dict[str, int]:
        """Return the numbers that tick when they change."""
        return {}

    def count(self, name: str) -> int:
        """Return the current value of a ticking number."""
        return self.tickers[name].shown

    @property
    def after(self) -> State | None:
        """The position after the action aimed at."""
        return self.hand.preview(self.aimed).state if self.aimed is not None else None

    @property
    def over(self) -> bool:
        """True if the shown position is the end of the game."""
        if self.game.over(self.state):
            return True
        return self.history.declared is not None and self.state == self.history.state

    def update(self, dt: float) -> None:
        for ticker in self.tickers.values():
            ticker.update(dt)

    @property
    def animating(self) -> bool:
        return any(ticker.moving for ticker in self.tickers.values())

    def key(self) -> Hashable:
        """Return everything but `ticks` on which the look of the panel and its controls depends."""
        hand, history = self.hand, self.history
        return (
            *(self.state, self.aimed, self.turn, len(history.entries), history.declared),
            *(hand.enabled, hand.colour, hand.bid, hand.pass_),
        )

    def ticks(self) -> Hashable:
        """Return the ticking values, which the panel shows and its controls do not."""
        return tuple([ticker.value for ticker in self.tickers.values()])

    def widgets(self) -> list[Widget]:
        """Return the controls of the panel; each layout makes new ones."""
        return []

    def lay_out(self, rect: pygame.Rect, canvas: Canvas) -> None:
        """Place the panel and its widgets; `canvas` serves for measuring."""
        self.rect = rect

    def explained(self, canvas: Canvas) -> list[tuple[pygame.Rect, str]]:
        """Return places of the panel after its layout, each with an explanation."""
        return []

    def role_explained(self) -> str:
        """Return an explanation of the roles on the seat cards; "" if there are no roles."""
        return ""

    def draw(self, canvas: Canvas, view: BoardView) -> None:
        canvas.card(self.rect)
        inside = self.rect.inflate(-canvas.px(36), -canvas.px(24))
        canvas.text(self.game.score(self.state), "lead", inside, wrap=True)

    def overlay(self, overlay: Overlay) -> None:
        """Add this game's signs to the overlay of the board."""

    def seat_piece(self, seat: Seat) -> Piece | None:
        """Return the piece that represents a seat; None draws `seat_icon` instead."""
        return seat_piece(self.game, seat)

    def seat_icon(self, seat: Seat) -> str:
        return ""

    def seat_name(self, seat: Seat) -> str:
        """Return the default name of a seat."""
        return seat_name(self.game, seat)

    def name_of(self, seat: Seat) -> str:
        """Return the name given to the seat, else its default name."""
        return self.match.spec.seats[seat].name or self.seat_name(seat)

    def name_or_role(self, seat: Seat) -> str:
        """Return the name given to the seat, else its role, else its default name."""
        return self.match.spec.seats[seat].name or self.seat_role(seat) or self.seat_name(seat)

    def seat_role(self, seat: Seat) -> str:
        """Return a role that replaces the name ("MORE"), or ""."""
        return ""

    def effect(self, action: Action) -> str:
        """Return a few characters to show beside the ghost of an action."""
        return ""

    def badge(self, action: Action) -> str:
        """Return the number to show on the target of an action; "" shows a light instead."""
        return ""

    def label(self, action: Action) -> str:
        """Return the main button's label for an action."""
        point = action.target
        return {
            "place": _("Place on {point}"),
            "jump": _("Jump to {point}"),
            "slide": _("Slide to {point}"),
            "step": _("Step to {point}"),
            "leap": _("Leap to {point}"),
            "stop": _("Stop here"),
            "pass": _("Pass"),
            "bid": _("Bid {amount}"),
            "keep": _("Keep {side}"),
            "swap": _("Take {side}"),
        }.get(action.kind, action.text).format(
            point=point, amount=action.cost, side=self._side_after(action)
        )

    def _side_after(self, choice: Action) -> str:
        """Return the side that a choice gives to the chooser."""
        seat = self.match.to_move - (choice.kind == "swap")
        return self.seat_name(seat % self.game.seats)

    def prompt(self) -> str:
        """Return the main button's label while there is nothing to confirm."""
        if self.hand.source is not None and self.hand.targets:
            return self._where()
        if self.game.cutting(self.state):
            return self._opening()
        return self.ask_for_start()

    def ask_for_start(self) -> str:
        """Return the prompt while no piece and no place is chosen."""
        return _("Choose a piece") if self.hand.starts else _("Choose a place")

    def _opening(self) -> str:
        """Return the prompt for a player who plays both sides of the opening."""
        piece = self.game.placed(self.state)
        if self.hand.starts or piece is None:
            return _("Play the opening")
        seats = [seat for seat in range(self.game.seats) if self.seat_piece(seat) == piece]
        return _("Opening: {side}").format(side=self.seat_name(seats[0]))

    def empty_list(self) -> str:
        """Return the text in the list before the first turn."""
        if self.game.choosing(self.state):
            return self.choice_words()
        if not self.game.cutting(self.state):
            return _("No turns yet")
        opener, chooser = (self.name_of(seat) for seat in (self.match.to_move, CHOOSER))
        words = _("{opener} plays the opening. Then {chooser} chooses a side.")
        return words.format(opener=opener, chooser=chooser)

    def choice_words(self) -> str:
        """Return the text while the seat to move has to choose a side."""
        return _("{name} chooses a side.").format(name=self.name_of(CHOOSER))

    def _where(self) -> str:
        """Return the prompt while a piece is chosen, according to its possible actions."""
        kinds = {action.kind for action in self.hand.targets.values()}
        if {"slide", "jump"} <= kinds:
            return _("Choose where to slide or jump")
        if {"step", "leap"} <= kinds:
            return _("Choose where to step or leap")
        return {
            "slide": _("Choose where to slide"),
            "jump": _("Choose where to jump"),
            "step": _("Choose where to step"),
            "leap": _("Choose where to leap"),
        }.get(kinds.pop(), _("Choose a target"))

    def row_number(self, turn: Turn) -> int:
        """Return the number before a turn in the list."""
        return turn.number

    def row(self, turn: Turn) -> tuple[str, str, str]:
        """Return text, highlighted figure and last figure of a turn for the list."""
        return turn.text, "", ""

    def toggle(self) -> Change | None:
        """Show or hide the groups on the board, if the game has groups."""
        return None

    def row_piece(self, turn: Turn) -> Piece | None:
        """Return the piece before a turn in the list; in an opening it may be the other side's."""
        placed = [event.piece for event in turn.events if isinstance(event, Placed)]
        return placed[0] if placed else self.seat_piece(turn.seat)
