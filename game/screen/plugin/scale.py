"""The scale of a game: the two numbers it is about, and how they stand.  Data only, no drawing."""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.events import Piece


@dataclass(frozen=True, slots=True)
class Scale:
    """`left` and `right` are numbers as text, with the pieces they are of.

    `share`, 0 to 1, is how much of the bar is the left one's; `ends`: who reaches an end wins.
    `words` says what is counted.  Where a game has a track of turns, `markers` are the places on
    it, for `GameRoom.track` to draw in place of the words.
    """

    left: str
    right: str
    share: float
    pieces: tuple[Piece, ...] = ()
    ends: bool = False
    words: str = ""
    markers: tuple[int, ...] = ()
