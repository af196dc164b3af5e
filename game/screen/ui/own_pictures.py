"""Decoding of the user's own pictures. It takes a moment, so threads do it, never the frame loop.

Each picture of a look is decoded a single time to check it, and a small copy is stored.
Placeholders and pieces are scaled from the copy; only a large board is decoded again, at the
requested size.
"""

from __future__ import annotations

import io
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

import numpy as np
import pygame
from numpy.typing import NDArray

from game.platform.own_look import OwnLook, OwnLookError, OwnPicture
from game.platform.theme import OWN, Colour, Theme

Pixels = NDArray[np.uint8]
SMALL = 320  # side of the stored copies in pixels
# Brightness quantiles of a picture; text on the picture must contrast with these colours.
QUANTILES = (0.1, 0.5, 0.9)

_small: dict[str, Pixels] = {}


def decode_all(look: OwnLook, keep: bool = True) -> None:
    """Decode every picture of a look. Raises OwnLookError.

    `keep` means that the look is to be shown: its copies then replace those of other looks.
    """
    made = {one.digest: _scaled(_decoded(one), min(SMALL, one.side)) for one in look.pictures}
    if not keep:
        return
    _small.update(made)
    for digest in [*_small]:
        if digest not in made:
            del _small[digest]
    for game in look.games.values():
        if game.board is not None:
            field_colours(game.board)


def pixels(picture: OwnPicture, side: int) -> Pixels:
    """Return a picture as (side, side, 4) pixels of red, green, blue and alpha.

    Raises OwnLookError.
    """
    kept = _small.get(picture.digest)
    if kept is None or len(kept) < min(side, picture.side):
        kept = _decoded(picture)
    return _scaled(kept, side)


def glimpse(picture: OwnPicture, side: int) -> Pixels:
    """Return the pixels immediately, coarse for a large `side`. Raises OwnLookError."""
    kept = _small.get(picture.digest)
    return pixels(picture, side) if kept is None else _scaled(kept, side)


def themed(look: OwnLook, theme: Theme) -> Theme:
    """Return the theme with a look and the colours of the look's boards. Raises OwnLookError."""
    theme = theme.with_own(look.games)
    boards = dict(theme.boards)
    for key, game in look.games.items():
        if game.board is not None:
            field = field_colours(game.board)
            boards[f"{key}{OWN}"] = replace(theme.board(f"{key}{OWN}"), field=field, inlay=())
    return replace(theme, boards=MappingProxyType(boards))


@lru_cache(maxsize=16)
def field_colours(picture: OwnPicture) -> tuple[Colour, ...]:
    """Return a dark, a medium and a light colour of a picture. Raises OwnLookError."""
    board = glimpse(picture, min(SMALL, picture.side))
    seen = board[board[..., 3] > 127][:, :3]
    if not len(seen):
        return ((128, 128, 128),)
    order = np.argsort(seen.sum(axis=1, dtype=np.int32))
    chosen = [seen[order[round(share * (len(order) - 1))]] for share in QUANTILES]
    return tuple((int(red), int(green), int(blue)) for red, green, blue in chosen)


def _decoded(picture: OwnPicture) -> Pixels:
    side = picture.side
    try:
        image = pygame.image.load(io.BytesIO(picture.data), f"picture.{picture.kind}")
    except (pygame.error, ValueError, MemoryError):
        raise OwnLookError("damaged", name=picture.name) from None
    if image.get_size() != (side, side):
        raise OwnLookError("damaged", name=picture.name)
    whole = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    whole.blit(image, (0, 0))  # this drops the palette and the colour key
    data = pygame.image.tobytes(whole, "RGBA")
    return np.frombuffer(data, np.uint8).reshape(side, side, 4)


def _scaled(image: Pixels, side: int) -> Pixels:
    """Return a picture at another size; transparent pixels do not tint their neighbours."""
    if len(image) == side:
        return image
    alpha = image[..., 3:].astype(np.uint16)
    weighed = image.copy()
    weighed[..., :3] = (image[..., :3] * alpha + 127) // 255
    width = len(image)
    surface = pygame.image.frombuffer(weighed.tobytes(), (width, width), "RGBA")
    data = pygame.image.tobytes(pygame.transform.smoothscale(surface, (side, side)), "RGBA")
    out = np.frombuffer(data, np.uint8).reshape(side, side, 4).copy()
    cover = np.maximum(out[..., 3:], 1).astype(np.uint16)
    out[..., :3] = np.minimum(255, out[..., :3].astype(np.uint16) * 255 // cover)
    return out
