"""Agreements: the offers of a seat to the others, and their answers. Pure.

An offer is made to all other seats, partners and opponents, people and engines. It stays open until
all have agreed, one seat declines, or one makes a turn instead of an answer. The seat that made the
offer may withdraw it, and may still make a turn. After a refusal, a seat must make a turn of its
own before its next offer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from game.platform.codec import rule
from game.rules.events import Seat
from game.rules.proposals import Decline, Matter, Negotiation, Offer, Withdraw
from game.table.errors import MatchError
from game.table.history import Answered, History, HistoryEntry, Offered, OfferGone, ends_turn, swaps

End = Literal["", "agreed", "declined", "withdrawn", "lapsed"]


@dataclass(frozen=True, slots=True)
class MatchOffer:
    """An offer of `seat`, made after `length` actions.

    `agreed` are the seats that have agreed so far.  `end` is how the offer ended, after `ended`
    actions; "" while it is open.
    """

    what: Matter
    seat: Seat
    length: int = field(metadata=rule(name="after"))
    agreed: tuple[Seat, ...] = field(default=(), metadata=rule(required=True))
    end: End = field(default="", metadata=rule(required=True))
    ended: int = field(default=0, metadata=rule(name="until", required=True))

    def closed(self, end: End, ended: int) -> MatchOffer:
        """Return this offer, closed with `end`."""
        return replace(self, end=end, ended=ended)

    def waiting(self, seats: int) -> tuple[Seat, ...]:
        """Return which of this many seats have not answered yet."""
        if self.end:
            return ()
        return tuple(n for n in range(seats) if n != self.seat and n not in self.agreed)


def standing(offers: Sequence[MatchOffer]) -> MatchOffer | None:
    """Return the offer that waits for answers; None if there is none."""
    return offers[-1] if offers and not offers[-1].end else None


def matter(offers: Sequence[MatchOffer], proposal: Negotiation) -> Matter:
    """Return the matter of a proposal.  Raises MatchError if nothing is offered."""
    deal = standing(offers)
    if not isinstance(proposal, Withdraw):
        return proposal.what
    if deal is None:
        raise MatchError("no-offer")
    return deal.what


def apply(
    history: History, offers: Sequence[MatchOffer], proposal: Negotiation
) -> tuple[MatchOffer, Offered | Answered | OfferGone]:
    """Return the offer after this proposal, and the event that reports it.  Raises MatchError."""
    deal, seats, length = standing(offers), history.game.seats, len(history.entries)
    if not 0 <= proposal.seat < seats:
        raise MatchError("no-seat", seat=proposal.seat, count=seats)
    if isinstance(proposal, Offer) and (deal is None or deal.what != proposal.what):
        return _offered(history, offers, proposal)
    if deal is None:
        raise MatchError("no-offer")
    if isinstance(proposal, Withdraw):
        if proposal.seat != deal.seat:
            raise MatchError("not-offered")
        gone = OfferGone(deal.what, deal.seat, True, proposal.by)
        return deal.closed("withdrawn", length), gone
    if proposal.what != deal.what or proposal.seat not in deal.waiting(seats):
        raise MatchError("no-offer")
    answer = Answered(deal.what, proposal.seat, not isinstance(proposal, Decline), proposal.by)
    if not answer.agreed:
        return deal.closed("declined", length), answer
    deal = replace(deal, agreed=(*deal.agreed, proposal.seat))
    return (deal if deal.waiting(seats) else deal.closed("agreed", length)), answer


def _offered(
    history: History, offers: Sequence[MatchOffer], offer: Offer
) -> tuple[MatchOffer, Offered]:
    if standing(offers) is not None:
        raise MatchError("offer-waits")
    if not may_ask(history, offers, offer.seat):
        raise MatchError("asked-already")
    deal = MatchOffer(offer.what, offer.seat, len(history.entries))
    return deal, Offered(offer.what, offer.seat, offer.by)


def may_ask(history: History, offers: Sequence[MatchOffer], seat: Seat) -> bool:
    """Return whether `seat` may make an offer.

    No seat may while an offer is open. After an offer, a seat must first make a turn of its own.
    """
    if standing(offers) is not None:
        return False
    now = history.seat_now
    asked = max((deal.length for deal in offers if now(deal.seat, deal.length) == seat), default=-1)
    own = (
        turn.end for turn in history.turns if turn.complete and now(turn.seat, turn.first) == seat
    )
    return asked < 0 or max(own, default=0) > asked


def outlived(deal: MatchOffer, news: Sequence[HistoryEntry]) -> bool:
    """Return whether the entries `news` since an offer have ended it.

    Another seat's turn ends the offer, and so does an exchange of seats.
    """
    return any(ends_turn(entry) and (entry.seat != deal.seat or swaps(entry)) for entry in news)


def kept(offers: Sequence[MatchOffer], length: int) -> list[MatchOffer]:
    """Return the offers that stay when a match goes back to `length` actions.

    Offers made later are dropped, and so is an agreement whose end is taken back. An earlier offer
    stays answered even if the answer came later, so that nobody is asked twice.
    """
    return [
        replace(deal, ended=min(deal.ended, length))
        for deal in offers
        if deal.length <= length and not (deal.end == "agreed" and deal.ended >= length)
    ]
