"""The exchange between a board and the program, sans I/O, over lines that come and go.

The owner of the line reports when it opens and closes, and passes on bytes and time.  It is a
thread that owns a port (`hardware.host.session`), or a browser page (`web.board`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from game.platform.i18n import _, language
from game.rules.events import Piece
from game.rules.topology import Point
from hardware.host.board_driver import BoardDriver
from hardware.host.board_messages import name_of
from hardware.host.line_quality import Latency
from hardware.tracking.expected_position import ExpectedPosition
from hardware.tracking.tracker_events import (
    BoardMismatch,
    Execute,
    Fault,
    TrackerEvent,
    needs_no_answer,
)
from hardware.wire.messages import Feature, Welcome

BABBLE = 8  # this many bytes without a valid message show that a device is not a board

SEARCHING, CONNECTED, LOST, REFUSED = "searching", "connected", "lost", "refused"


@dataclass(frozen=True)
class BoardReport:
    """The state of a board at one moment, as the screen shows it.

    `connection` is "searching", "connected", "lost" or "refused"; `words` is one translated
    sentence about it or about what is wrong (never empty).  `differences` maps points whose sensors
    differ from the match's position to the piece seen there (None: lifted).  They follow the hand
    within milliseconds, before any reading: draw them as ghosts.  `faults` are those of the last
    `BoardMismatch`, `sentences` the same in words, `summary` the same in fewer sentences.  `lifted`
    is the point of a piece in the air, `targets` the points where it may go.  `changed` is when the
    picture last changed, in the session's time; `latency` is that of the line.  `lights` and
    `button` are whether the board has them, True until that is known.  `hints` are sentences about
    things that may wait, such as a forgotten marker of the track.  `doubted` are points whose
    sensors are distrusted or doubted at the moment.
    """

    connection: str
    words: str
    name: str = ""
    sensing: str = ""
    differences: Mapping[Point, Piece | None] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()
    sentences: tuple[str, ...] = ()
    lifted: Point | None = None
    targets: tuple[Point, ...] = ()
    said: TrackerEvent | None = None
    changed: float = 0.0
    latency: Latency | None = None
    lights: bool = True
    button: bool = True
    hints: tuple[str, ...] = ()
    doubted: tuple[Point, ...] = ()
    summary: tuple[str, ...] = ()


@dataclass(frozen=True)
class Silence:
    """What is missing on an open line.

    `silent`: the board has talked before but sends nothing any more; False if it never answered.
    `known`: it has introduced itself through this line.  `line` is what is wrong with the line, in
    words; "" if nothing is.
    """

    silent: bool
    known: bool
    line: str


class BoardConversation:
    """The exchange with one board, through its `driver`; `view` is what the screen shows.

    `target` names the line until the board has given its name.  `problem` is a sentence on why
    there is no board, shown while there is none.  `talked`: a board has talked through the current
    or last line.  `refresh` updates `view`.
    """

    def __init__(self, target: str) -> None:
        self._target = target
        self.driver = BoardDriver()
        self.problem = ""
        self.talked = False
        self.heard = 0  # number of readings handed out that the match must accept or refuse
        self.view = BoardReport(SEARCHING, _("Looking for the board"))
        self._view_key: object = None
        self._state = SEARCHING
        self._opened_at = 0.0
        self._bytes = 0  # number of bytes received through the current line

    # -- the line --------------------------------------------------------------------------------

    def opened(self, now: float, ours: Callable[[Welcome], bool]) -> None:
        """Greet the device behind a line; `ours` decides by its answer whether it is the board."""
        self.driver.ours = ours
        self.driver.opened()
        self.talked, self._bytes, self._opened_at = False, 0, now

    def closed(self) -> None:
        """Note that the line is gone."""
        self.driver.closed()
        self._state = LOST if self.talked or self._state == LOST else SEARCHING

    def begin_anew(self, problem: str) -> None:
        """Read the board from the start again, after an error of this program."""
        self.problem = problem
        self.driver.begin_anew()

    def hear(self, data: bytes, arrived: float) -> None:
        """Accept bytes from the board."""
        self._bytes += len(data)
        self.driver.receive(data, arrived)

    def step(self, heard_until: float) -> bytes:
        """Think, and return the bytes to send.

        Everything that arrived before `heard_until` must have been received.
        """
        out = self.driver.step(heard_until)
        self.talked = self.talked or self.driver.connected
        return out

    def missed(self, now: float, timeout_s: float) -> Silence | None:
        """Return what is missing on the line; None while answers come within `timeout_s`."""
        connection = self.driver.connection
        assert connection is not None
        silent = connection.silent(now, self._opened_at)
        if not silent and connection.unanswered(now) <= timeout_s:
            return None
        return Silence(silent, connection.welcome is not None, connection.quality.advice(now))

    def greet_again(self) -> None:
        """Greet a silent board on the line that is open."""
        self.driver.greet_again()
        self._state = LOST

    @property
    def babbles(self) -> bool:
        """Whether the device behind the line sends bytes, but nothing that a board sends."""
        connection = self.driver.connection
        return self._bytes >= BABBLE and connection is not None and connection.heard_at is None

    # -- the match -------------------------------------------------------------------------------

    def set_position(self, position: ExpectedPosition) -> None:
        """Follow the match to this position."""
        self.driver.set_position(position, self.heard)

    def refuse(self, position: ExpectedPosition, why: str) -> None:
        """Tell the board that the match, in this position, refuses the last reading."""
        self.driver.refuse(position, why, self.heard)

    def poll(self) -> list[TrackerEvent]:
        """Return the readings since the last call, oldest first."""
        out: list[TrackerEvent] = []
        while self.driver.readings:
            out.append(self.driver.readings.popleft())
        self.heard += sum(map(needs_no_answer, out))
        return out

    # -- the view --------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Make a new view if anything that it shows has changed."""
        driver = self.driver
        if driver.connected:
            self._state = CONNECTED
        connection = driver.connection
        refused = bool(driver.trouble) or (connection is not None and connection.phase == "refused")
        state = REFUSED if refused and (driver.connected or connection is not None) else self._state
        sick = (driver.trouble, driver.sickness, driver.hints())
        key = (state, self.problem, driver.welcome, sick, driver.view, language())
        if key != self._view_key:
            self._view_key = key
            self.view = self._report(state)

    def _report(self, state: str) -> BoardReport:
        driver, view = self.driver, self.driver.view
        said = driver.said if state == CONNECTED else None
        sentences = driver.sentences() if state == CONNECTED else ()
        lifted = view.lifted if view is not None and state == CONNECTED else None
        welcome = driver.welcome
        return BoardReport(
            connection=state,
            words=self._words(state, sentences),
            name=welcome.name if welcome else "",
            sensing=("occupancy", "side")[welcome.sensing] if welcome else "",
            differences=driver.differences() if state == CONNECTED else {},
            faults=_to_be_done(said),
            sentences=sentences,
            lifted=lifted.point if lifted else None,
            targets=lifted.targets if lifted else (),
            said=said,
            changed=view.changed if view is not None else 0.0,
            latency=driver.latency if state == CONNECTED else None,
            lights=driver.has(Feature.LIGHTS),
            button=driver.has(Feature.BUTTON),
            hints=driver.hints() if state == CONNECTED else (),
            summary=driver.summary() if state == CONNECTED else (),
            doubted=driver.doubted if state == CONNECTED else (),
        )

    def _words(self, state: str, sentences: tuple[str, ...]) -> str:
        if state == CONNECTED:
            if sentences:
                return sentences[0]
            welcome = self.driver.welcome
            return _("{name} is connected").format(
                name=name_of(welcome) if welcome else self._target
            )
        if state == REFUSED:
            return self.driver.trouble
        return self.problem or _("Looking for the board")


def _to_be_done(said: TrackerEvent | None) -> tuple[Fault, ...]:
    """Return what people are asked to do on the board now."""
    if isinstance(said, Execute):
        return (*said.faults, *said.movements[:1])
    return said.faults if isinstance(said, BoardMismatch) else ()
