"""How a guided first game is asked for: with the sensor board, where one has been played on."""

from __future__ import annotations

from game.screen.app import routes
from game.settings import Settings


def guided(key: str, settings: Settings) -> routes.Guided:
    """The route of the guided first game of the game of this key."""
    seats = [seat for match in settings.matches.values() for seat in match.get("seats", ())]
    used = any(seat.get("kind") == "board" for seat in seats)
    return routes.Guided(key, settings.board_link if used else "")
