"""The scenes that `make screenshots` photographs.  Add yours to `register_shots`."""

from __future__ import annotations

import time

from game.dev.shots.album import open_over, register
from game.screen.app.app import App
from game.screen.app.scene import Scene
from game.table.scores import Score, Table


def register_shots() -> None:
    register("title", _title, seconds=3.0)
    register("menu", _menu)
    register("attract", _attract, seconds=24.0)
    register("choice", _choice)
    for game in ("more-or-less", "less", "libra", "multiplicity"):
        register(f"new.{game}", lambda game=game: _new_match(game))  # type: ignore[misc]
    register("new.own", _own_board)
    register("new.teams", _teams)
    register("find.board", _own_board, _find_board)
    register("find.link", lambda: _new_match("libra"), _find_link)
    register("layout.walls", lambda: _layout("walls"))
    register("layout.tiles", lambda: _layout("tiles"))
    register("obstacles", _obstacles)
    register("settings", _settings)
    register("scores", _scores)
    register("games", _games)
    register("keys", _keys)
    register("capture", _keys, _capture)
    register("pause", _choice, _pause)
    register("check", _check, _checked, seconds=2.0)
    play_shots()


def play_shots() -> None:
    """The play scene, results, reviews and film strips."""
    from game.dev.shots.play import register_shots as register_play

    register_play()


def _check() -> Scene:
    from game.screen.menus.board_check import BoardCheckScene

    return BoardCheckScene("sim")


def _checked(app: App) -> None:
    """The board answers in its own time: wait until it has told of every point."""
    from game.screen.menus.board_check import BoardCheckScene

    scene = app.scene
    assert isinstance(scene, BoardCheckScene)
    patience = time.monotonic() + 8
    while time.monotonic() < patience and not (scene.checkup.seen and all(scene.checkup.seen)):
        app.frame(0.05)
        time.sleep(0.02)


def _title() -> Scene:
    from game.screen.menus.title import TitleScene

    return TitleScene()


def _menu() -> Scene:
    from game.screen.menus.title import TitleScene

    return TitleScene("menu")


def _attract() -> Scene:
    from game.screen.attract.scene import AttractScene

    return AttractScene()


def _choice() -> Scene:
    from game.screen.menus.choice import ChoiceScene

    return ChoiceScene()


def _new_match(game: str) -> Scene:
    from game.screen.menus.new_match import NewMatchScene

    return NewMatchScene(game)


def _own_board() -> Scene:
    from game.screen.menus.draft import OWN_BOARD, Draft
    from game.screen.menus.new_match import NewMatchScene

    draft = Draft(board=OWN_BOARD, board_file="club-board.json", minutes=10)
    return NewMatchScene(draft=draft)


def _teams() -> Scene:
    """The fullest form: four seats, two of them on the sensor board, and a clock."""
    from game.screen.menus.draft import Draft
    from game.screen.menus.new_match import NewMatchScene

    draft = Draft("less", seed=7, players=4, minutes=15)
    draft.seats[1].kind = draft.seats[3].kind = "board"
    return NewMatchScene(draft=draft)


def _find_board(app: App) -> None:
    from game.screen.menus.pick import Choice, pick_board

    scene = pick_board("b")
    points = {"a-club-board": 81, "b-decagon": 91, "star": 61, "zz-damaged": 0}
    scene._find = lambda: [Choice(name, name, _points(points[name])) for name in points]
    open_over(app, scene)


def _points(count: int) -> str:
    from game.errors import in_words
    from game.i18n import ngettext

    if not count:
        return in_words("board zz.json: line 3, column 9: ...; expected a JSON object")
    return ngettext("{count} point", "{count} points", count).format(count=count)


def _find_link(app: App) -> None:
    from game.screen.menus.pick import Choice, links, pick_link

    scene = pick_link("/dev/ttyUSB0")
    scene._find = lambda: [
        *links()[:2],
        Choice("/dev/ttyUSB0", "/dev/ttyUSB0", "USB2.0-Serial CH340 1a86:7523"),
        Choice("/dev/ttyS0", "/dev/ttyS0"),
    ]
    open_over(app, scene)


def _settings() -> Scene:
    from game.screen.menus.settings import SettingsScene

    return SettingsScene()


def _keys() -> Scene:
    from game.screen.menus.keys import KeysScene

    return KeysScene()


def _capture(app: App) -> None:
    from game.screen.menus.keys import CaptureScene

    open_over(app, CaptureScene("take-back"))


def _pause(app: App) -> None:
    from game.screen.play.pause import pause_dialog

    open_over(app, pause_dialog("less"))


def _layout(way: str) -> Scene:
    from game.screen.menus.draft import Draft
    from game.screen.menus.layout_editor import LayoutEditorScene

    draft = Draft("less", seed=7)
    draft.set_walls_by(way)
    return LayoutEditorScene(draft)


def _obstacles() -> Scene:
    from game.screen.menus.draft import Draft
    from game.screen.menus.obstacle_editor import ObstacleEditorScene

    return ObstacleEditorScene(Draft("libra", obstacles=("a5", "a6", "b4", "e5", "d5", "f6")))


def _scores() -> Scene:
    """With a table of its own: the user's stays as it is."""
    from game.screen.menus.scores import ScoresScene

    scene = ScoresScene()
    scene.table = sample_scores(10)
    return scene


def sample_scores(most: int = 5) -> Table:
    """High scores made up for the pictures, `most` in each list."""
    people = ("ANA", "MIR", "BEN", "ADA", "TOM", "EVA", "LEO", "ZOE", "MAX", "IDA")[:most]
    lists = (("train", 14, -1), ("fastest", 5, 1), ("turned", 13, -1))
    return {
        "more-or-less": {
            name: tuple(
                Score(best + sign * n, 9 - n // 2, people[(n + 2 * number) % most])
                for n in range(most)
            )
            for number, (name, best, sign) in enumerate(lists)
        }
    }


def _games() -> Scene:
    """With a few kept games made up for the picture."""
    from pathlib import Path

    from game.screen.menus.games import GamesScene
    from game.table.library import Saved

    class Full(GamesScene):
        def enter(self) -> None:
            setups = ("more-or-less", "less seed=3", "libra size=5 mode=duel", "multiplicity")
            self.games = [
                Saved(
                    Path(f"{n}.json"),
                    setups[n % 4],
                    f"2026-11-{20 - n:02} 19:{n:02}:00",
                    ("Ada", "Ben" if n % 3 else "Mirabelle Schönfelder"),
                    18 + 3 * n,
                    n != 1,
                )
                for n in range(12)
            ]

    return Full()
