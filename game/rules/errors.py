"""Named errors of the rulebook; `errors.toml` has the text of each code."""

from __future__ import annotations

from game.platform.errors import CodedError, Wordings

WORDINGS = Wordings(__file__, "rules")


class RulesError(CodedError):
    """Base of all errors by which the rules refuse something."""

    wordings = WORDINGS


class SetupError(RulesError):
    """An error: a setup string cannot be read or names an impossible game."""


class BoardError(RulesError):
    """An error: a board file is damaged or describes no playable board."""


class NotationError(RulesError):
    """An error: an action or turn does not follow the notation of the game."""


class PositionError(RulesError):
    """An error: a text is no position of its game, or a position cannot be written."""


class IllegalAction(RulesError):  # noqa: N818 - reads as the field says it
    """An error: an action follows the notation but is not legal in this position."""
