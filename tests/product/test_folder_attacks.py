"""In folders open to others, links, pipes and races do no harm; nor do hostile archives."""

from __future__ import annotations

import gzip
import io
import os
import tarfile
import threading
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from game.cli import main
from game.library.import_export import ExportOptions, import_games
from game.platform.storage import set_aside, write_shared_text, write_text
from game.platform.untrusted import InputError, read_bytes
from game.screen.boards import art_cache
from game.screen.image_export import export_image
from game.table.record import dump
from tests.library.kept_games import collection_of, played

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links and pipes of Unix")
BOMB_BYTES = 20 << 20


@pytest.mark.parametrize("write", [write_text, write_shared_text])
@pytest.mark.parametrize("planted", ["link", "hard link", "pipe", "dangling"])
def test_a_file_is_written_beside_what_was_planted(
    tmp_path: Path, write: Callable[[Path, str], None], planted: str
) -> None:
    target, path = tmp_path / "precious", tmp_path / "folder" / "page.html"
    path.parent.mkdir()
    target.write_text("mine", encoding="utf-8")
    if planted == "link":
        path.symlink_to(target)
    elif planted == "hard link":
        path.hardlink_to(target)
    elif planted == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(tmp_path / "nowhere")
    write(path, "ours")
    assert path.read_text(encoding="utf-8") == "ours"
    assert not path.is_symlink()
    assert target.read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "nowhere").exists()
    assert [one.name for one in path.parent.iterdir()] == ["page.html"]


class Flipping:
    """A path that a thread switches between several targets as fast as it can."""

    def __init__(self, path: Path, things: list[Path]) -> None:
        self._path, self._things, self._over = path, things, threading.Event()
        os.replace(_copy(things[0], path), path)
        self._thread = threading.Thread(target=self._flip, daemon=True)
        self._thread.start()

    def _flip(self) -> None:
        number = 0
        while not self._over.is_set():
            number += 1
            os.replace(_copy(self._things[number % len(self._things)], self._path), self._path)

    def end(self) -> None:
        self._over.set()
        self._thread.join()


def _copy(thing: Path, path: Path) -> Path:
    """Give a file or link another name beside `path`, and return the new name."""
    other = path.with_name("next")
    if thing.is_symlink():
        other.symlink_to(os.readlink(thing))
    else:
        other.hardlink_to(thing)
    return other


def test_a_file_that_changes_while_it_is_opened_neither_hangs_nor_floods(tmp_path: Path) -> None:
    good, pipe, endless = (tmp_path / name for name in ("good", "pipe", "endless"))
    good.write_text("good", encoding="utf-8")
    os.mkfifo(pipe)
    endless.symlink_to("/dev/zero")
    flipping = Flipping(tmp_path / "file", [good, pipe, endless])
    found = set()
    try:
        for _look in range(2000):
            try:
                found.add(read_bytes(tmp_path / "file", 1000))
            except InputError as why:
                found.add(why.code.encode())
    finally:
        flipping.end()
    assert found <= {b"good", b"special"}
    assert b"good" in found


def test_a_damaged_file_that_is_a_link_is_set_aside_as_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "precious", tmp_path / "settings.json"
    target.write_text("mine", encoding="utf-8")
    link.symlink_to(target)
    set_aside(link)
    assert target.read_text(encoding="utf-8") == "mine"


def test_a_folder_that_leads_round_in_a_circle_comes_in_once(tmp_path: Path) -> None:
    away = tmp_path / "away"
    (away / "deep").mkdir(parents=True)
    (away / "deep" / "game.json").write_text(dump(played("2026-01-01")), encoding="utf-8")
    (away / "deep" / "round").symlink_to(away, target_is_directory=True)
    (away / "again.json").symlink_to(away / "deep" / "game.json")
    (away / "zero.json").symlink_to("/dev/zero")
    os.mkfifo(away / "pipe.json")
    report = import_games(collection_of(tmp_path), [away])
    assert (len(report.taken), report.known, report.refused) == (1, 1, [])


# -- archives --------------------------------------------------------------------------------------


def archives(folder: Path) -> Iterator[Path]:
    """Yield archives that would harm a program that unpacks them without checks."""
    bomb = b"\0" * BOMB_BYTES
    with zipfile.ZipFile(folder / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("game.json", bomb)
    with gzip.open(folder / "bomb.json.gz", "wb") as packed:
        packed.write(bomb)
    with zipfile.ZipFile(folder / "way-out.zip", "w") as file:
        file.writestr("../../escaped.json", dump(played("2026-01-01")))
        file.writestr("game.json", dump(played("2026-01-01")))
        file.writestr("GAME.json", dump(played("2026-01-01")))
    with tarfile.open(folder / "way-out.tar", "w") as tape:
        member = tarfile.TarInfo("../escaped.json")
        member.size = 4
        tape.addfile(member, io.BytesIO(b"evil"))
    yield from sorted(folder.iterdir())


def test_an_archive_is_named_as_no_game_and_unpacked_nowhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    folder = tmp_path / "in" / "side"
    folder.mkdir(parents=True)
    before = sorted(tmp_path.rglob("*"))
    for path in archives(folder):
        assert main(["library", "import", str(path)]) in (0, 1)
        said = capsys.readouterr()
        assert path.name in said.out + said.err
        assert main(["tournament", "import", str(path), "libra"]) == 2
        assert path.name in capsys.readouterr().err
        with pytest.raises(InputError):
            read_bytes(path, 100)
        path.unlink()
    assert sorted(tmp_path.rglob("*")) == before
    assert not list(home.rglob("escaped*"))


def test_names_in_a_record_lead_out_of_no_folder(tmp_path: Path) -> None:
    collection = collection_of(tmp_path)
    text = dump(played("2026-01-01"))
    for number, (old, new) in enumerate(
        (("2026-01-01", "../../../escaped"), ("2026-01-01", "/etc/x"), ("2026-01-01", "a\\u0000b"))
    ):
        path = tmp_path / f"in-{number}.json"
        path.write_text(text.replace(old, new), encoding="utf-8")
        import_games(collection, [path])
    kept = {path.parent for path in tmp_path.rglob("*.json")} - {tmp_path}
    assert kept <= {collection.folder}
    assert not list(tmp_path.parent.glob("escaped*"))


def test_a_picture_in_the_cache_goes_beside_what_was_planted_and_unpacks_to_its_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LESS_IS_MORE_CACHE", str(tmp_path / "cache"))
    target, pixels = tmp_path / "precious", np.zeros((8, 8, 4), np.uint8)
    target.write_text("mine", encoding="utf-8")
    art_cache.keep("board", pixels)
    [path] = (tmp_path / "cache" / "boards").iterdir()
    path.with_suffix(".new").symlink_to(target)
    art_cache.keep("board", pixels)
    assert target.read_text(encoding="utf-8") == "mine"
    assert art_cache.fetch("board", 8) is not None
    path.write_bytes(zlib.compress(b"\0" * BOMB_BYTES))
    assert art_cache.fetch("board", 8) is None


@pytest.mark.parametrize("kind", ["png", "gif"])
def test_a_picture_is_exported_beside_what_was_planted(tmp_path: Path, kind: str) -> None:
    target, path = tmp_path / "precious", tmp_path / f"game.{kind}"
    target.write_text("mine", encoding="utf-8")
    path.symlink_to(target)
    export_image(played("2026-01-01", actions=2), ExportOptions(kind, size=64), path)
    assert target.read_text(encoding="utf-8") == "mine"
    assert path.read_bytes()[:4] in (b"\x89PNG", b"GIF8")
