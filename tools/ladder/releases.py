"""The settings of earlier releases, by game: data, so that what comes can be measured by it.

A release plays with the kernels of today, but for what `earlier` keeps, and with the settings and
weights of its time, written as after `settings:`; what is not named is as today.
"""

from __future__ import annotations

TRAINS = (
    "fpu=0.5,closer=0.55,threat=2,last=1.45,counter=0.45"  # of More or Less, until it was tuned
)
ALONE = "explore=0.25,rave=20,expand=1,prior=4,hope=0"  # of Less, until blockades were known
PRODUCTS = "fpu=0.5,margin=0.1,clear=1,prior=0"  # of Multiplicity, until it was tuned

RELEASES: dict[str, dict[str, str]] = {
    "v1": {  # as first published, 21 November 2026
        "more-or-less": f"explore=0.5,rave=300,expand=4,{TRAINS}",
        "less": ALONE,
        "libra": "explore=0.3,rave=1000,expand=4",
        "multiplicity": f"explore=0.4,rave=500,expand=4,{PRODUCTS}",
    },
    "v1.1": {  # until the ladder, 22 November 2026
        "more-or-less": f"explore=0.3,rave=300,expand=1,{TRAINS}",
        "less": ALONE,
        "libra": "explore=0.3,rave=1000,expand=4",
        "multiplicity": f"explore=0.15,rave=500,expand=4,{PRODUCTS}",
    },
    "v1.2": {  # until the search by whole turns, 22 November 2026
        "more-or-less": "explore=0.0468,rave=188,expand=3,fpu=1.1",
        "less": ALONE,
        "multiplicity": f"explore=0.15,rave=500,expand=4,{PRODUCTS}",
    },
    "v1.3": {  # until More or Less was judged by patterns, 22 November 2026
        "more-or-less": "explore=0.0468,rave=188,expand=3,fpu=1.1",
        "less": ALONE,
        "multiplicity": "prior=0",  # until it knew patterns
    },
}
BY_TURNS = ("v1.3",)  # those that searched by whole turns
