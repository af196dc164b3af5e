"""The order of letters in lines of mixed direction, and the joining of Arabic letters.

A simplified form of Unicode's bidirectional algorithm (UAX 9), without its control characters: a
line runs from left to right unless all its letters run from right to left. If the library that
draws text does not shape it, Arabic letters are replaced by their presentation forms.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import groupby

from game.platform.graphemes import graphemes

RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
# Separators between, for example, two names; the first name then stays on the left.
SEPARATOR = re.compile(" [–—·] ")
MIRRORED = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")
OPENING = {"(": ")", "[": "]", "{": "}"}
CLOSING = frozenset(OPENING.values())
WEAK_IN_NUMBERS = ("ES", "CS", "ET")


def levels(text: str) -> list[int]:
    """Return the level of each character; characters of odd levels run from right to left."""
    if not RIGHT_TO_LEFT.search(text):
        return [0] * len(text)
    kinds = [unicodedata.bidirectional(character) for character in text]
    parted = list(SEPARATOR.finditer(text))
    base = int("L" not in kinds and not parted)
    for separator in parted:
        kinds[separator.start() : separator.end()] = ["L"] * len(separator.group())
    strong = _strengthened(kinds, text, base)
    found = [{"R": 1, "N": 2, "L": 2 * base}[kind] for kind in strong]
    for at in range(len(text) - 1, -1, -1):  # spaces at the end take the line's direction
        if kinds[at] != "WS":
            break
        found[at] = base
    return found


def is_backward(text: str) -> bool:
    """Return whether a line runs from right to left."""
    found = levels(text.strip())
    return bool(found) and min(found) % 2 == 1


def _strengthened(kinds: list[str], text: str, base: int) -> list[str]:
    """Return "L", "R" or "N" (a number among letters from right to left) for each character."""
    line, before = "LR"[base], "LR"[base]
    found: list[str] = []
    for at, kind in enumerate(kinds):
        if kind in ("NSM", "BN") and at:
            found.append(found[-1])
        elif kind in ("L", "R", "AL"):
            before = "L" if kind == "L" else "R"
            found.append(before)
        elif kind in ("EN", "AN"):
            found.append("N" if before == "R" else "L")
        elif kind in WEAK_IN_NUMBERS and _within_number(kinds, at):
            found.append(found[-1])
        else:
            found.append("")
    _pair_brackets(found, text, line)
    # Neutral characters take the direction of both neighbours if these agree, else the line's
    # direction.
    whole: list[str] = []
    for neutral, group in groupby(range(len(found)), lambda at: not found[at]):
        places = list(group)
        if not neutral:
            whole += [found[at] for at in places]
            continue
        left = _side(whole[-1] if whole else line)
        right = _side(found[places[-1] + 1] if places[-1] + 1 < len(found) else line)
        whole += [left if left == right else line] * len(places)
    return whole


def _pair_brackets(found: list[str], text: str, line: str) -> None:
    """Give both brackets of a pair one direction, based on the text inside and before them."""
    opened: list[int] = []
    for at, character in enumerate(text):
        if character in OPENING:
            opened.append(at)
        elif character in CLOSING and opened and OPENING[text[opened[-1]]] == character:
            start = opened.pop()
            inside = {_side(one) for one in found[start + 1 : at] if one}
            before = next((_side(one) for one in reversed(found[:start]) if one), line)
            if inside and (line in inside or before != line):
                found[start] = found[at] = line if line in inside else before


def _side(kind: str) -> str:
    return "L" if kind == "L" else "R"


def _within_number(kinds: list[str], at: int) -> bool:
    numbers = ("EN", "AN")
    return 0 < at < len(kinds) - 1 and kinds[at - 1] in numbers and kinds[at + 1] in numbers


def in_visual_order(levels_of_runs: list[int]) -> list[int]:
    """Return the numbers of runs in their order from left to right."""
    order = list(range(len(levels_of_runs)))
    for level in range(max(levels_of_runs, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels_of_runs[order[end]] >= level:
                end += 1
            order[start:end] = reversed(order[start:end])
            start = end + 1
    return order


def mirrored(text: str) -> str:
    """Return a right-to-left text in visual order, with mirrored brackets."""
    return "".join(reversed(list(graphemes(text)))).translate(MIRRORED)


# -- letters of Arabic, joined ---------------------------------------------------------------------


@cache
def _forms() -> dict[str, dict[str, str]]:
    """Return the presentation forms of each letter: isolated, initial, medial, final."""
    forms: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFDFC), *range(0xFE70, 0xFEFD)):
        kind, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        if kind.startswith("<") and letters:
            whole = "".join(chr(int(one, 16)) for one in letters)
            forms.setdefault(whole, {}).setdefault(kind.strip("<>"), chr(code))
    return forms


def joined(text: str) -> str:
    """Return a text with its Arabic letters in the forms for their places within words."""
    forms, found, before = _forms(), [], ""
    letters = _with_lam_alef(text, forms)
    for at, letter in enumerate(letters):
        own = forms.get(letter, {})
        follows = bool(own) and "initial" in forms.get(before, {})
        rest = (one for one in letters[at + 1 :] if not unicodedata.combining(one[0]))
        leads = "initial" in own and "final" in forms.get(next(rest, ""), {})
        kind = ("isolated", "initial", "final", "medial")[leads + 2 * follows]
        found.append(own.get(kind, letter))
        if not unicodedata.combining(letter[0]):
            before = letter
    return "".join(found)


def _with_lam_alef(text: str, forms: dict[str, dict[str, str]]) -> list[str]:
    """Return the letters, with lam and alef as a single ligature."""
    letters: list[str] = []
    for letter in text:
        if letters and letters[-1] == "\u0644" and f"\u0644{letter}" in forms:
            letters[-1] += letter
        else:
            letters.append(letter)
    return letters
