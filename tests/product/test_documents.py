"""The links, files, names, commands and numbers in the documents are correct."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from game.cli import COMMANDS, FORWARDED
from game.platform.i18n import KNOWN, LANGUAGES
from game.platform.paths import ROOT
from game.puzzles.catalogue import choose
from game.rules.registry import titles
from game.table.engine_seat import TOP_LEVEL
from game.table.opponents import OPPONENTS

DOCUMENTS = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "examples/**/*.md", "hardware/*.md", "workshop/*.md")
    for path in ROOT.glob(pattern)
)
# Documents that describe the present.
PRESENT = [path for path in DOCUMENTS if path.name != "CHANGELOG.md"]
FENCED = re.compile(r"^```.*?^```", re.S | re.M)
LINK = re.compile(r"\]\(([^)\s]+)\)")
TASK = re.compile(r"^\| [^|]+ \| `([^`]+)`", re.M)
TERM = re.compile(r"(?:`(\w+)` in )?`([\w/.]+\.py)`")
PLACE = re.compile(r"`((?:game|hardware|tools|tests|assets|examples|web|workshop)/[\w/.+-]+)`")


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


# A file and, after commas or "and", functions in that file.
CALLED = re.compile(r"`([\w/]+\.py)`((?:(?:,| and) `\w+`)+)")


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def anchors(path: Path) -> frozenset[str]:
    """Return the anchors of a page's headings, as GitHub and MkDocs make them."""
    heads = re.findall(r"^#+ (.+)$", FENCED.sub("", text_of(path)), re.M)
    plain = (re.sub(r"[^\w\s-]", "", head.lower()).strip() for head in heads)
    return frozenset(re.sub(r"\s", "-", head) for head in plain)


def links() -> Iterator[tuple[Path, str]]:
    for path in DOCUMENTS:
        for url in LINK.findall(FENCED.sub("", text_of(path))):
            if not url.startswith(("http:", "https:", "mailto:")):
                yield path, url


def leads_somewhere(path: Path, url: str) -> bool:
    place, _, anchor = url.partition("#")
    target = (path.parent / place).resolve() if place else path
    return target.exists() and (not anchor or anchor in anchors(target))


def test_every_link_leads_somewhere() -> None:
    assert len(list(links())) > 200
    assert [f"{name(path)}: {url}" for path, url in links() if not leads_somewhere(path, url)] == []


def test_tables_are_whole() -> None:
    """A blank line in a table, or a missing heading, would leave its rows as text on the page."""
    broken = []
    for path in DOCUMENTS:
        # Vertical bars in code or after a backslash do not separate cells.
        text = re.sub(r"\\\||`[^`\n]*`", "", FENCED.sub("", text_of(path)))
        for table in re.findall(r"(?:^\|.*\n?)+", text, re.M):
            rows = [row.strip().strip("|").split("|") for row in table.splitlines()]
            ruled = len(rows) > 1 and all(set(cell.strip()) <= {*":-"} for cell in rows[1])
            if not ruled or len({*map(len, rows)}) > 1:
                broken.append(f"{name(path)}: {table.splitlines()[0]}")
    assert broken == []


def test_every_page_is_in_the_menu_of_the_site() -> None:
    menu = set(re.findall(r"[\w/-]+\.md", text_of(ROOT / "mkdocs.yml").partition("\nnav:")[2]))
    pages = {name(path).removeprefix("docs/") for path in DOCUMENTS} - {"README.md"}
    assert menu == pages


def test_the_index_names_every_part() -> None:
    index = text_of(ROOT / "docs" / "index.md")
    folders = {path.name for path in (ROOT / "docs").iterdir() if any(path.glob("*.md"))}
    assert folders == {"guide", "reference", "dev", "lab"}
    for path in (ROOT / "docs").glob("[grd]*/*.md"):
        assert f"]({path.relative_to(ROOT / 'docs').as_posix()})" in index, name(path)


def test_every_task_leads_to_a_file() -> None:
    found = TASK.findall(text_of(ROOT / "docs" / "dev" / "tasks.md"))
    assert len(found) >= 10
    assert [path for path in found if not (ROOT / path).is_file()] == []


def test_the_glossary_names_what_is_there() -> None:
    found = TERM.findall(text_of(ROOT / "docs" / "dev" / "glossary.md"))
    assert len(found) > 100
    missing = [path for _name, path in found if not (ROOT / path).is_file()]
    assert missing == []
    for word, path in filter(lambda one: one[0], found):
        assert re.search(
            rf"^(class|def|async def) {word}\b|^{word}\b.* =", text_of(ROOT / path), re.M
        ), f"no {word} in {path}"


@pytest.mark.parametrize("page", PRESENT, ids=name)
def test_pages_name_files_that_are_there(page: Path) -> None:
    places = (place for place in PLACE.findall(text_of(page)) if "NAME" not in place)
    assert [place for place in places if not (ROOT / place).exists()] == []


# -- commands --------------------------------------------------------------------------------------

# Code within a sentence, or a line of an indented block.
SPAN = re.compile(r"`([^`\n]+)`|^    (.+)$", re.M)
MAKE = re.compile(r"^make(?: -C ([\w/]+))?(?: ([a-z][a-z-]*))?(?=[ ,;]|$)")
MODULE = re.compile(r"\bpython3? -m ((?:tools|workshop|tests|examples|web|game|hardware)[\w.]*)")
COMMAND = re.compile(r"(?:^|\s)(?:python main\.py|less-is-more) ([a-z][a-z-]*)")
NO_COMMAND = {"less-is-more-libs"}  # a package whose name directly follows another's


def test_the_ways_through_the_program_name_functions_that_are_there() -> None:
    page = text_of(ROOT / "docs/dev/architecture.md").replace("\n   ", " ")
    steps = [(path, re.findall(r"\w+", names)) for path, names in CALLED.findall(page)]
    assert len(steps) > 12
    functions = ((path, one) for path, names in steps for one in names if one != "and")
    wrong = [(path, one) for path, one in functions if f"def {one}(" not in text_of(ROOT / path)]
    assert not wrong, wrong


def shown(page: Path) -> list[str]:
    """Return all code that a page shows."""
    return [one or other for one, other in SPAN.findall(text_of(page))]


@cache
def targets(folder: str) -> frozenset[str]:
    rules = re.findall(r"^([a-z][\w -]*):", text_of(ROOT / folder / "Makefile"), re.M)
    return frozenset(target for rule in rules for target in rule.split())


def is_module(dotted: str) -> bool:
    path = ROOT.joinpath(*dotted.rstrip(".").split("."))
    return path.with_suffix(".py").is_file() or path.is_dir()


@pytest.mark.parametrize("page", PRESENT, ids=name)
def test_commands_that_are_shown_are_there(page: Path) -> None:
    wrong = []
    for code in shown(page):
        made = MAKE.match(code)
        if made and made[2] and made[2] not in targets(made[1] or "."):
            wrong.append(code)
        wrong += [code for module in MODULE.findall(code) if not is_module(module)]
        words = set(COMMAND.findall(code)) - NO_COMMAND
        wrong += [code for word in words if word not in {*COMMANDS, *FORWARDED}]
    assert not wrong, wrong


# -- numbers ---------------------------------------------------------------------------------------

FIGURES = "one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
NUMBER = rf"({'|'.join(FIGURES)}|\d[\d,]*)"


def as_number(word: str) -> int:
    word = word.lower()
    return FIGURES.index(word) + 1 if word in FIGURES else int(word.replace(",", ""))


COUNTED = [
    ("README.md", "NUMBER abstract board games", len(titles())),
    ("README.md", "engine of NUMBER levels", TOP_LEVEL),
    ("README.md", "NUMBER levels, ", TOP_LEVEL),
    ("README.md", "NUMBER opponents", len(OPPONENTS)),
    ("README.md", "NUMBER \\*\\*puzzles", len(choose())),
    ("README.md", "NUMBER themes", len(list((ROOT / "assets" / "themes").glob("*.json")))),
    ("CONTRIBUTING.md", "all NUMBER languages", len(LANGUAGES)),
    ("CONTRIBUTING.md", "the NUMBER games", len(titles())),
    ("docs/guide/playing.md", "engine has NUMBER levels", TOP_LEVEL),
    ("docs/guide/playing.md", "are NUMBER opponents", len(OPPONENTS)),
    ("docs/guide/kiosk.md", "the NUMBER games", len(titles())),
    ("docs/dev/web.md", "the NUMBER games", len(titles())),
    ("docs/dev/testing.md", "NUMBER workers of `make test`", 6),
]


@pytest.mark.parametrize(("page", "words", "count"), COUNTED, ids=lambda one: str(one))
def test_what_is_counted_is_as_many(page: str, words: str, count: int) -> None:
    found = re.search(words.replace("NUMBER", NUMBER), text_of(ROOT / page), re.I)
    assert found, f"{page} no longer says this: take the row out"
    assert as_number(found[1]) == count


@pytest.mark.parametrize("page", PRESENT, ids=name)
def test_nobody_counts_other_languages(page: Path) -> None:
    counts = re.findall(rf"\b{NUMBER} languages", text_of(page), re.I)
    assert {as_number(count) for count in counts} <= {len(LANGUAGES)}


def test_the_languages_that_are_named_are_those_there_are() -> None:
    named = re.search(r"choose language \(([^)]+)\)", text_of(ROOT / "docs/guide/playing.md"))
    assert named is not None
    assert set(named[1].split(", ")) == {KNOWN[code].name for code in LANGUAGES}
    readme = text_of(ROOT / "README.md")
    english = [KNOWN[code].english for code in LANGUAGES]
    assert [word for word in english if not re.search(rf"\b{word}\b", readme)] == []
    style = text_of(ROOT / "docs/dev/style.md")
    for row in re.findall(r"^(\| English .+\|)$", style, re.M):
        assert len(row.strip("|").split("|")) == len(LANGUAGES), row


def test_the_readme_names_every_package_that_is_installed() -> None:
    readme = text_of(ROOT / "README.md").lower()
    files = [*ROOT.glob("requirements*.txt"), ROOT / "workshop" / "requirements.txt"]
    names = {
        re.split(r"[<>=;]", line)[0].strip().lower()
        for file in files
        if file.name not in ("requirements-docs.txt", "requirements-dev.txt")
        for line in text_of(file).splitlines()
        if line.strip() and not line.startswith(("#", "-"))
    }
    assert sorted(one for one in names if one not in readme) == []


def test_the_makefile_begins_as_many_workers() -> None:
    assert "WORKERS ?= 6\n" in text_of(ROOT / "Makefile")
