"""The lights are right at the controller's pin, decoded from the emulator's pulses."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hardware.wire.codec import encode
from hardware.wire.messages import (
    Hello,
    Lights,
    Palette,
    PaletteColour,
    Ping,
    SetName,
    SetWiring,
    WiringLine,
)
from hardware.wire.palette import COLOURS, Light
from tests.hardware.firmware_bench import both, both_slowly, needs_bench, welcomed

pytestmark = needs_bench

DARK = (0, 0, 0)
SUPPLY_MA, FIXED_MA, POINT_MA, CHANNEL_MA = 450, 30, 2.5, 20  # as in firmware/core/config.h


def rgb(code: int, brightness: int = 255) -> tuple[int, int, int]:
    colour = COLOURS[code]
    red, green, blue = (
        level * brightness // 255 for level in (colour.red, colour.green, colour.blue)
    )
    return red, green, blue


@both_slowly
def test_all_lights_are_dark_after_the_boot(mcu: str) -> None:
    with welcomed(mcu=mcu) as (board, _host):
        assert board.lights() == [DARK] * 128


@both
def test_codes_become_the_colours_of_the_palette(mcu: str) -> None:
    with welcomed(mcu=mcu) as (board, host):
        codes = (Light.TARGET, Light.OFF, Light.VIA, Light.GOOD, Light.WHITE)
        host.order(Lights(255, codes))
        host.run(10)
        assert board.lights() == [rgb(code) for code in codes] + [DARK] * 123
        host.order(Lights(100, codes[:2]))
        host.run(10)
        assert board.lights() == [rgb(Light.TARGET, 100)] + [DARK] * 127


@both_slowly
def test_a_palette_of_the_hosts_own(mcu: str) -> None:
    with welcomed(mcu=mcu) as (board, host):
        host.order(Palette(3, (PaletteColour(1, 2, 3), PaletteColour(9, 8, 7))))
        host.order(Lights(255, (3, 4)))
        host.run(10)
        assert board.lights()[:2] == [(1, 2, 3), (9, 8, 7)]


@both_slowly
def test_blinking(mcu: str) -> None:
    with welcomed(mcu=mcu) as (board, host):
        host.order(Lights(255, (Light.WRONG, Light.CHOICE_A, Light.CHOICE_B, Light.GOOD)))
        seen = []
        for _ in range(200):  # for two seconds
            host.run(10)
            seen.append([light != DARK for light in board.lights()[:4]])
        fast, slow, counter, steady = zip(*seen)
        assert 90 <= sum(fast) <= 110
        assert 90 <= sum(slow) <= 110
        assert all(one != other for one, other in zip(slow, counter))
        assert all(steady)
        assert sum(a != b for a, b in pairwise(fast)) in (15, 16)
        assert sum(a != b for a, b in pairwise(slow)) in (3, 4)


@both_slowly
def test_dark_after_five_seconds_of_silence(mcu: str) -> None:
    with welcomed(mcu=mcu) as (board, host):
        host.order(Lights(255, (Light.GOOD,)))
        for _ in range(2):
            host.run(3000)
            host.order(Ping())
            assert board.lights()[0] == rgb(Light.GOOD)
        host.run(4800)
        assert board.lights()[0] == rgb(Light.GOOD)
        host.run(400)
        assert board.lights()[0] == DARK
        host.order(Ping())
        host.run(100)
        assert board.lights()[0] == DARK  # the board stays dark until the host sends lights again


@both_slowly
def test_only_valid_commands_keep_the_lights_on(mcu: str) -> None:
    unknown, step_9, version_2 = (
        b"\x0a\x1e\x1e\x6c\x61\x74\x65\x72\x7d\x49\0",
        (b"\x04\x06\x22\x09\x03\xf1\x67\0"),
        encode(Hello(major=2), 3),
    )
    with welcomed(mcu=mcu) as (board, host):
        host.order(Lights(255, (Light.GOOD,)))
        for wire in (unknown, step_9, version_2):
            host.run(1500)
            board.send(wire)
        host.run(300)
        assert board.lights()[0] == rgb(Light.GOOD)
        host.run(400)
        assert board.lights()[0] == DARK


@both_slowly
def test_lights_wired_in_snakes(mcu: str) -> None:
    with welcomed(mcu=mcu) as (board, host):
        host.order(SetWiring(WiringLine.LIGHTS, 0, (3, 2, 1, 0)), 2000)
        host.order(Lights(255, (Light.GOOD,)))
        host.run(10)
        assert [light != DARK for light in board.lights()[:5]] == [False] * 3 + [True, False]


@both_slowly
@pytest.mark.parametrize("points", [36, 81, 127, 128])
def test_the_current_stays_under_the_limit(mcu: str, points: int) -> None:
    with welcomed(mcu=mcu) as (board, host):
        host.order(SetName(points, "test", ""), 3000)
        for colour in (
            PaletteColour(255, 255, 255),
            PaletteColour(255, 0, 0),
            PaletteColour(3, 3, 3),
        ):
            host.order(Palette(1, (colour,)))
            host.order(Lights(255, (1,) * points))
            host.run(10)
            levels = sum(map(sum, board.lights()))
            current = FIXED_MA + points * POINT_MA + levels * CHANNEL_MA / 255
            assert current <= SUPPLY_MA
            assert levels > 0


@both
def test_the_signal_keeps_its_times(mcu: str) -> None:
    with welcomed(mcu=mcu) as (board, host):
        for _ in range(30):
            host.order(Lights(255, (Light.WHITE,) * 81))
        stats = board.stats()
        assert stats.bad_pulses == 0
        assert stats.longest_gap < 6 * 16  # some lights latch after only 9 µs
