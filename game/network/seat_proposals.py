"""What a seat on the network asks, as a proposal of the match.  Nothing is judged but whether this
seat may ask it at all; the match judges the rest like everybody's."""

from __future__ import annotations

from collections.abc import Callable

from game.network import messages
from game.network.errors import NetworkError
from game.network.pipe_messages import SeatProposal as Asked
from game.rules.events import Seat
from game.rules.proposals import (
    Accept,
    Decline,
    GoBack,
    Matter,
    Offer,
    Play,
    Proposal,
    Resign,
    Withdraw,
)
from game.table.errors import MatchError
from game.table.history import Ended, Played, Reopened, TakenBack
from game.table.match import Match

MOVING = Played | TakenBack | Ended | Reopened  # events after which the position is another one


def proposal_of(match: Match, seat: Seat, seen: int, asked: Asked, back: bool) -> Proposal:
    """The proposal of `seat`, who knew the events before `seen`; `back`: turns may be taken back.

    Raises NetworkError, MatchError or RulesError.
    """
    return _MAKERS[asked.kind](match, seat, seen, asked, back)


def _play(match: Match, seat: Seat, seen: int, asked: Asked, back: bool) -> Proposal:
    _in_step(match, seen)
    if match.to_move != seat and not match.over:
        raise NetworkError("not-your-turn", seat=seat)
    state = match.state
    if match.over:
        raise MatchError("ended")
    actions = match.game.parse_turn(state, ",".join(asked.actions))
    return Play(tuple(actions), state, by="remote")


def _go_back(match: Match, seat: Seat, seen: int, asked: Asked, back: bool) -> Proposal:
    """One action of the own turn in progress; else the own last turn, where that is allowed."""
    _in_step(match, seen)
    begun = match.history.begun
    if begun is not None and begun.seat == seat:
        return GoBack(len(match.entries) - 1, by="remote")
    own = [turn for turn in match.turns if turn.seat == seat]
    if not back or not own:
        raise NetworkError("no-take-back")
    return GoBack(own[-1].first, by="remote")


def _resign(match: Match, seat: Seat, seen: int, asked: Asked, back: bool) -> Proposal:
    return Resign(seat, by="remote")


def _offer(match: Match, seat: Seat, seen: int, asked: Asked, back: bool) -> Proposal:
    what: Matter = "draw" if asked.offer == "draw" else "end"
    return Offer(what, seat, by="remote")


def _answer(match: Match, seat: Seat, seen: int, asked: Asked, back: bool) -> Proposal:
    if match.offer is None:
        raise MatchError("no-offer")
    kind = Accept if asked.kind == messages.ACCEPT else Decline
    return kind(match.offer.what, seat, by="remote")


def _withdraw(match: Match, seat: Seat, seen: int, asked: Asked, back: bool) -> Proposal:
    return Withdraw(seat, by="remote")


_MAKERS: dict[str, Callable[[Match, Seat, int, Asked, bool], Proposal]] = {
    messages.PLAY: _play,
    messages.BACK: _go_back,
    messages.RESIGN: _resign,
    messages.OFFER: _offer,
    messages.ACCEPT: _answer,
    messages.DECLINE: _answer,
    messages.WITHDRAW: _withdraw,
}


def _in_step(match: Match, seen: int) -> None:
    """Raises MatchError if the position has changed since the event `seen`."""
    if not 0 <= seen <= match.seq:
        raise MatchError("moved-on")
    if any(isinstance(event, MOVING) for _number, event in match.feed(seen).drain()):
        raise MatchError("moved-on")
