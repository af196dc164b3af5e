"""Refusals in a match: why a move is not allowed, what is allowed instead, and the rule's page."""

from __future__ import annotations

from collections.abc import Callable

from game.platform.i18n import _
from game.rules.topology import Point
from game.screen.app import routes
from game.screen.app.scene import STAY, Change, Push
from game.screen.play.actions import PlayActions
from game.screen.play.stage import MatchStage
from game.screen.play.turn_controller import TurnConfirmation, TurnController
from game.screen.plugin.refusals import attempt, instead, refusal
from game.screen.plugin.rulebook import Attempt, Refusal
from game.screen.ui.bindings import key_label
from game.table import undo

MOST_ALLOWED = 8  # maximum number of points lit as alternatives to a refused move


class MoveRefusals:
    """Reacts to attempts in the match of `stage` that cannot be played."""

    def __init__(
        self,
        stage: MatchStage,
        controller: TurnController,
        pending: TurnConfirmation,
        actions: PlayActions,
        refuse: Callable[[Attempt], None],
    ) -> None:
        """`refuse` handles attempts against the rules; a lesson defers some of them."""
        self._stage, self._controller, self._pending = stage, controller, pending
        self._actions, self._refuse = actions, refuse

    def refuse_point(self, point: Point) -> None:
        """React to a press on a point where nothing can be played."""
        # A press on a point that the train has passed takes the train back to that point; any other
        # press is refused.
        stage, hand = self._stage, self._stage.hand
        way_back = undo.to_point(stage.match, point) if hand.enabled else None
        if way_back is not None:
            self._actions.propose(way_back)
        elif hand.enabled:
            self._refuse(attempt(stage.game, hand.state, hand.source, point))
        elif words := self.why_nothing():
            stage.refuse((point,), words)

    def refuse_attempt(self, points: Attempt, explains: bool) -> None:
        """Show why the rules forbid an attempt.

        With `explains`, the note offers to show what is allowed instead; after some refusals in a
        row, it offers the page of the rule.
        """
        stage, hints = self._stage, self._stage.hints
        refused, offer = refusal(stage.game, stage.match.state, points), ""
        allowed = instead(stage.game, points, self._actions.choices()) if explains else ()
        shows = bool(allowed)
        if shows:
            offer = self._with_key(_("Show why"), "hint")
        if hints.offer_rule(stage.game, refused):
            offer = self._with_key(_("Read the rule"), "rules")
        stage.refuse(points, self._why(refused), offer)
        hints.refused = refused if shows else None
        if hints.note is not None:
            places = {point for action in allowed for point in action.points}
            hints.note.clear = [stage.view.position(point) for point in (*places, *points)]

    def _with_key(self, words: str, command: str) -> str:
        """Return the text of an offer, followed by its key."""
        key = key_label(self._stage.services.bindings.first(command))
        return words + (f" ({key})" if key else "")

    def _why(self, refused: Refusal) -> str:
        """Return a refusal's sentence, with names of points if the board or its frame shows any."""
        names = self._stage.services.settings.coordinates or self._stage.view.look.cell != "point"
        return refused.said(names)

    def why_nothing(self) -> str:
        """Return the reason, to be shown, why nobody can act at the board; "" for none."""
        match = self._stage.match
        if self._pending.waiting:
            return _("This turn is waiting to be confirmed or taken back.")
        if match.over:
            return _("The game is over.")
        if self._stage.browser.active:
            return _("This is an earlier turn. Go back to the game to play on.")
        if not self._controller.person_to_move:
            name = match.seat.name or self._stage.panel.seat_name(match.to_move)
            return _("It is not your turn: {name} is to move.").format(name=name)
        return ""

    def show_why(self) -> Change:
        """Light the reason for the refusal, and show an allowed alternative on the board."""
        stage, hints = self._stage, self._stage.hints
        refused, points = hints.refused, hints.points
        allowed = instead(stage.game, points, self._actions.choices())
        if refused is None or not allowed:
            return STAY
        shown = [allowed[0]]
        if shown[0].kind == "slide":  # a slide needs its jump
            shown += stage.game.legal(stage.game.advance(stage.match.state, shown[0]))[:1]
        same = [action for action in allowed if action.source == allowed[0].source]
        lit = dict.fromkeys(action.points[-1] for action in same[:MOST_ALLOWED])
        words = _("{why} What is lit is allowed.").format(why=self._why(refused))
        hints.explain(stage.view, words, list(lit))
        stage.playback.try_out(shown)
        self._actions.choice_changed()
        return STAY

    def open_rule(self) -> Change:
        """Open the rules at the offered page, or at the first page."""
        page = self._stage.hints.page
        self._stage.hints.clear()
        return Push(routes.Rules(self._stage.game.key, page))

    def take_offer(self, pos: tuple[int, int]) -> Change | None:
        """Carry out a note's offer if the click hits it; else remove the note and return None."""
        hints = self._stage.hints
        note = hints.note
        if note is None:
            return None
        on_offer = note.offered.collidepoint(pos)
        if hints.page and on_offer:
            return self.open_rule()
        if hints.refused is not None and on_offer:
            return self.show_why()
        if note.stays and not note.bad and on_offer:
            self._actions.get_help("hint")
            return STAY
        if hints.clear():
            self._actions.follow()
        return None
