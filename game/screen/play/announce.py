"""Announcements of a match, as toasts and signals.

Who begins, rounds, phases, sides that are home, the limit, the clock's last seconds, engines and
files in trouble.
"""

from __future__ import annotations

from game.platform.i18n import _, ngettext
from game.rules.events import Event, PhaseChanged, RoundEnded, SideHome, TurnEnded
from game.screen.app.scene import AppServices
from game.screen.play.result_words import standing
from game.screen.play.screen_reader import alarm_words
from game.screen.play.turn_controller import EngineTrouble, TurnController
from game.screen.plugin.notices import limit_warning, lot_words
from game.screen.plugin.panel import Panel
from game.table.autosave import AutoSaver
from game.table.history import Ended, MatchEvent, Played


class Announcer:
    """Says each thing of the panel's match once; without a `keeper` nobody keeps its files."""

    def __init__(
        self, desk: AppServices, panel: Panel, controller: TurnController, keeper: AutoSaver | None
    ) -> None:
        self._desk, self._match, self._panel = desk, panel.match, panel
        self._controller, self._keeper = controller, keeper
        self._warned = False  # that the engine is not at its full strength yet
        self._uncompiled = False  # that it never will be
        self._lost = False  # that the game cannot be kept
        self._was_thinking = False

    def begin(self) -> None:
        """Say how the series stands, and who was drawn to begin, unless the match is on its way."""
        match, series = self._match, self._match.spec.series
        if series.length and not match.entries:
            words = _("Game {n}, best of {length}").format(n=series.games + 1, length=series.length)
            score = standing(match, self._panel, series)
            self._desk.toast(f"{words}: {score}" if series.games else words, "info", "cup")
        lot = lot_words(match)
        if lot:
            self._desk.toast(lot, "good", "dice")

    def seen(self, event: MatchEvent) -> None:
        """Say what an event of the match that has come to be seen means."""
        desk = self._desk
        if isinstance(event, Ended) and event.by == "clock":
            desk.sound("flag")
            desk.say(_("Time is up."), urgent=True)
        if isinstance(event, Played) and not self._panel.history.over:
            for happened in event.entry.events:
                text = self._words(happened)
                if text:
                    desk.toast(text, "good", "info")
            limit = limit_warning(self._match, event.entry.after)
            if limit and any(isinstance(seen, TurnEnded) for seen in event.entry.events):
                desk.toast(limit, "info", "clock")

    def update(self, trouble: EngineTrouble | None) -> bool:
        """Follow one frame; True when an engine has begun or ended thinking.

        `trouble` is the engine's, if it has just failed.
        """
        if trouble is not None:
            text = _("The engine stopped ({why}). Play on for it, or take back.")
            self._desk.toast(text.format(why=trouble.why), "bad", "warning")
        changed = self._follow_thinking()
        self._follow_clock()
        self._follow_files()
        return changed

    def _follow_clock(self) -> None:
        """Signal a minute, ten seconds and each period, and say them where speech is on."""
        desk, alarm = self._desk, self._match.clock.alarm(self._desk.now)
        if alarm is not None:
            desk.sound(f"clock{alarm.bound}" if alarm.bound else "period")
            desk.say(alarm_words(self._panel.name_of(alarm.seat), alarm), urgent=True)

    def _follow_files(self) -> None:
        """Say once that a game cannot be kept, with where it would go."""
        keeper = self._keeper
        if keeper is None or bool(keeper.problem) == self._lost:
            return
        self._lost = bool(keeper.problem)
        if self._lost:
            text = _("This game cannot be saved in {folder}: {reason}. You can still play on.")
            folder, reason = keeper.running.parent, keeper.problem
            self._desk.toast(text.format(folder=folder, reason=reason), "bad", "warning")

    def _follow_thinking(self) -> bool:
        thinking, before = self._controller.thinking, self._was_thinking
        self._was_thinking = thinking is not None
        if thinking is not None and thinking.uncompiled and not self._uncompiled:
            self._uncompiled = self._warned = True
            text = _("The engine plays uncompiled, and much weaker: {reason}")
            self._desk.toast(text.format(reason=thinking.uncompiled), "bad", "warning")
        elif thinking is not None and thinking.message and not self._warned:
            self._warned = True
            text = _("The engine is warming up: it plays a little weaker for now.")
            self._desk.toast(text, "info", "engine")
        return self._was_thinking != before

    def _words(self, event: Event) -> str:
        """Return the sentence of an event; "" for most."""
        if isinstance(event, RoundEnded) and event.number == 1:
            text = ngettext(
                "Round 1: {name} made {n} group as MORE. Now the roles change.",
                "Round 1: {name} made {n} groups as MORE. Now the roles change.",
                event.groups,
            )
            return text.format(name=self._panel.name_of(event.seat), n=event.groups)
        if isinstance(event, SideHome):
            return _home(event.seats[0] % 2 == 0, event.spent)
        if isinstance(event, PhaseChanged):
            return {
                "movement": _("All counters are down: now they jump."),
                "open": _("The open phase: one stone on any empty cell."),
            }.get(event.phase, "")
        return ""


def _home(white: bool, moves: int) -> str:
    """Return the sentence of a side that is home: languages bend it for each colour."""
    if white:
        text = ngettext("White is home with {n} move.", "White is home with {n} moves.", moves)
    else:
        text = ngettext("Black is home with {n} move.", "Black is home with {n} moves.", moves)
    return text.format(n=moves)
