"""The languages in which tests of the screen run.

Slow tests run in English and two languages with long words, in windows of all sizes. In the other
languages they run only in the smallest window, where space is tightest.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from game.platform.i18n import LANGUAGES

FOREIGN = sorted(set(LANGUAGES) - {"en"})
LONG = ("fr", "de")  # what fits in these languages fits in English
OTHERS = [code for code in FOREIGN if code not in LONG]

Size = tuple[int, int]


def each_language(sizes: Sequence[Size]) -> list[tuple[Size, str]]:
    """Return each window size with each of its languages, beginning with the smallest window."""
    return [*product(sizes, ("en", *LONG)), *product(sizes[:1], OTHERS)]
