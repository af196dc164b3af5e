"""The choice of a board of another kind: first its kind, then its place and what it senses."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qsl

from game.platform.i18n import N_, _
from game.screen.app.routes import Picked
from game.screen.app.scene import Change, Pop, Push
from game.screen.menus.pick_list import PickEntry, PickScene
from game.screen.ui.button import Button
from game.screen.ui.choosers import Stepper, Toggle
from game.screen.ui.layout import Card, halves
from game.screen.ui.tokens import GAP
from game.screen.ui.widget import Widget
from hardware.drivers.registry import KINDS, Line
from hardware.host.board_choice import (
    FIRST,
    found_by_identity,
    kind_at,
    kind_words,
    missing_package,
    note_on,
    places_of,
    target_with,
)
from hardware.host.layouts import LAYOUTS
from hardware.host.other_boards import BAUDS, port_of
from hardware.host.ports import ports

SWITCHES = {  # options of a target that are switched on or off
    "sides": N_("It tells the two sides apart"),
    "button": N_("It has a button"),
    "inverted": N_("It says 0 where a piece lies"),
}


class PickKindScene(PickScene):
    """The kinds of boards without our protocol; the scene pops with `Picked` or with None."""

    rows = 6

    def __init__(self, value: str = "") -> None:
        """Build the list; `value` is the present target."""
        super().__init__(
            "link",
            lambda: _("Which kind of board?"),
            _kinds,
            lambda: _("Boards by other makers, and boards that you have programmed yourself."),
            kind_at(value),
            behind=260,
        )
        self._target = value

    def others(self) -> list[Button]:
        return []

    def resume(self, result: object = None) -> Change | None:
        """Pop with the board that the next scene has chosen."""
        return Pop(result) if isinstance(result, Picked) else None

    def _choose(self, row: int) -> Change | None:
        if not 0 <= row < len(self.found):
            return None
        word = self.found[row].value
        return Push(PickPlaceScene(word, self._target if kind_at(self._target) == word else ""))


def _kinds() -> list[PickEntry]:
    """Return the kinds; a remark tells if such a board is plugged in or a package is missing."""
    there = {kind_at(place.target) for place in found_by_identity(ports())}
    return [PickEntry(word, kind_words(word), _remark(word, word in there)) for word in KINDS]


def _remark(word: str, is_there: bool) -> str:
    if package := missing_package(word):
        return _("needs {package}").format(package=package)
    return _("plugged in?") if is_there else ""


class PickPlaceScene(PickScene):
    """The choice of the place of a board of this kind, with the board's options."""

    def __init__(self, word: str, target: str = "") -> None:
        """Build the list; `target` is the present target if it is of this kind."""
        port, _mark, query = target.partition("?")
        super().__init__(
            "link",
            lambda: kind_words(word),
            lambda: [_place_in_words(one.target, one.words) for one in places_of(word, ports())],
            lambda: note_on(word),
            port,
            behind=260,
        )
        self.kind = KINDS[word]
        self.rows = 3 if len(self.kind.options) > 2 else 4  # leaves room for the options
        self.options = {
            "layout": self.kind.layout,
            "baud": str(self.kind.baud),
            "sides": "01"[self.kind.sides],
            **dict(parse_qsl(query)),
        }

    def lay_more(self, card: Card) -> None:
        metrics, px = self.services.metrics, self.services.metrics.px
        columns, controls = 1 if metrics.portrait else 2, self._controls()
        for first in range(0, len(controls), columns):
            card.space(px(8))
            row = card.row(max(px(48), metrics.type_px("caption_bold") + 18))
            places = halves(row, px(GAP)) if columns == 2 else (row,)
            for control, place in zip(controls[first : first + columns], places):
                self.form.add(control.at(place))

    def _controls(self) -> list[Widget]:
        options, controls = self.options, list[Widget]()
        if "layout" in self.kind.options:
            values = list(dict.fromkeys((*LAYOUTS, options["layout"])))
            controls.append(Stepper(values, options["layout"], self._set("layout"), str, "layout"))
        if "layout" in self.kind.options and self.kind.line is Line.SERIAL:
            bauds, store = [str(baud) for baud in BAUDS], self._set("baud")
            controls.append(Stepper(bauds, options["baud"], store, _speed, "baud"))
        for name, label in SWITCHES.items():
            if name in self.kind.options:
                on = options.get(name) == "1"
                controls.append(Toggle(_(label), on, self._switch(name), name=name))
        return controls

    def _set(self, name: str) -> Callable[[str], None]:
        def store(value: str) -> None:
            self.options[name] = value

        return store

    def _switch(self, name: str) -> Callable[[bool], None]:
        def store(on: bool) -> None:
            self.options[name] = "01"[on]

        return store

    def _choose(self, row: int) -> Change | None:
        if not 0 <= row < len(self.found):
            return None
        return Pop(Picked(self.name, target_with(self.found[row].value, self.options)))


def _speed(baud: str) -> str:
    return _("{speed} baud").format(speed=baud)


def _place_in_words(target: str, words: str) -> PickEntry:
    """Return the entry of a place: the name that the device reports, then its port."""
    port = port_of(target)
    label = words or port
    return PickEntry(target, label, port if label != port and port != FIRST else "")
