"""Names of players, results and dates, as lists, texts and sheets show them."""

from __future__ import annotations

from collections.abc import Sequence

from game.platform.i18n import _, format_date
from game.table.match import Match
from game.table.opponents import OPPONENTS
from game.table.record import DECLARED
from game.table.spec import SeatSpec

LEVEL = "level-"  # prefix of the key of an engine without a name


def seat_words(spec: SeatSpec, seat: int) -> str:
    """Return the shown name of a seat's player."""
    if spec.name:
        return spec.name
    if spec.kind == "engine":
        if spec.opponent in OPPONENTS:
            return OPPONENTS[spec.opponent].name
        return _("Engine {level}").format(level=spec.level)
    return _("Player {n}").format(n=seat + 1)


def player_words(name: str, key: str, kind: str) -> str:
    """Return the shown name of a player of the library."""
    if name:
        return name
    if kind == "engine" and key.startswith(LEVEL):
        return _("Engine {level}").format(level=key.removeprefix(LEVEL))
    return key or _("Without a name")


def listed(names: Sequence[str]) -> list[str]:
    """Return the names to show for a game, seat by seat; `names` may be keys or empty."""
    return [
        player_words("", name, "engine")
        if name.startswith(LEVEL)
        else name or _("Player {n}").format(n=seat + 1)
        for seat, name in enumerate(names)
    ]


def players_line(match: Match) -> str:
    """Return both sides of a match in one line, with partners joined."""
    sides: list[list[str]] = [[], []]
    for seat, spec in enumerate(match.spec.seats):
        sides[seat % 2].append(seat_words(spec, seat))
    return " – ".join(" + ".join(side) for side in sides)


def result_words(result: str, margin: int, names: Sequence[str]) -> str:
    """Return the result of a game, with the names of its players."""
    if not result:
        return _("Not finished")
    if result == "draw":
        return _("Draw")
    first = 0 if result == "p1win" else 1
    winners = " + ".join(names[first::2])
    if margin:
        return _("{side} wins by {n}").format(side=winners, n=margin)
    return _("{side} wins").format(side=winners)


def match_result(match: Match) -> str:
    """Return the result of a match as a text."""
    names = [seat_words(spec, seat) for seat, spec in enumerate(match.spec.seats)]
    outcome = match.outcome
    return result_words(outcome.result if outcome else "", shown_margin(match), names)


def shown_margin(match: Match) -> int:
    """Return the margin of a win; 0 if the end was declared, unless margins are added up."""
    outcome = match.outcome
    if outcome is None or (outcome.reason in DECLARED and not match.game.scored):
        return 0
    return outcome.margin


def day(begun: str, minutes: bool = True) -> str:
    """Return when a game was begun."""
    return format_date(begun, minutes)
