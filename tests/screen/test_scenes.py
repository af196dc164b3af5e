"""Scenes open each other by routes; each route has a scene, and no scene imports another scene."""

from __future__ import annotations

import ast
import datetime
import subprocess
import sys
from pathlib import Path
from typing import get_type_hints

import pytest

from game.correspondence import game as games
from game.platform.paths import ROOT
from game.puzzles.catalogue import shipped
from game.puzzles.course import Course, begin
from game.screen.app import routes
from game.screen.app.scene import Push, Scene
from game.screen.scenes import open_scene, scene_class
from game.solo.mode import SoloDeal
from game.table.engine_seat import engine_player
from game.table.match import Match
from game.table.mistakes import Mistake
from game.table.spec import two_people
from game.table.teaching import GivenBack
from tests.screen.screens import make_app, press

SPEC = two_people("multiplicity size=3")
DATE = datetime.date(2026, 11, 23)
MATCH = Match(SPEC)
GIVEN = GivenBack(1, MATCH.state, (), Mistake(0, 0.9, 0.1, (), ()), "Wb2")
ROUTES = (
    routes.Title("menu"),
    routes.Attract("less"),
    routes.GameChoice(),
    routes.NewMatch("libra"),
    routes.Terms("10 byo 3x30", True, False, ("LESS", "MORE")),
    routes.PositionEditor("libra size=4", "white=d4"),
    routes.PlayMatch(SPEC),
    routes.PlayMatch(SPEC, MATCH),
    routes.Teaching(),
    routes.TeachingSummary(MATCH, (GIVEN,), routes.MatchResult(MATCH), engine_player),
    routes.TeachAgain(MATCH, GIVEN, engine_player),
    routes.Guided("less"),
    routes.SoloModes(),
    routes.Solo(SoloDeal("libra-few", 1)),
    routes.MatchResult(MATCH),
    routes.ReviewMatch(MATCH),
    routes.Rules("less"),
    routes.Contents("less", 2),
    routes.Library(),
    routes.ShowEvening(),
    routes.Letters(),
    routes.PlayLetter(games.begin("libra", ["Anna", "Bernd"], [0], 0.0, 0.0)),
    routes.Scores("less"),
    routes.BoardCheck(),
    routes.PickBoard(""),
    routes.PickOpponent(1, "juno"),
    routes.Programs("libra"),
    routes.EditProgram("", "libra"),
    routes.Statistics("less"),
    routes.PickLink("auto", ("sim",)),
    routes.PickKind("auto"),
    routes.Puzzles(),
    routes.SolvePuzzle(shipped("multiplicity", "last")[0], Course()),
    routes.StreakPuzzle(shipped("multiplicity", "last")[0], begin("streak", DATE)),
    routes.StormPuzzle(shipped("multiplicity", "last")[0], begin("storm", DATE)),
    routes.PuzzleRunStart("streak"),
    routes.StormResult(begin("storm", DATE)),
    routes.PickPuzzles(),
    routes.PuzzleStatistics(),
    routes.Tournaments(),
    routes.NewTournament(),
    routes.PairingRules(),
    routes.ShowTournament(1),
    routes.TournamentEntry(1),
    routes.TournamentGame(1, 1, 1),
    routes.TournamentList(1, "Anna"),
    routes.PairByHand(1, 1),
    routes.KeizerAccount(1, 1),
    routes.TournamentAgain(1),
    routes.BigScreen(1),
    routes.EditSettings(),
    routes.Sound(),
    routes.Phones(),
    routes.Join(),
    routes.Credits(),
    routes.Doctor(),
    routes.OwnLooks(),
    routes.Keys(),
    routes.Credits(),
    routes.ChooseOnBoard("sim"),
)


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: type(route).__name__)
def test_a_route_opens_its_scene(route: routes.Route) -> None:
    made = scene_class(type(route))  # a scene class, or a function that returns a scene
    kind = made if isinstance(made, type) else get_type_hints(made)["return"]
    assert type(open_scene(route)) is kind


def test_every_route_is_among_those_tried() -> None:
    known = {one for one in vars(routes).values() if isinstance(one, type)}
    kinds = {one for one in known if issubclass(one, routes.Route)} - {routes.Route}
    assert {type(route) for route in ROUTES} == kinds


@pytest.mark.parametrize("course", ["", "streak", "storm"])
def test_the_first_puzzle_of_a_program_may_be_of_any_course(course: str) -> None:
    """A route inherits fields from another route even if that other one has not been used yet."""
    made = (
        "from types import SimpleNamespace as Any; from game.screen.app import routes;"
        f"print(routes.solving('puzzle', Any(name={course!r})).puzzle)"
    )
    answer = subprocess.run([sys.executable, "-c", made], cwd=ROOT, capture_output=True, text=True)
    assert answer.stdout.split() == ["puzzle"], answer.stderr


def test_scenes_are_loaded_before_they_are_asked_for() -> None:
    code = (
        "import sys; from game.screen.scenes import LoadPace, load_ahead;"
        "load_ahead(LoadPace(0.0, 0.0)).join(); print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    wanted = {"guided", "play", "rulebook"}
    assert {f"game.screen.{room}.scene" for room in wanted} <= set(done.stdout.split())


def test_an_unknown_route_is_named() -> None:
    with pytest.raises(LookupError, match="Route"):
        open_scene(routes.Route())


def test_an_app_opens_the_routes_it_was_given() -> None:
    class Asking(Scene):
        def handle(self, event: object) -> Push:
            return Push(routes.Keys())

    class Answer(Scene):
        pass

    app = make_app(Asking(), scenes=lambda route: Answer())
    press(app, "accept")
    assert isinstance(app.scene, Answer)
    app.close()


KINDS = {"Scene", "FormScene", "FormCard", "PageScene", "PanelScene", "CardScene"}


def scene_modules() -> dict[str, ast.Module]:
    """Return the modules of the screen that define a scene, by dotted name."""
    found = {}
    for path in sorted((ROOT / "game" / "screen").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if not any(kind in text for kind in KINDS):
            continue
        tree = ast.parse(text)
        bases = [b for n in ast.walk(tree) if isinstance(n, ast.ClassDef) for b in n.bases]
        if any(isinstance(base, ast.Name) and base.id in KINDS for base in bases):
            found[_dotted(path)] = tree
    return found


def _dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def test_no_scene_imports_another() -> None:
    modules = scene_modules()
    assert len(modules) > 10
    # Dialogs belong to the kit, since any scene may make and push one.
    kit = ["app.dialog", "app.scene", "app.layout_scenes", "library.dialogs"]
    kit += ["menus.pick_list", "menus.settings_page", "plugin.board_beside"]
    kit += ["tournament.store_client"]
    parts = {f"game.screen.{name}" for name in kit}
    for name, tree in modules.items():
        froms = [n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
        assert not {m for m in froms if m in modules} - parts, name
