"""What the keys of the play scene do, wherever the focus is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.screen.ui.input import Change, Press
from game.table import undo

COMMANDS: dict[str, Callable[[Any], Change | None]] = {
    "cancel": lambda scene: scene.cancel(),
    "menu": lambda scene: scene.open_menu(),
    "take-back": lambda scene: scene.take_back(),
    "undo": lambda scene: scene.propose(undo.last_turn(scene.match)),
    "redo": lambda scene: scene.propose(undo.next_turn(scene.match)),
    "stop": lambda scene: scene.stop_turn(),
    "colour": lambda scene: scene.turn_colour(),
    "groups": lambda scene: scene.panel.toggle(),
    "coordinates": lambda scene: scene.toggle_coordinates(),
    "agree": lambda scene: scene.open_offers(),
    "hint": lambda scene: scene.ask_hint(),
    "replay": lambda scene: scene.replay(),
    "say-turn": lambda scene: scene.reader.turn(),
    "say-score": lambda scene: scene.reader.score(),
    "say-clock": lambda scene: scene.reader.clock(),
    "say-board": lambda scene: scene.reader.board(),
    "page-up": lambda scene: scene.playback.page(-1),
    "page-down": lambda scene: scene.playback.page(1),
    "first": lambda scene: scene.playback.page(-len(scene.match.turns)),
    "last": lambda scene: scene.playback.to_game(),
    "type": lambda scene: scene.typing.toggle(),
    "rules": lambda scene: scene.open_rule(),
}  # keys that work wherever the focus is


def asks_aloud(event: Press) -> bool:
    """Return whether a key that writes nothing asks for words: it works while moves are typed."""
    return not event.sign and event.means("say-turn", "say-score", "say-clock", "say-board")
