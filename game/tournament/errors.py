"""Named errors of tournaments, with what each code says."""

from __future__ import annotations

from game.platform.errors import CodedError, Wording
from game.platform.i18n import N_

TOURNAMENTS = {
    "no-tournament": Wording("there is no tournament {name!r}", N_("There is no such tournament.")),
    "same-name": Wording(
        "there is a tournament {name!r} already", N_("There is a tournament of that name already.")
    ),
    "plan": Wording("{field} is {found!r}, expected {wanted}", "{field}: {wanted}"),
    "no-name": Wording("a name is missing", N_("A name is missing.")),
    "team": Wording(
        "{count} names found, expected {wanted} for each entry",
        N_("Each entry needs {wanted} names here."),
    ),
    "taken": Wording(
        "{name} is entered already; a namesake needs something more, such as a surname",
        N_("{name} is already entered. Someone else with the same name? Add a surname."),
    ),
    "full": Wording("the tournament is full: {most}", N_("The tournament is full.")),
    "nobody": Wording("nobody here is called {name!r}", N_("There is no player called {name}.")),
    "many": Wording("several are called {name!r}: {known}", N_("Several are called {name}.")),
    "withdrawn": Wording("{name} has withdrawn", N_("{name} has withdrawn.")),
    "no-round": Wording("there is no round {number}", N_("There is no round {number}.")),
    "no-game": Wording(
        "there is no table {table} in round {number}", N_("There is no table {table} here.")
    ),
    "ended": Wording("the tournament is over", N_("The tournament is over.")),
    "all-rounds": Wording("all {count} rounds are drawn", N_("All rounds are paired.")),
    "few": Wording(
        "{count} are here, at least {wanted} are needed", N_("Too few players are here.")
    ),
    "results-missing": Wording(
        "round {number}: results are missing at table {tables}",
        N_("Results are still missing: table {tables}"),
    ),
    "all-met": Wording(
        "no pairing is left in which nobody meets again",
        N_("Everyone has played everyone; another round needs rematches."),
    ),
    "no-result": Wording(
        "result {text!r}, expected one of {wanted}", N_("{text} is not a result.")
    ),
    "no-draw": Wording("{game} has no draws", N_("{game} has no draws")),
    "no-margin": Wording(
        "a margin of {margin} with {result}, expected none", N_("Only a win has a margin.")
    ),
    "settled": Wording(
        "table {table} has a result already; only the organiser corrects it",
        N_("This result is confirmed. Only the organiser can change it."),
    ),
    "said-anew": Wording(
        "the other side has said something else meanwhile",
        N_("The opponent has since reported something else. Look again."),
    ),
    "no-reason": Wording("a correction needs a reason", N_("Give a reason; it goes into the log.")),
    "results-in": Wording(
        "round {number} has results and stays", N_("The round has results and stays.")
    ),
    "not-at-table": Wording("{name} does not play at that table", N_("That is not your table.")),
    "bye-late": Wording("round {number} is drawn", N_("This round is already paired.")),
    "unknown-event": Wording(
        "event {seq} is of kind {kind!r}, unknown to this version",
        N_("The tournament was written by a newer version of the program."),
    ),
    "file": Wording("{name}: {why}", N_("{name}: {why}")),
    "trf": Wording("{name}: line {line}: {what}", N_("{name}, line {line}: {what}")),
}


class TournamentError(CodedError):
    """What cannot be done with a tournament."""

    wordings = TOURNAMENTS
