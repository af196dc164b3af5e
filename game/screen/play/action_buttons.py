"""Labels and effects of the three buttons under the column: main button, way back, lamp."""

from __future__ import annotations

from dataclasses import replace

from game.platform.i18n import N_, _
from game.screen.app import routes
from game.screen.app.scene import STAY, Change
from game.screen.play.actions import PlayActions
from game.screen.play.advice import HINT, THREATS
from game.screen.play.advice_display import AdviceDisplay
from game.screen.play.assistant import LINE, Assistant
from game.screen.play.board_controller import MatchBoardController
from game.screen.play.menu import ActionRow, Face, Faces
from game.screen.play.stage import MatchStage
from game.screen.play.turn_controller import TurnConfirmation, TurnController

ASKED = {
    HINT: N_("Looking for a hint …"),
    LINE: N_("Looking for the best turn …"),
    THREATS: N_("Looking for threats …"),
}


class ActionButtons:
    """The `row` of buttons below the match of `stage`; `board` is the match's sensor board."""

    def __init__(
        self,
        stage: MatchStage,
        row: ActionRow,
        controller: TurnController,
        pending: TurnConfirmation,
        assistant: Assistant,
        advice: AdviceDisplay,
        board: MatchBoardController | None,
        actions: PlayActions,
    ) -> None:
        self._stage, self._row = stage, row
        self._controller, self._pending = controller, pending
        self._assistant, self._advice = assistant, advice
        self._board, self._actions = board, actions

    # -- what they say -----------------------------------------------------------------------------

    def faces(self) -> Faces:
        """Return the labels and icons that the buttons show now."""
        stage, hand = self._stage, self._stage.hand
        shown = stage.playback.shown
        if stage.playback.single and self._controller.person_to_move and shown.turn_begun:
            # While the person's own move is animated, the buttons stay as they are.
            return self._row.faces
        take_back = Face(_("Take back"), "undo", _("Take back"))
        goes_on = self._advice.goes_on
        lamp = Face(icon="bulb", tip=_("The hint's next step") if goes_on else _("Help"))
        if stage.browser.active:
            some = bool(stage.browser.turns)
            earlier = Face(icon="left", tip=_("One turn back"), enabled=some)
            later = Face(icon="right", tip=_("One turn forward"))
            return Face(_("To the game"), "last"), earlier, later
        if self._pending.waiting:
            yes = Face(_("Confirm the turn"), "check", command="accept")
            return yes, take_back, replace(lamp, enabled=False)
        if shown.over:
            may = stage.services.offers(routes.ReviewMatch)
            review = Face(icon="eye", tip=_("Review"), enabled=may)
            return Face(_("Result"), "cup"), take_back, review
        if hand.forced is not None:
            tip = _("Back one jump; click where it began for the whole train")
            take_back = replace(take_back, tip=tip)
        take_back = replace(take_back, enabled=bool(shown.entries))
        lamp = replace(lamp, enabled=hand.enabled and not self._assistant.asking)
        if hand.sides:
            keep, swap = (stage.panel.label(side) for side in hand.sides)
            return Face(keep, "check"), Face(swap, "turn", equal=True), lamp
        return self._main_face(), take_back, lamp

    def _main_face(self) -> Face:
        """Return the main button's face while the match goes on."""
        stage, hand = self._stage, self._stage.hand
        proposal = hand.proposal
        if proposal is not None:
            stops = hand.free_pass and proposal is hand.pass_
            label = stage.panel.label(proposal)
            command = "stop" if stops else "accept"
            return Face(label, "check", command=command, wise=not hand.loses(proposal))
        if self._board is not None and self._board.ends_by_screen:
            return Face(_("End the turn"), "check", command="stop")
        words = "…"
        if self._assistant.asking:
            words = _(ASKED[self._assistant.question])
        elif hand.enabled:
            words = stage.panel.prompt()
        elif self._controller.thinking is not None:
            name = stage.match.seat.name
            words = _("{name} is thinking …").format(name=name) if name else _("Thinking …")
        return Face(words, enabled=False)

    # -- what they do ------------------------------------------------------------------------------

    def press_main(self) -> Change | None:
        """Go back to the game, confirm, show the result, or play the chosen action."""
        stage, hand = self._stage, self._stage.hand
        if stage.browser.active:
            stage.playback.to_game()
            return STAY
        if self._pending.waiting:
            return self._actions.confirm_turn()
        if stage.match.over:
            return self._actions.open_result()
        action = hand.sides[0] if hand.sides else hand.proposal
        return self._actions.propose(action) if action is not None else self.stop_turn() or STAY

    def press_back(self) -> Change | None:
        """Take back, choose the other side, or browse one turn back."""
        stage, hand = self._stage, self._stage.hand
        if stage.browser.active:
            stage.playback.page(-1)
            return STAY
        if not self._pending.waiting and hand.sides:
            return self._actions.propose(hand.sides[1])
        return self._actions.propose(self._pending.way_back())

    def press_help(self) -> Change | None:
        """Help, review a finished match, or browse one turn forward."""
        stage = self._stage
        if stage.browser.active:
            stage.playback.page(1)
            return STAY
        if stage.match.over and not self._pending.waiting:
            return self._actions.open_review()
        if self._advice.goes_on:
            self._actions.get_help(HINT)
            return STAY
        return self._actions.open_help()

    def stop_turn(self) -> Change | None:
        """End the turn here, or pass; return None if neither is possible."""
        action, board = self._stage.hand.stop, self._board
        if action is not None:
            return self._actions.propose(action)
        if board is None or not board.ends_by_screen:
            return None
        board.lease.session.press()
        return STAY
