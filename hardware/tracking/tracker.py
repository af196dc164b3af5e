"""The tracker: from settled images of a board to turns of a game.  Pure; time is passed in.

It compares the whole settled image, never single changes, with the legal successors of the position
at the start of the turn.  So it does not matter how the board got there.  It knows only the Game
interface.  Feed it with `event`, `whole` and `press`, and call `advance` often.  `advance` does a
bounded amount of work and returns readings (see `hardware.tracking.tracker_events`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from game.rules.base import Action, Game, State
from hardware.tracking import advice
from hardware.tracking import tracker_events as events
from hardware.tracking.debounce import DEBOUNCE_S, Debouncer
from hardware.tracking.doubt import DoubtfulSensors
from hardware.tracking.evidence import Evidence
from hardware.tracking.expected_position import ExpectedPosition
from hardware.tracking.faults import find_faults, say_turn
from hardware.tracking.hypotheses import Hypotheses
from hardware.tracking.move_search import PlayLine, follow, root
from hardware.tracking.sensor_image import ANY, SIDE, SensorImage, SensorModel
from hardware.tracking.take_back import Correction, TakeBackQuestion

NODES_PER_STEP = 50  # positions visited in one `advance`
FAULT_DELAY_S = 1.2  # seconds before an unexplained image is called wrong
# seconds before a question about an ambiguous turn, or before an odd turn counts
QUESTION_DELAY_S = 0.8
SAME_MOVEMENT_S = 0.12  # seconds within which changes count as one movement of a hand
ANSWER_TIMEOUT_S = 2.0  # seconds a match may take to follow a correction
REST_S = 2.0  # seconds after a touch; most decisions are made in this time
UNSURE_DELAY_S = 4.0  # seconds before asking whether a missing piece is on an unseen point

SETUP, EXECUTE, PLAY = "setup", "execute", "play"


class Tracker:
    """Follows one game on one board.

    `mode` is SETUP while pieces are set out, EXECUTE while a turn made elsewhere is still to be
    made on the board, and PLAY once the board has agreed with the position.
    """

    def __init__(self, game: Game, sensing: str = SIDE, settle: float = DEBOUNCE_S) -> None:
        self.game = game
        self.sensors = SensorModel(game, sensing)
        self.debouncer = Debouncer(len(self.sensors.points), settle)
        self.position = ExpectedPosition(game, game.start())
        self.before: list[State] = []  # starts of the turns before this one, newest last
        self.last: tuple[Action, ...] = ()  # the turn before this one
        # A turn from this position that hands have just undone.
        self._undone: tuple[Action, ...] = ()
        self.broken: set[int] = set()  # points whose sensors are out of order
        self.base = root(self.sensors, game.start())  # the start of the current turn
        self.turn = self.base  # the turn as far as it has been understood and reported
        self.mode = SETUP
        self.shown: SensorImage | None = None  # the settled image
        self.since = 0.0  # when the image became settled
        self.reported = 0  # readings so far that the match must accept or refuse
        self.choices: tuple[PlayLine, ...] = ()
        self._asked_at = 0.0  # when people were asked about `choices`
        self._evidence = Evidence(self.sensors, self.debouncer, self.base)
        self._correction = Correction(self.sensors)
        self._doubts = DoubtfulSensors(self.sensors)
        self._now = 0.0
        self._out: list[events.TrackerEvent] = []
        self._pressed = False
        self._pressed_at = 0.0
        self._hypotheses: Hypotheses | None = None
        self._task: tuple[object, events.Execute | None] = None, None
        self._wait_until = 0.0
        self._corrected_since = 0.0  # time since which the board has shown the announced correction
        self._reached_at = 0.0  # when the board last showed `turn` exactly
        self._alternatives: list[PlayLine] = []  # all lines that explained `turn` at that time
        self.said: events.TrackerEvent | None = None  # the current complaint, question or offer
        self._declined: SensorImage | None = None
        self._take_back = TakeBackQuestion()
        self._refused: SensorImage | None = None  # the image that the match did not accept
        self._lifted = advice.LiftedPiece(self.sensors, self.debouncer)

    # -- what is put in --------------------------------------------------------------------------

    def event(self, point: int, face: int, now: float) -> None:
        """Note that the sensor of a point (its number in the game's topology) has changed."""
        self.debouncer.event(point, face, now)

    def whole(self, faces: Sequence[int], now: float) -> None:
        """Note the states of the whole board by point; ANY is a sensor that is out of order."""
        broken = {number for number, face in enumerate(faces) if face == ANY}
        if broken - self.sensors.ignored:
            self.distrust(broken)
        self.debouncer.whole(faces, now)

    def distrust(self, points: Iterable[int]) -> None:
        """Ignore these sensors from now on, because they are out of order.

        If a piece may have come down on one of them, a question or the button decides.
        """
        self.broken |= set(points) - self.sensors.ignored
        self.sensors.ignore(self.broken)
        self.debouncer.ignore(self.sensors.unseen)
        self._look_anew()

    def trust(self, faces: Mapping[int, int]) -> None:
        """Believe these sensors again, which have long shown the faces that the game expects."""
        self.broken.difference_update(faces)
        self.sensors.trust(faces)
        self.debouncer.heed(faces)
        self._look_anew()

    def _look_anew(self) -> None:
        """Make the images again with the sensors that are trusted now."""
        self.base = root(self.sensors, self.base.state)
        self.turn = follow(self.sensors, self.base, self.turn.actions)
        self._evidence.begin(self.base, self.turn)
        self._forget_conclusions()

    def press(self, now: float) -> None:
        """Press the button: it ends the turn that the board shows at that moment.

        While a question between several turns is open, the button answers with the first of them.
        """
        self._pressed, self._pressed_at = True, now
        if len(self.choices) > 1 and now - self._asked_at >= QUESTION_DELAY_S:
            self.choose(0)

    def lost(self) -> None:
        """Note that the connection was interrupted: touches may have been missed."""
        self.debouncer.gap = True

    def choose(self, index: int | None) -> None:
        """Answer an `Ambiguous` with the index of a choice; None means "none of these"."""
        if index is not None and 0 <= index < len(self.choices):
            chosen = self.choices[index]
            self._pressed = self._pressed and chosen.ended
            return self._commit(chosen) if chosen.ended else self._report(chosen, [chosen])
        self.choices = ()
        self._declined, self.said = self.shown, None

    def decline(self) -> None:
        """Decline the offered take-back: people must restore the position instead."""
        self._declined, self.said = self.shown, None
        self._take_back.close()

    def set_position(self, position: ExpectedPosition) -> None:
        """Follow the match to this position; the match must have received all readings.

        Raises ValueError for a position of another game.
        """
        if position.game is not self.game:
            raise ValueError("a tracker follows one game; make a new one for another")
        if (position.state, position.played) == (self.base.state, self.turn.actions):
            self.position = position
            self.before, self.last = list(position.before), position.last
        else:
            fresh = self.shown is None or self.mode == SETUP or position.to_set_out
            self._move_to(position, fresh)

    def refuse(self, position: ExpectedPosition, why: str) -> None:
        """Stay in `position`, because the match refuses; announce `why` and all faults."""
        self.set_position(position)
        self.mode, self._refused, self._wait_until = PLAY, self.shown, 0.0
        if self.shown is not None:
            self._announce(events.BoardMismatch(self._faults(self.shown), why=why))

    def _move_to(self, position: ExpectedPosition, fresh: bool) -> None:
        offer, earlier = self.said, self.before[-1:]
        corrected = isinstance(offer, events.TakeBack) and offer.corrected
        self._undone = self.last if corrected else ()
        self.position = position
        self.before, self.last = list(position.before), position.last
        self.base = root(self.sensors, position.state)
        self.turn = follow(self.sensors, self.base, position.played)
        followed = not fresh and advice.is_followed(offer, position)
        self.mode = SETUP if fresh else PLAY if followed else EXECUTE
        self._wait_until = 0.0
        self._take_back.close()
        # The touches since this correction belong to the turn that follows it.
        understood_at = self._corrected_since if followed else self._now
        self.debouncer.forget(understood_at - self.debouncer.settle)
        self._evidence.begin(self.base, self.turn)
        self._correction.forget()
        self._alternatives = []
        if followed:
            self._reached_at, self._alternatives = understood_at, [self.turn]
        self._forget_conclusions()
        if (
            isinstance(offer, events.TakeBack)
            and not position.played
            and [position.state] == earlier
        ):
            self._replaced(offer.instead)

    def _replaced(self, actions: tuple[Action, ...]) -> None:
        """Play the turn that replaces the one the match took back; the board shows it already."""
        if actions:
            line = follow(self.sensors, self.base, actions)
            if line.ended:
                self._commit(line, tell=False)
            else:
                self.mode, self.turn = PLAY, line

    def _forget_conclusions(self) -> None:
        self._hypotheses = None
        self.choices = ()
        self.said = None if isinstance(self.said, events.Ambiguous) else self.said

    # -- what comes out --------------------------------------------------------------------------

    def advance(self, now: float, positions: int = NODES_PER_STEP) -> list[events.TrackerEvent]:
        """Settle, visit up to `positions` positions, and return the new readings."""
        self.debouncer.advance(now)
        self._now = now
        if self.debouncer.known:
            image = self.sensors.observed(self.debouncer.faces)
            if image != self.shown:
                if now - self._pressed_at > 1.5 * self.debouncer.settle:
                    self._pressed = False
                self.shown, self.since = image, now
                self._declined = self._refused = None
                self._forget_conclusions()
            lifted = self._lifted.look(self.turn, self._hands_move() and self.mode != SETUP)
            if lifted is not None:
                self._out.append(lifted)
            self._consider(self.shown, now, positions)
        out, self._out = self._out, []
        return out

    @property
    def awaits_rest(self) -> bool:
        """Whether a decision about the image waits until the hands have rested."""
        restless = self._now - max(self.since, self.debouncer.changed) < REST_S
        return self.debouncer.known and (restless or self._pressed)

    @property
    def lifted(self) -> events.Lifted | None:
        """The piece of the seat to move that is in the air right now, before it settles."""
        return self._lifted.now

    def wanted(self) -> SensorImage:
        """Return the image that the board should show."""
        return self.sensors.image(self.turn.state)

    def view(self) -> events.TrackerView:
        """Return what screens and lights show at this moment."""
        seen = self.sensors.observed(self.debouncer.raw) if self.debouncer.known else None
        changed, lifted = self.debouncer.changed, self.lifted
        return events.TrackerView(self.turn.state, self.wanted(), seen, changed, self.said, lifted)

    # -- thinking --------------------------------------------------------------------------------

    def _consider(self, shown: SensorImage, now: float, positions: int) -> None:
        if now < self._wait_until:
            return  # the match is about to take back the turn that the hand has corrected
        if self._pressed and (agreed := self._take_back.pressed(shown)):
            self._pressed = False
            return self._announce(agreed)
        if self._pressed and (self.mode == SETUP or not self._hands_move()):
            self._pressed = False
            self._out.append(events.Pressed())
        if shown == self.wanted() and not self._pressed:
            if not self.choices:
                self._agree(now)
        elif shown == self._refused:
            self._pressed = False  # the refusal has been announced; people restore the position
        elif self.mode == SETUP or not self._hands_move():
            self._compare(shown, now)
        elif not (
            self._pressed and self.debouncer.settling_until(self._pressed_at + SAME_MOVEMENT_S)
        ):
            back = None
            if self.mode == PLAY and not self._pressed:
                back = advice.taken_back_to(self.sensors, self.base, self.turn, shown)
            if back is not None:
                rotated = advice.rotated_to(self.sensors, self.turn, shown)
                self._report(back, [back])
                self._evidence.back_at = now
                if rotated and not back.actions:
                    self._ask_between(rotated)
                return
            if self.mode == EXECUTE and not self._pressed:
                # Immediately, because thinking about a reply takes longer.
                self._compare(shown, now)
            hypotheses = self._ask(shown)
            if hypotheses.run(positions):
                self._conclude(hypotheses, shown, now)

    def _hands_move(self) -> bool:
        seat = self.game.to_move(self.base.state)
        return seat in self.position.hands and not self.game.over(self.base.state)

    def _agree(self, now: float) -> None:
        if self.mode != PLAY or self.said is not None:
            self._out.append(events.Agreed())
        if self.mode != PLAY:
            # Touches that are still settling are kept, because they belong to what follows.
            self.debouncer.forget(now - self.debouncer.settle)
        self.debouncer.gap = False
        self.mode, self.said = PLAY, None
        self._take_back.close()
        if self._reached_at < self.since:
            self._reached_at = self.since
            self._alternatives = [self.turn]

    def _ask(self, shown: SensorImage) -> Hypotheses:
        if self._hypotheses is None or (self._pressed and not self._hypotheses.thorough):
            previous = self._take_back.start(self.game, self.before, self.position.hands)
            self._hypotheses = Hypotheses(
                self.sensors,
                shown,
                self.base,
                self.turn,
                tuple(self.debouncer.touches),
                previous,
                self.last if self.before[-1:] == [previous] else (),
                thorough=self._pressed,
                gap=self.debouncer.gap,
                undone=self._undone,
            )
        return self._hypotheses

    def _conclude(self, hypotheses: Hypotheses, shown: SensorImage, now: float) -> None:
        """Decide about an image whose search is finished, now or when time has passed."""
        lines = hypotheses.lines
        if self.mode == EXECUTE:
            lines = [line for line in lines if line.goes_beyond(self.turn)]
        if self._pressed:
            self._end_by_button(lines, hypotheses.unsure, now)
        elif hypotheses.reply is not None and self.mode == PLAY:
            self._commit(hypotheses.reply, self._reached_at)
        elif self._next_player_lifts(hypotheses, shown):
            self._finish(self._alternatives, now, self._reached_at)
        elif lines:
            self._go_on(lines, now)
        elif hypotheses.overtaken is not None and self._may_answer(hypotheses.overtaken[0], now):
            self._commit(*hypotheses.overtaken)
        else:
            self._unexplained(hypotheses, shown, now)

    def _end_by_button(
        self, lines: Sequence[PlayLine], unsure: Sequence[PlayLine], now: float
    ) -> None:
        ends, hidden = self._evidence.by_button(lines, unsure)
        if not ends:
            self._pressed = False
            self._out.append(events.Pressed())
            return
        best = self._evidence.best(ends)
        if advice.passes_freely(self.sensors, self.base.state, best.actions):
            self._pass_when_sure(best)
            return
        others = [*self._evidence.unfinished(lines), *hidden]
        least = min(map(self._evidence.against, ends))
        if others and min(map(self._evidence.against, others)) < least:
            # No touch shows whether, or where, the rest of the turn was used.
            self._pressed = False
            self._ask_between([*self._evidence.likeliest(ends)[1], *hidden])
        else:
            self._finish(ends, now, sure=True)

    def _pass_when_sure(self, end: PlayLine) -> None:
        """Pass when the button is pressed twice: one press may belong to the turn before."""
        self._pressed = False
        if self.choices and self.choices[0].actions == end.actions:
            self._commit(end)
        else:
            self._ask_between([end])

    def _go_on(self, lines: Sequence[PlayLine], now: float) -> None:
        """Finish or report an image that is explained."""
        goes_on = [line for line in lines if not line.ended]
        ended = [line for line in lines if line.ended]
        if ended and goes_on:
            least = min(map(self._evidence.lately_against, goes_on))
            if min(map(self._evidence.lately_against, ended)) >= least:
                ended = []  # an unfinished turn is simpler; the button or the next player ends it
            elif not self._quiet(now):
                return
        if ended:
            self._finish(ended, now)
        else:
            self._report(self._evidence.best(goes_on), lines)

    def _next_player_lifts(self, hypotheses: Hypotheses, shown: SensorImage) -> bool:
        """Return whether only one piece differs, and only the next player may lift that piece."""
        gone = advice.only_gone(self.turn.image, shown)
        if gone is None or gone in hypotheses.turnable or self.mode != PLAY:
            return False
        point = self.sensors.points[gone]
        likely = self._evidence.likely_ends(self._alternatives)
        seat = self.game.to_move(self.base.state)
        others = [line for line in likely if self.game.to_move(line.state) != seat]
        ends = [line for line in others if advice.may_start(self.sensors, line.state, point)]
        if ends:
            self._alternatives = ends
        return bool(ends)

    def _may_answer(self, turn: PlayLine, now: float) -> bool:
        """Return whether the next player is at the board and the hands have rested."""
        there = self.game.to_move(turn.state) in self.position.hands
        return there and self.mode == PLAY and self._quiet(now)

    def _finish(
        self, ends: Sequence[PlayLine], now: float, until: float | None = None, sure: bool = False
    ) -> None:
        """Commit one of these whole turns, or ask which one was played.

        `sure`: the turn is certainly over.
        """
        best, rivals = self._evidence.likeliest(ends)
        if until is None and not sure and self._still_moving(best, now):
            return
        if len(rivals) > 1:
            if sure or self._quiet(now):
                self._pressed = False
                self._ask_between(rivals)
        elif sure or self._quiet(now) or self._evidence.is_plain(best):
            self._commit(best, until)

    def _still_moving(self, line: PlayLine, now: float) -> bool:
        """Return whether a change of the same movement will soon settle and contradict the line.

        A piece that slips to the next point may seem to arrive a moment before it leaves, after a
        bad reading.  Changes that begin later belong to the next player.
        """
        soon = now - self.debouncer.settle + SAME_MOVEMENT_S
        raw = self.sensors.observed(self.debouncer.raw)
        return any(raw[n] != line.image[n] for n in self.debouncer.settling_until(soon))

    def _quiet(self, now: float) -> bool:
        """Return whether the hands have rested long enough for an unusual reading to count."""
        return self._still_for(now) >= QUESTION_DELAY_S

    def _ask_between(self, lines: Sequence[PlayLine]) -> None:
        if self._declined == self.shown:
            return
        question = events.Ambiguous(tuple(line.actions for line in lines))
        if self.said != question:
            self.choices, self._asked_at = tuple(lines), self._now
            self.said = question
            self._out.append(question)

    def _report(self, line: PlayLine, alternatives: Sequence[PlayLine]) -> None:
        """Report that the turn has come this far and may go on."""
        self.mode = PLAY
        self._alternatives = list(alternatives)
        self._reached_at = self.since
        if line.actions != self.turn.actions:
            self.turn = line
            self._hypotheses = None
            self.said = None
            self._emit(events.TurnSoFar(line.actions, False, self.base.state))

    def _commit(self, line: PlayLine, until: float | None = None, tell: bool = True) -> None:
        """End the turn; touches after `until` belong to the next one."""
        self._correction.turn_made(line, self.debouncer.touches, self.since - self.debouncer.settle)
        if tell:
            self._emit(events.TurnSoFar(line.actions, True, self.base.state, self._pressed))
        self.before, self.last = [*self.before, self.base.state][-8:], line.actions
        self.base, self._undone = root(self.sensors, line.state), ()
        self.turn = self.base
        cleared = sum(map(bool, self.base.image)) < sum(map(bool, line.image))
        self.mode = SETUP if cleared else PLAY
        self.debouncer.forget(self.since - self.debouncer.settle if until is None else until)
        self._evidence.begin(self.base)
        self._alternatives = []
        self.said = None
        self._pressed = False
        self._forget_conclusions()

    # -- when nothing explains the board ---------------------------------------------------------

    def _unexplained(self, hypotheses: Hypotheses, shown: SensorImage, now: float) -> None:
        corrected = self._correction.is_made(self.debouncer.touches, shown)
        instead = hypotheses.reopened if corrected else hypotheses.instead
        if self.mode != PLAY or self._offer(shown, now, instead):
            if self.mode != PLAY:
                self._compare(shown, now)
            return
        if hypotheses.unsure and shown != self._declined:
            if self._still_for(now) >= UNSURE_DELAY_S:
                self._ask_between(self._evidence.least(hypotheses.unsure))
            return
        if advice.in_the_air(self.sensors, self.turn, shown):
            self._doubt(shown, now, slow=True)
        elif now - self.since >= FAULT_DELAY_S:
            almost, here = hypotheses.near.state, self.turn.state
            faults = advice.complaint(self.sensors, almost, here, shown)
            self._announce(self._out_of_turn(shown) or events.BoardMismatch(faults))
            self._doubt(shown, now, hypotheses.almost or hypotheses.near)

    def _still_for(self, now: float) -> float:
        """Return the seconds since the last change."""
        return now - max(self.since, self.debouncer.changed)

    def _doubt(self, shown: SensorImage, now: float, *near: PlayLine, slow: bool = False) -> None:
        doubt = self._doubts.of(shown, self._still_for(now), (*near, self.turn), slow)
        self._out += [doubt] if doubt is not None else []

    def _offer(self, shown: SensorImage, now: float, instead: PlayLine | None) -> bool:
        """Return whether the board shows an earlier position or another last turn.

        Offer the take-back when it is due.
        """
        if shown == self._declined:
            return False
        corrected = self._correction.is_made(self.debouncer.touches, shown)
        explained, offer = self._take_back.look(
            self.sensors, self.before, shown, now - self.since, corrected, instead
        )
        if offer is not None:
            self._announce(offer)
        return explained

    def _compare(self, shown: SensorImage, now: float) -> None:
        """Announce how the board differs from the position, when no move is expected."""
        if self.mode == PLAY and self._offer(shown, now, None):
            return
        task = self._next_task(shown) if self.mode == EXECUTE else None
        if task is not None:
            self._announce(task)
        elif self.mode != PLAY or now - self.since >= FAULT_DELAY_S:
            mismatch = events.BoardMismatch(self._faults(shown), self.mode == SETUP)
            self._announce((self.mode == PLAY and self._out_of_turn(shown)) or mismatch)
        if not self.position.to_set_out:
            self._doubt(shown, now, slow=self.mode != PLAY)

    def _out_of_turn(self, shown: SensorImage) -> events.BoardMismatch | None:
        """Return the complaint if somebody has moved only pieces of other seats; else None."""
        if not advice.out_of_turn(self.sensors, self.turn.state, shown):
            return None
        return events.BoardMismatch(self._faults(shown), why=say_turn(self.game, self.turn.state))

    def _next_task(self, shown: SensorImage) -> events.Execute | None:
        """Return the task that a turn made elsewhere sets; cached until something changes."""
        sensors = self.sensors
        key = sensors, len(sensors.ignored), self.position, shown, self.said
        if self._task[0] != key:
            self._task = key, advice.next_task(sensors, self.position, shown, self.said)
        return self._task[1]

    def _faults(self, shown: SensorImage) -> tuple[events.Fault, ...]:
        return find_faults(self.sensors, self.game.pieces(self.turn.state), shown)

    def _announce(self, reading: events.TrackerEvent) -> None:
        if reading != self.said:
            self.said = reading
            if isinstance(reading, events.TakeBack):
                self._corrected_since = self.since
                self._wait_until = (
                    self._now + ANSWER_TIMEOUT_S if events.needs_no_answer(reading) else 0.0
                )
            self._emit(reading)

    def _emit(self, reading: events.TrackerEvent) -> None:
        self._take_back.said(reading, self.shown)
        self.reported += events.needs_no_answer(reading)
        self._out.append(reading)
