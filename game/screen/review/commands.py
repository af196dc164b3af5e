"""The commands of the review's keys, which work everywhere except in a text field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.screen.ui.input import Change

COMMANDS: dict[str, Callable[[Any], Change | None]] = {
    "cancel": lambda scene: scene.cancel(),
    "menu": lambda scene: scene.open_menu(),
    "page-up": lambda scene: scene.step(-1),
    "page-down": lambda scene: scene.step(1),
    "first": lambda scene: scene.go(0),
    "last": lambda scene: scene.go(scene.study.tree.played),
    "variation": lambda scene: scene.other_line(),
    "hint": lambda scene: scene.show_next_point(),
    "analysis": lambda scene: scene.switch_analysis(not scene.analyst.on),
    "draw": lambda scene: scene.drawing.switch(),
    "board": lambda scene: scene.switch_board(),
    "comment": lambda scene: scene.write(),
    "promote": lambda scene: scene.edit(scene.study.promote),
    "delete": lambda scene: scene.delete(),
    "take-back": lambda scene: scene.take_back(),
    "undo": lambda scene: scene.edit(scene.study.undo),
    "redo": lambda scene: scene.edit(scene.study.redo),
    "stop": lambda scene: scene.end_turn(),
    "colour": lambda scene: scene.next_colour(),
    "groups": lambda scene: scene.panel.toggle(),
    "coordinates": lambda scene: scene.toggle_coordinates(),
    "type": lambda scene: scene.typing.toggle(),
    "rules": lambda scene: scene.rules(),
}
