"""The kernel's files show what may keep a board from the program; each cause has a remedy."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from game.cli import main
from game.platform.desktop import FILES, RULES
from hardware.host import neighbours as looked_at
from hardware.host.neighbours import System, neighbours
from hardware.host.ports import USB_VENDORS


class Machine:
    """Folders with the files of the kernel and of udev."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in ("sys/bus/usb/devices", "proc", "dev", "rules"):
            (root / name).mkdir(parents=True)
        self.system = System(root / "sys", root / "proc", root / "dev", (root / "rules",))

    def plug(self, ids: str, port: str = "", name: str = "") -> None:
        folder = self.root / "sys/bus/usb/devices" / f"1-{len(os.listdir(self.root / 'dev')) + 1}"
        inside = folder / "1-1:1.0"
        inside.mkdir(parents=True)
        for file, text in zip(("idVendor", "idProduct", "product"), (*ids.split(":"), name)):
            (folder / file).write_text(f"{text}\n")
        if port:
            (inside / port if port.startswith("ttyUSB") else inside / "tty" / port).mkdir(
                parents=True
            )
            (self.root / "dev" / port).touch()

    def run(self, name: str) -> None:
        (self.root / "proc" / "4711").mkdir(exist_ok=True)
        (self.root / "proc" / "4711" / "comm").write_text(f"{name}\n")

    def found(self) -> list[tuple[str, str]]:
        return [(one.about, one.words) for one in neighbours(self.system)]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.parametrize("port", ["ttyUSB0", "ttyACM3"])
def test_a_board_that_can_be_used_is_no_finding(machine: Machine, port: str) -> None:
    machine.plug("1a86:7523", port)
    machine.plug("046d:c077", name="a mouse")
    machine.run("bash")
    assert machine.found() == []


@pytest.mark.parametrize("installed", [False, True])
def test_brltty_that_takes_a_chip_is_named(machine: Machine, installed: bool) -> None:
    machine.plug("1a86:7523", name="USB Serial")
    if installed:
        (machine.root / "rules" / "85-brltty.rules").write_text("# rules\n")
    else:
        machine.run("brltty")
    [(about, words)] = machine.found()
    assert about == "USB Serial 1a86:7523"
    assert "sudo apt remove brltty" in words


def test_a_rule_that_somebody_has_emptied_is_not_blamed(machine: Machine) -> None:
    machine.plug("1a86:7523")
    (machine.root / "rules" / "85-brltty.rules").touch()
    [(about, words)] = machine.found()
    assert about == "CH340 1a86:7523"
    assert "no driver" in words


def test_brltty_beside_a_board_with_a_port_is_none_of_our_business(machine: Machine) -> None:
    machine.plug("1a86:7523", "ttyUSB0")
    machine.run("brltty")
    assert machine.found() == []


def test_modem_manager_is_named_until_our_rule_is_there(machine: Machine) -> None:
    machine.run("ModemManager")
    assert machine.found() == []  # without a board, the other program disturbs nobody
    machine.plug("2341:0043", "ttyACM0")
    [(about, words)] = machine.found()
    assert about == "ModemManager"
    assert f"sudo cp {FILES / RULES} /etc/udev/rules.d/" in words
    (machine.root / "rules" / RULES).touch()
    assert machine.found() == []


def test_our_rule_lets_all_known_chips_pass() -> None:
    rule = (FILES / RULES).read_text("utf-8")
    for vendor in USB_VENDORS:
        [line] = [one for one in rule.splitlines() if f'"{vendor:04x}"' in one]
        assert 'TAG+="uaccess"' in line
        assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in line


def test_a_pico_without_firmware_is_told_how_it_gets_one(machine: Machine) -> None:
    machine.plug("2e8a:0003", name="RP2 Boot")
    [(about, words)] = machine.found()
    assert about == "RP2 Boot 2e8a:0003"
    assert "board flash" in words


def test_a_port_that_one_may_not_use_names_its_group(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.plug("0403:6001", "ttyUSB0")
    monkeypatch.setattr(os, "access", lambda *_: False)
    [(about, words)] = machine.found()
    assert about.endswith("ttyUSB0")
    assert "sudo usermod -a -G dialout $USER" in words


def test_the_command_says_what_it_found(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(looked_at, "System", lambda: machine.system)
    monkeypatch.setattr("sys.platform", "linux")
    assert main(["board", "doctor"]) == 0
    assert "Nothing is in the way" in capsys.readouterr().out
    machine.plug("2e8a:0003")
    assert main(["board", "doctor"]) == 1
    assert "2e8a:0003: A Pico waits" in capsys.readouterr().out
