"""The dialogs of a match in play: how they are opened, and the effects of their answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.rules.base import CHOICES
from game.rules.proposals import Resign
from game.screen.app import routes
from game.screen.app.routes import LARGER, OTHER_GAME, REMATCH
from game.screen.app.scene import Change, Pop, Push, Replace
from game.screen.play import menu
from game.screen.play.actions import PlayActions
from game.screen.play.engine_trouble import engine_question
from game.screen.play.offer_dialogs import OfferDialogs
from game.screen.play.stage import MatchStage
from game.screen.play.turn_controller import EngineChoice, TurnController
from game.table.begin import rematch
from game.table.win_loss import matched


class MatchDialogs:
    """Menus and questions about the match of `stage`; `board` is the port of its sensor board."""

    def __init__(
        self,
        stage: MatchStage,
        controller: TurnController,
        offers: OfferDialogs,
        board: str | None,
        actions: PlayActions,
    ) -> None:
        self._stage, self._controller, self._offers = stage, controller, offers
        self._board, self._actions = board, actions

    # -- what is opened ----------------------------------------------------------------------------

    def menu(self, kept: bool, words: str, connected: bool) -> Change:
        """Open the pause menu.

        Without `kept`, people leave the match without saving it. `words` is the reason for the
        pause. `connected` means that the port of the sensor board may be changed.
        """
        stuck = bool(self._controller.failed) and not self._board
        return Push(
            menu.pause_menu(
                self._stage.match,
                self._offers,
                kept=kept,
                words=words,
                stuck=stuck,
                port=connected,
            )
        )

    def agreement(self) -> Change | None:
        """Open the question about a pending offer, or the menu for making one."""
        answer = self.ask_offer()
        if answer is not None or not menu.offer_buttons(self._offers):
            return answer
        return Push(menu.offer_menu(self._offers))

    def ask_offer(self) -> Change | None:
        """Open the question about a pending offer for the next seat here."""
        question = self._offers.ask()
        return None if question is None else Push(question)

    def ask_offer_once(self) -> Change | None:
        """Open the question about a new offer, when no movement is being shown."""
        if not self._stage.playback.at_rest or self._stage.hand.source is not None:
            return None
        question = self._offers.ask_once()
        return None if question is None else Push(question)

    def ask_about_engine(self) -> Change | None:
        """Ask who replaces a failed engine; on a sensor board people simply move its pieces."""
        if self._board:
            return None
        question = engine_question(self._stage.panel, self._controller)
        return None if question is None else Push(question)

    # -- what is answered --------------------------------------------------------------------------

    def carry_out(
        self, result: object, copies: Mapping[object, Callable[[], Change | None]]
    ) -> Change | None:
        """Carry out the chosen answer; return None if it answers another question.

        `copies` maps the answers of the copy menu to their effects.
        """
        if isinstance(result, EngineChoice):
            self._controller.go_on(result)
            self._actions.refresh()
        if not isinstance(result, str):
            return None
        match, propose = self._stage.match, self._actions.propose
        if result in menu.OFFERS:
            return propose(self._offers.offer(menu.OFFERS[result]))
        if result in CHOICES:
            return propose(next((a for a in match.legal() if a.kind == result), None))
        if result.startswith(menu.HELP):
            self._actions.get_help(result.removeprefix(menu.HELP))
            return None
        chosen: dict[object, Callable[[], Change | None]] = {
            menu.LEAVE: Pop,
            REMATCH: lambda: Replace(routes.PlayMatch(matched(rematch(match)))),
            LARGER: lambda: Replace(routes.PlayMatch(matched(rematch(match, larger=True)))),
            OTHER_GAME: lambda: Replace(routes.ChooseOnBoard(self._board or "")),
            menu.PLAY_OUT: self._play_out,
            menu.RESIGN: lambda: Push(menu.resignation()),
            menu.WITHDRAW: lambda: propose(self._offers.withdraw()),
            menu.ANSWER: self.ask_offer,
            menu.ENGINE: self.ask_about_engine,
            menu.SURE + menu.RESIGN: self._resign,
            **copies,
        }
        return chosen[result]() if result in chosen else None

    def _play_out(self) -> None:
        self._controller.play_out()
        self._actions.refresh()

    def _resign(self) -> None:
        speaker = self._offers.speaker
        self._actions.propose(Resign(self._stage.match.to_move if speaker is None else speaker))
