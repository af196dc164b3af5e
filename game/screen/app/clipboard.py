"""The clipboard, text only: what pygame-ce and classic pygame both can do.

pygame-ce has had `put_text` and `get_text` since 2.2 and calls the older functions outdated; the
classic one has those alone, which give and take bytes and must be begun first.
"""

from __future__ import annotations

import warnings

import pygame

KIND = "text/plain;charset=utf-8"


def put(text: str) -> bool:
    """Put text on the clipboard; False when there is none."""
    try:
        if hasattr(pygame.scrap, "put_text"):
            pygame.scrap.put_text(text)
        else:
            _begin()
            pygame.scrap.put(KIND, text.encode())
    except pygame.error:
        return False
    return True


def get() -> str | None:
    """Text of the clipboard, "" when it holds none; None when there is no clipboard."""
    try:
        if hasattr(pygame.scrap, "get_text"):
            return pygame.scrap.get_text() if pygame.scrap.has_text() else ""
        _begin()
        found = pygame.scrap.get(KIND) or pygame.scrap.get(pygame.SCRAP_TEXT) or b""
    except pygame.error:
        return None
    return bytes(found).decode(errors="replace").rstrip("\0")


def _begin() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        pygame.scrap.init()
