"""The questions about Less."""

from __future__ import annotations

from tools.solve.less import fair, layouts, par
from tools.solve.question import Question

QUESTIONS = (
    Question("less-par", "the fewest moves home on a layout of Less", par.arguments, par.answer),
    Question(
        "less-layouts",
        "par of random layouts of Less, the easiest and the hardest",
        layouts.arguments,
        layouts.answer,
    ),
    Question(
        "less-fair",
        "layouts of Less on which neither side is better off from the start",
        fair.arguments,
        fair.answer,
    ),
)
