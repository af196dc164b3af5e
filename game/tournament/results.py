"""What comes of a game at a table, and how it is written.  Values only."""

from __future__ import annotations

import re
from dataclasses import dataclass

from game.tournament.errors import TournamentError
from game.tournament.plan import DRAW, WIN, GameFacts

# Text, half points of the first and the second side, was it played?
TEXTS: dict[str, tuple[int, int, bool]] = {
    "1-0": (WIN, 0, True),
    "0-1": (0, WIN, True),
    "=": (DRAW, DRAW, True),
    "+-": (WIN, 0, False),
    "-+": (0, WIN, False),
    "--": (0, 0, False),
}
OTHERWISE = {
    "1:0": "1-0",
    "0:1": "0-1",
    "1/2": "=",
    "½": "=",
    "½-½": "=",
    "1/2-1/2": "=",
    "+:-": "+-",
}


@dataclass(frozen=True, slots=True)
class PairingResult:
    """Half points of both sides; `played` False is a game won or lost without playing.

    `margin` is by how much the winner won, where the game counts one.
    """

    first: int
    second: int
    played: bool = True
    margin: int = 0

    @property
    def text(self) -> str:
        """As `read_result` reads it: "1-0", "=", "0-1 by 7"."""
        word = next(
            t for t, found in TEXTS.items() if found == (self.first, self.second, self.played)
        )
        return f"{word} by {self.margin}" if self.margin else word

    def of(self, side: int) -> int:
        """Return the half points of side 0, the first, or 1."""
        return self.second if side else self.first

    def margin_of(self, side: int) -> int:
        """By how much that side won, or, below 0, lost."""
        return self.margin if self.of(side) > self.of(1 - side) else -self.margin


def read_result(text: str) -> PairingResult:
    """Of "1-0", "0-1", "=", "+-", "-+", "--", a margin behind "by".  Raises TournamentError."""
    word, _by, margin = text.replace(" ", "").partition("by")
    word = OTHERWISE.get(word, word)
    if word not in TEXTS or not (re.fullmatch(r"[0-9]{1,9}", margin) or not _by):
        raise TournamentError("no-result", text=text, wanted=", ".join(TEXTS))
    first, second, played = TEXTS[word]
    return PairingResult(first, second, played, int(margin or 0))


def allowed(result: PairingResult, kind: GameFacts, margins: bool) -> PairingResult:
    """Return the result if such a game can end so.  Raises TournamentError."""
    if (result.first, result.second) == (DRAW, DRAW) and not kind.draws:
        raise TournamentError("no-draw", game=kind.title)
    possible = margins and result.played and result.first != result.second
    if result.margin and not possible:
        raise TournamentError("no-margin", margin=result.margin, result=result.text)
    return result
