"""Screen reader of a match: turns as they are made, refusals, and answers to keys.

The spoken text of a turn names every point. Captions on the screen do not, because people see the
points.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from game.platform.i18n import _, ngettext
from game.rules.base import Action
from game.rules.events import Event, PhaseChanged, Piece, RoundEnded, SideHome, TurnEnded
from game.rules.topology import Point
from game.screen.app.scene import AppServices
from game.screen.boards.interaction import Interaction
from game.screen.play.advice import DEEDS
from game.screen.play.playback import Playback
from game.screen.play.result_words import standing
from game.screen.play.seat_cards import time_used
from game.screen.play.turn_controller import TurnController
from game.screen.plugin.commentary import commentary_of
from game.screen.plugin.panel import Panel
from game.screen.plugin.seats import colour_name, limit_warning, lot_words
from game.table.autosave import AutoSaver
from game.table.clock import Alarm, ClockReading
from game.table.history import Ended, MatchEvent, Played, Turn
from game.table.opponents import OPPONENTS, sentence
from game.table.seat_statistics import solo_seat


class ScreenReader:
    """Speaks what `playback` shows of the panel's match, and what a person may do."""

    def __init__(self, services: AppServices, panel: Panel, playback: Playback) -> None:
        self._services, self._match, self._panel = services, panel.match, panel
        self._hand, self._playback = panel.hand, playback
        self._note = ""  # the sentence at a point of the board that was spoken last
        self._source: str | None = None

    def seen(self, event: MatchEvent) -> None:
        """Speak a completed turn when it has been shown."""
        if isinstance(event, Played) and any(
            isinstance(happened, TurnEnded) for happened in event.entry.events
        ):
            self._services.say(self._last_turn())

    def update(self, note: str) -> None:
        """Speak the sentence that is shown at the board, if it is new."""
        if note != self._note:
            self._note = note
            self._services.say(note, urgent=True)

    def chosen(self) -> None:
        """Speak the possible targets of a newly chosen piece."""
        hand = self._hand
        if hand.source != self._source:
            self._source = hand.source
            if hand.source is not None:
                self._services.say(choice_words(hand, self._panel))

    @property
    def point(self) -> str:
        """The spoken description of the point under the cursor."""
        pieces = self._match.game.pieces(self._playback.browser.state)
        return point_words(self._hand.cursor, pieces, self._hand, self._panel)

    def turn(self) -> None:
        """Speak the last turn, and the choice that is due now."""
        words = (self._last_turn(), choice_words(self._hand, self._panel))
        self._answer(" ".join(filter(None, words)))

    def score(self) -> None:
        """Speak the current numbers of the game."""
        game, entries = self._match.game, self._playback.shown.entries
        told = commentary_of(game)
        last = entries[-1] if entries else None
        self._answer(told.note(last.before, last.after, last.events) if last else told.aim())

    def clock(self) -> None:
        """Speak the time left of each seat; without a clock, the time used."""
        match, now = self._match, self._services.now
        clocks = []
        for seat in range(match.game.seats):
            reading = match.clock.reading(seat, now) or ClockReading(time_used(match, seat, now))
            clocks.append(f"{self._panel.name_of(seat)}: {_clock(reading)}.")
        self._answer(" ".join(clocks))

    def board(self) -> None:
        """Speak the pieces on the board."""
        self._answer(board_words(self._match.game.pieces(self._playback.browser.state)))

    def _answer(self, text: str) -> None:
        self._services.say(text, urgent=True, asked=True)

    def _last_turn(self) -> str:
        turns = self._playback.shown.turns
        return turn_words(turns[-1], self._panel.name_of(turns[-1].seat)) if turns else ""


def turn_words(turn: Turn, name: str) -> str:
    """Return the side's name, its actions, and the number of counters flipped."""
    actions = [entry.action for entry in turn.entries if entry.action is not None]
    deeds = [_deed(action) for action in actions if action.kind != "stop"]
    words = f"{name}: {', '.join(deeds)}." if deeds else ""
    if turn.turned:
        count = ngettext("{n} counter flipped", "{n} counters flipped", turn.turned)
        words = f"{words} {count.format(n=turn.turned)}."
    return words


def _deed(action: Action) -> str:
    if action.kind == "place":
        if action.piece is None:
            return str(action.target)
        colour = colour_name(action.piece.colour)
        return _("{colour} on {point}").format(colour=colour, point=action.target)
    words = DEEDS.get(action.kind)
    if words is None:
        return action.text
    return _(words).format(source=action.source, target=action.target, amount=action.cost)


def piece_words(piece: Piece | None) -> str:
    """Return the description of a piece; `piece` None means an empty point."""
    if piece is None:
        return _("empty")
    if piece.colour == "grey":
        return _("blocked")
    name = colour_name(piece.colour)
    return _("{colour}, marked").format(colour=name) if piece.mark else name


def point_words(
    point: Point, pieces: Mapping[Point, Piece], hand: Interaction, panel: Panel
) -> str:
    """Return a point, its piece, and what can be done there now."""
    action = hand.targets.get(point) or hand.placements.get(point)
    if action is not None:
        can = " ".join(filter(None, (panel.label(action), panel.effect(action))))
    else:
        can = _("can move") if hand.enabled and point in hand.starts else ""
    return ", ".join(filter(None, (point, piece_words(pieces.get(point)), can)))


def choice_words(hand: Interaction, panel: Panel) -> str:
    """Return the choice that is due, and the points that answer it."""
    if not hand.enabled:
        return ""
    points = hand.targets or hand.starts
    asked = panel.prompt()
    return f"{asked}: {_listed(points)}" if points else asked


def board_words(pieces: Mapping[Point, Piece]) -> str:
    """Return all pieces on the board, kind by kind."""
    kinds = sorted(set(pieces.values()), key=piece_words)
    if not kinds:
        return _("The board is empty.")
    return " ".join(
        f"{piece_words(kind)}: {_listed(p for p, piece in pieces.items() if piece == kind)}."
        for kind in kinds
    )


def _clock(reading: ClockReading) -> str:
    if not reading.periods:
        return _time(reading.seconds)
    return f"{_time(reading.seconds)}, {_periods(reading.periods)}"


def _periods(count: int) -> str:
    return ngettext("{n} period", "{n} periods", count).format(n=count)


def alarm_words(name: str, alarm: Alarm) -> str:
    """Return the time, or the number of periods, left at a clock's alarm."""
    left = _time(alarm.bound) if alarm.bound else _periods(alarm.periods)
    return f"{name}: {left}."


def _time(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    words = ngettext("{count} second", "{count} seconds", rest).format(count=rest)
    if not minutes:
        return words
    whole = ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)
    return f"{whole} {words}"


def _listed(points: Iterable[Point]) -> str:
    return ", ".join(sorted(points, key=_by_name))


def _by_name(point: Point) -> tuple[str, int, str]:
    """Return a sort key: letter first, then number by value, so that b9 is before b10."""
    number = point[1:]
    return point[0], int(number) if number.isdigit() else 0, point


class Announcer:
    """Announces each event of the panel's match a single time.

    Without an `autosaver` the match has no files.
    """

    def __init__(
        self,
        services: AppServices,
        panel: Panel,
        controller: TurnController,
        autosaver: AutoSaver | None,
    ) -> None:
        self._services, self._match, self._panel = services, panel.match, panel
        self._controller, self._autosaver = controller, autosaver
        # Whether it was announced that the engine is warming up.
        self._warned = False
        # Whether it was announced that the engine plays uncompiled.
        self._uncompiled = False
        # Whether it was announced that the game cannot be saved.
        self._lost = False
        self._was_thinking = False

    def begin(self) -> None:
        """Announce a series' score, a greeting and who begins by lot, all before the first turn."""
        match, series = self._match, self._match.spec.series
        if series.length and not match.entries:
            words = _("Game {n}, best of {length}").format(n=series.games + 1, length=series.length)
            score = standing(match, self._panel, series)
            self._services.toast(f"{words}: {score}" if series.games else words, "info", "cup")
        self._greet()
        lot = lot_words(match)
        if lot:
            self._services.toast(lot, "good", "dice")

    def _greet(self) -> None:
        """Show the opponent's greeting before the first turn, if one person plays."""
        match = self._match
        seats = [seat for seat in match.spec.seats if seat.opponent in OPPONENTS]
        if match.entries or solo_seat(match) is None or not seats:
            return
        one = OPPONENTS[seats[0].opponent]
        words = _("{name}: {words}").format(name=one.name, words=sentence(one.key, "before"))
        self._services.toast(words, "info", "speech")

    def seen(self, event: MatchEvent) -> None:
        """Announce the meaning of an event when it has been shown."""
        services = self._services
        if isinstance(event, Ended) and event.by == "clock":
            services.sound("flag")
            services.say(_("Time is up."), urgent=True)
        if isinstance(event, Played) and not self._panel.history.over:
            for happened in event.entry.events:
                text = self._words(happened)
                if text:
                    services.toast(text, "good", "info")
            limit = limit_warning(self._match, event.entry.after)
            if limit and any(isinstance(seen, TurnEnded) for seen in event.entry.events):
                services.toast(limit, "info", "clock")

    def update(self, trouble: str) -> bool:
        """Follow one frame; return True if an engine has begun or ended thinking.

        `trouble` is the reason why an engine has just failed, or "".
        """
        if trouble:
            text = _("The engine stopped ({why}). Play on for it, or take back.")
            self._services.toast(text.format(why=trouble), "bad", "warning")
        changed = self._follow_thinking()
        self._follow_clock()
        self._follow_files()
        return changed

    def _follow_clock(self) -> None:
        """Signal a minute left, ten seconds left and each period; speak them if speech is on."""
        services, alarm = self._services, self._match.clock.alarm(self._services.now)
        if alarm is not None:
            services.sound(f"clock{alarm.bound}" if alarm.bound else "period")
            services.say(alarm_words(self._panel.name_of(alarm.seat), alarm), urgent=True)

    def _follow_files(self) -> None:
        """Announce that a game cannot be saved, and its folder, when saving begins to fail."""
        autosaver = self._autosaver
        if autosaver is None or bool(autosaver.problem) == self._lost:
            return
        self._lost = bool(autosaver.problem)
        if self._lost:
            text = _("This game cannot be saved in {folder}: {reason}. You can still play on.")
            folder, reason = autosaver.running.parent, autosaver.problem
            self._services.toast(text.format(folder=folder, reason=reason), "bad", "warning")

    def _follow_thinking(self) -> bool:
        thinking, before = self._controller.thinking, self._was_thinking
        self._was_thinking = thinking is not None
        if thinking is not None and thinking.uncompiled and not self._uncompiled:
            self._uncompiled = self._warned = True
            text = _("The engine plays uncompiled, and much weaker: {reason}")
            self._services.toast(text.format(reason=thinking.uncompiled), "bad", "warning")
        elif thinking is not None and thinking.message and not self._warned:
            self._warned = True
            text = _("The engine is warming up: it plays a little weaker for now.")
            self._services.toast(text, "info", "engine")
        return self._was_thinking != before

    def _words(self, event: Event) -> str:
        """Return the sentence that announces an event; "" for most events."""
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
    """Return the sentence about a side that is home; languages inflect it by colour."""
    if white:
        text = ngettext("White is home with {n} move.", "White is home with {n} moves.", moves)
    else:
        text = ngettext("Black is home with {n} move.", "Black is home with {n} moves.", moves)
    return text.format(n=moves)
