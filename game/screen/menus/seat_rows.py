"""The seats of a new match: each seat's piece, kind, name or level, and a text on its opponent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import pygame

from game.platform.i18n import _
from game.platform.toml import read_own
from game.rules import Game, Piece
from game.screen.app.layout_scenes import measuring, storing
from game.screen.app.routes import PickOpponent
from game.screen.app.scene import AppServices, Change, Push
from game.screen.boards.portraits import draw_portrait
from game.screen.boards.sprites import SpriteSet
from game.screen.menus.match_draft import MatchDraft, SeatDraft
from game.screen.plugin.pane import FormLayout, OptionsPane
from game.screen.plugin.registry import look_of
from game.screen.plugin.seats import person_words, seat_name, seat_piece
from game.screen.ui.button import Action, Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Levels, Segment, SegmentOption
from game.screen.ui.text_field import TextField
from game.screen.ui.tokens import RADIUS
from game.screen.ui.widget import Label, WidgetState
from game.table.opponents import ECHO, OPPONENTS

LEVELS: Sequence[str] = read_own(Path(__file__).with_name("words.toml"))["levels"]["shown"]
# Difference between the two levels of a measured win rate; see docs/lab/levels.md.
APART = 2


def level_words(level: int) -> str:
    """Return a sentence on the level and, above the lowest levels, one on its results."""
    own = _("Level {level} {words}").format(level=level, words=_(LEVELS[level - 1]))
    if level <= APART:
        return own
    fares = _("It wins about eight games in ten, or more, against level {level}.")
    return f"{own} {fares.format(level=level - APART)}"


def about_level_words(level: int) -> str:
    """Return an opponent's level as an approximate one, because its style was not measured."""
    return _("about level {level}").format(level=level)


def opponent_words(key: str, level: int) -> str:
    """Return a description of an opponent, and its strength."""
    one = OPPONENTS[key]
    own = _("{name}: {words}").format(name=one.name, words=_(one.words))
    if key == ECHO:
        strength = _("About your strength: level {level}.")
    else:
        strength = _("Plays at about level {level}.")
    return f"{own} {strength.format(level=level)}"


def program_words(name: str) -> str:
    """Return a description of another program that plays."""
    words = _("{name} is another program. Its turns are judged by our rules; its level is unknown.")
    return words.format(name=name)


def hint_height(services: AppServices, width: int) -> int:
    """Return the height of the longest text on a level."""
    longest = max((level_words(level) for level in range(1, len(LEVELS) + 1)), key=len)
    return measuring(services).text_height(longest, "caption", width) + services.metrics.px(22)


class OpponentButton(Button):
    """The opponent at a seat; pressing it chooses another."""

    radius = "button"

    def __init__(self, key: str, level: int, on_press: Action, name: str, tip: str = "") -> None:
        """Make the button; `tip` is shown while the pointer rests on it, "" for none."""
        one = OPPONENTS[key]
        super().__init__(one.name, on_press, name=name, tip=tip)
        self.key, self.level = key, level
        self.strength = _("level {n}").format(n=level)
        self.says = f"{one.name}, {self.strength}"

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        fill, border, text = self.colours(canvas, look)
        radius = canvas.px(RADIUS[self.radius])
        if fill is not None:
            canvas.rounded(self.rect, radius, fill, border, canvas.hairline)
        self.draw_head(canvas, self.rect.inflate(-canvas.px(16), -canvas.px(8)), text)

    def draw_head(self, canvas: Canvas, room: pygame.Rect, text: tuple[int, int, int]) -> None:
        """Draw the portrait, and beside it the name above the strength."""
        size = min(room.height, canvas.px(60), max(room.width // 3, 24))
        draw_portrait(canvas, self.key, (room.left + size // 2, room.centery), size)
        left = room.left + size + canvas.px(10)
        # A row of the most crowded form has room for one line only.
        if room.height < 2 * canvas.metrics.type_px("body_bold") + 4:
            line = pygame.Rect(left, room.top, room.right - left, room.height)
            canvas.text(f"{self.label} {self.level}", "caption_bold", line, text, ellipsis=True)
            return
        upper = pygame.Rect(left, room.top, room.right - left, room.height // 2)
        lower = upper.move(0, upper.height)
        canvas.text(self.label, "body_bold", upper, text, valign="bottom")
        canvas.text(self.strength, "caption", lower, canvas.ui.text_second, valign="top")


class OpponentCard(OpponentButton):
    """A card of an opponent; `chosen` marks the present choice."""

    radius = "card"

    def __init__(self, key: str, level: int, on_press: Action, chosen: bool) -> None:
        super().__init__(key, level, on_press, key)
        self.chosen = chosen
        self.words = _(OPPONENTS[key].words)
        self.strength = about_level_words(level)
        if key == ECHO:
            self.strength = _("your level: {level}").format(level=level)
        self.says = opponent_words(key, level)

    @staticmethod
    def head(canvas: Canvas) -> int:
        """Return the height of portrait and name."""
        return max(canvas.px(64), 2 * canvas.metrics.type_px("body") + 8)

    def height(self, canvas: Canvas, width: int) -> int:
        """Return the height of the card at a width."""
        words = canvas.text_height(self.words, "caption", width - 2 * canvas.px(14))
        return self.head(canvas) + words + canvas.px(8) + 2 * canvas.px(10)

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        fill, border, text = self.colours(canvas, look)
        radius = canvas.px(RADIUS[self.radius])
        stroke = max(2, canvas.px(3)) if self.chosen else canvas.hairline
        border = canvas.accent if self.chosen else border
        canvas.rounded(self.rect, radius, fill, border, stroke)
        inside = self.rect.inflate(-2 * canvas.px(14), -2 * canvas.px(10))
        upper = pygame.Rect(inside.topleft, (inside.width, self.head(canvas)))
        self.draw_head(canvas, upper, text)
        lower = pygame.Rect(inside.left, upper.bottom + canvas.px(8), inside.width, 0)
        lower.height = inside.bottom - lower.top
        canvas.text(self.words, "caption", lower, text, valign="top", wrap=True)


class SeatRows:
    """The seats' chairs, one in each of `boxes`. `game` provides the piece of a seat."""

    def __init__(
        self,
        draft: MatchDraft,
        game: Game,
        pane: OptionsPane,
        on_level: Callable[[int], None] = lambda level: None,
        phones: bool = True,
    ) -> None:
        """Store the parts; `on_level` receives a chosen level, `phones` offers seats to phones."""
        self.phones = phones
        self.draft, self.game, self.pane, self.on_level = draft, game, pane, on_level
        self.boxes: list[pygame.Rect] = []
        self.lines: list[pygame.Rect] = []  # the part of each box in which its piece is drawn
        self.hint: Label | None = None

    def lay_out(
        self,
        sheet: FormLayout,
        boxes: list[pygame.Rect],
        words: Mapping[int, int],
        stacked: bool = False,
    ) -> None:
        """Lay out a chair in each box; `words` are the heights kept free for `hint`, by seat.

        With `stacked`, name or level is below the kind of player, otherwise beside it.
        """
        self.boxes, self.lines = boxes, []
        for seat, box in enumerate(boxes):
            height = box.height - words.get(seat, 0)
            line = pygame.Rect(box.topleft, (box.width, height))
            self._lay_seat(sheet, seat, line, stacked)
            below_kind = pygame.Rect(line.left, line.centery, line.width, line.height // 2)
            self.lines.append(below_kind if stacked else line)
            if height < box.height:
                pad = sheet.px(20)
                self.hint = Label("", "caption", second=True)
                below = (box.left + pad, line.bottom, box.width - 2 * pad, box.height - height)
                sheet.form.add(self.hint.at(below))

    def _lay_seat(self, sheet: FormLayout, seat: int, box: pygame.Rect, stacked: bool) -> None:
        """Add the controls of one seat within `box`."""
        px, who = sheet.px, self.draft.seats[seat]
        left = box.left + px(84)
        free = box.right - px(12) - left
        tall = min(sheet.row, box.height - 6)
        kinds = pygame.Rect(
            left, 0, round(free * (0.66 if not sheet.services.metrics.narrow else 0.62)), tall
        )
        kinds.centery = box.centery
        rest = pygame.Rect(kinds.right + px(14), kinds.top, 0, tall)
        rest.width = box.right - px(12) - rest.left
        if stacked:
            kinds.update(box.left + px(8), box.top + px(8), box.width - 2 * px(8), tall)
            rest.update(left, box.bottom - px(8) - tall, free, tall)
        kinds_now = [one.kind for one in self.draft.seats[: self.draft.seat_count]]
        options = [
            SegmentOption("person", person_words(kinds_now, seat), "person"),
            SegmentOption("engine", _("Engine"), "engine"),
            SegmentOption("board", _("Board"), "board"),
        ]
        if self.phones:
            options.append(SegmentOption("remote", _("Phone"), "phone"))
        choose = storing(who, "kind", sheet.changed)
        sheet.form.add(Segment(options, who.kind, choose, f"kind-{seat}").at(kinds))
        if who.kind == "engine":
            most = tall if stacked else min(box.height - px(10), px(68))
            self._lay_engine(sheet, seat, rest, most)
            return
        field = TextField(
            who.name,
            storing(who, "name"),
            placeholder=seat_name(self.game, seat),
            limit=16,
            name=f"name-{seat}",
        )
        sheet.form.add(field.at(rest))

    def _lay_engine(self, sheet: FormLayout, seat: int, rest: pygame.Rect, tall: int) -> None:
        """Add the opponent's card, or the level with a button to choose an opponent."""
        who, draft = self.draft.seats[seat], self.draft

        def choose() -> Change:
            return Push(PickOpponent(seat, who.opponent, draft.strength, draft.game, who.program))

        room = pygame.Rect(rest.left, rest.centery - tall // 2, rest.width, tall)
        if who.program:
            tip = program_words(who.program)
            name = f"opponent-{seat}"
            button = Button(who.program, choose, icon="engine", name=name, tip=tip)
            sheet.form.add(button.at(room))
            return
        if who.opponent in OPPONENTS:
            level = draft.level_of(who)
            words = opponent_words(who.opponent, level)
            card = OpponentButton(who.opponent, level, choose, f"opponent-{seat}", words)
            sheet.form.add(card.at(room))
            return
        wide = min(rest.height, max(sheet.px(40), room.width // 4))
        tip = _("Choose an opponent")
        button = Button("", choose, icon="people", name=f"opponent-{seat}", tip=tip)
        sheet.form.add(button.at((room.right - wide, rest.top, wide, rest.height)))
        room.width -= wide + sheet.px(10)
        store = partial(self._set_level, who)
        levels = Levels(
            who.level, store, lambda n: _("Level {level}").format(level=n), f"level-{seat}"
        )
        sheet.form.add(levels.at(room))

    def _set_level(self, who: SeatDraft, level: int) -> None:
        who.level = level
        self.on_level(level)

    def draw(self, canvas: Canvas) -> None:
        """Draw each seat's piece or role on the left of its controls."""
        for seat, box in enumerate(self.boxes):
            canvas.rounded(
                box, canvas.px(RADIUS["card"]), canvas.ui.panel, canvas.ui.line, canvas.hairline
            )
            line = self.lines[seat]
            centre = (box.left + canvas.px(44), line.centery)
            size = min(canvas.px(52), line.height - canvas.px(8))
            piece = seat_piece(self.game, seat)
            if piece is not None:
                self._draw_piece(canvas, piece, centre, size)
            else:
                self._draw_sign(canvas, seat, centre, size)

    def _draw_piece(self, canvas: Canvas, piece: Piece, centre: tuple[int, int], size: int) -> None:
        sprites = SpriteSet(canvas.theme, look_of(self.game).style, size, self.game.key)
        image = sprites.piece(piece)
        canvas.surface.blit(image, image.get_rect(center=centre))
        if not canvas.theme.flat:  # a dark piece on a dark card needs a rim
            rim = pygame.Rect(0, 0, size + 2, size + 2)
            rim.center = centre
            canvas.rounded(rim, rim.width // 2, None, canvas.ui.text_second, canvas.hairline)

    def _draw_sign(self, canvas: Canvas, seat: int, centre: tuple[int, int], size: int) -> None:
        """Draw the role or the number of a seat without a piece of its own."""
        rect = pygame.Rect(0, 0, size, size)
        rect.center = centre
        canvas.rounded(rect, canvas.px(RADIUS["button"]), canvas.ui.panel, canvas.ui.text, 2)
        icon = self.pane.seat_icon(seat)
        if icon:
            canvas.icon(icon, centre, canvas.ui.text, 30)
        else:
            canvas.text(str(seat + 1), "name", rect, canvas.ui.text, "center")
