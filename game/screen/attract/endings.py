"""How a game ended, in words: who has won, and why."""

from __future__ import annotations

from collections.abc import Callable

from game.i18n import _, ngettext
from game.rules import Game, State
from game.rules.events import Outcome


def ending_words(game: Game, outcome: Outcome, name: Callable[[int], str]) -> str:
    """ "Green wins." """
    if not outcome.winners:
        return _("The game is a draw.")
    return _("{name} wins.").format(name=name(outcome.winners[0]))


def ending_note(game: Game, state: State, outcome: Outcome) -> str:
    """Why, with the numbers."""
    tally = game.tally(state)
    if outcome.reason in ("more", "less", "fewer"):
        own = tally[("black", "green")[outcome.winners[0]]]
        few = ngettext(
            "{count} counter of one colour: fewer than 7.",
            "{count} counters of one colour: fewer than 7.",
            own,
        )
        words = {
            "more": _("{count} counters of one colour: more than 18."),
            "less": few,
            "fewer": _("Both markers have arrived, and {count} counters are fewer."),
        }
        return words[outcome.reason].format(count=own)
    if outcome.reason == "home":
        return spent_words(tally["spent_white"], tally["spent_black"])
    if outcome.reason in ("block", "stayed"):
        return _("A piece left in its own corner costs ten.")
    if outcome.reason == "limit":
        return _("200 turns have been played.")
    if outcome.reason == "ahead":
        return _("After 200 turns one side is home, the other is not.")
    if outcome.reason == "product":
        text = _("White's product is {white}, Black's {black}.")
        return text.format(white=tally["white"], black=tally["black"])
    return _groups(outcome, tally["groups"], tally["first"], tally["aim"])


def _groups(outcome: Outcome, groups: int, first: int, aim: int) -> str:
    """Libra: a duel compares two rounds, a bid or target one number with what was wanted."""
    if outcome.reason == "groups" or (outcome.reason == "agreed" and not aim):
        text = ngettext(
            "{first} group in the first round, {second} in the second.",
            "{first} groups in the first round, {second} in the second.",
            first,
        )
        return text.format(first=first, second=groups)
    text = ngettext(
        "{count} group; {aim} were wanted.", "{count} groups; {aim} were wanted.", groups
    )
    return text.format(count=groups, aim=aim)


def spent_words(white: int, black: int) -> str:
    """What both sides of Less have spent so far."""
    text = ngettext(
        "White has spent {white} move, Black {black}.",
        "White has spent {white} moves, Black {black}.",
        white,
    )
    return text.format(white=white, black=black)
