"""Pasted text and dropped files: finds the scene that opens them."""

from __future__ import annotations

import datetime
from pathlib import Path

from game.platform.errors import CodedError, in_words
from game.platform.i18n import _
from game.platform.own_look import FILE
from game.platform.untrusted import InputError, read_foreign_text
from game.puzzles.puzzle import FORMAT, PuzzleError, read_puzzles
from game.screen.app import routes
from game.screen.app.scene import Change, Push
from game.solo.mode import modes, read_deal
from game.table.input_kind import Found, InputBoard, InputGame, InputPosition, InputSetup, read_file
from game.table.input_kind import read_text as found_in

# A file of puzzles names its format within this many first characters.
FORMAT_HEAD_CHARS = 200


def read_external(text: str, file: bool) -> Found | Change | str:
    """Read a text, or the file at a path; return what was found, a change to apply, or an error."""
    if file and (Path(text) / FILE).is_file():
        return Push(routes.OwnLooks(text))
    puzzles = _puzzles(text) if file else None
    if puzzles is not None:
        return puzzles
    deal = None if file else read_deal(text, tuple(modes()))
    if deal is not None:
        return Push(routes.Solo(deal))
    try:
        return read_file(text) if file else found_in(text)
    except CodedError as error:
        return in_words(error)


def _puzzles(path: str) -> Change | str | None:
    """Return a change to the first puzzle of a file; None if the file has no puzzles."""
    try:
        if f'"{FORMAT}"' not in read_foreign_text(path)[:FORMAT_HEAD_CHARS]:
            return None
        puzzles = read_puzzles(Path(path))
    except (OSError, InputError):
        return None  # the next reader reports the error
    except PuzzleError as error:
        return str(error)
    from game.puzzles import progress_store  # slow to load, because it loads the ratings
    from game.puzzles.course import FILE as FROM_FILE
    from game.puzzles.course import Course

    course = Course(FROM_FILE, given=tuple(puzzles))
    first = course.next(progress_store.opened()[0], datetime.date.today())
    return Push(routes.SolvePuzzle(first, course)) if first else _("There is no such puzzle.")


def route_of(found: Found) -> routes.Route:
    """Return the route to the scene that shows `found`."""
    match found:
        case InputGame(match):
            return routes.ReviewMatch(match)
        case InputSetup(game):
            return routes.NewMatch(game.key, setup=game.setup)
        case InputPosition(game, text):
            return routes.PositionEditor(game.setup, text)
        case InputBoard(path):
            return routes.NewMatch(board=path)
