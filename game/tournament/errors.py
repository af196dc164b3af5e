"""Named errors of tournaments, with what each code says."""

from __future__ import annotations

from game.platform.errors import CodedError, Wordings

TOURNAMENTS = Wordings(__file__, "tournaments")


class TournamentError(CodedError):
    """What cannot be done with a tournament."""

    wordings = TOURNAMENTS
