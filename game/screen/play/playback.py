"""What is shown of a match on its board: actions on their way, turns taken back, earlier positions.

Owns the running performance and the browser.  Plays into the match what is seen; draws nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from game.rules.base import Action, State
from game.rules.events import Event, GameEnded, Piece
from game.rules.topology import Point
from game.screen.animation.choreography import Cue, Manner, stage_turn
from game.screen.app.scene import STAY, Change
from game.screen.play.boardwidget import BoardWidget
from game.screen.play.browse import Browser
from game.screen.play.conduct import Conductor
from game.screen.play.performance import Performance, perform, perform_back
from game.settings import Settings
from game.table.history import Entry
from game.table.match import Match

LOOK = 1.2  # seconds a rehearsed turn stays to be looked at
MOST_BACK = 12  # entries taken back that are still shown going back


class House(Protocol):
    """The desk, as far as the theatre needs it."""

    settings: Settings
    now: float


class Theatre:
    """The stage of one match.  `refresh(at_once)` is called whenever something has changed."""

    def __init__(
        self,
        match: Match,
        board: BoardWidget,
        conductor: Conductor,
        refresh: Callable[..., None],
        sound: Callable[[Sequence[Cue]], None],
    ) -> None:
        self.match, self.board, self.conductor = match, board, conductor
        self.game = match.game
        self.browser = Browser(match)
        self.refresh, self.sound = refresh, sound
        self.house: House
        self._rehearsed: tuple[dict[Point, Piece], list[tuple[Event, ...]]] | None = None

    # -- the performance ---------------------------------------------------------------------------

    @property
    def show(self) -> Performance | None:
        return self.board.show

    @property
    def moving(self) -> bool:
        """Is anything on its way (a counter of a train may be fading still)?"""
        return self.show is not None and not self.show.done

    @property
    def own_action(self) -> bool:
        """Is a single action shown, of the person who goes on?"""
        show = self.show
        if show is None or show.done or show.backwards or len(show.actions) != 1:
            return False
        return self.conductor.person_to_move and self.match.turn_begun > 0

    def manner(self, hop: int = 0) -> Manner:
        view, settings = self.board.view, self.house.settings
        assert view is not None
        speed, reduced = settings.animation_speed, settings.reduced_motion
        return Manner(speed, reduced, view.size / 768, view.look.style, hop)

    def actions(self, actions: Sequence[Action]) -> None:
        """Show actions from the match's position; each is played as its movement begins."""
        self.browser.live()
        state, steps = self.match.state, []
        for action in actions:
            step = self.game.play(state, action)
            steps.append((action, step.events))
            state = step.state
        turn = self.match.turns[-1] if self.match.turns else None
        hop = turn.hops if turn is not None and not turn.complete else 0
        before = self.game.pieces(self.match.state)
        self._begin(perform(before, steps, self.board.place, self.manner(hop), self._commit))

    def entries(self, before: State, entries: Sequence[Entry]) -> None:
        """Show entries that are played already, from the position before them."""
        pieces = self.game.pieces(before)
        events = [entry.events for entry in entries]
        timeline = stage_turn(events, self.board.place, self.manner(), pieces)
        self._begin(Performance(pieces, timeline))

    def back(self, before: State, entries: Sequence[Entry]) -> None:
        """Show entries going back to the position before them, quicker than they came."""
        manner = self.manner()
        quick = Manner(manner.speed * 2.0, manner.reduced, manner.unit, manner.style)
        events = [entry.events for entry in entries]
        self._begin(perform_back(self.game.pieces(before), events, self.board.place, quick))

    def rehearse(self, actions: Sequence[Action]) -> None:
        """Show actions without playing them; they are taken back after a moment."""
        state, events = self.match.state, []
        for action in actions:
            step = self.game.play(state, action)
            events.append(step.events)
            state = step.state
        pieces = self.game.pieces(self.match.state)
        timeline = stage_turn(events, self.board.place, self.manner(), pieces)
        shown = replace(timeline, duration=timeline.duration + LOOK)
        self._rehearsed = (pieces, events)
        self._begin(Performance(pieces, shown))

    def _begin(self, show: Performance) -> None:
        self.board.show = show
        self.sound(show.update(0.0))
        self.refresh()

    def _commit(self, action: Action) -> None:
        if not self.match.over:  # the flag may have fallen meanwhile
            self.match.play(action, self.house.now)
        self.refresh()

    def move_on(self, dt: float) -> None:
        """Time passes."""
        show = self.show
        if show is None:
            return
        was_done = show.done
        self.sound(show.update(dt))
        if show.gone and self._rehearsed is not None:
            (pieces, events), self._rehearsed = self._rehearsed, None
            self._begin(perform_back(pieces, events, self.board.place, self.manner()))
        elif show.gone:
            self.board.show = None
            self.refresh()
        elif show.done and not was_done:
            self.refresh()

    def finish(self) -> None:
        """Bring what is being shown to its end at once."""
        self._rehearsed = None
        if self.show is None:
            return
        self.show.skip()
        self.board.show = None
        self.refresh()

    def skip(self) -> bool:
        """Any input ends what is shown; True when that is all the input does.

        While a person's own action is shown, input ends it and counts for the next one too.
        """
        show = self.show
        if show is None or show.done:
            return False
        own = self.conductor.person_to_move and len(show.actions) <= 1 and not show.backwards
        self.finish()
        return not own or not self.conductor.person_to_move

    # -- taking back -------------------------------------------------------------------------------

    def take_back(self) -> Change | None:
        """Within a turn its last action; otherwise the last turn, to where a person may act."""
        self.finish()
        self.browser.live()
        match = self.match
        begun = match.turns[-1] if match.turns and not match.turns[-1].complete else None
        if begun is not None and match.spec.seats[begun.seat].kind != "engine":
            return self._undone(len(match.entries) - 1)
        return self.undo_turn()

    def undo_turn(self) -> Change | None:
        """Take back a turn; against engines back to the person's own last turn."""
        self.finish()
        self.browser.live()
        match = self.match
        if match.over and self.game.outcome(match.state) is None:
            match.undo()  # resigned, or on time: the end alone
            self.refresh(at_once=True)
            return STAY
        kinds = [seat.kind for seat in match.spec.seats]
        turns = match.turns
        if "engine" in kinds and set(kinds) != {"engine"}:
            turns = [turn for turn in turns if kinds[turn.seat] != "engine"]
        return self._undone(turns[-1].first) if turns else STAY

    def _undone(self, length: int) -> Change | None:
        """Take back to `length` entries and show it."""
        gone = self.match.undo_to(length)
        self.conductor.interrupt()
        ended = any(isinstance(event, GameEnded) for entry in gone for event in entry.events)
        if not gone or ended or len(gone) > MOST_BACK:
            self.refresh(at_once=True)
        else:
            self.sound([Cue(0.0, "slide")])
            self.back(gone[-1].before, gone[::-1])
        return STAY

    def redo(self) -> Change | None:
        """Play again what was taken back, up to a turn a person may make."""
        self.finish()
        self.browser.live()
        self.conductor.interrupt()
        before, again = self.match.state, list[Entry]()
        while self.match.can_redo:
            more = self.match.redo_turn(self.house.now)
            again += more
            if not more or self.conductor.person_to_move:
                break
        if again:
            self.entries(before, again)
        return STAY

    # -- looking back ------------------------------------------------------------------------------

    def browse_to(self, turn: int) -> Change | None:
        """Look at the position after a turn (-1: before the first); the last is the match."""
        self.finish()
        step = self.browser.go(turn)
        if step is not None:
            before, entries, forward = step
            (self.entries if forward else self.back)(before, entries)
        self.refresh()
        return STAY

    def page(self, turns: int) -> Change | None:
        """Go some turns on or back from the position shown."""
        return self.browse_to(max(-1, len(self.browser.turns) - 1 + turns))

    def to_game(self) -> Change | None:
        """Back to the match."""
        self.finish()
        self.browser.live()
        self.refresh()
        return STAY
