"""The search settings of earlier releases, by game: data, so that what comes can be measured by it.

A release plays with the judgement of today and the settings of its time; a game that is not named
had those of today.
"""

from __future__ import annotations

from game.engine.search.profile import Settings

RELEASES: dict[str, dict[str, Settings]] = {
    "v1": {  # as first published, 21 November 2026
        "more-or-less": Settings(explore=0.5, rave=300.0, expand=4.0),
        "less": Settings(explore=0.25, rave=20.0, expand=1.0, prior=4.0),
        "libra": Settings(explore=0.3, rave=1000.0, expand=4.0),
        "multiplicity": Settings(explore=0.4, rave=500.0, expand=4.0),
    },
    "v1.1": {  # until the ladder, 22 November 2026
        "more-or-less": Settings(explore=0.3, rave=300.0, expand=1.0),
        "less": Settings(explore=0.25, rave=20.0, expand=1.0, prior=4.0),
        "libra": Settings(explore=0.3, rave=1000.0, expand=4.0),
        "multiplicity": Settings(explore=0.15, rave=500.0, expand=4.0),
    },
}
