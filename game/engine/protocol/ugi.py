"""The engine as a process: UGI on text streams, line by line.

One thread reads commands, and another searches, so commands are answered during a search. Slow
modules are imported only when needed. The process ends only after `quit` or the end of the input,
when all owed answers have been given.
"""

from __future__ import annotations

import gc
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from io import TextIOWrapper
from typing import TextIO

from game.engine.bots.make import Bot, make_bot
from game.engine.bots.options import LOADED, EngineOptions, option_lines
from game.engine.bots.warmup import Progress, fill_tables, is_compiled, start_warmup
from game.engine.protocol.answers import AnswerQueue, OwedAnswer
from game.engine.protocol.commands import (
    CommandError,
    candidate_lines,
    info_line,
    position_lines,
    read_limits,
)
from game.engine.protocol.session import DEFAULT_SETUP, UgiSession
from game.engine.search.analysis import Analysis, SearchLimits, StopSignal
from game.engine.search.turns import side_to_move
from game.platform.paths import COMMAND
from game.rules import Game, State, perft
from game.rules.registry import parse_setup

NAME = "Less is More"
AUTHOR = "the Less is More authors"
PERFT_MOST = 12
QUIT_GRACE_S = 5.0  # seconds that a running perft gets after `quit`
USAGE = f"""usage: {COMMAND} engine [SETUP]

Talks UGI on standard input and output: ugi, isready, setoption, position, go, stop, query, quit.
The page "The engine's protocol" of the documents says what each does."""


Maker = Callable[[Game, EngineOptions, Progress], Bot]


class Engine:
    """A protocol session that sends its lines through the function `answer`."""

    def __init__(self, answer: Callable[[str], None], maker: Maker = make_bot) -> None:
        self._answers, self._maker = AnswerQueue(answer), maker
        self.say = self._answers.say
        self.session = UgiSession()
        self._jobs = JobQueue(lambda error: self._error(f"{type(error).__name__}: {error}"))
        self._bot: Bot | None = None
        self._bot_key: tuple[str, EngineOptions] | None = None
        self._waiting: list[threading.Thread] = []
        self._ready_owed: OwedAnswer | None = None  # the answer to the last `isready`
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._ugi,
            "isready": self._isready,
            "setoption": self._setoption,
            "uginewgame": self._new_game,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
            "query": self._query,
            "perft": self._perft,
            "d": self._d,
        }

    # -- lines ---------------------------------------------------------------------------------

    def command(self, line: str) -> bool:
        """Carry out one line; return False if it was `quit`."""
        words = line.split()
        while words and words[0] not in self._commands and words[0] != "quit":
            words.pop(0)  # unknown words are ignored, as in UCI
        if not words:
            return True
        if words[0] == "quit":
            return False
        try:
            self._commands[words[0]](words[1:])
        except CommandError as error:
            self._error(error)
        except Exception as error:  # The session goes on after any error.
            self._error(f"{words[0]}: {type(error).__name__}: {error}")
        return True

    def finish(self, patient: bool, grace: float = QUIT_GRACE_S) -> None:
        """End the session after giving all owed answers.

        If `patient`, wait for all jobs except endless ones. Otherwise searches answer now, and a
        perft gets `grace` seconds.
        """
        if patient:
            self._jobs.stop(endless_only=True)
            for waiting in self._waiting:
                waiting.join()  # This thread may add a job.
            self._jobs.join()
            return
        self._answers.hurry()
        self._jobs.stop(counts=False)
        self._jobs.join(grace)
        self._jobs.stop()
        self._jobs.join()

    def _error(self, error: object) -> None:
        text = " ".join(str(error).split())
        self.say(f"info string error: {text[:500]}")

    # -- commands ------------------------------------------------------------------------------

    def _ugi(self, words: list[str]) -> None:
        options = option_lines(DEFAULT_SETUP)
        self._reply(f"id name {NAME}", f"id author {AUTHOR}", *options, "ugiok")

    def _reply(self, *lines: str) -> None:
        """Send an answer after the answers to all earlier commands."""
        self._answers.give(self._answers.owe(), *lines)

    def _isready(self, words: list[str]) -> None:
        game = self.session.game
        self._ready_owed = owed = self._answers.owe(early="readyok")
        if self.session.options.engine in ("greedy", "random") or is_compiled(game):
            self._ready(game, owed)
            return

        def wait() -> None:
            warming = start_warmup(game.settled, self._progress)
            if warming is not None:
                warming.wait()
            self._ready(game, owed)

        thread = threading.Thread(target=wait, daemon=True)
        self._waiting.append(thread)
        thread.start()

    def _ready(self, game: Game, owed: OwedAnswer) -> None:
        """Prepare the first turn now, unless a search is queued or running."""
        fill_tables(game)
        if game is not self.session.game:
            self._readyok(owed)
            return
        bot = self._make_bot()

        def prepare(signal: StopSignal) -> None:
            bot.prepare()
            gc.collect()
            gc.freeze()  # Later collections skip the objects that exist now.
            self._readyok(owed)

        # A search is queued or running, and is not disturbed.
        if not self._jobs.add_if_free(prepare):
            self._readyok(owed)

    def _readyok(self, owed: OwedAnswer) -> None:
        """Answer an `isready`, unless a later search has already done so."""
        if not self._answers.give(owed, "readyok"):
            self.say(f"info string {LOADED}")

    def _progress(self, text: str) -> None:
        self.say(f"info string {text}")

    def _setoption(self, words: list[str]) -> None:
        self.session.set_option(words)

    def _new_game(self, words: list[str]) -> None:
        self._jobs.stop()
        self._bot = None
        self.session.set_position(self.session.setup, [])

    def _position(self, words: list[str]) -> None:
        self._jobs.rest()
        self.session.position(words)

    def _stop(self, words: list[str]) -> None:
        self._jobs.stop()

    def _go(self, words: list[str]) -> None:
        limits = read_limits(words)
        game, state = self.session.game, self.session.state
        if game.over(state):
            raise CommandError("go: the game is over")
        bot, options, ready = self._make_bot(), self.session.options, self._ready_owed
        earlier = self.session.earlier
        self._jobs.add(
            lambda signal: self._think(game, state, bot, limits, signal, options, ready, earlier),
            limits.infinite,
        )

    def _perft(self, words: list[str]) -> None:
        text = words[0] if words else ""
        if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= PERFT_MOST):
            raise CommandError(f"perft: {text!r} found, expected a length 1 to {PERFT_MOST}")
        game, state, length = self.session.game, self.session.state, int(text)
        owed = self._answers.owe()

        def count(signal: StopSignal) -> None:
            try:
                for number in range(1, length + 1):
                    sequences = perft(game, number, state, lambda: signal.stopped)
                    if signal.stopped:
                        self._answers.give(owed, f"info string perft {number} was stopped")
                        return
                    line = f"perft {number} {sequences}"
                    self._answers.give(owed, line, whole=False)
            finally:
                self._answers.give(owed)

        self._jobs.add(count, counts=True)

    def _query(self, words: list[str]) -> None:
        game, state = self.session.game, self.session.state
        outcome = game.outcome(state)
        answers: dict[str, Callable[[], str]] = {
            "p1turn": lambda: str(side_to_move(game, state) == 0).lower(),
            "gameover": lambda: str(game.over(state)).lower(),
            "result": lambda: outcome.result if outcome else "none",
            "seat": lambda: str(game.to_move(state)),
            "legal": lambda: " ".join(action.text for action in game.legal(state)),
            "score": lambda: game.score(state),
            "fen": lambda: self.session.position_text(),
        }
        word = words[0] if words else ""
        if word not in answers:
            raise CommandError(f"query: {word!r} found, expected one of {', '.join(answers)}")
        self._reply(f"response {answers[word]()}".rstrip())

    def _d(self, words: list[str]) -> None:
        self._reply(*position_lines(self.session.game, self.session.state))

    # -- the search's thread -------------------------------------------------------------------

    def _make_bot(self) -> Bot:
        """Return the bot for the present game and options; make a new one only if they changed."""
        key = (self.session.game.setup, self.session.options)
        if self._bot is None or self._bot_key != key:
            self._bot = self._maker(self.session.game, self.session.options, self._progress)
            self._bot_key = key
        return self._bot

    def _think(
        self,
        game: Game,
        state: State,
        bot: Bot,
        limits: SearchLimits,
        signal: StopSignal,
        options: EngineOptions,
        ready: OwedAnswer | None,
        earlier: Sequence[State] | None,
    ) -> None:
        """Search and answer; first give `ready`, the answer to the last earlier `isready`."""

        def report(analysis: Analysis) -> None:
            self.say(info_line(game, analysis))
            if options.lines > 1:
                for line in candidate_lines(game, analysis, options.lines):
                    self.say(line)

        if earlier is not None and hasattr(bot, "recall"):
            bot.recall(earlier)
        analysis = bot.think(state, limits, report, signal)
        report(analysis)
        if limits.infinite:  # As in UCI, there is no answer before `stop`.
            signal.wait()
        if ready is not None:
            self._answers.hurry(ready)
        self.say(f"bestmove {game.turn_text(analysis.best)}")
        if options.ponder and hasattr(bot, "ponder"):
            after = state
            for action in analysis.best:
                after = game.advance(after, action)
            self._jobs.when_idle(lambda idle: bot.ponder(after, idle))


def main(
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
    argv: Sequence[str] = (),
    maker: Maker = make_bot,
) -> int:
    """Run a session until `quit` or the end of the input. `argv` may hold a setup text.

    `maker` makes the bot. Raises RulesError for a setup text that names no game.
    """
    source, sink = stdin or sys.stdin, stdout or sys.stdout
    closed = False

    def answer(line: str) -> None:
        nonlocal closed
        if closed:
            return
        try:
            sink.write(line + "\n")
            sink.flush()
        except (OSError, ValueError):  # The reader has closed its end of the stream.
            closed = True

    if argv and argv[0] in ("-h", "--help"):
        answer(USAGE)
        return 0
    if argv:
        parse_setup(" ".join(argv))
    engine = Engine(answer, maker)
    if argv:
        engine.command("setoption name Setup value " + " ".join(argv))
    patient = True
    if isinstance(source, TextIOWrapper):  # Bytes that are not text do not end the session.
        source.reconfigure(errors="replace")
    for line in iter(source.readline, ""):
        if not engine.command(line) or closed:
            patient = False
            break
    engine.finish(patient, 0.0 if closed else QUIT_GRACE_S)
    return 0


# -- long jobs -------------------------------------------------------------------------------------

Job = Callable[[StopSignal], None]


@dataclass
class _Entry:
    job: Job
    endless: bool
    # whether the job is a perft, which ends by itself and is worth waiting for
    counts: bool = False
    signal: StopSignal = field(default_factory=StopSignal)


class JobQueue:
    """A queue of jobs. An endless job (or idle thinking) is stopped when another one comes."""

    def __init__(self, failed: Callable[[Exception], None]) -> None:
        self._failed = failed
        self._entries: deque[_Entry] = deque()
        self._changed = threading.Condition()
        self._idle: Job | None = None
        self._idle_signal = StopSignal()
        threading.Thread(target=self._run, daemon=True).start()

    def add(self, job: Job, endless: bool = False, counts: bool = False) -> None:
        with self._changed:
            self.rest()
            for entry in self._entries:
                if entry.endless:
                    entry.signal.stop()
            self._entries.append(_Entry(job, endless, counts))
            self._changed.notify_all()

    def add_if_free(self, job: Job) -> bool:
        """Add a job if nothing but idle thinking is running; return whether it was added."""
        with self._changed:
            if not self._entries:
                self.rest()
                self._entries.append(_Entry(job, endless=False))
                self._changed.notify_all()
                return True
            return False

    def when_idle(self, job: Job) -> None:
        """Run `job` while there is nothing else to do (thinking in the opponent's time)."""
        with self._changed:
            self._idle = job
            self._changed.notify_all()

    def rest(self) -> None:
        """End idle thinking."""
        self._idle = None
        self._idle_signal.stop()

    def stop(self, endless_only: bool = False, counts: bool = True) -> None:
        """Ask the present job and all waiting ones to end now; each still gives its answer.

        With `counts=False`, a perft goes on.
        """
        with self._changed:
            self.rest()
            for entry in self._entries:
                if entry.endless or not (endless_only or (entry.counts and not counts)):
                    entry.signal.stop()

    def join(self, timeout: float | None = None) -> None:
        """Wait until all jobs are done, or for `timeout` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: not self._entries, timeout)

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._entries and self._idle is None:
                    self._changed.wait()
                if self._entries:
                    entry = self._entries[0]
                    job, signal = entry.job, entry.signal
                else:
                    assert self._idle is not None
                    job, signal = self._idle, StopSignal()
                    self._idle, self._idle_signal = None, signal
            try:
                job(signal)
            except Exception as error:  # The thread goes on after any error.
                self._failed(error)
            with self._changed:
                if self._entries and self._entries[0].signal is signal:
                    self._entries.popleft()
                self._changed.notify_all()
