"""Decoding of text in an unknown encoding, as spreadsheets and older programs write it.

A byte order mark or valid UTF-8 decides. Otherwise each language is tried with the code pages that
its speakers' programs use. The language whose alphabet contains most of the letters is chosen.
"""

from __future__ import annotations

import codecs
import locale
import re

# Longer marks come first, because the UTF-32 mark begins with the UTF-16 mark.
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# In a UTF-16 text, at least this share of the characters is ASCII and so has a zero byte in its
# code.
LEAST_ZEROS = 1 / 12
MOST_LOOKED_AT = 32_000  # maximum number of bytes examined to find the code page
NO_TEXT = "a byte that no text has"  # reason of the error for binary data
CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
ODD_SIGNS = 8  # characters such as © or ² that any text may have
MOST_STRANGE = 1 / 4  # maximum share of strange characters among those beyond ASCII
HIGH = re.compile(rb"[\x80-\xff]")
ASCII = re.compile(r"[\x00-\x7f]")
BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")

WESTERN = ("cp1252", "mac_roman", "cp850")
CENTRAL = ("cp1250", "mac_latin2", "cp852")
# Each language's letters beyond ASCII in names, in lower case, and its code pages, the usual ones
# first. If several languages fit equally well, the first is chosen. Portuguese comes after
# Hungarian, because a list of Portuguese names rarely has õ as its only such letter.
ALPHABETS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("de", "äöüßé", WESTERN),
    ("fr", "àâæçéèêëîïôœùûüÿ", WESTERN),
    ("es", "áéíñóúü", WESTERN),
    ("nl", "áäçèéëïóöü", WESTERN),
    ("sv", "åäöé", WESTERN),
    ("da", "æøåéüö", WESTERN),
    ("it", "àèéìòù", WESTERN),
    ("pl", "ąćęłńóśźż", CENTRAL),
    ("cs", "áčďéěíňóřšťúůýž", CENTRAL),
    ("sk", "áäčďéíĺľňóôŕšťúýž", CENTRAL),
    ("hu", "áéíóöőúüű", CENTRAL),
    ("hr", "čćđšž", CENTRAL),
    ("ro", "ăâîşţ", CENTRAL),
    ("pt", "áâãàçéêíóôõú", WESTERN),
    ("tr", "çğıöşüâ", ("cp1254",)),
    ("ru", "абвгдеёжзийклмнопрстуфхцчшщъыьэюя", ("cp1251", "mac_cyrillic", "cp866")),
    ("uk", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя", ("cp1251",)),
    ("el", "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋ", ("cp1253",)),
)
SIGNS = "“”„«»–—…€°\u00a0"  # occur beside words of any language


def decode_text(data: bytes) -> tuple[str, str]:
    """Return the text of `data` and the name of its encoding.

    Raises UnicodeDecodeError if `data` is damaged UTF-8, or not a text.
    """
    encoding = _marked(data) or _without_mark(data)
    if encoding:
        text = data.decode(encoding)
        # Text without a blank or a line feed: the data only begins like UTF-16.
        if data and not ASCII.search(text):
            raise UnicodeDecodeError("utf-8", data, 0, 1, NO_TEXT)
        return text, encoding
    control = CONTROL.search(data)
    if control is not None:
        raise UnicodeDecodeError("utf-8", data, *control.span(), NO_TEXT)
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        if _mostly_utf8(data):
            raise
        encoding = _code_page(data)
        return data.decode(encoding), encoding


def _marked(data: bytes) -> str:
    return next((encoding for mark, encoding in MARKS if data.startswith(mark)), "")


def _without_mark(data: bytes) -> str:
    """Return the UTF-16 variant, judged by the zero bytes of ASCII characters; "" for neither."""
    even, odd = data[0::2].count(0), data[1::2].count(0)
    half = len(data) // 2
    if bool(even) == bool(odd) or even + odd < LEAST_ZEROS * half:
        return ""
    return "utf-16-le" if odd else "utf-16-be"


def _mostly_utf8(data: bytes) -> bool:
    """Return whether more characters beyond ASCII are valid UTF-8 than invalid."""
    text = data.decode("utf-8", errors="replace")
    faults = text.count("\N{REPLACEMENT CHARACTER}")
    return sum(not char.isascii() for char in text) - faults > faults


def _code_page(data: bytes) -> str:
    """Return the code page of the language that explains most letters.

    Raises UnicodeDecodeError if no language explains enough of them: the data is not a text.
    """
    own = (locale.getlocale()[0] or "").partition("_")[0]
    data, texts = data[:MOST_LOOKED_AT], dict[str, str]()
    rated = []
    for order, (language, alphabet, pages) in enumerate(ALPHABETS):
        for rank, page in enumerate(pages):
            text = texts.setdefault(page, data.decode(page, errors="replace"))
            rated.append((_strange(text, alphabet), rank, language != own, order, page))
    strange, *_rest, page = min(rated)
    if strange > max(ODD_SIGNS, MOST_STRANGE * len(BEYOND_ASCII.findall(texts[page]))):
        raise UnicodeDecodeError("utf-8", data, *next(HIGH.finditer(data)).span(), NO_TEXT)
    return page


def _strange(text: str, alphabet: str) -> int:
    """Return the number of characters beyond ASCII that are unusual in names with this alphabet."""
    latin = alphabet[0] < "α"
    letters = {*alphabet, *alphabet.upper()}
    count = 0
    for found in BEYOND_ASCII.finditer(text):
        char, at = found[0], found.start()
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        if char == "’":
            usual = before.isalpha()
        elif char in SIGNS:
            usual = not (before.isalpha() and after.isalpha())
        else:
            usual = char in letters and not (char.isupper() and before.islower())
            if not latin:
                usual = usual and not _ascii_letter(before) and not _ascii_letter(after)
        count += not usual
    return count


def _ascii_letter(char: str) -> bool:
    return char.isascii() and char.isalpha()
