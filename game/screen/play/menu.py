"""Questions of a running match: the pause menu and what must be confirmed.  Dialogs only."""

from __future__ import annotations

from game.i18n import _
from game.screen.app.dialog import Answer, Dialog, ask
from game.screen.play.pause import LEAVE, pause_dialog
from game.table.match import Match

RESIGN, DRAW, AGREE = "resign", "draw", "agree"
PLAY_OUT = "play-out"
ALONE = "alone"  # without the guide
ENDS = (RESIGN, DRAW, AGREE)
HELP = "help-"
COPY, EDIT = "copy", "edit"
COPY_POSITION, COPY_GAME, COPY_SETUP = "copy-position", "copy-game", "copy-setup"
SURE = "sure-"  # put before what has been confirmed


def pause_menu(match: Match, led: bool = False) -> Dialog:
    """Continue, ends by agreement and resignation where they make sense, rules, settings, leave.

    A match that is `led` by a guide can be played on without it.
    """

    def extra() -> list[Answer]:
        copies = Answer(_("Copy"), COPY, icon="copy")
        if match.over:
            return [copies]
        answers = [Answer(_("Play on alone"), ALONE, icon="person")] if led else []
        if match.game.phase(match.state) == "race":
            answers.append(Answer(_("Play out the rest"), PLAY_OUT, icon="play"))
        if match.game.agreed_end(match.state) is not None:
            answers.append(Answer(_("Agree to end"), AGREE, icon="hands"))
        if match.game.can_draw and match.entries:
            answers.append(Answer(_("Agree on a draw"), DRAW, icon="hands"))
        answers.append(Answer(_("Resign"), RESIGN, icon="flag"))
        return [*answers, copies]

    return pause_dialog(match.game.key, extra, None if not match.over else _("Leave"))


class Confirmation(Dialog):
    """Asks once more before the match is ended; a yes is SURE with the value."""

    def __init__(self, value: str) -> None:
        titles = {
            RESIGN: lambda: _("Resign this game?"),
            DRAW: lambda: _("Agree on a draw?"),
            AGREE: lambda: _("End the game here?"),
        }
        texts = {
            RESIGN: lambda: _("The other side wins."),
            DRAW: lambda: _("Both sides must agree."),
            AGREE: lambda: _("Both sides must agree. The stones on the board are counted."),
        }
        yes = {
            RESIGN: lambda: _("Resign"),
            DRAW: lambda: _("Draw"),
            AGREE: lambda: _("End and count"),
        }
        super().__init__(
            titles[value],
            lambda: [
                Answer(_("Play on"), None, icon="play"),
                Answer(yes[value](), SURE + value, kind="danger"),
            ],
            texts[value],
        )


def copy_menu() -> Dialog:
    """What can be put on the clipboard; the value of the answer says which."""
    return Dialog(
        lambda: _("Copy"),
        lambda: [
            Answer(_("Position"), COPY_POSITION, kind="main", icon="board"),
            Answer(_("Game"), COPY_GAME, icon="film"),
            Answer(_("Setup"), COPY_SETUP, icon="gear"),
            Answer(_("Edit the position"), EDIT, icon="hexagon"),
        ],
        lambda: _("As text, to be pasted here or sent to somebody."),
        upright=True,
    )


def help_menu(evaluating: bool) -> Dialog:
    """Ways the engine can help; the value of the answer is the question."""
    return Dialog(
        lambda: _("Help"),
        lambda: [
            Answer(_("Hint"), HELP + "hint", kind="main", icon="bulb"),
            Answer(_("Show the best turn"), HELP + "line", icon="eye"),
            Answer(_("Show threats"), HELP + "threats", icon="warning"),
            Answer(
                _("Hide the evaluation") if evaluating else _("Show the evaluation"),
                HELP + "evaluation",
                icon="list",
            ),
            Answer(_("Play on"), None, icon="play"),
        ],
        upright=True,
    )


def leave_question(saved: bool) -> Dialog:
    """Asked before the match is left; it stays on disk in any case."""
    text = _("The game is saved. You can resume it from the title.") if saved else ""
    return ask(
        lambda: _("Leave the game?"),
        text,
        lambda: [
            Answer(_("Play on"), None, kind="main", icon="play"),
            Answer(_("Save and leave"), LEAVE, icon="exit"),
        ],
    )


__all__ = [
    "ENDS",
    "HELP",
    "LEAVE",
    "RESIGN",
    "SURE",
    "Confirmation",
    "help_menu",
    "leave_question",
    "pause_menu",
]
