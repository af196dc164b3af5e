"""Scenes of the teaching game: its settings, its summary, and the replay of a position."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.platform.i18n import N_, _, ngettext
from game.platform.settings import TEACHING
from game.rules.proposals import Play
from game.screen.app import routes
from game.screen.app.layout_scenes import CardScene, PanelScene, measuring
from game.screen.app.scene import STAY, Change, Pop, Push, Replace
from game.screen.play.kind import PlayKind
from game.screen.play.scene import PlayScene
from game.screen.ui.button import Button
from game.screen.ui.choosers import Stepper
from game.screen.ui.layout import Card, button_flow, labelled_rows, split_top
from game.screen.ui.list_box import ListBox, ListColumn
from game.screen.ui.widget import Label
from game.table.engine_seat import MakePlayer, engine_player
from game.table.match import Match
from game.table.teaching import GivenBack, Teacher

MOST = (1, 2, 3, 5, 8, 12, 20)  # choices for the maximum number of turns given back in a game
LEAST = {
    TEACHING[0]: N_("nothing"),
    TEACHING[1]: N_("every mistake"),
    TEACHING[2]: N_("clear mistakes"),
    TEACHING[3]: N_("only blunders"),
}
AGAIN = 99  # maximum number of tries when a position is played again


class TeachingScene(CardScene):
    """The settings of what is given back, and how often; they apply from this game on."""

    title = N_("Teaching game")
    first = "teaching"
    clicks = True

    def lay_out(self, card: Card) -> None:
        metrics, px, now = self.services.metrics, self.services.metrics.px, self.services.settings
        about = _("Against the computer, a mistake is given back at once with the reason.")
        card.words(about, px(14))
        least = Stepper(
            list(LEAST),
            now.teaching,
            partial(self._set, "teaching"),
            lambda v: _(LEAST[v]),
            "teaching",
        )
        most = Stepper(MOST, now.teaching_most, partial(self._set, "teaching_most"), _times, "most")
        rows = [(_("Give back"), least), (_("At most"), most)]
        pitch = max(px(62), metrics.type_px("caption") + 28)
        labelled_rows(self.form, rows, card.row(len(rows) * pitch), pitch, pitch - px(10), 0.3)
        card.space(px(8))
        card.flow([Button(_("Done"), Pop, icon="check", kind="main", name="done")])

    def _set(self, name: str, value: float) -> None:
        self.services.change_settings(**{name: value})
        self.resize()


def _times(count: int) -> str:
    return ngettext("{n} turn a game", "{n} turns a game", count).format(n=count)


class TeachingSummaryScene(PanelScene):
    """The turns given back in a game and whether they were improved.

    `result` is the scene that follows.
    """

    title = N_("Teaching game")
    clicks = True

    def __init__(
        self, match: Match, given: Sequence[GivenBack], result: routes.Route, make: MakePlayer
    ) -> None:
        super().__init__()
        self.match, self.given, self.result, self.make = match, given, result, make
        self.chosen = 0

    def resize(self) -> None:
        self.frame()
        px, canvas = self.services.metrics.px, measuring(self.services)
        room = self.inner.copy()
        room.height, room.top = room.bottom - self.rule - px(14), self.rule + px(14)
        again = Button(_("Play it again"), self._again, icon="again", name="again")
        result = Button(
            _("Result"), lambda: Replace(self.result), icon="cup", kind="main", name="result"
        )
        foot = button_flow(self.form, canvas, [again, result], room, right=True)
        high = canvas.text_height(self._about, "caption", room.width)
        row, room = split_top(room, high, px(12))
        self.form.add(Label(self._about, "caption", valign="top").at(row))
        reason = canvas.text_height("X\nX", "caption", room.width)
        below = row.move(0, foot - px(12) - reason - row.top)
        below.height = reason
        self.words = Label("", "caption", second=True, valign="top")
        self.form.add(self.words.at(below))
        room.height = below.top - px(8) - room.top
        columns = [
            ListColumn(64, "right", "second"),
            ListColumn(0),
            ListColumn(0, "right", "accent"),
        ]
        rows = [(str(one.number), one.text, _learned(one)) for one in self.given]
        self.list = ListBox(columns, rows, self._again_at, on_move=self._note, name="list")
        self.form.add(self.list.at(room))
        self.list.choose(self.chosen)
        self._note(self.chosen)
        self.form.start("list")

    @property
    def _about(self) -> str:
        count, good = len(self.given), sum(one.learned is True for one in self.given)
        back = ngettext("{n} turn was given back.", "{n} turns were given back.", count)
        found = ngettext(
            "At {n} of these positions you found a better turn.",
            "At {n} of these positions you found better turns.",
            good,
        )
        return f"{back.format(n=count)} {found.format(n=good)}"

    def _note(self, row: int) -> Change:
        self.chosen = row
        self.words.text = self.given[row].reason if 0 <= row < len(self.given) else ""
        self.services.invalidate()
        return STAY

    def _again_at(self, row: int) -> Change:
        self.chosen = row
        return self._again()

    def _again(self) -> Change:
        """Set the position up again, as a puzzle."""
        return Push(routes.TeachAgain(self.match, self.given[self.chosen], self.make))

    def resume(self, result: object = None) -> Change | None:
        self.resize()
        return None

    def cancelled(self) -> Change:
        return Replace(self.result)


def _learned(one: GivenBack) -> str:
    if one.learned is None:
        return _("not played again")
    return _("a better turn found") if one.learned else _("a mistake again")


class TeachAgainPlay(PlayKind):
    """The position of a mistake; a turn that is no mistake solves it and returns to the summary."""

    name = "teachagain"

    def __init__(self, given: GivenBack) -> None:
        self.of = given

    def teacher(self, make: MakePlayer) -> Teacher | None:
        return Teacher(self.stage.match, make, self.services.settings.teaching, AGAIN)

    def update(self, dt: float) -> Change | None:
        teacher = self.play.teaching.teacher
        if teacher is not None and teacher.solved:
            self.of.learned = True
            self.services.toast(_("Solved"), "good", "check")
            return Pop()
        return None


def teach_again_scene(
    match: Match, given: GivenBack, make: MakePlayer = engine_player
) -> PlayScene:
    """Return the scene in which a given-back turn of `match` is played again."""
    spec = match.spec.with_(clock=None, board=None)
    again = Match(spec, match.game, match.boards)
    if given.start:
        again.submit_or_raise(Play(given.start))
    return PlayScene(spec, again, kind=TeachAgainPlay(given), keep=False, make=make)
