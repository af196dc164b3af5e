"""Texts about tournaments in the current language: for the screen, printed sheets and phones."""

from __future__ import annotations

import unicodedata
from pathlib import Path

from game.platform.i18n import N_, _, ngettext
from game.platform.toml import read_own
from game.tournament import events
from game.tournament.keizer import keizer_table
from game.tournament.operations import rounds_of
from game.tournament.pairing.reason import SENTENCES, Reason
from game.tournament.pairing.reasons import of_round, unusual
from game.tournament.plan import DRAW, WIN, Method, PairingResult, System, TournamentPlan
from game.tournament.standings import points_text
from game.tournament.tournament import MATCH, Encounter, Meeting, Tournament

SYSTEMS: dict[System, str] = {"swiss": N_("Swiss"), "round-robin": N_("Round robin")}
METHODS: dict[Method, str] = {"dutch": N_("FIDE Dutch"), "keizer": N_("Keizer")}
WORDS: dict[str, dict[str, dict[str, str]]] = read_own(Path(__file__).with_name("words.toml"))
CRITERIA, SHORT = WORDS["criteria"]["shown"], WORDS["short"]["shown"]
MEANING = WORDS["meaning"]["shown"]
SITS, STATUS = WORDS["sits"]["shown"], WORDS["status"]["shown"]
SCORES = {"1-0": "1 – 0", "0-1": "0 – 1", "=": "½ – ½", "+-": "1 – 0", "-+": "0 – 1", "--": "0 – 0"}
OF_SOMEBODY: dict[type, str] = {
    events.Entered: N_("{name} entered"),
    events.Renamed: N_("{name}: name or rating changed"),
    events.CheckedIn: N_("{name} checked in"),
    events.CheckedOut: N_("{name} is not here"),
    events.Withdrew: N_("{name} withdrew"),
}
OF_ALL: dict[type, str] = {
    events.Founded: N_("Created"),
    events.EveningBegun: N_("Another evening"),
    events.TournamentFinished: N_("The tournament is over"),
}


def plain(text: str) -> str:
    """Return only the letters, without case and accents, for sorting and searching."""
    split = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in split if not unicodedata.combining(c))


def system(plan: TournamentPlan) -> str:
    found = METHODS.get(plan.pairing) if plan.system == "swiss" else None
    return _(found or SYSTEMS[plan.system])


def criterion(name: str) -> str:
    return _(CRITERIA[name])


def short(name: str) -> str:
    return _(SHORT[name])


def named(name: str) -> str:
    """Return a criterion's name, preceded by its short name unless the name contains it."""
    return criterion(name) if short(name) in criterion(name) else f"{short(name)} {criterion(name)}"


def meaning(name: str) -> str:
    """Return the name of a criterion and an explanation of how it is counted."""
    return _("{name}: {words}").format(name=criterion(name), words=_(MEANING[name]))


def sits(why: str) -> str:
    return _(SITS[why])


def status(encounter: Encounter) -> str:
    return _(STATUS[encounter.status])


def score(result: PairingResult | None) -> str:
    """Return a result as 1 – 0 or ½ – ½, with its margin in brackets; "" for no result.

    A forfeit is written like a played game.
    """
    if result is None:
        return ""
    text = SCORES[result.word]
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


def sides(tournament: Tournament, game: Encounter) -> tuple[str, str]:
    """Return the names of both sides of a game; a side that did not come is marked."""
    result = game.result or game.claimed
    first, second = (tournament.entrants[entrant].name for entrant in game.sides)
    if result is None or result.played:
        return first, second
    absent = _("{name} (absent)")
    first = first if result.first else absent.format(name=first)
    return first, second if result.second else absent.format(name=second)


def reasons(tournament: Tournament, number: int, entrant: int) -> list[str]:
    """Return why an entrant meets their opponent in a round, or has the bye; [] if absent."""
    return [_reason(one) for one in of_round(tournament, number).get(entrant, ())]


def unavoidable(tournament: Tournament, number: int) -> list[str]:
    """Return rematches and second byes that a round of a Swiss could not avoid, as sentences.

    For a round paired manually, return the objections to the pairing.
    """
    round_ = tournament.round(number)
    if round_.by_hand:
        return [warning(tournament, one) for one in round_.warnings]
    return [
        _("{name}: {words}").format(name=one.fields["a"], words=_reason(one))
        if one.key.startswith("second-bye")
        else _reason(one)
        for one in unusual(tournament, number)
    ]


def _reason(reason: Reason) -> str:
    return _(SENTENCES[f"why-{reason.key}"]).format(**reason.fields)


def warning(tournament: Tournament, one: events.PairingWarning) -> str:
    """Return an objection to a manual pairing, with its grade in brackets."""
    names = [tournament.entrants[e].name for e in (*one.entrants, *one.entrants)[:2]]
    a, b = names or ("", "")
    points = points_text(one.number)
    text = _(WORDS["warnings"]["shown"][one.key]).format(a=a, b=b, n=one.number, points=points)
    return f"{text} ({_(WORDS['grades']['shown'][one.grade])})"


def keizer_account(tournament: Tournament, entrant: int) -> list[tuple[str, str, str]]:
    """Return for each round of Keizer's system its number, the reason and the points."""
    table = keizer_table(tournament)
    said = []
    for item in table.items[entrant]:
        meeting = item.meeting
        if meeting.opponent:
            key = {WIN: "win", DRAW: "draw"}.get(meeting.points, "loss")
        else:
            key = {WIN: "bye", DRAW: "asked"}.get(meeting.points, "absent")
        opponent = tournament.entrants.get(meeting.opponent)
        text = _(WORDS["keizer"]["shown"][key])
        name = opponent.name if opponent else ""
        said.append((str(meeting.round), text.format(name=name, value=item.value), item.points))
    return [(number, text, points_text(points)) for number, text, points in said]


def keizer_place(tournament: Tournament, entrant: int) -> str:
    """Return an entrant's place by Keizer's system, and the worth of a win against the entrant."""
    table = keizer_table(tournament)
    return _("{name}: place {place} of {count}, so a win against them is worth {value}.").format(
        name=tournament.entrants[entrant].name,
        place=table.order.index(entrant) + 1,
        count=len(table.order),
        value=table.values[entrant],
    )


def best_of_club(best: int) -> str:
    """Return a heading such as "Clubs, best 4 players each"."""
    return ngettext("Clubs, best player of each", "Clubs, best {n} players of each", best).format(
        n=best
    )


def round_name(tournament: Tournament, number: int) -> str:
    """Return a name such as "Round 3 of 7"."""
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


def door(tournament: Tournament) -> tuple[str, str]:
    """Return the texts above and below the QR code at the door."""
    by_name = _("Scan the code, find your name and press it.")
    by_code = _("Scan the code and type the code from your slip.")
    return _("Check in with your phone"), by_name if tournament.self_check_in else by_code


def cell(meeting: Meeting, number: int) -> str:
    """Return a cell of the cross table: the opponent's number and 1, ½, 0; + or − for forfeits."""
    if not meeting.opponent:
        return {2: "+", 1: "½"}.get(meeting.points, "–")
    if not meeting.decided:
        return f"{number} ·"
    marks = ("0", "½", "1") if meeting.played else ("−", "½", "+")
    return f"{number} {marks[meeting.points]}"


# -- the log ---------------------------------------------------------------------------------------


def event_text(tournament: Tournament, event: events.Event) -> str:
    """Return an event in one line; `tournament` is the state right after it."""
    if isinstance(event, events.RoundPaired):
        return _paired(tournament, event)
    if isinstance(event, events.RoundUnpaired):
        return _("Round {n} taken back").format(n=event.round)
    if isinstance(event, events.Claimed | events.Ruled):
        return _of_a_game(tournament, event)
    if isinstance(event, events.Founded | events.EveningBegun | events.TournamentFinished):
        return _(OF_ALL[type(event)])
    if isinstance(event, events.SelfCheckIn):
        return _("Check-in by name allowed") if event.allowed else _("Check-in by code only")
    if isinstance(event, events.Undone):
        return _("Taken back")
    name = tournament.entrants[event.entrant].name
    if isinstance(event, events.ByeAsked):
        return _("{name} asked for a bye in round {n}").format(name=name, n=event.round)
    if isinstance(event, events.ByeCancelled):
        return _("{name} took back the bye in round {n}").format(name=name, n=event.round)
    if isinstance(event, events.PairBarred):
        other = tournament.entrants[event.other].name
        if event.barred:
            return _("{name} never plays against {other}").format(name=name, other=other)
        return _("{name} may play against {other} again").format(name=name, other=other)
    return _(OF_SOMEBODY[type(event)]).format(name=name)


def _paired(tournament: Tournament, event: events.RoundPaired) -> str:
    if not event.by_hand:
        return _("Round {n} paired").format(n=event.round)
    text = _("Round {n} paired by hand").format(n=event.round)
    said = "; ".join(warning(tournament, one) for one in event.warnings)
    return _("{name}: {words}").format(name=text, words=said) if said else text


def _of_a_game(tournament: Tournament, event: events.Claimed | events.Ruled) -> str:
    where = _("Round {n}, game {game}").format(n=event.round, game=event.game)
    encounter = tournament.game(event.round, event.game)
    first, second = (tournament.entrants[entrant].name for entrant in encounter.sides)
    said = in_words(event.result, (first, second)) if event.result is not None else _("reopened")
    if isinstance(event, events.Ruled):
        who, why = _("organiser"), f" – {event.why}" if event.why else ""
    else:
        who, why = _("as played here") if event.side == MATCH else (first, second)[event.side], ""
    return _("{name}: {words}").format(name=where, words=f"{said} ({who}){why}")


def operation_text(tournament: Tournament) -> str:
    """Return the text of the operation that would be taken back now; "" if there is none."""
    last = tournament.last_operation
    if not last:
        return ""
    text = event_text(tournament, last[0].event)
    more = sum(isinstance(entry.event, type(last[0].event)) for entry in last) - 1
    return f"{text} (+{more})" if more else text


def log_texts(tournament: Tournament) -> list[str]:
    """Return the log, a line for each event, with names as they were at that time."""
    texts, then = [], Tournament()
    for entry in tournament.log:
        undone = operation_text(then) if isinstance(entry.event, events.Undone) else ""
        then.apply(entry)
        text = event_text(then, entry.event)
        texts.append(_("{name}: {words}").format(name=text, words=undone) if undone else text)
    return texts
