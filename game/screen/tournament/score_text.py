"""Points, results and criteria as text, without the character ½, which the typeface lacks."""

from __future__ import annotations

from collections.abc import Sequence

from game.platform.i18n import _, format_number
from game.tournament import words
from game.tournament.plan import DRAW, TEXTS, PairingResult
from game.tournament.standings import SHARES, criterion_text


def points(half_points: int) -> str:
    """Return points as text, such as 3 or 3.5."""
    return format_number(half_points / 2, "g")


def value(criterion: str, count: int) -> str:
    """Return the value of a criterion as text."""
    share = SHARES.get(criterion)
    return format_number(count / share, "g") if share else criterion_text(criterion, count)


def score(result: PairingResult | None, margin: bool = True) -> str:
    """Return a result as text, such as "1 – 0" or "draw"; "" if there is no result.

    With `margin`, the text ends with the margin in brackets, if the result has one.
    """
    if result is None:
        return ""
    if result.first == result.second == DRAW:
        return _("draw")
    text = words.score(result)
    return text if margin else text.partition("  ")[0]


def choices(draws: bool) -> list[tuple[str, str]]:
    """Return each possible result of a game actually played: its code, and the displayed text."""
    shown = {text: words.SCORES[text].replace(" ", "\u2009") for text in TEXTS} | {"=": _("draw")}
    played = [text for text, (_first, _second, played) in TEXTS.items() if played]
    return [(text, shown[text]) for text in played if text != "=" or draws]


def deciding(order: Sequence[str]) -> str:
    """Return a sentence on the criteria that break ties, with their abbreviations."""
    listed = " · ".join(words.named(name) for name in order)
    text = _("Equal on points, these decide in turn: {criteria}.")
    return text.format(criteria=listed) if listed else ""


def whose(best: int) -> str:
    """Return the name of the standings: of clubs by their `best` players, or of players if 0."""
    return words.best_of_club(best) if best else _("Players")
