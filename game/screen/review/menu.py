"""The menu of a review: what is seldom wanted, and what has no key on a pad."""

from __future__ import annotations

from collections.abc import Sequence

from game.i18n import _
from game.screen.app import routes
from game.screen.app.dialog import Answer, Dialog
from game.screen.app.scene import Push
from game.screen.play.menu import COPY
from game.screen.play.pause import LEAVE

REPLAY, PROMOTE, DELETE, UNDO, REDO = "replay", "promote", "delete", "undo", "redo"
COMMENT, PRACTISE, BOARD = "comment", "practise", "board"
LIGHTS, TRAIN = "lights", "train"


def review_menu(game: str, in_game: bool, practises: bool, by_lights: Sequence[str]) -> Dialog:
    """The scene that pushes it gets the answer's value; `in_game`: no variation is shown;
    `practises`: mistakes can be turned into puzzles; `by_lights`: what the lights of a sensor board
    can walk, LIGHTS (the turn looked at) and TRAIN (the longest train)."""

    def answers() -> list[Answer]:
        words = {LIGHTS: _("This turn by lights"), TRAIN: _("The longest train by lights")}
        lines = [
            Answer(_("Move the variation up"), PROMOTE, icon="up"),
            Answer(_("Delete the variation"), DELETE, "danger", "cross"),
        ]
        return [
            Answer(_("Continue"), kind="main", icon="play"),
            Answer(_("Replay the game"), REPLAY, icon="film"),
            Answer(_("Write a comment"), COMMENT, icon="speech"),
            Answer(_("Copy"), COPY, icon="copy"),
            *([Answer(_("Practise this"), PRACTISE, icon="hexagon")] if practises else []),
            Answer(_("On a sensor board"), BOARD, icon="plug"),
            *(Answer(words[one], one, icon="sun") for one in by_lights),
            *([] if in_game else lines),
            Answer(_("Undo"), UNDO, icon="undo"),
            Answer(_("Redo"), REDO, icon="redo"),
            Answer(_("Rules"), act=lambda: Push(routes.Rules(game)), icon="book"),
            Answer(_("Settings"), act=lambda: Push(routes.Settings()), icon="gear"),
            Answer(_("Close the review"), LEAVE, icon="exit"),
        ]

    return Dialog(lambda: _("Review"), answers, upright=True)
