"""The column beside the checked board: connection, the chosen point, a job, the legend."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.platform.i18n import _, ngettext
from game.screen.menus.check.board import (
    STEPS,
    PointReading,
    disc,
    draw_gauge,
    draw_limits,
    draw_ring,
    shade_of,
)
from game.screen.menus.check.diagnosis import BoardDiagnosis, JobStatus
from game.screen.ui import pencil
from game.screen.ui.canvas import Canvas
from game.screen.ui.layout import split_left, split_top
from game.screen.ui.paint import Colour
from hardware.host.checkup import NOISE_LIMIT, TRACE_LENGTH, Checkup
from hardware.host.conversation import BoardReport

TRACE_S = 12  # number of seconds that the trace shows
LEGEND = 44  # height of the legend's row in design px
POINT, JOB = 260, 172  # maximum heights of the two cards in design px
SHARE = 0.45  # a job's share of the room below the connection


def draw_column(
    canvas: Canvas,
    room: pygame.Rect,
    about: BoardDiagnosis,
    readings: Sequence[PointReading],
    look: BoardReport,
    status: JobStatus | None,
) -> None:
    """Draw the column into `room`; `look` is the connection, `status` that of the running job."""
    px, gap, bottom = canvas.px, canvas.px(14), room.bottom
    top = room.top + px(0 if canvas.metrics.portrait else 24)
    head = pygame.Rect(room.left, top, room.width, px(48))
    concerns = [reading.concern for reading in readings if reading.concern]
    _draw_head(canvas, head, len(concerns))
    title, note = about.connection(look)
    card = pygame.Rect(room.left, head.bottom + gap, room.width, 0)
    card.height = connection_height(canvas, note, room.width)
    draw_connection(canvas, card, title, note)
    legend = about.legend()
    below = px(LEGEND) if legend_fits(canvas, room.width, legend) else 0
    free = bottom - below - card.bottom - gap
    least = least_job(canvas) if status is not None else 0
    job = min(px(JOB), max(round(free * SHARE), least))
    point = pygame.Rect(room.left, card.bottom + gap, room.width, min(px(POINT), free - job - gap))
    draw_point(canvas, point, readings[about.checkup.chosen], about.checkup)
    rest = pygame.Rect(room.left, point.bottom + gap, room.width, job)
    if status is not None:
        draw_job(canvas, rest, status)
    else:
        good = about.welcome is not None and not concerns
        draw_summary(canvas, rest, about.summary(concerns), good)
    if below:
        row = pygame.Rect(room.left, bottom - below, room.width, below)
        draw_legend(canvas, row, legend)


def _draw_head(canvas: Canvas, head: pygame.Rect, concerns: int) -> None:
    drawn = canvas.text(_("Board check"), "game_title", head)
    if not concerns:
        return
    words = ngettext("{count} warning", "{count} warnings", concerns).format(count=concerns)
    pill = pygame.Rect(0, head.top, canvas.pill_width(words), head.height)
    pill.right = head.right
    if pill.left > drawn.right + canvas.px(8):
        canvas.pill(words, "warning", pill, canvas.ui.bad)


def connection_height(canvas: Canvas, note: str, width: int) -> int:
    """Return the height of the connection's card."""
    lines = canvas.text_height(note, "caption", width - canvas.px(32)) + canvas.px(4)
    return canvas.metrics.type_px("body_bold") + lines + canvas.px(36)


def draw_connection(canvas: Canvas, card: pygame.Rect, title: str, note: str) -> None:
    canvas.card(card)
    inside = card.inflate(-canvas.px(32), -canvas.px(20))
    top, low = split_top(inside, canvas.metrics.type_px("body_bold") + canvas.px(12))
    canvas.text(title, "body_bold", top)
    canvas.text(note, "caption", low, canvas.ui.text_second, valign="top", wrap=True)


def draw_point(canvas: Canvas, card: pygame.Rect, reading: PointReading, check: Checkup) -> None:
    """Draw the chosen point's disc with its thresholds, and a trace of the point's last seconds."""
    px = canvas.px
    canvas.card(card)
    inside = card.inflate(-px(32), -px(24))
    line = canvas.metrics.type_px("caption") + px(8)
    radius = min(px(30), (inside.height - line) // 4)
    plot = pygame.Rect(inside.left, inside.top + 2 * radius + px(24), inside.width, 0)
    plot.height = inside.bottom - plot.top
    # The trace needs room for its two labels.
    traced = plot.height >= 2 * (canvas.metrics.type_px("small") + 4) + px(8)
    if not traced:  # a small window has room only for numbers
        radius = min(px(30), card.height // 2 - px(8))
    middle = inside.top + radius + px(8) if traced else inside.centery
    centre = (inside.left + radius + px(12), middle)
    draw_gauge(canvas, reading, centre, radius, check.release, style="body_bold")
    draw_limits(canvas, centre, radius, check.press, check.release)
    head = pygame.Rect(centre[0] + radius + px(24), centre[1] - line, 0, line)
    head.width = inside.right - head.left
    colour = canvas.ui.bad if reading.concern else canvas.ui.text
    canvas.text(reading.concern or reading.label, "body_bold", head, colour)
    noisy = reading.noise > NOISE_LIMIT
    words = _("noise ±{noise}, limit ±{limit}").format(noise=reading.noise, limit=NOISE_LIMIT)
    below = head.move(0, line)
    canvas.text(words, "caption", below, canvas.ui.bad if noisy else canvas.ui.text_second)
    if traced:
        _draw_trace(canvas, plot, check, canvas.ui.bad if reading.concern else canvas.ui.accent)


def _draw_trace(canvas: Canvas, box: pygame.Rect, check: Checkup, colour: Colour) -> None:
    """Draw the trace, newest reading on the right, and the thresholds of a counter's two sides."""
    px = canvas.px
    canvas.rounded(box, px(8), canvas.ui.panel, canvas.ui.line, canvas.hairline)
    names = [
        _("on {n}").format(n=check.press),
        _("off {n}").format(n=check.release),
        _("{count} s").format(count=TRACE_S),
    ]
    wide = max(canvas.text_size(name, "small")[0] for name in names) + 2
    plot = box.inflate(-px(16), -px(16))
    plot.width -= wide + px(12)
    most = max(1.25 * check.press, *(abs(value) for value in check.trace or (0,)))

    def height(value: float) -> int:
        return round(plot.centery - plot.height / 2 * value / most)

    line = canvas.metrics.type_px("small") + 4
    labels: list[pygame.Rect] = []
    for limit, dash, name in ((check.press, px(8), names[0]), (check.release, px(3), names[1])):
        for side in (limit, -limit):
            _dashes(canvas, plot, height(side), dash)
        label = pygame.Rect(plot.right + px(8), height(limit) - line // 2, wide, line)
        if labels and label.top < labels[-1].bottom:
            label.top = labels[-1].bottom
        labels.append(label)
        canvas.text(name, "small", label, canvas.ui.text_second)
    canvas.line((plot.left, plot.centery), (plot.right, plot.centery))
    span = pygame.Rect(plot.right + px(8), box.bottom - line - px(6), wide, line)
    if not labels or span.top > labels[-1].bottom:
        canvas.text(names[2], "small", span, canvas.ui.text_second)
    step, last = plot.width / (TRACE_LENGTH - 1), len(check.trace) - 1
    spots = [(plot.right - step * (last - n), height(v)) for n, v in enumerate(check.trace)]
    if len(spots) > 1:
        pencil.lines(canvas.surface, colour, False, spots, max(2, px(2)))


def _dashes(canvas: Canvas, plot: pygame.Rect, y: int, dash: int) -> None:
    for x in range(plot.left, plot.right, 2 * max(2, dash)):
        end = min(plot.right, x + max(2, dash))
        pencil.line(canvas.surface, canvas.ui.text_second, (x, y), (end, y))


def least_job(canvas: Canvas) -> int:
    """Return the height of a job's card with its name, its progress and one line of text."""
    words = sum(canvas.metrics.type_px(style) + 4 for style in ("lead", "body"))
    return words + max(8, canvas.px(12)) + canvas.px(24 + 10 + 12 + 4)


def draw_job(canvas: Canvas, card: pygame.Rect, status: JobStatus) -> None:
    """Draw a running job: its name, its progress, and the instruction."""
    px = canvas.px
    canvas.card(card)
    inside = card.inflate(-px(32), -px(24))
    head, rest = split_top(inside, canvas.metrics.type_px("lead") + 4, px(10))
    canvas.icon(status.icon, (head.left + px(12), head.centery), canvas.accent)
    canvas.text(status.title, "body_bold", split_left(head, px(36))[1])
    canvas.text(status.count, "caption", head, canvas.ui.text_second, "right")
    bar, rest = split_top(rest, max(8, px(12)), px(12))
    canvas.progress(bar, status.share)
    canvas.text(status.words, "body", rest, valign="top", wrap=True)


def draw_summary(canvas: Canvas, card: pygame.Rect, words: str, good: bool) -> None:
    """Draw the state of the whole board."""
    px = canvas.px
    canvas.card(card)
    inside = card.inflate(-px(32), -px(24))
    icon, colour = ("check", canvas.ui.good) if good else ("warning", canvas.ui.bad)
    spot = canvas.icon(icon, (inside.left + px(12), inside.top + px(14)), colour)
    inside = split_left(inside, spot.right - inside.left, px(12))[1]
    canvas.text(words, "body", inside, valign="top", wrap=True)


def draw_legend(canvas: Canvas, rect: pygame.Rect, faces: Sequence[tuple[str, str]]) -> None:
    """Draw the meanings of the discs; `faces` are (colour, text); colour "" is an empty point."""
    px, radius = canvas.px, canvas.px(13)
    entries = [*faces, ("look", _("check this"))]
    gap = px(8)
    wanted = [2 * radius + gap + canvas.text_size(words, "small")[0] for _face, words in entries]
    spare = max(0, (rect.width - sum(wanted)) // max(1, len(entries) - 1))
    x = rect.left
    for (face, words), wide in zip(entries, wanted):
        centre = (x + radius, rect.centery)
        if face == "look":
            draw_ring(canvas, centre, radius, canvas.ui.bad, dashed=True)
        else:
            image = disc(radius, shade_of(canvas, face), round(0.8 * STEPS) if face else 0)
            canvas.surface.blit(image, image.get_rect(center=centre))
        left = x + 2 * radius + gap
        room = pygame.Rect(left, rect.top, min(wide, rect.right - left), rect.height)
        canvas.text(words, "small", room, canvas.ui.text_second)
        x += wide + min(spare, px(28))


def legend_fits(canvas: Canvas, width: int, faces: Sequence[tuple[str, str]]) -> bool:
    """Return True if the legend fits on one line."""
    words = [*(words for _face, words in faces), _("check this")]
    around = 2 * canvas.px(13) + canvas.px(16)
    return sum(canvas.text_size(word, "small")[0] + around for word in words) <= width
