"""What a board and the program say to each other, sans I/O, through lines that come and go.

Whoever has the line says when it is opened and closed, and passes bytes and time on: a thread that
owns a port (`hardware.host.session`), or the page of a tab (`web.board`).
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

BABBLE = 8  # bytes from which on a device that is no board is believed to be something else

SEARCHING, CONNECTED, LOST, REFUSED = "searching", "connected", "lost", "refused"


@dataclass(frozen=True)
class BoardReport:
    """What the screen shows of a board, at one moment.

    `connection` is "searching", "connected", "lost" or "refused"; `words` one translated sentence
    on it or on what is wrong (never empty).  `differences` maps points whose sensors show
    something other than the match's position to the piece seen there (None: lifted), within
    milliseconds of the hand, before any reading: draw them as ghosts.  `faults` are those of the
    last `BoardMismatch`, `sentences` the same in words.  `lifted` and `targets` are of a piece in
    the air.  `changed` is the session's time when the picture last changed, `latency` what the line
    takes.  `lights` and `button`: it has them, as is assumed until it is known.  `hints` are
    sentences about what may wait, such as a marker of the track that was forgotten.  `doubted` are
    points whose sensors are not believed or are doubted, as long as that lasts.  `summary` are
    the sentences in as few as they can be said.
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
    """What has failed to come through an open line.

    `silent`: the board talked, and says nothing any more; else it was greeted in vain.  `known`: it
    has said what it is through this line.  `line` is what is wrong with the line, in words, if
    anything is.
    """

    silent: bool
    known: bool
    line: str


class BoardConversation:
    """One board, known by its `driver`, and what is shown of it: `view`, once it is refreshed.

    `target` names the line until the board has said its name.  `problem` is a sentence on why there
    is no board, shown while there is none; `talked`: a board has talked through the line that is
    open, or was open last.
    """

    def __init__(self, target: str) -> None:
        self._target = target
        self.driver = BoardDriver()
        self.problem = ""
        self.talked = False
        self.heard = 0  # readings given out that the match must accept or refuse
        self.view = BoardReport(SEARCHING, _("Looking for the board"))
        self._view_key: object = None
        self._state = SEARCHING
        self._opened_at = 0.0
        self._bytes = 0  # heard through the line that is open

    # -- the line --------------------------------------------------------------------------------

    def opened(self, now: float, ours: Callable[[Welcome], bool]) -> None:
        """Greet what is behind a line; `ours` says of its answer whether it is the board."""
        self.driver.ours = ours
        self.driver.opened()
        self.talked, self._bytes, self._opened_at = False, 0, now

    def closed(self) -> None:
        """Note that the line is gone."""
        self.driver.closed()
        self._state = LOST if self.talked or self._state == LOST else SEARCHING

    def begin_anew(self, problem: str) -> None:
        """Read the board from the start, after a fault of our own."""
        self.problem = problem
        self.driver.begin_anew()

    def hear(self, data: bytes, arrived: float) -> None:
        """Take in bytes of the board."""
        self._bytes += len(data)
        self.driver.receive(data, arrived)

    def step(self, heard_until: float) -> bytes:
        """Think, and return the bytes to send; all that came until then has been heard."""
        out = self.driver.step(heard_until)
        self.talked = self.talked or self.driver.connected
        return out

    def missed(self, now: float, timeout_s: float) -> Silence | None:
        """Return what has failed to come, where something has: an answer within `timeout_s`."""
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
        """Whether what is behind the line says something, and nothing that a board says."""
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
        """Make a new view if anything it shows has changed."""
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
    """Return what hands are asked to do now."""
    if isinstance(said, Execute):
        return (*said.faults, *said.movements[:1])
    return said.faults if isinstance(said, BoardMismatch) else ()
