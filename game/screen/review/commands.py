"""Keys of a review that work wherever the focus is, but in a text field."""

from __future__ import annotations

from collections.abc import Callable

from game.screen.app.scene import STAY, Change
from game.screen.review.at_review import AtReview
from game.screen.ui.input import Press

REPEATED = ("undo", "redo", "page-up", "page-down")  # while their key is held

COMMANDS: dict[str, Callable[[AtReview], Change | None]] = {
    "cancel": lambda at: at.cancel(),
    "menu": lambda at: at.open_menu(),
    "page-up": lambda at: at.step(-1),
    "page-down": lambda at: at.step(1),
    "first": lambda at: at.go(0),
    "last": lambda at: at.go(at.study.tree.played),
    "variation": lambda at: at.other_line(),
    "hint": lambda at: at.tour.show_next(),
    "analysis": lambda at: at.switch_analysis(not at.analyst.on),
    "draw": lambda at: at.switch_drawing(),
    "board": lambda at: at.on_board.switch(),
    "comment": lambda at: at.write(),
    "promote": lambda at: at.edit(at.study.promote),
    "delete": lambda at: at.edit(at.study.delete),
    "take-back": lambda at: at.take_back(),
    "undo": lambda at: at.edit(at.study.undo),
    "redo": lambda at: at.edit(at.study.redo),
    "stop": lambda at: at.end_turn(),
    "colour": lambda at: at.turn_colour(),
    "groups": lambda at: at.panel.toggle(),
    "coordinates": lambda at: at.toggle_coordinates(),
    "rules": lambda at: at.rules(),
}


def carry_out(at: AtReview, press: Press) -> Change | None:
    """Do what the key means here; None if it means nothing."""
    if press.repeat and not press.means(*REPEATED):
        return None
    for name, act in COMMANDS.items():
        if press.means(name):
            return act(at) or STAY
    return None
