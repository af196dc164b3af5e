"""A simulated board: the same protocol as the firmware, in Python.  Pure: bytes, seconds, a seed.

It has sensors that can fail, lights, a button, and a memory for its name.  Hands use `set`,
`press` and `reset`; `feed` takes bytes of the host, and `advance` returns the answers.  Faces are 0
empty, 1 or 2 the face up; a sensor without sides sees 0 or 1.  Servers and windows are in other
modules.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from hardware.wire import messages as wire
from hardware.wire.codec import DELIMITER, Decoder, Undecodable, encode
from hardware.wire.fields import MAX_POINTS
from hardware.wire.palette import COLOURS
from hardware.wire.send_window import SequenceNumbers
from hardware.wire.text_mode import END, HELP, TextLines

SCAN_PERIOD_S = 0.01  # seconds that a scan of all points takes
ERROR_PERIOD_S = 1.0  # seconds between two reports of damaged frames
BOOT_S = 0.3  # seconds from reset to the first scan
SIMULATED = "Simulated board"  # the default name
FIRMWARE = (1, 0, 0)  # reported version of the firmware

EQUAL_SCANS = 3  # scans that must agree before a change counts
OUT_OF_ORDER = 3  # state of a broken sensor
ALL_ON, DIM = 15, 64  # palette code and brightness when all lights are on
MIDDLE, STRENGTH = 512, 190  # ADC counts: the value at rest, and a magnet's change


@dataclass
class BoardIdentity:
    """The data with which a board identifies itself; it survives a reset."""

    layout: str = "decagon-81"
    points: int = 81
    sensing: int = wire.Sensing.SIDE
    name: str = SIMULATED
    board_id: int = 0x51AB0A2D
    boot: int = 1
    features: int = sum(wire.Feature) - wire.Feature.MATRIX
    saves: int = 0  # number of times that something was stored
    controller: str = ""


class SimulatedBoard:
    """A board with `identity.points` sensors.  Time starts with the first call of `advance`.

    Subclasses simulate faulty boards by overriding `welcome`, `refuses`, `answer`, `tell_again` or
    `send`.
    """

    def __init__(self, identity: BoardIdentity | None = None, seed: int = 0) -> None:
        self.identity = identity or BoardIdentity()
        self.lights: tuple[int, ...] = ()
        self.brightness = 255
        blind = self.identity.sensing == wire.Sensing.OCCUPANCY
        self.sensors = SimulatedSensors(self.identity.points, blind, random.Random(seed))
        self.wiring = [list(range(128)), list(range(128))]
        self._start: float | None = None
        self._power_up()

    def _power_up(self) -> None:
        self._hear_anew()
        self._numbers, self._event_number = SequenceNumbers(), 0
        self._kept: deque[wire.PointChanged | wire.Button] = deque(maxlen=wire.EVENTS_KEPT)
        self._out = bytearray()
        self._text_sent = False
        self.sensors.power_up()
        self._streaming = False
        self._announced = False
        self._next_scan: float | None = None
        self._state_at = 0.0
        self._heard_at = 0.0
        self._release_at: float | None = None  # time until which the button is held
        self._dark = True  # no lights of a host are shown
        self._bad_frames = self._bad_told = 0
        self._trouble_at = 0.0
        self.lights = ()
        self.palette: list[wire.PaletteColour] = list(COLOURS)

    def _hear_anew(self) -> None:
        self._decoder, self._lines = Decoder(once=False), TextLines()

    @property
    def truth(self) -> Sequence[int]:
        """The piece on each point: 0 none, 1 or 2 the face up."""
        return self.sensors.truth

    @property
    def troubles(self) -> Troubles:
        """The simulated troubles of the sensors."""
        return self.sensors.troubles

    # -- hands -----------------------------------------------------------------------------------

    def set(self, point: int, face: int) -> None:
        """Put a piece with this face up on a point, or remove the piece there (0)."""
        self.sensors.truth[point] = face

    def press(self, now: float, seconds: float = 0.0) -> None:
        """Press the button and release it this many seconds later."""
        self._button(1, now)
        self._release_at = now + seconds
        self._let_go(now)

    def _let_go(self, now: float) -> None:
        if self._release_at is not None and now >= self._release_at:
            # Dated when the finger left, however late the call is.
            self._button(0, self._release_at)
            self._release_at = None

    def _button(self, pressed: int, now: float) -> None:
        if self.identity.features & wire.Feature.BUTTON:
            self._tell(wire.Button(pressed=pressed, ms=self._ms(now)))

    def reset(self, now: float) -> None:
        """Restart the controller: stored data survives, everything else is lost."""
        self.identity.boot = self.identity.boot % 0xFFFF + 1  # the number of boots is never 0
        self._power_up()
        self._next_scan = now + BOOT_S

    def become(self, layout: str, points: int, now: float) -> None:
        """Turn into another board, an empty one with this layout."""
        self.identity.layout, self.identity.points = layout, points
        self.sensors.clear(points)
        self.reset(now)

    # -- time ------------------------------------------------------------------------------------

    def advance(self, now: float) -> bytes:
        """Scan up to `now` and return the bytes that the board has sent."""
        if self._start is None:
            self._start = now
        if self._next_scan is None:
            self._next_scan = now
        if not self._announced and now >= self._next_scan:
            self._announced = True
            self.send(self.welcome(0))
        while self._next_scan <= now:
            for point in self.sensors.scan():
                self._changed(point, self._next_scan)
            self._next_scan += SCAN_PERIOD_S
        self._let_go(now)
        if self._streaming and now - self._state_at >= wire.STATE_PERIOD_S:
            self._send_state(0, now)
        if self._streaming and now - self._trouble_at >= ERROR_PERIOD_S:
            self._tell_trouble(now)
        if not self._dark and now - self._heard_at > wire.LIGHTS_TIMEOUT_S:
            self.lights, self._dark = (), True
        out, self._out = bytes(self._out), bytearray()
        return out

    def _tell_trouble(self, now: float) -> None:
        if self._bad_frames != self._bad_told:
            news = min(self._bad_frames - self._bad_told, 255)
            self.send(wire.Error(0, wire.ErrorCode.BAD_FRAMES, news))
            self._bad_told, self._trouble_at = self._bad_frames, now

    def _changed(self, point: int, now: float) -> None:
        state = self.sensors.states[point]
        if state != OUT_OF_ORDER:
            self._tell(wire.PointChanged(point=point, state=state, ms=self._ms(now)))
        elif self._streaming:
            self._send_state(0, now)  # an event needs a face, so only a whole state can report this

    def _tell(self, event: wire.PointChanged | wire.Button) -> None:
        """Send an event if a host listens; number and keep the event if this board keeps events."""
        if self._keeps_events:
            event = replace(event, number=self._event_number)
            self._event_number = (self._event_number + 1) % 256
            self._kept.append(event)
        if self._streaming:
            self.send(event)

    @property
    def _keeps_events(self) -> bool:
        return bool(self.identity.features & wire.Feature.EVENTS)

    def tell_again(self, number: int, reply_to: int) -> None:
        for event in self._kept:
            if event.number == number:
                return self.send(replace(event, reply_to=reply_to))
        self.send(wire.Error(reply_to, wire.ErrorCode.NOT_POSSIBLE, wire.GetEvent.type))

    def _ms(self, now: float) -> int:
        return int((now - (self._start or 0.0)) * 1000) & 0xFFFFFFFF

    # -- talking ---------------------------------------------------------------------------------

    def feed(self, data: bytes, now: float) -> None:
        """Read bytes of the host.  A booting board receives nothing."""
        if self._next_scan is not None and now < self._next_scan - 2 * SCAN_PERIOD_S:
            return
        for part in self._lines.feed(data):
            if isinstance(part, str):
                self._streaming, self._text_sent = False, True
                said = "".join(f"{line}{END}" for line in self._say(part))
                self._out += said.encode("ascii", "replace")
                continue
            for item in self._decoder.feed(part):
                if isinstance(item, Undecodable):
                    self._complain(item)
                else:
                    self.answer(item, now)

    def _complain(self, fault: Undecodable) -> None:
        """Report a chunk that is not a valid command."""
        if fault.type is None:
            self._bad_frames += fault.damaged
        elif fault.type < wire.FROM_BOARD:  # higher types are echoes of reports
            code = (
                wire.ErrorCode.UNKNOWN_TYPE
                if fault.kind == "unknown"
                else wire.ErrorCode.BAD_PAYLOAD
            )
            self.send(wire.Error(fault.sequence or 0, code, fault.type))

    def host_gone(self) -> None:
        """Fall silent until the next HELLO, because the host has hung up.

        Only TCP reports this; a cable does not.
        """
        self._streaming = False
        self._hear_anew()

    def answer(self, message: wire.Message, now: float) -> None:
        number = message.sequence
        if message.type >= wire.FROM_BOARD:
            return  # an echo of a report
        if self.refuses(message):
            self.send(wire.Error(number, wire.ErrorCode.BAD_PAYLOAD, message.type))
        elif isinstance(message, wire.Hello) and message.major != wire.MAJOR:
            self.send(wire.Error(number, wire.ErrorCode.VERSION, wire.MAJOR))
        else:
            self._heard_at = now  # only valid commands keep the lights on
            self._obey(message, now)

    def _obey(self, message: wire.Message, now: float) -> None:
        number = message.sequence
        if isinstance(message, wire.Hello):
            self._streaming = True
            self.send(self.welcome(number))
            self._send_state(0, now)
        elif isinstance(message, wire.GetState):
            self._send_state(number, now)
        elif isinstance(
            message, (wire.Ping, wire.Lights, wire.Palette, wire.SetName, wire.SetWiring)
        ):
            self._carry_out(message)
            self.send(wire.Ack(number))
        elif isinstance(message, wire.GetReadings):
            self.send(wire.Readings(number, message.first, self._readings(message)))
        elif isinstance(message, wire.Calibrate):
            self.send(self._calibrate(message))
        elif isinstance(message, wire.SelfTest):
            self.send(self.health(number))
        elif isinstance(message, wire.GetEvent):
            self.tell_again(message.number, number)
        elif isinstance(message, wire.GetWiring):
            places = self.wiring[message.line][message.first : self.identity.points][:64]
            self.send(wire.Wiring(number, message.line, message.first, tuple(places)))

    def refuses(self, message: wire.Message) -> bool:
        """Return whether a command names points or places that do not exist."""
        if isinstance(message, (wire.GetReadings, wire.GetWiring)):
            return message.first >= self.identity.points
        if isinstance(message, wire.Calibrate):
            return message.point >= self.identity.points
        if isinstance(message, wire.SetWiring):
            last = message.first + len(message.places)
            return last > MAX_POINTS or any(place >= MAX_POINTS for place in message.places)
        return False

    def _carry_out(self, message: wire.Message) -> None:
        if isinstance(message, wire.Lights):
            self.brightness, self.lights = message.brightness, message.codes
            self._dark = False
        elif isinstance(message, wire.Palette):
            self.palette[message.first : message.first + len(message.colours)] = message.colours
            del self.palette[16:]
        elif isinstance(message, wire.SetName):
            self.identity.layout, self.identity.name = message.layout, message.name
            self.identity.points = message.points
            self.sensors.resize(message.points)
            self.identity.saves += 1
        elif isinstance(message, wire.SetWiring):
            self.identity.saves += 1
            wires = self.wiring[message.line]
            wires[message.first : message.first + len(message.places)] = message.places

    def welcome(self, reply_to: int) -> wire.Welcome:
        me = self.identity
        return wire.Welcome(
            reply_to=reply_to,
            major=wire.MAJOR,
            minor=wire.MINOR,
            firmware=FIRMWARE,
            points=me.points,
            sensing=me.sensing,
            features=me.features,
            boot=me.boot,
            board_id=me.board_id,
            layout=me.layout,
            name=me.name,
            controller=me.controller,
        )

    def _send_state(self, reply_to: int, now: float) -> None:
        self._state_at = now
        number = self._event_number if self._keeps_events else -1
        boot, ms = self.identity.boot, self._ms(now)
        self.send(wire.BoardState(reply_to, boot, ms, self.states, number))

    def _readings(self, message: wire.GetReadings) -> tuple[wire.SensorReading, ...]:
        last = min(message.first + message.count, self.identity.points)
        return tuple(map(self.sensors.reading, range(message.first, last)))

    def _calibrate(self, message: wire.Calibrate) -> wire.Calibration:
        signal = {
            wire.CalibrationStep.FACE_ONE: STRENGTH,
            wire.CalibrationStep.FACE_TWO: -STRENGTH,
        }.get(wire.CalibrationStep(message.step), 0)
        bad = self.sensors.stuck_points()
        if message.step == wire.CalibrationStep.EMPTY:  # a forgotten piece counts as bad
            bad = tuple(int(one or face in (1, 2)) for one, face in zip(bad, self.states))
        result = wire.CalibrationResult.NOISY if any(bad) else wire.CalibrationResult.OK
        self.identity.saves += 1
        return wire.Calibration(message.sequence, message.step, result, signal, 60, 40, 3, bad)

    def health(self, number: int = 0) -> wire.Health:
        """Return the result of a self-test, as the answer to the command of this number."""
        bad_frames = min(self._bad_frames, 65535)
        stuck, saves = self.sensors.stuck_points(), self.identity.saves
        down = int(self._release_at is not None)
        return wire.Health(number, 1, down, 5000, 9600, 700, 0, bad_frames, stuck, saves)

    def send(self, message: wire.Message) -> None:
        if self._text_sent:
            self._out += DELIMITER  # The delimiter ends the text.
            self._text_sent = False
        self._out += encode(message, self._numbers.next())

    @property
    def states(self) -> tuple[int, ...]:
        """The debounced state of every point."""
        return tuple(self.sensors.states)

    # -- the text mode ---------------------------------------------------------------------------

    def _say(self, line: str) -> Sequence[str]:
        """Return the lines that answer a line of text."""
        match line:
            case "?":
                return HELP
            case "v":
                return (self._versions(),)
            case "s":
                return ("".join(".12x"[state] for state in self.states),)
            case "r":
                readings = enumerate(map(self.sensors.reading, range(self.identity.points)))
                return [f"{n} {one.value} {one.baseline} {one.noise}" for n, one in readings]
            case "t":
                health = self.health()
                return (
                    f"supply mV {health.supply_mv} scan us {health.scan_us}"
                    f" free RAM {health.free_ram} lost bytes {health.lost_bytes}",
                )
            case "l" | "o":
                code = ALL_ON if line == "l" else 0
                self.lights, self.brightness = (code,) * self.identity.points, DIM
                return ()
            case "c":
                blind = self.identity.sensing == wire.Sensing.OCCUPANCY
                return ("not now" if blind else "calibrating; r shows the result",)
        return ("unknown; ? lists the letters",)

    def _versions(self) -> str:
        me, version = self.identity, ".".join(map(str, FIRMWARE))
        senses = "senses side" if me.sensing == wire.Sensing.SIDE else "senses occupancy"
        return (
            f"protocol {wire.MAJOR}.{wire.MINOR} firmware {version} points {me.points} {senses}"
            f" boot {me.boot} layout {me.layout} name {me.name}"
        )

    # -- what a camera would see -----------------------------------------------------------------

    def light_of(self, point: int) -> int:
        """Return the palette code that the light of a point shows."""
        return self.lights[point] if point < len(self.lights) else 0


@dataclass
class Troubles:
    """The troubles that can be simulated.

    `noise` is the share of bad samples, 0 to 1.  `stuck` maps points to the face that their sensors
    always show (3: out of order).  `weak` are points whose magnets are seen half of the time.
    `wired` maps points to the points whose pieces they show instead of their own.
    """

    noise: float = 0.0
    stuck: dict[int, int] = field(default_factory=dict)
    weak: set[int] = field(default_factory=set)
    wired: dict[int, tuple[int, ...]] = field(default_factory=dict)


class SimulatedSensors:
    """The sensors of `size` points: `truth` are the real pieces, `states` the debounced faces."""

    def __init__(self, size: int, blind: bool, rng: random.Random) -> None:
        self.blind = blind
        self.truth = [0] * size
        self.states = [0] * size
        self.troubles = Troubles()
        self._random = rng
        # for each point, its new face, and how many scans have agreed on the face so far
        self._restless: dict[int, tuple[int, int]] = {}

    def power_up(self) -> None:
        """Start the board with the pieces on it; they are known before anything is sent."""
        self.states = [self._seen(face) for face in self.truth]
        self._restless.clear()

    def clear(self, size: int) -> None:
        """Empty the board and give it this size."""
        self.truth = [0] * size

    def resize(self, size: int) -> None:
        """Add points at the end, or remove the last ones."""
        self.truth = (self.truth + [0] * size)[:size]
        self.states = (self.states + [0] * size)[:size]
        self._restless.clear()

    def scan(self) -> list[int]:
        """Read every sensor once; return the points whose `states` have changed, in order."""
        bad = self._bad_samples()
        if not bad and not self._restless and self._plain and self.truth == self.states:
            return []
        changed = []
        for point in self._worth_a_look(bad):
            face = self._shown(point)
            if point in self.troubles.weak and self._random.random() < 0.5:
                face = 0
            if self._debounce(point, self._seen(bad.get(point, face))):
                changed.append(point)
        return changed

    def reading(self, point: int) -> wire.SensorReading:
        """Return the simulated measurement at a point, in ADC counts."""
        face = self._shown(point)
        strength = STRENGTH // 3 if point in self.troubles.weak else STRENGTH - point % 7
        value = MIDDLE + (0, strength, -strength, 0)[face] + self._random.randint(-2, 2)
        noise = min(255, self._random.randint(1, 4) + int(400 * self.troubles.noise))
        return wire.SensorReading(value, MIDDLE, noise)

    def stuck_points(self) -> tuple[int, ...]:
        """Return a flag per point: 1 if its sensor is stuck."""
        return tuple(int(point in self.troubles.stuck) for point in range(len(self.truth)))

    def _shown(self, point: int) -> int:
        """Return the face that the sensor of a point sees."""
        lying = [self.truth[one] for one in self.troubles.wired.get(point, (point,))]
        return self.troubles.stuck.get(point, max(lying, default=0))

    def _seen(self, face: int) -> int:
        return min(face, 1) if self.blind and face != OUT_OF_ORDER else face

    @property
    def _plain(self) -> bool:
        return not (self.troubles.stuck or self.troubles.weak or self.troubles.wired)

    def _worth_a_look(self, bad: Mapping[int, int]) -> list[int]:
        """Return points that may change in this scan; all others stay the same."""
        if not self._plain:
            return list(range(len(self.truth)))
        differing = [p for p, face in enumerate(self.truth) if face != self.states[p]]
        if self.blind:
            differing = [p for p in differing if self._seen(self.truth[p]) != self.states[p]]
        return sorted({*bad, *self._restless, *differing})

    def _debounce(self, point: int, face: int) -> bool:
        """Process one sample of a point; return whether its state has changed."""
        if face == self.states[point]:
            self._restless.pop(point, None)
            return False
        candidate, scans = self._restless.get(point, (face, 0))
        scans = scans + 1 if candidate == face else 1
        self._restless[point] = (face, scans)
        if scans < EQUAL_SCANS:
            return False
        del self._restless[point]
        self.states[point] = face
        return True

    def _bad_samples(self) -> dict[int, int]:
        """Return the bad samples of this scan: points and the faces they show."""
        noise, dice = self.troubles.noise, self._random
        if not noise:
            return {}
        roll = dice.random
        return {at: dice.randrange(3) for at in range(len(self.truth)) if roll() < noise}
