"""The club evening in docs/guide/club.md works as described, in the window and by commands."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.cli import main
from game.platform import processes, storage
from game.platform.paths import ROOT
from game.screen.app.app import App
from game.screen.menus.title import TitleScene
from game.screen.ui.button import Button
from game.screen.ui.choosers import Segment, Stepper
from game.screen.ui.list_box import ListBox
from game.screen.ui.widget import Form, Label
from game.tournament.store import TournamentStore
from tests.screen.screens import click, form_of, key, make_app, texts, write
from tests.support.waiting import COSTLY_BREATH, until

TEXT = (ROOT / "docs" / "guide" / "club.md").read_text(encoding="utf-8")
KEYS = {"Enter": (pygame.K_RETURN, "return"), "Esc": (pygame.K_ESCAPE, "escape")}
DEEDS = re.compile(
    r"[Pp]ress \*\*(?P<press>[^*]+)\*\*|[Pp]ress `(?P<key>[^`]+)`|[Ww]rite `(?P<write>[^`]+)`"
    r"|[Cc]hoose \*\*(?P<choose>[^*]+)\*\*|[Ss]et \*\*(?P<set>[^*]+)\*\* to \*(?P<to>[^*]+)\*"
    r"|[Cc]lick on the \*\*(?P<click>first|second|third)\*\*"
    r"|[Yy]ou see \*(?P<see>[^*]+)\*"
)


def section(title: str) -> str:
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", TEXT, re.M | re.S)
    assert found is not None, title
    return found[1]


def steps(title: str) -> Iterator[re.Match[str]]:
    """Yield the instructions in the numbered steps of a section, in order."""
    for step in re.findall(r"^\d+\. (.*?)(?=\n\d+\. |\n\n|\Z)", section(title), re.M | re.S):
        yield from DEEDS.finditer(" ".join(step.split()))


class Hands:
    """A user who does exactly what the page says."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.deeds: dict[str, Callable[[str], None]] = {
            "press": self.press,
            "key": self.key,
            "write": lambda text: write(app, text),
            "choose": self.choose,
            "click": self.click,
            "see": self.see,
        }

    def do(self, title: str, number: int = 1) -> None:
        for deed in steps(title):
            if deed["set"]:
                self.set(deed["set"], deed["to"])
                continue
            name = deed.lastgroup or ""
            self.deeds[name](deed[name].replace("ound 1", f"ound {number}"))
            for _frame in range(3):
                self.app.frame(0.05)

    def find(self, met: Callable[[], bool], what: str) -> None:
        assert until(met, step=lambda: self.app.frame(0.05), breath=COSTLY_BREATH), (
            f"{what}: {texts(self.app)}"
        )

    @property
    def form(self) -> Form:
        form = form_of(self.app.scene)
        assert isinstance(form, Form)
        return form

    def press(self, label: str) -> None:
        def there() -> list[Button]:
            buttons = [w for w in self.form.widgets if isinstance(w, Button)]
            return [b for b in buttons if b.label == label and b.enabled and b.visible]

        self.find(lambda: bool(there()), label)
        click(self.app, there()[0].rect.center)

    def key(self, name: str) -> None:
        key(self.app, *KEYS[name])
        if name == "Enter":  # a separate thread saves the entered text
            self.find(lambda: not getattr(self.app.scene, "names", [""])[0] or self.encounter, name)

    @property
    def encounter(self) -> bool:
        return type(self.app.scene).__name__ == "TournamentGameScene"

    def choose(self, label: str) -> None:
        def there() -> list[tuple[Segment, int]]:
            segments = [w for w in self.form.widgets if isinstance(w, Segment)]
            return [
                (segment, n)
                for segment in segments
                for n, option in enumerate(segment.options)
                if " ".join(option.label.split()) == label
            ]

        self.find(lambda: bool(there()), label)
        segment, number = there()[0]
        segment.choose(number)
        if any(w.name == "why" for w in self.form.widgets):
            self.form.focus("why")

    def click(self, place: str) -> None:
        row = ("first", "second", "third").index(place)
        self.find(lambda: any(w.name == "list" for w in self.form.widgets), "the desk")
        table = self.form.get("list")
        assert isinstance(table, ListBox)
        self.app.draw()
        x, heights = table.rect.centerx, range(table.rect.top, table.rect.bottom)
        y = next(y for y in heights if table.row_at((x, y)) == row)
        click(self.app, (x, y + 4))

    def set(self, label: str, value: str) -> None:
        row = next(w for w in self.form.widgets if isinstance(w, Label) and w.text == label)
        chooser = next(
            w for w in self.form.widgets if isinstance(w, Stepper) and w.rect.top == row.rect.top
        )
        while chooser.show(chooser.value) != value:
            chooser.step(-1)
        self.app.frame(0.05)

    def see(self, words: str) -> None:
        def toasts() -> list[str]:
            return [toast.text for toast in self.app.toasts.live]

        self.find(lambda: any(words in text for text in [*texts(self.app), *toasts()]), words)


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return a list of all pages that the program opens in the browser."""
    pages: list[Path] = []
    monkeypatch.setattr(processes, "open_in_browser", pages.append)
    return pages


def test_the_evening_in_the_window(shown: list[Path]) -> None:
    app = make_app(TitleScene("menu"), theme="paper", animation_speed=0.0, attract_delay=0)
    hands = Hands(app)
    hands.do("Before anybody comes")
    hands.do("At the door")
    for number in (1, 2, 3):
        hands.do("A round", number)
    assert "Rounds 2 and 3 go the same way." in section("A round")
    hands.do("A mistake")
    hands.do("The end")
    hands.find(lambda: bool(shown), "the browser")
    with TournamentStore() as store:
        tournament = store.load(store.kept()[0].id)
    assert tournament.ended
    assert len(tournament.rounds) == 3
    assert (shown[0].parent / "standings.html").exists()
    trf = storage.data_folder() / "sheets" / "Thursday-cup" / "Thursday-cup.trf"
    hands.find(trf.exists, "the export")
    hands.do("The next evening")
    with TournamentStore() as store:
        assert [kept.name for kept in store.kept()] == ["Thursday cup 2", "Thursday cup"]
    app.close()


def test_the_commands(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)  # so that the pages are published there
    block = re.search(r"```sh\n(.*?)```", section("Without the window"), re.S)
    assert block is not None
    for line in block[1].splitlines():
        words = shlex.split(line)
        assert words[:2] == ["python", "main.py"]
        assert main(words[2:]) == 0, line
    assert "they had swapped seats" in capsys.readouterr().out


def test_its_pictures_are_there() -> None:
    for name in re.findall(r"\]\((pictures/[^)]+)\)", TEXT):
        assert (ROOT / "docs" / name).exists()
