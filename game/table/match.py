"""The match: the one mutable object. Rules decide what is legal; the match keeps the state.

All changes enter in one way: `submit` accepts or refuses a proposal as a whole. All news leaves in
one way: as numbered events in every `Feed`. Code that shows, saves, sounds or lights a match
follows a feed at its own pace. Callers pass the time, in seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from game.rules.base import Action, Game, State, Step
from game.rules.errors import RulesError, SetupError
from game.rules.events import Outcome, Seat
from game.rules.proposals import (
    Accepted,
    Answer,
    By,
    Close,
    Play,
    Proposal,
    Refused,
    TimeUp,
)
from game.rules.registry import parse_setup
from game.table import agreement, history
from game.table.agreement import MatchOffer
from game.table.clock import Clock
from game.table.errors import MatchError
from game.table.judge import JudgeContext, MatchPlan, judge
from game.table.spec import MatchSpec, SeatSpec
from game.table.turn_times import ClocksAfter, TurnTimes

if TYPE_CHECKING:  # types of a review's additions
    from game.table.mistakes import Evaluation
    from game.table.variations import VariationTree


class Match:
    """A match in progress.

    `game` may be passed if it is already known; otherwise it is made from the setup.  `boards` maps
    paths to the texts of the user's own board files.  Raises RulesError.
    """

    contest: ClassVar[bool] = True  # whether the game may enter the high scores

    def __init__(
        self,
        spec: MatchSpec,
        game: Game | None = None,
        boards: Mapping[str, str] | None = None,
        date: str = "",
    ) -> None:
        self.game = game or parse_setup(spec.setup, boards)
        if len(spec.seats) != self.game.seats:
            raise SetupError(
                "seats", setup=self.game.setup, count=len(spec.seats), wanted=self.game.seats
            )
        self.spec = spec
        self.boards: dict[str, str] = dict(boards or {})
        self.date = date  # ISO date and time of the start; "" if unknown
        self.clock = Clock(spec.clocks)
        self.turn_times = TurnTimes(self.clock, spec.time_back)
        self.history = history.History(self.game, self._start(spec))
        # Entries taken back; the last one is the first to be redone.
        self.undone: list[history.HistoryEntry] = []
        self.times: list[float] = []  # seconds of each finished turn
        self.offers: list[MatchOffer] = []  # all offers in order; only the last can be open
        self.helped = False  # whether a hint was given or a finished turn taken back
        self.tree: VariationTree | None = None  # variations and notes of a review
        self.evaluations: dict[State, Evaluation] = {}  # a review's evaluations
        self._log: list[history.MatchEvent] = []
        self._watchers: list[Callable[[Match], None]] = []

    def _start(self, spec: MatchSpec) -> State:
        if spec.position is None:
            return self.game.start()
        return self.game.from_position(spec.position)

    # -- what is ---------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.history.state

    @property
    def to_move(self) -> Seat:
        return self.history.to_move

    @property
    def seat(self) -> SeatSpec:
        """The seat that is to move."""
        return self.spec.seats[self.to_move]

    @property
    def outcome(self) -> Outcome | None:
        return self.history.outcome

    @property
    def over(self) -> bool:
        return self.history.over

    @property
    def entries(self) -> list[history.HistoryEntry]:
        return self.history.entries

    @property
    def turns(self) -> list[history.Turn]:
        return self.history.turns

    @property
    def moved(self) -> int:
        """Number of seats by which everybody has moved on since the match began."""
        return sum(map(history.swaps, self.entries))

    @property
    def turn_begun(self) -> int:
        """Number of actions in the turn in progress."""
        return self.history.turn_begun

    @property
    def offer(self) -> MatchOffer | None:
        """The offer of a draw or an end that waits for answers."""
        return agreement.standing(self.offers)

    @cached_property
    def solo(self) -> bool:
        """True if one person plays alone against engines."""
        kinds = [seat.kind for seat in self.spec.seats]
        return sum(kind != "engine" for kind in kinds) == 1 and len(kinds) > 1

    def reseat(self, seat: Seat, who: SeatSpec) -> None:
        """Let somebody else play at a seat from now on."""
        seats = list(self.spec.seats)
        seats[seat] = who
        self.spec = self.spec.with_(seats=tuple(seats))
        vars(self).pop("solo", None)

    def legal(self) -> list[Action]:
        """Return the legal actions; none if the match is over, even by a declared end."""
        return [] if self.over else self.game.legal(self.state)

    # -- one way out -----------------------------------------------------------------------------

    @property
    def seq(self) -> int:
        """The number of the next event."""
        return len(self._log)

    def feed(self, since: int | None = None) -> history.Feed:
        """Return a feed of the events from number `since` on, or from now."""
        return history.Feed(self._log, self.seq if since is None else since)

    def watch(self, watcher: Callable[[Match], None]) -> Callable[[], None]:
        """Call `watcher` immediately after each accepted proposal that changes the match.

        Return a function that stops these calls.
        """
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher)

    # -- one way in ------------------------------------------------------------------------------

    def submit(self, proposal: Proposal, now: float = 0.0) -> Answer:
        """Carry out all of a proposal, or refuse it and return the reason. Never raises.

        The clock is checked first: if a seat's time is up, the proposal is refused and its flag
        falls.
        """
        # True if the proposal is replayed from a record, without a running clock.
        told = proposal.by == "record" and self.clock.running is None
        if not told and not isinstance(proposal, TimeUp | Close) and self._flag_falls(now):
            return Refused(MatchError("time-up"))
        try:
            plan = judge(proposal, self.bench(now))
            clocks = self._clocks_after(plan, now)
        except (RulesError, MatchError) as why:
            return Refused(why)
        first = self.seq
        self._carry_out(plan, clocks, proposal.by, now)
        if self.seq > first:
            for watcher in tuple(self._watchers):
                watcher(self)
        return Accepted(first, self.seq - first)

    def _flag_falls(self, now: float) -> bool:
        """Let the flag of a seat fall if its time is up; return whether a flag has fallen."""
        if self.over or self.clock.fallen(now) is None:
            return False
        return isinstance(self.submit(TimeUp(), now), Accepted)

    def _clocks_after(self, plan: MatchPlan, now: float) -> ClocksAfter | None:
        """Return the clocks after a plan's take-back.

        Raises MatchError if a seat would have no time left.
        """
        if plan.keep >= len(self.entries):
            return None
        turn = next(turn for turn in self.turns if turn.end > plan.keep)
        # A turn that was corrected on a sensor board goes on.
        corrected = bool(plan.steps) and not plan.again
        whole = turn.first == plan.keep and not corrected
        after = self.turn_times.back(self.clock, turn.number - 1, whole, self.times, now)
        if after is not None and after.out_of_time is not None:
            raise MatchError("no-time-back")
        return after

    def bench(self, now: float) -> JudgeContext:
        """Return the state against which proposals are judged."""
        return JudgeContext(self.history, self.undone, self.offers, self.clock, now)

    def submit_or_raise(self, proposal: Proposal, now: float = 0.0) -> None:
        """Submit a proposal that must be valid, such as one from a record.

        Raises RulesError or MatchError.
        """
        answer = self.submit(proposal, now)
        if isinstance(answer, Refused):
            raise answer.why

    def play(self, action: Action, now: float = 0.0) -> None:
        """Play one action.  Raises IllegalAction or MatchError."""
        self.submit_or_raise(Play((action,), by="record"), now)

    # -- a turn that waits for a yes ---------------------------------------------------------------

    def reopen_turn(self) -> None:
        """Reopen the last turn until it is confirmed; the clock of its seat runs on."""
        self.clock.reopen()

    def close_turn(self, now: float) -> None:
        """Confirm the reopened turn, unless it was taken back or the match went on.

        If the seat's time is up before the confirmation, its flag falls.
        """
        if self.clock.opened is None or self._flag_falls(now):
            return
        used = self.turn_times.closed(self.clock, now)
        if used is not None:
            self.times[-1:] = [used]
            self.turn_times.begun(self.clock, self.to_move)

    # -- inside ----------------------------------------------------------------------------------

    def _carry_out(self, plan: MatchPlan, clocks: ClocksAfter | None, by: By, now: float) -> None:
        if plan.event is not None and plan.offer is not None:
            self.offers = [*filter(lambda offer: offer.end, self.offers), plan.offer]
            self._log.append(plan.event)
        if plan.reopen or plan.keep < len(self.entries):
            self._take_back(plan.keep, clocks, by)
        for action, step in plan.steps:
            self._append(action, step, plan.again, by, now)
        if plan.outcome is not None:
            self.clock.hold(now)
            self.history.declared = plan.outcome
            self._log.append(history.Ended(plan.outcome, True, by))
        offer = self.offer
        if offer and (self.over or agreement.outlived(offer, self.entries[plan.keep :])):
            self._drop_offer(offer, by)

    def _drop_offer(self, offer: MatchOffer, by: By) -> None:
        """Drop the offer, because the match goes on or ends without an answer."""
        self.offers[-1] = offer.closed("lapsed", len(self.entries))
        self._log.append(history.OfferGone(offer.what, offer.seat, False, by))

    def _append(self, action: Action | None, step: Step, again: bool, by: By, now: float) -> None:
        self.close_turn(now)  # a player who plays on has accepted the last turn
        entry = history.HistoryEntry(
            before=self.state,
            after=step.state,
            action=action,
            events=step.events,
            seat=self.to_move,
            left=self.turn_times.began,
            used=self.clock.spent(now),
        )
        if self.undone and self.undone[-1].action == action:
            self.undone.pop()
        else:
            self.undone.clear()
            self.turn_times.forget_redo()
        self.history.append(entry)
        if history.ends_turn(entry):
            self.times.append(self.turn_times.done(self.clock, entry.seat, now, again))
            if history.swaps(entry):
                self._move_on(1)
            self.turn_times.begun(self.clock, self.to_move)
        self._log.append(history.Played(entry, again, by))
        if self.outcome is not None:
            self.clock.hold(now)
            self._log.append(history.Ended(self.outcome, False, by))

    def _take_back(self, length: int, clocks: ClocksAfter | None, by: By) -> None:
        was_over, offer = self.over, self.offer
        gone = self.history.cut(length)
        if gone:
            self.undone.extend(gone)
            self.helped = self.helped or any(map(history.ends_turn, gone))
            del self.times[sum(turn.complete for turn in self.turns) :]
            moved = sum(map(history.swaps, gone))
            seat = (gone[-1].seat - moved) % self.game.seats
            self.turn_times.go_back(self.clock, len(self.times), clocks, seat)
            self._move_on(-moved)
            self._log.append(history.TakenBack(gone, by))
        self.offers = agreement.kept(self.offers, length)
        if offer is not None and offer not in self.offers:
            self._log.append(history.OfferGone(offer.what, offer.seat, False, by))
        if was_over:
            self._log.append(history.Reopened(by))

    def _move_on(self, by: int) -> None:
        """Move everybody on by this many seats, with names, kinds, clocks and the score."""
        if by:
            self.spec = self.spec.moved_on(by)
            self.clock.move_on(by)
            self.turn_times.move_on(by, self.game.seats)
