"""What the screen knows of Multiplicity."""

from __future__ import annotations

from game.screen.games.multiplicity.commentary import MultiplicityCommentary
from game.screen.games.multiplicity.look import look
from game.screen.games.multiplicity.panel import MultiplicityPanel
from game.screen.games.room import GameRoom

ROOM = GameRoom(
    look=look,
    panel=MultiplicityPanel,
    demo="multiplicity size=4",
    commentary=MultiplicityCommentary,
)
