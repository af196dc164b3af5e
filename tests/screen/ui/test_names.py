"""Names in every script appear with all letters, right to left where needed, and never as boxes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pygame
import pytest

from game.platform.paths import ASSETS
from game.screen.ui import bidi
from game.screen.ui.font_files import coverage_of, system_fonts
from game.screen.ui.input import Press, Typed
from game.screen.ui.text import caret_of, face_of, font_path, lay_out, width_of
from game.screen.ui.text_field import TextField
from game.screen.ui.typeface import SystemFonts, runs_of

NAMES = {
    "Latin": "Zoë Nguyễn Thị Hương Łukasz Ğül",
    "Latin, marks by themselves": "Zoe\u0308 a\u0301",
    "Cyrillic": "Анна Каренина Їжак",
    "Greek": "Ελένη Παπαδοπούλου",
    "Hebrew": "דוד בן־גוריון",
    "Arabic": "محمد علي كلاي",
    "Persian": "فرهاد می‌خواهم",
    "Armenian": "Հայկ",
    "Georgian": "გიორგი",
    "Hindi": "देवनागरी श्री",
    "Thai": "สมชาย ใจดี",
    "symbols": "★ ♥ ♞ ☺ ⚽ → ✓",
    "emoji": "😀 🎉 👑 👨‍👩‍👧 👍🏽 ❤️",
}
UNKNOWN = "\U0001e900"  # a letter of Adlam, which none of our fonts has


@pytest.fixture(autouse=True)
def _fonts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Use no system fonts, only those that every machine has."""
    pygame.font.init()
    monkeypatch.setattr("game.screen.ui.typeface.SYSTEM", SystemFonts([tmp_path]))
    runs_of.cache_clear()


@pytest.mark.parametrize("script", NAMES)
@pytest.mark.parametrize("family", ["text", "display"])
def test_every_script_has_its_letters(script: str, family: str) -> None:
    name = NAMES[script]
    own = font_path(family, "700")
    runs = runs_of(name, own, family)
    assert [run.text for run in runs if run.path is None] == []
    shown = "".join(sorted(c for run in runs for c in run.text))
    assert shown == "".join(sorted(c for c in name if c.isprintable() or c in "\u200c\u200d"))


@pytest.mark.parametrize("style", ["name", "body", "game_title"])
def test_what_no_font_has_stands_as_its_code_point(style: str) -> None:
    """A box with the code point inside is shown, not an empty box."""
    pixels = 24
    small = width_of("U+1E900", style, 13)
    assert small <= width_of(UNKNOWN, style, pixels) <= 2 * small
    drawn = face_of(style, pixels).render(UNKNOWN, True, (255, 255, 255))
    filled = pygame.mask.from_surface(drawn).count()
    assert filled > 2 * (drawn.get_width() + pixels), "more than the frame of a box"


def test_text_of_the_face_alone_is_drawn_by_it_alone() -> None:
    own = pygame.font.Font(str(font_path("text", "700")), 26)
    for text in ("Anna – Bernd", "Äpfel × 3", ""):
        assert width_of(text, "name", 26) == own.size(text)[0]


@pytest.mark.parametrize("blank", ["\t", "\u202f", "\u3000", "\u2009"])
def test_a_blank_of_any_kind_is_no_box(blank: str) -> None:
    assert width_of(f"a{blank}b", "name", 26) <= width_of("a  b", "name", 26)


def test_what_stands_for_a_character_that_cannot_be_shown_is_a_sign() -> None:
    assert width_of("\ufffd", "name", 26) < width_of("WW", "name", 26)


def test_a_line_stays_as_high_as_its_face() -> None:
    high = {face_of("name", 26).size(name)[1] for name in [*NAMES.values(), UNKNOWN]}
    assert len(high) == 1


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("abc", "abc"),
        ("אבג", "גבא"),
        ("אב גד", "דג בא"),
        ("אבג wins 3-2", "גבא wins 3-2"),
        ("Ada, אבג 12 דה.", "Ada, הד 12 גבא."),
        ("אב (גד) wins", "(דג) בא wins"),
        ("אב – גד", "בא – דג"),
        ("אב, 12:30", "12:30 ,בא"),
        ("12 games", "12 games"),
    ],
)
def test_letters_stand_in_the_order_of_their_script(text: str, seen: str) -> None:
    levels = bidi.levels(text)
    order = bidi.in_visual_order(levels)
    mirror = [bidi.mirrored(text[at]) if levels[at] % 2 else text[at] for at in order]
    assert "".join(mirror) == seen


def test_arabic_letters_are_joined() -> None:
    assert bidi.joined("محمد") == "\ufee3\ufea4\ufee4\ufeaa"
    assert bidi.joined("سلام") == "\ufeb3\ufefc\ufee1", "lam and alef are one"
    whole = width_of("بببب", "name", 40)
    alone = 4 * width_of("ب", "name", 40)
    assert whole < 0.8 * alone


def test_a_caret_in_hebrew_goes_from_right_to_left() -> None:
    text = "אבג"
    places = [caret_of(text, at, "name", 30) for at in range(4)]
    assert places == sorted(places, reverse=True)
    assert (places[0], places[-1]) == (width_of(text, "name", 30), 0)
    latin = [caret_of("abc", at, "name", 30) for at in range(4)]
    assert latin == sorted(latin)


def test_a_mixed_line_has_a_place_for_every_caret() -> None:
    text = "Ada אבג 李"
    wide = width_of(text, "name", 30)
    places = [caret_of(text, at, "name", 30) for at in range(len(text) + 1)]
    assert (places[0], places[-1]) == (0, wide)
    assert all(0 <= place <= wide for place in places)


def test_nothing_is_cut_within_a_letter() -> None:
    text = "Zoe\u0308e\u0308e\u0308e\u0308e\u0308 👨‍👩‍👧👨‍👩‍👧"
    for width in range(20, 200, 7):
        layout = lay_out(text, "body", 20, width, 24, ellipsis=True)
        kept = layout.lines[0].removesuffix("…")
        rest = text.removeprefix(kept)
        assert not rest or rest[0] not in "\u0308\u200d"
        assert not kept.endswith("\u200d")


def test_chinese_is_wrapped_between_letters() -> None:
    layout = lay_out("李小龙" * 8, "body", 20, 300, 400, wrap=True)
    assert layout.fits
    assert len(layout.lines) > 1
    assert "".join(layout.lines) == "李小龙" * 8


# -- the system's fonts ----------------------------------------------------------------------------


def test_a_font_of_the_system_is_the_last_that_is_asked(tmp_path: Path) -> None:
    shutil.copy(ASSETS / "fonts" / "thai.ttf", tmp_path / "Somebody.TTF")
    (tmp_path / "broken.otf").write_bytes(b"OTTO and no more")
    fonts = SystemFonts([tmp_path])
    fonts.wait()
    assert fonts.having("ส") == tmp_path / "Somebody.TTF"
    assert fonts.having("ส李") is None
    assert [fonts.take_news(), fonts.take_news()] == [True, False]


def test_fonts_for_many_scripts_come_first(tmp_path: Path) -> None:
    for name in ("Zebra.ttf", "Aardvark.ttf", "NotoSansCJK-Bold.ttc", "readme.txt"):
        (tmp_path / name).write_bytes(b"")
    names = [path.name for path in system_fonts([tmp_path, tmp_path / "none"])]
    assert names == ["NotoSansCJK-Bold.ttc", "Aardvark.ttf", "Zebra.ttf"]


def test_a_damaged_font_has_no_letters(tmp_path: Path) -> None:
    whole = (ASSETS / "fonts" / "hebrew.ttf").read_bytes()
    for length in (0, 3, 11, 60, 400, 700, 2000):
        path = tmp_path / f"{length}.ttf"
        path.write_bytes(whole[:length] + b"\xff" * 64)
        assert "א" not in coverage_of(path)
    assert "א" in coverage_of(ASSETS / "fonts" / "hebrew.ttf")
    assert "a" not in coverage_of(tmp_path / "missing.ttf")


# -- text fields -----------------------------------------------------------------------------------


def struck(field: TextField, *keys: int) -> None:
    for key in keys:
        field.press(Press(key=key))


@pytest.mark.parametrize("letter", ["e\u0308", "👨‍👩‍👧", "🇫🇷", "👍🏽", "한"])
def test_a_letter_of_several_characters_is_one_for_the_caret(letter: str) -> None:
    field = TextField(f"a{letter}b", lambda text: None)
    struck(field, pygame.K_LEFT, pygame.K_BACKSPACE)
    assert (field.text, field.caret) == ("ab", 1)
    field.typed(Typed(letter))
    struck(field, pygame.K_LEFT)
    assert field.caret == 1
    struck(field, pygame.K_DELETE)
    assert field.text == "ab"


def test_joiners_are_kept_and_other_unseen_characters_are_not() -> None:
    field = TextField("", lambda text: None)
    field.typed(Typed("می‌خواهم\u202e\u200e👨‍👩‍👧\x07"))
    assert field.text == "می‌خواهم👨‍👩‍👧"


def test_a_limit_cuts_between_letters() -> None:
    field = TextField("", lambda text: None, limit=4)
    field.typed(Typed("abe\u0308e\u0308"))
    assert field.text == "abe\u0308"


def test_arrows_go_where_they_point_in_a_field_of_hebrew() -> None:
    field = TextField("אבג", lambda text: None)
    struck(field, pygame.K_RIGHT)
    assert field.caret == 2
    struck(field, pygame.K_LEFT)
    assert field.caret == 3
