"""Keys of the play scene that work wherever the focus is."""

from __future__ import annotations

from collections.abc import Callable

from game.screen.app.scene import STAY, Change
from game.screen.play.assistant import HINT
from game.screen.play.at_play import AtPlay
from game.screen.ui.input import Press
from game.table import undo

REPEATED = ("undo", "redo", "page-up", "page-down")  # while their key is held

COMMANDS: dict[str, Callable[[AtPlay], Change | None]] = {
    "cancel": lambda at: _cancel(at),
    "menu": lambda at: at.open_menu(),
    "take-back": lambda at: at.offer(at.confirming.way_back()),
    "undo": lambda at: at.offer(undo.last_turn(at.match)),
    "redo": lambda at: at.offer(undo.next_turn(at.match)),
    "stop": lambda at: _stop(at),
    "colour": lambda at: _turn_colour(at),
    "groups": lambda at: at.panel.toggle(),
    "coordinates": lambda at: at.toggle_coordinates(),
    "agree": lambda at: at.open_offers(),
    "hint": lambda at: _hint(at),
    "say-turn": lambda at: at.reader.turn(),
    "say-score": lambda at: at.reader.score(),
    "say-clock": lambda at: at.reader.clock(),
    "say-board": lambda at: at.reader.board(),
    "page-up": lambda at: at.page(-1),
    "page-down": lambda at: at.page(1),
    "first": lambda at: at.page(-len(at.match.turns)),
    "last": lambda at: at.to_game(),
    "rules": lambda at: at.refuser.rule(),
}


def carry_out(at: AtPlay, press: Press) -> Change | None:
    """Do what the key means here; None if it means nothing."""
    if press.repeat and not press.means(*REPEATED):
        return None
    for name, act in COMMANDS.items():
        if press.means(name):
            return act(at) or STAY
    return None


def _cancel(at: AtPlay) -> Change:
    """Escape steps back one thing at a time and never loses a game."""
    if at.playback.moving:
        at.playback.finish()
    elif at.playback.browser.active:
        return at.to_game()
    elif at.assistant.clear() | at.refuser.clear() or at.hand.cancel():
        at.choice_changed()
    else:
        return at.open_menu()
    return STAY


def _stop(at: AtPlay) -> Change | None:
    action = at.hand.stop
    return at.chosen(action) if action is not None else None


def _turn_colour(at: AtPlay) -> None:
    if at.hand.two_colours:
        at.hand.turn_colour()
        at.choice_changed()


def _hint(at: AtPlay) -> None:
    if at.hand.enabled:
        at.get_help(HINT)
