"""The questions about Multiplicity."""

from __future__ import annotations

from tools.solve.multiplicity import bound, product, small
from tools.solve.question import Question

QUESTIONS = (
    Question(
        "multiplicity-small",
        "who wins Multiplicity on boards of side 2 and 3",
        small.arguments,
        small.answer,
    ),
    Question(
        "multiplicity-product",
        "the largest product of so many stones of Multiplicity",
        product.arguments,
        product.answer,
    ),
    Question(
        "multiplicity-bound",
        "to what product each player of Multiplicity can hold the other on boards of side 2 to 5",
        bound.arguments,
        bound.answer,
    ),
)
