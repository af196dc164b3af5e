"""Speech: sentences said aloud in order, off the loop; urgent ones interrupt.

The voice is opened with the first sentence, and said to be missing once.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

from game.screen.app.voice import Voice, VoiceError, system_voice

Sentence = tuple[str, str, float]  # text, language, rate
CLOSE = None
MAX_WAITING = 12  # sentences; with more, nobody could follow


class Speech:
    """A thread that says sentences aloud.

    `voice` opens a voice or raises VoiceError; `failed` is called once, on the thread, with what
    was missing.
    """

    def __init__(
        self,
        failed: Callable[[str], None],
        voice: Callable[[], Voice] = system_voice,
    ) -> None:
        self._failed, self._voice = failed, voice
        self._queue: queue.Queue[Sentence | str | None] = queue.Queue()
        self._thread: threading.Thread | None = None
        self.silent = False  # no voice can be had

    def say(self, text: str, language: str, rate: float = 1.0, urgent: bool = False) -> None:
        """Queue a sentence; `urgent` first stops what is being said and empties the queue."""
        if not text or self.silent:
            return
        if urgent or self._queue.qsize() > MAX_WAITING:
            self.hush()
        self._queue.put((text, language, rate))
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, daemon=True, name="speech")
            self._thread.start()

    def hush(self) -> None:
        """Stop what is being said, and say nothing of what waits."""
        try:
            while True:
                self._queue.get_nowait()
        except queue.Empty:
            if self._thread is not None:
                self._queue.put("hush")

    def try_again(self) -> None:
        """Look for a voice again: one that was missing may be there by now."""
        self.silent = False

    def close(self) -> None:
        """End the thread; what waits is not said."""
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
