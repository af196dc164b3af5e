"""Contrast ratios, and simulation of colour blindness.

The functions use only numpy. Colours are 0..255 in sRGB, in the last axis. The matrices are those
of Machado, Oliveira and Fernandes (2009) for a severity of 1.0; they act on linear light.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Colours = NDArray[np.floating[Any]]

SIGHTS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
WEIGHTS = np.array([0.2126, 0.7152, 0.0722])  # share of red, green, blue in luminance


def linear(colours: ArrayLike) -> Colours:
    """Convert sRGB of 0..255 to linear light of 0..1."""
    c = np.asarray(colours, np.float64) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def seen(colours: ArrayLike, sight: str) -> Colours:
    """Return the colours as linear light of 0..1, as people with that kind of sight see them."""
    light: Colours = np.clip(linear(colours) @ np.array(SIGHTS[sight]).T, 0, 1)
    return light


def luminance(colours: ArrayLike, sight: str = "normal") -> Colours:
    """Return the relative luminance, 0 black to 1 white."""
    light: Colours = seen(colours, sight) @ WEIGHTS
    return light


def contrast(one: ArrayLike, other: ArrayLike, sight: str = "normal") -> float:
    """Return the contrast ratio of two colours, 1 to 21."""
    a, b = float(luminance(one, sight)), float(luminance(other, sight))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)


def worst(one: ArrayLike, other: ArrayLike) -> float:
    """Return the lowest contrast of two colours over several kinds of sight."""
    return min(contrast(one, other, sight) for sight in SIGHTS)
