"""Credits: who invented and published the games, and what the program is made of."""

from __future__ import annotations

from collections.abc import Iterator

from game.platform.i18n import N_, _
from game.rules.registry import titles
from game.screen.app.form_scene import FormScene
from game.screen.app.page import Hint, add_hints, heading, margin
from game.screen.app.scene import Pop
from game.screen.menus.cards import CardsPane, TextCard
from game.screen.plugin.credits import GameCredits
from game.screen.plugin.registry import screen_plugin_of
from game.screen.ui.canvas import Canvas
from game.screen.ui.widget import Form

PROGRAM = "Less is More"
TYPEFACES = ("Hanken Grotesk", "Source Serif Pro")
# Libraries and their licences, as their packages name them.
LIBRARIES = (
    ("pygame-ce", "LGPL 2.1"),
    ("numpy", "BSD"),
    ("numba", "BSD"),
    ("llvmlite", "BSD"),
    ("pyserial", "BSD"),
    ("cobs", "MIT"),
    ("platformdirs", "MIT"),
    ("openskill", "MIT"),
    ("networkx", "BSD"),
    ("Pillow", "MIT-CMU"),
    ("starlette", "BSD"),
    ("uvicorn", "BSD"),
    ("websockets", "BSD"),
    ("segno", "BSD"),
    ("paho-mqtt", "EPL 2.0"),
)
IN_A_LINE = 8  # libraries of a paragraph
LICENCE = N_("The program, its pictures and its sounds are under the MIT licence.")
OWNERS = N_("The games belong to their authors. The words of our rule pages are our own.")


def game_block(title: str, credits_: GameCredits) -> TextCard:
    """What is to be said of one game, in the reader's language."""
    return TextCard(title, tuple(_lines(credits_)))


def _lines(credits_: GameCredits) -> Iterator[tuple[str, bool]]:
    if credits_.author and credits_.year:
        words = _("Invented by {author} in {year}")
        yield words.format(author=credits_.author, year=credits_.year), False
    elif credits_.author:
        yield _("Invented by {author}").format(author=credits_.author), False
    if credits_.published:
        yield _(credits_.published), False
    for text in credits_.thanks:
        yield _(text), False
    for address in credits_.sources:
        yield address, True
    for text in credits_.ours:
        yield _(text), True


def program_block() -> TextCard:
    """What the program is made of."""
    named = [f"{name} ({licence})" for name, licence in LIBRARIES]
    libraries, others = ", ".join(named[:IN_A_LINE]), ", ".join(named[IN_A_LINE:])
    faces = _("Typefaces: {names}, under the SIL Open Font License 1.1.")
    return TextCard(
        PROGRAM,
        (
            (_(LICENCE), False),
            (_(OWNERS), False),
            (faces.format(names=", ".join(TYPEFACES)), False),
            (_("Libraries: {names}.").format(names=libraries), False),
            (f"{others}.", False),
        ),
    )


def blocks() -> list[TextCard]:
    """All cards of the page; games about which nothing is known have none."""
    games = [(title, screen_plugin_of(key).credits) for key, title in titles().items()]
    return [game_block(t, c) for t, c in games if c != GameCredits()] + [program_block()]


class CreditsScene(FormScene):
    """Up and down, the wheel or a drag scroll, where not all of it fits; Escape goes back."""

    def __init__(self) -> None:
        self.form = Form()

    def resize(self) -> None:
        metrics, px, edge = self.desk.metrics, self.desk.metrics.px, margin(self.desk)
        self.form = Form(keep=self.form)
        pane = CardsPane(blocks(), "credits")
        self.form.add(pane)
        strip = add_hints(self.form, self.desk, [Hint("cancel", _("back"), Pop)])
        top = px(112)
        pane.at((edge, top, metrics.width - 2 * edge, strip.top - px(16) - top))
        self.form.start("credits")

    @property
    def heading(self) -> str:
        return _("Credits")

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        heading(canvas, self.desk, _("Credits"))
        self.form.draw(canvas)
