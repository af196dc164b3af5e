"""What the levels of the engine are like, in words, and how strong they were measured."""

from __future__ import annotations

from game.platform.i18n import N_, _
from game.screen.app.page import measuring
from game.screen.app.scene import AppServices
from game.screen.ui.widget import Label
from game.table.opponents import ECHO, OPPONENTS

LEVELS = (
    N_("plays nearly at random. For a first game."),
    N_("sees a good turn now and then."),
    N_("finds simple turns and errs often."),
    N_("sees what is plain and errs often."),
    N_("follows a plan and errs now and then."),
    N_("plays like somebody with practice."),
    N_("is strong at most tables."),
    N_("errs seldom and is hard to beat."),
    N_("hardly errs any more."),
    N_("thinks as long as it may and plays its best."),
)
APART = 2  # levels between which the ladder was measured; see docs/lab/levels.md


def level_words(level: int) -> str:
    """A sentence on the level, and one on how it fares against a lower one."""
    own = _("Level {level} {words}").format(level=level, words=_(LEVELS[level - 1]))
    if level <= APART:
        return own
    fares = _("It wins about eight games in ten, or more, against level {level}.")
    return f"{own} {fares.format(level=level - APART)}"


def about_level_words(level: int) -> str:
    """The strength of an opponent, whose style is not in the measurement."""
    return _("about level {level}").format(level=level)


def opponent_words(key: str, level: int) -> str:
    """What an opponent is like, and how strong."""
    one = OPPONENTS[key]
    own = _("{name}: {words}").format(name=one.name, words=_(one.words))
    if key == ECHO:
        strength = _("About your strength: level {level}.")
    else:
        strength = _("Plays at about level {level}.")
    return f"{own} {strength.format(level=level)}"


class LevelHint(Label):
    """The words on the level that was chosen last, or on the opponent."""

    def __init__(self, level: int, opponent: str = "") -> None:
        words = opponent_words(opponent, level) if opponent in OPPONENTS else level_words(level)
        super().__init__(words, "caption", second=True)

    def set(self, level: int) -> None:
        """Another level."""
        self.text = level_words(level)


def hint_height(desk: AppServices, width: int) -> int:
    """Room that the longest words need."""
    longest = max((level_words(level) for level in range(1, len(LEVELS) + 1)), key=len)
    return measuring(desk).text_height(longest, "caption", width) + desk.metrics.px(22)
