"""What comes from outside: pasted text and dropped files, opened where they belong."""

from __future__ import annotations

from game.errors import CodedError, in_words
from game.screen.app import routes
from game.screen.app.scene import Change, Push
from game.solo.mode import read_deal
from game.solo.registry import modes
from game.table.reading import (
    Found,
    FoundBoard,
    FoundGame,
    FoundPosition,
    FoundSetup,
    read_file,
    read_text,
)


def opened(text: str, file: bool) -> Change | str:
    """The scene for a text, or for the file of a path; or what is wrong with it in words."""
    deal = None if file else read_deal(text, tuple(modes()))
    if deal is not None:
        return Push(routes.Solo(deal))
    try:
        found = read_file(text) if file else read_text(text)
    except CodedError as error:
        return in_words(error)
    return Push(_route(found))


def _route(found: Found) -> routes.Route:
    match found:
        case FoundGame(match):
            return routes.Review(match)
        case FoundSetup(game):
            return routes.NewMatch(game.key, setup=game.setup)
        case FoundPosition(game, text):
            return routes.PositionEditor(game.setup, text)
        case FoundBoard(path):
            return routes.NewMatch(board=path)
