"""The explanation of a player's Keizer points: the points from each round."""

from __future__ import annotations

from game.platform.i18n import N_, _
from game.screen.app.layout_scenes import PanelScene, measuring
from game.screen.app.scene import Pop
from game.screen.tournament.store_client import ClientDialog, TournamentClient
from game.screen.ui.button import Button
from game.screen.ui.layout import button_flow, split_top
from game.screen.ui.list_box import ListBox, ListColumn
from game.screen.ui.widget import Label
from game.tournament import words


class KeizerAccountScene(ClientDialog, PanelScene):
    """The points of one player, round by round."""

    title = N_("Keizer points")
    overlay = False
    client: TournamentClient

    def __init__(self, number: int, entrant: int) -> None:
        super().__init__()
        self.number, self.entrant = number, entrant
        self.rows: list[tuple[str, str, str]] = []
        self.about = ""

    def enter(self) -> None:
        self.client = TournamentClient(self.services, self.number, self._changed)
        self._changed()

    def _changed(self) -> None:
        tournament = self.client.tournament
        if tournament is not None:
            self.rows = words.keizer_account(tournament, self.entrant)
            place = words.keizer_place(tournament, self.entrant)
            anew = _("Values change with the standings, and all rounds are counted again.")
            self.about = f"{place} {anew}"
        self.resize()
        self.services.invalidate()

    def resize(self) -> None:
        self.frame()
        px, canvas = self.services.metrics.px, measuring(self.services)
        room = self.inner.copy()
        room.height, room.top = room.bottom - self.rule - px(14), self.rule + px(14)
        back = Button(_("Back"), Pop, name="back")
        foot = button_flow(self.form, canvas, [back], room, right=True)
        high = canvas.text_height(self.about, "caption", room.width)
        row, room = split_top(room, high, px(12))
        self.form.add(Label(self.about, "caption", valign="top").at(row))
        room.height = foot - px(12) - room.top
        columns = [
            ListColumn(44, "right", "second"),
            ListColumn(0),
            ListColumn(84, "right", "accent"),
        ]
        rounds = ListBox(columns, self.rows, empty=_("No result yet."), name="list")
        self.form.add(rounds.at(room))
        self.form.start("back")
