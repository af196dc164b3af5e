"""Offers of a draw or an end at the screen: who makes them, who is asked, and the text."""

from __future__ import annotations

from game.platform.i18n import _
from game.rules.events import Seat
from game.rules.proposals import Accept, Decline, Matter, Offer, Proposal, Withdraw
from game.screen.app.dialog import Dialog, DialogButton
from game.screen.app.scene import Change, Pop
from game.screen.play.turn_controller import TurnConfirmation, TurnController
from game.screen.plugin.panel import Panel
from game.table import agreement
from game.table.agreement import MatchOffer
from game.table.history import Answered, MatchEvent, Offered, OfferGone

YES, NO = "agree-yes", "agree-no"


class OfferQuestion(Dialog):
    """The question to `seat`; it closes by itself when the offer ends or the seat has answered."""

    def __init__(self, offers: OfferDialogs, deal: MatchOffer, seat: Seat) -> None:
        self.deal, self.seat = deal, seat
        self._offers = offers
        titles = {"draw": lambda: _("A draw?"), "end": lambda: _("End the game here?")}
        super().__init__(titles[deal.what], self._choices, lambda: offers.words(deal, seat))

    @staticmethod
    def _choices() -> list[DialogButton]:
        return [
            DialogButton(_("Play on"), NO, icon="play"),
            DialogButton(_("Agree"), YES, kind="main", icon="hands"),
        ]

    def update(self, dt: float) -> Change | None:
        super().update(dt)
        return None if self.seat in self._offers.asked_here else Pop()


class OfferDialogs:
    """Offers made and answered at this screen, as proposals for the match."""

    def __init__(self, panel: Panel, controller: TurnController, pending: TurnConfirmation) -> None:
        self._match, self._panel = panel.match, panel
        self._controller, self._pending = controller, pending
        # Offers that a seat has been asked about: number of the offer, and the seat.
        self._put: set[tuple[int, Seat]] = set()
        self._open: OfferQuestion | None = None

    @property
    def here(self) -> list[Seat]:
        """Seats of people at this screen, or at the sensor board beside it."""
        controller = self._controller
        kinds = [seat.kind for seat in self._match.spec.seats]
        people = [n for n, k in enumerate(kinds) if k != "engine" or n in controller.failed]
        return [seat for seat in people if not controller.elsewhere(seat)]

    @property
    def asked_here(self) -> list[Seat]:
        """Seats here that have yet to answer the offer."""
        match = self._match
        waiting = () if match.offer is None else match.offer.waiting(match.game.seats)
        return [seat for seat in self.here if seat in waiting]

    @property
    def speaker(self) -> Seat | None:
        """The seat that makes offers here: the only seat here, or the seat to move."""
        here, pending = self.here, self._pending.seat
        mover = self._match.to_move if pending is None else pending
        return here[0] if len(here) == 1 else mover if mover in here else next(iter(here), None)

    def may_offer(self, what: Matter) -> bool:
        match, seat = self._match, self.speaker
        if match.over or seat is None or not match.entries:
            return False
        game = match.game
        known = game.can_draw if what == "draw" else game.agreed_end(match.state) is not None
        return known and agreement.may_ask(match.history, match.offers, seat)

    @property
    def may_withdraw(self) -> bool:
        offer = self._match.offer
        return offer is not None and offer.seat in self.here

    def offer(self, what: Matter) -> Offer | None:
        """Return an offer by the speaker here; None if there is no speaker."""
        seat = self.speaker
        return None if seat is None else Offer(what, seat)

    def withdraw(self) -> Withdraw | None:
        """Return the withdrawal of the pending offer."""
        offer = self._match.offer
        return None if offer is None else Withdraw(offer.seat)

    def accept(self, seat: Seat) -> Accept | None:
        """Return the acceptance of a seat that has agreed at the sensor board."""
        offer = self._match.offer
        return None if offer is None else Accept(offer.what, seat, "board")

    def answered(self, result: object) -> Proposal | None:
        """Return the open question's answer as a proposal; None if `result` is no such answer."""
        question, self._open = self._open, None
        if question is None or question.seat not in self.asked_here:
            return None
        what, seat = question.deal.what, question.seat
        if result == YES:
            return Accept(what, seat)
        return Decline(what, seat) if result == NO else None

    def ask(self) -> OfferQuestion | None:
        """Return the question for the next seat here; None if no answer is due."""
        match, waiting = self._match, self.asked_here
        if match.offer is None or not waiting:
            return None
        self._put.add((len(match.offers), waiting[0]))
        self._open = OfferQuestion(self, match.offer, waiting[0])
        return self._open

    def ask_once(self) -> OfferQuestion | None:
        """Return the question for the next seat here, unless that seat has already been asked."""
        waiting = self.asked_here
        if not waiting or (len(self._match.offers), waiting[0]) in self._put:
            return None
        return self.ask()

    def words(self, deal: MatchOffer, seat: Seat) -> str:
        """Return the text of the question for `seat`."""
        said = self._offer_words(deal.what, deal.seat)
        if len(self.here) > 1:
            said += " " + _("{name}, do you agree?").format(name=self._panel.name_of(seat))
        return said

    def told(self, event: MatchEvent) -> str:
        """Return the sentence for an event of the match; "" if it needs none."""
        if isinstance(event, Offered):
            everybody = len(self.here) == self._match.game.seats
            return "" if everybody else self._offer_words(event.what, event.seat)
        if isinstance(event, Answered):
            words = _("{name} agrees.") if event.agreed else _("{name} plays on.")
            return words.format(name=self._panel.name_of(event.seat))
        if isinstance(event, OfferGone) and not self._match.over:
            return _("The offer is withdrawn.") if event.withdrawn else _("The game goes on.")
        return ""

    def _offer_words(self, what: Matter, seat: Seat) -> str:
        words = _("{name} offers a draw.")
        if what != "draw":
            words = _("{name} offers to end here; what lies is counted.")
        return words.format(name=self._panel.name_of(seat))
