"""A book of openings for a setup of any game, made by the engine's own search."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from game.openings.book import FORMAT, VERSION, OpeningBook, file_of
from game.platform.arguments import at_least
from game.platform.storage import data_folder, write_shared_text
from game.rules.registry import parse_setup
from tools.solve.book_builder import BookBuilder
from tools.solve.progress import ProgressLine
from tools.solve.question import Out, Question

# Decimals of a chance; near 0 and 1, small differences matter.
DECIMALS = 5


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("setup", nargs="+", help="such as: multiplicity size=5")
    parser.add_argument(
        "--nodes", type=at_least(1), default=20_000, metavar="N", help="of the search of a position"
    )
    parser.add_argument(
        "--positions",
        type=at_least(1),
        default=1000,
        metavar="N",
        help="to be searched, all in all",
    )
    parser.add_argument(
        "--turns", type=at_least(1), default=6, metavar="N", help="the book goes no deeper"
    )
    parser.add_argument(
        "--kept", type=Path, metavar="FILE", help="of searches; default: the user's folder"
    )
    parser.add_argument("--write", action="store_true", help="put the book into assets/openings")


def answer(wanted: Namespace, progress: ProgressLine, out: Out) -> bool:
    """Print the values of the first turns; positions searched earlier are not searched again."""
    game = parse_setup(" ".join(wanted.setup))
    kept = wanted.kept or data_folder() / "books" / f"{file_of(game.setup).stem}.jsonl"
    growing = BookBuilder(game, wanted.nodes, wanted.turns, kept)
    while len(growing.seen) < wanted.positions and growing.grow():
        progress.show(f"{len(growing.seen)} of {wanted.positions} positions")
    made = f"python -m tools.solve book {game.setup} --nodes {wanted.nodes} --turns {wanted.turns}"
    book = growing.book(f"{made} --positions {len(growing.seen)}")
    page = book.pages[growing.root]
    out(f"{game.setup}: {len(book.pages)} positions, the first seat's chance {page.chance:.2f}")
    out(", ".join(f"{turn.text} {turn.chance:.2f}" for turn in page.turns))
    if wanted.write:
        write_book(file_of(game.setup), book)
        out(f"written: {file_of(game.setup)}")
    return True


def write_book(path: Path, book: OpeningBook) -> None:
    """Write the book to a file.  Raises OSError."""
    pages = {
        key: [
            round(page.chance, DECIMALS),
            page.visits,
            [[turn.text, round(turn.chance, DECIMALS), turn.visits] for turn in page.turns],
        ]
        for key, page in sorted(book.pages.items())
    }
    head = {"format": FORMAT, "version": VERSION, "setup": book.setup, "made": book.made}
    lines = [
        f" {json.dumps(key)}: {json.dumps(page, separators=(',', ':'))}"
        for key, page in pages.items()
    ]
    text = json.dumps(head)[:-1] + ', "pages": {\n' + ",\n".join(lines) + "\n}}\n"
    write_shared_text(path, text)


QUESTIONS = (Question("book", "a book of openings", arguments, answer),)
