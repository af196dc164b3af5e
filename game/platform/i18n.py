"""Translations: one language at a time, switchable while the program runs.

Texts are written in English where they are used and marked with `_`, `ngettext` or, when they are
only named at import time and shown later, `N_`.  Catalogues lie in assets/locale and are compiled
by `make messages`; a missing one shows English.  No pygame here.
"""

from __future__ import annotations

import gettext
import locale
import os
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from game.platform.paths import ASSETS

DOMAIN = "less-is-more"
LOCALE_FOLDER = ASSETS / "locale"

# Each language is named in itself, so that it is found by those who read only it.
LANGUAGES: dict[str, str] = {"en": "English", "fr": "Français", "de": "Deutsch"}
WINDOWS_NAMES = {"German": "de", "French": "fr"}  # of locales there
DECIMAL_COMMA = ("fr", "de")
# How a day is written; English keeps the order of ISO 8601, which nobody misreads.
DAYS = {"fr": r"\3/\2/\1", "de": r"\3.\2.\1"}


class _Current:
    """The one catalogue in use.  Swapped as a whole, so threads never see half of one."""

    code: str = "en"
    catalogue: gettext.NullTranslations = gettext.NullTranslations()
    preferred: tuple[str, ...] = ()


class _Aside(threading.local):
    """The language a thread speaks for a moment, while the program goes on in its own."""

    code: str = ""


_aside = _Aside()


def set_language(code: str = "", folder: Path = LOCALE_FOLDER) -> str:
    """Use the language `code` ("en", "fr", "de"; "" is the system's) and return what is used."""
    chosen = code if code in LANGUAGES else system_language()
    _Current.catalogue = _catalogue(chosen, folder)
    _Current.code = chosen
    return chosen


@contextmanager
def in_language(code: str) -> Iterator[None]:
    """Translate into the language `code` within the block, in this thread alone."""
    before, _aside.code = _aside.code, code
    try:
        yield
    finally:
        _aside.code = before


def language() -> str:
    """Return the code of the language in use."""
    return _aside.code or _Current.code


def _catalogue(code: str, folder: Path) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, localedir=str(folder), languages=[code], fallback=True)


_known = cache(_catalogue)


def _words() -> gettext.NullTranslations:
    """Return the catalogue in use."""
    return _known(_aside.code, LOCALE_FOLDER) if _aside.code else _Current.catalogue


def system_language() -> str:
    """Return the first language of the user's system that is translated, else English."""
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
    """Set the languages of the system's settings, for want of environment variables."""
    _Current.preferred = tuple(languages)


def _(message: str) -> str:
    """Return `message` in the language in use."""
    return _words().gettext(message) if message else ""


def ngettext(one: str, many: str, count: int) -> str:
    """Return the form of a counted message that fits `count`."""
    return _words().ngettext(one, many, count)


def format_number(value: float, form: str) -> str:
    """Format a number as `form` (".2f", "g") says, with the decimal sign of the language in use."""
    text = format(value, form)
    return text.replace(".", ",") if language() in DECIMAL_COMMA else text


def format_date(at: str, minutes: bool = False) -> str:
    """Format the day of an ISO date and time in the language in use, with `minutes` its time too.

    What is no such date is returned as it is.
    """
    day = re.sub(r"^(\d{4})-(\d\d)-(\d\d)$", DAYS.get(language(), r"\1-\2-\3"), at[:10])
    return f"{day} {at[11:16]}".rstrip() if minutes else day


def N_(message: str) -> str:  # noqa: N802 - the name gettext tools look for
    """Mark a message for translation where it is defined; it is translated where it is shown."""
    return message
