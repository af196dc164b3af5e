"""Guided first games in a tab, with the lessons, the guide and the texts of the window."""

from __future__ import annotations

import datetime
from collections.abc import Callable

from game.platform.i18n import _
from game.platform.settings import load_settings, save_settings
from game.rules import Action, Game, State
from game.rules.registry import GAMES
from game.screen.guided.match import (
    HELP,
    LIT_BESIDE,
    MOST_LIT_ACTIONS,
    SHOWN,
    THIS_ONE,
    Coach,
    GuidedMatch,
    is_guided,
    seats_of,
)
from game.screen.play.turn_controller import TurnController
from game.screen.plugin.pages import LessonStep
from game.screen.plugin.registry import lesson_of
from game.table.begin import begin
from game.table.clock import Allowance
from game.table.engine_seat import EngineChosen, EngineFailed, EngineSeat, MakePlayer
from game.table.match import Match
from game.table.spec import MatchSpec
from web.led import Json, Led, Open, arrows_of, button, lit, told
from web.players import Exchange, WorkerSeat


def _now() -> str:
    return datetime.datetime.now().isoformat(timespec="seconds")


class LessonSeat(WorkerSeat):
    """The other side of a lesson: it plays scripted turns; without a script the engine plays."""

    def __init__(self, match: GuidedMatch, exchange: Exchange, level: int, seed: int) -> None:
        super().__init__(exchange, match.game, level, seed)
        self._match = match
        self._written: tuple[Action, ...] | None = None

    def begin(self, state: State, allowed: Allowance | None = None) -> None:
        self.cancel()
        self._written = self._match.reply(state)
        if self._written is None:
            super().begin(state, allowed)
        else:
            self.thinking = state

    def poll(self) -> EngineChosen | EngineFailed | None:
        if self._written is None or self.thinking is None:
            return super().poll()
        state, self.thinking = self.thinking, None
        return EngineChosen(state, self._written)


class LessonLed:
    """The guided first game of the game `key`, or the resumed one `left`. Raises LookupError."""

    kept = True

    def __init__(
        self, key: str, open_: Open, wrote: Callable[[str], None], left: Match | None = None
    ) -> None:
        lesson = lesson_of(key)
        if lesson is None:
            raise LookupError(key)
        self.key, self.lesson = key, lesson
        self.match = GuidedMatch(lesson, _now() if left is None else left.date)
        if left is not None:
            self.match.go_on(left)
        self._coach = Coach()
        self._open, self._wrote = open_, wrote
        self._before: float | None = None  # time of the latest update
        self._follow()
        # This text was already shown before the tab was closed.
        self._coach.read()

    @property
    def leading(self) -> bool:
        return self.match.guide is not None

    def controller(self, exchange: Exchange) -> TurnController | None:
        def sit(game: Game, level: int, seed: int, make: MakePlayer) -> EngineSeat:
            return LessonSeat(self.match, exchange, level, seed)

        return TurnController(self.match, sit=sit)

    def enter(self) -> None:
        pass

    def leave(self) -> None:
        pass

    # -- the lesson --------------------------------------------------------------------------------

    def update(self, now: float) -> None:
        passed, self._before = now - (now if self._before is None else self._before), now
        self._follow()
        self._coach.update(passed)
        finds = self._step is not None and self._step.find and self._asking
        if finds and self._coach.wait(passed):
            self._coach.grow()
        if self._won:
            self._note_played()

    def _follow(self) -> None:
        """Show the answer to the turn just played."""
        guide, coach = self.match.guide, self._coach
        if guide is None:
            return
        place = guide.place(tuple(self.match.entries))
        if place != coach.place:
            done = guide.step(place - 1) if place > coach.place else None
            coach.go(place, guide.words(done.answer, self.match.state) if done is not None else "")

    def waits(self) -> bool:
        return self.leading and self._coach.reading

    @property
    def _won(self) -> bool:
        return self.leading and self.match.over

    @property
    def _step(self) -> LessonStep | None:
        guide = self.match.guide
        return guide.step(self._coach.place) if guide is not None else None

    @property
    def _asking(self) -> bool:
        """Return whether the person may play the requested action now."""
        match = self.match
        return not match.over and match.to_move == self.lesson.person and not self._coach.reading

    @property
    def _wanted(self) -> list[Action]:
        guide = self.match.guide
        if guide is None or not self._asking:
            return []
        return guide.wanted(self._coach.place, self.match.state)

    def _note_played(self) -> None:
        """Store in the settings that this first game has been played."""
        settings = load_settings()[0]
        if self.key not in settings.guided:
            save_settings(settings.with_(guided=(*settings.guided, self.key)))
            self._wrote("")

    # -- the card ----------------------------------------------------------------------------------

    def told(self) -> Json:
        count, coach = len(self.lesson.steps), self._coach
        card = told(
            _("Guided first game"),
            self._sentence(),
            figure=f"{min(coach.place + 1, count)} / {count}",
            note=_(HELP[coach.help]) if coach.help and self._asking else "",
            state="good" if self._won or coach.reading else "",
            asks=self._asking,
            buttons=self._buttons(),
        )
        return card | self._lit()

    def _sentence(self) -> str:
        """Return the answer to the last action, or else the question of the present step."""
        guide, step, coach = self.match.guide, self._step, self._coach
        if guide is None:
            return ""
        if step is None:
            return guide.words(self.lesson.farewell, self.match.state)
        if coach.said and not self._asking:
            return coach.said
        return guide.words(step.say, self.match.state)

    def _lit(self) -> Json:
        """Return the points to light: those of the question, or as many as the help reveals."""
        wanted, step, help_ = self._wanted, self._step, self._coach.help
        if not wanted or not wanted[0].points or len(wanted) > MOST_LIT_ACTIONS:
            return lit()
        if step is None or not step.find or help_ >= SHOWN:
            points = [point for one in wanted for point in one.points]
            return lit(list(dict.fromkeys(points)), arrows_of(wanted if len(wanted) == 1 else []))
        if not help_:
            return lit()
        right = wanted[0].points[0]
        if help_ == THIS_ONE:
            return lit([right])
        there = {one.points[0] for one in self.match.legal() if one.points}
        near = sorted(there, key=self.match.game.topology.distance_to(right))
        return lit(near[: LIT_BESIDE + 1])

    def _buttons(self) -> list[Json]:
        leave = button("leave", _("Leave"))
        if self._won:
            return [button("now", _("Now you"), True), leave]
        found = [button("next", _("Next"), True)] if self._coach.reading else []
        if self._asking and self._step is not None and self._step.find:
            found.append(button("hint", _("Hint"), key="h"))
        return [*found, button("alone", _("Play on alone")), leave]

    def do(self, deed: str) -> None:
        if deed not in [one["deed"] for one in self._buttons()]:
            return  # the button was pressed a moment too late
        match deed:
            case "next":
                self._coach.read()
            case "hint":
                self._coach.grow()
            case "alone":
                self.match.let_go()
                self._note_played()
            case "now":
                lesson = self.lesson
                spec = MatchSpec(lesson.after, seats_of(lesson), placement=lesson.placement)
                self._open(begin(spec, _now()))
            case "leave":
                self._open(None)


def led_or_plain(match: Match, open_: Open, wrote: Callable[[str], None]) -> Led | Match:
    """Return an unfinished match with its lesson, or alone if it has none."""
    for game in GAMES:
        lesson = lesson_of(game.key)
        if lesson is not None and not match.over and is_guided(match.spec, lesson):
            return LessonLed(game.key, open_, wrote, match)
    return match
