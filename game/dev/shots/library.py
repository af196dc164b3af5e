"""Photographs of the library, with games made up for the picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game.dev.shots.camera import Shot
from game.library.search import Found, Query
from game.screen.app.scene import Scene
from game.screen.library.export import ExportScene
from game.screen.library.filters import Filters, FilterScene
from game.screen.library.finder import Finder
from game.screen.library.scene import LibraryScene
from game.screen.library.taking import ImportScene

SETUPS = ("more-or-less", "less seed=3", "libra size=5 mode=duel", "multiplicity")
ENDS = (("p1win", 0), ("p2win", 4), ("", 0), ("p1win", 36), ("draw", 0))
COUNT = 1284


def found(number: int) -> Found:
    """A game of the picture."""
    result, margin = ENDS[number % len(ENDS)]
    return Found(
        id=number,
        file=f"{number}.json",
        game=SETUPS[number % 4].split()[0],
        board="",
        setup=SETUPS[number % 4],
        begun=f"2026-11-{28 - number % 28:02} 19:{number % 60:02}:00",
        turns=18 + 3 * (number % 30),
        result=result,
        reason="",
        margin=margin,
        opening="a1 b1,g17 c9,e8",
        train=4,
        names=(
            "Ada",
            "Mirabelle Schönfelder" if number % 3 == 1 else ("level-7", "Ben")[number % 2],
        ),
    )


class Shown(Finder):
    """Games that need no library."""

    def __init__(self, post: object, changed: Callable[[], None]) -> None:
        self.query, self.count, self.problem, self.mended = Query(), COUNT, "", ""

    def search(self, query: Query) -> None:
        self.query = query

    def game(self, row: int) -> Found | None:
        return found(row)

    def close(self) -> None:
        pass


class Full(LibraryScene):
    """With its games there at once."""

    def enter(self) -> None:
        self.finder = Shown(None, self._changed)


def _filtered() -> Scene:
    scene = Full()
    scene.filters = Filters(game="less", result="draw", days=366)
    scene.words = "ada"
    return scene


SHOTS = (
    Shot("library", Full),
    Shot("library.filtered", _filtered),
    Shot("library.filter", Full, lambda app: app.open(FilterScene(Filters(), found(0)))),
    Shot("library.export", Full, lambda app: app.open(ExportScene(found(0), Path("0.json")))),
    Shot("library.import", Full, lambda app: app.open(ImportScene())),
)
