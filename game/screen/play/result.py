"""The result scene: who won and why, initials for the high scores, what comes next."""

from __future__ import annotations

import datetime
import unicodedata
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.platform.i18n import _, ngettext
from game.rules.events import Piece
from game.screen.app import routes
from game.screen.app.routes import LARGER, REMATCH
from game.screen.app.scene import STAY, Change, FormScene, Pop, Push, Replace, ShownBoard
from game.screen.boards import BoardView
from game.screen.boards.interaction import Interaction
from game.screen.boards.view import shown_board
from game.screen.play.celebration import Celebration
from game.screen.play.result_words import ResultWords, lost, running_score, verdict, won
from game.screen.plugin.registry import board_view, screen_plugin_of
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import Composing, InputEvent, Pointer, Press, Typed
from game.screen.ui.widget import Form, Widget, WidgetState
from game.table import high_scores
from game.table.begin import series_after
from game.table.match import Match
from game.table.seat_statistics import solo_seat

if TYPE_CHECKING:  # loaded only if a seat was taken at another machine
    from game.screen.app.remote_match import RemoteMatch

UPRIGHT_WORDS = 240  # design px: assumed height of the window when placing the text
UPRIGHT_CARD = 590  # design px: top of the card below the text
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


class Initial(Widget):
    """One editable letter of `letters`; `on_next` is called with the control to focus next."""

    radius = "card"
    takes_text = True

    def __init__(self, letters: list[str], number: int, on_next: Callable[[str], None]) -> None:
        super().__init__(f"initial-{number}")
        self.letters, self.number, self.on_next = letters, number, on_next
        self.composed = ""

    @property
    def composing(self) -> bool:
        return bool(self.composed)

    def compose(self, event: Composing) -> Change | None:
        self.composed = event.text
        return STAY

    def _turn(self, step: int) -> Change:
        here = LETTERS.find(self.letters[self.number])
        self.letters[self.number] = LETTERS[(here + step) % len(LETTERS)]
        return STAY

    def press(self, event: Press) -> Change | None:
        if event.means("up"):
            return self._turn(-1)
        if event.means("down"):
            return self._turn(1)
        if event.sign:
            return STAY  # a Typed event follows
        plain = 32 < event.key < 127 and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT)
        return self._put(chr(event.key)) if plain and chr(event.key).isalnum() else None

    def typed(self, event: Typed) -> Change | None:
        """Accept the first letter or digit, of any alphabet."""
        self.composed = ""
        text = unicodedata.normalize("NFC", event.text)
        typed = next((one for one in text if one.isalnum()), "")
        return self._put(typed) if typed else STAY

    def _put(self, letter: str) -> Change:
        self.letters[self.number] = letter.upper() if len(letter.upper()) == 1 else letter
        last = self.number == len(self.letters) - 1
        self.on_next("save" if last else f"initial-{self.number + 1}")
        return STAY

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "wheel":
            return self._turn(-1 if event.wheel > 0 else 1) if event.wheel else None
        if event.kind == "up" and self.rect.collidepoint(event.pos):
            share = (event.pos[1] - self.rect.top) / max(1, self.rect.height)
            if share < 0.24:
                return self._turn(-1)
            if share > 0.76:
                return self._turn(1)
        return STAY

    @property
    def box(self) -> pygame.Rect:
        """The letter's own box between the chevrons."""
        tall = round(self.rect.height * 0.58)
        box = pygame.Rect(self.rect.left, 0, self.rect.width, tall)
        box.centery = self.rect.centery
        return box

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        ui, box = canvas.ui, self.box
        fill = ui.accent if look.focused else ui.panel
        canvas.rounded(box, canvas.px(12), fill, ui.line, max(1, canvas.px(2)))
        colour = ui.on_accent if look.focused else ui.text
        if not look.focused:
            self.composed = ""  # only a focused control composes text
        letter = self.composed or self.letters[self.number]
        canvas.text(letter, "initials", box, colour, "center")
        tint = canvas.accent if look.focused else ui.text_second
        x = box.centerx
        canvas.icon("up", (x, (self.rect.top + box.top) // 2), tint, 36)
        canvas.icon("down", (x, (box.bottom + self.rect.bottom) // 2), tint, 36)

    def draw_focus(self, canvas: Canvas) -> None:
        canvas.focus_ring(self.box, canvas.px(12))


class ResultScene(FormScene):
    """The end of `match`. The play scene receives the choice of what comes next through `resume`.

    At a table elsewhere, the table begins the next game, and the play scene joins it.
    """

    view: BoardView  # shows the last position
    pieces: BoardView  # draws the pieces of the row and the heap

    def __init__(self, match: Match, pressed: Callable[[], str] | None = None) -> None:
        """`pressed` is the button of a sensor board for the next game, as in `routes.Result`."""
        self.match = match
        self.pressed = pressed
        self.panel = screen_plugin_of(match.game.key).panel(match, Interaction(match.game))
        self.panel.follow(match.state, None, None, at_once=True)
        played = repr([entry.action for entry in match.entries])
        # The seed depends on the game, so that its heap is always the same.
        self.celebration = Celebration(zlib.crc32(played.encode()))
        self.form = Form()
        self._opened: list[BoardView] = []
        self.saved = False
        self.signed_again = False  # whether the initials given earlier this evening were used
        # ranks of the offered scores, by name of the high-score list
        self.ranks: dict[str, int] = {}
        self.table: high_scores.Table = {}
        self.offers: dict[str, high_scores.HighScore] = {}
        self.letters = ["A", "A", "A"]
        self._visit: RemoteMatch | None = None  # set if the match was at a table elsewhere

    # -- life ------------------------------------------------------------------------------------

    def enter(self) -> None:
        self._visit = self.services.network.visiting
        if self._visit is not None:
            self.services.toast(_("The next game begins at the table."), icon="people")
        self.table, message = high_scores.load_scores()
        if message:
            self.services.toast(message, "bad")
        key = self.match.game.key
        kept = screen_plugin_of(key).score_lists
        found = high_scores.candidates(self.match) if self.match.date != self._entered else {}
        ranks = {
            name: high_scores.rank(self.table, key, name, score)
            for name, score in found.items()
            if name in kept
        }
        self.ranks = {name: rank for name, rank in ranks.items() if rank is not None}
        self.offers = {name: found[name] for name in self.ranks}
        self.letters = self._first_letters()
        self._sign_again()
        self.services.sound("win" if won(self.match) else "end")
        if self.pressed is not None and self._visit is None:
            self.services.toast(_("The button on the board begins the next game."), icon="board")

    def _first_letters(self) -> list[str]:
        """Return the initials used last, or those of the person's name if none were used yet."""
        known = self.services.settings.initials
        seat = solo_seat(self.match)
        name = self.match.spec.seats[seat].name if seat is not None else ""
        if known == "AAA":
            written = unicodedata.normalize("NFC", name).upper()
            known = "".join(c for c in written if c.isalnum()) or known
        return list(f"{known:A<3}"[:3])

    def _sign_again(self) -> None:
        """Enter the score with this evening's initials, so that people type them only once."""
        since = high_scores.tonight(datetime.datetime.now())
        settings = self.services.settings
        if self.offers and self.match.date and settings.initials_given >= since:
            self._write_scores()
            self.saved = self.signed_again = True

    @property
    def _entered(self) -> str | None:
        """The date of the match if its scores are already in the table."""
        dates = {
            entry.date
            for entries in self.table.get(self.match.game.key, {}).values()
            for entry in entries
        }
        return self.match.date if self.match.date and self.match.date in dates else None

    @property
    def headline(self) -> str:
        """The list in which the entry is shown: the one with its best rank."""
        return min(self.ranks, key=self.ranks.__getitem__, default="")

    @property
    def enters(self) -> bool:
        return bool(self.offers) and not self.saved

    @property
    def cheered(self) -> bool:
        """True if the match has winners and the only person at the table has not lost."""
        outcome = self.match.outcome
        return outcome is not None and bool(outcome.winners) and not lost(self.match)

    def leave(self) -> None:
        for view in self._opened:
            view.close()

    # -- layout ----------------------------------------------------------------------------------

    def resize(self) -> None:
        services, px = self.services, self.services.metrics.px
        if self.match.over:  # somebody elsewhere may have taken the last turn back
            self.words = ResultWords(
                verdict(self.match, self.panel), running_score(self.match, self.panel)
            )
        width, height, upright = (
            services.metrics.width,
            services.metrics.height,
            services.metrics.portrait,
        )
        (self._divide_upright if upright else self._divide)(width, height)
        self._views()
        canvas = Canvas(pygame.Surface((1, 1)), services.theme, services.metrics)
        self.form = Form(keep=self.form)
        if self.enters:
            self._add_initials()
        elif self.signed_again:
            self._add_other_person()
        self._add_buttons(canvas)
        self.words.place(canvas, self.main, self.main.height)
        if self.cheered:
            words, solid = self.words.boxes(canvas), [*self.foot, self.side]
            if upright:  # the text fills the width: pieces fall behind it
                self.celebration.place((width, height), px(80), (), solid, None)
            else:
                self.celebration.place((width, height), px(80), words, solid, self.side)
        first = "rematch" if self._visit is None else "title"
        self.form.start("initial-0" if self.enters else first)

    def _divide(self, width: int, height: int) -> None:
        """Divide the window: text on the left, the card with scores or the board on the right."""
        px = self.services.metrics.px
        wide = round(min(width * 0.35, px(440) * 1.1)) if width / height < 2 else px(440)
        self.side = pygame.Rect(width - px(56) - wide, px(40), wide, height - px(80))
        self.main = pygame.Rect(px(80), 0, self.side.left - px(80) - px(40), height)
        if self.services.metrics.narrow:
            self.main.left, self.main.width = px(64), self.side.left - px(88)
        if not self.offers:  # a card with only the last position is less tall
            tall = self.side.width + px(110)
            self.side.inflate_ip(0, min(0, tall - self.side.height))

    def _divide_upright(self, width: int, height: int) -> None:
        """Divide an upright window: text above, the card between text and buttons."""
        px = self.services.metrics.px
        self.main = pygame.Rect(px(32), 0, width - px(64), px(UPRIGHT_WORDS))
        top, bottom = px(UPRIGHT_CARD), height - px(24 + 64 + 20)
        wide = min(width - px(64), px(560))
        if not self.offers:
            wide = min(wide, bottom - top - px(110))
        self.side = pygame.Rect((width - wide) // 2, top, wide, bottom - top)

    def _views(self) -> None:
        services, px = self.services, self.services.metrics.px
        self.leave()
        size = self.side.width - px(48)
        self.view = board_view(self.match.game, services.theme, size)
        self.view.topleft = (self.side.left + px(24), self.side.top + px(84))
        # The pieces of the row and the heap come from a second board, whose pieces have their size.
        own = self.view.look.diameter
        self.pieces = board_view(self.match.game, services.theme, round(px(80) / own * 768))
        colours = [self.panel.seat_piece(seat) for seat in (0, 1)]
        self._opened = [self.view, self.pieces]
        kinds = [piece for piece in colours if piece is not None]
        self.kinds = kinds or [Piece("white", None), Piece("black", None)]

    def _add_initials(self) -> None:
        px, side = self.services.metrics.px, self.side
        wide = (side.width - px(48) - 2 * px(16)) // 3
        for number in range(3):
            x = side.left + px(24) + number * (wide + px(16))
            box = Initial(self.letters, number, self.form.focus)
            self.form.add(box.at((x, side.top + px(112), wide, px(224))))
        kind = "plain" if lost(self.match) else "main"
        save = Button(_("Save"), self._save, kind=kind, icon="check", name="save")
        tall = max(px(64), 40)
        save.at((side.left + px(24), side.bottom - px(24) - tall, side.width - px(48), tall))
        self.form.add(save)

    def _add_other_person(self) -> None:
        """Add the button to enter initials other than this evening's."""
        px, side = self.services.metrics.px, self.side
        label = _("Not {initials}?").format(initials="".join(self.letters))
        other = Button(label, self._ask_again, icon="pencil", name="other person")
        tall = max(px(64), 40)
        other.at((side.left + px(24), side.bottom - px(24) - tall, side.width - px(48), tall))
        self.form.add(other)

    def _add_buttons(self, canvas: Canvas) -> None:
        px = self.services.metrics.px
        kind = "plain" if self.enters and not lost(self.match) else "main"
        review = Push(routes.ReviewMatch(self.match))
        title = Replace(routes.Title("menu"), all=True)
        buttons = [Button(_("Title"), lambda: title, icon="left", name="title")]
        if self.services.offers(routes.ReviewMatch):
            buttons.insert(0, Button(_("Review"), lambda: review, icon="eye", name="review"))
        if self._visit is None:
            if self.larger is not None:
                label = _("Size {n}").format(n=self.larger)
                buttons.insert(0, Button(label, lambda: Pop(LARGER), icon="hexagon", name="larger"))
            again = Button(self._again, lambda: Pop(REMATCH), icon="again", name="rematch")
            again.kind = kind
            buttons.insert(0, again)
        tall, gap = max(px(64), 40), px(16)
        widths = [button.width(canvas) for button in buttons]
        free = self.main.width - gap * (len(buttons) - 1)
        if sum(widths) > free:
            widths = [width * free // sum(widths) for width in widths]
        edge = px(24 if self.services.metrics.portrait else 64)
        x, y = self.main.left, self.services.metrics.height - edge - tall
        self.foot = []
        for button, width in zip(buttons, widths):
            self.form.add(button.at((x, y, width, tall)))
            self.foot.append(pygame.Rect(x, y, width, tall))
            x += width + gap

    @property
    def _again(self) -> str:
        """The label of the button for the next game."""
        series = series_after(self.match)
        if not series.length:
            return _("Rematch")
        return _("New series") if series.over else _("Next game")

    @property
    def larger(self) -> int | None:
        """The size of a larger board offered for the next match."""
        return screen_plugin_of(self.match.game.key).ending(self.match).larger

    # -- acting ------------------------------------------------------------------------------------

    def _save(self) -> Change | None:
        if self.signed_again:
            self._rename_scores()
        else:
            self._write_scores()
        given = datetime.datetime.now().isoformat(timespec="seconds")
        self.services.change_settings(initials="".join(self.letters), initials_given=given)
        self.services.sound("chime")
        self.saved = True
        self.resize()
        return STAY

    def _write_scores(self) -> None:
        initials, key = "".join(self.letters), self.match.game.key
        for name, score in self.offers.items():
            self.table = high_scores.entered(self.table, key, name, score, initials)
        table = self.table
        failed = _("The high scores could not be saved: {reason}")
        self.services.write_file(
            "scores", lambda: high_scores.save_scores(table), failed, self._not_saved
        )

    def _rename_scores(self) -> None:
        """Replace the initials of this game's scores, which have already been saved."""
        initials, key, date = "".join(self.letters), self.match.game.key, self.match.date
        self.table = high_scores.renamed(self.table, key, date, initials)
        failed = _("The high scores could not be saved: {reason}")
        self.services.write_file(
            "initials", lambda: high_scores.save_renamed(key, date, initials), failed
        )

    def _ask_again(self) -> Change:
        """Ask for the initials of another person."""
        self.saved = False
        self.resize()
        self.form.focus("initial-0")
        return STAY

    def _not_saved(self) -> None:
        """Ask for the initials again, because saving has failed."""
        self.saved = self.signed_again = False
        self.resize()

    def handle(self, event: InputEvent) -> Change | None:
        pressed = isinstance(event, Press) or (isinstance(event, Pointer) and event.kind == "down")
        if pressed:
            self.celebration.hurried = True
        return super().handle(event)  # Escape goes back to the board

    def update(self, dt: float) -> Change | None:
        speed = self.services.settings.animation_speed
        if not speed or self.services.settings.calm:
            self.celebration.hidden = True
        self.celebration.update(dt)
        self.form.update(dt)
        if not self.match.over:
            return Pop()  # back to the game, which goes on
        if self._visit is not None:  # a table elsewhere may have begun another game
            return Pop() if self._visit.match is not self.match else None
        asked = self.pressed() if self.pressed is not None else ""
        return Pop(asked) if asked else None

    @property
    def animating(self) -> bool:
        return not self.celebration.resting or self.form.animating

    # -- drawing ---------------------------------------------------------------------------------

    @property
    def needed(self) -> list[pygame.Rect]:
        return [*super().needed, self.side]

    @property
    def boards(self) -> list[ShownBoard]:
        if self.offers:
            return []
        return [shown_board(self.view, self.match.game.pieces(self.match.state))]

    @property
    def heading(self) -> str:
        told = self.words.words
        return f"{told.title}. {told.reason}"

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        if self.cheered:
            middle = self.main.left + self.main.width // 2, round(canvas.rect.height * 0.36)
            self.celebration.draw_rays(canvas, middle)
            self.celebration.draw_heap(canvas, self.pieces, self.kinds)
        # The text is kept as a layer, because only the heap moves.
        words = self.words.words, self.words.score, tuple(self.main), canvas.rect.height
        canvas.keep("words", (self, words), lambda: self.words.draw(canvas, self.pieces))
        canvas.card(self.side, "dialog")
        if self.offers:
            self._draw_scores(canvas)
        else:
            last = self, self.view.surface, tuple(self.side), self.match.state
            canvas.keep("last position", last, lambda: self._draw_board(canvas))
        controls = self, self.form.look()
        canvas.keep("controls", controls, lambda: self.form.draw(canvas, tips=False))
        self.form.draw_tooltip(canvas)

    def _draw_board(self, canvas: Canvas) -> None:
        px, view = canvas.px, self.view
        head = pygame.Rect(self.side.left + px(24), self.side.top + px(18), view.size, px(52))
        canvas.text(_("Last position"), "game_title", head)
        canvas.surface.blit(view.surface, view.topleft)
        for point, piece in self.match.game.pieces(self.match.state).items():
            view.draw_piece(canvas.surface, piece, point)
        below = pygame.Rect(head.left, view.rect.bottom + px(12), view.size, 0)
        below.height = self.side.bottom - px(20) - below.top
        names = [
            seat.name or self.panel.seat_name(n) for n, seat in enumerate(self.match.spec.seats)
        ]
        if below.height > px(30):
            canvas.text(" – ".join(names), "lead_bold", below, valign="top", wrap=True)

    def _draw_scores(self, canvas: Canvas) -> None:
        px, side = canvas.px, self.side
        name = self.headline
        offer = self.offers[name]
        news = self.ranks[name] == 1 and (self.signed_again or not self.saved)
        text = _("New record") if news else _("High scores")
        star = (side.left + px(37), side.top + px(36))
        canvas.icon("star", star, canvas.accent, 26)
        first = pygame.Rect(star[0] + px(20), side.top + px(20), side.width - px(90), px(32))
        canvas.text(text, "body_bold", first, canvas.accent)
        head = pygame.Rect(side.left + px(24), side.top + px(54), side.width - px(48), px(52))
        canvas.text(_head(name, offer.value), "game_title", head)
        top = side.top + (px(350) if self.enters else px(120))
        self._draw_list(canvas, name, offer, top)

    def _draw_list(self, canvas: Canvas, name: str, offer: high_scores.HighScore, top: int) -> None:
        px, ui, side = canvas.px, canvas.ui, self.side
        key = self.match.game.key
        initials = "".join(self.letters)
        table = self.table
        if self.signed_again:
            table = high_scores.renamed(table, key, offer.date, initials)
        elif not self.saved:
            table = high_scores.entered(table, key, name, offer, initials)
        entries = list(table.get(key, {}).get(name, ()))
        bottom = side.bottom - (px(112) if self.enters or self.signed_again else px(24))
        rows = max(1, min(len(entries), (bottom - top) // px(48), 10))
        offered = offer.value, offer.date
        own = next((n for n, one in enumerate(entries) if (one.value, one.date) == offered), 0)
        first = max(0, min(own - rows // 2, len(entries) - rows))
        for line, entry in enumerate(entries[first : first + rows]):
            row = pygame.Rect(side.left + px(16), top + line * px(50), side.width - px(32), px(44))
            mine = first + line == own
            if mine:
                canvas.rounded(row, px(10), ui.control, canvas.accent, max(1, px(2)))
            colour = canvas.accent if mine else ui.text
            value = f"×{entry.value}" if name == "train" else str(entry.value)
            level = _("level {n}").format(n=entry.level)
            cells = (
                (str(first + line + 1), "lead", row.left + px(12), px(34), ui.text_second, "left"),
                (entry.initials, "lead_bold", row.left + px(52), px(100), colour, "left"),
                (value, "lead_bold", row.left + px(172), px(90), colour, "left"),
                (level, "caption", row.right - px(140), px(126), ui.text_second, "right"),
            )
            for text, style, left, wide, ink, align in cells:
                canvas.text(text, style, pygame.Rect(left, row.top, wide, row.height), ink, align)


def _head(name: str, value: int) -> str:
    """Return the achievement in words."""
    if name == "fastest":
        return ngettext("Won in {value} turn", "Won in {value} turns", value).format(value=value)
    if name == "margin":
        return _("Won by {value}").format(value=value)
    if name == "train":
        return _("Longest train {value}").format(value=f"×{value}")
    return _("Counters flipped: {value}").format(value=value)
