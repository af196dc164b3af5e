"""What can be tuned in a game, and how widely: settings of the search and weights of its room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from game.engine.search.profile import Profile


@dataclass(frozen=True, slots=True)
class Range:
    """Values of a setting; `log` where twice as much is one step, `whole` for numbers of visits."""

    low: float
    high: float
    log: bool = False
    whole: bool = False


SETTINGS = {
    "explore": Range(0.03, 1.2, log=True),
    "rave": Range(10, 3000, log=True),
    "expand": Range(1, 6, whole=True),
    "prior": Range(1, 500, log=True, whole=True),
    "fpu": Range(0.2, 1.1),
}


def space_of(profile: Profile) -> dict[str, Range]:
    """Return the settings that change anything in a game with this profile, and its weights."""
    found = dict(SETTINGS)
    if not profile.settings.rave:
        del found["rave"]
    if not profile.settings.prior:
        del found["prior"]
    return found | {one.name: Range(one.low, one.high) for one in profile.weights}


def present(profile: Profile) -> dict[str, float]:
    """Return today's values of what can be tuned."""
    own = {one.name: one.value for one in profile.weights}
    settings = {name: float(getattr(profile.settings, name)) for name in SETTINGS}
    return {name: (settings | own)[name] for name in space_of(profile)}


def propose(trial: Any, space: dict[str, Range]) -> dict[str, float]:
    """Return the values that an Optuna trial wants tried, with three digits."""
    found: dict[str, float] = {}
    for name, one in space.items():
        if one.whole:
            found[name] = float(trial.suggest_int(name, int(one.low), int(one.high), log=one.log))
        else:
            value = trial.suggest_float(name, one.low, one.high, log=one.log)
            found[name] = float(f"{value:.3g}")
    return found


def player_word(values: dict[str, float]) -> str:
    """Return the player of the ladder with these values."""
    return "settings:" + ",".join(f"{name}={value:g}" for name, value in values.items())
