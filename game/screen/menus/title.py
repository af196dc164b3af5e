"""The title: name, a trailer of recorded games, and the menu.

A press on the board, or Enter, continues the game on screen as a match; other input opens the menu.
The menu's six entries always have the same places. Above them are quick actions, such as resuming a
game.
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pygame
from pygame import Rect

from game.platform import untrusted
from game.platform.i18n import N_, _, format_date, ngettext
from game.rules.registry import GAMES, titles, usual_setup
from game.screen.app import routes
from game.screen.app.dialog import Dialog, DialogButton
from game.screen.app.layout_scenes import measuring
from game.screen.app.scene import STAY, Change, FormScene, Pop, Push, Quit, ShownBoard
from game.screen.attract.caption_strip import CaptionStrip, draw_programme
from game.screen.attract.trailer import Trailer
from game.screen.boards.view import shown_board
from game.screen.menus.title_board import (
    HEIGHT,
    WIDTH,
    BestScore,
    Logo,
    TitleBoard,
    best_scores,
    dared,
    draw_best_scores,
)
from game.screen.plugin.registry import has_lesson, lesson_of
from game.screen.ui.bindings import key_label
from game.screen.ui.button import Action, Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.easing import sine
from game.screen.ui.input import InputEvent, Pointer, Press
from game.screen.ui.layout import grid
from game.screen.ui.tokens import BUTTON_ICON, MS, PORTRAIT, RADIUS, SMALLEST_TYPE, WINDOW
from game.screen.ui.widget import Form, WidgetState
from game.table.errors import NOT_A_RECORD

TALL = 90  # minimum height in design px of an entry whose label has larger type
PAGES = {"learn": N_("Learn"), "club": N_("Club"), "more": N_("More")}


@dataclass(frozen=True)
class MenuEntry:
    """An entry of the menu: the route it opens, or an action that leads to a route of type `to`.

    `line` is a description below the entry's label.
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
    """Return the entries of a page in PAGES; () for any other page."""
    return {"learn": _learn, "club": _club, "more": _more}.get(page, list)()


def open_guide(key: str) -> Change:
    """Open the guided first game of a game, or its rules if the lesson cannot be read."""
    return Push(routes.Guided(key) if lesson_of(key) is not None else routes.Rules(key))


def _learn() -> list[MenuEntry]:
    """Return the guided first game and the rules of every game, side by side."""
    found = []
    for key, title in titles().items():
        if has_lesson(key):
            guide, shown = partial(open_guide, key), _("Show me how")
            found.append(MenuEntry(f"guide-{key}", title, shown, "lesson", routes.Guided, guide))
        found.append(MenuEntry(f"rules-{key}", title, _("Rules"), "book", routes.Rules(key)))
    return found


def _club() -> list[MenuEntry]:
    paired = _("Pairings, results, big screen")
    return [
        MenuEntry("tournaments", _("Tournaments"), paired, "cup", routes.Tournaments()),
        MenuEntry("evening", _("The evening"), _("Told and printed"), "moon", routes.ShowEvening()),
        MenuEntry("phones", _("Phones"), _("Follow a game, or play it"), "phone", routes.Phones()),
        MenuEntry("join", _("Join a table"), _("Play in another place"), "people", routes.Join()),
        MenuEntry("letters", _("By letter"), _("Each turn a text"), "letter", routes.Letters()),
    ]


def _more() -> list[MenuEntry]:
    charts, editor = _("Your results in charts"), _("Set one up")
    position = routes.PositionEditor(usual_setup(next(iter(titles()))))
    return [
        MenuEntry("alone", _("Alone"), _("Games for one"), "person", routes.SoloModes()),
        MenuEntry("games", _("Library"), _("All your games"), "list", routes.Library()),
        MenuEntry("scores", _("High scores"), _("The best of each game"), "cup", routes.Scores()),
        MenuEntry("statistics", _("Statistics"), charts, "chart", routes.Statistics()),
        MenuEntry("position", _("Position"), editor, "pieces", position),
        MenuEntry("settings", _("Settings"), _("Look, sound, keys"), "gear", routes.EditSettings()),
        MenuEntry("credits", _("Credits"), _("Who made it"), "info", routes.Credits()),
        MenuEntry("quit", _("Quit"), _("Games are kept"), "exit", Quit),
    ]


class EntryButton(Button):
    """An entry of the menu: an icon, its label, and a description below it."""

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
        # The description is left out if there is too little room for both lines.
        if narrow or round(1.3 * SMALLEST_TYPE) + below > room.height:
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


Box = tuple[int, int, int, int]  # left, top, width, height in design px
LANDSCAPE_BOXES: dict[str, Box] = {
    "logo": (703, 34, WIDTH, HEIGHT),
    "tagline": (680, 398, 583, 52),
    "invitation": (703, 458, 330, 70),
    "shown how": (1049, 458, 191, 70),
    "other": (703, 534, 537, 30),
    "stats": (703, 578, 537, 84),
    "small logo": (827, 22, 289, 200),
    "quick": (703, 242, 537, 74),
    "menu": (703, 328, 537, 336),
    "board": (31, 28, 617, 617),
}
PORTRAIT_BOXES: dict[str, Box] = {
    "logo": (124, 16, 392, 272),
    "tagline": (0, 0, 0, 0),
    "invitation": (40, 834, 340, 70),
    "shown how": (396, 834, 204, 70),
    "other": (20, 908, 600, 34),
    "stats": (0, 0, 0, 0),
    "small logo": (124, 16, 392, 272),
    "quick": (40, 836, 560, 66),
    "menu": (40, 914, 560, 276),
    "board": (52, 288, 536, 536),
}
MIN_MOUSE_MOTION_PX = 14  # mouse movements below this do not count as input
MAIN_ROWS = 3  # minimum number of rows of the menu, with two entries each
MOST_GROWTH = 1.4  # maximum factor by which the menu grows if no captions are below it
# Maximum number of unfinished games offered together; when these are done, others are offered.
MAX_OFFERED = 4


class TitleScene(FormScene):
    """The title; `mode` is "show", the trailer with its invitation, or "menu".

    `page` is the page of the menu: "" for the first page, or one of PAGES. The trailer begins with
    game number `first`. If demos are off, a board in moving light replaces the trailer, and only
    the menu is shown.
    """

    title = N_("Title")
    invites = N_("Enter or the board: play on. Anything else: the menu.")
    music = "menu"

    def __init__(self, mode: str = "show", first: int = 0) -> None:
        self.mode, self.page = mode, ""
        self.first = first
        self.logo = Logo()
        self.form = Form()
        self.still: TitleBoard | None = None
        self.trailer: Trailer | None = None
        self.strip: CaptionStrip | None = None
        self.idle = 0.0
        self.age = 0.0
        self.mouse: tuple[int, int] | None = None
        self.unfinished: list[Path] = []  # games that can be resumed
        self.best: list[BestScore] = []

    # -- life ------------------------------------------------------------------------------------

    def enter(self) -> None:
        self._look_up()
        if not self._wanted:
            self.mode = "menu"
            return
        shift, dare = random.randrange(1000), self._dare
        self.trailer = Trailer(self.services, self.first, shift=shift, dare=dare)
        self.strip = CaptionStrip(self.trailer)

    @property
    def _wanted(self) -> bool:
        """True if the trailer is shown at all."""
        return self.services.settings.attract_delay > 0

    def resume(self, result: object = None) -> Change | None:
        self.idle = 0.0
        self.mode = "menu"
        self._look_up()
        self.resize()
        if isinstance(result, Path):
            return self._go_on([result])
        return self._check(result.value) if isinstance(result, routes.Picked) else None

    def leave(self) -> None:
        if self.trailer:
            self.trailer.close()
        if self.still:
            self.still.close()

    def _look_up(self) -> None:
        """Look up the games that can be resumed, and the best scores."""
        from game.table.running_locks import unfinished_files

        self.unfinished = list(unfinished_files())
        self._scored = self.trailer.game.key if self.trailer is not None else GAMES[0].key
        self.best = best_scores(datetime.datetime.now(), self._scored)

    def _dare(self, game: str) -> str:
        """Return a sentence about the record to beat in the game that the trailer has shown."""
        return dared(datetime.datetime.now(), game)

    # -- layout ----------------------------------------------------------------------------------

    def resize(self) -> None:
        metrics = self.services.metrics
        s, whole = metrics.scale, PORTRAIT if metrics.portrait else WINDOW
        x0 = (metrics.width - whole[0] * s) / 2
        y0 = (metrics.height - whole[1] * s) / 2

        def area(name: str) -> pygame.Rect:
            x, y, w, h = (PORTRAIT_BOXES if metrics.portrait else LANDSCAPE_BOXES)[name]
            return pygame.Rect(round(x0 + x * s), round(y0 + y * s), round(w * s), round(h * s))

        self.area = area
        self.invitation, self.shown_how = area("invitation"), area("shown how")
        self.board_at = area("board")
        if self.trailer:
            self.trailer.place(self.board_at.topleft, self.board_at.width)
        else:
            if self.still:
                self.still.close()
            self.still = TitleBoard(self.services.theme, self.board_at, self._pulses)
        self._lay_menu()

    def _lay_menu(self) -> None:
        self.logo.resize(self.services, self.area("small logo" if self.mode == "menu" else "logo"))
        self.form = Form(keep=self.form)
        metrics, room = self.services.metrics, self.area("menu")
        gap = metrics.px(12)
        if not self._captioned:
            rest = metrics.height - metrics.px(24) - room.top
            room.height = max(room.height, min(rest, round(MOST_GROWTH * room.height)))
        if self.page:
            self._lay_head()
        else:
            self._lay(self._quick(), self.area("quick"), gap, 1)
        entries = self._entries()
        self._lay(entries, room, gap, max(MAIN_ROWS, -(-len(entries) // 2)))
        self.form.start(entries[0].name if self.page else self._first)

    def _lay(self, entries: Sequence[MenuEntry], room: pygame.Rect, gap: int, rows: int) -> None:
        """Place entries two per row, in a grid with this many `rows`."""
        places = grid(room, 2 * rows, 2, gap)
        if rows == 1 and len(entries) == 1:
            places = [room]
        for entry, place in zip(entries, places):
            button = EntryButton(entry)
            button.kind = "main" if entry.name == self._first else "plain"
            self.form.add(button.at(place))

    def _lay_head(self) -> None:
        """Add the button for leaving a page; the page's name is drawn beside it."""
        row = self.area("quick")
        back = Button(_("Back"), partial(self._open, ""), icon="left", name="back")
        wide = back.width(measuring(self.services))
        self.form.add(back.at((row.left, row.top, wide, row.height)))
        self.headline = pygame.Rect(back.rect.right + self.services.metrics.px(20), row.top, 0, 0)
        self.headline.size = row.right - self.headline.left, row.height

    @property
    def _first(self) -> str:
        """The name of the entry that is lit and has the focus at the start."""
        return "resume" if self.unfinished else "play"

    @property
    def _captioned(self) -> bool:
        """True if captions are below the board; in a small window the menu needs that room."""
        metrics = self.services.metrics
        small = metrics.narrow or metrics.portrait
        if self.strip is None:
            return not metrics.portrait
        return not (self.mode == "menu" and small)

    def _quick(self) -> list[MenuEntry]:
        """Return the quick actions, at most two."""
        found, play = [], routes.PlayMatch
        if self.unfinished:
            words = _("Resume"), _progress(self.unfinished)
            found.append(MenuEntry("resume", *words, "again", play, self._resume_game))
        # Beside "Resume" this entry is left out, because a press on the board also continues the
        # game.
        if self.trailer and not found:
            words = _("Can you win it?"), _("Play on from here")
            found.append(MenuEntry("win", *words, "play", play, self._play_on))
        if self._lesson:
            words = _("Show me how"), titles()[self._lesson]
            found.append(MenuEntry("guide", *words, "lesson", routes.Guided, self._guide))
        return self._offered(found)[:2]

    def _entries(self) -> list[MenuEntry]:
        """Return the entries of this page."""
        if self.page:
            return self._offered(page_entries(self.page))
        lines = {
            "learn": (_("Guided games, rules"), "lesson"),
            "club": (_("Tournaments, phones"), "people"),
            "more": (_("Library, scores, settings"), "menu"),
        }
        pages = {
            name: MenuEntry(name, _(PAGES[name]), *words, routes.Title, partial(self._open, name))
            for name, words in lines.items()
            if self._offered(page_entries(name))
        }
        puzzles, board = _("Find the best turn"), _("Connect and check it")
        first = [
            MenuEntry("play", _("Play"), _("Choose a game"), "play", routes.GameChoice()),
            pages.get("learn"),
            MenuEntry("puzzles", _("Puzzles"), puzzles, "puzzle", routes.Puzzles()),
            pages.get("club"),
            MenuEntry(
                "board", _("Sensor board"), board, "board", routes.PickLink, self.choose_board
            ),
            pages.get("more"),
        ]
        return self._offered([entry for entry in first if entry is not None])

    def _offered(self, entries: Sequence[MenuEntry]) -> list[MenuEntry]:
        """Return the entries that can be opened here."""
        return [entry for entry in entries if self.services.offers(entry.kind)]

    def _open(self, page: str) -> Change:
        """Open a page of the menu, "" for the first; focus the entry of the page just left."""
        before, self.page = self.page, page
        self._lay_menu()
        if before:
            self.form.focus(before)
        self.services.invalidate()
        return STAY

    # -- menu ------------------------------------------------------------------------------------

    def _resume_game(self) -> Change | None:
        """Resume the unfinished game; if there are several, ask which one."""
        from game.table.running_locks import unfinished_files

        found = unfinished_files()
        return Push(choose_unfinished(found)) if len(found) > 1 else self._go_on(found)

    def _go_on(self, found: Sequence[Path]) -> Change | None:
        """Resume the first of these games, unless another window has it open."""
        from game.screen.guided.match import is_guided
        from game.table.record_files import resume_game

        match, message = resume_game(found[0]) if found else (None, "")
        if message:
            self.services.toast(message, "bad")
        if match is None:
            self._look_up()
            self.resize()
            return None
        lesson = lesson_of(match.game.key)
        if lesson is not None and is_guided(match.spec, lesson):
            return Push(routes.Guided(match.game.key, match=match))
        return Push(routes.PlayMatch(match.spec, match=match))

    def choose_board(self) -> Change:
        settings = self.services.settings
        return Push(routes.PickLink(settings.board_link or "auto", settings.known_boards))

    def _check(self, link: str) -> Change:
        """Open the check of the chosen board, which from now on is first in the list."""
        self.services.change_settings(**self.services.settings.using_board(link))
        return Push(routes.BoardCheck(link))

    def _accept(self) -> Change | None:
        """Resume an unfinished game, or else continue the game on screen."""
        return self._resume_game() if self.unfinished else self._play_on()

    def _play_on(self) -> Change:
        """Continue the game on screen as a match: a person plays the side to move."""
        from game.table.record_files import save_unfinished

        assert self.trailer is not None
        words = save_unfinished()
        if words:
            self.services.toast(words)
        match = self.trailer.match_here(datetime.datetime.now().isoformat(timespec="seconds"))
        return Push(routes.PlayMatch(match.spec, match=match))

    @property
    def _lesson(self) -> str:
        """The key of the trailer's game, else of the first game; "" if it has no guided game."""
        key = self.trailer.game.key if self.trailer is not None else GAMES[0].key
        return key if has_lesson(key) else ""

    def _guide(self) -> Change | None:
        """Open the guided first game of the game on screen."""
        key = self._lesson
        return open_guide(key) if key else None

    # -- input -----------------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> Change | None:
        if isinstance(event, Pointer) and event.kind in ("move", "leave"):
            if self._shaken(event):
                self.idle = 0.0
                if self.mode == "show":
                    return self._other_input(event)
            return self.form.handle(event) if self.mode == "menu" else None
        self.idle = 0.0
        if isinstance(event, Press) and event.means("fullscreen", "mute"):
            return None
        # In the menu, a press on the board never resumes a game: a button does that.
        if self._at_board(event):
            return self._play_on() if self.mode == "menu" else self._accept()
        if self.mode == "show" and self._wants_guide(event):
            return self._guide()
        return self._in_menu(event) if self.mode == "menu" else self._in_show(event)

    def _shaken(self, event: Pointer) -> bool:
        before, self.mouse = self.mouse, event.pos
        if before is None or event.kind == "leave":
            return False
        if abs(before[0] - event.pos[0]) + abs(before[1] - event.pos[1]) < MIN_MOUSE_MOTION_PX:
            self.mouse = before
            return False
        return True

    def _at_board(self, event: InputEvent) -> bool:
        """Return True for a press on the trailer's board or on the invitation."""
        if self.trailer is None or not isinstance(event, Pointer) or event.kind != "down":
            return False
        invited = self.mode == "show" and self.invitation.collidepoint(event.pos)
        return invited or self.board_at.collidepoint(event.pos)

    def _wants_guide(self, event: InputEvent) -> bool:
        """Return True for the key of the guided game or a press on its button."""
        if isinstance(event, Press):
            # Gamepads have a button for the command "groups" but none for "guide".
            return event.means("guide", "groups") and not event.repeat
        if not isinstance(event, Pointer) or event.kind != "down":
            return False
        return self.shown_how.collidepoint(event.pos) and bool(self._lesson)

    def _in_show(self, event: InputEvent) -> Change | None:
        if isinstance(event, Press) and event.means("accept") and not event.repeat:
            return self._accept()
        return self._other_input(event) if _is_input(event) else None

    def _other_input(self, event: InputEvent) -> Change:
        """Open the menu after any input that was not meant for the board."""
        self._turn_to("menu")
        if _is_input(event):
            self.services.sound("button")
        return STAY

    def _turn_to(self, mode: str) -> None:
        self.mode, self.page = mode, ""
        self._lay_menu()
        self.services.invalidate()

    def _in_menu(self, event: InputEvent) -> Change | None:
        change = self.form.handle(event)
        if change is None and isinstance(event, Press):
            if event.means("cancel"):
                if self.page:
                    return self._open("")
                if self.trailer is None:
                    return Quit()
                self._turn_to("show")
                return STAY
            if event.means("rules"):
                return Push(routes.Rules())
            if event.means("scores"):
                return Push(routes.Scores())
            if event.means("guide"):
                return self._guide()
        return change

    # -- time ------------------------------------------------------------------------------------

    def update(self, dt: float) -> Change | None:
        self.age += dt
        self.logo.update(dt)
        if self.trailer is not None and self.strip is not None:
            self.trailer.update(dt)
            self.strip.update(dt)
            if self.trailer.game.key != self._scored:
                self._scored = self.trailer.game.key
                self.best = best_scores(datetime.datetime.now(), self._scored)
            self.idle += dt
            if self.mode == "menu" and self.idle >= self.services.settings.attract_delay:
                self._turn_to("show")
        elif self.still is not None:
            self.still.update(dt)
        return None

    @property
    def animating(self) -> bool:
        told = self.strip is not None and self.strip.animating
        moving = self.trailer is not None and self.trailer.animating
        return moving or told or self.logo.turning or (self.mode == "show" and self._pulses)

    @property
    def _pulses(self) -> bool:
        return self.services.settings.animation_speed > 0 and not self.services.settings.calm

    @property
    def redraw_every(self) -> float:
        if self.still is not None and self.still.lit:
            return 0.1
        return 0.25 if self.trailer else 0.5

    # -- drawing ---------------------------------------------------------------------------------

    @property
    def needed(self) -> list[pygame.Rect]:
        return [*super().needed, self.board_at]

    @property
    def boards(self) -> list[ShownBoard]:
        if self.trailer is not None:
            return [shown_board(self.trailer.board, self.trailer.before)]
        if self.still is not None:
            return [shown_board(self.still.view, self.still.pieces)]
        return []

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        if self.trailer is not None:
            self.trailer.draw(canvas)
        elif self.still is not None:
            self.still.draw(canvas)
        self.logo.draw(canvas)
        if self.mode == "menu":
            if self.page:
                canvas.text(_(PAGES[self.page]), "dialog_title", self.headline)
            canvas.keep("menu", self.form.look(), lambda: self.form.draw(canvas, tips=False))
            self.form.draw_tooltip(canvas)
        else:
            tagline = self.area("tagline")
            if tagline.height:
                words = _("Four board games of more and less")
                canvas.text(words, "name", tagline, align="center")
            self._draw_invitation(canvas)
        if self.strip is not None and self._captioned:
            self.strip.draw(canvas)
        elif self.still is not None and self._captioned:
            self.still.draw_caption(canvas, self.best)

    def _draw_invitation(self, canvas: Canvas) -> None:
        rect = self.invitation
        radius = rect.height // 2
        pulse = sine(self.age / (MS["any_key_pulse"] / 1000) % 1) if self._pulses else 0.6
        canvas.glow(rect, radius, 0.35 + 0.4 * pulse, 26)
        key = (tuple(rect), bool(self.unfinished), self._lesson, self.invites)
        canvas.keep("invitation", key, lambda: self._draw_invited(canvas, rect))
        stats = self.area("stats")
        if self.best and stats.height:
            canvas.keep("best", self.best, lambda: draw_best_scores(canvas, stats, self.best))
        elif self.trailer is not None and stats.height:
            trailer = self.trailer
            along = (trailer.number, round(trailer.progress * stats.width))
            canvas.keep("programme", along, lambda: draw_programme(canvas, stats, trailer))

    def _draw_invited(self, canvas: Canvas, rect: pygame.Rect) -> None:
        radius = rect.height // 2
        border = canvas.ui.line if canvas.theme.flat else None
        canvas.rounded(rect, radius, canvas.ui.accent, border, canvas.hairline if border else 0)
        canvas.focus_ring(rect, radius)
        inside = rect.inflate(-canvas.px(36), -canvas.px(12))
        first = _("Resume") if self.unfinished else _("Can you win it?")
        canvas.text(first, "name", inside, canvas.ui.on_accent, "center")
        if self._lesson:
            self._draw_shown_how(canvas)
        other = self.area("other")
        canvas.text(_(self.invites), "caption", other, canvas.ui.text_second, "center")

    def _draw_shown_how(self, canvas: Canvas) -> None:
        """Draw the offer of the guided game beside the invitation, with its key."""
        rect, px = self.shown_how, canvas.px
        canvas.rounded(rect, rect.height // 2, canvas.ui.card, canvas.accent, max(2, px(2)))
        inside = rect.inflate(-px(28), -px(12))
        key, words = key_label(self.services.bindings.first("guide")), _("Show me how")
        cap = canvas.key_cap_width(key) + px(8) if key else 0
        wide = canvas.text_size(words, "body_bold")[0]
        if cap and wide + cap <= inside.width:
            inside = inside.inflate(wide + cap - inside.width, 0)
            canvas.key_cap(key, (inside.right - cap + px(8), inside.centery))
            inside.width = wide + 2
        canvas.text(words, "body_bold", inside, canvas.ui.text, "center", wrap=True)


class AttractScene(TitleScene):
    """The trailer of `game`; any input but "play on" leaves it."""

    _wanted = True
    invites = N_("Enter or the board: play on. Anything else: back.")

    def __init__(self, game: str = GAMES[0].key) -> None:
        super().__init__("show", [own.key for own in GAMES].index(game))

    def _look_up(self) -> None:
        """Ignore unfinished games, because the scene shows only its own game."""
        super()._look_up()
        self.unfinished = []

    def resume(self, result: object = None) -> Change | None:
        return Pop()

    def _other_input(self, event: InputEvent) -> Change:
        return Pop()


def _is_input(event: InputEvent) -> bool:
    """Return True for a key, a click or a tap, but not for a release."""
    if isinstance(event, Press):
        return not event.repeat
    return isinstance(event, Pointer) and event.kind == "down"


def choose_unfinished(found: Sequence[Path]) -> Dialog:
    """Return a dialog that asks which unfinished game to resume; the answer is its file or None."""
    return Dialog(
        lambda: _("Which game goes on?"),
        lambda: [
            *(DialogButton(_words(path), path, icon="again") for path in found[:MAX_OFFERED]),
            DialogButton(_("Cancel")),
        ],
        upright=True,
    )


def _words(path: Path) -> str:
    """Return a file's game, number of turns, and time of the last change."""
    left = datetime.datetime.fromtimestamp(path.stat().st_mtime) if path.exists() else None
    day = format_date(left.isoformat(), minutes=True) if left else ""
    return " · ".join(filter(None, (_game_words(path), day)))


def _game_words(path: Path) -> str:
    """Return a file's game and number of turns; "" if it cannot be read."""
    try:
        record = untrusted.read_json(path)
        key, count = str(record["setup"]).split()[0], len(record["turns"])
    except NOT_A_RECORD:
        return ""
    turns = ngettext("{count} turn", "{count} turns", count).format(count=count)
    return f"{titles().get(key, key)} · {turns}"


def _progress(unfinished: Sequence[Path]) -> str:
    """Return a description of the game to resume, or the number of such games."""
    count = len(unfinished)
    if count == 1:
        return _game_words(unfinished[0])
    return ngettext("{n} game", "{n} games", count).format(n=count)
