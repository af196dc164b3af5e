"""The questions about More or Less."""

from __future__ import annotations

from game.games.more_or_less.questions import stuck, train
from game.questions.question import Question

QUESTIONS = (
    Question(
        "more-or-less-stuck",
        "positions of More or Less in which a side cannot move",
        stuck.arguments,
        stuck.answer,
    ),
    Question(
        "more-or-less-train",
        "the longest train of More or Less, and the most counters turned in a turn",
        train.arguments,
        train.answer,
    ),
)
