"""The questions about More or Less."""

from __future__ import annotations

from tools.solve.more_or_less import stuck, train
from tools.solve.question import Question

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
