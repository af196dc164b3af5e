"""The panel of More or Less: counters of both colours on a gauge from 6 to 19, and the track."""

from __future__ import annotations

from collections.abc import Hashable

import pygame

from game.games.more_or_less.rules import COLOURS, LESS, MORE
from game.games.more_or_less.screen.track import draw_track
from game.platform.i18n import _
from game.rules.base import Action
from game.rules.events import MarkerMoved, Seat
from game.screen.boards import BoardView
from game.screen.boards.overlay import Overlay
from game.screen.boards.panel_drawings import piece_icon
from game.screen.plugin.figures import signed
from game.screen.plugin.panel import Panel
from game.screen.ui import pencil
from game.screen.ui.canvas import Canvas
from game.screen.ui.layout import split_left
from game.screen.ui.widget import clipped
from game.table.history import Turn

GAUGE, TRACK_TOP, TRACK = 156, 177, 68
STOPS = tuple(range(LESS, MORE + 1))
NAMES = ("black", "green")


class MoreOrLessPanel(Panel):
    height = 264

    def counts(self) -> dict[str, int]:
        tally = self.game.tally(self.state)
        return {name: tally[name] for name in NAMES}

    def ticks(self) -> Hashable:
        return super().ticks(), self._marker(0), self._marker(1)

    @property
    def _moving(self) -> bool:
        return self.game.phase(self.state) == "movement"

    def _marker(self, seat: Seat) -> float:
        """Return the place of a marker on its track, a fraction while it slides.

        0 is the place before the first field.
        """
        place = self.game.tally(self.state)[f"marker_{NAMES[seat]}"]
        if self.show is None:
            return place
        moved = [
            event.place
            for event in self.show.timeline.events
            if isinstance(event, MarkerMoved) and event.seat == seat
        ]
        return self.show.marker(seat, moved[0] - 1 if moved else place)

    # -- words -----------------------------------------------------------------------------------

    def effect(self, action: Action) -> str:
        if action.kind != "jump":
            return ""
        own = NAMES[self.game.to_move(self.state)]
        after = self.game.tally(self.hand.preview(action).state)[own]
        return signed(after - self.game.tally(self.state)[own])

    def row_number(self, turn: Turn) -> int:
        return (turn.number - 1) // self.game.seats + 1

    def row(self, turn: Turn) -> tuple[str, str, str]:
        tally = self.game.tally(turn.after)
        hops = f"×{turn.hops}" if turn.hops else ""
        return turn.text, hops, f"{tally['black']}–{tally['green']}"

    def ask_for_start(self) -> str:
        return _("Choose a counter") if self._moving else _("Place a counter")

    def overlay(self, overlay: Overlay) -> None:
        if self.turn is None or not self._moving:
            return
        points: list[str] = []
        turned: list[str] = []
        for entry in self.turn.entries:
            action = entry.action
            if action is None or action.source is None or action.target is None:
                continue
            points = points or [action.source]
            points += action.points[1:] if action.kind == "slide" else [action.target]
            if action.over is not None:
                turned.append(action.over)
        if self.show is not None and not self.show.done and not self.show.backwards:
            # The animation of the last hop has not ended.
            points, turned = points[:-1], turned[:-1]
        overlay.trail, overlay.turned = tuple(points), tuple(dict.fromkeys(turned))

    def explained(self, canvas: Canvas) -> list[tuple[pygame.Rect, str]]:
        card = pygame.Rect(self.rect.topleft, (self.rect.width, canvas.px(GAUGE)))
        track = pygame.Rect(card.left, self.rect.top + canvas.px(TRACK_TOP), card.width, 0)
        track.height = canvas.px(TRACK)
        aims = _(
            "Counters of each colour. You win with 19 or more of yours after your turn,"
            " and with 6 or fewer."
        )
        turns = _(
            "A marker moves one letter a turn. Once both are at the end, the fewer counters win."
        )
        return [(card, aims), (track, turns)]

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, view: BoardView) -> None:
        card = pygame.Rect(self.rect.topleft, (self.rect.width, canvas.px(GAUGE)))
        canvas.card(card)
        # The markers slide on their own and are not part of these pictures.
        key = (self, self.key(), super().ticks(), tuple(card))
        canvas.keep("counts", key, lambda: self._draw_counts(canvas, view, card))
        canvas.keep("gauge", key, lambda: self._draw_gauge(canvas, card))
        self._draw_track(canvas, view)

    def _draw_counts(self, canvas: Canvas, view: BoardView, card: pygame.Rect) -> None:
        px = canvas.px
        middle = card.top + px(31)
        size = max(20, px(40))
        for seat, side in ((0, "left"), (1, "right")):
            x = card.left + px(37) if seat == 0 else card.right - px(37)
            icon = piece_icon(view, COLOURS[seat], size)
            canvas.surface.blit(icon, icon.get_rect(center=(x, middle)))
            room = pygame.Rect(0, card.top + px(6), px(64), px(50))
            if seat == 0:
                room.left = x + size // 2 + px(12)
            else:
                room.right = x - size // 2 - px(12)
            canvas.text(str(self.count(NAMES[seat])), "score", room, align=side)
        words = pygame.Rect(card.left + px(122), card.top + px(6), card.width - px(244), px(50))
        text = self._words() if not canvas.metrics.narrow else self._few_words()
        canvas.text(text, "caption", words, canvas.ui.text_second, "center", wrap=True)

    def _words(self) -> str:
        tally = self.game.tally(self.state)
        if not self._moving:
            left = 25 - tally["placed"]
            return _("Counters to place: {n}").format(n=left)
        if self.turn is not None and any(action.kind == "stop" for action in self.hand.legal):
            return self._stopping()
        more, fewer = _("{n} or more wins"), _("{n} or fewer wins")
        return f"{more.format(n=MORE)}\n{fewer.format(n=LESS)}"

    def _few_words(self) -> str:
        """Return a short text for small windows: counters to place, or the numbers that win."""
        if not self._moving:
            return f"+{25 - self.game.tally(self.state)['placed']}"
        return f"≥ {MORE}\n≤ {LESS}"

    def _stopping(self) -> str:
        """Return a text with the result of stopping the train now."""
        stop = next(action for action in self.hand.legal if action.kind == "stop")
        after = self.hand.preview(stop).state
        tally, outcome = self.game.tally(after), self.game.outcome(after)
        score = f"{tally['black']}–{tally['green']}"
        if outcome is None:
            return _("Stopping now: {score}").format(score=score)
        wins = self.game.to_move(self.state) in outcome.winners
        return _("Stopping now wins") if wins else _("Stopping now loses")

    def _draw_gauge(self, canvas: Canvas, card: pygame.Rect) -> None:
        px, ui = canvas.px, canvas.ui
        black = self.tickers["black"].value
        bar = pygame.Rect(card.left + px(20), card.top + px(88), card.width - px(38), px(28))
        step = (bar.width - px(30)) / (len(STOPS) - 1)
        first = bar.left + px(15)

        def at(value: float) -> int:
            return round(first + step * (min(MORE, max(LESS, value)) - LESS))

        radius = bar.height // 2
        edge = max(2, px(3))
        outer = bar.inflate(2 * edge, 2 * edge)
        canvas.rounded(outer, radius + edge, ui.casing, ui.line, canvas.hairline)
        if not self._moving:  # During the placement, only the scale is drawn.
            canvas.rounded(bar, radius, ui.control)
            self._draw_stops(canvas, bar, [at(value) for value in STOPS])
            return
        canvas.rounded(bar, radius, ui.gauge_green)
        split = at(black)
        with clipped(canvas, split_left(bar, split - bar.left)[0]):
            canvas.rounded(bar, radius, ui.gauge_black)
        self._draw_stops(canvas, bar, [at(value) for value in STOPS])
        self._draw_marker(canvas, bar, split)

    def _draw_stops(self, canvas: Canvas, bar: pygame.Rect, places: list[int]) -> None:
        px, ui = canvas.px, canvas.ui
        now = self.count("black")
        narrow = canvas.metrics.narrow
        for value, x in zip(STOPS, places):
            end = value in (LESS, MORE)
            if end and self._moving:
                lamp = max(3, px(6.5))
                pencil.circle(canvas.surface, ui.casing, (x, bar.centery), lamp + px(3) + 1)
                pencil.circle(canvas.surface, ui.accent, (x, bar.centery), lamp)
            elif value != now or not self._moving:
                tick = pygame.Rect(0, 0, max(1, px(2)), px(10))
                tick.center = (x, bar.centery)
                pencil.rect(canvas.surface, ui.line, tick)
            current = value == now and self._moving
            if narrow and not end and not current:
                continue
            if narrow and end and abs(value - now) == 1:
                continue
            style = "caption_bold" if current or end else "caption"
            colour = canvas.accent if end else ui.text if current else ui.text_second
            colour = colour if self._moving else ui.text_second
            wide = px(30) if not narrow else px(60)
            over = pygame.Rect(x - wide // 2, bar.top - px(30), wide, px(24))
            under = pygame.Rect(x - wide // 2, bar.bottom + px(5), wide, px(24))
            canvas.text(str(value), style, over, colour, "center")
            canvas.text(str(MORE + LESS - value), style, under, colour, "center")

    def _draw_marker(self, canvas: Canvas, bar: pygame.Rect, x: int) -> None:
        px, ui = canvas.px, canvas.ui
        frame = pygame.Rect(0, 0, max(12, px(20)), bar.height + px(16))
        frame.center = (x, bar.centery)
        casing = frame.inflate(px(4), px(4))
        canvas.rounded(casing, px(8), ui.casing)
        canvas.rounded(frame, px(6), ui.gauge_black, ui.focus, max(2, px(3)))
        line = pygame.Rect(0, 0, max(2, px(2)), px(14))
        line.center = frame.center
        pencil.rect(canvas.surface, ui.focus, line)

    def _draw_track(self, canvas: Canvas, view: BoardView) -> None:
        px = canvas.px
        top = self.rect.top + px(TRACK_TOP)
        plank = pygame.Rect(self.rect.left, top, self.rect.width, px(TRACK))
        places = [self._marker(seat) for seat in (0, 1)] if self._moving else []
        mover = None if self.over else self.game.to_move(self.state)
        draw_track(canvas, view, plank, places, mover)


class MoreOrLessSoloPanel(MoreOrLessPanel):
    def explained(self, canvas: Canvas) -> list[tuple[pygame.Rect, str]]:
        return []

    def _words(self) -> str:
        if any(action.kind == "stop" for action in self.hand.legal):
            return self._stopping()
        return _("{n} green ends it,\n{m} green too").format(n=MORE, m=LESS)

    def _stopping(self) -> str:
        stop = next(action for action in self.hand.legal if action.kind == "stop")
        after = self.hand.preview(stop).state
        if self.game.over(after):
            return _("Stopping now ends the game")
        tally = self.game.tally(after)
        return _("Stopping now: {score}").format(score=f"{tally['black']}–{tally['green']}")
