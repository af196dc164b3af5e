"""Prints how large each part is, for `make check`: python -m tests.house.counts"""

from __future__ import annotations

import re

from tests.house.sources import files

# Dictionaries whose fields have no declared types.
UNTYPED = re.compile(r"\bdict\[str, (object|Any)\]")
UNCHECKED = re.compile(r"# type: ignore\[")


def main() -> None:
    unchecked = 0
    for package in ("game", "hardware", "tools", "web", "workshop", "tests"):
        texts = [path.read_text(encoding="utf-8") for path in files(package)]
        print(f"{package}: {len(texts)} files, {sum(len(t.splitlines()) for t in texts)} lines")
        unchecked += sum(len(UNCHECKED.findall(text)) for text in texts)
    print(f"{unchecked} lines whose types are not checked")
    found = sum(len(UNTYPED.findall(path.read_text(encoding="utf-8"))) for path in files("game"))
    print(f"game: {found} times a dictionary of anything by name")


if __name__ == "__main__":
    main()
