"""Menus that a sensor board answers, too: a short press goes on, a long one takes what is lit."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial

from game.platform.i18n import _, ngettext
from game.rules.registry import parse_setup, with_lot
from game.screen.app import routes
from game.screen.app.dialog import Dialog, DialogButton
from game.screen.app.scene import Change, Quit, Replace
from game.screen.play.board_controller import BoardLease
from game.screen.play.menu import LEAVE, RESIGN, SURE, offer_buttons
from game.screen.play.offer_dialogs import OfferDialogs
from game.table.spec import MatchSpec, SeatSpec
from game.table.win_loss import matched
from hardware.host.layouts import games_on, labels_of
from hardware.tracking.tracker_events import Held, Pressed
from hardware.wire.messages import Welcome
from hardware.wire.palette import Light

LEVELS = (2, 5, 8)  # of the engine, to choose from
LAID_S = 0.7  # seconds for which a piece lies alone before it has chosen


class BoardMenu(Dialog):
    """A menu at the board behind `target`."""

    def __init__(
        self, target: str, title: Callable[[], str], answers: Callable[[], Sequence[DialogButton]]
    ) -> None:
        super().__init__(title, answers, self._words, upright=True)
        self._target, self.chosen = target, 0

    def _words(self) -> str:
        return _("A short press of the board’s button goes on, a long one takes what is lit.")

    def enter(self) -> None:
        self.session = (lease := BoardLease(self._target, None, ())).session
        self._give_back = lease.close

    def resize(self) -> None:
        super().resize()
        self._light()

    def _light(self) -> None:
        lit = dict.fromkeys(range(len(self.answers)), int(Light.HOME))
        self.session.mark({**lit, self.chosen: int(Light.CHOICE_A)})

    def leave(self) -> None:
        self.session.mark(None)
        self._give_back()

    def update(self, dt: float) -> Change | None:
        super().update(dt)
        for reading in self.session.poll():
            if isinstance(reading, Pressed):
                self.choose((self.chosen + 1) % len(self.answers))
            elif isinstance(reading, Held) and not reading.very:
                return self.take()
        return None

    def choose(self, number: int) -> None:
        """Go to this answer, and say it."""
        self.chosen = number
        self.form.focus(f"answer-{number}")
        self.desk.say(self.answers[number].label, urgent=True)
        self.desk.invalidate()
        self._light()

    def take(self) -> Change | None:
        return self._answer(self.answers[self.chosen])()


def end_menu(target: str, offers: OfferDialogs) -> BoardMenu:
    """Return the menu of a game that a very long press opens."""

    def answers() -> list[DialogButton]:
        return [
            DialogButton(_("Continue"), kind="main", icon="play"),
            *offer_buttons(offers),
            DialogButton(_("Resign"), SURE + RESIGN, icon="flag"),
            DialogButton(_("Save and leave"), LEAVE, icon="exit"),
        ]

    return BoardMenu(target, lambda: _("Pause"), answers)


class GameMenu(BoardMenu):
    """The choice of a game and its seats, of those that are played on the board there is.

    A piece that is laid on the point of an answer takes it, too.
    """

    def __init__(self, target: str) -> None:
        super().__init__(target, lambda: _("Choose a game"), self._offered)
        self._welcome: Welcome | None = None
        self._states: Sequence[int] = ()  # what lay on the board
        self._laid = False  # a piece has come to lie on the point of the chosen answer
        self._since = 0.0  # when anything changed last

    def _words(self) -> str:
        if self._welcome is None:
            return self.session.view().words
        return f"{super()._words()} {_('Or lay a piece on the point of your choice.')}"

    def _offered(self) -> list[DialogButton]:
        """Return the games with their seats, by the points of the board."""
        welcome = self._welcome
        layout, count = ("", 0) if welcome is None else (welcome.layout, welcome.points)
        setups = [with_lot(s, random.randrange(1_000_000)) for s in games_on(layout, count)]
        answers = [answer for setup in setups for answer in self._seatings(setup)]
        answers.append((_("Quit"), Quit))
        labels = [f"{label}: " for label in labels_of(layout, count)] or [""] * len(answers)
        return [
            DialogButton(label + words, act=act) for label, (words, act) in zip(labels, answers)
        ]

    def _seatings(self, setup: str) -> list[tuple[str, Callable[[], Change]]]:
        """Return who may sit at a game, in words, and what begins it."""
        game = parse_setup(setup)
        people = ngettext("{n} player", "{n} players", game.seats).format(n=game.seats)
        rivals = [(SeatSpec("engine", level), _("level {n}").format(n=level)) for level in LEVELS]

        def begin(rival: SeatSpec) -> Change:
            seats = (SeatSpec("board"), *(rival,) * (game.seats - 1))
            spec = matched(MatchSpec(setup, seats, board=self._target))
            return Replace(routes.PlayMatch(spec))

        return [
            (f"{game.title}, {words}", partial(begin, rival))
            for rival, words in [(SeatSpec("board"), people), *rivals]
        ]

    def update(self, dt: float) -> Change | None:
        welcome = self.session.driver.welcome
        if welcome is not self._welcome:
            self._welcome, self.chosen = welcome, 0
            self.resize()
            for answer in self.answers:
                self.desk.say(answer.label)
        self._look(self.session.driver.states)
        if self._laid and self.desk.now - self._since >= LAID_S:
            return self.take()
        return super().update(dt)

    def _look(self, states: Sequence[int]) -> None:
        """Choose the answer on whose point a piece is laid alone."""
        if states == self._states:
            return
        news = [n for n, (old, new) in enumerate(zip(self._states, states)) if old != new]
        self._laid = len(news) == 1 and news[0] < len(self.answers) and states[news[0]] in (1, 2)
        self._states, self._since = states, self.desk.now
        if self._laid:
            self.choose(news[0])
