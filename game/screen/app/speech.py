"""Speech: sentences said aloud in order, off the loop, by a voice of the system.

On Linux the voice is the speech-dispatcher, used through its own socket (SSIP, its published
protocol); elsewhere it is pyttsx3. The voice is opened with the first sentence; a missing voice is
reported once. Nothing here touches the window.
"""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from game.platform.processes import unbundled_environment

if TYPE_CHECKING:
    import socket

Sentence = tuple[str, str, float]  # text, language, rate
CLOSE = None
MAX_WAITING = 12  # sentences; with more waiting, all are dropped
SSIP_TIMEOUT_S = 3.0  # seconds to wait for the dispatcher's answer


class VoiceError(OSError):
    """No voice can be opened here, or it has gone."""


class Voice(Protocol):
    """Speaks one sentence at a time. All methods raise VoiceError if the voice has gone."""

    def say(self, text: str, language: str, rate: float) -> None:
        """Begin to say `text`; `language` is a code such as "fr", `rate` 0.5 (slow) to 2 (fast)."""

    def hush(self) -> None:
        """Stop the present sentence and all queued ones."""

    def close(self) -> None:
        """Release the voice."""


class Dispatcher:
    """A client of the speech-dispatcher. Raises VoiceError if none runs or can be started."""

    def __init__(self, path: Path | None = None) -> None:
        self._socket = self._connected(path or socket_path())
        self._lines = self._socket.makefile("rb")
        self._told = ("", 0.0)
        self._ask("SET SELF CLIENT_NAME user:less-is-more:main")

    @staticmethod
    def _connected(path: Path) -> socket.socket:
        if not path.exists():
            _wake()
        import socket

        link = socket.socket(socket.AF_UNIX)
        link.settimeout(SSIP_TIMEOUT_S)
        try:
            link.connect(str(path))
        except OSError as error:
            link.close()
            raise VoiceError(*error.args) from error
        return link

    def say(self, text: str, language: str, rate: float) -> None:
        if self._told != (language, rate):
            self._ask(f"SET SELF LANGUAGE {language}")
            self._ask(f"SET SELF RATE {ssip_rate(rate)}")
            self._told = (language, rate)
        self._ask("SPEAK")
        # A line that is a full stop alone would end the message.
        self._ask(" ".join(text.split()).removeprefix(".") + "\r\n.")

    def hush(self) -> None:
        self._ask("CANCEL SELF")

    def close(self) -> None:
        self._lines.close()
        self._socket.close()

    def _ask(self, line: str) -> None:
        """Send a line and read its answer: lines "2xx-...", the last one "2xx ...".

        Raises VoiceError if the connection is lost or the answer is an error.
        """
        try:
            self._socket.sendall(line.encode() + b"\r\n")
            answer = self._lines.readline()
            while answer[3:4] == b"-":
                answer = self._lines.readline()
        except OSError as error:
            raise VoiceError(*error.args) from error
        if not answer.startswith(b"2"):
            raise VoiceError(0, answer.decode(errors="replace").strip() or "silence")


class SystemVoice:
    """The voice that pyttsx3 finds on Windows and macOS. Raises VoiceError if it finds none."""

    def __init__(self) -> None:
        try:
            import pyttsx3

            self._engine = pyttsx3.init()
        except (ImportError, RuntimeError, OSError, KeyError) as error:
            raise VoiceError(0, str(error)) from error
        self._usual = self._engine.getProperty("rate")

    def say(self, text: str, language: str, rate: float) -> None:
        for voice in self._engine.getProperty("voices"):
            if any(language in str(known) for known in voice.languages or (voice.id,)):
                self._engine.setProperty("voice", voice.id)
                break
        self._engine.setProperty("rate", round(self._usual * rate))
        self._engine.say(text)
        self._engine.runAndWait()

    def hush(self) -> None:
        self._engine.stop()

    def close(self) -> None:
        self._engine.stop()


def system_voice() -> Voice:
    """Return the voice of this system.  Raises VoiceError if there is none."""
    return Dispatcher() if sys.platform.startswith("linux") else SystemVoice()


def socket_path() -> Path:
    """Return the path of the socket of this user's speech-dispatcher."""
    told = os.environ.get("SPEECHD_ADDRESS", "").removeprefix("unix_socket:")
    runtime = os.environ.get("XDG_RUNTIME_DIR") or str(Path.home() / ".cache")
    return Path(told) if told else Path(runtime) / "speech-dispatcher" / "speechd.sock"


def ssip_rate(rate: float) -> int:
    """Convert a rate to the dispatcher's scale of -100 to 100, where 0 is the normal rate."""
    return max(-100, min(100, round((rate - 1) * 100 if rate > 1 else (rate - 1) * 200)))


def _wake() -> None:
    """Make the dispatcher start itself, as other clients do. Raises VoiceError if it is missing."""
    # Imported with the first sentence, like the socket: most runs speak no sentence.
    import shutil

    program = shutil.which("speech-dispatcher")
    if program is None:
        raise VoiceError(0, "speech-dispatcher")
    try:
        subprocess.run(
            [program, "--spawn"],
            capture_output=True,
            timeout=SSIP_TIMEOUT_S,
            check=False,
            env=unbundled_environment(),
        )
    except subprocess.TimeoutExpired as error:
        raise VoiceError(0, str(error)) from error


class Speech:
    """A thread that says sentences aloud.

    `voice` opens a voice or raises VoiceError; `failed` is then called once, on the thread, with
    what was missing.
    """

    def __init__(
        self, failed: Callable[[str], None], voice: Callable[[], Voice] = system_voice
    ) -> None:
        self._failed, self._voice = failed, voice
        self._queue: queue.Queue[Sentence | str | None] = queue.Queue()
        self._thread: threading.Thread | None = None
        self.silent = False  # True if no voice was found

    def say(self, text: str, language: str, rate: float = 1.0, urgent: bool = False) -> None:
        """Queue a sentence; `urgent` first stops the present one and empties the queue."""
        if not text or self.silent:
            return
        if urgent or self._queue.qsize() > MAX_WAITING:
            self.hush()
        self._queue.put((text, language, rate))
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, daemon=True, name="speech")
            self._thread.start()

    def hush(self) -> None:
        """Stop the present sentence, and drop those that wait."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._queue.get_nowait()
        if self._thread is not None:
            self._queue.put("hush")

    def try_again(self) -> None:
        """Look for a voice again: a missing one may have been installed."""
        self.silent = False

    def close(self) -> None:
        """End the thread; sentences that wait are dropped."""
        if self._thread is not None:
            self.hush()
            self._queue.put(CLOSE)
            self._thread.join(1.0)
            self._thread = None

    def _work(self) -> None:
        voice: Voice | None = None
        try:
            voice = self._voice()
            while True:
                wanted = self._queue.get()
                if wanted is CLOSE:
                    break
                if isinstance(wanted, tuple):
                    voice.say(*wanted)
                else:
                    voice.hush()
        except VoiceError as error:
            self.silent, self._thread = True, None
            self._failed(error.args[-1] if error.args else "")
        finally:
            if voice is not None:
                voice.close()
