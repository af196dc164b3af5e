"""Dialogs of a running match: the pause menu, smaller menus, the confirmation of resigning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.platform.i18n import _
from game.rules.proposals import Matter
from game.screen.app import routes
from game.screen.app.dialog import Dialog, DialogButton
from game.screen.app.scene import Change
from game.screen.play.offer_dialogs import OfferDialogs
from game.screen.ui.bindings import Bindings, key_label
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.table.match import Match

LEAVE = "leave"
RESIGN = "resign"
OFFERS: dict[str, Matter] = {"offer-end": "end", "offer-draw": "draw"}
WITHDRAW, ANSWER = "offer-withdraw", "offer-answer"
PLAY_OUT = "play-out"
ENGINE = "engine"  # asks who replaces a failed engine
ALONE = "alone"  # play on without the guide
ON_BOARD = "on-board"
PORT = "board-port"
HELP = "help-"
COPY, EDIT = "copy", "edit"
COPY_POSITION, COPY_GAME, COPY_SETUP = "copy-position", "copy-game", "copy-setup"
TYPE = "type"
SURE = "sure-"  # prefix of an answer that has been confirmed


def pause_dialog(
    game: str,
    extra: Callable[[], Sequence[DialogButton]] = tuple,
    leave: str | None = None,
    words: str = "",
) -> Dialog:
    """Return the pause dialog; its scene gets LEAVE, or the value of one of the `extra` answers.

    `game` is the key whose rules are opened. `leave` replaces the label for leaving. `words` is the
    reason for the pause.
    """

    def answers() -> list[DialogButton]:
        return [
            DialogButton(_("Continue"), kind="main", icon="play"),
            *extra(),
            DialogButton(_("Rules"), icon="book", route=routes.Rules(game)),
            DialogButton(_("Phones"), icon="phone", route=routes.Phones()),
            DialogButton(_("Settings"), icon="gear", route=routes.EditSettings()),
            DialogButton(leave or _("Save and leave"), LEAVE, icon="exit"),
        ]

    return Dialog(lambda: _("Pause"), answers, words, upright=True)


def type_moves() -> list[DialogButton]:
    """Return the answer that opens the line for typed moves."""
    return [DialogButton(_("Type moves"), TYPE, icon="pencil")]


def pause_menu(
    match: Match,
    offers: OfferDialogs | None = None,
    led: bool = False,
    board: str = "",
    kept: bool = True,
    words: str = "",
    stuck: bool = False,
    port: bool = False,
) -> Dialog:
    """Return the pause menu, with offers and resignation where they make sense.

    `offers` is None in a match without offers. A match that is `led` by a guide can be played on
    without the guide. If a sensor `board` is given, the match can be restarted on it. A match that
    is not `kept` is left without saving. With a clock nothing can be copied during the pause,
    because a copy would show the position. `words` is the reason for the pause. `stuck` means that
    an engine does not answer. `port` means that the sensor board's port may be changed.
    """

    def extra() -> list[DialogButton]:
        copies = DialogButton(_("Copy"), COPY, icon="copy")
        if match.over:
            return [copies]
        answers = [DialogButton(_("Play on alone"), ALONE, icon="person")] if led else []
        if stuck:
            answers.append(DialogButton(_("The computer does not answer"), ENGINE, icon="engine"))
        if board:
            answers.append(DialogButton(_("On the sensor board"), ON_BOARD, icon="plug"))
        if port:
            answers.append(DialogButton(_("Port of the board"), PORT, icon="plug"))
        answers += type_moves()
        if match.game.phase(match.state) == "race":
            answers.append(DialogButton(_("Play out the rest"), PLAY_OUT, icon="play"))
        if offers is not None:
            answers += offer_buttons(offers)
        answers.append(DialogButton(_("Resign"), RESIGN, icon="flag"))
        return answers if match.clock.timed else [*answers, copies]

    leave = None if kept and not match.over else _("Leave")
    return pause_dialog(match.game.key, extra, leave, words)


def offer_buttons(offers: OfferDialogs) -> list[DialogButton]:
    """Return the answers for offers that are possible now."""
    words = {"end": _("Offer to end here"), "draw": _("Offer a draw")}
    answers = [
        DialogButton(words[what], value, icon="hands")
        for value, what in OFFERS.items()
        if offers.may_offer(what)
    ]
    if offers.asked_here:
        answers.append(DialogButton(_("Answer the offer"), ANSWER, icon="hands"))
    if offers.may_withdraw:
        answers.append(DialogButton(_("Withdraw the offer"), WITHDRAW, icon="undo"))
    return answers


def resignation() -> Dialog:
    """Return the question before somebody resigns; the value of yes is SURE + RESIGN."""
    return Dialog(
        lambda: _("Resign this game?"),
        lambda: [
            DialogButton(_("Play on"), None, icon="play"),
            DialogButton(_("Resign"), SURE + RESIGN, kind="danger"),
        ],
        lambda: _("The other side wins."),
    )


def offer_menu(offers: OfferDialogs) -> Dialog:
    """Return the menu of offers only, which has its own key."""
    return Dialog(
        lambda: _("Agreement"),
        lambda: [*offer_buttons(offers), DialogButton(_("Play on"), None, icon="play")],
        lambda: _("Everyone else has to agree."),
        upright=True,
    )


def copy_menu() -> Dialog:
    """Return the menu of what can be copied; the value of an answer is what is copied."""
    return Dialog(
        lambda: _("Copy"),
        lambda: [
            DialogButton(_("Position"), COPY_POSITION, kind="main", icon="pieces"),
            DialogButton(_("Whole game"), COPY_GAME, icon="list"),
            DialogButton(_("Setup"), COPY_SETUP, icon="gear"),
            DialogButton(_("Edit the position"), EDIT, icon="pieces"),
        ],
        lambda: _("As text, to be pasted here or sent to somebody."),
        upright=True,
    )


def help_menu(evaluating: bool, teachable: bool = False) -> Dialog:
    """Return the menu of the engine's help; the value of an answer is HELP + the question."""

    def answers() -> list[DialogButton]:
        evaluation = _("Hide the evaluation") if evaluating else _("Show the evaluation")
        return [
            DialogButton(_("Hint"), HELP + "hint", kind="main", icon="bulb"),
            DialogButton(_("Show the best turn"), HELP + "line", icon="eye"),
            DialogButton(_("Show the last turn again"), HELP + "replay", icon="again"),
            DialogButton(_("Show threats"), HELP + "threats", icon="warning"),
            DialogButton(evaluation, HELP + "evaluation", icon="chart"),
            *(
                [DialogButton(_("Teaching game"), icon="lesson", route=routes.Teaching())]
                if teachable
                else []
            ),
            DialogButton(_("Play on"), None, icon="play"),
        ]

    return Dialog(lambda: _("Help"), answers, upright=True)


Act = Callable[[], Change | None]


@dataclass(frozen=True)
class Face:
    """The appearance of one button of the row.

    The key of `command` is shown on the button if there is room; "accept" makes it the default
    button. `equal` makes the second button as wide as the main one. `wise` is False for an action
    that is known to be a mistake: the main button is then not lit. `act` replaces the button's
    usual effect.
    """

    label: str = ""
    icon: str = ""
    tip: str = ""
    enabled: bool = True
    command: str = ""
    equal: bool = False
    wise: bool = True
    act: Act | None = None


Faces = tuple[Face, Face, Face]  # main button, back, help


class ActionRow:
    """The main button, and two smaller ones: take back and help, or earlier and later."""

    def __init__(self, main: Act, back: Act, help_: Act) -> None:
        self.main = Button("", main, kind="main", icon="check", name="main")
        self.back = Button("", back, icon="undo", name="back")
        self.help = Button("", help_, icon="bulb", name="help")
        self.faces: Faces = (Face(icon="check"), Face(icon="undo"), Face(icon="bulb"))
        self._canvas: Canvas  # set by `build`, for measuring text
        self._area: pygame.Rect  # set by `build`, too

    def build(self, canvas: Canvas, area: pygame.Rect) -> list[Button]:
        """Place the buttons in the row; a button keeps its focus when the layout changes."""
        gap = canvas.px(10)
        small = max(canvas.px(68), 40)
        wide = canvas.text_size(_("Take back"), "button")[0] + canvas.px(70)
        middle = max(canvas.px(146), min(area.width // 3, wide))
        if canvas.metrics.narrow:
            middle = small
        main = area.width - small - middle - 2 * gap
        self.main.at((area.left, area.top, main, area.height))
        self.back.at((area.left + main + gap, area.top, middle, area.height))
        self.help.at((area.right - small, area.top, small, area.height))
        self._canvas, self._area = canvas, area
        return [self.main, self.back, self.help]

    def _share_alike(self) -> None:
        """Give the main button and the second one the same width."""
        area, gap = self._area, self._canvas.px(10)
        small = area.right - self.help.rect.left
        wide = (area.width - small - 2 * gap) // 2
        self.main.at((area.left, area.top, wide, area.height))
        self.back.at((area.left + wide + gap, area.top, wide, area.height))

    def show(self, faces: Faces, bindings: Bindings) -> None:
        """Show these faces on the buttons."""
        if faces[1].equal != self.faces[1].equal:
            self.build(self._canvas, self._area)
        self.faces = faces
        if faces[1].equal:
            self._share_alike()
        for button, face in zip((self.main, self.back, self.help), faces):
            button.label, button.icon = face.label, face.icon
            button.tip, button.enabled = face.tip, face.enabled
        if self._canvas.metrics.narrow and not faces[1].equal:
            self.back.label = ""
        self.main.kind = "main" if faces[0].wise else "plain"
        command = faces[0].command
        self.main.is_default = command == "accept"
        self.main.cap = key_label(bindings.first(command)) if command else ""
        if self.main.width(self._canvas) - self._canvas.px(28) > self.main.rect.width:
            self.main.cap = ""
