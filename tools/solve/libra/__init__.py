"""The questions about Libra."""

from __future__ import annotations

from tools.solve.libra import maximum, small
from tools.solve.question import Question

QUESTIONS = (
    Question(
        "libra-maximum",
        "the most groups that can be made on a board of Libra",
        maximum.arguments,
        maximum.answer,
    ),
    Question(
        "libra-small",
        "who wins Libra on boards of side 2 and 3",
        small.arguments,
        small.answer,
    ),
)
