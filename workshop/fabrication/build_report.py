"""`report` judges measurements of a newly built board and the data that the board sends.

The steps are those of "The first board" in BUILD.md. A report is one JSON file that can be
continued; `--check` judges an existing report without a board.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from game.platform import codec
from game.platform.errors import CodedError
from game.platform.i18n import N_, _, format_number
from game.platform.storage import write_json
from game.platform.untrusted import read_json
from hardware.commands.configure import ask_board, wired
from hardware.commands.console import Dialogue, greeted
from hardware.host.board_messages import describe, label_of
from hardware.host.checkup import NOISE_LIMIT, POINTS_PER_REQUEST
from hardware.host.layouts import LayoutError, labels_of
from hardware.host.link import Opener
from hardware.wire import messages as wire
from hardware.wire.fields import MAX_POINTS
from workshop.fabrication.firmware import firmware_numbers

FIRMWARE = firmware_numbers()
SENSOR_MA = {wire.Sensing.SIDE: FIRMWARE["SENSOR_UA"] / 1000, wire.Sensing.OCCUPANCY: 0.1}
# A baseline farther than this many ADC counts from the median means a magnet at the point or a bad
# joint.
FAR = 60
# Minimum share of the computed current; a lower current means that something has no power.
QUIET_SHARE = 0.3
SCAN_US = 12_000
PICO = "rp2040"


@dataclass(frozen=True)
class BoardFacts:
    """Data that a board reports; readings, baselines and noise are in ADC counts for each point."""

    description: str
    number: str
    layout: str
    controller: str
    sensing: int
    sensors: str
    lights: str
    storage_ok: int
    supply_mv: int
    scan_us: int
    lost_bytes: int
    bad_frames: int
    stuck: tuple[int, ...] = field(metadata=codec.rule(count=MAX_POINTS))
    values: tuple[int, ...] = field(metadata=codec.rule(count=MAX_POINTS))
    baselines: tuple[int, ...] = field(metadata=codec.rule(count=MAX_POINTS))
    noise: tuple[int, ...] = field(metadata=codec.rule(count=MAX_POINTS))
    # 1 if the board reports that it is calibrated. Older reports have only the baselines.
    calibrated: int = 0


@dataclass(frozen=True)
class BuildReport:
    """A board, and its builder's measurements so far by the keys of the steps."""

    board: BoardFacts
    measured: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """A quantity to measure, and its allowed range."""

    key: str
    words: str
    unit: str
    least: float
    most: float

    def verdict(self, value: float) -> tuple[bool, str]:
        """Return whether a value is within its range, and a line of text about it."""
        good = self.least <= value <= self.most
        words = _("{step}: {value} {unit}, expected {least} to {most}")
        least, most = (format_number(one, "g") for one in (self.least, self.most))
        shown = words.format(
            step=_(self.words),
            value=format_number(value, "g"),
            unit=self.unit,
            least=least,
            most=most,
        )
        return good, shown


def steps(board: BoardFacts) -> list[Step]:
    """Return the measurements made by hand, in order."""
    pico = board.controller.startswith(PICO)
    points = len(board.values)
    drawn = SENSOR_MA[wire.Sensing(board.sensing)] + FIRMWARE["IDLE_UA"] / 1000
    full = FIRMWARE["CONTROLLER_MA"] + points * drawn
    controller = (4.6, 5.25) if pico else (4.1, 5.25)
    found = [
        Step("short", N_("before anything was plugged in, 5 V against GND"), "Ω", 100, 1e8),
        Step("controller", N_("5 V of the controller, lights dark"), "V", *controller),
        Step("logic", N_("supply of the multiplexers"), "V", *((3.1, 3.5) if pico else controller)),
        Step("lights", N_("5 V at the last light"), "V", controller[0] - 0.2, 5.25),
        Step(
            "dark",
            N_("current of the USB plug, lights dark"),
            "mA",
            round(QUIET_SHARE * full),
            round(full),
        ),
        Step(
            "lit",
            N_("current of the USB plug, all lights on"),
            "mA",
            round(QUIET_SHARE * full),
            FIRMWARE["SUPPLY_MA"],
        ),
    ]
    if board.sensing == wire.Sensing.SIDE:
        found.append(Step("output", N_("output of a DRV5053 without a magnet"), "V", 0.9, 1.15))
    return found


def told(board: BoardFacts) -> Iterator[tuple[bool, str]]:
    """Yield verdicts on the data that the board reports."""
    labels = labels_of(board.layout, len(board.values))
    if board.supply_mv:
        yield Step("", N_("supply"), "mV", 4100, 5300).verdict(board.supply_mv)
    yield Step("", N_("a scan"), "µs", 100, SCAN_US).verdict(board.scan_us)
    yield Step("", N_("bytes lost and packets damaged"), "", 0, 0).verdict(
        board.lost_bytes + board.bad_frames
    )
    yield board.storage_ok == 1, _("settings: kept") if board.storage_ok else _("settings: lost")
    usual = median(board.baselines)
    learned = any(one != FIRMWARE["DEFAULT_BASELINE"] for one in board.baselines)
    calibrated = board.calibrated == 1 or learned
    yield calibrated, _("calibrated") if calibrated else _("not calibrated yet")
    for number, (value, baseline, noise) in enumerate(
        zip(board.values, board.baselines, board.noise)
    ):
        far = abs(baseline - usual) > FAR or abs(value - baseline) > FIRMWARE["DEFAULT_PRESS"]
        if number in board.stuck or (
            board.sensing == wire.Sensing.SIDE and (far or noise > NOISE_LIMIT)
        ):
            words = _(
                "{point}: reads {value}, baseline {baseline}, noise {noise}: stuck or far off"
            )
            point = label_of(number, labels)
            yield False, words.format(point=point, value=value, baseline=baseline, noise=noise)


def report(
    target: str,
    path: Path,
    checked: Path | None = None,
    ask: Callable[[str], str] = input,
    opener: Opener | None = None,
) -> int:
    """Ask for missing measurements, store each answer immediately, and judge the whole report.

    Raises LayoutError if the file is no report or another board's report, and OSError.
    """
    if checked is not None:
        return judged(read_report(checked))
    before = read_report(path) if path.exists() else None
    found = greeted(target, opener)
    if found is None:
        return 1
    dialogue, welcome = found
    try:
        facts = _facts(dialogue, welcome)
    finally:
        dialogue.port.close()
    if facts is None:
        print(_("The board did not answer."))
        return 1
    if before is not None and before.board.number != facts.number:
        words = _("{file}: this report is of board {number}")
        raise LayoutError(words.format(file=path, number=before.board.number))
    made = BuildReport(facts, before.measured if before else {})
    print(facts.description)
    write_json(path, codec.write(made))
    for step in steps(facts):
        value = None if step.key in made.measured else _measured(step, ask)
        if value is not None:
            made.measured[step.key] = value
            write_json(path, codec.write(made))
    return judged(made)


def read_report(path: Path) -> BuildReport:
    """Return a report. Raises LayoutError if the file is no report, and OSError."""
    try:
        found = codec.read(BuildReport, read_json(path))
        lengths = {
            len(one) for one in (found.board.values, found.board.baselines, found.board.noise)
        }
        if len(lengths) > 1 or lengths == {0} or found.board.sensing not in SENSOR_MA:
            raise codec.FieldError(sorted(lengths), "a value, baseline and noise for each point")
    except CodedError as error:
        words = _("{file} is no report of a board: {reason}")
        raise LayoutError(words.format(file=path, reason=error)) from None
    return found


def judged(made: BuildReport) -> int:
    """Print a verdict for each value; return 0 if all values exist and are good."""
    verdicts = list(told(made.board))
    missing = 0
    for step in steps(made.board):
        if step.key in made.measured:
            verdicts.append(step.verdict(made.measured[step.key]))
        else:
            missing += 1
    for good, words in verdicts:
        print(
            _("good: {verdict}").format(verdict=words)
            if good
            else _("LOOK: {verdict}").format(verdict=words)
        )
    if missing:
        print(_("{count} values are still to be measured.").format(count=missing))
    return 0 if not missing and all(good for good, _words in verdicts) else 1


def _measured(step: Step, ask: Callable[[str], str]) -> float | None:
    """Ask until a valid number is entered; return None if it is to be measured later."""
    words = _("{step}, in {unit} (Enter: later): ").format(step=_(step.words), unit=step.unit)
    while text := ask(words).strip():
        try:
            value = float(text.removesuffix(step.unit).strip().replace(",", "."))
        except ValueError:
            value = math.nan
        if 0 <= value <= 1e9:
            return value
        print(_("{text} found, a number in {unit} expected").format(text=text[:20], unit=step.unit))
    return None


def _facts(dialogue: Dialogue, welcome: wire.Welcome) -> BoardFacts | None:
    """Ask the board for all its data; return None if it does not answer."""
    health = ask_board(dialogue, wire.SelfTest(), wire.Health)
    readings: list[wire.SensorReading] = []
    while len(readings) < welcome.points:
        count = min(POINTS_PER_REQUEST, welcome.points - len(readings))
        part = ask_board(dialogue, wire.GetReadings(len(readings), count), wire.Readings)
        if not isinstance(part, wire.Readings) or not part.readings:
            return None
        readings += part.readings
    if not isinstance(health, wire.Health):
        return None
    return BoardFacts(
        describe(welcome),
        f"{welcome.board_id:08x}",
        welcome.layout,
        welcome.controller,
        welcome.sensing,
        wired(dialogue, wire.WiringLine.SENSORS, welcome.points),
        wired(dialogue, wire.WiringLine.LIGHTS, welcome.points),
        health.storage_ok,
        health.supply_mv,
        health.scan_us,
        health.lost_bytes,
        health.bad_frames,
        health.stuck_points,
        tuple(one.value for one in readings),
        tuple(one.baseline for one in readings),
        tuple(one.noise for one in readings),
        int(bool(welcome.features & wire.Feature.CALIBRATED)),
    )
