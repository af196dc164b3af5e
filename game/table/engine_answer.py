"""What an engine says to an offer: it compares what is offered with what playing on is worth.

It agrees when its position is no better than what it would get, and when what lies wins for it.
Both positions are searched in the engine's own thread; `poll` is asked each frame.
"""

from __future__ import annotations

from game.rules.base import State
from game.rules.events import Outcome, Seat
from game.rules.proposals import Accept, Decline
from game.table.agreement import MatchOffer
from game.table.clock import Allowance
from game.table.engine_seat import EngineFailed, EngineSeat
from game.table.match import Match

SEARCH_TIME_S = 0.8  # seconds for each position
CLOCK_SHARE = 20  # with a clock no more than one part in so many of what is left
TOLERANCE = 0.02  # a chance so little better is given away
DRAW_CHANCE = 0.5  # the chance (0 to 1) in a draw, and where the engine has no evaluation


class EngineAnswer:
    """The answer of `seat`, whose engine this is, to `offer`."""

    def __init__(self, match: Match, seat: Seat, engine: EngineSeat, offer: MatchOffer) -> None:
        self.offer = offer
        self.asked = offer, seat, match.state  # what the answer is for
        self._match, self._seat, self._engine = match, seat, engine
        self._worth: dict[State, float] = {}
        self._asked: State | None = None  # the position that is being searched

    def poll(self, now: float) -> Accept | Decline | None:
        """Return the answer once it is known; an engine that fails declines."""
        match, offer = self._match, self.offer
        answer = self._engine.poll() if self._asked is not None else None
        if isinstance(answer, EngineFailed):
            return Decline(offer.what, self._seat, "engine")
        if answer is not None and self._asked is not None:
            value = getattr(answer.thought, "value", DRAW_CHANCE)
            self._worth[self._asked] = self._own(value, match.game.to_move(self._asked))
            self._asked = None
        playing_on, offered = self._chance(match.state), self._offered()
        if playing_on is not None and offered is not None:
            agrees = offered >= playing_on - TOLERANCE
            return (Accept if agrees else Decline)(offer.what, self._seat, "engine")
        self._look(now)
        return None

    def _look(self, now: float) -> None:
        """Search the position that is not known yet."""
        if self._asked is not None:
            return
        known = self._chance(self._match.state) is not None
        after = self._after() if known else None
        self._asked = self._match.state if after is None else after
        left = self._match.clock.remaining(self._seat, now)
        seconds = SEARCH_TIME_S if left is None else min(SEARCH_TIME_S, left / CLOCK_SHARE)
        self._engine.begin(self._asked, Allowance(movetime=seconds))

    def _after(self) -> State | None:
        """Return the position after an agreed end."""
        step = self._match.game.agreed_end(self._match.state)
        return None if step is None else step.state

    def _offered(self) -> float | None:
        after = self._after() if self.offer.what == "end" else None
        return DRAW_CHANCE if after is None else self._chance(after)

    def _chance(self, state: State) -> float | None:
        """Return the chance (0 to 1) of the engine's side; None before the search."""
        outcome = self._match.game.outcome(state)
        return self._worth.get(state) if outcome is None else self._result(outcome)

    def _result(self, outcome: Outcome) -> float:
        return float(self._seat in outcome.winners) if outcome.winners else DRAW_CHANCE

    def _own(self, value: float, mover: Seat) -> float:
        return value if mover % 2 == self._seat % 2 else 1.0 - value
