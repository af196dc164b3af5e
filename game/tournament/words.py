"""The words of tournaments in the language in use: for the screen, printed sheets, phones."""

from __future__ import annotations

import unicodedata
from pathlib import Path

from game.platform.i18n import N_, _, ngettext
from game.platform.toml import read_own
from game.tournament.operations import rounds_of
from game.tournament.pairing.reasons import of_round
from game.tournament.plan import PairingResult, System, TournamentPlan
from game.tournament.tournament import Encounter, Meeting, Tournament

SYSTEMS: dict[System, str] = {"swiss": N_("Swiss"), "round-robin": N_("Round robin")}
CRITERIA = {
    "margin": N_("Margin"),
    "buchholz": N_("Buchholz"),
    "buchholz-cut": N_("Buchholz less one"),
    "sonneborn": N_("Sonneborn-Berger"),
    "direct": N_("Direct encounter"),
    "wins": N_("Wins"),
}
# The same for a narrow column.
SHORT = {
    "margin": N_("+/−"),
    "buchholz": N_("Buch."),
    "buchholz-cut": N_("Buch. −1"),
    "sonneborn": N_("So.-B."),
    "direct": N_("Direct"),
    "wins": N_("Wins"),
}
SITS = {
    "bye": N_("bye"),
    "asked": N_("half a point, on request"),
    "absent": N_("not here"),
    "rest": N_("sits out"),
}
SENTENCES: dict[str, str] = read_own(Path(__file__).parent / "pairing" / "words.toml")["shown"]
STATUS = {
    "open": N_("no result yet"),
    "claimed": N_("to be confirmed"),
    "disputed": N_("results disagree"),
    "final": N_("confirmed"),
}
SCORES = {"1-0": "1 – 0", "0-1": "0 – 1", "=": "½ – ½", "+-": "+ – −", "-+": "− – +", "--": "− – −"}


def plain(text: str) -> str:
    """Letters alone, without case and accents, to sort and to search by."""
    split = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in split if not unicodedata.combining(c))


def system(plan: TournamentPlan) -> str:
    return _("FIDE Dutch") if plan.pairing == "dutch" else _(SYSTEMS[plan.system])


def criterion(name: str) -> str:
    return _(CRITERIA[name])


def short(name: str) -> str:
    return _(SHORT[name])


def sits(why: str) -> str:
    return _(SITS[why])


def status(encounter: Encounter) -> str:
    return _(STATUS[encounter.status])


def score(result: PairingResult | None) -> str:
    """1 – 0, ½ – ½; a margin in brackets; "" for none."""
    if result is None:
        return ""
    text = SCORES[result.text.partition(" ")[0]]
    return f"{text}  ({result.margin})" if result.margin else text


def in_words(result: PairingResult, names: tuple[str, str]) -> str:
    """Return a result in words, with the names of the first and the second side."""
    if result.first == result.second:
        return _("Draw") if result.played else _("Neither player came")
    winner, loser = names if result.first > result.second else names[::-1]
    if not result.played:
        return _("{winner} wins, {loser} did not come").format(winner=winner, loser=loser)
    if result.margin:
        return _("{side} wins by {n}").format(side=winner, n=result.margin)
    return _("{side} wins").format(side=winner)


def reasons(tournament: Tournament, number: int, entrant: int) -> list[str]:
    """Return why somebody meets this opponent in a round, or has the bye; [] for who is away."""
    found = of_round(tournament, number).get(entrant, ())
    return [_(SENTENCES[f"why-{reason.key}"]).format(**reason.fields) for reason in found]


def best_of_club(best: int) -> str:
    """Clubs, best 4 players each."""
    return ngettext("Clubs, best player of each", "Clubs, best {n} players of each", best).format(
        n=best
    )


def round_name(tournament: Tournament, number: int) -> str:
    """Round 3 of 7."""
    count = rounds_of(tournament)
    return _("Round {number} of {count}").format(number=number, count=max(count, number))


def place(encounter: Encounter, boards: int) -> str:
    """Return the table, with the sitting if there are several."""
    table = _("Table {number}").format(number=encounter.pair.table)
    if not boards or encounter.pair.sitting == 1:
        return table
    return _("{table}, game {sitting}").format(table=table, sitting=encounter.pair.sitting)


def summary(tournament: Tournament, title: str) -> str:
    """Return the game, the system and the number of players."""
    count = len(tournament.entrants)
    people = ngettext("{n} player", "{n} players", count).format(n=count)
    return f"{title} · {system(tournament.plan)} · {people}"


def cell(meeting: Meeting, number: int) -> str:
    """Return a cell of the cross table: opponent's number, and 1, ½, 0; + and − without play."""
    if not meeting.opponent:
        return {2: "+", 1: "½"}.get(meeting.points, "–")
    if not meeting.decided:
        return f"{number} ·"
    marks = ("0", "½", "1") if meeting.played else ("−", "½", "+")
    return f"{number} {marks[meeting.points]}"
