""" "Practise this": the mistakes of the person become puzzles, found while the review goes on."""

from __future__ import annotations

from functools import partial

from game.platform.i18n import _, ngettext
from game.puzzles.practice import look_for
from game.screen.app.scene import STAY, AppServices, Change
from game.table.match import Match
from game.table.mistakes import mistakes


def can_practise(match: Match) -> bool:
    """Can the positions of a match be reached again from its setup?"""
    return match.spec.position is None and not match.boards and match.game.seats == 2


def practise(match: Match, desk: AppServices) -> Change:
    """Begin to look; what is found is said, and lies under Puzzles."""
    people = {n for n, seat in enumerate(match.spec.seats) if seat.kind != "engine"}
    found = mistakes(match.game, match.turns, match.evaluations)
    numbers = [mistake.number for mistake in found if match.turns[mistake.number].seat in people]
    if not numbers:
        desk.toast(_("No mistake here makes a puzzle."), "info")
        return STAY
    turns = [turn.text for turn in match.turns if turn.complete]
    desk.toast(_("Looking for puzzles in your mistakes …"), "info", "hexagon")

    def done(count: int, problem: str) -> None:
        desk.post(partial(say, desk, count, problem))

    look_for(match.game.setup, turns, numbers, done)
    return STAY


def say(desk: AppServices, count: int, problem: str) -> None:
    """What came of it."""
    if problem:
        text = _("Your results cannot be saved: {reason}")
        desk.toast(text.format(reason=problem), "bad", "warning")
    elif not count:
        desk.toast(_("No mistake here makes a puzzle."), "info")
    else:
        text = ngettext(
            "{n} puzzle from your mistakes: see Puzzles, My own",
            "{n} puzzles from your mistakes: see Puzzles, My own",
            count,
        )
        desk.toast(text.format(n=count), "good", "hexagon")
