"""The questions about More or Less."""

from __future__ import annotations

from tools.solve.more_or_less import even, pairs, stuck, train
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
    Question(
        "more-or-less-even",
        "full placements of More or Less that are even",
        even.arguments,
        even.answer,
    ),
    Question(
        "more-or-less-pairs",
        "who wins More or Less after each of Green's first pairs",
        pairs.arguments,
        pairs.answer,
    ),
)
