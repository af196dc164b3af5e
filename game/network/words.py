"""The words of the page, by key: written here in English, translated like all others."""

from __future__ import annotations

from game.i18n import N_, _, in_language

WORDS = {
    "connecting": N_("Connecting …"),
}


def words_in(code: str) -> dict[str, str]:
    """Every word of the page in the language `code`."""
    with in_language(code):
        return {key: _(text) for key, text in WORDS.items()}
