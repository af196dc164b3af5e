"""Named errors of the rulebook; what each code says stands in `errors.toml`."""

from __future__ import annotations

from game.platform.errors import CodedError, Wordings

WORDINGS = Wordings(__file__, "rules")


class RulesError(CodedError):
    """Base of everything the rulebook refuses."""

    wordings = WORDINGS


class SetupError(RulesError):
    """A setup string cannot be read or names an impossible game."""


class BoardError(RulesError):
    """A board file is damaged or describes no playable board."""


class NotationError(RulesError):
    """An action or turn is not written as the notation of the game asks."""


class PositionError(RulesError):
    """A position's text fits no position of its game, or a position cannot be written."""


class IllegalAction(RulesError):  # noqa: N818 - reads as the field says it
    """An action is well written but not allowed in this position."""
