"""The three best feats on the title: longest train, fewest turns, most counters turned."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.platform.i18n import _
from game.rules.registry import GAMES
from game.screen.ui.canvas import Canvas


@dataclass(frozen=True)
class BestScore:
    """ "×14", "ANA", "longest train"."""

    value: str
    initials: str
    words: str


def best_scores() -> list[BestScore]:
    """The best of the first game; empty when nobody has played yet."""
    from game.table.high_scores import load_scores

    lists = load_scores()[0].get(GAMES[0].key, {})
    shown = (
        ("train", "×{value}", _("longest train")),
        ("fastest", "{value}", _("turns to win")),
        ("turned", "{value}", _("most turned")),
    )
    return [
        BestScore(form.format(value=lists[name][0].value), lists[name][0].initials, words)
        for name, form, words in shown
        if lists.get(name)
    ]


def draw_best_scores(canvas: Canvas, rect: pygame.Rect, best: list[BestScore]) -> None:
    """Side by side in `rect`, with lines between."""
    if not best:
        return
    wide = rect.width // len(best)
    for number, one in enumerate(best):
        cell = pygame.Rect(rect.left + number * wide, rect.top, wide, rect.height)
        below = max(cell.height // 2, canvas.text_height(one.words, "caption", wide - 8) + 2)
        upper = pygame.Rect(cell.left, cell.top, wide, cell.height - below)
        value = canvas.text_size(one.value, "name")[0]
        both = value + canvas.px(8) + canvas.text_size(one.initials, "name")[0]
        x = cell.centerx - both // 2
        canvas.text(
            one.value, "name", pygame.Rect(x, upper.top, value, upper.height), canvas.accent
        )
        x += value + canvas.px(8)
        canvas.text(one.initials, "name", pygame.Rect(x, upper.top, both, upper.height))
        lower = pygame.Rect(cell.left + 4, upper.bottom, wide - 8, below)
        canvas.text(
            one.words, "caption", lower, canvas.ui.text_second, "center", valign="top", wrap=True
        )
        if number:
            canvas.line((cell.left, cell.top), (cell.left, cell.bottom))
