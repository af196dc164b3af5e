"""The card of a game: what it is about, for how many, how long, and a position worth looking at."""

from __future__ import annotations

from dataclasses import dataclass

from game.platform.i18n import N_


@dataclass(frozen=True)
class SamplePosition:
    """A position some way into a game: `setup` ("" is the usual one), then `actions` drawn by
    `seed` from the legal ones."""

    setup: str = ""
    seed: int = 1
    actions: int = 12


@dataclass(frozen=True)
class GameCard:
    """`about`, `seats` and `ages` are msgids; `ages` is "" where none are published.

    `minutes` is 0 where nobody knows; `measured` marks them as ours, docs/lab/screen.md says how.
    """

    about: str = ""
    seats: str = N_("2 seats")
    ages: str = ""
    minutes: int = 0
    measured: bool = True
    sample: SamplePosition = SamplePosition()
