"""On paper and screen, the doctor reports all that support needs, whatever is broken."""

from __future__ import annotations

import datetime
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from game.engine.compile import cache
from game.platform import wall_clock
from game.platform.paths import ROOT
from game.platform.settings import settings_path
from game.rules.registry import GAMES
from game.screen import doctor
from game.screen.doctor import Finding, as_text, report
from game.screen.menus.cards import DoctorScene
from game.screen.menus.settings import SettingsScene
from game.screen.ui.pygame_compat import edition
from hardware.host import neighbours, ports
from hardware.host.neighbours import Neighbour
from hardware.host.ports import FoundPort
from tests.screen.screens import copies, form_of, make_app, press, texts
from tests.support.waiting import PATIENCE

real_ports = ports.ports
EXPECTED = ("Less is More", "Python", edition(), "SDL", "settings.json", "/dev/ttyUSB7")


def found(name: str) -> Finding:
    return next(one for part in report() for one in part.findings if one.name == name)


@pytest.fixture(autouse=True)
def one_port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = [FoundPort("/dev/ttyUSB7", "USB2.0-Serial CH340", True)]
    monkeypatch.setattr(ports, "ports", lambda: there)


def test_the_report_has_all_that_support_asks_for() -> None:
    text = as_text(report())
    assert [words for words in EXPECTED if words not in text] == []
    assert [part.title for part in report()] == [
        *("Program", "Folders", "Display", "Sound", "Sensor boards", "Engine")
    ]


def test_a_board_that_may_not_be_used_is_told_with_the_cure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = tmp_path / "ttyUSB0"
    port.touch()
    monkeypatch.setattr(ports, "ports", lambda: [FoundPort(str(port), "CH340", True)])
    assert not found(str(port)).trouble
    monkeypatch.setattr(os, "access", lambda path, _mode: str(path) != str(port))
    told = found(str(port))
    assert told.trouble
    assert "dialout" in told.value


def test_what_stands_in_the_way_of_a_board_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")  # so that no compiled code is loaded
    way = Neighbour("ModemManager", "To have boards left alone: sudo true")
    monkeypatch.setattr(neighbours, "neighbours", lambda: [way])
    assert found("ModemManager") == Finding("ModemManager", way.words, trouble=True)
    app = make_app(DoctorScene())
    assert isinstance(app.scene, DoctorScene)
    assert way.words in as_text(app.scene.parts)
    app.close()


def test_folders_that_cannot_be_written_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    told = found("Games")
    assert told.trouble
    assert told.value.endswith("it cannot be written")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "damaged: the next start sets it aside"),
        ('{"version": 99}', "a newer version of the program wrote it"),
    ],
)
def test_broken_settings_are_told_and_left_as_they_are(text: str, words: str) -> None:
    settings_path().write_text(text, encoding="utf-8")
    told = found("settings.json")
    assert (told.trouble, told.value) == (True, words)
    assert settings_path().read_text(encoding="utf-8") == text


def test_a_list_of_ports_that_fails_leaves_all_else(monkeypatch: pytest.MonkeyPatch) -> None:
    def comports() -> Iterator[ListPortInfo]:
        yield ListPortInfo("COM1")
        raise OSError(-1073741822, "exception: not implemented")

    monkeypatch.setattr(ports, "ports", real_ports)
    monkeypatch.setattr(list_ports, "comports", comports)
    told = found("Ports")
    assert told.trouble
    assert "not implemented" in told.value
    assert found("Python")
    assert found("Engine")


def test_a_clock_before_the_release_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Date and time" not in [one.name for part in report() for one in part.findings]
    monkeypatch.setattr(wall_clock, "RELEASED", datetime.date.today() + datetime.timedelta(days=1))
    assert found("Date and time").trouble
    assert "before this program was made" in found("Date and time").value


def test_a_system_without_any_list_of_ports_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hardware.host.ports", None)  # makes importing it fail
    assert "ModuleNotFoundError" in found("Ports").value


@pytest.mark.parametrize("name", [name for _title, asks in doctor.PARTS for name, _ask in asks])
def test_whatever_fails_says_so_in_its_own_line(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Iterator[Finding]:
        raise RuntimeError("no bus")

    def asks(those: tuple[tuple[str, doctor.Ask], ...]) -> tuple[tuple[str, doctor.Ask], ...]:
        return tuple((one, broken if one == name else ask) for one, ask in those)

    whole = sum(len(part.findings) for part in report())
    monkeypatch.setattr(doctor, "PARTS", tuple((t, asks(those)) for t, those in doctor.PARTS))
    told = [one for part in report() for one in part.findings]
    assert Finding(name, "RuntimeError: no bus", True) in told
    assert len(told) > whole - 4, "all else is there"


def test_the_command_works_without_display_sound_or_folders(tmp_path: Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.touch()
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_AUDIODRIVER")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    environment["LESS_IS_MORE_PLAIN"] = "1"  # so that no compiled code is loaded
    done = subprocess.run(
        [sys.executable, str(ROOT / "main.py"), "doctor"],
        env={**environment, "LESS_IS_MORE_HOME": str(nowhere), "LANGUAGE": "en", "LC_ALL": "C"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == 1
    assert "! Settings" in done.stdout
    assert "it does not exist" in done.stdout
    assert edition() in done.stdout


def test_an_output_that_is_full_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no device that is always full")
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")
    command = [sys.executable, str(ROOT / "main.py"), "doctor"]
    with full.open("w") as out:
        done = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1] == "main.py: the disk is full"


def test_an_engine_that_plays_uncompiled_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")
    told = found("Engine")
    assert told.trouble
    assert told.value == "LESS_IS_MORE_PLAIN is set: the engine plays uncompiled, and weaker"
    assert doctor.examined() == {}


def test_compiled_code_is_loaded_to_be_sure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba", reason="Numba is not installed here: nothing to compile")
    monkeypatch.setenv(cache.KERNELS_VARIABLE, str(tmp_path))
    code = cache.kernel_cache() / "mcts.promote_libra-1.py399.1.nbc"
    cache.make_own(code.parent)
    code.write_bytes(b"no code")
    cache.write_stamp("libra")
    lines: list[str] = []
    seen = doctor.examined(told=lines.append)
    assert lines == [f"{key} {state}" for key, state in seen.items()]
    assert seen == {game.key: "missing" for game in GAMES} | {"libra": "damaged"}
    assert not code.exists(), "it is compiled again at the next game"
    parts = report(seen)
    assert Finding("Libra", doctor.STATES["damaged"], True) in parts[-1].findings
    assert Finding("Less", "to be compiled at its first game") in parts[-1].findings


def test_it_is_in_the_window_and_can_be_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")  # so that no compiled code is loaded
    app = make_app(SettingsScene())
    form_of(app.scene).focus("doctor")
    press(app, "accept")
    assert isinstance(app.scene, DoctorScene)
    assert any("ttyUSB7" in text for text in texts(app))
    copied = copies(app)
    press(app, "copy")
    assert copied == [as_text(app.scene.parts)]
    press(app, "cancel")
    assert isinstance(app.scene, SettingsScene)
