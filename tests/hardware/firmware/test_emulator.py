"""In an emulator, the ELF file that is flashed answers its sensors and its host correctly."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from hardware.wire.codec import Undecodable, encode
from hardware.wire.messages import (
    BoardState,
    Button,
    Calibrate,
    Calibration,
    CalibrationResult,
    CalibrationStep,
    Error,
    ErrorCode,
    Feature,
    GetReadings,
    GetState,
    GetWiring,
    Health,
    Hello,
    Lights,
    Ping,
    PointChanged,
    Readings,
    SelfTest,
    Sensing,
    SetName,
    SetWiring,
    Welcome,
    Wiring,
    WiringLine,
)
from tests.hardware.firmware_bench import both, both_slowly, needs_bench, needs_pico, welcomed
from tests.hardware.wire.golden import BAD, FRAMES
from tools.rig.emulator.emulator import (
    EMPTY,
    ONE,
    TWO,
    Emulator,
)
from tools.rig.emulator.host import BOOT_MS, LockstepHost, MessageKind

pytestmark = needs_bench


def next_of(host: LockstepHost, kind: type[MessageKind], ms: int) -> MessageKind:
    """Let time pass until a message of this kind comes, and return it."""
    item = host.wait_for(lambda item: isinstance(item, kind), ms)
    assert isinstance(item, kind)
    return item


@both
def test_boot_says_welcome_unasked_and_hello_is_answered(mcu: str) -> None:
    with Emulator(mcu=mcu) as board:
        host = LockstepHost(board)
        board.set_point(40, TWO)
        (boot,) = host.run(BOOT_MS)
        assert isinstance(boot, Welcome)
        assert boot.reply_to == 0
        assert host.run(1300) == []  # after a HELLO, a state would come every second
        welcome = host.ask_for(Welcome, Hello())
        assert (welcome.points, welcome.layout, welcome.sensing) == (81, "decagon-81", Sensing.SIDE)
        assert welcome.controller == mcu
        assert welcome.boot == 1
        assert not welcome.features & Feature.CALIBRATED
        state = next_of(host, BoardState, 50)
        assert state.states == tuple(TWO if point == 40 else EMPTY for point in range(81))
        assert host.events() == []  # a piece that was there at the start causes no event


@both
def test_event_comes_within_the_debounce_time(mcu: str) -> None:
    with welcomed(mcu=mcu) as (board, host):
        latencies = []
        for round_ in range(20):
            host.run(37 + round_)  # out of step with the scans
            begun = board.ms
            board.set_point(round_, ONE)
            event = next_of(host, PointChanged, 200)
            assert (event.point, event.state) == (round_, ONE)
            latencies.append(board.ms - begun)
        assert min(latencies) > 20
        assert max(latencies) < 60


@both_slowly
def test_touches_come_in_the_order_of_the_hand(mcu: str) -> None:
    with welcomed(mcu=mcu) as (board, host):
        steps = [(5, ONE), (9, TWO), (5, EMPTY), (9, ONE), (80, TWO), (0, TWO), (80, EMPTY)]
        for point, face in steps:
            board.set_point(point, face)
            host.run(60)
        assert host.events() == steps


@both_slowly
def test_whole_state_every_second_and_on_request(mcu: str) -> None:
    with welcomed(mcu=mcu) as (board, host):
        board.set_points([(0, 1, 2)[point % 3] for point in range(81)])
        host.run(200)
        before = len(host.heard)
        host.run(6_000)
        states = [one for one in host.heard[before:] if isinstance(one, BoardState)]
        assert len(states) == 6
        gaps = [later.ms - earlier.ms for earlier, later in pairwise(states)]
        assert all(990 <= gap <= 1010 for gap in gaps)
        asked = host.ask_for(BoardState, GetState())
        assert asked.states == states[-1].states == tuple((0, 1, 2)[p % 3] for p in range(81))
        numbers = [one.sequence for one in host.heard if not isinstance(one, Undecodable)]
        assert all((b - a) & 0xFF == 1 for a, b in pairwise(numbers))


@pytest.mark.parametrize(
    ("mcu", "seconds"),
    [
        ("atmega328p", 8),
        pytest.param("atmega328p", 30, marks=pytest.mark.slow),
        pytest.param("rp2040", 30, marks=[needs_pico, pytest.mark.slow]),
    ],
)
def test_noise_and_one_percent_bad_readings_invent_nothing(mcu: str, seconds: int) -> None:
    with welcomed(mcu=mcu) as (board, host):
        board.set_points([(0, 1, 2)[point % 3] for point in range(81)])
        host.run(500)
        before = len(host.events())
        board.noise(millivolts=60, bad_percent=1.0, seed=3)
        host.run(1000 * seconds)
        assert host.events()[before:] == []
        board.set_point(3, TWO)
        host.run(200)
        assert host.events()[before:] == [(3, TWO)]


@both
def test_calibration_is_learned_and_survives_reset_and_power_cut(mcu: str) -> None:
    with welcomed(mcu=mcu, seed=5) as (board, host):
        done = host.ask_for(Calibration, Calibrate(CalibrationStep.EMPTY), 6000)
        assert done.result == CalibrationResult.OK
        assert done.bad_points == ()
        board.set_point(7, TWO)  # the owner calls this side "one"
        host.run(100)
        one = host.ask_for(Calibration, Calibrate(CalibrationStep.FACE_ONE, 7), 2000)
        assert one.result == CalibrationResult.OK
        assert one.signal < -120
        board.set_point(7, ONE)
        host.run(100)
        two = host.ask_for(Calibration, Calibrate(CalibrationStep.FACE_TWO, 7), 2000)
        assert (two.result, two.press, two.release) == (
            CalibrationResult.OK,
            one.press,
            one.release,
        )
        readings = host.ask_for(Readings, GetReadings(0, 12)).readings
        for again in ((board.reset,), (board.unplug, board.plug)):
            for step in again:
                step()
            host.greet()
            assert host.last(Welcome).features & Feature.CALIBRATED
            assert host.last(BoardState).states[7] == TWO  # swapped by the calibration
            assert host.ask_for(Readings, GetReadings(0, 12)).readings == readings
        forgotten = host.ask_for(Calibration, Calibrate(CalibrationStep.FORGET), 6000)
        assert (forgotten.press, forgotten.release) == (30, 18)


@both_slowly
def test_calibration_names_noisy_and_weak_points(mcu: str) -> None:
    with welcomed(mcu=mcu) as (board, host):
        board.set_millivolts(12, 5000)
        done = host.ask_for(Calibration, Calibrate(CalibrationStep.EMPTY), 6000)
        assert (done.result, done.bad_points) == (CalibrationResult.NOISY, (12,))
        nothing = host.ask_for(Calibration, Calibrate(CalibrationStep.FACE_ONE, 3), 2000)
        assert (nothing.result, nothing.press) == (CalibrationResult.WEAK, 30)
        board.set_point(3, ONE)
        host.run(100)
        assert (
            host.ask_for(Calibration, Calibrate(CalibrationStep.FACE_ONE, 3)).result
            == CalibrationResult.OK
        )
        same = host.ask_for(Calibration, Calibrate(CalibrationStep.FACE_TWO, 3))
        assert same.result == CalibrationResult.SAME_SIDE


def test_storing_takes_its_time_and_disturbs_nothing() -> None:
    """The EEPROM takes 3.4 ms for each byte, as its data sheet says."""
    with Emulator() as board:
        board.slow_memory()
        host = LockstepHost(board)
        boot = next_of(host, Welcome, 2500)  # the board's first boot ever
        assert boot.boot == 1
        begun = board.ms
        host.greet(boot_ms=0)
        board.set_point(5, ONE)
        host.ask(SetName(128, "test", "first"), 2000)
        host.ask(SetWiring(WiringLine.SENSORS, 64, tuple(range(127, 63, -1))), 2000)
        board.set_point(5, EMPTY)
        host.run(100)
        calibration = host.send(Calibrate(CalibrationStep.EMPTY))
        for _ in range(8):
            asked = board.ms
            host.order(Ping())
            assert board.ms - asked < 60
        host.run(300)  # everything is measured, but little is stored yet
        board.set_point(60, TWO)
        done = next_of(host, Calibration, 5000)
        assert done.reply_to == calibration
        assert host.events()[-1] == (60, TWO)
        assert board.ms - begun > 1000  # storing has taken time
        before = host.ask_for(Readings, GetReadings(100, 12)).readings
        board.reset()
        host.greet()
        assert host.ask_for(Readings, GetReadings(100, 12)).readings == before
        assert board.stats().crashes == 0
        assert host.last(Welcome).boot == 2


@both_slowly
def test_a_second_calibration_meanwhile_is_told_to_wait(mcu: str) -> None:
    with welcomed(mcu=mcu) as (_board, host):
        first = host.send(Calibrate(CalibrationStep.EMPTY))
        refused = host.ask_for(Error, Calibrate(CalibrationStep.EMPTY))
        assert (refused.code, refused.detail) == (ErrorCode.BUSY, Calibrate.type)
        answer = next_of(host, Calibration, 6000)
        assert answer.reply_to == first


@both_slowly
def test_slow_drift_is_followed_and_a_weak_magnet_is_not(mcu: str) -> None:
    with welcomed(mcu=mcu) as (board, host):
        host.ask_for(Calibration, Calibrate(CalibrationStep.EMPTY), 6000)
        rest = board.rest.copy()
        for step in range(5):  # 50 mV in total, as from a sagging supply or a warmer room
            for channel in range(81):
                board.set_millivolts(channel, rest[channel] + 10 * step)
            host.run(2200)
        reading = host.ask_for(Readings, GetReadings(0, 1)).readings[0]
        assert abs(reading.value - reading.baseline) <= 3
        board.set_millivolts(0, rest[0] + 40 + 100)  # 20 counts, the weakest magnet
        host.run(5_000)
        weak = host.ask_for(Readings, GetReadings(0, 1)).readings[0]
        assert weak.value - weak.baseline > 15
        assert host.events() == []


@both
def test_a_cut_wire_is_in_the_state_and_in_the_self_test_but_no_event(mcu: str) -> None:
    with welcomed(mcu=mcu) as (board, host):
        board.set_millivolts(9, 0)
        host.run(1500)
        assert host.last(BoardState).states[9] == 3
        health = host.ask_for(Health, SelfTest())
        assert health.stuck_points == (9,)
        assert health.free_ram > 250
        assert 4900 < health.supply_mv < 5100
        assert health.lost_bytes == 0
        board.set_point(9, ONE)
        host.run(200)
        assert host.events() == [(9, ONE)]


@both
def test_button(mcu: str) -> None:
    with welcomed(mcu=mcu) as (board, host):
        board.button(True)
        host.run(100)
        board.button(False)
        host.run(100)
        presses = [one.pressed for one in host.heard if isinstance(one, Button)]
        assert presses == [1, 0]


@both
def test_other_boards_names_and_wirings(mcu: str) -> None:
    with welcomed(mcu=mcu) as (board, host):
        host.order(SetName(127, "hexagon-7", "Tür 2"), 3000)
        host.order(SetWiring(WiringLine.SENSORS, 0, tuple(range(63, -1, -1))), 3000)
        assert host.ask_for(Wiring, GetWiring(WiringLine.SENSORS)).places[:3] == (63, 62, 61)
        assert host.ask_for(Wiring, GetWiring(WiringLine.LIGHTS, 120)).places == tuple(
            range(120, 127)
        )
        board.set_point(63, TWO)
        host.run(100)
        assert host.events()[-1] == (0, TWO)
        board.unplug()
        board.plug()
        host.greet()
        welcome = host.last(Welcome)
        assert (welcome.points, welcome.layout, welcome.name) == (127, "hexagon-7", "Tür 2")
        assert welcome.boot == 2
        assert len(host.last(BoardState).states) == 127
        assert host.last(BoardState).states[0] == TWO


@both_slowly
def test_two_boards_have_two_numbers(mcu: str) -> None:
    with welcomed(mcu=mcu, seed=1) as (_, one), welcomed(mcu=mcu, seed=2) as (_, other):
        assert one.last(Welcome).board_id != other.last(Welcome).board_id


@both_slowly
def test_a_newer_major_version_is_refused_and_a_newer_minor_is_not(mcu: str) -> None:
    with Emulator(mcu=mcu) as board:
        host = LockstepHost(board)
        host.run(BOOT_MS)
        refused = host.ask_for(Error, Hello(major=2))
        assert (refused.code, refused.detail) == (ErrorCode.VERSION, 1)
        host.run(2000)
        assert not any(isinstance(one, BoardState) for one in host.heard)
        assert host.ask_for(Welcome, Hello(minor=9)).major == 1


@both_slowly
def test_unknown_and_malformed_commands_are_answered_once(mcu: str) -> None:
    with welcomed(mcu=mcu) as (board, host):
        board.send(bytes.fromhex("09"))  # noise before the frame
        for name, code, detail in (
            ("unknown_type_to_board", ErrorCode.UNKNOWN_TYPE, 0x1E),
            ("lights_cut", ErrorCode.BAD_PAYLOAD, 0x04),
            ("lights_too_many", ErrorCode.BAD_PAYLOAD, 0x04),
            ("calibrate_step_9", ErrorCode.BAD_PAYLOAD, 0x06),
            ("set_name_too_long", ErrorCode.BAD_PAYLOAD, 0x09),
        ):
            before = len(host.heard)
            board.send(b"\0" + wire(name))
            host.run(50)
            errors = [one for one in host.heard[before:] if isinstance(one, Error)]
            asked = [one for one in errors if one.reply_to]
            assert [(one.code, one.detail) for one in asked] == [(code, detail)]


@both
def test_golden_commands_are_answered(mcu: str) -> None:
    with welcomed(mcu=mcu) as (board, host):
        for frame in FRAMES:
            if frame["direction"] == "to board":
                board.send(bytes.fromhex(frame["hex"]))
                number = frame["sequence"]
                host.wait_for(lambda item: getattr(item, "reply_to", 0) == number, 6000)  # noqa: B023


def wire(name: str) -> bytes:
    return bytes.fromhex(next(frame["hex"] for frame in BAD if frame["name"] == name))


@both_slowly
def test_a_damaged_frame_is_reported_within_a_second(mcu: str) -> None:
    with welcomed(mcu=mcu) as (board, host):
        board.send(wire("checksum_wrong"))
        host.run(1100)
        error = host.last(Error)
        assert (error.reply_to, error.code, error.detail) == (0, ErrorCode.BAD_FRAMES, 1)


@both_slowly
def test_a_hundred_thousand_random_bytes_and_then_hello(mcu: str) -> None:
    with welcomed(mcu=mcu) as (board, host):
        dice = random.Random(4)
        for _ in range(50):
            board.send(dice.randbytes(1200) + mutated(dice, 800))
            board.run(180)
        board.send(b"\0")
        host.run(500)
        host.end_text()
        assert host.ask_for(Welcome, Hello()).points == 81
        host.order(Ping())


def mutated(dice: random.Random, size: int) -> bytes:
    """Yield golden frames with one or two bytes changed in each."""
    out = bytearray()
    while len(out) < size:
        wire = bytearray.fromhex(dice.choice(FRAMES)["hex"])
        for _ in range(dice.randint(1, 2)):
            wire[dice.randrange(len(wire) - 1)] ^= dice.randint(1, 255)
        out += wire
    return bytes(out)


@both_slowly
def test_two_commands_in_flight_with_lights_going_lose_nothing(mcu: str) -> None:
    from hardware.wire.messages import Ack

    with welcomed(mcu=mcu) as (board, host):
        host.order(SetName(128, "test", ""), 3000)
        dice = random.Random(6)
        for _ in range(100):
            codes = tuple(dice.randrange(16) for _ in range(128))
            first, second = host.send(Lights(255, codes)), host.send(Lights(40, codes))
            wanted = {first, second}
            while wanted:
                answer = next_of(host, Ack, 400)
                wanted.remove(answer.reply_to)
        assert host.ask_for(Health, SelfTest()).lost_bytes == 0
        assert not any(isinstance(one, Error) for one in host.heard)
        assert board.stats().overruns == 0


@both_slowly
def test_twenty_resets_lose_nothing(mcu: str) -> None:
    with welcomed(mcu=mcu) as (board, host):
        faces = [0] * 81
        dice = random.Random(7)
        for round_ in range(20):
            for point in dice.sample(range(81), 3):
                faces[point] = dice.randrange(3)
                board.set_point(point, faces[point])
            board.run(dice.randrange(100))
            board.reset()
            host.greet(boot_ms=100)
            assert host.last(Welcome).boot == round_ + 2
            assert list(host.last(BoardState).states) == faces


@both
def test_the_watchdog_restarts_a_board_that_hangs(mcu: str) -> None:
    with welcomed(mcu=mcu) as (board, host):
        board.set_point(11, TWO)
        host.run(200)
        board.jam()
        host.run(900)
        hung = len(host.heard)
        host.run(1500)
        boot = next(one for one in host.heard[hung:] if isinstance(one, Welcome))
        assert (boot.reply_to, boot.boot) == (0, 2)
        host.greet(boot_ms=0)
        assert host.last(BoardState).states[11] == TWO
        host.run(3000)  # during which the fault must not return
        assert host.last(BoardState).boot == 2


@both_slowly
def test_the_same_commands_give_the_same_bytes(mcu: str) -> None:
    def session() -> bytes:
        with Emulator(mcu=mcu, seed=9) as board:
            said = board.run(BOOT_MS)
            board.noise(50, 1.0, 11)
            board.send(encode(Hello(), 1))
            board.set_point(3, ONE)
            return said + board.run(2500)

    assert session() == session()


@both_slowly
def test_text_mode_beside_frames(mcu: str) -> None:
    with welcomed(mcu=mcu) as (board, host):
        board.set_point(2, TWO)
        host.run(100)
        host.end_text()
        board.send(b"?\r\nv\r\ns\r\nr\r\nt\r\nx\r\n")
        text = board.run(1500).decode("latin-1")
        assert "? this help" in text
        assert "layout decagon-81" in text
        assert "..2......" in text
        assert "unknown; ? lists the letters" in text
        assert "scan us" in text
        assert board.run(2500) == b""  # no frames disturb a person who reads
        board.send(b"\0" + encode(Hello(), 1))
        assert isinstance(host.run(100)[0], Welcome)


@both_slowly
def test_text_mode_before_any_host_has_spoken(mcu: str) -> None:
    with Emulator(mcu=mcu) as board:
        board.run(BOOT_MS)
        board.send(b"v\r\n")
        assert b"protocol 1.2 firmware" in board.run(500)


@both
def test_occupancy_board(mcu: str) -> None:
    with welcomed(mcu=mcu, sensing="occupancy") as (board, host):
        assert host.last(Welcome).sensing == Sensing.OCCUPANCY
        board.set_point(4, TWO)
        host.run(100)
        board.set_point(4, EMPTY)
        host.run(100)
        assert host.events() == [(4, ONE), (4, EMPTY)]
        refused = host.ask_for(Error, Calibrate(CalibrationStep.EMPTY))
        assert refused.code == ErrorCode.NOT_POSSIBLE


def test_the_larger_controller() -> None:
    with welcomed(mcu="atmega2560") as (board, host):
        board.set_point(80, TWO)
        host.run(100)
        assert host.events() == [(80, TWO)]


@both_slowly
def test_a_scan_of_128_points_takes_less_than_15_ms(mcu: str) -> None:
    with welcomed(mcu=mcu) as (board, host):
        host.order(SetName(128, "test", ""), 3000)
        board.stats()
        host.run(60)
        assert host.ask_for(Health, SelfTest()).scan_us < 15_000
        assert board.stats().scan_cycles < 15 * 16_000


def test_a_board_with_a_readable_track_is_one_with_more_points() -> None:
    options = {"LAYOUT": "decagon-81+track", "POINTS": "105"}
    with welcomed(options=options) as (board, host):
        welcome = host.last(Welcome)
        assert (welcome.points, welcome.layout) == (105, "decagon-81+track")
        for place in (81, 104):  # black-1, green-12
            board.set_point(place, ONE)
            host.run(100)
            assert host.events()[-1] == (place, ONE)
            codes = tuple(int(number == place) for number in range(105))
            host.order(Lights(255, codes))
            host.run(50)
            assert [number for number, light in enumerate(board.lights()) if any(light)] == [place]
        states = host.ask_for(BoardState, GetState()).states
        assert states[81:] == (ONE, *(EMPTY,) * 22, ONE)
