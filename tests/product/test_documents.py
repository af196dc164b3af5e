"""Links, files, names and pages that the documents point to are there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from game.platform.paths import ROOT

DOCUMENTS = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "examples/**/*.md", "hardware/*.md")
    for path in ROOT.glob(pattern)
)
FENCED = re.compile(r"^```.*?^```", re.S | re.M)
LINK = re.compile(r"\]\(([^)\s]+)\)")
TASK = re.compile(r"^\| [^|]+ \| `([^`]+)`", re.M)
TERM = re.compile(r"(?:`(\w+)` in )?`([\w/.]+\.py)`")
PLACE = re.compile(r"`((?:game|hardware|tools|tests|assets|examples)/[\w/.+-]+)`")


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def anchors(path: Path) -> frozenset[str]:
    """The anchors of a page's headings, as GitHub and MkDocs make them."""
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


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "dev").glob("*.md")), ids=name)
def test_pages_for_developers_name_files_that_are_there(page: Path) -> None:
    places = (place for place in PLACE.findall(text_of(page)) if "<" not in place)
    assert [place for place in places if not (ROOT / place).exists()] == []
