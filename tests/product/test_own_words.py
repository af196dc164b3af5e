"""We describe the published rules in our own words: no eight words in a row are theirs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from game.platform.paths import ROOT
from tests.support.own_words import PUBLISHED, kept, published, runs

SPLIT = re.compile(r'"\s*f?"')  # between the parts of a string written in several pieces


def texts() -> Iterator[tuple[Path, str]]:
    """Yield documents, strings in the sources, and translations."""
    for pattern in ("*.md", "docs/**/*.md", "hardware/**/*.md", "assets/**/*.md"):
        for path in ROOT.glob(pattern):
            yield path, path.read_text(encoding="utf-8")
    for path in ROOT.glob("game/**/*.py"):
        yield path, SPLIT.sub("", path.read_text(encoding="utf-8"))
    for path in ROOT.glob("assets/locale/*/LC_MESSAGES/*.po"):
        entries = SPLIT.sub("", path.read_text(encoding="utf-8"))
        yield path, "\n\n".join(re.findall(r'^msgstr(?:\[\d\])? "(.*)"$', entries, re.MULTILINE))


def test_no_run_of_words_is_that_of_a_published_text() -> None:
    theirs = set(kept())
    assert len(theirs) > 3000
    read = list(texts())
    assert {path.suffix for path, _text in read} == {".md", ".py", ".po"}
    found = [
        f"{path.relative_to(ROOT)}: {run}"
        for path, text in read
        for number, run in runs(text)
        if number in theirs
    ]
    assert found == []


def test_the_numbers_kept_are_those_of_the_published_texts() -> None:
    """This can be tested only where those texts are stored beside the checkout."""
    if PUBLISHED.is_dir():
        assert kept() == published()


def test_a_sentence_of_theirs_would_be_seen() -> None:
    first = "one two three four five six seven eight nine"
    assert [run for _number, run in runs(first)][1] == "two three four five six seven eight nine"
    assert {number for number, _run in runs(first)} < {n for n, _ in runs("Zero; " + first + ".")}
