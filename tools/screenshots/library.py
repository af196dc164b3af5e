"""Photographs of the library, with games made up for the picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from game.library.evening import evening_of
from game.library.search import KnownPlayer, ListedGame, Query
from game.library.statistics import SECONDS, PlotBar
from game.platform.paths import ASSETS
from game.screen.app.app import App
from game.screen.app.scene import Scene
from game.screen.library.dialogs import ExportScene, Filters, FilterScene, ImportScene
from game.screen.library.evening import EveningScene, KnownEvening
from game.screen.library.scene import LibraryScene
from game.screen.library.search_worker import SearchWorker, ShelfJob
from game.screen.library.statistics import VIEWS, Figures, StatisticsScene
from game.table.opponents import OPPONENTS
from game.table.record_files import read_match
from game.table.win_loss import EngineGame
from tools.screenshots.camera import Shot

SETUPS = ("more-or-less", "less seed=3", "libra size=5 mode=duel", "multiplicity")
ENDS = (("p1win", 0), ("p2win", 4), ("", 0), ("p1win", 36), ("draw", 0))
COUNT = 1284


def found(number: int) -> ListedGame:
    """Return a made-up game, number `number`."""
    result, margin = ENDS[number % len(ENDS)]
    return ListedGame(
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
        named=("halfway apart line", "few fair", "edge joined apart", "corner opposite next")[
            number % 4
        ],
        train=4,
        names=(
            "Ada",
            "Mirabelle Schönfelder" if number % 3 == 1 else ("level-7", "Ben")[number % 2],
        ),
    )


class Shown(SearchWorker):
    """A search worker with made-up games, which need no library."""

    def __init__(self, post: object, changed: Callable[[], None]) -> None:
        self.query, self.count, self.problem, self.mended = Query(), COUNT, "", ""

    def search(self, query: Query) -> None:
        self.query = query

    def do(
        self, task: ShelfJob, done: Callable[[object], None], failed: Callable[[str], None]
    ) -> None:
        """Answer every job with a shipped game."""
        path = ASSETS / "games" / "more-or-less-1.json"
        done(read_match(path))

    def game(self, row: int) -> ListedGame | None:
        return found(row)

    def close(self) -> None:
        pass


class Full(LibraryScene):
    """The library with its made-up games, which are there immediately."""

    def enter(self) -> None:
        self.worker = Shown(None, self._changed)


def _filter(app: App) -> None:
    """Open the filter over the list, with openings of a game to choose from."""
    filters = Filters(game=found(0).game, named="halfway apart")
    app.open(FilterScene(filters, found(0)))


def _filtered() -> Scene:
    scene = Full()
    scene.filters = Filters(game="less", result="draw", days=366)
    scene.words = "ada"
    return scene


class Counted(StatisticsScene):
    """Statistics with made-up results."""

    def enter(self) -> None:
        met = ("pip", "hazel", "echo", "moss", "", "bruno")
        found = [
            EngineGame(
                ("more-or-less", "libra", "multiplicity")[n % 3],
                met[n % 6],
                OPPONENTS[met[n % 6]].level or 4 if met[n % 6] else 5,
                (1.0, 0.0, 1.0, 0.5, 1.0, 0.0, 0.0)[n % 7],
                20 + n % 11,
            )
            for n in range(60)
        ]
        self.services.post(lambda: self._take(found, FIGURES, ""))


FIGURES = Figures(
    seats=(512, 48, 431),
    levels=[PlotBar(str(n), (52 - 5 * n, n, 6 * n)) for n in range(1, 11)],
    bars={
        "lengths": [PlotBar(str(10 * n), (9 + 40 * n - 4 * n * n,)) for n in range(10)],
        "trains": [PlotBar(str(n + 1), (180 // (n + 1),)) for n in range(9)],
        "paces": [PlotBar(f"< {end} s", (n * 30 + 12,)) for n, end in enumerate(SECONDS)],
    },
    people=[KnownPlayer(1, "person", "ada", "Ada", 80), KnownPlayer(2, "person", "ben", "Ben", 41)],
    course=[1100 + 9 * n + 60 * (n * 7 % 5 - 2) for n in range(60)],
)


class Told(EveningScene):
    """An evening of the shipped games, with people at their seats."""

    def enter(self) -> None:
        self.worker = Shown(None, self.services.invalidate)
        paths = sorted((ASSETS / "games").glob("*-[12].json"))
        matches = [read_match(path) for path in paths]
        for number, match in enumerate(matches):
            names = PEOPLE[number % len(PEOPLE)], PEOPLE[(number + 2) % len(PEOPLE)]
            seats = (replace(s, name=n, kind="person") for s, n in zip(match.spec.seats, names))
            match.spec = match.spec.with_(seats=tuple(seats))
            match.date = f"2026-11-28T19:{10 + 6 * number}:00"
        evening = evening_of(matches)
        self._show((self.back, KnownEvening(evening, None, [2] * len(matches), matches[1:3])))


class Untold(EveningScene):
    """An evening on which no game has ended."""

    def enter(self) -> None:
        self.worker = Shown(None, self.services.invalidate)
        self._show((self.back, KnownEvening(evening_of([]), None, [], [])))


PEOPLE = ("Ada", "Ben", "Mirabelle Schönfelder", "Chloé", "Dmitri")

SHOTS = (
    Shot("library", Full),
    Shot("evening", Told),
    Shot("evening.none", Untold),
    Shot("library.filtered", _filtered),
    Shot("library.filter", Full, _filter),
    Shot("library.export", Full, lambda app: app.open(ExportScene(found(0), Path("0.json")))),
    *(Shot(f"statistics.{view}", partial(Counted, "", view), seconds=1.0) for view in VIEWS),
    Shot("library.import", Full, lambda app: app.open(ImportScene())),
)
