"""The seats of a new match: piece, kind, and name or level of each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.platform.i18n import _
from game.rules import Game, Piece
from game.screen.app.layout_scenes import storing
from game.screen.app.routes import PickOpponent
from game.screen.app.scene import Change, Push
from game.screen.boards.sprites import SpriteSet
from game.screen.menus.match_draft import MatchDraft, SeatDraft
from game.screen.menus.opponents import OpponentButton, opponent_words
from game.screen.plugin.pane import FormLayout, OptionsPane
from game.screen.plugin.registry import look_of
from game.screen.plugin.seats import seat_name, seat_piece
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Levels, Segment, SegmentOption
from game.screen.ui.text_field import TextField
from game.screen.ui.tokens import RADIUS
from game.table.opponents import OPPONENTS


class SeatRows:
    """One row for each seat, in `boxes`.  `game` provides the piece of a seat."""

    def __init__(
        self,
        draft: MatchDraft,
        game: Game,
        pane: OptionsPane,
        on_level: Callable[[int], None] = lambda level: None,
        phones: bool = True,
    ) -> None:
        """`on_level` gets the chosen level; with `phones`, seats can be given to phones."""
        self.phones = phones
        self.draft, self.game, self.pane, self.on_level = draft, game, pane, on_level
        self.boxes: list[pygame.Rect] = []

    def lay_out(self, sheet: FormLayout, boxes: list[pygame.Rect]) -> None:
        self.boxes = boxes
        for seat, box in enumerate(boxes):
            self._lay_seat(sheet, seat, box)

    def _lay_seat(self, sheet: FormLayout, seat: int, box: pygame.Rect) -> None:
        """Add the controls of one seat within `box`."""
        px, who = sheet.px, self.draft.seats[seat]
        tall = min(sheet.row, box.height - 6)
        left = box.left + px(84)
        free = box.right - px(16) - left
        kinds = pygame.Rect(left, 0, round(free * 0.66), tall)
        kinds.centery = box.centery
        options = [
            SegmentOption("person", _("Person"), "person"),
            SegmentOption("engine", _("Engine"), "engine"),
            SegmentOption("board", _("Board"), "board"),
        ]
        if self.phones:
            options.append(SegmentOption("remote", _("Phone"), "phone"))
        choose = storing(who, "kind", sheet.changed)
        sheet.form.add(Segment(options, who.kind, choose, f"kind-{seat}").at(kinds))
        rest = pygame.Rect(kinds.right + px(14), kinds.top, 0, tall)
        rest.width = box.right - px(16) - rest.left
        if who.kind == "engine":
            self._lay_engine(sheet, seat, rest, min(box.height - px(10), px(68)))
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
            return Push(PickOpponent(seat, who.opponent, draft.strength))

        room = pygame.Rect(rest.left, rest.centery - tall // 2, rest.width, tall)
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
        """Draw what each seat plays with, left of its controls."""
        for seat, box in enumerate(self.boxes):
            canvas.rounded(
                box, canvas.px(RADIUS["card"]), canvas.ui.panel, canvas.ui.line, canvas.hairline
            )
            centre = (box.left + canvas.px(44), box.centery)
            size = min(canvas.px(52), box.height - canvas.px(8))
            piece = seat_piece(self.game, seat)
            if piece is not None:
                self._draw_piece(canvas, piece, centre, size)
            else:
                self._draw_sign(canvas, seat, centre, size)

    def _draw_piece(self, canvas: Canvas, piece: Piece, centre: tuple[int, int], size: int) -> None:
        sprites = SpriteSet(canvas.theme, look_of(self.game).style, size)
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
