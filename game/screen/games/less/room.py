"""What the screen knows of Less."""

from __future__ import annotations

from game.screen.games.less.commentary import LessCommentary
from game.screen.games.less.look import look
from game.screen.games.less.panel import LessPanel
from game.screen.games.less.race import worth
from game.screen.games.less.sample import SAMPLE
from game.screen.games.room import GameRoom

ROOM = GameRoom(
    look=look,
    panel=LessPanel,
    demo=SAMPLE,
    commentary=LessCommentary,
    worth=worth,
)
