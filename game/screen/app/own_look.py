"""Reading of a user's own looks outside the frame loop."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from game.platform.own_look import OwnLook, OwnLookError, read_own_look
from game.rules.registry import piece_names
from game.screen.ui.own_pictures import decode_all


def read_whole(folder: Path | str, shown: bool = False) -> OwnLook:
    """Return the look in a folder, after decoding every picture once.

    With `shown`, the decoded pictures are kept, because the look is shown next. Raises
    OwnLookError.
    """
    look = read_own_look(folder, piece_names())
    decode_all(look, keep=shown)
    return look


def in_short(look: OwnLook) -> str:
    """Return a summary of a look, one line for each game, for other programs and for support."""
    by = f" by {look.author}" if look.author else ""
    lines = [f"{look.name}{by}"]
    for key, game in look.games.items():
        has = [*(["board"] if game.board else []), *game.pieces]
        lines.append(f"{key}: {', '.join(has)}")
    size = sum(len(one.data) for one in set(look.pictures)) // 1000
    lines.append(f"{len(set(look.pictures))} pictures, {size} KB")
    return "\n".join(lines)


def read_in_thread(folder: str, done: Callable[[OwnLook | OwnLookError], None]) -> None:
    """Read a look in a thread, which calls `done` with the look or with the error."""

    def read() -> None:
        try:
            found: OwnLook | OwnLookError = read_whole(folder, shown=True)
        except OwnLookError as error:
            found = error
        done(found)

    threading.Thread(target=read, name="own look", daemon=True).start()
