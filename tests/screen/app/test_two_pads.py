"""At a cabinet, two gamepads are enough from the title to the rematch, without mouse or keys."""

from __future__ import annotations

import pygame

from game.screen.app.app import App
from game.screen.app.scene import FormScene
from game.screen.boards.interaction import point_beside
from game.screen.menus.game_choice import GameChoiceScene
from game.screen.menus.new_match import NewMatchScene
from game.screen.menus.title import TitleScene
from game.screen.play.result import ResultScene
from game.screen.play.scene import PlayScene
from game.screen.ui.input_translator import PAD
from tests.screen.screens import FRAME, Unseen, make_app
from tests.support.waiting import until

BUTTONS = {command: button for button, command in PAD.items()}
FIRST, SECOND = 3, 8  # instance ids, as SDL counts them


def pad(app: App, who: int, *commands: str) -> None:
    """Press and release buttons of a pad, two frames each."""
    for command in commands:
        for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            event = pygame.event.Event(kind, instance_id=who, button=BUTTONS[command])
            app.frame(FRAME, [event])


def focus(app: App, who: int, name: str) -> None:
    """Press the right stick until the control of this name has the focus."""
    assert isinstance(app.scene, FormScene)
    form = app.scene.form
    for _step in range(len(form.widgets) + 1):
        if form.focused is not None and form.focused.name == name:
            return
        pad(app, who, "next")
    raise AssertionError(f"{name} is not reached: {[widget.name for widget in form.widgets]}")


def walk(app: App, who: int, scene: PlayScene, goal: str) -> None:
    """Move the cursor to a point with a pad's direction buttons, by the shortest way."""
    board, start = scene.game.topology, scene.hand.cursor
    ways: dict[str, list[str]] = {start: []}
    todo = [start]
    arrows = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
    while goal not in ways:
        here = todo.pop(0)
        for command, way in arrows.items():
            there = point_beside(board, here, *way)
            if there is not None and there not in ways:
                ways[there] = [*ways[here], command]
                todo.append(there)
    pad(app, who, *ways[goal])
    assert scene.hand.cursor == goal


def set_up(app: App, scene: NewMatchScene) -> None:
    """Choose the smallest board and a second person, and start the game."""
    focus(app, FIRST, "kind-1")
    pad(app, FIRST, "left")
    for _step in range(4):
        focus(app, FIRST, "size")
        pad(app, FIRST, "left")
    focus(app, FIRST, "start")
    pad(app, FIRST, "accept")


def play(app: App, scene: PlayScene) -> None:
    """Play to the end, each seat with its own pad; in between, one pad is unplugged."""
    pad(app, FIRST, "up", "down")  # takes over the cursor
    while not scene.match.over:
        length = len(scene.match.entries)
        who = (FIRST, SECOND)[scene.match.to_move]
        action = scene.match.legal()[0]
        if action.piece is not None and action.piece.colour != scene.hand.colour:
            pad(app, who, "colour")
        walk(app, who, scene, str(action.target))
        pad(app, who, "accept")
        assert len(scene.match.entries) == length + 1
        if length == 4:
            app.frame(FRAME, [pygame.event.Event(pygame.JOYDEVICEREMOVED, instance_id=SECOND)])


def test_two_people_play_a_game_and_its_rematch_with_pads_alone() -> None:
    app = make_app(TitleScene("menu"), kind=Unseen, animation_speed=0.0)
    focus(app, FIRST, "play")
    pad(app, FIRST, "accept")
    assert isinstance(app.scene, GameChoiceScene)
    pad(app, FIRST, "right", "right", "right", "accept")
    assert isinstance(app.scene, NewMatchScene)
    set_up(app, app.scene)
    scene = app.scene
    assert isinstance(scene, PlayScene)
    assert scene.game.setup.startswith("multiplicity size=3")
    assert [seat.kind for seat in scene.spec.seats] == ["person", "person"]
    play(app, scene)
    assert until(lambda: isinstance(app.scene, ResultScene), step=lambda: app.frame(0.1))
    focus(app, SECOND, "rematch")
    pad(app, SECOND, "accept")
    again = app.scene
    assert isinstance(again, PlayScene)
    assert not again.match.over
    play(app, again)
    app.close()
