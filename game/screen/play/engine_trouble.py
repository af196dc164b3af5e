"""The question that is asked when an engine has failed repeatedly."""

from __future__ import annotations

from game.platform.i18n import N_, _
from game.rules.events import Seat
from game.screen.app.layout_scenes import CardScene, storing
from game.screen.app.scene import Change, FormScene, Pop
from game.screen.play.turn_controller import EngineChoice, TurnController
from game.screen.plugin.panel import Panel
from game.screen.ui.button import Button
from game.screen.ui.choosers import Levels
from game.screen.ui.input import InputEvent
from game.screen.ui.layout import Card
from game.screen.ui.tokens import BUTTON_HEIGHT
from game.screen.ui.widget import Label


class EngineTroubleDialog(CardScene):
    """The question who plays on in place of an engine that does not answer.

    The scene pops with an EngineChoice: the engine again, at this or another level, or a person.
    """

    title = N_("The computer does not answer")
    size, head, foot = (600, 440, 64), (32, 44, 92), 32
    style, first, clicks = "dialog_title", "again", False

    def __init__(self, seat: Seat, name: str, level: int, why: str, program: bool = False) -> None:
        """`program` is True if another program has failed; our engine may then replace it."""
        super().__init__()
        self.seat, self.name, self.why, self.program = seat, name, why, program
        self.level = self.before = level

    @property
    def heading(self) -> str:
        return _("{name} cannot play on").format(name=self.name) if self.program else _(self.title)

    def lay_out(self, card: Card) -> None:
        px = card.canvas.px
        tall, gap = max(px(BUTTON_HEIGHT), 38), px(16)
        words = _("{name} was started again three times ({why}). How does the game go on?")
        text = words.format(name=self.name, why=_(self.why))
        card.add(Label(text, second=True), card.canvas.text_height(text, "body", card.width) + 2)
        card.space(gap)
        chosen = storing(self, "level", self.resize)
        card.add(Levels(self.level, chosen, _level_text, "level"), px(76))
        card.space(gap)
        again, ours = _("Try again"), _("Play at level {level}").format(level=self.level)
        if self.level != self.before and not self.program:
            again = ours
        buttons = [Button(again, self._again, kind="main", icon="again", name="again")]
        if self.program:
            buttons.append(Button(ours, self._play, icon="engine", name="ours"))
        person = Button(_("A person plays on"), self._person, icon="person", name="person")
        for button in (*buttons, person):
            card.add(button, tall)
            card.space(px(12))

    def _again(self) -> Change:
        return Pop(EngineChoice(self.seat, self.level, self.program))

    def _play(self) -> Change:
        return Pop(EngineChoice(self.seat, self.level))

    def _person(self) -> Change:
        return Pop(EngineChoice(self.seat, None))

    def handle(self, event: InputEvent) -> Change | None:
        """Handle the event, but keep the card open when a press falls beside it."""
        return FormScene.handle(self, event)

    def cancelled(self) -> Change:
        """Try the engine again, so that the game does not hang when the question is dismissed."""
        return self._again()


def engine_question(panel: Panel, controller: TurnController) -> EngineTroubleDialog | None:
    """Return the question for the first seat whose engine has failed, or None."""
    for seat, why in controller.failed.items():
        spec = panel.match.spec.seats[seat]
        program = bool(spec.program)
        return EngineTroubleDialog(seat, panel.name_of(seat), spec.level, why, program)
    return None


def _level_text(level: int) -> str:
    return _("Level {level}").format(level=level)
