"""Libra on the screen: its look, and the texts at the end of its matches."""

from __future__ import annotations

from pathlib import Path

from game.games.libra.screen.options import SIZES, LibraOptions
from game.games.libra.screen.panel import LibraPanel
from game.platform.i18n import _, ngettext
from game.rules.events import Outcome, RoundEnded, Seat
from game.screen.plugin.ending import EndingWords, Figure, turns_figure
from game.screen.plugin.screen_plugin import ScreenPlugin, read_about
from game.table.seat_statistics import SeatStatistics


class LibraEnding(EndingWords):
    def reason(self, outcome: Outcome) -> str:
        events = [event for entry in self.match.entries for event in entry.events]
        rounds = [event.groups for event in events if isinstance(event, RoundEnded)]
        if len(rounds) == 2:
            if rounds[0] == rounds[1]:
                text = ngettext(
                    "Both made {n} group as MORE", "Both made {n} groups as MORE", rounds[0]
                )
                return text.format(n=rounds[0])
            more = max(rounds)
            words = ngettext(
                "{more} group as MORE against {less}", "{more} groups as MORE against {less}", more
            )
            return words.format(more=more, less=min(rounds))
        made = ngettext("MORE made {n} group", "MORE made {n} groups", self.tally["groups"])
        aim = self.tally["aim"]
        needed = ngettext("{aim} was needed", "{aim} were needed", aim).format(aim=aim)
        return f"{made.format(n=self.tally['groups'])}, {needed}"

    def own_figures(self, seat: Seat, facts: SeatStatistics) -> tuple[Figure, ...]:
        return ((str(self.tally["groups"]), _("groups at the end")), turns_figure(facts))

    @property
    def larger(self) -> int | None:
        """The size of the next larger board after a drawn duel, or None."""
        outcome = self.match.outcome
        if outcome is None or outcome.winners:
            return None
        size = self.match.game.topology.size + 1
        return size if size in SIZES else None


ABOUT = read_about(Path(__file__).parents[1] / "texts" / "about.toml")

SCREEN = ScreenPlugin(
    card=ABOUT.card,
    panel=LibraPanel,
    options=LibraOptions,
    ending=LibraEnding,
    score_lists=("margin",),
    credits=ABOUT.credits,
)
