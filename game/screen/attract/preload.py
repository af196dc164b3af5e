"""What the next game of the trailer needs, made while this one is shown: a little in each frame."""

from __future__ import annotations

from collections.abc import Iterator

from game.platform.theme import Theme
from game.screen.attract import pace
from game.screen.attract.clips import Clip
from game.screen.attract.narrator import Narrator
from game.screen.boards import BoardView
from game.screen.plugin.registry import board_view


class Preloader:
    """`narrator`, `whole` (seconds) and `view` of `clip`; each None until it is made."""

    def __init__(self, clip: Clip, theme: Theme, size: int) -> None:
        self.clip, self.theme, self.size = clip, theme, size
        self.narrator: Narrator | None = None
        self.whole: float | None = None
        self.view: BoardView | None = None
        self._slices = self._make()

    def step(self) -> None:
        """Make the next part, if any is left."""
        next(self._slices, None)

    def close(self) -> None:
        """It is not needed, or what was of use has been taken."""
        if self.view is not None:
            self.view.close()
        self.view = None
        self._slices = iter(())

    def _make(self) -> Iterator[None]:
        clip = self.clip
        self.narrator = Narrator(clip)
        yield
        self.whole = pace.Pace(clip.game).whole(clip.match.turns, clip.cut)
        yield
        view = board_view(clip.game, self.theme, self.size)
        self.view = view
        yield
        while not view.prepare():
            yield
        view.shadow()
        for piece in {*clip.game.pieces(clip.match.state).values(), *clip.game.kinds}:
            yield
            view.piece_sprite(piece)
