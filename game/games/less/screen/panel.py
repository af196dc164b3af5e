"""The panel of Less: moves left as lamps, moves that each side has spent and needs, the margin.

When the engine's tables are ready, the bars are hatched for the exact way home, and the last column
shows the total.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

import pygame

from game.games.less.rules import MOVES
from game.games.less.screen.ways_home import way_home, way_in_race
from game.platform.i18n import _, ngettext
from game.rules.base import Action
from game.rules.events import Piece, SideHome
from game.screen.boards import BoardView
from game.screen.boards.panel_drawings import dashed_box, lamp, piece_icon, stripes
from game.screen.plugin.panel import Panel
from game.screen.plugin.seats import limit_words, side_name
from game.screen.ui import pencil
from game.screen.ui.canvas import Canvas
from game.table.history import Turn

MOVES_CARD, BARS_TOP = 84, 100
SIDES = ("white", "black")


class LessPanel(Panel):
    height = 264

    def counts(self) -> dict[str, int]:
        tally = self.game.tally(self.state)
        return {f"spent_{side}": tally[f"spent_{side}"] for side in SIDES}

    def key(self) -> Hashable:
        return super().key(), self._ways()

    def _ways(self) -> tuple[int | None, int | None]:
        """Return the moves that each side needs to get home, None while they are not known.

        In a race, the number is exact by all rules; before, it is what each seat's pieces need
        alone.
        """
        white, black = (way_home(self.game, self.state, side) for side in (0, 1))
        exact = way_in_race(self.game, self.state)
        if exact is not None:
            return (exact, 0) if self.game.to_move(self.state) == 0 else (0, exact)
        return white, black

    # -- words -----------------------------------------------------------------------------------

    def badge(self, action: Action) -> str:
        return str(action.cost)

    def effect(self, action: Action) -> str:
        return str(action.cost)

    def row_number(self, turn: Turn) -> int:
        return (turn.number - 1) // self.game.seats + 1

    def row(self, turn: Turn) -> tuple[str, str, str]:
        spent = self.game.tally(turn.after)[f"spent_{SIDES[turn.seat % 2]}"]
        home = any(isinstance(event, SideHome) for event in turn.events)
        text = turn.text if turn.complete else f"{turn.text} …"
        return text, _("home") if home else "", str(spent)

    @staticmethod
    def costs() -> str:
        """Return the text about the costs of moves."""
        return _(
            "Three moves a turn. A step costs 1, over a wall 2, over a double wall 3;"
            " a leap over a piece costs 1."
        )

    def explained(self, canvas: Canvas) -> list[tuple[pygame.Rect, str]]:
        moves = pygame.Rect(self.rect.topleft, (self.rect.width, canvas.px(MOVES_CARD)))
        bars = self.rect.copy()
        bars.top += canvas.px(BARS_TOP)
        bars.height = self.rect.bottom - bars.top
        words = _(
            "Spent: the moves made. Exact way home: the fewest still to go, with nobody in the way."
            " Makes: both added up; the lower number wins."
        )
        return [(moves, self.costs()), (bars, words)]

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, view: BoardView) -> None:
        px = canvas.px
        moves = pygame.Rect(self.rect.topleft, (self.rect.width, px(MOVES_CARD)))
        canvas.card(moves)
        # The bars grow on their own and belong to another card.
        key = (self, self.key(), tuple(self.rect))
        canvas.keep("moves", key, lambda: self._draw_moves(canvas, moves))
        bars = pygame.Rect(self.rect.left, self.rect.top + px(BARS_TOP), self.rect.width, 0)
        bars.height = self.rect.bottom - bars.top
        canvas.card(bars)
        self._draw_bars(canvas, view, bars)

    def _draw_moves(self, canvas: Canvas, card: pygame.Rect) -> None:
        px = canvas.px
        left = 0 if self.over else self.game.tally(self.state)["left"]
        cost = self.aimed.cost if self.aimed is not None else 0
        radius = max(9, px(26))
        pitch = px(68) if not canvas.metrics.narrow else px(66)
        first = card.right - px(24) - radius - pitch * (MOVES - 1)
        left_edge = card.left + px(19)
        wide = max(px(60), first - radius - px(14) - left_edge)
        upper = pygame.Rect(left_edge, card.top + px(10), wide, card.height // 2 - px(8))
        lower = upper.copy()
        lower.top = card.top + card.height // 2 - px(1)
        if self.over:
            words, note = _("The game is over"), ""
        else:
            words = ngettext("{n} move left", "{n} moves left", left).format(n=left)
            note = self._note(cost)
        if canvas.metrics.narrow:  # There is no room for the note, so the words may use both lines.
            canvas.text(words, "name", upper.union(lower), wrap=True)
        else:
            canvas.text(words, "name", upper)
            canvas.text(note, "caption", lower, canvas.ui.text_second)
        for place in range(MOVES):
            centre = (first + pitch * place, card.centery)
            used = place < MOVES - left
            aimed = not used and place < MOVES - left + cost
            self._lamp(canvas, centre, radius, used, aimed)

    def _foregone(self) -> str:
        """Return the winner and the margin if one side is home and the other's way is known."""
        ways = self._ways()
        if way_in_race(self.game, self.state) is None:
            return ""
        tally = self.game.tally(self.state)
        white, black = (tally[f"spent_{s}"] + (w or 0) for s, w in zip(SIDES, ways))
        if white == black:
            return _("it will be a draw")
        if not self.match.spec.scoring:
            return _("{name} wins").format(name=side_name(self.game, int(white > black)))
        words = _("White wins by {n}") if white < black else _("Black wins by {n}")
        return words.format(n=abs(white - black))

    def _par(self) -> str:
        """Return a text with a side's fewest moves; "" after the first move, or if not known."""
        tally = self.game.tally(self.state)
        ways = {way for way in self._ways() if way is not None}
        if tally["spent_white"] or tally["spent_black"] or len(ways) != 1:
            return ""
        return _("par {n}: the way home alone").format(n=ways.pop())

    def _note(self, cost: int) -> str:
        if self.aimed is None and self._foregone():
            return self._foregone()
        if self.aimed is None:
            return self._par() or _("step 1, wall 2, double wall 3")
        target = self.aimed.target
        if self.aimed.kind == "leap":
            return _("leap to {point} spends {n}").format(point=target, n=cost)
        return _("step to {point} spends {n}").format(point=target, n=cost)

    @staticmethod
    def _lamp(
        canvas: Canvas, centre: tuple[int, int], radius: int, used: bool, aimed: bool
    ) -> None:
        ui, px = canvas.ui, canvas.px
        box = pygame.Rect(0, 0, 2 * radius, 2 * radius)
        box.center = centre
        if aimed:
            ring = box.inflate(px(16), px(16))
            canvas.rounded(ring, ring.width // 2, ui.casing, ui.focus, max(2, px(4)))
        if used:
            canvas.rounded(box, radius, ui.panel, ui.line, max(2, px(3)))
            return
        if not aimed:
            canvas.glow(box, radius, 0.5, 12)
        if canvas.theme.flat:
            canvas.rounded(box, radius, ui.accent, ui.line, 1)
        else:
            canvas.surface.blit(lamp(radius, ui.accent), box)

    def _draw_bars(self, canvas: Canvas, view: BoardView, card: pygame.Rect) -> None:
        px = canvas.px
        ways = self._ways()
        tally = self.game.tally(self.state)
        spent = [tally[f"spent_{side}"] for side in SIDES]
        made = [s + w if w is not None else None for s, w in zip(spent, ways)]
        head = pygame.Rect(card.left + px(62), card.top + px(8), card.width - px(80), px(32))
        limit = limit_words(self.match, self.state)
        if limit:
            head.left = card.left + px(20)
            canvas.text(limit, "caption", head, canvas.accent)
        else:
            self._draw_heads(canvas, head, made[0] is not None)
        most = max(1, *(m or s for m, s in zip(made, spent)), 24 if made[0] is None else 1)
        rows = (card.bottom - px(12) - head.bottom) // 2
        for side in (0, 1):
            row = pygame.Rect(card.left, head.bottom + rows * side, card.width, rows)
            key = (self, self.key(), tuple(row), self.tickers[f"spent_{SIDES[side]}"].value)
            draw = partial(self._draw_side, canvas, view, row, side, ways[side], made, most)
            canvas.keep(f"side {side}", key, draw)

    @staticmethod
    def _draw_heads(canvas: Canvas, head: pygame.Rect, exact: bool) -> None:
        """Draw the headings of the numbers beside the bars; `exact` if the ways home are known."""
        ui = canvas.ui
        canvas.text(_("spent"), "caption", _part(head, 0.0, 0.3), ui.text_second)
        if exact:
            canvas.text(_("exact way home"), "caption", _part(head, 0.30, 0.72), ui.text_second)
            canvas.text(_("makes"), "caption", _part(head, 0.74, 1.0), ui.text_second, "right")
        else:
            canvas.text(_("pieces home"), "caption", _part(head, 0.6, 1.0), ui.text_second, "right")

    def _draw_side(
        self,
        canvas: Canvas,
        view: BoardView,
        row: pygame.Rect,
        side: int,
        way: int | None,
        made: list[int | None],
        most: int,
    ) -> None:
        px, ui = canvas.px, canvas.ui
        icon = piece_icon(view, self._piece(side), max(18, px(36)))
        canvas.surface.blit(icon, icon.get_rect(center=(row.left + px(34), row.centery)))
        left, right = row.left + px(62), row.right - px(112)
        height = max(18, px(44))
        unit = (right - left) / most
        ticking = self.tickers[f"spent_{SIDES[side]}"]
        bar = pygame.Rect(left, 0, round(unit * ticking.value), height)
        bar.centery = row.centery
        theme = canvas.theme
        name = f"{SIDES[side]}_wooden" if side == 0 else SIDES[side]
        base = theme.pieces.get(name, theme.piece(SIDES[side])).base
        ink = (20, 12, 6) if sum(base) > 380 else (255, 247, 230)
        if way:
            self._draw_way(canvas, bar, round(unit * way), way, side)
        if bar.width > 2:
            canvas.rounded(bar, px(3), base, ui.text_second, max(1, px(2)))
        room = bar if bar.width > px(34) else pygame.Rect(bar.left, bar.top, px(34), height)
        if bar.width > px(34):
            canvas.text(str(ticking.shown), "lead_bold", room, ink, "center")
        elif not way:
            room.left = bar.right + px(6)
            canvas.text(str(ticking.shown), "lead_bold", room, ui.text)
        self._draw_made(canvas, row, side, made)

    def _draw_way(self, canvas: Canvas, bar: pygame.Rect, width: int, way: int, side: int) -> None:
        px, ui = canvas.px, canvas.ui
        rest = pygame.Rect(bar.right, bar.top, max(4, width), bar.height)
        colour = ui.text if side == 0 else ui.line
        canvas.surface.blit(stripes(canvas, rest, colour, ui.panel), rest)
        dashed_box(canvas, rest, ui.text_second)
        if rest.width > px(30):
            label = pygame.Rect(
                0, 0, max(px(40), canvas.text_size(str(way), "lead_bold")[0] + 8), 0
            )
            label.height = max(px(28), canvas.metrics.type_px("lead_bold"))
            label.center = rest.center
            pencil.rect(canvas.surface, ui.card, label)
            canvas.text(str(way), "lead_bold", label, ui.text, "center")

    def _draw_made(
        self, canvas: Canvas, row: pygame.Rect, side: int, made: list[int | None]
    ) -> None:
        px, ui = canvas.px, canvas.ui
        room = pygame.Rect(row.right - px(100), 0, px(92), max(24, px(48)))
        room.centery = row.centery
        own, other = made[side], made[1 - side]
        if own is None or other is None:
            home = self.game.tally(self.state)[f"home_{SIDES[side]}"]
            of = 4 * self.game.seats // 2
            canvas.text(f"{home}/{of}", "lead_bold", room.inflate(-px(20), 0), ui.text, "right")
            return
        text = room.inflate(-px(20), 0)
        if own < other:
            wide = canvas.text_size(str(own), "score")[0] + px(24)
            frame = pygame.Rect(0, 0, max(wide, px(60)), room.height)
            frame.midright = (row.right - px(8), row.centery)
            canvas.rounded(frame, px(8), None, canvas.accent, max(2, px(3)))
            canvas.text(str(own), "score", frame, canvas.accent, "center")
        else:
            canvas.text(str(own), "score", text, ui.text, "right")

    def _piece(self, side: int) -> Piece:
        piece = self.seat_piece(side)
        assert piece is not None
        return piece


def _part(rect: pygame.Rect, start: float, end: float) -> pygame.Rect:
    left = rect.left + round(rect.width * start)
    return pygame.Rect(left, rect.top, round(rect.width * (end - start)), rect.height)


class LessSoloPanel(LessPanel):
    height = MOVES_CARD

    def _ways(self) -> tuple[int | None, int | None]:
        return None, None

    def explained(self, canvas: Canvas) -> list[tuple[pygame.Rect, str]]:
        return [(self.rect, self.costs())]

    def draw(self, canvas: Canvas, view: BoardView) -> None:
        canvas.card(self.rect)
        self._draw_moves(canvas, self.rect)
