"""What leads a person through a match at the table of a tab: a puzzle, or a guided first game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from game.rules import Action
from game.screen.play.turn_controller import TurnController
from game.table.match import Match
from web.players import Exchange

Json = dict[str, Any]


class Led(Protocol):
    """A match and what is said beside it.  What it says is in the language in use."""

    kept: bool  # is the match a game, which goes to the library?

    @property
    def leading(self) -> bool:
        """Whether it still leads."""
        ...

    @property
    def match(self) -> Match:
        """The match it leads through."""
        ...

    def enter(self) -> None:
        """Begin: its match is at the table now."""
        ...

    def controller(self, exchange: Exchange) -> TurnController | None:
        """Return who plays the other seats and keeps the time; None where nobody does."""
        ...

    def update(self, now: float) -> None:
        """Go on with what happens by itself."""
        ...

    def waits(self) -> bool:
        """Return whether engines and clocks wait, since something is to be read."""
        ...

    def told(self) -> Json:
        """Return what the page shows of it; see `told`."""
        ...

    def do(self, deed: str) -> None:
        """Carry out one of the buttons."""
        ...

    def leave(self) -> None:
        """End it."""
        ...


Open = Callable[["Led | Match | None"], None]  # what comes to the table next; None: nothing


def button(deed: str, label: str, main: bool = False, key: str = "") -> Json:
    """Return a button of the card; `key` is a letter that presses it, too."""
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

    `asks`: the person may play now.  `state` is "good", "bad" or "".  `copied` is what the button
    "share" copies.
    """
    card = {"head": head, "figure": figure, "words": words, "note": note, "state": state}
    return card | {"asks": asks, "buttons": list(buttons), "copied": copied}


def lit(points: Sequence[str] = (), arrows: Sequence[Sequence[str]] = ()) -> Json:
    """Return what is lit on the board."""
    return {"points": list(points), "arrows": [list(arrow) for arrow in arrows]}


def arrows_of(actions: Sequence[Action]) -> list[tuple[str, str]]:
    """Return the arrows of moves, from where to where."""
    return [(one.source, one.target) for one in actions if one.source and one.target]
