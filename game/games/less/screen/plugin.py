"""Less on the screen: its card, its look, how its matches end, who made it."""

from __future__ import annotations

from game.games.less.screen.commentary import LessCommentary
from game.games.less.screen.look import look
from game.games.less.screen.options import LessOptions
from game.games.less.screen.panel import LessPanel
from game.games.less.screen.ways_home import way_home
from game.platform.i18n import N_, _, ngettext
from game.rules.events import Outcome, Seat
from game.screen.plugin.commentary import EndingWords, Figure, turns_figure
from game.screen.plugin.screen_plugin import GameCard, GameCredits, SamplePosition, ScreenPlugin
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


# The walls on which Less shows itself: in pictures, in the demo, in its guided first game.
SAMPLE = "less walls=000000000000001100010001000000000000001010110010000000011000"

CARD = GameCard(
    about=N_("Bring four pieces to the far corner in fewer moves, round or over the walls."),
    seats=N_("1, 2 or 4 players"),
    minutes=10,
    sample=SamplePosition(SAMPLE, seed=5, actions=24),
)

CREDITS = GameCredits(
    author="Aleksandr Starovojtov",
    published=N_("Published by Invented4, around 2015, with rules in English and French"),
    sources=("www.less-game.com",),
    ours=(
        N_("No published text says where the tiles have their walls: ours are a reconstruction."),
    ),
)

SCREEN = ScreenPlugin(
    card=CARD,
    look=look,
    panel=LessPanel,
    options=LessOptions,
    ending=LessEnding,
    commentary=LessCommentary,
    credits=CREDITS,
)
