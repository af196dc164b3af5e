"""Synthesises the sounds that ship with the program: `python assets/make_sounds.py`.

Writes assets/sounds/*.wav, 16-bit mono. Everything is made of decaying sines (wood, metal) and
filtered noise (felt, clack), from fixed seeds: the same script writes the same bytes.
Needs numpy only.
"""

from __future__ import annotations

import wave
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Wave = NDArray[np.float64]

RATE = 32000
FOLDER = Path(__file__).resolve().parent / "sounds"
HOPS = 12
# A major pentatonic scale, in which any train of hops sounds like a climbing tune.
SCALE = (0, 2, 4, 7, 9)
LOWEST_HOP = 392.0  # Hz: the note G4


def seconds(length: float) -> Wave:
    """Return the times of a sound's samples, in seconds."""
    return np.arange(int(RATE * length)) / RATE


def tone(
    length: float, partials: Sequence[tuple[float, float, float]], attack: float = 0.002
) -> Wave:
    """Return a struck tone of partials: frequency in Hz, strength, seconds to fall to a third."""
    t = seconds(length)
    rise = np.clip(t / attack, 0, 1)
    rung = sum(a * np.sin(2 * np.pi * f * t) * np.exp(-t / d) for f, a, d in partials)
    return np.asarray(rise * rung)


def noise(length: float, low: float, high: float, seed: int) -> Wave:
    """Return white noise between two frequencies, with soft flanks and unit strength."""
    count = int(RATE * length)
    spectrum = np.fft.rfft(np.random.default_rng(seed).standard_normal(count))
    at = np.fft.rfftfreq(count, 1 / RATE)
    flanks = 1 / (1 + (low / np.maximum(at, 1)) ** 6) / (1 + (at / high) ** 6)
    heard = np.fft.irfft(spectrum * flanks, count)
    return np.asarray(heard / np.sqrt(np.mean(heard**2)))


def fade(sound: Wave, time: float, rise: float = 0.001) -> Wave:
    """Let a steady sound rise quickly and decay; `time` is the seconds until a third remains."""
    t = np.arange(len(sound)) / RATE
    return np.asarray(sound * np.clip(t / rise, 0, 1) * np.exp(-t / time))


def mix(*parts: tuple[float, Wave]) -> Wave:
    """Add sounds, each beginning at its time in seconds."""
    starts = [int(RATE * start) for start, _ in parts]
    total = np.zeros(max(s + len(sound) for s, (_, sound) in zip(starts, parts)))
    for start, (_, sound) in zip(starts, parts):
        total[start : start + len(sound)] += sound
    return total


def wood(pitch: float, hardness: float, seed: int, length: float = 0.22) -> Wave:
    """Return a knock on a block of wood: inharmonic partials that die fast, and the impact."""
    body = tone(
        length,
        [
            (pitch, 1.0, 0.040),
            (pitch * 2.62, 0.45 * hardness, 0.022),
            (pitch * 4.9, 0.22 * hardness, 0.012),
            (pitch * 0.51, 0.5, 0.055),
        ],
        attack=0.0008,
    )
    knock = fade(noise(length, 700, 2600 + 3800 * hardness, seed), 0.006)
    return body + 0.30 * knock


def bell(pitch: float, length: float = 1.1, strength: float = 1.0) -> Wave:
    """Return the sound of a small chime bar."""
    return strength * tone(
        length, [(pitch, 1.0, 0.34), (pitch * 2.76, 0.35, 0.16), (pitch * 5.4, 0.16, 0.07)]
    )


def hop_pitch(number: int) -> float:
    """Return the frequency in Hz of hop `number` (1, 2, ...) of a train."""
    octave, degree = divmod(number - 1, len(SCALE))
    return LOWEST_HOP * 2 ** (octave + SCALE[degree] / 12)


def hop(number: int) -> Wave:
    """Return the landing of a hop; each hop of a train sounds a step higher and longer."""
    pitch = hop_pitch(number)
    ring = tone(0.30 + 0.03 * number, [(pitch * 2, 0.30, 0.10 + 0.012 * number)])
    return mix((0, wood(pitch, 0.9, 40 + number)), (0.002, ring))


def combo(number: int) -> Wave:
    """Return the small bell of a rising train count, an octave above its hop."""
    return bell(hop_pitch(number) * 2, 0.55, 1.0)


def flip() -> Wave:
    """Return the sound of a counter turning over: air, then its edge, then its flat side."""
    air = fade(noise(0.10, 500, 2400, 3), 0.05, rise=0.03)
    return mix((0, 0.10 * air), (0.045, 0.5 * wood(1150, 1.0, 4)), (0.095, wood(760, 0.8, 5)))


def slide() -> Wave:
    """Return the sound of felt that slides on wood."""
    t = seconds(0.26)
    swell = np.sin(np.pi * np.clip(t / 0.26, 0, 1)) ** 1.2
    grain = 1 + 0.35 * np.sin(2 * np.pi * 31 * t)
    return np.asarray(noise(0.26, 240, 1500, 8) * swell * grain * 0.5)


def climb() -> Wave:
    """Return two knocks: up onto the wall, then down behind it."""
    return mix((0, 0.7 * wood(520, 0.6, 11)), (0.15, wood(330, 0.7, 12)))


def fanfare() -> Wave:
    """Return the sound of a win: three steps up and a long chord."""
    notes = [392.0, 523.25, 659.26]
    steps = [(0.13 * i, bell(pitch, 0.9, 0.8)) for i, pitch in enumerate(notes)]
    chord = [(0.42, bell(pitch, 2.0, 0.75)) for pitch in (523.25, 659.26, 783.99, 1046.5)]
    low = tone(1.8, [(130.8, 0.8, 0.6), (196.0, 0.5, 0.5)], attack=0.01)
    return mix(*steps, *chord, (0.42, low))


def ending() -> Wave:
    """Return the sound of a game that nobody here has won: two quiet steps down."""
    return mix((0, bell(523.25, 1.0, 0.7)), (0.2, bell(392.0, 1.4, 0.8)))


def thud() -> Wave:
    """Return the sound of an impossible action: a padded knock, low so that it does not scold."""
    low = tone(0.25, [(98, 1.0, 0.06), (147, 0.6, 0.04)], attack=0.004)
    return low + 0.12 * fade(noise(0.25, 80, 500, 21), 0.03)


def tick(pitch: float) -> Wave:
    """Return the tick of a clock's hand."""
    return tone(0.06, [(pitch, 1.0, 0.010), (pitch * 2.4, 0.4, 0.005)], 0.0005)


SOUNDS: dict[str, Callable[[], Wave]] = {
    "place": lambda: wood(430, 0.7, 1),
    "stone": lambda: mix((0, wood(980, 1.0, 2)), (0.028, 0.25 * wood(1240, 1.0, 6))),
    "step": lambda: 0.8 * wood(360, 0.45, 9),
    "leap": lambda: mix((0, 0.35 * wood(610, 0.5, 10)), (0.11, wood(470, 0.8, 13))),
    "climb": climb,
    "lift": lambda: fade(noise(0.09, 300, 1400, 16), 0.03, rise=0.015),
    "slide": slide,
    "flip": flip,
    "marker": lambda: mix((0, 0.5 * slide()), (0.22, 0.8 * wood(680, 0.9, 14))),
    "button": lambda: 0.7 * wood(1400, 0.5, 15, 0.09),
    "focus": lambda: 0.5 * tick(1700),
    "error": thud,
    "chime": lambda: mix((0, bell(1046.5, 1.0, 0.7)), (0.09, bell(1568.0, 1.2, 0.6))),
    "turn": lambda: bell(784.0, 0.7, 0.5),
    "win": fanfare,
    "end": ending,
    "clock60": lambda: mix((0, tick(1250)), (0.16, 0.8 * tick(1000))),
    "clock10": lambda: mix((0, tick(1500)), (0.12, tick(1500)), (0.24, tick(1200))),
    "period": lambda: mix((0, tick(1900)), (0.01, 0.5 * bell(1900, 0.25))),
    "flag": lambda: mix((0, bell(880.0, 0.8)), (0.16, bell(660.0, 0.9)), (0.32, bell(440.0, 1.2))),
}
TUNES: dict[str, Callable[[int], Wave]] = {"hop": hop, "combo": combo}

# Peak amplitude by sound, so that frequent sounds are quiet; 0.5 for those not listed.
PEAK = {
    "hop": 0.62,
    "combo": 0.22,
    "win": 0.85,
    "end": 0.6,
    "flag": 0.7,
    "focus": 0.2,
    "lift": 0.12,
    "button": 0.35,
    "slide": 0.35,
    "turn": 0.4,
    "clock60": 0.45,
    "clock10": 0.55,
    "period": 0.6,
    "flip": 0.45,
}


def write(name: str, sound: Wave, kind: str) -> None:
    """Write a 16-bit mono WAV at the sound's loudness, with a short fade-out at its end."""
    tail = min(len(sound), int(RATE * 0.012))
    sound = sound.copy()
    sound[-tail:] *= np.linspace(1, 0, tail)
    peak = PEAK.get(kind, 0.5)
    samples = np.rint(sound / np.abs(sound).max() * peak * 32767).astype("<i2")
    FOLDER.mkdir(exist_ok=True)
    with wave.open(str(FOLDER / f"{name}.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())


def main() -> None:
    for name, make in SOUNDS.items():
        write(name, make(), name)
    for name, tune in TUNES.items():
        for number in range(1, HOPS + 1):
            write(f"{name}{number}", tune(number), name)


if __name__ == "__main__":
    main()
