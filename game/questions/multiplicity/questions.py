"""The questions about Multiplicity."""

from __future__ import annotations

from game.questions.multiplicity import small
from game.questions.question import Question

QUESTIONS = (
    Question(
        "multiplicity-small",
        "who wins Multiplicity on boards of side 2 and 3",
        small.arguments,
        small.answer,
    ),
)
