"""Credits: who invented and published the games, and what the program is made of."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.platform.i18n import N_, _
from game.rules.registry import titles
from game.screen.app.layout_scenes import PageScene
from game.screen.menus.cards import CardsPane, TextCard
from game.screen.plugin.registry import screen_plugin_of
from game.screen.plugin.screen_plugin import GameCredits

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
    """Return the card of one game."""
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
    """Return the card of the program itself."""
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
    """Return all cards; a game without credits has none."""
    games = [(title, screen_plugin_of(key).credits) for key, title in titles().items()]
    return [game_block(t, c) for t, c in games if c != GameCredits()] + [program_block()]


class CreditsScene(PageScene):
    """The credits; up and down, the wheel or a drag scroll them."""

    title = N_("Credits")

    def lay_out(self, room: pygame.Rect) -> None:
        self.form.add(CardsPane(blocks(), "credits").at(room))
