"""`make check` prints how large each part is: python -m tests.house.counts"""

from __future__ import annotations

import re

from tests.house.sources import files

# Payloads whose fields no type names.
UNTYPED = re.compile(r"\bdict\[str, (object|Any)\]")


def main() -> None:
    for package in ("game", "hardware", "tools", "workshop", "tests"):
        lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files(package))
        print(f"{package}: {len(files(package))} files, {lines} lines")
    found = sum(len(UNTYPED.findall(path.read_text(encoding="utf-8"))) for path in files("game"))
    print(f"game: {found} times a dictionary of anything by name")


if __name__ == "__main__":
    main()
