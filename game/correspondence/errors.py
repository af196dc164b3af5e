"""Errors of correspondence games, by code."""

from __future__ import annotations

from game.platform.errors import CodedError, Wordings


class CorrespondenceError(CodedError):
    """A text, turn or name does not fit a correspondence game, which stays unchanged."""

    wordings = Wordings(__file__, "correspondence")
