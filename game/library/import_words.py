"""The result of an import in words."""

from __future__ import annotations

from collections.abc import Sequence

from game.library.merge import NAMES, NOTES, RESULT, TIMES
from game.platform.i18n import N_, _, ngettext

PARTS = {NOTES: N_("notes"), NAMES: N_("names"), TIMES: N_("times"), RESULT: N_("result")}


def import_words(taken: int, known: int, merged: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Return how many games were imported, how many were known, and the parts added to those."""
    said = [ngettext("{n} game imported", "{n} games imported", taken).format(n=taken)]
    if merged:
        found = {part for _file, parts in merged for part in parts}
        added = ", ".join(_(words) for part, words in PARTS.items() if part in found)
        words = ngettext("{n} game completed ({what})", "{n} games completed ({what})", len(merged))
        said.append(words.format(n=len(merged), what=added))
    if known:
        words = ngettext("{n} already in the library", "{n} already in the library", known)
        said.append(words.format(n=known))
    return ", ".join(said)
