"""What is said of a finished match: who won, why, and three figures.  Words only, no drawing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.i18n import _, ngettext
from game.rules.events import Outcome, Piece, Seat
from game.screen.play.panel import Panel, number
from game.table.clock import clock_text
from game.table.match import Match
from game.table.match_stats import feats


@dataclass(frozen=True)
class Verdict:
    """`pieces` is what stands for the result, drawn in a row; `figures` are (value, label)."""

    context: str
    title: str
    reason: str
    pieces: tuple[Piece, ...]
    figures: tuple[tuple[str, str], ...]


def verdict(match: Match, panel: Panel) -> Verdict:
    """The words of a match that is over."""
    outcome = match.outcome
    assert outcome is not None
    seat = outcome.winners[0] if outcome.winners else 0
    return Verdict(
        context=_context(match),
        title=_title(match, panel, outcome),
        reason=_reason(match, panel, outcome),
        pieces=_pieces(match, panel, outcome),
        figures=_figures(match, seat),
    )


def seat_name(match: Match, panel: Panel, seat: Seat) -> str:
    return match.spec.seats[seat].name or panel.seat_role(seat) or panel.seat_name(seat)


def _context(match: Match) -> str:
    count = sum(turn.complete for turn in match.turns)
    words = ngettext("{game}, {n} turn", "{game}, {n} turns", count)
    return words.format(game=match.game.title, n=count)


def _title(match: Match, panel: Panel, outcome: Outcome) -> str:
    if not outcome.winners:
        return _("A draw")
    names = [seat_name(match, panel, seat) for seat in outcome.winners]
    if len(names) > 1:
        return _("{one} and {two} win").format(one=names[0], two=names[1])
    return _("{name} wins").format(name=names[0])


def _reason(match: Match, panel: Panel, outcome: Outcome) -> str:
    if outcome.reason in ("resigned", "time"):
        losers = [s for s in range(match.game.seats) if s not in outcome.winners]
        name = seat_name(match, panel, losers[0])
        words = (
            _("{name} resigned") if outcome.reason == "resigned" else _("{name} ran out of time")
        )
        return words.format(name=name)
    own = _REASONS.get(match.game.key)
    if own is None or (not outcome.winners and outcome.reason == "agreed"):
        return _("Agreed") if outcome.reason == "agreed" else match.game.score(match.state)
    return own(match, outcome)


def _more_or_less(match: Match, outcome: Outcome) -> str:
    tally = match.game.tally(match.state)
    counts = (tally["black"], tally["green"])
    seat = outcome.winners[0]
    own, other = counts[seat], counts[1 - seat]
    if outcome.reason == "more":
        words = (
            _("{n} black counters: more than 18"),
            _("{n} green counters: more than 18"),
        )[seat]
        return words.format(n=own)
    if outcome.reason == "less":
        words = (
            ngettext("{n} black counter: fewer than 7", "{n} black counters: fewer than 7", own),
            ngettext("{n} green counter: fewer than 7", "{n} green counters: fewer than 7", own),
        )[seat]
        return words.format(n=own)
    return _("Fewer counters after twelve turns: {own} to {other}").format(own=own, other=other)


def _less(match: Match, outcome: Outcome) -> str:
    tally = match.game.tally(match.state)
    white, black = tally["spent_white"], tally["spent_black"]
    if outcome.reason in ("block", "stayed"):
        if not match.spec.scoring:
            return _("The other side kept a piece in its own corner")
        return _("The other side kept a piece in its own corner: it loses by 10")
    if outcome.reason == "limit":
        return _("200 turns are over")
    if outcome.reason == "ahead":
        if not match.spec.scoring:
            return _("Home within 200 turns, the other side was not")
        return _("Home within 200 turns, the other side was not: won by 10")
    if not outcome.winners:
        text = ngettext(
            "Both sides came home in {n} move", "Both sides came home in {n} moves", white
        )
        return text.format(n=white)
    own, other = (white, black) if outcome.winners[0] % 2 == 0 else (black, white)
    if not match.spec.scoring:
        plain = ngettext(
            "Home in {own} move against {other}", "Home in {own} moves against {other}", own
        )
        return plain.format(own=own, other=other)
    words = ngettext(
        "Home in {own} move against {other}: won by {margin}",
        "Home in {own} moves against {other}: won by {margin}",
        own,
    )
    return words.format(own=own, other=other, margin=outcome.margin)


def _libra(match: Match, outcome: Outcome) -> str:
    tally = match.game.tally(match.state)
    rounds = [e.groups for entry in match.entries for e in entry.events if hasattr(e, "groups")]
    if len(rounds) == 2:
        if rounds[0] == rounds[1]:
            text = ngettext(
                "Both made {n} group as MORE", "Both made {n} groups as MORE", rounds[0]
            )
            return text.format(n=rounds[0])
        more = max(rounds)
        words = ngettext(
            "{more} group as MORE against {less}", "{more} groups as MORE against {less}", more
        )
        return words.format(more=more, less=min(rounds))
    made = ngettext("MORE made {n} group", "MORE made {n} groups", tally["groups"])
    aim = tally["aim"]
    needed = ngettext("{aim} was needed", "{aim} were needed", aim).format(aim=aim)
    return f"{made.format(n=tally['groups'])}, {needed}"


def _multiplicity(match: Match, outcome: Outcome) -> str:
    tally = match.game.tally(match.state)
    high, low = sorted((tally["white"], tally["black"]), reverse=True)
    if high == low:
        return _("Both products are {n}").format(n=number(high))
    words = _("A product of {high} against {low}")
    return words.format(high=number(high), low=number(low))


_REASONS: dict[str, Callable[[Match, Outcome], str]] = {
    "more-or-less": _more_or_less,
    "less": _less,
    "libra": _libra,
    "multiplicity": _multiplicity,
}


def _pieces(match: Match, panel: Panel, outcome: Outcome) -> tuple[Piece, ...]:
    """As many pieces as the winner counts, where that is a few; else one for each winner."""
    seats = outcome.winners or tuple(range(match.game.seats))
    if match.game.key == "more-or-less" and outcome.winners:
        colour = panel.seat_piece(seats[0])
        assert colour is not None
        count = match.game.tally(match.state)[colour.colour]
        return (colour,) * count
    found = [panel.seat_piece(seat) for seat in seats]
    return tuple(piece for piece in found if piece is not None)


def _figures(match: Match, seat: Seat) -> tuple[tuple[str, str], ...]:
    facts = feats(match, seat)
    time = (clock_text(facts.seconds, tenths=False), _("time used"))
    turns = (str(facts.turns), _("turns"))
    tally = match.game.tally(match.state)
    if match.game.key == "more-or-less":
        train = (f"×{facts.longest_train}", _("longest train"))
        return (train, (str(facts.turned), _("counters turned")), time)
    if match.game.key == "less":
        side = ("white", "black")[seat % 2]
        return ((str(tally[f"spent_{side}"]), _("moves")), turns, time)
    if match.game.key == "libra":
        return ((str(tally["groups"]), _("groups at the end")), turns, time)
    product = number(tally[("white", "black")[seat]])
    return ((product, _("product")), turns, time)
