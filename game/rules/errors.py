"""Named errors of the rulebook.  Every message says what was found, where, and what is expected."""

from __future__ import annotations


class RulesError(ValueError):
    """Base of everything the rulebook refuses."""


class SetupError(RulesError):
    """A setup string cannot be read or names an impossible game."""


class BoardError(RulesError):
    """A board file is damaged or describes no playable board."""


class NotationError(RulesError):
    """An action or turn is not written as the notation of the game asks."""


class IllegalAction(RulesError):  # noqa: N818 - reads as the field says it
    """An action is well written but not allowed in this position."""
