"""The chosen game of the library beside the list: its board as it stood at the end."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.library.display_names import listed, result_words
from game.library.search import ListedGame
from game.openings import naming
from game.platform.storage import games_folder
from game.platform.theme import Theme
from game.rules.registry import titles
from game.screen.app.scene import ShownBoard
from game.screen.boards.view import StillBoard
from game.screen.library.search_worker import SearchWorker
from game.screen.plugin.registry import board_view
from game.screen.ui.canvas import Canvas
from game.table.match import Match
from game.table.record_files import read_match

DELAY_S = 0.15  # a list that is paged through reads no games


class GamePreview:
    """The board and the result of a game in `rect`.

    The game is read by `worker`; `changed` is called when it is there.
    """

    def __init__(self, worker: SearchWorker, changed: Callable[[], None]) -> None:
        self._worker, self._changed = worker, changed
        self.found: ListedGame | None = None
        self._match: Match | None = None
        self._board: StillBoard | None = None
        self._wait = 0.0  # seconds until the game is read; 0: it has been asked for

    def place(self, rect: pygame.Rect, theme: Theme, words: int) -> None:
        """Place it; `words` px of the height are for the words below the board."""
        self.close()
        self.rect, self._theme = rect, theme
        self._side = min(rect.width, rect.height - words)

    def show(self, found: ListedGame | None) -> None:
        """Show another game, None for none."""
        if found is None or self.found is None or found.file != self.found.file:
            self.close()
            self._match, self._wait = None, DELAY_S
        self.found = found

    def update(self, dt: float) -> None:
        """Read the game once it has been looked at for a moment."""
        if self.found is None or self._wait <= 0:
            return
        self._wait -= dt
        if self._wait <= 0:
            file = self.found.file
            self._worker.do(
                lambda _shelf: read_match(games_folder() / file),
                lambda match: self._take(file, match),
                lambda _reason: None,  # whoever opens the game is told
            )

    def _take(self, file: str, match: object) -> None:
        if self.found is not None and self.found.file == file and isinstance(match, Match):
            self._match = match
            self._changed()

    def close(self) -> None:
        """Stop rendering."""
        if self._board is not None:
            self._board.close()
        self._board = None

    @property
    def boards(self) -> list[ShownBoard]:
        return [self._board.shown] if self._board is not None else []

    def draw(self, canvas: Canvas) -> None:
        if self.found is None:
            return
        upper = pygame.Rect(self.rect.left, self.rect.top, self.rect.width, self._side)
        if self._match is not None:
            if self._board is None:
                view = board_view(self._match.game, self._theme, self._side)
                self._board = StillBoard(view, self._match.game.pieces(self._match.state))
            self._board.draw(canvas.surface, upper.center)
        top = upper.bottom + canvas.px(12)
        room = pygame.Rect(self.rect.left, top, self.rect.width, self.rect.bottom - top)
        one = self.found
        opening = naming.in_words(one.game, " ".join(one.named.split()))
        lines = (
            (titles().get(one.game, one.game), "lead_bold", canvas.ui.text),
            (result_words(one.result, one.margin, listed(one.names)), "body", canvas.ui.text),
            (opening, "caption", canvas.ui.text_second),
        )
        for words, style, colour in lines:
            tall = canvas.text_height(words, style, room.width) if words else 0
            if words and tall <= room.height:
                box = pygame.Rect(room.left, room.top, room.width, tall + 2)
                canvas.text(words, style, box, colour, "center", valign="top", wrap=True)
                room.top, room.height = room.top + tall + 4, room.height - tall - 4
