"""Composes the quiet music of the title, and the layers in play: `python assets/make_music.py`.

Writes assets/music/*.wav, 16-bit mono. They loop without a seam, because sound that rings beyond
the end is added to the beginning. evening.wav has slow chords of soft sines and a few notes of a
wooden bar. A fixed seed draws these notes from the chord, so the same script writes the same bytes.
near.wav is a low fifth that swells; heart.wav is a heartbeat under a high note. Needs numpy only.
"""

from __future__ import annotations

import wave
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Wave = NDArray[np.float64]

RATE = 22050
FOLDER = Path(__file__).resolve().parent / "music"
BAR = 4.5  # seconds for which a chord lasts
PEAK = 0.5

# The bass and the voices over it, in semitones above C. All are within one pentatonic scale and its
# fourth, so that any notes drawn from a chord agree with the next chord.
CHORDS = (
    (0, (12, 19, 24, 28)),
    (9, (16, 21, 24, 31)),
    (5, (17, 21, 24, 28)),
    (7, (14, 19, 26, 31)),
    (4, (16, 19, 23, 28)),
    (9, (12, 16, 21, 28)),
    (2, (14, 17, 21, 28)),
    (7, (14, 19, 24, 26)),
)
C2 = 65.406
BEATS = 8  # places in a bar where a note may fall
NOTES = 3  # notes in a bar; every second bar has one more
# Seconds of one swell of the layers in play, and the number of swells in a loop.
BREATH, BREATHS = 4.0, 3


def pitch(semitones: float) -> float:
    """Return the frequency this many semitones above the C two octaves below middle C."""
    return float(C2 * 2 ** (semitones / 12))


def pad(semitones: float, length: float) -> Wave:
    """Return a voice of a chord: two slightly detuned sines that swell and fade."""
    t = np.arange(int(RATE * (length + 3.0))) / RATE
    swell = np.clip(t / 2.2, 0, 1) * np.clip((length + 3.0 - t) / 3.0, 0, 1)
    f = pitch(semitones)
    voice = sum(np.sin(2 * np.pi * f * by * t) for by in (0.9985, 1.0015))
    return np.asarray(swell**1.5 * (voice + 0.25 * np.sin(4 * np.pi * f * t)))


def bar_of_wood(semitones: float) -> Wave:
    """Return a soft note of a wooden bar: its first two partials, with a gentle attack."""
    t = np.arange(int(RATE * 2.4)) / RATE
    f = pitch(semitones)
    rung = np.sin(2 * np.pi * f * t) * np.exp(-t / 0.55)
    rung += 0.22 * np.sin(2 * np.pi * 3.93 * f * t) * np.exp(-t / 0.09)
    return np.asarray(np.clip(t / 0.006, 0, 1) * rung)


def lay(total: Wave, start: float, sound: Wave) -> None:
    """Add a sound at `start` seconds; its part beyond the end is added at the beginning."""
    places = (int(RATE * start) + np.arange(len(sound))) % len(total)
    np.add.at(total, places, sound)


def compose() -> Wave:
    """Return the whole piece, whose loudest sample is PEAK."""
    total = np.zeros(int(RATE * BAR * len(CHORDS)))
    dice = np.random.default_rng(1963)
    for number, (bass, voices) in enumerate(CHORDS):
        start = number * BAR
        lay(total, start, 0.8 * pad(bass, BAR))
        for voice in voices:
            lay(total, start, 0.28 * pad(voice, BAR))
        beats = np.sort(dice.choice(BEATS, size=NOTES + number % 2, replace=False))
        for beat in beats:
            note = int(dice.choice(voices)) + 12
            strength = 0.55 + 0.3 * float(dice.random())
            lay(total, start + BAR * float(beat) / BEATS, strength * bar_of_wood(note))
    return np.asarray(total / np.abs(total).max() * PEAK)


def near() -> Wave:
    """Return a low fifth that swells and fades, with a knock of wood within each swell."""
    total = np.zeros(int(RATE * BREATH * BREATHS))
    for number in range(BREATHS):
        start = number * BREATH
        for strength, note in ((0.9, 2), (0.5, 9), (0.25, 14)):
            lay(total, start, strength * pad(note, BREATH - 1.5))
        lay(total, start + BREATH / 2, 0.3 * bar_of_wood(26 + 7 * (number % 2)))
    return np.asarray(total / np.abs(total).max() * PEAK)


def beat() -> Wave:
    """Return one stroke of a heart: a low sine that falls in pitch and dies fast."""
    t = np.arange(int(RATE * 0.5)) / RATE
    falling = 2 * np.pi * (46 * t + 3.0 * (1 - np.exp(-t / 0.04)))
    return np.asarray(np.clip(t / 0.008, 0, 1) * np.sin(falling) * np.exp(-t / 0.11))


def heart() -> Wave:
    """Return a heart at 60 strokes a minute, with two barely audible high notes a step apart."""
    total = np.zeros(int(RATE * BREATHS * BREATH))
    for second in range(int(BREATHS * BREATH)):
        lay(total, second + 0.05, beat())
        lay(total, second + 0.33, 0.6 * beat())
    for number in range(BREATHS):
        for note in (38, 40):
            lay(total, number * BREATH, 0.05 * pad(note, BREATH - 1.5))
    return np.asarray(total / np.abs(total).max() * PEAK)


PIECES: dict[str, Callable[[], Wave]] = {"evening": compose, "near": near, "heart": heart}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, make in PIECES.items():
        samples = np.rint(make() * 32767).astype("<i2")
        with wave.open(str(FOLDER / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(samples.tobytes())


if __name__ == "__main__":
    main()
