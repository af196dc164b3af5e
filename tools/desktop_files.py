"""Write the translations of `language.toml` into the files of assets/desktop: `make messages` does.

The English lines stand there by hand; each is followed by its translations, by code of language.
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
    """Return the table `desktop` of each language by code."""
    paths = sorted(LOCALE_FOLDER.glob("[a-z][a-z]/language.toml"))
    return {path.parent.name: read_own(path).get("desktop", {}) for path in paths}


def translated(text: str, known: dict[str, dict[str, str]]) -> str:
    """Return the text of a desktop file or an XML file with just the translations of `known`."""
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
    """Write the files anew."""
    for path in [*FILES.glob("*.desktop"), *FILES.glob("*.xml")]:
        path.write_text(translated(path.read_text(encoding="utf-8"), translations()), "utf-8")


if __name__ == "__main__":
    main()
