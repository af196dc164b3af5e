"""Lists to choose from: boards, ports of sensor boards, opponents.

The lists contain the boards and ports that the program has found; other boards and ports can be
typed into fields. Escape keeps the typed text.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from game.platform import storage
from game.platform.errors import in_words
from game.platform.i18n import N_, _, ngettext
from game.platform.untrusted import json_files
from game.rules import RulesError
from game.rules.boards import parse_board, read_board, shipped_boards
from game.rules.registry import GAMES
from game.screen.app.layout_scenes import CardScene
from game.screen.app.routes import Picked, PickKind, Programs
from game.screen.app.scene import STAY, Change, Pop, Push
from game.screen.menus.seat_rows import OpponentCard
from game.screen.ui.button import Button
from game.screen.ui.layout import Card, button_height, button_row, grid, split_left
from game.screen.ui.list_box import ListBox, ListColumn
from game.screen.ui.text import width_of
from game.screen.ui.tokens import GAP
from game.table.opponents import CAST
from hardware.host.address import EXAMPLE, problem_with, tidy
from hardware.host.board_choice import FIRST, found_by_identity, kind_at, kind_words
from hardware.host.other_boards import port_of

LONGEST_PATH = 40  # maximum number of characters of a path
ROW = 44  # height of a row in design px


@dataclass(frozen=True)
class PickEntry:
    """An entry of a list: its `value` for the field, its name, and a remark."""

    value: str
    label: str
    words: str = ""


class PickScene(CardScene):
    """A list to choose from; pops with `Picked` or None. "Search again" calls `find` again."""

    rows = 6

    def __init__(
        self,
        name: str,
        title: Callable[[], str],
        find: Callable[[], Sequence[PickEntry]],
        hint: Callable[[], str],
        value: str = "",
        behind: int = 380,
    ) -> None:
        """Build the list; `behind` is the maximum width of the second column, in design px."""
        super().__init__()
        self.name, self._title, self._find, self._hint = name, title, find, hint
        self.value = value  # the value that is chosen at the start
        self.behind = behind
        self.found: list[PickEntry] = []

    def enter(self) -> None:
        self.found = list(self._find())

    @property
    def heading(self) -> str:
        return self._title()

    def lay_out(self, card: Card) -> None:
        px = self.services.metrics.px
        # The second column is as wide as its longest remark; names get the rest. The factor allows
        # for small type, whose letters are relatively wide, and for the chosen row, which is bold.
        bold = (width_of(choice.words, "caption_bold", 18) for choice in self.found)
        longest = round(1.08 * max(bold, default=0))
        self.list = ListBox(
            [ListColumn(0), ListColumn(max(1, min(self.behind, longest)), "right", "second")],
            [(choice.label, choice.words) for choice in self.found],
            self._choose,
            empty=_("Nothing found"),
            row_height=ROW,
            name="found",
        )
        card.add(self.list, self.rows * px(ROW) + px(16))
        values = [choice.value for choice in self.found]
        self.list.choose(
            values.index(self.value) if self.value in values else min(0, len(values) - 1)
        )
        self.lay_more(card)
        card.space(px(12))
        card.words(self._hint(), 4)
        card.space(px(16))
        use = Button(_("Use"), self.use, kind="main", name="use")
        use.enabled = bool(self.found)
        cancel = Button(_("Cancel"), Pop, name="cancel")
        others = self.others()
        card.flow([use, cancel, *others])
        last = others[-1] if others else cancel
        self.first = "found" if self.found else last.name

    def lay_more(self, card: Card) -> None:
        """Add controls between the list and the hint."""

    def others(self) -> Sequence[Button]:
        """Return the buttons besides "Use" and "Cancel", such as "Search again"."""
        return [Button(_("Search again"), self._again, icon="again", name="again")]

    def use(self) -> Change | None:
        """Close with the chosen value."""
        return self._choose(self.list.chosen)

    def _choose(self, row: int) -> Change | None:
        return Pop(Picked(self.name, self.found[row].value)) if 0 <= row < len(self.found) else None

    def _again(self) -> Change:
        self.found = list(self._find())
        self.resize()
        return STAY


def pick_board(value: str, shipped: bool = False) -> PickScene:
    """Return a list of the user's board files; with `shipped`, the program's boards come first."""
    return PickScene(
        "board",
        lambda: _("Boards") if shipped else _("Your own boards"),
        lambda: [*(our_boards() if shipped else []), *own_boards()],
        lambda: _("Board files in {folder}").format(folder=in_short(storage.boards_folder())),
        value,
    )


def in_short(folder: Path) -> str:
    """Return a path short enough for a line: relative to home, and cut at its start."""
    with contextlib.suppress(ValueError):
        folder = Path("~") / folder.relative_to(Path.home())
    parts = list(folder.parts)
    while len(parts) > 2 and len(str(Path(*parts))) > LONGEST_PATH:
        parts = ["…", *parts[2:]]
    return str(Path(*parts))


def our_boards() -> list[PickEntry]:
    """Return the program's boards, the smallest first."""
    found = [(len(parse_board(read_board(name), name)), name) for name in shipped_boards()]
    return [
        PickEntry(name, name, ngettext("{count} point", "{count} points", n).format(count=n))
        for n, name in sorted(found)
    ]


def own_boards() -> list[PickEntry]:
    """Return the board files in the user's folder by name; damaged files show their error."""
    found = []
    for path in json_files(storage.boards_folder()):
        try:
            count = len(parse_board(read_board(str(path)), path.name))
            words = ngettext("{count} point", "{count} points", count).format(count=count)
        except RulesError as error:
            words = in_words(error)
        found.append(PickEntry(str(path), path.stem, words))
    return found


class PickLinkScene(PickScene):
    """The list of sensor boards; a valid typed address takes precedence over the chosen entry."""

    rows = 5

    def __init__(self, value: str, recent: Sequence[str]) -> None:
        super().__init__(
            "link",
            lambda: _("Which board?"),
            lambda: known_links(recent),
            lambda: _("A board on the network, as {example}; it stays in this list.").format(
                example=EXAMPLE
            ),
            value,
            behind=260,
        )
        self.address = ""

    def lay_more(self, card: Card) -> None:
        """Add a field for an address that is not in the list, and a button for other kinds."""
        metrics, px = self.services.metrics, self.services.metrics.px
        more = {"placeholder": _("or an address: HOST:PORT"), "limit": 120, "on_accept": self.use}
        others = PickKind(self.value)
        kinds = Button(_("Other kinds"), lambda: Push(others), icon="board", name="kinds")
        card.space(px(12))
        row = card.row(button_height(metrics))
        wide = kinds.width(card.canvas)
        left, right = split_left(row, row.width - wide - px(GAP), px(GAP))
        self.form.add(self.field(self.address, self._write, "address", **more).at(left))
        self.form.add(kinds.at(right))

    def resume(self, result: object = None) -> Change | None:
        """Pop with the board of another kind that the next scene has chosen."""
        return Pop(result) if isinstance(result, Picked) else None

    def _write(self, text: str) -> None:
        self.address = text
        self.form.get("use").enabled = bool(self.found or text.strip())

    def use(self) -> Change | None:
        if not self.address.strip():
            return super().use()
        problem = problem_with(self.address)
        if problem:
            self.services.toast(problem, "bad")
            return None
        return Pop(Picked(self.name, tidy(self.address)))


def known_links(recent: Sequence[str]) -> list[PickEntry]:
    """Return the boards used before, then all others, each with its port."""
    found = {choice.value: choice for choice in links()}
    gone = {link: _gone(link) for link in recent if link not in found}
    return [
        *(_in_words({**found, **gone}[link], used=True) for link in recent),
        *(_in_words(choice) for link, choice in found.items() if link not in recent),
    ]


def _gone(link: str) -> PickEntry:
    """Return the entry of a board that was used before but is not found now."""
    kind = kind_at(link)
    return PickEntry(link, _where(link), kind_words(kind) if kind else "")


def _in_words(choice: PickEntry, used: bool = False) -> PickEntry:
    """Return the entry of a board: its name first, then its port."""
    named = {"sim": _("Simulated board"), "auto": _("The first board that answers")}
    label = named.get(choice.value) or choice.words or choice.label
    behind = [] if choice.value in named or label == choice.label else [choice.label]
    behind += [_("used before")] if used else []
    return PickEntry(choice.value, label, " · ".join(behind))


def links() -> list[PickEntry]:
    """Return the simulated board, the search for any board, the serial ports, and other boards.

    Other boards are recognised by their USB identities.
    """
    from hardware.host.ports import ports

    found = ports()
    others = [(one.target, kind_words(kind_at(one.target))) for one in found_by_identity(found)]
    return [
        PickEntry("sim", "sim"),
        PickEntry("auto", "auto"),
        *(PickEntry(port.port, port.port, port.words) for port in found),
        *(PickEntry(target, _where(target), kind) for target, kind in others),
    ]


def _where(target: str) -> str:
    """Return a board's port; for the first board of a kind, return the kind's name instead."""
    port, kind = port_of(target), kind_at(target)
    return kind_words(kind) if kind and port == FIRST else port


COLUMNS, UPRIGHT_COLUMNS = 3, 2


class PickOpponentScene(CardScene):
    """The cards of all opponents; pops with `Picked` or with None."""

    title = N_("Who plays against you?")
    size, pad = (1040, 0, 32), 28
    head, foot = (12, 56, 72), 24

    def __init__(
        self, seat: int, value: str, strength: int, game: str = GAMES[0].key, program: str = ""
    ) -> None:
        super().__init__()
        self.name, self.value, self.strength = f"opponent-{seat}", value, strength
        self.programs = Programs(game, f"program-{seat}", program)
        self.first = "program" if program else value or CAST[0].key

    def lay_out(self, card: Card) -> None:
        metrics, px, canvas = self.services.metrics, self.services.metrics.px, card.canvas
        columns = UPRIGHT_COLUMNS if metrics.portrait else COLUMNS
        cards = [self._card(one.key, one.level or self.strength) for one in CAST]
        rows, gap, foot = -(-len(cards) // columns), px(GAP), button_height(metrics)
        room = metrics.height - px(24) - px(72) - foot - px(16) - px(24)
        wide = (card.width - gap * (columns - 1)) // columns
        tall = max(one.height(canvas, wide) for one in cards)
        tall = min(tall, (room + gap) // rows - gap)
        body = card.row(rows * (tall + gap) - gap)
        for one, place in zip(cards, grid(body, len(cards), columns, gap)):
            self.form.add(one.at(place))
        card.space(px(16))
        cancel = Button(_("Cancel"), Pop, name="cancel")
        level = Button(_("Just a level"), lambda: self._choose(""), icon="engine", name="level")
        buttons = [cancel, level]
        if self.services.offers(Programs):
            words = _("Another program")
            buttons.append(Button(words, lambda: Push(self.programs), name="program"))
        button_row(self.form, canvas, buttons, card.row(foot), shrink=True)

    def resume(self, result: object = None) -> Change | None:
        """Pop with the program that the next scene has chosen."""
        return Pop(result) if isinstance(result, Picked) else None

    def _card(self, key: str, level: int) -> OpponentCard:
        return OpponentCard(key, level, lambda: self._choose(key), key == self.value)

    def _choose(self, key: str) -> Change:
        return Pop(Picked(self.name, key))
