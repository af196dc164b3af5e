"""`make check` prints how large each part is: python -m tests.house.counts"""

from __future__ import annotations

from tests.house.sources import files


def main() -> None:
    for package in ("game", "hardware", "tools", "workshop", "tests"):
        lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files(package))
        print(f"{package}: {len(files(package))} files, {lines} lines")


if __name__ == "__main__":
    main()
