"""The command `main.py library list|show|players|import|export|evening|check`."""

from __future__ import annotations

import argparse
import datetime
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from game.library import evening, evening_sheet, import_export, search
from game.library.collection import GameCollection
from game.library.database import open_library
from game.library.display_names import day, listed, player_words, result_words
from game.library.errors import ExportError
from game.library.evening_sheet import Teller
from game.library.game_text import text_of
from game.library.import_export import FILE_EXTENSIONS, ExportOptions, Painter
from game.library.import_words import import_words
from game.library.opening import read_opening
from game.library.rating import shown
from game.library.search import OWN_RESULTS, RESULTS, ListedGame, Query
from game.openings.naming import naming_of
from game.platform import processes
from game.platform.arguments import add_arguments, matching
from game.platform.errors import file_in_words
from game.platform.i18n import LANGUAGES, set_language
from game.platform.paths import COMMAND
from game.platform.sanitize import say
from game.platform.settings import THEMES
from game.platform.theme import load_theme
from game.platform.toml import read_own
from game.rules.registry import GAMES, parse_setup, usual_setup
from game.table.high_scores import champion, load_scores
from game.table.match import Match
from game.table.record_files import keep_review, read_match
from game.table.review import ReviewQueue

DATE = r"(\d{4}(-\d\d(-\d\d)?)?)?"  # a day, a month or a year; may be empty
TURNS = r"([0-9]{1,9}|[0-9]{1,9}-([0-9]{1,9})?|-[0-9]{1,9})?"
MAX_LISTED = 40  # games listed unless the user requests more
EPILOG = (
    "Words begin words of names, setup, date or opening: list ann 2026-03. Numbers of games, as "
    "list prints them, are what show and export want; without numbers export writes all that the "
    "filters find."
)
Command = Callable[[GameCollection, argparse.Namespace, Painter], int]


def main(words: Sequence[str], painter: Painter, teller: Teller = lambda _match: ()) -> int:
    """Run the command; `painter` draws pictures, `teller` describes turning points.

    Raises DatabaseError, ExportError, RecordError, RulesError, which `game.cli` reports.
    """
    top = parser()
    arguments = top.parse_args(words)
    arguments.teller = teller
    problem = at_odds(arguments) if arguments.command in ("list", "export") else ""
    if problem:
        top.error(problem)
    with open_library() as database:
        collection = GameCollection(database)
        if database.writable:
            collection.catch_up()
        try:
            return int(arguments.run(collection, arguments, painter))
        except OSError as error:
            say(f"{COMMAND}: {file_in_words(error)}", sys.stderr)
            return 1


# -- deeds -----------------------------------------------------------------------------------------


def list_games(collection: GameCollection, arguments: argparse.Namespace, _painter: Painter) -> int:
    query = query_of(collection, arguments)
    found = search.page(collection.database, query, arguments.first - 1, arguments.most)
    for game in found:
        say(json.dumps(asdict(game), ensure_ascii=False) if arguments.json else line_of(game))
    count = search.count(collection.database, query)
    if not arguments.json and count > len(found):
        say(f"{len(found)} of {count} games")
    return 0


def line_of(game: ListedGame) -> str:
    """Return the line of a game in a list."""
    names = listed(game.names)
    sides = " – ".join(" + ".join(names[side::2]) for side in (0, 1))
    result = result_words(game.result, game.margin, names)
    begun = day(game.begun) or "-"
    return f"{game.id:>7}  {begun:16}  {game.game:13} {game.turns:>4}  {sides}  ·  {result}"


def show(collection: GameCollection, arguments: argparse.Namespace, _painter: Painter) -> int:
    for number in arguments.games:
        say(text_of(read_match(_path(collection, number))))
    return 0


def list_players(
    collection: GameCollection, arguments: argparse.Namespace, _painter: Painter
) -> int:
    ratings: dict[int, list[str]] = {}
    for row in collection.database.rows("SELECT * FROM ratings ORDER BY player, game"):
        words = f"{row['game']} {shown((row['mean'], row['deviation']))}"
        ratings.setdefault(row["player"], []).append(words)
    for one in search.players(collection.database, " ".join(arguments.words), 10_000):
        name = player_words(one.name, one.key, one.kind)
        say(f"{one.games:>6}  {name:24} {', '.join(ratings.get(one.id, ()))}".rstrip())
    return 0


def import_(collection: GameCollection, arguments: argparse.Namespace, _painter: Painter) -> int:
    report = import_export.import_games(collection, arguments.paths)
    collection.catch_up()
    say(import_words(len(report.taken), report.known, report.merged))
    for path, why in report.refused:
        say(f"{path}: {why}", sys.stderr)
    if report.unnamed:
        say(f"{report.unnamed} more files are no games", sys.stderr)
    if report.stopped is not None:
        say(report.stopped, sys.stderr)
    return 1 if report.refused or report.stopped is not None else 0


def export(collection: GameCollection, arguments: argparse.Namespace, painter: Painter) -> int:
    size = arguments.size or (480 if arguments.kind == "gif" else 800)
    look = arguments.theme or ("paper" if arguments.kind == "sheet" else "walnut")
    theme = load_theme(look)
    if arguments.look:
        from game.platform.own_look import read_own_look
        from game.rules.registry import piece_names

        theme = theme.with_own(read_own_look(arguments.look, piece_names()).games)
    wish = ExportOptions(arguments.kind, look, arguments.turn, size, arguments.look)
    for path in _chosen(collection, arguments):
        match = read_match(path)
        target = import_export.free_path(arguments.to, import_export.file_name(match, wish))
        import_export.write_out(match, wish, target, theme, painter)
        say(target)
    return 0


def tell_evening(
    collection: GameCollection, arguments: argparse.Namespace, _painter: Painter
) -> int:
    """Write the page of an evening; with `review` the engine first analyses its games."""
    set_language(arguments.language or "en")
    span = evening.span_of(datetime.datetime.now())
    if arguments.day is not None:
        span = evening.span_of_day(arguments.day)
    told = evening.evening_of(evening.games_of(collection, span))
    if arguments.review:

        def keep(match: Match) -> None:
            keep_review(match, collection.folder, new=False)

        ReviewQueue(told.games, _percents(), keep).run()
    best = champion(load_scores()[0], span.since) if arguments.day is None else None
    sheet = evening_sheet.sheet_of_evening(told, arguments.teller, span.day, champion=best)
    path = evening_sheet.write(sheet, span.day, arguments.to)
    say(path)
    if arguments.open:
        processes.open_in_browser(path)
    return 0


def _percents() -> Callable[[int, int], None]:
    """Return a function that prints the engine's progress every ten percent."""
    said: set[int] = set()

    def tell(done: int, of: int) -> None:
        tens = 10 * done // of * 10
        if tens not in said:
            said.add(tens)
            say(f"{tens}%", sys.stderr)

    return tell


def check(collection: GameCollection, _arguments: argparse.Namespace, _painter: Painter) -> int:
    count = search.count(collection.database, Query())
    say(f"{count} game{'s' * (count != 1)} in {collection.folder}")
    refused = collection.database.rows("SELECT file, why FROM refused ORDER BY file")
    for row in refused:
        say(f"{row['file']}: {row['why']}", sys.stderr)
    return 1 if refused else 0


# -- arguments -------------------------------------------------------------------------------------


COMMANDS: dict[str, Command] = {
    "list": list_games,
    "show": show,
    "players": list_players,
    "import": import_,
    "export": export,
    "evening": tell_evening,
    "check": check,
}


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog=f"{COMMAND} library", epilog=EPILOG)
    commands = top.add_subparsers(dest="command", metavar="|".join(COMMANDS), required=True)
    tables = read_own(Path(__file__).with_name("commands.toml"))
    given = {
        "most": MAX_LISTED,
        "games": [game.key for game in GAMES],
        "own": OWN_RESULTS,
        "results": RESULTS,
        "kinds": FILE_EXTENSIONS,
        "themes": THEMES,
        "date": matching(DATE, "a date such as 2026-03-21"),
        "turns": matching(TURNS, "such as 20-40"),
        "day": _day,
        "languages": ", ".join(LANGUAGES),
    }
    for name, run in COMMANDS.items():
        epilog = EPILOG if name == "export" else ""
        own = commands.add_parser(name, help=tables[name]["help"], epilog=epilog)
        own.set_defaults(run=run)
        add_arguments(own, tables, name, given)
    return top


def _chosen(collection: GameCollection, arguments: argparse.Namespace) -> Iterable[Path]:
    """Yield the paths of the records to export."""
    if arguments.record is not None:
        return [arguments.record]
    if arguments.number:
        return [_path(collection, number) for number in arguments.number]
    return _all(collection, query_of(collection, arguments))


def _all(collection: GameCollection, query: Query) -> Iterator[Path]:
    first = 0
    while found := search.page(collection.database, query, first, 200):
        yield from (collection.path(game.file) for game in found)
        first += len(found)


def _path(collection: GameCollection, number: int) -> Path:
    found = search.games(collection.database, [number])
    if not found:
        raise ExportError("no-game", game=number)
    return collection.path(found[0].file)


def at_odds(arguments: argparse.Namespace) -> str:
    """Return the problem with filters that need each other; "" if there is none."""
    for option, needed in (("opening", "game"), ("named", "game"), ("own", "player")):
        if getattr(arguments, option) and getattr(arguments, needed) is None:
            return f"--{option} found, expected --{needed} beside it"
    naming = naming_of(arguments.game) if arguments.named else None
    known = naming.words if naming is not None else ()
    for part in arguments.named.split():
        if not any(word.startswith(part) for word in known):
            return f"--named: {part!r} found, expected parts among {', '.join(known)}"
    return ""


def query_of(collection: GameCollection, arguments: argparse.Namespace) -> Query:
    """Return the filters of the command line.  Raises RulesError for an unknown opening."""
    shortest, _dash, longest = arguments.turns.partition("-")
    if arguments.turns.isdecimal():
        longest = shortest
    query = Query(
        words=" ".join(arguments.words),
        game=arguments.game or "",
        setup=arguments.setup,
        own=arguments.own or "",
        result=arguments.result or "",
        since=arguments.since,
        until=arguments.until,
        shortest=_number(shortest),
        longest=_number(longest),
        level=arguments.level,
        named=arguments.named,
        oldest_first=arguments.oldest_first,
    )
    if arguments.opening:
        setup = f"{arguments.game} {arguments.setup}".strip()
        game = parse_setup(setup if arguments.setup else usual_setup(arguments.game))
        query = query.with_(opening=read_opening(game, arguments.opening), board=game.topology.name)
    if arguments.player is not None:
        query = query.with_(player=_player(collection, arguments.player))
    return query


def _day(text: str) -> datetime.date:
    """Parse a day, for argparse."""
    try:
        return datetime.datetime.strptime(text, "%Y-%m-%d").date()
    except ValueError:
        words = f"{text!r} found, expected a day such as 2026-03-21"
        raise argparse.ArgumentTypeError(words) from None


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0


def _player(collection: GameCollection, name: str) -> int:
    """Return the number of a player by name or key, or an unused number."""
    found = collection.database.value(
        "SELECT id FROM players WHERE key = ? ORDER BY kind DESC", (name.strip().casefold(),)
    )
    return int(found or 0)
