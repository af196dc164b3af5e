"""Terms of a match: time control of each seat, time refund, and the board's button."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pygame

from game.platform.errors import in_words
from game.platform.i18n import N_, _
from game.platform.toml import read_own
from game.screen.app import routes
from game.screen.app.layout_scenes import storing
from game.screen.app.scene import Change, Pop
from game.screen.menus.settings_page import SettingsPage
from game.screen.plugin.seats import clock_name
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Segment, Stepper, Toggle
from game.screen.ui.layout import Labelled
from game.screen.ui.widget import Widget
from game.table.clock import Clock, clock_text
from game.table.errors import ClockError
from game.table.spec import ClockSpec
from game.table.time_control import BETWEEN, NONE, format_clock, parse_clock

MINUTES = (1, 2, 3, 5, 7, 10, 15, 20, 25, 30, 45, 60, 90, 120)
SECONDS = (1, 2, 3, 5, 8, 10, 12, 15, 20, 30, 45, 60, 90, 120, 180, 300)
PERIODS = (1, 2, 3, 4, 5, 7, 10)
VALUES: dict[str, tuple[int, ...]] = {"total": MINUTES, "periods": PERIODS}
UNITS = {"total": 60}  # seconds per displayed unit; 1 for all other fields
EVERY_SEAT = -1  # the value that means all seats


@dataclass(frozen=True)
class ClockKind:
    """A kind of time control: its name, its explanation, and the fields it uses."""

    key: str
    name: str
    words: str
    fields: tuple[str, ...] = ()


WORDS = read_own(Path(__file__).with_name("words.toml"))
CLOCK_KINDS = tuple(
    ClockKind(key, **kind["shown"], fields=tuple(kind["fields"]))
    for key, kind in WORDS["kinds"].items()
)
BY_KEY = {kind.key: kind for kind in CLOCK_KINDS}
LABELS: dict[str, str] = WORDS["fields"]["shown"]
DEFAULT_CLOCK = ClockSpec(600, 5, 3, 3, 30)  # default values for each kind


def kind_of(clock: ClockSpec | None) -> ClockKind:
    """Return the kind of a clock."""
    if clock is None:
        return BY_KEY[NONE]
    if clock.periods:
        return BY_KEY["byo" if clock.total or clock.periods > 1 else "turn"]
    return BY_KEY["delay" if clock.delay else "increment" if clock.increment else "total"]


def as_kind(kind: ClockKind, clock: ClockSpec | None) -> ClockSpec | None:
    """Return a clock of this kind, as similar to `clock` as possible."""
    if kind.key == NONE:
        return None
    old = clock or DEFAULT_CLOCK
    wanted = {name: getattr(old, name) or getattr(DEFAULT_CLOCK, name) for name in kind.fields}
    if kind.key == "turn":
        wanted["periods"] = 1
    elif kind.key == "byo" and old.periods < 2:
        wanted["periods"] = DEFAULT_CLOCK.periods
    return replace(ClockSpec(0), **wanted)


class TermsScene(SettingsPage):
    """The form of the terms: pops with `Terms`, or None."""

    title = N_("Clock")

    def __init__(
        self,
        clock: str,
        time_back: bool,
        by_button: bool,
        seats: tuple[str, ...],
        board: bool = False,
    ) -> None:
        super().__init__()
        self.time_back, self.by_button, self.seats, self.board = time_back, by_button, seats, board
        clocks = [parse_clock(part) for part in clock.split("/")]
        self.clocks = [clocks[n % len(clocks)] for n in range(len(seats))]
        self.who = EVERY_SEAT if len(clocks) == 1 else 0
        self.text = self._own_form
        self.problem = ""

    @property
    def clock(self) -> ClockSpec | None:
        """The clock being edited."""
        return self.clocks[max(0, self.who)]

    @property
    def _own_form(self) -> str:
        return format_clock(self.clock)

    @property
    def form_text(self) -> str:
        """The text of all clocks."""
        forms = [format_clock(clock) for clock in self.clocks]
        return forms[0] if len(set(forms)) == 1 else BETWEEN.join(forms)

    def columns(self) -> Sequence[Sequence[Labelled]]:
        everybody = {EVERY_SEAT: _("all"), **dict(enumerate(self.seats))}
        who: Widget = Segment(everybody, self.who, self._look_at, "who", quiet=True)
        if len(everybody) > 3:  # the text needs more than one row
            who = Stepper([*everybody], self.who, self._look_at, everybody.__getitem__, "who")
        kind = kind_of(self.clock)
        names = {one.key: _(one.name) for one in CLOCK_KINDS}
        left: list[Labelled] = [
            (_("For"), who),
            (_("Type"), Stepper([*BY_KEY], kind.key, self._choose, names.__getitem__, "kind")),
            *(self._row(name) for name in kind.fields),
        ]
        more = {"limit": 24, "placeholder": "10 byo 3x30", "on_accept": self._use}
        text = self.field(self.text, self._write, "text", **more)
        words, store = _("refund time on take-back"), storing(self, "time_back")
        back = Toggle(_("Time refund"), self.time_back, store, words, "time_back")
        right: list[Labelled] = [(_("As text"), text), ("", back)]
        if self.board:
            words, store = (
                _("a turn counts when the board's button is pressed"),
                storing(self, "by_button"),
            )
            label = _("Press to end the turn")
            right.append(("", Toggle(label, self.by_button, store, words, "by_button")))
        return [left, right]

    def _row(self, name: str) -> Labelled:
        shown = float(getattr(self.clock, name)) / UNITS.get(name, 1)
        known = sorted({*map(float, VALUES.get(name, SECONDS)), shown})
        return _(LABELS[name]), Stepper(known, shown, self._change(name), "{:g}".format, name)

    def buttons(self) -> Sequence[Button]:
        return [
            Button(_("Cancel"), Pop, name="cancel"),
            Button(_("Use"), self._use, icon="check", kind="main", name="use"),
        ]

    def below(self, top: int, bottom: int) -> None:
        self.words = pygame.Rect(self.inner.left, top, self.inner.width, max(0, bottom - top))

    def _look_at(self, who: int) -> None:
        self.who = who
        if who == EVERY_SEAT:
            self.clocks = [self.clocks[0]] * len(self.clocks)
        self._show()

    def _choose(self, key: str) -> None:
        self._put(as_kind(BY_KEY[key], self.clock))

    def _change(self, name: str) -> Callable[[float], None]:
        def store(value: float) -> None:
            assert self.clock is not None
            made = value * UNITS.get(name, 1)
            changed: dict[str, Any] = {name: int(made) if name == "periods" else made}
            self._put(replace(self.clock, **changed))

        return store

    def _put(self, clock: ClockSpec | None) -> None:
        self._store(clock)
        self._show()

    def _store(self, clock: ClockSpec | None) -> None:
        """Set this clock for the seats being edited."""
        if self.who == EVERY_SEAT:
            self.clocks = [clock] * len(self.clocks)
        else:
            self.clocks[self.who] = clock

    def _show(self) -> None:
        self.text, self.problem = self._own_form, ""
        self.resize()

    def _write(self, text: str) -> None:
        """Use the text as soon as it is a valid clock."""
        self.text = text
        try:
            clock = parse_clock(text)
        except ClockError as error:
            self.problem = in_words(error)
            self.services.invalidate()
            return
        self.problem = ""
        self._store(clock)
        self.resize()

    def _use(self) -> Change | None:
        if self.problem:
            self.services.toast(self.problem, "bad")
            return None
        terms = self.time_back, self.by_button, self.seats, self.board
        return Pop(routes.Terms(self.form_text, *terms))

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        words = self.problem or _(kind_of(self.clock).words)
        colour = canvas.ui.bad if self.problem else canvas.ui.text_second
        canvas.text(words, "body", self.words, colour, valign="top", wrap=True)
        self._draw_clocks(canvas, canvas.text_height(words, "body", self.words.width))

    def _draw_clocks(self, canvas: Canvas, below: int) -> None:
        """Draw the starting clocks of all seats, at least `below` px below the top of the text."""
        px, count = canvas.px, len(self.clocks)
        room = self.words.copy()
        room.top += max(px(48), below + px(12))
        room.height = min(px(120), self.words.bottom - room.top)
        if room.height < px(96):
            return
        wide = min(px(240), (room.width - px(12) * (count - 1)) // count)
        at_start = Clock(self.clocks)
        for n, name in enumerate(self.seats):
            box = pygame.Rect(room.left + n * (wide + px(12)), room.top, wide, room.height)
            canvas.card(box)
            inside = box.inflate(-2 * px(16), -2 * px(10))
            canvas.text(name, "caption", inside, canvas.ui.text_second, valign="top", ellipsis=True)
            reading = at_start.reading(n, 0.0)
            shown = clock_text(reading.seconds) if reading is not None else "–"
            low = pygame.Rect(inside.left, inside.top + px(22), inside.width, px(54))
            canvas.text(shown, "clock", low, canvas.ui.text)
            foot = pygame.Rect(inside.left, low.bottom, inside.width, px(24))
            canvas.text(clock_name(self.clocks[n]), "caption", foot, canvas.accent, ellipsis=True)
