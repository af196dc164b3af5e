"""Hashes of all word sequences in the published rules, which our texts must not repeat.

The published texts are not part of the project. If they are stored beside the checkout,
`python -m tests.support.own_words` writes the hashes again.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from game.platform.paths import ROOT

PUBLISHED = ROOT.parent / "shared" / "seeds"
NUMBERS = ROOT / "tests" / "data" / "published-runs.txt"
RUN = 8  # length of a sequence, in words
DIGITS = 10  # length of a hash; two different sequences almost never share one
ON_A_LINE = 10


def runs(text: str) -> Iterator[tuple[str, str]]:
    """Yield each sequence of RUN words with its hash; only letters and digits count."""
    words = re.findall(r"[^\W\d_]+|\d+", text.lower())
    for at in range(len(words) - RUN + 1):
        run = " ".join(words[at : at + RUN])
        yield hashlib.sha256(run.encode()).hexdigest()[:DIGITS], run


def published() -> list[str]:
    """Return the hashes of the published texts, which must be stored beside the checkout."""
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
