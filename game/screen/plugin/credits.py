"""Who made a game and where its rules were published: facts as the published texts give them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GameCredits:
    """Names and addresses stand as they are; `thanks`, `published` and `ours` are msgids.

    `author` is who invented the game, "" where nobody is named; `year` is given only where it
    is known.  `published` says by whom, `thanks` who helped, `ours` what of the board
    is a reconstruction.
    """

    author: str = ""
    year: str = ""
    published: str = ""
    thanks: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    ours: tuple[str, ...] = ()
