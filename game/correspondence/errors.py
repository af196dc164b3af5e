"""What a correspondence game refuses, by code."""

from __future__ import annotations

from game.platform.errors import CodedError, Wordings


class CorrespondenceError(CodedError):
    """A text, a turn or a name that does not fit a correspondence game; nothing was changed."""

    wordings = Wordings(__file__, "correspondence")
