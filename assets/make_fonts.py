"""Cuts the fallback fonts for characters that the program's fonts lack.

`python assets/make_fonts.py FOLDER ...` writes assets/fonts/*.ttf.  The folders hold the fonts of
Debian's packages fonts-noto-core and fonts-dejavu-core and of the npm package
@fontsource/noto-emoji.  Characters that no name or comment needs are left out, as are hints for old
screens.  Needs fontTools.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset

FOLDER = Path(__file__).resolve().parent / "fonts"
# Latin beyond the program's own fonts, combining marks, Greek, Cyrillic, punctuation, currencies.
EUROPEAN = (
    (0x20, 0x17F), (0x180, 0x24F), (0x2B0, 0x36F), (0x370, 0x52F), (0x1E00, 0x1FFF),
    (0x2000, 0x206F), (0x20A0, 0x20CF), (0x2116, 0x2116),
)  # fmt: skip
SYMBOLS = (
    (0x2190, 0x21FF), (0x2200, 0x22FF), (0x2300, 0x23FF), (0x2460, 0x24FF), (0x2500, 0x25FF),
    (0x2600, 0x27BF), (0x2B00, 0x2BFF), (0xFFFD, 0xFFFD),
)  # fmt: skip
EMOJI = ((0x2000, 0x2BFF), (0x1F000, 0x1F1E5), (0x1F200, 0x1FAFF))
BLANK = (0x20, 0x20)
# For each file: its source, and the characters that are kept. The program draws a character with
# the first file of a chain that has this character (`game/screen/ui/typeface.py`).
FILES: dict[str, tuple[str, tuple[tuple[int, int], ...]]] = {
    "sans": ("NotoSans-Bold.ttf", EUROPEAN),
    "serif": ("NotoSerif-Bold.ttf", EUROPEAN),
    "hebrew": ("NotoSansHebrew-Bold.ttf", (BLANK, (0x590, 0x5FF), (0xFB1D, 0xFB4F))),
    "arabic": (
        "NotoSansArabic-Bold.ttf",
        (BLANK, (0x600, 0x77F), (0x200C, 0x200F), (0xFB50, 0xFDFF), (0xFE70, 0xFEFC)),
    ),
    "armenian": ("NotoSansArmenian-Bold.ttf", (BLANK, (0x530, 0x58F))),
    "georgian": ("NotoSansGeorgian-Bold.ttf", (BLANK, (0x10A0, 0x10FF), (0x1C90, 0x1CBF))),
    "devanagari": ("NotoSansDevanagari-Bold.ttf", (BLANK, (0x900, 0x97F), (0x200C, 0x200D))),
    "thai": ("NotoSansThai-Bold.ttf", (BLANK, (0xE00, 0xE7F))),
    "signs": ("DejaVuSans-Bold.ttf", SYMBOLS),
    "emoji": ("noto-emoji-emoji-700-normal.woff", EMOJI),
}


def cut(source: Path, kept: tuple[tuple[int, int], ...], target: Path) -> None:
    """Write a font that has only these characters of the source."""
    names = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    # Emoji are drawn one by one, so they need no ligatures.
    features = [] if source.suffix == ".woff" else ["*"]
    options = subset.Options(layout_features=features, hinting=False, name_IDs=names)
    font = subset.load_font(str(source), options)
    font.flavor = None
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[code for low, high in kept for code in range(low, high + 1)])
    cutter.subset(font)
    subset.save_font(font, str(target), options)


def main(folders: list[Path]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, (file, kept) in FILES.items():
        source = next(folder / file for folder in folders if (folder / file).exists())
        cut(source, kept, FOLDER / f"{name}.ttf")


if __name__ == "__main__":
    main([Path(folder) for folder in sys.argv[1:]])
