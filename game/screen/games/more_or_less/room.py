"""What the screen knows of More or Less."""

from __future__ import annotations

from game.screen.games.more_or_less.commentary import MoreOrLessCommentary
from game.screen.games.more_or_less.look import look
from game.screen.games.more_or_less.panel import MoreOrLessPanel
from game.screen.games.room import GameRoom

ROOM = GameRoom(
    look=look,
    panel=MoreOrLessPanel,
    commentary=MoreOrLessCommentary,
)
