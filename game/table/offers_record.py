"""The offers of a match as plain data of its record, and back.

    "offers": [
        {"what": "draw", "seat": 0, "after": 12, "agreed": [1], "end": "agreed", "until": 13}
    ]

`after` and `until` count actions; an offer that still waits has the end "".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from game.rules.proposals import Matter
from game.table.agreement import End, MatchOffer
from game.table.errors import RecordError
from game.table.match import Match

MATTERS, ENDS = get_args(Matter), get_args(End)
MAX_OFFERS = 10_000


def to_field(deal: MatchOffer) -> dict[str, Any]:
    return {
        "what": deal.what,
        "seat": deal.seat,
        "after": deal.length,
        "agreed": list(deal.agreed),
        "end": deal.end,
        "until": deal.ended,
    }


def read_field(match: Match, data: Mapping[str, Any], source: str) -> None:
    """Give `match`, played to where its record ends, the offers of the record.

    Raises RecordError.
    """
    found = data.get("offers", [])
    if not isinstance(found, list) or len(found) > MAX_OFFERS:
        raise _bad(source, found)
    deals = [_deal(match, one, source) for one in found]
    if any(not deal.end for deal in deals[:-1]) or (match.over and deals and not deals[-1].end):
        raise _bad(source, found)
    match.deals = deals


def _deal(match: Match, data: Any, source: str) -> MatchOffer:
    try:
        deal = MatchOffer(
            data["what"],
            data["seat"],
            data["after"],
            tuple(data["agreed"]),
            data["end"],
            data["until"],
        )
    except (TypeError, KeyError):
        raise _bad(source, data) from None
    seats, lengths = range(match.game.seats), range(len(match.entries) + 1)
    known = deal.what in MATTERS and deal.end in ENDS
    places = all(_among(seat, seats) for seat in (deal.seat, *deal.agreed))
    counts = _among(deal.length, lengths) and _among(deal.ended, lengths)
    if not (known and places and counts):
        raise _bad(source, data)
    return deal


def _among(number: object, numbers: range) -> bool:
    return type(number) is int and number in numbers


def _bad(source: str, found: Any) -> RecordError:
    text = repr(found)
    short = text if len(text) <= 60 else text[:57] + "..."
    return RecordError("field", name=source, field="offers", found=short, wanted="offers of seats")
