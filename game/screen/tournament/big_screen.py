"""The big screen: round, pairings, running games and standings, readable from a distance.

Its pages turn automatically. Before the first round the screen shows who is present.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import pygame

from game.platform.i18n import _, ngettext
from game.rules.registry import game_class
from game.screen.app.layout_scenes import margin
from game.screen.app.scene import STAY, AppServices, Change, Pop, ShownBoard
from game.screen.boards import BoardView
from game.screen.boards.view import shown_board
from game.screen.plugin.registry import board_view
from game.screen.tournament import score_text
from game.screen.tournament.store_client import ClientScene, TournamentClient
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent, Pointer, Press
from game.screen.ui.layout import grid, split_left, split_top
from game.screen.ui.qr import draw_qr
from game.screen.ui.text import in_full_size
from game.screen.ui.widget import Form
from game.table.match import Match
from game.tournament import operations, words
from game.tournament.local_games import running_games
from game.tournament.sheets.sheets import DOOR
from game.tournament.standings import StandingsLine, standings
from game.tournament.tournament import Encounter, Round, Tournament

PAGE_INTERVAL_S = 12.0  # seconds for which a page is shown
# Seconds between two searches for games that run on this machine.
RUNNING_GAMES_INTERVAL_S = 2.0
# Heights of the head and of a line in design px, and minimum height of a line in px.
HEAD, LINE, LEAST = 132, 54, 26
BOARDS_SHARE = 0.40  # the boards' share of the body's height
MAX_BOARDS = 4
CAPTION = 40  # height in design px of a line beside a board


class BigScreenScene(ClientScene):
    """The big screen; the Left and Right keys turn the page, Enter and Escape close the scene."""

    redraw_every = 1.0  # needed for the time of day and the clocks
    client: TournamentClient

    def __init__(self, number: int) -> None:
        self.number = number
        self.form = Form()
        self.tournament = Tournament()
        self.lines: list[StandingsLine] = []
        self.page, self._age, self._looked = 0, 0.0, RUNNING_GAMES_INTERVAL_S
        self.boards_shown = SmallBoards()
        self.body = self.board_room = pygame.Rect(0, 0, 0, 0)

    def enter(self) -> None:
        self.client = TournamentClient(self.services, self.number, self._changed)
        if self.client.tournament is not None:
            self._take(self.client.tournament)

    def leave(self) -> None:
        super().leave()
        self.boards_shown.close()

    def resume(self, result: object = None) -> Change | None:
        self._looked = RUNNING_GAMES_INTERVAL_S
        return None

    def _changed(self) -> None:
        if self.client.tournament is not None:
            self._take(self.client.tournament)
        self.resize()
        self.services.invalidate()

    def _take(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.lines = standings(tournament) if tournament.rounds else []

    def resize(self) -> None:
        metrics, px = self.services.metrics, self.services.metrics.px
        edge = margin(self.services)
        side = px(48)
        form = self.form = Form(keep=self.form)
        back = Button("", Pop, icon="left", name="back", tip=_("Back"))
        back.pill = True
        form.add(back.at((metrics.width - edge - side, px(28), side, side)))
        form.focus(None)  # no focus ring on the projector, because keys close the scene
        top = px(HEAD)
        self.body = pygame.Rect(edge, top, metrics.width - 2 * edge, metrics.height - px(28) - top)
        self.board_room = pygame.Rect(0, 0, 0, 0)
        if self.boards_shown.matches:
            high = round(self.body.height * BOARDS_SHARE)
            self.board_room = pygame.Rect(self.body.left, 0, self.body.width, high)
            self.board_room.bottom = self.body.bottom
            self.body.height -= high + px(16)
        self.boards_shown.place(self.services, self.board_room, MAX_BOARDS)

    @property
    def round(self) -> Round | None:
        return self.tournament.rounds[-1] if self.tournament.rounds else None

    def _columns(self) -> tuple[pygame.Rect, pygame.Rect]:
        """Return the rectangles of pairings and standings."""
        gap = self.services.metrics.px(28)
        if self.services.metrics.portrait:
            upper, lower = split_top(self.body, (self.body.height - gap) // 2, gap)
            lower.height = upper.height
            return upper, lower
        return split_left(self.body, round((self.body.width - gap) * 0.56), gap)

    @property
    def _line(self) -> int:
        return max(
            self.services.metrics.px(LINE), self.services.metrics.type_px("name") + 10, LEAST
        )

    def _fitting(self, room: pygame.Rect) -> int:
        """Return how many lines fit below a heading."""
        return max(1, (room.height - self._line) // self._line)

    @property
    def pages(self) -> int:
        """The number of pages that the longer of the two lists needs."""
        left, right = self._columns()
        games = len(self.round.games) + len(self._out()) if self.round else 0
        counts = (games, self._fitting(left)), (len(self.lines), self._fitting(right))
        if self.round is None:
            counts = ((len(self._waiting()), sum(map(self._fitting, self._lists()))),) * 2
        return max(1, *(-(-count // fitting) for count, fitting in counts))

    def handle(self, event: InputEvent) -> Change | None:
        if isinstance(event, Press):
            if event.means("cancel", "accept"):
                return Pop()
            for command, step in (("left", -1), ("right", 1), ("page-up", -1), ("page-down", 1)):
                if event.means(command):
                    return self._turn(step)
        change = self.form.handle(event)
        if change is None and isinstance(event, Pointer) and event.kind == "down":
            return self._turn(1)
        return change

    def _turn(self, step: int) -> Change:
        self.page, self._age = (self.page + step) % self.pages, 0.0
        return STAY

    def update(self, dt: float) -> Change | None:
        self.form.update(dt)
        self._age += dt
        self._looked += dt
        if self._age >= PAGE_INTERVAL_S:
            self._turn(1)
            self.services.invalidate()
        if self._looked >= RUNNING_GAMES_INTERVAL_S:
            self._looked = 0.0
            tournament = self.tournament
            self.client.call(lambda _store: running_games(tournament), self._seen)
        return None

    def _seen(self, found: dict[tuple[int, int], Match]) -> None:
        if self.boards_shown.take(found):
            self.resize()
        self.services.invalidate()

    @property
    def heading(self) -> str:
        return self.tournament.plan.name

    @property
    def boards(self) -> list[ShownBoard]:
        return [
            shown_board(view, match.game.pieces(match.state))
            for view, match in self.boards_shown.shown
        ]

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        self._draw_head(canvas)
        self.page %= self.pages
        if self.round is None:
            self._draw_waiting(canvas)
        else:
            left, right = self._columns()
            self._draw_pairings(canvas, left, self.round)
            self._draw_standings(canvas, right)
        self.boards_shown.draw(canvas)
        self.form.draw(canvas)

    def _draw_head(self, canvas: Canvas) -> None:
        px, edge = canvas.px, margin(self.services)
        right = self.form.get("back").rect.left - px(18)
        clock = time.strftime("%H:%M")
        wide = canvas.text_size(clock, "clock")[0] + px(8)
        at = pygame.Rect(right - wide, px(22), wide, px(62))
        if not canvas.metrics.portrait:
            canvas.text(clock, "clock", at, canvas.ui.text_second, "right")
            right = at.left - px(20)
        name = pygame.Rect(edge, px(18), right - edge, px(66))
        canvas.text(self.heading, "scene_title", name, ellipsis=True)
        line = pygame.Rect(edge, px(82), canvas.rect.width - 2 * edge, px(38))
        canvas.text(self._about(), "lead_bold", line, canvas.accent)
        if self.pages > 1:
            pages = f"{self.page + 1} / {self.pages}"
            canvas.text(pages, "lead_bold", line, canvas.ui.text_second, "right")

    def _about(self) -> str:
        tournament = self.tournament
        if not tournament.log:
            return ""
        if self.round is None:
            count = len(operations.here(tournament))
            return ngettext("{n} player is here", "{n} players are here", count).format(n=count)
        title = game_class(tournament.plan.game).title
        name = words.round_name(tournament, self.round.number)
        return f"{name} · {title}" if not tournament.ended else _("Final standings")

    def _rows(self, room: pygame.Rect, title: str, canvas: Canvas) -> pygame.Rect:
        """Draw a card with its heading; return the place of the first line."""
        px = canvas.px
        canvas.card(room)
        head = pygame.Rect(room.left + px(18), room.top, room.width - px(36), self._line)
        canvas.text(title, "lead_bold", head, canvas.ui.text_second)
        return head.move(0, self._line)

    def _draw_pairings(self, canvas: Canvas, room: pygame.Rect, round_: Round) -> None:
        line = self._rows(room, _("Pairings"), canvas)
        count = self._fitting(room)
        entries: list[Encounter | str] = [*round_.games, *self._out()]
        shown = self.page % -(-len(entries) // count) * count
        for entry in entries[shown : shown + count]:
            if isinstance(entry, str):
                canvas.text(entry, "lead", line, canvas.ui.text_second, ellipsis=True)
            else:
                self._draw_game(canvas, line, entry)
            line = line.move(0, self._line)

    def _out(self) -> list[str]:
        """Return the players without a game, with the reasons."""
        if self.round is None:
            return []
        names = self.tournament.entrants
        return [
            _("{name}: {words}").format(name=names[sit.entrant].name, words=words.sits(sit.why))
            for sit in self.round.sits.values()
            if sit.why != "absent"
        ]

    def _draw_game(self, canvas: Canvas, line: pygame.Rect, game: Encounter) -> None:
        px = canvas.px
        first, second = words.sides(self.tournament, game)
        table, rest = split_left(line, px(52))
        middle = max(px(118), canvas.text_size(_("draw"), "name")[0] + px(12))
        wide = (rest.width - middle) // 2
        left, rest = split_left(rest, wide)
        score, rest = split_left(rest, middle)
        right, rest = split_left(rest, wide)
        canvas.text(str(game.pair.table), "name", table, canvas.accent)
        size = canvas.metrics.type_px("name")
        first, second = (in_full_size(name, "name", size, wide) for name in (first, second))
        canvas.text(first, "name", left, align="right")
        canvas.text(second, "name", right)
        text, colour = "–" if game.status == "open" else "?", canvas.ui.text_second
        if game.result is not None:
            text, colour = score_text.score(game.result, margin=False), canvas.accent
        canvas.text(text, "name", score, colour, "center")

    def _draw_standings(self, canvas: Canvas, room: pygame.Rect) -> None:
        px = canvas.px
        line = self._rows(room, _("Standings"), canvas)
        count = self._fitting(room)
        shown = self.page % -(-len(self.lines) // count) * count
        order = self.tournament.plan.order[:1]
        if order and not canvas.metrics.portrait:
            head = line.move(0, -self._line)
            title = words.criterion(order[0])
            canvas.text(title, "caption", head, canvas.ui.text_second, "right")
        size = canvas.metrics.type_px("name")
        number, points, value = px(56), px(72), px(84) if order else 0
        for entry in self.lines[shown : shown + count]:
            place, rest = split_left(line, number)
            name, rest = split_left(rest, rest.width - points - value)
            score, last = split_left(rest, points)
            canvas.text(str(entry.place), "name", place, canvas.ui.text_second)
            shown_name = in_full_size(entry.entrant.name, "name", size, name.width)
            canvas.text(shown_name, "name", name)
            canvas.text(score_text.points(entry.points), "name", score, canvas.accent, "right")
            for criterion in order:
                text = score_text.value(criterion, entry.values[0])
                canvas.text(text, "lead", last, canvas.ui.text_second, "right")
            line = line.move(0, self._line)

    def _lists(self) -> Sequence[pygame.Rect]:
        """Return the rectangles for the list of players: one with a QR code beside it, else two."""
        return self._columns()[: 1 if self.services.network.on else 2]

    def _draw_door(self, canvas: Canvas, room: pygame.Rect) -> None:
        """Draw the QR code of the page where players check in."""
        title, way = words.door(self.tournament)
        lines = self._rows(room, title, canvas)
        code = pygame.Rect(room.left, lines.top, room.width, room.bottom - lines.top)
        code.height -= 2 * self._line
        below = draw_qr(canvas, code, self.services.network.url + DOOR).bottom
        words_at = pygame.Rect(lines.left, below, lines.width, room.bottom - below)
        canvas.text(way, "lead", words_at, None, "center", wrap=True)

    def _waiting(self) -> Sequence[tuple[str, bool]]:
        people = sorted(self.tournament.entrants.values(), key=lambda e: words.plain(e.name))
        return [(entrant.name, entrant.present) for entrant in people]

    def _draw_waiting(self, canvas: Canvas) -> None:
        """Draw the list of players before the first round, and how to check in by phone."""
        people = self._waiting()
        if self.services.network.on:
            self._draw_door(canvas, self._columns()[1])
        for number, room in enumerate(self._lists()):
            line = self._rows(room, _("Players") if not number else "", canvas)
            counts = [self._fitting(one) for one in self._lists()]
            start = self.page * sum(counts) + number * counts[0]
            for name, present in people[start : start + counts[number]]:
                mark, rest = split_left(line, canvas.px(40))
                if present:
                    spot = (mark.left + canvas.px(14), mark.centery)
                    canvas.icon("check", spot, canvas.accent, 26)
                colour = None if present else canvas.ui.text_second
                canvas.text(name, "name", rest, colour, ellipsis=True)
                line = line.move(0, self._line)


class SmallBoards:
    """The running games, each with a small board. `shown` are the games for which there is room."""

    def __init__(self) -> None:
        self.matches: dict[tuple[int, int], Match] = {}
        self.shown: list[tuple[BoardView, Match]] = []
        self._rooms: list[pygame.Rect] = []

    def take(self, found: dict[tuple[int, int], Match]) -> bool:
        """Store the running games; return True if they are not the same games as before."""
        changed = found.keys() != self.matches.keys()
        self.matches = found
        if not changed:
            known = zip(self.shown, sorted(found))
            self.shown = [(view, found[key]) for (view, _match), key in known]
        return changed

    def place(self, services: AppServices, room: pygame.Rect, most: int) -> None:
        """Lay out at most `most` boards in `room`."""
        self.close()
        keys = sorted(self.matches)[:most]
        if not keys or not room.height:
            return
        columns = len(keys) if not services.metrics.portrait else min(2, len(keys))
        gap = services.metrics.px(16)
        for key, cell in zip(keys, grid(room, len(keys), columns, gap)):
            side = max(48, min(cell.height - gap, round(cell.width * 0.55)))
            view = board_view(self.matches[key].game, services.theme, side)
            view.topleft = (cell.left + gap // 2, cell.centery - side // 2)
            self._rooms.append(cell)
            self.shown.append((view, self.matches[key]))

    def close(self) -> None:
        for view, _match in self.shown:
            view.close()
        self.shown, self._rooms = [], []

    def draw(self, canvas: Canvas) -> None:
        for (view, match), cell in zip(self.shown, self._rooms):
            canvas.card(cell)
            canvas.surface.blit(view.surface, view.topleft)
            for point, piece in match.game.pieces(match.state).items():
                view.draw_piece(canvas.surface, piece, point)
            self._draw_sides(canvas, view, match, cell)

    @staticmethod
    def _draw_sides(canvas: Canvas, view: BoardView, match: Match, cell: pygame.Rect) -> None:
        """Draw the names, the side to move, and the clocks."""
        px = canvas.px
        left = view.rect.right + px(12)
        tall = max(px(CAPTION), canvas.metrics.type_px("lead") + 8)
        seats = range(match.game.seats)
        lines = len(seats) * (2 if match.clock.left is not None else 1)
        y = max(cell.top + px(8), cell.centery - lines * tall // 2)
        for seat in seats:
            mine = seat == match.to_move and not match.over
            room = pygame.Rect(left, y, cell.right - px(12) - left, tall)
            style = "lead_bold" if mine else "lead"
            colour = canvas.accent if mine else canvas.ui.text
            canvas.text(match.spec.seats[seat].name, style, room, colour, ellipsis=True)
            y += tall
            left_for = None if match.clock.left is None else match.clock.left[seat]
            if left_for is not None:
                room = room.move(0, tall)
                canvas.text(_time(left_for), "name", room, canvas.ui.text_second)
                y += tall


def _time(seconds: float) -> str:
    minutes, rest = divmod(max(0, round(seconds)), 60)
    return f"{minutes}:{rest:02}"
