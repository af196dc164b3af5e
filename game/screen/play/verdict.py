"""What is said of a finished match: who won, why, and three figures.  Words only, no drawing."""

from __future__ import annotations

from dataclasses import dataclass

from game.platform.i18n import _, ngettext
from game.rules.events import Outcome, Piece, Seat
from game.screen.plugin.ending import EndingWords
from game.screen.plugin.panel import Panel
from game.screen.plugin.registry import screen_plugin_of
from game.table.match import Match
from game.table.opponents import OPPONENTS
from game.table.seat_statistics import seat_statistics, solo_seat


@dataclass(frozen=True)
class Verdict:
    """`pieces` is what stands for the result, drawn in a row; `figures` are (value, label): those
    of the one person at the table, else of the winner."""

    context: str
    title: str
    reason: str
    pieces: tuple[Piece, ...]
    figures: tuple[tuple[str, str], ...]
    opponent: str = ""  # the key of who the person played against
    against: str = ""  # their name and level, in words


def verdict(match: Match, panel: Panel) -> Verdict:
    """The words of a match that is over."""
    outcome = match.outcome
    assert outcome is not None
    person = solo_seat(match)
    seat = person if person is not None else outcome.winners[0] if outcome.winners else 0
    ending = screen_plugin_of(match.game.key).ending(match)
    return Verdict(
        context=_context(match, panel),
        title=_title(match, panel, outcome),
        reason=_reason(match, ending, panel, outcome),
        pieces=_pieces(match, ending, panel, outcome),
        figures=ending.figures(seat, seat_statistics(match, seat)),
        **_opponent(match, person),
    )


def _opponent(match: Match, person: Seat | None) -> dict[str, str]:
    """The first of the cast on the other side of the one person at the table."""
    for seat, who in enumerate(match.spec.seats):
        if person is not None and seat % 2 != person % 2 and who.opponent in OPPONENTS:
            words = _("against {name}, about level {level}")
            told = words.format(name=OPPONENTS[who.opponent].name, level=who.level)
            return {"opponent": who.opponent, "against": told}
    return {}


def seat_name(match: Match, panel: Panel, seat: Seat) -> str:
    return match.spec.seats[seat].name or panel.seat_role(seat) or panel.seat_name(seat)


def _context(match: Match, panel: Panel) -> str:
    """Which game it was, and who has won it where the title does not say so."""
    count = sum(turn.complete for turn in match.turns)
    words = ngettext("{game}, {n} turn", "{game}, {n} turns", count)
    played = words.format(game=match.game.title, n=count)
    if not lost(match):
        return played
    return _("{played}: {result}").format(played=played, result=_winners(match, panel))


def _title(match: Match, panel: Panel, outcome: Outcome) -> str:
    if not outcome.winners:
        return _("A draw")
    return _("Not this time") if lost(match) else _winners(match, panel)


def _winners(match: Match, panel: Panel) -> str:
    assert match.outcome is not None
    names = [seat_name(match, panel, seat) for seat in match.outcome.winners]
    if len(names) > 1:
        return _("{one} and {two} win").format(one=names[0], two=names[1])
    return _("{name} wins").format(name=names[0])


def lost(match: Match) -> bool:
    """Has the one person at the table lost to engines?"""
    person, outcome = solo_seat(match), match.outcome
    return person is not None and bool(outcome and outcome.winners) and not won(match)


def won(match: Match) -> bool:
    """Has a person won?"""
    kinds = [seat.kind for seat in match.spec.seats]
    return match.outcome is not None and any(kinds[s] != "engine" for s in match.outcome.winners)


def _reason(match: Match, ending: EndingWords, panel: Panel, outcome: Outcome) -> str:
    if outcome.reason in ("resigned", "time"):
        losers = [s for s in range(match.game.seats) if s not in outcome.winners]
        name = seat_name(match, panel, losers[0])
        words = (
            _("{name} resigned") if outcome.reason == "resigned" else _("{name} ran out of time")
        )
        return words.format(name=name)
    if not outcome.winners and outcome.reason == "agreed":
        return _("Agreed")
    return ending.reason(outcome)


def _pieces(match: Match, ending: EndingWords, panel: Panel, outcome: Outcome) -> tuple[Piece, ...]:
    """What stands for the winners; one of each side after a draw."""
    seats = outcome.winners or tuple(range(match.game.seats))
    found = [panel.seat_piece(seat) for seat in seats]
    count = ending.piece_count(seats[0]) if outcome.winners else 1
    return tuple(piece for piece in found if piece is not None for _again in range(count))
