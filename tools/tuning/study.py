"""The study of one setup: what was tried, kept in a file by Optuna, and the next to try."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from game.engine.search.profile import Profile
from game.platform.paths import install_advice
from tools.tuning.space import Range, present, propose


class TuneError(ValueError):
    """Nothing can be tuned so."""


def optuna_module() -> Any:
    """Optuna, which is no part of the product.  Raises TuneError without it."""
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
    """Trials and their shares of points, from file.  Raises TuneError without Optuna."""

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
        if not self._study.trials:  # what is there is the first to be compared with
            self._study.enqueue_trial(present(profile))

    @property
    def finished(self) -> int:
        """Trials that have a value; one that was interrupted has none."""
        return sum(trial.value is not None for trial in self._study.trials)

    def ask(self) -> tuple[Any, dict[str, float]]:
        """Return the next trial and its values."""
        trial = self._study.ask()
        return trial, propose(trial, self._space)

    def tell(self, trial: Any, share: float) -> None:
        self._study.tell(trial, share)

    def best(self, most: int) -> list[dict[str, float]]:
        """Return the values of the best trials, the best first, none twice."""
        found: list[dict[str, float]] = []
        known = [trial for trial in self._study.trials if trial.value is not None]
        for trial in sorted(known, key=lambda trial: -trial.value):
            values = {name: float(f"{value:.3g}") for name, value in trial.params.items()}
            if values not in found:
                found.append(values)
        return found[:most]
