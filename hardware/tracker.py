"""The referee: from settled pictures of a board to turns of a game.  Pure; time is passed in.

It compares the whole settled picture with the legal successors of the position at the start of
the turn, never single changes, so that it does not matter how the board got there.  It knows the
Game interface alone.  Feed it with `event`, `whole`, `press`; call `advance` often: it does a
bounded amount of work and returns readings (see `hardware.reading`).
"""

from __future__ import annotations

from collections.abc import Sequence

from game.rules.base import Action, Game, State
from game.rules.topology import Point
from hardware.explain import Line, closing, distance, extend, follow, root
from hardware.faces import ANY, EMPTY, SIDE, Picture, Sight
from hardware.faults import find_faults
from hardware.inquiry import Inquiry, penalty
from hardware.observation import SETTLE, Settler
from hardware.position import Position
from hardware.reading import (
    Agreed,
    Ambiguous,
    Execute,
    Fault,
    Lifted,
    Pressed,
    Reading,
    TakeBack,
    TurnSoFar,
    Wrong,
)

SLICE = 50  # positions looked at in one `advance`
FAULT_AFTER = 1.2  # seconds an unexplained picture must last before it is called wrong
ASK_AFTER = 0.8  # seconds before an ambiguous turn is asked about, or an odd one believed
SAME_MOVEMENT = 0.12  # seconds within which changes are taken for one movement of a hand
LOST_AFTER = 30.0  # seconds a match may take to go on with what was reported
OFFER_AFTER = 0.8  # seconds an earlier position must be shown before a take-back is offered

SETUP, EXECUTE, PLAY = "setup", "execute", "play"


class Tracker:
    """Follows one game on one board.

    `mode` is SETUP while pieces are set out, EXECUTE while a turn made elsewhere is still to be
    made on the board, PLAY from when the board has agreed with the position.
    """

    def __init__(self, game: Game, sensing: str = SIDE, settle: float = SETTLE) -> None:
        self.game = game
        self.sight = Sight(game, sensing)
        self.settler = Settler(len(self.sight.points), settle)
        self.position = Position(game, game.start())
        self.before: list[State] = []  # starts of the turns before this one
        self.base = root(self.sight, game.start())  # the start of the current turn
        self.turn = self.base  # the turn as far as it has been understood and reported
        self.mode = SETUP
        self.shown: Picture | None = None  # the settled picture
        self.since = 0.0  # when it became so
        self.choices: tuple[Line, ...] = ()
        # What was reported and the match has not shown it knows: start of the turn, its actions.
        self._reports: list[tuple[State, tuple[Action, ...]]] = []
        self._told: tuple[State, tuple[Action, ...]] | None = None
        self._moved_at = 0.0  # when match or report moved last
        self._now = 0.0
        self._waiting: Position | None = None
        self._out: list[Reading] = []
        self._pressed = False
        self._pressed_at = 0.0
        self._inquiry: Inquiry | None = None
        self._reached_at = 0.0  # when the board last showed `turn` exactly
        self._alternatives: list[Line] = []  # all lines that explained `turn` then
        self.said: Reading | None = None  # the last complaint, question or offer
        self._declined: Picture | None = None
        self._penalties: dict[tuple[Action, ...], int] = {}
        self._penalties_of: object = None
        self._back_at: float | None = None  # when something in this turn was taken back last
        self._lifted: tuple[float, Lifted | None] = (-1.0, None)

    # -- what is put in --------------------------------------------------------------------------

    def event(self, point: int, face: int, now: float) -> None:
        """The sensor of a point (its number in the game's topology) changed."""
        self.settler.event(point, face, now)

    def whole(self, faces: Sequence[int], now: float) -> None:
        """The whole board, point by point; ANY is a sensor that is out of order."""
        broken = {number for number, face in enumerate(faces) if face == ANY}
        if broken - self.sight.ignored:
            self.sight.ignore(broken)
            self.base = root(self.sight, self.base.state)
            self.turn = follow(self.sight, self.base, self.turn.actions)
            self._forget_conclusions()
        self.settler.whole(faces, now)

    def press(self, now: float) -> None:
        """The button was pressed: it speaks of what lay on the board at that moment."""
        self._pressed, self._pressed_at = True, now

    def lost(self) -> None:
        """The connection was interrupted: touches may have been missed."""
        self.settler.lost()

    def choose(self, index: int | None) -> None:
        """The answer to an `Ambiguous`; None is "none of these"."""
        if index is not None and 0 <= index < len(self.choices):
            self._commit(self.choices[index])
            return
        self.choices = ()
        self._declined, self.said = self.shown, None

    def decline(self) -> None:
        """The offered take-back was declined: the board must be put right instead."""
        self._declined, self.said = self.shown, None

    def set_position(self, position: Position, now: float = 0.0) -> None:
        """The match is in this position.

        A match plays what was reported with some delay, action by action, as it shows it; being
        on the way there it undoes nothing.  Anything else it says is how things are.
        """
        if position.game is not self.game:
            raise ValueError("a tracker follows one game; make a new one for another")
        told = (position.state, position.played)
        if told != self._told:
            self._told, self._moved_at = told, max(now, self._now)
        elif self._reports:
            return
        if position.state == self.base.state and position.played == self.turn.actions:
            self.position = position
            self.before = list(position.before)
            self._reports.clear()
        elif not any(_on_the_way(position, start, actions) for start, actions in self._reports):
            self._move_to(position, fresh=self.shown is None or self.mode == SETUP)
        self._waiting = position

    def _catch_up(self, now: float) -> None:
        """A match that does not go where we expect it in a long time has stopped on purpose."""
        self._now = now
        if self._reports and self._waiting is not None and now - self._moved_at > LOST_AFTER:
            self._move_to(self._waiting, fresh=False)

    def _move_to(self, position: Position, fresh: bool) -> None:
        offer = self.said
        self.position = position
        self._reports.clear()
        self.before = list(position.before)
        self.base = root(self.sight, position.state)
        self.turn = follow(self.sight, self.base, position.played)
        self.mode = SETUP if fresh else EXECUTE
        self.settler.forget()
        self._back_at = None
        self._alternatives = []
        self._forget_conclusions()
        if isinstance(offer, TakeBack) and offer.instead and not position.played:
            self._replaced(offer.instead)

    def _replaced(self, actions: tuple[Action, ...]) -> None:
        """The match took a turn back to play another one, which lies on the board already."""
        if all(action in self.game.legal(self.base.state) for action in actions[:1]):
            self._commit(follow(self.sight, self.base, actions), tell=False)

    def _forget_conclusions(self) -> None:
        self._inquiry = None
        self.choices = ()
        self.said = None if isinstance(self.said, Ambiguous) else self.said

    # -- what comes out --------------------------------------------------------------------------

    def advance(self, now: float, positions: int = SLICE) -> list[Reading]:
        """Settle, think a little, and return what is new."""
        self.settler.advance(now)
        self._catch_up(now)
        if self.settler.known:
            picture = self.sight.masked(self.settler.faces)
            if picture != self.shown:
                if now - self._pressed_at > 1.5 * self.settler.settle:
                    self._pressed = False
                self.shown, self.since = picture, now
                self._declined = None
                self._forget_conclusions()
            self._note_lifted()
            self._consider(self.shown, now, positions)
        out, self._out = self._out, []
        return out

    @property
    def lifted(self) -> Lifted | None:
        """The piece of the seat to move that is in the air right now, before it settles."""
        return self._lifted[1]

    def wanted(self) -> Picture:
        """What the board ought to show."""
        return self.sight.picture(self.turn.state)

    # -- thinking --------------------------------------------------------------------------------

    def _consider(self, shown: Picture, now: float, positions: int) -> None:
        if self._pressed and (self.mode == SETUP or not self._hands_move()):
            self._pressed = False
            self._out.append(Pressed())
        if shown == self.wanted() and not self._pressed:
            self._agree(now)
        elif self.mode == SETUP or not self._hands_move():
            self._compare(shown, now)
        elif not (self._pressed and self.settler.settling_since(self._pressed_at)):
            back = None if self._pressed else self._taken_back_to(shown)
            if back is not None:
                self._report(back, [back])
                self._back_at = now
                return
            if self.mode == EXECUTE and not self._pressed:
                self._compare(shown, now)  # at once; thinking about a reply takes longer
            inquiry = self._ask(shown)
            if inquiry.run(positions):
                self._conclude(inquiry, shown, now)

    def _taken_back_to(self, shown: Picture) -> Line | None:
        """The earlier moment of this very turn that the board shows, if it does.

        A piece that goes back to where it was is taken back, even where moving it back were
        legal; a player who means the latter presses the button.
        """
        if self.mode != PLAY:
            return None
        line = self.base
        for action in self.turn.actions:
            if line.picture == shown:
                return line
            line = extend(self.sight, line, action)
        return None

    def _hands_move(self) -> bool:
        seat = self.game.to_move(self.base.state)
        return seat in self.position.hands and not self.game.over(self.base.state)

    def _agree(self, now: float) -> None:
        if self.mode != PLAY or self.said is not None:
            self._out.append(Agreed())
        if self.mode != PLAY:
            self.settler.forget()
        self.settler.gap = False
        self.mode, self.said = PLAY, None
        if self._reached_at < self.since:
            self._reached_at = self.since
            self._alternatives = [self.turn]

    def _ask(self, shown: Picture) -> Inquiry:
        if self._inquiry is None or (self._pressed and not self._inquiry.thorough):
            seat_before = self.game.to_move(self.before[-1]) if self.before else None
            self._inquiry = Inquiry(
                self.sight,
                shown,
                self.base,
                self.turn,
                tuple(self.settler.touches),
                self.before[-1] if seat_before in self.position.hands else None,
                thorough=self._pressed,
                gap=self.settler.gap,
            )
        return self._inquiry

    def _conclude(self, inquiry: Inquiry, shown: Picture, now: float) -> None:
        """Everything is known about this picture; decide, now or when time has passed."""
        lines = inquiry.lines
        if self.mode == EXECUTE:
            lines = [line for line in lines if self._goes_beyond(line)]
        if self._pressed:
            self._end_by_button(lines, now)
        elif inquiry.reply is not None and self.mode == PLAY:
            self._commit(inquiry.reply, self._reached_at)
        elif self._next_player_lifts(inquiry, shown):
            self._finish(self._alternatives, now, self._reached_at)
        elif lines:
            self._go_on(lines, now)
        else:
            self._unexplained(inquiry, shown, now)

    def _end_by_button(self, lines: Sequence[Line], now: float) -> None:
        ends = self._closed(lines)
        if not ends:
            self._pressed = False
            self._out.append(Pressed())
            return
        goes_on = [line for line in lines if not line.ended and not self._closed([line])]
        least = min(map(self._penalty, ends))
        if goes_on and min(map(self._penalty, goes_on)) < least:
            # Nothing that hands did says that the rest of the turn was spent.
            self._pressed = False
            self._ask_between([self._best(ends)])
        else:
            self._finish(ends, now, sure=True)

    def _go_on(self, lines: Sequence[Line], now: float) -> None:
        """The picture is explained: is the turn over, or may it go on?"""
        goes_on = [line for line in lines if not line.ended]
        ended = [line for line in lines if line.ended]
        if ended and goes_on:
            least = min(map(self._fresh_penalty, goes_on))
            if min(map(self._fresh_penalty, ended)) >= least:
                ended = []  # the simpler reading; only button or the next player end it
            elif not self._quiet(now):
                return
        if ended:
            self._finish(ended, now)
        else:
            self._report(self._best(goes_on), lines)

    def _goes_beyond(self, line: Line) -> bool:
        """Does a line begin with what the match knows of the turn, and go on?"""
        known = self.turn.actions
        return len(line.actions) > len(known) and line.actions[: len(known)] == known

    def _closed(self, lines: Sequence[Line]) -> list[Line]:
        """Whole turns made of lines: ended ones as they are, others with their stop or pass."""
        ends: list[Line] = []
        for line in lines:
            close = None if line.ended else closing(self.game, line.state)
            if line.ended:
                ends.append(line)
            elif close is not None:
                ends.append(extend(self.sight, line, close))
        return ends

    def _next_player_lifts(self, inquiry: Inquiry, shown: Picture) -> bool:
        """Is what differs from the turn so far one piece that only the next player may lift?"""
        before = self.turn.picture
        gone = [n for n, (seen, face) in enumerate(zip(shown, before)) if seen != face]
        if len(gone) != 1 or shown[gone[0]] != EMPTY or gone[0] in inquiry.turnable:
            return False
        if self.mode != PLAY or not self._alternatives:
            return False
        point = self.sight.points[gone[0]]
        ends = [line for line in self._likely_ends() if self._others_start(line.state, point)]
        if ends:
            self._alternatives = ends
        return bool(ends)

    def _likely_ends(self) -> list[Line]:
        """Whole turns that the board has shown, unless the hands rather speak for half a turn."""
        open_ = [line for line in self._alternatives if not self._closed([line])]
        least = min(map(self._fresh_penalty, open_), default=None)
        ends = self._closed(self._alternatives)
        return [line for line in ends if least is None or self._fresh_penalty(line) <= least]

    def _others_start(self, state: State, point: Point) -> bool:
        """Is another seat to move, and may it move the piece on this point?"""
        if self.game.to_move(state) == self.game.to_move(self.base.state):
            return False
        return self._starts(state, point)

    def _starts(self, state: State, point: Point) -> bool:
        return any(action.source == point for action in self.game.legal(state))

    def _finish(
        self, ends: Sequence[Line], now: float, until: float | None = None, sure: bool = False
    ) -> None:
        """One of these whole turns was played: which?  `sure`: it is over in any case."""
        ranked = sorted(ends, key=self._penalty)
        best, least = ranked[0], self._penalty(ranked[0])
        rivals = {line.state: line for line in reversed(ranked) if self._penalty(line) == least}
        fresh = min(ranked, key=self._fresh_penalty)
        rivals.setdefault(fresh.state, fresh)  # were the first touches a move or a mishap?
        if until is None and not sure and self._still_moving(best, now):
            return
        if len(rivals) > 1:
            if sure or self._quiet(now):
                self._pressed = False
                self._ask_between(sorted(rivals.values(), key=lambda line: len(line.actions)))
        elif sure or self._quiet(now) or least == 0 or len(best.actions) == 1:
            self._commit(best, until)

    def _still_moving(self, line: Line, now: float) -> bool:
        """Is a change about to settle that belongs to the same movement and denies the line?

        A piece that slips to the next point is seen to arrive a moment before it is seen to have
        left, when a bad reading came between.  What begins later is the next player's.
        """
        soon = now - self.settler.settle + SAME_MOVEMENT
        raw = self.sight.masked(self.settler.raw)
        return any(raw[n] != line.picture[n] for n in self.settler.settling_until(soon))

    def _quiet(self, now: float) -> bool:
        """Have the hands been still long enough to believe something odd?"""
        return now - max(self.since, self.settler.changed) >= ASK_AFTER

    def _penalty(self, line: Line) -> int:
        """What speaks against a line; kept while no hand touches anything."""
        touches = self.settler.touches
        key = (len(touches), touches[-1].time if touches else 0.0, self.base.state)
        if key != self._penalties_of:
            self._penalties, self._penalties_of = {}, key
        if line.actions not in self._penalties:
            found = penalty(self.sight, self.base, line, touches)
            self._penalties[line.actions] = found
        return self._penalties[line.actions]

    def _fresh_penalty(self, line: Line) -> int:
        """The same, without the touches before something in this turn was taken back."""
        if self._back_at is None:
            return self._penalty(line)
        since = self._back_at - self.settler.settle
        fresh = [touch for touch in self.settler.touches if touch.time > since]
        return penalty(self.sight, self.base, line, fresh)

    def _ask_between(self, lines: Sequence[Line]) -> None:
        if self._declined == self.shown:
            return
        question = Ambiguous(tuple(line.actions for line in lines))
        if self.said != question:
            self.choices = tuple(lines)
            self.said = question
            self._out.append(question)

    def _best(self, lines: Sequence[Line]) -> Line:
        return min(lines, key=lambda line: (self._penalty(line), len(line.actions)))

    def _report(self, line: Line, alternatives: Sequence[Line]) -> None:
        """The turn has come this far and may go on."""
        self.mode = PLAY
        self._alternatives = list(alternatives)
        self._reached_at = self.since
        if line.actions != self.turn.actions:
            self.turn = line
            self._inquiry = None
            self.said = None
            self._reports.append((self.base.state, line.actions))
            self._moved_at = self._now
            self._out.append(TurnSoFar(line.actions, False))

    def _commit(self, line: Line, until: float | None = None, tell: bool = True) -> None:
        """The turn is over; what the hands did after `until` belongs to the next one."""
        self._reports.append((self.base.state, line.actions))
        self._moved_at = self._now
        if tell:
            self._out.append(TurnSoFar(line.actions, True))
        self.before = [*self.before, self.base.state][-8:]
        self.base = self.turn = root(self.sight, line.state)
        cleared = sum(map(bool, self.base.picture)) < sum(map(bool, line.picture))
        self.mode = SETUP if cleared else PLAY
        self.settler.forget(self.since - self.settler.settle if until is None else until)
        self._alternatives = []
        self._back_at = None
        self.said = None
        self._pressed = False
        self._forget_conclusions()

    # -- when nothing explains the board ---------------------------------------------------------

    def _unexplained(self, inquiry: Inquiry, shown: Picture, now: float) -> None:
        if self.mode != PLAY or self._offer(shown, now, inquiry.instead):
            if self.mode != PLAY:
                self._compare(shown, now)
            return
        if self._in_the_air(shown):
            return
        if now - self.since >= FAULT_AFTER:
            self._say(Wrong(self._complaint(inquiry, shown)))

    def _complaint(self, inquiry: Inquiry, shown: Picture) -> tuple[Fault, ...]:
        """What to do about a board nothing explains: finish the turn that it almost shows, when
        only counters are to be turned over, else whatever is less work: that or going back."""
        almost = find_faults(self.sight, self.game.pieces(inquiry.near.state), shown)
        back = find_faults(self.sight, self.game.pieces(self.turn.state), shown)
        if all(fault.kind == "turn" for fault in almost):
            return almost
        return min(almost, back, key=len)

    def _offer(self, shown: Picture, now: float, instead: Line | None) -> bool:
        """Offer a take-back when the board shows an earlier position (or another last turn)."""
        if shown == self._declined:
            return False
        for turns, state in enumerate(reversed(self.before), 1):
            if self.sight.picture(state) == shown:
                if now - self.since >= OFFER_AFTER:
                    self._say(TakeBack(turns))
                return True
        if instead is None:
            return False
        if now - self.since >= FAULT_AFTER:
            self._say(TakeBack(1, instead.actions))
        return True

    def _in_the_air(self, shown: Picture) -> bool:
        """Is one piece that may move lifted, and nothing else but turned counters different?"""
        before = self.turn.picture
        moved = [
            number
            for number, (seen, face) in enumerate(zip(shown, before))
            if seen != face and EMPTY in (seen, face)
        ]
        if len(moved) != 1 or shown[moved[0]] != EMPTY:
            return False
        return self._starts(self.turn.state, self.sight.points[moved[0]])

    def _compare(self, shown: Picture, now: float) -> None:
        """No move is expected: say what differs from the position."""
        if self.mode == PLAY and self._offer(shown, now, None):
            return
        faults = find_faults(self.sight, self.game.pieces(self.turn.state), shown)
        if self.mode == EXECUTE and self._executing(shown, faults):
            return
        if self.mode != PLAY or now - self.since >= FAULT_AFTER:
            self._say(Wrong(faults, self.mode == SETUP))

    def _executing(self, shown: Picture, faults: tuple[Fault, ...]) -> bool:
        """Is the board on its way to a turn that was made elsewhere?"""
        if self.position.played:
            line, actions = self.base, self.position.played
        elif self.before and self.position.last:
            line, actions = root(self.sight, self.before[-1]), self.position.last
        else:
            return False
        step, nearest = 0, distance(shown, line.picture)
        for number, action in enumerate(actions, 1):
            line = extend(self.sight, line, action)
            apart = distance(shown, line.picture)
            if apart <= nearest:
                step, nearest = number, apart
        if step == len(actions) and len(faults) > 2:
            return False
        self._say(Execute(actions, min(step, len(actions) - 1), faults))
        return True

    def _say(self, reading: Reading) -> None:
        if reading != self.said:
            self.said = reading
            self._out.append(reading)

    # -- a piece in the air ----------------------------------------------------------------------

    def _note_lifted(self) -> None:
        """Keep `lifted` up to date; it looks at unsettled sensors and is for guidance only."""
        if self._lifted[0] == self.settler.changed and self._lifted[1] is None:
            return
        before = self._lifted[1]
        now = self._piece_lifted()
        self._lifted = (self.settler.changed, now)
        if now is not None and now != before:
            self._out.append(now)

    def _piece_lifted(self) -> Lifted | None:
        if not self._hands_move() or self.mode == SETUP:
            return None
        raw = self.sight.masked(self.settler.raw)
        gone = [n for n, (seen, face) in enumerate(zip(raw, self.turn.picture)) if seen != face]
        if len(gone) != 1 or raw[gone[0]] != EMPTY:
            return None
        point = self.sight.points[gone[0]]
        targets = tuple(
            dict.fromkeys(
                action.points[-1]
                for action in self.game.legal(self.turn.state)
                if action.source == point
            )
        )
        return Lifted(point, targets) if targets else None


def _on_the_way(position: Position, start: State, actions: tuple[Action, ...]) -> bool:
    """Is a match that is in `position` about to have played `actions` from `start`?"""
    played = position.played
    return position.state == start and played == actions[: len(played)]
