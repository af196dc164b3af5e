"""The program installs correct files in the right places of a desktop, and removes them again."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from xml.etree import ElementTree

import pytest

from game import __version__, cli
from game.platform import desktop
from game.platform.desktop import (
    FILES,
    ICONS,
    ID,
    RULES,
    install,
    places,
    remove,
    started_by,
)
from game.platform.i18n import LANGUAGES
from game.platform.paths import ASSETS, ROOT
from game.rules.registry import GAMES
from game.screen.app import window as _window  # noqa: F401 - names itself in the environment
from game.table.match import Match
from game.table.record_files import save_match
from game.table.spec import two_people
from hardware.host.ports import USB_VENDORS
from tests.support.tools import require
from tests.support.waiting import PATIENCE
from tools.desktop_files import translated, translations

MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"


def entry(path: Path) -> dict[str, str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return {name: value for name, equals, value in (one.partition("=") for one in lines) if equals}


def test_everything_is_put_in_its_place_and_taken_away_again(tmp_path: Path) -> None:
    other = tmp_path / "applications" / "other.desktop"
    other.parent.mkdir()
    other.touch()
    put = install(tmp_path, ["/opt/a b/python", "main.py"])
    assert {path.relative_to(tmp_path).as_posix() for path in put} >= {
        f"applications/{ID}.desktop",
        f"metainfo/{ID}.metainfo.xml",
        f"mime/packages/{ID}.xml",
        f"icons/hicolor/48x48/apps/{ID}.png",
        "man/man6/less-is-more.6",
    }
    assert entry(put[0])["Exec"] == '"/opt/a b/python" "main.py" %f'
    assert set(remove(tmp_path)) == set(put)
    assert not any(path.exists() for path in put)
    assert other.exists()
    assert not (tmp_path / "icons").exists()
    assert remove(tmp_path) == []


@pytest.mark.skipif(sys.platform != "linux", reason="there are such desktops on Linux alone")
def test_the_command_uses_the_users_own_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(desktop, "REFRESHED", ())
    assert cli.main(["desktop", "install"]) == 0
    assert RULES in capsys.readouterr().out
    words = shlex.split(entry(tmp_path / "applications" / f"{ID}.desktop")["Exec"])
    assert words == [sys.executable, str(ROOT / "main.py"), "%f"]
    assert cli.main(["desktop", "remove"]) == 0
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("named", [None, "", "share"])
def test_without_a_folder_named_whole_it_is_the_usual_one(
    tmp_path: Path, named: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    if named is not None:
        monkeypatch.setenv("XDG_DATA_HOME", named)
    assert desktop.share_folder() == tmp_path / ".local" / "share"


def test_odd_paths_are_quoted() -> None:
    made = started_by("Name=x\nExec=less-is-more %f\n", ['/a "b"/$c\\d%e'])
    assert made == 'Name=x\nTryExec=/a "b"/$c\\\\d%e\nExec="/a \\\\"b\\\\"/\\\\$c\\\\\\\\d%%e" %f\n'


def test_the_parts_agree_with_each_other_and_with_the_program() -> None:
    menu = entry(FILES / f"{ID}.desktop")
    about = ElementTree.parse(FILES / f"{ID}.metainfo.xml").getroot()
    types = ElementTree.parse(FILES / f"{ID}.xml").getroot()
    kinds = [kind.get("type") for kind in types.iter(f"{MIME}mime-type")]
    assert menu["MimeType"].rstrip(";").split(";") == kinds
    assert [one.text for one in about.iter("mediatype")] == kinds
    assert menu["Icon"] == menu["StartupWMClass"] == about.findtext("id") == ID
    assert os.environ["SDL_VIDEO_X11_WMCLASS"] == ID
    releases = [release.get("version") for release in about.iter("release")]
    assert releases[0] == __version__
    foreign = set(LANGUAGES) - {"en"}
    assert {f"{name}[{code}]" for name in ("Comment", "GenericName") for code in foreign} <= {*menu}


def test_the_translations_are_those_of_the_languages() -> None:
    for path in [*FILES.glob("*.desktop"), *FILES.glob("*.xml")]:
        text = path.read_text(encoding="utf-8")
        assert translated(text, translations()) == text, "run: make messages"
        assert "Quatre jeux" not in translated(text, {}), "the English lines are left alone"


def test_kept_games_have_the_type_of_games(tmp_path: Path) -> None:
    types = ElementTree.parse(FILES / f"{ID}.xml").getroot()
    kind = next(one for one in types if one.get("type") == "application/x-less-is-more-game")
    globs = [str(one.get("pattern")) for one in kind.iter(f"{MIME}glob")]
    said = next(kind.iter(f"{MIME}match")).get("value")
    assert said is not None
    for game in GAMES:
        setup = game.key + (" seed=1" if game.key == "less" else "")
        match = Match(two_people(setup), date="2026-05-01T20:15:00")
        path = save_match(match, match.date, tmp_path)
        assert any(fnmatch(path.name, pattern) for pattern in globs)
        assert said in path.read_text(encoding="utf-8")[:100]


def test_files_of_puzzles_have_the_type_of_puzzles() -> None:
    types = ElementTree.parse(FILES / f"{ID}.xml").getroot()
    kind = next(one for one in types if one.get("type") == "application/x-less-is-more-puzzles")
    globs = [str(one.get("pattern")) for one in kind.iter(f"{MIME}glob")]
    files = [*(ASSETS / "puzzles").glob("*.json")]
    assert [file.name for file in files if not any(fnmatch(file.name, one) for one in globs)] == []
    assert all(pattern.rfind("*") == 0 for pattern in globs)


def test_the_rule_knows_the_chips_that_the_program_knows() -> None:
    rule = (FILES / RULES).read_text(encoding="utf-8")
    known = re.findall(r'^ATTRS\{idVendor\}=="([0-9a-f]{4})", TAG\+="uaccess",', rule, re.MULTILINE)
    assert {int(vendor, 16) for vendor in known} == set(USB_VENDORS)
    # RULES must come before 73-seat-late.rules, which gives tagged devices to the user at the
    # screen.
    assert RULES < "73-seat-late.rules"


def test_icons_have_the_sizes_of_their_names() -> None:
    for icon in ICONS.glob("*.png"):
        data = icon.read_bytes()
        assert int.from_bytes(data[16:20], "big") == int(icon.stem)
    assert {path.name for _source, path in places(Path("/"))} >= {f"{ID}.png"}


@pytest.mark.parametrize(
    ("tool", "words"),
    [
        ("desktop-file-validate", [f"{ID}.desktop"]),
        ("appstreamcli", ["validate", "--no-net", f"{ID}.metainfo.xml"]),
        ("man", ["--warnings", "-Tutf8", "-l", "-Z", "man/less-is-more.6"]),
        ("man", ["--warnings", "-Tutf8", "-l", "-Z", "man/less-is-more-engine.6"]),
        ("man", ["--warnings", "-Tutf8", "-l", "-Z", "man/less-is-more-board.6"]),
    ],
)
def test_the_tools_of_the_desktop_find_no_fault(tool: str, words: list[str]) -> None:
    require(tool)
    done = subprocess.run(
        [tool, *words], cwd=FILES, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "warning" not in done.stderr


def test_the_manual_names_commands_that_there_are() -> None:
    page = (FILES / "man" / "less-is-more.6").read_text(encoding="utf-8")
    part = page.partition(".SH COMMANDS")[2].partition(".SH FILES")[0]
    named = re.findall(r"^\.B([RI]?) (.*)$", part, re.MULTILINE)
    words = {one for _font, line in named for one in re.findall(r"[a-z]+", line.split(" ")[0])}
    commands = {*cli.COMMANDS, *cli.FORWARDED}
    assert {"demo", "doctor", "engine", "board", "desktop", "open"} <= words & commands
