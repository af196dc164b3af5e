"""The panel of Libra: the groups and their curve, the stone's colour, outlines, bids, rounds."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

import pygame

from game.games.libra.solo import DrawnLibra
from game.platform.i18n import _, ngettext
from game.rules.base import Action, State
from game.rules.events import Piece, Placed, RoundEnded, Seat
from game.rules.groups import groups_of, middle_of
from game.rules.topology import Point
from game.screen.app.scene import STAY, Change
from game.screen.boards import BoardView
from game.screen.boards.interaction import Interaction
from game.screen.boards.overlay import Groups, Overlay
from game.screen.boards.panel_drawings import curve, piece_icon
from game.screen.plugin.figures import signed
from game.screen.plugin.panel import Panel
from game.screen.ui import pencil
from game.screen.ui.button import Action as ButtonAction
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import OnChange, Segment, SegmentOption
from game.screen.ui.widget import Widget, WidgetState
from game.table.history import History, Turn
from game.table.match import Match

CARD, ROW_TOP, ROW = 156, 172, 76
ROWS_OF_COMING = 2  # number of rows in which coming stones are drawn small
STONES = (Piece("white", None), Piece("black", None))


class LibraPanel(Panel):
    height = 248

    def __init__(self, match: Match, hand: Interaction, shown: History | None = None) -> None:
        super().__init__(match, hand, shown)
        self.outlined = True
        self._tallied: dict[State, Mapping[str, int]] = {}
        self._switch: StoneSwitch | None = None

    @property
    def bidding(self) -> bool:
        return self.game.phase(self.state) == "bidding"

    def tally(self, state: State) -> Mapping[str, int]:
        """Return a state's tally, cached because the list of turns needs it for each position."""
        if state not in self._tallied:
            self._tallied[state] = self.game.tally(state)
        return self._tallied[state]

    def groups(self, state: State) -> int:
        return self.tally(state)["groups"]

    def counts(self) -> dict[str, int]:
        return {"groups": self.groups(self.state)}

    def key(self) -> Hashable:
        return super().key(), self.outlined

    # -- controls --------------------------------------------------------------------------------

    def widgets(self) -> list[Widget]:
        if self.bidding:
            less = Button("", lambda: self._bid(-1), icon="minus", name="bid-less", repeats=True)
            less.tip = _("Bid one less")
            more = Button("", lambda: self._bid(1), icon="plus", name="bid-more", repeats=True)
            more.tip = _("Bid one more")
            out = Button(_("Pass"), self._pass, name="bid-pass")
            out.enabled = self.hand.pass_ is not None
            self._bidders = [less, more, out]
            return list(self._bidders)
        self._switch = StoneSwitch(self.hand.colour, self._colour)
        self._toggle = GroupsToggle(self.toggle, lambda: self.outlined)
        return [self._switch, self._toggle]

    def lay_out(self, rect: pygame.Rect, canvas: Canvas) -> None:
        super().lay_out(rect, canvas)
        px = canvas.px
        row = pygame.Rect(rect.left, rect.top + px(ROW_TOP), rect.width, px(ROW))
        if self.bidding:
            third = (row.width - 2 * px(12)) // 3
            for number, button in enumerate(self._bidders):
                button.at((row.left + number * (third + px(12)), row.top, third, row.height))
            return
        wide = px(120)
        assert self._switch is not None
        self._switch.at((row.left, row.top, row.width - wide - px(12), row.height))
        self._toggle.at((row.right - wide, row.top, wide, row.height))

    def _colour(self, colour: str) -> Change | None:
        self.hand.turn_colour(colour)
        self.on_change()
        return STAY

    def toggle(self) -> Change | None:
        """Switch the outlines of groups on or off."""
        self.outlined = not self.outlined
        self.on_change()
        return STAY

    def _pass(self) -> Change | None:
        return self.on_action(self.hand.pass_) if self.hand.pass_ is not None else STAY

    def _bid(self, step: int) -> Change | None:
        self.hand.set_bid(self.hand.bid + step)
        self.on_change()
        return STAY

    # -- words -----------------------------------------------------------------------------------

    def seat_piece(self, seat: Seat) -> Piece | None:
        return None

    def seat_role(self, seat: Seat) -> str:
        tally = self.tally(self.state)
        more, duel = tally["more"], not tally["aim"]  # Only a duel has no aim.
        # In a finished duel, both players have had both roles, so the winner is a player, not a
        # role.
        if more < 0 or (self.over and duel):
            return ""
        return _("MORE") if more == seat else _("LESS")

    def seat_icon(self, seat: Seat) -> str:
        more = self.tally(self.state)["more"]
        return "person" if more < 0 else "up" if more == seat else "down"

    def seat_name(self, seat: Seat) -> str:
        return _("Player {n}").format(n=seat + 1)

    def label(self, action: Action) -> str:
        if action.piece is None:
            return super().label(action)
        return _("Place white") if action.piece.colour == "white" else _("Place black")

    def ask_for_start(self) -> str:
        return _("Choose a cell")

    def effect(self, action: Action) -> str:
        if action.piece is None:
            return ""
        return signed(self._after(action) - self.groups(self.state))

    def _after(self, action: Action) -> int:
        """Return the groups after a placement, also if it ends the round."""
        step = self.hand.preview(action)
        ended = [event.groups for event in step.events if isinstance(event, RoundEnded)]
        return ended[0] if ended else self.groups(step.state)

    def row(self, turn: Turn) -> tuple[str, str, str]:
        if turn.bid is not None:
            return _("bid {n}").format(n=turn.bid), "", ""
        ended = [event.groups for event in turn.events if isinstance(event, RoundEnded)]
        after = ended[0] if ended else self.groups(turn.after)
        more = self.tally(turn.before)["more"]
        role = _("MORE") if more == turn.seat else _("LESS")
        if not any(isinstance(event, Placed) for event in turn.events):
            return _("pass") if turn.text == "pass" else _("agreed end"), "", str(after)
        return f"{role} {turn.text}", signed(after - self.groups(turn.before)), str(after)

    def row_piece(self, turn: Turn) -> Piece | None:
        placed = [event.piece for event in turn.events if isinstance(event, Placed)]
        return placed[0] if placed else None

    def overlay(self, overlay: Overlay) -> None:
        if self.outlined and not self.bidding:
            overlay.grouping = self.grouping

    def grouping(self, pieces: Mapping[Point, Piece]) -> Groups:
        """Return the groups of white and black stones, each with its number."""
        board = self.game.topology
        groups = [g for g in groups_of(board, pieces) if pieces[min(g)].colour != "grey"]
        numbers = {middle_of(board, group): str(n) for n, group in enumerate(groups, start=1)}
        outlines = tuple((group, pieces[min(group)].colour) for group in groups)
        return Groups(outlines, numbers if len(numbers) > 1 else {})

    # -- drawing ---------------------------------------------------------------------------------

    def explained(self, canvas: Canvas) -> list[tuple[pygame.Rect, str]]:
        card = pygame.Rect(self.rect.topleft, (self.rect.width, canvas.px(CARD)))
        return [
            (card, _("Stones of one colour that touch are a group; one alone is a group, too."))
        ]

    def role_explained(self) -> str:
        return _("MORE wants many groups, LESS wants few. Both place stones of either colour.")

    def draw(self, canvas: Canvas, view: BoardView) -> None:
        px, ui = canvas.px, canvas.ui
        card = pygame.Rect(self.rect.topleft, (self.rect.width, px(CARD)))
        canvas.card(card)
        if self._switch is not None:
            self._switch.value, self._switch.view = self.hand.colour, view
            self._switch.enabled = self._toggle.enabled = True
        left = pygame.Rect(card.left + px(19), card.top + px(8), px(150), px(32))
        huge = pygame.Rect(left.left, card.top + px(26), px(165), px(104))
        low = pygame.Rect(left.left, card.bottom - px(38), px(192), px(30))
        if self.bidding:
            self._bidders[2].enabled = self.hand.pass_ is not None
            canvas.text(_("Bid"), "lead_bold", left)
            canvas.text(str(self.hand.bid), "score_huge", huge)
            self._draw_bid_words(canvas, card)
            return
        canvas.text(_("Groups"), "lead_bold", left)
        canvas.text(str(self.count("groups")), "score_huge", huge)
        canvas.text(self._round(), "caption", low, ui.text_second)
        # The number of groups is animated, and so is not part of the picture of the curve.
        key = (self, self.key(), tuple(card))
        canvas.keep("curve", key, lambda: self._draw_curve(canvas, card))

    @staticmethod
    def _draw_aim_words(
        canvas: Canvas, words: str, line: pygame.Rect, points: list[tuple[float, float]]
    ) -> None:
        """Draw the text of the aim above or below its line, wherever the curve leaves room."""
        width = canvas.text_size(words, "caption")[0] + 2
        tall = canvas.px(24)
        spots = [
            pygame.Rect(x, y, width, tall)
            for y in (line.top - tall - canvas.px(2), line.top + canvas.px(3))
            for x in (line.left, line.right - width)
        ]
        clear = [spot.inflate(tall, tall // 2) for spot in spots]
        free = [
            spot
            for spot, wide in zip(spots, clear)
            if not any(wide.collidepoint(point) for point in points)
        ]
        canvas.text(words, "caption", (free or spots)[0], canvas.ui.text)

    def _draw_bid_words(self, canvas: Canvas, card: pygame.Rect) -> None:
        tally = self.tally(self.state)
        words = _("The highest bidder is MORE and must make that many groups.")
        room = pygame.Rect(card.left + canvas.px(196), card.top + canvas.px(12), 0, 0)
        room.width = card.right - canvas.px(18) - room.left
        room.height = canvas.px(84)
        canvas.text(words, "caption", room, canvas.ui.text_second, wrap=True, valign="top")
        low = pygame.Rect(room.left, card.bottom - canvas.px(44), room.width, canvas.px(34))
        if tally["aim"]:
            text = _("Highest bid: {n}").format(n=tally["aim"])
            canvas.text(text, "lead_bold", low, canvas.accent)
        else:
            canvas.text(_("No bid yet"), "lead", low)

    def _round(self) -> str:
        tally = self.tally(self.state)
        if tally["aim"]:
            return _("MORE needs {n}").format(n=tally["aim"])
        return _("round {n} of 2").format(n=tally["round"])

    def _aim(self) -> tuple[int, str]:
        """Return the number to be reached and its text; (0, "") if there is none yet."""
        tally = self.tally(self.state)
        if tally["aim"]:
            return tally["aim"], _("to make: {n}").format(n=tally["aim"])
        if tally["round"] == 2:
            return tally["first"], _("to beat: {n}").format(n=tally["first"])
        return 0, ""

    def _history(self) -> list[int]:
        """Return the number of groups after each stone of the round on the screen."""
        counts: list[int] = []
        for entry in self.history.entries if self.state != self.history.start else ():
            ended = any(isinstance(event, RoundEnded) for event in entry.events)
            if ended and not self.game.over(entry.after):
                counts = []
            elif any(isinstance(event, Placed) for event in entry.events):
                counts.append(self.groups(entry.after))
            if entry.after == self.state:
                break
        return counts

    def _draw_curve(self, canvas: Canvas, card: pygame.Rect) -> None:
        px, ui, surface = canvas.px, canvas.ui, canvas.surface
        left, right = card.left + px(201), card.right - px(33)
        floor, roof = card.bottom - px(37), card.top + px(30)
        aim, words = self._aim()
        counts = self._history()
        tally = self.tally(self.state)
        placed = len(counts)
        whole = max(1, placed + tally["empty"])
        most = max(4, aim * 1.12, *(c * 1.12 for c in counts or [0]))

        def at(number: int, count: float) -> tuple[float, float]:
            x = left + (right - left) * number / whole
            return x, floor - (floor - roof) * count / most

        pencil.line(surface, ui.line, (left, floor), (right, floor), max(1, px(2)))
        if aim:
            y = round(at(0, aim)[1])
            for x in range(left, right, px(9)):
                end = min(right, x + px(5))
                pencil.line(surface, ui.text, (x, y), (end, y), max(1, px(2)))
        points = [at(number, count) for number, count in enumerate([0, *counts])]
        if aim:
            self._draw_aim_words(canvas, words, pygame.Rect(left, y, right - left, 0), points)
        if counts:
            curve(surface, points, canvas.accent, max(2, px(4)))
            pencil.circle(surface, canvas.accent, points[-1], max(3, px(6)))
        low = pygame.Rect(left - px(16), card.bottom - px(38), right - left + px(16), px(30))
        text = ngettext("{n} of {all} placed", "{n} of {all} placed", placed)
        canvas.text(text.format(n=placed, all=whole), "caption", low, ui.text_second, "right")


class StoneSwitch(Segment):
    """A switch between white and black stones, with their pictures."""

    def __init__(self, value: str, on_change: OnChange) -> None:
        options = {"white": _("White"), "black": _("Black")}
        super().__init__(options, value, on_change, "stone", "body")
        self.view: BoardView | None = None

    def _draw_option(
        self, canvas: Canvas, cell: pygame.Rect, option: SegmentOption, lit: bool
    ) -> None:
        ui, px = canvas.ui, canvas.px
        size = max(18, min(px(46), cell.height - px(10), cell.width // 3))
        left = cell.left + min(px(16), cell.width // 14) + size // 2
        self._draw_stone(canvas, option.value, (left, cell.centery), size)
        room = pygame.Rect(left + size // 2 + min(px(12), 6), cell.top, 0, cell.height)
        room.width = cell.right - px(3) - room.left
        style = "body_bold" if lit else "body"
        canvas.text(option.label, style, room, ui.on_accent if lit else ui.text)

    def _draw_stone(self, canvas: Canvas, value: str, centre: tuple[int, int], size: int) -> None:
        if self.view is not None:
            icon = piece_icon(self.view, STONES[value == "black"], size)
            canvas.surface.blit(icon, icon.get_rect(center=centre))


class GroupsToggle(Button):
    """A switch for outlines and numbers of the groups on the board."""

    def __init__(self, on_press: ButtonAction, lit: Callable[[], bool]) -> None:
        super().__init__(_("Groups"), on_press, icon="eye", name="groups")
        self.lit = lit

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        ui, px = canvas.ui, canvas.px
        on = self.lit()
        border = canvas.accent if on else ui.line
        fill = ui.control if not look.pressed else ui.panel
        canvas.rounded(self.rect, px(10), fill, border, max(1, px(2)) if on else canvas.hairline)
        upper = (self.rect.centerx, self.rect.top + round(self.rect.height * 0.33))
        canvas.icon("eye", upper, canvas.accent if on else ui.text_second, 26)
        room = self.rect.inflate(-px(8), 0)
        room.top, room.height = self.rect.centery - px(4), self.rect.height // 2
        canvas.text(self.label, "caption", room, ui.text, "center")


class LibraSoloPanel(LibraPanel):
    def widgets(self) -> list[Widget]:
        _switch, toggle = super().widgets()
        self._switch = DrawnStone(self.hand.colour, self._colour)
        return [self._switch, toggle]

    def row(self, turn: Turn) -> tuple[str, str, str]:
        after = self.groups(turn.after)
        return turn.text, signed(after - self.groups(turn.before)), str(after)

    def draw(self, canvas: Canvas, view: BoardView) -> None:
        super().draw(canvas, view)
        if isinstance(self._switch, DrawnStone):
            self._switch.coming = self._coming()

    def _coming(self) -> list[str]:
        """Return the colours of the coming stones, the next one first."""
        return self.game.coming(self.state) if isinstance(self.game, DrawnLibra) else []

    def _round(self) -> str:
        """Return a text with the number of coming stones of each colour."""
        coming = self._coming()
        words = _("{white} white, {black} black")
        counts = {colour: coming.count(colour) for colour in ("white", "black")}
        return words.format(**counts) if coming else ""

    def _aim(self) -> tuple[int, str]:
        return 0, ""


class DrawnStone(StoneSwitch):
    """The coming stones, the next one large, in place of the choice of a colour."""

    focusable = False
    coming: Sequence[str] = ()

    def pointer(self, event: object) -> None:
        """Do nothing, because there is no colour to choose."""

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        px, rect = canvas.px, self.rect
        canvas.card(rect)
        if not self.coming:
            return
        size = max(18, min(px(52), rect.height - px(10)))
        left = rect.left + px(12) + size // 2
        self._draw_stone(canvas, self.coming[0], (left, rect.centery), size)
        room = rect.inflate(0, -px(10))
        room.left = left + size // 2 + px(12)
        room.width = rect.right - px(10) - room.left
        small = room.height // ROWS_OF_COMING
        each = room.width / (room.width // small)
        for number, colour in enumerate(self.coming[1:]):
            row, column = divmod(number, room.width // small)
            if row == ROWS_OF_COMING:
                break
            spot = round(room.left + each * (column + 0.5)), room.top + small * row + small // 2
            self._draw_stone(canvas, colour, spot, small * 4 // 5)
