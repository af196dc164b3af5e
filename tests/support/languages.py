"""Languages of the program as tests go through them.

What is slow to go through is seen in English and two long languages at all sizes, in the others
only in the smallest window, where all is tightest.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from game.platform.i18n import LANGUAGES

FOREIGN = sorted(set(LANGUAGES) - {"en"})
LONG = ("fr", "de")  # what fits in these fits in English
OTHERS = [code for code in FOREIGN if code not in LONG]

Size = tuple[int, int]


def each_language(sizes: Sequence[Size]) -> list[tuple[Size, str]]:
    """The windows with the languages they are seen in; the smallest window comes first."""
    return [*product(sizes, ("en", *LONG)), *product(sizes[:1], OTHERS)]
