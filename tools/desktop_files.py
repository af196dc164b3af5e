"""Writes the translations of `language.toml` into assets/desktop; `make messages` runs it.

The English lines in those files are maintained by hand; each is followed by its translations, with
their language codes.
"""

from __future__ import annotations

import re

from game.platform.desktop import FILES
from game.platform.i18n import LOCALE_FOLDER
from game.platform.toml import read_own

TRANSLATED = re.compile(r"^(\w+\[\w+\]=| *<\w+ xml:lang=).*\n", re.MULTILINE)
ENTRY = re.compile(r"^(?P<head>\w+)(?P<close>=)(?P<text>.+)\n", re.MULTILINE)
ELEMENT = re.compile(
    r"^(?P<head> *<\w+)(?P<close>>)(?P<text>[^<]+)(?P<tail></\w+>)\n", re.MULTILINE
)


def translations() -> dict[str, dict[str, str]]:
    """Return the `desktop` table of each language, by language code."""
    paths = sorted(LOCALE_FOLDER.glob("[a-z][a-z]/language.toml"))
    return {path.parent.name: read_own(path).get("desktop", {}) for path in paths}


def translated(text: str, known: dict[str, dict[str, str]]) -> str:
    """Return a desktop or XML file's text, its translations replaced by those in `known`."""
    markup = text.startswith("<?xml")

    def lines(found: re.Match[str]) -> str:
        own = [
            f'{found["head"]} xml:lang="{code}">{words[found["text"]]}{found["tail"]}\n'
            if markup
            else f"{found['head']}[{code}]={words[found['text']]}\n"
            for code, words in known.items()
            if found["text"] in words
        ]
        return found[0] + "".join(own)

    return (ELEMENT if markup else ENTRY).sub(lines, TRANSLATED.sub("", text))


def main() -> None:
    """Rewrite the files."""
    for path in [*FILES.glob("*.desktop"), *FILES.glob("*.xml")]:
        path.write_text(translated(path.read_text(encoding="utf-8"), translations()), "utf-8")


if __name__ == "__main__":
    main()
