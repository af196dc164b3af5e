"""The result of a game: who says what, who agrees, what the organiser rules."""

from __future__ import annotations

from typing import Any

import pygame

from game.platform.i18n import _
from game.rules import RulesError
from game.screen.app import routes
from game.screen.app.page import measuring
from game.screen.app.scene import STAY, Change, Pop
from game.screen.tournament import figures
from game.screen.tournament.layout import lay_buttons
from game.screen.tournament.slip import Slip
from game.screen.tournament.store_client import TournamentClient
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Segment, SegmentOption, Stepper
from game.screen.ui.text_field import TextField
from game.screen.ui.widget import Form, Label, Widget
from game.tournament import operations, words
from game.tournament.plan import MAX_NAME_LENGTH, kind_of
from game.tournament.results import PairingResult, read_result
from game.tournament.store import ORGANISER, TABLE
from game.tournament.tournament import SIDES, Encounter, Tournament

WIDTH, ROW = 760, 60  # design px
MARGINS = tuple(range(0, 61))
BY_ORGANISER = 2  # after the two sides


class EncounterScene(Slip):
    """Pops with `PlayHere` if the game is to be played at this machine."""

    def __init__(self, number: int, round_number: int, game: int) -> None:
        self.number, self.round, self.game = number, round_number, game
        self.form = Form()
        self.clerk: TournamentClient | None = None
        self.who, self.text, self.margin, self.why = BY_ORGANISER, "", 0, ""
        self.names: tuple[str, str] = ("", "")
        self.encounter: Encounter | None = None
        self.card = pygame.Rect(0, 0, 0, 0)
        self._margins, self._draws, self._boards = False, True, 0
        self._done = False

    def enter(self) -> None:
        self.clerk = TournamentClient(self.desk, self.number, self._changed)
        self._read(self.clerk.tournament)
        encounter = self.encounter
        if encounter is None:
            return
        left = [side for side in SIDES if side not in encounter.claims]
        if encounter.status == "claimed" and left:  # somebody has still to agree
            self.who = left[0]
        known = encounter.result or encounter.claimed
        if known is not None:
            self.text, self.margin = known.text.partition(" ")[0], known.margin

    def leave(self) -> None:
        if self.clerk is not None:
            self.clerk.close()

    def _read(self, tournament: Tournament | None) -> None:
        if tournament is None or self.round > len(tournament.rounds):
            return
        self.encounter = tournament.game(self.round, self.game)
        first, second = (tournament.entrants[e].name for e in self.encounter.sides)
        self.names = first, second
        self._margins, self._boards = tournament.plan.margins, tournament.plan.boards
        try:
            self._draws = kind_of(tournament.plan).draws
        except RulesError:  # its board file has gone
            self._draws = True

    def _changed(self) -> None:
        assert self.clerk is not None
        self._read(self.clerk.tournament)
        if self.encounter is not None and self.encounter.claimed is not None and not self.text:
            claimed = self.encounter.claimed  # as found of the game that was played here
            self.text, self.margin = claimed.text.partition(" ")[0], claimed.margin
            self.who = next(side for side in SIDES if side not in self.encounter.claims)
        self.resize()
        self.desk.invalidate()

    # -- layout ----------------------------------------------------------------------------------

    def resize(self) -> None:
        metrics, px = self.desk.metrics, self.desk.metrics.px
        form = self.form = Form(keep=self.form)
        wide = min(metrics.width - px(24), max(px(WIDTH), 470))
        buttons = self._buttons()
        trial = pygame.Rect(0, 0, wide - 2 * px(28), 0)
        feet = -lay_buttons(Form(), self.desk, buttons, trial)
        rows, pitch = self._rows(), max(px(ROW), metrics.type_px("caption") + 28)
        canvas = measuring(self.desk)
        status = canvas.text_height(self.status, "caption", trial.width) + px(4)
        head = px(124)
        height = head + status + px(10) + len(rows) * pitch + px(6) + feet + px(26)
        self.card = pygame.Rect(0, 0, wide, height)
        self.card.center = (metrics.width // 2, metrics.height // 2)
        inside = self.card.inflate(-2 * px(28), 0)
        self.status_at = pygame.Rect(inside.left, self.card.top + head, inside.width, status)
        share = 0 if metrics.portrait else round(inside.width * 0.2)
        for number, (label, widget) in enumerate(rows):
            y = self.status_at.bottom + px(10) + number * pitch
            left = inside.left + (share if label else 0)
            if label and share:
                form.add(Label(label, "body").at((inside.left, y, share - 8, pitch - px(10))))
            form.add(widget.at((left, y, inside.right - left, pitch - px(10))))
        room = pygame.Rect(inside.left, 0, inside.width, self.card.bottom - px(26))
        lay_buttons(form, self.desk, buttons, room)
        form.start("result")

    def _rows(self) -> list[tuple[str, Widget]]:
        who = [SegmentOption(side, self.names[side]) for side in SIDES]
        who.append(SegmentOption(BY_ORGANISER, _("Organiser")))
        results = [SegmentOption(text, shown) for text, shown in figures.choices(self._draws)]
        rows: list[tuple[str, Widget]] = [
            (_("Reported by"), Segment(who, self.who, self._set_who, "who", "small")),
            (_("Result"), Segment(results, self.text, self._set_text, "result")),
        ]
        if self._result is not None:
            rows.append(("", Label(words.in_words(self._result, self.names), "caption")))
        if self._margins and self.text in ("1-0", "0-1"):
            margin = Stepper(MARGINS, self.margin, self._set_margin, _show_margin, "margin")
            rows.append((_("Margin"), margin))
        if self._corrects:
            field = TextField(
                self.why,
                self._set_why,
                placeholder=_("why it is corrected"),
                limit=MAX_NAME_LENGTH,
                on_accept=self._give,
                paste=self.desk.paste_text,
                name="why",
            )
            rows.append((_("Reason"), field))
        return rows

    def _buttons(self) -> list[Button]:
        there = self.encounter
        main = Button(self._word, self._give, icon="check", kind="main", name="give")
        main.enabled = bool(self.text)
        buttons = [main]
        if there is not None and there.status == "open":
            buttons.append(Button(_("Play here"), self._play, icon="play", name="play"))
        if self._corrects:
            buttons.append(Button(_("Reopen"), self._reopen, icon="undo", name="reopen"))
        buttons.append(Button(_("Back"), Pop, name="back"))
        return buttons

    @property
    def _corrects(self) -> bool:
        """Does the organiser look at a result that stands?"""
        there = self.encounter
        return self.who == BY_ORGANISER and there is not None and there.result is not None

    @property
    def _word(self) -> str:
        there = self.encounter
        if self._corrects:
            return _("Correct")
        agrees = self.who != BY_ORGANISER and there is not None and there.claimed == self._result
        return _("Confirm") if agrees and self.text else _("Enter result")

    @property
    def _result(self) -> PairingResult | None:
        if not self.text:
            return None
        margin = self.margin if self._margins and self.text in ("1-0", "0-1") else 0
        return read_result(f"{self.text} by {margin}" if margin else self.text)

    @property
    def status(self) -> str:
        """Who has said what."""
        there = self.encounter
        if there is None:
            return ""
        if there.result is not None:
            return _("Result: {score}.").format(score=self._said(there.result))
        said = []
        for side, result in sorted(there.claims.items()):
            who = self.names[side] if side in SIDES else _("The game played here")
            said.append(_("{who}: {score}").format(who=who, score=self._said(result)))
        if there.status == "claimed":
            said.append(_("Both sides confirm."))
        if there.status == "disputed":
            said.append(_("The organiser decides."))
        return " · ".join(said) or _("No result yet.")

    def _said(self, result: PairingResult) -> str:
        return words.in_words(result, self.names)

    # -- choosing --------------------------------------------------------------------------------

    def _set_who(self, who: Any) -> None:
        self.who = who
        self.resize()

    def _set_text(self, text: Any) -> None:
        self.text = text
        self.resize()

    def _set_margin(self, margin: Any) -> None:
        self.margin = margin
        self.resize()

    def _set_why(self, why: str) -> None:
        self.why = why

    def _give(self) -> Change | None:
        assert self.clerk is not None
        result, number, game, who, why = self._result, self.round, self.game, self.who, self.why
        if result is None:
            return None
        if who == BY_ORGANISER:
            self.clerk.ask(lambda t: operations.rule(t, number, game, result, why), self._given)
        else:
            self.clerk.ask(
                lambda t: operations.claim(t, number, game, who, result), self._given, TABLE
            )
        return STAY

    def _reopen(self) -> Change:
        assert self.clerk is not None
        number, game, why = self.round, self.game, self.why
        self.clerk.ask(
            lambda t: operations.rule(t, number, game, None, why), self._given, ORGANISER
        )
        return STAY

    def _given(self, tournament: Tournament) -> None:
        """Done once the result stands; else the other side is asked."""
        there = tournament.game(self.round, self.game)
        left = [side for side in SIDES if side not in there.claims]
        if there.result is None and there.status == "claimed" and self.who != BY_ORGANISER and left:
            self.desk.sound("chime")
            self.who = left[0]
            self.resize()
            return
        self._done = True
        self.desk.invalidate()

    def _play(self) -> Change:
        return Pop(routes.PlayHere(self.round, self.game))

    # -- scene -----------------------------------------------------------------------------------

    @property
    def heading(self) -> str:
        return " – ".join(self.names)

    def draw(self, canvas: Canvas) -> None:
        px = canvas.px
        canvas.card(self.card, "dialog")
        inside = self.card.inflate(-2 * px(28), 0)
        first = pygame.Rect(inside.left, self.card.top + px(18), inside.width, px(34))
        if self.encounter is not None:
            place = words.place(self.encounter, self._boards)
            number = _("Round {n}").format(n=self.round)
            canvas.text(f"{place} · {number}", "caption", first, canvas.ui.text_second)
        names = pygame.Rect(inside.left, first.bottom, inside.width, px(68))
        canvas.text(self.heading, "game_title", names, wrap=True, ellipsis=True)
        canvas.text(self.status, "caption", self.status_at, canvas.accent, valign="top", wrap=True)
        self.form.draw(canvas)

    def closing(self) -> Change | None:
        return None


def _show_margin(margin: int) -> str:
    return _("by {n}").format(n=margin)
