"""The tab of rounds: pairings, results, and the reasons for pairings."""

from __future__ import annotations

from collections.abc import Sequence

from game.platform.i18n import N_, _
from game.screen.app import routes
from game.screen.app.dialog import DialogButton, ask
from game.screen.app.scene import STAY, Change, Push
from game.screen.tournament import score_text
from game.screen.tournament.desk_tab import TournamentTab
from game.screen.ui.button import Button
from game.screen.ui.choosers import Stepper
from game.screen.ui.list_box import ListColumn
from game.tournament import operations, words
from game.tournament.tournament import Round, Tournament


class RoundsTab(TournamentTab):
    """The games of a round; Enter opens the result of the chosen game."""

    key, title = "round", N_("Round")
    number = 0  # number of the round shown; 0 means the last round

    @property
    def shown(self) -> Round | None:
        rounds = self.tournament.rounds
        return rounds[(self.number or len(rounds)) - 1] if rounds else None

    def columns(self) -> Sequence[ListColumn]:
        seat = 44 if self.small else 90
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
            first, second = words.sides(self.tournament, encounter)
            score = score_text.score(encounter.result or encounter.claimed) or "–"
            if encounter.result is None and encounter.claimed is not None:
                score += " ?"
            pair = encounter.pair
            seat = str(pair.table) + (f"/{pair.sitting}" if pair.sitting > 1 else "")
            last = () if self.small else (words.status(encounter),)
            rows.append((seat, first, score, second, *last))
        for sit in round_.sits.values():
            last = () if self.small else ("",)
            name, points = names[sit.entrant].name, score_text.points(sit.points)
            rows.append(("", name, points, words.sits(sit.why), *last))
        return rows

    def empty(self) -> str:
        return _("No round yet. Pair the first one once the players have checked in.")

    def stepper(self) -> Stepper | None:
        numbers = range(1, len(self.tournament.rounds) + 1)
        now = self.number or len(numbers)
        many = len(numbers) > 1
        return Stepper(numbers, now, self._turn, self._name, "shown") if many else None

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
        draw = Button(label, self._ask_draw, icon="pair", kind="main", name="draw")
        swiss = tournament.plan.system == "swiss"
        draw.enabled = not tournament.ended and number <= operations.rounds_of(tournament)
        draw.enabled = draw.enabled and not (swiss and last is not None and bool(last.open))
        draw.kind = "main" if draw.enabled else "plain"
        result = Button(_("Result"), lambda: self.opened(self.chosen), icon="cup", name="result")
        result.enabled = self.shown is not None
        why = Button(_("Why?"), self._why, icon="question", name="why")
        why.enabled = self.shown is not None
        hand = Button(_("By hand"), self._pair_by_hand, icon="pencil", name="hand")
        back = Button(_("Unpair"), self._take_back, icon="undo", name="back")
        back.enabled = last is not None and not tournament.ended and not operations.begun(last)
        hand.enabled = swiss and (draw.enabled or back.enabled)
        return (draw, result, why, hand, back, *self.sheet_buttons())

    def _pair_by_hand(self) -> Change:
        """Pair the next round manually, or pair the last round again."""
        self.number, number = 0, operations.round_by_hand(self.tournament)
        return Push(routes.PairByHand(self.at.number, number))

    def _why(self) -> Change | None:
        """Show why the two players of the chosen row meet, or why the only player has no game."""
        round_ = self.shown
        if round_ is None:
            return None
        people = [*(game.pair.first for game in round_.games), *round_.sits]
        row = min(self.chosen, len(people) - 1)
        said = words.reasons(self.tournament, round_.number, people[row])
        text = "\n".join(said) or words.sits(round_.sits[people[row]].why)
        names = [self.tournament.entrants[people[row]].name]
        if row < len(round_.games):
            names = [self.tournament.entrants[e].name for e in round_.games[row].sides]
        return Push(ask(" – ".join(names), text, [DialogButton(_("Back"))]))

    def opened(self, row: int) -> Change | None:
        self.chosen = row
        round_ = self.shown
        if round_ is None or not 0 <= row < len(round_.games):
            return None
        return Push(routes.TournamentGame(self.at.number, round_.number, row + 1))

    def _ask_draw(self) -> Change:
        """Pair the round; if players would be left out, ask first."""
        tournament = self.tournament
        out = operations.left_out(tournament) if tournament.plan.system == "swiss" else []
        if not out:
            return self._draw()
        title = _("Pair round {n} without them?").format(n=len(tournament.rounds) + 1)
        words = _("Not checked in: {names}.").format(names=", ".join(e.name for e in out))
        answers = [DialogButton(_("Not yet")), DialogButton(_("Pair"), "pair", "main", "pair")]
        return Push(ask(title, words, answers))

    def resume(self, result: object) -> Change | None:
        return self._draw() if result == "pair" else None

    def _draw(self) -> Change:
        self.number = self.chosen = 0
        self.at.client.ask(operations.draw, self._drawn)
        return STAY

    def _drawn(self, tournament: Tournament) -> None:
        """Show the drawbacks that could not be avoided in the round just paired."""
        for text in words.unavoidable(tournament, len(tournament.rounds)):
            self.at.services.toast(text, "bad", "warning")

    def _take_back(self) -> Change:
        self.number = 0
        return self.at.ask(operations.take_back)
