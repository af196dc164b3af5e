"""Named errors of tournaments, with the wording of each code."""

from __future__ import annotations

from game.platform.errors import CodedError, Wordings


class TournamentError(CodedError):
    """A request to a tournament that cannot be fulfilled."""

    wordings = Wordings(__file__, "tournaments")
