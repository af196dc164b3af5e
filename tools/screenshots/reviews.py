"""Photographs of a review: its story, its tree, the engine's lines, trying a line yourself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from game.platform.paths import ROOT
from game.rules import Action, Game, State
from game.rules.registry import GAMES
from game.screen.app.app import App
from game.screen.app.scene import Scene
from game.screen.review.analyst import EngineLine, Thought
from game.screen.review.column import LINES, TURNS
from game.screen.review.scene import ReviewScene
from game.screen.review.tryout import TryDialog
from game.table.match import Match
from game.table.mistakes import whole_turns
from game.table.record_files import read_match
from game.table.study import Study
from game.table.variations import BAD, GOOD, IDEA
from hardware.tracking.sensor_image import SensorModel
from tools.screenshots.camera import Shot, settle, wait
from tools.screenshots.copies import played_once
from tools.screenshots.matches import NAMES


def made_up_line(game: Game, state: State, turns: int, seed: int) -> tuple[tuple[Action, ...], ...]:
    """Return some turns from a position; `seed` chooses among them."""
    line: list[tuple[Action, ...]] = []
    while len(line) < turns and not game.over(state):
        turn: list[Action] = []
        begun = game.turns(state)
        while game.turns(state) == begun and not game.over(state):
            legal = game.legal(state)
            turn.append(legal[(7 * seed + 3) % len(legal)])
            state = game.advance(state, turn[-1])
        line.append(tuple(turn))
    return tuple(line)


REVIEWED = ROOT / "tests" / "screen" / "games" / "reviewed"  # games that the engine has reviewed


def _scene(key: str) -> Scene:
    return ReviewScene(reviewed(key))


@played_once
def reviewed(key: str) -> Match:
    match = read_match(REVIEWED / f"{key}.json")
    seats = tuple(replace(seat, name=name) for seat, name in zip(match.spec.seats, NAMES))
    match.spec = match.spec.with_(seats=seats)
    return match


def _shown(app: App) -> ReviewScene:
    scene = app.scene
    assert isinstance(scene, ReviewScene)
    settle(app, 0.5)
    return scene


def _story(app: App) -> None:
    scene = _shown(app)
    if scene.autoplay.points:
        scene.show_point(scene.autoplay.points[0])


def _tree(app: App) -> None:
    """Show a variation that contains another one, a comment, marks and arrows."""
    scene = _shown(app)
    scene.show_tab(TURNS)
    study = scene.study
    number = max(2, len(scene.match.turns) - 3)
    study.go(number)
    for seed in (1, 2):
        study.try_line(made_up_line(scene.game, study.state, 2, seed))
    nodes = study.tree.node(number).lines
    study.go(nodes[1])
    study.try_line(made_up_line(scene.game, study.state, 1, 5))
    study.go(nodes[1])
    turn = study.turns[-1]
    points = [point for e in turn.entries if e.action for point in e.action.points]
    others = [point for point in scene.game.topology.points if point not in points]
    study.comment("Quieter, and the way stays open")
    study.draw(points[-1], points[-1], GOOD)
    study.draw(others[9], others[14], GOOD)
    study.draw(others[20], others[20], BAD)
    study.draw(others[24], others[11], IDEA)
    study.draw(others[2], others[2], IDEA)
    scene.go(study.at)


def _pen(app: App) -> None:
    """Switch the pen on, with the third colour."""
    _tree(app)
    drawing = _shown(app).drawing
    drawing.pen.kind = IDEA
    drawing.switch()


def _lines(app: App) -> None:
    """Show made-up lines of the engine."""
    scene = _shown(app)
    analyst, game = scene.analyst, scene.game
    scene.show_tab(LINES)
    scene.go(len(scene.match.turns) * 2 // 3)
    state = scene.study.state

    def line(chance: float, seed: int) -> EngineLine:
        turns = made_up_line(game, state, 3, seed)
        return EngineLine(chance, tuple(whole_turns(game, state, turns)))

    shown: Sequence[EngineLine] = (line(0.62, 1), line(0.57, 2), line(0.44, 5))
    analyst.on = True
    analyst.thought = Thought(14, 182_400, 0.62, tuple(shown))
    scene.rebuild()


def _try(app: App) -> None:
    scene = _shown(app)
    scene.go(len(scene.match.turns) * 2 // 3)
    app.show(TryDialog(scene.match, scene.study.state))


def _menu(app: App) -> None:
    app.show(_shown(app).review_menu())


def _board_menu(app: App) -> None:
    app.show(_shown(app).board_menu())


def _on_board(app: App) -> None:
    """Show a variation tried on a simulated board, with one more piece lifted."""
    scene = _shown(app)
    scene.show_tab(TURNS)
    scene.go(len(scene.match.turns) * 2 // 3)
    scene.connect_board("sim")
    wood, game = scene.sensor_board, scene.game
    assert wood is not None
    device = wood.lease.session.device
    if device is None:
        # This board has a window of its own, so its pieces are out of reach here.
        return

    def lay(state: State) -> None:
        faces = SensorModel(game).image(state)
        with device.lock:
            for number, face in enumerate(faces):
                device.board.set(number, face)

    def agreed() -> bool:
        view = wood.lease.view
        return view.connection == "connected" and view.said is None and not view.differences

    wait(app, lambda: bool(wood.lease.view.faults))
    lay(scene.study.state)
    wait(app, agreed)
    before = scene.study.at
    while scene.study.at == before:
        moves = [action for action in scene.study.legal() if action.points]
        lay(game.play(scene.study.state, moves[len(moves) // 2]).state)
        begun = scene.study.state
        wait(app, partial(_moved_on, scene.study, begun))
    wait(app, agreed)


def _moved_on(study: Study, state: State) -> bool:
    return study.state != state


KEYS = tuple(game.key for game in GAMES)
SHOTS = (
    *(Shot(f"review.{key}", partial(_scene, key), _story) for key in KEYS),
    *(Shot(f"review.tree.{key}", partial(_scene, key), _tree) for key in KEYS),
    *(Shot(f"review.pen.{key}", partial(_scene, key), _pen) for key in KEYS),
    *(Shot(f"review.lines.{key}", partial(_scene, key), _lines) for key in KEYS),
    *(Shot(f"review.board.{key}", partial(_scene, key), _on_board) for key in KEYS),
    Shot("review.try", partial(_scene, KEYS[0]), _try),
    Shot("review.menu", partial(_scene, KEYS[0]), _menu),
    Shot("review.menu.board", partial(_scene, KEYS[0]), _board_menu),
)
