"""The script that turns a Raspberry Pi into a cabinet works on the root folder of an image."""

from __future__ import annotations

import shlex
import stat
import subprocess
from pathlib import Path

import pytest

from game import cli
from game.kiosk.options import read_kiosk
from game.platform.paths import ROOT
from tests.support.tools import needs

SCRIPT = ROOT / "tools" / "packaging" / "kiosk" / "less-is-more-pi"
CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=1-02 rootwait consoleblank=600\n"
FSTAB = "PARTUUID=1-02 / ext4 defaults,noatime 0 1\n"
CONFIG = "dtparam=audio=on\n[cm4]\notg_mode=1\n"
GROUPS = ("root", "video", "render", "input", "audio", "dialout")
HOTSPOT = ("--hotspot", "Club hall", "less is more", "--country", "DE")
UNITS = Path("etc/systemd/system")
CONNECTION = Path("etc/NetworkManager/system-connections/less-is-more.nmconnection")


@pytest.fixture
def image(tmp_path: Path) -> Path:
    """Return a root folder with those files of Raspberry Pi OS that the script changes."""
    files = {
        "boot/firmware/cmdline.txt": CMDLINE,
        "boot/firmware/config.txt": CONFIG,
        "etc/fstab": FSTAB,
        "etc/passwd": "root:x:0:0:root:/root:/bin/bash\n",
        "etc/group": "".join(f"{name}:x:{number}:\n" for number, name in enumerate(GROUPS)),
        "var/lib/systemd/rfkill/platform-1:wlan": "1\n",
        "var/lib/systemd/timesync/clock": "",
        "var/lib/NetworkManager/NetworkManager.state": "[main]\nWirelessEnabled=false\n",
        "lib/systemd/system/systemd-timesyncd.service": "[Install]\nWantedBy=sysinit.target\n",
        "etc/systemd/system/getty.target.wants/getty@tty1.service": "",
        "lib/systemd/system/graphical.target": "[Unit]\n",
        "lib/systemd/system/multi-user.target": "[Unit]\n",
    }
    for name, text in files.items():
        path = tmp_path / "image" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "image"


def run(image: Path, *words: str) -> subprocess.CompletedProcess[str]:
    image_only = ("--root", str(image), "--no-packages")
    command = ["sh", str(SCRIPT), words[0], *image_only, *words[1:]]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def made(image: Path, *words: str) -> dict[str, str]:
    """Run the script and return the files of the image by name."""
    done = run(image, *words)
    assert (done.returncode, done.stderr) == (0, "")
    return contents(image)


def contents(image: Path) -> dict[str, str]:
    paths = (path for path in image.rglob("*") if path.is_file())
    return {path.relative_to(image).as_posix(): path.read_text("utf-8") for path in paths}


def names(image: Path) -> set[str]:
    """Return all paths of the image: files, links and folders."""
    return {path.relative_to(image).as_posix() for path in image.rglob("*")}


def kernel_words(files: dict[str, str]) -> list[str]:
    (line,) = files["boot/firmware/cmdline.txt"].splitlines()
    return line.split()


@needs("systemd")
def test_a_cabinet_starts_by_itself_as_its_own_user(image: Path) -> None:
    files = made(image, "screen")
    assert (image / UNITS / "graphical.target.wants" / "less-is-more-kiosk.service").is_symlink()
    assert (image / UNITS / "default.target").readlink().name == "graphical.target"
    assert any(line.startswith("cabinet:") for line in files["etc/passwd"].splitlines())
    members = [line for line in files["etc/group"].splitlines() if line.endswith(":cabinet")]
    assert [line.partition(":")[0] for line in members] == [*GROUPS[1:]]
    assert read_kiosk({}, str(image / "etc/less-is-more/kiosk.ini")).idle == 90
    words = kernel_words(files)
    assert "consoleblank=0" in words
    assert "consoleblank=600" not in words
    assert words[:4] == CMDLINE.split()[:4]


@needs("systemd")
@pytest.mark.parametrize("options", [(), ("--read-only", "--clock", "ds3231", *HOTSPOT)])
def test_it_may_be_run_again(options: tuple[str, ...], image: Path) -> None:
    once = made(image, "screen", *options)
    (image / "etc/less-is-more/kiosk.ini").write_text("[kiosk]\nidle = 60\n", encoding="utf-8")
    # A value that somebody has chosen stays.
    once["etc/less-is-more/kiosk.ini"] = "[kiosk]\nidle = 60\n"
    assert made(image, "screen", *options) == once


@needs("systemd")
@pytest.mark.parametrize("what", ["screen", "board"])
def test_all_of_it_can_be_taken_back(what: str, image: Path) -> None:
    before, there = contents(image), names(image)
    made(image, "board" if what == "screen" else "screen", "--country", "FR")
    made(image, what, "--read-only", "--clock", "ds3231", *HOTSPOT)
    after = made(image, "undo")
    # The user stays; the clock file, deleted by --read-only, is not restored.
    changed = {name for name in before if after.get(name) != before[name]}
    assert changed == {"etc/passwd", "etc/group", "var/lib/systemd/timesync/clock"}
    of_users = {"etc/.pwd.lock", "etc/shadow", "etc/gshadow", "etc/passwd-", "etc/group-"}
    assert names(image) - there - of_users == {"home", "home/cabinet"}
    again = run(image, "undo")
    assert (again.returncode, contents(image)) == (2, after)
    assert "nothing is to be undone" in again.stderr


@needs("systemd")
def test_what_somebody_else_has_made_or_chosen_stays(image: Path) -> None:
    target = image / UNITS / "default.target"
    target.symlink_to("/lib/systemd/system/multi-user.target")
    made(image, "screen")
    made(image, "board")
    options = image / "etc/less-is-more/kiosk.ini"
    options.write_text("[kiosk]\nidle = 60\n", encoding="utf-8")
    own = image / UNITS / "less-is-more-board.service.d" / "own.conf"
    own.write_text("[Service]\nNice=5\n", encoding="utf-8")
    made(image, "undo")
    assert target.readlink() == Path("/lib/systemd/system/multi-user.target")
    assert "idle = 60" in options.read_text("utf-8")
    assert "Nice=5" in own.read_text("utf-8")


@needs("systemd")
def test_a_last_line_without_an_end_does_not_grow(image: Path) -> None:
    (image / "etc/fstab").write_text(FSTAB.rstrip("\n"), encoding="utf-8")
    files = made(image, "board", "--read-only")
    assert files["etc/fstab"].startswith(FSTAB + "LABEL=LESS-DATA ")


@needs("systemd")
def test_a_cabinet_that_becomes_a_box_starts_one_of_them(image: Path) -> None:
    made(image, "screen")
    made(image, "board")
    started = [path.name for path in image.rglob("*.wants/less-is-more-*.service")]
    assert started == ["less-is-more-board.service"]
    assert (image / UNITS / "default.target").readlink().name == "multi-user.target"


@needs("systemd")
def test_the_computer_in_a_box_calls_what_there_is(image: Path) -> None:
    files = made(image, "board", *HOTSPOT)
    assert (image / UNITS / "multi-user.target.wants" / "less-is-more-board.service").is_symlink()
    drop_in = files[f"{UNITS}/less-is-more-board.service.d/pi.conf"].splitlines()
    _empty, command = [line for line in drop_in if line.startswith("ExecStart=")]
    arguments = cli.parser().parse_args(shlex.split(command.partition("=")[2])[2:])
    assert (arguments.headless, arguments.board, arguments.broadcast) == (True, "auto", "wlan0")
    allowed = files["etc/sudoers.d/less-is-more"]
    assert allowed.endswith(f"/usr/bin/{arguments.power_off.removeprefix('sudo ')}\n")
    assert stat.S_IMODE((image / "etc/sudoers.d/less-is-more").stat().st_mode) == 0o440


@needs("systemd")
def test_the_hall_gets_a_wifi_whose_password_others_cannot_read(image: Path) -> None:
    files = made(image, "screen", *HOTSPOT)
    lines = files[CONNECTION.as_posix()].splitlines()
    assert {"mode=ap", "ssid=Club hall", "psk=less is more", "method=shared"} <= {*lines}
    assert stat.S_IMODE((image / CONNECTION).stat().st_mode) == 0o600
    assert files["var/lib/systemd/rfkill/platform-1:wlan"] == "0\n"
    assert "cfg80211.ieee80211_regdom=DE" in kernel_words(files)


@needs("systemd")
def test_a_card_that_is_never_written_keeps_no_old_hour(image: Path) -> None:
    files = made(image, "board", "--read-only", "--clock", "ds3231")
    assert "overlayroot=tmpfs:recurse=0" in kernel_words(files)
    assert "var/lib/systemd/timesync/clock" not in files
    assert files["etc/fstab"].startswith(FSTAB + "LABEL=LESS-DATA /home/cabinet ext4 ")
    # The line comes before all sections, since a section may be for another Pi.
    assert files["boot/firmware/config.txt"] == "dtoverlay=i2c-rtc,ds3231\n" + CONFIG


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("screen", "--hotspot", "Hall", "short", "--country", "DE"), "8 to 63"),
        (("screen", "--hotspot", "Hall", "long enough"), "wants --country"),
        (("screen", "--hotspot", "Hall"), "wants a name and a password"),
        (("screen", "--hotspot", "A;B", "long enough", "--country", "DE"), "semicolons"),
        (("screen", "--hotspot", "Hall", "long enough ", "--country", "DE"), "spaces at an end"),
        (("screen", "--country", "Germany"), "two capitals"),
        (("board", "--clock", "ds 1"), "a chip"),
        (("board", "--power"), "--power found"),
        (("board", "--country"), "--country wants a value"),
        (("board", "--root", ""), "--root wants a value"),
        (("undo",), "nothing is to be undone"),
        (("cabinet",), "usage:"),
    ],
)
def test_what_it_cannot_do_is_said_before_anything_is_done(
    words: tuple[str, ...], said: str, image: Path
) -> None:
    before = contents(image)
    done = run(image, *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert contents(image) == before
