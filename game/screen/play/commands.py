"""Commands that keys trigger in the play scene, wherever the focus is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from game.screen.ui.input import STAY, Change, Press
from game.table import undo

REPEATED = ("undo", "redo", "page-up", "page-down")  # commands repeated while their key is held

S = TypeVar("S")

COMMANDS: dict[str, Callable[[Any], Change | None]] = {
    "cancel": lambda scene: scene.cancel(),
    "menu": lambda scene: scene.open_menu(),
    "take-back": lambda scene: scene.take_back(),
    "undo": lambda scene: scene.propose(undo.last_turn(scene.match)),
    "redo": lambda scene: scene.propose(undo.next_turn(scene.match)),
    "stop": lambda scene: scene.buttons.stop_turn(),
    "colour": lambda scene: scene.turn_colour(),
    "groups": lambda scene: scene.panel.toggle(),
    "coordinates": lambda scene: scene.toggle_coordinates(),
    "agree": lambda scene: scene.open_offers(),
    "hint": lambda scene: scene.ask_hint(),
    "replay": lambda scene: scene.advice.replay(),
    "say-turn": lambda scene: scene.reader.turn(),
    "say-score": lambda scene: scene.reader.score(),
    "say-clock": lambda scene: scene.reader.clock(),
    "say-board": lambda scene: scene.reader.board(),
    "page-up": lambda scene: scene.playback.page(-1),
    "page-down": lambda scene: scene.playback.page(1),
    "first": lambda scene: scene.playback.page(-len(scene.match.turns)),
    "last": lambda scene: scene.playback.to_game(),
    "type": lambda scene: scene.typing.toggle(),
    "rules": lambda scene: scene.refusals.open_rule(),
}  # commands of keys that work wherever the focus is


def carry_out(
    commands: Mapping[str, Callable[[S], Change | None]], scene: S, press: Press
) -> Change | None:
    """Carry out the command of a key in a scene; None if the key has none."""
    if press.repeat and not press.means(*REPEATED):
        return None
    for name, act in commands.items():
        if press.means(name):
            return act(scene) or STAY
    return None


def asks_aloud(event: Press) -> bool:
    """Return whether a key asks for speech and types nothing; such keys work in move entry."""
    return not event.sign and event.means("say-turn", "say-score", "say-clock", "say-board")
