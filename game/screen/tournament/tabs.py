"""The tabs of a tournament: a list each, and what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.platform.i18n import N_, _, format_date
from game.screen.app import routes
from game.screen.app.dialog import DialogButton, ask
from game.screen.app.scene import Change, Push
from game.screen.tournament import figures
from game.screen.tournament.history import told
from game.screen.tournament.players import PlayersTab
from game.screen.tournament.tab import TabHost, TournamentTab
from game.screen.ui.button import Button
from game.screen.ui.choosers import Stepper
from game.screen.ui.list_box import ListColumn
from game.screen.ui.widget import Form
from game.tournament import operations, words
from game.tournament.standings import standings
from game.tournament.tournament import Round


class RoundsTab(TournamentTab):
    """Enter opens the result of a game."""

    key, title = "round", N_("Round")

    def __init__(self, at: TabHost) -> None:
        super().__init__(at)
        self.number = 0  # of the round that is shown; 0 is the last

    @property
    def shown(self) -> Round | None:
        rounds = self.tournament.rounds
        return rounds[(self.number or len(rounds)) - 1] if rounds else None

    def columns(self) -> Sequence[ListColumn]:
        seat = 60 if self.small else 90
        return [
            ListColumn(seat, "right", "second"),
            ListColumn(0, "right"),
            ListColumn(110 if self.small else 130, "center", "accent"),
            ListColumn(0),
            *([] if self.small else [ListColumn(210, "right", "second")]),
        ]

    def rows(self) -> Sequence[Sequence[str]]:
        round_ = self.shown
        if round_ is None:
            return []
        names = self.tournament.entrants
        rows = []
        for encounter in round_.games:
            first, second = (names[e].name for e in encounter.sides)
            score = figures.score(encounter.result or encounter.claimed) or "–"
            if encounter.result is None and encounter.claimed is not None:
                score += " ?"
            pair = encounter.pair
            seat = str(pair.table) + (f"/{pair.sitting}" if pair.sitting > 1 else "")
            last = () if self.small else (words.status(encounter),)
            rows.append((seat, first, score, second, *last))
        for sit in round_.sits.values():
            last = () if self.small else ("",)
            rows.append(
                (
                    "",
                    names[sit.entrant].name,
                    figures.points(sit.points),
                    words.sits(sit.why),
                    *last,
                )
            )
        return rows

    def empty(self) -> str:
        return _("No round yet. Pair the first one once the players have checked in.")

    def lay(self, form: Form, room: pygame.Rect) -> None:
        if len(self.tournament.rounds) > 1:
            px = self.at.desk.metrics.px
            tall = max(px(46), self.at.desk.metrics.type_px("caption") + 16)
            numbers = range(1, len(self.tournament.rounds) + 1)
            now = self.number or len(self.tournament.rounds)
            stepper = Stepper(numbers, now, self._turn, self._name, "shown")
            form.add(stepper.at((room.left, room.top, room.width, tall)))
            top = stepper.rect.bottom + px(10)
            room = pygame.Rect(room.left, top, room.width, room.bottom - top)
        super().lay(form, room)

    def _name(self, number: int) -> str:
        return words.round_name(self.tournament, number)

    def _turn(self, number: int) -> None:
        self.number, self.chosen = number, 0
        self.at.resize()

    def buttons(self) -> Sequence[Button]:
        tournament = self.tournament
        last = tournament.rounds[-1] if tournament.rounds else None
        number = len(tournament.rounds) + 1
        label = _("Pair round {n}").format(n=number)
        draw = Button(label, self._ask_draw, icon="dice", kind="main", name="draw")
        swiss = tournament.plan.system == "swiss"
        draw.enabled = not tournament.ended and number <= operations.rounds_of(tournament)
        draw.enabled = draw.enabled and not (swiss and last is not None and bool(last.open))
        draw.kind = "main" if draw.enabled else "plain"
        result = Button(_("Result"), lambda: self.opened(self.chosen), icon="check", name="result")
        result.enabled = self.shown is not None
        back = Button(_("Take back"), self._take_back, icon="undo", name="back")
        played = last is not None and any(
            g.claims or (g.result is not None and g.result.played) for g in last.games
        )
        back.enabled = last is not None and not played and not tournament.ended
        hall = Button(_("Big screen"), self.at.show_big_screen, icon="eye", name="hall")
        sheets = Button(_("Print"), self.at.print_sheets, icon="book", name="print")
        return (draw, result, back, hall, sheets)

    def opened(self, row: int) -> Change | None:
        self.chosen = row
        round_ = self.shown
        if round_ is None or not 0 <= row < len(round_.games):
            return None
        return Push(routes.TournamentGame(self.at.number, round_.number, row + 1))

    def _ask_draw(self) -> Change:
        """Pair the round; whom it would leave out is said first."""
        tournament = self.tournament
        out = operations.left_out(tournament) if tournament.plan.system == "swiss" else []
        if not out:
            return self._draw()
        number = len(tournament.rounds) + 1
        return Push(
            ask(
                lambda: _("Pair round {n} without them?").format(n=number),
                lambda: _("Not checked in: {names}.").format(names=", ".join(e.name for e in out)),
                lambda: [
                    DialogButton(_("Not yet")),
                    DialogButton(_("Pair"), "pair", "main", "dice"),
                ],
            )
        )

    def resume(self, result: object) -> Change | None:
        return self._draw() if result == "pair" else None

    def _draw(self) -> Change:
        self.number = self.chosen = 0
        return self.at.ask(operations.draw)

    def _take_back(self) -> Change:
        self.number = 0
        return self.at.ask(operations.take_back)


class StandingsTab(TournamentTab):
    """Who stands where now."""

    key, title = "standings", N_("Standings")

    def _criteria(self) -> Sequence[str]:
        """As many as there is room for."""
        metrics = self.at.desk.metrics
        order = self.tournament.plan.order
        return order[:1] if metrics.portrait else order[:2] if metrics.narrow else order

    def columns(self) -> Sequence[ListColumn]:
        wide = 84 if self.small else 104
        return [
            ListColumn(44, "right", "second"),
            ListColumn(0),
            ListColumn(84, "right", "accent"),
            *(ListColumn(wide, "right", "second") for _name in self._criteria()),
        ]

    def rows(self) -> Sequence[Sequence[str]]:
        count = len(self._criteria())
        order = self.tournament.plan.order
        return [
            (
                str(line.place),
                line.entrant.name,
                figures.points(line.points),
                *(figures.value(name, v) for name, v in zip(order[:count], line.values)),
            )
            for line in standings(self.tournament)
        ]

    def heads(self) -> Sequence[str]:
        return ("", "", _("Points"), *(words.short(name) for name in self._criteria()))

    def buttons(self) -> Sequence[Button]:
        hall = Button(_("Big screen"), self.at.show_big_screen, icon="eye", name="hall")
        sheets = Button(_("Print"), self.at.print_sheets, icon="book", name="print")
        export = Button(_("Export"), self.at.export, icon="copy", name="export")
        finish = Button(_("Finish"), self._finish, icon="flag", name="finish")
        finish.enabled = bool(self.tournament.rounds) and not self.tournament.ended
        return (hall, sheets, export, finish)

    def _finish(self) -> Change:
        return Push(
            ask(
                lambda: _("Finish the tournament?"),
                lambda: _("The standings become final."),
                lambda: [
                    DialogButton(_("Not yet")),
                    DialogButton(_("Finish"), "finish", "main", "flag"),
                ],
            )
        )


class LogTab(TournamentTab):
    """What happened, the newest first, corrections among it."""

    key, title = "log", N_("Log")

    def columns(self) -> Sequence[ListColumn]:
        when = [] if self.at.desk.metrics.portrait else [ListColumn(190, look="second")]
        return [*when, ListColumn(0)]

    def rows(self) -> Sequence[Sequence[str]]:
        log = reversed(self.tournament.log)
        lines = [
            (format_date(entry.at, minutes=True), told(self.tournament, entry)) for entry in log
        ]
        return [line[-1:] for line in lines] if self.at.desk.metrics.portrait else lines


TABS: dict[str, type[TournamentTab]] = {
    tab.key: tab for tab in (PlayersTab, RoundsTab, StandingsTab, LogTab)
}
