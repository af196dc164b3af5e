"""What search and bots ask about More or Less."""

from __future__ import annotations

from game.engine.games.more_or_less.evaluation import evaluate, rollout
from game.engine.games.more_or_less.glance import glance
from game.engine.games.more_or_less.trains import probe, scratch
from game.engine.kernels.defaults import mark_own
from game.engine.search.profile import Profile, Settings
from game.rules.more_or_less import JUMPS, META, POINTS, SLIDES

PROFILE = Profile(
    key="more-or-less",
    settings=Settings(explore=0.3, rave=300.0, expand=1.0),
    codes=lambda game: sum(game.tables[META][field] for field in (POINTS, JUMPS, SLIDES)) + 2,
    mark=mark_own,
    rollout=rollout,
    probe=probe,
    scratch=scratch,
    evaluate=evaluate,
    glance=glance,
)
