"""Offers of a draw or an end at the screen: who makes them, who is asked, what is said of them."""

from __future__ import annotations

from game.platform.i18n import _
from game.rules.events import Seat
from game.rules.proposals import Accept, Decline, Matter, Offer, Withdraw
from game.screen.app.dialog import Dialog, DialogButton
from game.screen.app.scene import STAY, Change, Pop, Push
from game.screen.play.at_play import AtPlay
from game.table import agreement
from game.table.agreement import MatchOffer
from game.table.history import Answered, MatchEvent, Offered, OfferGone

YES, NO = "agree-yes", "agree-no"


class OfferQuestion(Dialog):
    """Asks `seat`; goes by itself when the offer stands no longer, or it has answered elsewhere."""

    def __init__(self, parley: OfferDialogs, deal: MatchOffer, seat: Seat) -> None:
        self.deal, self.seat = deal, seat
        self._parley = parley
        titles = {"draw": lambda: _("A draw?"), "end": lambda: _("End the game here?")}
        super().__init__(titles[deal.what], self._choices, lambda: parley.words(deal, seat))

    @staticmethod
    def _choices() -> list[DialogButton]:
        return [
            DialogButton(_("Play on"), NO, icon="play"),
            DialogButton(_("Agree"), YES, kind="main", icon="hands"),
        ]

    def update(self, dt: float) -> Change | None:
        super().update(dt)
        return None if self.seat in self._parley.asked_here else Pop()


class OfferDialogs:
    """What is offered and answered at this screen."""

    def __init__(self, at: AtPlay) -> None:
        self._at = at
        self._put: set[tuple[int, Seat]] = set()  # offers that were put to a seat, by number
        self._open: OfferQuestion | None = None

    # -- who -------------------------------------------------------------------------------------

    @property
    def here(self) -> list[Seat]:
        """Seats of people at this screen, or at the sensor board beside it."""
        at = self._at
        conductor = at.conductor
        kinds = [seat.kind for seat in at.match.spec.seats]
        people = [n for n, k in enumerate(kinds) if k != "engine" or n in conductor.failed]
        return [seat for seat in people if not conductor.elsewhere(seat)]

    @property
    def asked_here(self) -> list[Seat]:
        """Seats here whose answer is awaited."""
        match = self._at.match
        waiting = () if match.offer is None else match.offer.waiting(match.game.seats)
        return [seat for seat in self.here if seat in waiting]

    @property
    def speaker(self) -> Seat | None:
        """The seat that makes an offer here: the only one, or the one to move."""
        here, at = self.here, self._at
        mover = at.match.to_move if at.confirming.seat is None else at.confirming.seat
        return here[0] if len(here) == 1 else mover if mover in here else next(iter(here), None)

    # -- what is possible ------------------------------------------------------------------------

    def may_offer(self, what: Matter) -> bool:
        match, seat = self._at.match, self.speaker
        if match.over or seat is None or not match.entries:
            return False
        game = match.game
        known = game.can_draw if what == "draw" else game.agreed_end(match.state) is not None
        return known and agreement.may_ask(match.history, match.offers, seat)

    @property
    def may_withdraw(self) -> bool:
        offer = self._at.match.offer
        return offer is not None and offer.seat in self.here

    # -- acting ----------------------------------------------------------------------------------

    def offer(self, what: Matter) -> Change:
        seat = self.speaker
        return STAY if seat is None else self._at.offer(Offer(what, seat))

    def withdraw(self) -> Change:
        offer = self._at.match.offer
        return STAY if offer is None else self._at.offer(Withdraw(offer.seat))

    def ask(self) -> Change | None:
        """Put the offer to the next one here; None when nobody is to answer."""
        match, waiting = self._at.match, self.asked_here
        if match.offer is None or not waiting:
            return None
        self._put.add((len(match.offers), waiting[0]))
        self._open = OfferQuestion(self, match.offer, waiting[0])
        return Push(self._open)

    def answered(self, result: object) -> None:
        """The answer to our question; others are left alone."""
        question, self._open = self._open, None
        if question is None or question.seat not in self.asked_here:
            return
        what, seat = question.deal.what, question.seat
        if result == YES:
            self._at.offer(Accept(what, seat))
        elif result == NO:
            self._at.offer(Decline(what, seat))

    def accept(self, seat: Seat) -> None:
        """Agree to what is offered, for a seat that has said so elsewhere than on the screen."""
        offer = self._at.match.offer
        if offer is not None:
            self._at.match.submit(Accept(offer.what, seat, "board"), self._at.desk.now)

    def update(self) -> Change | None:
        """Ask by itself what was not put yet, when nothing else is shown or open."""
        at = self._at
        waiting = self.asked_here
        if not waiting or at.held or not at.playback.at_rest or at.hand.source is not None:
            return None
        if (len(at.match.offers), waiting[0]) in self._put:
            return None
        return self.ask()

    # -- words -----------------------------------------------------------------------------------

    def words(self, deal: MatchOffer, seat: Seat) -> str:
        """What `seat` is asked."""
        said = _offer_words(deal.what).format(name=self.name(deal.seat))
        if len(self.here) > 1:
            said += " " + _("{name}, do you agree?").format(name=self.name(seat))
        return said

    def seen(self, event: MatchEvent) -> None:
        """What others do is said."""
        words = self._told(event)
        if words:
            self._at.desk.toast(words, "info", "hands")
            self._at.desk.say(words)

    def _told(self, event: MatchEvent) -> str:
        """The sentence of an event; "" where it needs none."""
        if isinstance(event, Offered):
            here = len(self.here) == self._at.match.game.seats
            return "" if here else _offer_words(event.what).format(name=self.name(event.seat))
        if isinstance(event, Answered):
            words = _("{name} agrees.") if event.agreed else _("{name} plays on.")
            return words.format(name=self.name(event.seat))
        if isinstance(event, OfferGone) and not self._at.match.over:
            return _("The offer is withdrawn.") if event.withdrawn else _("The game goes on.")
        return ""

    def name(self, seat: Seat) -> str:
        return self._at.match.spec.seats[seat].name or self._at.panel.seat_name(seat)


def _offer_words(what: Matter) -> str:
    if what == "draw":
        return _("{name} offers a draw.")
    return _("{name} offers to end here; what lies is counted.")
