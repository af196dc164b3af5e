"""The registry of scenes: which one a route opens.

The only module that imports scenes for others.  Each is loaded when it is first wanted, so that
the window opens at once.
"""

from __future__ import annotations

import threading
import time
from functools import singledispatch
from importlib import import_module

from game.screen.app import routes
from game.screen.app.scene import Scene

# What people come to from the title, in the order in which they do.
AHEAD = (
    "game.screen.menus.game_choice",
    "game.screen.menus.new_match",
    "game.screen.play.scene",
    "game.screen.play.result",
    "game.screen.guided.scene",
    "game.screen.rulebook.scene",
)
BEFORE, BETWEEN = 3.0, 0.5  # seconds for the title, and for frames


def load_ahead() -> None:
    """Load them beside the title: on a light machine each would hold the first change up."""

    def load() -> None:
        time.sleep(BEFORE)
        for name in AHEAD:
            import_module(name)
            time.sleep(BETWEEN)

    threading.Thread(target=load, daemon=True, name="load ahead").start()


@singledispatch
def open_scene(route: routes.Route) -> Scene:
    """The scene of a route.  Raises LookupError if none is registered for it."""
    raise LookupError(f"no scene is registered for {type(route).__name__}")


@open_scene.register
def _(route: routes.Title) -> Scene:
    from game.screen.menus.title import TitleScene

    return TitleScene(route.mode)


@open_scene.register
def _(route: routes.Attract) -> Scene:
    from game.screen.menus.title import AttractScene

    return AttractScene(route.game)


@open_scene.register
def _(_route: routes.GameChoice) -> Scene:
    from game.screen.menus.game_choice import GameChoiceScene

    return GameChoiceScene()


@open_scene.register
def _(route: routes.NewMatch) -> Scene:
    from game.screen.menus.new_match import NewMatchScene

    return NewMatchScene(route.game, given=route)


@open_scene.register
def _(route: routes.Terms) -> Scene:
    from game.screen.menus.terms import TermsScene

    return TermsScene(route)


@open_scene.register
def _(route: routes.PositionEditor) -> Scene:
    from game.screen.editor.scene import PositionEditorScene

    return PositionEditorScene(route.setup, route.position, route.choose)


@open_scene.register
def _(route: routes.Play) -> Scene:
    from game.screen.play.scene import PlayScene

    return PlayScene(route.spec, match=route.match, instead=route.instead)


@open_scene.register
def _(route: routes.Guided) -> Scene:
    from game.screen.guided.scene import GuidedScene

    return GuidedScene(route.game, board=route.board or None)


@open_scene.register
def _(route: routes.SoloModes) -> Scene:
    from game.screen.solo.choice import SoloMenuScene

    return SoloMenuScene(route.mode)


@open_scene.register
def _(route: routes.Solo) -> Scene:
    from game.screen.solo.scene import SoloScene

    return SoloScene(route.deal, board=route.board or None)


@open_scene.register
def _(route: routes.MatchResult) -> Scene:
    from game.screen.play.result import ResultScene

    return ResultScene(route.match, route.pressed)


@open_scene.register
def _(route: routes.Review) -> Scene:
    from game.screen.review.scene import ReviewScene

    return ReviewScene(route.match, train=route.train)


@open_scene.register
def _(route: routes.Rules) -> Scene:
    from game.screen.rulebook.scene import RulesScene

    return RulesScene(route.game, route.page)


@open_scene.register
def _(route: routes.Contents) -> Scene:
    from game.screen.rulebook.contents import ContentsScene

    return ContentsScene(route.game, route.number)


@open_scene.register
def _(_route: routes.Library) -> Scene:
    from game.screen.library.scene import LibraryScene

    return LibraryScene()


@open_scene.register
def _(route: routes.Scores) -> Scene:
    from game.screen.menus.scores import ScoresScene

    return ScoresScene(route.game)


@open_scene.register
def _(route: routes.BoardCheck) -> Scene:
    from game.screen.menus.board_check import BoardCheckScene

    return BoardCheckScene(route.target)


@open_scene.register
def _(route: routes.PickLink) -> Scene:
    from game.screen.menus.pick_list import PickLinkScene

    return PickLinkScene(route.value, route.recent)


@open_scene.register
def _(route: routes.PickBoard) -> Scene:
    from game.screen.menus.pick_list import pick_board

    return pick_board(route.value, route.shipped)


@open_scene.register
def _(route: routes.PickOpponent) -> Scene:
    from game.screen.menus.pick_opponent import PickOpponentScene

    return PickOpponentScene(route.seat, route.value, route.strength)


@open_scene.register
def _(route: routes.Statistics) -> Scene:
    from game.screen.library.statistics import StatisticsScene

    return StatisticsScene(route.game)


@open_scene.register
def _(_route: routes.Settings) -> Scene:
    from game.screen.menus.settings import SettingsScene

    return SettingsScene()


@open_scene.register
def _(route: routes.Phones) -> Scene:
    from game.screen.menus.phones import PhonesScene

    return PhonesScene(route.seat)


@open_scene.register
def _(route: routes.Join) -> Scene:
    from game.screen.menus.join import JoinScene

    return JoinScene(route.invitation, route.board, route.at_once)


@open_scene.register
def _(_route: routes.Sound) -> Scene:
    from game.screen.menus.sound import SoundScene

    return SoundScene()


@open_scene.register
def _(_route: routes.Keys) -> Scene:
    from game.screen.menus.keys import KeysScene

    return KeysScene()


@open_scene.register
def _(_route: routes.Doctor) -> Scene:
    from game.screen.menus.doctor import DoctorScene

    return DoctorScene()


@open_scene.register
def _(_route: routes.Credits) -> Scene:
    from game.screen.menus.credits import CreditsScene

    return CreditsScene()


@open_scene.register
def _(_route: routes.Puzzles) -> Scene:
    from game.screen.puzzles.choice import PuzzleMenuScene

    return PuzzleMenuScene()


@open_scene.register
def _(route: routes.Puzzle) -> Scene:
    from game.screen.puzzles.scene import PuzzleScene

    return PuzzleScene(route.puzzle, route.course, board=route.board)


@open_scene.register
def _(_route: routes.PuzzleStatistics) -> Scene:
    from game.screen.puzzles.statistics import PuzzleStatisticsScene

    return PuzzleStatisticsScene()


@open_scene.register
def _(_route: routes.Tournaments) -> Scene:
    from game.screen.tournament.choice import TournamentsScene

    return TournamentsScene()


@open_scene.register
def _(_route: routes.NewTournament) -> Scene:
    from game.screen.tournament.new_tournament import NewTournamentScene

    return NewTournamentScene()


@open_scene.register
def _(route: routes.Tournament) -> Scene:
    from game.screen.tournament.scene import TournamentScene

    return TournamentScene(route.number, route.tab)


@open_scene.register
def _(route: routes.TournamentEntry) -> Scene:
    from game.screen.tournament.entry import TournamentEntryScene

    return TournamentEntryScene(route.number, route.entrant)


@open_scene.register
def _(route: routes.TournamentGame) -> Scene:
    from game.screen.tournament.encounter import TournamentGameScene

    return TournamentGameScene(route.number, route.round, route.game)


@open_scene.register
def _(route: routes.BigScreen) -> Scene:
    from game.screen.tournament.big_screen import BigScreenScene

    return BigScreenScene(route.number)
