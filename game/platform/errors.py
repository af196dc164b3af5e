"""Errors as data: a code with fields, and one text for programs and one for people.

`str(error)` is exact English for the command line, the engine protocol and logs: what was found,
where, and what is expected.  `in_words(error)` is the sentence for people, in the current language.
Each family of errors has a table of wordings by code, most of them in the `errors.toml` beside its
module.  A test compares the tables with all places that raise errors.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import ClassVar, NamedTuple

from game.platform.i18n import N_, _
from game.platform.sanitize import sanitized
from game.platform.toml import read_own

LONGEST = 1000  # maximum number of characters of a sentence


class Wording(NamedTuple):
    """The two texts of a code, with the names of its fields in braces."""

    exact: str
    shown: str  # translated when shown; all its fields are also in `exact`


class Wordings(Mapping[str, Wording]):
    """The texts of a family of errors: one table of the `errors.toml` beside the module `module`.

    The file is read when the first error gets its text, so that starting does not wait for it.
    """

    def __init__(self, module: str, family: str) -> None:
        self._file, self._family = Path(module).with_name("errors.toml"), family

    @cached_property
    def _by_code(self) -> dict[str, Wording]:
        family = read_own(self._file)[self._family]
        return {code: Wording(**texts) for code, texts in family.items()}

    def __getitem__(self, code: str) -> Wording:
        return self._by_code[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_code)

    def __len__(self) -> int:
        return len(self._by_code)


class CodedError(ValueError):
    """An error with a `code` of the family's `wordings` and the `fields` to insert into its texts.

    A field may itself be an error; its text is then inserted.
    """

    wordings: ClassVar[Mapping[str, Wording]]

    def __init__(self, code: str, **fields: object) -> None:
        self.code, self.fields = code, fields
        exact = {name: _exact(value) for name, value in fields.items()}
        super().__init__(_sentence(self.wordings[code].exact.format(**exact)))


FULL_DISK = (errno.ENOSPC, errno.EDQUOT)
SYSTEM = {
    errno.ENOENT: N_("it does not exist"),
    errno.EACCES: N_("there is no permission"),
    errno.EPERM: N_("there is no permission"),
    errno.EISDIR: N_("it is a folder"),
    errno.ENOTDIR: N_("a part of its path is not a folder"),
    errno.ENOSPC: N_("the disk is full"),
    errno.EDQUOT: N_("the disk is full"),
    errno.ENOLCK: N_("files cannot be locked there, as on some network shares"),
    errno.EROFS: N_("the disk can only be read"),
    errno.EBUSY: N_("another program is using it"),
}


class Term(str):
    """A word of a notation in an error's field; people are shown the word's name instead.

    `shown` is a msgid; `number` distinguishes terms with the same name.
    """

    shown: str
    number: str

    def __new__(cls, text: str, shown: str, number: str = "") -> Term:
        made = super().__new__(cls, text)
        made.shown, made.number = shown, number
        return made

    @property
    def in_words(self) -> str:
        return f"{_(self.shown)} {self.number}".strip()


class _SystemCause(str):
    """The text of a system error for exact sentences, which may access its `strerror`."""

    @property
    def strerror(self) -> str:
        return self


def exact_cause(error: OSError) -> str:
    """Return the cause in English; a full disk gets one text, because systems differ."""
    full = error.errno in FULL_DISK
    return SYSTEM[errno.ENOSPC] if full else error.strerror or str(error)


def _exact(value: object) -> object:
    """Return the value to insert into an exact sentence for a field."""
    full = isinstance(value, OSError) and value.errno in FULL_DISK
    return _SystemCause(SYSTEM[errno.ENOSPC]) if full else value


def in_words(error: Exception) -> str:
    """Return the error's sentence in the current language; unforeseen errors keep their text."""
    if isinstance(error, CodedError):
        fields = {name: _shown(value) for name, value in error.fields.items()}
        return _sentence(_(error.wordings[error.code].shown).format(**fields))
    if isinstance(error, OSError):
        known = SYSTEM.get(error.errno or 0)
        return _(known) if known else error.strerror or str(error)
    return _sentence(str(error) or type(error).__name__)


def exit_code_of(error: OSError) -> int:
    """Return the exit code of a command: 2 if a named file is missing or of the wrong kind, else 1.

    Code 1 means that something cannot be used: a lost line, a full disk, no permission.
    """
    return 2 if isinstance(error, (FileNotFoundError, NotADirectoryError, IsADirectoryError)) else 1


def file_in_words(error: OSError) -> str:
    """Return the error's sentence, after the name of the file if the system gives one."""
    where = f"{error.filename}: " if error.filename else ""
    return where + in_words(error)


def _sentence(text: str) -> str:
    """Return `text` sanitized and limited in length, because it may quote text of others."""
    text = sanitized(text)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _shown(value: object) -> object:
    """Return the value to insert into a shown sentence for a field."""
    if isinstance(value, Term):
        return value.in_words
    return in_words(value) if isinstance(value, Exception) else value
