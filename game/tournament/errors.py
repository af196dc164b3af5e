"""Named errors of tournaments, with what each code says."""

from __future__ import annotations

from game.platform.errors import CodedError, Wordings


class TournamentError(CodedError):
    """What cannot be done with a tournament."""

    wordings = Wordings(__file__, "tournaments")
