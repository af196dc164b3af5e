"""The questions about Libra."""

from __future__ import annotations

from game.questions.libra import maximum
from game.questions.question import Question

QUESTIONS = (
    Question(
        "libra-maximum",
        "the most groups that can be made on a board of Libra",
        maximum.arguments,
        maximum.answer,
    ),
)
