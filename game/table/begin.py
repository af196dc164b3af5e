"""New matches: from a position, after a random placement, or as the next one of a series.

A random placement consists of ordinary turns, so record, rules and take-backs need no exception.
"""

from __future__ import annotations

import random
from dataclasses import replace

from game.rules import Action, Game
from game.rules.proposals import Play
from game.table.match import Match
from game.table.record import own_boards
from game.table.series import Series
from game.table.spec import MatchSpec

PLACEMENT = "placement"  # the phase in which pieces are placed before they move


def begin(spec: MatchSpec, date: str = "") -> Match:
    """Return a new match of `spec`, begun at `date` (ISO).  Raises RulesError for a bad setup."""
    match = Match(spec, None, own_boards(spec.setup), date)
    if spec.placement is not None and spec.position is None:
        match.submit_or_raise(Play(drawn_placement(match.game, spec.placement), by="record"))
    return match


def drawn_placement(game: Game, seed: int) -> tuple[Action, ...]:
    """Return random placements for all seats, drawn by `seed`; () in a game without placements."""
    dice, state, actions = random.Random(seed), game.start(), list[Action]()
    while game.phase(state) == PLACEMENT:
        action = dice.choice(game.legal(state))
        actions.append(action)
        state = game.advance(state, action)
    return tuple(actions)


# -- games in a row --------------------------------------------------------------------------------


def series_after(match: Match) -> Series:
    """Return the running score after `match`, if it is finished; nobody changes seats."""
    outcome, series = match.outcome, match.spec.series
    if outcome is None:
        return series
    return series.after(outcome, match.game.seats, match.spec.scoring and match.game.scored)


def rematch(match: Match, larger: bool = False) -> MatchSpec:
    """Return the next match from the same position; the spec determines how seats change.

    `larger` uses the next larger board, from its start position.

    The running score follows the players to their new seats. A game under the first reading of the
    rules is followed by a game under the second.
    """
    spec = match.spec
    words = [word for word in spec.setup.split() if word != match.game.first_reading]
    if larger:
        words = [word for word in words if not word.startswith("size=")]
        words.insert(1, f"size={match.game.topology.size + 1}")
    by = _moved_by(match)
    seats = spec.moved_on(by).seats
    series = series_after(match)
    series = replace(series, begun=series.begun or match.date)
    if series.over:  # the next series begins
        series = Series(length=series.length)
    elif match.over:
        series = series.moved_on(by, spec.series.shift + by)
    placement = None if spec.placement is None else spec.placement + 1  # a new placement
    again = replace(spec, setup=" ".join(words), seats=seats, seed=spec.seed + 1, series=series)
    position = None if larger else spec.position
    lot = by if spec.sides == "lot" else None
    return replace(again, lot=lot, placement=placement, position=position)


def _moved_by(match: Match) -> int:
    """Return by how many seats everybody moves on; drawing by lot uses the match's date as seed."""
    if match.spec.sides == "lot":
        dice = random.Random(f"{match.date} {match.spec.seed}")
        return dice.randrange(match.game.seats)
    return 1 if match.spec.sides == "swapped" else 0
