"""Manual pairing: the organiser chooses two places, and their players swap."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from game.platform.i18n import N_, _, ngettext
from game.screen.app.layout_scenes import PanelScene, measuring
from game.screen.app.scene import STAY, Change, Pop
from game.screen.tournament.store_client import ClientDialog, TournamentClient
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent, Press
from game.screen.ui.layout import button_flow
from game.screen.ui.list_box import ListBox, ListColumn
from game.screen.ui.widget import Label
from game.tournament import operations, words
from game.tournament.errors import TournamentError
from game.tournament.events import PairingWarning, RoundPaired
from game.tournament.pairing import by_hand
from game.tournament.store import TournamentStore
from game.tournament.tournament import Tournament

NOBODY = 0
COLUMN_OF_SIDE = (1, 3)  # column of the list, by seat
MARKS = {"serious": "!!!", "notable": "!!", "slight": "!"}
WORDS_HEIGHT = 84  # minimum height in design px of the warnings below the list

Place = tuple[int, int]  # row of a game, and seat


class HandPairingScene(ClientDialog, PanelScene):
    """The games of a round, for editing: pops with True when the round is paired.

    The scene begins with the last round if nothing was played in it, otherwise with the program's
    proposal.
    """

    title = N_("Pair by hand")
    overlay = False
    client: TournamentClient

    def __init__(self, number: int, round_number: int) -> None:
        super().__init__()
        self.number, self.round = number, round_number
        self.games: list[list[int]] = []  # ids by seat; NOBODY for an empty seat
        self.taken: Place | None = None  # place chosen first
        self.side = 0  # seat under the keyboard's cursor
        self.before: Tournament | None = None
        self.list = ListBox([])

    def enter(self) -> None:
        self.client = TournamentClient(self.services, self.number, self._changed)
        self._changed()

    def _changed(self) -> None:
        """Begin when the tournament is known; later changes by others are checked at the end."""
        tournament = self.client.tournament
        if tournament is None or self.before is not None:
            return
        try:
            self.before = operations.before_round(tournament, self.round)
        except TournamentError:
            self.finish()
            return
        if self.before is not tournament:
            self._show([game.sides for game in tournament.round(self.round).games])
            return
        self._show([])
        number = self.number

        def proposal(store: TournamentStore) -> list[tuple[int, int]]:
            try:
                found = operations.draw(store.load(number))
            except TournamentError:  # no pairing is possible: begin with an empty list
                return []
            return [
                (p.first, p.second) for e in found if isinstance(e, RoundPaired) for p in e.pairs
            ]

        self.client.call(proposal, self._propose)

    def _propose(self, pairs: list[tuple[int, int]]) -> None:
        if self.taken is None and not self._pairs:  # the organiser has not started meanwhile
            self._show(pairs)

    def _show(self, pairs: Sequence[tuple[int, int]]) -> None:
        assert self.before is not None
        here = [e.id for e in self.before.field if operations.playing(e, self.round)]
        paired = {entrant for pair in pairs for entrant in pair}
        kept = [list(pair) for pair in pairs if set(pair) <= set(here)]
        alone = [e for e in here if e not in paired or not any(e in pair for pair in kept)]
        self.games = [*kept, *([entrant, NOBODY] for entrant in alone)]
        self._tidy()

    def _tidy(self) -> None:
        """Keep exactly one empty row at the end, where two unpaired players can be paired."""
        self.games = [*(game for game in self.games if any(game)), [NOBODY, NOBODY]]
        self.resize()
        self.services.invalidate()

    @property
    def _pairs(self) -> list[tuple[int, int]]:
        return [(a, b) for a, b in self.games if a and b]

    @property
    def warnings(self) -> tuple[PairingWarning, ...]:
        """The objections to the present pairings, the most serious first."""
        if self.before is None:
            return ()
        byes = [a or b for a, b in self.games if bool(a) != bool(b)]
        return by_hand.warnings(self.before, self._pairs, byes)

    def resize(self) -> None:
        self.frame()
        px, canvas, metrics = (
            self.services.metrics.px,
            measuring(self.services),
            self.services.metrics,
        )
        warnings = self.warnings
        room = self.inner.copy()
        room.height, room.top = room.bottom - self.rule - px(14), self.rule + px(14)
        count = len(warnings)
        label = ngettext("Pair in spite of {n} warning", "Pair in spite of {n} warnings", count)
        label = label.format(n=count) if count else _("Pair")
        pair = Button(label, self._pair, icon="check", kind="main", name="pair")
        pair.enabled = bool(self._pairs)
        cancel = Button(_("Cancel"), Pop, name="cancel")
        foot = button_flow(self.form, canvas, [pair, cancel], room, right=True)
        words_at = pygame.Rect(room.left, 0, room.width, max(px(WORDS_HEIGHT), 3 * canvas.px(26)))
        words_at.bottom = foot - px(8)
        self.form.add(Label(self._said(warnings), "caption", valign="top").at(words_at))
        before = self.list
        wide = 40 if metrics.portrait else 64
        columns = [
            ListColumn(wide, "center", "accent"),
            ListColumn(0, "right"),
            ListColumn(24, "center"),
        ]
        self.list = ListBox(
            [*columns, ListColumn(0)],
            self._rows(warnings),
            self._accept,
            on_move=self._moved,
            draw_cell=self._draw_cell,
            name="list",
        )
        self.list.on_cell = self._cell
        self.list.take_view(before)
        room.height = words_at.top - px(8) - room.top
        self.form.add(self.list.at(room))
        if self.list.chosen >= len(self.games) or self.list.chosen < 0:
            self.list.choose(0 if self.games else -1)
        self.form.start("list")

    def _rows(self, warnings: Sequence[PairingWarning]) -> list[tuple[str, ...]]:
        rows: list[tuple[str, ...]] = []
        for game in self.games:
            grades = [one.grade for one in warnings if set(one.entrants) & set(game) - {NOBODY}]
            mark = MARKS[grades[0]] if grades else ""
            first, second = (self._name(game, side) for side in (0, 1))
            rows.append((mark, first, "–" if all(game) else "", second))
        return rows

    def _name(self, game: Sequence[int], side: int) -> str:
        if game[side]:
            assert self.before is not None
            return self.before.entrants[game[side]].name
        return words.sits("bye") if game[1 - side] else "…"

    def _said(self, warnings: Sequence[PairingWarning]) -> str:
        """Return the chosen game's warnings, or all warnings if it has none; the worst first."""
        if self.before is None or not warnings:
            return _("Choose two places: whoever sits there changes places.")
        chosen = self.games[self.list.chosen] if 0 <= self.list.chosen < len(self.games) else []
        own = [one for one in warnings if set(one.entrants) & set(chosen) - {NOBODY}]
        before = self.before
        return "\n".join(words.warning(before, one) for one in (own or warnings)[:3])

    def _draw_cell(self, canvas: Canvas, row: int, column: int, rect: pygame.Rect) -> bool:
        """Mark the place chosen first and the seat under the cursor; the list draws the text."""
        if column not in COLUMN_OF_SIDE:
            return False
        side = COLUMN_OF_SIDE.index(column)
        box, radius = rect.inflate(canvas.px(8), -canvas.px(8)), canvas.px(6)
        if self.taken == (row, side):
            canvas.rounded(box, radius, None, canvas.accent, max(2, canvas.px(3)))
        elif row == self.list.chosen and side == self.side:
            canvas.rounded(box, radius, None, canvas.ui.text_second, canvas.hairline)
        return False

    def _cell(self, row: int, column: int) -> Change:
        self.side = 0 if column <= COLUMN_OF_SIDE[0] else 1
        return self._take((row, self.side))

    def _accept(self, row: int) -> Change:
        return self._take((row, self.side))

    def _moved(self, _row: int) -> Change:
        self.resize()
        return STAY

    def _take(self, place: Place) -> Change:
        """Choose a place; if one was chosen before, swap the players of the two places."""
        before, self.taken = self.taken, None
        self.services.sound("click")
        if before is None:
            self.taken = place
            self.resize()
        elif before != place:
            (row, side), (other, seat) = before, place
            games = self.games
            games[row][side], games[other][seat] = games[other][seat], games[row][side]
            self._tidy()
        else:
            self.resize()
        return STAY

    def handle(self, event: InputEvent) -> Change | None:
        if isinstance(event, Press) and self.form.focused is self.list:
            for command, side in (("left", 0), ("right", 1)):
                if event.means(command):
                    self.side = side
                    self.services.invalidate()
                    return STAY
            if event.means("cancel") and self.taken is not None:
                self.taken = None
                self.resize()
                return STAY
        return super().handle(event)

    def _pair(self) -> Change:
        wish = partial(operations.draw_by_hand, number=self.round, pairs=self._pairs)
        self.client.ask(wish, lambda _tournament: self.finish(True))
        return STAY
