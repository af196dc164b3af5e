"""Menus operated at a sensor board: a short press selects the next answer, a long one takes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

from game.platform.i18n import _, ngettext
from game.rules.base import CHOICES
from game.rules.registry import parse_setup, with_lot
from game.screen.app import routes
from game.screen.app.dialog import Dialog, DialogButton
from game.screen.app.scene import Change, Quit, Replace
from game.screen.play.board_controller import BoardLease
from game.screen.play.menu import LEAVE, RESIGN, SURE, offer_buttons
from game.screen.play.offer_dialogs import OfferDialogs
from game.screen.plugin.panel import Panel
from game.table.spec import MatchSpec, SeatSpec
from game.table.win_loss import matched
from hardware.host.layouts import games_on, labels_of
from hardware.tracking.debounce import LONG
from hardware.tracking.tracker_events import Pressed
from hardware.wire.messages import Feature, Welcome
from hardware.wire.palette import Light

LEVELS = (2, 5, 8)  # engine levels to choose from
# Lot that draws the walls of Less: always the same, so that people set them up only once.
LOT = 1
LAID_S = 0.7  # seconds a single new piece must lie on a point to choose it


class BoardMenu(Dialog):
    """A menu on the board behind `target`; each answer lights one of the board's first points."""

    def __init__(
        self, target: str, title: Callable[[], str], answers: Callable[[], Sequence[DialogButton]]
    ) -> None:
        super().__init__(title, answers, self._words, upright=True)
        self._target, self.chosen = target, 0

    def _words(self) -> str:
        return _("A short press of the board’s button goes on, a long one takes what is lit.")

    def enter(self) -> None:
        self.lease = BoardLease(self._target, None, ())
        self.session = self.lease.session

    def resize(self) -> None:
        super().resize()
        self.choose(self.chosen)

    def leave(self) -> None:
        self.session.mark(None)
        self.lease.close()

    def update(self, dt: float) -> Change | None:
        super().update(dt)
        for reading in self.session.poll():
            if not isinstance(reading, Pressed) or not self.answers:
                continue
            if reading.length == LONG:
                return self.take()
            if not reading.length:
                self.choose((self.chosen + 1) % len(self.answers))
                self.services.say(self.answers[self.chosen].label, urgent=True)
        return None

    def choose(self, number: int) -> None:
        """Select the answer with this number."""
        self.chosen = number
        if self.answers:
            self.form.focus(f"answer-{number}")
        lit = dict.fromkeys(range(len(self.answers)), int(Light.HOME))
        self.session.mark({**lit, number: int(Light.CHOICE_A)})
        self.services.invalidate()

    def take(self) -> Change | None:
        return self._answer(self.answers[self.chosen])()


def end_menu(target: str, offers: OfferDialogs) -> BoardMenu:
    """Return the menu that a very long press opens during a game."""

    def answers() -> list[DialogButton]:
        return [
            DialogButton(_("Continue"), kind="main", icon="play"),
            *offer_buttons(offers),
            DialogButton(_("Resign"), SURE + RESIGN, icon="flag"),
            DialogButton(_("Save and leave"), LEAVE, icon="exit"),
        ]

    return BoardMenu(target, lambda: _("Pause"), answers)


def side_menu(target: str, panel: Panel) -> BoardMenu:
    """Return the menu for choosing a side at the board; people change chairs to swap sides."""

    def answers() -> list[DialogButton]:
        sides = [action for action in panel.match.legal() if action.kind in CHOICES]
        return [DialogButton(panel.label(side), side.kind) for side in sides]

    return BoardMenu(target, lambda: _("Which side? For the other one, change chairs."), answers)


class GameMenu(BoardMenu):
    """The choice of a game and its seats, among the games for the connected board.

    A piece laid on the point of an answer also accepts that answer.
    """

    def __init__(self, target: str) -> None:
        super().__init__(target, lambda: _("Choose a game"), self._offered)
        self._welcome: Welcome | None = None
        self._states: Sequence[int] = ()  # sensor states at the last update
        self._laid_at: float | None = None  # when a piece was laid on the chosen point

    def _words(self) -> str:
        if self._welcome is None:
            return self.session.view().words
        if not self.session.driver.has(Feature.BUTTON):
            return _("Lay a piece on the point of your choice.")
        return " ".join((super()._words(), _("Or lay a piece on the point of your choice.")))

    def _offered(self) -> list[DialogButton]:
        """Return the games with their seats, labelled with the points of the board."""
        quits = [DialogButton(_("Quit"), act=Quit)] if self.services.offers(Quit) else []
        if (welcome := self._welcome) is None:
            return quits
        games = [self._seatings(setup) for setup in games_on(welcome.layout, welcome.points)]
        answers = [*chain(*games), *quits]
        labels = labels_of(welcome.layout, welcome.points) or map(str, range(len(answers)))
        return [replace(one, label=f"{label}: {one.label}") for label, one in zip(labels, answers)]

    def _seatings(self, setup: str) -> Iterator[DialogButton]:
        """Yield the answers of a game: people at all seats, or engines at all but the first."""
        setup = with_lot(setup, LOT)
        game, board = parse_setup(setup), SeatSpec("board")
        people = ngettext("{n} player", "{n} players", game.seats).format(n=game.seats)
        for level in (0, *LEVELS):
            rival = SeatSpec("engine", level) if level else board
            words = [people, _("level {n}").format(n=level)] if level else [people]
            seats = (board, *(rival,) * (game.seats - 1))
            begin = routes.PlayMatch(matched(MatchSpec(setup, seats, board=self._target)))
            yield DialogButton(", ".join((game.title, *words)), act=partial(Replace, begin))

    def update(self, dt: float) -> Change | None:
        welcome, states = self.session.driver.welcome, self.session.driver.states
        if welcome is not self._welcome:
            self._welcome, self.chosen = welcome, 0
            self.resize()
            for answer in self.answers:
                self.services.say(answer.label)
        if states != self._states:
            self._laid_at = self._laid(self._states, states)
            self._states = states
        if self._laid_at is not None and self.services.now - self._laid_at >= LAID_S:
            return self.take()
        return super().update(dt)

    def _laid(self, before: Sequence[int], now: Sequence[int]) -> float | None:
        """Choose an answer if a piece on its point is the only change; return the time, or None."""
        news = [number for number, (old, new) in enumerate(zip(before, now)) if old != new]
        if len(news) != 1 or news[0] >= len(self.answers) or now[news[0]] not in (1, 2):
            return None
        self.choose(news[0])
        return self.services.now
