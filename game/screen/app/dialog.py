"""Questions and messages over a scene: a card with a title, a text and buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pygame import Rect

from game.screen.app.layout_scenes import measuring
from game.screen.app.routes import Route
from game.screen.app.scene import STAY, Change, FormScene, Pop, Push
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent, Press
from game.screen.ui.layout import button_height
from game.screen.ui.tokens import GAP
from game.screen.ui.widget import Form


@dataclass(frozen=True)
class DialogButton:
    """A button of a dialog.

    Pressing it passes `value` to the `resume` of the scene below. With `act` it applies the change
    that `act` returns, and with `route` it opens that route. A button whose `route` is not offered
    here is left out.
    """

    label: str
    value: object = None
    kind: str = "plain"
    icon: str = ""
    act: Callable[[], Change | None] | None = None
    route: Route | None = None


class Dialog(FormScene):
    """A question. Escape returns `cancel`, the value of the harmless answer.

    `focus` is the number of the answer that first has the focus.
    """

    overlay = True

    def __init__(
        self,
        title: Callable[[], str] | str,
        answers: Callable[[], Sequence[DialogButton]] | Sequence[DialogButton],
        text: Callable[[], str] | str = "",
        cancel: object = None,
        focus: int = 0,
        upright: bool = False,
    ) -> None:
        """Store texts, or callables that are called again after a change of language.

        `upright` stacks the buttons.
        """
        self._title, self._answers, self._text = title, answers, text
        self.cancel = cancel
        self.first = focus
        self.upright = upright
        self.form = Form()

    def body(self) -> str:
        """Return the text below the title, in the current language."""
        return self._text() if callable(self._text) else self._text

    def resize(self) -> None:
        title = self._title() if callable(self._title) else self._title
        text = self.body()
        self.title, self.text = title, text
        answers = self._answers() if callable(self._answers) else self._answers
        self.answers = [a for a in answers if not a.route or self.services.offers(type(a.route))]
        self._lay_out(measuring(self.services))

    def _lay_out(self, canvas: Canvas) -> None:
        px, metrics = canvas.px, self.services.metrics
        pad, gap = px(32), px(GAP)
        buttons = [
            Button(a.label, self._answer(a), kind=a.kind, icon=a.icon, name=f"answer-{n}")
            for n, a in enumerate(self.answers)
        ]
        tall = button_height(metrics, around=px(20))
        row = sum(b.width(canvas) for b in buttons) + gap * (len(buttons) - 1)
        widest = metrics.width - px(64)
        inner = min(widest - 2 * pad, max(px(420), row if not self.upright else 0))
        stacked = self.upright or row > inner
        head = canvas.text_height(self.title, "dialog_title", inner)
        words = canvas.text_height(self.text, "body", inner) if self.text else 0
        around = pad + head + (px(16) + words if words else 0) + px(28) + pad
        most = metrics.height - px(24)
        between = max(1, len(buttons) - 1)
        if stacked:  # many answers move closer together, so that they do not cover the title
            gap = min(gap, max(px(4), (most - around - len(buttons) * tall) // between))
        lower = tall if not stacked else len(buttons) * tall + (len(buttons) - 1) * gap
        self.card = Rect(0, 0, inner + 2 * pad, min(around + lower, most))
        self.card.center = (metrics.width // 2, metrics.height // 2)
        self.head = Rect(self.card.left + pad, self.card.top + pad, inner, head)
        self.words = Rect(self.head.left, self.head.bottom + px(16), inner, words + 2)
        self.form = Form(buttons, keep=self.form)
        x, y = self.head.left if stacked else self.head.right - row, self.card.bottom - pad - lower
        for button in buttons:
            button.at((x, y, inner if stacked else button.width(canvas), tall))
            if stacked:
                y += tall + gap
            else:
                x += button.rect.width + gap
        self.form.start(f"answer-{self.first}")

    def _answer(self, answer: DialogButton) -> Callable[[], Change | None]:
        if answer.route is not None:
            route = answer.route
            return lambda: Push(route)
        return answer.act or (lambda: Pop(answer.value))

    def handle(self, event: InputEvent) -> Change | None:
        """Handle an event; if the buttons are stacked, Up and Down wrap around."""
        change = super().handle(event)
        if change is None and isinstance(event, Press) and self.form.focused is not None:
            around = {"up": "previous", "down": "next"} if self.upright else {}
            for command, way in around.items():
                if event.means(command):
                    return super().handle(Press((way,)))
        return change

    def cancelled(self) -> Change:
        return Pop(self.cancel)

    @property
    def heading(self) -> str:
        stop = "" if self.title.endswith(("?", ".")) or not self.text else "."
        return f"{self.title}{stop} {self.text}".strip()

    def draw(self, canvas: Canvas) -> None:
        canvas.card(self.card, "dialog")
        canvas.text(self.title, "dialog_title", self.head, valign="top", wrap=True)
        second = canvas.ui.text_second
        canvas.text(self.text, "body", self.words, second, valign="top", wrap=True)
        self.form.draw(canvas)

    def closing(self) -> Change | None:
        return None


def ask(
    title: Callable[[], str] | str,
    text: Callable[[], str] | str,
    answers: Callable[[], Sequence[DialogButton]] | Sequence[DialogButton],
    cancel: object = None,
) -> Dialog:
    """Return a dialog that passes its answer to `resume` of the scene that pushes it."""
    return Dialog(title, answers, text, cancel)


__all__ = ["STAY", "Dialog", "DialogButton", "ask"]
