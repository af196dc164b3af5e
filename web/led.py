"""Guidance through a match at the table of a tab: a puzzle, or a guided first game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from game.rules import Action
from game.screen.play.turn_controller import TurnController
from game.table.match import Match
from web.players import Exchange

Json = dict[str, Any]


class Led(Protocol):
    """A match with guidance beside it, in the current language."""

    kept: bool  # true if the match is saved to the library as a game

    @property
    def leading(self) -> bool:
        """Return whether the guidance goes on."""
        ...

    @property
    def match(self) -> Match:
        """Return the guided match."""
        ...

    def enter(self) -> None:
        """Begin, now that the match is at the table."""
        ...

    def controller(self, exchange: Exchange) -> TurnController | None:
        """Return who plays the other seats and keeps the time; None if nobody does."""
        ...

    def update(self, now: float) -> None:
        """Do what happens by itself."""
        ...

    def waits(self) -> bool:
        """Return whether engines and clocks must wait until the person has read something."""
        ...

    def told(self) -> Json:
        """Return the card that the page shows; see the function `told`."""
        ...

    def do(self, deed: str) -> None:
        """Execute the button `deed`."""
        ...

    def leave(self) -> None:
        """End the guidance."""
        ...


# Brings a match or a guided match to the table; None leaves the table empty.
Open = Callable[["Led | Match | None"], None]


def button(deed: str, label: str, main: bool = False, key: str = "") -> Json:
    """Return a button of the card; `key` is a letter that also presses it."""
    return {"deed": deed, "label": label, "main": main, "key": key}


def told(
    head: str,
    words: str,
    *,
    asks: bool,
    buttons: Sequence[Json],
    figure: str = "",
    note: str = "",
    state: str = "",
    copied: str = "",
) -> Json:
    """Return a card.

    `asks` is true if the person may play now.  `state` is "good", "bad" or "".  The button "share"
    puts the text `copied` on the clipboard.
    """
    card = {"head": head, "figure": figure, "words": words, "note": note, "state": state}
    return card | {"asks": asks, "buttons": list(buttons), "copied": copied}


def lit(points: Sequence[str] = (), arrows: Sequence[Sequence[str]] = ()) -> Json:
    """Return the points and arrows that light up on the board."""
    return {"points": list(points), "arrows": [list(arrow) for arrow in arrows]}


def arrows_of(actions: Sequence[Action]) -> list[tuple[str, str]]:
    """Return an arrow from source to target for each action that has both."""
    return [(one.source, one.target) for one in actions if one.source and one.target]
