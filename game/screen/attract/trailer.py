"""The trailer: shipped games, each from shortly before its turning point, one after the other.

Call `update`, then `draw`. The picture depends only on the time that has passed, so a late frame
does not slow the trailer down. The games are records in assets/games; each record names the part
worth showing. The rules replay a record one turn at a time, so that no frame has to wait. A kind of
game without records plays itself.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path

from game.platform.i18n import _
from game.platform.paths import ASSETS
from game.rules import Action, Game, State
from game.rules.events import Flipped, GameEnded, Jumped, Piece
from game.rules.groups import groups_of
from game.rules.proposals import Play
from game.rules.registry import GAMES, parse_setup, usual_setup
from game.rules.topology import Point
from game.screen.animation.choreography import AnimationFrame, MotionStyle, Timeline, stage_turn
from game.screen.app.scene import AppServices
from game.screen.boards import BoardView
from game.screen.play import combo
from game.screen.plugin.commentary import Caption, Scale, commentary_of
from game.screen.plugin.registry import board_view, look_of
from game.screen.ui.canvas import Canvas
from game.table.history import HistoryEntry, Turn
from game.table.match import Match
from game.table.spec import MatchSpec, SeatSpec, two_people

FOLDER = ASSETS / "games"
LEVEL = 4  # level of the engine against which a spectator may play on
SHOWN = 9  # number of turns shown at the end of a game that played itself
MOST_TURNS = 150  # maximum number of turns of a game that plays itself
TRIES = 12  # number of random turns from which the best is played


@dataclass(frozen=True, slots=True)
class Cut:
    """The part of a game that is shown, as numbers of turns from 0.

    It begins with turn `enter` and ends before turn `leave`. Turn number `turn` decides the game,
    with its action number `action`.
    """

    enter: int
    turn: int
    action: int
    leave: int


@dataclass(frozen=True)
class Clip:
    """A whole game, and the part of it that is shown."""

    match: Match
    cut: Cut

    @property
    def game(self) -> Game:
        return self.match.game

    def match_from(self, turn: int, date: str) -> Match:
        """Return a match that continues from before turn `turn`, with engines on the other seats.

        `date` is the date of the match's start, in ISO form.
        """
        game, turns = self.game, self.match.turns
        person = turns[turn].seat
        seats = tuple(
            SeatSpec("person") if seat == person else SeatSpec("engine", LEVEL)
            for seat in range(game.seats)
        )
        match = Match(MatchSpec(game.setup, seats), game, date=date)
        entries = [entry for done in turns[:turn] for entry in done.entries]
        actions = tuple(entry.action for entry in entries if entry.action is not None)
        match.submit_or_raise(Play(actions, by="record"))
        return match


@cache
def shipped(key: str) -> tuple[Path, ...]:
    """Return the shipped records of a game; () if it has none."""
    return tuple(sorted(FOLDER.glob(f"{key}-[0-9]*.json")))


class Preparation:
    """Replays or plays the clip of a game in steps; call `step` until it returns the clip.

    `number` chooses among the game's records.
    """

    def __init__(self, key: str, number: int, dice: random.Random) -> None:
        self._dice = dice
        paths = shipped(key)
        record = json.loads(paths[number % len(paths)].read_text(encoding="utf-8")) if paths else {}
        game = parse_setup(record.get("setup") or usual_setup(key))
        self._match = Match(two_people(game.setup, game.seats), game)
        self._turns: list[str] | None = record.get("turns")
        self._cut = Cut(**record["trailer"]) if record else None

    def step(self) -> Clip | None:
        """Play one more turn; return the clip when all turns are played, and None before that."""
        match, done = self._match, len(self._match.turns)
        if self._turns is None:
            actions = demo_turn(match.game, match.state, self._dice)
            finished = done >= MOST_TURNS
        else:
            finished = done == len(self._turns)
            actions = [] if finished else match.game.parse_turn(match.state, self._turns[done])
        if match.over or finished:
            return Clip(match, self._cut or Cut(max(0, done - SHOWN), done - 1, 0, done))
        match.submit_or_raise(Play(tuple(actions), by="record"))
        return None

    def finish(self) -> Clip:
        """Play all remaining turns and return the clip."""
        while (clip := self.step()) is None:
            pass
        return clip


def demo_turn(game: Game, state: State, dice: random.Random) -> list[Action]:
    """Return a whole turn, or the rest of a turn that has begun.

    It is the best of some random turns; the same random state gives the same turn.
    """
    # Imported here because this import loads the engine, which the trailer rarely needs.
    from game.engine.bots.simple_bots import static_value

    side = game.to_move(state) % 2
    ways = [_walk(game, state, dice) for _number in range(TRIES)]

    def worth(after: State) -> float:
        return static_value(game, after) if side == 0 else -static_value(game, after)

    return max(ways, key=lambda way: worth(way[1]))[0]


def _walk(game: Game, state: State, dice: random.Random) -> tuple[list[Action], State]:
    """Return random actions that finish the turn, and the state after them."""
    turn: list[Action] = []
    seat, number = game.to_move(state), game.turns(state)
    while not game.over(state) and (game.to_move(state), game.turns(state)) == (seat, number):
        action = dice.choice(game.legal(state))
        turn.append(action)
        state = game.advance(state, action)
    return turn, state


RULE_SHOWN_S = 1.6  # minimum seconds for which a rule is shown
# Seconds for which the board and the name of the game are shown before anything moves.
OPENING_S = 1.4
# Seconds of the pauses after a turn, before the deciding turn, and at the end.
TURN_PAUSE_S, DECIDING_PAUSE_S, CLOSING_S = 0.7, 1.2, 3.4
# Relative speed of the animation: usual speed, and speed of the action that decides the game.
RATE, SLOW = 0.8, 0.3


@dataclass(frozen=True, slots=True)
class Warp:
    """The speed of a timeline in the trailer: slow motion between `slow` and `settled`."""

    slow: float
    settled: float
    end: float

    @property
    def length(self) -> float:
        """Seconds until the timeline ends."""
        slowed, rest = self.settled - self.slow, self.end - self.settled
        return self.slow / RATE + slowed / SLOW + rest / RATE

    def at(self, seconds: float) -> float:
        """Return the timeline's own time after `seconds` of real time."""
        first, middle = self.slow / RATE, (self.settled - self.slow) / SLOW
        if seconds < first:
            return seconds * RATE
        if seconds < first + middle:
            return self.slow + (seconds - first) * SLOW
        return min(self.end, self.settled + (seconds - first - middle) * RATE)


def warp(timeline: Timeline, action: int | None = None) -> Warp:
    """Return constant speed, or slow motion from the turn's `action` on until all pieces rest."""
    slow = timeline.duration if action is None else timeline.starts[action]
    return Warp(slow, timeline.duration, max(timeline.duration, timeline.combo_end))


class Pace:
    """Durations of the turns of a game in the trailer, in seconds."""

    def __init__(self, game: Game) -> None:
        self._manner = MotionStyle(style=look_of(game).style)

    def turn(self, turn: Turn, action: int | None = None) -> float:
        """Return the duration of a turn, in seconds; `action` decides the game, if not None."""
        events = [entry.events for entry in turn.entries]
        timeline = stage_turn(events, lambda _point: (0.0, 0.0), self._manner)
        return warp(timeline, action).length

    def seconds(self, turns: Sequence[Turn]) -> float:
        """Return the seconds of these turns with the pauses between them."""
        return sum(self.turn(turn) + TURN_PAUSE_S for turn in turns)

    def whole(self, turns: Sequence[Turn], cut: Cut) -> float:
        """Return the seconds from the first picture of a game to the next game."""
        before, after = turns[cut.enter : cut.turn], turns[cut.turn + 1 : cut.leave]
        deciding = DECIDING_PAUSE_S + self.turn(turns[cut.turn], cut.action)
        return OPENING_S + self.seconds(before) + deciding + self.seconds(after) + CLOSING_S


class Narrator:
    """The texts of one clip: `caption` and `scale`; `age` is the time since the headline changed.

    Each rule is announced a single time per game, in large letters, when it first applies.
    """

    def __init__(self, clip: Clip) -> None:
        self.clip = clip
        self.commentary = commentary_of(clip.game)
        outcome = clip.match.outcome
        self._stake = self.commentary.at_stake(outcome) if outcome is not None else ""
        opening = self.commentary.opening()
        self.caption = Caption(opening.head, f"{opening.note} {self._stake}".strip())
        self.age = 0.0
        self.scale: Scale = self.commentary.scale(clip.match.turns[clip.cut.enter].before)
        self._deciding = clip.match.turns[clip.cut.turn].number
        self._hushed = False  # whether the headline announces the deciding turn
        self._told: set[str] = set()
        self._seen: tuple[int, int] = (-1, 0)  # turn number, and how many of its actions have begun

    def update(self, dt: float) -> None:
        self.age += dt

    def follow(self, turn: Turn, begun: int) -> None:
        """Describe the actions of the turn that have begun."""
        if self._seen == (turn.number, begun):
            return
        seen = self._seen[1] if self._seen[0] == turn.number else 0
        self._seen = (turn.number, begun)
        if seen == 0 and begun:
            entry = turn.entries[0]
            happened = self.commentary.caption(entry.before, entry.events)
            if self._hushed and turn.number > self._deciding:
                self._hushed = False
                self._say(_("That turn decided the game."), happened)
            self.caption = Caption(self.caption.head, happened)
        for entry in turn.entries[seen:begun]:
            self._action(entry)

    def _action(self, entry: HistoryEntry) -> None:
        self.scale = self.commentary.scale(entry.after)
        rule = self.commentary.rule(entry.before, entry.events)
        if rule and rule not in self._told and self.age >= RULE_SHOWN_S:
            self._told.add(rule)
            self._say(rule, self.caption.note)

    def rest(self, turn: Turn) -> None:
        """Show the score after a turn."""
        last = turn.entries[-1]
        note = self.commentary.note(last.before, last.after, last.events)
        self.caption = Caption(self.caption.head, note)

    def hush(self, turn: Turn) -> None:
        """Announce that the next turn decides the game."""
        self._hushed = True
        words = _("{name} to move: this turn decides.")
        name = self.commentary.side_name(turn.seat, turn.before)
        note = self._stake or self.commentary.note(turn.before, turn.before, ())
        self._say(words.format(name=name), note)

    def close(self, turn: Turn, dare: str = "") -> None:
        """Announce, after the last turn shown, how the game ended or will end.

        `dare` is a sentence about the record to be beaten in this game; it replaces the score.
        """
        last = turn.entries[-1]
        ended = next((event for event in last.events if isinstance(event, GameEnded)), None)
        if ended is not None:
            head = self.commentary.caption(last.before, (ended,))
            self._say(head, dare or self.commentary.why(last.after, ended.outcome))
            return
        outcome = self.clip.match.outcome
        winner = outcome.winners[0] if outcome is not None and outcome.winners else turn.seat
        name = self.commentary.winner_name(winner, last.before)
        note = dare or self.commentary.note(last.before, last.after, last.events)
        self._say(_("From here on {name} cannot be caught.").format(name=name), note)

    def _say(self, head: str, note: str) -> None:
        self.caption, self.age = Caption(head, note), 0.0


def train_of(turn: Turn, begun: int) -> tuple[list[Point], list[Point]]:
    """Return the points that a train has touched, and those whose counter has turned over.

    The train consists of the first `begun` actions of a turn without the last of them, which is
    still in the air.
    """
    path: list[Point] = []
    turned: list[Point] = []
    for entry in turn.entries[: max(0, begun - 1)]:
        for event in entry.events:
            if isinstance(event, Jumped):
                path += [event.target] if path else [event.source, event.target]
            elif isinstance(event, Flipped):
                turned.append(event.point)
    return path, turned


class Preloader:
    """Everything needed to show a clip, prepared a little in each frame, or at its first use.

    `view` is None until it is made.
    """

    def __init__(self, clip: Clip, services: AppServices, size: int) -> None:
        self.clip, self.services, self.size = clip, services, size
        self.view: BoardView | None = None
        self._slices = self._make()

    @cached_property
    def narrator(self) -> Narrator:
        return Narrator(self.clip)

    @cached_property
    def whole(self) -> float:
        """Duration of the clip in seconds."""
        return Pace(self.clip.game).whole(self.clip.match.turns, self.clip.cut)

    def step(self) -> None:
        """Prepare the next part, if any is left."""
        next(self._slices, None)

    def close(self) -> None:
        """Close the view, unless the trailer has taken it over."""
        if self.view is not None:
            self.view.close()
        self.view = None
        self._slices = iter(())

    def _make(self) -> Iterator[object]:
        clip = self.clip
        yield self.narrator
        yield self.whole
        view = self.view = board_view(clip.game, self.services.theme, self.size)
        yield view
        while not view.prepare():
            yield None
        yield view.sprites.shadow()
        for piece in {*clip.game.pieces(clip.match.state).values(), *clip.game.kinds}:
            yield view.sprites.piece(piece)


class Trailer:
    """Shows a game of each kind in turn on a board of `size` px, beginning with kind `first`.

    `shift` chooses among the records of each kind; the next round shows another record. `dare`
    returns the sentence, shown at the end of a game, about a record that the spectator may beat.
    """

    def __init__(
        self,
        services: AppServices,
        first: int = 0,
        shift: int = 0,
        dare: Callable[[str], str] = lambda key: "",
    ) -> None:
        self.services = services
        self._dare = dare
        self.dice = random.Random(shift)
        self.number, self.shift = first, shift
        self.size = 64
        self.topleft = (0, 0)
        self.view: BoardView | None = None
        self._ahead: Preloader | None = None
        self._next = self._prepared(self.number)
        self.show(self._next.finish())

    def _prepared(self, number: int) -> Preparation:
        key = GAMES[number % len(GAMES)].key
        return Preparation(key, self.shift + number // len(GAMES), self.dice)

    def show(self, clip: Clip) -> None:
        """Show a game from its beginning, replacing the game on screen."""
        self._begin(self._loaded(clip))

    def _loaded(self, clip: Clip) -> Preloader:
        return Preloader(clip, self.services, self.size)

    def _begin(self, loaded: Preloader) -> None:
        self.close()
        clip = self.clip = loaded.clip
        self.game: Game = clip.game
        self.turns = clip.match.turns
        self.at = clip.cut.enter  # number of the turn that is shown, or comes next
        self.narrator, self.whole = loaded.narrator, loaded.whole
        self.view, loaded.view = loaded.view, None
        if self.view is not None:
            self.view.topleft = self.topleft
        self.state: State = self.turns[self.at].before
        self.before: dict[str, Piece] = self.game.pieces(self.state)
        self.timeline: Timeline | None = None
        self.age = 0.0  # seconds since the turn or pause on screen began
        self.length = OPENING_S
        self.closing = False
        self.passed = 0.0
        self._next = self._prepared(self.number + 1)

    def skip(self) -> None:
        """Go on to the next game."""
        self.number += 1
        loaded, self._ahead = self._ahead or self._loaded(self._next.finish()), None
        self._begin(loaded)
        loaded.close()

    @property
    def deciding(self) -> bool:
        """True if the turn on screen, or the next one, decides the game."""
        return self.at == self.clip.cut.turn

    @property
    def progress(self) -> float:
        """The share of this game that has been shown, 0 to 1."""
        return min(1.0, self.passed / self.whole)

    def match_here(self, date: str) -> Match:
        """Return a match to continue from the position on screen; never one that is over."""
        turn = min(self.at, len(self.turns) - 1)
        return self.clip.match_from(self.clip.cut.turn if self.closing else turn, date)

    def close(self) -> None:
        """Close the board on screen and the one prepared for the next game."""
        for one in (self.view, self._ahead):
            if one is not None:
                one.close()
        self.view = self._ahead = None

    def place(self, topleft: tuple[int, int], size: int) -> None:
        """Place the board; to be called after a change of theme, too."""
        self.topleft, self.size = topleft, size
        self.close()
        if self.timeline is not None:
            # The turn continues at the same moment, with new positions on the screen.
            self._stage(self.turns[self.at])

    @property
    def board(self) -> BoardView:
        """The board of the game on screen; it is made at its first use."""
        if self.view is None:
            self.view = board_view(self.game, self.services.theme, self.size)
            self.view.topleft = self.topleft
            if self.view.look.style == "counter":
                self.view.prepare_flips(self.game.kinds)
        return self.view

    @property
    def animating(self) -> bool:
        return self.timeline is not None

    def update(self, dt: float) -> None:
        self.narrator.update(dt)
        if self._ahead is not None:
            self._ahead.step()
        elif (clip := self._next.step()) is not None:
            self._ahead = self._loaded(clip)
        self.age += dt
        self.passed += dt
        while self.age >= self.length:
            self.age -= self.length
            self._go_on()
        if self.timeline is not None:
            self.narrator.follow(self.turns[self.at], self.timeline.begun(self.warp.at(self.age)))

    def _go_on(self) -> None:
        """Start the next part when a turn or a pause has ended."""
        if self.timeline is not None:
            self._rest()
        elif self.closing:
            self.skip()
        else:
            self._stage(self.turns[self.at])

    def _stage(self, turn: Turn) -> None:
        settings, view = self.services.settings, self.board
        manner = MotionStyle(1.0, settings.reduced_motion, view.size / 768, view.look.style)
        events = [entry.events for entry in turn.entries]
        self.timeline = stage_turn(events, view.position, manner, self.before)
        self.warp = warp(self.timeline, self.clip.cut.action if self.deciding else None)
        self.length = self.warp.length
        if settings.animation_speed == 0:  # show still pictures for the same time
            self.timeline = replace(self.timeline, movements=(), counts=())

    def _rest(self) -> None:
        turn = self.turns[self.at]
        self.timeline = None
        self.state = turn.after
        self.before = self.game.pieces(self.state)
        self.at += 1
        self.closing = self.at == self.clip.cut.leave
        self.length = CLOSING_S if self.closing else TURN_PAUSE_S
        if self.deciding:
            self.length = DECIDING_PAUSE_S
            self.narrator.hush(self.turns[self.at])
        elif self.closing:
            self.narrator.close(turn, self._dare(self.game.key))
        else:
            self.narrator.rest(turn)

    def draw(self, canvas: Canvas) -> None:
        view, surface = self.board, canvas.surface
        view.draw(surface)
        timeline, now = self.timeline, 0.0
        picture = AnimationFrame(self.before, [])
        path, turned = list[Point](), list[Point]()
        if timeline is not None:
            now = self.warp.at(self.age)
            picture = timeline.picture(self.before, now)
            path, turned = train_of(self.turns[self.at], timeline.begun(now))
        resting = picture.resting

        def draw_resting() -> None:
            if len(path) > 1:
                view.draw_path(surface, path)
            if self.game.topology.kind == "hexagon":
                view.draw_groups(surface, outlined(self.game, resting))
            for point, piece in resting.items():
                view.draw_piece(surface, piece, point)
            for point in turned:
                if point in resting:
                    view.draw_glow(surface, point, "over", 0.8)

        canvas.keep(
            "trailer", (view, tuple(resting.items()), tuple(path), tuple(turned)), draw_resting
        )
        for sprite in picture.moving:
            view.draw_moving(surface, sprite)
        counter = timeline.combo(now) if timeline is not None else None
        if counter is not None and counter.count > 1:
            busy = tuple(view.position(point) for point in self.before)
            combo.draw(canvas, counter, view, busy)


def outlined(game: Game, pieces: Mapping[Point, Piece]) -> list[frozenset[Point]]:
    """Return the groups to outline: those of two stones or more."""
    stones = {point: piece for point, piece in pieces.items() if piece.colour != "grey"}
    return [group for group in groups_of(game.topology, stones) if len(group) > 1]
