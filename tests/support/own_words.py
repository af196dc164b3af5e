"""Runs of words of the published rules, as numbers: what our texts must not repeat.

The texts themselves are no part of the project.  Where they lie beside the checkout,
`python -m tests.support.own_words` writes the numbers anew.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from game.platform.paths import ROOT

PUBLISHED = ROOT.parent / "shared" / "seeds"
NUMBERS = ROOT / "tests" / "data" / "published-runs.txt"
RUN = 8  # words
DIGITS = 10  # of a number: two different runs hardly ever share one
ON_A_LINE = 10


def runs(text: str) -> Iterator[tuple[str, str]]:
    """All runs of words with their numbers; letters and figures count, nothing else does."""
    words = re.findall(r"[^\W\d_]+|\d+", text.lower())
    for at in range(len(words) - RUN + 1):
        run = " ".join(words[at : at + RUN])
        yield hashlib.sha256(run.encode()).hexdigest()[:DIGITS], run


def published() -> list[str]:
    """The numbers of the published texts, which have to lie there."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(PUBLISHED.glob("*.txt")))
    return sorted({number for text in texts for number, _run in runs(text)})


def kept() -> list[str]:
    return NUMBERS.read_text(encoding="utf-8").split()


def main() -> None:
    found = published()
    lines = (" ".join(found[at : at + ON_A_LINE]) for at in range(0, len(found), ON_A_LINE))
    NUMBERS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
