"""The organiser's options are read: hours, keys, a file's section [kiosk], the command line."""

from __future__ import annotations

import datetime
from pathlib import Path

import pygame
import pytest

from game import cli
from game.kiosk.exit_sequence import KEY_PAUSE_S, ExitSequence
from game.kiosk.options import (
    NAMED,
    OPTIONS,
    SECTION,
    KioskError,
    Spans,
    config_path,
    next_time,
    percents,
    read_kiosk,
    spans,
)
from game.platform.paths import ROOT


def at(clock: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(f"2026-03-01T{clock}:00")


def test_volume_by_the_hour_goes_on_over_midnight() -> None:
    steps = percents("22:00=0 09:00=80 18:30=40")
    hours = ("08:59", "09:00", "18:29", "18:30", "21:59", "22:00", "00:00")
    assert [steps.at(at(hour), 100) for hour in hours] == [0, 80, 80, 40, 40, 0, 0]
    assert percents("").at(at("12:00"), 100) == 100


def test_spans_reach_over_midnight() -> None:
    night = spans("23:00-08:30 12:00-13:00")
    hours = ("22:59", "23:00", "00:00", "08:29", "08:30", "12:30", "13:00")
    assert [night.hold(at(hour)) for hour in hours] == [False, True, True, True, False, True, False]
    assert not Spans().hold(at("00:00"))


def test_the_next_time_is_today_or_tomorrow() -> None:
    assert next_time(4 * 60 + 30, at("04:29")) == at("04:30")
    assert next_time(4 * 60 + 30, at("04:30")) == at("04:30") + datetime.timedelta(days=1)


def test_keys_that_may_be_named_exist() -> None:
    pygame.display.init()
    for name in NAMED:
        assert pygame.key.name(pygame.key.key_code(name)) == name


def test_a_lock_opens_for_its_keys_in_order_without_long_pauses() -> None:
    lock = ExitSequence(("escape", "q", "q"))
    assert [lock.press(key, 0) for key in ("q", "escape", "q", "q")] == [False, False, False, True]
    assert not any(lock.press(key, now) for key, now in (("escape", 5), ("q", 5.5)))
    assert not lock.press("q", 5.6 + KEY_PAUSE_S)
    assert not any(ExitSequence(()).press(key, 0) for key in ("escape", "q"))


def test_the_command_line_goes_before_the_file_and_the_file_before_the_defaults() -> None:
    config_path().write_text(
        f"[{SECTION}]\nidle = 60  # seconds\nleave = o p e n\nlight = yes\n", encoding="utf-8"
    )
    kiosk = read_kiosk({"idle": "never"})
    assert (kiosk.idle, kiosk.leave, kiosk.light) == (0, ("o", "p", "e", "n"), True)
    assert kiosk.restart == 4 * 60 + 30


def test_without_a_file_everything_has_a_default() -> None:
    kiosk = read_kiosk({})
    assert (kiosk.idle, kiosk.blank, kiosk.health) == (90, 0, "")
    assert kiosk.leave == ("escape", "q", "u", "i", "t")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (f"[{SECTION}]\nidle = soon", "idle: 'soon' found, expected a whole number"),
        (f"[{SECTION}]\nidle = 123456", "idle: '123456' found, expected at most 5 digits"),
        (f"[{SECTION}]\nidle =", "idle: '' found, expected a whole number"),
        (f"[{SECTION}]\nleave = nokey", "leave: 'nokey' found, expected one character"),
        (f"[{SECTION}]\nleave =", "leave: nothing found, expected keys, or never"),
        (f"[{SECTION}]\nrestart = 25:00", "restart: '25:00' found, expected a time"),
        (f"[{SECTION}]\nvolume = 09:00=loud", "volume: '09:00=loud' found"),
        (f"[{SECTION}]\ndark = 23:00", "dark: '' found, expected a time"),
        (f"[{SECTION}]\nlight = perhaps", "light: 'perhaps' found, expected yes or no"),
        (f"[{SECTION}]\naquarium = 1", "aquarium found, expected one of leave, idle"),
        ("[cabinet]", "has no section"),
        ("idle = 3", "no section headers"),
        ("\x00\xff", "kiosk.ini"),
    ],
)
def test_mistakes_are_named(text: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "kiosk.ini"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(KioskError, match=complaint):
        read_kiosk({}, str(path))


def test_a_mistake_on_the_command_line_is_one_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main(["demo", "--kiosk", "--idle", "soon"]) == 2
    assert "idle: 'soon' found" in capsys.readouterr().err
    assert cli.main(["demo", "--kiosk", "--config", "/no/such/file"]) == 2
    assert "there is no such file" in capsys.readouterr().err
    assert cli.main(["demo", "--kiosk", "--board", "carrier://pigeon"]) == 2
    assert "board: carrier://pigeon" in capsys.readouterr().err
    assert cli.main(["demo", "--idle", "60"]) == 2
    assert "--idle is of a kiosk" in capsys.readouterr().err


def test_the_guide_has_every_option_with_its_default() -> None:
    guide = (ROOT / "docs" / "guide" / "kiosk.md").read_text(encoding="utf-8")
    for option in OPTIONS:
        default = f"`{option.default}`" if option.default else ""
        assert f"| `{option.name}` | {default}" in guide
