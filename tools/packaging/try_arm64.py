"""Tries the Debian packages for arm64 in a root of that architecture, under QEMU, on any Debian.

    python -m tools.packaging.try_arm64 build/packages/debian-arm64 [--root FOLDER]

Needs root's rights, mmdebstrap, qemu-user-static, Xvfb, readelf and a C compiler. Takes eleven
minutes on a busy machine, six of them to make the root, so CI does not run it. With `--root` the
root is kept and made only once. The kernel need not have binfmt_misc: `emulated.c` replaces every
program of the root and starts it with QEMU. The packages are only unpacked; dpkg configures
nothing. The X server and the simulated board run natively, everything that is tried under QEMU. The
exit code is 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from game.platform.paths import ROOT
from tools.packaging.drive import NotSoError, Screen, check, until

SUITE = "bookworm"
QEMU = "qemu-aarch64-static"
LAUNCHER = Path(__file__).with_name("emulated.c")
PROGRAMS = ("usr/bin", "usr/sbin", "usr/games")
ELF, MACHINE_AT, AARCH64 = b"\x7fELF", 18, b"\xb7\x00"
# The cpuinfo of a Raspberry Pi 4. Without it, programs under QEMU read that of this machine.
CPUINFO = "processor\t: 0\nFeatures\t: fp asimd evtstrm crc32 cpuid\n"
MOUNTS = ("dev", "dev/pts", "tmp/.X11-unix")
SETUP = "multiplicity size=3"
LIBRARIES = "usr/lib/less-is-more"
# Only threads of Numba use this library, and the program does not use them.
OPTIONAL = {"libgomp.so.1.0.0"}
PATIENCE_S = 1800.0  # seconds; enough for an emulated processor on a busy machine
HOME = "/root/home"
REAL = ".real"


class Emulated:
    """A folder with an arm64 system; its programs run in a chroot on this machine, under QEMU."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.log = root / "tmp" / "log.txt"

    def environment(self, more: dict[str, str]) -> dict[str, str]:
        return {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin:/usr/games",
            "HOME": "/root",
            "LANG": "C.UTF-8",
            "SDL_AUDIODRIVER": "dummy",
            "LESS_IS_MORE_HOME": HOME,
            **more,
        }

    def says(self, *words: str, asked: str = "", code: int = 0, **environment: str) -> str:
        """Return what a command prints. Raises NotSoError for any other exit code than `code`."""
        done = subprocess.run(
            ["chroot", self.root, *words],
            env=self.environment(environment),
            input=asked,
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE_S,
            check=False,
        )
        if done.returncode != code:
            raise NotSoError(f"{words}: exit code {done.returncode}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    @contextlib.contextmanager
    def running(self, *words: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
        """Start a command, and end it when the context is left; its output goes to the log."""
        with self.log.open("w", encoding="utf-8") as log:
            command: list[str | Path] = ["chroot", self.root, *words]
            process = subprocess.Popen(
                command, env=self.environment(environment), stdout=log, stderr=log, encoding="utf-8"
            )
            try:
                yield process
            except NotSoError:
                print(self.printed()[-3000:], file=sys.stderr)
                raise
            finally:
                process.terminate()
                process.wait(PATIENCE_S)

    def printed(self) -> str:
        return self.log.read_text(encoding="utf-8")


def make_root(root: Path, packages: Sequence[Path]) -> None:
    """Extract the packages' dependencies from Debian's archive, without running any of them."""
    names = {"python3", "python3-venv", "iproute2"}
    for package in packages:
        depends = subprocess.check_output(["dpkg-deb", "-f", package, "Depends"], text=True)
        first = (one.partition("|")[0] for one in depends.split(","))
        names |= {one.partition("(")[0].strip() for one in first}
    wanted = sorted(name for name in names if not name.startswith("less-is-more"))
    options = ["--quiet", "--arch=arm64", "--variant=extract", "--skip=check/qemu"]
    subprocess.run(
        ["mmdebstrap", *options, "--include=" + ",".join(wanted), SUITE, root], check=True
    )


def prepare(root: Path, packages: Sequence[Path]) -> None:
    """Unpack the packages, and replace every program so that QEMU starts it."""
    for package in packages:
        subprocess.run(["dpkg-deb", "-x", package, root], check=True)
    (root / "qemu").unlink(missing_ok=True)
    shutil.copy(str(shutil.which(QEMU)), root / "qemu")
    launcher = root / "launcher"
    subprocess.run(["cc", "-O1", "-static", "-o", launcher, LAUNCHER], check=True)
    for folder in PROGRAMS:
        for path in (root / folder).iterdir():
            if path.is_symlink() or not path.is_file() or path.suffix == REAL:
                continue
            with path.open("rb") as file:
                head = file.read(MACHINE_AT + 2)
            if head.startswith(ELF) and head.endswith(AARCH64):
                path.rename(path.with_name(path.name + REAL))
                os.link(launcher, path)
    launcher.unlink()


@contextlib.contextmanager
def mounted(root: Path) -> Iterator[None]:
    """Mount /proc, devices, the sockets of X servers and a Raspberry Pi's cpuinfo in the root."""
    cpuinfo = root / "cpuinfo"
    cpuinfo.write_text(CPUINFO, encoding="utf-8")
    with contextlib.ExitStack() as stack:

        def mount(place: Path, *words: str | Path) -> None:
            subprocess.run(["mount", *words, place], check=True)
            stack.callback(subprocess.run, ["umount", "--lazy", place], check=False)

        (root / "proc").mkdir(exist_ok=True)
        mount(root / "proc", "-t", "proc", "proc")
        mount(root / "proc/cpuinfo", "--bind", cpuinfo)
        for name in MOUNTS:
            if Path("/", name).exists():
                (root / name).mkdir(parents=True, exist_ok=True)
                mount(root / name, "--bind", Path("/", name))
        yield


# -- what is tried ---------------------------------------------------------------------------------


def try_libraries(root: Path) -> None:
    """Check that the root has every shared library that the files of the packages need.

    The root has only the packages' dependencies. A fuller machine would hide a missing dependency.
    Raises NotSoError.
    """
    files = [path for path in (root / LIBRARIES).rglob("*.so*") if path.is_file()]
    told = subprocess.check_output(["readelf", "-dW", *files], text=True, stderr=subprocess.DEVNULL)
    needed = {*re.findall(r"\(NEEDED\).*\[(.+)\]", told)} - OPTIONAL
    there = {path.name for folder in ("lib", "usr/lib") for path in (root / folder).rglob("*.so*")}
    lacking = sorted(needed - there)
    if lacking:
        raise NotSoError(f"the packages depend on nothing that has {', '.join(lacking)}")
    check(True, f"all {len(needed)} shared libraries that they need are there")


def try_programs(pi: Emulated) -> None:
    """Try the commands, the doctor, and a turn of the compiled engine."""
    from game import __version__

    machine = pi.says("/usr/lib/less-is-more/bin/python3", "-c", "import os; print(os.uname()[4])")
    check(machine.strip() == "aarch64", "Python of the packages runs on aarch64")
    check(__version__ in pi.says("less-is-more", "--version"), f"less-is-more is {__version__}")
    began = time.monotonic()
    asked = f"ugi\nposition setup {SETUP}\ngo nodes 100\nisready\nquit\n"
    told = pi.says("less-is-more-engine", asked=asked)
    (turn,) = re.findall(r"^bestmove (\S+)", told, re.MULTILINE)
    check(True, f"the engine answers {turn} after {time.monotonic() - began:.0f} s under QEMU")
    told = ""

    def compiled() -> bool:
        """Ask the doctor; at first its one-minute limit expires, since nothing is compiled yet."""
        nonlocal told
        told = " ".join(pi.says("less-is-more", "doctor", SDL_VIDEODRIVER="dummy").split())
        return "Multiplicity compiled, and can be loaded" in told

    until(compiled, f"doctor: the engine comes compiled\n{told}", PATIENCE_S)
    check(True, "doctor: the engine comes compiled")
    check("× aarch64" in told, "doctor names the processor")


def try_window(pi: Emulated, folder: Path) -> None:
    """Open the window, and let an engine play in it."""
    running = pi.root / HOME[1:] / "data" / "games" / "running.json"
    with Screen(folder) as screen:
        began = time.monotonic()
        seats = ("--seats", "engine:1,engine:1")
        shown = {"DISPLAY": screen.name, "SDL_VIDEODRIVER": "x11"}
        with pi.running("less-is-more", "play", *SETUP.split(), *seats, **shown):
            until(screen.lively, "a picture is seen", PATIENCE_S)
            took = time.monotonic() - began
            check(True, f"the window opens after {took:.0f} s under QEMU")
            until(running.exists, "an engine has played", PATIENCE_S)
            took = time.monotonic() - began
            check(True, f"an engine has played in the window after {took:.0f} s under QEMU")


@contextlib.contextmanager
def simulated_board() -> Iterator[str]:
    """Yield the pseudo terminal of a simulated board that runs natively."""
    command = [sys.executable, "main.py", "board", "simulate", "--headless", "--game", SETUP]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as board:
        assert board.stdout is not None
        try:
            yield board.stdout.readline().strip()
        finally:
            board.terminate()


def try_board(pi: Emulated) -> None:
    """Try a sensor board on a pseudo terminal, and the service without a screen until SIGTERM."""
    with simulated_board() as port:
        told = pi.says("less-is-more-board", "monitor", port, "--seconds", "3")
        check("hexagon-3" in told, f"a sensor board at {port} answers: {told.splitlines()[0]}")
        seats = ("--seats", "board,engine:1")
        words = ("play", *SETUP.split(), *seats, "--headless", "--board", port)
        with pi.running("less-is-more", *words) as service:
            until(lambda: "is connected" in pi.printed(), "the board is connected", PATIENCE_S)
            service.terminate()
            code = service.wait(PATIENCE_S)
            check(code == 0, "the service without a screen finds the board, and SIGTERM ends it")


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("packages", type=Path, help="a folder with less-is-more*.deb of arm64")
    parser.add_argument("--root", type=Path, help="where the root is kept; made if it is not there")
    arguments = parser.parse_args(words)
    lacking = [
        name for name in (QEMU, "mmdebstrap", "Xvfb", "cc", "readelf") if shutil.which(name) is None
    ]
    packages = sorted(arguments.packages.glob("less-is-more*.deb"))
    if lacking or not packages or os.geteuid():
        wrong = ", ".join(lacking) or ("root's rights" if packages else "packages to be tried")
        print(f"missing: {wrong}", file=sys.stderr)
        return 2
    # Files that the program writes in this process must not reach the user's folder either.
    with tempfile.TemporaryDirectory() as made:
        os.environ |= {"LESS_IS_MORE_HOME": f"{made}/own", "SDL_VIDEODRIVER": "dummy"}
        root = (arguments.root or Path(made, "root")).resolve()
        if not (root / "usr").exists():
            make_root(root, packages)
        prepare(root, packages)
        try:
            with mounted(root):
                pi = Emulated(root)
                try_libraries(root)
                try_programs(pi)
                try_board(pi)
                try_window(pi, Path(made))
        except NotSoError as error:
            print(f"NOT SO: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
