"""What can be tuned in a game, and Optuna's study of one setup, stored in a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.engine.search.profile import Profile
from game.platform.paths import install_advice


@dataclass(frozen=True, slots=True)
class Range:
    """The values of a setting; `log` scales by factors, `whole` restricts to whole numbers."""

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
    """Return the settings that have an effect with this profile, and its weights."""
    found = dict(SETTINGS)
    if not profile.settings.rave:
        del found["rave"]
    if not profile.settings.prior:
        del found["prior"]
    return found | {one.name: Range(one.low, one.high) for one in profile.weights}


def present(profile: Profile) -> dict[str, float]:
    """Return today's values of everything that can be tuned."""
    own = {one.name: one.value for one in profile.weights}
    settings = {name: float(getattr(profile.settings, name)) for name in SETTINGS}
    return {name: (settings | own)[name] for name in space_of(profile)}


def propose(trial: Any, space: dict[str, Range]) -> dict[str, float]:
    """Return the values that an Optuna trial proposes, with three significant digits."""
    found: dict[str, float] = {}
    for name, one in space.items():
        if one.whole:
            found[name] = float(trial.suggest_int(name, int(one.low), int(one.high), log=one.log))
        else:
            value = trial.suggest_float(name, one.low, one.high, log=one.log)
            found[name] = float(f"{value:.3g}")
    return found


def player_word(values: dict[str, float]) -> str:
    """Return the name of the ladder's player with these values."""
    return "settings:" + ",".join(f"{name}={value:g}" for name, value in values.items())


class TuneError(ValueError):
    """Tuning is not possible."""


def optuna_module() -> Any:
    """Return Optuna, which is no part of the product. Raises TuneError without it."""
    try:
        import optuna
    except ImportError:
        raise TuneError(
            f"this needs Optuna, which is not installed: {install_advice('optuna')}"
        ) from None
    module: Any = optuna
    module.logging.set_verbosity(module.logging.WARNING)
    return module


class TuningStudy:
    """Trials and their shares of points, stored in a file. Raises TuneError without Optuna."""

    def __init__(self, path: Path, name: str, profile: Profile, space: dict[str, Range]) -> None:
        self._optuna, self._space = optuna_module(), space
        path.parent.mkdir(parents=True, exist_ok=True)
        self._study = self._optuna.create_study(
            storage=f"sqlite:///{path}",
            study_name=name,
            direction="maximize",
            load_if_exists=True,
            sampler=self._optuna.samplers.TPESampler(multivariate=True, n_startup_trials=12),
        )
        # The first trial has today's values, for comparison.
        if not self._study.trials:
            self._study.enqueue_trial(present(profile))

    @property
    def finished(self) -> int:
        """Return the number of trials with a result; interrupted ones have none."""
        return sum(trial.value is not None for trial in self._study.trials)

    def ask(self) -> tuple[Any, dict[str, float]]:
        """Return the next trial and its values."""
        trial = self._study.ask()
        return trial, propose(trial, self._space)

    def tell(self, trial: Any, share: float) -> None:
        self._study.tell(trial, share)

    def best(self, most: int) -> list[dict[str, float]]:
        """Return the values of the best trials, the best first, without duplicates."""
        found: list[dict[str, float]] = []
        known = [trial for trial in self._study.trials if trial.value is not None]
        for trial in sorted(known, key=lambda trial: -trial.value):
            values = {name: float(f"{value:.3g}") for name, value in trial.params.items()}
            if values not in found:
                found.append(values)
        return found[:most]
