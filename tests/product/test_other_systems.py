"""Known behaviour of Windows and macOS is handled; the tests simulate these systems."""

from __future__ import annotations

import errno
import fcntl
import locale
import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import pytest
import serial
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from game.platform import i18n, storage
from game.platform.paths import ROOT
from game.screen.app import window
from game.table.match import Match
from game.table.record_files import save_match
from game.table.spec import two_people
from hardware.host import link, ports
from tools.match import workers
from tools.match.workers import ArenaJob, over_cores, play_job

FORBIDDEN = set('<>:"/\\|?*')  # characters not allowed in file names on Windows


# -- files -----------------------------------------------------------------------------------------


class Scanner:
    """A simulated virus scanner that keeps a file open, so that it cannot be replaced."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, looks: int) -> None:
        self.looks, self.real = looks, os.replace
        monkeypatch.setattr(os, "replace", self.replace)
        monkeypatch.setattr(storage, "RENAME_RETRY_DELAYS_S", (0.0,) * 5)

    def replace(self, old: Path, new: Path) -> None:
        if self.looks:
            self.looks -= 1
            raise PermissionError(errno.EACCES, "Access is denied", str(new))
        self.real(old, new)


def test_a_file_that_is_open_for_a_moment_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    Scanner(monkeypatch, looks=3)
    storage.write_text(tmp_path / "kept.json", "new")
    assert (tmp_path / "kept.json").read_text() == "new"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_file_that_stays_open_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    (tmp_path / "kept.json").write_text("old")
    Scanner(monkeypatch, looks=99)
    with pytest.raises(PermissionError):
        storage.write_text(tmp_path / "kept.json", "new")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]


def test_elsewhere_a_refusal_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scanner = Scanner(monkeypatch, looks=2)
    with pytest.raises(PermissionError):
        storage.write_text(tmp_path / "kept.json", "new")
    assert scanner.looks == 1


def test_on_macos_the_disk_itself_keeps_what_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", lambda _handle, what: asked.append(what))
    storage.write_text(tmp_path / "kept.json", "new")
    assert asked == [51]


def test_names_of_files_are_allowed_everywhere(home: Path) -> None:
    save_match(Match(two_people("libra size=5 mode=bid")), "2026-11-22T08:07:17+01:00")
    kept = [path.name for path in home.rglob("*")]
    folders = ("assets", "docs", "game", "hardware", "tests")
    shipped = [str(path) for folder in folders for path in (ROOT / folder).rglob("*")]
    assert any("2026" in name for name in kept)
    assert [name for name in kept if set(name) & FORBIDDEN or name.endswith((".", " "))] == []
    assert [name for name in shipped if set(Path(name).name) & FORBIDDEN] == []
    assert len({name.lower() for name in shipped}) == len(shipped)


# -- processes -------------------------------------------------------------------------------------


def test_work_over_cores_does_not_need_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    spawning = partial(ProcessPoolExecutor, mp_context=multiprocessing.get_context("spawn"))
    monkeypatch.setattr(workers, "ProcessPoolExecutor", spawning)
    job = ArenaJob(1, "multiplicity size=3", "random", "random", 0, None, 1, seed=3)
    with over_cores(play_job, 2) as run:
        assert [done.number for done, _played in run([job])] == [1]


# -- words and screens -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "preferred", "found"),
    [
        ("German_Germany", (), "de"),  # a name in Windows' style
        ("French_Switzerland", (), "fr"),
        ("Polish_Poland", (), "en"),
        (None, ("fr", "en"), "fr"),  # from the Finder, no environment variable is set
        ("en_US", ("pl", "de"), "de"),
    ],
)
def test_the_language_of_the_system(
    told: str | None,
    preferred: tuple[str, ...],
    found: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(locale, "getlocale", lambda: (told, "1252"))
    i18n.set_preferred_languages(preferred)
    try:
        assert i18n.system_language() == found
    finally:
        i18n.set_preferred_languages(())


def test_windows_is_asked_for_real_pixels() -> None:
    assert window.TITLE
    assert os.environ["SDL_WINDOWS_DPI_AWARENESS"] == "permonitorv2"


# -- serial ports ----------------------------------------------------------------------------------


def test_com_ports_are_named_and_ordered_as_people_count(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["COM10", "COM2", "COM1", "/dev/cu.usbserial-110"]
    monkeypatch.setattr(list_ports, "comports", lambda: [ListPortInfo(name) for name in names])
    found = [one.port for one in ports.ports()]
    assert found == ["/dev/cu.usbserial-110", "COM1", "COM2", "COM10"]


def test_a_port_above_com9_is_opened_by_its_plain_name(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(serial, "serial_for_url", lambda name, **_options: opened.append(name))
    link.open_serial("COM12")  # pyserial prefixes it with \\.\
    assert opened == ["COM12"]


def test_a_port_that_windows_refuses_is_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    words = "could not open port 'COM12': PermissionError(13, 'Access is denied.', None, 5)"
    error = serial.SerialException(words)
    assert "dialout" in ports.explain_error("COM12", error)
    monkeypatch.setattr(sys, "platform", "win32")
    assert "in use by another program" in ports.explain_error("COM12", error)
