"""Translations: one language at a time, switchable while the program runs.

Texts are written in English where they are used, and marked with `_` or `ngettext`. Texts that are
defined at import time and shown later are marked with `N_`. A language is a folder of assets/locale
with `language.toml` and a catalogue compiled by `make messages`; English needs no folder. Nothing
here uses pygame.
"""

from __future__ import annotations

import gettext
import locale
import os
import re
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TypeVar

from game.platform.paths import ASSETS
from game.platform.toml import loads

Said = TypeVar("Said")
DOMAIN = "less-is-more"
LOCALE_FOLDER = ASSETS / "locale"

# Maximum number of folders that are read, and of bytes of a language's file.
MOST_LANGUAGES, MOST_BYTES = 40, 10_000


@dataclass(frozen=True)
class Language:
    """The content of a language's `language.toml`."""

    name: str  # name of the language in the language itself, for those who read only that
    english: str  # name of the language in Windows
    decimal: str = "."
    day: str = "{year}-{month}-{day}"
    quotes: tuple[str, str] = ("“", "”")


# English uses the date order of ISO 8601, which cannot be misread.
ENGLISH = Language("English", "English")


def found_languages(folder: Path = LOCALE_FOLDER) -> dict[str, Language]:
    """Return English and the languages of `folder` by code, in the order of their names.

    Folders that are damaged or have no compiled catalogue are left out.
    """
    found = []
    with suppress(OSError):
        for path in islice(sorted(folder.glob("[a-z][a-z]")), MOST_LANGUAGES):
            with suppress(OSError, ValueError, TypeError, LookupError):
                known = read_language(path / "language.toml")
                if (path / "LC_MESSAGES" / f"{DOMAIN}.mo").is_file():
                    found.append((path.name, known))
    return {"en": ENGLISH, **dict(sorted(found, key=lambda one: one[1].name))}


def read_language(path: Path) -> Language:
    """Return the content of a `language.toml`.

    Raises OSError; ValueError, TypeError or LookupError if it is damaged.
    """
    with path.open("rb") as file:
        fields = loads(file.read(MOST_BYTES).decode("utf-8"))
    fields.pop("desktop", None)  # only tools/desktop_files.py uses this table
    known = Language(**{**fields, "quotes": tuple(fields["quotes"])})
    texts = (known.name, known.english, known.decimal, known.day, *known.quotes)
    if len(texts) != 6 or not all(isinstance(t, str) and 0 < len(t) <= 40 for t in texts):
        raise ValueError(f"{path}: a field is no short text")
    known.day.format(year="", month="", day="")
    return known


KNOWN = found_languages()
LANGUAGES: dict[str, str] = {code: known.name for code, known in KNOWN.items()}
WINDOWS_NAMES = {known.english: code for code, known in KNOWN.items()}


class _Current:
    """The current catalogue, replaced as a whole so that threads never see half of one."""

    code: str = "en"
    catalogue: gettext.NullTranslations = gettext.NullTranslations()
    preferred: tuple[str, ...] = ()


class _Aside(threading.local):
    """A thread's temporary language, while the rest of the program keeps its own."""

    code: str = ""


_aside = _Aside()


def use_catalogue(catalogue: gettext.NullTranslations) -> gettext.NullTranslations:
    """Translate with a catalogue that is in no folder, and return the previous one."""
    before, _Current.catalogue = _Current.catalogue, catalogue
    return before


def set_language(code: str = "", folder: Path = LOCALE_FOLDER) -> str:
    """Use the language `code` ("en", "fr"; "" is the system's) and return the language chosen."""
    chosen = code if code in LANGUAGES else system_language()
    _Current.catalogue = read_catalogue(chosen, folder)
    _Current.code = chosen
    return chosen


@contextmanager
def in_language(code: str) -> Iterator[None]:
    """Translate into the language `code` within the block, in this thread only."""
    before, _aside.code = _aside.code, code
    try:
        yield
    finally:
        _aside.code = before


def in_every_language(words: Callable[[], Said]) -> dict[str, Said]:
    """Return the results of calling `words` in every language, by language code."""
    found = {}
    for code in LANGUAGES:
        with in_language(code):
            found[code] = words()
    return found


def language() -> str:
    """Return the code of the current language."""
    return _aside.code or _Current.code


def _in_use() -> Language:
    return KNOWN.get(language(), ENGLISH)


def read_catalogue(code: str, folder: Path) -> gettext.NullTranslations:
    """Return the catalogue of a language; an empty one if it is missing or damaged."""
    try:
        return gettext.translation(DOMAIN, localedir=str(folder), languages=[code], fallback=True)
    except (OSError, ValueError, struct.error):
        return gettext.NullTranslations()


_known = cache(read_catalogue)


def _words() -> gettext.NullTranslations:
    """Return the current catalogue."""
    return _known(_aside.code, LOCALE_FOLDER) if _aside.code else _Current.catalogue


def system_language() -> str:
    """Return the first of the system's languages that has a translation, else English."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wanted in os.environ.get(name, "").split(":"):
            if wanted[:2].lower() in LANGUAGES:
                return wanted[:2].lower()
    try:
        found = locale.getlocale()[0] or ""
    except ValueError:
        found = ""
    for wanted in (*_Current.preferred, WINDOWS_NAMES.get(found.partition("_")[0], found)):
        if wanted[:2].lower() in LANGUAGES:
            return wanted[:2].lower()
    return "en"


def set_preferred_languages(languages: Sequence[str]) -> None:
    """Set the languages of the system's settings, used if no environment variable names one."""
    _Current.preferred = tuple(languages)


def _(message: str) -> str:
    """Return `message` in the current language."""
    return _words().gettext(message) if message else ""


def ngettext(one: str, many: str, count: int) -> str:
    """Return the singular or plural message that fits `count`, in the current language."""
    return _words().ngettext(one, many, count)


def format_number(value: float, form: str) -> str:
    """Format a number by `form` (".2f", "g"), with the current language's decimal separator."""
    text = format(value, form)
    return text.replace(".", _in_use().decimal)


def format_percent(share: float) -> str:
    """Format a share from 0 to 1 as a whole percentage, in the current language."""
    return _("{n}%").format(n=round(100 * share))


def format_date(at: str, minutes: bool = False) -> str:
    """Format the day of an ISO date and time in the current language; with `minutes`, add the time.

    Other texts are returned unchanged.
    """
    form = _in_use().day

    def written(found: re.Match[str]) -> str:
        return form.format(year=found[1], month=found[2], day=found[3])

    day = re.sub(r"^(\d{4})-(\d\d)-(\d\d)$", written, at[:10])
    return f"{day} {at[11:16]}".rstrip() if minutes else day


def N_(message: str) -> str:  # noqa: N802 - the name gettext tools look for
    """Return a message unchanged; it is only marked here, and translated where it is shown."""
    return message
