"""Two computers that exchange nothing but texts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.correspondence import game as games
from game.correspondence.game import CorrespondenceGame


class Place:
    """A computer with its own clock, and its own folder for correspondence games."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.now = folder, 2_000_000_000.0  # in 2033, after the program's release
        folder.mkdir()

    @contextmanager
    def here(self) -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(games, "folder", lambda: self.folder)
            yield

    def begin(self, setup: str = "libra size=3", days: float = 0.0) -> CorrespondenceGame:
        game = games.begin(setup, ["Anna", "Bernd"], [0], days, self.now)
        with self.here():
            games.save(game)
        return game

    @property
    def game(self) -> CorrespondenceGame:
        with self.here():
            return next(games.load_all())

    def take(self, text: str) -> CorrespondenceGame:
        with self.here():
            return games.take_text(text, self.now)

    def play(self, turn: str = "") -> str:
        """Play `turn`, or the first legal turn; return the text to be sent."""
        match = self.game.match
        while not turn or match.history.begun is not None:
            action = match.legal()[0]
            match.play(action)
            turn = match.turns[-1].text
        with self.here():
            return games.play_text(self.game.number, turn, self.now).text()

    @property
    def files(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self.folder.glob("*.json")}


@pytest.fixture
def places(tmp_path: Path) -> tuple[Place, Place]:
    return Place(tmp_path / "anna"), Place(tmp_path / "bernd")
