"""Trials from a review: a game against the engine from its position, and puzzles from its mistakes.

Trials have no record: nothing is stored, except a variation in the review if the person wants it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from game.platform.i18n import N_, _, ngettext
from game.puzzles.practice import look_for
from game.rules.base import Action, State
from game.rules.proposals import Play
from game.screen.app.dialog import DialogButton, ask
from game.screen.app.layout_scenes import CardScene, storing
from game.screen.app.scene import STAY, AppServices, Change, FormScene, Pop, Push
from game.screen.play.kind import PlayKind
from game.screen.play.menu import LEAVE, Faces, pause_dialog
from game.screen.play.scene import PlayScene
from game.screen.plugin.seats import side_name
from game.screen.ui.button import Button
from game.screen.ui.choosers import Levels, Segment
from game.screen.ui.input import InputEvent
from game.screen.ui.layout import Card
from game.screen.ui.tokens import BUTTON_HEIGHT
from game.screen.ui.widget import Label
from game.table.match import Match
from game.table.mistakes import mistakes
from game.table.spec import SeatSpec

LEVEL = 5  # default if no engine has played in the match


class TryDialog(CardScene):
    """The question for a level and a side; pops with both, or without a result if cancelled."""

    title = N_("Try it yourself")
    size, head, foot = (560, 400, 64), (32, 44, 92), 32
    style, first, clicks = "dialog_title", "play", False

    def __init__(self, match: Match, state: State) -> None:
        super().__init__()
        self.match = match
        levels = [seat.level for seat in match.spec.seats if seat.kind == "engine"]
        self.level = levels[0] if levels else LEVEL
        self.side = match.game.to_move(state) % 2

    def lay_out(self, card: Card) -> None:
        px = card.canvas.px
        tall, gap = max(px(BUTTON_HEIGHT), 38), px(16)
        words = _("Play on from here against the engine. The review stays as it is.")
        high = card.canvas.text_height(words, "body", card.width) + 2
        sides = {side: side_name(self.match.game, side) for side in (0, 1)}
        levels = Levels(self.level, storing(self, "level"), _level_text, "level")
        for widget, height in (
            (Label(words, second=True), high),
            (Segment(sides, self.side, storing(self, "side"), "side"), tall),
            (levels, px(76)),
        ):
            card.add(widget, height)
            card.space(gap)
        low = card.row(tall)
        half = (low.width - gap) // 2
        cancel = Button(_("Cancel"), Pop, name="cancel")
        play = Button(_("Play"), self._play, kind="main", icon="play", name="play")
        self.form.add(cancel.at((low.left, low.top, half, low.height)))
        self.form.add(play.at((low.right - half, low.top, half, low.height)))

    def _play(self) -> Change:
        return Pop((self.level, self.side))

    def handle(self, event: InputEvent) -> Change | None:
        """Handle an event; unlike on other cards, a press beside this card does not close it."""
        return FormScene.handle(self, event)


def _level_text(level: int) -> str:
    return _("Level {level}").format(level=level)


class Trial:
    """A trial game, begun after `actions` of `match`; the person plays `side`."""

    def __init__(self, match: Match, actions: Sequence[Action], level: int, side: int) -> None:
        seats = tuple(
            SeatSpec("person" if seat % 2 == side else "engine", level)
            for seat in range(match.game.seats)
        )
        spec = match.spec.with_(seats=seats, clock=None, board=None)
        self.match = Match(spec, match.game, match.boards)
        if actions:
            self.match.submit_or_raise(Play(tuple(actions)))
        self._begun = len(self.match.entries)

    def scene(self) -> PlayScene:
        return PlayScene(self.match.spec, self.match, kind=TrialPlay(), keep=False)

    def line(self) -> list[list[Action]]:
        """Return the turns of the trial from its start; empty if they were all taken back."""
        line: list[list[Action]] = []
        for turn in self.match.turns:
            tried = turn.entries[max(0, self._begun - turn.first) :]
            actions = [entry.action for entry in tried if entry.action is not None]
            if actions and turn.complete:
                line.append(actions)
        return line


class TrialPlay(PlayKind):
    """The game against the engine; it ends in the review."""

    name = "trial"
    teaches = False

    def faces(self, faces: Faces) -> Faces:
        main, back, lamp = faces
        ended = self.stage.playback.shown.over and not self.play.pending.waiting
        if self.stage.browser.active or not ended:
            return faces
        main = replace(main, label=_("Back to the review"), icon="eye")
        return main, back, replace(lamp, act=Pop)

    def result(self) -> Change:
        """Show the result; the person decides when to go back."""
        outcome = self.stage.match.outcome
        winners = outcome.winners if outcome is not None else ()
        name = side_name(self.stage.game, winners[0] % 2) if winners else ""
        title = _("{name} wins").format(name=name) if name else _("A draw")
        return Push(ask(title, "", self._answers))

    def menu(self) -> Change:
        return Push(pause_dialog(self.stage.game.key, leave=_("Back to the review")))

    @staticmethod
    def _answers() -> list[DialogButton]:
        return [
            DialogButton(_("Look at the board")),
            DialogButton(_("Back to the review"), LEAVE, "main", "eye"),
        ]


def can_practise(match: Match) -> bool:
    """Return whether puzzles can be made from a match: its setup must lead to its positions."""
    return match.spec.position is None and not match.boards and match.game.seats == 2


def practise(match: Match, services: AppServices) -> Change:
    """Search for puzzles in the background; a toast reports how many were found."""
    people = {n for n, seat in enumerate(match.spec.seats) if seat.kind != "engine"}
    found = mistakes(match.game, match.turns, match.evaluations)
    numbers = [mistake.number for mistake in found if match.turns[mistake.number].seat in people]
    if not numbers:
        services.toast(_("No mistake here makes a puzzle."), "info")
        return STAY
    turns = [turn.text for turn in match.turns if turn.complete]
    services.toast(_("Looking for puzzles in your mistakes …"), "info", "puzzle")

    def done(count: int, problem: str) -> None:
        services.post(partial(say, services, count, problem))

    look_for(match.game.setup, turns, numbers, done)
    return STAY


def say(services: AppServices, count: int, problem: str) -> None:
    """Show the result of the search."""
    if problem:
        text = _("Your results cannot be saved: {reason}")
        services.toast(text.format(reason=problem), "bad", "warning")
    elif not count:
        services.toast(_("No mistake here makes a puzzle."), "info")
    else:
        text = ngettext(
            "{n} puzzle from your mistakes: see Puzzles, My own",
            "{n} puzzles from your mistakes: see Puzzles, My own",
            count,
        )
        services.toast(text.format(n=count), "good", "puzzle")
