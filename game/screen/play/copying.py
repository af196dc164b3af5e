"""What of a match can be copied as text: a position of it, its setup, the whole game."""

from __future__ import annotations

from game.platform.i18n import _
from game.rules.base import Game, State
from game.rules.position import position_line
from game.screen.app import routes
from game.screen.app.scene import Copied
from game.screen.play.history_browser import HistoryBrowser
from game.table.match import Match
from game.table.record import dump


def position_shown(browser: HistoryBrowser) -> State:
    """The position looked at, or the one before the turn that has begun."""
    turns = browser.turns
    return turns[-1].before if turns and not turns[-1].complete else browser.state


def copied_position(game: Game, state: State) -> Copied:
    """The position with its setup; of a game whose positions have no text the setup alone."""
    if game.positions is None:
        return copied_setup(game)
    return Copied(position_line(game, state), _("The position is on the clipboard."))


def copied_setup(game: Game) -> Copied:
    """The board and its options."""
    return Copied(game.setup, _("The setup is on the clipboard."))


def copied_game(match: Match) -> Copied:
    """The record of the game."""
    return Copied(dump(match), _("The game is on the clipboard."))


def edited_position(game: Game, state: State) -> routes.PositionEditor | None:
    """The editor with a position; None for a game whose positions have no text."""
    if game.positions is None:
        return None
    return routes.PositionEditor(game.setup, game.position_text(state))
