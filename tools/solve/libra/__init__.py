"""The questions about Libra."""

from __future__ import annotations

from tools.solve.libra import bound, maximum, small
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
    Question(
        "libra-bound",
        "how many groups LESS can hold MORE to on boards of side 2 to 5",
        bound.arguments,
        bound.answer,
    ),
)
