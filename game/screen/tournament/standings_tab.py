"""The tab of standings, of players or of their clubs."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.platform import storage
from game.platform.i18n import N_, _
from game.rules.registry import parse_setup
from game.screen.app import routes
from game.screen.app.dialog import DialogButton, ask
from game.screen.app.layout_scenes import footnote
from game.screen.app.scene import Change, Push, ShownBoard
from game.screen.plugin.board_beside import BoardBeside, divided
from game.screen.tournament import score_text
from game.screen.tournament.desk_tab import Desk, TournamentTab
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Stepper
from game.screen.ui.list_box import ListColumn
from game.screen.ui.widget import Form
from game.table.match import Match
from game.tournament import trf, words
from game.tournament.local_games import latest_game
from game.tournament.sheets.sheets import usual_folder
from game.tournament.standings import club_standings, standings
from game.tournament.tournament import Encounter

MEDALS = ("1", "2", "3")  # places drawn as medals


class StandingsTab(TournamentTab):
    """The current standings."""

    key, title = "standings", N_("Standings")
    beside: BoardBeside | None = None
    # Number of a club's players whose points count; 0 shows the standings of players.
    best = 0

    def __init__(self, at: Desk) -> None:
        super().__init__(at)
        # The game of this tournament that the board shows.
        self._game: tuple[Encounter, Match] | None = None
        # Sequence number that the tournament had at the last search for its games.
        self._looked_at = -1

    def stepper(self) -> Stepper | None:
        clubs = any(entrant.club for entrant in self.tournament.entrants.values())
        return (
            Stepper(range(11), self.best, self._turn, score_text.whose, "best") if clubs else None
        )

    def _turn(self, best: int) -> None:
        self.best, self.chosen = best, 0
        self.at.resize()

    def lay(self, form: Form, room: pygame.Rect) -> None:
        """Put the list above a footnote that explains its abbreviated heads."""
        order = () if self.best or not self.tournament.rounds else self.tournament.plan.order
        super().lay(form, footnote(form, self.at.services, room, score_text.deciding(order)))
        self.list.draw_cell = self._draw_place

    def divide(self, room: pygame.Rect) -> pygame.Rect:
        """Return the part of `room` for the list, with the board of a game beside it if it fits."""
        self.close()
        listed, board = divided(room, self.at.services.metrics)
        if board is None or not self.tournament.rounds:
            return room
        self.beside = BoardBeside(self.at.services.theme, board)
        self._show_game()
        tournament = self.tournament
        if self._looked_at != tournament.seq:
            self._looked_at = tournament.seq
            self.at.client.call(lambda _store: latest_game(tournament), self._found)
        return listed

    def _found(self, game: tuple[Encounter, Match] | None) -> None:
        """Store the tournament's game that was found, and show it if this tab is still open."""
        self._game = game
        if self.beside is not None:
            self._show_game()
            self.at.services.invalidate()

    def _show_game(self) -> None:
        """Put the game on the board; until one is found, show the round's starting position."""
        assert self.beside is not None
        if self._game is None:
            game = parse_setup(self.tournament.plan.round_setup(len(self.tournament.rounds)))
            self.beside.show(game.setup, game, game.pieces(game.start()))
            return
        encounter, match = self._game
        key = encounter.round, encounter.number, len(match.entries)
        self.beside.show(key, match.game, match.game.pieces(match.state))

    @property
    def boards(self) -> Sequence[ShownBoard]:
        return self.beside.shown if self.beside is not None else ()

    @property
    def needed(self) -> Sequence[pygame.Rect]:
        return [self.beside.rect] if self.beside is not None else ()

    def close(self) -> None:
        if self.beside is not None:
            self.beside.close()
        self.beside = None

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if self.beside is not None:
            self.beside.draw(canvas, self._leaders(), self.game_words())

    def _leaders(self) -> str:
        """Return the leader or winner of the listed players or clubs, as a sentence."""
        names = ", ".join(row[1] for row in self.rows() if row[0] == MEDALS[0])
        text = _("Winner: {names}") if self.tournament.ended else _("In the lead: {names}")
        return text.format(names=names)

    def game_words(self) -> str:
        """Return the players and the round of the game on the board; "" for none."""
        if self._game is None:
            return ""
        encounter = self._game[0]
        names = " – ".join(self.tournament.entrants[side].name for side in encounter.sides)
        return f"{names} · {words.round_name(self.tournament, encounter.round)}"

    def _draw_place(self, canvas: Canvas, row: int, column: int, rect: pygame.Rect) -> bool:
        """Draw one of the first three places as a medal."""
        text = self.list.rows[row][0]
        if column or text not in MEDALS or not self.tournament.rounds:
            return False
        side = min(rect.height - canvas.px(8), rect.width)
        disc = pygame.Rect(0, 0, side, side)
        disc.midright = rect.right, rect.centery
        first, ui = text == MEDALS[0], canvas.ui
        edge = canvas.accent if text != MEDALS[-1] else ui.line
        edge = ui.line if first and canvas.theme.flat else edge
        canvas.rounded(disc, side // 2, ui.accent if first else None, edge, canvas.px(2))
        ink = ui.on_accent if first else ui.text
        canvas.text(text, "caption_bold", disc, ink, "center")
        return True

    def _criteria(self) -> Sequence[str]:
        """Return the first criteria, as many as fit."""
        metrics = self.at.services.metrics
        order = () if self.best else self.tournament.plan.order
        return order[:1] if metrics.portrait else order[:2] if metrics.narrow else order

    def columns(self) -> Sequence[ListColumn]:
        wide = 84 if self.small else 76 if self.beside is not None else 104
        return [
            ListColumn(44, "right", "second"),
            ListColumn(0),
            ListColumn(84, "right", "accent"),
            *([ListColumn(0, look="second")] if self.best and not self.small else []),
            *(ListColumn(wide, "right", "second") for _name in self._criteria()),
        ]

    def rows(self) -> Sequence[Sequence[str]]:
        if self.best:
            lines = club_standings(self.tournament, self.best)
            cells = [(str(c.place), c.club, score_text.points(c.points)) for c in lines]
            people = [", ".join(player.name for player in line.players) for line in lines]
            return cells if self.small else [(*c, p) for c, p in zip(cells, people)]
        count = len(self._criteria())
        order = self.tournament.plan.order
        return [
            (
                str(line.place),
                line.entrant.name,
                score_text.points(line.points),
                *(score_text.value(name, v) for name, v in zip(order[:count], line.values)),
            )
            for line in standings(self.tournament)
        ]

    def heads(self) -> Sequence[str]:
        if self.best:
            return ("", "", _("Points"), *(() if self.small else (_("Players"),)))
        return ("", "", _("Points"), *(words.short(name) for name in self._criteria()))

    def explained(self) -> Sequence[str]:
        if self.best:
            points = _("The points of the players that count for the club, together.")
            return ("", "", points, *(() if self.small else ("",)))
        points = _("A win is one point, a draw half a point.")
        return ("", "", points, *(words.meaning(name) for name in self._criteria()))

    def buttons(self) -> Sequence[Button]:
        export = Button(_("Export"), self._export, icon="export", name="export")
        finish = Button(_("Finish"), self._finish, icon="cup", name="finish")
        finish.enabled = bool(self.tournament.rounds) and not self.tournament.ended
        why = Button(_("Why?"), lambda: self.opened(self.chosen), icon="question", name="why")
        keizer = [why] if self.tournament.plan.keizer and not self.best else []
        return (*keizer, *self.sheet_buttons(), export, finish)

    def opened(self, row: int) -> Change | None:
        """Explain the chosen player's points, if the tournament counts Keizer points."""
        self.chosen, keizer = row, self.tournament.plan.keizer and not self.best
        if not keizer or not 0 <= row < len(self.list.rows):
            return None
        who = standings(self.tournament)[row].entrant.id
        return Push(routes.KeizerAccount(self.at.number, who))

    def _export(self) -> Change:
        """Write the tournament as TRF in both editions, next to the sheets."""
        services, tournament = self.at.services, self.tournament
        folder = usual_folder(tournament)
        path = folder / f"{folder.name}.trf"

        def job() -> None:
            storage.write_shared_text(path, trf.write(tournament))
            newer = path.with_name(f"{folder.name}-2026.trf")
            storage.write_shared_text(newer, trf.write(tournament, 2026))
            services.post(lambda: services.toast(_("Written: {path}").format(path=path), "good"))

        return self._write(job)

    def _finish(self) -> Change:
        answers = [DialogButton(_("Not yet")), DialogButton(_("Finish"), "finish", "main", "cup")]
        return Push(ask(_("Finish the tournament?"), _("The standings become final."), answers))
