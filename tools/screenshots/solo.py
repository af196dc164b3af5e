"""Photographs of games for one player: the choice with its lists, each mode in play, an end."""

from __future__ import annotations

import random
from functools import partial

from game.rules.proposals import Play
from game.screen.app.app import App
from game.screen.app.scene import Scene
from game.screen.plugin.registry import campaign_of
from game.screen.solo.choice import SoloMenuScene
from game.screen.solo.scene import SoloPlay, solo_scene
from game.solo import scores
from game.solo.mode import Par, SoloDeal, modes, usual_deal
from tools.screenshots.camera import Shot, playing

SEED = 20261122
# Best results of the usual deals of SEED, as `main.py helper solo` finds them.
BEST = {
    "less-par": 22,
    "libra-many": 13,
    "libra-few": 2,
    "multiplicity-rush": 648,
    "more-or-less-twelve": 51,
}


class InstantPar(Par):
    """A par that is known immediately, so that photographs need not wait."""

    def __init__(self, deal: SoloDeal) -> None:
        super().__init__(deal, BEST[deal.mode])


def _deal(mode: str) -> Scene:
    deal = usual_deal(modes()[mode], SEED)
    return solo_scene(deal, par=InstantPar(deal))


def _step(game: str, number: int) -> Scene:
    return solo_scene(campaign_of(game)[number - 1].deal)


def _played(actions: int, app: App) -> None:
    """Play this many random actions, fewer if the game ends."""
    (scene, alone), dice = playing(app, SoloPlay), random.Random(3)
    for _action in range(actions):
        legal = [a for a in scene.match.legal() if a.kind not in ("stop", "slide")]
        legal = legal or scene.match.legal()
        if not legal:
            break
        alone.solo.submit_or_raise(Play((dice.choice(legal),)))
    scene.playback.follow()
    scene.playback.finish()
    for _frame in range(40):
        app.frame(0.15)


def _choice() -> Scene:
    table: scores.Table = {}
    for place, (mode, value, par) in enumerate(
        (("less-par", 22, 22), ("less-par", 24, 23), ("libra-many", 11, 10), ("libra-few", 6, 3))
    ):
        score = scores.SoloScore(value, par, SEED, "", f"2026-11-{20 - place}")
        table = scores.entered(table, modes()[mode], score)
    for place, off in enumerate((0, 1, 0, 3, 0, 1)):
        step = campaign_of("less")[place]
        score = scores.SoloScore(step.par + off, step.par, step.deal.seed, "", "2026-11-20")
        table = scores.entered(table, modes()[step.deal.mode], score, step.deal.text)
    scores.save(table)
    return SoloMenuScene("less-par")


SHOTS = (
    Shot("alone", _choice),
    Shot("alone.new", partial(SoloMenuScene, "multiplicity-rush")),
    *(
        Shot(f"solo.{mode}", partial(_deal, mode), partial(_played, count), seconds=0.4)
        for mode, count in (
            ("less-par", 7),
            ("libra-many", 17),
            ("libra-few", 18),
            ("multiplicity-rush", 15),
            ("more-or-less-twelve", 22),
        )
    ),
    Shot("solo.campaign", partial(_step, "multiplicity", 8), partial(_played, 9), seconds=0.4),
    Shot("solo.campaign.over", partial(_step, "libra", 1), partial(_played, 99), seconds=0.4),
    Shot("solo.over", partial(_deal, "libra-few"), partial(_played, 99), seconds=0.4),
)
