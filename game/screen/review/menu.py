"""The menu of a review: what is seldom wanted, and what has no key on a gamepad."""

from __future__ import annotations

from collections.abc import Sequence

from game.platform.i18n import _
from game.screen.app import routes
from game.screen.app.dialog import Dialog, DialogButton
from game.screen.app.scene import Push
from game.screen.play.menu import COPY, LEAVE

EDIT = "edit"
REPLAY, PROMOTE, DELETE, UNDO, REDO = "replay", "promote", "delete", "undo", "redo"
COMMENT, PRACTISE, BOARD = "comment", "practise", "board"
WHICH, LIGHTS, TRAIN = "which-board", "lights", "train"


def review_menu(game: str, practises: bool) -> Dialog:
    """Return the menu; its scene gets the answer's value.

    `practises`: mistakes can be turned into puzzles.
    """

    def answers() -> list[DialogButton]:
        return [
            DialogButton(_("Continue"), kind="main", icon="play"),
            DialogButton(_("Replay the game"), REPLAY, icon="film"),
            DialogButton(_("Write a comment"), COMMENT, icon="speech"),
            DialogButton(_("Copy"), COPY, icon="copy"),
            *([DialogButton(_("Practise this"), PRACTISE, icon="hexagon")] if practises else []),
            DialogButton(_("On a sensor board"), BOARD, icon="plug"),
            DialogButton(_("Variations"), EDIT, icon="branch"),
            DialogButton(_("Rules"), act=lambda: Push(routes.Rules(game)), icon="book"),
            DialogButton(_("Settings"), act=lambda: Push(routes.EditSettings()), icon="gear"),
            DialogButton(_("Close the review"), LEAVE, icon="exit"),
        ]

    return Dialog(lambda: _("Review"), answers, upright=True)


def edit_menu(in_game: bool) -> Dialog:
    """Return the menu of what can be done to the tree; `in_game`: no variation is shown."""

    def answers() -> list[DialogButton]:
        lines = [
            DialogButton(_("Move the variation up"), PROMOTE, icon="up"),
            DialogButton(_("Delete the variation"), DELETE, "danger", "cross"),
        ]
        return [
            *([] if in_game else lines),
            DialogButton(_("Undo"), UNDO, icon="undo"),
            DialogButton(_("Redo"), REDO, icon="redo"),
            DialogButton(_("Cancel")),
        ]

    return Dialog(lambda: _("Variations"), answers, upright=True)


def board_menu(walks: Sequence[str]) -> Dialog:
    """Return the menu of what a sensor board can do here.

    `walks` are LIGHTS, where there is a turn to be walked, and TRAIN, where the game has a train.
    """

    def answers() -> list[DialogButton]:
        words = {
            LIGHTS: _("Show this turn on the board"),
            TRAIN: _("Show the longest train on the board"),
        }
        return [
            DialogButton(_("Try variations"), WHICH, "main", "plug"),
            *(DialogButton(words[one], one, icon="sun") for one in walks),
            DialogButton(_("Cancel")),
        ]

    return Dialog(lambda: _("On a sensor board"), answers, upright=True)
