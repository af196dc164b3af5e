"""Named errors of the rulebook; `errors.toml` has the text of each code."""

from __future__ import annotations

from game.platform.errors import CodedError, Wordings

WORDINGS = Wordings(__file__, "rules")


class RulesError(CodedError):
    """Base of all errors that the rules raise to refuse something."""

    wordings = WORDINGS


class SetupError(RulesError):
    """The error for a setup string that cannot be read or names an impossible game."""


class BoardError(RulesError):
    """The error for a board file that is damaged or describes no playable board."""


class NotationError(RulesError):
    """The error for an action or turn that does not follow the notation of the game."""


class PositionError(RulesError):
    """The error for a text that is no position of its game, or for a position without a text."""


class IllegalAction(RulesError):  # noqa: N818 - reads as the field says it
    """The error for an action that follows the notation but is not legal in this position."""
