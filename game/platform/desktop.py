"""Integration into a Linux desktop: menu entry, icon, file types and manual for one user.

`desktop install` copies the files of assets/desktop and assets/icons to the folders of the XDG
specifications; `desktop remove` removes exactly those files.  A distribution's package installs the
same files for everybody and does not need this.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from game.platform import storage
from game.platform.paths import ASSETS, COMMAND
from game.platform.processes import own_command, query

ID = "org.lessismore.lessismore"
FILES, ICONS = ASSETS / "desktop", ASSETS / "icons"
RULES = "70-less-is-more-board.rules"
RESERVED = '"`$\\'  # characters that need a backslash in quoted words of desktop files
REFRESHED = (  # programs that rebuild the caches of folders, if installed
    ("update-desktop-database", "applications"),
    ("update-mime-database", "mime"),
    ("gtk-update-icon-cache", "icons/hicolor"),
)


class DesktopError(ValueError):
    """The desktop cannot be changed."""


def places(share: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the source and destination of each file, below a folder such as ~/.local/share."""
    yield FILES / f"{ID}.desktop", share / "applications" / f"{ID}.desktop"
    yield FILES / f"{ID}.metainfo.xml", share / "metainfo" / f"{ID}.metainfo.xml"
    yield FILES / f"{ID}.xml", share / "mime" / "packages" / f"{ID}.xml"
    for page in sorted((FILES / "man").glob("*.6")):
        yield page, share / "man" / "man6" / page.name
    for icon in sorted(ICONS.glob("*.png")):
        size = f"{icon.stem}x{icon.stem}"
        yield icon, share / "icons" / "hicolor" / size / "apps" / f"{ID}.png"


def share_folder() -> Path:
    """Return the folder of this user's desktop files, ~/.local/share by default."""
    named = os.environ.get("XDG_DATA_HOME", "")
    return Path(named) if os.path.isabs(named) else Path.home() / ".local" / "share"


def install(share: Path, command: Sequence[str]) -> list[Path]:
    """Install all files, with `command` to start the program; return the paths.  Raises OSError."""
    put = []
    for source, target in places(share):
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.suffix == ".desktop":
            text = source.read_text(encoding="utf-8")
            storage.write_shared_text(target, started_by(text, command))
        else:
            shutil.copyfile(source, target)
        put.append(target)
    _refresh(share)
    return put


def remove(share: Path) -> list[Path]:
    """Remove the files and the folders left empty; return the paths.  Raises OSError."""
    gone = [target for _source, target in places(share) if target.exists()]
    for target in gone:
        target.unlink()
    _refresh(share)
    for folder in (folder for target in gone for folder in target.parents):
        if folder != share and folder.is_relative_to(share):
            with contextlib.suppress(OSError):  # other programs have files there
                folder.rmdir()
    return gone


def started_by(text: str, command: Sequence[str]) -> str:
    """Return a desktop file with another command, quoted by the rules of its specification.

    `TryExec` hides the entry when the program is gone, as after `pipx uninstall`.
    """
    words = " ".join(_quoted(word) for word in command)
    program = command[0].replace("\\", "\\\\")
    lines = text.splitlines(keepends=True)
    own = f"TryExec={program}\nExec={words} %f\n"
    return "".join(own if line.startswith("Exec=") else line for line in lines)


def _quoted(word: str) -> str:
    escaped = "".join("\\" + sign if sign in RESERVED else sign for sign in word)
    # Backslashes are escaped twice: quoted words and the values of such a file both have escapes.
    return '"' + escaped.replace("\\", "\\\\").replace("%", "%%") + '"'


def _refresh(share: Path) -> None:
    for program, folder in REFRESHED:
        found, where = shutil.which(program), share / folder
        if found and where.is_dir():
            with contextlib.suppress(OSError, subprocess.SubprocessError):
                query([found, str(where)], seconds=60)


def main(words: Sequence[str]) -> int:
    """Run `desktop install` or `desktop remove`.  Raises DesktopError."""
    parser = argparse.ArgumentParser(
        prog=f"{COMMAND} desktop",
        description="Put the program into this user's desktop, or take it out: menu entry, icons, "
        "types of files, manual.",
    )
    parser.add_argument("what", choices=["install", "remove"])
    arguments = parser.parse_args(list(words))
    if not sys.platform.startswith("linux"):
        raise DesktopError("desktop: there is a menu to enter on Linux alone")
    share = share_folder()
    try:
        changed = install(share, own_command()) if arguments.what == "install" else remove(share)
    except OSError as error:
        raise DesktopError(f"desktop: {error.filename}: {error.strerror}") from None
    for path in changed:
        print(path)
    if arguments.what == "install":
        print(f"\nTo use a sensor board without joining a group, once, as root:\n{rule_words()}")
    return 0


def rule_words() -> str:
    """Return the commands with which an administrator gives users access to boards."""
    return (
        f"    sudo install -m644 {FILES / RULES} /etc/udev/rules.d/\n"
        "    sudo udevadm control --reload && sudo udevadm trigger --subsystem-match=tty"
    )
