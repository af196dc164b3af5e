"""Operations of people on a tournament: each function judges a request and returns events.

The functions change nothing. Every function raises TournamentError for an impossible request.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from game.rules.registry import parse_setup
from game.tournament import events as event
from game.tournament.errors import TournamentError
from game.tournament.keizer import keizer_table
from game.tournament.pairing import berger, by_hand, dutch, keizer, swiss
from game.tournament.pairing.swiss import Contender, club_pairs, contenders
from game.tournament.plan import (
    DRAW,
    MAX_ENTRIES,
    MAX_NAME_LENGTH,
    MIN_ENTRIES,
    WIN,
    PairingResult,
    TournamentPlan,
    allowed,
    checked,
    kind_of,
)
from game.tournament.tournament import MATCH, SIDES, Encounter, Entrant, Round, Tournament

Events = list[event.Event]
Entry = tuple[Sequence[str], int, str]  # names, rating and club


def found(plan: TournamentPlan) -> Events:
    """Create a tournament. Also raises RulesError for an illegal setup."""
    return [event.Founded(checked(plan))]


def again(tournament: Tournament, name: str) -> Events:
    """Return a new tournament with the same plan and people; nobody is checked in."""
    plan = replace(tournament.plan, name=name, seed=tournament.plan.seed % 9999 + 1)
    people = tournament.entrants.values()
    entered = [event.Entered(e.id, e.names, e.rating, e.club) for e in people]
    apart = [event.PairBarred(a, b) for a, b in sorted(map(sorted, tournament.forbidden))]
    return [*found(plan), *entered, *apart]


def undo(tournament: Tournament, first: int) -> Events:
    """Take back the last operation, whose first event has the number `first`."""
    last = tournament.last_operation
    if not last or last[0].seq != first:
        raise TournamentError("not-last")
    return [event.Undone(first)]


# -- people --------------------------------------------------------------------------------------


def enter(
    tournament: Tournament,
    names: Sequence[str],
    rating: int = 0,
    club: str = "",
    here: bool = False,
) -> Events:
    """Enter one person, or two who play together, early or late; `here` also checks them in."""
    _not_ended(tournament)
    if len(tournament.entrants) >= MAX_ENTRIES:
        raise TournamentError("full", most=MAX_ENTRIES)
    called = _names(tournament, names)
    number = max(tournament.entrants, default=0) + 1
    entered = event.Entered(number, called, _rating(rating), _tidy(club))
    return [entered, event.CheckedIn(number)] if here else [entered]


def enter_all(tournament: Tournament, entries: Sequence[Entry], here: bool = False) -> Events:
    """Enter all these people, or none of them."""
    events: Events = []
    trial = Tournament(tournament.done)
    for names, rating, club in entries:
        made = enter(trial, names, rating, club, here)
        for one in made:
            trial.apply(event.LogEntry(trial.seq, "", "", one))
        events += made
    return events


def rename(
    tournament: Tournament, entrant: int, names: Sequence[str], rating: int, club: str
) -> Events:
    """Change names, rating and club; the entrant keeps the games already played."""
    tournament.entrant(entrant)
    called = _names(tournament, names)
    return [event.Renamed(entrant, called, _rating(rating), _tidy(club))]


def arrive(tournament: Tournament, entrant: int) -> Events:
    """Check in an entrant, even one who has withdrawn."""
    _not_ended(tournament)
    return [] if tournament.entrant(entrant).present else [event.CheckedIn(entrant)]


def leave(tournament: Tournament, entrant: int) -> Events:
    """Check out an entrant, who then counts as absent in the next rounds."""
    return [event.CheckedOut(entrant)] if tournament.entrant(entrant).present else []


def withdraw(tournament: Tournament, entrant: int) -> Events:
    """Withdraw an entrant for the rest of the tournament. Their open game is lost by forfeit."""
    if tournament.entrant(entrant).withdrawn:
        return []
    events: Events = [event.Withdrew(entrant)]
    gone = {entrant, *(e.id for e in tournament.entrants.values() if e.withdrawn)}
    for game in tournament.games:
        if entrant in game.sides and game.result is None:
            result = _priced(tournament, game, _walkover(game, gone))
            events.append(event.Ruled(game.round, game.number, result))
    return events


def ask_bye(tournament: Tournament, entrant: int, number: int) -> Events:
    """Give a bye worth half a point for a round, requested beforehand by an entrant."""
    _not_ended(tournament)
    if tournament.entrant(entrant).withdrawn:
        raise TournamentError("withdrawn", name=tournament.entrant(entrant).name)
    if number <= len(tournament.rounds):
        raise TournamentError("bye-late", number=number)
    if number > rounds_of(tournament):
        raise TournamentError("no-round", number=number)
    return [event.ByeAsked(entrant, number)]


def cancel_bye(tournament: Tournament, entrant: int, number: int) -> Events:
    """Cancel a requested bye, unless its round is already paired."""
    _not_ended(tournament)
    if number not in tournament.entrant(entrant).asked:
        return []
    if number <= len(tournament.rounds):
        raise TournamentError("bye-late", number=number)
    return [event.ByeCancelled(entrant, number)]


def keep_apart(tournament: Tournament, entrant: int, others: Iterable[int]) -> Events:
    """Bar an entrant in a Swiss from meeting `others`, such as relatives, and nobody else."""
    _not_ended(tournament)
    now, wanted = tournament.apart_from(entrant), {tournament.entrant(e).id for e in others}
    if wanted and (tournament.plan.system != "swiss" or entrant in wanted):
        raise TournamentError("no-barring", name=tournament.entrant(entrant).name)
    return [event.PairBarred(entrant, other, other in wanted) for other in sorted(now ^ wanted)]


def left_out(tournament: Tournament) -> list[Entrant]:
    """Return entrants who are neither checked in nor have asked for a bye in the next round."""
    number = len(tournament.rounds) + 1
    return [
        entrant
        for entrant in tournament.field
        if not (entrant.present or entrant.withdrawn or number in entrant.asked)
    ]


def begin_evening(tournament: Tournament, name: str = "") -> Events:
    """Begin another evening: everybody must check in again."""
    _not_ended(tournament)
    return [event.EveningBegun(_tidy(name))]


def allow_self_check_in(tournament: Tournament, allowed: bool) -> Events:
    """Let everybody check in by name on a phone, or only with a personal code."""
    _not_ended(tournament)
    return [] if tournament.self_check_in == allowed else [event.SelfCheckIn(allowed)]


def _names(tournament: Tournament, names: Sequence[str]) -> tuple[str, ...]:
    wanted = kind_of(tournament.plan).persons
    called = tuple(filter(None, map(_tidy, names)))
    if not called:
        raise TournamentError("no-name")
    if len(called) != wanted:
        raise TournamentError("team", count=len(called), wanted=wanted)
    return called


def _tidy(text: str) -> str:
    """Return a text as one line, without characters that names may not contain."""
    return " ".join("".join(c for c in text if c.isprintable()).split())[:MAX_NAME_LENGTH]


def _rating(rating: int) -> int:
    if not 0 <= rating <= 9999:
        raise TournamentError("rating", found=rating)
    return rating


def _not_ended(tournament: Tournament) -> None:
    if tournament.ended:
        raise TournamentError("ended")


# -- rounds --------------------------------------------------------------------------------------


def rounds_of(tournament: Tournament) -> int:
    """Return the total number of rounds; after late entries, the minimum number."""
    plan = tournament.plan
    if plan.system == "swiss":
        return plan.rounds
    if _tabled(tournament):
        return berger.rounds(max(2, len(tournament.entrants)), plan.cycles)
    return len(tournament.rounds) + berger.owed(_playing_on(tournament), plan.cycles)


def draw(tournament: Tournament, again: bool = False) -> Events:
    """Pair the next round; `again` allows rematches if no other pairing is left."""
    _not_ended(tournament)
    number = len(tournament.rounds) + 1
    if tournament.plan.system == "swiss":
        return _draw_swiss(tournament, number, again)
    return _draw_everybody(tournament, number)


def _draw_swiss(tournament: Tournament, number: int, again: bool) -> Events:
    _may_pair(tournament, number)
    people = [e for e in tournament.entrants.values() if playing(e, number)]
    least = MIN_ENTRIES if number == 1 else 2
    if len(people) < least:
        raise TournamentError("few", count=len(people), wanted=least)
    pairing = _paired(tournament, number, people, again)
    byes = [] if pairing.bye is None else [pairing.bye]
    sits = tuple(_sits(tournament, number, byes))
    return [event.RoundPaired(number, _tables(tournament, pairing), sits)]


def _may_pair(tournament: Tournament, number: int) -> None:
    """Check that a round of a Swiss can be paired now. Raises TournamentError if not."""
    if number > tournament.plan.rounds:
        raise TournamentError("all-rounds", count=tournament.plan.rounds)
    if tournament.rounds and tournament.rounds[-1].open:
        missing = ", ".join(str(game.number) for game in tournament.rounds[-1].open)
        raise TournamentError("results-missing", number=number - 1, tables=missing)


def _sits(tournament: Tournament, number: int, byes: Iterable[int]) -> Iterator[event.SitOut]:
    """Yield entrants who sit out: first those with a requested bye, then those left over."""
    for entrant in tournament.entrants.values():
        if number in entrant.asked and not entrant.withdrawn:
            yield event.SitOut(entrant.id, DRAW, "asked")
    for bye in byes:
        yield event.SitOut(bye, tournament.plan.bye_points, "bye")


def before_round(tournament: Tournament, number: int) -> Tournament:
    """Return the tournament as it was before round `number` was paired.

    `number` must be the next round, or the last one if nothing was played in it.  Raises
    TournamentError.
    """
    if number == len(tournament.rounds) + 1:
        return tournament
    trial = Tournament(tournament.done)
    if number != len(tournament.rounds):
        raise TournamentError("no-round", number=number)
    for one in take_back(tournament):
        trial.apply(event.LogEntry(trial.seq, "", "", one))
    return trial


def round_by_hand(tournament: Tournament) -> int:
    """Return the number of the round to pair manually: the last if it is open, else the next."""
    rounds = tournament.rounds
    return len(rounds) if rounds and rounds[-1].open else len(rounds) + 1


def draw_by_hand(tournament: Tournament, number: int, pairs: Sequence[tuple[int, int]]) -> Events:
    """Pair a round of a Swiss as the organiser chooses; in each pair the first seat comes first.

    The round is the next one, or the last one again. Present entrants in no pair get a bye.
    Objections to the pairing (`pairing.by_hand`) are kept in the log.
    """
    _not_ended(tournament)
    if tournament.plan.system != "swiss":
        raise TournamentError("no-hand")
    before = before_round(tournament, number)
    _may_pair(before, number)
    here = [e.id for e in before.field if playing(e, number)]
    named = [entrant for pair in pairs for entrant in pair]
    for entrant in named:
        if entrant not in here:
            raise TournamentError("hand-absent", name=before.entrant(entrant).name)
        if named.count(entrant) > 1:
            raise TournamentError("hand-twice", name=before.entrant(entrant).name)
    if not pairs:
        raise TournamentError("few", count=0, wanted=2)
    byes = [entrant for entrant in here if entrant not in named]
    tables = _tables(before, swiss.RoundPairing(tuple(pairs)))
    warned = by_hand.warnings(before, pairs, byes)
    sits = tuple(_sits(before, number, byes))
    paired = event.RoundPaired(number, tables, sits, True, warned)
    return [*([event.RoundUnpaired(number)] if before is not tournament else []), paired]


def playing(entrant: Entrant, number: int) -> bool:
    """Return whether an entrant would be paired in a round of a Swiss."""
    return entrant.present and number not in entrant.asked


def _paired(
    tournament: Tournament, number: int, entrants: list[Entrant], again: bool
) -> swiss.RoundPairing:
    """Return the pairing of a round of a Swiss.

    If the Dutch system cannot pair a round, our own matching pairs it: FIDE leaves this case to
    arbiters.

    Raises TournamentError if a barred pair would have to meet. A necessary rematch also raises it,
    unless `again`.
    """
    plan, barred = tournament.plan, barred_pairs(tournament, number, again)
    people = contenders(tournament, entrants, barred)
    if plan.keizer:
        place = {e: n for n, e in enumerate(keizer_table(tournament).order)}
        people.sort(key=lambda one: place[one.id])
        recent = {one.id: keizer.recently_met(tournament, one.id) for one in people}
        pairing = keizer.pair(people, recent, plan.seed % 2)
    else:
        pairing = swiss.pair(people, plan.seed % 2, again, number == plan.rounds)
    broken = [pair for pair in pairing.pairs if frozenset(pair) in barred]
    if broken:
        names = (" – ".join(tournament.entrants[e].name for e in pair) for pair in broken)
        raise TournamentError("barred", names=", ".join(names))
    if plan.pairing == "dutch":
        return _paired_dutch(tournament, people) or pairing
    return pairing


def _paired_dutch(tournament: Tournament, people: list[Contender]) -> swiss.RoundPairing | None:
    """Return a round of the Dutch system; None if the system has no pairing.

    The system has no weak rule for clubs. So members of a club are barred in a trial round, which
    is used if it does not increase the point differences between opponents.
    """
    found = dutch.pair(tournament, people)
    if found is None or not any(one.mates for one in people):
        return found
    trial = dutch.pair(tournament, [replace(c, barred=c.barred | c.mates) for c in people])
    scores = {one.id: one.score for one in people}

    def cost(pairing: swiss.RoundPairing) -> list[int]:
        return sorted(abs(scores[a] - scores[b]) for a, b in pairing.pairs)

    return trial if trial is not None and cost(trial) == cost(found) else found


def barred_pairs(tournament: Tournament, number: int, again: bool = False) -> set[frozenset[int]]:
    """Return the pairs that must not meet in a round.

    With `again`, members of a club may meet if the plan keeps them apart only in round 1.
    """
    first = number == 1 and tournament.plan.clubs_apart and not again
    clubs = club_pairs(tournament) if first or tournament.plan.club_rule == "never" else set()
    return tournament.forbidden | clubs


def _draw_everybody(tournament: Tournament, number: int) -> Events:
    """Pair a round of the Berger table.

    Games against a withdrawn entrant are decided immediately. Other games of absent entrants may be
    played on another evening.
    """
    people = contenders(tournament, list(tournament.entrants.values()))
    if len(people) < MIN_ENTRIES:
        raise TournamentError("few", count=len(people), wanted=MIN_ENTRIES)
    if _tabled(tournament):
        if number > berger.rounds(len(people), tournament.plan.cycles):
            raise TournamentError("all-rounds", count=number - 1)
        pairing = berger.from_table(people, number)
    else:
        pairing = berger.unmet(_playing_on(tournament), tournament.plan.cycles)
        if not pairing.pairs:
            raise TournamentError("all-rounds", count=number - 1)
    playing = {entrant for pair in pairing.pairs for entrant in pair}
    sits = tuple(event.SitOut(c.id, 0, "rest") for c in people if c.id not in playing)
    tables = _tables(tournament, pairing)
    events: Events = [event.RoundPaired(number, tables, sits)]
    gone = {e.id for e in tournament.entrants.values() if e.withdrawn}
    for n, pair in enumerate(tables, start=1):
        if gone & {pair.first, pair.second}:
            game = Encounter(number, n, pair)
            events.append(event.Ruled(number, n, _walkover(game, gone)))
    return events


def _tabled(tournament: Tournament) -> bool:
    """Return whether the Berger table is still valid, because nobody has entered late."""
    return all(entrant.since == 1 for entrant in tournament.entrants.values())


def _playing_on(tournament: Tournament) -> list[Contender]:
    """Return the players who have not withdrawn; a paired game counts as met even if unplayed."""
    here = [e for e in tournament.entrants.values() if not e.withdrawn]
    people = contenders(tournament, here)
    for contender in people:
        seen = tournament.meetings(contender.id)
        contender.met.clear()
        contender.met.update(m.opponent for m in seen if m.opponent)
    return people


def _tables(tournament: Tournament, pairing: swiss.RoundPairing) -> tuple[event.PairedGame, ...]:
    """Distribute the games over the boards, one sitting after the other."""
    boards = tournament.plan.boards or len(pairing.pairs) or 1
    return tuple(
        event.PairedGame(n % boards + 1, n // boards + 1, first, second)
        for n, (first, second) in enumerate(pairing.pairs)
    )


def take_back(tournament: Tournament) -> Events:
    """Remove the last round if nothing was played in it, for example because of a late entry."""
    _not_ended(tournament)
    if not tournament.rounds:
        raise TournamentError("no-round", number=1)
    last = tournament.rounds[-1]
    if begun(last):
        raise TournamentError("results-in", number=last.number)
    return [event.RoundUnpaired(last.number)]


def begun(round_: Round) -> bool:
    """Return whether anything was played in a round, or reported about one of its games."""
    return any(g.claims or (g.result is not None and g.result.played) for g in round_.games)


def finish(tournament: Tournament) -> Events:
    """End the tournament: the standings are final."""
    _not_ended(tournament)
    for round_ in tournament.rounds:
        if round_.open:
            missing = ", ".join(str(game.number) for game in round_.open)
            raise TournamentError("results-missing", number=round_.number, tables=missing)
    return [event.TournamentFinished()]


# -- results -------------------------------------------------------------------------------------


def claim(
    tournament: Tournament, number: int, game: int, side: int, result: PairingResult
) -> Events:
    """Record a result that a player reports; it counts when the other side reports the same one.

    `side` is 0, 1 or MATCH. MATCH means the result of a match on this computer, which both sides
    must confirm.
    """
    _not_ended(tournament)
    there = tournament.game(number, game)
    if side not in (*SIDES, MATCH):
        raise TournamentError("not-at-table", name=side)
    if there.result is not None:
        if there.result == result:
            return []
        raise TournamentError("settled", table=game)
    fitting = allowed(result, kind_of(tournament.plan), tournament.plan.margins)
    return [] if there.claims.get(side) == fitting else [event.Claimed(number, game, side, fitting)]


def confirm(tournament: Tournament, number: int, game: int, side: int) -> Events:
    """Confirm, for one side, the result reported by the other side or the match."""
    claimed = tournament.game(number, game).claimed
    if claimed is None:
        raise TournamentError("no-result", text="", wanted="a result to confirm")
    return claim(tournament, number, game, side, claimed)


def rule(
    tournament: Tournament, number: int, game: int, result: PairingResult | None, why: str = ""
) -> Events:
    """Set the organiser's result; None reopens the game. A correction must have a reason."""
    there = tournament.game(number, game)
    if result is not None:
        if result != there.result:  # an unchanged forfeit already has its margin
            result = allowed(result, kind_of(tournament.plan), tournament.plan.margins)
        result = _priced(tournament, there, result)
    if there.result == result:
        return []
    if there.result is not None and not _tidy(why):
        raise TournamentError("no-reason")
    return [event.Ruled(number, game, result, _tidy(why))]


def _walkover(game: Encounter, gone: set[int]) -> PairingResult:
    """Return a forfeit won by the side that is present."""
    first, second = (0 if entrant in gone else WIN for entrant in game.sides)
    return PairingResult(first, second, played=False)


def _priced(tournament: Tournament, game: Encounter, result: PairingResult) -> PairingResult:
    """Return the result; a forfeit gets its margin, if margins count."""
    if result.played or result.first == result.second or not tournament.plan.margins:
        return result
    rules = parse_setup(tournament.plan.round_setup(game.round))
    return replace(result, margin=rules.conceded(rules.start(), int(result.second == 0)))


def here(tournament: Tournament) -> list[Entrant]:
    """Return the entrants who are checked in, by start number."""
    return [entrant for entrant in tournament.field if entrant.present]
