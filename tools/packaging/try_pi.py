"""Tries the script for a Raspberry Pi in roots of Debian, with the programs that read its files.

    python -m tools.packaging.try_pi build/packages/debian [--root FOLDER] [--nspawn PROGRAM]

apt installs the packages in a root that resembles Raspberry Pi OS Lite in everything that the
script changes.  The script installs what is missing and runs twice with every option, as `screen`
and as `board`.  systemd, NetworkManager, sudo, findmnt and the kiosk then read its files.  After
that systemd-nspawn starts the root.  The cabinet draws on a headless screen of cage, once with a
read-only card; the box of a board waits for its board, and its user switches it off.  At the end
`undo` reverts everything, and every path of the root is compared.

Needs root's rights, mmdebstrap, nsenter and a network. Without `systemd-nspawn` (--nspawn names
another program) nothing is started, and the output says so. Packages for arm64 need binfmt_misc
with qemu-user-static. Takes minutes, so CI does not run it. The exit code is 1 if anything is
wrong.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools.packaging.drive import NotSoError, check, until

SUITE = "bookworm"
OF_THE_SYSTEM = (
    *("systemd-sysv", "init", "udev", "dbus", "libpam-systemd", "systemd-timesyncd"),
    *("fake-hwclock", "network-manager", "kmod", "sudo"),
)
# Files of the first partition and of the settings, as on a Pi with a newly written card.
CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=4e639091-02 rootwait quiet\n"
FILES = {
    "boot/firmware/cmdline.txt": CMDLINE,
    "boot/firmware/config.txt": "dtparam=audio=on\n[cm4]\notg_mode=1\n\n[all]\n",
    "etc/fstab": "PARTUUID=4e639091-02 / ext4 defaults,noatime 0 1\n",
    "var/lib/systemd/rfkill/platform-fe300000.mmcnr:wlan": "1\n",
    "var/lib/NetworkManager/NetworkManager.state": "[main]\nWirelessEnabled=false\n",
}
SCRIPT = "/usr/share/less-is-more/kiosk/less-is-more-pi"
HOTSPOT = ("--hotspot", "Club hall", "less is more", "--country", "DE")
OPTIONS = (*HOTSPOT, "--clock", "ds3231", "--read-only")
KIOSK, BOARD = "less-is-more-kiosk.service", "less-is-more-board.service"
# A container has no console and no graphics chip, so cage uses a headless screen.
UNSEEN = """[Service]
StandardInput=null
TTYPath=
TTYReset=no
TTYVHangup=no
TTYVTDisallocate=no
UtmpIdentifier=
Environment=WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1
Environment=SDL_AUDIODRIVER=dummy
"""
# Paths that `undo` may leave behind: the user with its games, as the guide explains, and files of
# the clock with an old time.
LEFT = {
    **dict.fromkeys(
        (
            f"/etc/{name}{old}"
            for name in ("passwd", "group", "shadow", "gshadow")
            for old in ("", "-")
        ),
        "the user cabinet",
    ),
    "/home/cabinet": "the user cabinet",
    "/etc/fake-hwclock.data": "an old hour",
    "/var/lib/systemd/timesync/clock": "an old hour",
}
# Lists of packages, downloads of apt, logs, and files that change when accounts are read.
NOT_COMPARED = ("/var/lib/apt", "/var/cache", "/var/log", "/var/lib/dpkg", "/etc/.pwd.lock")
COMPARED = ("boot", "etc", "home", "opt", "root", "srv", "usr", "var")
PATIENCE_S = 600.0


class Root:
    """A root of Debian, in which commands run by chroot."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def says(self, *words: str, code: int = 0) -> str:
        """Return what a command prints. Raises NotSoError for any other exit code than `code`."""
        done = subprocess.run(
            ["chroot", self.folder, *words],
            env={
                "PATH": "/usr/sbin:/usr/bin:/sbin:/bin:/usr/games",
                "HOME": "/root",
                "LANG": "C.UTF-8",
                "DEBIAN_FRONTEND": "noninteractive",
                "SYSTEMD_OFFLINE": "1",
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        if done.returncode != code:
            raise NotSoError(f"{words}: exit code {done.returncode}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def text(self, path: str) -> str:
        return (self.folder / path).read_text(encoding="utf-8")

    def packages(self) -> set[str]:
        return {*self.says("dpkg-query", "-W", "-f", "${Package}\n").split()}

    def paths(self) -> dict[str, str]:
        """Return mode, owner and content of every path that is compared."""
        found: dict[str, str] = {}
        for top in COMPARED:
            for path in (self.folder / top).rglob("*"):
                name = f"/{path.relative_to(self.folder).as_posix()}"
                if name.startswith(NOT_COMPARED):
                    continue
                about = path.lstat()
                content = "folder"
                if path.is_symlink():
                    content = os.readlink(path)
                elif path.is_file():
                    content = hashlib.sha256(path.read_bytes()).hexdigest()
                found[name] = f"{about.st_mode:o} {about.st_uid}:{about.st_gid} {content}"
        return found


@contextlib.contextmanager
def mounted(root: Root) -> Iterator[None]:
    """Mount /proc and an empty /run in a root, as programs expect."""
    with contextlib.ExitStack() as stack:
        for kind, place in (("proc", "proc"), ("tmpfs", "run")):
            subprocess.run(["mount", "-t", kind, kind, root.folder / place], check=True)
            unmount = ["umount", "--lazy", str(root.folder / place)]
            stack.callback(subprocess.run, unmount, check=False)
        yield


def make_root(folder: Path, packages: Path) -> None:
    """Make a root like a new Pi: the system, and the files that the script changes."""
    architecture = {
        name.stem.rpartition("_")[2] for name in packages.glob("less-is-more-libs_*.deb")
    }
    options = ["--quiet", "--variant=apt", "--skip=check/qemu", f"--arch={architecture.pop()}"]
    include = "--include=" + ",".join(OF_THE_SYSTEM)
    subprocess.run(["mmdebstrap", *options, include, SUITE, folder], check=True)
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def copied(root: Root, folder: Path) -> Root:
    """Return a copy of a root; the script would mistake an overlay for a read-only card."""
    subprocess.run(["cp", "-a", root.folder, folder], check=True)
    return Root(folder)


# -- what is tried ---------------------------------------------------------------------------------


def installed(root: Root, packages: Path) -> None:
    """Install the packages with apt."""
    for package in packages.glob("less-is-more*.deb"):
        shutil.copy(package, root.folder / "tmp")
    names = [f"/tmp/{package.name}" for package in packages.glob("less-is-more*.deb")]
    with mounted(root):
        root.says("apt-get", "update", "-qq")
        root.says("apt-get", "install", "-y", "-qq", "--no-install-recommends", *names)
        machine = root.says("uname", "-m").strip()
        check(True, f"apt installs {root.says('less-is-more', '--version').strip()} on {machine}")


def installs_what_is_missing(root: Root, spare: Path) -> list[str]:
    """Run the script in a copy of the root, and return the packages that the script installs.

    The files that apt has downloaded are copied back to the root.
    """
    other = copied(root, spare)
    before = root.packages()
    with mounted(other):
        other.says(SCRIPT, "screen", *OPTIONS)
        other.says(SCRIPT, "board", *HOTSPOT)
        new = sorted(other.packages() - before)
    fetched = "var/cache/apt/archives"
    shutil.copytree(other.folder / fetched, root.folder / fetched, dirs_exist_ok=True)
    shutil.rmtree(spare)
    check({"cage", "xwayland", "overlayroot"} <= {*new}, f"the script installs {len(new)} packages")
    return new


def try_screen(root: Root) -> None:
    """Run the script twice for a screen, and let programs read its files."""
    said = root.says(SCRIPT, "screen", *OPTIONS)
    once = root.paths()
    root.says(SCRIPT, "screen", *OPTIONS)
    check(root.paths() == once, f"run twice it is as after once ({said.count('wrote')} files)")
    target = root.says("systemctl", "get-default").strip()
    enabled = root.says("systemctl", "is-enabled", KIOSK, "systemd-timesyncd.service").split()
    check(target == "graphical.target" and enabled == ["enabled"] * 2, "the cabinet starts alone")
    root.says("systemd-analyze", "verify", "--man=no", f"/etc/systemd/system/{KIOSK}")
    account = root.says("getent", "passwd", "cabinet").strip()
    groups = {*root.says("id", "-Gn", "cabinet").split()}
    check({"video", "render", "input", "audio", "dialout"} <= groups, f"its user is {account}")
    locked = root.says("getent", "shadow", "cabinet").split(":")[1]
    check(locked.startswith("!"), "nobody logs in as that user")
    words = root.text("boot/firmware/cmdline.txt").split()
    ours = {"consoleblank=0", "cfg80211.ieee80211_regdom=DE", "overlayroot=tmpfs:recurse=0"}
    check(ours <= {*words} and [*CMDLINE.split()] == words[:5], "the console is never blanked")
    first = root.text("boot/firmware/config.txt").splitlines()[0]
    check(first == "dtoverlay=i2c-rtc,ds3231", "a clock module is named before all sections")
    hours = ("etc/fake-hwclock.data", "var/lib/systemd/timesync/clock")
    there = [name for name in hours if (root.folder / name).exists()]
    root.says("systemctl", "is-enabled", "fake-hwclock.service", code=1)
    check(not there, "no old hour is kept on a card that is not written")
    told = root.says("findmnt", "--fstab", "--noheadings", "-o", "OPTIONS", "/home/cabinet")
    check("nofail" in told, "games are on a second drive, and a Pi without one starts")
    hook = root.text("usr/share/initramfs-tools/scripts/init-bottom/overlayroot")
    check("recurse" in hook, "the initramfs of overlayroot knows the kernel's word")
    try_hotspot(root)


def try_hotspot(root: Root) -> None:
    """Check the files for the hall's Wi-Fi."""
    place = "etc/NetworkManager/system-connections/less-is-more.nmconnection"
    mode = (root.folder / place).stat().st_mode & 0o777
    check(mode == 0o600, "others cannot read the password of the hall's Wi-Fi")
    rfkill, state = [name for name in FILES if name.startswith("var/")]
    check(
        root.text(rfkill) == "0\n" and "WirelessEnabled=true" in root.text(state),
        "Wi-Fi is switched on",
    )


def try_box(root: Root) -> None:
    """Run the script twice for the box of a board, and let programs read its files."""
    root.says(SCRIPT, "board", *OPTIONS)
    once = root.paths()
    root.says(SCRIPT, "board", *OPTIONS)
    check(root.paths() == once, "the cabinet becomes a box; run twice it is as after once")
    root.says("systemctl", "is-enabled", KIOSK, code=1)
    enabled = root.says("systemctl", "is-enabled", BOARD).strip()
    target = root.says("systemctl", "get-default").strip()
    check((enabled, target) == ("enabled", "multi-user.target"), "the box starts alone")
    root.says("visudo", "-cf", "/etc/sudoers.d/less-is-more")
    command = root.text(f"etc/systemd/system/{BOARD}.d/pi.conf")
    check("--broadcast wlan0" in command, "the page for phones is served in the hall's Wi-Fi")


def try_undo(root: Root, before: dict[str, str]) -> None:
    """Undo everything, and compare every path. Raises NotSoError."""
    root.says(SCRIPT, "undo")
    after = root.paths()
    other = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    if strange := sorted(other - LEFT.keys()):
        raise NotSoError(f"undo leaves {', '.join(strange)}")
    check(True, f"undo leaves what may stay, and nothing else: {', '.join(sorted(other))}")


# -- what is started -------------------------------------------------------------------------------


class Started:
    """A root that systemd-nspawn has started."""

    def __init__(self, process: subprocess.Popen[bytes], log: Path) -> None:
        self.process, self.log = process, log
        until(lambda: bool(self._children()), "systemd starts", PATIENCE_S)

    @property
    def leader(self) -> str:
        """Return the pid of the root's first process, or of the process that is about to start it.

        Raises NotSoError if the system has ended.
        """
        if not self._children():
            raise NotSoError("the system has ended")
        return self._children()[-1]

    def _children(self) -> list[str]:
        process = self.process.pid
        return Path(f"/proc/{process}/task/{process}/children").read_text("utf-8").split()

    def runs(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command within the started system."""
        enter = ["nsenter", "-t", self.leader, "-m", "-u", "-i", "-n", "-p", "-r", "-w"]
        known = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin:/usr/games", "LANG": "C.UTF-8"}
        return subprocess.run(
            [*enter, *words],
            env=known,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    def active(self, unit: str) -> bool:
        return self.runs("systemctl", "is-active", unit).stdout.strip() == "active"

    def text(self, path: str) -> str:
        with contextlib.suppress(OSError):
            return Path(f"/proc/{self.leader}/root/{path}").read_text("utf-8")
        return ""

    def journal(self, unit: str) -> str:
        return self.runs("journalctl", "--no-pager", "-n", "40", "-u", unit).stdout


@contextlib.contextmanager
def started(nspawn: str, root: Root, log: Path, *options: str) -> Iterator[Started]:
    """Start the system of a root, and end it when the context is left."""
    drop_in = root.folder / "etc/systemd/system" / f"{KIOSK}.d" / "unseen.conf"
    drop_in.parent.mkdir(exist_ok=True)
    drop_in.write_text(UNSEEN, encoding="utf-8")
    alone = ["--register=no", "--keep-unit", "--private-network", "--console=read-only"]
    command = [nspawn, "--quiet", *alone, *options, "-D", str(root.folder), "--boot"]
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        try:
            yield Started(process, log)
        finally:
            process.terminate()
            process.wait(PATIENCE_S)


def draws(machine: Started) -> bool:
    """Return whether the cabinet runs and its health file counts frames ("..., 123 frames")."""
    found = re.search(r"(\d+) frames", machine.text("run/less-is-more/health"))
    return found is not None and int(found[1]) > 0 and machine.active(KIOSK)


def try_start(nspawn: str, root: Root, spare: Path, what: str, *options: str) -> None:
    """Start a copy of the root, and wait until the program reports to systemd."""
    copy = copied(root, spare)
    unit = KIOSK if what == "screen" else BOARD
    before = copy.paths()
    with started(nspawn, copy, spare.with_suffix(".log"), *options) as machine:
        try:
            if what == "screen":
                took = until(lambda: draws(machine), "the cabinet draws", PATIENCE_S)
            else:
                took = until(lambda: machine.active(unit), "the box waits", PATIENCE_S)
        except NotSoError:
            print(machine.journal(unit), file=sys.stderr)
            raise
        who = machine.runs("systemctl", "show", "-p", "User", "--value", unit).stdout.strip()
        check(who == "cabinet", f"{unit} reports as {who} {took:.0f} s after the start")
        told = machine.runs("nmcli", "-g", "NAME,TYPE", "connection", "show").stdout
        check("less-is-more:802-11-wireless" in told, "NetworkManager has read the hall's Wi-Fi")
        if what == "board":
            machine.runs("runuser", "-u", "cabinet", "--", "sudo", "-n", "systemctl", "poweroff")
            until(lambda: machine.process.poll() is not None, "it is switched off", PATIENCE_S)
            check(True, "its user switches it off")
    if options:
        drop_in = f"/etc/systemd/system/{KIOSK}.d"
        changed = {name for name, _what in copy.paths().items() ^ before.items()}
        changed = {name for name in changed if not name.startswith(drop_in)}
        check(not changed, "a card that is not written is as before")
    shutil.rmtree(spare)


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("packages", type=Path, help="a folder with less-is-more*.deb")
    parser.add_argument("--root", type=Path, help="where the root is kept; made if it is not there")
    parser.add_argument("--nspawn", default="systemd-nspawn", help="the program that starts roots")
    arguments = parser.parse_args(words)
    lacking = [name for name in ("mmdebstrap", "nsenter") if shutil.which(name) is None]
    packages = sorted(arguments.packages.glob("less-is-more*.deb"))
    if lacking or not packages or os.geteuid():
        wrong = ", ".join(lacking) or ("root's rights" if packages else "packages to be tried")
        print(f"missing: {wrong}", file=sys.stderr)
        return 2
    nspawn = shutil.which(arguments.nspawn)
    with tempfile.TemporaryDirectory() as made:
        spare = Path(made, "spare")
        kept = (arguments.root or Path(made, "root")).resolve()
        if not (kept / "usr").exists():
            make_root(kept, arguments.packages)
        try:
            root = copied(Root(kept), Path(made, "pi"))
            installed(root, arguments.packages)
            new = installs_what_is_missing(root, spare)
            with mounted(root):
                root.says("apt-get", "install", "-y", "-qq", "--no-install-recommends", *new)
                before = root.paths()
                try_screen(root)
            if nspawn is not None:
                try_start(nspawn, root, spare, "screen")
                try_start(nspawn, root, spare, "screen", "--volatile=overlay")
            with mounted(root):
                try_box(root)
            if nspawn is not None:
                try_start(nspawn, root, spare, "board")
            with mounted(root):
                try_undo(root, before)
        except NotSoError as error:
            print(f"NOT SO: {error}", file=sys.stderr)
            return 1
    if nspawn is None:
        print(f"  without {arguments.nspawn}: nothing was started")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
