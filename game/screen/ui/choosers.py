"""Controls for values: segmented control, stepper, slider, level bars, toggle."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

from pygame import Rect

from game.platform.i18n import _
from game.screen.ui.button import AutoRepeat
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import STAY, Change, Pointer, Press
from game.screen.ui.layout import split_top
from game.screen.ui.paint import mix
from game.screen.ui.text import width_of
from game.screen.ui.tokens import RADIUS, Metrics
from game.screen.ui.widget import Widget, WidgetState

TRACK, BESIDE_TRACK = 72, 16  # design px: width of a toggle, and the gap to its label
OnChange = Callable[[Any], Change | None]


@dataclass(frozen=True)
class SegmentOption:
    """One choice of a segment."""

    value: Any
    label: str
    icon: str = ""
    enabled: bool = True


class Segment(Widget):
    """Two to six choices side by side, one of them lit. Left and right choose the neighbour.

    A `quiet` segment is lit without amber, for tabs on a page that uses amber elsewhere.

    If the labels do not fit and all options have icons, only the lit option shows its label.
    """

    radius = "button"

    def __init__(
        self,
        options: Sequence[SegmentOption] | Mapping[Any, str],
        value: Any,
        on_change: OnChange,
        name: str = "",
        style: str = "caption",
        quiet: bool = False,
    ) -> None:
        """`options` may also map values to labels, for options without icons."""
        super().__init__(name)
        if isinstance(options, Mapping):
            options = [SegmentOption(key, words) for key, words in options.items()]
        self.options, self.value, self.on_change = list(options), value, on_change
        self.style, self.quiet = style, quiet
        self.hot = -1
        self._edges: list[int] = []  # left edges of the options as drawn last
        self._terse = False  # whether all but the lit option were drawn as icons

    def _index(self) -> int:
        return next((n for n, o in enumerate(self.options) if o.value == self.value), -1)

    @property
    def spoken(self) -> str:
        index = self._index()
        return self.options[index].label if index >= 0 else self.says

    def choose(self, index: int) -> Change | None:
        """Choose the option with this index, as if it had been clicked."""
        option = self.options[index]
        if not option.enabled or option.value == self.value:
            return STAY
        self.value = option.value
        return self.on_change(option.value) or STAY

    def press(self, event: Press) -> Change | None:
        step = event.means("right") - event.means("left")
        index = self._index()
        if event.means("accept") and not event.repeat:
            return self._beside(index, 1, around=True)
        return self._beside(index, step) if step else None

    def _beside(self, index: int, step: int, around: bool = False) -> Change | None:
        """Choose the next enabled option; at the end, wrap `around` or let the focus move on."""
        count = len(self.options)
        places = [index + step * n for n in range(1, count + 1)]
        for place in places:
            if not around and not 0 <= place < count:
                return None
            if self.options[place % count].enabled:
                return self.choose(place % count)
        return None

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "up" and self.rect.collidepoint(event.pos):
            return self.choose(self._at(event.pos[0]))
        return None if event.kind == "wheel" else STAY

    def hover(self, event: Pointer) -> bool:
        before, self.hot = self.hot, self._at(event.pos[0])
        return before != self.hot

    def _at(self, x: int) -> int:
        if self._edges:
            return max(0, bisect(self._edges, x) - 1)
        share = (x - self.rect.left) / max(1, self.rect.width)
        return min(len(self.options) - 1, max(0, int(share * len(self.options))))

    def cells(self, canvas: Canvas) -> list[Rect]:
        """Return the rectangle of each option."""
        inside = self.rect.inflate(-canvas.px(6), -canvas.px(8))
        # large type in a low row needs smaller margins
        if inside.height < canvas.metrics.type_px(self.style) + 2:
            inside = self.rect.inflate(-canvas.px(6), -2)
        count, lit = len(self.options), self._index()
        self._terse = lit >= 0 and self._tight(canvas, inside.width // count)
        if self._terse:
            share = min(inside.height + canvas.px(8), inside.width // (count + 1))
            wide = [share] * count
            wide[lit] = inside.width - share * (count - 1)
            edges = list(accumulate(wide, initial=inside.left))
        else:
            edges = [inside.left + round(inside.width * n / count) for n in range(count + 1)]
        self._edges = edges[:-1]
        return [Rect(a, inside.top, b - a, inside.height) for a, b in pairwise(edges)]

    def _tight(self, canvas: Canvas, width: int) -> bool:
        """Return whether labels are too long for cells of this width and icons can replace them."""
        room = width - canvas.px(6)
        style = f"{self.style}_bold" if self.style == "caption" else self.style
        words = (canvas.text_size(option.label, style)[0] for option in self.options)
        return all(option.icon for option in self.options) and max(words) > room

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        ui = canvas.ui
        canvas.rounded(self.rect, canvas.px(RADIUS["button"]), ui.panel, ui.line, canvas.hairline)
        for number, (cell, option) in enumerate(zip(self.cells(canvas), self.options)):
            lit = option.value == self.value
            if lit:
                edged = canvas.theme.flat or self.quiet
                border, width = (ui.line, canvas.hairline) if edged else (None, 0)
                fill = ui.accent if not self.quiet else ui.control
                canvas.rounded(cell, canvas.px(RADIUS["segment"]), fill, border, width)
            elif look.hovered and number == self.hot and option.enabled:
                canvas.rounded(cell, canvas.px(RADIUS["segment"]), ui.control)
            self._draw_option(canvas, cell, option, lit)

    def _draw_option(self, canvas: Canvas, cell: Rect, option: SegmentOption, lit: bool) -> None:
        ui, style = canvas.ui, self.style
        colour = ui.on_accent if lit and not self.quiet else ui.text
        if not option.enabled:
            colour = mix(ui.text_second, ui.panel, 0.45)
        style = f"{style}_bold" if lit and style in ("caption", "body", "lead") else style
        inside = cell.inflate(-canvas.px(6), -canvas.px(4))
        if not option.icon:
            canvas.text(option.label, style, inside, colour, "center", wrap=True)
            return
        size = canvas.px(22)
        words = canvas.text_size(option.label, style)[0]
        if (self._terse or words > inside.width) and not lit:
            canvas.icon(option.icon, cell.center, colour, 22)
            return
        # only the label fits, which says more than the icon
        if size + canvas.px(6) + words > inside.width:
            canvas.text(option.label, style, inside, colour, "center")
            return
        wide = size + canvas.px(6) + words
        left = inside.left + (inside.width - wide) // 2
        canvas.icon(option.icon, (left + size // 2, cell.centery), colour, 22)
        room = Rect(left + size + canvas.px(6), inside.top, 0, inside.height)
        room.width = inside.right - room.left
        canvas.text(option.label, style, room, colour)


class ScaleControl(Widget):
    """A control for a value on a scale: left and right change it; `show` returns its text."""

    def __init__(
        self, value: Any, on_change: OnChange, show: Callable[[Any], str], name: str
    ) -> None:
        super().__init__(name)
        self.value, self.on_change, self.show = value, on_change, show

    def step(self, by: int) -> Change | None:
        """Move by `by` steps; nothing happens beyond the ends."""
        raise NotImplementedError

    def take(self, value: Any) -> Change:
        """Change the value."""
        if value == self.value:
            return STAY
        self.value = value
        return self.on_change(value) or STAY

    @property
    def spoken(self) -> str:
        return self.show(self.value)

    def press(self, event: Press) -> Change | None:
        by = event.means("right") - event.means("left")
        return self.step(by) if by else None


class Stepper(ScaleControl):
    """A value from an ordered list, with an arrow on each side."""

    def __init__(
        self,
        values: Sequence[Any],
        value: Any,
        on_change: OnChange,
        show: Callable[[Any], str] = str,
        name: str = "",
    ) -> None:
        super().__init__(value, on_change, show, name)
        self.values = list(values)
        self.holding = AutoRepeat()

    def step(self, by: int) -> Change | None:
        """Move by `by` values; nothing happens beyond the ends."""
        there = self._here + by
        return self.take(self.values[there]) if 0 <= there < len(self.values) else STAY

    @property
    def _here(self) -> int:
        return self.values.index(self.value) if self.value in self.values else 0

    def pointer(self, event: Pointer) -> Change | None:
        """Act on the arrow under the pointer, immediately and repeatedly while it is held."""
        if event.kind == "down":
            third = (event.pos[0] - self.rect.left) * 3 // max(1, self.rect.width)
            self.holding.begin(-1 if third == 0 else 1)
            return self.step(self.holding.way)
        if event.kind == "up" or not self.rect.collidepoint(event.pos):
            self.holding.end()
        return None if event.kind == "wheel" else STAY

    def update(self, dt: float) -> None:
        for _again in range(self.holding.due(dt)):
            self.step(self.holding.way)

    def take_over(self, old: Widget) -> None:
        if isinstance(old, Stepper):
            self.holding = old.holding

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        ui = canvas.ui
        fill = mix(ui.panel, ui.control, 0.6) if look.hovered else ui.panel
        canvas.rounded(self.rect, canvas.px(RADIUS["button"]), fill, ui.line, canvas.hairline)
        here, inset = self._here, canvas.px(26)
        dim = mix(ui.text_second, ui.panel, 0.65)
        ends = (
            (self.rect.left + inset, "left", here > 0),
            (self.rect.right - inset, "right", here < len(self.values) - 1),
        )
        for x, icon, live in ends:
            canvas.icon(icon, (x, self.rect.centery), ui.text if live else dim, 22)
        room = self.rect.inflate(-2 * canvas.px(44), -canvas.px(8))
        canvas.text(self.show(self.value), "caption_bold", room, ui.text, "center", wrap=True)


class Slider(ScaleControl):
    """A number between two ends; the text from `show` is beside the bar."""

    def __init__(
        self,
        low: float,
        high: float,
        step: float,
        value: float,
        on_change: OnChange,
        show: Callable[[float], str] = lambda v: f"{v:g}",
        name: str = "",
    ) -> None:
        super().__init__(value, on_change, show, name)
        self.low, self.high, self.by = low, high, step
        self._bar = Rect(0, 0, 1, 1)

    def set(self, value: float) -> Change:
        """Set the nearest value of the scale."""
        value = self.low + round((value - self.low) / self.by) * self.by
        return self.take(round(max(self.low, min(self.high, value)), 4))

    def step(self, by: int) -> Change:
        return self.set(self.value + by * self.by)

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "wheel":
            return None
        share = (event.pos[0] - self._bar.left) / max(1, self._bar.width)
        return self.set(self.low + share * (self.high - self.low))

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        ui = canvas.ui
        canvas.rounded(self.rect, canvas.px(RADIUS["button"]), ui.panel, ui.line, canvas.hairline)
        number = canvas.px(84)
        self._bar = Rect(0, 0, self.rect.width - number - canvas.px(36), canvas.px(8))
        self._bar.midleft = (self.rect.left + canvas.px(24), self.rect.centery)
        share = (self.value - self.low) / (self.high - self.low)
        canvas.rounded(self._bar, self._bar.height // 2, ui.control, ui.line, 1)
        filled = Rect(self._bar.topleft, (round(self._bar.width * share), self._bar.height))
        if filled.width > 2:
            border = ui.line if canvas.theme.flat else None
            canvas.rounded(filled, filled.height // 2, ui.accent, border, 1 if border else 0)
        knob = Rect(0, 0, canvas.px(24), canvas.px(24))
        knob.center = (self._bar.left + filled.width, self._bar.centery)
        canvas.rounded(knob, knob.width // 2, ui.text, ui.panel, max(2, canvas.px(3)))
        room = Rect(
            self.rect.right - number - canvas.px(8), self.rect.top, number, self.rect.height
        )
        canvas.text(self.show(self.value), "caption_bold", room, ui.text, "center")


class Levels(ScaleControl):
    """Engine strength from 1 to `most`, shown as rising bars.

    The text from `show` is above the bars, or left of them in a low box.
    """

    most = 10

    def __init__(
        self,
        value: int,
        on_change: OnChange,
        show: Callable[[int], str],
        name: str = "",
    ) -> None:
        super().__init__(value, on_change, show, name)
        self._bars = Rect(0, 0, 1, 1)

    def set(self, value: int) -> Change:
        """Set a level, limited to 1 to `most`."""
        return self.take(max(1, min(self.most, value)))

    def step(self, by: int) -> Change:
        return self.set(self.value + by)

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "wheel":
            return None
        bars = self._bars
        return self.set(1 + (event.pos[0] - bars.left) * self.most // max(1, bars.width))

    def _parts(self, canvas: Canvas) -> tuple[Rect, Rect]:
        """Return the rectangle of the text, and that of the bars."""
        half = round(self.rect.height * 0.5)
        if half > canvas.metrics.type_px("caption_bold"):
            return split_top(self.rect, half, canvas.px(6))
        words, bars = self.rect.copy(), self.rect.copy()
        words.width = round(self.rect.width * 0.5)
        bars.width -= words.width + canvas.px(4)
        bars.height -= canvas.px(4)
        bars.bottomright = self.rect.bottomright
        return words, bars

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        ui = canvas.ui
        words, self._bars = self._parts(canvas)
        line = self.show(self.value)
        if canvas.text_size(line, "caption_bold")[0] > words.width:
            line = str(self.value)
        canvas.text(line, "caption_bold", words, ui.text)
        floor = self._bars.bottom - canvas.px(4)
        pitch, flat = self._bars.width / self.most, canvas.theme.flat
        for number in range(self.most):
            tall = round(self._bars.height * (0.4 + 0.6 * number / (self.most - 1)))
            bar = Rect(0, 0, max(3, round(pitch * 0.7)), tall)
            bar.bottomleft = (self._bars.left + round(pitch * number), floor)
            off = mix(ui.control, ui.line, 0.0 if flat else 0.5)
            fill = ui.accent if number < self.value else off
            canvas.rounded(bar, canvas.px(3), fill, ui.line if flat else None, int(flat))


class Toggle(Widget):
    """A switch with a label and a line of explanation. A `quiet` toggle is lit without amber."""

    radius = "card"
    quiet = False

    def __init__(
        self, label: str, value: bool, on_change: OnChange, note: str = "", name: str = ""
    ) -> None:
        super().__init__(name or label)
        self.label, self.value, self.on_change, self.note = label, value, on_change, note

    def flip(self) -> Change | None:
        self.value = not self.value
        return self.on_change(self.value) or STAY

    @property
    def spoken(self) -> str:
        state = _("on") if self.value else _("off")
        return f"{self.label}: {state}"

    def press(self, event: Press) -> Change | None:
        if event.means("accept") and not event.repeat:
            return self.flip()
        if event.means("left" if self.value else "right"):
            return self.flip()
        return None

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "up" and self.rect.collidepoint(event.pos):
            return self.flip()
        return None if event.kind == "wheel" else STAY

    @staticmethod
    def track_width(metrics: Metrics) -> int:
        """Return the width of the switch and of the gap between switch and label."""
        return metrics.px(TRACK) + metrics.px(BESIDE_TRACK) + 2

    def wanted_widths(self, metrics: Metrics) -> tuple[int, int]:
        """Return the minimum width for the label (not the note), and its width on a single line."""
        size, track = metrics.type_px("body"), self.track_width(metrics)
        longest = max(width_of(word, "body", size) for word in self.label.split())
        return track + longest, track + width_of(self.label, "body", size)

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        ui = canvas.ui
        track = Rect(0, 0, canvas.px(TRACK), canvas.px(40))
        track.midleft = self.rect.midleft
        fill, knob_fill, mark = ui.panel, ui.text_second, ui.panel
        border: tuple[int, ...] | None = ui.line
        if self.value and self.quiet:
            fill, knob_fill, mark, border = ui.control, ui.text, ui.control, ui.text_second
        elif self.value:
            fill, knob_fill, mark = ui.accent, ui.on_accent, ui.accent
            border = ui.line if canvas.theme.flat else None
        canvas.rounded(track, track.height // 2, fill, border, canvas.hairline if border else 0)
        knob = Rect(0, 0, canvas.px(32), canvas.px(32))
        knob.midleft = (track.left + canvas.px(4), track.centery)
        if self.value:
            knob.right = track.right - canvas.px(4)
        canvas.rounded(knob, knob.width // 2, knob_fill)
        canvas.icon("check" if self.value else "minus", knob.center, mark, 18)
        self._draw_words(canvas, track.right + canvas.px(BESIDE_TRACK))

    def _draw_words(self, canvas: Canvas, left: int) -> None:
        room = Rect(left, self.rect.top, self.rect.right - left, self.rect.height)
        if not self.note:
            canvas.text(self.label, "body", room, wrap=True)
            return
        upper, lower = split_top(room, round(room.height * 0.5))
        canvas.text(self.label, "body", upper, valign="bottom")
        canvas.text(self.note, "caption", lower, canvas.ui.text_second, valign="top", wrap=True)
