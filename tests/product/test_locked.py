"""The packages in releases are locked by hashes, within the ranges and with allowed licences."""

from __future__ import annotations

import importlib.metadata
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCKS = {
    "requirements.lock": "requirements.txt",
    "requirements-dev.lock": "requirements-dev.txt",
}
# Licences under which we may ship a library, as package metadata names them.
ALLOWED = re.compile(
    r"\b(0BSD|Apache|BSD|CC0-1\.0|HPND|ISC|LGPL|Lesser General Public|MIT|MIT-CMU|MPL|OFL|Open Font"
    r"|Permission Notice|PSF|Python Software Foundation|SIL|Unlicense|Zlib|zlib|EPL-2\.0|Eclipse)\b"
)


def requirements(file: str) -> Iterator[Requirement]:
    """Yield the requirements in a file and in the files that it includes."""
    for line in (ROOT / file).read_text("utf-8").splitlines():
        if line.startswith("-r "):
            yield from requirements(line[3:].strip())
        elif line.strip() and not line.startswith("#"):
            yield Requirement(line)


def locked(lock: str) -> list[tuple[Requirement, int]]:
    """Return the requirements of a lock file, each with the number of its hashes."""
    text = (ROOT / "tools" / "packaging" / lock).read_text("utf-8")
    entries = re.split(r"\n(?=[A-Za-z0-9])", text.strip())
    return [
        (Requirement(entry.partition("\\")[0].strip()), entry.count("--hash=sha256:"))
        for entry in entries
        if not entry.startswith("#")
    ]


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_a_version_and_hashes_of_each_package(lock: str) -> None:
    found = locked(lock)
    assert len(found) > 20
    for one, hashes in found:
        assert re.fullmatch(r"==[^,*]+", str(one.specifier)), one
        assert hashes >= 1, one


@pytest.mark.parametrize(("lock", "ranges"), LOCKS.items())
def test_a_lock_keeps_to_the_ranges(lock: str, ranges: str) -> None:
    """If this test fails, run `make lock`."""
    versions: dict[str, list[str]] = {}
    for one, _hashes in locked(lock):
        version = str(one.specifier).removeprefix("==")
        versions.setdefault(canonicalize_name(one.name), []).append(version)
    for wanted in requirements(ranges):
        found = versions.get(canonicalize_name(wanted.name))
        assert found, f"{wanted} is not in {lock}"
        for version in found:
            assert wanted.specifier.contains(version, prereleases=True), (wanted, version)


def installed(names: list[str]) -> dict[str, importlib.metadata.PackageMetadata]:
    """Return the metadata of these packages and of all their dependencies on this system."""
    found: dict[str, importlib.metadata.PackageMetadata] = {}
    while names:
        name = canonicalize_name(names.pop())
        if name in found:
            continue
        about = importlib.metadata.distribution(name)
        found[name] = about.metadata
        for text in about.requires or ():
            needed = Requirement(text)
            if needed.marker is None or needed.marker.evaluate({"extra": ""}):
                names.append(needed.name)
    return found


def test_every_library_has_a_licence_that_allows_it() -> None:
    here = [
        one.name
        for one in requirements("requirements.txt")
        if one.marker is None or one.marker.evaluate()
    ]
    found = installed(here)
    assert len(found) > 15
    for name, about in found.items():
        told = " ".join(
            [
                *about.get_all("License-Expression", []),
                *about.get_all("License", []),
                *about.get_all("Classifier", []),
            ]
        )
        assert ALLOWED.search(told), f"{name}: no licence that is known to allow it"


def test_what_the_readme_says_it_stands_on_is_what_is_required() -> None:
    table = (ROOT / "README.md").read_text("utf-8").partition("## What it stands on")[2]
    for one in requirements("requirements.txt"):
        assert one.name in table, f"the README does not say why {one.name} is there"
