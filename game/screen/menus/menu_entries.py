"""The entries of the title's menu: what it leads to, page by page, and how they look."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from pygame import Rect

from game.platform.i18n import N_, _
from game.rules.registry import titles, usual_setup
from game.screen.app import routes
from game.screen.app.scene import Change, Push, Quit
from game.screen.plugin.registry import has_lesson, lesson_of
from game.screen.ui.button import Action, Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.tokens import BUTTON_ICON, RADIUS, SMALLEST_TYPE
from game.screen.ui.widget import WidgetState

TALL = 90  # design px of the height from which on a label is in larger type
PAGES = {"learn": N_("Learn"), "club": N_("Club"), "more": N_("More")}


@dataclass(frozen=True)
class MenuEntry:
    """An entry: the route it opens, or an action that leads to a route of type `to`.

    `line` says below its label what is there.
    """

    name: str
    label: str
    line: str
    icon: str
    to: routes.Route | type[routes.Route | Quit]
    act: Action | None = None

    def chosen(self) -> Change | None:
        if self.act is not None:
            return self.act()
        return Push(self.to) if isinstance(self.to, routes.Route) else Quit()

    @property
    def kind(self) -> type[routes.Route | Quit]:
        return self.to if isinstance(self.to, type) else type(self.to)


def page_entries(page: str) -> list[MenuEntry]:
    """Return the entries of a page of PAGES, () of anything else."""
    return {"learn": _learn, "club": _club, "more": _more}.get(page, list)()


def open_guide(key: str) -> Change:
    """Open the guided first game of a game; its rules say why it cannot be read."""
    return Push(routes.Guided(key) if lesson_of(key) is not None else routes.Rules(key))


def _learn() -> list[MenuEntry]:
    """Return the guided first game and the rules of every game, side by side."""
    found = []
    for key, title in titles().items():
        if has_lesson(key):
            guide, shown = partial(open_guide, key), _("Show me how")
            found.append(MenuEntry(f"guide-{key}", title, shown, "bulb", routes.Guided, guide))
        found.append(MenuEntry(f"rules-{key}", title, _("Rules"), "book", routes.Rules(key)))
    return found


def _club() -> list[MenuEntry]:
    return [
        MenuEntry(
            "tournaments",
            _("Tournaments"),
            _("Pairings, results, big screen"),
            "cup",
            routes.Tournaments(),
        ),
        MenuEntry("phones", _("Phones"), _("Follow a game, or play it"), "phone", routes.Phones()),
        MenuEntry("join", _("Join a table"), _("Play in another place"), "hands", routes.Join()),
    ]


def _more() -> list[MenuEntry]:
    first = usual_setup(next(iter(titles())))
    return [
        MenuEntry("alone", _("Alone"), _("Games for one"), "person", routes.SoloModes()),
        MenuEntry("games", _("Library"), _("All your games"), "film", routes.Library()),
        MenuEntry("scores", _("High scores"), _("The best of each game"), "cup", routes.Scores()),
        MenuEntry(
            "statistics", _("Statistics"), _("Your results in charts"), "list", routes.Statistics()
        ),
        MenuEntry(
            "position", _("Position"), _("Set one up"), "pencil", routes.PositionEditor(first)
        ),
        MenuEntry("settings", _("Settings"), _("Look, sound, keys"), "gear", routes.EditSettings()),
        MenuEntry("credits", _("Credits"), _("Who made it"), "info", routes.Credits()),
        MenuEntry("quit", _("Quit"), _("Games are kept"), "exit", Quit),
    ]


class EntryButton(Button):
    """An entry of the menu: an icon, its label, and below it what is there."""

    def __init__(self, entry: MenuEntry) -> None:
        super().__init__(entry.label, entry.chosen, icon=entry.icon, name=entry.name)
        self.line = entry.line
        self.says = f"{entry.label}, {entry.line}" if entry.line else entry.label

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        fill, border, text = self.colours(canvas, look)
        radius, px, rect = canvas.px(RADIUS["button"]), canvas.px, self.rect
        if look.focused and self.kind == "main":
            canvas.glow(rect, radius)
        canvas.rounded(rect, radius, fill, border, canvas.hairline if border else 0)
        size = px(BUTTON_ICON + 4)
        middle = rect.left + px(14) + size // 2
        canvas.icon(self.icon, (middle, rect.centery), text, BUTTON_ICON + 4)
        left = middle + size // 2 + px(12)
        room = Rect(left, rect.top + px(4), rect.right - px(8) - left, rect.height - 2 * px(4))
        style = "name" if rect.height >= px(TALL) else "lead_bold"
        line = self.line
        below = canvas.text_height(line, "caption", room.width) if line else 0
        share = SMALLEST_TYPE / canvas.metrics.type_px(style)
        narrow = canvas.text_size(self.label, style)[0] * share > room.width
        if narrow or round(1.3 * SMALLEST_TYPE) + below > room.height:  # the label matters more
            line, below = "", 0
        above = round(1.3 * canvas.metrics.type_px(style))
        above = min(above, room.height - min(below, round(0.5 * room.height)))
        upper = Rect(room.left, 0, room.width, above if line else room.height)
        upper.top = room.top + max(0, (room.height - above - below) // 2 if line else 0)
        canvas.text(self.label, style, upper, text, wrap=not line)
        if line:
            lower = Rect(room.left, upper.bottom, room.width, room.bottom - upper.bottom)
            second = text if self.kind == "main" else canvas.ui.text_second
            canvas.text(line, "caption", lower, second, valign="top", wrap=True)
