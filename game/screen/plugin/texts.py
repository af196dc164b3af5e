"""Reader of a game's texts: its rulebook, its guided first game and its campaign, all TOML files.

The files are in the folder that `texts` of the plugin names; docs/dev/texts.md describes their
fields. A line break in a text is a space, so that texts can be wrapped anywhere. The texts are
English: gettext translates them when they are shown, and tools/extract_texts.py extracts them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, NoReturn, TypeVar, get_type_hints

from game.platform import toml, untrusted
from game.rules.topology import Point
from game.screen.plugin.pages import (
    BuildingPuzzle,
    Example,
    ExamplePosition,
    Lesson,
    LessonStep,
    Move,
    Paragraph,
    RefusedAttempt,
    RulebookPage,
    Task,
)
from game.solo.mode import WORD, CampaignDeal, modes, read_deal

KINDS = ("settled", "tip", "ours")  # kinds of paragraphs; any other is a published rule
NAMES = {str: "text", bool: "true or false", int: "a whole number", list: "a list", dict: "a table"}

Kind = TypeVar("Kind")


class ContentError(ValueError):
    """The error of an invalid text file: its file, its field, and what was expected."""

    def __init__(self, file: str, field: str, found: object, expected: str) -> None:
        self.file, self.field, self.found, self.expected = file, field, found, expected
        super().__init__(f"{file}: {field}: found {found}, expected {expected}")


class Table:
    """One table of a file, whose fields are taken by name; `make` raises an error if any are left.

    Methods raise ContentError for a field that is missing or has the wrong type.
    """

    def __init__(self, file: str, place: str, values: Mapping[str, Any]) -> None:
        self.file, self.place, self.left = file, place, dict(values)

    def fail(self, field: str, found: object, expected: str) -> NoReturn:
        """Raise ContentError about a field of this table."""
        raise ContentError(self.file, f"{self.place} {field}".strip(), found, expected)

    def take(self, field: str, kind: type[Kind], default: Kind | None = None) -> Kind:
        """Return the value of `field`, or `default`; without a default the field is required."""
        value = self.left.pop(field, default)
        if type(value) is not kind:
            found = "nothing" if value is None else repr(value)
            self.fail(field, found, NAMES[kind])
        return value

    def text(self, field: str) -> str:
        """Return a text, with line breaks replaced by spaces."""
        return joined(self.take(field, str))

    def words(self, field: str) -> tuple[str, ...]:
        """Return the words of a text, such as points, actions or turns."""
        return tuple(self.take(field, str).split())

    def texts(self, field: str) -> tuple[str, ...]:
        """Return the texts of a list."""
        values = self.take(field, list)
        if not values or not all(isinstance(value, str) for value in values):
            self.fail(field, values, "a list of texts")
        return tuple(map(joined, values))

    def values(self, field: str) -> dict[str, Any]:
        """Return a table as a dict, with lists as tuples; {} if it is missing."""
        values = self.take(field, dict, {})
        return {name: tuple(v) if isinstance(v, list) else v for name, v in values.items()}

    def signs(self, field: str) -> dict[Point, str]:
        """Return the sign of each point; the table lists points by sign: `target = "a5 a6"`."""
        table = self.table(field)
        return {point: sign for sign in tuple(table.left) for point in table.words(sign)}

    def table(self, field: str) -> Table:
        """Return a table; it is empty if the file has none."""
        return Table(self.file, f"{self.place} {field}".strip(), self.take(field, dict, {}))

    def tables(self, field: str) -> list[Table]:
        """Return the tables of a list; [] if it is missing."""
        tables = self.take(field, list, [])
        if not all(isinstance(table, dict) for table in tables):
            self.fail(field, tables, f"tables, each headed [[{field}]]")
        place = f"{self.place} {field}".strip()
        return [Table(self.file, f"{place} {n}", table) for n, table in enumerate(tables, 1)]

    def make(self, kind: type[Kind], **given: object) -> Kind:
        """Return an instance of the dataclass `kind`; fields not `given` are read by their type.

        A field with a default may be missing in the file.
        """
        types = get_type_hints(kind)
        for field in fields(kind):  # type: ignore[arg-type]
            required = field.default is MISSING and field.default_factory is MISSING
            if field.name not in given and (required or field.name in self.left):
                given[field.name] = READERS[types[field.name]](self, field.name)
        self.refuse_rest()
        return kind(**given)

    def refuse_rest(self) -> None:
        """Raise ContentError if a field of the table was not used."""
        for field in self.left:
            self.fail(field, "a field of this name", "one that is known here")


READERS: Mapping[object, Callable[[Table, str], object]] = {
    str: Table.text,
    int: lambda table, field: table.take(field, int),
    int | None: lambda table, field: table.take(field, int),
    bool: lambda table, field: table.take(field, bool),
    tuple[str, ...]: Table.words,
    Mapping[Point, str]: Table.signs,
    Mapping[str, Any]: Table.values,
}


def joined(text: str) -> str:
    """Return `text` with each run of white space as one space."""
    return " ".join(text.split())


def paragraphs(text: str) -> tuple[Paragraph, ...]:
    """Return the paragraphs of a text, which are separated by blank lines."""
    found = []
    for block in map(joined, re.split(r"\n\s*\n", text.strip())):
        kind, _colon, words = block.partition(": ")
        found.append(Paragraph(words, kind) if kind in KINDS else Paragraph(block))
    return tuple(found)


def read_file(path: Path) -> Table:
    """Return the content of a TOML file.  Raises OSError, InputError, ContentError."""
    try:
        return Table(path.name, "", toml.loads(untrusted.read_text(path)))
    except toml.TOMLDecodeError as error:
        raise ContentError(path.name, "TOML", str(error), "a TOML file") from None


def read_pages(path: Path, modes: Sequence[str] = ()) -> tuple[RulebookPage, ...]:
    """Return the pages of a rulebook in reading order; () without a file.

    `modes` are the rules of the game's solo modes; they are appended to a page with `modes = true`.
    Raises OSError, InputError, ContentError.
    """
    if not path.exists():
        return ()
    book = read_file(path)
    named = book.table("setups")
    setups = {name: named.text(name) for name in tuple(named.left)}
    solo_rules = tuple(Paragraph(rule, "ours") for rule in modes)
    pages = tuple(_page(page, setups, solo_rules) for page in book.tables("page"))
    book.refuse_rest()
    return pages


def _page(
    page: Table, setups: Mapping[str, str], solo_rules: tuple[Paragraph, ...]
) -> RulebookPage:
    words = paragraphs(page.take("words", str))
    if page.take("modes", bool, False):
        words += solo_rules
    shown = [name for name in ("example", "task", "puzzle") if name in page.left]
    if len(shown) != 1:
        page.fail("", f"{len(shown)} of them", "an example, a task or a puzzle")
    shows = _board(shown[0], page.table(shown[0]), setups)
    return page.make(RulebookPage, words=words, shows=shows)


def _board(kind: str, table: Table, setups: Mapping[str, str]) -> Example | Task | BuildingPuzzle:
    if kind == "puzzle":
        prompts, boards = table.texts("prompts"), table.texts("setups")
        return table.make(BuildingPuzzle, prompts=prompts, setups=boards)
    setup, laid = table.text("setup"), table.values("position")
    played = table.text("played") if "played" in table.left else ""
    detail = table.take("detail", bool, False)
    position = ExamplePosition(setups.get(setup, setup), laid, played, detail)
    if kind == "task":
        wrong = tuple(attempt.make(RefusedAttempt) for attempt in table.tables("wrong"))
        return table.make(Task, position=position, wrong=wrong)
    moves = tuple(m.make(Move, numbers=m.values("numbers")) for m in table.tables("move"))
    return table.make(Example, position=position, moves=moves)


def read_lesson(path: Path) -> Lesson | None:
    """Return the guided first game of a file; None without a file.

    Raises OSError, InputError, ContentError.
    """
    if not path.exists():
        return None
    lesson = read_file(path)
    steps = tuple(step.make(LessonStep) for step in lesson.tables("step"))
    return lesson.make(Lesson, steps=steps)


def read_campaign(path: Path) -> tuple[CampaignDeal, ...]:
    """Return the deals of a campaign in their order; () without a file.

    Raises OSError, InputError, ContentError.
    """
    if not path.exists():
        return ()
    file = read_file(path)
    deals = tuple(map(_campaign_deal, file.tables("deal")))
    file.refuse_rest()
    return deals


def _campaign_deal(table: Table) -> CampaignDeal:
    text = table.text("deal")
    deal = read_deal(f"{WORD} {text}", tuple(modes()))
    if deal is None:
        table.fail("deal", repr(text), "a mode, seed=NUMBER and options")
    return table.make(CampaignDeal, deal=deal)
