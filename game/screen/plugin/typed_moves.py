"""Typed moves: their meaning, their possible completions, and why a text is no move.

The notation is that of records. The rules alone decide what is legal. No pygame.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from game.platform.errors import in_words
from game.platform.i18n import _
from game.rules import Action, Game, RulesError, State
from game.screen.plugin.refusals import attempt, refusal
from game.screen.plugin.rulebook import Attempt

BETWEEN = ","  # separates the actions of a turn
PARTS = re.compile(r"[-~>]")  # separates the points of an action
COLOURS = "WB"  # prefixes of a placement in a game with two colours


@dataclass(frozen=True)
class TypedMove:
    """The meaning of a text: its `actions` if it is `whole`, and its completions.

    `ways` are complete texts that begin with the text. If there are none, `why` is the reason; else
    `why` is "".
    """

    actions: tuple[Action, ...] = ()
    ways: tuple[str, ...] = ()
    why: str = ""

    @property
    def whole(self) -> bool:
        """Whether the text can be played as it is typed."""
        return bool(self.actions)

    @property
    def common(self) -> str:
        """The longest common beginning of all completions."""
        first, last = min(self.ways, default=""), max(self.ways, default="")
        same = (n for n, (one, other) in enumerate(zip(first, last)) if one != other)
        return first[: next(same, min(len(first), len(last)))]


def read_typed(game: Game, state: State, choices: Sequence[Action], text: str) -> TypedMove:
    """Return the meaning of `text` in `state`, where `choices` are the possible actions.

    Upper and lower case matter only if two actions differ only in case.
    """
    *first, last = text.replace(" ", "").split(BETWEEN)
    done: list[Action] = []
    here, legal = state, list(choices)
    for word in first:
        action = _meant(legal, word)
        if action is None:
            return TypedMove(why=why_not(game, here, word))
        done.append(action)
        before, here = here, game.advance(here, action)
        legal = [] if game.turn_ended(before, here) else game.legal(here)
    if done and not legal:
        return TypedMove(tuple(done) if not last else (), why=_("The turn is over.") * bool(last))
    begun = BETWEEN.join(action.text for action in done)
    fitting = [one for one in legal if one.text.casefold().startswith(last.casefold())]
    ways = tuple(f"{begun},{one.text}" if begun else one.text for one in fitting)
    if not fitting:
        return TypedMove(why=why_not(game, here, last))
    found = _meant(fitting, last)
    if found is None:
        return TypedMove(tuple(done) if done and not last else (), ways)
    return TypedMove((*done, found), ways)


def why_not_played(game: Game, state: State, actions: Sequence[str]) -> str:
    """Return why actions that were typed elsewhere cannot be played; "" if they can."""
    if game.over(state):
        return ""
    return read_typed(game, state, game.legal(state), BETWEEN.join(actions)).why


def _meant(legal: Sequence[Action], word: str) -> Action | None:
    """Return the action written as `word`, or the only action that matches it apart from case."""
    for action in legal:
        if action.text == word:
            return action
    alike = [action for action in legal if action.text.casefold() == word.casefold()]
    return alike[0] if len(alike) == 1 else None


def why_not(game: Game, state: State, word: str) -> str:
    """Return why `word` is not an action of the seat to move."""
    points = points_of(game, word)
    if points and not game.over(state):
        if len(points) == 1:
            points = attempt(game, state, None, points[0])
        if found := refusal(game, state, points).text:
            return found
    try:
        game.parse_action(state, word)
    except RulesError as error:
        return in_words(error)
    return _("That is not possible now.")


def points_of(game: Game, word: str) -> Attempt:
    """Return the points that a word names, in the word's order; () if any part is not a point."""
    labels = {label.casefold(): label for label in game.topology.points}
    parts = [part.casefold() for part in PARTS.split(word) if part]
    if parts and parts[0] not in labels and parts[0][:1].upper() in COLOURS:
        parts[0] = parts[0][1:]
    return tuple(labels[part] for part in parts) if all(part in labels for part in parts) else ()
