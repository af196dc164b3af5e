"""Control of the turns of a match: its engines, its clock, the turn to be confirmed.

An engine starts thinking as soon as it is to move. Its choice is proposed to the match after the
previous turn has been shown and a short delay has passed, so that a person can follow.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from game.engine.search.style import EVEN, PlayingStyle
from game.rules import Game
from game.rules.events import Seat
from game.rules.proposals import Answer, GoBack, Play, Proposal, Resign, TimeUp
from game.table import undo
from game.table.conceded import ConcededCount
from game.table.engine_seat import (
    EngineAnswer,
    EngineFailed,
    EngineSeat,
    MakePlayer,
    engine_player,
    program_player,
)
from game.table.history import Played, Reopened, TakenBack, swaps
from game.table.match import Match
from game.table.opponents import style_of
from game.table.spec import SeatSpec

PLAY_OUT_LEVEL = 10  # engine level that plays out a game
# Seconds between the end of a person's move on the board and the engine's move.
ENGINE_MOVE_DELAY_S = 0.35
# Seconds left on a clock below which the loss by a fallen flag is computed in advance.
COUNT_BELOW_S = 5.0
HURRY_BELOW_S = 0.3  # seconds left on its clock below which an engine must answer


class TurnConfirmation:
    """A finished turn that its player has to confirm, if settings or match require it.

    The turn has been played: match and board show it. Until it is confirmed, nobody else acts and
    the clock of its seat runs on. The turn can be taken back action by action.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._seat: Seat | None = None
        self._length = 0  # number of the match's entries when the turn began to wait

    @property
    def seat(self) -> Seat | None:
        """The seat whose turn waits; None if the match has changed since, perhaps on a board."""
        return self._seat if self._length == len(self._match.entries) else None

    @property
    def waiting(self) -> bool:
        return self.seat is not None

    def hold(self, seat: Seat | None) -> None:
        """Make the last turn wait for `seat`; None ends the waiting."""
        self._seat, self._length = seat, len(self._match.entries)

    def way_back(self) -> GoBack | None:
        """Return the effect of "Take back"; a waiting turn loses its last action."""
        match = self._match
        return GoBack(len(match.entries) - 1) if self.waiting else undo.last_action(match)


@dataclass(frozen=True)
class EngineChoice:
    """The decision for a seat whose engine has failed: an engine of `level`, or a person if None.

    With `program`, the other program that played there continues.
    """

    seat: Seat
    level: int | None
    program: bool = False


class TurnController:
    """The engines and the clock of a match. `now` is the app's clock in seconds.

    `sit` makes the seat of an engine, and `make` its player.
    """

    def __init__(
        self,
        match: Match,
        make: MakePlayer = engine_player,
        sit: Callable[[Game, int, int, MakePlayer], EngineSeat] = EngineSeat,
    ) -> None:
        self.match = match
        self.make, self._sit = make, sit
        self.engines: dict[int, EngineSeat] = {}
        for seat, spec in enumerate(match.spec.seats):
            if spec.kind == "engine":
                self.engines[seat] = self._engine_of(seat, spec)
        # Reasons of failures by seat; people play for these engines.
        self.failed: dict[int, str] = {}
        # people's seats for which the program plays out the game
        self._substitutes: set[int] = set()
        self._open: Seat | None = None  # the seat with an unconfirmed turn
        self._answer: EngineAnswer | None = None  # an engine's answer to the pending offer
        # Whether a seat is played on the network.
        self.elsewhere: Callable[[Seat], bool] = lambda seat: False
        self._feed = match.feed()
        self._conceded = ConcededCount(match.game)
        self._resigns: Resign | None = None  # a resignation that waits until its loss is counted
        self._rested = 0.0  # time of the last movement

    def _engine_of(self, seat: int, spec: SeatSpec) -> EngineSeat:
        """Return the engine for a seat: our own, or another program."""
        if not spec.program:
            return self._engine_at(seat, spec.level, style_of(spec.opponent))
        make = partial(program_player, self.match, spec.program)
        return EngineSeat(self.match.game, spec.level, self.match.spec.seed, make)

    def _engine_at(self, seat: int, level: int, style: PlayingStyle = EVEN) -> EngineSeat:
        make = self.make
        if make is engine_player:  # players of other kinds have their own style
            make = partial(engine_player, style=style)
        return self._sit(self.match.game, level, self.match.spec.seed * 8 + seat + 1, make)

    @property
    def thinking(self) -> EngineSeat | None:
        """The engine that is thinking now, or None."""
        engine = self.engines.get(self.match.to_move)
        return engine if engine is not None and engine.thinking is not None else None

    @property
    def person_to_move(self) -> bool:
        """True while somebody at this screen may act."""
        seat = self.match.to_move
        here = seat not in self.engines or seat in self.failed
        return not self.match.over and here and not self.elsewhere(seat)

    def update(
        self,
        now: float,
        moving: bool,
        held: bool,
        unconfirmed: Seat | None = None,
        news: bool | None = None,
    ) -> str:
        """Follow one frame; return why an engine has just failed, or "".

        `moving` means that something is being shown, and `held` that the match waits. `unconfirmed`
        is the seat with an unconfirmed turn: its time runs on. `news` means that the turn of
        another seat is being shown, which stops the time of the seat to move. Where `news` is None,
        any movement stops that time.
        """
        self._follow()
        held |= self._resigning(now)
        if moving or held:
            self._rested = now
        self._settle(unconfirmed, now)
        seat = self.match.to_move if unconfirmed is None else unconfirmed
        seeing = moving if news is None else news
        falls = self._keep_time(seat, now, seeing or held or self._excused(seat, now))
        waits = falls or held or unconfirmed is not None
        if self.match.over or waits or self._let_engine_answer(now):
            return ""
        return self._let_engine_play(now)

    def submit(self, what: Proposal, now: float) -> Answer | None:
        """Submit a person's proposal; None if a resignation waits until its loss is counted."""
        if isinstance(what, Resign) and not self._priced(what):
            self._resigns = what
            return None
        return self.match.submit(what, now)

    def _priced(self, what: Resign) -> bool:
        return self.match.over or self._conceded.ready(self.match.state, what.seat % 2)

    def _resigning(self, now: float) -> bool:
        """Carry out a waiting resignation when its loss is known; return whether one waits."""
        if self._resigns is not None and self._priced(self._resigns):
            if not self.match.over:
                self.match.submit(self._resigns, now)
            self._resigns = None
        return self._resigns is not None

    def _settle(self, unconfirmed: Seat | None, now: float) -> None:
        """Keep the clock of an unconfirmed turn running; its confirmation adds the increment."""
        if unconfirmed is not None and self._open is None:
            self.match.reopen_turn()
        elif unconfirmed is None and self._open is not None:
            self.match.close_turn(now)
        self._open = unconfirmed

    def _follow(self) -> None:
        """Stop playing out and cancel the engines if the match has gone back or forward."""
        for _seq, event in self._feed.drain():
            if isinstance(event, Played):
                self._move_on(swaps(event.entry))
            elif isinstance(event, TakenBack):
                self._move_on(-sum(map(swaps, event.entries)))
            gone_back = isinstance(event, TakenBack | Reopened)
            if gone_back or (isinstance(event, Played) and event.again):
                self.stop_play_out()
                for engine in self.engines.values():
                    engine.cancel()

    def _move_on(self, by: int) -> None:
        """Move the engines by `by` seats, as the people have moved."""
        if not by:
            return
        seats = self.match.game.seats
        self.engines = {(seat - by) % seats: one for seat, one in self.engines.items()}
        self.failed = {(seat - by) % seats: why for seat, why in self.failed.items()}
        self._substitutes = {(seat - by) % seats for seat in self._substitutes}

    def _keep_time(self, seat: Seat, now: float, hold: bool) -> bool:
        """Run the clock of `seat` and end the game by time; return whether a flag has fallen."""
        match, clock = self.match, self.match.clock
        if hold or self.match.over:
            clock.hold(now)
        else:
            clock.run(seat, now)
        left, fallen = clock.remaining(seat, now), clock.fallen(now)
        if match.over or (fallen is None and (left is None or left > COUNT_BELOW_S)):
            return False
        known = self._conceded.ready(match.state, (seat if fallen is None else fallen) % 2)
        if fallen is not None and known:
            match.submit(TimeUp(), now)
        return fallen is not None

    def _excused(self, seat: Seat, now: float) -> bool:
        """Return whether the clock of a seat is stopped because of the program itself.

        This is so while the engine starts, and during the delay that lets a person follow.
        """
        engine = self.engines.get(seat)
        if engine is None or seat in self.failed:
            return False
        return now - self._rested < ENGINE_MOVE_DELAY_S or (
            engine.thinking is not None and not engine.ready
        )

    def _let_engine_play(self, now: float) -> str:
        match, seat = self.match, self.match.to_move
        engine = self.engines.get(seat)
        if engine is None or seat in self.failed:
            return ""
        if engine.thinking != match.state:
            engine.begin(match.state, match.clock.allowance(seat, now))
            return ""
        left = match.clock.remaining(seat, now)
        if left is not None and left < HURRY_BELOW_S:
            engine.hurry()
        if now - self._rested < ENGINE_MOVE_DELAY_S:
            return ""
        answer = engine.poll()
        if isinstance(answer, EngineFailed):
            self.failed[seat] = answer.why
            return answer.why
        if answer is not None and answer.actions:
            match.submit(Play(answer.actions, answer.state, by="engine"), now)
        return ""

    def _let_engine_answer(self, now: float) -> bool:
        """Let engines answer an offer one by one; return True while an engine is busy with it."""
        offer = self.match.offer
        waiting = () if offer is None else offer.waiting(self.match.game.seats)
        seat = next((n for n in waiting if n in self.engines and n not in self.failed), None)
        if offer is None or seat is None:
            self._answer = None
            return False
        if self._answer is None or self._answer.asked != (offer, seat, self.match.state):
            self._answer = EngineAnswer(self.match, seat, self.engines[seat], offer)
        answer = self._answer.poll(now)
        if answer is not None:
            self._answer = None
            self.match.submit(answer, now)
        return True

    def go_on(self, choice: EngineChoice) -> None:
        """Continue the seat of a failed engine as somebody has chosen."""
        seat, spec = choice.seat, self.match.spec.seats[choice.seat]
        engine = self.engines.pop(seat, None)
        self.failed.pop(seat, None)
        if engine is not None:
            engine.close()
        if choice.level is None:
            self.match.reseat(seat, replace(spec, kind="person", opponent="", program=""))
            return
        spec = replace(spec, level=choice.level)
        if spec.program and not choice.program:
            spec = replace(spec, program="", name="")
        self.match.reseat(seat, spec)
        self.engines[seat] = self._engine_of(seat, spec)

    def play_out(self) -> None:
        """Let the program make all remaining turns of people, as well as it can."""
        for seat in range(self.match.game.seats):
            if seat not in self.engines or seat in self.failed:
                self.failed.pop(seat, None)
                self.engines[seat] = self._engine_at(seat, PLAY_OUT_LEVEL)
                self._substitutes.add(seat)

    def stop_play_out(self) -> None:
        """Let people play for themselves again."""
        for seat in self._substitutes:
            self.engines.pop(seat).close()
        self._substitutes.clear()

    def close(self) -> None:
        """Stop the engines; a waiting resignation is submitted without waiting for its count."""
        if self._resigns is not None and not self.match.over:
            self.match.submit(self._resigns)
        self._resigns = None
        for engine in self.engines.values():
            engine.close()
