"""Languages of the program as tests go through them.

What is slow to go through is seen in two long languages at all sizes, in the others only in the
smallest window, where all is tightest.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle

from game.platform.i18n import LANGUAGES

FOREIGN = sorted(set(LANGUAGES) - {"en"})
LONG = ("fr", "de")  # what fits in these fits in English
OTHERS = [code for code in FOREIGN if code not in LONG]


def each_language(
    smallest: tuple[int, int], roomy: Sequence[tuple[int, int]]
) -> list[tuple[tuple[int, int], str]]:
    """The smallest window in every language, each of the others in one of the long ones."""
    return [*((smallest, code) for code in LANGUAGES), *zip(roomy, cycle(LONG))]
