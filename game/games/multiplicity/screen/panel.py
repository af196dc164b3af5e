"""The panel of Multiplicity: products and factors, their ratio, the phase, bound and free cells."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Mapping
from functools import partial

import pygame

from game.games.multiplicity.engine.products import ceiling
from game.games.multiplicity.rules import Multiplicity
from game.games.multiplicity.solo import Rush
from game.platform.i18n import _, format_number, ngettext
from game.rules.base import Action, State
from game.rules.events import Piece, Seat
from game.rules.groups import groups_of, middle_of
from game.rules.topology import Point
from game.screen.boards import BoardView
from game.screen.boards.interaction import Interaction
from game.screen.boards.overlay import Groups, Overlay
from game.screen.boards.panel_drawings import piece_icon
from game.screen.plugin.figures import number
from game.screen.plugin.panel import Panel
from game.screen.ui import easing, paint, pencil
from game.screen.ui.canvas import Canvas
from game.table.history import History, Turn
from game.table.match import Match

CARD, PHASES_TOP = 216, 232
ARROW = "→"
POWER = "^"  # character between a factor and its exponent
POP = 0.280  # seconds of the animation of a changed factor
COLOURS = (Piece("white", 0), Piece("black", 1))
MOST_CHIPS = 9


class MultiplicityPanel(Panel):
    game: Multiplicity
    height = 266

    def __init__(self, match: Match, hand: Interaction, shown: History | None = None) -> None:
        super().__init__(match, hand, shown)
        self._factors: dict[tuple[State, int], list[int]] = {}
        self._changed: set[tuple[int, int]] = set()  # (seat, factor) of the latest changes
        self._age = 1.0

    def factors(self, state: State, seat: Seat) -> list[int]:
        """Return the sizes of the seat's groups, largest first, from a cache."""
        if (state, seat) not in self._factors:
            self._factors[state, seat] = self.game.factors(state, seat)
        return self._factors[state, seat]

    def product(self, state: State, seat: Seat) -> int:
        return math.prod(self.factors(state, seat))

    def counts(self) -> dict[str, int]:
        return {name: self.product(self.state, seat) for seat, name in enumerate("wb")}

    def follow(
        self, state: State, aimed: Action | None, turn: Turn | None, at_once: bool = False
    ) -> None:
        if state != self.state and not at_once:
            self._changed = {
                (seat, size)
                for seat in (0, 1)
                for size in (
                    Counter(self.factors(state, seat)) - Counter(self.factors(self.state, seat))
                )
            }
            self._age = 0.0
        super().follow(state, aimed, turn, at_once)

    def update(self, dt: float) -> None:
        super().update(dt)
        self._age += dt

    @property
    def animating(self) -> bool:
        return super().animating or self._age < POP

    def ticks(self) -> Hashable:
        return super().ticks(), min(self._age, POP)

    # -- words -----------------------------------------------------------------------------------

    def seat_piece(self, seat: Seat) -> Piece | None:
        return COLOURS[seat]

    def ask_for_start(self) -> str:
        return _("Choose a cell")

    def change(self, action: Action) -> tuple[list[int], list[int]]:
        """Return the factors that the mover's action removes, and those it adds, largest first."""
        seat = self.game.to_move(self.state)
        before = Counter(self.factors(self.state, seat))
        after = Counter(self.factors(self.hand.preview(action).state, seat))
        gone, come = before - after, after - before
        return sorted(gone.elements(), reverse=True), sorted(come.elements(), reverse=True)

    def effect(self, action: Action) -> str:
        gone, come = self.change(action)
        new = "·".join(map(str, come))
        return f"{'·'.join(map(str, gone))} {ARROW} {new}" if gone else f"×{new}" if new else ""

    def row(self, turn: Turn) -> tuple[str, str, str]:
        return turn.text, "", number(self.product(turn.after, turn.seat))

    def overlay(self, overlay: Overlay) -> None:
        overlay.grouping = self.grouping
        step = self._step()
        if step in (0, 1) and self.hand.enabled and not self.hand.sides:
            kind = ("bound", "free")[step]
            overlay.marks = {str(action.target): kind for action in self.hand.legal}
        if isinstance(self.game, Rush):
            falls = enumerate(self.game.falls(self.state), start=1)
            overlay.numbers = {cell: str(number) for number, cell in falls}

    def grouping(self, pieces: Mapping[Point, Piece]) -> Groups:
        """Return all groups; those of more than one stone get their size as a number."""
        board = self.game.topology
        groups = groups_of(board, pieces)
        numbers = {middle_of(board, g): str(len(g)) for g in groups if len(g) > 1}
        return Groups(tuple((group, pieces[min(group)].colour) for group in groups), numbers)

    def _step(self) -> int:
        """Return the step of the opening.

        It is -1 for the first stone, 0 for a bound stone, 1 for a free one, and 2 in the open
        phase.
        """
        phase = self.game.phase(self.state)
        if phase == "opening":
            return -1
        return 2 if phase == "open" else min(1, self.game.turn_begun(self.state))

    def explained(self, canvas: Canvas) -> list[tuple[pygame.Rect, str]]:
        px = canvas.px
        card = pygame.Rect(self.rect.topleft, (self.rect.width, px(CARD)))
        phases = pygame.Rect(card.left, self.rect.top + px(PHASES_TOP), card.width, px(34))
        steps = _(
            "Bound: beside the stone placed last. Free: where it touches no stone;"
            " once none fits, all is open: one stone a turn, on any empty cell."
        )
        product = _(
            "The sizes of all groups, multiplied. “At most”: what the stones that lie could make."
        )
        return [(card, product), (phases, steps if self.game.bound else "")]

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, view: BoardView) -> None:
        px = canvas.px
        card = pygame.Rect(self.rect.topleft, (self.rect.width, px(CARD)))
        canvas.card(card)
        half = card.height // 2
        for seat in (0, 1):
            top = card.top + seat * (half - px(4)) + px(6)
            room = pygame.Rect(card.left, top, card.width, half)
            # The product and the factors are animated separately, so each has its own picture.
            key = (self, self.key(), tuple(room))
            product = partial(self._draw_seat, canvas, view, room, seat)
            canvas.keep(f"seat {seat}", (key, self.count("wb"[seat])), product)
            changed = any(one == seat for one, _size in self._changed)
            grows = min(self._age, POP) if changed else POP
            factors = partial(self._draw_chips, canvas, room, seat)
            canvas.keep(f"factors {seat}", (key, grows), factors)
        phases = pygame.Rect(card.left, self.rect.top + px(PHASES_TOP), card.width, px(34))
        shown = (self, self.key(), tuple(phases))
        canvas.keep("phases", shown, lambda: self._draw_phases(canvas, phases))

    def _draw_seat(self, canvas: Canvas, view: BoardView, room: pygame.Rect, seat: Seat) -> None:
        px, ui = canvas.px, canvas.ui
        icon = piece_icon(view, COLOURS[seat], max(18, px(40)))
        middle = room.top + px(27)
        canvas.surface.blit(icon, icon.get_rect(center=(room.left + px(33), middle)))
        line = pygame.Rect(room.left + px(63), room.top + px(2), 0, px(50))
        aimed = self._aims(seat)
        ratio = self._ratio(seat, aimed)
        style = "caption_bold" if aimed else "caption"
        wide = canvas.text_size(ratio, style)[0] + 2 if ratio else 0
        line.width = room.right - px(18) - wide - px(10) - line.left
        if ratio:
            right = pygame.Rect(room.right - px(18) - wide, line.top, wide, line.height)
            colour = canvas.accent if aimed else ui.text_second
            canvas.text(ratio, style, right, colour, "right")
        now = number(self.count("wb"[seat]))
        then = self.product(self.after, seat) if aimed and self.after is not None else None
        if then is None or then == self.product(self.state, seat):
            canvas.text(now, "score", line)
            left = line.left + canvas.text_size(now, "score")[0] + px(10)
            rest = pygame.Rect(left, line.top, line.right - left, line.height)
            self._draw_ceiling(canvas, rest, seat)
        else:
            self._draw_change(canvas, line, now, number(then))

    def _draw_ceiling(self, canvas: Canvas, room: pygame.Rect, seat: Seat) -> None:
        """Draw the largest product that the stones on the board could make, if there is room."""
        stones = sum(self.factors(self.state, seat))
        most = number(ceiling(stones))
        whole = ngettext("{count} stone: at most {n}", "{count} stones: at most {n}", stones)
        room, wide = room.move(0, canvas.px(3)), room.width - canvas.px(8)
        for words in (whole.format(count=stones, n=most), _("at most {n}").format(n=most)):
            if canvas.text_size(words, "caption")[0] <= wide:
                canvas.text(words, "caption", room, canvas.ui.text_second)
                return

    @staticmethod
    def _draw_change(canvas: Canvas, line: pygame.Rect, now: str, then: str) -> None:
        """Draw the present product, an arrow, and the product after the action."""
        px = canvas.px
        wide, after = (canvas.text_size(text, "score")[0] for text in (now, then))
        arrow = px(52)
        if wide + arrow + after > line.width:
            canvas.text(f"{ARROW} {then}", "score", line, canvas.accent)
            return
        canvas.text(now, "score", line)
        left = line.left + wide
        canvas.icon("arrow-right", (left + arrow // 2, line.centery), canvas.accent, 36)
        room = pygame.Rect(left + arrow, line.top, line.right - left - arrow, line.height)
        canvas.text(then, "score", room, canvas.accent)

    def _ratio(self, seat: Seat, aimed: bool) -> str:
        state = self.after if aimed and self.after is not None else self.state
        own, other = self.product(state, seat), self.product(state, 1 - seat)
        if aimed:
            return f"×{format_number(own / max(1, other), '.2f')}"
        if own > other:
            return _("leads {ratio} : 1").format(ratio=format_number(own / max(1, other), ".2f"))
        return ""

    def _aims(self, seat: Seat) -> bool:
        """Return whether the seat is aiming at an action."""
        return self.aimed is not None and seat == self.game.to_move(self.state)

    def _draw_chips(self, canvas: Canvas, seat_room: pygame.Rect, seat: Seat) -> None:
        chips, px = self._chips(seat, self._aims(seat)), canvas.px
        if not chips:
            return
        room = pygame.Rect(seat_room.left + px(17), seat_room.top + px(55), 0, px(40))
        room.width = seat_room.width - px(34)
        gap = px(14)
        widths = [
            max(canvas.px(34), canvas.text_size(text, "lead_bold")[0] + canvas.px(12))
            for text, _kind in chips
        ]
        whole = sum(widths) + gap * (len(chips) - 1)
        squeeze = min(1.0, room.width / whole)
        x = float(room.left)
        for place, ((text, kind), width) in enumerate(zip(chips, widths)):
            if place:
                dot = pygame.Rect(round(x - gap * squeeze), room.top, round(gap * squeeze), 0)
                dot.height = room.height
                canvas.text("×", "caption", dot, canvas.ui.text_second, "center")
            rect = pygame.Rect(round(x), room.top, round(width * squeeze), room.height)
            self._draw_chip(canvas, rect, text, kind, seat)
            x += (width + gap) * squeeze

    def _chips(self, seat: Seat, aimed: bool) -> list[tuple[str, str]]:
        """Return the factors as (text, kind); in a full row, equal factors become a power."""
        factors = self.factors(self.state, seat)
        chips: list[tuple[str, str]] = []
        if aimed and self.aimed is not None:
            gone, come = self.change(self.aimed)
            left = Counter(factors) - Counter(gone)
            factors = sorted(left.elements(), reverse=True)
            if come:
                text = f"{'·'.join(map(str, gone))}{ARROW}{'·'.join(map(str, come))}"
                chips.append((text if gone else "·".join(map(str, come)), "new"))
        kinds = {size: "pop" for s, size in self._changed if s == seat and self._age < POP}
        if len(factors) + len(chips) > MOST_CHIPS:
            powers = sorted(Counter(factors).items(), reverse=True)
            own = [(f"{f}{_power(n)}", kinds.get(f, "")) for f, n in powers]
        else:
            own = [(str(f), kinds.get(f, "")) for f in factors]
        if not chips:
            return own
        size = max(self.change(self.aimed)[1]) if self.aimed is not None else 0
        place = next((n for n, f in enumerate(factors) if f < size), len(own))
        return [*own[: min(place, len(own))], *chips, *own[min(place, len(own)) :]]

    def _draw_chip(
        self, canvas: Canvas, rect: pygame.Rect, text: str, kind: str, seat: Seat
    ) -> None:
        px, ui = canvas.px, canvas.ui
        colours = canvas.theme.piece(COLOURS[seat].colour)
        fill, ink = colours.base, (20, 12, 6) if sum(colours.base) > 380 else (255, 247, 230)
        border: paint.Colour | None = ui.text if seat == 0 else ui.line
        if kind == "new":
            fill, ink, border = ui.accent, ui.on_accent, ui.line
        if kind == "pop":
            grow = easing.back(min(1.0, self._age / POP))
            rect = rect.inflate(*(round(side * (grow - 1) * 0.6) for side in rect.size))
        canvas.rounded(rect, px(7), fill, border, max(1, px(2)))
        base, _caret, power = text.partition(POWER)
        if not power:
            canvas.text(text, "lead_bold", rect.inflate(-px(4), 0), ink, "center")
            return
        # The fonts have no superscript digits.
        wide, small = canvas.text_size(base, "lead_bold")[0], canvas.text_size(power, "caption")[0]
        room = pygame.Rect(rect.centerx - (wide + small) // 2, rect.top, wide, rect.height)
        canvas.text(base, "lead_bold", room, ink)
        raised = pygame.Rect(room.right, rect.top - rect.height // 7, small, rect.height)
        canvas.text(power, "caption", raised, ink)

    def _draw_phases(self, canvas: Canvas, room: pygame.Rect) -> None:
        px, ui = canvas.px, canvas.ui
        step = self._step()
        if self.game.choosing(self.state):
            canvas.text(self.choice_words(), "caption_bold", room.move(px(4), 0))
            return
        if step < 0 or not self.game.bound:
            plain = _("First stone: anywhere") if step < 0 else _("One stone on any empty cell")
            canvas.text(plain, "caption_bold", room.move(px(4), 0))
            return
        names = [_("Bound"), _("Free"), _("Anywhere")]
        words = [
            _("Bound: beside the last stone"),
            _("Free: all neighbours empty"),
            _("Open: any empty cell"),
        ]
        radius, aside = max(9, px(14)), px(8)
        labels = [words[n] if n == step else name for n, name in enumerate(names)]
        styles = ["caption_bold" if n == step else "caption" for n in range(3)]
        needed = sum(canvas.text_size(label, style)[0] for label, style in zip(labels, styles))
        crowded = needed + 3 * (2 * radius + aside + px(10)) + 2 * px(22) > room.width
        # Only the present step has a text, and the circles are close together.
        if crowded:
            labels = [words[n] if n == step else "" for n in range(3)]
        gap, dash = (px(5), px(9)) if crowded else (px(10), px(14))
        link = gap + dash + aside  # distance from the end of a step to the next circle
        x = room.left + px(4)
        for number_, (label, style) in enumerate(zip(labels, styles)):
            box = pygame.Rect(x, 0, 2 * radius, 2 * radius)
            box.centery = room.centery
            self.draw_step(canvas, box, number_, step)
            text = pygame.Rect(box.right, room.top, 0, room.height)
            if label:
                later = (2 - number_) * (link + 2 * radius) if crowded else 0
                text.left += aside
                wide = canvas.text_size(label, style)[0] + 2
                text.width = min(wide, room.right - later - text.left)
                now = number_ == step
                canvas.text(label, style, text, ui.text if now else ui.text_second)
            if number_ < 2:
                line = (text.right + gap, room.centery), (text.right + gap + dash, room.centery)
                pencil.line(canvas.surface, ui.text_second, *line, max(2, px(3)))
            x = text.right + link

    @staticmethod
    def draw_step(canvas: Canvas, box: pygame.Rect, number_: int, step: int) -> None:
        """Draw the circle of one step of the opening into its box: done, present, or to come."""
        px, ui = canvas.px, canvas.ui
        if number_ == step:
            canvas.rounded(
                box, box.width // 2, ui.accent, ui.line if canvas.theme.flat else None, 1
            )
            dot = pygame.Rect(0, 0, px(9), px(9))
            dot.center = box.center
            canvas.rounded(dot, dot.width // 2, ui.on_accent)
            return
        canvas.rounded(box, box.width // 2, None, ui.text_second, max(1, px(2)))
        if number_ < step:
            canvas.icon("check", box.center, ui.text_second, 18)


def _power(count: int) -> str:
    """Return an exponent with POWER before it, "" for 1."""
    return "" if count == 1 else f"{POWER}{count}"
