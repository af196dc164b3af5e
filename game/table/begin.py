"""How a match begins: from the first or a given position, or after a random placement.

A drawn placement is made of ordinary turns, so that record, rules and taking back stay as they are.
"""

from __future__ import annotations

import random

from game.rules import Action, Game
from game.rules.proposals import Play
from game.table.match import Match
from game.table.record import own_boards
from game.table.spec import MatchSpec

PLACEMENT = "placement"  # the phase in which pieces are laid before they move


def begin(spec: MatchSpec, date: str = "") -> Match:
    """Return a new match of `spec`, begun at `date` (ISO).  Raises RulesError for a bad setup."""
    match = Match(spec, None, own_boards(spec.setup), date)
    if spec.placement is not None and spec.position is None:
        match.submit_or_raise(Play(drawn_placement(match.game, spec.placement), by="record"))
    return match


def drawn_placement(game: Game, seed: int) -> tuple[Action, ...]:
    """Placements of all seats, drawn by `seed`; () in a game that places none beforehand."""
    dice, state, actions = random.Random(seed), game.start(), list[Action]()
    while game.phase(state) == PLACEMENT:
        action = dice.choice(game.legal(state))
        actions.append(action)
        state = game.advance(state, action)
    return tuple(actions)
