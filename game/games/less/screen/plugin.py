"""Less on the screen: its look, and the texts at the end of its matches."""

from __future__ import annotations

from pathlib import Path

from game.games.less.position import PIECES
from game.games.less.screen.look import look
from game.games.less.screen.options import LessOptions
from game.games.less.screen.panel import LessPanel
from game.games.less.screen.ways_home import way_home
from game.platform.i18n import _, ngettext
from game.rules import Game, State
from game.rules.events import Outcome, Seat
from game.screen.plugin.ending import EndingWords, Figure, turns_figure
from game.screen.plugin.screen_plugin import ScreenPlugin, read_about
from game.screen.plugin.tension import missing
from game.table.seat_statistics import SeatStatistics


class LessEnding(EndingWords):
    def reason(self, outcome: Outcome) -> str:
        white, black = self.tally["spent_white"], self.tally["spent_black"]
        if outcome.reason in ("block", "stayed"):
            if not self.match.spec.scoring:
                return _("The other side kept a piece in its own corner")
            return _("The other side kept a piece in its own corner: it loses by 10")
        if outcome.reason == "limit":
            return _("200 turns are over")
        if outcome.reason == "ahead":
            if not self.match.spec.scoring:
                return _("Home within 200 turns; the other side is not")
            return _("Home within 200 turns; the other side is not: won by 10")
        if not outcome.winners:
            text = ngettext(
                "Both sides came home in {n} move", "Both sides came home in {n} moves", white
            )
            return text.format(n=white)
        own, other = (white, black) if outcome.winners[0] % 2 == 0 else (black, white)
        if not self.match.spec.scoring:
            plain = ngettext(
                "Home in {own} move against {other}", "Home in {own} moves against {other}", own
            )
            return plain.format(own=own, other=other)
        words = ngettext(
            "Home in {own} move against {other}: won by {margin}",
            "Home in {own} moves against {other}: won by {margin}",
            own,
        )
        return words.format(own=own, other=other, margin=outcome.margin)

    def own_figures(self, seat: Seat, facts: SeatStatistics) -> tuple[Figure, ...]:
        spent = self.tally[("spent_white", "spent_black")[seat % 2]]
        par = way_home(self.match.game, self.match.history.start, seat % 2)
        words = _("moves") if par is None else _("moves, par {n}").format(n=par)
        return ((str(spent), words), turns_figure(facts))


ABOUT = read_about(Path(__file__).parents[1] / "texts" / "about.toml")
SAMPLE = ABOUT.card.sample.setup  # the layout shown on the card of Less


def tension(game: Game, state: State) -> float:
    """Return how close a side is to having all its pieces home."""
    tally = game.tally(state)
    arrived = max(tally["home_white"], tally["home_black"])
    return missing(PIECES * len(game.side(0)) - arrived)


SCREEN = ScreenPlugin(
    card=ABOUT.card,
    look=look,
    panel=LessPanel,
    options=LessOptions,
    ending=LessEnding,
    score_lists=("fastest", "margin"),
    credits=ABOUT.credits,
    tension=tension,
)
