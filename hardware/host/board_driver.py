"""The driver of one board, sans I/O: connection, tracker and lights together.

It takes bytes and the time, and returns bytes and readings.  `hardware.host.session` runs it beside
a port; tests and the emulator run it in lockstep.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping

from game.platform.i18n import _
from game.rules.base import Action
from game.rules.events import Piece
from game.rules.topology import Point
from hardware.host.board_connection import (
    BoardConnection,
    HandshakeDone,
    MessagesLost,
    VersionRefused,
)
from hardware.host.board_time import HOLD_S, BoardTime
from hardware.host.health_log import BLINKS, DEAD, FLICKERS, MAGNET, WEAK
from hardware.host.layouts import LayoutError, places_on, track_places
from hardware.host.line_quality import Latency
from hardware.host.sensor_trust import SensorTrust
from hardware.host.sensor_watch import SensorWatch
from hardware.tracking import tracker_events as events
from hardware.tracking.debounce import DEBOUNCE_S, ButtonHold
from hardware.tracking.doubt import FlickerWatch
from hardware.tracking.expected_position import ExpectedPosition
from hardware.tracking.faults import say, say_all, say_task
from hardware.tracking.guidance import dimmed, edge, lights_for
from hardware.tracking.sensor_image import ANY, OCCUPANCY, SIDE, PendingFlips
from hardware.tracking.track import MarkerHint, MarkerWatch, hint_lights, say_hint, track_of
from hardware.tracking.tracker import PLAY, REST_S, Tracker
from hardware.wire import messages as wire
from hardware.wire.palette import Light

MAX_BRIGHTNESS = 255  # `dimmed` keeps the current of the lights under the limit

LINE_CHECK_PERIOD_S = 1.0  # seconds between two checks of the line's quality
REPLAY_HOLD_S = 10.0  # seconds to wait for the next message of a recording
ASK_PERIOD_S = 0.05  # seconds between two requests for the board's time, while a decision needs it


class BoardDriver:
    """Follows a match on the connected board.

    `readings` fills up as time goes on.  `trouble` is a sentence while the board cannot be used for
    this game.  `answers` holds messages that the driver itself does not need (readings,
    calibration, health).  `replayed`: the board is a recording, which answers no requests.
    """

    def __init__(self, settle: float = DEBOUNCE_S, replayed: bool = False) -> None:
        self.readings: deque[events.TrackerEvent] = deque()
        self.answers: deque[wire.Message] = deque(maxlen=64)
        self.trouble = ""
        self.welcome: wire.Welcome | None = None
        self.tracker: Tracker | None = None
        self.connection: BoardConnection | None = None
        self.states: tuple[int, ...] = ()
        self.flickering: tuple[int, ...] = ()  # numbers of flickering points of the game
        self.latency: Latency | None = None  # latency of the line, judged once a second
        self._bad_line = ""  # a sentence while the line is bad or slow
        self._judged_at = 0.0
        # Times everything that hands do; the session's clock times only the line.
        self.time = BoardTime()
        self._replayed = replayed
        # When the match last sent something, and whether the driver has yet to think about it.
        self._stirred, self._stirs = 0.0, False
        self._button, self._pressed_at = ButtonHold(), 0.0
        self._flicker = FlickerWatch()
        self._trust = SensorTrust()
        self.watch: SensorWatch | None = None  # None unless the board sends its raw readings
        self._pending_flips: PendingFlips | None = None  # None if the board can sense sides
        # The board's own points that a diagnosis lights.
        self.marks: Mapping[int, int] | None = None
        self.shown: Mapping[Point, int] | None = None  # points lit instead of guidance
        self.asked: tuple[Action, ...] = ()  # alternatives that a person is asked about
        self.marker_hints: tuple[MarkerHint, ...] = ()  # hints about the track
        self.offered = False  # whether an offer waits for an answer at the board
        self._reported = 0  # readings reported by earlier trackers
        # Whether this is the wanted board.
        self.ours: Callable[[wire.Welcome], bool] = lambda _welcome: True
        self._settle = settle
        self._position: ExpectedPosition | None = None
        self._places: tuple[int, ...] = ()
        self._numbers: dict[int, int] = {}
        self._markers: MarkerWatch | None = None  # None unless the board's track is readable
        # Places of the track, with their numbers on the board.
        self._track: Mapping[Point, int] = {}
        self._stops: tuple[int, ...] = ()  # the numbers of `_track`
        self._lit: object = None  # what the last lights were made from

    # -- the line --------------------------------------------------------------------------------

    def opened(self) -> None:
        """Greet the device behind a port that has just been opened."""
        self.connection = BoardConnection()
        self._button = ButtonHold()
        self.time.forget()
        self._lit = None
        if self.tracker is not None:
            self.tracker.lost()

    def closed(self) -> None:
        """Note that the port is gone."""
        self.connection = None
        if self.tracker is not None:
            self.tracker.lost()

    def greet_again(self) -> None:
        """Greet a silent board on the line that is open."""
        if self.connection is not None:
            self.connection.greet_again()
        if self.tracker is not None:
            self.tracker.lost()

    def begin_anew(self) -> None:
        """Forget all conclusions, and compare the board with the match's position again."""
        self.closed()
        self._let_go()
        self.welcome, self.states = None, ()

    @property
    def connected(self) -> bool:
        return self.connection is not None and self.connection.phase == "talking"

    def has(self, feature: wire.Feature) -> bool:
        """Return whether the board has a feature; True until the board is known."""
        return self.welcome is None or bool(self.welcome.features & feature)

    def receive(self, data: bytes, now: float) -> None:
        """Take in bytes from the board."""
        if self.connection is None:
            return
        for event in self.connection.feed(data, now):
            if isinstance(event, (wire.PointChanged, wire.BoardState, wire.Button)):
                self._pass(self.time.told(event.ms, now))
            if isinstance(event, wire.PointChanged):
                self._point_changed(event)
            elif isinstance(event, wire.BoardState):
                self._whole_board(event)
            elif isinstance(event, HandshakeDone):
                if not self.ours(event.welcome):
                    return self.closed()
                self._handshake_done(event.welcome)
            elif isinstance(event, VersionRefused):
                self._version_refused(event.major)
            elif isinstance(event, MessagesLost):
                self._press(self._button.lost())
                if self.tracker is not None:
                    self.tracker.lost()
            elif isinstance(event, wire.Button):
                self._button_changed(event)
            elif isinstance(event, wire.Message):
                if self.watch is not None:
                    self.watch.on_message(event)
                self.answers.append(event)

    def _button_changed(self, event: wire.Button) -> None:
        if event.pressed:
            self._pressed_at = self.time.now
            self._button.down(event.ms)
        else:
            self._press(self._button.look(event.ms, up=True))

    def _press(self, length: int | None) -> None:
        """Give a press of this length to the game, or to whoever uses the board outside a game."""
        beside = self.tracker is None or self.trouble or self.marks is not None
        if length is not None and (length or beside):
            self.readings.append(events.Pressed(length))
        elif length is not None and self.tracker is not None:
            self.tracker.press(self._pressed_at)

    def step(self, now: float) -> bytes:
        """Think, update the lights, and return the bytes to send.

        `now` is the time until which everything sent by the board has been received.
        """
        self.receive(b"", now)  # releases late events that are due
        connection = self.connection
        waits = self._replayed or (connection is not None and connection.answers_state)
        hold = REPLAY_HOLD_S if self._replayed else HOLD_S
        self._pass(self.time.until(now, waits, hold))
        self._judge_the_line(now)
        if self._stirs:
            self._stirs = False
            self._think(self.time.now)
        if connection is None:
            return b""
        self._ask_for_time(connection, now)
        self._look_after()
        self._light()
        return connection.due(now)

    def let_pass(self, seconds: float) -> None:
        """Let time pass at the board, which sends nothing meanwhile."""
        self._pass(self.time.after(seconds))

    def _pass(self, until: int) -> None:
        """Advance the board's time to `until`, thinking at each tick."""
        for tick in self.time.ticks(until):
            self._think(tick)

    def _think(self, now: float) -> None:
        self.flickering = self._flicker.points(now)
        if self.tracker is not None and not self.trouble:
            self.readings.extend(self.tracker.advance(now))
            self._trust_again(self.tracker, now)
            self._remind(self.tracker)
            self._watch_markers(self.tracker, now)

    def _ask_for_time(self, connection: BoardConnection, now: float) -> None:
        """Request a state, whose time tells how long the hands have rested.

        The state that comes every second is enough for longer waits.
        """
        heard_at = self.time.heard_at
        due = heard_at is None or now - heard_at >= ASK_PERIOD_S
        if not (due and connection.idle and self.connected):
            return
        tracker = self.tracker
        awaited = tracker is not None and not self.trouble and tracker.awaits_rest
        stirred = self.time.now - self._stirred < REST_S
        if awaited or stirred or self._button.lasts:
            connection.put(wire.GetState())

    def _stir(self) -> None:
        """Note that the match has sent something; the next step thinks about it immediately."""
        self._stirred, self._stirs = self.time.now, True

    def _look_after(self) -> None:
        """Read the sensors that hands touch, and report those that must not be believed."""
        watch, tracker = self.watch, self.tracker
        if watch is None or tracker is None or self.trouble or self.marks is not None:
            return
        assert self.connection is not None
        idle = self.connected and self.connection.idle
        if idle and (asked := watch.due(self.time.now)) is not None:
            self.connection.put(asked)
        numbers = {self._numbers[place] for place in watch.unsteady & self._numbers.keys()}
        if not numbers <= tracker.broken:
            tracker.distrust(numbers)
        for place in watch.to_ask():
            if place in self._numbers:
                point = tracker.sensors.points[self._numbers[place]]
                self.readings.append(events.Doubt(point, returns=True))

    def _trust_again(self, tracker: Tracker, now: float) -> None:
        """Trust distrusted sensors again if they have been right for a long time."""
        if self.watch is not None:
            self.watch.calm(now)
        if not tracker.broken:
            return
        pieces, sensors = tracker.game.pieces(tracker.turn.state), tracker.sensors
        seen = {number: self._seen_at(number) for number in tracker.broken}
        wanted = {number: sensors.face(pieces.get(sensors.points[number])) for number in seen}
        unwell = self.watch.unsteady | self.watch.blinking if self.watch is not None else set()
        sick = {number for number in seen if self._places[number] in unwell}
        recovered = self._trust.recovered(seen, wanted, sick.union(self.flickering), now)
        if recovered:
            tracker.trust(recovered)

    def _seen_at(self, number: int) -> int:
        """Return what the sensor of a point shows now, by the point's number in the game."""
        assert self.tracker is not None
        place = self._places[number]
        face = self.states[place] if place < len(self.states) else ANY
        blind = self.tracker.sensors.sensing == OCCUPANCY and face != ANY
        return min(face, 1) if blind else face

    def _watch_sensors(self, readable: bool) -> None:
        """Start watching the sensors for a game, if the board sends its raw readings."""
        if not readable:
            self.watch = None
        elif self.watch is None:
            self.watch = SensorWatch()
        else:
            self.watch.begin()

    def _remind(self, tracker: Tracker) -> None:
        if self._pending_flips is not None:
            before = tracker.before[-1] if tracker.before else None
            self._pending_flips.turn_begins(tracker.base.state, before)

    def _watch_markers(self, tracker: Tracker, now: float) -> None:
        if self._markers is not None:
            busy = tracker.mode != PLAY or tracker.said is not None
            self.marker_hints = self._markers.look(tracker.base.state, now, busy)

    def send(self, command: wire.Message) -> None:
        """Send a diagnostic command; its answer appears in `answers`."""
        if self.connection is not None:
            self.connection.put(command)

    def _version_refused(self, major: int) -> None:
        words = _("The board speaks protocol {major}, this program knows 1")
        if major > wire.MAJOR:
            words = _("The board speaks protocol {major}, this program knows 1: update the program")
        self.trouble = words.format(major=major)

    def _whole_board(self, board: wire.BoardState) -> None:
        self.states = board.states
        self._press(self._button.look(board.ms))
        if self.watch is not None:
            self.watch.whole(board.states)
        if self.tracker is not None and not self.trouble:
            self.tracker.whole(self._picked(board.states), self.time.now)
            self._see_markers(self.time.now)

    def _point_changed(self, event: wire.PointChanged) -> None:
        when = self.time.now
        if event.point < len(self.states):
            states = list(self.states)
            states[event.point] = event.state
            self.states = tuple(states)
        if self._markers is not None and event.point in self._stops:
            place = self._stops.index(event.point)
            self._markers.event(place, event.state, when)
        number = self._numbers.get(event.point)
        if self.tracker is not None and number is not None:
            self._flicker.changed(number, when)
            if self.watch is not None:
                self.watch.changed(event.point, event.state, when)
            if self._pending_flips is not None:
                self._pending_flips.touched(number, event.state)
            self.tracker.event(number, event.state, when)

    def _picked(self, states: tuple[int, ...]) -> list[int]:
        """Return the states of the game's points in order; ANY for a point that has no state."""
        return [states[place] if place < len(states) else ANY for place in self._places]

    def _see_markers(self, now: float) -> None:
        """Pass the states of all places of a readable track to the marker watch."""
        if self._markers is not None and max(self._stops) < len(self.states):
            self._markers.whole([self.states[number] for number in self._stops], now)

    def _handshake_done(self, welcome: wire.Welcome) -> None:
        changed = self.welcome is None or (
            (welcome.layout, welcome.points, welcome.sensing)
            != (self.welcome.layout, self.welcome.points, self.welcome.sensing)
        )
        self.welcome = welcome
        if changed:
            self.states, self.watch = (), None  # The previous values belong to the previous board.
        if self._position is not None and (changed or self.tracker is None):
            self._begin(self._position)

    # -- the match -------------------------------------------------------------------------------

    @property
    def reported(self) -> int:
        """The number of readings given to the match to accept or refuse."""
        return self._reported + (self.tracker.reported if self.tracker is not None else 0)

    def set_position(self, position: ExpectedPosition, heard: int | None = None) -> None:
        """Follow the match to this position; `heard` counts the readings that it has received.

        The call is ignored while readings are in transit: the match will answer them with its new
        position.  `heard` of None means that none are in transit.
        """
        known, self._position = self._position, position
        self._stir()
        if self.welcome is None:
            return
        if self.tracker is None or known is None or known.game is not position.game:
            self._begin(position)
        elif heard is None or heard >= self.reported:
            self.tracker.set_position(position)

    def has_read(self, position: ExpectedPosition) -> bool:
        """Return whether the tracker has read this position and the actions played in it."""
        tracker = self.tracker
        return tracker is not None and (tracker.base.state, tracker.turn.actions) == (
            position.state,
            position.played,
        )

    def refuse(self, position: ExpectedPosition, why: str, heard: int | None = None) -> None:
        """Note that the match refuses the last reading it was given and stays in this position.

        Lights and sentences show the refusal immediately; the match's reason `why` comes first.
        """
        self._position = position
        self._stir()
        if self.tracker is not None and (heard is None or heard >= self.reported):
            self.tracker.refuse(position, why)

    def choose(self, index: int | None) -> None:
        """Answer the last `Ambiguous`: the index of an alternative; None means "none of these"."""
        if self.tracker is not None:
            self.tracker.choose(index)
            self._stir()

    def press(self, now: float) -> None:
        """End the turn, as the button of the board does."""
        if self.tracker is not None:
            self.tracker.press(self.time.at(now))
            self._stir()

    def decline(self) -> None:
        """Decline the last `TakeBack`."""
        if self.tracker is not None:
            self.tracker.decline()
            self._stir()

    def distrust(self, point: Point) -> None:
        """Ignore this point's sensor, because a person says that the pieces are placed right."""
        if self.tracker is not None and point in self.tracker.sensors.index:
            number = self.tracker.sensors.index[point]
            blinks = self.watch is not None and self._places[number] in self.watch.blinking
            if not blinks:
                self._trust.called_stuck(number, self._seen_at(number))
            self.tracker.distrust([number])
            self._stir()

    def believe(self, point: Point) -> None:
        """Believe a doubted sensor again, because a person says that its piece was touched."""
        if self.tracker is not None and self.watch is not None:
            self.watch.believe(self._places[self.tracker.sensors.index[point]])

    def _let_go(self) -> None:
        """Drop the tracker until a game begins; its reported readings stay counted."""
        self._reported = self.reported
        self.tracker, self.marker_hints = None, ()

    def _begin(self, position: ExpectedPosition) -> None:
        """Compare everything from the start, for a new game or another board."""
        assert self.welcome is not None
        try:
            self._places = places_on(
                self.welcome.layout, self.welcome.points, position.game.topology
            )
        except LayoutError as error:
            self.trouble = str(error)
            self._let_go()
            return
        self.trouble = ""
        self._flicker = FlickerWatch()
        sides = self.welcome.sensing == wire.Sensing.SIDE
        self._watch_sensors(sides and bool(self.welcome.features & wire.Feature.READINGS))
        self._pending_flips = None
        self._numbers = {place: number for number, place in enumerate(self._places)}
        sensing = SIDE if sides else OCCUPANCY
        self._let_go()
        self._trust = SensorTrust()
        self.tracker = Tracker(position.game, sensing, self._settle)
        if sensing == OCCUPANCY:
            self._pending_flips = PendingFlips(self.tracker.sensors)
        self.tracker.set_position(position)
        self._begin_markers(position, self.welcome)
        if self.states:
            self.tracker.whole(self._picked(self.states), 0.0)
            self._see_markers(0.0)

    def _begin_markers(self, position: ExpectedPosition, welcome: wire.Welcome) -> None:
        track = track_of(position.game)
        self._track = track_places(welcome.layout, welcome.points, position.game)
        self._stops = tuple(self._track.values())
        self._markers = MarkerWatch(position.game, track) if track and self._track else None
        self.marker_hints = ()

    # -- what is seen ----------------------------------------------------------------------------

    @property
    def said(self) -> events.TrackerEvent | None:
        """The current complaint, question or task."""
        return None if self.tracker is None else self.tracker.said

    def sentences(self) -> tuple[str, ...]:
        """Return what is wrong or to be done on the board, in words."""
        said = self.said
        words: tuple[str, ...] = ()
        if isinstance(said, events.BoardMismatch):
            words = (*filter(None, [said.why]), *say_all(said.faults, said.setup))
        elif isinstance(said, events.Execute):
            words = say_task(said)
        turns = [events.Fault("turn", point) for point in self.unturned]
        line = (self._bad_line,) if self._bad_line else ()
        return (*words, *map(say, turns), *self._sick_sensors(), *line)

    def summary(self) -> tuple[str, ...]:
        """Return the sentences; while the board differs, one sentence for all points of a kind."""
        said, sentences = self.said, self.sentences()
        if not isinstance(said, events.BoardMismatch):
            return sentences
        plain = len(say_all(said.faults, said.setup)) + bool(said.why)
        return (*filter(None, [said.why]), *say_all(said.faults, True), *sentences[plain:])

    def hints(self) -> tuple[str, ...]:
        """Return sentences about markers of the track, which need no immediate correction."""
        if self._markers is None or self.trouble:
            return ()
        return tuple(say_hint(hint, self._markers.track) for hint in self.marker_hints)

    @property
    def sickness(self) -> object:
        """The trouble with sensors and line; two values are equal if nothing has changed."""
        return self.doubted, self._bad_line, self.latency

    @property
    def findings(self) -> set[tuple[int, str]]:
        """Points of the board that have trouble, and its kind (`hardware.host.health_log`)."""
        tracker, watch = self.tracker, self.watch
        if tracker is None or self.trouble:
            return set()
        found = {(self._places[number], FLICKERS) for number in self.flickering}
        dead = {self._places[number] for number in tracker.broken}
        if watch is not None:
            found |= {(place, BLINKS) for place in watch.blinking}
            found |= {(place, WEAK) for place in watch.strengths.points()}
            found |= {(place, MAGNET) for place in watch.strengths.pieces().values()}
            dead -= watch.blinking
        return found | {(place, DEAD) for place in dead}

    def _judge_the_line(self, now: float) -> None:
        """Judge the line once a second, so that people can read the figures."""
        if now - self._judged_at >= LINE_CHECK_PERIOD_S:
            self._judged_at = now
            connection = self.connection
            self.latency = connection.latency if connection is not None else None
            slow = self.latency.advice if self.latency is not None else ""
            self._bad_line = (
                (connection.quality.advice(now) or slow) if connection is not None else ""
            )

    @property
    def unturned(self) -> tuple[Point, ...]:
        """Points whose counters are still to be turned over, on a board that cannot sense sides."""
        if self._pending_flips is None or self.tracker is None:
            return ()
        points = self.tracker.sensors.points
        return tuple(points[number] for number in sorted(self._pending_flips.owed))

    @property
    def doubted(self) -> tuple[Point, ...]:
        """Points whose sensors are distrusted or doubted, in order."""
        tracker = self.tracker
        if tracker is None or self.trouble:
            return ()
        points = tracker.sensors.points
        return tuple(points[n] for n in sorted({*tracker.broken, *self.flickering, *self._blinks}))

    @property
    def _blinks(self) -> set[int]:
        """Numbers of points whose pieces seem to come and go by themselves."""
        blinking = self.watch.blinking if self.watch is not None else set()
        return {self._numbers[place] for place in blinking if place in self._numbers}

    def _sick_sensors(self) -> Iterator[str]:
        """Yield what is wrong with each doubted sensor, in words that name its point."""
        tracker = self.tracker
        for point in self.doubted:
            assert tracker is not None
            number = tracker.sensors.index[point]
            words = _("The sensor of {point} is out of order: enter on the screen what it misses")
            if number in self.flickering:
                words = _(
                    "{point} flickers: does the piece lie off the middle, or is its magnet weak?"
                )
            elif number in self._blinks and number in tracker.broken:
                words = _(
                    "The sensor of {point} is intermittent: enter on the screen what it misses"
                )
            elif number in self._blinks:
                words = _("The sensor of {point} is intermittent, or somebody plays with its piece")
            yield words.format(point=point)

    @property
    def view(self) -> events.TrackerView | None:
        """The tracker's view of the board; None while no game is followed."""
        return self.tracker.view() if self.tracker is not None else None

    def differences(self) -> Mapping[Point, Piece | None]:
        """Return the points that differ from the match, with the piece seen on each."""
        view = self.view
        if self.tracker is None or view is None or view.seen is None:
            return {}
        sensors = self.tracker.sensors
        return {
            point: sensors.piece(seen, view.state)
            for point, seen, wanted in zip(sensors.points, view.seen, view.wanted)
            if seen != wanted
        }

    def _light(self) -> None:
        """Send the lights if they have changed, at a brightness that USB can power."""
        assert self.connection is not None
        if self.welcome is None or not self.has(wire.Feature.LIGHTS):
            return
        tracker = self.tracker
        shown = (
            (tracker.said, tracker.lifted, tracker.position.last, self.unturned) if tracker else ()
        )
        guided = (self.marks, self.shown, self.asked, self.offered, self.marker_hints)
        key = (shown, guided, self.welcome, self.trouble)
        if key == self._lit:
            return
        self._lit = key
        codes = [0] * self.welcome.points
        for place, code in (self._guidance() if self.marks is None else self.marks).items():
            if place < len(codes):
                codes[place] = int(code)
        brightness = dimmed(codes, MAX_BRIGHTNESS, self.welcome.points)
        self.connection.light(codes, brightness)

    def _guidance(self) -> dict[int, int]:
        tracker = self.tracker
        if tracker is None or self.trouble:
            return {}
        if self.shown is not None:
            return self._at_places(tracker, self.shown)
        waits = self.offered or isinstance(tracker.said, events.TakeBack)
        offered = edge(tracker.game.topology) if waits else ()
        lit = lights_for(tracker.said, tracker.lifted, tracker.position.last, self.asked, offered)
        lit |= dict.fromkeys(self.unturned, int(Light.FLIP))
        on_track = {
            self._track[point]: code for point, code in hint_lights(self.marker_hints).items()
        }
        return on_track | self._at_places(tracker, lit)

    def _at_places(self, tracker: Tracker, lit: Mapping[Point, int]) -> dict[int, int]:
        """Return these lights by the board's own point numbers.

        Points that the game lacks are left out: `lit` may still belong to the previous game.
        """
        index = tracker.sensors.index
        return {self._places[index[point]]: code for point, code in lit.items() if point in index}
