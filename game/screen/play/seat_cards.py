"""The seat cards of the column beside the board, and the pill of its header: text and drawing."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.engine.protocol.restarting_player import RESTARTS
from game.platform.i18n import _, format_number, ngettext
from game.rules.events import Piece
from game.rules.events import Seat as SeatNumber
from game.screen.app.scene import AppServices
from game.screen.boards import BoardView
from game.screen.boards.panel_drawings import piece_icon
from game.screen.boards.portraits import draw_portrait
from game.screen.play.turn_controller import TurnController
from game.screen.plugin.panel import Panel
from game.screen.plugin.seats import beside, person_words
from game.screen.ui.canvas import Canvas
from game.screen.ui.paint import Colour
from game.screen.ui.tokens import RADIUS
from game.table.clock import clock_text
from game.table.match import Match
from game.table.opponents import OPPONENTS
from game.table.seat_statistics import seconds_used

# Size of the piece at an opponent's portrait, relative to the portrait.
BADGE = 0.52


@dataclass(frozen=True)
class SeatCard:
    """The content of a seat card.

    For a seat without a clock in a match with clocks, `clock` is "" and `used` the time taken so
    far. In a match without clocks both are "". `beside` is a clock's delay or periods; `alarm` is
    True in the last seconds. `opponent` is the key of the engine's character. `note` replaces the
    kind of player; `points` are the seat's points in a series.
    """

    name: str
    kind: str
    clock: str
    piece: Piece | None
    icon: str
    active: bool
    alarm: bool = False
    won: bool = False
    used: str = ""
    opponent: str = ""
    beside: str = ""
    note: str = ""
    points: str = ""


class SeatWords:
    """The text of the seat cards for the part of the panel's match that has been shown."""

    def __init__(self, services: AppServices, panel: Panel, controller: TurnController) -> None:
        self._services, self._match, self._shown = services, panel.match, panel.history
        self._panel, self._controller = panel, controller

    def cards(self, unconfirmed: SeatNumber | None) -> list[SeatCard]:
        """Return the cards of all seats; if a seat has an unconfirmed turn, its card is active."""
        shown = self._shown
        active = unconfirmed
        if active is None and not shown.over:
            active = shown.to_move
        return [self._card(seat, seat == active) for seat in range(self._match.game.seats)]

    def _card(self, seat: SeatNumber, active: bool) -> SeatCard:
        match, panel, outcome = self._match, self._panel, self._shown.outcome
        name, kind = self._names(seat)
        reading = match.clock.reading(seat, self._services.now)
        return SeatCard(
            name=name,
            kind=kind,
            clock=clock_text(reading.seconds) if reading is not None else "",
            beside=beside(reading) if reading is not None else "",
            piece=panel.seat_piece(seat),
            icon=panel.seat_icon(seat),
            active=active,
            alarm=reading is not None and reading.hurry,
            won=outcome is not None and seat in outcome.winners,
            used=self._used(seat),
            opponent=match.spec.seats[seat].opponent,
            note=self._offer(seat) or self._trouble(seat),
            points=self._points(seat),
        )

    def _used(self, seat: SeatNumber) -> str:
        """Return the time taken; "" if the match has no clock."""
        match = self._match
        if not match.clock.timed:
            return ""
        return clock_text(time_used(match, seat, self._services.now), tenths=False)

    def _offer(self, seat: SeatNumber) -> str:
        """Return the text of this seat's pending offer, or ""."""
        offer = self._match.offer
        if offer is None or offer.seat != seat:
            return ""
        return _("offers a draw") if offer.what == "draw" else _("offers an end")

    def _trouble(self, seat: SeatNumber) -> str:
        """Return the text for an engine that has failed or was restarted, or ""."""
        engine = self._controller.engines.get(seat)
        program = self._match.spec.seats[seat].program
        if seat in self._controller.failed:
            return _(self._controller.failed[seat]) if program else _("no answer")
        if engine is None or not engine.restarts:
            return ""
        words = _("restart {n} of {most} …").format(n=engine.restarts, most=RESTARTS)
        return f"{_(engine.why)} · {words}" if program else words

    def _points(self, seat: SeatNumber) -> str:
        """Return the seat's points in a series so far; "" without a series."""
        series = self._match.spec.series
        if not (series.games or series.length):
            return ""
        return format_number(series.points[seat] / 2 if series.points else 0, "g")

    def _names(self, seat: SeatNumber) -> tuple[str, str]:
        """Return the large and the small text of a card."""
        spec, network = self._match.spec.seats[seat], self._services.network
        kinds = [one.kind for one in self._match.spec.seats]
        kind = _("Board") if spec.kind == "board" else person_words(kinds, seat)
        if spec.kind == "remote" or network.elsewhere(self._match, seat):
            kind = _("By phone") if network.visiting is None else _("Elsewhere")
            if network.lost(self._match, seat):
                kind = _("Cut off")
        if spec.kind == "engine":
            words = _("about level {level}") if spec.opponent in OPPONENTS else _("Engine {level}")
            kind = _("Another program") if spec.program else words.format(level=spec.level)
            thinking, engine = self._controller.thinking, self._controller.engines.get(seat)
            if engine is not None and engine.uncompiled:
                kind = _("engine uncompiled")
            elif thinking is not None and self._shown.to_move == seat:
                kind = _("being prepared …") if thinking.message else _("thinking …")
        name, role = self._panel.name_of(seat), self._panel.seat_role(seat)
        return (role, f"{name} · {kind}") if role else (name, kind)


def time_used(match: Match, seat: SeatNumber, now: float) -> float:
    """Return the seconds that a seat has taken so far."""
    clock = match.clock
    running = clock.spent(now) - clock.used if match.to_move == seat else 0.0
    return seconds_used(match, seat) + running


def seat_rects(area: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    """Return the rectangles of two cards side by side, or of four in two rows."""
    width = (area.width - gap) // 2
    rows = max(1, (count + 1) // 2)
    small = max(4, gap // 2)
    height = (area.height - small * (rows - 1)) // rows
    tops = [area.top + row * (height + small) for row in range(rows)]
    lefts = area.left, area.right - width
    return [pygame.Rect(x, y, width, height) for y in tops for x in lefts][:count]


def draw_seat(canvas: Canvas, view: BoardView, rect: pygame.Rect, seat: SeatCard) -> None:
    """Draw one card; while the seat is to move, the whole card is amber and has an arrow."""
    px, ui = canvas.px, canvas.ui
    radius = px(RADIUS["card"])
    if seat.active:
        canvas.glow(rect, radius, 0.5, 20)
        canvas.rounded(rect, radius, ui.accent, ui.line, canvas.hairline)
    else:
        canvas.card(rect)
    ink = ui.on_accent if seat.active else ui.text
    second = ui.on_accent if seat.active else ui.text_second
    if rect.height < px(100):
        _draw_small(canvas, view, rect, seat, ink)
        return
    _draw_mark(canvas, view, seat, (rect.left + px(41), rect.top + px(42)), px(50), ink)
    name = pygame.Rect(rect.left + px(76), rect.top + px(13), 0, px(32))
    narrow = canvas.metrics.narrow
    words = seat.note or _second_line(seat, narrow)
    if not words:
        name.height = px(58)
    name.width = rect.right - px(10) - name.left
    name.width -= _draw_points(canvas, seat, rect, ink)
    canvas.text(seat.name, "name", name, ink, ellipsis=True)
    if words:
        kind = pygame.Rect(name.left, rect.top + px(45), 0, max(px(24), 18))
        kind.width = rect.right - px(10) - kind.left
        style = "caption_bold" if seat.note or narrow else "caption"
        canvas.text(words, style, kind, second, ellipsis=True)
    low = pygame.Rect(rect.left + px(20), rect.top + px(72), 0, rect.height - px(80))
    low.width = rect.right - px(50 if seat.active else 12) - low.left
    if seat.used and not seat.clock:
        low.height = px(44)
        low.bottom = rect.bottom - px(10)
        spot = canvas.icon("clock", (low.left + px(10), low.centery), second, 20)
        low.left = spot.right + px(8)
        canvas.text(seat.used, "lead", low, second)
    if seat.clock:
        colour = ink if not seat.alarm else (ui.bad if not seat.active else ui.on_accent)
        time = canvas.text(seat.clock, "clock", low, colour)
        _draw_beside(canvas, seat, time, low, colour)
    if seat.active:
        canvas.icon("play", (rect.right - px(32), rect.bottom - px(32)), ink, 26)
    elif seat.won:
        canvas.icon("cup", (rect.right - px(32), rect.bottom - px(32)), canvas.accent, 30)


def _second_line(seat: SeatCard, narrow: bool) -> str:
    """Return the text below the name: periods first, then the kind if it has room."""
    if narrow:
        return seat.beside
    return f"{seat.beside} · {seat.kind}" if "×" in seat.beside else seat.kind


def _draw_points(canvas: Canvas, seat: SeatCard, rect: pygame.Rect, ink: Colour) -> int:
    """Draw the points of a series in the upper right corner; return the width they take."""
    if not seat.points:
        return 0
    px = canvas.px
    wide = max(px(28), canvas.text_size(seat.points, "caption_bold")[0] + px(12))
    box = pygame.Rect(rect.right - px(10) - wide, rect.top + px(16), wide, px(26))
    canvas.rounded(box, px(6), None, ink, canvas.hairline)
    canvas.text(seat.points, "caption_bold", box, ink, "center")
    return wide + px(8)


def _draw_beside(
    canvas: Canvas, seat: SeatCard, time: pygame.Rect, low: pygame.Rect, ink: Colour
) -> None:
    """Draw the delay beside the top of the clock's figures, if it has room."""
    room = pygame.Rect(time.right + canvas.px(6), time.top + canvas.px(6), 0, canvas.px(24))
    room.width = low.right - room.left
    if (
        not canvas.metrics.narrow
        and seat.beside
        and canvas.text_size(seat.beside, "body_bold")[0] <= room.width
    ):
        canvas.text(seat.beside, "body_bold", room, ink)


def _draw_small(
    canvas: Canvas, view: BoardView, rect: pygame.Rect, seat: SeatCard, ink: tuple[int, int, int]
) -> None:
    """Draw a card of half the height, for four seats."""
    px = canvas.px
    _draw_mark(canvas, view, seat, (rect.left + px(28), rect.centery), px(36), ink)
    left = rect.left + px(54)
    right = rect.right - px(10)
    if seat.active:
        canvas.icon("play", (right - px(10), rect.centery), ink, 20)
        right -= px(28)
    clock = canvas.text_size(seat.clock, "lead_bold")[0] if seat.clock else 0
    if clock:
        room = pygame.Rect(right - clock, rect.top, clock, rect.height)
        canvas.text(seat.clock, "lead_bold", room, ink, "right")
        right -= clock + px(5)
        free = pygame.Rect(left, rect.top, right - left, rect.height)
        right -= _draw_small_beside(canvas, seat, free, ink)
    name = pygame.Rect(left, rect.top, max(px(20), right - left), rect.height)
    canvas.text(seat.note or seat.name, "body_bold", name, ink, ellipsis=True)


def _draw_small_beside(canvas: Canvas, seat: SeatCard, room: pygame.Rect, ink: Colour) -> int:
    """Draw periods or delay before the time if the name still has room; return their width."""
    wide = canvas.text_size(seat.beside, "small")[0] if seat.beside else 0
    named = canvas.text_size(seat.name, "body_bold")[0]
    if not wide or named + wide + canvas.px(6) > room.width:
        return 0
    canvas.text(seat.beside, "small", room, ink, "right")
    return wide + canvas.px(6)


def _draw_mark(
    canvas: Canvas,
    view: BoardView,
    seat: SeatCard,
    centre: tuple[int, int],
    size: int,
    ink: tuple[int, int, int],
) -> None:
    if seat.opponent in OPPONENTS:
        draw_portrait(canvas, seat.opponent, centre, size)
        badge = round(size * BADGE)
        centre = (centre[0] + (size - badge) // 2 + 2, centre[1] + (size - badge) // 2 + 2)
        size = badge
    if seat.piece is not None:
        icon = piece_icon(view, seat.piece, max(18, size))
        canvas.surface.blit(icon, icon.get_rect(center=centre))
        return
    box = pygame.Rect(0, 0, size, size)
    box.center = centre
    fill = canvas.ui.on_accent if seat.active else None
    colour = canvas.ui.accent if seat.active else ink
    canvas.rounded(box, canvas.px(8), fill, None if fill else ink, max(1, canvas.px(2)))
    canvas.icon(seat.icon or "person", centre, colour, 30)


@dataclass(frozen=True)
class LinkPill:
    """The state of the sensor board or the network: icon, text and mood."""

    icon: str
    words: str
    mood: str = "second"  # "good", "bad", "accent", "second"

    def colour(self, canvas: Canvas) -> Colour:
        """Return the colour of the pill's mood."""
        ui = canvas.ui
        moods = {"good": ui.good, "bad": ui.bad, "accent": canvas.accent, "second": ui.text_second}
        return moods[self.mood]


def board_link(connection: str, differences: int, doubted: int = 0) -> LinkPill:
    """Return the pill of the header for a match on a sensor board."""
    if connection in ("searching", "lost"):
        return LinkPill("clock", _("Waiting"), "accent")
    if connection == "refused":
        return LinkPill("warning", _("Board refused"), "bad")
    if differences:
        words = ngettext("{n} difference", "{n} differences", differences)
        return LinkPill("warning", words.format(n=differences), "bad")
    if doubted:
        words = ngettext("{n} sensor in doubt", "{n} sensors in doubt", doubted)
        return LinkPill("warning", words.format(n=doubted), "bad")
    return LinkPill("board-ok", _("Board in sync"), "good")
