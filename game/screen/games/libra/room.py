"""What the screen knows of Libra."""

from __future__ import annotations

from game.screen.games.libra.commentary import LibraCommentary
from game.screen.games.libra.panel import LibraPanel
from game.screen.games.room import GameRoom

ROOM = GameRoom(
    panel=LibraPanel,
    demo="libra size=4 mode=target target=7",
    commentary=LibraCommentary,
)
