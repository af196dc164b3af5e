"""Rendered boards are cached on disk; before a board is first rendered, a draft is shown."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from game.platform.storage import CACHE_VARIABLE
from game.platform.theme import load_theme
from game.rules.registry import parse_setup
from game.screen.boards import art_cache, board_surfaces
from game.screen.boards.art_renderer import ArtRenderer, renderer
from game.screen.boards.board_render import CancelledError
from game.screen.plugin.registry import look_of

pytestmark = pytest.mark.art

SIZE = 64


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    return tmp_path / "boards"


def pixels(shade: int, size: int = SIZE) -> np.ndarray:
    return np.full((size, size, 4), shade, np.uint8)


def test_what_is_put_into_the_cache_is_found_again(cache: Path) -> None:
    assert art_cache.fetch("board", SIZE) is None
    art_cache.keep("board", pixels(7))
    found = art_cache.fetch("board", SIZE)
    assert found is not None
    assert (found == 7).all()
    assert not art_cache.has("board", SIZE + 1)


@pytest.mark.parametrize("damage", [b"", b"no zlib", b"x\x9c\x03\x00\x00\x00\x00\x01"])
def test_a_damaged_file_is_none(cache: Path, damage: bytes) -> None:
    art_cache.keep("board", pixels(7))
    next(cache.iterdir()).write_bytes(damage)
    assert art_cache.fetch("board", SIZE) is None


def test_the_cache_does_not_grow_for_ever(cache: Path) -> None:
    for number in range(art_cache.MAX_FILES + 3):
        art_cache.keep(f"board-{number}", pixels(number, 2))
    assert len(list(cache.iterdir())) == art_cache.MAX_FILES


def test_where_nothing_can_be_written_nothing_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "file"))
    art_cache.keep("board", pixels(7))
    assert art_cache.fetch("board", SIZE) is None


def test_a_board_is_drafted_and_kept(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draft and fine picture are requested from the renderer; the test itself runs both jobs."""
    asked = {}
    monkeypatch.setattr(renderer, "ask", lambda key, job, rank: asked.update({rank: job}))
    look, theme, owner = (
        look_of(parse_setup("multiplicity size=3")),
        load_theme("paper"),
        ArtRenderer(),
    )
    assert board_surfaces.sharp(look, theme, board_surfaces.SKETCHED, owner) is None
    draft, fine = (asked[rank](lambda: True) for rank in (1, 2))
    assert draft.shape == fine.shape
    assert 0 < np.abs(draft.astype(int) - fine).mean() < 3  # similar, but not equal
    assert art_cache.has(
        board_surfaces.cached_name(board_surfaces.body_key(look, theme, 0)),
        board_surfaces.SKETCHED,
    )
    with pytest.raises(CancelledError):
        asked[1](lambda: True)  # the fine picture is cached already
