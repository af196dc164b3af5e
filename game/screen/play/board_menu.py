"""Menus that a sensor board answers, too: by its button, or by a piece laid on a point.

Answer number n is point number n of the board.  A short press goes on to the next answer, a long
one takes it.  What is chosen is lit, and said.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from game.platform.i18n import _, ngettext
from game.rules.registry import parse_setup, with_lot
from game.screen.app import routes
from game.screen.app.dialog import Dialog, DialogButton
from game.screen.app.scene import Change, Pop, Quit, Replace
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
        self,
        target: str,
        title: Callable[[], str],
        answers: Callable[[], Sequence[DialogButton]],
        text: Callable[[], str],
    ) -> None:
        super().__init__(title, answers, text, upright=True)
        self._target, self._chosen = target, 0

    def enter(self) -> None:
        self.lease = BoardLease(self._target, None, ())

    def resize(self) -> None:
        super().resize()
        self._light()

    def leave(self) -> None:
        self.lease.session.mark(None)
        self.lease.close()

    def update(self, dt: float) -> Change | None:
        super().update(dt)
        for reading in self.lease.session.poll():
            if isinstance(reading, Pressed):
                self.choose((self._chosen + 1) % len(self.answers))
            elif isinstance(reading, Held) and not reading.very:
                return self.take(self._chosen)
        return None

    def choose(self, number: int) -> None:
        """Go to this answer, and say it."""
        self._chosen = number
        self.form.focus(f"answer-{number}")
        self.desk.say(self.answers[number].label, urgent=True)
        self.desk.invalidate()
        self._light()

    def take(self, number: int) -> Change | None:
        return self._answer(self.answers[number])()

    def _light(self) -> None:
        lit = dict.fromkeys(range(len(self.answers)), int(Light.HOME))
        self.lease.session.mark({**lit, self._chosen: int(Light.CHOICE_A)})


def end_menu(target: str, offers: OfferDialogs) -> BoardMenu:
    """Return the menu of a game that a very long press opens."""
    return BoardMenu(
        target,
        lambda: _("Pause"),
        lambda: [
            DialogButton(_("Continue"), kind="main", icon="play"),
            *offer_buttons(offers),
            DialogButton(_("Resign"), SURE + RESIGN, icon="flag"),
            DialogButton(_("Save and leave"), LEAVE, icon="exit"),
        ],
        button_words,
    )


def button_words() -> str:
    """Return how the button answers a menu."""
    return _("A short press of the board’s button goes on, a long one takes what is lit.")


class GameMenu(BoardMenu):
    """The choice of a game and its seats, of those that are played on the board there is."""

    def __init__(self, target: str) -> None:
        super().__init__(target, lambda: _("Choose a game"), self._offered, self._words)
        self._welcome: Welcome | None = None
        self._states: Sequence[int] = ()  # what lay on the board
        self._laid: int | None = None  # the answer whose point was covered last
        self._since = 0.0  # when anything changed last

    def _words(self) -> str:
        if self._welcome is None:
            return self.lease.view.words
        return f"{button_words()} {_('Or lay a piece on the point of your choice.')}"

    def _offered(self) -> list[DialogButton]:
        """Return the games with their seats, by the points of the board."""
        welcome = self._welcome
        games = [] if welcome is None else games_on(welcome.layout, welcome.points)
        labels = () if welcome is None else labels_of(welcome.layout, welcome.points)
        answers = [answer for setup in games for answer in self._of_game(setup)]
        answers.append(DialogButton(_("Quit"), act=Quit, icon="exit"))
        named = [f"{label}: " for label in labels] or [""] * len(answers)
        return [
            DialogButton(name + answer.label, icon=answer.icon, act=answer.act)
            for name, answer in zip(named, answers)
        ]

    def _of_game(self, setup: str) -> list[DialogButton]:
        setup = with_lot(setup, random.randrange(1_000_000))
        game = parse_setup(setup)
        people = ngettext("{n} player", "{n} players", game.seats).format(n=game.seats)
        rivals = [(SeatSpec("engine", level), _("level {n}").format(n=level)) for level in LEVELS]
        return [
            DialogButton(
                f"{game.title}, {who}",
                icon="hexagon",
                act=self._begin(setup, (SeatSpec("board"), *(seat,) * (game.seats - 1))),
            )
            for seat, who in [(SeatSpec("board"), people), *rivals]
        ]

    def _begin(self, setup: str, seats: tuple[SeatSpec, ...]) -> Callable[[], Change]:
        spec = MatchSpec(setup, seats, board=self._target)
        return lambda: Replace(routes.PlayMatch(matched(spec)))

    def update(self, dt: float) -> Change | None:
        session = self.lease.session
        if session.driver.welcome is not self._welcome:
            self._welcome, self._chosen = session.driver.welcome, 0
            self.resize()
            for answer in self.answers:
                self.desk.say(answer.label)
        return self._look(session.driver.states) or super().update(dt)

    def _look(self, states: Sequence[int]) -> Change | None:
        """Take the answer on whose point a piece has been laid, and nothing else touched since."""
        if states != self._states:
            changed = [
                (number, now)
                for number, (old, now) in enumerate(zip(self._states, states))
                if old != now
            ]
            laid = (
                len(changed) == 1 and len(self._states) == len(states) and changed[0][1] in (1, 2)
            )
            self._laid = changed[0][0] if laid and changed[0][0] < len(self.answers) else None
            self._states, self._since = states, self.desk.now
        elif self._laid is not None and self.desk.now - self._since >= LAID_S:
            number, self._laid = self._laid, None
            self.choose(number)
            return self.take(number)
        return None

    def cancelled(self) -> Change:
        return Pop()
