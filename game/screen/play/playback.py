"""Playback: shows the events of a match on a board, slowly enough to follow. Changes nothing.

The playback has its own history, `shown`, which lags behind the match: turns wait in a queue, and
each action is added as soon as its movement begins. An action that ends the match is added only
when its movement has ended, so that nothing beside the board reveals the end early. `finish` skips
to the end of everything. The playback also shows earlier positions and turns that are only tried.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import takewhile

from game.platform.settings import Settings
from game.rules.base import Action, State
from game.rules.events import Event, GameEnded, Piece, Seat
from game.rules.topology import Point
from game.screen.animation.choreography import (
    MotionStyle,
    SoundCue,
    TimelinePlayer,
    perform,
    stage_turn,
)
from game.screen.play.boardwidget import BoardWidget
from game.table.history import (
    Ended,
    History,
    HistoryEntry,
    MatchEvent,
    Played,
    Reopened,
    TakenBack,
    Turn,
    ends_turn,
    hops,
)
from game.table.match import Match

TRIED_TURN_SHOWN_S = 1.2  # seconds for which a turn that is only tried stays on the board
# the same for a turn with its reply, longer because people need time to read
TRIED_LINE_SHOWN_S = 2.5
REPLAY_SPEED = 0.5  # speed of a replayed turn, whatever the settings say
MOST_BACK = 12  # maximum number of entries that are animated when they are taken back


def _decides(played: Played) -> bool:
    """Return whether an action ends its match."""
    return any(isinstance(event, GameEnded) for event in played.entry.events)


class HistoryBrowser:
    """The position of a history that is shown; `active` while an earlier position is shown."""

    def __init__(self, history: History) -> None:
        self.history = history
        self._count: int | None = None  # number of turns shown; None is all

    @property
    def active(self) -> bool:
        return self._count is not None and self._count < len(self.history.turns)

    @property
    def turns(self) -> Sequence[Turn]:
        """Turns up to the shown position."""
        return self.history.turns[: self._count] if self.active else self.history.turns

    @property
    def state(self) -> State:
        turns = self.turns
        return turns[-1].after if turns else self.history.start

    def live(self) -> None:
        """Go back to the end of the history."""
        self._count = None

    def go(self, turn: int) -> tuple[Sequence[HistoryEntry], bool] | None:
        """Show the position after a turn (-1: the start).

        For the next or the previous turn, return its entries and whether it goes forward, so that
        it can be animated; return None for a longer jump.
        """
        turns = self.history.turns
        here = len(self.turns) - 1
        turn = max(-1, min(len(turns) - 1, turn))
        self._count = turn + 1 if turn + 1 < len(turns) else None
        if turn == here + 1:
            return turns[turn].entries, True
        if turn == here - 1:
            return turns[here].entries, False
        return None


class Playback:
    """Playback of `match` on `board`.

    `refresh(at_once)` is called when the picture has changed, `seen` with each event of the match
    when it is shown, and `sound` with cues for sounds.
    """

    def __init__(
        self,
        match: Match,
        board: BoardWidget,
        refresh: Callable[[bool], None],
        sound: Callable[[Sequence[SoundCue]], None],
        seen: Callable[[MatchEvent], None] = lambda event: None,
    ) -> None:
        self.match, self.game, self.board = match, match.game, board
        self.shown = match.history.copy()
        self.browser = HistoryBrowser(self.shown)
        self.settings: Callable[[], Settings]
        self._refresh, self._sound, self._seen = refresh, sound, seen
        self._feed = match.feed()
        self._waiting: deque[MatchEvent] = deque()
        # Actions of the running animation that have not begun yet.
        self._moving: deque[Played] = deque()
        # Whether the running animation shows events of the match.
        self._of_match = False
        # The seat whose turn is animated forward.
        self._news_of: Seat | None = None
        self._tried: tuple[dict[Point, Piece], list[tuple[Event, ...]]] | None = None
        # The positions before each tried action, and the position after the last of them.
        self._tried_states: list[State] = []

    # -- following the match -----------------------------------------------------------------------

    @property
    def show(self) -> TimelinePlayer | None:
        return self.board.show

    @property
    def moving(self) -> bool:
        """True while anything moves; the number of a train may fade after that."""
        return bool(self._waiting) or (self.show is not None and not self.show.done)

    def shows_other(self, seat: Seat) -> bool:
        """Return whether a new turn of another seat is being shown.

        Replays, take-backs and tried turns do not count.
        """
        waiting = next((one for one in reversed(self._waiting) if isinstance(one, Played)), None)
        if waiting is not None:
            return waiting.entry.seat != seat
        return self.moving and self._of_match and self._news_of not in (seat, None)

    @property
    def state(self) -> State:
        """The position on the board: that of the match, an earlier one, or a tried one."""
        show = self.show
        if self._tried is None or show is None:
            return self.browser.state
        return self._tried_states[min(show.begun, len(self._tried_states) - 1)]

    @property
    def deciding(self) -> bool:
        """True while the action that ends the match is being shown."""
        show = self.show
        return show is not None and not show.done and self._of_match and show.timeline.ends_game

    @property
    def at_rest(self) -> bool:
        """True when all events have been shown to their end."""
        return self.show is None and not self._waiting

    @property
    def single(self) -> bool:
        """True while the animation shows at most one action, or only a tried turn."""
        show = self.show
        if show is None or show.done or show.backwards or self._waiting:
            return False
        return show.steps <= 1 or self._tried is not None

    def follow(self) -> None:
        """Queue new events, and begin to show them if nothing else is being shown."""
        news = self._drain_feed()
        if any(event.by == "board" for event in news):
            self._hurry(len(self._waiting) - len(news))
        if news and not self._of_match:
            self._end_show()
        if self.show is None:
            self._show_next()

    def move_on(self, dt: float) -> None:
        """Let time pass."""
        self.follow()
        show = self.show
        if show is None:
            return
        was_done, begun = show.done, show.begun
        self._sound(show.update(dt))
        self._count()
        if self._tried is not None and show.begun != begun:
            self._refresh(False)
        if show.gone and self._tried is not None:
            (pieces, events), self._tried = self._tried, None
            place = self.board.view.position
            self._begin(perform(pieces, events, place, self._manner(), backwards=True), False)
        elif show.gone or (
            show.done and self._waiting and isinstance(self._waiting[0], Played | TakenBack)
        ):
            self.board.show = None
            self._show_next()
            if self.show is None:
                self._refresh(False)
        elif show.done and not was_done:
            self._refresh(False)

    def finish(self) -> None:
        """Skip to the end of all events and of the running animation."""
        self._drain_feed()
        if self.show is not None or self._waiting:
            self._hurry(len(self._waiting))
            self._refresh(False)

    def _drain_feed(self) -> list[MatchEvent]:
        news = [event for _seq, event in self._feed.drain()]
        self._waiting.extend(news)
        if news:
            self.browser.live()
        return news

    def _hurry(self, count: int) -> None:
        """End the running animation; apply the first `count` waiting events without one."""
        self._end_show()
        for _number in range(count):
            self._apply(self._waiting.popleft())

    def _end_show(self) -> None:
        self._tried = None
        if self.show is not None:
            self.show.skip()
            self._count()
            self.board.show = None

    def _show_next(self) -> None:
        """Begin to show the next waiting event; apply events without movement immediately."""
        while self._waiting and self.show is None:
            event = self._waiting.popleft()
            if isinstance(event, Played):
                self._show_turn(event)
            elif isinstance(event, TakenBack):
                self._show_back(event)
            else:
                self._apply(event)
                self._refresh(isinstance(event, Reopened))

    def _show_turn(self, first: Played) -> None:
        """Show an action and the waiting rest of its turn, in one animation."""
        played = [first]
        while not ends_turn(played[-1].entry) and self._waiting:
            event = self._waiting[0]
            if not isinstance(event, Played):
                break
            played.append(event)
            self._waiting.popleft()
        begun = self.shown.begun
        hop = begun.hops if begun is not None else 0
        before = self.game.pieces(self.shown.state)
        events = [event.entry.events for event in played]
        self._moving.extend(played)
        self._news_of = first.entry.seat
        stakes, carried = not self.settings().calm, self.board.setting_down
        manner = replace(self._manner(hop), carried=carried, stakes=stakes)
        self._begin(perform(before, events, self.board.view.position, manner), True)

    def _show_back(self, event: TakenBack) -> None:
        gone, self._news_of = event.entries, None
        ended = any(isinstance(seen, GameEnded) for entry in gone for seen in entry.events)
        self._apply(event)
        if ended or len(gone) > MOST_BACK:
            self._refresh(True)
        else:
            self._sound([SoundCue(0.0, "slide")])
            self._show_back_to(gone[::-1], True)

    def _apply(self, event: MatchEvent) -> None:
        """Add this event to the shown history."""
        if isinstance(event, Played):
            self.shown.append(event.entry)
        elif isinstance(event, TakenBack):
            self.shown.cut(len(self.shown.entries) - len(event.entries))
        elif isinstance(event, Ended) and event.declared:
            self.shown.declared = event.outcome
        elif isinstance(event, Reopened):
            self.shown.declared = None
        self._seen(event)

    def _count(self) -> None:
        """Add the actions whose movement has begun; add one that ends the match only at rest."""
        show = self.show
        if show is None or not self._moving:
            return
        ahead, before = show.steps - show.begun, len(self._moving)
        while len(self._moving) > ahead and (show.decided or not _decides(self._moving[0])):
            self._apply(self._moving.popleft())
        if len(self._moving) < before:
            self._refresh(False)

    # -- performances ------------------------------------------------------------------------------

    def _manner(self, hop: int = 0) -> MotionStyle:
        view, settings = self.board.view, self.settings()
        speed, reduced = settings.animation_speed, settings.reduced_motion
        return MotionStyle(speed, reduced, view.size / 768, view.look.style, hop)

    def _begin(self, show: TimelinePlayer, of_match: bool) -> None:
        self.board.show, self._of_match = show, of_match
        self._sound(show.update(0.0))
        self._count()
        self._refresh(False)

    def _show_back_to(self, entries: Sequence[HistoryEntry], of_match: bool) -> None:
        """Animate entries backwards to the position before them, at double speed."""
        before, events = self.game.pieces(entries[0].before), [entry.events for entry in entries]
        manner = self._manner()
        quick = replace(manner, speed=manner.speed * 2.0)
        place = self.board.view.position
        self._begin(perform(before, events, place, quick, backwards=True), of_match)

    def _show_again(
        self, entries: Sequence[HistoryEntry], hop: int = 0, speed: float | None = None
    ) -> None:
        """Animate entries that are not new; `hop` is the number of the turn's jumps before them.

        If `speed` is None, the speed of the settings is used.
        """
        before, events = self.game.pieces(entries[0].before), [entry.events for entry in entries]
        manner = replace(self._manner(hop), carried=self.board.setting_down)
        if speed is not None:
            manner = replace(manner, speed=speed, carried=False)
        timeline = stage_turn(events, self.board.view.position, manner, before)
        self._begin(TimelinePlayer(before, timeline), False)

    def replay(self) -> Turn | None:
        """Show the last whole turn again, slowly; return it, or None if there is none."""
        self.finish()
        turn = next((turn for turn in reversed(self.browser.turns) if turn.complete), None)
        if turn is not None:
            self._show_again(turn.entries, speed=REPLAY_SPEED)
        return turn

    def try_out(self, actions: Sequence[Action], shown_s: float = TRIED_TURN_SHOWN_S) -> None:
        """Show actions that nobody plays; undo them after `shown_s` seconds."""
        self.finish()
        state, events = self.shown.state, []
        self._tried_states = [state]
        for action in actions:
            step = self.game.play(state, action)
            events.append(step.events)
            state = step.state
            self._tried_states.append(state)
        pieces = self.game.pieces(self.shown.state)
        timeline = stage_turn(events, self.board.view.position, self._manner(), pieces)
        longer = replace(timeline, duration=timeline.duration + shown_s)
        self._tried = (pieces, events)
        self._begin(TimelinePlayer(pieces, longer, len(events)), False)

    def lay(self, line: Sequence[Turn], count: int) -> None:
        """Show another line of turns, `count` of them played.

        If the difference is at most one turn forward or back, it is animated.
        """
        self.finish()
        old = self.browser.turns
        before = [entry for turn in old for entry in turn.entries]
        self.shown.lay(line)
        self.browser.go(count - 1)
        new = self.browser.turns
        after = [entry for turn in new for entry in turn.entries]
        same = sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], zip(before, after)))
        on, back = after[same:], before[same:]
        if on and not back and len(on) <= len(new[-1].entries):
            self._show_again(on, hops(new[-1].entries[: -len(on)]))
        elif back and not on and len(back) <= len(old[-1].entries):
            self._show_back_to(back, False)
        self._refresh(False)

    # -- looking back ------------------------------------------------------------------------------

    def browse_to(self, turn: int) -> None:
        """Show the position after a turn (-1: the start); after the last, follow the match."""
        self.finish()
        step = self.browser.go(turn)
        if step is not None:
            entries, forward = step
            if forward:
                self._show_again(entries)
            else:
                self._show_back_to(entries, False)
        self._refresh(False)

    def page(self, turns: int) -> None:
        """Go some turns forward or back from the shown position."""
        self.browse_to(max(-1, len(self.browser.turns) - 1 + turns))

    def to_game(self) -> None:
        """Go back to the match."""
        self.finish()
        self.browser.live()
        self._refresh(False)
