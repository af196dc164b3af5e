"""The command `main.py tournament`, which can do everything that the window can."""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from game.library.evening_sheet import Teller
from game.platform import processes, storage, untrusted
from game.platform.arguments import add_arguments
from game.platform.i18n import LANGUAGES, set_language
from game.platform.paths import COMMAND
from game.platform.sanitize import say
from game.platform.toml import read_own
from game.platform.untrusted import InputError
from game.tournament import operations, player_codes, text_report, trf, words
from game.tournament.entry_list import MAX_LIST_LENGTH, read_list
from game.tournament.errors import TournamentError
from game.tournament.plan import (
    CLUB_RULES,
    CRITERIA,
    DRAW,
    METHODS,
    SYSTEMS,
    WIN,
    TournamentPlan,
    read_result,
)
from game.tournament.published import publish_pages
from game.tournament.sheets.evening import write_all
from game.tournament.sheets.sheets import own_link, page_address, usual_folder
from game.tournament.standings import BEST_OF_CLUB
from game.tournament.store import ORGANISER, TABLE, TournamentStore
from game.tournament.tournament import Encounter, Tournament
from game.tournament.words import operation_text

Arguments = argparse.Namespace
Command = Callable[[TournamentStore, Arguments], None]
EPILOG = (
    "Names may be shortened to what is clear. Results are 1-0, 0-1, = and, without play, +-, -+, "
    '--; where margins count, "1-0 by 7". Two who play together: "Anna & Bo".'
)


def main(words: Sequence[str], teller: Teller = lambda _match: ()) -> int:
    """Run one command. Raises ValueError for bad input; the caller prints the error.

    `teller` finds words for the turning points of kept games.
    """
    arguments = parser().parse_args(words)
    arguments.teller = teller
    with TournamentStore() as store:
        arguments.run(store, arguments)
    return 0


# -- tournaments ---------------------------------------------------------------------------------


def new(store: TournamentStore, arguments: Arguments) -> None:
    minutes, increment = _clock(arguments.clock)
    plan = TournamentPlan(
        arguments.name,
        " ".join(arguments.setup),
        arguments.system,
        arguments.rounds,
        arguments.cycles,
        arguments.boards,
        minutes,
        increment,
        tuple(filter(None, arguments.order.split(","))),
        arguments.seed or random.SystemRandom().randint(1, 9999),
        arguments.place,
        arguments.pairing,
        arguments.clubs_apart,
        arguments.accelerated,
        club_rule=arguments.clubs,
        bye_points=DRAW if arguments.half_byes else WIN,
    )
    say(text_report.overview(store.load(store.found(plan))))


def _clock(text: str) -> tuple[float, float]:
    """Return minutes and increment of a clock.  Raises TournamentError."""
    minutes, _plus, seconds = text.partition("+")
    try:
        return float(minutes or 0), float(seconds or 0)
    except ValueError:
        wanted = "minutes, or minutes+seconds"
        raise TournamentError("plan", field="clock", found=text, wanted=wanted) from None


def list_(store: TournamentStore, _arguments: Arguments) -> None:
    rows = [("Name", "Created", "Players", "Rounds", "")]
    for kept in store.kept():
        state = "over" if kept.ended else ""
        rows.append((kept.name, kept.founded[:10], str(kept.entrants), str(kept.rounds), state))
    say(text_report.text_table(rows))


def show(store: TournamentStore, arguments: Arguments) -> None:
    tournament = _tournament(store, arguments)
    say(text_report.overview(tournament))
    if tournament.entrants:
        say(text_report.people(tournament))


def delete(store: TournamentStore, arguments: Arguments) -> None:
    store.delete(store.find(arguments.tournament))


def finish(store: TournamentStore, arguments: Arguments) -> None:
    tournament = store.carry_out(store.find(arguments.tournament), operations.finish)
    say(text_report.ranking(tournament, 0))


def undo(store: TournamentStore, arguments: Arguments) -> None:
    """Take back the last operation.  Raises TournamentError."""
    number = store.find(arguments.tournament)
    before = store.load(number)
    last = before.last_operation
    if not last:
        raise TournamentError("not-last")
    store.carry_out(number, lambda t: operations.undo(t, last[0].seq))
    say(f"Taken back: {operation_text(before)}")


def clone(store: TournamentStore, arguments: Arguments) -> None:
    """Create another tournament with the same plan and people. Raises TournamentError."""
    number = store.find(arguments.tournament)
    name = arguments.name or store.next_name(number)
    say(text_report.overview(store.load(store.begin(operations.again(store.load(number), name)))))


def self_check(store: TournamentStore, arguments: Arguments) -> None:
    allowed = arguments.allowed == "on"
    number = store.find(arguments.tournament)
    store.carry_out(number, lambda t: operations.allow_self_check_in(t, allowed))


def _tournament(store: TournamentStore, arguments: Arguments) -> Tournament:
    return store.load(store.find(arguments.tournament))


# -- people --------------------------------------------------------------------------------------


def add(store: TournamentStore, arguments: Arguments) -> None:
    """Enter all these people, or none of them. Raises TournamentError."""
    text = list_text(arguments.file) if arguments.file is not None else ""
    known: list[str] = []

    def change(tournament: Tournament) -> operations.Events:
        entries: list[operations.Entry] = [
            (name.split("&"), arguments.rating, arguments.club) for name in arguments.names
        ]
        for listed in read_list(tournament, text):
            if listed.problem is None:
                entries.append(listed.entry)
            elif listed.problem.code == "taken":
                known.append(listed.name)
            else:
                raise TournamentError("list", line=listed.line, why=listed.problem)
        return operations.enter_all(tournament, entries, arguments.here)

    say(text_report.people(store.carry_out(store.find(arguments.tournament), change)))
    if known:
        say(f"Entered already: {', '.join(known)}")


def list_text(file: Path) -> str:
    """Return the text of a list of people.  Raises TournamentError."""
    with _file(file):
        return untrusted.read_foreign_text(file, MAX_LIST_LENGTH)


def edit(store: TournamentStore, arguments: Arguments) -> None:
    def change(tournament: Tournament) -> operations.Events:
        entrant = tournament.named(arguments.who)
        names = entrant.names if arguments.name is None else arguments.name.split("&")
        rating = entrant.rating if arguments.rating is None else arguments.rating
        club = entrant.club if arguments.club is None else arguments.club
        return operations.rename(tournament, entrant.id, names, rating, club)

    say(text_report.people(store.carry_out(store.find(arguments.tournament), change)))


def each(
    change: Callable[[Tournament, int], operations.Events],
) -> Command:
    """Return a command that applies `change` to several people."""

    def run(store: TournamentStore, arguments: Arguments) -> None:
        def change_all(tournament: Tournament) -> operations.Events:
            found = {tournament.named(name).id: None for name in arguments.who}
            return [event for number in found for event in change(tournament, number)]

        say(text_report.people(store.carry_out(store.find(arguments.tournament), change_all)))

    return run


def bye(store: TournamentStore, arguments: Arguments) -> None:
    def change(tournament: Tournament) -> operations.Events:
        number = arguments.round or len(tournament.rounds) + 1
        request = operations.cancel_bye if arguments.cancel else operations.ask_bye
        return request(tournament, tournament.named(arguments.who).id, number)

    store.carry_out(store.find(arguments.tournament), change)


def forbid(store: TournamentStore, arguments: Arguments) -> None:
    def change(tournament: Tournament) -> operations.Events:
        who, *others = (tournament.named(name).id for name in [arguments.who, *arguments.others])
        now = tournament.apart_from(who)
        wanted = now - set(others) if arguments.cancel else now | set(others)
        return operations.keep_apart(tournament, who, wanted)

    say(text_report.people(store.carry_out(store.find(arguments.tournament), change)))


def evening(store: TournamentStore, arguments: Arguments) -> None:
    number = store.find(arguments.tournament)
    store.carry_out(number, lambda t: operations.begin_evening(t, arguments.name))


# -- rounds and results --------------------------------------------------------------------------


def pair(store: TournamentStore, arguments: Arguments) -> None:
    number = store.find(arguments.tournament)
    before = store.load(number)
    if arguments.by_hand:
        tournament = store.carry_out(number, lambda t: _drawn_by_hand(t, arguments.by_hand))
    else:
        tournament = store.carry_out(number, lambda t: operations.draw(t, arguments.again))
    if before.plan.system == "swiss" and operations.left_out(before):
        names = ", ".join(entrant.name for entrant in operations.left_out(before))
        say(f"Not checked in, so not paired: {names}. To pair again with them: unpair, in, pair.")
    say(text_report.pairings(tournament, len(tournament.rounds)))
    for line in words.unavoidable(tournament, len(tournament.rounds)):
        say(line)


def _drawn_by_hand(tournament: Tournament, names: Sequence[str]) -> operations.Events:
    """Pair names in the order given, in each pair the first seat first. Raises TournamentError."""
    ids = [tournament.named(name).id for name in names]
    if len(ids) % 2:
        raise TournamentError("hand-odd", count=len(ids))
    pairs = list(zip(ids[::2], ids[1::2]))
    return operations.draw_by_hand(tournament, operations.round_by_hand(tournament), pairs)


def unpair(store: TournamentStore, arguments: Arguments) -> None:
    store.carry_out(store.find(arguments.tournament), operations.take_back)


def result(store: TournamentStore, arguments: Arguments) -> None:
    """Record a result from the organiser or from a player. Raises TournamentError."""
    text = " ".join(arguments.result)
    given = None if text == "open" else read_result(text)

    def change(tournament: Tournament) -> operations.Events:
        there = _encounter(tournament, arguments.round, arguments.game)
        if not arguments.by:
            return operations.rule(tournament, there.round, there.number, given, arguments.why)
        side = there.side_of(tournament.named(arguments.by).id)
        if given is None:
            raise TournamentError("no-result", text=text, wanted="a result")
        return operations.claim(tournament, there.round, there.number, side, given)

    by = TABLE if arguments.by else ORGANISER
    _print_round(store.carry_out(store.find(arguments.tournament), change, by), arguments.round)


def confirm(store: TournamentStore, arguments: Arguments) -> None:
    def change(tournament: Tournament) -> operations.Events:
        there = _encounter(tournament, arguments.round, arguments.by)
        side = there.side_of(tournament.named(arguments.by).id)
        return operations.confirm(tournament, there.round, there.number, side)

    _print_round(store.carry_out(store.find(arguments.tournament), change, TABLE), arguments.round)


def _encounter(tournament: Tournament, number: int, game: str) -> Encounter:
    """Return a game of a round (0: the last round) by its number or one of its players."""
    number = number or len(tournament.rounds)
    if re.fullmatch(r"[0-9]{1,9}", game):
        return tournament.game(number, int(game))
    who = tournament.named(game)
    for encounter in tournament.round(number).games:
        if who.id in encounter.sides:
            return encounter
    raise TournamentError("no-game", table=who.name, number=number)


def _print_round(tournament: Tournament, number: int) -> None:
    say(text_report.pairings(tournament, number or len(tournament.rounds)))


def pairings(store: TournamentStore, arguments: Arguments) -> None:
    tournament = _tournament(store, arguments)
    _print_round(tournament, arguments.round or max(1, len(tournament.rounds)))


def standings(store: TournamentStore, arguments: Arguments) -> None:
    """Print the standings and, for Keizer's system, the reasons. Raises TournamentError."""
    tournament = _tournament(store, arguments)
    if arguments.round:
        tournament.round(arguments.round)
    say(text_report.ranking(tournament, arguments.round))
    if arguments.of:
        if not tournament.plan.keizer:
            raise TournamentError("no-keizer")
        who = tournament.named(arguments.of).id
        say(words.keizer_place(tournament, who))
        say(
            text_report.text_table(
                [("Round", "", "Points"), *words.keizer_account(tournament, who)]
            )
        )


def clubs(store: TournamentStore, arguments: Arguments) -> None:
    tournament = _tournament(store, arguments)
    if arguments.round:
        tournament.round(arguments.round)
    say(text_report.clubs(tournament, arguments.best, arguments.round))


def why(store: TournamentStore, arguments: Arguments) -> None:
    """Print why two players are paired. Raises TournamentError."""
    tournament, game = _tournament(store, arguments), arguments.game
    number = arguments.round or max(1, len(tournament.rounds))
    numbered = re.fullmatch(r"[0-9]{1,9}", game)
    who = tournament.game(number, int(game)).sides[0] if numbered else tournament.named(game).id
    found = words.reasons(tournament, number, who)
    if not found:
        raise TournamentError("no-game", table=game, number=number)
    say("\n".join(found))


def log(store: TournamentStore, arguments: Arguments) -> None:
    say(text_report.trace(_tournament(store, arguments)))


# -- files ---------------------------------------------------------------------------------------


@contextmanager
def _file(name: Path | None = None) -> Iterator[None]:
    """Raise TournamentError with the file's name if a file cannot be read or written.

    Without `name`, the file name in the error is used.
    """
    try:
        yield
    except (OSError, InputError) as error:
        name = name or getattr(error, "filename", None)
        raise TournamentError("file", name=name, why=error) from None


def codes(store: TournamentStore, arguments: Arguments) -> None:
    """Print the codes of some or all players. Raises TournamentError."""
    tournament, address = _tournament(store, arguments), page_address(arguments.page)
    people = [tournament.named(name) for name in arguments.who] or tournament.field
    with _file():
        known = player_codes.codes(tournament)
    rows = [("Name", "Code", *(("Page",) if address else ()))]
    for one in people:
        link = (own_link(address, known[one.id]),) if address else ()
        rows.append((one.name, known[one.id], *link))
    say(text_report.text_table(rows))


def sheets(store: TournamentStore, arguments: Arguments) -> None:
    """Write sheets as HTML. Raises TournamentError."""
    set_language(arguments.language or "en")
    tournament = _tournament(store, arguments)
    if arguments.round:
        tournament.round(arguments.round)
    folder = arguments.folder or usual_folder(tournament)
    address = page_address(arguments.page)
    with _file(folder):
        index = write_all(
            tournament, folder, arguments.teller, arguments.round, address, arguments.best
        )
    say(index)
    if arguments.open:
        processes.open_in_browser(index)


def publish(store: TournamentStore, arguments: Arguments) -> None:
    """Write static pages.  Raises TournamentError."""
    set_language(arguments.language or "en")
    tournament = _tournament(store, arguments)
    tab = page_address(arguments.tab, "--tab")
    with _file(arguments.folder):
        say(publish_pages(tournament, arguments.folder, arguments.teller, tab))


def export(store: TournamentStore, arguments: Arguments) -> None:
    """Write the tournament as TRF. Raises TournamentError."""
    text = trf.write(_tournament(store, arguments), arguments.edition)
    if arguments.file is None:
        say(text.replace("\r\n", "\n").removesuffix("\n"))
        return
    with _file(arguments.file):
        storage.write_shared_text(arguments.file, text)


def import_(store: TournamentStore, arguments: Arguments) -> None:
    """Read a tournament from TRF. Raises TournamentError."""
    with _file(arguments.file):
        text = untrusted.read_foreign_text(arguments.file)
    number = store.begin(trf.read(text, " ".join(arguments.setup), arguments.file.name))
    say(text_report.overview(store.load(number)))


# -- what there is -------------------------------------------------------------------------------


COMMANDS: dict[str, Command] = {
    "new": new,
    "list": list_,
    "show": show,
    "add": add,
    "edit": edit,
    "in": each(operations.arrive),
    "out": each(operations.leave),
    "withdraw": each(operations.withdraw),
    "bye": bye,
    "forbid": forbid,
    "evening": evening,
    "pair": pair,
    "unpair": unpair,
    "result": result,
    "confirm": confirm,
    "pairings": pairings,
    "standings": standings,
    "clubs": clubs,
    "why": why,
    "log": log,
    "codes": codes,
    "sheets": sheets,
    "publish": publish,
    "export": export,
    "import": import_,
    "finish": finish,
    "undo": undo,
    "clone": clone,
    "self-check-in": self_check,
    "delete": delete,
}


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog=f"{COMMAND} tournament", epilog=EPILOG)
    top.add_argument(
        "-t", "--tournament", default="", metavar="NAME", help="the default is the newest not over"
    )
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    tables = read_own(Path(__file__).with_name("commands.toml"))
    given = {"systems": SYSTEMS, "clubs": CLUB_RULES[1:], "methods": METHODS, "best": BEST_OF_CLUB}
    given["order"] = f"what decides: {','.join(CRITERIA)}"
    given["editions"] = trf.EDITIONS
    given["languages"] = ", ".join(LANGUAGES)
    for name, run in COMMANDS.items():
        about = tables[name]["help"]
        own = commands.add_parser(name, help=about, description=about)
        own.set_defaults(run=run)
        own.add_argument("-t", "--tournament", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        add_arguments(own, tables, name, given)
    return top
