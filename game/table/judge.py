"""Judges proposals: their exact effect on a match, or why they are refused. Changes nothing.

A proposal becomes a `MatchPlan`. The plan is complete before the match changes, so that the match
can carry out all of it or nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from game.rules import proposals
from game.rules.base import Action, Game, State, Step
from game.rules.events import Outcome, Seat
from game.table import agreement
from game.table.agreement import MatchOffer
from game.table.clock import Clock
from game.table.errors import MatchError
from game.table.history import Answered, History, HistoryEntry, Offered, OfferGone

Steps = tuple[tuple[Action | None, Step], ...]


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """The effect of a proposal: `keep` entries stay, `steps` follow, then comes `outcome`.

    `again`: the steps redo actions that were taken back.  An action None is the end by agreement.
    `outcome` is an end to declare; `reopen` takes a declared end back.  `event` happens before all
    that, and `offer` is the offer after `event`.
    """

    keep: int
    steps: Steps = ()
    again: bool = False
    outcome: Outcome | None = None
    reopen: bool = False
    event: Offered | Answered | OfferGone | None = None
    offer: MatchOffer | None = None


@dataclass(frozen=True, slots=True)
class JudgeContext:
    """The state of a match against which proposals are judged.

    It holds the history, the entries taken back (last first), the offers made, and the clock.
    """

    history: History
    undone: Sequence[HistoryEntry]
    offers: Sequence[MatchOffer]
    clock: Clock
    now: float

    @property
    def length(self) -> int:
        return len(self.history.entries)


def judge(proposal: proposals.Proposal, at: JudgeContext) -> MatchPlan:
    """Return the effect of a proposal.  Raises RulesError or MatchError if it is refused."""
    match proposal:
        case proposals.Play(actions, start):
            return _play(at, actions, start)
        case proposals.Amend(start, actions, earlier):
            return _amend(at, start, actions, earlier)
        case proposals.GoBack(length):
            return _go_back(at, length)
        case proposals.Redo(count):
            return _redo(at, count)
        case proposals.Resign(seat):
            game, state = at.history.game, at.history.state
            return _declare(at, game.given_up(state, seat, "resigned"))
        case proposals.Offer() | proposals.Accept() | proposals.Decline() | proposals.Withdraw():
            return _parley(at, proposal)
        case proposals.AllAgreed(what):
            return _agreed(at, what)
        case proposals.TimeUp():
            return _time_up(at)
        case proposals.Close(outcome):
            return _declare(at, outcome)


def _play(at: JudgeContext, actions: Sequence[Action], start: State | None) -> MatchPlan:
    if start is not None and start != at.history.state:
        raise MatchError("moved-on")
    if actions and at.history.over:
        raise MatchError("match-over", action=actions[0])
    return MatchPlan(at.length, _steps(at.history.game, at.history.state, actions))


def _amend(at: JudgeContext, start: State, actions: Sequence[Action], earlier: bool) -> MatchPlan:
    entries, begun = at.history.entries, at.history.begun
    positions = [*(entry.before for entry in entries), at.history.state]
    first = 0 if earlier else begun.first if begun is not None else at.length
    if start not in positions[first:]:
        raise MatchError("moved-on")
    keep = positions.index(start)
    same = 0
    for action, entry in zip(actions, entries[keep:]):
        if action != entry.action:
            break
        same += 1
    keep, missing = keep + same, actions[same:]
    if at.history.declared is not None and (missing or keep < at.length):
        raise MatchError("ended")
    return MatchPlan(keep, _steps(at.history.game, positions[keep], missing))


def _go_back(at: JudgeContext, length: int) -> MatchPlan:
    if not 0 <= length <= at.length:
        raise MatchError("no-length", length=length, count=at.length)
    return MatchPlan(length, reopen=at.history.declared is not None)


def _redo(at: JudgeContext, count: int) -> MatchPlan:
    if at.history.over:
        raise MatchError("ended")
    if not 1 <= count <= len(at.undone):
        raise MatchError("no-redo", count=count, known=len(at.undone))
    entries = at.undone[: -count - 1 : -1]
    steps = tuple((entry.action, Step(entry.after, entry.events)) for entry in entries)
    return MatchPlan(at.length, steps, again=True)


def _parley(at: JudgeContext, proposal: proposals.Negotiation) -> MatchPlan:
    """Return the plan of an offer or an answer; the last consent leads to the agreed end."""
    if at.history.over:
        raise MatchError("ended")
    _agreed(at, agreement.matter(at.offers, proposal))  # raises if no agreement is possible
    offer, event = agreement.apply(at.history, at.offers, proposal)
    if offer.end != "agreed":
        return MatchPlan(at.length, event=event, offer=offer)
    return replace(_agreed(at, offer.what), event=event, offer=offer)


def _agreed(at: JudgeContext, what: proposals.Matter) -> MatchPlan:
    game = at.history.game
    if what == "draw":
        if not game.can_draw:
            raise MatchError("no-draw", game=game.title)
        return _declare(at, Outcome("draw", (), "agreed"))
    step = None if at.history.over else game.agreed_end(at.history.state)
    if step is None:
        raise MatchError("no-agreed-end")
    return MatchPlan(at.length, ((None, step),))


def _time_up(at: JudgeContext) -> MatchPlan:
    seat: Seat | None = at.clock.fallen(at.now)
    if seat is None:
        raise MatchError("time-left")
    return _declare(at, at.history.game.time_up(at.history.state, seat))


def _declare(at: JudgeContext, outcome: Outcome) -> MatchPlan:
    if at.history.over:
        raise MatchError("ended")
    return MatchPlan(at.length, outcome=outcome)


def _steps(game: Game, state: State, actions: Iterable[Action]) -> Steps:
    steps: list[tuple[Action | None, Step]] = []
    for action in actions:
        step = game.play(state, action)
        steps.append((action, step))
        state = step.state
    return tuple(steps)
