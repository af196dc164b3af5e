"""The plots of the statistics: their numbers, their words, and how they are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.library import statistics
from game.library.database import Database
from game.library.search import KnownPlayer
from game.library.statistics import PlotBar
from game.platform.i18n import N_, _, ngettext
from game.platform.theme import Colour
from game.screen.ui import plot
from game.screen.ui.canvas import Canvas
from game.screen.ui.paint import mix

PLOT_TITLES = {
    "results": N_("Results"),
    "lengths": N_("Length"),
    "trains": N_("Trains"),
    "paces": N_("Time"),
    "rating": N_("Rating"),
}
PLOT_DESCRIPTIONS = {
    "lengths": N_("Finished games by their turns"),
    "trains": N_("Games by the most jumps in one turn"),
    "paces": N_("Time that a turn took a person on average, game by game"),
    "rating": N_("Rating after each game that counted"),
}


@dataclass(frozen=True, slots=True)
class Figures:
    """All numbers of a kind of game."""

    seats: tuple[int, int, int]
    levels: Sequence[PlotBar]
    bars: dict[str, Sequence[PlotBar]]
    people: Sequence[KnownPlayer]
    course: Sequence[int]

    @classmethod
    def of(cls, database: Database, game: str, person: int | None) -> Figures:
        """Read the figures from the library.  Raises DatabaseError."""
        people = statistics.rated_people(database, game)
        shown = person if person is not None else next((one.id for one in people), None)
        return cls(
            statistics.by_seat(database, game),
            statistics.by_level(database, game),
            {
                "lengths": statistics.lengths(database, game),
                "trains": statistics.trains(database, game),
                "paces": statistics.paces(database, game),
            },
            people,
            statistics.course(database, game, shown) if shown is not None else (),
        )


def draw_view(
    canvas: Canvas, rect: pygame.Rect, view: str, figures: Figures | None, words: str
) -> None:
    """Draw a plot on a card; `words` stand there while there are no figures."""
    px, ui = canvas.px, canvas.ui
    canvas.card(rect)
    inside = rect.inflate(-2 * px(24), -2 * px(16))
    if figures is not None:
        words = _missing(view, figures)
    if figures is None or words:
        canvas.text(words, "body", inside, ui.text_second, "center", wrap=True)
        return
    if view == "results":
        _draw_results(canvas, inside, figures)
        return
    head = max(px(40), canvas.metrics.type_px("body") + 10)
    canvas.text(
        _(PLOT_DESCRIPTIONS[view]), "body_bold", pygame.Rect(inside.topleft, (inside.width, head))
    )
    inside.top, inside.height = inside.top + head, inside.height - head
    if view == "rating":
        plot.draw_line(canvas, inside, figures.course)
        return
    bars = figures.bars[view]
    values = [bar.parts for bar in bars]
    plot.draw_bars(canvas, inside, [bar.label for bar in bars], values, (ui.accent,))


def _missing(view: str, figures: Figures) -> str:
    """Return what to say if there is nothing to draw, else ""."""
    if view == "results":
        return "" if sum(figures.seats) else _("No finished games yet.")
    if view == "rating":
        words = _("No rated games of this kind yet. Choose a game above, or play one.")
        return "" if figures.course else words
    return "" if figures.bars[view] else _("No data yet.")


def outcome_colours(canvas: Canvas) -> tuple[Colour, Colour, Colour]:
    """Return the colours of won, drawn and lost, distinct in every theme."""
    ui = canvas.ui
    return ui.accent, mix(ui.text_second, ui.panel, 0.35), mix(ui.text, ui.panel, 0.75)


def _draw_results(canvas: Canvas, rect: pygame.Rect, figures: Figures) -> None:
    """Draw the results by seat, and below them the results against each level."""
    px, ui, colours = canvas.px, canvas.ui, outcome_colours(canvas)
    line = max(px(38), canvas.metrics.type_px("body") + 10)
    whole = max(1, sum(figures.seats))
    labels = (_("Began"), _("Draw"), _("Second"))
    canvas.text(
        ngettext("{n} finished game", "{n} finished games", whole).format(n=whole),
        "body_bold",
        pygame.Rect(rect.left, rect.top, rect.width, line),
    )
    bar = pygame.Rect(rect.left, rect.top + line, rect.width, px(34))
    plot.draw_shares(canvas, bar, figures.seats, colours)
    third = rect.width // 3
    for number, (label, count) in enumerate(zip(labels, figures.seats)):
        cell = pygame.Rect(rect.left + number * third, bar.bottom + px(4), third, line)
        share = "" if canvas.metrics.portrait else f" ({round(100 * count / whole)} %)"
        words = _("{name}: {words}").format(name=label, words=f"{count}{share}")
        _draw_key(canvas, cell, words, colours[number])
    top = bar.bottom + 2 * line
    if not any(level.whole for level in figures.levels):
        return
    canvas.text(
        _("Against the engine, by its level"),
        "body_bold",
        pygame.Rect(rect.left, top, rect.width, line),
    )
    for number, label in enumerate((_("Won"), _("Drawn"), _("Lost"))):
        cell = pygame.Rect(rect.left + number * third, top + line, third, line)
        _draw_key(canvas, cell, label, colours[number])
    below = pygame.Rect(rect.left, top + 2 * line, rect.width, rect.bottom - top - 2 * line)
    values = [level.parts for level in figures.levels]
    if below.height > px(120):
        plot.draw_bars(canvas, below, [level.label for level in figures.levels], values, colours)
    else:
        canvas.text(_("The window is too low for this plot."), "caption", below, ui.text_second)


def _draw_key(canvas: Canvas, cell: pygame.Rect, words: str, colour: Colour) -> None:
    """Draw a patch of a colour and what it stands for."""
    px = canvas.px
    patch = pygame.Rect(cell.left, 0, px(18), px(18))
    patch.centery = cell.centery
    canvas.rounded(patch, px(4), colour, canvas.ui.line, 1)
    room = pygame.Rect(
        patch.right + px(8), cell.top, cell.right - patch.right - px(12), cell.height
    )
    canvas.text(words, "caption", room)
